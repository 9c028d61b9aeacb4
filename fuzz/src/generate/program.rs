//! Short programs in the shapes where pipelines go wrong.

use super::{Choices, OpGenerator, Picked, ops, ops::Row, value};
use crate::{
    case::{ProgramCase, Registers, length},
    layout::{SCRATCH, SCRATCH_LEN},
};
use semantics::{
    asm, csr,
    decode::{self, Decoded},
    insns::Insn,
    isa::Isa,
    spec::{Reg, Slot, Timing},
};
use std::collections::BTreeMap;

/// The most words that are generated.
const LONGEST: u32 = 16;
/// Register that points into the memory; programs do not write it, or loads would miss.
const POINTER: Reg = Reg(8);
/// Register that points into the memory as well, until it is written: some compressed instructions use no other.
const STACK: Reg = Reg(2);
/// Registers with the sources of the one instruction of a program that is not defined on every input; the
/// program does not write them either. What other registers hold may be outside its inputs.
const SOURCES: [Reg; 2] = [Reg(9), Reg(18)];

/// Sets `mtvec` to an address that [`install`] puts into the second instruction.
const BEFORE: [&str; 4] =
    ["auipc x30, 0", "addi x30, x30, 0", "csrrw x0, mtvec, x30", "csrrsi x0, mstatus, 8"];
/// What the end of a program with a handler is: it shows what the trap left behind, and goes on after it.
const HANDLER: [&str; 9] = [
    "jal x0, 36",
    "csrrs x28, mcause, x0",
    "csrrs x29, mepc, x0",
    "csrrs x30, mtval, x0",
    "csrrs x31, mstatus, x0",
    "addi x29, x29, 4",
    "csrrw x0, mepc, x29",
    "csrrw x27, mscratch, x28",
    "mret",
];
/// Words that trap, whatever the registers hold: ECALL, EBREAK, two that no extension has, a load and a
/// store at address 0, a jump between two instructions.
const TRAPS: [u32; 7] =
    [0x0000_0073, 0x0010_0073, 0x0000_007f, 0xffff_ffff, 0x0000_2283, 0x0000_2023, 0x0020_006f];

/// Bytes of some instructions.
fn bytes(words: &[u32]) -> u32 {
    words.iter().map(|&word| length(word) as u32).sum()
}

/// Appends the handler, and puts its place into the instruction that computes it: behind the jump over it, at a
/// multiple of four, as `mtvec` wants it.
fn install(words: &mut Vec<u32>, handler: &[u32]) {
    words[1] |= (bytes(words) + 4) << 20;
    words.extend(handler);
}

/// What follows an instruction of two bytes where the handler skips four: `c.nop`.
const FILLER: u32 = 0x0001;

/// Makes programs of one instruction set. They only jump forward, except by chance: through a register, or after a
/// jump into the middle of a word.
#[derive(Clone, Debug)]
pub struct ProgramGenerator {
    ops: OpGenerator,
    /// Tells the hart where the handler is; empty when the instruction set has no traps to handle.
    before: Vec<u32>,
    /// The jump over the handler, and the handler.
    handler: Vec<u32>,
}

/// A program while it grows.
struct Draft {
    length: usize,
    words: Vec<u32>,
    /// Destinations of the last instructions, the youngest last.
    written: Vec<Reg>,
    /// The instruction whose sources are in [`SOURCES`].
    prepared: Option<Insn>,
    /// It has a trap handler, which must stay where it is and return where it wants to.
    handled: bool,
    /// Registers with addresses in the program, as offsets from its start.
    links: BTreeMap<u8, i64>,
}

