//! The gates of a core, cycle by cycle from its reset on, with a memory that answers anything.

use super::Core;
use crate::{
    EquivalenceError,
    aig::{Aig, Lit},
    netlist::Step,
    words::{self, Word},
};
use rtl_harness::{MemoryPort, Protocol};
use std::collections::BTreeMap;

/// An instruction word.
pub(super) type Word32 = u32;

/// Cycles of reset, as the harness holds it.
const RESET: u32 = 4;

/// Bits of the counters of requests that wait for their answer.
const WAITING: usize = 4;

/// What a core shows of an instruction, without the prefix.
const RVFI: [&str; 16] = [
    "order",
    "insn",
    "trap",
    "rs1_addr",
    "rs2_addr",
    "rs1_rdata",
    "rs2_rdata",
    "rd_addr",
    "rd_wdata",
    "pc_rdata",
    "pc_wdata",
    "mem_addr",
    "mem_rmask",
    "mem_wmask",
    "mem_rdata",
    "mem_wdata",
];

/// What memory does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Environment {
    /// It takes a request whenever it likes, and answers anything in any later cycle, in order.
    Any,
    /// It is as fast as it can be, and has this word everywhere.
    Word(Word32),
}

/// A cycle.
pub(super) struct Cycle {
    /// An instruction retires or traps.
    pub(super) valid: Lit,
    rvfi: BTreeMap<&'static str, Word>,
}

impl Cycle {
    /// A port of RVFI.
    pub(super) fn rvfi(&self, name: &str) -> &[Lit] {
        &self.rvfi[name]
    }
}

/// The ports of one memory port that speaks OBI.
struct Obi<'a> {
    request: &'a str,
    grant: &'a str,
    valid: &'a str,
    read: &'a str,
    error: Option<&'a str>,
}

