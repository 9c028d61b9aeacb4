//! Assembling, linking and running what was exported.

#![allow(dead_code)] // Each test uses a part of it.

use object::{Object as _, ObjectSection as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use semantics::{
    asm, decode,
    decode::Decoded,
    hart::Cause,
    insns::Insn,
    isa::Isa,
    machine::Machine,
    memory::{Bus, Denied, Region, Regions, Rights},
    spec::{Given, Gives, Operands, Reg, Slot},
};
use simulator::{Config, Sim, Stop, elf::Image};
use std::{fs, path::Path, process::Command};
use toolbox::Tool;

/// The two assemblers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Assembler {
    Llvm,
    Gnu,
}

pub(crate) fn program(tool: Tool) -> Command {
    Command::new(toolbox::find(tool).unwrap_or_else(|missing| panic!("{missing}")).path)
}

pub(crate) fn done(mut command: Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let head: String = text.lines().take(40).map(|line| format!("{line}\n")).collect();
    assert!(output.status.success(), "{command:?}\n{head}");
}

/// Assembles `source` in `folder` to `program.o`.
pub(crate) fn assemble(with: Assembler, xlen: u32, source: &str, folder: &Path) {
    fs::write(folder.join("program.s"), source).unwrap();
    let mut command = match with {
        Assembler::Llvm => {
            let mut command = program(Tool::LlvmMc);
            command.args([&format!("--triple=riscv{xlen}"), "--filetype=obj"]);
            command
        }
        Assembler::Gnu => {
            let mut command = program(Tool::GnuAs);
            let abi = if xlen == 32 { "ilp32" } else { "lp64" };
            command.args([&format!("-march=rv{xlen}i"), &format!("-mabi={abi}")]);
            command
        }
    };
    command.args(["program.s", "-o", "program.o"]).current_dir(folder);
    done(command);
}

/// The bytes of a section of `program.o`.
pub(crate) fn section(folder: &Path, name: &str) -> Vec<u8> {
    let bytes = fs::read(folder.join("program.o")).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    file.section_by_name(name).unwrap().data().unwrap().to_vec()
}

/// Links `program.o` and gives the program.
pub(crate) fn link(xlen: u32, folder: &Path) -> Image {
    let mut command = program(Tool::Lld);
    command.args(["-m", &format!("elf{xlen}lriscv"), "-e", "_start", "--no-relax"]);
    command.args(["program.o", "-o", "program.elf"]).current_dir(folder);
    done(command);
    Image::parse(&fs::read(folder.join("program.elf")).unwrap()).unwrap()
}

/// Runs a program to its exit call on the simulator and on the specification; gives the words of
/// XLEN bits at `results`.
pub(crate) fn results(image: &Image, xlen: u32, count: usize) -> [Vec<u128>; 2] {
    let at = image.symbol("results").expect("the program has results");
    let len = count * xlen as usize / 8;
    let mut sim = Sim::new(Config::new(image.xlen()));
    image.load(sim.mem_mut()).unwrap();
    sim.set_pc(image.entry());
    let stop = sim.run(10_000_000);
    let ended = matches!(stop, Stop::Trap(t) if t.cause == simulator::Cause::EcallFromM);
    assert!(ended, "the simulator stopped with {stop:?}");
    let simulated = sim.mem().read_bytes(at, len as u64).unwrap().to_vec();
    let specified = match xlen {
        32 => specified::<32, 2>(image, at, len),
        _ => specified::<64, 4>(image, at, len),
    };
    [simulated, specified].map(|bytes| words(&bytes, xlen))
}

fn words(bytes: &[u8], xlen: u32) -> Vec<u128> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |v, &b| v << 8 | u128::from(b));
    bytes.chunks(xlen as usize / 8).map(word).collect()
}

fn specified<const XLEN: u32, const L: usize>(image: &Image, at: u64, len: usize) -> Vec<u8> {
    let mut regions = Regions::default();
    for segment in image.segments() {
        let mut bytes = segment.bytes.clone();
        bytes.resize(bytes.len() + segment.zero_fill as usize, 0);
        let rights = Rights { read: true, write: true, execute: true };
        regions.map(Region { base: segment.addr.into(), bytes, rights }).unwrap();
    }
    let mut machine = Machine::<XLEN, L, _>::new(image.entry().into(), regions);
    let isa = Isa::modelled(XLEN);
    let trap = loop {
        if let Err(trap) = machine.step(&isa) {
            break trap;
        }
    };
    assert_eq!(trap.cause, Cause::EcallFromM, "at {:#x}: {:#x}", trap.pc, trap.tval);
    let mut bytes = vec![0; len];
    machine.bus.read(at.into(), &mut bytes).unwrap();
    bytes
}

