//! The simulator, up to one of its tiers.

use crate::{
    Cost, Engine, Program, SpeedError,
    clock::{Whose, timed},
    program::load,
};
use simulator::{Cause, Config, Stop};
use std::path::Path;

/// The tiers of the simulator, by [`Config::tier_limit`].
pub const TIERS: [&str; 2] = ["decoded", "threaded"];

/// The simulator with a limit on its tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The highest tier that may run.
    pub limit: u8,
}

impl Engine for Tier {
    fn name(&self) -> String {
        TIERS.get(usize::from(self.limit)).map_or("sim", |name| name).into()
    }
    fn run(&self, program: &Program, elf: &Path) -> Result<Cost, SpeedError> {
        let config = Config { tier_limit: self.limit, ..Config::new(program.xlen) };
        let mut sim = load(elf, config)?;
        let (stop, seconds) = timed(Whose::Own, || sim.run(u64::MAX))?;
        match stop {
            Stop::Trap(trap) if trap.cause == Cause::EcallFromM && sim.x(17) == 93 => {
                Ok(Cost { seconds, code: sim.x(10) })
            }
            other => {
                let (engine, how) = (self.name(), format!("{other:?}"));
                Err(SpeedError::Stopped { engine, program: program.name, how })
            }
        }
    }
}
