//! Commit records: what each retired instruction did.

use std::fmt;

use crate::config::Xlen;
use crate::csr;
use crate::execute::address;
use crate::op::{AccessKind, Op, Regs, SINK, length};
use crate::replay::Log;

/// A data access of a retired instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemAccess {
    /// First address.
    pub addr: u64,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// The value stored, zero-extended; `None` for a load.
    pub stored: Option<u64>,
    /// Whether it was read; an atomic operation reads and stores.
    pub loaded: bool,
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
    /// The CSR that it wrote: its number, and what it holds now as an unsigned number of XLEN bits.
    pub csr: Option<(u16, u64)>,
    /// The memory it touched.
    pub access: Option<MemAccess>,
}

/// One retired instruction on a hart of any register width: what a line of a trace shows.
///
/// Displayed in the format of Spike's commit log, without a line end:
/// `core   0: 3 0x80000000 (0x00f30293) x5  0x0000000f`; a written CSR adds ` c768_mstatus 0x00001800`, loads add
/// ` mem 0xADDR`, stores ` mem 0xADDR 0xVALUE`, and atomic operations both.
/// Addresses and register values have XLEN / 4 digits, words and stored values two for each byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Register width in bits.
    pub xlen: u32,
    /// Address of the instruction.
    pub pc: u128,
    /// Its word.
    pub word: u32,
    /// The register written and its new value, zero-extended; `None` for x0.
    pub rd: Option<(u8, u128)>,
    /// The CSR written and its new value, zero-extended.
    pub csr: Option<(u16, u128)>,
    /// Where it loaded.
    pub load: Option<u128>,
    /// Where it stored: the address, the value, and its size in bytes.
    pub store: Option<(u128, u128, u8)>,
}

impl Line {
    /// What is shown of a record.
    pub fn new(commit: &Commit, xlen: Xlen) -> Self {
        let store = |a: MemAccess| Some((a.addr.into(), a.stored?.into(), a.size));
        Line {
            xlen: xlen.bits(),
            pc: commit.pc.into(),
            word: commit.word,
            rd: commit.rd.map(|(rd, value)| (rd, value.into())),
            csr: commit.csr.map(|(number, value)| (number, value.into())),
            load: commit.access.filter(|a| a.loaded).map(|a| a.addr.into()),
            store: commit.access.and_then(store),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // "0x" counts as two of the width.
        let wide = self.xlen as usize / 4 + 2;
        let digits = 2 * usize::from(length(self.word)) + 2;
        write!(f, "core   0: 3 {:#0wide$x} ({:#0digits$x})", self.pc, self.word)?;
        if let Some((rd, value)) = self.rd {
            write!(f, " x{rd:<2} {value:#0wide$x}")?;
        }
        if let Some((number, value)) = self.csr {
            write!(f, " c{number}_{} {value:#0wide$x}", csr::name(number))?;
        }
        if let Some(addr) = self.load {
            write!(f, " mem {addr:#0wide$x}")?;
        }
        if let Some((addr, value, size)) = self.store {
            let width = 2 * usize::from(size) + 2;
            write!(f, " mem {addr:#0wide$x} {value:#0width$x}")?;
        }
        Ok(())
    }
}

/// The record in the format of Spike's commit log: see [`Line`].
pub fn spike_line(commit: &Commit, xlen: Xlen) -> String {
    Line::new(commit, xlen).to_string()
}

/// Records of instructions that retired one after the other.
///
/// They are kept as they were collected: what depends on the code once for every instruction, beside a log of what it
/// could not be asked for afterwards. Reading them executes the instructions once more.
#[derive(Debug)]
pub struct Records<'a> {
    rv32: bool,
    kept: Kept<'a>,
}

/// What is logged goes into a record in its place, so that none is copied as a whole.
#[derive(Debug)]
enum Kept<'a> {
    One(&'a Commit),
    Blocks(Log<'a>),
}

impl<'a> Records<'a> {
    pub(crate) const fn new<const RV32: bool>(log: Log<'a>) -> Self {
        Self { rv32: RV32, kept: Kept::Blocks(log) }
    }

    /// Hands out the records in the order in which the instructions retired.
    pub fn for_each(&mut self, mut each: impl FnMut(&Commit)) {
        match &mut self.kept {
            Kept::One(commit) => each(commit),
            Kept::Blocks(log) if self.rv32 => log.read::<true>(each),
            Kept::Blocks(log) => log.read::<false>(each),
        }
    }
}

/// Receives commits, or compiles to nothing.
pub(crate) trait Tracer {
    const ON: bool;

    fn commit(&mut self, commit: &Commit);

    fn records(&mut self, records: &mut Records) {
        records.for_each(|commit| self.commit(commit));
    }
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

/// Wants records as they are collected.
pub(crate) struct Batches<F>(pub(crate) F);

impl<F: FnMut(&mut Records)> Tracer for Batches<F> {
    const ON: bool = true;

    fn commit(&mut self, commit: &Commit) {
        (self.0)(&mut Records { rv32: false, kept: Kept::One(commit) });
    }

    fn records(&mut self, records: &mut Records) {
        (self.0)(records);
    }
}

/// What is known of an instruction's record before it is executed; the values are zero.
pub(crate) fn template(op: Op, pc: u64) -> Commit {
    let access = op.id.access().map(|kind| match kind {
        AccessKind::Load(size) => MemAccess { addr: 0, size, stored: None, loaded: true },
        AccessKind::Store(size) => MemAccess { addr: 0, size, stored: Some(0), loaded: false },
    });
    let rd = (op.rd != SINK).then_some((op.rd, 0));
    Commit { pc, word: op.word, rd, csr: None, access }
}

/// The record of no instruction.
pub(crate) const NO_COMMIT: Commit = Commit { pc: 0, word: 0, rd: None, csr: None, access: None };

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
