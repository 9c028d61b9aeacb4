//! The simulator as an engine; what it does not implement is the specification's work.

use super::{Engine, Event, delegate, spec::record};
use semantics::isa::Isa;
use simulator::{Cause, Config, Extensions, Misaligned, Sim, Stop, elf::Image, trace::Commit};

struct Simulated {
    sim: Sim,
    isa: Isa,
}

/// A simulator with the program in it; what is wrong when that cannot be.
pub(super) fn load(
    image: &Image,
    isa: &Isa,
    misaligned: Misaligned,
) -> Result<Box<dyn Engine>, String> {
    let has = |name: &str| isa.enables(name);
    let extensions = Extensions::of(has);
    let mut sim = Sim::new(Config { extensions, misaligned, ..Config::new(image.xlen()) });
    image.load(sim.mem_mut()).map_err(|e| e.to_string())?;
    sim.set_pc(image.entry());
    sim.set_tohost(image.symbol("tohost"));
    Ok(Box::new(Simulated { sim, isa: isa.clone() }))
}

impl Engine for Simulated {
    fn run(&mut self, limit: u64, mut on_commit: Option<&mut dyn FnMut(&Commit)>) -> Event {
        let end = self.sim.instructions().saturating_add(limit);
        loop {
            let left = end - self.sim.instructions();
            let stop = match &mut on_commit {
                Some(report) => self.sim.run_traced(left, report),
                None => self.sim.run(left),
            };
            let trap = match stop {
                Stop::Limit | Stop::Halt(_) => return Event::Limit,
                Stop::Tohost(value) => return Event::Tohost(value),
                Stop::Trap(trap) => trap,
            };
            if trap.cause != Cause::IllegalInstruction || !self.is_delegated(trap.tval as u32) {
                return Event::Trap(trap.cause.code(), trap.cause.to_string(), trap.pc, trap.tval);
            }
            match delegate::execute(&mut self.sim, trap.tval as u32, &self.isa) {
                Ok(commit) => on_commit.iter_mut().for_each(|report| report(&record(&commit))),
                Err(t) => {
                    let (pc, tval) = (t.pc as u64, t.tval as u64);
                    return Event::Trap(t.cause as u64, t.cause.to_string(), pc, tval);
                }
            }
        }
    }
    fn instructions(&self) -> u64 {
        self.sim.instructions()
    }
    fn x(&self, r: u8) -> u64 {
        self.sim.x(r)
    }
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>> {
        self.sim.mem().read_bytes(addr, len).ok().map(<[u8]>::to_vec)
    }
}

impl Simulated {
    /// A word that is legal here, but that the simulator has no code for.
    fn is_delegated(&self, word: u32) -> bool {
        self.isa
            .decode(word)
            .is_some_and(|decoded| !simulator::implements(decoded.insn.spec().name))
    }
}
