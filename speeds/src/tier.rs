//! The simulator, up to one of its tiers.

use crate::{
    Cost, Engine, Program, SpeedError,
    clock::{Whose, timed},
    program::load,
};
use simulator::{Cause, Config, Sim, Stop, trace::Commit};
use std::path::Path;

/// The tiers of the simulator, by [`Config::tier_limit`].
pub const TIERS: [&str; 3] = ["decoded", "threaded", "native"];

/// The simulator with a limit on its tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The highest tier that may run.
    pub limit: u8,
}

/// The same, with a commit record of every instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The highest tier that may run.
    pub limit: u8,
    /// Whether each record is handed out, rather than all of them collected.
    pub each: bool,
}

impl Engine for Tier {
    fn name(&self) -> String {
        TIERS.get(usize::from(self.limit)).map_or("sim", |name| name).into()
    }
    fn run(&self, program: &Program, elf: &Path) -> Result<Cost, SpeedError> {
        cost(&self.name(), self.limit, program, elf, |sim| sim.run(u64::MAX))
    }
}

impl Engine for Traced {
    fn name(&self) -> String {
        let tier = Tier { limit: self.limit }.name();
        format!("{tier}+{}", if self.each { "each" } else { "trace" })
    }
    fn run(&self, program: &Program, elf: &Path) -> Result<Cost, SpeedError> {
        let mut sum = 0_u64;
        let each = |commit: &Commit| {
            sum = sum.wrapping_add(commit.pc ^ commit.rd.map_or(0, |(_, value)| value));
        };
        let cost = cost(&self.name(), self.limit, program, elf, |sim| match self.each {
            true => sim.run_traced(u64::MAX, each),
            false => sim.run_recorded(u64::MAX, |records| {
                std::hint::black_box(records);
            }),
        });
        std::hint::black_box(sum);
        cost
    }
}

fn cost(
    engine: &str,
    tier_limit: u8,
    program: &Program,
    elf: &Path,
    run: impl FnOnce(&mut Sim) -> Stop,
) -> Result<Cost, SpeedError> {
    let config = Config { tier_limit, ..Config::new(program.xlen) };
    let mut sim = load(elf, config)?;
    let (stop, seconds) = timed(Whose::Own, || run(&mut sim))?;
    match stop {
        Stop::Trap(trap) if trap.cause == Cause::EcallFromM && sim.x(17) == 93 => {
            Ok(Cost { seconds, code: sim.x(10) })
        }
        other => {
            let (engine, how) = (engine.to_owned(), format!("{other:?}"));
            Err(SpeedError::Stopped { engine, program: program.name, how })
        }
    }
}