impl Core<'_> {
    fn ports(&self) -> Result<Vec<Obi<'_>>, EquivalenceError> {
        let obi = |port: &'_ MemoryPort| match &port.protocol {
            Protocol::Obi { .. } => Ok(()),
            Protocol::ValidReady { .. } => {
                Err(EquivalenceError::Protocol { core: self.description.name.clone() })
            }
        };
        self.description.memory.iter().try_for_each(obi)?;
        let ports = self.description.memory.iter().filter_map(|port| match &port.protocol {
            Protocol::Obi { request, grant, valid } => Some(Obi {
                request: &request.name,
                grant: &grant.name,
                valid: &valid.name,
                read: &port.read.name,
                error: port.error.as_ref().map(|error| error.name.as_str()),
            }),
            Protocol::ValidReady { .. } => None,
        });
        Ok(ports.collect())
    }

    /// Checks that the gates have the ports on which checks are made, each as wide as riscv-formal has it.
    pub(super) fn check(&self) -> Result<(), EquivalenceError> {
        let d = self.description;
        let check = |line: usize, port: &str, input, width| {
            let found = self.netlist.check(port, input, Some(width));
            let file = d.file.clone();
            found.map(drop).map_err(|problem| EquivalenceError::Port { file, line, problem })
        };
        let xlen = self.isa.xlen() as usize;
        for name in RVFI.into_iter().chain(["valid"]) {
            let width = match name {
                "valid" | "trap" => 1,
                "rs1_addr" | "rs2_addr" | "rd_addr" => 5,
                "insn" => 32,
                "order" => 64,
                "mem_rmask" | "mem_wmask" => xlen / 8,
                _ => xlen,
            };
            check(d.rvfi.line, &format!("{}{name}", d.rvfi.name), false, width)?;
        }
        for port in &d.memory {
            if let Protocol::Obi { request, grant, valid } = &port.protocol {
                check(request.line, &request.name, false, 1)?;
                check(grant.line, &grant.name, true, 1)?;
                check(valid.line, &valid.name, true, 1)?;
            }
        }
        Ok(())
    }

    /// The inputs that are the same in every cycle.
    fn fixed(&self, name: &str, width: usize, reset: bool) -> Option<Word> {
        let d = self.description;
        if name == d.clock.name {
            return Some(vec![Lit::FALSE]);
        }
        if name == d.reset.name {
            return Some(vec![Lit::constant(reset != d.reset_low)]);
        }
        let (_, value) = d.constants.iter().find(|(port, _)| port.name == name)?;
        Some((0..width).map(|k| Lit::constant(k < 64 && value >> k & 1 == 1)).collect())
    }

    pub(super) fn after_reset(&self) -> Result<Vec<Option<bool>>, EquivalenceError> {
        let mut aig = Aig::default();
        let ports = self.ports()?;
        let mut state: Word = (0..self.netlist.state()).map(|_| aig.input()).collect();
        for _ in 0..RESET {
            let step = self.netlist.step(&mut aig, &state, |_, name, width| {
                let quiet = ports.iter().any(|p| name == p.valid || name == p.grant);
                quiet.then(|| vec![Lit::FALSE]).or_else(|| self.fixed(name, width, true))
            });
            state = step.next;
        }
        Ok(state.into_iter().map(Lit::known).collect())
    }

    /// The first cycles behind a reset.
    pub(super) fn unroll(
        &self,
        aig: &mut Aig,
        environment: Environment,
    ) -> Result<Vec<Cycle>, EquivalenceError> {
        let ports = self.ports()?;
        let start = self.start.iter();
        let mut state: Word =
            start.map(|bit| bit.map_or_else(|| aig.input(), Lit::constant)).collect();
        let mut waiting = vec![vec![Lit::FALSE; WAITING]; ports.len()];
        let mut cycles = Vec::new();
        for _ in 0..self.depth {
            let mut grants = Vec::new();
            let mut answers = Vec::new();
            for waits in &waiting {
                let owed = waits.iter().fold(Lit::FALSE, |any, &bit| aig.or(any, bit));
                let [grant, answer] = match environment {
                    Environment::Any => [aig.input(), aig.input()],
                    Environment::Word(_) => [Lit::TRUE; 2],
                };
                grants.push(grant);
                answers.push(aig.and(answer, owed));
            }
            let mut step = self.netlist.step(aig, &state, |_, name, width| {
                for (k, port) in ports.iter().enumerate() {
                    if name == port.grant {
                        return Some(vec![grants[k]]);
                    } else if name == port.valid {
                        return Some(vec![answers[k]]);
                    } else if Some(name) == port.error {
                        // Faults of the memory are left out: RVFI does not tell them from others.
                        return Some(vec![Lit::FALSE]);
                    } else if let (true, Environment::Word(word)) = (name == port.read, environment)
                    {
                        let word = if word & 3 == 3 { word } else { word << 16 | word };
                        let bit = |k: usize| Lit::constant(word >> (k % 32) & 1 == 1);
                        return Some((0..width).map(bit).collect());
                    }
                }
                self.fixed(name, width, false)
            });
            for (k, port) in ports.iter().enumerate() {
                let request = self.netlist.output(aig, &mut step, port.request)[0];
                let taken = aig.and(request, grants[k]);
                waiting[k] = counted(aig, &waiting[k], taken, answers[k]);
            }
            cycles.push(self.shown(aig, &mut step));
            state = step.next;
        }
        Ok(cycles)
    }

    fn shown(&self, aig: &mut Aig, step: &mut Step) -> Cycle {
        let prefix = &self.description.rvfi.name;
        let mut port = |name: &str| self.netlist.output(aig, step, &format!("{prefix}{name}"));
        let valid = port("valid").first().copied().unwrap_or(Lit::FALSE);
        let rvfi = RVFI.into_iter().map(|name| (name, port(name))).collect();
        Cycle { valid, rvfi }
    }
}

/// A counter that goes up, down, or neither.
fn counted(aig: &mut Aig, count: &[Lit], up: Lit, down: Lit) -> Word {
    let mut one = vec![Lit::FALSE; count.len()];
    one[0] = up;
    let more = words::add(aig, count, &one, Lit::FALSE).0;
    // All ones is -1.
    words::add(aig, &more, &vec![down; count.len()], Lit::FALSE).0
}
