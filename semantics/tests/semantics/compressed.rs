//! All 65,536 halfwords, on three register widths: what each is, and that it does what its expansion does.

use semantics::{
    asm, decode,
    encoding::Enc,
    insns::Insn,
    isa::{Isa, Legality, Why},
    machine::{Commit, Machine, Trap},
    memory::{Bus, Denied},
    spec::Reg,
};
use std::collections::BTreeMap;

/// What the manual calls a halfword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The low half of a longer instruction.
    Longer,
    Legal,
    Hint,
    Reserved,
    /// No instruction has these bits, or another width has.
    Nothing,
}

fn isa(xlen: u32) -> Isa {
    Isa::parse(&format!("rv{xlen}ic")).unwrap()
}

fn kind(word: u32, isa: &Isa) -> Kind {
    match isa.legality(word) {
        _ if word & 3 == 3 => Kind::Longer,
        Legality::Legal(d) if isa.hint(&d).is_some() => Kind::Hint,
        Legality::Legal(_) => Kind::Legal,
        Legality::Illegal(Why::Reserved(..)) => Kind::Reserved,
        Legality::Illegal(Why::NoInstruction | Why::OtherWidth(_)) => Kind::Nothing,
        other => panic!("{word:04x}: {other:?}"),
    }
}

/// By hand from the tables of the chapter (RVC Instruction Set Listings) and its sentences on hints.
///
/// Hints: C.NOP 63; C.ADDI 31; C.LI 64; C.LUI 63; C.SLLI 31 registers by 0 and x0 by any amount; C.SRLI and C.SRAI
/// 8 each; C.MV 31; C.ADD 31. Reserved: C.ADDI4SPN 8; C.LUI and C.ADDI16SP 32; loads to x0 64; C.JR 1; C.ADDIW 64.
#[test]
fn every_halfword_is_legal_a_hint_reserved_or_nothing() {
    let common = 63 + 31 + 64 + 63 + 8 + 8 + 31 + 31;
    for (xlen, hints, reserved, nothing) in [
        // Nothing: funct3 4 of quadrant 0 (2048); FLW, FLD, FSW, FSD and those with the stack pointer (8 x 2048);
        // the rows of C.SUBW and C.ADDW (256); SRLI, SRAI (512) and SLLI (1024) by 32 and more.
        (32, common + 32 + 31, 8 + 32 + 64 + 1, 9 * 2048 + 256 + 512 + 1024),
        // funct3 4; FLD and FSD; the two reserved rows beside C.ADDW (128).
        (64, common + 64 + 31, 8 + 32 + 128 + 1 + 64, 5 * 2048 + 128),
        // Amounts of 0 are 64 and no hints; quadwords have the words of FLD and FSD, with 64 more loads to x0.
        (128, common - 16 + 64, 8 + 32 + 192 + 1 + 64, 2048 + 128),
    ] {
        let (isa, mut counts) = (isa(xlen), BTreeMap::<Kind, u32>::new());
        (0..1 << 16).for_each(|word| *counts.entry(kind(word, &isa)).or_default() += 1);
        let legal = (3 << 14) - hints - reserved - nothing;
        let expected = [
            (Kind::Longer, 1 << 14),
            (Kind::Legal, legal),
            (Kind::Hint, hints),
            (Kind::Reserved, reserved),
            (Kind::Nothing, nothing),
        ];
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected, "RV{xlen}");
    }
}

/// Every byte is its address, and stores are only noted.
struct Ramp;

