//! Whether the time of instructions depends on data: the same program on operands of every class, cycle by cycle.

use crate::{
    case::ProgramCase,
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

/// An instruction whose time depends on its operands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Its name.
    pub op: &'static str,
    /// Register width.
    pub xlen: u32,
    /// rs1 and rs2 of the two runs.
    pub operands: [[u128; 2]; 2],
    /// Cycles of the two runs.
    pub cycles: [u64; 2],
}

/// Times every instruction of Zkt that the core has; tells how many, and which depend on data.
pub fn zkt(core: &mut RtlCore) -> (usize, Vec<Leak>) {
    let isa = core.isa().clone();
    let xlen = isa.xlen();
    let mut c = SplitMix::new(1);
    let (mut ops, mut leaks) = (0, Vec::new());
    let timed = |insn: &Insn| zkt::lists(insn.spec().name);
    for insn in isa.insns().filter(timed) {
        let Some(enc) = insn.spec().enc(xlen) else { continue };
        let mut operands =
            Operands { rd: Reg(10), rs1: Reg(11), rs2: Reg(12), ..Operands::default() };
        // What a compressed instruction reads and writes is one register; any immediate but 0 will do.
        let word = (1..64).flat_map(|imm| [(10, imm), (11, imm)]).find_map(|(rd, imm)| {
            operands.rd = Reg(rd);
            operands.imm = imm;
            for slot in [Slot::Bs, Slot::Rnum] {
                operands.set(slot, 1);
            }
            decode::encode(insn, &operands, xlen)
        });
        let Some(word) = word else { continue };
        ops += 1;
        let all = ones(xlen);
        let random = [(); 2].map(|()| u128::from(c.bits()) & all);
        let corners = [0, 1, all, 1 << (xlen - 1), random[0], random[1]];
        let pairs = corners.iter().flat_map(|&a| corners.iter().map(move |&b| [a, b]));
        let mut first: Option<([u128; 2], u64)> = None;
        for values in pairs {
            let mut registers = [0; 32];
            (registers[11], registers[12]) = (values[0], values[1]);
            let words = vec![word; if enc.len == 4 { 3 } else { 2 }];
            let program = ProgramCase { isa: isa.clone(), words, registers };
            let Some(cycles) = core.cycles(&program) else { continue };
            let &mut (before, expected) = first.get_or_insert((values, cycles));
            if cycles != expected {
                let (op, operands) = (insn.spec().name, [before, values]);
                leaks.push(Leak { op, xlen, operands, cycles: [expected, cycles] });
                break;
            }
        }
    }
    (ops, leaks)
}
