//! Encodings: fixed bits and named fields, in the notation of `riscv-opcodes`, parsed at compile time.

use crate::{
    insns::Insn,
    spec::{Operands, Slot},
};

/// A named field: where its bits are in the word and in the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in `riscv-opcodes`.
    pub name: &'static str,
    /// The operand that it is part of.
    pub slot: Slot,
    /// Width of a signed operand when this field holds its sign; 0 otherwise.
    pub signed: u32,
    /// Highest bit in the word, lowest bit in the word, lowest bit in the operand.
    pub parts: &'static [(u32, u32, u32)],
    /// Another operand with the same value: compressed instructions name one register for two.
    pub also: Option<Slot>,
    /// Bits that the operand has in every word. Without parts this is an implied register.
    pub fixed: u32,
    /// The value that is written as zero, when zero itself cannot be written; 0 otherwise.
    pub zero: u32,
}

impl Field {
    /// The operands that have its value.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        std::iter::once(self.slot).chain(self.also)
    }
    /// Whether it is not in the word at all: the register is the same in every one.
    pub fn is_implied(&self) -> bool {
        self.parts.is_empty()
    }
}

const fn f(
    name: &'static str,
    slot: Slot,
    signed: u32,
    parts: &'static [(u32, u32, u32)],
) -> Field {
    Field { name, slot, signed, parts, also: None, fixed: 0, zero: 0 }
}

impl Field {
    /// With [`Field::also`] and [`Field::fixed`].
    const fn register(self, also: Option<Slot>, fixed: u32) -> Field {
        Field { also, fixed, ..self }
    }
    /// With [`Field::zero`].
    const fn zero(self, zero: u32) -> Field {
        Field { zero, ..self }
    }
}

