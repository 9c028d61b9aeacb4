//! The area of a core: without extensions, with each, and with all.

use super::measured;
use crate::{
    cli::Report,
    failure::{self, Failure},
    output::Output,
    progress,
};
use ::fuzz::dut::{Dut, DutError};
use equivalence::{Area, Measured};
use rtl_harness::CoreDescription;
use serde::Serialize;

/// What riscv-crypto's unit for RV32 does, and its figure.
const SCALAR_CRYPTO: &[&str] = &["zbkb", "zbkc", "zbkx", "zkne", "zknd", "zknh", "zksed", "zksh"];
const PUBLISHED: f64 = 4267.0;

#[derive(Serialize)]
struct Row<'a> {
    core: &'a str,
    isa: &'a str,
    #[serde(flatten)]
    area: &'a Area,
    /// NAND2 equivalents beyond the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond_base: Option<f64>,
}

/// Measures a core, or takes what is known; the rows that were printed.
pub(super) fn run(
    name: &str,
    args: &Report,
    csv: bool,
    output: &mut Output,
) -> Result<usize, Failure> {
    let named = Dut::named(&format!("core:{name}"), None).map_err(Failure::Dut)?;
    let Dut::Core { description, .. } = named else {
        let known = "core:NAME".into();
        return Err(Failure::Dut(DutError::Unknown { name: name.into(), known }));
    };
    let isas = isas(&description, args.xlen)?;
    if !csv {
        output.text(format_args!(
            "core {name}:\n{:<50} {:>4} {:>12} {:>11} {:>12} {:>12}",
            "ISA", "XLEN", "logic NAND2", "flip-flops", "total NAND2", "beyond base"
        ))?;
    }
    let mut subjects = Vec::new();
    for isa in &isas {
        let parsed = failure::isa(isa)?;
        let subject = Measured::core(&description, parsed.xlen(), |e| parsed.enables(e));
        subjects.push(subject.map_err(Failure::Equivalence)?);
    }
    let bar = progress::bar(subjects.len() as u64, "area", output.is_json());
    let areas = measured(&subjects, args, &bar)?;
    bar.finish_and_clear();
    let mut base: Option<&Area> = None;
    for (isa, area) in isas.iter().zip(&areas) {
        let is_base = ["rv32i", "rv64i"].contains(&isa.as_str());
        if is_base {
            base = Some(area);
        }
        let beyond_base = base.filter(|_| !is_base).map(|base| area.total - base.total);
        let beyond = beyond_base.map_or_else(String::new, |n| n.to_string());
        let Area { logic, flip_flops, total, .. } = area;
        let xlen = &isa[2..4];
        let short = if isa.len() > 50 { "all of them" } else { isa.as_str() };
        let text = match csv {
            true => format!("{name}:{isa},{xlen},{logic},{flip_flops},{total}"),
            false => {
                format!(
                    "{short:<50} {xlen:>4} {logic:>12} {flip_flops:>11} {total:>12} {beyond:>12}"
                )
            }
        };
        output.item(&Row { core: name, isa, area, beyond_base }, text)?;
        if let (false, Some(base), true) = (csv, base, *isa == scalar_crypto(32)) {
            let ours = area.logic - base.logic;
            output.text(format_args!(
                "    scalar crypto, logic: {ours} beyond the base; riscv-crypto's unit {PUBLISHED} ({:.2} of it)",
                ours / PUBLISHED
            ))?;
        }
    }
    Ok(isas.len())
}

fn scalar_crypto(xlen: u32) -> String {
    format!("rv{xlen}i_{}", SCALAR_CRYPTO.join("_"))
}

/// The base, each extension that a parameter turns on, all scalar crypto, and all there is.
fn isas(description: &CoreDescription, xlen: Option<u32>) -> Result<Vec<String>, Failure> {
    let mut isas = Vec::new();
    for (width, whole) in description.isas.iter().filter(|isa| xlen.is_none_or(|x| x == isa.0)) {
        let parsed = failure::isa(whole)?;
        let has = |e: &str| parsed.enables(e);
        isas.push(format!("rv{width}i"));
        let on = description.extensions.iter().filter(|(e, _)| has(e));
        isas.extend(on.map(|(e, _)| format!("rv{width}i_{e}")));
        if SCALAR_CRYPTO.iter().all(|e| has(e)) {
            isas.push(scalar_crypto(*width));
        }
        isas.push(whole.clone());
    }
    if isas.is_empty() {
        let known = description.isas.iter().map(|isa| isa.0).collect();
        let (unit, xlen) = (description.name.clone(), xlen.unwrap_or(0));
        let error = rtl_harness::RtlError::Xlen { unit, xlen, known };
        return Err(Failure::Equivalence(equivalence::EquivalenceError::Rtl(Box::new(error))));
    }
    Ok(isas)
}
