//! The cycle model: in which clock cycle the in-order core of this project retires each instruction.
//!
//! It holds for a memory that takes every request at once and answers in the next cycle. The table of cycles is in
//! the README of the core (`rtl-harness/cores/inorder`); the fuzzer compares every program with the RTL.

mod counter;

use crate::{Cause, Xlen};

pub use counter::Counter;

/// What an instruction was followed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// It retired, and this is the address of the next one.
    By(u64),
    /// It raised this exception.
    Trap(Cause),
}

/// The core from a reset on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InOrder {
    xlen: Xlen,
    /// The first cycle of the next instruction, if it lies in one word of the memory.
    start: u64,
    /// The next instruction was not fetched ahead.
    jumped: bool,
}

impl InOrder {
    /// Just after reset: cycle 0 is that of the first fetch.
    pub fn new(xlen: Xlen) -> Self {
        Self { xlen, start: 2, jumped: true }
    }

    /// The cycle in which the instruction `word` at `pc` retires or traps.
    ///
    /// Of one that could not be fetched, `word` is 0 when its first half is not there, and 3 when only the second
    /// is not.
    pub fn retire(&mut self, pc: u64, word: u32, followed: Followed) -> u64 {
        let length = if word & 3 == 3 { 4 } else { 2 };
        // A target in the upper half of a word needs a second one when it is long.
        let split = self.jumped && pc & 2 != 0 && length == 4;
        let kind = kind(word, self.xlen);
        let (cost, jumps) = match followed {
            Followed::Trap(Cause::LoadAccessFault | Cause::StoreAccessFault) => (2, true),
            Followed::Trap(_) => (1, true),
            Followed::By(next) => {
                let jumps = match kind {
                    Kind::Jump => true,
                    Kind::Branch => next != pc.wrapping_add(length) & self.xlen.mask(),
                    Kind::Other(_) => false,
                };
                (if let Kind::Other(cost) = kind { cost } else { 1 }, jumps)
            }
        };
        let retires = self.start + u64::from(split) + cost - 1;
        self.start = retires + if jumps { 2 } else { 1 };
        self.jumped = jumps;
        retires
    }
}

/// What decides about the cycles of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Always goes elsewhere: the next instruction is fetched anew.
    Jump,
    Branch,
    /// So many cycles.
    Other(u64),
}

fn kind(word: u32, xlen: Xlen) -> Kind {
    if word & 3 != 3 {
        return short(word, xlen);
    }
    let (funct3, funct7) = (word >> 12 & 7, word >> 25);
    let bits = u64::from(xlen.bits());
    match word & 0x7f {
        0x63 => Kind::Branch,
        0x67 | 0x6f => Kind::Jump,
        0x03 | 0x23 => Kind::Other(2),
        // fence.i
        0x0f if funct3 == 1 => Kind::Jump,
        // mret
        0x73 if word == 0x3020_0073 => Kind::Jump,
        0x33 | 0x3b if funct7 == 1 => Kind::Other(if funct3 < 4 { 2 } else { bits + 2 }),
        0x33 if funct3 == 0 && is_aes(funct7, xlen) => Kind::Other(2),
        // aes64ks1i and aes64im
        0x13 if funct3 == 1 && (word >> 24 == 0x31 || word >> 20 == 0x300) => Kind::Other(2),
        0x2b => Kind::Other(custom(funct3, funct7, bits)),
        _ => Kind::Other(1),
    }
}

/// The AES ops of two sources.
fn is_aes(funct7: u32, xlen: Xlen) -> bool {
    match xlen {
        Xlen::Rv32 => matches!(funct7 & 0x1f, 0x11 | 0x13 | 0x15 | 0x17),
        Xlen::Rv64 => matches!(funct7, 0x19 | 0x1b | 0x1d | 0x1f | 0x3f),
    }
}

/// The sets in opcode 0x2b; those that are not here take one cycle.
fn custom(funct3: u32, funct7: u32, bits: u64) -> u64 {
    match (funct3, funct7) {
        // addc and addcc, maccl and macch: four bits of a factor a cycle
        (0, _) if funct7 & 3 < 2 => 2,
        (0, _) => bits / 4 + 2,
        // montred: two products, a sum, a subtraction
        (2, 0) => bits / 2 + 4,
        // kybermul and kybercompress
        (6, 2 | 3) => 14,
        (6, _) => 2,
        _ => 1,
    }
}

fn short(word: u32, xlen: Xlen) -> Kind {
    let (quadrant, funct3, rs2) = (word & 3, word >> 13 & 7, word >> 2 & 31);
    match (quadrant, funct3) {
        // c.lw, c.ld, c.sw, c.sd and those by the stack pointer
        (0 | 2, 2 | 3 | 6 | 7) => Kind::Other(2),
        (1, 1) if xlen == Xlen::Rv32 => Kind::Jump,
        (1, 5) => Kind::Jump,
        (1, 6 | 7) => Kind::Branch,
        // c.jr and c.jalr; the one with rs1 = x0 is c.ebreak
        (2, 4) if rs2 == 0 => Kind::Jump,
        _ => Kind::Other(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles from one instruction to the next, for the words of a program at 0x8000_0000.
    fn gaps(xlen: Xlen, steps: &[(u64, u32, Followed)]) -> Vec<u64> {
        let mut core = InOrder::new(xlen);
        let cycles: Vec<u64> = steps.iter().map(|&(pc, w, f)| core.retire(pc, w, f)).collect();
        std::iter::once(cycles[0]).chain(cycles.windows(2).map(|c| c[1] - c[0])).collect()
    }

    #[test]
    fn the_table_of_the_core() {
        use Followed::{By, Trap};
        let at = 0x8000_0000;
        let steps = [
            (at, 0x0000_0013, By(at + 4)),       // addi
            (at + 4, 0x0220_81b3, By(at + 8)),   // mul
            (at + 8, 0x0220_c1b3, By(at + 12)),  // div
            (at + 12, 0x0000_2083, By(at + 16)), // lw
            (at + 16, 0x0000_0063, By(at + 16)), // beq, taken
            (at + 16, 0x0000_0463, By(at + 20)), // beq, not taken, behind the jump
            (at + 20, 0x0020_006f, By(at + 22)), // jal into the upper half
            (at + 22, 0x0000_0013, By(at + 26)), // a long one there
            (at + 26, 0x0000_007f, Trap(Cause::IllegalInstruction)),
            (at, 0x0000_0001, By(at + 2)), // c.nop
        ];
        assert_eq!(gaps(Xlen::Rv32, &steps), [2, 2, 34, 2, 1, 2, 1, 3, 1, 2]);
        assert_eq!(gaps(Xlen::Rv64, &steps)[2], 66);
    }
}
