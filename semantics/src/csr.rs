//! The control and status registers: one row each, and what an access needs.
//!
//! A hart here has machine mode and no other, so there is no CSR of supervisor or user mode, none that
//! delegates or counts on behalf of them, and no interrupt ever becomes pending. Everything about a CSR
//! is in its row; adding one is adding a row.

mod entropy;
mod file;

pub use entropy::{Entropy, Health};
pub use file::CsrFile;

use crate::{
    bits::Val,
    domain::{Bv, Concrete},
    insns::Insn,
    spec::{ALL, Operands, RV32},
    symbolic::Recorder,
};
use std::fmt;

/// Interrupt enable and its saved copy.
pub const MSTATUS: u32 = 0x300;
/// Address of the trap handler, and how interrupts find theirs.
pub const MTVEC: u32 = 0x305;
/// Which counters stand still.
pub const MCOUNTINHIBIT: u32 = 0x320;
/// A word for the trap handler.
pub const MSCRATCH: u32 = 0x340;
/// Address of the instruction that trapped.
pub const MEPC: u32 = 0x341;
/// Why it trapped.
pub const MCAUSE: u32 = 0x342;
/// More about it: an address or a word.
pub const MTVAL: u32 = 0x343;
/// The modulus of `montred` (Xmont, of this project), in the range for custom unprivileged ones.
pub const MONTN: u32 = 0x800;
/// -1 / [`MONTN`] mod 2^XLEN.
pub const MONTNINV: u32 = 0x801;
/// The entropy source.
pub const SEED: u32 = 0x015;

/// `mstatus.MIE`
pub const MIE: u32 = 3;
/// `mstatus.MPIE`
pub const MPIE: u32 = 7;
/// Machine mode in `mstatus.MPP`, which can hold nothing else here.
const MPP_M: u128 = 3 << 11;

/// What decides about the bits that a CSR has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Register width.
    pub xlen: u32,
    /// Alignment of instructions in bytes: 4, or 2 with compressed ones.
    pub ialign: u128,
}

/// A counter of the hart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// One for each retired instruction: the cycle model of the spec machine.
    Cycle,
    /// One for each retired instruction.
    Instret,
    /// One for each retired instruction, whatever is inhibited.
    Time,
}

/// Where the value of a CSR comes from.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// It is always zero; writes are ignored.
    Zero,
    /// The letters of the ISA string; writes are ignored.
    Misa,
    /// What was written to the bits of the mask (WARL); the others are always as in `fixed`.
    Bits {
        /// The bits that can be written.
        writable: fn(Shape) -> u128,
        /// The others, and all of them after reset.
        fixed: u128,
    },
    /// A counter from bit `from` on.
    Count {
        /// Which.
        counter: Counter,
        /// 32 for the upper half on RV32.
        from: u32,
    },
    /// The next poll of the entropy source.
    Seed,
}

/// A CSR, or a family of CSRs with consecutive numbers that are all alike.
#[derive(Clone, Copy, Debug)]
pub struct Csr {
    /// Its number, or that of the first of the family.
    pub number: u32,
    /// How many there are.
    pub count: u32,
    /// The manual's name; `*` stands for the index in a family, from 3 on.
    pub name: &'static str,
    /// The extensions that have it: any one of them is enough.
    pub extensions: &'static [&'static str],
    /// Register widths that have it.
    pub xlens: u32,
    /// Where its value comes from.
    pub holds: Holds,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The document and its section.
    pub source: &'static str,
}

const fn csr(
    number: u32,
    name: &'static str,
    extensions: &'static [&'static str],
    holds: Holds,
    about: &'static str,
    source: &'static str,
) -> Csr {
    Csr { number, count: 1, name, extensions, xlens: ALL, holds, about, source }
}

impl Csr {
    const fn rv32(self) -> Csr {
        Csr { xlens: RV32, ..self }
    }
    /// Counters 3 to 31.
    const fn family(self) -> Csr {
        Csr { count: 29, ..self }
    }
    /// Whether bits 11 and 10 of the number make it read-only.
    pub const fn is_read_only(&self) -> bool {
        self.number >> 10 == 3
    }
    /// The name of one of the family.
    pub fn name_of(&self, number: u32) -> String {
        self.name.replace('*', &(number - self.number + 3).to_string())
    }
}

const fn bits(writable: fn(Shape) -> u128) -> Holds {
    Holds::Bits { writable, fixed: 0 }
}
const fn count(counter: Counter, from: u32) -> Holds {
    Holds::Count { counter, from }
}
/// Every bit of a register.
fn all(shape: Shape) -> u128 {
    u128::MAX >> (128 - shape.xlen)
}
/// An address of an instruction.
fn instruction(shape: Shape) -> u128 {
    all(shape) & !(shape.ialign - 1)
}
/// Mode 0 (direct) or 1 (vectored, which differs for interrupts alone); bit 1 is always zero.
fn vector(shape: Shape) -> u128 {
    all(shape) & !2
}
fn status(_: Shape) -> u128 {
    1 << MIE | 1 << MPIE
}
/// Software, timer and external interrupts of machine mode.
fn interrupts(_: Shape) -> u128 {
    1 << 3 | 1 << 7 | 1 << 11
}
/// CY and IR; the other counters are zero anyway.
fn inhibitable(_: Shape) -> u128 {
    1 << 0 | 1 << 2
}

