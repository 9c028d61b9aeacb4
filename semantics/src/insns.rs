//! The instructions: one file each, in `src/insns/<extension>/`.
//!
//! This list is checked by `build.rs`, which generates [`Insn`] and its table from the same files.

use crate::{
    hart::Hart,
    loaded::{self, Loaded},
    spec::{Operands, Spec},
};

/// Base integer instructions (I).
pub mod i {
    pub mod add;
    pub mod addd;
    pub mod addi;
    pub mod addid;
    pub mod addiw;
    pub mod addw;
    pub mod and;
    pub mod andi;
    pub mod auipc;
    pub mod beq;
    pub mod bge;
    pub mod bgeu;
    pub mod blt;
    pub mod bltu;
    pub mod bne;
    pub mod ebreak;
    pub mod ecall;
    pub mod fence;
    pub mod jal;
    pub mod jalr;
    pub mod lb;
    pub mod lbu;
    pub mod ld;
    pub mod ldu;
    pub mod lh;
    pub mod lhu;
    pub mod lq;
    pub mod lui;
    pub mod lw;
    pub mod lwu;
    pub mod or;
    pub mod ori;
    pub mod sb;
    pub mod sd;
    pub mod sh;
    pub mod sll;
    pub mod slld;
    pub mod slli;
    pub mod sllid;
    pub mod slliw;
    pub mod sllw;
    pub mod slt;
    pub mod slti;
    pub mod sltiu;
    pub mod sltu;
    pub mod sq;
    pub mod sra;
    pub mod srad;
    pub mod srai;
    pub mod sraid;
    pub mod sraiw;
    pub mod sraw;
    pub mod srl;
    pub mod srld;
    pub mod srli;
    pub mod srlid;
    pub mod srliw;
    pub mod srlw;
    pub mod sub;
    pub mod subd;
    pub mod subw;
    pub mod sw;
    pub mod xor;
    pub mod xori;
}

/// Multiplication and division (M).
pub mod m {
    pub mod div;
    pub mod divd;
    pub mod divu;
    pub mod divud;
    pub mod divuw;
    pub mod divw;
    pub mod mul;
    pub mod muld;
    pub mod mulh;
    pub mod mulhsu;
    pub mod mulhu;
    pub mod mulw;
    pub mod rem;
    pub mod remd;
    pub mod remu;
    pub mod remud;
    pub mod remuw;
    pub mod remw;
}

/// Compressed instructions (C, Zca): each expands to an instruction of the base.
pub mod c {
    pub mod c_add;
    pub mod c_addi;
    pub mod c_addi16sp;
    pub mod c_addi4spn;
    pub mod c_addiw;
    pub mod c_addw;
    pub mod c_and;
    pub mod c_andi;
    pub mod c_beqz;
    pub mod c_bnez;
    pub mod c_ebreak;
    pub mod c_j;
    pub mod c_jal;
    pub mod c_jalr;
    pub mod c_jr;
    pub mod c_ld;
    pub mod c_ldsp;
    pub mod c_li;
    pub mod c_lq;
    pub mod c_lqsp;
    pub mod c_lui;
    pub mod c_lw;
    pub mod c_lwsp;
    pub mod c_mv;
    pub mod c_nop;
    pub mod c_or;
    pub mod c_sd;
    pub mod c_sdsp;
    pub mod c_slli;
    pub mod c_sq;
    pub mod c_sqsp;
    pub mod c_srai;
    pub mod c_srli;
    pub mod c_sub;
    pub mod c_subw;
    pub mod c_sw;
    pub mod c_swsp;
    pub mod c_xor;
}

/// The linear layer of Ascon (Xascon).
pub mod xascon {
    pub mod asconsigma0h;
    pub mod asconsigma0l;
    pub mod asconsigma1h;
    pub mod asconsigma1l;
    pub mod asconsigma2h;
    pub mod asconsigma2l;
    pub mod asconsigma3h;
    pub mod asconsigma3l;
    pub mod asconsigma4h;
    pub mod asconsigma4l;
}

/// ChaCha instructions, first variant (Xchacha1).
pub mod xchacha1 {
    pub mod chacha_ad;
    pub mod chacha_bc;
}

/// ChaCha instructions, second variant (Xchacha2).
pub mod xchacha2 {
    pub mod chacha_ad0;
    pub mod chacha_ad1;
    pub mod chacha_bc0;
    pub mod chacha_bc1;
}

/// ChaCha instructions, third variant, on two lanes (Xchacha3).
pub mod xchacha3 {
    pub mod chacha_add;
    pub mod chacha_packhh;
    pub mod chacha_packhl;
    pub mod chacha_packlh;
    pub mod chacha_packll;
    pub mod chacha_xor;
}

/// Arithmetic of ML-KEM (XKyber).
pub mod xkyber {
    pub mod kyberadd;
    pub mod kybercbd2;
    pub mod kybercbd3;
    pub mod kybercompress;
    pub mod kybermul;
    pub mod kybersub;
}

/// Address generation (Zba).
pub mod zba {
    pub mod add_uw;
    pub mod sh1add;
    pub mod sh1add_uw;
    pub mod sh2add;
    pub mod sh2add_uw;
    pub mod sh3add;
    pub mod sh3add_uw;
    pub mod slli_uw;
}

