//! Assembler macros, for the GNU assembler and for LLVM's, whether or not they know the instruction.

use crate::{
    directive::Kind,
    encodings,
    expression::{Spelling, Word},
    operand::{self, Operand},
};
use semantics::{asm, encoding::Enc, insns::Insn, spec::Slot};
use std::fmt::Write as _;

/// An instruction has different macros on the register widths that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` has another word on RV{} than on RV{}", xlens[0], xlens[1])]
pub struct WidthsDiffer {
    /// The instruction.
    pub name: &'static str,
    /// Two of the widths.
    pub xlens: [u32; 2],
}

/// What goes before all macros.
pub fn prelude() -> String {
    let mut text = String::from(
        "# Operands are separated by commas, in the order of the syntax. An offset and its base are one
# operand, imm(rs1), where the macro has `mem`. A target is a label or `. + distance`.
",
    );
    // A macro gets the name of a register; these say its number.
    for (number, abi) in asm::ABI_NAMES.iter().enumerate() {
        let _ = writeln!(text, "    .set .Lrvassay_x{number}, {number}");
        let _ = writeln!(text, "    .set .Lrvassay_{abi}, {number}");
    }
    text + "    .set .Lrvassay_fp, 8\n"
}

/// The macro of an instruction, or those of its orderings.
///
/// # Errors
/// [`WidthsDiffer`]: it has to be asked for on one register width.
pub fn definition(insn: Insn, xlens: &[u32]) -> Result<String, WidthsDiffer> {
    let name = insn.spec().name;
    let mut made = encodings(insn, xlens)
        .into_iter()
        .map(|(enc, on)| (orderings(insn, enc), on[0]))
        .collect::<Vec<_>>();
    if let [(first, a), rest @ ..] = &made[..]
        && let Some((_, b)) = rest.iter().find(|(text, _)| text != first)
    {
        return Err(WidthsDiffer { name, xlens: [*a, *b] });
    }
    Ok(made.pop().map_or_else(String::new, |(text, _)| text))
}

/// A macro for each ordering that an encoding has: `lr.w`, `lr.w.rl`, `lr.w.aq` and `lr.w.aqrl`.
fn orderings(insn: Insn, enc: &Enc) -> String {
    let (parts, _) = enc.operand(Slot::Order);
    let [(_, low, _)] = parts[..] else { return definition_of(insn, enc, "") };
    let ordered = |order: u32| {
        let mut ordered = *enc;
        ordered.value |= order << low;
        ordered
    };
    let all = asm::ORDERS.iter().zip(0..);
    all.map(|(suffix, order)| definition_of(insn, &ordered(order), suffix)).collect()
}

fn definition_of(insn: Insn, enc: &Enc, suffix: &str) -> String {
    let spec = insn.spec();
    let name = &format!("{}{suffix}", spec.name);
    let operands = operand::operands(spec, enc);
    let directive = Word { enc, operands: &operands, spelling: &Names }.directive();
    let mut parameters: Vec<&str> = operands.iter().map(parameter).collect();
    match directive.kind {
        Kind::Memory => {
            let offset = operands.iter().position(|o| o.offset).unwrap_or_default();
            parameters.splice(offset..=offset + 1, ["mem"]);
        }
        Kind::Target | Kind::CompressedTarget => {
            let of = operands.iter().position(|o| !o.is_register()).unwrap_or_default();
            parameters[of] = "target";
        }
        Kind::Checked | Kind::Plain | Kind::Numbered => {}
    }
    let parameters = parameters.join(", ");
    let mut text = format!("# {}\n    .macro {name} {parameters}", spec.title);
    text.truncate(text.trim_end().len());
    text.push('\n');
    if matches!(directive.kind, Kind::Plain | Kind::Numbered) {
        for operand in operands.iter().filter(|o| !o.is_register()) {
            text += &check(name, enc, operand);
        }
    }
    if directive.kind == Kind::Numbered {
        for operand in operands.iter().filter(|o| o.is_register()) {
            text += &check_register(name, enc, operand);
        }
    }
    if directive.kind == Kind::CompressedTarget {
        let _ = write!(
            text,
            "    .option push\n    .option arch, +c\n    {}\n    .option pop\n",
            directive.text
        );
    } else {
        let _ = writeln!(text, "    {}", directive.text);
    }
    text + "    .endm\n"
}

/// The name of an operand in a macro.
fn parameter(operand: &Operand) -> &'static str {
    if operand.name == "imm20" { "imm" } else { operand.name }
}

/// Stops the assembler at a number that does not fit.
fn check(name: &str, enc: &Enc, operand: &Operand) -> String {
    let Some(range) = operand::range(enc, operand) else { return String::new() };
    let number = format!("(\\{})", parameter(operand));
    let mut wrong = format!("({number} < {}) || ({number} > {})", range.min, range.max);
    if range.step > 1 {
        let _ = write!(wrong, " || ({number} & {:#x})", range.step - 1);
    }
    error_if(&wrong, &format!("{name}: {} is {range}", parameter(operand)))
}

/// Stops it at a register that a narrow field cannot name.
fn check_register(name: &str, enc: &Enc, operand: &Operand) -> String {
    let (parts, _) = enc.operand(operand.slot);
    match parts.first() {
        Some((hi, lo, _)) if hi - lo == 2 => error_if(
            &format!("({} ^ 8) & ~7", Names.register_number(operand)),
            &format!("{name}: {} is x8 to x15", operand.name),
        ),
        _ => String::new(),
    }
}

fn error_if(wrong: &str, message: &str) -> String {
    format!("    .if {wrong}\n    .error \"{message}\"\n    .endif\n")
}

/// Operands as parameters of a macro.
struct Names;

impl Spelling for Names {
    fn register(&self, operand: &Operand) -> String {
        format!("\\{}", operand.name)
    }
    fn register_number(&self, operand: &Operand) -> String {
        format!(".Lrvassay_\\{}", operand.name)
    }
    fn number(&self, operand: &Operand) -> String {
        format!("\\{}", parameter(operand))
    }
    fn target(&self, _: &Operand) -> String {
        "\\target".into()
    }
    fn memory(&self, _: &Operand, _: &Operand) -> String {
        "\\mem".into()
    }
}
