//! `fuzz --timing`: whether the cycles of a core's instructions depend on data.

use super::{could_not_open, selected};
use crate::{
    cli::Fuzz,
    failure::Failure,
    output::{Outcome, Output},
};
use ::fuzz::timing::{self, Leak};
use semantics::zkt;
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
struct Finding<'a> {
    #[serde(flatten)]
    leak: &'a Leak,
    isa: &'a str,
    replay: String,
}

/// What was timed on one instruction set.
#[derive(Serialize)]
struct Times<'a> {
    isa: &'a str,
    timed: &'a [&'static str],
    not_timed: &'a [&'static str],
}

#[derive(Serialize)]
struct Counts {
    cases: u64,
    findings: usize,
    cases_per_second: f64,
    seconds: f64,
    seed: u64,
    /// Instructions that were timed, counted once a register width.
    ops: usize,
    /// Instructions of the selection whose programs did not come to their end.
    not_timed: usize,
}

pub(super) fn run(args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let (ready, isas) = super::opened(args)?;
    let wanted = selected(args)?;
    let (mut cases, mut findings, mut ops, mut not_timed) = (0, 0, 0, 0);
    for isa in &isas {
        let core = ready.open_core(isa).map_err(could_not_open)?;
        let Some(mut core) = core else {
            return Err(Failure::NoClock { dut: args.dut.clone() });
        };
        let timed = timing::zkt(&mut core, args.seed, |insn| wanted.contains(&insn));
        (cases, findings) = (cases + timed.programs, findings + timed.leaks.len());
        (ops, not_timed) = (ops + timed.ops.len(), not_timed + timed.not_timed.len());
        for leak in &timed.leaks {
            let (dut, isa, seed, op) = (&args.dut, isa.text(), args.seed, leak.op);
            let bug = args.bug.as_ref().map_or_else(String::new, |bug| format!(" --bug {bug}"));
            let replay =
                format!("rvassay fuzz --dut {dut}{bug} --isa {isa} --seed {seed} --timing {op}");
            let text = format!("{leak}\n  replay: {replay}");
            output.item(&Finding { leak, isa, replay }, text)?;
        }
        let times = Times { isa: isa.text(), timed: &timed.ops, not_timed: &timed.not_timed };
        let list = |what: &str, ops: &[&str]| match ops {
            [] => String::new(),
            ops => format!("\n    {what}: {}", ops.join(" ")),
        };
        let text = format!(
            "{}: {} ops of Zkt, {} programs{}{}",
            isa.text(),
            timed.ops.len(),
            timed.programs,
            list("timed", &timed.ops),
            list("not timed", &timed.not_timed)
        );
        output.item(&times, text)?;
    }
    if ops + not_timed == 0 {
        return Err(Failure::NothingTimed {
            dut: args.dut.clone(),
            near: crate::failure::nearest(args.filter.as_deref().unwrap_or_default(), zkt::list())
                .join(" or "),
        });
    }
    let seconds = start.elapsed().as_secs_f64();
    let cases_per_second = (cases as f64 / seconds).round();
    let (dut, seed) = (&args.dut, args.seed);
    let counts = Counts { cases, findings, cases_per_second, seconds, seed, ops, not_timed };
    let text = format!(
        "{dut}: {cases} programs of {ops} ops timed (seed {seed}), {findings} findings; {seconds:.1} s"
    );
    output.summary(&counts, text)?;
    Ok(match (findings, not_timed) {
        (0, 0) => Outcome::Holds,
        (0, _) => Outcome::CouldNotRun,
        _ => Outcome::False,
    })
}
