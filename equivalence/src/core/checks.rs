//! What is asked of the instructions that retire.

use super::unroll::Cycle;
use crate::{
    aig::{Aig, Lit},
    netlist::Netlist,
    words::{self, Word},
};
use semantics::{insns::Insn, isa::Isa};

/// A question about a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// Every instruction of this op does what the specification says, with the operands that RVFI shows.
    Op(Insn),
    /// A register that is read holds what was written to it last.
    Registers,
    /// An instruction follows the one that the one before it named.
    Flow,
    /// Instructions are numbered one after the other.
    Order,
    /// A word that is no instruction of the instruction set raises an exception and changes nothing.
    Illegal,
    /// `mscratch` holds what was written to it last.
    Csr,
}

impl Check {
    /// Those that are about no single op.
    pub const GENERAL: [Check; 5] =
        [Check::Registers, Check::Flow, Check::Order, Check::Illegal, Check::Csr];

    /// Its name; that of the op.
    pub fn name(self) -> &'static str {
        match self {
            Check::Op(insn) => insn.spec().name,
            Check::Registers => "registers",
            Check::Flow => "flow",
            Check::Order => "order",
            Check::Illegal => "illegal",
            Check::Csr => "csr",
        }
    }
}

/// Whether an instruction that the checker is about retires in any cycle.
pub(super) fn applies(
    aig: &mut Aig,
    check: Check,
    checker: Option<&Netlist>,
    cycles: &[Cycle],
) -> Lit {
    let (Check::Op(_), Some(checker)) = (check, checker) else { return Lit::TRUE };
    cycles.iter().fold(Lit::FALSE, |any, cycle| {
        let specified = specified(aig, checker, cycle);
        aig.or(any, specified.valid)
    })
}

/// For each cycle, whether what retires in it is wrong.
pub(super) fn wrong(
    aig: &mut Aig,
    check: Check,
    checker: Option<&Netlist>,
    isa: &Isa,
    cycles: &[Cycle],
) -> Vec<Lit> {
    match (check, checker) {
        (Check::Op(_), Some(checker)) => {
            cycles.iter().map(|cycle| op(aig, checker, cycle)).collect()
        }
        (Check::Registers, _) => registers(aig, cycles),
        (Check::Flow, _) => {
            follows(aig, cycles, |_, cycle| cycle.rvfi("pc_wdata").to_vec(), "pc_rdata")
        }
        (Check::Order, _) => follows(
            aig,
            cycles,
            |aig, cycle| {
                let order = cycle.rvfi("order");
                let zero = vec![Lit::FALSE; order.len()];
                words::add(aig, order, &zero, Lit::TRUE).0
            },
            "order",
        ),
        (Check::Illegal, _) => cycles.iter().map(|cycle| illegal(aig, isa, cycle)).collect(),
        (Check::Csr, _) => csr(aig, cycles),
        (Check::Op(_), None) => unreachable!("an op is asked with its checker"),
    }
}

/// What the checker says of a cycle.
struct Specified {
    valid: Lit,
    outputs: [Word; 10],
}

const OUTPUTS: [&str; 10] = [
    "spec_trap",
    "spec_rs1_addr",
    "spec_rs2_addr",
    "spec_rd_addr",
    "spec_rd_wdata",
    "spec_pc_wdata",
    "spec_mem_addr",
    "spec_mem_rmask",
    "spec_mem_wmask",
    "spec_mem_wdata",
];

fn specified(aig: &mut Aig, checker: &Netlist, cycle: &Cycle) -> Specified {
    let mut step = checker.step(aig, &[], |_, name, _| {
        Some(match name {
            "rvfi_valid" => vec![cycle.valid],
            _ => cycle.rvfi(name.trim_start_matches("rvfi_")).to_vec(),
        })
    });
    let valid = checker.output(aig, &mut step, "spec_valid")[0];
    let outputs = OUTPUTS.map(|name| checker.output(aig, &mut step, name));
    Specified { valid, outputs }
}

