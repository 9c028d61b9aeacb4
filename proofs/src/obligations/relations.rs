//! Instructions among each other: pairs of RV32 against RV64, words of RV64 against RV32, and what
//! assemblers write for an instruction.

use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

type Value<'a> = Bv<Dag<'a>>;

const RV64: &[u32] = &[64];

/// A claim of this file: id, sentence, document, widths, statement.
macro_rules! relations {
    ($($id:literal: $says:expr, $reference:literal, $widths:expr, $state:expr;)*) => {
        /// The claims of this file.
        pub(super) const ALL: &[Claim] = &[$(Claim {
            id: $id,
            says: $says,
            reference: $reference,
            widths: $widths,
            state: $state,
        },)*];
    };
}

const PAIR: &str = "on the words of a doubleword, those of RV32 give the words of what RV64 gives";
const UPPER: &str = "the same of the low word alone: the upper half does not count";
const WORD: &str =
    "what RV32 gives for the low words, sign-extended: the upper halves do not count";

relations! {
    "sha512sig0h/rv64": PAIR, "unprivileged manual, \"sha512sig0h\" and \"sha512sig0l\"", RV64,
        |g| pair(g, Insn::Sha512sig0h, Insn::Sha512sig0l, Insn::Sha512sig0);
    "sha512sig1h/rv64": PAIR, "unprivileged manual, \"sha512sig1h\" and \"sha512sig1l\"", RV64,
        |g| pair(g, Insn::Sha512sig1h, Insn::Sha512sig1l, Insn::Sha512sig1);
    "sha512sum0r/rv64": PAIR, "unprivileged manual, \"sha512sum0r\"", RV64,
        |g| pair(g, Insn::Sha512sum0r, Insn::Sha512sum0r, Insn::Sha512sum0);
    "sha512sum1r/rv64": PAIR, "unprivileged manual, \"sha512sum1r\"", RV64,
        |g| pair(g, Insn::Sha512sum1r, Insn::Sha512sum1r, Insn::Sha512sum1);
    "rev8/rv32": "on RV64, the words of RV32 exchanged", "unprivileged manual, \"rev8\"", RV64, |g| {
        let a = g.reg("rs1");
        let [low, high] = [a.lo(32), a.hi(32)].map(|word| g.rd_at(32, Insn::Rev8, word, word));
        g.equal("rd", g.rd(Insn::Rev8, a, a), low.concat(high));
    };
    "brev8/rv32": "on RV64, what RV32 gives for each word", "unprivileged manual, \"brev8\"", RV64, |g| {
        let a = g.reg("rs1");
        let [low, high] = [a.lo(32), a.hi(32)].map(|word| g.rd_at(32, Insn::Brev8, word, word));
        g.equal("rd", g.rd(Insn::Brev8, a, a), high.concat(low));
    };
    "clmulh/rv32": "on RV32, beside clmul the product of RV64 of the words",
        "unprivileged manual, \"Carry-less multiplication\"", RV64, |g| {
        let (a, b) = (g.var(32, "a"), g.var(32, "b"));
        let product = g.rd(Insn::Clmul, a.zext(64), b.zext(64));
        let [low, high] = [Insn::Clmul, Insn::Clmulh].map(|insn| g.rd_at(32, insn, a, b));
        g.equal("both words", high.concat(low), product);
    };
    "sha256sig0/upper-half": UPPER, "unprivileged manual, \"sha256sig0\"", RV64,
        |g| upper_half(g, Insn::Sha256sig0, None);
    "sha256sig1/upper-half": UPPER, "unprivileged manual, \"sha256sig1\"", RV64,
        |g| upper_half(g, Insn::Sha256sig1, None);
    "sha256sum0/upper-half": UPPER, "unprivileged manual, \"sha256sum0\"", RV64,
        |g| upper_half(g, Insn::Sha256sum0, None);
    "sha256sum1/upper-half": UPPER, "unprivileged manual, \"sha256sum1\"", RV64,
        |g| upper_half(g, Insn::Sha256sum1, None);
    "sm3p0/upper-half": UPPER, "unprivileged manual, \"sm3p0\"", RV64,
        |g| upper_half(g, Insn::Sm3p0, None);
    "sm3p1/upper-half": UPPER, "unprivileged manual, \"sm3p1\"", RV64,
        |g| upper_half(g, Insn::Sm3p1, None);
    "sm4ed/rv32": WORD, "unprivileged manual, \"sm4ed\"", RV64,
        |g| (0..4).for_each(|bs| word(g, Insn::Sm4ed, Insn::Sm4ed, bs));
    "sm4ks/rv32": WORD, "unprivileged manual, \"sm4ks\"", RV64,
        |g| (0..4).for_each(|bs| word(g, Insn::Sm4ks, Insn::Sm4ks, bs));
    "clzw/rv32": WORD, "unprivileged manual, \"clzw\"", RV64,
        |g| word(g, Insn::Clzw, Insn::Clz, 0);
    "ctzw/rv32": WORD, "unprivileged manual, \"ctzw\"", RV64,
        |g| word(g, Insn::Ctzw, Insn::Ctz, 0);
    "cpopw/rv32": WORD, "unprivileged manual, \"cpopw\"", RV64,
        |g| word(g, Insn::Cpopw, Insn::Cpop, 0);
    "rolw/rv32": WORD, "unprivileged manual, \"rolw\"", RV64,
        |g| word(g, Insn::Rolw, Insn::Rol, 0);
    "rorw/rv32": WORD, "unprivileged manual, \"rorw\"", RV64,
        |g| word(g, Insn::Rorw, Insn::Ror, 0);
    "roriw/upper-half": UPPER, "unprivileged manual, \"roriw\"", RV64, |g| {
        let shamt = g.immediate(Insn::Roriw);
        upper_half(g, Insn::Roriw, Some(shamt));
    };
    "packw/rv32": WORD, "unprivileged manual, \"packw\"", RV64,
        |g| word(g, Insn::Packw, Insn::Pack, 0);
    "zip/witness": "bit 1 alone goes to bit 2, with unzip to bit 16: they are not each other",
        "unprivileged manual, \"zip\" and \"unzip\"", &[32], |g| {
        let bit = g.var(1, "bit").zext(32);
        let rs1 = bit << 1;
        g.equal("zip", g.rd(Insn::Zip, rs1, rs1), bit << 2);
        g.equal("unzip", g.rd(Insn::Unzip, rs1, rs1), bit << 16);
    };
    "xori/not": "`not` is xori with -1: the complement", "assembler manual, pseudoinstructions", ALL_WIDTHS,
        |g| immediate(g, Insn::Xori, |a| a.lit(u128::MAX), |a| !a);
    "addi/mv": "`mv` is addi with 0: a copy", "assembler manual, pseudoinstructions", ALL_WIDTHS,
        |g| immediate(g, Insn::Addi, |a| a.lit(0), |a| a);
    "andi/zext.b": "`zext.b` is andi with 255: the low byte", "assembler manual, pseudoinstructions", ALL_WIDTHS,
        |g| immediate(g, Insn::Andi, |a| a.lit(255), |a| a.lo(8).zext(a.width()));
    "sltiu/seqz": "`seqz` is sltiu with 1: whether it is 0", "assembler manual, pseudoinstructions", ALL_WIDTHS,
        |g| immediate(g, Insn::Sltiu, |a| a.lit(1), |a| a.equals(a.lit(0)).bv().zext(a.width()));
    "addiw/sext.w": "`sext.w` is addiw with 0: the low word, sign-extended",
        "assembler manual, pseudoinstructions", &[64, 128],
        |g| immediate(g, Insn::Addiw, |a| a.lit(0), |a| a.lo(32).sext(a.width()));
    "sub/neg": "`neg` is sub from x0, and the complement and 1 more", "assembler manual, pseudoinstructions",
        ALL_WIDTHS, |g| {
        let a = g.reg("rs2");
        g.equal("rd", g.rd(Insn::Sub, a.lit(0), a), !a + a.lit(1));
    };
    "sltu/snez": "`snez` is sltu of x0: whether it is not 0", "assembler manual, pseudoinstructions", ALL_WIDTHS, |g| {
        let a = g.reg("rs2");
        let zero = a.equals(a.lit(0));
        g.equal("rd", g.rd(Insn::Sltu, a.lit(0), a), (!zero).bv().zext(g.xlen()));
    };
    "sext.h/shifts": "two shifts, as without Zbb; and those of zext.h and sext.b",
        "assembler manual, pseudoinstructions", &[32, 64], |g| {
        let a = g.reg("rs1");
        for (part, insn, by, back) in [
            ("sext.h", Insn::SextH, 16, Insn::Srai),
            ("sext.b", Insn::SextB, 8, Insn::Srai),
            ("zext.h", Insn::ZextH, 16, Insn::Srli),
        ] {
            let amount = || With::imm(a.lit((g.xlen() - by).into()));
            let up = g.run(Insn::Slli, a, a, amount()).rd();
            g.equal(part, g.rd(insn, a, a), g.run(back, up, up, amount()).rd());
        }
    };
}