impl Bus for Ramp {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        (0..).zip(out).for_each(|(k, byte)| *byte = addr.wrapping_add(k) as u8);
        Ok(())
    }
    fn write(&mut self, _: u128, _: &[u8]) -> Result<(), Denied> {
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

const C_NOP: u32 = 0x0001;

/// The base instruction in the first words of an expansion's text, with its operands filled in.
fn expansion(insn: Insn, d: &decode::Decoded, xlen: u32) -> Option<u32> {
    let text = insn.semantics().split(':').next()?;
    let i = d.operands;
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let operands = operands
        .replace("rs1", &i.rs1.to_string())
        .replace("rs2", &i.rs2.to_string())
        .replace("rd", &i.rd.to_string())
        .replace("imm", &if name == "lui" { i.imm as u32 >> 12 } else { i.imm as u32 }.to_string());
    let signed = operands.replace(&(i.imm as u32).to_string(), &i.imm.to_string());
    let operands = if name == "lui" { operands } else { signed };
    let base = asm::assemble(format!("{name} {operands}").trim(), xlen).ok()?;
    decode::encode(base.insn, &base.operands, xlen)
}

fn run<const XLEN: u32, const L: usize>(word: u32, isa: &Isa) -> (Result<Commit, Trap>, Vec<u128>) {
    let mut h = Machine::<XLEN, L, _>::new(0x1000, Ramp);
    let ones = u128::MAX >> (128 - XLEN);
    // Values of both signs.
    let value = |r: u32| 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128.rotate_left(11 * r) & ones;
    (1..32).for_each(|r| h.set_reg(Reg(r as u8), value(r)));
    let outcome = h.execute(word, isa);
    let mut after: Vec<_> = (0..32).map(|r| h.reg(Reg(r))).collect();
    after.push(h.pc);
    (outcome, after)
}

/// What the page says of a compressed instruction, as an instruction of the base, has the same effects; only the pc
/// behind it and the link are two bytes nearer.
fn compare<const XLEN: u32, const L: usize>() -> u32 {
    let (isa, mut compared) = (isa(XLEN), 0);
    for word in (0..1 << 16).filter(|word| word & 3 != 3) {
        let Some(d) = isa.decode(word) else { continue };
        let text = asm::disassemble(&d);
        let base = expansion(d.insn, &d, XLEN).unwrap_or_else(|| panic!("{text}: no expansion"));
        let (short, mut after) = run::<XLEN, L>(word, &isa);
        let (long, expected) = run::<XLEN, L>(base, &isa);
        match (short, long) {
            (Ok(short), Ok(long)) => {
                assert_eq!((short.load, short.store), (long.load, long.store), "{text}");
                assert_eq!(short.rd.map(|w| w.0), long.rd.map(|w| w.0), "{text}");
            }
            (Err(short), Err(long)) => assert_eq!(short, long, "{text}"),
            _ => panic!("{text}: only one of the two traps"),
        }
        // The pc goes on, or the link was written.
        let links = d.insn.spec().name.starts_with("c.jal");
        let near = if links { 1 } else { 32 };
        if links || (after[32] == 0x1002 && expected[32] == 0x1004) {
            after[near] += 2;
        }
        assert_eq!(after, expected, "{text} = {word:04x}, {base:08x}");
        if isa.hint(&d).is_some() {
            let (_, nothing) = run::<XLEN, L>(C_NOP, &isa);
            assert_eq!(run::<XLEN, L>(word, &isa).1, nothing, "{text} is a hint");
        }
        compared += 1;
    }
    compared
}

#[test]
fn every_compressed_instruction_does_what_its_expansion_does() {
    // The legal words and hints of the first test.
    let counts = [compare::<32, 2>(), compare::<64, 4>(), compare::<128, 8>()];
    assert_eq!(counts, [28_823, 38_551, 46_679]);
}

/// The amounts that RV128C can shift by: 1 to 63 and 64 to the left; 1 to 31, 64 and 96 to 127 to the right.
#[test]
fn shift_amounts_of_rv128() {
    let amounts = |insn: Insn| {
        let enc: &Enc = insn.spec().enc(128).unwrap();
        let words = (0..1 << 16).filter(|word| word & enc.mask == enc.value && word >> 7 & 31 != 0);
        let mut found: Vec<_> = words
            .filter_map(|word| decode::decode(word, 128))
            .map(|d| d.operands.imm as u32)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let right: Vec<_> = (1..32).chain([64]).chain(96..128).collect();
    assert_eq!(amounts(Insn::CSrli), right);
    assert_eq!(amounts(Insn::CSrai), right);
    assert_eq!(amounts(Insn::CSlli), (1..=64).collect::<Vec<_>>());
}