/// The field names in use: those of `riscv-opcodes`, and ours of custom sets and for what it leaves out: registers
/// that are implied, shift amounts of RV128C, the hints of C.NOP.
pub static FIELDS: &[Field] = &[
    f("rd", Slot::Rd, 0, &[(11, 7, 0)]),
    f("rs1", Slot::Rs1, 0, &[(19, 15, 0)]),
    f("rs2", Slot::Rs2, 0, &[(24, 20, 0)]),
    f("rs3", Slot::Rs3, 0, &[(31, 27, 0)]),
    f("imm12", Slot::Imm, 12, &[(31, 20, 0)]),
    f("imm12hi", Slot::Imm, 12, &[(31, 25, 5)]),
    f("imm12lo", Slot::Imm, 0, &[(11, 7, 0)]),
    f("bimm12hi", Slot::Imm, 13, &[(31, 31, 12), (30, 25, 5)]),
    f("bimm12lo", Slot::Imm, 0, &[(11, 8, 1), (7, 7, 11)]),
    f("imm20", Slot::Imm, 32, &[(31, 12, 12)]),
    f("jimm20", Slot::Imm, 21, &[(31, 31, 20), (30, 21, 1), (20, 20, 11), (19, 12, 12)]),
    f("shamtw", Slot::Imm, 0, &[(24, 20, 0)]),
    f("shamtd", Slot::Imm, 0, &[(25, 20, 0)]),
    f("shamtq", Slot::Imm, 0, &[(26, 20, 0)]),
    f("bs", Slot::Bs, 0, &[(31, 30, 0)]),
    f("rnum", Slot::Rnum, 0, &[(23, 20, 0)]),
    // Ours: which rotation `chacha.xor` makes.
    f("bs3", Slot::Bs, 0, &[(27, 25, 0)]),
    // `fm pred succ rs1 rd` of FENCE, `imm rs1 rd` of FENCE.I: "implementations shall ignore" what they
    // do not know.
    f("fence", Slot::Ignored, 0, &[(31, 15, 5), (11, 7, 0)]),
    f("csr", Slot::Csr, 0, &[(31, 20, 0)]),
    f("zimm", Slot::Imm, 0, &[(19, 15, 0)]),
    f("aqrl", Slot::Order, 0, &[(26, 25, 0)]),
    // Compressed: registers x8 to x15 have three bits.
    f("rd_p", Slot::Rd, 0, &[(4, 2, 0)]).register(None, 8),
    f("rs1_p", Slot::Rs1, 0, &[(9, 7, 0)]).register(None, 8),
    f("rs2_p", Slot::Rs2, 0, &[(4, 2, 0)]).register(None, 8),
    f("rd_rs1_p", Slot::Rd, 0, &[(9, 7, 0)]).register(Some(Slot::Rs1), 8),
    f("rd_rs1", Slot::Rd, 0, &[(11, 7, 0)]).register(Some(Slot::Rs1), 0),
    f("c_rs1", Slot::Rs1, 0, &[(11, 7, 0)]),
    f("c_rs2", Slot::Rs2, 0, &[(6, 2, 0)]),
    // Registers that no bit names.
    f("rd_ra", Slot::Rd, 0, &[]).register(None, 1),
    f("rs1_sp", Slot::Rs1, 0, &[]).register(None, 2),
    f("rd_rs1_sp", Slot::Rd, 0, &[]).register(Some(Slot::Rs1), 2),
    f("c_nzuimm10", Slot::Imm, 0, &[(12, 11, 4), (10, 7, 6), (6, 6, 2), (5, 5, 3)]),
    f("c_uimm7hi", Slot::Imm, 0, &[(12, 10, 3)]),
    f("c_uimm7lo", Slot::Imm, 0, &[(6, 6, 2), (5, 5, 6)]),
    f("c_uimm8hi", Slot::Imm, 0, &[(12, 10, 3)]),
    f("c_uimm8lo", Slot::Imm, 0, &[(6, 5, 6)]),
    f("c_uimm9hi", Slot::Imm, 0, &[(12, 11, 4), (10, 10, 8)]),
    f("c_uimm9lo", Slot::Imm, 0, &[(6, 5, 6)]),
    f("c_imm6hi", Slot::Imm, 6, &[(12, 12, 5)]),
    f("c_imm6lo", Slot::Imm, 0, &[(6, 2, 0)]),
    f("c_nzimm10hi", Slot::Imm, 10, &[(12, 12, 9)]),
    f("c_nzimm10lo", Slot::Imm, 0, &[(6, 6, 4), (5, 5, 6), (4, 3, 7), (2, 2, 5)]),
    f("c_nzimm18hi", Slot::Imm, 18, &[(12, 12, 17)]),
    f("c_nzimm18lo", Slot::Imm, 0, &[(6, 2, 12)]),
    f("c_nzuimm5", Slot::Imm, 0, &[(6, 2, 0)]),
    f("c_nzuimm6hi", Slot::Imm, 0, &[(12, 12, 5)]),
    f("c_nzuimm6lo", Slot::Imm, 0, &[(6, 2, 0)]),
    // Shift amounts of RV128C: zero is 64, and right shifts extend the sign of six bits to seven.
    f("c_shamtq", Slot::Imm, 0, &[(12, 12, 5), (6, 2, 0)]).zero(64),
    f("c_shamtqr", Slot::Imm, 0, &[(12, 12, 6), (12, 12, 5), (6, 2, 0)]).zero(64),
    f(
        "c_imm12",
        Slot::Imm,
        12,
        &[
            (12, 12, 11),
            (11, 11, 4),
            (10, 9, 8),
            (8, 8, 10),
            (7, 7, 6),
            (6, 6, 7),
            (5, 3, 1),
            (2, 2, 5),
        ],
    ),
    f("c_bimm9hi", Slot::Imm, 9, &[(12, 12, 8), (11, 10, 3)]),
    f("c_bimm9lo", Slot::Imm, 0, &[(6, 5, 6), (4, 3, 1), (2, 2, 5)]),
    f("c_uimm8sphi", Slot::Imm, 0, &[(12, 12, 5)]),
    f("c_uimm8splo", Slot::Imm, 0, &[(6, 4, 2), (3, 2, 6)]),
    f("c_uimm9sphi", Slot::Imm, 0, &[(12, 12, 5)]),
    f("c_uimm9splo", Slot::Imm, 0, &[(6, 5, 3), (4, 2, 6)]),
    f("c_uimm10sphi", Slot::Imm, 0, &[(12, 12, 5)]),
    f("c_uimm10splo", Slot::Imm, 0, &[(6, 6, 4), (5, 2, 6)]),
    f("c_uimm8sp_s", Slot::Imm, 0, &[(12, 9, 2), (8, 7, 6)]),
    f("c_uimm9sp_s", Slot::Imm, 0, &[(12, 10, 3), (9, 7, 6)]),
    f("c_uimm10sp_s", Slot::Imm, 0, &[(12, 11, 4), (10, 7, 6)]),
    // The bits of C.NOP that only hints have.
    f("c_hint6", Slot::Ignored, 0, &[(12, 12, 5), (6, 2, 0)]),
];