/// No memory.
#[derive(Clone)]
struct Nothing;

impl Bus for Nothing {
    fn read(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
    fn write(&mut self, _: u128, _: &[u8]) -> Result<(), Denied> {
        Err(Denied)
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

/// An instruction that computes a register from registers, with inputs and what it gives.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) decoded: Decoded,
    /// Registers before it.
    pub(crate) before: Vec<(u8, u128)>,
    pub(crate) gives: u128,
}

impl Case {
    pub(crate) fn before(&self, r: Reg) -> u128 {
        self.before.iter().find(|(k, _)| *k == r.0 && r.0 != 0).map_or(0, |(_, v)| *v)
    }
}

/// The worked examples of the register instructions of this width, and random inputs.
pub(crate) fn cases(xlen: u32) -> Vec<Case> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut cases = Vec::new();
    for &insn in Insn::all() {
        let Some(enc) = insn.spec().enc(xlen) else { continue };
        for e in insn.spec().examples.iter().filter(|e| e.xlen == xlen) {
            let Gives::X(rd, gives) = e.gives else { continue };
            let decoded = asm::assemble(e.asm, xlen).unwrap();
            let mut before: Vec<(u8, u128)> = Vec::new();
            let mut set = |r: u8, v: u128| {
                before.retain(|(k, _)| *k != r);
                before.push((r, v));
            };
            for given in e.also {
                if let Given::X(r, v) = *given {
                    set(r, v);
                }
            }
            set(decoded.operands.rs1.0, e.rs1);
            set(decoded.operands.rs2.0, e.rs2);
            // What CSRs hold depends on the cases before.
            let ours = |g: &Given| matches!(g, Given::X(..));
            if enc.fields().any(|f| f.name == "csr") {
                continue;
            }
            if enc.has(Slot::Rd) && decoded.operands.rd.0 == rd && e.also.iter().all(ours) {
                let case = Case { decoded, before, gives };
                if direct(&case, xlen) == Some(gives) {
                    // Outside its precondition, the result of a custom instruction is anybody's.
                    let standard = !insn.spec().extensions[0].starts_with('X');
                    for _ in 0..if standard { 3 } else { 0 } {
                        let mut case = case.clone();
                        let ones = u128::MAX >> (128 - xlen);
                        case.before.iter_mut().for_each(|b| b.1 = random.random::<u128>() & ones);
                        if let Some(gives) = direct(&case, xlen) {
                            cases.push(Case { gives, ..case });
                        }
                    }
                    cases.push(case);
                }
            }
        }
    }
    let ops: std::collections::BTreeSet<Insn> = cases.iter().map(|c| c.decoded.insn).collect();
    assert!(ops.len() > 80, "only {} register instructions on RV{xlen}", ops.len());
    cases
}

/// What the instruction gives by itself; none when it needs memory, or depends on its address.
fn direct(case: &Case, xlen: u32) -> Option<u128> {
    let at = |pc| match xlen {
        32 => direct_on::<32, 2>(case, pc),
        _ => direct_on::<64, 4>(case, pc),
    };
    at(0x1000).filter(|gives| at(0x2_3000) == Some(*gives))
}

fn direct_on<const XLEN: u32, const L: usize>(case: &Case, pc: u128) -> Option<u128> {
    let mut machine = Machine::<XLEN, L, _>::new(pc, Nothing);
    case.before.iter().for_each(|&(r, v)| machine.set_reg(Reg(r), v));
    let word = decode::encode(case.decoded.insn, &case.decoded.operands, XLEN)?;
    machine.execute_decoded(word, &case.decoded).ok()?;
    let next = pc + u128::from(case.decoded.length);
    (machine.pc == next).then(|| machine.reg(case.decoded.operands.rd))
}

/// Legal operands, several a call, every bit of every field random.
pub(crate) fn operands(insn: Insn, xlen: u32, random: &mut ChaCha8Rng) -> Vec<Operands> {
    let enc = insn.spec().enc(xlen).expect("it has this width");
    let mut found = Vec::new();
    while found.len() < 8 {
        let word = enc.value | random.random::<u32>() & !enc.mask;
        let Some(d) = decode::decode(word, xlen) else { continue };
        // `pack` with rs2 = x0 is `zext.h`: other operands are as good.
        if d.insn == insn {
            let mut operands = d.operands;
            let shown = |slot| asm::tokens(insn.spec().syntax).any(|t| asm::slot(t) == Some(slot));
            let registers = [Slot::Rd, Slot::Rs1, Slot::Rs2, Slot::Rs3];
            for f in enc.fields().filter(|f| !registers.contains(&f.slot) && !shown(f.slot)) {
                operands.set(f.slot, 0);
            }
            found.push(operands);
        }
    }
    found
}
