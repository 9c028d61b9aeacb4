//! Which situations a core has met: of each instruction, which registers it named, how far behind the producer of a
//! source it stood, and what its sources held.

use semantics::{
    decode::Decoded,
    insns::Insn,
    isa::Isa,
    spec::{Reg, Slot},
};
use serde::Serialize;
use std::collections::BTreeSet;

/// rd: x0, rs1, rs2, another register.
const REGISTERS: [&str; 4] = ["x0", "rs1", "rs2", "another"];
/// Instructions between the producer of a source and its use; none means more than four.
const DISTANCES: [&str; 6] = ["none", "0", "1", "2", "3", "4"];
/// Classes of a value.
const VALUES: [&str; 5] = ["zero", "small", "ones", "negative", "positive"];

const SHAPES: usize = REGISTERS.len() * DISTANCES.len();
const OPERANDS: usize = VALUES.len() * VALUES.len();

/// What was met, by instruction.
#[derive(Clone, Debug)]
pub struct Coverage {
    met: Vec<[bool; SHAPES + OPERANDS]>,
    /// Destinations of the last instructions, the youngest first.
    written: [Reg; 5],
}

impl Default for Coverage {
    fn default() -> Self {
        let met = vec![[false; SHAPES + OPERANDS]; Insn::all().len()];
        Coverage { met, written: [Reg(0); 5] }
    }
}

/// How much of what can be met was met.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Situations that exist.
    pub bins: usize,
    /// Of them, met.
    pub reached: usize,
    /// Instructions of which some were not, and which.
    pub missing: Vec<Missing>,
}

/// What was not met of an instruction.
#[derive(Clone, Debug, Serialize)]
pub struct Missing {
    /// Its name.
    pub op: &'static str,
    /// Register width.
    pub xlen: u32,
    /// `rd: registers, producer: distance` and `rs1: value, rs2: value`.
    pub situations: Vec<String>,
}

impl Coverage {
    /// Another program begins.
    pub fn begin(&mut self) {
        self.written = [Reg(0); 5];
    }
    /// Notes the registers of an instruction; whether this is new.
    pub fn shape(&mut self, decoded: &Decoded) -> bool {
        let i = decoded.operands;
        let register = match i.rd {
            Reg(0) => 0,
            rd if rd == i.rs1 => 1,
            rd if rd == i.rs2 => 2,
            _ => 3,
        };
        let reads = |&rd: &Reg| rd != Reg(0) && [i.rs1, i.rs2, i.rs3].contains(&rd);
        let distance = self.written.iter().position(reads).map_or(0, |k| k + 1);
        self.written.rotate_right(1);
        self.written[0] = i.rd;
        let bin = register * DISTANCES.len() + distance;
        !std::mem::replace(&mut self.met[decoded.insn.index()][bin], true)
    }
    /// Notes the values of its sources.
    pub fn operands(&mut self, decoded: &Decoded, xlen: u32, rs1: u128, rs2: u128) {
        let bin = SHAPES + class(xlen, rs1) * VALUES.len() + class(xlen, rs2);
        self.met[decoded.insn.index()][bin] = true;
    }
    /// What others met, too.
    pub fn add(&mut self, other: &Coverage) {
        for (mine, other) in self.met.iter_mut().zip(&other.met) {
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine |= other);
        }
    }
    /// What of the instructions of `isa` was met. Registers of compressed ones are hardly free and do not count.
    pub fn report(&self, isa: &Isa, has: impl Fn(Insn) -> bool) -> Report {
        let mut report = Report { bins: 0, reached: 0, missing: Vec::new() };
        for insn in isa.insns().filter(|&insn| has(insn)) {
            let Some(enc) = insn.spec().enc(isa.xlen()) else { continue };
            let [rd, rs1, rs2] = [Slot::Rd, Slot::Rs1, Slot::Rs2].map(|slot| enc.has(slot));
            let free = enc.len == 4;
            let mut situations = BTreeSet::new();
            let mut note = |met: bool, text: String| {
                report.bins += 1;
                report.reached += usize::from(met);
                if !met {
                    situations.insert(text);
                }
            };
            let met = &self.met[insn.index()];
            for (r, register) in REGISTERS.iter().enumerate() {
                let named = [rd, rd && rs1, rd && rs2, rd][r];
                for (d, distance) in DISTANCES.iter().enumerate() {
                    if free && named && (d == 0 || rs1 || rs2) {
                        let text = format!("rd: {register}, producer: {distance}");
                        note(met[r * DISTANCES.len() + d], text);
                    }
                }
            }
            for (a, first) in VALUES.iter().enumerate() {
                for (b, second) in VALUES.iter().enumerate() {
                    // What has no rs2 meets one class of it.
                    if rs1 && (b == 0 || rs2) {
                        let text = format!("rs1: {first}, rs2: {second}");
                        note(met[SHAPES + a * VALUES.len() + b], text);
                    }
                }
            }
            if !situations.is_empty() {
                let (op, xlen) = (insn.spec().name, isa.xlen());
                let situations = situations.into_iter().collect();
                report.missing.push(Missing { op, xlen, situations });
            }
        }
        report
    }
}

fn class(xlen: u32, v: u128) -> usize {
    let ones = u128::MAX >> (128 - xlen);
    match v {
        0 => 0,
        1..256 => 1,
        v if v == ones => 2,
        v if v >> (xlen - 1) & 1 == 1 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isas;

    #[test]
    fn situations_are_told_apart() {
        let isa = isas::full(32);
        let mut coverage = Coverage::default();
        let add = |rd: u32, rs1: u32, rs2: u32| {
            let word = 0x33 | rd << 7 | rs1 << 15 | rs2 << 20;
            isa.decode(word).unwrap()
        };
        assert!(coverage.shape(&add(5, 6, 7)));
        // One instruction behind the producer.
        assert!(coverage.shape(&add(8, 5, 7)));
        assert!(!coverage.shape(&add(9, 8, 7)));
        assert!(coverage.shape(&add(10, 8, 7)), "two behind it");
        assert!(coverage.shape(&add(0, 1, 2)));
        let before = coverage.report(&isa, |insn| insn == Insn::Add);
        coverage.operands(&add(5, 6, 7), 32, 0, u128::from(u32::MAX));
        let after = coverage.report(&isa, |insn| insn == Insn::Add);
        assert_eq!((before.bins, before.reached, after.reached), (24 + 25, 4, 5));
        let missing = &after.missing[0].situations;
        assert!(!missing.contains(&"rs1: zero, rs2: ones".to_owned()), "{missing:?}");
        assert!(missing.contains(&"rs1: ones, rs2: zero".to_owned()));
    }
}
