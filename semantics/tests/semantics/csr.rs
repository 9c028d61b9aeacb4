//! What CSR instructions, atomic accesses and machine mode do on the spec machine.

use semantics::{
    asm, csr,
    csr::Entropy,
    decode,
    hart::Cause,
    isa::Isa,
    machine::{Machine, Misaligned, Trap},
    memory::{Region, Regions, Rights},
    spec::Reg,
};

const PC: u128 = 0x1000;
const DATA: u128 = 0x2000;
const CONSTANTS: u128 = 0x3000;
const ISA: &str = "ia_zicsr_zicntr_zihpm_zkr_zifencei";

type Hart<const XLEN: u32, const L: usize> = Machine<XLEN, L, Regions>;

fn isa(xlen: u32) -> Isa {
    Isa::parse(&format!("rv{xlen}{ISA}")).unwrap()
}

fn hart<const XLEN: u32, const L: usize>() -> Hart<XLEN, L> {
    let mut regions = Regions::default();
    for (base, write) in [(DATA, true), (CONSTANTS, false)] {
        let rights = Rights { read: true, write, execute: false };
        regions.map(Region { base, bytes: (0..32).collect(), rights }).unwrap();
    }
    let mut h = Hart::new(PC, regions);
    h.set_isa(&isa(XLEN));
    h
}

/// Executes one line.
fn run<const XLEN: u32, const L: usize>(h: &mut Hart<XLEN, L>, line: &str) -> Result<(), Trap> {
    let d = asm::assemble(line, XLEN).unwrap_or_else(|e| panic!("{e}"));
    h.execute(decode::encode(d.insn, &d.operands, XLEN).unwrap(), &isa(XLEN)).map(|_| ())
}

fn all<const XLEN: u32, const L: usize>(h: &mut Hart<XLEN, L>, lines: &[&str]) {
    lines.iter().for_each(|line| run(h, line).unwrap_or_else(|trap| panic!("{line}: {trap:?}")));
}

#[test]
fn writes_keep_the_bits_that_a_csr_has() {
    let mut h = hart::<32, 2>();
    let ones = 0xffff_ffff;
    for (name, zeros, written) in [
        ("mstatus", 0x1800, 0x1888),
        ("mstatush", 0, 0),
        ("misa", 0x4000_0101, 0x4000_0101),
        ("mie", 0, 0x888),
        ("mip", 0, 0),
        ("mtvec", 0, ones - 2),
        ("mcountinhibit", 0, 5),
        ("mscratch", 0, ones),
        ("mepc", 0, ones - 3),
        ("mcause", 0, ones),
        ("mtval", 0, ones),
        ("mseccfg", 0, 0),
        ("mhpmcounter3", 0, 0),
        ("mhpmcounter31h", 0, 0),
        ("mhpmevent17", 0, 0),
    ] {
        for (value, expected) in [(ones, written), (0, zeros)] {
            h.set_reg(Reg(6), value);
            all(&mut h, &[&format!("csrrw x0, {name}, x6"), &format!("csrrs x5, {name}, x0")]);
            assert_eq!(h.reg(Reg(5)), expected, "{name} after {value:#x}");
        }
    }
    for name in ["mvendorid", "marchid", "mimpid", "mhartid", "mconfigptr", "hpmcounter3"] {
        all(&mut h, &[&format!("csrrs x5, {name}, x0")]);
        assert_eq!(h.reg(Reg(5)), 0, "{name}");
        let trap = run(&mut h, &format!("csrrw x0, {name}, x0")).unwrap_err();
        assert_eq!(trap.cause, Cause::IllegalInstruction, "{name}");
    }
}

#[test]
fn sets_and_clears_without_bits_do_not_write() {
    let mut h = hart::<64, 4>();
    for (line, writes) in [
        ("csrrs x5, mscratch, x0", false),
        ("csrrc x5, mscratch, x0", false),
        ("csrrsi x5, mscratch, 0", false),
        ("csrrci x5, mscratch, 0", false),
        ("csrrw x5, mscratch, x0", true),
        // x6 is zero, but it is not x0.
        ("csrrs x5, mscratch, x6", true),
    ] {
        let d = asm::assemble(line, 64).unwrap();
        let word = decode::encode(d.insn, &d.operands, 64).unwrap();
        let commit = h.execute(word, &isa(64)).unwrap();
        assert_eq!(commit.csr.is_some(), writes, "{line}");
    }
}

