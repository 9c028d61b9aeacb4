//! `describe`: the page of an instruction, or what a word is and why.

use crate::{
    cli::Describe,
    failure::{self, Failure},
    output::{Outcome, Output},
};
use semantics::{
    asm,
    encoding::Enc,
    insns::Insn,
    isa::{Isa, Legality, Why},
    spec::{Example, Gives, Spec},
};
use serde::Serialize;
use std::fmt::Write as _;

pub(crate) fn run(args: &Describe, output: &mut Output) -> Result<Outcome, Failure> {
    let isas = match &args.isa {
        Some(text) => vec![failure::isa(text)?],
        None => [32, 64].map(Isa::modelled).into(),
    };
    if Insn::named(&args.what).is_none()
        && let Some(word) = word(&args.what)
    {
        for isa in &isas {
            let said = Said::of(word, isa);
            output.item(&said, &said.text)?;
        }
    } else {
        let insn = failure::instruction(&args.what)?;
        let page = Page::of(insn, args.isa.as_ref().map(|_| &isas[0]));
        output.item(&page, page.text())?;
    }
    if output.is_json() {
        output.summary(&Counts {}, "")?;
    }
    output.flush()?;
    Ok(Outcome::Holds)
}

/// Four or eight hexadecimal digits, not all of them letters, or any number of them after `0x`.
fn word(text: &str) -> Option<u32> {
    let plain = |t: &&str| matches!(t.len(), 4 | 8) && t.contains(|c: char| c.is_ascii_digit());
    let digits = text.strip_prefix("0x").or(Some(text).filter(plain))?;
    u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
}

/// Nothing is counted; the line says that the output is complete.
#[derive(Serialize)]
struct Counts {}

#[derive(Serialize)]
struct Said {
    word: String,
    isa: String,
    /// `true`, `false`, or null when the word may belong to an extension that is not modelled.
    legal: Option<bool>,
    asm: Option<String>,
    #[serde(rename = "why")]
    text: String,
}

impl Said {
    fn of(word: u32, isa: &Isa) -> Said {
        let shown =
            if word & 3 == 3 { format!("{word:08x}") } else { format!("{:04x}", word as u16) };
        let name = |insn: Insn| insn.spec().name;
        let one_of = |insn: Insn| insn.spec().extensions.join(" or ");
        let (legal, asm, why) = match isa.legality(word) {
            Legality::Legal(d) => {
                let text = asm::disassemble(&d);
                let hint = isa.hint(&d);
                let hint =
                    hint.map_or(String::new(), |why| format!("; a hint, it does nothing: {why}"));
                let why = format!("legal: `{text}`, of {}{hint}", one_of(d.insn));
                (Some(true), Some(text), why)
            }
            Legality::NotModelled(e) => {
                (None, None, format!("may belong to {}, which is not modelled", e.join(" or ")))
            }
            Legality::Illegal(why) => {
                let reason = match why {
                    Why::NoInstruction => "no known instruction has these bits".into(),
                    Why::OtherWidth(i) if i.spec().enc(isa.xlen()).is_some() => {
                        format!(
                            "`{}` with these operands does not exist on RV{}",
                            name(i),
                            isa.xlen()
                        )
                    }
                    Why::OtherWidth(i) => {
                        format!("`{}` does not exist on RV{}", name(i), isa.xlen())
                    }
                    Why::NotEnabled(i) => format!("`{}` needs {}", name(i), one_of(i)),
                    Why::Reserved(i, reason) => format!("`{}`: {reason}", name(i)),
                };
                (Some(false), None, format!("illegal: {reason}"))
            }
        };
        let text = format!("{shown} under {}: {why}", isa.text());
        Said { word: shown, isa: isa.text().into(), legal, asm, text }
    }
}

#[derive(Serialize)]
struct Page {
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    xlen: Vec<u32>,
    syntax: String,
    encoding: Vec<Encoding>,
    semantics: &'static str,
    timing: String,
    examples: Vec<Worked>,
    obligations: Vec<Obligation>,
    /// Only when an ISA string was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<bool>,
    #[serde(skip)]
    isa: Option<String>,
}

