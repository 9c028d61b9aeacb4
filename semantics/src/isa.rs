//! ISA strings, and which words are legal under them.

use crate::{
    csr::{self, Refused},
    decode::{self, Decoded},
    insns::Insn,
    spec::Slot,
};
use std::ops::RangeInclusive;

/// An extension that is known by name.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Lower case.
    name: &'static str,
    /// What it brings along.
    implies: &'static [&'static str],
    /// Whether a word may belong to it. Needed while its instructions are not in the table: such a
    /// word is neither legal nor illegal, but not modelled.
    claims: fn(u32) -> bool,
}

const fn known(
    name: &'static str,
    implies: &'static [&'static str],
    claims: fn(u32) -> bool,
) -> Known {
    Known { name, implies, claims }
}

/// Standard extensions of this field. Words are claimed by major opcode (unprivileged manual, "RV32/64G
/// Instruction Set Listings"): a superset, never too little.
static KNOWN: &[Known] = &[
    known("i", &[], no_word),
    known("m", &["zmmul"], no_word),
    known("a", &["zaamo", "zalrsc"], no_word),
    known("f", &["zicsr"], floating),
    known("d", &["f"], floating),
    known("q", &["d"], floating),
    known("c", &["zca"], no_word),
    known("b", &["zba", "zbb", "zbs"], no_word),
    known("v", &["zicsr"], vector),
    known("h", &["zicsr"], |w| opcode(w, &[0x73])),
    known("zmmul", &[], no_word),
    known("zaamo", &[], no_word),
    known("zalrsc", &[], no_word),
    known("zca", &[], no_word),
    known("zcf", &["zca", "f"], |w| matches!(w & 0xe003, 0x6000 | 0x6002 | 0xe000 | 0xe002)),
    known("zcd", &["zca", "d"], |w| matches!(w & 0xe003, 0x2000 | 0x2002 | 0xa000 | 0xa002)),
    known("zicsr", &[], no_word),
    known("zicntr", &["zicsr"], no_word),
    known("zihpm", &["zicsr"], no_word),
    known("zifencei", &[], no_word),
    known("zicond", &[], no_word),
    known("zba", &[], no_word),
    known("zbb", &[], no_word),
    known("zbc", &["zbkc"], no_word),
    known("zbs", &[], no_word),
    known("zbkb", &[], no_word),
    known("zbkc", &[], no_word),
    known("zbkx", &[], no_word),
    known("zknd", &[], no_word),
    known("zkne", &[], no_word),
    known("zknh", &[], no_word),
    known("zksed", &[], no_word),
    known("zksh", &[], no_word),
    known("zkr", &["zicsr"], no_word),
    known("zkt", &[], no_word),
    known("zkn", &["zbkb", "zbkc", "zbkx", "zkne", "zknd", "zknh"], no_word),
    known("zks", &["zbkb", "zbkc", "zbkx", "zksed", "zksh"], no_word),
    known("zk", &["zkn", "zkr", "zkt"], no_word),
    known("zvbb", &["zvkb"], vector),
    known("zvkb", &[], vector),
    known("zvbc", &[], vector),
    known("zvkg", &[], vector),
    known("zvkned", &[], vector),
    known("zvknha", &[], vector),
    known("zvknhb", &[], vector),
    known("zvksed", &[], vector),
    known("zvksh", &[], vector),
];

fn no_word(_: u32) -> bool {
    false
}
fn opcode(word: u32, of: &[u32]) -> bool {
    of.contains(&(word & 0x7f))
}
fn floating(word: u32) -> bool {
    // fflags, frm, fcsr
    opcode(word, &[0x07, 0x27, 0x43, 0x47, 0x4b, 0x4f, 0x53]) || csr(word, &[1..=3])
}
fn vector(word: u32) -> bool {
    // vstart, vxsat, vxrm, vcsr; vl, vtype, vlenb
    opcode(word, &[0x07, 0x27, 0x57, 0x77]) || csr(word, &[8..=10, 0xf..=0xf, 0xc20..=0xc22])
}
/// Whether a word accesses a CSR with one of these numbers.
fn csr(word: u32, numbers: &[RangeInclusive<u32>]) -> bool {
    let accesses = opcode(word, &[0x73]) && word >> 12 & 3 != 0;
    accesses && numbers.iter().any(|range| range.contains(&(word >> 20)))
}