/// The privileged architecture needs Zicsr ("The SYSTEM major opcode ... requires the Zicsr extension"),
/// so an ISA string with Zicsr has it, machine mode only.
const M: &[&str] = &["Zicsr"];
const CNTR: &[&str] = &["Zicntr"];
const HPM: &[&str] = &["Zihpm"];
const ZKR: &[&str] = &["Zkr"];
const XMONT: &[&str] = &["Xmont"];
const P: &str = "privileged manual, \"Machine-Level CSRs\"";
const PMU: &str = "privileged manual, \"Hardware Performance Monitor\"";
const U: &str = "unprivileged manual, \"Zicntr\" and \"Zihpm\"";
const OURS: &str = "this project, \"Xmont\"";
const ES: &str = "unprivileged manual, \"Entropy Source\"";

use Counter::{Cycle, Instret, Time};
use Holds::{Misa, Seed, Zero};

/// Every CSR that some ISA string brings.
#[rustfmt::skip]
pub const TABLE: &[Csr] = &[
    csr(SEED, "seed", ZKR, Seed, "entropy source: status in bits 31..30, entropy in 15..0", ES),
    csr(MSTATUS, "mstatus", M, Holds::Bits { writable: status, fixed: MPP_M }, "status: MIE, MPIE; MPP is 3", P),
    csr(0x301, "misa", M, Misa, "register width and extensions; cannot be changed", P),
    csr(0x304, "mie", M, bits(interrupts), "interrupts that are enabled; none ever comes", P),
    csr(MTVEC, "mtvec", M, bits(vector), "address of the trap handler; direct or vectored", P),
    csr(0x310, "mstatush", M, Zero, "upper half of the status: little-endian", P).rv32(),
    csr(MCOUNTINHIBIT, "mcountinhibit", M, bits(inhibitable), "counters that stand still: CY, IR", PMU),
    csr(0x323, "mhpmevent*", M, Zero, "event of a counter that counts nothing", PMU).family(),
    csr(MSCRATCH, "mscratch", M, bits(all), "a word for the trap handler", P),
    csr(MEPC, "mepc", M, bits(instruction), "address of the instruction that trapped", P),
    csr(MCAUSE, "mcause", M, bits(all), "why it trapped", P),
    csr(MTVAL, "mtval", M, bits(all), "the address or the word that it trapped on", P),
    csr(0x344, "mip", M, Zero, "interrupts that are pending: none", P),
    csr(0x747, "mseccfg", ZKR, Zero, "SSEED and USEED: zero without supervisor and user mode", ES),
    csr(0x757, "mseccfgh", ZKR, Zero, "upper half of mseccfg", ES).rv32(),
    csr(MONTN, "montn", XMONT, bits(all), "modulus of montred", OURS),
    csr(MONTNINV, "montninv", XMONT, bits(all), "-1 over the modulus of montred, modulo 2^XLEN", OURS),
    csr(0xB00, "mcycle", M, count(Cycle, 0), "clock cycles", PMU),
    csr(0xB02, "minstret", M, count(Instret, 0), "retired instructions", PMU),
    csr(0xB03, "mhpmcounter*", M, Zero, "a counter that counts nothing", PMU).family(),
    csr(0xB80, "mcycleh", M, count(Cycle, 32), "upper half of mcycle", PMU).rv32(),
    csr(0xB82, "minstreth", M, count(Instret, 32), "upper half of minstret", PMU).rv32(),
    csr(0xB83, "mhpmcounter*h", M, Zero, "upper half of a counter that counts nothing", PMU).rv32().family(),
    csr(0xC00, "cycle", CNTR, count(Cycle, 0), "mcycle, to be read", U),
    csr(0xC01, "time", CNTR, count(Time, 0), "ticks of a clock: here one an instruction", U),
    csr(0xC02, "instret", CNTR, count(Instret, 0), "minstret, to be read", U),
    csr(0xC03, "hpmcounter*", HPM, Zero, "mhpmcounter*, to be read", U).family(),
    csr(0xC80, "cycleh", CNTR, count(Cycle, 32), "upper half of cycle", U).rv32(),
    csr(0xC81, "timeh", CNTR, count(Time, 32), "upper half of time", U).rv32(),
    csr(0xC82, "instreth", CNTR, count(Instret, 32), "upper half of instret", U).rv32(),
    csr(0xC83, "hpmcounter*h", HPM, Zero, "upper half of hpmcounter*", U).rv32().family(),
    csr(0xF11, "mvendorid", M, Zero, "vendor: not given", P),
    csr(0xF12, "marchid", M, Zero, "architecture: not given", P),
    csr(0xF13, "mimpid", M, Zero, "implementation: not given", P),
    csr(0xF14, "mhartid", M, Zero, "number of the hart: the only one", P),
    csr(0xF15, "mconfigptr", M, Zero, "configuration structure: there is none", P),
];