const ALL_WIDTHS: &[u32] = &[32, 64, 128];

/// An instruction of RV64, and two of RV32 for the words of its result: each takes first the word that it
/// gives.
fn pair(g: &mut Goal<'_>, high: Insn, low: Insn, whole: Insn) {
    let a = g.reg("rs1");
    let words = (a.hi(32), a.lo(32));
    let (high, low) = (g.rd_at(32, high, words.0, words.1), g.rd_at(32, low, words.1, words.0));
    g.equal("both words", high.concat(low), g.rd(whole, a, a));
}

/// An instruction on words, and that of RV32.
fn word(g: &mut Goal<'_>, insn: Insn, rv32: Insn, bs: u32) {
    let (a, b) = (g.reg("rs1"), g.reg("rs2"));
    let rd = g.run(insn, a, b, With::bs(bs)).rd();
    let word = g.run_at(32, rv32, a.lo(32), b.lo(32), With::bs(bs)).rd();
    g.equal(format!("bs = {bs}"), rd, word.sext(64));
}

/// An instruction on words, with other upper halves.
fn upper_half<'a>(g: &mut Goal<'a>, insn: Insn, imm: Option<Value<'a>>) {
    let a = g.reg("rs1");
    let rd = |rs1: Value<'a>| g.run(insn, rs1, rs1, With { imm, ..With::default() }).rd();
    let (whole, alone) = (rd(a), rd(a.lo(32).zext(64)));
    g.equal("rd", whole, alone);
}

/// An instruction with a constant as its immediate.
fn immediate<'a>(
    g: &mut Goal<'a>,
    insn: Insn,
    imm: fn(Value<'a>) -> Value<'a>,
    is: fn(Value<'a>) -> Value<'a>,
) {
    let a = g.reg("rs1");
    g.equal("rd", g.run(insn, a, a, With::imm(imm(a))).rd(), is(a));
}
