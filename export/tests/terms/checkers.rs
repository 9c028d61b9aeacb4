//! Checkers against the spec machine: random words of every op, legal or not, into all checkers at once.

use crate::bench::{self, Bench, Device};
use export::{checker, subject::Subject};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use semantics::{
    bits::Val,
    decode,
    insns::Insn,
    machine::{Machine, Misaligned},
    memory::{Bus, Denied},
    spec::Reg,
};

/// How a core is configured: the macros of riscv-formal.
#[derive(Clone, Copy, Debug)]
struct Core {
    xlen: u32,
    compressed: bool,
    aligned: bool,
    misa: bool,
}

/// The word of the interface's memory: at the address, or at that of the whole word around it.
#[derive(Clone, Default)]
struct OneWord {
    word: u128,
    /// Bytes of a word when addresses are those of words.
    aligned: Option<u32>,
}

impl Bus for OneWord {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        let offset = self.aligned.map_or(0, |bytes| addr as usize % bytes as usize);
        let bytes = self.word.to_le_bytes();
        out.copy_from_slice(&bytes[offset..offset + out.len()]);
        Ok(())
    }
    fn write(&mut self, _: u128, _: &[u8]) -> Result<(), Denied> {
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

/// The inputs of a case.
struct Case {
    word: u32,
    pc: u128,
    rs1: u128,
    rs2: u128,
    memory: u128,
}

const OUTPUTS: [&str; 11] = [
    "spec_valid",
    "spec_trap",
    "spec_rs1_addr",
    "spec_rs2_addr",
    "spec_rd_addr",
    "spec_rd_wdata",
    "spec_pc_wdata",
    "spec_mem_addr",
    "spec_mem_rmask",
    "spec_mem_wmask",
    "spec_mem_wdata",
];

/// Where the inputs are in the seed: rs1, rs2, the word, the program counter; memory is what is left.
fn place(core: Core, name: &str) -> u32 {
    match name {
        "rvfi_rs1_rdata" => 0,
        "rvfi_rs2_rdata" => 128,
        "rvfi_insn" => 256,
        "rvfi_mem_rdata" => 384,
        // The upper half of RV128's has bits of the memory.
        _ if core.xlen == 128 => 288,
        _ => 320,
    }
}

impl Case {
    fn of(core: Core, seed: &[u64; 8]) -> Case {
        let at = |name: &str| bench::bits(seed, place(core, name), core.xlen).low();
        Case {
            word: bench::bits(seed, place(core, "rvfi_insn"), 32).low() as u32,
            pc: at("rvfi_pc_rdata"),
            rs1: at("rvfi_rs1_rdata"),
            rs2: at("rvfi_rs2_rdata"),
            memory: at("rvfi_mem_rdata"),
        }
    }
}

/// Some ops that have a checker, in a bench.
fn devices(core: Core, all: &[Insn]) -> (String, Vec<Device>, Vec<Insn>) {
    let macros = [
        Some(format!("`define RISCV_FORMAL_XLEN {}\n`define RISCV_FORMAL_ILEN 32\n", core.xlen)),
        core.compressed.then(|| "`define RISCV_FORMAL_COMPRESSED\n".to_owned()),
        core.aligned.then(|| "`define RISCV_FORMAL_ALIGNED_MEM\n".to_owned()),
        core.misa.then(|| "`define RISCV_FORMAL_CSR_MISA\n".to_owned()),
    ];
    let mut source: String = macros.into_iter().flatten().collect();
    let (mut devices, mut insns) = (Vec::new(), Vec::new());
    for &insn in all {
        let Some(subject) = Subject::of(insn, core.xlen) else { continue };
        let Ok(text) = checker::module(&[subject]) else { continue };
        source += &text;
        let words =
            ["rvfi_insn", "rvfi_pc_rdata", "rvfi_rs1_rdata", "rvfi_rs2_rdata", "rvfi_mem_rdata"];
        let mut inputs: Vec<(String, String)> = words
            .map(|port| {
                let (lo, width) =
                    (place(core, port), if port == "rvfi_insn" { 32 } else { core.xlen });
                (port.into(), format!("seed[{}:{lo}]", lo + width - 1))
            })
            .into();
        inputs.push(("rvfi_valid".into(), "1'b1".into()));
        let x = core.xlen;
        let mut outputs: Vec<(String, u32)> =
            OUTPUTS.map(|name| (name.to_owned(), width(name, x))).into();
        if core.misa {
            // C is bit 2: what is needed beside it is there as well.
            let c = u32::from(core.compressed) << 2;
            inputs.push(("rvfi_csr_misa_rdata".into(), format!("{x}'h{:x}", 1 << 12 | 1 | c)));
            outputs.push(("spec_csr_misa_rmask".into(), x));
        }
        let when = outputs.iter().filter(|port| port.0 != "spec_valid").map(|(port, _)| {
            let what = if port == "spec_trap" { "" } else { " && !OUT.spec_trap" };
            let never = if port == "spec_csr_misa_rmask" { " && 1'b0" } else { "" };
            (port.clone(), format!("OUT.spec_valid{what}{never}"))
        });
        devices.push(Device {
            module: checker::module_name_of(insn.spec().name),
            inputs,
            when: when.collect(),
            outputs,
        });
        insns.push(insn);
    }
    (source, devices, insns)
}

fn width(output: &str, xlen: u32) -> u32 {
    match output {
        "spec_valid" | "spec_trap" => 1,
        "spec_mem_rmask" | "spec_mem_wmask" => xlen / 8,
        _ if output.ends_with("_addr") && output != "spec_mem_addr" => 5,
        _ => xlen,
    }
}

/// What the checkers are to say: the outputs of the op's own, by the machine.
fn specified<const XLEN: u32, const L: usize>(
    core: Core,
    case: &Case,
) -> Option<(Insn, [u128; 11])> {
    let half = case.word & 3 != 3;
    let decoded = decode::decode(case.word, XLEN).filter(|_| !half || case.word >> 16 == 0)?;
    let operands = &decoded.operands;
    let enc = decoded.insn.spec().enc(XLEN)?;
    let bytes = XLEN / 8;
    let bus = OneWord { word: case.memory, aligned: core.aligned.then_some(bytes) };
    let mut machine = Machine::<XLEN, L, _>::new(case.pc, bus);
    machine.ialign = if core.compressed { 2 } else { 4 };
    machine.misaligned = if core.aligned { Misaligned::Trap } else { Misaligned::Allowed };
    let has = |slot| enc.has(slot);
    use semantics::spec::Slot::{Rs1, Rs2};
    let number = |slot, reg: Reg| if has(slot) { reg } else { Reg(0) };
    let (rs1, rs2) = (number(Rs1, operands.rs1), number(Rs2, operands.rs2));
    machine.set_reg(rs1, case.rs1);
    machine.set_reg(rs2, case.rs2);
    if !decoded.insn.inputs().hold(machine.reg(rs1), machine.reg(rs2)) {
        return None;
    }
    let lacks_c = core.misa && !core.compressed && decoded.insn.spec().extensions[0] == "C";
    let [valid, trap] = [1u128, 1];
    let Ok(commit) = machine.execute_decoded(case.word, &decoded) else {
        return Some((decoded.insn, [valid, trap, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    };
    if lacks_c {
        return Some((decoded.insn, [valid, trap, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }
    let (rd, value) = commit.rd.map_or((0, 0), |(rd, value)| (u128::from(rd.0), value));
    let access = commit.load.or(commit.store);
    let addr = access.map_or(0, |access| access.addr);
    let offset = if core.aligned { addr as u32 % bytes } else { 0 };
    let mask = |access: Option<semantics::machine::Access>| {
        access.map_or(0, |access| ((1u128 << access.len) - 1) << offset)
    };
    let stored = commit.store.map_or(0, |store| store.data << (8 * offset));
    let outputs = [
        valid,
        0,
        rs1.0.into(),
        rs2.0.into(),
        rd,
        value,
        machine.pc,
        addr - u128::from(offset),
        mask(commit.load),
        mask(commit.store),
        stored,
    ];
    Some((decoded.insn, outputs))
}

fn agree<const XLEN: u32, const L: usize>(core: Core) {
    let cases = bench::cases(SLICE);
    let wanted: Vec<Insn> = bench::some(cases > SLICE).collect();
    wanted.chunks(bench::AT_ONCE).for_each(|insns| compare::<XLEN, L>(core, insns, cases));
}

fn compare<const XLEN: u32, const L: usize>(core: Core, all: &[Insn], cases: u64) {
    let (source, devices, insns) = devices(core, all);
    if insns.is_empty() {
        return;
    }
    let mut bench = Bench::new(&source, &devices);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut valid, mut trapped) = (vec![0u64; insns.len()], 0);
    for case in 0..cases * insns.len() as u64 {
        let mut seed = bench::seed(XLEN, || rng.next_u64());
        let enc = insns[case as usize % insns.len()].spec().enc(XLEN).unwrap();
        let random = seed[4] as u32;
        // One word in sixteen is any word.
        let mut one_in = |n: u64| rng.next_u64() % n == 0;
        let word = if one_in(16) { random } else { enc.value | random & !enc.mask };
        seed[4] = seed[4] >> 32 << 32 | u64::from(word);
        // An address near to what is aligned, often; registers as the interface has them.
        if one_in(3) {
            seed[0] &= !15;
        }
        if !one_in(5) {
            seed[5] &= !3;
        }
        if let Some(decoded) = decode::decode(word, XLEN) {
            let (rs1, rs2) = (decoded.operands.rs1, decoded.operands.rs2);
            if rs1 == rs2 {
                (seed[2], seed[3]) = (seed[0], seed[1]);
            }
            if rs1 == Reg(0) {
                (seed[0], seed[1]) = (0, 0);
            }
            if rs2 == Reg(0) {
                (seed[2], seed[3]) = (0, 0);
            }
        }
        let [a, b, c, d, e, f, ..] = seed;
        let seed = bench::whole([a, b, c, d, e, f]);
        let gives = specified::<XLEN, L>(core, &Case::of(core, &seed));
        // The word may be that of an op without a checker here.
        let place = gives.and_then(|(insn, _)| insns.iter().position(|known| *known == insn));
        let part = |k: usize| {
            let Some((_, outputs)) = gives.filter(|_| place == Some(k)) else { return 0 };
            // What traps has no further effect.
            let count = if outputs[1] == 1 { 2 } else { outputs.len() };
            let parts = outputs[..count].iter().enumerate();
            parts.fold(0, |all, (n, v)| all ^ bench::rotated(Val::from(*v), k, n))
        };
        if let Some(k) = place {
            valid[k] += 1;
            trapped += gives.map_or(0, |g| g.1[1] as u64);
        }
        if bench.digest(&seed, None) != place.map_or(0, part) {
            for (k, insn) in insns.iter().enumerate() {
                let got = bench.digest(&seed, Some(k));
                assert_eq!(
                    got,
                    part(k),
                    "{} for {word:08x}, {core:?}: {gives:x?}",
                    insn.spec().name
                );
            }
            panic!("the digest of all checkers is wrong, {core:?}");
        }
    }
    let idle: Vec<_> =
        insns.iter().zip(&valid).filter(|v| *v.1 == 0).map(|v| v.0.spec().name).collect();
    assert!(idle.is_empty(), "{core:?}: {idle:?} never had a valid word");
    println!(
        "{core:?}: {} checkers, {} words, {trapped} trapped",
        insns.len(),
        cases * insns.len() as u64
    );
}

const SLICE: u64 = 200;

#[test]
fn no_linter_has_a_complaint() {
    for (xlen, some) in [(32, false), (64, true), (128, false)] {
        let core = Core { xlen, compressed: some, aligned: !some, misa: some };
        let (source, devices, _) = devices(core, Insn::all());
        assert_eq!(bench::lint(&source, &devices), "", "{core:?}");
    }
}

#[test]
fn of_a_core_that_traps_where_it_may() {
    agree::<32, 2>(Core { xlen: 32, compressed: false, aligned: true, misa: true });
}

#[test]
fn of_a_core_that_takes_what_it_may() {
    agree::<64, 4>(Core { xlen: 64, compressed: true, aligned: false, misa: false });
}

#[test]
fn of_wide_registers() {
    agree::<128, 8>(Core { xlen: 128, compressed: true, aligned: true, misa: true });
}