/// Basic bit manipulation (Zbb), and what Zbkb shares of it.
pub mod zbb {
    pub mod andn;
    pub mod clz;
    pub mod clzw;
    pub mod cpop;
    pub mod cpopw;
    pub mod ctz;
    pub mod ctzw;
    pub mod max;
    pub mod maxu;
    pub mod min;
    pub mod minu;
    pub mod orc_b;
    pub mod orn;
    pub mod rev8;
    pub mod rol;
    pub mod rolw;
    pub mod ror;
    pub mod rori;
    pub mod roriw;
    pub mod rorw;
    pub mod sext_b;
    pub mod sext_h;
    pub mod xnor;
    pub mod zext_h;
}

/// Carry-less multiplication (Zbc), and what Zbkc shares of it.
pub mod zbc {
    pub mod clmul;
    pub mod clmulh;
    pub mod clmulr;
}

/// Bit manipulation for cryptography (Zbkb).
pub mod zbkb {
    pub mod brev8;
    pub mod pack;
    pub mod packh;
    pub mod packw;
    pub mod unzip;
    pub mod zip;
}

/// Crossbar permutations (Zbkx).
pub mod zbkx {
    pub mod xperm4;
    pub mod xperm8;
}

/// Single-bit instructions (Zbs).
pub mod zbs {
    pub mod bclr;
    pub mod bclri;
    pub mod bext;
    pub mod bexti;
    pub mod binv;
    pub mod binvi;
    pub mod bset;
    pub mod bseti;
}

/// Conditional operations (Zicond).
pub mod zicond {
    pub mod czero_eqz;
    pub mod czero_nez;
}

/// AES decryption (Zknd).
pub mod zknd {
    pub mod aes32dsi;
    pub mod aes32dsmi;
    pub mod aes64ds;
    pub mod aes64dsm;
    pub mod aes64im;
}

/// AES encryption (Zkne), and what encryption and decryption share.
pub mod zkne {
    pub mod aes32esi;
    pub mod aes32esmi;
    pub mod aes64es;
    pub mod aes64esm;
    pub mod aes64ks1i;
    pub mod aes64ks2;
}

/// SHA-2 (Zknh).
pub mod zknh {
    pub mod sha256sig0;
    pub mod sha256sig1;
    pub mod sha256sum0;
    pub mod sha256sum1;
    pub mod sha512sig0;
    pub mod sha512sig0h;
    pub mod sha512sig0l;
    pub mod sha512sig1;
    pub mod sha512sig1h;
    pub mod sha512sig1l;
    pub mod sha512sum0;
    pub mod sha512sum0r;
    pub mod sha512sum1;
    pub mod sha512sum1r;
}

/// SM4 (Zksed).
pub mod zksed {
    pub mod sm4ed;
    pub mod sm4ks;
}

/// SM3 (Zksh).
pub mod zksh {
    pub mod sm3p0;
    pub mod sm3p1;
}

/// Atomic memory operations (A): load-reserved and store-conditional (Zalrsc), and the others (Zaamo).
pub mod a {
    pub mod amoadd_d;
    pub mod amoadd_q;
    pub mod amoadd_w;
    pub mod amoand_d;
    pub mod amoand_q;
    pub mod amoand_w;
    pub mod amomax_d;
    pub mod amomax_q;
    pub mod amomax_w;
    pub mod amomaxu_d;
    pub mod amomaxu_q;
    pub mod amomaxu_w;
    pub mod amomin_d;
    pub mod amomin_q;
    pub mod amomin_w;
    pub mod amominu_d;
    pub mod amominu_q;
    pub mod amominu_w;
    pub mod amoor_d;
    pub mod amoor_q;
    pub mod amoor_w;
    pub mod amoswap_d;
    pub mod amoswap_q;
    pub mod amoswap_w;
    pub mod amoxor_d;
    pub mod amoxor_q;
    pub mod amoxor_w;
    pub mod lr_d;
    pub mod lr_q;
    pub mod lr_w;
    pub mod sc_d;
    pub mod sc_q;
    pub mod sc_w;
}

/// Control and status registers (Zicsr).
pub mod zicsr {
    pub mod csrrc;
    pub mod csrrci;
    pub mod csrrs;
    pub mod csrrsi;
    pub mod csrrw;
    pub mod csrrwi;
}

/// Instruction-fetch fence (Zifencei).
pub mod zifencei {
    pub mod fence_i;
}

/// Machine mode (the privileged architecture, which comes with Zicsr).
pub mod machine {
    pub mod mret;
    pub mod wfi;
}

/// Long-integer and Montgomery arithmetic (Xmont, of this project).
pub mod xmont {
    pub mod addc;
    pub mod addcc;
    pub mod macch;
    pub mod maccl;
    pub mod montred;
}

/// Keccak lanes (Xkeccak, of this project).
pub mod xkeccak {
    pub mod vrot;
    pub mod vxor3;
}

/// Arithmetic on bytes as elements of a field (Xgf8, of this project).
pub mod xgf8 {
    pub mod gf8inv;
    pub mod gf8mat;
}

include!(concat!(env!("OUT_DIR"), "/insns.rs"));

impl Insn {
    /// All instructions: [`Insn::BUILT_IN`], then those of op files.
    pub fn all() -> &'static [Insn] {
        loaded::all()
    }
    /// The instruction of this name.
    pub fn named(name: &str) -> Option<Insn> {
        Insn::all().iter().copied().find(|insn| insn.spec().name == name)
    }
}

// Two encodings that overlap on a common XLEN do not compile.
const _: () = crate::encoding::assert_disjoint(Insn::BUILT_IN);
