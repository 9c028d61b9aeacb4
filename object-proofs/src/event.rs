//! What a run meets.

use semantics::hart::Cause;
use std::fmt;

/// On what an undecided value depends, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// On a secret.
    Secret,
    /// On nothing secret, but on what a register or the stack happened to hold at the call.
    Garbage,
    /// On public data only.
    Public,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Secret => "a secret",
            Origin::Garbage => "what was there before the call",
            Origin::Public => "public data",
        })
    }
}

/// What is done with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load.
    Load,
    /// A store.
    Store,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::Load => "load",
            Access::Store => "store",
        })
    }
}

/// Why a run ended where it did. Everything but [`Stop::Returned`] is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The function returned to its caller.
    #[error("returned")]
    Returned,
    /// A branch that not every input takes, or does not take.
    #[error("the branch at {pc:#x} depends on {on}")]
    Branch {
        /// Its address.
        pc: u64,
        /// On what.
        on: Origin,
    },
    /// A jump to a target that depends on inputs.
    #[error("the target of the jump at {pc:#x} depends on {on}")]
    Jump {
        /// Its address.
        pc: u64,
        /// On what.
        on: Origin,
    },
    /// A store whose address depends on inputs.
    #[error("the address of the store at {pc:#x} depends on {on}")]
    StoreAddress {
        /// Its address.
        pc: u64,
        /// On what.
        on: Origin,
    },
    /// A load at an address with too many possibilities.
    #[error("the address of the load at {pc:#x} depends on {on} in more ways than can be listed")]
    LoadAddress {
        /// Its address.
        pc: u64,
        /// On what.
        on: Origin,
    },
    /// An access outside the regions, or one that they do not allow.
    #[error("{access} of {bytes} bytes at {address:#x}, pc {pc:#x}: {why}")]
    Denied {
        /// Address of the instruction.
        pc: u64,
        /// What it does.
        access: Access,
        /// Where.
        address: u64,
        /// How many bytes.
        bytes: u32,
        /// What is there.
        why: String,
    },
    /// Control leaves the code.
    #[error("no code at {pc:#x}")]
    Fetch {
        /// Where to.
        pc: u64,
    },
    /// A word that the ISA does not have.
    #[error("{word:#010x} at {pc:#x} is no instruction of {isa}")]
    Illegal {
        /// Its address.
        pc: u64,
        /// The word.
        word: u32,
        /// The ISA string.
        isa: String,
    },
    /// A synchronous exception.
    #[error("{cause} at {pc:#x}")]
    Exception {
        /// Address of the instruction.
        pc: u64,
        /// Which one.
        cause: Cause,
    },
    /// An instruction that is not executed on terms: CSRs, reservations.
    #[error("{what} at {pc:#x} is not executed on terms")]
    NotModelled {
        /// Its address.
        pc: u64,
        /// What it needs.
        what: &'static str,
    },
    /// More instructions than allowed.
    #[error("not back after {instructions} instructions, at {pc:#x}")]
    Limit {
        /// Where it was.
        pc: u64,
        /// The limit.
        instructions: u64,
    },
    /// More terms, or larger forms, than there is room for.
    #[error("the terms became too large at {pc:#x}")]
    TooLarge {
        /// Where it was.
        pc: u64,
    },
}

/// A kind of site that leaks while the run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeakKind {
    /// The address of a load.
    Address,
    /// An operand of an instruction whose time depends on its operands.
    Operand,
}

/// A site whose time depends on data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leak {
    /// Address of the instruction.
    pub pc: u64,
    /// What depends.
    pub kind: LeakKind,
    /// On what.
    pub on: Origin,
    /// For addresses: the lowest and the highest of all executions, and the region.
    pub range: Option<(u64, u64, String)>,
    /// How often it was executed so.
    pub times: u64,
}

/// What a run did with a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// The region's name.
    pub region: String,
    /// Bytes read, each as often as it was.
    pub read: u64,
    /// Bytes written, each as often as it was.
    pub written: u64,
    /// The lowest offset that was touched, and the one behind the highest.
    pub offsets: Option<(u64, u64)>,
    /// Bytes read that nobody had written: their content is unknown.
    pub unknown: u64,
}
