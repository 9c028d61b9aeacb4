//! Every row of the table, on every XLEN, in every consumer. No instruction is named here.

use proptest::prelude::*;
use semantics::{
    asm,
    bits::Val,
    csr,
    dag::Arena,
    decode::{self, Decoded},
    domain::Bv,
    hart::{Cause, Hart},
    insns::Insn,
    machine::{Commit, Machine, Trap},
    memory::{Bus, Denied},
    spec::{Example, Given, Gives, Operands, Reg, Slot},
    symbolic::{Access, Recorder},
};
use std::collections::BTreeMap;

/// Byte `a` is `a mod 256` until it is written.
#[derive(Default)]
struct Ramp(BTreeMap<u128, u8>);

impl Bus for Ramp {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        let at = |a: u128| self.0.get(&a).copied().unwrap_or(a as u8);
        (0..).zip(out).for_each(|(k, byte)| *byte = at(addr.wrapping_add(k)));
        Ok(())
    }
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied> {
        self.0.extend((0..).zip(bytes).map(|(k, byte)| (addr.wrapping_add(k), *byte)));
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

const PC: u128 = 0x1000;

/// CSRs that instructions read or write: those that they name stand for all others.
const CSRS: [u32; 5] = [csr::MSTATUS, csr::MSCRATCH, csr::MEPC, csr::MONTN, csr::MONTNINV];

type Run<const XLEN: u32, const L: usize> = (Machine<XLEN, L, Ramp>, Result<Commit, Trap>);

/// What the third source register holds, where there is one.
const RS3: u128 = 0x8765_4321_0fed_cba9_8765_4321_0fed_cba9;

fn run<const XLEN: u32, const L: usize>(
    d: &Decoded,
    rs1: u128,
    rs2: u128,
    also: &[Given],
) -> Run<XLEN, L> {
    let mut h = Machine::new(PC, Ramp::default());
    h.ialign = d.length;
    for given in also {
        match *given {
            Given::X(r, v) => h.set_reg(Reg(r), v),
            Given::Csr(number, v) => h.set_csr_value(number, v),
        }
    }
    h.set_reg(d.operands.rs1, rs1);
    h.set_reg(d.operands.rs2, rs2);
    let word = decode::encode(d.insn, &d.operands, XLEN).expect("it was decoded or assembled");
    let outcome = h.execute_decoded(word, d);
    (h, outcome)
}

fn check<const XLEN: u32, const L: usize>(insn: Insn, e: &Example) {
    let d = asm::assemble(e.asm, XLEN).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(d.insn, insn, "{}: example of another instruction", e.asm);
    let (mut h, outcome) = run::<XLEN, L>(&d, e.rs1, e.rs2, e.also);
    let got = match (outcome, e.gives) {
        (Err(trap), _) => Gives::Trap(trap.cause),
        (Ok(_), Gives::X(r, _)) => Gives::X(r, h.reg(Reg(r))),
        (Ok(_), Gives::Byte(a, _)) => {
            let mut byte = [0];
            h.bus.read(a, &mut byte).unwrap();
            Gives::Byte(a, byte[0])
        }
        (Ok(_), Gives::Csr(number, _)) => Gives::Csr(number, h.csr_value(number).unwrap()),
        (Ok(_), _) => Gives::Pc(h.pc),
    };
    assert!(got == e.gives, "{} on RV{XLEN}: {got:x?}, not {:x?} ({})", e.asm, e.gives, e.source);
}

#[test]
fn examples_hold_and_have_a_source() {
    let documents = [
        "unprivileged manual, ",
        "privileged manual, ",
        "FIPS-197 ",
        "FIPS 203 ",
        "SP 800-232 ",
        "RFC 8439 ",
        "ASAP 2021, ",
        "oracle: values_rv",
        "QEMU 7.2 x-rv128: ",
    ];
    let sourced = |source: &str| match source.strip_prefix("by hand: ") {
        Some(arithmetic) => arithmetic.contains(" = "),
        None => documents.iter().any(|d| source.starts_with(d)),
    };
    for &insn in Insn::all() {
        assert!(!insn.spec().examples.is_empty(), "{insn:?} has no worked example");
        for e in insn.spec().examples {
            let source = e.source;
            assert!(sourced(source), "{}: `{source}`: no document, no arithmetic", e.asm);
            assert!(insn.inputs().hold(e.rs1, e.rs2), "{}: the result is unspecified", e.asm);
            match e.xlen {
                32 => check::<32, 2>(insn, e),
                64 => check::<64, 4>(insn, e),
                _ => check::<128, 8>(insn, e),
            }
        }
    }
}

/// Two examples an instruction; one with the top bit of a source register (or of its low word) or
/// of the immediate set; one with rd = rs1. Where it has no such operand, nothing is asked.
#[test]
fn examples_cover_signs_and_aliasing() {
    for &insn in Insn::all() {
        let examples = insn.spec().examples;
        assert!(examples.len() >= 2, "{insn:?} has one example");
        let enc = &insn.spec().enc[0];
        let some = |f: &dyn Fn(&Example, &Operands) -> bool| {
            examples.iter().any(|e| f(e, &asm::assemble(e.asm, e.xlen).unwrap().operands))
        };
        let top = |e: &Example, i: &Operands| {
            let set = |v: u128| (v >> (e.xlen - 1) | v >> 31) & 1 == 1;
            let rs1 = enc.has(Slot::Rs1) && set(e.rs1);
            // An immediate in place of rs1 has no sign, but a top bit of its five.
            let zimm = !enc.has(Slot::Rs1) && enc.fields().any(|f| f.name == "zimm");
            rs1 || enc.has(Slot::Rs2) && set(e.rs2) || i.imm < 0 || zimm && i.imm >= 16
        };
        let may = |slot| insn.inputs().moved(slot, 1 << 31) == 1 << 31;
        let operands = [Slot::Rs1, Slot::Rs2, Slot::Imm].into_iter().any(|s| enc.has(s) && may(s));
        assert!(!operands || some(&top), "{insn:?}: no example has the top bit of an operand set");
        let both = (0..32).any(|r| one_register(insn, examples[0].xlen, r));
        assert!(!both || some(&|_, i| i.rd == i.rs1), "{insn:?}: no example has rd = rs1");
    }
}

/// Whether rd and rs1 can both be register `r`.
fn one_register(insn: Insn, xlen: u32, r: u32) -> bool {
    let enc = insn.spec().enc(xlen).unwrap();
    let Some(mut d) = decode::find(enc.value, xlen) else { return false };
    d.operands.set(Slot::Rd, r);
    d.operands.set(Slot::Rs1, r);
    let word = decode::encode(insn, &d.operands, xlen);
    enc.has(Slot::Rd) && enc.has(Slot::Rs1) && word.is_some()
}

#[test]
fn names_are_unique_and_records_are_complete() {
    for &insn in Insn::all() {
        let spec = insn.spec();
        assert_eq!(Insn::named(spec.name), Some(insn), "two instructions are named {}", spec.name);
        assert!(!spec.title.is_empty() && !spec.extensions.is_empty() && !spec.enc.is_empty());
        for xlen in spec.xlens() {
            let holders = spec.enc.iter().filter(|e| e.xlens & xlen != 0).count();
            assert_eq!(holders, 1, "{} has {holders} encodings on RV{xlen}", spec.name);
        }
        for claim in spec.claims {
            assert!(!claim.says.is_empty() && !claim.reference.is_empty());
            assert!(claim.id.starts_with(&format!("{}/", spec.name)), "{} in {insn:?}", claim.id);
        }
    }
}

/// Every instruction on every width that has it.
fn rows() -> Vec<(Insn, u32)> {
    Insn::all().iter().flat_map(|&i| i.spec().xlens().map(move |xlen| (i, xlen))).collect()
}

/// The instructions that the words of this one are cut out of.
fn around(d: &Decoded, xlen: u32) -> Vec<Insn> {
    let outer = |insn: &Insn| insn.spec().enc(xlen)?.within;
    std::iter::successors(outer(&d.insn), outer).collect()
}

/// A legal word: its free bits are random; small operand fields are thereby swept, not sampled
/// (`for_every_case` runs each at least 300 times).
fn for_every_case(n: u32, mut f: impl FnMut(&Decoded, u32, u128, u128)) {
    let mut random = {
        let mut seed = 1u128;
        move || {
            seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9_7f4a_7c15);
            seed ^ seed >> 64 ^ seed << 61
        }
    };
    for (insn, xlen) in rows() {
        let enc = insn.spec().enc(xlen).unwrap();
        let ones = u128::MAX >> (128 - xlen);
        let corners = [0, 1, 2, ones, ones - 1, ones >> 1, (ones >> 1) + 1, 0x1665, 0x80];
        let mut done = 0;
        while done < n {
            let word = enc.value | random() as u32 & !enc.mask;
            let Some(mut d) = decode::decode(word, xlen) else { continue };
            if around(&d, xlen).contains(&insn) {
                continue;
            }
            assert_eq!(d.insn, insn);
            for (slot, r) in [(Slot::Rd, 5), (Slot::Rs1, 6), (Slot::Rs2, 7), (Slot::Rs3, 28)] {
                let mut other = d;
                other.operands.set(slot, r);
                // Compressed instructions do not have all registers, or one for two operands.
                let word = decode::encode(insn, &other.operands, xlen);
                let same = word.and_then(|word| decode::decode(word, xlen)) == Some(other);
                if enc.has(slot) && same && random() % 4 != 0 {
                    d = other;
                }
            }
            if enc.has(Slot::Csr) {
                // The one that holds whatever is written to it; the others have tests of their own.
                d.operands.csr = csr::MSCRATCH;
            }
            let (a, b) = match done as usize {
                k if k < 81 => (corners[k / 9], corners[k % 9]),
                _ => (random() & ones, random() & ones),
            };
            // Atomic accesses trap at most addresses.
            let aligned = enc.has(Slot::Order) && done % 2 == 0;
            f(&d, xlen, if aligned { a & !15 } else { a }, b);
            done += 1;
        }
    }
}

