//! Records made of little: what code says about itself, and a log of what it does not say.
//!
//! Hot code that is traced leaves a header for every block that it begins with and a word for every value that nobody
//! could compute afterwards: what was loaded. A reader executes the same operations once more, from the registers that
//! the log begins with, and fills in their records. So a trace costs little until somebody looks at it.

use crate::execute::{address, canonical, step};
use crate::memory::{Bus, Fault, Stored};
use crate::op::{Op, Regs};
use crate::trace::{Commit, NO_COMMIT, fill, template};

/// An instruction of a traced block.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    op: Op,
    /// Its record but for values and addresses.
    commit: Commit,
    /// Whether a word of the log is what it writes to rd.
    in_log: bool,
}

impl Logged {
    /// In the place of no instruction.
    pub(crate) const NONE: Self = Self { op: Op::UNDECODED, commit: NO_COMMIT, in_log: false };

    pub(crate) fn new<const RV32: bool>(op: Op, pc: u64, in_log: bool) -> Self {
        Self { op, commit: template(op, address::<RV32>(pc)), in_log }
    }
}

/// What a block begins with in the log: the place of its first instruction among all, and how many retired.
pub(crate) const fn header(first: usize, retired: usize) -> u64 {
    (retired as u64) << 32 | first as u64
}

/// What a log holds, and what it takes to read it.
#[derive(Debug)]
pub(crate) struct Log<'a> {
    pub(crate) words: &'a [u64],
    pub(crate) instructions: &'a mut [Logged],
    /// The registers that it begins with.
    pub(crate) before: &'a Regs,
}

impl Log<'_> {
    /// Hands out the records of all instructions.
    pub(crate) fn read<const RV32: bool>(&mut self, mut each: impl FnMut(&Commit)) {
        let mut x = *self.before;
        let mut words = self.words.iter();
        while let Some(&header) = words.next() {
            let (first, retired) = (header as u32 as usize, (header >> 32) as usize);
            let block = self.instructions.iter_mut().skip(first).take(retired);
            for Logged { op, commit, in_log } in block {
                let base = x[usize::from(op.rs1) % 64];
                let at = address::<RV32>(base.wrapping_add_signed(i64::from(op.imm)));
                if *in_log {
                    let word = words.next().copied().unwrap_or(0);
                    x[usize::from(op.rd) % 64] = canonical::<RV32>(word);
                } else {
                    step::<RV32>(*op, commit.pc, &mut x, &mut Nowhere);
                }
                let stores = commit.access.is_some_and(|access| access.stored.is_some());
                let from = if stores { op.rs2 } else { op.rd };
                fill::<RV32>(commit, x[usize::from(from) % 64], at);
                each(commit);
            }
        }
    }
}

/// No memory: what was loaded is in the log, and what was stored is in a register.
struct Nowhere;

impl Bus for Nowhere {
    fn load<const N: usize>(&mut self, _: u64) -> Result<[u8; N], Fault> {
        Err(Fault::Access)
    }

    fn store<const N: usize>(&mut self, _: u64, _: [u8; N]) -> Result<Stored, Fault> {
        Ok(Stored::Quiet)
    }
}
