//! `describe`: the page of an instruction, or what a word is and why.

use crate::{
    cli::Describe,
    failure::{self, Failure},
    output::{Outcome, Output},
};
use ::export::page::{self, Stated};
use semantics::{
    asm, csr,
    decode::Decoded,
    encoding::Enc,
    insns::Insn,
    isa::{Isa, Legality, Why},
    spec::{Example, Slot},
    zkt,
};
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) fn run(args: &Describe, output: &mut Output) -> Result<Outcome, Failure> {
    let isas = match &args.isa {
        Some(text) => vec![failure::isa(text)?],
        None => [32, 64, 128].map(Isa::modelled).into(),
    };
    let mut about = None;
    for (k, what) in args.what.iter().enumerate() {
        if k > 0 {
            output.text("")?;
        }
        if Insn::named(what).is_none()
            && let Some(word) = word(what)
        {
            for isa in &isas {
                let said = Said::of(word, isa);
                output.item(&said, &said.text)?;
            }
        } else {
            let insn = failure::instruction(what)?;
            let isa = args.isa.as_ref().map(|_| &isas[0]);
            let page = Page::of(insn, isa, about.get_or_insert_with(obligations));
            output.item(&page, page.text(insn, isa).trim_end())?;
        }
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
                let why = format!(
                    "legal: `{text}`, of {}{}{hint}",
                    one_of(d.insn),
                    csr_of(&d, isa.xlen())
                );
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
                    Why::Csr(i, refused) => format!("`{}`: {refused}", name(i)),
                    Why::OtherMode(name) => {
                        format!("`{name}` is of a privilege mode that this hart does not have")
                    }
                };
                (Some(false), None, format!("illegal: {reason}"))
            }
        };
        let text = format!("{shown} under {}: {why}", isa.text());
        Said { word: shown, isa: isa.text().into(), legal, asm, text }
    }
}

/// What is to be said about the CSR that an instruction names.
fn csr_of(d: &Decoded, xlen: u32) -> String {
    let names = d.insn.spec().enc(xlen).is_some_and(|enc| enc.has(Slot::Csr));
    let Some(csr) = csr::find(d.operands.csr).filter(|_| names) else { return String::new() };
    let number = d.operands.csr;
    format!("; {} is CSR {number:#05x}, {} ({})", csr.name_of(number), csr.about, csr.source)
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
    /// Only when it is not defined on every input.
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<String>,
    timing: String,
    /// Whether the manual's Zkt list has it.
    zkt: bool,
    examples: Vec<Worked>,
    obligations: Vec<Obligation>,
    /// Only when an ISA string was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<bool>,
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
    /// What else is there before the instruction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    gives: String,
    source: &'static str,
}

#[derive(Clone, Serialize)]
struct Obligation {
    id: String,
    says: &'static str,
    reference: &'static str,
}

impl Page {
    fn of(insn: Insn, isa: Option<&Isa>, about: &About) -> Page {
        let spec = insn.spec();
        Page {
            name: spec.name,
            title: spec.title,
            extensions: spec.extensions,
            xlen: spec.xlens().collect(),
            syntax: page::syntax(spec),
            encoding: spec.enc.iter().map(encoding).collect(),
            semantics: insn.semantics(),
            inputs: (!insn.inputs().is_any()).then(|| insn.inputs().to_string()),
            timing: spec.timing.to_string(),
            zkt: zkt::lists(spec.name),
            examples: spec.examples.iter().map(worked).collect(),
            obligations: about.get(&insn).cloned().unwrap_or_default(),
            legal: isa.map(|isa| isa.has(insn)),
        }
    }
    /// The page of the book.
    fn text(&self, insn: Insn, isa: Option<&Isa>) -> String {
        let stated = |o: &Obligation| Stated {
            id: o.id.clone(),
            says: o.says.into(),
            reference: o.reference.into(),
        };
        page::page(insn, &self.obligations.iter().map(stated).collect::<Vec<_>>(), isa)
    }
}

/// The obligations that are about each instruction.
type About = BTreeMap<Insn, Vec<Obligation>>;

fn obligations() -> About {
    let all = proofs::obligations();
    let of = |ids: Vec<String>| {
        let these = all.iter().filter(|o| ids.contains(&o.id()));
        these
            .map(|o| Obligation { id: o.id(), says: o.claim.says, reference: o.claim.reference })
            .collect()
    };
    proofs::covered().into_iter().map(|(insn, ids)| (insn, of(ids))).collect()
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
    let (rs1, rs2) = (format!("{:#x}", e.rs1), format!("{:#x}", e.rs2));
    let also = e.also.iter().map(page::given).collect();
    Worked { xlen: e.xlen, asm: e.asm, rs1, rs2, also, gives: page::gives(e), source: e.source }
}
