//! Assembly text of single instructions, both ways, from [`Spec::syntax`](crate::spec::Spec::syntax).

use crate::{
    csr,
    decode::{self, Decoded},
    encoding::Enc,
    insns::Insn,
    spec::{Operands, Slot, Spec},
};

/// Why a line is no instruction of this register width.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AsmError {
    /// No instruction has this name.
    #[error("unknown instruction `{name}`")]
    Unknown {
        /// The first word of the line.
        name: String,
    },
    /// The instruction exists on other register widths only.
    #[error("`{name}` does not exist on RV{xlen}")]
    Width {
        /// Its name.
        name: &'static str,
        /// The register width that was asked for.
        xlen: u32,
    },
    /// The operands do not have the right form.
    #[error("`{found}` is not `{name} {expected}`")]
    Syntax {
        /// The instruction.
        name: &'static str,
        /// Its syntax.
        expected: String,
        /// The operands of the line.
        found: String,
    },
    /// An operand does not fit its field.
    #[error("an operand of `{line}` does not fit its field")]
    Range {
        /// The whole line.
        line: String,
    },
}

/// The operands of an instruction on this register width: [`Spec::syntax`] without those that its encoding there
/// lacks, as RV64's of `gf8mat` lacks rs3.
pub fn syntax(spec: &Spec, xlen: u32) -> String {
    let there = |operand: &&str| {
        slot(operand).is_none_or(|slot| spec.enc(xlen).is_some_and(|enc| enc.has(slot)))
    };
    spec.syntax.split(", ").filter(there).collect::<Vec<_>>().join(", ")
}

/// Assembly text. Branch and jump targets are relative to the instruction.
pub fn disassemble(d: &Decoded) -> String {
    let (spec, i) = (d.insn.spec(), &d.operands);
    let operands: String = tokens(&syntax(spec, d.xlen))
        .map(|token| match token {
            "imm20" => format!("{:#x}", i.imm as u32 >> 12),
            "csr" => csr::name(i.csr),
            "," => ", ".into(),
            _ => match slot(token) {
                Some(slot @ (Slot::Rd | Slot::Rs1 | Slot::Rs2 | Slot::Rs3)) => {
                    format!("x{}", i.get(slot))
                }
                Some(slot) => (i.get(slot) as i32).to_string(),
                None => token.into(),
            },
        })
        .collect();
    format!("{}{} {operands}", spec.name, ORDERS[i.order as usize & 3]).trim_end().into()
}

/// Suffixes of atomic instructions, by [`Operands::order`].
pub const ORDERS: [&str; 4] = ["", ".rl", ".aq", ".aqrl"];

/// The instruction of a name, and its ordering.
fn named(name: &str) -> Option<(Insn, u32)> {
    let with = |order: u32| {
        let insn = Insn::named(name.strip_suffix(ORDERS[order as usize])?)?;
        let ordered = order == 0 || insn.spec().enc.iter().any(|enc| enc.has(Slot::Order));
        ordered.then_some((insn, order))
    };
    (0..4).find_map(with)
}

/// The inverse of [`disassemble`]. Registers may have their ABI names; numbers may be hexadecimal.
///
/// `pack x5, x6, x0` is read as what its word is: `zext.h x5, x6` on RV32.
///
/// # Errors
/// [`AsmError`], with what was expected.
pub fn assemble(line: &str, xlen: u32) -> Result<Decoded, AsmError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (insn, order) = named(name).ok_or_else(|| AsmError::Unknown { name: name.into() })?;
    let spec = insn.spec();
    spec.enc(xlen).ok_or(AsmError::Width { name: spec.name, xlen })?;
    let expected = syntax(spec, xlen);
    let wrong =
        || AsmError::Syntax { name: spec.name, expected: expected.clone(), found: rest.into() };
    let mut operands = Operands { order, ..Operands::default() };
    let mut given = tokens(rest);
    for token in tokens(&expected) {
        let text = given.next().ok_or_else(wrong)?;
        let value = match slot(token) {
            None if text == token => continue,
            Some(Slot::Rd | Slot::Rs1 | Slot::Rs2 | Slot::Rs3) => register(text),
            Some(Slot::Csr) => csr::named(text).or_else(|| number(text)),
            Some(_) if token == "imm20" => number(text).filter(|v| *v < 1 << 20).map(|v| v << 12),
            Some(_) => number(text),
            None => None,
        };
        operands.set(slot(token).ok_or_else(wrong)?, value.ok_or_else(wrong)?);
    }
    if given.next().is_some() {
        return Err(wrong());
    }
    // What the syntax does not show follows from the rest, or is implied.
    let shown = |slot_of| tokens(spec.syntax).any(|token| slot(token) == Some(slot_of));
    for field in spec.enc(xlen).into_iter().flat_map(Enc::fields) {
        let value = if field.is_implied() { field.fixed } else { operands.get(field.slot) };
        let unseen = field.slots().filter(|&slot| !shown(slot));
        unseen.for_each(|slot| operands.set(slot, value));
    }
    let word = decode::encode(insn, &operands, xlen);
    let found = word.and_then(|word| decode::find(word, xlen));
    found.ok_or_else(|| AsmError::Range { line: line.into() })
}

/// The operand that a word of a syntax stands for; `None` for punctuation.
pub fn slot(token: &str) -> Option<Slot> {
    Some(match token {
        "rd" => Slot::Rd,
        "rs1" => Slot::Rs1,
        "rs2" => Slot::Rs2,
        "rs3" => Slot::Rs3,
        "imm" | "imm20" => Slot::Imm,
        "bs" => Slot::Bs,
        "rnum" => Slot::Rnum,
        "uimm" => Slot::Imm,
        "csr" => Slot::Csr,
        _ => return None,
    })
}

/// Words, numbers and punctuation; white space only separates.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = match rest.find([',', '(', ')', ' ', '\t']) {
            Some(0) => first.len_utf8(),
            Some(end) => end,
            None => rest.len(),
        };
        let (token, tail) = rest.split_at(end);
        rest = tail;
        Some(token)
    })
}

/// ABI names in register order; `fp` is another name of `s0`.
pub const ABI_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// The number of a register, by its own or its ABI name.
pub fn register(text: &str) -> Option<u32> {
    let abi = || ABI_NAMES.iter().position(|n| *n == text).map(|k| k as u32);
    let numbered = || text.strip_prefix('x')?.parse().ok().filter(|r| *r < 32);
    abi().or_else(numbered).or((text == "fp").then_some(8))
}

fn number(text: &str) -> Option<u32> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |d| (true, d));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    i32::try_from(if negative { -value.ok()? } else { value.ok()? }).ok().map(|v| v as u32)
}