/// What is wrong with a line of `riscv-opcodes`; the number is where in it, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncProblem {
    /// Something begins like fixed bits and is not `hi..lo=value`.
    Fixed(usize),
    /// Fixed bits beyond bit 31, or the wrong way round.
    Range(usize),
    /// A value that does not fit its bits.
    Value(usize),
    /// A field name that nobody here knows: see [`FIELDS`].
    Field(usize),
    /// More than six fields.
    Fields(usize),
    /// A bit that was declared before.
    Twice(usize),
    /// These bits are not declared.
    Missing(u32),
}

impl EncProblem {
    /// The sentence.
    pub const fn message(self) -> &'static str {
        match self {
            EncProblem::Fixed(_) => "encoding: expected `hi..lo=value`",
            EncProblem::Range(_) => "encoding: bad bit range",
            EncProblem::Value(_) => "encoding: value does not fit its bits",
            EncProblem::Field(_) => "encoding: unknown field name",
            EncProblem::Fields(_) => "encoding: more than six fields",
            EncProblem::Twice(_) => "encoding: a bit is declared twice",
            EncProblem::Missing(_) => "encoding: some bits are not declared",
        }
    }
    /// Where in the line, in bytes.
    pub const fn at(self) -> usize {
        match self {
            EncProblem::Fixed(at)
            | EncProblem::Range(at)
            | EncProblem::Value(at)
            | EncProblem::Field(at)
            | EncProblem::Fields(at)
            | EncProblem::Twice(at) => at,
            EncProblem::Missing(_) => 0,
        }
    }
}

/// An encoding: fixed bits and fields.
#[derive(Clone, Copy, Debug)]
pub struct Enc {
    /// The line that it was parsed from.
    pub line: &'static str,
    /// Register widths on which it exists.
    pub xlens: u32,
    /// Length in bytes: 2 or 4.
    pub len: u32,
    /// Fixed bits.
    pub mask: u32,
    /// Their values.
    pub value: u32,
    /// The instruction that would have these words as well, if they were not this one's.
    pub within: Option<Insn>,
    /// Why words with these operand values are hints, which change nothing; `None` when they are not.
    pub hint: fn(&Operands) -> Option<&'static str>,
    fields: [u8; 6],
    count: usize,
}

