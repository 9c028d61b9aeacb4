//! What traced native code leaves: for every block that was begun with, and every instruction of it that retired, the
//! words that were not known beforehand.
//!
//! A block's part begins with a word that has the block's number in its low half and above it how many of its
//! instructions retired. Then each instruction has one word for the address that it loads from or stores to, if it
//! does, and one for what it stores or writes to rd, if it does. What a block's making left for later is left to the
//! reader too: constants, and shifts by constants of what a register held.

use super::asm::{Alu, Operand, Place, Width};
use super::asm::{R15, RAX};
use super::block::Builder;
use super::values::Lazy;
use crate::execute::address;
use crate::op::{Op, Regs, SINK};
use crate::trace::Commit;

/// Words of the log; what is traced at once stays in the processor's nearest memory.
pub(super) const WORDS: usize = 6 * 1024;
/// Instructions that fit it whatever they are: each has two words at most, and each block one.
pub(super) const INSTRUCTIONS: u64 = WORDS as u64 / 3;

const fn place(word: usize) -> Place {
    // At most two words for each of the instructions of a block.
    Place { base: R15, at: 8 * word as i32 }
}

impl Builder<'_> {
    /// Begins with the block's part.
    pub(super) fn log_block(&mut self, len: usize) {
        self.logged = Some(1);
        let header = (len as u64) << 32 | self.firsts.block as u64;
        self.values.asm.constant(RAX, header as i64);
        self.values.asm.store(8, place(0), RAX);
    }

    fn next_word(&mut self) -> Option<Place> {
        let words = self.logged.as_mut()?;
        *words += 1;
        Some(place(*words - 1))
    }

    /// Where the operation is about to load or store.
    pub(super) fn log_address(&mut self, op: Op, width: Width) {
        let Some(word) = self.next_word() else { return };
        let base = self.values.operand(op.rs1, width);
        let asm = &mut self.values.asm;
        match base {
            Operand::Host(base) => asm.lea(width, RAX, Place { base, at: op.imm }),
            Operand::Place(place) => {
                asm.mov(width, RAX, place);
                asm.alu_constant(Alu::Add, width, RAX, op.imm);
            }
        }
        asm.store(8, word, RAX);
    }

    /// What the instruction at `index` wrote, unless the reader can tell.
    pub(super) fn log_result(&mut self, index: usize, rd: u8) {
        match self.values.lazy(rd).filter(|_| rd != SINK && self.logged.is_some()) {
            Some(lazy) => self.origins[index] = Origin::Code(lazy),
            None => self.log_register(rd),
        }
    }

    /// What a register holds now, in which the reader looks at as many bits as it has.
    pub(super) fn log_register(&mut self, number: u8) {
        if number == SINK {
            return;
        }
        let Some(word) = self.next_word() else { return };
        let width = if self.rv32 { Width::W32 } else { Width::W64 };
        let host = self.values.host(number, width);
        self.values.asm.store(8, word, host);
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

/// Where the value that a traced instruction writes is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The next word of the log.
    Log,
    /// It follows from the code, and from what a register held.
    Code(Lazy),
}

/// A traced instruction: its record but for what the log says, and where the value is.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(super) commit: Commit,
    pub(super) origin: Origin,
}

/// Hands out what the log holds, of blocks of these instructions, from registers `x` on.
pub(super) fn read<const RV32: bool>(
    mut log: &[u64],
    blocks: &mut [Vec<Logged>],
    x: &mut Regs,
    mut each: impl FnMut(&Commit),
) {
    while let Some((header, mut rest)) = log.split_first() {
        let mut next = || {
            let (word, after) = rest.split_first().unwrap_or((&0, &[]));
            rest = after;
            *word
        };
        let retired = (header >> 32) as usize;
        for Logged { commit, origin } in blocks[*header as u32 as usize].iter_mut().take(retired) {
            if let Some(access) = &mut commit.access {
                access.addr = address::<RV32>(next());
                if let Some(stored) = &mut access.stored {
                    *stored = next() & (u64::MAX >> (64 - 8 * u32::from(access.size)));
                }
            }
            if let Some((rd, value)) = &mut commit.rd {
                let written = match origin {
                    Origin::Log => next(),
                    Origin::Code(lazy) => lazy.value(x),
                };
                x[usize::from(*rd) % 64] = written;
                *value = address::<RV32>(written);
            }
            each(commit);
        }
        log = rest;
    }
}