/// Why a text is no ISA string that can be used here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IsaError {
    /// It does not begin with `rv32`, `rv64` or `rv128` and a base.
    #[error(
        "`{text}` is no ISA string: it begins with `rv32i`, `rv64i` or `rv128i`, as in `rv32im_zkne_zknd`"
    )]
    Start {
        /// The whole text.
        text: String,
    },
    /// The base is known, but its instructions are not in the table.
    #[error("`{base}` is not modelled: use rv32i, rv64i or rv128i")]
    Base {
        /// For example `rv32e`.
        base: String,
    },
    /// An extension that nobody here knows.
    #[error("unknown extension `{name}` in `{text}`")]
    Unknown {
        /// Its name.
        name: String,
        /// The whole text.
        text: String,
    },
    /// An extension that is named twice.
    #[error("extension `{name}` is named twice in `{text}`")]
    Twice {
        /// Its name.
        name: String,
        /// The whole text.
        text: String,
    },
}

/// A register width and a set of extensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isa {
    xlen: u32,
    text: String,
    extensions: Vec<&'static str>,
    /// By [`Insn`].
    enabled: Vec<Enabled>,
}

/// Whether an instruction exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enabled {
    No,
    Yes,
    /// Where the CSR that it names does, and can be accessed so.
    WithCsr,
}

/// What is to be said about a word under an ISA string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// It is an instruction.
    Legal(Decoded),
    /// It raises an illegal-instruction exception.
    Illegal(Why),
    /// It may belong to one of these extensions, whose instructions are not in the table.
    NotModelled(Vec<&'static str>),
}