fn any(aig: &mut Aig, word: &[Lit]) -> Lit {
    word.iter().fold(Lit::FALSE, |any, &bit| aig.or(any, bit))
}

fn differ(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    !words::equal(aig, a, b)
}

fn op(aig: &mut Aig, checker: &Netlist, cycle: &Cycle) -> Lit {
    let Specified { valid, outputs } = specified(aig, checker, cycle);
    let [trap, rs1, rs2, rd, rd_wdata, pc_wdata, addr, rmask, wmask, wdata] = outputs;
    let core_trap = cycle.rvfi("trap")[0];
    let mut wrong = aig.xor(core_trap, trap[0]);
    for (spec, name) in [(&rs1, "rs1_addr"), (&rs2, "rs2_addr")] {
        let (read, other) = (any(aig, spec), differ(aig, spec, cycle.rvfi(name)));
        let both = aig.and(read, other);
        wrong = aig.or(wrong, both);
    }
    // An instruction that traps writes nothing.
    let mut effects = Lit::FALSE;
    for (spec, name) in [(&rd, "rd_addr"), (&rmask, "mem_rmask"), (&wmask, "mem_wmask")] {
        let spec: Word = spec.iter().map(|&bit| aig.and(bit, !core_trap)).collect();
        let other = differ(aig, &spec, cycle.rvfi(name));
        effects = aig.or(effects, other);
    }
    let mut values = Lit::FALSE;
    for (spec, name) in [(&rd_wdata, "rd_wdata"), (&pc_wdata, "pc_wdata")] {
        let other = differ(aig, spec, cycle.rvfi(name));
        values = aig.or(values, other);
    }
    let (reads, writes) = (any(aig, &rmask), any(aig, &wmask));
    let accesses = aig.or(reads, writes);
    let elsewhere = differ(aig, &addr, cycle.rvfi("mem_addr"));
    let elsewhere = aig.and(accesses, elsewhere);
    values = aig.or(values, elsewhere);
    let bytes = wdata.chunks(8).zip(cycle.rvfi("mem_wdata").chunks(8));
    for ((spec, core), &written) in bytes.zip(&wmask) {
        let other = differ(aig, spec, core);
        let other = aig.and(written, other);
        values = aig.or(values, other);
    }
    let values = aig.and(values, !core_trap);
    wrong = aig.or(wrong, effects);
    wrong = aig.or(wrong, values);
    aig.and(valid, wrong)
}

/// What an instruction shows as `now` is what `next` makes of the one before.
fn follows(
    aig: &mut Aig,
    cycles: &[Cycle],
    next: impl Fn(&mut Aig, &Cycle) -> Word,
    now: &str,
) -> Vec<Lit> {
    let mut expected: Option<(Lit, Word)> = None;
    let mut wrong = Vec::new();
    for cycle in cycles {
        let (known, word) =
            expected.unwrap_or_else(|| (Lit::FALSE, vec![Lit::FALSE; cycle.rvfi(now).len()]));
        let other = differ(aig, &word, cycle.rvfi(now));
        let judged = aig.and(cycle.valid, known);
        wrong.push(aig.and(judged, other));
        let coming = next(aig, cycle);
        let word = words::mux(aig, cycle.valid, &coming, &word);
        expected = Some((aig.or(known, cycle.valid), word));
    }
    wrong
}

