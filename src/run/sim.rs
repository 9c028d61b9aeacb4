//! The simulator as an engine; what it does not implement is the specification's work.

use super::{Engine, Event, delegate, spec::line};
use semantics::isa::Isa;
use simulator::{
    Cause, Config, Extensions, Misaligned, Sim, Stop, Trap, cycles::Counter, elf::Image,
    trace::Line,
};

/// Where the trap handler is.
const MTVEC: u16 = 0x305;

struct Simulated {
    sim: Sim,
    isa: Isa,
    /// The cycles of the in-order core.
    counter: Option<Counter>,
}

/// A simulator with the program in it; what is wrong when that cannot be.
pub(super) fn load(
    image: &Image,
    isa: &Isa,
    misaligned: Misaligned,
    cycles: bool,
) -> Result<Box<dyn Engine>, String> {
    let has = |name: &str| isa.enables(name);
    let extensions = Extensions::of(has);
    let mut sim = Sim::new(Config { extensions, misaligned, ..Config::new(image.xlen()) });
    image.load(sim.mem_mut()).map_err(|e| e.to_string())?;
    sim.set_pc(image.entry());
    sim.set_tohost(image.symbol("tohost"));
    let counter = cycles.then(|| Counter::new(image.xlen()));
    Ok(Box::new(Simulated { sim, isa: isa.clone(), counter }))
}

impl Engine for Simulated {
    fn run(&mut self, limit: u64, mut on_commit: Option<&mut dyn FnMut(&Line)>) -> Event {
        let xlen = self.sim.config().xlen;
        let end = self.sim.instructions().saturating_add(limit);
        loop {
            let left = end - self.sim.instructions();
            let stop = match (&mut on_commit, &mut self.counter) {
                (Some(report), counter) => self.sim.run_traced(left, |c| {
                    counter.iter_mut().for_each(|counter| counter.commit(c));
                    report(&Line::new(c, xlen));
                }),
                (None, Some(counter)) => counter.run(&mut self.sim, left),
                (None, None) => self.sim.run(left),
            };
            let next = self.sim.pc();
            self.counter.iter_mut().for_each(|counter| counter.goes_to(next));
            let trap = match stop {
                Stop::Limit | Stop::Halt(_) => return Event::Limit,
                Stop::Tohost(value) => return Event::Tohost(value),
                Stop::Trap(trap) => trap,
            };
            if trap.cause != Cause::IllegalInstruction || !self.is_delegated(trap.tval as u32) {
                self.count_trap(&trap);
                if super::is_handled(self.sim.csr(MTVEC).unwrap_or(0).into(), trap.pc.into()) {
                    self.sim.take_trap(&trap);
                    continue;
                }
                let (pc, tval) = (trap.pc.into(), trap.tval.into());
                return Event::Trap(trap.cause.code(), trap.cause.to_string(), pc, tval);
            }
            match delegate::execute(&mut self.sim, trap.tval as u32, &self.isa) {
                Ok(commit) => {
                    // The core has no such instruction.
                    self.counter = None;
                    on_commit.iter_mut().for_each(|report| report(&line(&commit, xlen.bits())));
                }
                Err(t) => {
                    return Event::Trap(t.cause as u64, t.cause.to_string(), t.pc, t.tval);
                }
            }
        }
    }
    fn instructions(&self) -> u64 {
        self.sim.instructions()
    }
    fn cycles(&self) -> Option<u64> {
        // The cycle of the last one, from 0 on.
        self.counter.as_ref()?.cycles().map(|cycle| cycle + 1)
    }
    fn x(&self, r: u8) -> u128 {
        self.sim.x(r).into()
    }
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>> {
        self.sim.mem().read_bytes(addr, len).ok().map(<[u8]>::to_vec)
    }
}

impl Simulated {
    fn count_trap(&mut self, trap: &Trap) {
        let Some(counter) = &mut self.counter else { return };
        let half = |at| {
            let bytes = self.sim.mem().read_bytes(at, 2).ok()?;
            Some(u32::from(u16::from_le_bytes(bytes.try_into().ok()?)))
        };
        let low = half(trap.pc).unwrap_or(0);
        let high = if low & 3 == 3 { half(trap.pc.wrapping_add(2)).unwrap_or(0) } else { 0 };
        counter.trap(trap, high << 16 | low);
    }
    /// A word that is legal here, but that the simulator has no code for.
    fn is_delegated(&self, word: u32) -> bool {
        self.isa
            .decode(word)
            .is_some_and(|decoded| !simulator::implements(decoded.insn.spec().name))
    }
}
