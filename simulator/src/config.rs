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

macro_rules! extensions {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The extensions that are on, beside the base integer set.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Extensions {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Extensions {
            /// Everything the simulator has.
            pub const ALL: Self = Self { $($name: true,)* };
            /// The base integer set alone.
            pub const BASE: Self = Self { $($name: false,)* };
            /// The lower-case name of each.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Whether instructions have two bytes or four, and stand at multiples of two.
            pub const fn compressed(self) -> bool {
                self.c || self.zca
            }

            /// The extensions for which `has` holds, asked by lower-case name.
            ///
            /// Shorthands (`b`, `zk`, ...) are not asked for: the caller expands them.
            pub fn of(has: impl Fn(&str) -> bool) -> Self {
                Self { $($name: has(stringify!($name)),)* }
            }
        }
    };
}

extensions! {
    /// Integer multiplication and division.
    m,
    /// Integer multiplication alone; M has it anyway.
    zmmul,
    /// Address generation.
    zba,
    /// Basic bit manipulation.
    zbb,
    /// Carry-less multiplication.
    zbc,
    /// Single-bit instructions.
    zbs,
    /// Bit manipulation for cryptography.
    zbkb,
    /// Carry-less multiplication for cryptography.
    zbkc,
    /// Crossbar permutations.
    zbkx,
    /// AES decryption instructions.
    zknd,
    /// AES encryption instructions.
    zkne,
    /// SHA-2 instructions.
    zknh,
    /// SM4 instructions.
    zksed,
    /// SM3 instructions.
    zksh,
    /// Conditional zero.
    zicond,
    /// Atomic memory operations.
    zaamo,
    /// Load-reserved and store-conditional.
    zalrsc,
    /// Control and status registers, and with them machine mode.
    zicsr,
    /// Base counters.
    zicntr,
    /// Further counters, all zero.
    zihpm,
    /// Instruction-fetch fence.
    zifencei,
    /// Entropy source.
    zkr,
    /// Compressed instructions.
    c,
    /// Compressed instructions without those of floating point; C has them anyway.
    zca,
    /// Arithmetic of ML-KEM (custom).
    xkyber,
    /// The linear layer of Ascon (custom).
    xascon,
    /// ChaCha instructions, first variant (custom).
    xchacha1,
    /// ChaCha instructions, second variant (custom).
    xchacha2,
    /// ChaCha instructions, third variant (custom).
    xchacha3,
    /// Long-integer and Montgomery arithmetic, a custom set.
    xmont,
    /// Keccak lanes, a custom set.
    xkeccak,
    /// Inversion and bit matrices on bytes, a custom set.
    xgf8,
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
    /// The highest tier that may run: 0 executes decoded operations one by one, 1 threads hot code, 2 and above makes
    /// host instructions of what runs long, where the host is one that it can do that for.
    ///
    /// Speed is all that depends on it.
    pub tier_limit: u8,
    /// How often the decoded tier arrives at an address before the code there is threaded.
    pub thread_after: u8,
    /// How often a run of threaded code begins at an address before the code there is made native. With 0 it is made
    /// so even where that cannot pay.
    pub native_after: u8,
}

impl Config {
    /// All extensions, misaligned accesses allowed, no bug, every tier.
    pub const fn new(xlen: Xlen) -> Self {
        Self {
            xlen,
            extensions: Extensions::ALL,
            misaligned: Misaligned::Allowed,
            bug: None,
            tier_limit: u8::MAX,
            // A block costs about as much as a few executions of its operations.
            thread_after: 4,
            // A run is a thousand instructions, and making one native costs as much as a hundred executions.
            native_after: 16,
        }
    }
}
