//! `bench`: the speeds of the engines side by side, measured in one run.

use crate::{
    cli::Bench,
    failure::{Failure, nearest},
    output::{Outcome, Output},
    tools::{LeftOut, Without},
};
use semantics::{hart::Cause, isa::Isa, spec::Reg};
use serde::Serialize;
use simulator::{Xlen, elf::Image};
use speeds::{
    Cost, Effort, Engine, PROGRAMS, Program, Programs, Qemu, SpeedError, TIERS, Tier,
    clock::{Whose, timed},
    measure, median,
};
use std::{collections::BTreeMap, path::Path};

#[derive(Default, Serialize)]
struct Counts {
    programs: usize,
    not_run: usize,
}

/// The speeds of one program.
#[derive(Serialize)]
struct Speeds {
    program: &'static str,
    xlen: u32,
    /// Millions of instructions a second by engine; none where it was not run.
    mips: BTreeMap<String, Option<f64>>,
    /// Quotients of two engines' speeds.
    ratios: BTreeMap<String, f64>,
}

pub(crate) fn run(args: &Bench, output: &mut Output) -> Result<Outcome, Failure> {
    let without = Without::parse(&args.without)?;
    let selected: Vec<&Program> = PROGRAMS
        .iter()
        .filter(|p| args.filter.as_ref().is_none_or(|filter| p.name.contains(filter.as_str())))
        .collect();
    if selected.is_empty() {
        let filter = args.filter.clone().unwrap_or_default();
        let near = nearest(&filter, PROGRAMS.iter().map(|p| p.name)).join(" or ");
        return Err(Failure::NothingSelected { filter, among: "the programs", near });
    }
    let effort = Effort { seconds: args.seconds, repetitions: args.repetitions.max(1) };
    let programs = Programs::new().map_err(Failure::Speed)?;
    let tiers: Vec<Tier> = (0..TIERS.len() as u8).map(|limit| Tier { limit }).collect();
    let mut left_out: Vec<LeftOut> = Vec::new();
    let mut counts = Counts::default();
    output.text(heading())?;
    for program in selected {
        let what = format!("QEMU on RV{}", program.xlen.bits());
        let lacks = without.lacks(&[Qemu::tool(program.xlen)], &what);
        let mut engines: Vec<&dyn Engine> = vec![&Spec];
        engines.extend(tiers.iter().map(|tier| tier as &dyn Engine));
        if lacks.is_none() {
            engines.push(&Qemu);
        }
        let rows = measure(&programs, program, &engines, effort).map_err(Failure::Speed)?;
        let speeds = speeds(program, &engines, &rows);
        output.item(&speeds, speeds.text())?;
        output.flush()?;
        counts.programs += 1;
        if let Some(lack) = lacks {
            counts.not_run += 1;
            if left_out.iter().all(|l| l.what != lack.what) {
                left_out.push(lack);
            }
        }
    }
    for lack in &left_out {
        output.item(lack, format_args!("{}: not run: {}", lack.what, lack.reason))?;
    }
    let Counts { programs, not_run } = counts;
    output.summary(&counts, format_args!("{programs} programs, {not_run} without QEMU"))?;
    let accepted = left_out.iter().all(|l| l.accepted);
    Ok(if accepted { Outcome::Holds } else { Outcome::CouldNotRun })
}

/// The names of all engines, in the order of the columns.
fn columns() -> impl Iterator<Item = String> {
    let tiers = TIERS.iter().map(|&tier| tier.to_owned());
    ["spec".to_owned()].into_iter().chain(tiers).chain(["qemu".to_owned()])
}

/// The quotients that are shown: the fastest tier's over every other engine's.
fn quotients() -> impl Iterator<Item = (String, String)> {
    let fastest = TIERS[TIERS.len() - 1].to_owned();
    columns().filter(move |c| *c != TIERS[TIERS.len() - 1]).map(move |c| (fastest.clone(), c))
}

fn heading() -> String {
    let ratios = quotients().map(|(a, b)| format!("{a}/{b}"));
    let cells = columns().chain(ratios).map(|c| format!(" {c:>17}"));
    format!("millions of instructions a second\nprogram    xlen{}", cells.collect::<String>())
}

fn speeds(program: &Program, engines: &[&dyn Engine], rows: &[Vec<f64>]) -> Speeds {
    let names: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    let place = |name: &String| names.iter().position(|n| n == name);
    let speed = |name: String| {
        let speed = place(&name).map(|k| median(rows, |row| row[k]));
        (name, speed)
    };
    let ratio = |(a, b): (String, String)| {
        let (k, n) = (place(&a)?, place(&b)?);
        Some((format!("{a}/{b}"), median(rows, |row| row[k] / row[n])))
    };
    Speeds {
        program: program.name,
        xlen: program.xlen.bits(),
        mips: columns().map(speed).collect(),
        ratios: quotients().filter_map(ratio).collect(),
    }
}

impl Speeds {
    fn text(&self) -> String {
        let speeds = columns().map(|c| match self.mips.get(&c) {
            Some(Some(speed)) => format!("{speed:.1}"),
            _ => "not run".into(),
        });
        let ratios = quotients().map(|(a, b)| match self.ratios.get(&format!("{a}/{b}")) {
            Some(ratio) => format!("{ratio:.3}"),
            None => "not run".into(),
        });
        let cells = speeds.chain(ratios).map(|cell| format!(" {cell:>17}")).collect::<String>();
        format!("{:<10} {:>4}{cells}", self.program, self.xlen)
    }
}

/// The spec machine.
struct Spec;

impl Engine for Spec {
    fn name(&self) -> String {
        "spec".into()
    }
    fn run(&self, program: &Program, elf: &Path) -> Result<Cost, SpeedError> {
        let bytes = std::fs::read(elf).map_err(|e| SpeedError::File(elf.into(), e))?;
        let stopped = |how| SpeedError::Stopped { engine: self.name(), program: program.name, how };
        let image = Image::parse(&bytes).map_err(|e| stopped(e.to_string()))?;
        let ran = match program.xlen {
            Xlen::Rv32 => execute::<32, 2>(&image),
            Xlen::Rv64 => execute::<64, 4>(&image),
        };
        let (ended, seconds) = ran?;
        Ok(Cost { seconds, code: ended.map_err(stopped)? })
    }
}

/// The exit code or how it stopped instead, and the time.
fn execute<const XLEN: u32, const L: usize>(
    image: &Image,
) -> Result<(Result<u64, String>, f64), SpeedError> {
    let mut machine = match crate::run::spec::machine::<XLEN, L>(image) {
        Ok(machine) => machine,
        Err(problem) => return Ok((Err(problem), 0.0)),
    };
    let isa = Isa::modelled(XLEN);
    let (trap, seconds) = timed(Whose::Own, || {
        loop {
            if let Err(trap) = machine.step(&isa) {
                break trap;
            }
        }
    })?;
    let ended = trap.cause == Cause::EcallFromM && machine.reg(Reg(17)) == 93;
    let code = machine.reg(Reg(10)) as u64;
    Ok((if ended { Ok(code) } else { Err(format!("{trap:x?}")) }, seconds))
}