#[test]
fn counters_count_what_retires_and_a_write_wins() {
    let mut h = hart::<32, 2>();
    all(&mut h, &["addi x5, x0, 1", "csrrs x6, instret, x0", "csrrs x7, cycle, x0"]);
    assert_eq!((h.reg(Reg(6)), h.reg(Reg(7))), (1, 2), "those before this one");
    run(&mut h, "csrrw x0, cycle, x0").unwrap_err();
    all(&mut h, &["csrrs x6, minstret, x0"]);
    assert_eq!(h.reg(Reg(6)), 3, "what traps does not retire");

    h.set_reg(Reg(8), 0xffff_ffff);
    all(&mut h, &["csrrw x0, minstret, x8", "csrrs x5, minstret, x0", "csrrs x6, minstreth, x0"]);
    assert_eq!((h.reg(Reg(5)), h.reg(Reg(6))), (0xffff_ffff, 1), "read as written, then carried");
    all(&mut h, &["csrrwi x0, minstreth, 9", "csrrs x5, minstret, x0", "csrrs x6, minstreth, x0"]);
    assert_eq!((h.reg(Reg(5)), h.reg(Reg(6))), (1, 9), "neither half counted the write");

    all(
        &mut h,
        &["csrrwi x0, mcountinhibit, 4", "csrrs x5, minstret, x0", "csrrs x6, minstret, x0"],
    );
    assert_eq!(h.reg(Reg(5)), h.reg(Reg(6)), "inhibited");
    all(&mut h, &["csrrs x5, cycle, x0", "csrrs x6, cycle, x0", "csrrs x7, time, x0"]);
    assert_eq!(h.reg(Reg(6)), h.reg(Reg(5)) + 1, "the other one is not");
    all(
        &mut h,
        &["csrrwi x0, mcountinhibit, 0", "csrrs x5, minstret, x0", "csrrs x6, minstret, x0"],
    );
    assert_eq!(h.reg(Reg(6)), h.reg(Reg(5)) + 1);
    h.csrs.reset();
    assert_eq!(h.csr_value(0xb02), Some(0));
}

#[test]
fn seed_is_polled_by_reads_and_by_nothing_else() {
    let mut h = hart::<64, 4>();
    h.csrs.entropy = Entropy { seed: 7, bist: 1, wait: 1, ..Entropy::default() };
    let expected: Vec<_> = (0..5).map(|k| u128::from(h.csrs.entropy.poll(k))).collect();
    let mut got = Vec::new();
    for line in ["csrrw x5, seed, x0", "csrrs x5, seed, x6", "csrrci x5, seed, 1"] {
        all(&mut h, &[line]);
        got.push(h.reg(Reg(5)));
        // Nothing is read here: no poll, and no exception.
        all(&mut h, &["csrrw x0, seed, x6", "csrrwi x0, seed, 3"]);
    }
    assert_eq!(got, expected[..3]);
    for line in
        ["csrrs x5, seed, x0", "csrrc x5, seed, x0", "csrrsi x5, seed, 0", "csrrci x5, seed, 0"]
    {
        assert_eq!(run(&mut h, line).unwrap_err().cause, Cause::IllegalInstruction, "{line}");
    }
    assert_eq!(h.csr_value(csr::SEED), Some(expected[3]), "a look is no poll");
}

