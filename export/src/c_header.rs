//! A C header: one inline function an instruction, or a macro where an operand is a constant.

use crate::{
    NotOffered,
    directive::Kind,
    effects::effects,
    encodings,
    expression::{Spelling, Word},
    operand::{self, Operand},
};
use semantics::{encoding::Enc, insns::Insn};

/// What goes before all functions. With one register width, no other compiles it.
pub fn prelude(xlens: &[u32]) -> String {
    let mut text = String::from("#pragma once\n\n#include <stdint.h>\n\n");
    if let [xlen] = xlens {
        text += &format!("#if __riscv_xlen != {xlen}\n#error \"for RV{xlen}\"\n#endif\n\n");
    }
    text + "/* A register. */
#if __riscv_xlen == 32
typedef uint32_t rv_xlen_t;
#else
typedef uint64_t rv_xlen_t;
#endif

#ifdef __cplusplus
#define RV_STATIC_ASSERT static_assert
#else
#define RV_STATIC_ASSERT _Static_assert
#endif
"
}

/// The name of its function: that of the instruction, after `rv_`.
pub fn function_name(insn: Insn) -> String {
    format!("rv_{}", insn.spec().name.replace('.', "_"))
}

/// The function of an instruction, guarded where it differs between register widths.
///
/// # Errors
/// Why it has none.
pub fn definition(insn: Insn, xlens: &[u32]) -> Result<String, NotOffered> {
    let with_c: Vec<u32> = xlens.iter().copied().filter(|&x| x != 128).collect();
    let mut made: Vec<(Vec<u32>, String)> = Vec::new();
    for (enc, on) in encodings(insn, &with_c) {
        if enc.len == 2 {
            return Err(NotOffered::Compressed);
        }
        let text = definition_of(insn, enc, on[0])?;
        match made.iter_mut().find(|(_, other)| *other == text) {
            Some((widths, _)) => widths.extend(on),
            None => made.push((on, text)),
        }
    }
    match &made[..] {
        [] => Err(NotOffered::Width),
        [(widths, text)] if widths.len() == with_c.len() => Ok(text.clone()),
        all => Ok(all.iter().map(|(widths, text)| guarded(widths, text)).collect()),
    }
}

fn guarded(widths: &[u32], text: &str) -> String {
    let conditions: Vec<_> = widths.iter().map(|x| format!("__riscv_xlen == {x}")).collect();
    format!("#if {}\n{text}#endif\n", conditions.join(" || "))
}

fn definition_of(insn: Insn, enc: &Enc, xlen: u32) -> Result<String, NotOffered> {
    let spec = insn.spec();
    let effects = effects(insn, enc, xlen);
    let operands = operand::operands(spec, enc);
    // The result is %0; the others follow in the order of the syntax.
    let is_result = |o: &&Operand| o.slot == semantics::spec::Slot::Rd;
    let result = operands.iter().find(is_result);
    let inputs: Vec<&Operand> = operands.iter().filter(|o| !is_result(o)).collect();
    let order = result.into_iter().chain(inputs.iter().copied()).copied().collect();
    let directive = Word { enc, operands: &operands, spelling: &Template(order) }.directive();
    if effects.control || matches!(directive.kind, Kind::Target | Kind::CompressedTarget) {
        return Err(NotOffered::ControlFlow);
    }
    if directive.kind == Kind::Numbered {
        return Err(NotOffered::Format);
    }

    let constants = inputs.iter().any(|o| !o.is_register());
    let bound = |o: &&Operand| match (o.is_register(), constants) {
        (true, false) => format!("\"r\"({})", o.name),
        (true, true) => format!("\"r\"((rv_xlen_t)({}))", o.name),
        (false, _) => format!("\"i\"({})", parameter(o)),
    };
    let output = match (result, constants) {
        (None, _) => "",
        (_, false) => "\"=r\"(rd)",
        (_, true) => "\"=r\"(rv_rd_)",
    };
    let volatile = if effects.state { " volatile" } else { "" };
    let clobbers = if effects.state { " : \"memory\"" } else { "" };
    let bound = inputs.iter().map(bound).collect::<Vec<_>>().join(", ");
    let assembly =
        format!("__asm__{volatile}(\"{}\" : {output} : {bound}{clobbers});", directive.text);
    let assembly = assembly.replace(" : )", ")").replace("  ", " ");

    let comment = format!("\n/* {}: {} */\n", spec.title, insn.semantics().replace('\n', "\n   "));
    let name = function_name(insn);
    let names = inputs.iter().map(|o| parameter(o)).collect::<Vec<_>>();
    Ok(comment
        + &if constants {
            let mut checks = String::new();
            for operand in inputs.iter().filter(|o| !o.is_register()) {
                checks += &check(enc, operand);
            }
            let value = if result.is_some() { "    rv_rd_; \\\n" } else { "" };
            let declared = if result.is_some() { "    rv_xlen_t rv_rd_; \\\n" } else { "" };
            format!(
                "#define {name}({}) __extension__ ({{ \\\n{checks}{declared}    {assembly} \\\n{value}}})\n",
                names.join(", ")
            )
        } else {
            let typed = names.iter().map(|n| format!("rv_xlen_t {n}")).collect::<Vec<_>>();
            let parameters = if typed.is_empty() { "void".into() } else { typed.join(", ") };
            let (of, first, last) = match result {
                Some(_) => ("rv_xlen_t", "    rv_xlen_t rd;\n", "    return rd;\n"),
                None => ("void", "", ""),
            };
            format!(
                "static inline {of} {name}({parameters})\n{{\n{first}    {assembly}\n{last}}}\n"
            )
        })
}

fn parameter(operand: &Operand) -> &'static str {
    if operand.name == "imm20" { "imm" } else { operand.name }
}

/// Stops the compiler at a constant that does not fit.
fn check(enc: &Enc, operand: &Operand) -> String {
    let Some(range) = operand::range(enc, operand) else { return String::new() };
    let name = parameter(operand);
    let mut right = format!("({name}) >= {} && ({name}) <= {}", range.min, range.max);
    if range.step > 1 {
        right += &format!(" && (({name}) & {:#x}) == 0", range.step - 1);
    }
    format!("    RV_STATIC_ASSERT({right}, \"{name} is {range}\"); \\\n")
}

/// Operands by their place in an inline-assembly statement.
struct Template(Vec<Operand>);

impl Template {
    fn place(&self, operand: &Operand) -> String {
        let place = self.0.iter().position(|o| o == operand).expect("all operands are in it");
        format!("%{place}")
    }
}

impl Spelling for Template {
    fn register(&self, operand: &Operand) -> String {
        self.place(operand)
    }
    fn register_number(&self, operand: &Operand) -> String {
        self.place(operand)
    }
    fn number(&self, operand: &Operand) -> String {
        self.place(operand)
    }
}