#[test]
fn decode_inverts_encode_and_assemble_inverts_disassemble() {
    for_every_case(300, |d, xlen, _, _| {
        let word = decode::encode(d.insn, &d.operands, xlen).unwrap();
        let text = asm::disassemble(d);
        assert_eq!(decode::decode(word, xlen), Some(*d), "{text} = {word:#x}");
        // What the syntax does not show (the ignored fields of FENCE) comes back as zero.
        let shown = Decoded { operands: Operands { ignored: 0, ..d.operands }, ..*d };
        assert_eq!(asm::assemble(&text, xlen), Ok(shown), "{text}");
    });
}

/// Finds every width mismatch: widths depend on XLEN and on operands, and both are swept.
#[test]
fn terms_and_numbers_agree_and_nothing_but_rd_changes() {
    for_every_case(300, |d, xlen, rs1, rs2| match xlen {
        32 => agree::<32, 2>(d, rs1, rs2),
        64 => agree::<64, 4>(d, rs1, rs2),
        _ => agree::<128, 8>(d, rs1, rs2),
    });
}

fn agree<const XLEN: u32, const L: usize>(d: &Decoded, rs1: u128, rs2: u128) {
    let i = &d.operands;
    let rs3 = RS3 & u128::MAX >> (128 - XLEN);
    let mut also = vec![Given::X(i.rs3.0, rs3)];
    also.extend(CSRS.map(|number| Given::Csr(number, rs3 ^ u128::from(number))));
    let (machine, outcome) = run::<XLEN, L>(d, rs1, rs2, &also);
    let number = |r: Reg| match r {
        Reg(0) => 0,
        r if r == i.rs2 => rs2,
        r if r == i.rs1 => rs1,
        r if r == i.rs3 => rs3,
        _ => 0,
    };

    let arena = Arena::default();
    let dom = arena.dom();
    let mut h = Recorder::<_, XLEN>::new(dom, dom.var(XLEN, "pc"), d.length);
    let before: Vec<_> = (0..32).map(|r| dom.var(XLEN, &format!("x{r}"))).collect();
    (1..32).for_each(|r| h.set_x(Reg(r), before[usize::from(r)]));
    h.memory = Some(dom.var(XLEN, "memory"));
    // What a CSR keeps of a value is the machine's to say.
    let mut before_it = Machine::<XLEN, L, _>::new(PC, Ramp::default());
    for number in CSRS {
        before_it.set_csr_value(number, rs3 ^ u128::from(number));
        let kept = before_it.csr_value(number).expect("it is in the list");
        h.csrs.push((number, Bv::new(dom, XLEN, kept)));
    }
    d.insn.exec(&mut h, i);

    let loaded = outcome.ok().and_then(|c| c.load).map_or(0, |load| load.data);
    let at = arena.eval(|v| match v {
        "pc" => Val::from(PC),
        "memory" => Val::from(loaded),
        v => Val::from(number(Reg(v[1..].parse().unwrap()))),
    });
    let value = |v: Bv<_>| at(v.raw()).low();
    let context = || format!("{} on RV{XLEN}, rs1={rs1:#x} rs2={rs2:#x}", asm::disassemble(d));
    match outcome {
        Ok(commit) => {
            assert_eq!(value(h.next), machine.pc, "pc of {}", context());
            for r in (1..32).map(Reg) {
                assert_eq!(value(h.x(r)), machine.reg(r), "{r} of {}", context());
                let same = h.x(r).raw() == before[usize::from(r.0)].raw();
                assert!(same || r == i.rd, "{} touched {r}", context());
            }
            let pair = |a: Bv<_>, d: Bv<_>| (value(a), d.width() / 8, value(d));
            let load = h.load.map(|l| pair(l.addr, l.data));
            assert_eq!(load, commit.load.map(|l| (l.addr, l.len, l.data)), "{}", context());
            let stores = h.condition.is_none_or(|condition| value(condition.bv()) == 1);
            let store = h.store.filter(|_| stores).map(|s| pair(s.addr, s.data));
            assert_eq!(store, commit.store.map(|s| (s.addr, s.len, s.data)), "{}", context());
            for (number, v) in &h.csrs {
                let now = machine.csr_value(*number).unwrap();
                assert_eq!(value(*v), now, "{} of {}", csr::name(*number), context());
            }
            assert!(h.raised.is_none());
        }
        Err(trap) => {
            assert_eq!((trap.pc, machine.pc), (PC, PC));
            (1..32).map(Reg).for_each(|r| assert_eq!(machine.reg(r), number(r), "{}", context()));
            let raised = h.raised.map(|(cause, tval)| (cause, value(tval)));
            let access = h.store.or(h.load).map(|access| (trap.cause, value(access.addr)));
            let unaligned = [Cause::LoadMisaligned, Cause::StoreMisaligned].contains(&trap.cause);
            let raised = raised.or(access.filter(|_| unaligned));
            let misaligned =
                h.jump.map(|(_, target)| (Cause::InstructionMisaligned, value(target)));
            assert_eq!(raised.or(misaligned), Some((trap.cause, trap.tval)), "{}", context());
        }
    }
}

