//! Commit records: what each retired instruction did.

use std::fmt::Write;

use crate::config::Xlen;
use crate::execute::address;
use crate::op::{AccessKind, Op, Regs, SINK, length};

/// A data access of a retired instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemAccess {
    /// First address.
    pub addr: u64,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// The value stored, zero-extended; `None` for a load.
    pub stored: Option<u64>,
}

/// One retired instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its address.
    pub pc: u64,
    /// Its word.
    pub word: u32,
    /// The register written and its new value as an unsigned number of XLEN bits; `None` for x0.
    pub rd: Option<(u8, u64)>,
    /// The memory it touched.
    pub access: Option<MemAccess>,
}

/// The record in the format of Spike's commit log, without a line end.
///
/// `core   0: 3 0x80000000 (0x00f30293) x5  0x0000000f`; loads add ` mem 0xADDR`, stores ` mem 0xADDR 0xVALUE`.
/// Addresses and register values have XLEN / 4 digits, words and stored values two for each byte.
pub fn spike_line(commit: &Commit, xlen: Xlen) -> String {
    // "0x" counts as two of the width.
    let wide = xlen.bits() as usize / 4 + 2;
    let digits = 2 * usize::from(length(commit.word)) + 2;
    let mut line = format!("core   0: 3 {:#0wide$x} ({:#0digits$x})", commit.pc, commit.word);
    // Writing to a string cannot fail.
    if let Some((rd, value)) = commit.rd {
        let _ = write!(line, " x{rd:<2} {value:#0wide$x}");
    }
    if let Some(access) = commit.access {
        let _ = write!(line, " mem {:#0wide$x}", access.addr);
        if let Some(value) = access.stored {
            let _ = write!(line, " {value:#0width$x}", width = 2 * usize::from(access.size) + 2);
        }
    }
    line
}

/// Receives commits, or compiles to nothing.
pub(crate) trait Tracer {
    const ON: bool;

    fn commit(&mut self, commit: &Commit);
}

pub(crate) struct Off;

impl Tracer for Off {
    const ON: bool = false;

    fn commit(&mut self, _: &Commit) {}
}

pub(crate) struct On<F>(pub(crate) F);

impl<F: FnMut(&Commit)> Tracer for On<F> {
    const ON: bool = true;

    fn commit(&mut self, commit: &Commit) {
        (self.0)(commit);
    }
}

/// What is known of an instruction's record before it is executed; the values are zero.
pub(crate) fn template(op: Op, pc: u64) -> Commit {
    let access = op.id.access().map(|kind| match kind {
        AccessKind::Load(size) => MemAccess { addr: 0, size, stored: None },
        AccessKind::Store(size) => MemAccess { addr: 0, size, stored: Some(0) },
    });
    let rd = (op.rd != SINK).then_some((op.rd, 0));
    Commit { pc, word: op.word, rd, access }
}

/// The record of no instruction.
pub(crate) const NO_COMMIT: Commit = Commit { pc: 0, word: 0, rd: None, access: None };

/// Puts the value that was written or stored, and the address, in their places.
#[inline(always)]
pub(crate) fn fill<const RV32: bool>(commit: &mut Commit, value: u64, at: u64) {
    if let Some((_, written)) = &mut commit.rd {
        *written = address::<RV32>(value);
    }
    if let Some(access) = &mut commit.access {
        access.addr = at;
        if let Some(stored) = &mut access.stored {
            *stored = value & (u64::MAX >> (64 - 8 * u32::from(access.size)));
        }
    }
}

/// The part of a record that must be read before the instruction overwrites its sources.
pub(crate) struct Pending {
    op: Op,
    pc: u64,
    at: u64,
}

pub(crate) fn before<const RV32: bool>(op: Op, pc: u64, regs: &Regs) -> Pending {
    let base = regs[usize::from(op.rs1) % 64];
    let at = address::<RV32>(base.wrapping_add_signed(i64::from(op.imm)));
    Pending { op, pc, at }
}

impl Pending {
    pub(crate) fn after<const RV32: bool>(self, regs: &Regs) -> Commit {
        let Self { op, pc, at } = self;
        let stores = matches!(op.id.access(), Some(AccessKind::Store(_)));
        let from = if stores { op.rs2 } else { op.rd };
        let mut commit = template(op, pc);
        fill::<RV32>(&mut commit, regs[usize::from(from) % 64], at);
        commit
    }
}