/// Why a word is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No instruction in the table has these fixed bits, on any register width.
    NoInstruction,
    /// This one has, on another register width: it does not exist here, or not with these operands.
    OtherWidth(Insn),
    /// This one has, but none of its extensions is in the ISA string.
    NotEnabled(Insn),
    /// This one has, but an operand value is reserved, for the reason given.
    Reserved(Insn, &'static str),
    /// This one has, but not on the CSR that it names.
    Csr(Insn, Refused),
    /// The instruction of this name belongs to a privilege mode that harts here do not have.
    OtherMode(&'static str),
}

impl Isa {
    /// Parses an ISA string such as `rv32im_zkne_zknd`, `RV64I_Zkn` or `rv64i2p1_m2p0`.
    ///
    /// # Errors
    /// [`IsaError`] for what it cannot use.
    pub fn parse(text: &str) -> Result<Isa, IsaError> {
        let lower = text.trim().to_ascii_lowercase();
        let start = || IsaError::Start { text: text.into() };
        let digits = lower.strip_prefix("rv").ok_or_else(start)?;
        let split = digits.find(|c: char| !c.is_ascii_digit()).ok_or_else(start)?;
        let (xlen, rest) = digits.split_at(split);
        let xlen = xlen.parse().map_err(|_| start())?;
        let base = rest.chars().next().ok_or_else(start)?;
        match (xlen, base) {
            (32 | 64 | 128, 'i' | 'g') => {}
            (32 | 64 | 128, 'e') => {
                return Err(IsaError::Base { base: format!("rv{xlen}{base}") });
            }
            _ => return Err(start()),
        }
        let mut named: Vec<String> = Vec::new();
        for part in split_extensions(rest) {
            if named.contains(&part) {
                return Err(IsaError::Twice { name: part, text: text.into() });
            }
            named.push(part);
        }
        let mut extensions = Vec::new();
        for name in &named {
            let unknown = || IsaError::Unknown { name: name.clone(), text: text.into() };
            match name.as_str() {
                "g" => ["i", "m", "a", "f", "d", "zicsr", "zifencei"]
                    .iter()
                    .for_each(|e| add(&mut extensions, e)),
                _ => add(&mut extensions, canonical(name).ok_or_else(unknown)?),
            }
        }
        // C brings the loads and stores of F and D along, each where its words are free.
        let on = |e: &str| extensions.contains(&e);
        let [zcf, zcd] = [xlen == 32 && on("c") && on("f"), on("c") && on("d")];
        for (_, e) in [(zcf, "zcf"), (zcd, "zcd")].into_iter().filter(|(brought, _)| *brought) {
            add(&mut extensions, e);
        }
        let has = |e: &&'static str| extensions.contains(&canonical(e).unwrap_or(e));
        let enabled = Insn::all()
            .iter()
            .map(|i| match i.spec().enc(xlen) {
                Some(enc) if i.spec().extensions.iter().any(has) => {
                    if enc.has(Slot::Csr) {
                        Enabled::WithCsr
                    } else {
                        Enabled::Yes
                    }
                }
                _ => Enabled::No,
            })
            .collect();
        Ok(Isa { xlen, text: lower, extensions, enabled })
    }
    /// Every extension of this register width that has instructions or CSRs in the tables.
    ///
    /// # Panics
    /// When `xlen` is not 32, 64 or 128.
    pub fn modelled(xlen: u32) -> Isa {
        let of_width = Insn::all().iter().filter(|i| i.spec().enc(xlen).is_some());
        let of_insns = of_width.flat_map(|i| i.spec().extensions);
        let of_csrs = csr::TABLE.iter().flat_map(|c| c.extensions);
        let mut names: Vec<_> = of_insns.chain(of_csrs).copied().collect();
        // Single letters first, in the order of ISA strings.
        names.sort_by_key(|name| (name.len() > 1, "IMAFDQCBVH".find(name), *name));
        names.dedup();
        let mut text = format!("rv{xlen}");
        // M, A and C bring these along.
        let implied = ["Zmmul", "Zaamo", "Zalrsc", "Zca"];
        for name in names.into_iter().filter(|name| !implied.contains(name)) {
            let mark = if name.len() > 1 { "_" } else { "" };
            text += &format!("{mark}{}", name.to_lowercase());
        }
        Isa::parse(&text).unwrap_or_else(|error| panic!("{error}"))
    }
    /// Register width: 32, 64 or 128.
    pub fn xlen(&self) -> u32 {
        self.xlen
    }
    /// The string, in lower case.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// Alignment of instructions in bytes (the manual's IALIGN): 4, or 2 with compressed ones.
    pub fn ialign(&self) -> u32 {
        if self.extensions.contains(&"zca") { 2 } else { 4 }
    }
    /// All extensions, the implied ones too: standard ones in lower case, custom ones as the table writes them.
    pub fn extensions(&self) -> &[&'static str] {
        &self.extensions
    }
    /// Whether it has an extension, in any spelling of lower and upper case.
    pub fn enables(&self, extension: &str) -> bool {
        self.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
    }
    /// Whether an instruction exists here.
    pub fn has(&self, insn: Insn) -> bool {
        self.enabled[insn.index()] != Enabled::No
    }
    /// The instructions that exist here.
    pub fn insns(&self) -> impl Iterator<Item = Insn> + '_ {
        Insn::all().iter().copied().filter(|&i| self.has(i))
    }
    /// The instruction that a word is, when it is legal.
    #[inline]
    pub fn decode(&self, word: u32) -> Option<Decoded> {
        decode::decode(word, self.xlen).filter(|d| match self.enabled[d.insn.index()] {
            Enabled::No => false,
            Enabled::Yes => true,
            Enabled::WithCsr => self.access(d).is_ok(),
        })
    }
    /// Whether an instruction may access the CSR that it names.
    fn access(&self, d: &Decoded) -> Result<(), Refused> {
        csr::access(d.insn, &d.operands, self.xlen, |e| self.enables(e))
    }
    /// The CSRs that exist here, families with all their numbers.
    pub fn csrs(&self) -> impl Iterator<Item = u32> + '_ {
        let here = |c: &&csr::Csr| {
            c.xlens & self.xlen != 0 && c.extensions.iter().any(|e| self.enables(e))
        };
        csr::TABLE.iter().filter(here).flat_map(|c| c.number..c.number + c.count)
    }
    /// What `misa` reads as: the register width, and the letters of what is modelled. `B` stands for Zba,
    /// Zbb and Zbs, `A` for Zaamo and Zalrsc, `X` for any custom extension.
    pub fn misa(&self) -> u128 {
        let all = |names: &[&str]| names.iter().all(|name| self.enables(name));
        let custom = self.extensions.iter().any(|e| e.starts_with(['X', 'x']));
        let letters = [
            ('A', all(&["zaamo", "zalrsc"])),
            ('B', all(&["zba", "zbb", "zbs"])),
            ('C', all(&["zca"])),
            ('I', true),
            ('M', all(&["m"])),
            ('X', custom),
        ];
        let letters = letters.into_iter().filter(|letter| letter.1);
        let bits = letters.fold(0, |bits, letter| bits | 1 << (letter.0 as u32 - 'A' as u32));
        u128::from(self.xlen.ilog2() - 4) << (self.xlen - 2) | bits
    }
    /// Why a legal word is a hint, which changes nothing; `None` when it is none.
    pub fn hint(&self, decoded: &Decoded) -> Option<&'static str> {
        decoded.insn.spec().enc(self.xlen).and_then(|enc| (enc.hint)(&decoded.operands))
    }
    /// What is to be said about a word: a 32-bit one, or a 16-bit one when its low two bits are not 3.
    pub fn legality(&self, word: u32) -> Legality {
        let found = decode::find(word, self.xlen);
        if let Some(decoded) = self.decode(word) {
            return Legality::Legal(decoded);
        }
        let unmodelled: Vec<_> =
            self.extensions.iter().copied().filter(|e| !is_modelled(e)).collect();
        let claimed: Vec<_> = unmodelled.into_iter().filter(|e| claims(e, word)).collect();
        if !claimed.is_empty() {
            return Legality::NotModelled(claimed);
        }
        Legality::Illegal(match found {
            Some(d) if self.has(d.insn) => {
                let reserved = (d.insn.spec().reserved)(&d.operands);
                let refused = || self.access(&d).err();
                match (reserved, self.enabled[d.insn.index()]) {
                    (Some(reason), _) => Why::Reserved(d.insn, reason),
                    (None, Enabled::WithCsr) => {
                        refused().map_or(Why::NoInstruction, |r| Why::Csr(d.insn, r))
                    }
                    (None, _) => Why::NoInstruction,
                }
            }
            Some(d) => Why::NotEnabled(d.insn),
            None => [32, 64, 128]
                .iter()
                .find_map(|&xlen| decode::decode(word, xlen))
                .map(|d| Why::OtherWidth(d.insn))
                .or_else(|| csr::of_other_mode(word).map(Why::OtherMode))
                .unwrap_or(Why::NoInstruction),
        })
    }
}

