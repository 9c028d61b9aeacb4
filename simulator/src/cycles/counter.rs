//! The cycles of a run, from the records of its instructions.

use super::{Followed, InOrder};
use crate::{Cause, Sim, Stop, Trap, Xlen, trace::Commit};

/// Counts the cycles that the core would take for what a simulator executes.
///
/// It begins with the jump to the first instruction that it hears of, or with a reset, which costs the same. The
/// cycles of a function are so those from the retirement of its call to that of its return.
///
/// ```
/// use simulator::{Access, Config, Sim, Xlen, cycles::Counter};
///
/// let mut sim = Sim::new(Config::new(Xlen::Rv32));
/// sim.mem_mut().map(0x1000, 0x1000, Access::READ | Access::EXEC)?;
/// sim.mem_mut().write_bytes(0x1000, &0x0273_02b3_u32.to_le_bytes())?; // mul x5, x6, x7
/// sim.mem_mut().write_bytes(0x1004, &0x0000_8067_u32.to_le_bytes())?; // ret
/// sim.set_pc(0x1000);
/// sim.set_x(1, 0x800);
/// sim.set_halt(Some(0x800));
/// let mut counter = Counter::new(Xlen::Rv32);
/// counter.run(&mut sim, 10);
/// assert_eq!(counter.cycles(), Some(4));
/// # Ok::<(), simulator::MemoryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    model: InOrder,
    /// The last instruction: what follows it decides.
    last: Option<(u64, u32)>,
    cycles: u64,
    /// The core does the same with all that was met.
    holds: bool,
}

impl Counter {
    /// Before the first instruction.
    pub fn new(xlen: Xlen) -> Self {
        Self { model: InOrder::new(xlen), last: None, cycles: 0, holds: true }
    }

    /// Runs on, as [`Sim::run_traced`] does, and counts.
    pub fn run(&mut self, sim: &mut Sim, limit: u64) -> Stop {
        let stop = sim.run_traced(limit, |commit| self.commit(commit));
        self.goes_to(sim.pc());
        stop
    }

    /// An instruction that retired.
    #[inline]
    pub fn commit(&mut self, commit: &Commit) {
        self.goes_to(commit.pc);
        self.last = Some((commit.pc, commit.word));
        // Where the simulator lets an access of any address through, the core traps.
        let misaligned = commit.access.is_some_and(|a| a.addr & (u64::from(a.size) - 1) != 0);
        self.holds &= !misaligned && !is_beyond(commit.word);
    }

    /// An exception behind which the program goes on; `word` is what is at its address, 0 where nothing is.
    pub fn trap(&mut self, trap: &Trap, word: u32) {
        self.goes_to(trap.pc);
        let word = match trap.cause {
            // Of one that could not be fetched, only which half is missing counts.
            Cause::InstructionAccessFault => 3 * u32::from(trap.tval != trap.pc),
            _ => word,
        };
        self.cycles = self.model.retire(trap.pc, word, Followed::Trap(trap.cause));
    }

    /// The address of the next instruction, which settles the cycles of the last one; it need not come.
    #[inline]
    pub fn goes_to(&mut self, next: u64) {
        if let Some((pc, word)) = self.last.take() {
            self.cycles = self.model.retire(pc, word, Followed::By(next));
        }
    }

    /// Cycles up to the retirement of the last instruction that another one, or [`Counter::goes_to`], followed.
    /// `None` when there were instructions that the core has not, or accesses that trap there.
    pub fn cycles(&self) -> Option<u64> {
        self.holds.then_some(self.cycles)
    }
}

/// Words of extensions that the simulator has and the core has not: A, Zicond and Zkr.
fn is_beyond(word: u32) -> bool {
    match word & 0x7f {
        0x2f => true,
        0x33 => word >> 25 == 7,
        0x73 => word >> 12 & 3 != 0 && word >> 20 == 0x015,
        _ => false,
    }
}