/// With rd = rs1, rd = rs2, rd = rs3, two sources in one register or all the same, an instruction does
/// what it does on registers of their own that hold these values: the terms are the same, not only equal.
#[test]
fn aliased_registers_change_nothing() {
    for (insn, xlen) in rows() {
        match xlen {
            32 => aliased::<32>(insn),
            64 => aliased::<64>(insn),
            _ => aliased::<128>(insn),
        }
    }
}

fn aliased<const XLEN: u32>(insn: Insn) {
    let (arena, enc) = (Arena::default(), insn.spec().enc(XLEN).unwrap());
    let dom = arena.dom();
    let [a, b, c] = ["a", "b", "c"].map(|name| dom.var(XLEN, name));
    let run = |registers: [u8; 4], values: [Bv<_>; 3]| {
        let [rd, rs1, rs2, rs3] = registers.map(Reg);
        let mut h = Recorder::<_, XLEN>::new(dom, dom.var(XLEN, "pc"), enc.len);
        h.memory = Some(dom.var(XLEN, "memory"));
        h.csrs = CSRS.map(|number| (number, dom.var(XLEN, &number.to_string()))).into();
        [rs1, rs2, rs3].into_iter().zip(values).for_each(|(r, v)| h.set_x(r, v));
        insn.exec(&mut h, &Operands { rd, rs1, rs2, rs3, imm: 8, ..Default::default() });
        let rd = enc.has(Slot::Rd).then(|| h.x(rd).raw());
        let access = |a: Access<_>| (a.addr.raw(), a.data.raw());
        (rd, h.next.raw(), h.load.map(access), h.store.map(access))
    };
    for (registers, values) in [
        ([6, 6, 7, 28], [a, b, c]),
        ([7, 6, 7, 28], [a, b, c]),
        ([28, 6, 7, 28], [a, b, c]),
        ([5, 6, 6, 28], [a, a, c]),
        ([5, 6, 7, 6], [a, b, a]),
        ([5, 6, 7, 7], [a, b, b]),
        ([6, 6, 6, 28], [a, a, c]),
        ([6, 6, 7, 6], [a, b, a]),
        ([7, 6, 7, 7], [a, b, b]),
        ([6, 6, 6, 6], [a, a, a]),
    ] {
        assert_eq!(run(registers, values), run([5, 6, 7, 28], values), "{insn:?} on {registers:?}");
    }
}

proptest! {
    /// Any word has at most one reading, and nothing panics on the way.
    #[test]
    fn any_word_can_be_looked_at(word: u32) {
        let halved = if word & 3 == 3 { word } else { word & 0xffff };
        for xlen in [32, 64, 128] {
            let fits = |insn: &&Insn| {
                let enc = insn.spec().enc(xlen);
                enc.is_some_and(|e| halved & e.mask == e.value)
            };
            let all: Vec<_> = Insn::all().iter().filter(fits).copied().collect();
            let found = decode::find(word, xlen);
            prop_assert_eq!(found.is_some(), !all.is_empty());
            if let Some(d) = found {
                asm::disassemble(&d);
                // What is cut out of other encodings is read before them, and nothing else overlaps.
                let outer = around(&d, xlen);
                prop_assert!(all.contains(&d.insn));
                prop_assert!(all.iter().all(|insn| *insn == d.insn || outer.contains(insn)));
            }
        }
    }
}