impl ProgramGenerator {
    /// For the instructions of the generator, and for illegal words near to them.
    pub fn new(ops: &OpGenerator) -> Self {
        let mut ops = ops.clone();
        ops.picked = Picked::Any;
        let xlen = ops.isa().xlen();
        let words = |lines: &[&str]| {
            let word = |line: &&str| {
                let d = asm::assemble(line, xlen).ok().filter(|d| ops.has(d.insn))?;
                decode::encode(d.insn, &d.operands, xlen)
            };
            lines.iter().map(word).collect::<Option<Vec<u32>>>().unwrap_or_default()
        };
        // An emulator of RV128 needs `mscratch` for itself.
        let swapped = if xlen == 128 { "mcause" } else { "mscratch" };
        let handler = HANDLER.map(|line| line.replace("mscratch", swapped));
        let (before, handler) = (words(&BEFORE), words(&handler.each_ref().map(String::as_str)));
        let before = if handler.is_empty() { Vec::new() } else { before };
        ProgramGenerator { ops, before, handler }
    }
    /// A program.
    pub fn case<C: Choices>(&self, c: &mut C) -> ProgramCase {
        let isa = self.ops.isa().clone();
        let mut registers = [0; 32];
        for r in 1..32 {
            registers[r] = value(c, isa.xlen(), registers[r - 1]);
        }
        let mut pointer = || u128::from(SCRATCH) + u128::from(c.below(SCRATCH_LEN as u32 / 2));
        registers[usize::from(POINTER.0)] = pointer();
        if isa.ialign() == 2 {
            registers[usize::from(STACK.0)] = pointer();
        }
        if c.below(2) == 0 {
            // Atomic accesses want it so.
            registers[usize::from(POINTER.0)] &= !15;
        }
        let handled = !self.before.is_empty() && c.one_in(4);
        let before = if handled { self.before.as_slice() } else { &[] };
        let length = before.len() + 1 + c.below(LONGEST) as usize;
        let prepared = self.prepare(c, &mut registers);
        let (words, written, links) = (before.into(), Vec::new(), BTreeMap::new());
        let mut draft = Draft { length, words, written, prepared, handled, links };
        while draft.words.len() < length {
            if handled && c.one_in(8) {
                draft.words.push(TRAPS[c.below(TRAPS.len() as u32) as usize]);
            } else {
                self.grow(c, &isa, &mut draft);
            }
            if handled && !bytes(&draft.words).is_multiple_of(4) {
                draft.words.push(FILLER);
            }
        }
        if handled {
            install(&mut draft.words, &self.handler);
        }
        ProgramCase { isa, words: draft.words, registers }
    }
    /// Chooses an instruction that is not defined on every input, and gives it values on which it is.
    fn prepare<C: Choices>(&self, c: &mut C, registers: &mut Registers) -> Option<Insn> {
        let conditional: Vec<&Row> = self.ops.rows.iter().filter(|r| r.conditional).collect();
        if conditional.is_empty() {
            return None;
        }
        let row = conditional[c.below(conditional.len() as u32) as usize];
        let insn = Insn::named(row.spec.name)?;
        for (register, slot) in SOURCES.into_iter().zip([Slot::Rs1, Slot::Rs2]) {
            let value = &mut registers[usize::from(register.0)];
            *value = insn.inputs().moved(slot, *value);
        }
        Some(insn)
    }
    fn grow<C: Choices>(&self, c: &mut C, isa: &Isa, draft: &mut Draft) {
        let last = draft.words.last().copied();
        match (c.below(16), last) {
            (0, _) => draft.words.push(self.ops.illegal(c)),
            (1, Some(word)) if repeats(isa, word) => draft.words.push(word),
            _ => {
                let row = &self.ops.rows[c.below(self.ops.rows.len() as u32) as usize];
                let registers = draft.registers(c);
                let word = self.ops.word(c, row, registers);
                let decoded = isa.decode(word).or_else(|| isa.decode(row.fallback()));
                // The table has a legal word in every row.
                let Some(mut d) = decoded else { return };
                if row.conditional {
                    if draft.prepared != Some(d.insn) {
                        return;
                    }
                    [d.operands.rs1, d.operands.rs2] = SOURCES;
                }
                if row.accesses_memory() {
                    point_into_memory(c, isa, &mut d);
                }
                let left = draft.length - draft.words.len();
                if row.jumps() && !jump_forward(c, isa, &mut d, left) && !draft.aim(c, &mut d) {
                    return;
                }
                if draft.handled && (d.insn == Insn::Mret || d.operands.csr == csr::MTVEC) {
                    return;
                }
                let kept = draft.prepared.is_some() && SOURCES.contains(&d.operands.rd);
                if d.operands.rd == POINTER || kept {
                    d.operands.rd = Reg(5);
                }
                let Some(word) = decode::encode(d.insn, &d.operands, isa.xlen()) else { return };
                draft.link(&d);
                draft.words.push(word);
                draft.written.push(d.operands.rd);
            }
        }
    }
}

/// Whether the word may come twice and must then give the same.
fn repeats(isa: &Isa, word: u32) -> bool {
    isa.decode(word).is_some_and(|d| !ops::reads_its_result(&d))
}

impl Draft {
    /// Bytes so far.
    fn position(&self) -> i64 {
        bytes(&self.words).into()
    }
    /// Makes a jump through a register that holds an address in the program go forward; whether it does, or the
    /// register holds anything else.
    fn aim<C: Choices>(&self, c: &mut C, d: &mut Decoded) -> bool {
        let Some(link) = self.links.get(&d.operands.rs1.0) else { return true };
        let target = self.position() + 4 * (1 + i64::from(c.below(4)));
        d.operands.imm = (target - link) as i32;
        d.insn == Insn::Jalr
    }
    /// Notes whether an instruction, which comes next, writes an address in the program.
    fn link(&mut self, d: &Decoded) {
        let (rd, position) = (d.operands.rd.0, self.position());
        self.links.remove(&rd);
        let offset = match d.insn.spec().timing {
            Timing::ControlFlow => i64::from(d.length),
            _ if d.insn == Insn::Auipc => d.operands.imm.into(),
            _ => return,
        };
        if rd != 0 {
            self.links.insert(rd, position + offset);
        }
    }
    /// Register numbers: sources are results of one to four instructions before, more often than chance.
    fn registers<C: Choices>(&self, c: &mut C) -> [u32; 4] {
        let mut source = || {
            let distance = 1 + c.below(6) as usize;
            let recent = self.written.len().checked_sub(distance).map(|k| self.written[k]);
            recent.map_or_else(|| c.below(32), |r| r.0.into())
        };
        let [a, b, e] = [source(), source(), source()];
        match c.below(8) {
            0 => [a, a, b, e],
            1 => [b, a, b, e],
            2 => [c.below(32), a, a, e],
            _ => [c.below(32), a, b, e],
        }
    }
}

