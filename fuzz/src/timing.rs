//! Whether the time of instructions depends on data: the same program on operands of every class, cycle by cycle.

use crate::{
    case::{ProgramCase, assembly, directive},
    engine::RtlCore,
    generate::{Choices, SplitMix},
    layout::ones,
};
use semantics::{
    decode,
    insns::Insn,
    spec::{Operands, Reg, Slot},
    zkt,
};
use serde::Serialize;
use std::fmt;

/// An instruction whose time depends on its operands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Its name.
    pub op: &'static str,
    /// Register width.
    pub xlen: u32,
    /// The program: the word, several times.
    pub words: Vec<u32>,
    /// x11 and x12 of the two runs; all other registers are 0.
    pub operands: [[u128; 2]; 2],
    /// Cycles of the two runs.
    pub cycles: [u64; 2],
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Leak { op, xlen, operands: [a, b], cycles, .. } = self;
        writeln!(f, "{op}: its time depends on its operands on RV{xlen}")?;
        for &word in &self.words {
            writeln!(
                f,
                "  {}  # {}",
                directive(word),
                assembly(decode::decode(word, *xlen).as_ref())
            )?;
        }
        writeln!(f, "  x11 = {:#x}, x12 = {:#x}: {} cycles", a[0], a[1], cycles[0])?;
        write!(f, "  x11 = {:#x}, x12 = {:#x}: {} cycles", b[0], b[1], cycles[1])
    }
}

/// What came of timing the instructions of one instruction set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Timed {
    /// The instructions that were timed.
    pub ops: Vec<&'static str>,
    /// Programs that were run.
    pub programs: u64,
    /// Instructions whose programs did not come to their end: nothing is known of them.
    pub not_timed: Vec<&'static str>,
    /// Those that depend on data.
    pub leaks: Vec<Leak>,
}

/// Times every instruction of Zkt that the core has and that is `wanted`, with operands from `seed`.
pub fn zkt(core: &mut RtlCore, seed: u64, wanted: impl Fn(Insn) -> bool) -> Timed {
    let isa = core.isa().clone();
    let xlen = isa.xlen();
    let mut c = SplitMix::new(seed);
    let mut timed = Timed::default();
    for insn in isa.insns().filter(|insn| zkt::lists(insn.spec().name) && wanted(*insn)) {
        let Some(enc) = insn.spec().enc(xlen) else { continue };
        let op = insn.spec().name;
        let mut operands =
            Operands { rd: Reg(10), rs1: Reg(11), rs2: Reg(12), ..Operands::default() };
        // What a compressed instruction reads and writes is one register; any immediate but 0 will do, but some
        // have only multiples of a page.
        let registers = |imm| [(10, imm), (11, imm)];
        let word = (1..64).chain([1 << 12]).flat_map(registers).find_map(|(rd, imm)| {
            operands.rd = Reg(rd);
            operands.imm = imm;
            for slot in [Slot::Bs, Slot::Rnum] {
                operands.set(slot, 1);
            }
            decode::encode(insn, &operands, xlen)
        });
        let Some(word) = word else {
            timed.not_timed.push(op);
            continue;
        };
        let all = ones(xlen);
        let random = [(); 2].map(|()| u128::from(c.bits()) & all);
        let corners = [0, 1, all, 1 << (xlen - 1), random[0], random[1]];
        let pairs = corners.iter().flat_map(|&a| corners.iter().map(move |&b| [a, b]));
        let words = vec![word; if enc.len == 4 { 3 } else { 2 }];
        let mut first: Option<([u128; 2], u64)> = None;
        let mut ended = true;
        for values in pairs {
            let mut registers = [0; 32];
            (registers[11], registers[12]) = (values[0], values[1]);
            let program = ProgramCase { isa: isa.clone(), words: words.clone(), registers };
            timed.programs += 1;
            let Some(cycles) = core.cycles(&program) else {
                ended = false;
                break;
            };
            let &mut (before, expected) = first.get_or_insert((values, cycles));
            if cycles != expected {
                let (operands, cycles) = ([before, values], [expected, cycles]);
                timed.leaks.push(Leak { op, xlen, words, operands, cycles });
                break;
            }
        }
        let list = if ended { &mut timed.ops } else { &mut timed.not_timed };
        list.push(op);
    }
    timed
}
