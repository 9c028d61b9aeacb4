//! One call, instruction by instruction.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use simulator::cycles::Counter;
use simulator::trace::Commit;

use super::CostError;
use crate::checks::{greatest, random_case};
use crate::machine::{Bench, Layout, Placement, xlen};
use crate::subject::{Call, Plan, Subject};

/// After so many instructions a function is said not to return.
pub(super) const MAX_INSTRUCTIONS: u64 = 100_000_000;

/// A call that returned.
pub(super) struct Traced {
    pub(super) call: Call,
    pub(super) layout: Layout,
    pub(super) output: Vec<u8>,
    pub(super) instructions: u64,
    /// None when the cycle model lacks an instruction.
    pub(super) cycles: Option<u64>,
}

/// Calls a function on random inputs of the greatest lengths. `on_step` hears of every instruction, and of the cycles
/// from the retirement of the one before it, for the first one that of the call, to its own.
pub(super) fn traced(
    subject: &Subject,
    plan: &Plan,
    seed: u64,
    mut on_step: impl FnMut(&Commit, Option<u64>),
) -> Result<Traced, CostError> {
    let lengths = greatest(plan);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let call = plan.binding.call(&random_case(plan, &mut rng, &lengths));
    let placement = Placement::strict(plan, &lengths);
    let mut bench = Bench::new(subject, plan, &placement, seed, MAX_INSTRUCTIONS);
    let mut counter = Counter::new(xlen(plan));
    // What follows an instruction decides on its cycles, so that each is told when the next one is there.
    let mut last: Option<Commit> = None;
    let mut before = Some(0);
    let mut settle = |last: Option<Commit>, cycles: Option<u64>| {
        if let Some(commit) = last {
            on_step(&commit, cycles.zip(before).map(|(now, before)| now - before));
            before = cycles;
        }
    };
    let run = bench.run_traced(&call, |commit| {
        counter.commit(commit);
        settle(last.replace(*commit), counter.cycles());
    });
    if !run.returned {
        let why = run.deviations.first().map_or("nothing", |deviation| deviation.got.as_str());
        return Err(CostError::NotReturned {
            kernel: subject.id.clone(),
            function: plan.function.name.clone(),
            why: why.to_owned(),
        });
    }
    counter.goes_to(bench.layout.halt);
    settle(last, counter.cycles());
    Ok(Traced {
        call,
        output: run.output,
        instructions: run.instructions,
        cycles: counter.cycles(),
        layout: bench.layout,
    })
}
