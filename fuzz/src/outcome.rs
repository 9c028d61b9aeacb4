//! What an engine makes of a case, and when two engines agree.

use crate::{
    case::Registers,
    layout::{INITIAL, SCRATCH, Scratch},
};
use serde::{Serialize, Serializer};
use std::fmt;

/// An exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Trapped {
    /// Exception code, as in `mcause`.
    pub cause: u8,
    /// Address of the instruction.
    #[serde(serialize_with = "hex")]
    pub pc: u128,
    /// What `mtval` gets; `None` when the engine does not show it.
    #[serde(serialize_with = "optional_hex")]
    pub tval: Option<u128>,
}

/// How an instruction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It retired, and this is the address of the next one.
    Next(#[serde(serialize_with = "hex")] u128),
    /// It trapped.
    Trap(Trapped),
}

/// The state of a hart after one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct After {
    /// How it ended.
    pub end: End,
    /// Value of `rd`; 0 for x0.
    #[serde(serialize_with = "hex")]
    pub rd: u128,
    /// Another register that changed, and its value.
    pub stray: Option<(u8, u128)>,
    /// The memory.
    #[serde(serialize_with = "changes")]
    pub memory: Scratch,
}

/// What an engine makes of one instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A hart, all of it.
    Hart(After),
    /// A unit, which gives a result and nothing else.
    Result(#[serde(serialize_with = "hex")] u128),
    /// No answer in time, or a broken protocol: what happened.
    Fault(String),
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Behind its last word.
    Finished,
    /// At an address outside it.
    Left(#[serde(serialize_with = "hex")] u128),
    /// Not within the allowed number of instructions.
    Limit,
}

/// What an engine makes of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgramOutcome {
    /// How it ended.
    pub stop: Stop,
    /// The exceptions, in order.
    pub traps: Vec<Trapped>,
    /// The registers.
    #[serde(serialize_with = "registers")]
    pub registers: Registers,
    /// The memory.
    #[serde(serialize_with = "changes")]
    pub memory: Scratch,
}

impl Trapped {
    fn agrees(&self, other: &Trapped) -> bool {
        let tvals = self.tval.zip(other.tval);
        (self.cause, self.pc) == (other.cause, other.pc) && tvals.is_none_or(|(a, b)| a == b)
    }
}

impl Outcome {
    /// Whether they agree in all that both show. A fault agrees with nothing.
    #[inline]
    pub fn agrees(&self, other: &Outcome) -> bool {
        use Outcome::{Hart, Result};
        match (self, other) {
            (Hart(a), Hart(b)) => {
                let ends = match (a.end, b.end) {
                    (End::Trap(a), End::Trap(b)) => a.agrees(&b),
                    (a, b) => a == b,
                };
                ends && (a.rd, a.stray) == (b.rd, b.stray) && a.memory == b.memory
            }
            (Hart(h), Result(rd)) | (Result(rd), Hart(h)) => {
                matches!(h.end, End::Next(_)) && h.rd == *rd
            }
            (Result(a), Result(b)) => a == b,
            _ => false,
        }
    }
}

impl Outcome {
    /// Whether they agree in all that both show but the value of `rd`. A fault agrees with nothing.
    pub fn agrees_but_rd(&self, other: &Outcome) -> bool {
        let blank = |outcome: &Outcome| match outcome {
            Outcome::Hart(after) => Outcome::Hart(After { rd: 0, ..*after }),
            Outcome::Result(_) => Outcome::Result(0),
            Outcome::Fault(what) => Outcome::Fault(what.clone()),
        };
        blank(self).agrees(&blank(other))
    }
}

impl ProgramOutcome {
    /// Whether they agree in all that both show.
    pub fn agrees(&self, other: &ProgramOutcome) -> bool {
        let mut traps = self.traps.iter().zip(&other.traps);
        self.stop == other.stop
            && self.registers == other.registers
            && self.memory == other.memory
            && self.traps.len() == other.traps.len()
            && traps.all(|(a, b)| a.agrees(b))
    }
}

impl fmt::Display for Trapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exception {} at {:#x}", self.cause, self.pc)?;
        self.tval.map_or(Ok(()), |tval| write!(f, " (tval {tval:#x})"))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Hart(after) => {
                match after.end {
                    End::Next(pc) => write!(f, "rd = {:#x}, next pc {pc:#x}", after.rd)?,
                    End::Trap(trap) => write!(f, "{trap}, rd = {:#x}", after.rd)?,
                }
                if let Some((r, v)) = after.stray {
                    write!(f, ", x{r} = {v:#x}")?;
                }
                write_memory(f, &after.memory)
            }
            Outcome::Result(rd) => write!(f, "rd = {rd:#x}"),
            Outcome::Fault(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for ProgramOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stop {
            Stop::Finished => write!(f, "finished")?,
            Stop::Left(pc) => write!(f, "left to {pc:#x}")?,
            Stop::Limit => write!(f, "did not end")?,
        }
        self.traps.iter().try_for_each(|trap| write!(f, "; {trap}"))?;
        for (r, v) in self.registers.iter().enumerate().filter(|&(_, &v)| v != 0) {
            write!(f, "; x{r} = {v:#x}")?;
        }
        write_memory(f, &self.memory)
    }
}