/// For each number the row that has it, counted from 1; 0 where there is none.
static ROWS: [u8; 1 << 12] = {
    let (mut rows, mut k) = ([0; 1 << 12], 0);
    while k < TABLE.len() {
        let mut number = TABLE[k].number;
        while number < TABLE[k].number + TABLE[k].count {
            assert!(rows[number as usize] == 0, "two CSRs have one number");
            rows[number as usize] = k as u8 + 1;
            number += 1;
        }
        k += 1;
    }
    rows
};

/// Where the row of a number is in the table, whatever the register width.
fn row(number: u32) -> Option<usize> {
    usize::from(*ROWS.get(number as usize)?).checked_sub(1)
}

/// The CSR of this number, whatever the register width.
pub fn find(number: u32) -> Option<&'static Csr> {
    row(number).map(|k| &TABLE[k])
}

/// The name of a CSR; its number where nothing has it.
pub fn name(number: u32) -> String {
    find(number).map_or_else(|| format!("{number:#x}"), |csr| csr.name_of(number))
}

/// The number of the CSR of this name.
pub fn named(name: &str) -> Option<u32> {
    let numbers = |csr: &'static Csr| (csr.number..csr.number + csr.count).map(move |n| (csr, n));
    TABLE.iter().flat_map(numbers).find(|(csr, n)| csr.name_of(*n) == name).map(|(_, n)| n)
}

/// Why an instruction may not access the CSR that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing has a CSR of this number.
    Unknown(u32),
    /// It exists on another register width.
    OtherWidth(u32),
    /// None of the extensions that have it is in the ISA string.
    NotEnabled(u32),
    /// It would be written, and its number says that it cannot be.
    ReadOnly(u32),
    /// `seed` would be read and not written.
    NotWritten(u32),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Refused::Unknown(n) => write!(f, "there is no CSR {n:#x}"),
            Refused::OtherWidth(n) => write!(f, "CSR `{}` does not exist on this width", name(n)),
            Refused::NotEnabled(n) => {
                let needs = find(n).map_or(&[][..], |csr| csr.extensions).join(" or ");
                write!(f, "CSR `{}` needs {needs}", name(n))
            }
            Refused::ReadOnly(n) => write!(f, "CSR `{}` is read-only", name(n)),
            Refused::NotWritten(n) => {
                write!(f, "CSR `{}` cannot be read without a write", name(n))
            }
        }
    }
}

/// Whether an instruction may access the CSR that it names, on this width and with the extensions for
/// which `has` holds, asked by the table's names.
///
/// # Errors
/// Why not.
pub fn access(
    insn: Insn,
    operands: &Operands,
    xlen: u32,
    has: impl Fn(&str) -> bool,
) -> Result<(), Refused> {
    let number = operands.csr;
    let csr = find(number).ok_or(Refused::Unknown(number))?;
    if csr.xlens & xlen == 0 {
        return Err(Refused::OtherWidth(number));
    }
    if !csr.extensions.iter().any(|e| has(e)) {
        return Err(Refused::NotEnabled(number));
    }
    match (writes(insn, operands), csr.is_read_only(), csr.holds) {
        (true, true, _) => Err(Refused::ReadOnly(number)),
        (false, _, Holds::Seed) => Err(Refused::NotWritten(number)),
        _ => Ok(()),
    }
}

/// Whether an instruction writes the CSR that it names: its semantics says so.
fn writes(insn: Insn, operands: &Operands) -> bool {
    let pc = Bv::from_raw(Concrete::<4>, 64, Val::from(0));
    let mut hart = Recorder::<_, 64>::new(Concrete::<4>, pc, 4);
    insn.exec(&mut hart, operands);
    !hart.csrs.is_empty()
}

/// Instructions of privilege modes that a hart here does not have: they are illegal, and this is why.
///
/// Mask, value and name.
static OTHER_MODES: [(u32, u32, &str); 5] = [
    (u32::MAX, 0x1020_0073, "sret"),
    (0xfe00_7fff, 0x1200_0073, "sfence.vma"),
    (0xfe00_7fff, 0x1600_0073, "sinval.vma"),
    (u32::MAX, 0x1800_0073, "sfence.w.inval"),
    (u32::MAX, 0x1810_0073, "sfence.inval.ir"),
];

/// The name of a word that belongs to a privilege mode other than machine mode.
pub fn of_other_mode(word: u32) -> Option<&'static str> {
    OTHER_MODES.iter().find(|(mask, value, _)| word & mask == *value).map(|row| row.2)
}
