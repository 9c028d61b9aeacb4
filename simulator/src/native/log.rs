//! What traced native code leaves: for every block that was begun with, and every instruction of it that retired, the
//! words that were not known beforehand.
//!
//! A block's part begins with a word that has the block's number in its low half and above it how many of its
//! instructions retired. Then each instruction has one word for the address that it loads from or stores to, if it
//! does, and one for what it stores or writes to rd, if it does.

use super::asm::{Alu, Operand, Place, Width};
use super::asm::{R15, RAX};
use super::block::Builder;
use crate::execute::address;
use crate::op::{Op, SINK};
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

    /// What a register holds now, in which the reader looks at as many bits as it has.
    pub(super) fn log_register(&mut self, number: u8) {
        if number == SINK {
            return;
        }
        let Some(word) = self.next_word() else { return };
        let constant = self.values.constant(number).map(i32::try_from);
        if let Some(Ok(value)) = constant {
            return self.values.asm.store_constant(word, value);
        }
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

/// Hands out what the log holds, of blocks whose instructions have these records but for it.
pub(super) fn read<const RV32: bool>(
    mut log: &[u64],
    commits: &mut [Vec<Commit>],
    mut each: impl FnMut(&Commit),
) {
    while let Some((header, mut rest)) = log.split_first() {
        let mut next = || {
            let (word, after) = rest.split_first().unwrap_or((&0, &[]));
            rest = after;
            *word
        };
        let retired = (header >> 32) as usize;
        for commit in commits[*header as u32 as usize].iter_mut().take(retired) {
            if let Some(access) = &mut commit.access {
                access.addr = address::<RV32>(next());
                if let Some(stored) = &mut access.stored {
                    *stored = next() & (u64::MAX >> (64 - 8 * u32::from(access.size)));
                }
            }
            if let Some((_, value)) = &mut commit.rd {
                *value = address::<RV32>(next());
            }
            each(commit);
        }
        log = rest;
    }
}
