//! The simulator as an engine.

use super::{Engine, Event};
use semantics::isa::Isa;
use simulator::{Config, Extensions, Misaligned, Sim, Stop, elf::Image, trace::Commit};

struct Simulated(Sim);

/// A simulator with the program in it; what is wrong when that cannot be.
pub(super) fn load(
    image: &Image,
    isa: &Isa,
    misaligned: Misaligned,
) -> Result<Box<dyn Engine>, String> {
    let has = |name: &str| isa.extensions().contains(&name);
    let extensions = Extensions::of(has);
    let mut sim = Sim::new(Config { extensions, misaligned, ..Config::new(image.xlen()) });
    image.load(sim.mem_mut()).map_err(|e| e.to_string())?;
    sim.set_pc(image.entry());
    sim.set_tohost(image.symbol("tohost"));
    Ok(Box::new(Simulated(sim)))
}

impl Engine for Simulated {
    fn run(&mut self, limit: u64, on_commit: Option<&mut dyn FnMut(&Commit)>) -> Event {
        let stop = match on_commit {
            Some(report) => self.0.run_traced(limit, report),
            None => self.0.run(limit),
        };
        match stop {
            Stop::Limit | Stop::Halt(_) => Event::Limit,
            Stop::Tohost(value) => Event::Tohost(value),
            Stop::Trap(t) => Event::Trap(t.cause.code(), t.cause.to_string(), t.pc, t.tval),
        }
    }
    fn instructions(&self) -> u64 {
        self.0.instructions()
    }
    fn x(&self, r: u8) -> u64 {
        self.0.x(r)
    }
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>> {
        self.0.mem().read_bytes(addr, len).ok().map(<[u8]>::to_vec)
    }
}