#[test]
fn a_reservation_lasts_until_a_store_conditional_a_trap_or_a_return() {
    let reserve = |h: &mut Hart<64, 4>| {
        h.set_reg(Reg(6), DATA + 8);
        h.set_reg(Reg(7), 0x1122_3344);
        all(h, &["lr.d x5, (x6)"]);
        assert_eq!(h.reg(Reg(5)), 0x0f0e_0d0c_0b0a_0908);
    };
    for (lines, x5) in [
        (&["sc.d x5, x7, (x6)"][..], 0),
        (&["sc.w.aqrl x5, x7, (x6)"], 0),
        (&["sd x7, 0(x6)", "sc.d x5, x7, (x6)"], 0),
        (&["sc.d x8, x7, (x6)", "sc.d x5, x7, (x6)"], 1),
        (&["lr.w x8, (x6)", "sc.d x5, x7, (x6)"], 1),
        (&["addi x6, x6, 4", "sc.w x5, x7, (x6)"], 1),
        (&["addi x6, x6, 8", "sc.d x8, x7, (x6)", "addi x6, x6, -8", "sc.d x5, x7, (x6)"], 1),
        (&["mret", "sc.d x5, x7, (x6)"], 1),
        (&["amoadd.w x8, x7, (x6)", "sc.d x5, x7, (x6)"], 0),
    ] {
        let mut h = hart();
        reserve(&mut h);
        all(&mut h, lines);
        assert_eq!(h.reg(Reg(5)), x5, "{lines:?}");
    }
    let mut h = hart();
    reserve(&mut h);
    let trap = run(&mut h, "ecall").unwrap_err();
    h.take(&trap);
    all(&mut h, &["sc.d x5, x7, (x6)"]);
    assert_eq!(h.reg(Reg(5)), 1, "a trap ends it");
    // Nothing can be written there, so nothing was; and it has not ended.
    h.set_reg(Reg(6), CONSTANTS);
    all(&mut h, &["lr.w x5, (x6)"]);
    let fault = run(&mut h, "sc.w x5, x7, (x6)").unwrap_err();
    assert_eq!((fault.cause, fault.tval), (Cause::StoreAccess, CONSTANTS));
    h.set_reg(Reg(6), 0x9000);
    all(&mut h, &["sc.w x5, x7, (x6)"]);
    assert_eq!(h.reg(Reg(5)), 1, "a store that is not done cannot fault");
}

#[test]
fn atomic_accesses_trap_with_their_own_causes() {
    use Cause::{LoadAccess, LoadMisaligned, StoreAccess, StoreMisaligned};
    for (line, x6, cause) in [
        ("lr.w x5, (x6)", DATA + 2, LoadMisaligned),
        ("lr.d x5, (x6)", DATA + 4, LoadMisaligned),
        ("sc.w x5, x7, (x6)", DATA + 1, StoreMisaligned),
        ("amoswap.w x5, x7, (x6)", DATA + 2, StoreMisaligned),
        ("amomaxu.d x5, x7, (x6)", DATA + 4, StoreMisaligned),
        // Misaligned comes first.
        ("amoadd.w x5, x7, (x6)", 0x9001, StoreMisaligned),
        ("lr.w x5, (x6)", 0x9000, LoadAccess),
        ("amoadd.w x5, x7, (x6)", 0x9000, StoreAccess),
        ("amoor.d x5, x7, (x6)", CONSTANTS, StoreAccess),
    ] {
        for policy in [Misaligned::Allowed, Misaligned::Trap] {
            let mut h = hart::<64, 4>();
            h.misaligned = policy;
            [(5, 0x5a), (6, x6), (7, 3)].into_iter().for_each(|(r, v)| h.set_reg(Reg(r), v));
            let trap = run(&mut h, line).unwrap_err();
            assert_eq!(trap, Trap { cause, pc: PC, tval: x6 }, "{line}");
            assert_eq!(h.reg(Reg(5)), 0x5a, "{line}");
        }
    }
}

#[test]
fn a_handler_returns_with_mret() {
    let mut h = hart::<32, 2>();
    h.set_reg(Reg(6), 0x2000);
    all(&mut h, &["csrrw x0, mtvec, x6", "csrrsi x0, mstatus, 8"]);
    let at = h.pc;
    let trap = run(&mut h, "ecall").unwrap_err();
    h.take(&trap);
    assert_eq!((h.pc, h.csr_value(csr::MSTATUS)), (0x2000, Some(0x1880)));
    all(&mut h, &["csrrs x5, mepc, x0", "addi x5, x5, 4", "csrrw x0, mepc, x5", "mret"]);
    assert_eq!((h.pc, h.csr_value(csr::MSTATUS)), (at + 4, Some(0x1888)));
    for line in ["wfi", "fence.i"] {
        all(&mut h, &[line]);
    }
    assert_eq!(h.pc, at + 12);
}