/// One register, whichever: what is read of it was written to it.
fn registers(aig: &mut Aig, cycles: &[Cycle]) -> Vec<Lit> {
    let register: Word = (0..5).map(|_| aig.input()).collect();
    let some = any(aig, &register);
    let mut known = Lit::FALSE;
    let mut held: Word = vec![Lit::FALSE; cycles[0].rvfi("rd_wdata").len()];
    let mut wrong = Vec::new();
    for cycle in cycles {
        let mut here = Lit::FALSE;
        for (address, data) in [("rs1_addr", "rs1_rdata"), ("rs2_addr", "rs2_rdata")] {
            let reads = words::equal(aig, &register, cycle.rvfi(address));
            let other = differ(aig, &held, cycle.rvfi(data));
            let both = aig.and(reads, other);
            here = aig.or(here, both);
        }
        let judged = aig.and(cycle.valid, known);
        wrong.push(aig.and(judged, here));
        let written = words::equal(aig, &register, cycle.rvfi("rd_addr"));
        let written = aig.and(written, some);
        let written = aig.and(written, cycle.valid);
        held = words::mux(aig, written, cycle.rvfi("rd_wdata"), &held);
        known = aig.or(known, written);
    }
    wrong
}

/// Whether a word has these fixed bits.
fn matches(aig: &mut Aig, word: &[Lit], mask: u32, value: u32) -> Lit {
    (0..32).filter(|k| mask >> k & 1 == 1).fold(Lit::TRUE, |all, k| {
        let bit = word[k];
        aig.and(all, if value >> k & 1 == 1 { bit } else { !bit })
    })
}

fn illegal(aig: &mut Aig, isa: &Isa, cycle: &Cycle) -> Lit {
    let word = cycle.rvfi("insn");
    let mut encoded = Lit::FALSE;
    for enc in isa.insns().filter_map(|insn| insn.spec().enc(isa.xlen())) {
        let is = matches(aig, word, enc.mask, enc.value);
        encoded = aig.or(encoded, is);
    }
    let mut changes = !cycle.rvfi("trap")[0];
    for name in ["rd_addr", "mem_wmask"] {
        let some = any(aig, cycle.rvfi(name));
        changes = aig.or(changes, some);
    }
    let judged = aig.and(cycle.valid, !encoded);
    aig.and(judged, changes)
}

/// `mscratch`, by the instructions of Zicsr.
fn csr(aig: &mut Aig, cycles: &[Cycle]) -> Vec<Lit> {
    const MSCRATCH: u32 = 0x340;
    let xlen = cycles[0].rvfi("rd_wdata").len();
    let mut known = Lit::FALSE;
    let mut held: Word = vec![Lit::FALSE; xlen];
    let mut wrong = Vec::new();
    for cycle in cycles {
        let word = cycle.rvfi("insn").to_vec();
        // funct3 is the operation in its low two bits; that of no operation is no access.
        let accesses = matches(aig, &word, 0xfff0_007f, MSCRATCH << 20 | 0x73);
        let operation = aig.or(word[12], word[13]);
        let retires = aig.and(cycle.valid, !cycle.rvfi("trap")[0]);
        let accesses = aig.and(accesses, operation);
        let accesses = aig.and(accesses, retires);
        let shows = any(aig, cycle.rvfi("rd_addr"));
        let other = differ(aig, &held, cycle.rvfi("rd_wdata"));
        let judged = aig.and(accesses, known);
        let judged = aig.and(judged, shows);
        wrong.push(aig.and(judged, other));

        let old = words::mux(aig, known, &held, cycle.rvfi("rd_wdata"));
        let mut immediate = word[15..20].to_vec();
        immediate.resize(xlen, Lit::FALSE);
        let operand = words::mux(aig, word[14], &immediate, cycle.rvfi("rs1_rdata"));
        let mut new = Word::new();
        for (&old, &bit) in old.iter().zip(&operand) {
            let (set, cleared) = (aig.or(old, bit), aig.and(old, !bit));
            let changed = aig.mux(word[12], cleared, set);
            new.push(aig.mux(word[13], changed, bit));
        }
        // Of a change, the old value must be known or shown; a write needs neither.
        let whole = aig.or(known, shows);
        let whole = aig.or(whole, !word[13]);
        let learns = aig.and(accesses, whole);
        held = words::mux(aig, learns, &new, &held);
        known = aig.or(known, learns);
    }
    wrong
}