impl Enc {
    /// Parses a `riscv-opcodes` line at compile time.
    ///
    /// A bit declared twice, or not at all, is a compile error at the line that declares it.
    pub const fn parse(xlens: u32, line: &'static str) -> Enc {
        match Enc::read(xlens, line) {
            Ok(enc) => enc,
            Err(problem) => panic!("{}", problem.message()),
        }
    }
    /// [`Enc::parse`] of a line that was read when the program ran.
    ///
    /// # Errors
    /// [`EncProblem`]: what is wrong, and where in the line.
    pub const fn read(xlens: u32, line: &'static str) -> Result<Enc, EncProblem> {
        let s = line.as_bytes();
        let (len, mask, value, within, hint) = (4, 0, 0, None, no_hint as fn(&Operands) -> _);
        let mut enc = Enc { line, xlens, len, mask, value, within, hint, fields: [0; 6], count: 0 };
        let (mut seen, mut i) = (0u32, 0);
        while i < s.len() {
            let start = i;
            while i < s.len() && s[i] != b' ' {
                i += 1;
            }
            let span = if s[start].is_ascii_digit() {
                let (hi, at) = number(s, start);
                if at + 1 >= i || s[at] != b'.' || s[at + 1] != b'.' {
                    return Err(EncProblem::Fixed(start));
                }
                let (lo, at) = number(s, at + 2);
                if at >= i || s[at] != b'=' {
                    return Err(EncProblem::Fixed(start));
                }
                let (value, end) = number(s, at + 1);
                if end != i || at + 1 == i {
                    return Err(EncProblem::Fixed(start));
                }
                if hi < lo || hi >= 32 {
                    return Err(EncProblem::Range(start));
                }
                let ones = ones(hi as u32, lo as u32);
                if value > (ones >> lo) as u64 {
                    return Err(EncProblem::Value(start));
                }
                enc.mask |= ones;
                enc.value |= (value as u32) << lo;
                ones
            } else {
                let Some(k) = field(s, start, i) else {
                    return Err(EncProblem::Field(start));
                };
                if enc.count == enc.fields.len() {
                    return Err(EncProblem::Fields(start));
                }
                enc.fields[enc.count] = k as u8;
                enc.count += 1;
                let (mut span, mut p) = (0, 0);
                while p < FIELDS[k].parts.len() {
                    let (hi, lo, _) = FIELDS[k].parts[p];
                    span |= ones(hi, lo);
                    p += 1;
                }
                span
            };
            if seen & span != 0 {
                return Err(EncProblem::Twice(start));
            }
            seen |= span;
            i += 1;
        }
        if enc.value & 3 != 3 {
            (enc.len, enc.mask, seen) = (2, enc.mask | 0xffff_0000, seen | 0xffff_0000);
        }
        if seen != u32::MAX { Err(EncProblem::Missing(!seen)) } else { Ok(enc) }
    }
    /// The same encoding, cut out of that of another instruction: the words are read as this one.
    ///
    /// This is for words to which the manual gives a name of their own (`zext.h` is `pack` with
    /// rs2 = x0).
    pub const fn within(self, other: Insn) -> Enc {
        Enc { within: Some(other), ..self }
    }
    /// The same encoding, some words of which the manual calls hints: see [`Enc::hint`].
    pub const fn hints(self, hint: fn(&Operands) -> Option<&'static str>) -> Enc {
        Enc { hint, ..self }
    }
    /// The fields, in the order of the line.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let (fields, count) = (self.fields, self.count);
        fields.into_iter().take(count).map(|k| &FIELDS[usize::from(k)])
    }
    /// Whether the word has a field of this operand.
    pub fn has(&self, slot: Slot) -> bool {
        self.fields().any(|f| f.slots().any(|s| s == slot))
    }
    /// The operand of this name: that of a field, or `imm`, `bs` or `rnum` whatever the field is called.
    pub fn named_slot(&self, name: &str) -> Option<Slot> {
        let field = self.fields().find(|field| field.name == name).map(|field| field.slot);
        let any = match name {
            "imm" => Some(Slot::Imm),
            "bs" => Some(Slot::Bs),
            "rnum" => Some(Slot::Rnum),
            _ => None,
        };
        field.or(any.filter(|&slot| self.has(slot)))
    }
    /// The parts of one operand, as in [`Field::parts`], and the width of it when it is signed.
    pub fn operand(&self, slot: Slot) -> (Vec<(u32, u32, u32)>, u32) {
        let of = || self.fields().filter(|f| f.slots().any(|s| s == slot));
        (of().flat_map(|f| f.parts.iter().copied()).collect(), of().map(|f| f.signed).sum())
    }
}

fn no_hint(_: &Operands) -> Option<&'static str> {
    None
}

const fn ones(hi: u32, lo: u32) -> u32 {
    (u32::MAX >> (31 - hi)) & (u32::MAX << lo)
}

/// Reads decimal, `0x` or `0b` digits from `at`; returns the value and the next position. A value that is too
/// long to matter here is some number above 32 bits.
const fn number(s: &[u8], mut at: usize) -> (u64, usize) {
    let prefixed = at + 1 < s.len() && s[at] == b'0';
    let radix = match if prefixed { s[at + 1] } else { b' ' } {
        b'x' => 16,
        b'b' => 2,
        _ => 10,
    };
    at += if radix == 10 { 0 } else { 2 };
    let mut value = 0u64;
    while at < s.len() {
        match (s[at] as char).to_digit(radix) {
            Some(d) => value = value.saturating_mul(radix as u64).saturating_add(d as u64),
            None => break,
        }
        at += 1;
    }
    (value, at)
}

const fn field(s: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut f = 0;
    while f < FIELDS.len() {
        let name = FIELDS[f].name.as_bytes();
        let (mut k, mut same) = (0, name.len() == end - start);
        while same && k < name.len() {
            same = name[k] == s[start + k];
            k += 1;
        }
        if same {
            return Some(f);
        }
        f += 1;
    }
    None
}

