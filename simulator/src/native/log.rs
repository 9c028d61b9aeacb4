//! What traced native code leaves for [`crate::replay`]: a header of every block that was begun with, what its
//! instructions loaded, and what it leaves in registers at its end. A reader computes the rest; what a register holds
//! between blocks is what the code left there.

use super::analysis::Instruction;
use super::asm::{Alu, Place, Width};
use super::asm::{R15, RAX};
use super::block::Builder;
use crate::op::{AccessKind, SINK};
use crate::replay::header;

/// Words of the log; what is traced at once stays in the processor's nearest memory.
pub(super) const WORDS: usize = 4 * 1024;
/// Instructions that fit it whatever they are: each has one word at most, and each block one.
pub(super) const INSTRUCTIONS: u64 = WORDS as u64 / 2;

const fn place(word: usize) -> Place {
    // At most one word for each of the instructions of a block.
    Place { base: R15, at: 8 * word as i32 }
}

/// For each instruction of a block whether what it writes to rd is logged, when no reader can tell it.
pub(super) fn choose(block: &[Instruction]) -> Vec<bool> {
    let mut later = [false; 64];
    let is_chosen = |instruction: &Instruction| {
        let op = instruction.op;
        let last = !std::mem::replace(&mut later[usize::from(op.rd) % 64], true);
        op.rd != SINK && (last || matches!(op.id.access(), Some(AccessKind::Load(_))))
    };
    let mut chosen: Vec<bool> = block.iter().rev().map(is_chosen).collect();
    chosen.reverse();
    chosen
}

impl Builder<'_> {
    /// Begins with the block's part.
    pub(super) fn log_block(&mut self, len: usize) {
        self.logged = Some(1);
        let header = header(self.firsts.instruction, len);
        self.values.asm.constant(RAX, header as i64);
        self.values.asm.store(8, place(0), RAX);
    }

    /// What the instruction at `index` wrote to `rd`, if it is to be logged and not left for later.
    pub(super) fn log_result(&mut self, index: usize, rd: u8) {
        let Some(words) = self.logged.filter(|_| self.in_log[index]) else { return };
        if self.values.lazy(rd).is_some() {
            self.in_log[index] = false;
            return;
        }
        self.logged = Some(words + 1);
        // The reader looks at as many bits as a register has.
        let width = if self.rv32 { Width::W32 } else { Width::W64 };
        let host = self.values.host(rd, width);
        self.values.asm.store(8, place(words), host);
    }

    /// Ends the block's part of so many words, where `done` of its instructions have retired, or all.
    pub(super) fn log_end(&mut self, done: Option<usize>, words: Option<usize>) {
        let Some(words) = words else { return };
        if let Some(done) = done {
            let count = Place { base: R15, at: 4 };
            self.values.asm.store_word(count, done as i32);
        }
        self.values.asm.alu_constant(Alu::Add, Width::W64, R15, 8 * words as i32);
    }
}
