//! The checked call: a function on the simulator, with nothing mapped but what it may use.
//!
//! Every buffer is a region of exactly its bytes, so the first byte before and behind it traps: one call has a guard
//! at both ends. Inputs are read-only, code cannot be read-write, and the stack ends at the caller's frame, so a store
//! to anything but the written buffers and the own stack traps as well.

mod core;
mod fault;
mod layout;
mod spec;

pub use core::Core;
pub(crate) use core::{CoreRun, Models, NoCoreRun};
pub(crate) use fault::forbidden;
pub(crate) use layout::{Layout, Placement, reserved};
pub(crate) use spec::on_specification;

use kernels::manifest::Access as ArgAccess;
use simulator::trace::Commit;
use simulator::{Config, Extensions, Misaligned, Sim, Stop, Xlen};

use crate::finding::{Check, Deviation};
use crate::subject::{Call, Plan, Subject};

/// Registers that a callee keeps (psABI, integer register convention), `gp`, `tp` and `sp` included.
pub(crate) const KEPT: [(u8, &str); 15] = [
    (2, "sp"),
    (3, "gp"),
    (4, "tp"),
    (8, "s0"),
    (9, "s1"),
    (18, "s2"),
    (19, "s3"),
    (20, "s4"),
    (21, "s5"),
    (22, "s6"),
    (23, "s7"),
    (24, "s8"),
    (25, "s9"),
    (26, "s10"),
    (27, "s11"),
];

/// A simulator with one function's surroundings, for any number of calls.
#[derive(Debug)]
pub(crate) struct Bench<'a> {
    plan: &'a Plan,
    subject: &'a Subject,
    pub(crate) layout: Layout,
    sim: Sim,
    limit: u64,
}

/// What a call did.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// That it returned to its caller; only then the output means something.
    pub(crate) returned: bool,
    pub(crate) output: Vec<u8>,
    pub(crate) instructions: u64,
    pub(crate) registers: [u64; 32],
    pub(crate) deviations: Vec<Deviation>,
}

impl<'a> Bench<'a> {
    /// `seed` decides what unused registers hold.
    pub(crate) fn new(
        subject: &'a Subject,
        plan: &'a Plan,
        placement: &Placement,
        seed: u64,
        limit: u64,
    ) -> Self {
        let layout = Layout::new(subject, plan, placement, seed);
        let extensions = Extensions::of(|name| plan.isa.enables(name));
        let misaligned = placement.misaligned;
        let mut sim = Sim::new(Config { extensions, misaligned, ..Config::new(xlen(plan)) });
        for region in layout.regions.iter().filter(|region| !region.bytes.is_empty()) {
            let len = region.bytes.len() as u64;
            let mem = sim.mem_mut();
            mem.map(region.base, len, region.access).expect("the layout has disjoint regions");
            mem.write_bytes(region.base, &region.bytes).expect("the region was mapped");
        }
        sim.snapshot();
        Bench { plan, subject, layout, sim, limit }
    }

    /// Calls the function.
    ///
    /// # Panics
    /// When the call has other lengths than the bench.
    pub(crate) fn run(&mut self, call: &Call) -> Run {
        self.run_with(call, |_| {}, false)
    }

    /// [`Bench::run`], handing out what each instruction did.
    pub(crate) fn run_traced(&mut self, call: &Call, on_commit: impl FnMut(&Commit)) -> Run {
        self.run_with(call, on_commit, true)
    }

    fn run_with(&mut self, call: &Call, on_commit: impl FnMut(&Commit), traced: bool) -> Run {
        assert_eq!(call.lengths, self.layout.lengths, "a bench is made for lengths");
        self.sim.reset();
        for (number, value) in self.layout.registers(self.plan, call).iter().enumerate() {
            self.sim.set_x(number as u8, *value);
        }
        for (arg, address) in self.layout.writable_last(&self.plan.function.args) {
            if !call.buffers[arg].is_empty() {
                let mem = self.sim.mem_mut();
                mem.write_bytes(address, &call.buffers[arg]).expect("buffers are mapped");
            }
        }
        self.sim.set_pc(self.plan.symbol.address);
        self.sim.set_halt(Some(self.layout.halt));
        let before = self.sim.instructions();
        let stop = if traced {
            self.sim.run_traced(self.limit, on_commit)
        } else {
            self.sim.run(self.limit)
        };
        let registers = std::array::from_fn(|number| self.sim.x(number as u8));
        let mut run = Run {
            returned: false,
            output: Vec::new(),
            instructions: self.sim.instructions() - before,
            registers,
            deviations: Vec::new(),
        };
        match stop {
            Stop::Halt(_) => {
                run.returned = true;
                run.deviations = self.changed_registers(&registers);
                run.output = self.output();
            }
            Stop::Trap(trap) => {
                run.deviations.push(fault::explain(self.subject, self.plan, &self.layout, &trap));
            }
            Stop::Limit | Stop::Tohost(_) => run.deviations.push(Deviation {
                check: Check::Returns,
                pc: Some(self.sim.pc()),
                place: "return".to_owned(),
                expected: format!("a return within {} instructions", self.limit),
                got: format!("still running at {:#x}", self.sim.pc()),
            }),
        }
        run
    }

    fn output(&self) -> Vec<u8> {
        let arg = self.plan.binding.output;
        let bytes = self.layout.sizes[arg] as u64;
        if bytes == 0 {
            return Vec::new();
        }
        let read = self.sim.mem().read_bytes(self.layout.addresses[arg], bytes);
        read.expect("buffers are mapped").to_vec()
    }

    fn changed_registers(&self, registers: &[u64; 32]) -> Vec<Deviation> {
        let changed = KEPT.iter().filter_map(|&(number, name)| {
            let (before, after) =
                (self.layout.registers[usize::from(number)], registers[usize::from(number)]);
            (before != after).then(|| Deviation {
                check: Check::KeptRegister,
                pc: None,
                place: name.to_owned(),
                expected: format!("{name} = {before:#x}, as at the call"),
                got: format!("{after:#x}"),
            })
        });
        changed.collect()
    }
}

/// The register width, for the simulator.
pub(crate) fn xlen(plan: &Plan) -> Xlen {
    if plan.isa.xlen() == 32 { Xlen::Rv32 } else { Xlen::Rv64 }
}

/// The address and the size of the output.
pub(crate) fn output_of(plan: &Plan, layout: &Layout) -> (u64, usize) {
    (layout.addresses[plan.binding.output], layout.sizes[plan.binding.output])
}

/// How the simulator's misaligned policy is called in reports.
pub(crate) fn policy_name(policy: Misaligned) -> &'static str {
    match policy {
        Misaligned::Allowed => "allowed",
        Misaligned::Trap => "trap",
    }
}

/// Whether a buffer may be stored to.
pub(crate) fn writable(access: ArgAccess) -> bool {
    access != ArgAccess::Read
}
