//! The page of an instruction: Markdown that reads as well in a terminal, and the index of all pages.

use crate::{layout, reserved};
use semantics::{
    asm, csr,
    encoding::Enc,
    insns::Insn,
    isa::Isa,
    spec::{Example, Given, Gives, Slot, Spec},
    zkt,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

/// What is claimed of an instruction, and proved elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its id.
    pub id: String,
    /// The claim in one English sentence.
    pub says: String,
    /// The document that it was read from.
    pub reference: String,
}

/// The page of an instruction; with `isa`, whether it is legal there.
pub fn page(insn: Insn, obligations: &[Stated], isa: Option<&Isa>) -> String {
    let spec = insn.spec();
    let semantics = insn.semantics();
    let mut text = format!("# {}\n\n{}.\n\n", spec.name, spec.title);
    let _ = write!(text, "{}## Encoding\n\n", block(&syntax(spec)));
    for enc in spec.enc {
        let on = widths(spec.xlens().filter(|x| enc.xlens & x != 0));
        let _ = write!(text, "{on}: `{}`\n\n{}", enc.line, block(&layout::diagram(enc)));
    }
    let _ = write!(text, "## Semantics\n\n{}", block(semantics));
    if !insn.inputs().is_any() {
        let inputs = insn.inputs();
        let _ = write!(text, "Defined for {inputs}; with other operands, any value in rd.\n\n");
    }
    text += "## Examples\n\n";
    for example in spec.examples {
        let _ = writeln!(text, "- {}", worked(insn, example));
    }
    let _ = write!(text, "\n## Legality\n\n{}\n", legality(insn, isa));
    let promised = if zkt::lists(spec.name) { ", as Zkt promises" } else { "" };
    let timing = sentence(&spec.timing.to_string());
    let _ = write!(text, "## Timing\n\n{timing}{promised}.\n\n");
    let _ = write!(text, "## Obligations\n\n");
    if obligations.is_empty() {
        text += "None.\n";
    }
    for Stated { id, says, reference } in obligations {
        let _ = writeln!(text, "- `{id}`: {says} ({reference})");
    }
    text
}

/// Name and operands, a line for each form that some register width has.
pub fn syntax(spec: &Spec) -> String {
    let of = |xlen| format!("{} {}", spec.name, asm::syntax(spec, xlen)).trim_end().to_owned();
    let mut forms: Vec<String> = spec.xlens().map(of).collect();
    forms.dedup();
    forms.join("\n")
}

/// Where the page of an instruction is, below the folder of pages.
pub fn path(insn: Insn) -> String {
    let spec = insn.spec();
    let extension = spec.extensions.first().copied().unwrap_or_default();
    format!("{}/{}.md", extension.to_lowercase(), spec.name)
}

/// The index of all pages, by extension.
pub fn index() -> String {
    let mut extensions: BTreeMap<(bool, &str), Vec<Insn>> = BTreeMap::new();
    for &insn in Insn::all() {
        for extension in insn.spec().extensions {
            extensions.entry((extension.len() > 1, extension)).or_default().push(insn);
        }
    }
    let mut text = String::from(
        "# Instructions by extension\n\n`rvassay describe OP` prints the same pages; `cargo xtask docs` writes them.\n",
    );
    for ((_, extension), mut insns) in extensions {
        insns.sort_by_key(|insn| insn.spec().name);
        let _ = write!(text, "\n## {extension}\n\n| op | what it does | widths |\n|---|---|---|\n");
        for insn in insns {
            let Spec { name, title, .. } = insn.spec();
            let on = widths(insn.spec().xlens());
            let _ = writeln!(text, "| [`{name}`]({}) | {title} | {on} |", path(insn));
        }
    }
    text
}

