//! A decoded operation.

/// Register file slot that takes every write to x0; nothing reads it.
pub(crate) const SINK: u8 = 32;

/// Slot of the CSR `montn`, which operations read as if it were a register.
pub(crate) const MONTN: usize = 33;
/// Slot of the CSR `montninv`.
pub(crate) const MONTNINV: usize = 34;

/// 32 registers, the sink, CSRs that arithmetic reads, and room that lets a masked index go unchecked.
pub(crate) type Regs = [u64; 64];

macro_rules! ids {
    ($($(#[$variant:meta])* $id:ident,)*) => {
        /// What an operation does: one arm of the executor.
        ///
        /// RV32 keeps its values sign-extended to 64 bits, so the arithmetic of RV32 is RV64's `*w` operation, and comparisons
        /// and logic are the same for both. Names ending in `32` exist where neither holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Id {
            $($(#[$variant])* $id,)*
        }

        impl Id {
            /// Every operation at the index that is its number.
            pub(crate) const ALL: &[Self] = &[$(Self::$id,)*];
        }
    };
}

ids! {
    /// Nothing decoded here yet.
    Undecoded,
    /// The caller's halt address: stop before executing.
    Halt,
    Illegal,
    Lui,
    Auipc,
    Jal,
    Jalr,
    Beq,
    Bne,
    Blt,
    Bge,
    Bltu,
    Bgeu,
    Lb,
    Lh,
    Lw,
    Ld,
    Lbu,
    Lhu,
    Lwu,
    Sb,
    Sh,
    Sw,
    Sd,
    Addi,
    Slti,
    Sltiu,
    Xori,
    Ori,
    Andi,
    Slli,
    Srli,
    Srai,
    Add,
    Sub,
    Sll,
    Slt,
    Sltu,
    Xor,
    Srl,
    Sra,
    Or,
    And,
    Addiw,
    Slliw,
    Srliw,
    Sraiw,
    Addw,
    Subw,
    Sllw,
    Srlw,
    Sraw,
    Fence,
    Ecall,
    Ebreak,
    Mul,
    Mulh,
    Mulhsu,
    Mulhu,
    Div,
    Divu,
    Rem,
    Remu,
    Mulw,
    Divw,
    Divuw,
    Remw,
    Remuw,
    Mulh32,
    Mulhsu32,
    Mulhu32,
    Aes32esi,
    Aes32esmi,
    Aes32dsi,
    Aes32dsmi,
    Aes64es,
    Aes64esm,
    Aes64ds,
    Aes64dsm,
    Aes64im,
    Aes64ks1i,
    Aes64ks2,
    Sh1add,
    Sh2add,
    Sh3add,
    AddUw,
    Sh1addUw,
    Sh2addUw,
    Sh3addUw,
    SlliUw,
    Andn,
    Orn,
    Xnor,
    Clz,
    Ctz,
    Cpop,
    Clzw,
    Ctzw,
    Cpopw,
    SextB,
    SextH,
    Min,
    Minu,
    Max,
    Maxu,
    Rol,
    Ror,
    Rori,
    Rolw,
    Rorw,
    Roriw,
    OrcB,
    Rev8,
    Pack,
    Packh,
    Packw,
    Brev8,
    Zip,
    Unzip,
    Clmul,
    Clmulh,
    Clmulr,
    Clmulh32,
    Clmulr32,
    Bclr,
    Bext,
    Binv,
    Bset,
    Bclri,
    Bexti,
    Binvi,
    Bseti,
    Xperm4,
    Xperm8,
    Xperm4Of32,
    Xperm8Of32,
    CzeroEqz,
    CzeroNez,
    Sha256sum0,
    Sha256sum1,
    Sha256sig0,
    Sha256sig1,
    Sha512sum0,
    Sha512sum1,
    Sha512sig0,
    Sha512sig1,
    Sha512sum0r,
    Sha512sum1r,
    Sha512sig0l,
    Sha512sig1l,
    Sha512sig0h,
    Sha512sig1h,
    Sm3p0,
    Sm3p1,
    Sm4ed,
    Sm4ks,
    LrW,
    LrD,
    ScW,
    ScD,
    AmoswapW,
    AmoaddW,
    AmoxorW,
    AmoandW,
    AmoorW,
    AmominW,
    AmomaxW,
    AmominuW,
    AmomaxuW,
    AmoswapD,
    AmoaddD,
    AmoxorD,
    AmoandD,
    AmoorD,
    AmominD,
    AmomaxD,
    AmominuD,
    AmomaxuD,
    Csrrw,
    Csrrs,
    Csrrc,
    Csrrwi,
    Csrrsi,
    Csrrci,
    Mret,
    Kyberadd,
    Kybersub,
    Kybermul,
    Kybercompress,
    Kybercbd2,
    Kybercbd3,
    AsconsigmaLow,
    AsconsigmaHigh,
    ChachaAd,
    ChachaBc,
    ChachaAdLine,
    ChachaBcLine,
    ChachaAdd,
    ChachaXor,
    ChachaPackhh,
    ChachaPackhl,
    ChachaPacklh,
    Addc,
    Addcc,
    Addcc32,
    Maccl,
    Macch,
    Macch32,
    Montred,
    Montred32,
    Vrot,
    Vxor3,
    Gf8inv,
    Gf8mat,
    Gf8mat32,
    // Planted bugs that no other operation computes; only a decoder built with that bug emits them.
    BugMulw,
    BugAddw,
    BugDiv,
    BugRem,
    BugJalr,
    BugLw,
    BugAes64ks2,
    BugXperm8,
    BugClmulr,
    BugBrev8,
}

/// A data access: its size in bytes and direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Load(u8),
    Store(u8),
}

impl Id {
    pub(crate) const fn access(self) -> Option<AccessKind> {
        Some(match self {
            Self::Lb | Self::Lbu => AccessKind::Load(1),
            Self::Lh | Self::Lhu => AccessKind::Load(2),
            Self::Lw | Self::Lwu | Self::BugLw => AccessKind::Load(4),
            Self::Ld => AccessKind::Load(8),
            Self::Sb => AccessKind::Store(1),
            Self::Sh => AccessKind::Store(2),
            Self::Sw => AccessKind::Store(4),
            Self::Sd => AccessKind::Store(8),
            _ => return None,
        })
    }
}

/// One decoded instruction, 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Op {
    /// The instruction word, for traces and for the trap value of an illegal one.
    pub(crate) word: u32,
    /// Sign-extended immediate, shift amount, `bs`, `rnum` or other selector, or the number of rs3.
    pub(crate) imm: i32,
    pub(crate) id: Id,
    /// Destination: 1..=31, or [`SINK`] when the result is dropped or there is none.
    pub(crate) rd: u8,
    pub(crate) rs1: u8,
    pub(crate) rs2: u8,
    /// How often a jump came here, as far as anybody counts.
    pub(crate) heat: u8,
    /// Bytes of the word: 4, or 2.
    pub(crate) len: u8,
    /// Low bits that the target of a jump may not have: 3, or 1 where instructions stand at multiples of two.
    pub(crate) odd: u8,
}

const _: () = assert!(size_of::<Op>() == 16);

/// Bytes of a word, which its low two bits tell.
pub(crate) const fn length(word: u32) -> u8 {
    if word & 3 == 3 { 4 } else { 2 }
}

impl Op {
    pub(crate) const UNDECODED: Self = Self {
        word: 0,
        imm: 0,
        id: Id::Undecoded,
        rd: SINK,
        rs1: 0,
        rs2: 0,
        heat: 0,
        len: 4,
        odd: 3,
    };

    pub(crate) const fn illegal(word: u32) -> Self {
        Self { word, id: Id::Illegal, len: length(word), ..Self::UNDECODED }
    }
}
