//! Commit records: what each retired instruction did.

use std::fmt::Write;

use crate::config::Xlen;
use crate::execute::address;
use crate::op::{AccessKind, Op, Regs, SINK};

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
/// Addresses and register values have XLEN / 4 digits, stored values two for each byte.
pub fn spike_line(commit: &Commit, xlen: Xlen) -> String {
    // "0x" counts as two of the width.
    let wide = xlen.bits() as usize / 4 + 2;
    let mut line = format!("core   0: 3 {:#0wide$x} ({:#010x})", commit.pc, commit.word);
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

/// The part of a record that must be read before the instruction overwrites its sources.
pub(crate) struct Pending {
    commit: Commit,
    rd: u8,
    mask: u64,
}

pub(crate) fn before<const RV32: bool>(op: Op, pc: u64, regs: &Regs) -> Pending {
    let reg = |r: u8| regs[usize::from(r) % 64];
    let addr = address::<RV32>(reg(op.rs1).wrapping_add_signed(i64::from(op.imm)));
    let access = op.id.access().map(|kind| match kind {
        AccessKind::Load(size) => MemAccess { addr, size, stored: None },
        AccessKind::Store(size) => {
            let value = reg(op.rs2) & (u64::MAX >> (64 - 8 * u32::from(size)));
            MemAccess { addr, size, stored: Some(value) }
        }
    });
    let commit = Commit { pc, word: op.word, rd: None, access };
    Pending { commit, rd: op.rd, mask: address::<RV32>(u64::MAX) }
}

impl Pending {
    pub(crate) fn after(self, regs: &Regs) -> Commit {
        let rd = (self.rd != SINK).then(|| (self.rd, regs[usize::from(self.rd) % 64] & self.mask));
        Commit { rd, ..self.commit }
    }
}