/// Makes a load or store hit the memory, except once in a while.
fn point_into_memory<C: Choices>(c: &mut C, isa: &Isa, d: &mut Decoded) {
    if !c.one_in(16) {
        let mut near = *d;
        if near.operands.rs1 != STACK {
            near.operands.rs1 = POINTER;
        }
        // Compressed ones have multiples of their size.
        for imm in (0..=c.below(SCRATCH_LEN as u32 / 2) as i32).rev() {
            near.operands.imm = imm;
            if decode::encode(near.insn, &near.operands, isa.xlen()).is_some() {
                *d = near;
                break;
            }
        }
    }
}

/// Makes a branch or jump go at most to the end; `left` counts the words from here to the end. Not one through a
/// register.
///
/// The target of that is left to chance where it is not known: mostly it leaves the program, which ends it.
fn jump_forward<C: Choices>(c: &mut C, isa: &Isa, d: &mut Decoded, left: usize) -> bool {
    let relative = d.insn.spec().enc.iter().any(|e| {
        let (parts, _) = e.operand(Slot::Imm);
        parts.iter().any(|&(_, _, at)| at == 1)
    });
    if relative {
        let most = (left as u32).min(4);
        // No instruction is shorter than their alignment, so that is not beyond the end.
        d.operands.imm = (isa.ialign() * (1 + c.below(most))) as i32;
        // Once in a while a target that is not aligned, or beyond.
        if c.one_in(16) {
            d.operands.imm += 2;
        }
    }
    relative
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generate::Seeded, isas};

    #[test]
    fn producers_stand_at_every_distance_before_consumers() {
        let isa = isas::full(32);
        let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
        let programs = ProgramGenerator::new(&ops);
        let mut met = [0_u32; 5];
        for mut c in Seeded::new(3, 0).take(3000) {
            let case = programs.case(&mut c);
            let decoded: Vec<_> = case.words.iter().map(|&w| isa.decode(w)).collect();
            for (k, d) in decoded.iter().enumerate() {
                let Some(d) = d else { continue };
                for (distance, count) in met.iter_mut().enumerate() {
                    let producer = k.checked_sub(distance).and_then(|k| decoded[k]);
                    let rd = producer.map(|p| p.operands.rd).filter(|&rd| rd != Reg(0));
                    let i = d.operands;
                    *count += u32::from(rd.is_some_and(|rd| [i.rs1, i.rs2, i.rs3].contains(&rd)));
                }
            }
        }
        assert!(met.iter().all(|&n| n > 1000), "{met:?}");
    }

    #[test]
    fn an_illegal_word_stands_before_a_legal_one_and_words_repeat() {
        let isa = isas::full(64);
        let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
        let programs = ProgramGenerator::new(&ops);
        let (mut illegal, mut repeated) = (0, 0);
        for mut c in Seeded::new(4, 0).take(2000) {
            let words = programs.case(&mut c).words;
            // A filler may follow the last.
            let most = LONGEST as usize + BEFORE.len() + HANDLER.len() + 1;
            assert!((1..=most).contains(&words.len()));
            for pair in words.windows(2) {
                let legal = [isa.decode(pair[0]).is_some(), isa.decode(pair[1]).is_some()];
                illegal += u32::from(legal == [false, true]);
                repeated += u32::from(legal == [true, true] && pair[0] == pair[1]);
            }
        }
        assert!(illegal > 500 && repeated > 200, "{illegal} {repeated}");
    }

    #[test]
    fn handled_traps_return() {
        use crate::{engine::Specification, outcome::Stop};
        for xlen in [32, 64] {
            let isa = isas::full(xlen);
            let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
            let programs = ProgramGenerator::new(&ops);
            let mut spec = Specification::new(&isa);
            let handled = programs.before[0];
            let (mut returned, mut all) = (0, 0);
            for mut c in Seeded::new(5, 0).take(2000) {
                let case = programs.case(&mut c);
                if case.words[0] == handled && case.words.len() > HANDLER.len() {
                    let outcome = spec.program(&case);
                    all += 1;
                    let traps = !outcome.traps.is_empty() && outcome.stop == Stop::Finished;
                    returned += u32::from(traps);
                }
            }
            assert!(all > 300 && returned > all / 4, "{returned} of {all} on RV{xlen}");
        }
    }
}
