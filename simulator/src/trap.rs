//! Synchronous exceptions, with the numbers of the privileged specification (table of `mcause` values).

use std::fmt;

/// Why an instruction trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// 0: a taken branch or jump to an address where no instruction may begin: no multiple of 4, or
    /// of 2 with compressed instructions.
    InstructionMisaligned,
    /// 1: the program counter is outside every executable region.
    InstructionAccessFault,
    /// 2: the word is no instruction of the configured extensions.
    IllegalInstruction,
    /// 3: `ebreak`.
    Breakpoint,
    /// 4: a load at an address that is not a multiple of its size, under [`Misaligned::Trap`](crate::Misaligned).
    LoadMisaligned,
    /// 5: a load outside every readable region.
    LoadAccessFault,
    /// 6: a store at an address that is not a multiple of its size, under [`Misaligned::Trap`](crate::Misaligned).
    StoreMisaligned,
    /// 7: a store outside every writable region.
    StoreAccessFault,
    /// 11: `ecall` (every program runs in machine mode).
    EcallFromM,
}

impl Cause {
    /// The exception code that `mcause` would hold.
    pub const fn code(self) -> u64 {
        match self {
            Self::InstructionMisaligned => 0,
            Self::InstructionAccessFault => 1,
            Self::IllegalInstruction => 2,
            Self::Breakpoint => 3,
            Self::LoadMisaligned => 4,
            Self::LoadAccessFault => 5,
            Self::StoreMisaligned => 6,
            Self::StoreAccessFault => 7,
            Self::EcallFromM => 11,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InstructionMisaligned => "instruction address misaligned",
            Self::InstructionAccessFault => "instruction access fault",
            Self::IllegalInstruction => "illegal instruction",
            Self::Breakpoint => "breakpoint",
            Self::LoadMisaligned => "load address misaligned",
            Self::LoadAccessFault => "load access fault",
            Self::StoreMisaligned => "store address misaligned",
            Self::StoreAccessFault => "store access fault",
            Self::EcallFromM => "environment call from machine mode",
        })
    }
}

/// A trap, taken before the instruction changed anything: no register, no memory, no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{cause} at pc {pc:#x} (tval {tval:#x})")]
pub struct Trap {
    /// The exception.
    pub cause: Cause,
    /// Address of the trapping instruction (`mepc`); the simulator's pc still points there.
    pub pc: u64,
    /// What `mtval` would hold: the faulting address, the illegal word, the target of a misaligned jump, the pc of an
    /// `ebreak`, 0 for `ecall`.
    pub tval: u64,
}
