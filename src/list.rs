//! `list`: what there is, one line each.

use crate::{
    cli::{Kind, List},
    failure::Failure,
    output::{Outcome, Output},
};
use semantics::insns::Insn;
use serde::Serialize;

#[derive(Default, Serialize)]
struct Counts {
    ops: usize,
    obligations: usize,
    kernels: usize,
    units: usize,
    cores: usize,
}

#[derive(Serialize)]
struct Op {
    op: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    xlen: Vec<u32>,
    /// `own`, or `delegated`: the simulator has no implementation of its own.
    simulator: &'static str,
    obligations: usize,
}

pub(crate) fn run(args: &List, output: &mut Output) -> Result<Outcome, Failure> {
    let mut counts = Counts::default();
    let wanted = |kind| args.kind.is_none_or(|k| k == kind);
    if wanted(Kind::Ops) {
        for &insn in Insn::ALL {
            let spec = insn.spec();
            let op = Op {
                op: spec.name,
                title: spec.title,
                extensions: spec.extensions,
                xlen: spec.xlens().collect(),
                simulator: "own",
                obligations: 0,
            };
            counts.ops += 1;
            let xlen = op.xlen.iter().map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" ");
            let text = format!(
                "op {:<12}{:<16}{:<18}{}",
                op.op,
                op.extensions.join(" or "),
                xlen,
                op.title
            );
            output.item(&op, text)?;
        }
    }
    let Counts { ops, obligations, kernels, units, cores } = counts;
    let text = format!(
        "{ops} ops, {obligations} obligations, {kernels} kernels, {units} units, {cores} cores"
    );
    output.summary(&counts, text)?;
    Ok(Outcome::Holds)
}