/// What a worked example leaves behind, in words.
pub fn gives(example: &Example) -> String {
    match example.gives {
        Gives::X(r, v) => format!("x{r} = {v:#x}"),
        Gives::Byte(a, v) => format!("byte {a:#x} = {v:#04x}"),
        Gives::Pc(a) => format!("pc = {a:#x} (from 0x1000)"),
        Gives::Csr(number, v) => format!("{} = {v:#x}", csr::name(number)),
        Gives::Trap(cause) => format!("exception {}, {cause}", cause as u32),
    }
}

/// What a worked example starts from beside rs1 and rs2, in words.
pub fn given(given: &Given) -> String {
    match given {
        Given::X(r, v) => format!("x{r} = {v:#x}"),
        Given::Csr(number, v) => format!("CSR {number:#05x} = {v:#x}"),
    }
}

fn worked(insn: Insn, e: &Example) -> String {
    let has = |slot| insn.spec().enc(e.xlen).is_some_and(|enc| enc.has(slot));
    let mut before = Vec::new();
    if has(Slot::Rs1) {
        before.push(format!("rs1 = {:#x}", e.rs1));
    }
    if has(Slot::Rs2) {
        before.push(format!("rs2 = {:#x}", e.rs2));
    }
    before.extend(e.also.iter().map(given));
    let with =
        if before.is_empty() { String::new() } else { format!(" with {}", before.join(", ")) };
    format!("RV{}: `{}`{with}: {} ({})", e.xlen, e.asm, gives(e), e.source)
}

fn legality(insn: Insn, isa: Option<&Isa>) -> String {
    let spec = insn.spec();
    let mut text = format!("- In {}, on {}.\n", spec.extensions.join(" or "), widths(spec.xlens()));
    let mut lines: BTreeSet<String> = BTreeSet::new();
    for (xlen, enc) in spec.xlens().filter_map(|xlen| Some((xlen, spec.enc(xlen)?))) {
        for (operand, values, reason) in reserved::reserved(insn, enc, xlen) {
            lines.insert(format!("- Reserved: {operand} = {values}: {reason}.\n"));
        }
    }
    text.extend(lines);
    for (enc, of) in spec.enc.iter().filter_map(|enc| Some((enc, enc.within?))) {
        let _ = writeln!(
            text,
            "- On {}, its words are cut out of those of `{}`.",
            widths(spec.xlens().filter(|x| enc.xlens & x != 0)),
            of.spec().name
        );
    }
    for &other in Insn::all() {
        for enc in other.spec().enc.iter().filter(|enc| enc.within == Some(insn)) {
            let _ = writeln!(text, "- {} is `{}`.", cut_out(insn, enc), other.spec().name);
        }
    }
    if let Some(isa) = isa {
        let legal = if isa.has(insn) { "Legal" } else { "Illegal" };
        let _ = writeln!(text, "- {legal} under {}.", isa.text());
    }
    text
}

/// The words of an instruction that an encoding cuts out: `On RV32, with rs2 = x0 it`.
fn cut_out(insn: Insn, enc: &Enc) -> String {
    let on = || [32, 64, 128].into_iter().filter(|x| enc.xlens & x != 0);
    let whole = on().find_map(|xlen| insn.spec().enc(xlen));
    // What the other fixes beyond this one's fixed bits are operands of this one.
    let fixed = whole.iter().flat_map(|whole| whole.fields()).filter_map(|field| {
        let (hi, lo, _) = *field.parts.first()?;
        let bits = (lo..=hi).fold(0, |bits, bit| bits | 1 << bit);
        let register = if field.slot == Slot::Imm { "" } else { "x" };
        let value = (enc.value & bits) >> lo;
        (enc.mask & bits == bits).then(|| format!("{} = {register}{value}", field.name))
    });
    format!("On {}, with {} it", widths(on()), fixed.collect::<Vec<_>>().join(", "))
}

fn block(text: &str) -> String {
    format!("```text\n{text}\n```\n\n")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn widths(xlens: impl Iterator<Item = u32>) -> String {
    xlens.map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" ")
}