#[derive(Serialize)]
struct Encoding {
    xlen: Vec<u32>,
    line: &'static str,
    mask: String,
    value: String,
}

#[derive(Serialize)]
struct Worked {
    xlen: u32,
    asm: &'static str,
    rs1: String,
    rs2: String,
    gives: String,
    source: &'static str,
}

#[derive(Serialize)]
struct Obligation {
    id: String,
    says: &'static str,
    reference: &'static str,
}

impl Page {
    fn of(insn: Insn, isa: Option<&Isa>) -> Page {
        let spec = insn.spec();
        Page {
            name: spec.name,
            title: spec.title,
            extensions: spec.extensions,
            xlen: spec.xlens().collect(),
            syntax: syntax(spec),
            encoding: spec.enc.iter().map(encoding).collect(),
            semantics: insn.semantics(),
            timing: spec.timing.to_string(),
            examples: spec.examples.iter().map(worked).collect(),
            obligations: obligations(insn),
            legal: isa.map(|isa| isa.has(insn)),
            isa: isa.map(|isa| isa.text().into()),
        }
    }
    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name, self.title);
        let mut row = |key: &str, value: &str| {
            for (k, line) in value.lines().enumerate() {
                let _ = writeln!(text, "  {:<12}{line}", if k == 0 { key } else { "" });
            }
        };
        row("extension", &self.extensions.join(" or "));
        row("width", &self.xlen.iter().map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" "));
        row("syntax", &self.syntax);
        for e in &self.encoding {
            let on = e.xlen.iter().map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" ");
            row("encoding", &format!("{}   ({on})", e.line));
        }
        row("semantics", self.semantics);
        row("timing", &self.timing);
        if let (Some(legal), Some(isa)) = (self.legal, &self.isa) {
            row("legality", &format!("{} under {isa}", if legal { "legal" } else { "illegal" }));
        }
        for e in &self.examples {
            let Worked { xlen, asm, rs1, rs2, gives, source } = e;
            row(
                "example",
                &format!("RV{xlen}: {asm} with rs1 = {rs1}, rs2 = {rs2}: {gives}\n({source})"),
            );
        }
        for o in &self.obligations {
            row("obligation", &format!("{}: {}\n({})", o.id, o.says, o.reference));
        }
        text.trim_end().into()
    }
}

/// Name and operands, a line for each form that some register width has.
fn syntax(spec: &Spec) -> String {
    let of = |xlen| format!("{} {}", spec.name, asm::syntax(spec, xlen)).trim_end().to_owned();
    let mut forms: Vec<String> = spec.xlens().map(of).collect();
    forms.dedup();
    forms.join("\n")
}

/// The obligations that are about an instruction.
fn obligations(insn: Insn) -> Vec<Obligation> {
    let about = proofs::covered().remove(&insn).unwrap_or_default();
    let all = proofs::obligations().into_iter().filter(|o| about.contains(&o.id()));
    all.map(|o| Obligation { id: o.id(), says: o.claim.says, reference: o.claim.reference })
        .collect()
}

fn encoding(enc: &Enc) -> Encoding {
    Encoding {
        xlen: [32, 64, 128].into_iter().filter(|x| enc.xlens & x != 0).collect(),
        line: enc.line,
        mask: format!("{:#010x}", enc.mask),
        value: format!("{:#010x}", enc.value),
    }
}

fn worked(e: &Example) -> Worked {
    let gives = match e.gives {
        Gives::X(r, v) => format!("x{r} = {v:#x}"),
        Gives::Byte(a, v) => format!("byte {a:#x} = {v:#04x}"),
        Gives::Pc(a) => format!("pc = {a:#x} (from 0x1000)"),
        Gives::Trap(cause) => format!("exception {}, {cause}", cause as u32),
    };
    let (rs1, rs2) = (format!("{:#x}", e.rs1), format!("{:#x}", e.rs2));
    Worked { xlen: e.xlen, asm: e.asm, rs1, rs2, gives, source: e.source }
}
