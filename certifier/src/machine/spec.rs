//! The same call on the specification machine.

use semantics::hart::Cause;
use semantics::machine::{Machine, Misaligned};
use semantics::memory::{Bus, Region, Regions};
use semantics::spec::Reg;

use super::Layout;
use crate::subject::{Call, Plan};

/// What the specification machine did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpecRun {
    /// Why it stopped early, and where; `None` when it returned.
    pub(crate) trap: Option<(Cause, u64)>,
    /// That it neither returned nor trapped within the limit.
    pub(crate) unfinished: bool,
    pub(crate) instructions: u64,
    pub(crate) registers: [u64; 32],
    /// The output buffer.
    pub(crate) output: Vec<u8>,
}

/// Calls the function with misaligned accesses trapping.
pub(crate) fn on_specification(plan: &Plan, layout: &Layout, call: &Call, limit: u64) -> SpecRun {
    let mut regions = Regions::default();
    for region in layout.regions.iter().filter(|region| !region.bytes.is_empty()) {
        let rights = region.rights();
        let at = layout.addresses.iter().position(|address| *address == region.base);
        let bytes = at.map_or_else(|| region.bytes.clone(), |arg| call.buffers[arg].clone());
        let mapped = regions.map(Region { base: region.base.into(), bytes, rights });
        mapped.expect("the layout has disjoint regions");
    }
    if plan.isa.xlen() == 32 {
        run::<32, 2>(plan, layout, call, regions, limit)
    } else {
        run::<64, 4>(plan, layout, call, regions, limit)
    }
}

fn run<const XLEN: u32, const L: usize>(
    plan: &Plan,
    layout: &Layout,
    call: &Call,
    regions: Regions,
    limit: u64,
) -> SpecRun {
    let mut machine = Machine::<XLEN, L, Regions>::new(plan.symbol.address.into(), regions);
    machine.misaligned = Misaligned::Trap;
    for (number, value) in layout.registers(plan, call).iter().enumerate() {
        machine.set_reg(Reg(number as u8), (*value).into());
    }
    let (mut instructions, mut trap) = (0, None);
    while machine.pc != u128::from(layout.halt) && instructions < limit {
        match machine.step(&plan.isa) {
            Ok(_) => instructions += 1,
            Err(error) => {
                trap = Some((error.cause, error.pc as u64));
                break;
            }
        }
    }
    let arg = plan.binding.output;
    let mut output = vec![0; layout.sizes[arg]];
    if !output.is_empty() {
        let read = machine.bus.read(layout.addresses[arg].into(), &mut output);
        read.expect("the output buffer is mapped");
    }
    SpecRun {
        unfinished: trap.is_none() && machine.pc != u128::from(layout.halt),
        trap,
        instructions,
        registers: std::array::from_fn(|number| machine.reg(Reg(number as u8)) as u64),
        output,
    }
}