/// The names of all extensions that an ISA string may have.
pub fn known_extensions() -> Vec<&'static str> {
    let mut all: Vec<_> = KNOWN.iter().map(|k| k.name).collect();
    for e in Insn::all().iter().flat_map(|i| i.spec().extensions) {
        if canonical_standard(e).is_none() && !all.contains(e) {
            all.push(e);
        }
    }
    all
}

/// Whether an extension is none of the standard ones.
pub(crate) fn is_custom(name: &str) -> bool {
    canonical_standard(name).is_none()
}

/// The standard extensions whose words are known by their opcodes only.
pub(crate) fn unmodelled() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|k| k.name).filter(|name| !is_modelled(name))
}

/// Whether a word may belong to a standard extension that is not in the table.
pub(crate) fn claims(extension: &str, word: u32) -> bool {
    KNOWN.iter().any(|k| k.name == extension && (k.claims)(word))
}

/// Whether the instructions of an extension are in the table (or it has none).
fn is_modelled(name: &str) -> bool {
    let no_instruction = ["a", "b", "zicntr", "zihpm", "zkr", "zkt", "zkn", "zks", "zk"];
    let of_table = |e: &&str| e.eq_ignore_ascii_case(name);
    no_instruction.contains(&name)
        || Insn::all().iter().any(|i| i.spec().extensions.iter().any(of_table))
}

fn canonical_standard(name: &str) -> Option<&'static str> {
    KNOWN.iter().map(|k| k.name).find(|k| k.eq_ignore_ascii_case(name))
}

/// The table's own name of an extension; custom ones are known through their instructions.
fn canonical(name: &str) -> Option<&'static str> {
    canonical_standard(name).or_else(|| {
        let custom = Insn::all().iter().flat_map(|i| i.spec().extensions.iter().copied());
        custom.filter(|e| canonical_standard(e).is_none()).find(|e| e.eq_ignore_ascii_case(name))
    })
}

fn add(to: &mut Vec<&'static str>, name: &'static str) {
    if to.contains(&name) {
        return;
    }
    to.push(name);
    let implied = KNOWN.iter().find(|k| k.name == name).map_or(&[][..], |k| k.implies);
    implied.iter().for_each(|e| add(to, e));
}

/// Single letters one by one, longer names up to the next `_`, all without version numbers.
fn split_extensions(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in text.split('_').filter(|p| !p.is_empty()) {
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            if matches!(first, 'z' | 's' | 'x') {
                names.push(without_version(rest).into());
                break;
            }
            names.push(first.into());
            rest = skip_version(&rest[first.len_utf8()..]);
        }
    }
    names
}

/// `2p1` at the start is skipped.
fn skip_version(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('p') {
        Some(minor)
            if rest.len() < text.len() && minor.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            minor.trim_start_matches(|c: char| c.is_ascii_digit())
        }
        _ => rest,
    }
}

/// `zkne1p0` without `1p0`; a bare number at the end stays (`zve32x` ends otherwise).
fn without_version(name: &str) -> &str {
    let minor = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match minor.strip_suffix('p') {
        Some(major) if minor.len() < name.len() => {
            let stem = major.trim_end_matches(|c: char| c.is_ascii_digit());
            if stem.len() < major.len() { stem } else { name }
        }
        _ => name,
    }
}