/// Addresses and values of the bytes that are not as before the case.
fn changed(memory: &Scratch) -> impl Iterator<Item = (u64, u8)> {
    let bytes = (SCRATCH..).zip(memory.iter().copied());
    bytes.zip(INITIAL).filter(|((_, now), before)| now != before).map(|(byte, _)| byte)
}

fn write_memory(f: &mut fmt::Formatter<'_>, memory: &Scratch) -> fmt::Result {
    changed(memory).try_for_each(|(addr, byte)| write!(f, "; [{addr:#x}] = {byte:#04x}"))
}

fn hex<S: Serializer>(v: &u128, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(&format_args!("{v:#x}"))
}

fn optional_hex<S: Serializer>(v: &Option<u128>, s: S) -> Result<S::Ok, S::Error> {
    match v {
        Some(v) => hex(v, s),
        None => s.serialize_none(),
    }
}

fn registers<S: Serializer>(v: &Registers, s: S) -> Result<S::Ok, S::Error> {
    let nonzero = v.iter().enumerate().filter(|&(_, &v)| v != 0);
    s.collect_map(nonzero.map(|(r, v)| (format!("x{r}"), format!("{v:#x}"))))
}

fn changes<S: Serializer>(v: &Scratch, s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(changed(v).map(|(addr, byte)| (format!("{addr:#x}"), format!("{byte:#04x}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hart(rd: u128) -> After {
        After { end: End::Next(4), rd, stray: None, memory: INITIAL }
    }

    #[test]
    fn every_part_that_both_show_counts() {
        let spec = Outcome::Hart(hart(7));
        assert!(spec.agrees(&spec) && spec.agrees(&Outcome::Result(7)));
        let mut memory = INITIAL;
        memory[3] ^= 1;
        let trap = Trapped { cause: 2, pc: 0, tval: Some(7) };
        for other in [
            Outcome::Hart(hart(8)),
            Outcome::Hart(After { end: End::Next(8), ..hart(7) }),
            Outcome::Hart(After { stray: Some((3, 1)), ..hart(7) }),
            Outcome::Hart(After { memory, ..hart(7) }),
            Outcome::Hart(After { end: End::Trap(trap), ..hart(7) }),
            Outcome::Result(8),
            Outcome::Fault("silent".into()),
        ] {
            assert!(!spec.agrees(&other) && !other.agrees(&spec), "{other}");
        }
    }

    #[test]
    fn a_trap_value_counts_where_it_is_shown() {
        let at = |tval| {
            let end = End::Trap(Trapped { cause: 2, pc: 0, tval });
            Outcome::Hart(After { end, ..hart(0) })
        };
        assert!(at(Some(1)).agrees(&at(None)) && at(Some(1)).agrees(&at(Some(1))));
        assert!(!at(Some(1)).agrees(&at(Some(2))));
        // A unit that answers an illegal instruction is wrong, whatever the answer.
        assert!(!at(Some(1)).agrees(&Outcome::Result(0)));
        let fault = Outcome::Fault("silent".into());
        assert!(!fault.agrees(&fault));
    }

    #[test]
    fn an_open_result_leaves_the_rest_to_be_compared() {
        let spec = Outcome::Hart(hart(7));
        assert!(spec.agrees_but_rd(&Outcome::Hart(hart(8))));
        assert!(spec.agrees_but_rd(&Outcome::Result(8)));
        let trap = Trapped { cause: 2, pc: 0, tval: None };
        for other in [
            Outcome::Hart(After { stray: Some((3, 1)), ..hart(8) }),
            Outcome::Hart(After { end: End::Trap(trap), ..hart(7) }),
            Outcome::Fault("silent".into()),
        ] {
            assert!(!spec.agrees_but_rd(&other), "{other}");
        }
    }

    #[test]
    fn programs_agree_in_traps_registers_memory_and_end() {
        let base = ProgramOutcome {
            stop: Stop::Finished,
            traps: vec![Trapped { cause: 2, pc: 4, tval: None }],
            registers: [0; 32],
            memory: INITIAL,
        };
        assert!(base.agrees(&base.clone()));
        let changes: [fn(&mut ProgramOutcome); 5] = [
            |o| o.stop = Stop::Limit,
            |o| o.traps.clear(),
            |o| o.traps[0].cause = 5,
            |o| o.registers[31] = 1,
            |o| o.memory[0] = 0,
        ];
        for change in changes {
            let mut other = base.clone();
            change(&mut other);
            assert!(!base.agrees(&other) && !other.agrees(&base), "{other}");
        }
    }
}
