//! An instance of a model, driven request by request.

use std::{
    ffi::CString,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{RtlError, bridge::Instance, description::Control, model::Shared};

/// The most fields that an op of a unit can have.
pub const MAX_FIELDS: usize = 4;

/// The most control and status registers that a unit can read.
pub const MAX_CSRS: usize = 2;

/// An op of one model, found by [`crate::Model::op`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpIndex(pub(crate) usize);

/// One execution of an op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Which op.
    pub op: OpIndex,
    /// Bits above XLEN do not reach the unit.
    pub rs1: u128,
    /// Bits above XLEN do not reach the unit.
    pub rs2: u128,
    /// Bits above XLEN do not reach the unit.
    pub rs3: u128,
    /// Values of [`crate::UnitDescription::csrs`], in their order.
    pub csrs: [u128; MAX_CSRS],
    /// In the order of [`crate::OpInfo::fields`]; bits above the width of the port do not reach the
    /// unit.
    pub fields: [u32; MAX_FIELDS],
}

/// What a unit answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// Zero above XLEN.
    pub rd: u128,
    /// Clock edges from the cycle that shows the request to the cycle that shows the response.
    pub cycles: u32,
}

/// A unit that does not keep the protocol: a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Ready stayed down.
    #[error("the unit did not accept the request within {cycles} cycles")]
    NotAccepted {
        /// The bound of the description.
        cycles: u32,
    },
    /// Valid stayed down.
    #[error("the unit accepted the request but did not answer within {cycles} cycles")]
    Silent {
        /// The bound of the description.
        cycles: u32,
    },
    /// A second response to one request.
    #[error("the unit answered once more after its response was taken")]
    Extra,
    /// `$stop`, `$finish`, a fatal error, or logic that does not settle ([`Unit::stop_message`]);
    /// the instance is of no more use.
    #[error("the design stopped the simulation")]
    Stopped,
}

/// The speed of the simulation without the harness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawRate {
    /// Requests with their responses, in a C++ loop that only toggles the pins.
    pub executions_per_second: f64,
    /// Calls of Verilator's `eval`: four a request with a clock, else one.
    pub evals_per_second: f64,
}

/// An instance of a model. After a fault, [`Unit::reset`] it or make a new one.
#[derive(Debug)]
pub struct Unit {
    instance: Instance,
    shared: Arc<Shared>,
    /// Room for the values of the control ports.
    controls: Vec<u64>,
}

impl Unit {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let instance = Instance::new(shared.functions).expect("memory for an instance");
        let controls = vec![0; shared.controls_per_op];
        Self { instance, shared, controls }
    }

    /// Holds the reset for three cycles. State that the reset does not reach stays.
    ///
    /// # Errors
    /// [`Fault::Stopped`] only.
    pub fn reset(&mut self) -> Result<(), Fault> {
        let code = self.instance.reset();
        self.outcome(code)
    }

    /// Executes one op. Nothing is allocated.
    ///
    /// # Errors
    /// A unit that breaks the protocol; with a watchdog, so that a silent one is an error as well.
    ///
    /// # Panics
    /// When the op is of another model.
    #[inline]
    pub fn execute(&mut self, request: &Request) -> Result<Response, Fault> {
        let start = request.op.0 * self.controls.len();
        let row = &self.shared.controls[start..start + self.controls.len()];
        assert!(request.op.0 < self.shared.ops.len(), "the op is of another model");
        for (slot, control) in self.controls.iter_mut().zip(row) {
            *slot = match *control {
                Control::Constant(value) => value,
                Control::Field(index) => u64::from(request.fields[index]),
            };
        }
        let max_cycles = self.shared.max_cycles;
        let [csr0, csr1] = request.csrs;
        let operands = [request.rs1, request.rs2, request.rs3, csr0, csr1]
            .map(|x| [x as u64, (x >> 64) as u64]);
        let (code, answer) = self.instance.execute(&operands, &self.controls, max_cycles);
        self.outcome(code)?;
        let rd = u128::from(answer.rd[0]) | u128::from(answer.rd[1]) << 64;
        Ok(Response { rd, cycles: answer.cycles })
    }

    /// Executes a list of requests and appends an outcome for each; after a fault, the unit is
    /// reset.
    pub fn execute_all(
        &mut self,
        requests: &[Request],
        outcomes: &mut Vec<Result<Response, Fault>>,
    ) {
        outcomes.reserve(requests.len());
        for request in requests {
            let outcome = self.execute(request);
            if outcome.is_err() {
                // A model that stopped says so at the next request as well.
                let _ = self.reset();
            }
            outcomes.push(outcome);
        }
    }

    /// Why the design stopped: the source's file, line and message. Empty while it runs.
    pub fn stop_message(&self) -> String {
        self.instance.message()
    }

    /// Measures the simulation without the harness, over all ops in turn and random operands, for
    /// about the given time. The unit is reset afterwards.
    ///
    /// # Errors
    /// [`Fault::Stopped`] only.
    pub fn raw_rate(&mut self, time: Duration) -> Result<RawRate, Fault> {
        let table: Vec<u64> = self
            .shared
            .controls
            .iter()
            .map(|control| match *control {
                Control::Constant(value) => value,
                Control::Field(_) => 1,
            })
            .collect();
        let ops = self.shared.ops.len() as u64;
        let (mut count, mut done) = (1000, 0);
        let start = Instant::now();
        let seconds = loop {
            let (code, sum) = self.instance.raw(count, ops, &table);
            self.outcome(code)?;
            std::hint::black_box(sum);
            done += count;
            let elapsed = start.elapsed();
            if elapsed >= time {
                break elapsed.as_secs_f64();
            }
            count *= 2;
        };
        self.reset()?;
        let executions_per_second = done as f64 / seconds;
        let evals = if self.shared.max_cycles == 0 { 1.0 } else { 4.0 };
        Ok(RawRate { executions_per_second, evals_per_second: evals * executions_per_second })
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

    /// Ends the waveform: the file is complete. Dropping the unit does the same.
    pub fn close_trace(&mut self) {
        self.instance.trace_close();
    }

    /// From the code of `harness.cpp`.
    #[inline]
    fn outcome(&self, code: i32) -> Result<(), Fault> {
        let cycles = self.shared.max_cycles;
        match code {
            0 => Ok(()),
            1 => Err(Fault::NotAccepted { cycles }),
            2 => Err(Fault::Silent { cycles }),
            3 => Err(Fault::Extra),
            _ => Err(Fault::Stopped),
        }
    }
}
