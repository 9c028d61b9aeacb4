//! Every macro, by both assemblers: the bytes are those of the encoder, and the linked program
//! computes what the instruction does.

mod common;

use common::{Assembler, Case, assemble, cases, link, operands, results, section};
use export::macros;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use semantics::{
    asm, decode,
    insns::Insn,
    spec::{Operands, Reg, Slot},
};
use std::fmt::Write as _;

/// The instructions of a width, on which their macros depend.
fn of_width(xlen: u32) -> impl Iterator<Item = Insn> {
    Insn::all().iter().copied().filter(move |i| i.spec().enc(xlen).is_some())
}

fn definitions(xlen: u32) -> String {
    let all: String = of_width(xlen).map(|i| macros::definition(i, &[xlen]).unwrap()).collect();
    format!("{}{all}    .option norelax\n", macros::prelude())
}

/// A use of the macro, its operands in the order of its own parameters.
fn call(definition: &str, insn: Insn, i: &Operands, name: impl Fn(Reg) -> String) -> String {
    let name_of_macro = format!("{}{}", insn.spec().name, asm::ORDERS[i.order as usize]);
    let mut lines = definition.lines().filter_map(|l| l.trim().strip_prefix(".macro "));
    let mut split = lines.by_ref().map(|l| l.split_once(' ').unwrap_or((l, "")));
    let (_, parameters) = split.find(|(name, _)| *name == name_of_macro).unwrap();
    let imm = if insn.spec().syntax.contains("imm20") {
        i64::from(i.imm as u32) >> 12
    } else {
        i.imm.into()
    };
    let written = parameters.split(", ").filter(|p| !p.is_empty()).map(|p| match p {
        "mem" => format!("{imm}({})", name(i.rs1)),
        "target" if imm < 0 => format!(". - {}", -imm),
        "target" => format!(". + {imm}"),
        _ => match asm::slot(p).unwrap() {
            Slot::Imm => imm.to_string(),
            slot @ (Slot::Rd | Slot::Rs1 | Slot::Rs2 | Slot::Rs3) => name(Reg(i.get(slot) as u8)),
            slot => i.get(slot).to_string(),
        },
    });
    format!("    {name_of_macro} {}\n", written.collect::<Vec<_>>().join(", "))
}

#[test]
fn bytes_are_those_of_the_encoder() {
    let folder = tempfile::tempdir().unwrap();
    for xlen in [32, 64, 128] {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (mut source, mut expected) = (definitions(xlen), Vec::new());
        for insn in of_width(xlen) {
            let definition = macros::definition(insn, &[xlen]).unwrap();
            let enc = insn.spec().enc(xlen).unwrap();
            for mut i in operands(insn, xlen, &mut random) {
                if enc.has(Slot::Order) {
                    i.order = random.random_range(0..4);
                }
                let abi = random.random_bool(0.5);
                let name = |r: Reg| match abi {
                    true => asm::ABI_NAMES[usize::from(r.0)].to_owned(),
                    false => r.to_string(),
                };
                let call = call(&definition, insn, &i, name);
                let word = decode::encode(insn, &i, xlen).unwrap();
                let bytes = word.to_le_bytes()[..enc.len as usize].to_vec();
                expected.push((call.clone(), bytes));
                source += &call;
            }
        }
        for assembler in [Assembler::Llvm, Assembler::Gnu] {
            // Neither knows 128 bits; a directive is the same on every width.
            assemble(assembler, xlen.min(64), &source, folder.path());
            let text = section(folder.path(), ".text");
            let mut rest = &text[..];
            for (call, bytes) in &expected {
                let (word, more) = rest.split_at(bytes.len());
                assert!(
                    word == bytes,
                    "RV{xlen}, {assembler:?}: {call}{word:02x?}, not {bytes:02x?}"
                );
                rest = more;
            }
            assert!(rest.is_empty());
        }
    }
}

/// Loads the inputs of each case, runs it and stores what it gives.
fn executing(cases: &[Case], xlen: u32) -> String {
    let (load, store, data) =
        if xlen == 32 { ("lw", "sw", ".4byte") } else { ("ld", "sd", ".8byte") };
    let bytes = xlen / 8;
    let (mut text, mut inputs) = (definitions(xlen), String::new());
    text += "    .globl _start, results\n_start:\n";
    for (k, case) in cases.iter().enumerate() {
        let Operands { rd, rs1, rs2, rs3, .. } = case.decoded.operands;
        let used = |r: &u8| [rd.0, rs1.0, rs2.0, rs3.0].contains(r);
        let base = [31, 30, 29, 27].into_iter().find(|r| !used(r)).unwrap();
        let _ = writeln!(text, "    la x{base}, inputs{k}");
        let _ = writeln!(inputs, "inputs{k}:");
        for (n, (r, value)) in case.before.iter().enumerate() {
            let _ = writeln!(text, "    {load} x{r}, {}(x{base})", n as u32 * bytes);
            let _ = writeln!(inputs, "    {data} {value:#x}");
        }
        let definition = macros::definition(case.decoded.insn, &[xlen]).unwrap();
        text += &call(&definition, case.decoded.insn, &case.decoded.operands, |r| r.to_string());
        let _ = writeln!(text, "    la x{base}, results + {}", k as u32 * bytes);
        let _ = writeln!(text, "    {store} {rd}, 0(x{base})");
    }
    format!(
        "{text}    li a7, 93\n    .insn i 0x73, 0, x0, x0, 0\n    .data\n    .balign 16\n{inputs}    .balign 16\nresults:\n    .zero {}\n",
        cases.len() as u32 * bytes
    )
}

#[test]
fn the_linked_program_computes_what_the_instruction_does() {
    let folder = tempfile::tempdir().unwrap();
    for xlen in [32, 64] {
        let cases = cases(xlen);
        let source = executing(&cases, xlen);
        for assembler in [Assembler::Llvm, Assembler::Gnu] {
            assemble(assembler, xlen, &source, folder.path());
            let image = link(xlen, folder.path());
            for got in results(&image, xlen, cases.len()) {
                for (case, got) in cases.iter().zip(got) {
                    assert_eq!(case.gives, got, "RV{xlen}, {assembler:?}: {case:x?}");
                }
            }
        }
    }
}

/// What does not fit stops the assembler, with the operand's range.
#[test]
fn an_operand_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("program.s"),
        format!("{}    aes32esmi x5, x6, x7, 4\n", definitions(32)),
    )
    .unwrap();
    let commands = [
        (toolbox::Tool::LlvmMc, vec!["--triple=riscv32", "--filetype=obj"]),
        (toolbox::Tool::GnuAs, vec!["-march=rv32i", "-mabi=ilp32"]),
    ];
    for (tool, args) in commands {
        let mut command = common::program(tool);
        command.args(args).args(["program.s", "-o", "program.o"]).current_dir(folder.path());
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains("aes32esmi: bs is 0 to 3"), "{text}");
    }
}
