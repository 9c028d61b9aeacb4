//! What is simulated: register width, extensions and the choices that the manual leaves open.

use crate::SeededBug;

/// Register width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Xlen {
    /// 32-bit registers and addresses.
    Rv32,
    /// 64-bit registers and addresses.
    Rv64,
}

impl Xlen {
    /// Register width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Rv32 => 32,
            Self::Rv64 => 64,
        }
    }

    /// The largest address, which is also the largest unsigned register value.
    pub const fn mask(self) -> u64 {
        match self {
            Self::Rv32 => 0xffff_ffff,
            Self::Rv64 => u64::MAX,
        }
    }
}

/// The extensions that are on, beside the base integer set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extensions {
    /// Integer multiplication and division.
    pub m: bool,
    /// Integer multiplication alone; M has it anyway.
    pub zmmul: bool,
    /// AES encryption instructions.
    pub zkne: bool,
    /// AES decryption instructions.
    pub zknd: bool,
}

impl Extensions {
    /// Everything the simulator has.
    pub const ALL: Self = Self { m: true, zmmul: true, zkne: true, zknd: true };
    /// The base integer set alone.
    pub const BASE: Self = Self { m: false, zmmul: false, zkne: false, zknd: false };

    /// The ones for which `has` says yes, asked by their lower-case names.
    pub fn of(has: impl Fn(&str) -> bool) -> Self {
        Self { m: has("m"), zmmul: has("zmmul"), zkne: has("zkne"), zknd: has("zknd") }
    }
}

/// What a load or store at an address that is not a multiple of its size does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misaligned {
    /// It works, as in most application cores.
    Allowed,
    /// It raises the address-misaligned exception, before any access fault is considered.
    Trap,
}

/// Everything that is fixed when a [`Sim`](crate::Sim) is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Register width.
    pub xlen: Xlen,
    /// Extensions beside I.
    pub extensions: Extensions,
    /// Policy for misaligned data accesses.
    pub misaligned: Misaligned,
    /// A bug planted on purpose, for tests of whatever must find it. `None` in every honest use.
    pub bug: Option<SeededBug>,
}

impl Config {
    /// All extensions, misaligned accesses allowed, no bug.
    pub const fn new(xlen: Xlen) -> Self {
        Self { xlen, extensions: Extensions::ALL, misaligned: Misaligned::Allowed, bug: None }
    }
}
