//! `prove --core`: what a core shows of its instructions, within a bound.

use crate::{
    cache,
    cli::Prove,
    failure::{self, Failure, nearest},
    interrupt,
    output::{Outcome, Output},
    progress,
};
use ::fuzz::dut::{Dut, DutError};
use equivalence::{Check, Core, CoreReport, Options, Verdict};
use proofs::Totals;
use rtl_harness::CoreDescription;
use semantics::{insns::Insn, isa::Isa};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

/// The ops that are checked without a filter: at least one of each class. Products, quotients and what needs more
/// cycles than the bound has are asked for by name, and say so.
const OPS: [&str; 18] = [
    "add",
    "sub",
    "xor",
    "sll",
    "sra",
    "slt",
    "lui",
    "auipc",
    "lw",
    "lbu",
    "sb",
    "beq",
    "jal",
    "c.addi",
    "andn",
    "rol",
    "aes32esmi",
    "sha256sum0",
];

/// What every core of a check has beside the op's own extension: a part of the logic is not there, and proofs are as
/// much shorter.
const BASE: &str = "ic_zicsr";

#[derive(Serialize)]
struct Summary {
    #[serde(flatten)]
    totals: Totals,
    cores: usize,
    /// Of every proof.
    cycles: u32,
}

pub(crate) fn run(name: &str, args: &Prove, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let named = Dut::named(&format!("core:{name}"), args.bug.as_deref()).map_err(Failure::Dut)?;
    let Dut::Core { description, bug, .. } = named else {
        let known = "core:NAME".into();
        return Err(Failure::Dut(DutError::Unknown { name: name.into(), known }));
    };
    let by_isa = select(&description, args)?;
    let options = Options {
        patch: bug,
        time_limit: Duration::from_secs(args.timeout.max(1)),
        cache: cache::folder("rtl"),
    };
    let stop = interrupt::stop_flag()?;
    let count: usize = by_isa.values().map(Vec::len).sum();
    let bar = progress::bar(count as u64, "prove", output.is_json());
    let mut totals = Totals { obligations: count, ..Totals::default() };
    let mut done = 0;
    for (isa, checks) in &by_isa {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let isa = failure::isa(isa)?;
        let core =
            Core::new(&description, &isa, &options, args.depth).map_err(Failure::Equivalence)?;
        for &check in checks {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            bar.set_message(check.name());
            let report = core.prove(check);
            bar.inc(1);
            done += 1;
            *match report.verdict {
                Verdict::Proved => &mut totals.proved,
                Verdict::Refuted => &mut totals.refuted,
                Verdict::Unknown => &mut totals.unknown,
                Verdict::NotRun => &mut totals.not_run,
            } += 1;
            bar.suspend(|| output.item(&report, line(&report)))?;
            output.flush()?;
        }
    }
    bar.finish_and_clear();
    // Those that an interrupt left.
    totals.not_run += count - done;
    totals.seconds = start.elapsed().as_secs_f64();
    let outcome = super::outcome(&totals);
    let text = format!("{}; within {} cycles of a reset", super::text(&totals), args.depth);
    output.summary(&Summary { totals, cores: 1, cycles: args.depth }, text)?;
    Ok(outcome)
}

/// The checks, by the instruction set that they are made on.
fn select(
    description: &CoreDescription,
    args: &Prove,
) -> Result<BTreeMap<String, Vec<Check>>, Failure> {
    let asked = args.isa.as_deref().map(failure::isa).transpose()?;
    let xlen = asked.as_ref().map_or(32, Isa::xlen);
    let mut checks: Vec<Check> = Check::GENERAL.into();
    let filter = args.filter.as_deref();
    let op = |name: &&str| Insn::named(name).filter(|insn| insn.spec().enc(xlen).is_some());
    match filter.and_then(Insn::named) {
        // Any op that is named in full.
        Some(insn) => checks = vec![Check::Op(insn)],
        None => checks.extend(OPS.iter().filter_map(op).map(Check::Op)),
    }
    checks.retain(|check| filter.is_none_or(|filter| check.name().starts_with(filter)));
    if let (true, Some(filter)) = (checks.is_empty(), filter) {
        let general = Check::GENERAL.into_iter().map(Check::name);
        let near = nearest(filter, general.chain(OPS)).join(" or ");
        let among = "the checks of a core";
        return Err(Failure::NothingSelected { filter: filter.into(), among, near });
    }
    let mut by_isa: BTreeMap<String, Vec<Check>> = BTreeMap::new();
    for check in checks {
        let isa = match (&asked, check, description.extensions.is_empty()) {
            (Some(isa), _, _) => isa.text().to_owned(),
            // A core that cannot be made smaller.
            (None, _, true) => description.isa(xlen).unwrap_or_default().to_owned(),
            (None, Check::Op(insn), false) => match insn.spec().extensions.first() {
                Some(&"M") => format!("rv{xlen}imc_zicsr"),
                Some(e) if !["I", "C", "Zca", "Zicsr"].contains(e) => {
                    format!("rv{xlen}{BASE}_{}", e.to_lowercase())
                }
                _ => format!("rv{xlen}{BASE}"),
            },
            (None, _, false) => format!("rv{xlen}{BASE}"),
        };
        by_isa.entry(isa).or_default().push(check);
    }
    Ok(by_isa)
}

/// A report in words.
fn line(report: &CoreReport) -> String {
    let CoreReport { core, isa, check, cycles, verdict, seconds, .. } = report;
    let word = match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Unknown => "unknown",
        Verdict::NotRun => "not run",
    };
    let by = report.by.map_or_else(String::new, |by| format!("{by:?}, ").to_lowercase());
    let mut text =
        format!("{word:<9} {core} {check} on {isa}, {cycles} cycles  ({by}{seconds:.2} s)");
    if let Some(why) = &report.why {
        text += &format!("\n    {why}");
    }
    if !report.words.is_empty() {
        text += &format!("\n    these retire, the last one wrongly: {}", report.words.join(" "));
    }
    text
}
