//! Every function of the C header: compiled, linked, executed, and compared with the instruction.

mod common;

use common::{Case, cases, done, link, program, results};
use export::{NotOffered, c_header};
use semantics::{
    insns::Insn,
    spec::{Reg, Slot},
};
use std::{fmt::Write as _, fs};
use toolbox::Tool;

const XLENS: [u32; 2] = [32, 64];

/// The parameters of a function or macro.
fn parameters(definition: &str, name: &str) -> Vec<String> {
    let (_, rest) = definition.split_once(&format!("{name}(")).expect("it is defined");
    let (list, _) = rest.split_once(')').expect("a list of parameters");
    let names = list.split(", ").map(|p| p.rsplit(' ').next().unwrap_or(p).to_owned());
    names.filter(|p| p != "void").collect()
}

/// A C expression that calls it.
fn call(case: &Case, definition: &str, input: &mut impl FnMut(u128) -> String) -> String {
    let i = &case.decoded.operands;
    let name = c_header::function_name(case.decoded.insn);
    let imm20 = case.decoded.insn.spec().syntax.contains("imm20");
    let arguments =
        parameters(definition, &name).into_iter().map(|p| {
            match semantics::asm::slot(&p).unwrap() {
                Slot::Imm if imm20 => (i.imm as u32 >> 12).to_string(),
                Slot::Imm => i.imm.to_string(),
                slot @ (Slot::Rs1 | Slot::Rs2 | Slot::Rs3) => {
                    input(case.before(Reg(i.get(slot) as u8)))
                }
                slot => i.get(slot).to_string(),
            }
        });
    let arguments: Vec<_> = arguments.collect();
    format!("{name}({})", arguments.join(", "))
}

fn header(xlens: &[u32]) -> String {
    let all = Insn::all().iter().filter_map(|&insn| c_header::definition(insn, xlens).ok());
    c_header::prelude(xlens) + &all.collect::<String>()
}

#[test]
fn the_compiled_program_computes_what_the_instruction_does() {
    let folder = tempfile::tempdir().unwrap();
    // One header for both widths, and one for each.
    for (xlen, xlens) in [(32, &XLENS[..]), (64, &XLENS[..]), (32, &[32]), (64, &[64])] {
        fs::write(folder.path().join("insns.h"), header(xlens)).unwrap();
        let cases: Vec<(Case, String)> = cases(xlen)
            .into_iter()
            .filter_map(|c| {
                let definition = c_header::definition(c.decoded.insn, &[xlen]);
                Some((c, definition.ok()?))
            })
            .collect();
        assert!(cases.len() > 200, "{}", cases.len());
        let (mut inputs, mut body) = (Vec::new(), String::new());
        for (k, (case, definition)) in cases.iter().enumerate() {
            let mut input = |value: u128| {
                inputs.push(format!("{value:#x}u"));
                format!("inputs[{}]", inputs.len() - 1)
            };
            let call = call(case, definition, &mut input);
            let _ = writeln!(body, "    results[{k}] = {call};");
        }
        let source = format!(
            "#include \"insns.h\"
volatile rv_xlen_t inputs[] = {{ {} }};
volatile rv_xlen_t results[{}];
char stack[4096] __attribute__((aligned(16)));
__asm__(\".globl _start\\n_start: la sp, stack + 4096\\n call test\\n li a7, 93\\n ecall\");
void test(void)
{{
{body}}}
",
            inputs.join(", "),
            cases.len()
        );
        fs::write(folder.path().join("program.c"), source).unwrap();
        for level in ["-O0", "-O1"] {
            let mut clang = program(Tool::Clang);
            clang
                .args([&format!("--target=riscv{xlen}-unknown-elf"), &format!("-march=rv{xlen}i")]);
            clang.args(["-ffreestanding", "-mno-relax", "-Wall", "-Werror", level, "-c"]);
            clang.args(["program.c", "-o", "program.o"]).current_dir(folder.path());
            done(clang);
            let image = link(xlen, folder.path());
            for got in results(&image, xlen, cases.len()) {
                for ((case, _), got) in cases.iter().zip(got) {
                    assert_eq!(case.gives, got, "RV{xlen} {level}: {case:x?}");
                }
            }
        }
    }
}

/// Whatever has no function says why, and only these may say so.
#[test]
fn what_is_not_offered_has_its_reason() {
    for &insn in Insn::all() {
        let spec = insn.spec();
        match c_header::definition(insn, &[32, 64, 128]) {
            Ok(text) => assert!(text.contains(&c_header::function_name(insn)), "{text}"),
            Err(NotOffered::Width) => assert!(spec.xlens().all(|x| x == 128), "{}", spec.name),
            Err(NotOffered::Compressed) => assert_eq!(spec.enc[0].len, 2, "{}", spec.name),
            Err(NotOffered::ControlFlow) => {
                assert_eq!(spec.timing, semantics::spec::Timing::ControlFlow, "{}", spec.name);
            }
            Err(why) => panic!("{}: {why}", spec.name),
        }
    }
}