/// Compile-time check of all pairs of encodings with a common XLEN, by `pair_problem`.
pub const fn assert_disjoint(all: &[Insn]) {
    let mut i = 0;
    while i < all.len() {
        let mut j = 0;
        while j < i {
            let (a, b) = (all[i].built_in().enc, all[j].built_in().enc);
            let mut k = 0;
            while k < a.len() * b.len() {
                let pair = [(all[i], &a[k / b.len()]), (all[j], &b[k % b.len()])];
                if let Some(problem) = pair_problem(pair) {
                    panic!("{}", problem);
                }
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
}

/// What is wrong with two encodings of different instructions beside each other.
///
/// They have no word in common, unless one is declared to be [`Enc::within`] the other. Then all its
/// words are the other's too: a declaration that nothing needs any more is as wrong as one that lacks.
const fn pair_problem([(x, a), (y, b)]: [(Insn, &Enc); 2]) -> Option<&'static str> {
    if a.xlens & b.xlens == 0 {
        return None;
    }
    let agree = a.mask & b.mask & (a.value ^ b.value) == 0;
    let contained = match (names(a, y), names(b, x)) {
        (false, false) if agree => return Some("two encodings overlap"),
        (false, false) => return None,
        (true, false) => agree && a.mask & b.mask == b.mask && a.mask != b.mask,
        (false, true) => agree && a.mask & b.mask == a.mask && a.mask != b.mask,
        (true, true) => false,
    };
    if contained { None } else { Some("an encoding is not within the one it names") }
}

/// Whether the encoding is cut out of that of `insn`, directly or out of what is cut out of it.
const fn names(enc: &Enc, insn: Insn) -> bool {
    match enc.within {
        Some(other) if other.index() == insn.index() => true,
        Some(other) => {
            // Its encoding on one of the widths, all of which have the same.
            let mut k = 0;
            let all = other.built_in().enc;
            while k < all.len() {
                if all[k].xlens & enc.xlens != 0 && names(&all[k], insn) {
                    return true;
                }
                k += 1;
            }
            false
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ALL, RV32, RV64};

    const WIDE: &str = "rd rs1 rs2 31..25=4 14..12=4 6..0=0x33";
    const NARROW: &str = "rd rs1 31..20=0x80 14..12=4 6..0=0x33";
    const OTHER: &str = "rd rs1 31..20=0x81 14..12=5 6..0=0x33";

    /// The instructions only lend their names.
    fn problem(a: Enc, b: Enc) -> Option<&'static str> {
        let forth = pair_problem([(Insn::Add, &a), (Insn::Sub, &b)]);
        assert_eq!(pair_problem([(Insn::Sub, &b), (Insn::Add, &a)]), forth);
        forth
    }

    #[test]
    fn an_overlap_is_declared_and_a_declaration_is_needed() {
        let narrow = Enc::parse(ALL, NARROW);
        let overlap = Some("two encodings overlap");
        let idle = Some("an encoding is not within the one it names");
        assert_eq!(problem(narrow, Enc::parse(ALL, WIDE)), overlap);
        assert_eq!(problem(narrow, Enc::parse(RV64, WIDE)), overlap);
        assert_eq!(problem(narrow, Enc::parse(ALL, OTHER)), None);
        assert_eq!(problem(Enc::parse(RV32, NARROW), Enc::parse(RV64, WIDE)), None);

        let declared = narrow.within(Insn::Sub);
        assert_eq!(problem(declared, Enc::parse(ALL, WIDE)), None);
        assert_eq!(problem(declared, Enc::parse(ALL, OTHER)), idle);
        // The same words, or the wrong way round, would leave nothing of one of them.
        assert_eq!(problem(declared, narrow), idle);
        assert_eq!(problem(Enc::parse(ALL, WIDE).within(Insn::Sub), narrow), idle);
        assert_eq!(problem(declared, Enc::parse(ALL, WIDE).within(Insn::Add)), idle);
        // The one it is within is another one.
        assert_eq!(problem(narrow.within(Insn::Mul), Enc::parse(ALL, WIDE)), overlap);
    }
}
