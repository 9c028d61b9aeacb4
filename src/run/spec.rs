//! The specification as an engine.

use super::{Engine, Event};
use semantics::{
    csr,
    isa::Isa,
    machine::{self, Machine},
    memory::{Bus, Region, Regions, Rights},
    spec::Reg,
};
use simulator::{Access, Misaligned, elf::Image, trace::Line};

struct Specified<const XLEN: u32, const L: usize> {
    machine: Machine<XLEN, L, Regions>,
    isa: Isa,
    tohost: Option<u64>,
    instructions: u64,
}

/// A spec machine with the program in it; what is wrong when that cannot be.
pub(crate) fn machine<const XLEN: u32, const L: usize>(
    image: &Image,
) -> Result<Machine<XLEN, L, Regions>, String> {
    let mut regions = Regions::default();
    for segment in image.segments() {
        let mut bytes = segment.bytes.clone();
        // The loader has bounded the sum.
        bytes.resize(bytes.len() + segment.zero_fill as usize, 0);
        let may = |access| segment.access.allows(access);
        let (read, write) = (may(Access::READ), may(Access::WRITE));
        let rights = Rights { read, write, execute: may(Access::EXEC) };
        let region = Region { base: segment.addr.into(), bytes, rights };
        regions.map(region).map_err(|e| e.to_string())?;
    }
    Ok(Machine::new(image.entry().into(), regions))
}

/// The same as an engine.
pub(super) fn load<const XLEN: u32, const L: usize>(
    image: &Image,
    isa: Isa,
    misaligned: Misaligned,
) -> Result<Box<dyn Engine>, String> {
    let mut machine = machine(image)?;
    machine.set_isa(&isa);
    machine.misaligned = match misaligned {
        Misaligned::Allowed => machine::Misaligned::Allowed,
        Misaligned::Trap => machine::Misaligned::Trap,
    };
    let tohost = image.symbol("tohost");
    Ok(Box::new(Specified::<XLEN, L> { machine, isa, tohost, instructions: 0 }))
}

impl<const XLEN: u32, const L: usize> Engine for Specified<XLEN, L> {
    fn run(&mut self, limit: u64, mut on_commit: Option<&mut dyn FnMut(&Line)>) -> Event {
        for _ in 0..limit {
            let commit = match self.machine.step(&self.isa) {
                Ok(commit) => commit,
                Err(t) if self.is_handled(&t) => {
                    self.machine.take(&t);
                    continue;
                }
                Err(t) => {
                    return Event::Trap(t.cause as u64, t.cause.to_string(), t.pc, t.tval);
                }
            };
            self.instructions += 1;
            if let Some(report) = &mut on_commit {
                report(&line(&commit, XLEN));
            }
            if let (Some(store), Some(tohost)) = (commit.store, self.tohost)
                && let Some(value) = self.value_at(tohost)
                && store.addr < u128::from(tohost) + 8
                && u128::from(tohost) < store.addr + u128::from(store.len)
                && value != 0
            {
                return Event::Tohost(value);
            }
        }
        Event::Limit
    }
    fn instructions(&self) -> u64 {
        self.instructions
    }
    fn x(&self, r: u8) -> u128 {
        self.machine.reg(Reg(r))
    }
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>> {
        // A region holds it, so the length is no larger than the program.
        let within = |r: &Region| {
            let (addr, end) = (u128::from(addr), u128::from(addr) + u128::from(len));
            r.base <= addr && end <= r.base + r.bytes.len() as u128
        };
        let mut bytes = vec![0; if self.machine.bus.iter().any(within) { len as usize } else { 0 }];
        let all = bytes.len() as u64 == len;
        (all && self.machine.bus.read(addr.into(), &mut bytes).is_ok()).then_some(bytes)
    }
}

impl<const XLEN: u32, const L: usize> Specified<XLEN, L> {
    fn is_handled(&self, trap: &machine::Trap) -> bool {
        let mtvec = self.machine.csr_value(csr::MTVEC).unwrap_or(0);
        super::is_handled(mtvec, trap.pc)
    }
    /// The word at `tohost`: XLEN bits, 64 at most, or 32 where no more are mapped.
    fn value_at(&mut self, tohost: u64) -> Option<u64> {
        let wide =
            self.read(tohost, u64::from(XLEN.min(64) / 8)).or_else(|| self.read(tohost, 4))?;
        let mut le = [0; 8];
        le[..wide.len()].copy_from_slice(&wide);
        Some(u64::from_le_bytes(le))
    }
}

/// What retired, for the trace.
pub(super) fn line(c: &machine::Commit, xlen: u32) -> Line {
    let stored = |a: machine::Access| (a.addr, a.data, a.len as u8);
    Line {
        xlen,
        pc: c.pc,
        word: c.word,
        rd: c.rd.map(|(r, v)| (r.0, v)),
        // CSR numbers have 12 bits.
        csr: c.csr.map(|(number, v)| (number as u16, v)),
        load: c.load.map(|a| a.addr),
        store: c.store.map(stored),
    }
}
