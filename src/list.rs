//! `list`: what there is, one line each.

mod collisions;

use crate::{
    cache,
    cli::{Kind, List},
    failure::Failure,
    output::{Outcome, Output},
};
use proofs::{Engine, Verdicts};
use reference_ciphers::steps;
use semantics::insns::Insn;
use serde::Serialize;

#[derive(Default, Serialize)]
struct Counts {
    ops: usize,
    obligations: usize,
    kernels: usize,
    units: usize,
    cores: usize,
    /// Listed only when they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
}

#[derive(Serialize)]
struct Core<'a> {
    core: &'static str,
    xlen: u32,
    isa: &'a str,
}

#[derive(Serialize)]
struct Step {
    step: &'static str,
    title: &'static str,
    source: &'static str,
    signature: String,
}

#[derive(Serialize)]
struct Op {
    op: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    xlen: Vec<u32>,
    /// `own`, `delegated`: the simulator has no implementation of its own, or `none`: it has none of
    /// the register widths either.
    simulator: &'static str,
    obligations: usize,
}

#[derive(Serialize)]
struct Obligation {
    obligation: String,
    says: &'static str,
    reference: &'static str,
    /// Who closed it when it was proved last, as far as the verdict store knows.
    closed_by: Vec<Engine>,
}

#[derive(Serialize)]
struct Kernel {
    kernel: &'static str,
    function: String,
    computes: String,
    isa: String,
    constant_time: bool,
}

#[derive(Serialize)]
struct Unit {
    unit: &'static str,
    op: String,
    xlen: Vec<u32>,
}

pub(crate) fn run(args: &List, output: &mut Output) -> Result<Outcome, Failure> {
    if args.collisions {
        return collisions::run(args.isa.as_deref(), output);
    }
    let mut counts = Counts::default();
    let wanted = |kind| args.kind.is_none_or(|k| k == kind);
    if wanted(Kind::Ops) {
        counts.ops = ops(output)?;
    }
    if wanted(Kind::Obligations) {
        counts.obligations = obligations(output)?;
    }
    if wanted(Kind::Kernels) {
        counts.kernels = kernels(output)?;
    }
    if wanted(Kind::Units) {
        counts.units = units(output)?;
    }
    if args.kind == Some(Kind::Steps) {
        counts.steps = Some(steps(output)?);
    }
    if wanted(Kind::Cores) {
        counts.cores = cores(output)?;
    }
    let Counts { ops, obligations, kernels, units, cores, steps } = counts;
    let text = match steps {
        Some(steps) => format!("{steps} steps"),
        None => format!(
            "{ops} ops, {obligations} obligations, {kernels} kernels, {units} units, {cores} cores"
        ),
    };
    output.summary(&counts, text)?;
    Ok(Outcome::Holds)
}

fn ops(output: &mut Output) -> Result<usize, Failure> {
    let covered = proofs::covered();
    for &insn in Insn::all() {
        let spec = insn.spec();
        let simulator = match simulator::implements(spec.name) {
            true => "own",
            // Any other width would be one of the simulator's.
            false if spec.xlens().eq([128]) => "none",
            false => "delegated",
        };
        let op = Op {
            op: spec.name,
            title: spec.title,
            extensions: spec.extensions,
            xlen: spec.xlens().collect(),
            simulator,
            obligations: covered.get(&insn).map_or(0, Vec::len),
        };
        let text = format!(
            "op {:<12}{:<14}{:<17}{:<11}{:>2} obligations  {}",
            op.op,
            op.extensions.join(" or "),
            widths(&op.xlen),
            op.simulator,
            op.obligations,
            op.title
        );
        output.item(&op, text)?;
    }
    Ok(Insn::all().len())
}

fn obligations(output: &mut Output) -> Result<usize, Failure> {
    let all = proofs::obligations();
    let verdicts = Verdicts::of(&cache::folder("verdicts"));
    for o in &all {
        let closed_by = verdicts.get(o).map_or_else(Vec::new, |known| known.engines);
        let (obligation, says, reference) = (o.id(), o.claim.says, o.claim.reference);
        let by: Vec<_> = closed_by.iter().map(Engine::to_string).collect();
        let by = if by.is_empty() { "-".into() } else { by.join(" and ") };
        let text = format!("obligation {obligation:<32}{by:<12}{says}");
        output.item(&Obligation { obligation, says, reference, closed_by }, text)?;
    }
    Ok(all.len())
}

/// Counts kernels; a line is a function of one.
fn kernels(output: &mut Output) -> Result<usize, Failure> {
    for kernel in kernels::all() {
        let manifest = kernel.manifest().map_err(Failure::Manifest)?;
        for f in manifest.functions {
            let time = if f.constant_time { "constant time" } else { "leaks" };
            let text = format!("kernel {:<20}{:<28}{:<16}{time}", kernel.id, f.name, f.isa);
            let (function, computes, isa) = (f.name, f.computes, f.isa);
            let constant_time = f.constant_time;
            output.item(
                &Kernel { kernel: kernel.id, function, computes, isa, constant_time },
                text,
            )?;
        }
    }
    Ok(kernels::all().len())
}

/// Counts units; a line is an op of one.
fn units(output: &mut Output) -> Result<usize, Failure> {
    for unit in rtl_harness::units() {
        let description = unit.description().map_err(Failure::Unit)?;
        for op in description.ops {
            let text = format!("unit {:<8}{:<12}{}", unit.name, op.name, widths(&op.xlens));
            output.item(&Unit { unit: unit.name, op: op.name, xlen: op.xlens }, text)?;
        }
    }
    Ok(rtl_harness::units().len())
}

fn cores(output: &mut Output) -> Result<usize, Failure> {
    for core in rtl_harness::cores() {
        let description = core.description().map_err(Failure::Unit)?;
        for (xlen, isa) in description.isas {
            output.item(
                &Core { core: core.name, xlen, isa: &isa },
                format!("core {:<10}{isa}", core.name),
            )?;
        }
    }
    Ok(rtl_harness::cores().len())
}

fn steps(output: &mut Output) -> Result<usize, Failure> {
    for step in steps::steps() {
        let signature = step.signature();
        let text = format!("step {signature:<56}{}, {}", step.title, step.source);
        let (step, title, source) = (step.name, step.title, step.source);
        output.item(&Step { step, title, source, signature }, text)?;
    }
    Ok(steps::steps().len())
}

fn widths(xlen: &[u32]) -> String {
    xlen.iter().map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" ")
}
