//! Legality, word by word: no operands needed.

use crate::{
    case::{OpCase, directive, length},
    engine::Engine,
};
use crate::{
    engine::Simulator,
    generate::{Choices, SplitMix},
    layout::CODE,
    outcome::{End, Outcome},
};
use semantics::{hart::Cause, isa::Isa, isa::Legality};
use serde::Serialize;
use simulator::SeededBug;
use std::fmt;

/// A word that is legal for one engine and illegal for the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The instruction set.
    pub isa: String,
    /// The word.
    pub word: u32,
    /// Its assembly, if the specification has it.
    pub assembly: String,
    /// Whether the specification has it.
    pub legal: bool,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [spec, sim] = if self.legal { ["legal", "illegal"] } else { ["illegal", "legal"] };
        let Disagreement { isa, word, assembly, .. } = self;
        write!(
            f,
            "{}  # {assembly}: {spec} for the specification on {isa}, {sim} for sim",
            directive(*word)
        )
    }
}

/// What came of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Swept {
    /// Words that were looked at.
    pub words: u64,
    /// Legal words of instructions that the simulator delegates: not compared.
    pub delegated: u64,
    /// Words that differ, at most [`MOST`].
    pub disagreements: Vec<Disagreement>,
}

/// Disagreements that are kept.
pub const MOST: usize = 100;

/// Words of an instruction from which bits are flipped, with different operands.
const SAMPLES: u32 = 64;

struct Sweep<'a> {
    isa: &'a Isa,
    sim: Simulator,
    swept: Swept,
}

/// Every single-bit flip of legal words of every instruction, on one instruction set.
pub fn bit_flips(isa: &Isa, bug: Option<SeededBug>) -> Swept {
    let mut sweep = Sweep { isa, sim: Simulator::new(isa, bug), swept: Swept::default() };
    let mut c = SplitMix::new(1);
    for enc in isa.insns().filter_map(|i| i.spec().enc(isa.xlen())).filter(|e| e.len == 4) {
        for _ in 0..SAMPLES {
            let word = enc.value | c.bits() as u32 & !enc.mask;
            sweep.look(word);
            (2..32).for_each(|bit| sweep.look(word ^ 1 << bit));
        }
    }
    sweep.swept
}

/// Every word of four bytes with `rd` = x5 and `rs1` = x6, on one instruction set: 2^20 of them.
pub fn all_fields(isa: &Isa, bug: Option<SeededBug>) -> Swept {
    let mut sweep = Sweep { isa, sim: Simulator::new(isa, bug), swept: Swept::default() };
    for k in 0..1_u32 << 20 {
        let [opcode, funct3, upper] = [k & 31, k >> 5 & 7, k >> 8];
        sweep.look(upper << 20 | 6 << 15 | funct3 << 12 | 5 << 7 | opcode << 2 | 3);
    }
    sweep.swept
}

/// Every halfword that is an instruction of two bytes or none, on one instruction set: 3 * 2^14 of them.
pub fn all_halfwords(isa: &Isa, bug: Option<SeededBug>) -> Swept {
    let mut sweep = Sweep { isa, sim: Simulator::new(isa, bug), swept: Swept::default() };
    (0..1 << 16).filter(|&word| length(word) == 2).for_each(|word| sweep.look(word));
    sweep.swept
}

impl Sweep<'_> {
    fn look(&mut self, word: u32) {
        self.swept.words += 1;
        let decoded = match self.isa.legality(word) {
            Legality::Legal(d) => Some(d),
            Legality::Illegal(_) => None,
            Legality::NotModelled(_) => return,
        };
        if decoded.is_some_and(|d| self.sim.implements(d.insn).is_err()) {
            self.swept.delegated += 1;
            return;
        }
        let case = OpCase::decoded(self.isa, word, decoded, [0; 3]);
        // The simulator neither breaks nor leaves anything out.
        let Ok(Ok(Outcome::Hart(after))) = self.sim.run_op(&case) else { return };
        let traps = matches!(after.end, End::Trap(t) if t.cause == Cause::IllegalInstruction as u8 && t.pc == CODE.into());
        if decoded.is_some() == traps && self.swept.disagreements.len() < MOST {
            let assembly = crate::case::assembly(decoded.as_ref());
            let (isa, legal) = (self.isa.text().into(), decoded.is_some());
            self.swept.disagreements.push(Disagreement { isa, word, assembly, legal });
        }
    }
}
