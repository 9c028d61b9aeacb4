//! An instance of a core, with its memory.

use std::{
    ffi::CString,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    bridge::{Instance, RawLimits, RawTiming, Record},
    model::Shared,
};
use crate::RtlError;

/// What may be done with a part of the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// Loads.
    pub read: bool,
    /// Stores.
    pub write: bool,
    /// Fetches.
    pub execute: bool,
}

/// How slow the memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Of 256 requests, how many are taken at once; any that waits has the same chance in each cycle. At
    /// least 1.
    pub grant: u32,
    /// An answer comes in the cycle after its request, and up to so many cycles later.
    pub latency: u32,
    /// Of the stream that both are drawn from.
    pub seed: u64,
}

impl Waits {
    /// Every request is taken at once and answered in the next cycle.
    pub const NONE: Waits = Waits { grant: 256, latency: 0, seed: 1 };
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Behind the instruction that is followed by this address.
    pub end: Option<u64>,
    /// After so many cycles; 0 for no limit.
    pub cycles: u64,
    /// When nothing retired for so many cycles.
    pub watchdog: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// [`Limits::end`] is next.
    End,
    /// There is no room for another record.
    Full,
    /// [`Limits::cycles`] are over.
    Cycles,
}

/// A core that does not go on: a finding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoreFault {
    /// The watchdog.
    #[error("nothing retired for {cycles} cycles")]
    Silent {
        /// [`Limits::watchdog`].
        cycles: u64,
    },
    /// `$stop`, `$finish`, a fatal error, or logic that does not settle; the instance is of no more use.
    #[error("the design stopped the simulation: {message}")]
    Stopped {
        /// The source's file, line and message.
        message: String,
    },
}

/// The speed of the simulation without the harness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawCycles {
    /// Clock cycles a second, in a C++ loop that toggles the pins and serves the memory.
    pub cycles_per_second: f64,
    /// Retired instructions a second in it.
    pub instructions_per_second: f64,
}

/// An instance of a core, with its memory, which lasts over resets.
#[derive(Debug)]
pub struct Core {
    instance: Instance,
    shared: Arc<Shared>,
}

impl Core {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let instance = Instance::new(shared.functions).expect("memory for an instance");
        Self { instance, shared }
    }

    /// Adds memory of zeros, which must not overlap what is there. False when the machine has not so much.
    pub fn map(&mut self, base: u64, len: u64, rights: Rights) -> bool {
        let Rights { read, write, execute } = rights;
        let rights = u32::from(read) | u32::from(write) << 1 | u32::from(execute) << 2;
        self.instance.map(base, len, rights)
    }

    /// The bytes at an address, when all of them are in one part of the memory.
    pub fn memory(&mut self, addr: u64, len: usize) -> Option<&mut [u8]> {
        self.instance.bytes(addr, len)
    }

    /// Holds the reset for a few cycles; the clock starts anew at cycle 0. State that the reset does not
    /// reach stays.
    ///
    /// # Errors
    /// [`CoreFault::Stopped`] only.
    pub fn reset(&mut self, waits: Waits) -> Result<(), CoreFault> {
        let Waits { seed, grant, latency } = waits;
        match self.instance.reset(RawTiming { seed, grant: grant.max(1), latency }) {
            0 => Ok(()),
            _ => Err(self.stopped()),
        }
    }

    /// Runs on, until a limit or until `records` is full, and says how many records there are. Nothing is
    /// allocated.
    pub fn run(
        &mut self,
        limits: Limits,
        records: &mut [Record],
    ) -> (Result<Ended, CoreFault>, usize) {
        let raw = RawLimits {
            end: limits.end.unwrap_or(0),
            cycles: limits.cycles,
            watchdog: limits.watchdog,
            has_end: limits.end.is_some().into(),
        };
        let (code, count) = self.instance.run(raw, records);
        let ended = match code {
            0 => Ok(Ended::End),
            1 => Ok(Ended::Full),
            2 => Err(CoreFault::Silent { cycles: limits.watchdog }),
            3 => Ok(Ended::Cycles),
            _ => Err(self.stopped()),
        };
        (ended, count)
    }

    /// Clock cycles since the reset.
    pub fn cycles(&self) -> u64 {
        self.instance.cycles()
    }

    fn stopped(&self) -> CoreFault {
        CoreFault::Stopped { message: self.instance.message() }
    }

    /// Measures the simulation of what is in memory, from a reset on, without the harness, for about the
    /// given time.
    ///
    /// # Errors
    /// [`CoreFault::Stopped`] only.
    pub fn raw_rate(&mut self, time: Duration) -> Result<RawCycles, CoreFault> {
        self.reset(Waits::NONE)?;
        let (mut cycles, mut done, mut instructions) = (10_000, 0, 0);
        let start = Instant::now();
        let seconds = loop {
            let (code, retired) = self.instance.raw(cycles);
            if code != 0 {
                return Err(self.stopped());
            }
            done += cycles;
            instructions += retired;
            let elapsed = start.elapsed();
            if elapsed >= time {
                break elapsed.as_secs_f64();
            }
            cycles = (2 * cycles).min(1_000_000);
        };
        self.reset(Waits::NONE)?;
        Ok(RawCycles {
            cycles_per_second: done as f64 / seconds,
            instructions_per_second: instructions as f64 / seconds,
        })
    }

    /// Starts a VCD waveform of every cycle from here on.
    ///
    /// # Errors
    /// A model built without waveforms, or a file that cannot be written.
    pub fn trace_to(&mut self, path: &Path) -> Result<(), RtlError> {
        if !self.shared.trace {
            return Err(RtlError::NotTraced { unit: self.shared.name.clone() });
        }
        let fail = || RtlError::Waveform { path: path.to_path_buf() };
        let text = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| fail())?;
        if self.instance.trace_open(&text) { Ok(()) } else { Err(fail()) }
    }

    /// Ends the waveform: the file is complete. Dropping the core does the same.
    pub fn close_trace(&mut self) {
        self.instance.trace_close();
    }
}
