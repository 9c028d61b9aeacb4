//! Programs whose speed is measured, and how: guest instructions over CPU time of a long run minus those of a short
//! one, so that start-up and loading drop out; engines take turns, and a ratio is the median of ratios of one turn.
//!
//! `cargo bench -p simulator` and `rvassay bench` print what comes out.

pub mod clock;
mod program;
mod qemu;
mod tier;

use std::{io, path::PathBuf};

pub use program::{PROGRAMS, Program, Programs};
pub use qemu::Qemu;
pub use tier::{TIERS, Tier, Traced};

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpeedError {
    /// A tool is missing.
    #[error(transparent)]
    Missing(#[from] toolbox::Missing),
    /// A tool does not do its work.
    #[error("`{command}` failed: {message}")]
    Tool {
        /// What was called.
        command: String,
        /// What it said.
        message: String,
    },
    /// A program ended in another way than by its exit call.
    #[error("{engine} stopped `{program}`: {how}")]
    Stopped {
        /// The engine.
        engine: String,
        /// The program.
        program: &'static str,
        /// How.
        how: String,
    },
    /// Two engines disagree about what a program computes.
    #[error("`{program}` ends with {found} on {engine}, with {expected} on the simulator")]
    ExitCode {
        /// The engine.
        engine: String,
        /// The program.
        program: &'static str,
        /// Its exit code there.
        found: u64,
        /// The simulator's.
        expected: u64,
    },
    /// A file cannot be used.
    #[error("{0}")]
    File(PathBuf, #[source] io::Error),
}

/// One run of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// CPU time, without loading where that can be told apart.
    pub seconds: f64,
    /// The exit code.
    pub code: u64,
}

/// What runs programs.
pub trait Engine {
    /// Its name in tables.
    fn name(&self) -> String;
    /// Runs an ELF file to its exit call.
    ///
    /// # Errors
    /// When that cannot be done.
    fn run(&self, program: &Program, elf: &std::path::Path) -> Result<Cost, SpeedError>;
}

/// How thoroughly to measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// CPU time of one long run, at least.
    pub seconds: f64,
    /// How often each engine has its turn.
    pub repetitions: usize,
}

/// Short runs go round once in so many turns of the long ones.
const SHORT: u64 = 20;

/// Millions of instructions a second: a row each turn, in it one figure an engine.
///
/// # Errors
/// [`SpeedError`], also when an engine computes something else than the others.
pub fn measure(
    programs: &Programs,
    program: &Program,
    engines: &[&dyn Engine],
    effort: Effort,
) -> Result<Vec<Vec<f64>>, SpeedError> {
    let (length, code) = programs.turn_length(program)?;
    for engine in engines {
        let found = engine.run(program, &programs.assemble(program, Programs::FEW)?)?.code;
        if found != code {
            let (engine, program) = (engine.name(), program.name);
            return Err(SpeedError::ExitCode { engine, program, found, expected: code });
        }
    }
    let seconds = |engine: &dyn Engine, turns| {
        Ok::<_, SpeedError>(engine.run(program, &programs.assemble(program, turns)?)?.seconds)
    };
    let mut turns = Vec::new();
    for engine in engines {
        let mut long = Programs::FEW;
        loop {
            let took = seconds(*engine, long)?;
            if took >= effort.seconds {
                break;
            }
            // Hundredths of a second are all that is told of other processes.
            long *= (effort.seconds / took.max(0.01)).clamp(2.0, 16.0).ceil() as u64;
        }
        turns.push(long);
    }
    let mut rows = Vec::new();
    for _ in 0..effort.repetitions {
        let mut row = Vec::new();
        for (engine, long) in engines.iter().zip(&turns) {
            let short = long / SHORT;
            let took = seconds(*engine, *long)? - seconds(*engine, short)?;
            row.push((long - short) as f64 * length as f64 / took.max(1e-9) / 1e6);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The median of what `value` says of each row.
pub fn median(rows: &[Vec<f64>], value: impl Fn(&[f64]) -> f64) -> f64 {
    let mut values: Vec<f64> = rows.iter().map(|row| value(row)).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
