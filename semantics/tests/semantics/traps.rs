//! Traps are precise: they say what and where, and nothing of the instruction has happened.

use semantics::{
    asm, csr, decode,
    hart::Cause,
    isa::Isa,
    machine::{Commit, Machine, Misaligned, Trap},
    memory::{Bus, Region, Regions, Rights},
    spec::Reg,
};

type Hart32 = Machine<32, 2, Regions>;
type Hart64 = Machine<64, 4, Regions>;

const PC: u128 = 0x1000;
const DATA: u128 = 0x2000;
const READ_ONLY: u128 = 0x3000;

/// Byte `k` of each region is `k`: code (no program in it), data, constants, and the bottom of the
/// address space.
fn memory() -> Regions {
    let all = Rights { read: true, write: true, execute: false };
    let mut regions = Regions::default();
    for (base, rights) in [
        (PC, Rights { execute: true, ..Rights::default() }),
        (DATA, all),
        (READ_ONLY, Rights { write: false, ..all }),
        (0, all),
    ] {
        regions.map(Region { base, bytes: (0..16).collect(), rights }).unwrap();
    }
    regions
}

fn isa(xlen: u32) -> Isa {
    Isa::parse(&format!("rv{xlen}im")).unwrap()
}

/// Executes one line of assembly with `x5` = 0x5a and the given `x6` and `x7`.
fn run<const XLEN: u32, const L: usize>(
    h: &mut Machine<XLEN, L, Regions>,
    line: &str,
    x6: u128,
    x7: u128,
) -> Result<Commit, Trap> {
    [(5, 0x5a), (6, x6), (7, x7)].into_iter().for_each(|(r, v)| h.set_reg(Reg(r), v));
    let d = asm::assemble(line, XLEN).unwrap_or_else(|e| panic!("{e}"));
    h.execute(decode::encode(d.insn, &d.operands, XLEN).unwrap(), &isa(XLEN))
}

/// On both register widths, `line` traps so and changes no register, no memory and not `pc`.
fn traps(policy: Misaligned, line: &str, x6: u128, x7: u128, cause: Cause, tval: u128) {
    fn on<const XLEN: u32, const L: usize>(p: Misaligned, l: &str, x6: u128, x7: u128) -> Trap {
        let mut h = Machine::<XLEN, L, _>::new(PC, memory());
        h.misaligned = p;
        let trap = run(&mut h, l, x6, x7).expect_err(l);
        assert_eq!((h.pc, h.reg(Reg(5)), h.reg(Reg(6)), h.reg(Reg(7))), (PC, 0x5a, x6, x7), "{l}");
        let untouched = h.bus.iter().all(|r| r.bytes.iter().copied().eq(0..16));
        assert!(untouched, "{l} wrote to memory");
        trap
    }
    let expected = Trap { cause, pc: PC, tval };
    if asm::assemble(line, 32).is_ok() {
        assert_eq!(on::<32, 2>(policy, line, x6, x7), expected, "{line} on RV32");
    }
    assert_eq!(on::<64, 4>(policy, line, x6, x7), expected, "{line} on RV64");
}

#[test]
fn misaligned_accesses_follow_the_platform() {
    for (line, aligned_to) in [
        ("lh x5, 0(x6)", 2),
        ("lhu x5, 0(x6)", 2),
        ("lw x5, 0(x6)", 4),
        ("lwu x5, 0(x6)", 4),
        ("ld x5, 0(x6)", 8),
        ("sh x7, 0(x6)", 2),
        ("sw x7, 0(x6)", 4),
        ("sd x7, 0(x6)", 8),
    ] {
        let cause =
            if line.starts_with('s') { Cause::StoreMisaligned } else { Cause::LoadMisaligned };
        for offset in 1..aligned_to {
            traps(Misaligned::Trap, line, DATA + offset, 0xff, cause, DATA + offset);
        }
    }
    for policy in [Misaligned::Allowed, Misaligned::Trap] {
        for (line, addr, x5) in [
            ("lb x5, 0(x6)", DATA + 3, 3),
            ("lw x5, 0(x6)", DATA + 4, 0x0706_0504),
            ("lw x5, 1(x6)", DATA, 0x0403_0201),
        ] {
            let mut h = Hart32::new(PC, memory());
            h.misaligned = policy;
            let trap = policy == Misaligned::Trap && line.contains('1');
            assert_eq!(run(&mut h, line, addr, 0).is_err(), trap, "{line} {policy:?}");
            assert_eq!(h.reg(Reg(5)), if trap { 0x5a } else { x5 }, "{line} {policy:?}");
        }
    }
}

#[test]
fn accesses_to_nowhere_fault() {
    let (load, store) = (Cause::LoadAccess, Cause::StoreAccess);
    for (line, x6, cause, tval) in [
        ("lw x5, 0(x6)", 0x8000, load, 0x8000),
        ("lb x6, -1(x6)", DATA, load, DATA - 1),
        ("lw x5, 4(x6)", PC, load, PC + 4),
        ("ld x5, 0(x6)", DATA + 9, load, DATA + 9),
        ("lw x5, 0(x6)", DATA + 13, load, DATA + 13),
        ("sb x7, 0(x6)", READ_ONLY, store, READ_ONLY),
        ("sw x7, 0(x6)", DATA + 13, store, DATA + 13),
        ("sd x7, 0(x6)", 0x8000, store, 0x8000),
    ] {
        traps(Misaligned::Allowed, line, x6, 0xff, cause, tval);
    }
    // An access that is both is reported as misaligned.
    let misaligned = Cause::LoadMisaligned;
    traps(Misaligned::Trap, "lw x5, 0(x6)", 0x8001, 0, misaligned, 0x8001);
}

#[test]
fn a_target_between_instructions_traps_before_the_link_is_written() {
    let cause = Cause::InstructionMisaligned;
    for (line, x6, x7, target) in [
        ("jal x5, 2", 0, 0, PC + 2),
        ("jal x6, -6", 1, 0, PC - 6),
        ("jalr x5, 2(x6)", 0x2000, 0, 0x2002),
        ("jalr x6, 3(x6)", 0x2000, 0, 0x2002),
        ("beq x6, x7, 2", 5, 5, PC + 2),
        ("bne x6, x7, 6", 5, 6, PC + 6),
        ("bltu x6, x7, -2", 5, 6, PC - 2),
    ] {
        traps(Misaligned::Allowed, line, x6, x7, cause, target);
    }
    let mut h = Hart32::new(PC, memory());
    run(&mut h, "beq x6, x7, 2", 5, 6).unwrap();
    assert_eq!(h.pc, PC + 4, "the target of a branch that is not taken does not count");
    run(&mut h, "jalr x5, 1(x6)", 0x2000, 0).unwrap();
    assert_eq!((h.pc, h.reg(Reg(5))), (0x2000, PC + 8), "bit 0 is cleared before the check");
}

#[test]
fn environment_calls_breakpoints_and_illegal_words() {
    traps(Misaligned::Allowed, "ecall", 1, 2, Cause::EcallFromM, 0);
    traps(Misaligned::Allowed, "ebreak", 1, 2, Cause::Breakpoint, PC);
    // DIVU by zero does not trap.
    run(&mut Hart64::new(PC, memory()), "divu x5, x6, x0", 1, 0).unwrap();
    let mut h = Hart32::new(PC, memory());
    let trap = |cause, tval| Err(Trap { cause, pc: PC, tval });
    assert_eq!(h.execute(0x0073_02bb, &isa(32)), trap(Cause::IllegalInstruction, 0x0073_02bb));
    assert_eq!(h.step(&isa(32)), trap(Cause::IllegalInstruction, 0x0100), "16 bits long");
    h.pc = DATA;
    let denied = Trap { cause: Cause::InstructionAccess, pc: DATA, tval: DATA };
    assert_eq!(h.step(&isa(32)), Err(denied), "data is not executed");
    assert_eq!(h.pc, DATA);
}

#[test]
fn addresses_wrap_around() {
    let mut h = Hart32::new(0xffff_fffc, memory());
    run(&mut h, "addi x5, x5, 1", 0, 0).unwrap();
    assert_eq!(h.pc, 0, "after the last word of the address space comes the first");
    h.pc = 0xffff_fffc;
    run(&mut h, "jal x5, 16", 0, 0).unwrap();
    assert_eq!((h.pc, h.reg(Reg(5))), (12, 0));
    h.pc = 0;
    run(&mut h, "beq x6, x6, -4", 0, 0).unwrap();
    assert_eq!(h.pc, 0xffff_fffc);
    h.pc = 0xffff_f000;
    run(&mut h, "auipc x5, 0x2", 0, 0).unwrap();
    assert_eq!(h.reg(Reg(5)), 0x1000);

    let commit = run(&mut h, "lw x5, 6(x6)", 0xffff_fffe, 0).unwrap();
    assert_eq!((h.reg(Reg(5)), commit.load.unwrap().addr), (0x0706_0504, 4));
    run(&mut h, "sb x7, -1(x6)", 1, 0xab).unwrap();
    let mut byte = [0];
    h.bus.read(0, &mut byte).unwrap();
    assert_eq!(byte, [0xab]);

    let mut h = Hart64::new(u128::from(u64::MAX) - 3, memory());
    run(&mut h, "addi x5, x5, 1", 0, 0).unwrap();
    assert_eq!(h.pc, 0);
    run(&mut h, "lw x5, 6(x6)", u128::from(u64::MAX) - 1, 0).unwrap();
    assert_eq!(h.reg(Reg(5)), 0x0706_0504);
}

#[test]
fn instructions_of_two_bytes_stand_anywhere() {
    let isa = Isa::parse("rv32ic").unwrap();
    let words = [0x05u8, 0x04, 0x93, 0x84, 0x14, 0x00, 0x05, 0x04, 0x93, 0x84];
    let rights = Rights { execute: true, ..Rights::default() };
    let mut regions = Regions::default();
    regions.map(Region { base: PC, bytes: words.into(), rights }).unwrap();
    // c.addi x8, 1; addi x9, x9, 1; c.addi x8, 1; the first half of another addi.
    let mut h = Hart32::new(PC, regions);
    let lengths: Vec<_> = (0..3).map(|_| h.step(&isa).map(|c| (c.pc - PC, c.word))).collect();
    assert_eq!(lengths, [Ok((0, 0x0405)), Ok((2, 0x0014_8493)), Ok((6, 0x0405))]);
    assert_eq!((h.reg(Reg(8)), h.reg(Reg(9))), (2, 1));
    let half = Trap { cause: Cause::InstructionAccess, pc: PC + 8, tval: PC + 10 };
    assert_eq!(h.step(&isa), Err(half), "the second half is where nothing can be fetched");
    h.pc = PC + 10;
    let whole = Trap { cause: Cause::InstructionAccess, pc: PC + 10, tval: PC + 10 };
    assert_eq!(h.step(&isa), Err(whole));
    // The alignment of targets is that of the instruction set.
    h.pc = PC;
    h.set_reg(Reg(1), PC + 2);
    assert!(h.execute(0x8082, &isa).is_ok() && h.pc == PC + 2, "ret");
    h.pc = PC;
    assert!(h.execute(0x0020_006f, &isa).is_ok() && h.pc == PC + 2, "jal x0, 2");
    h.pc = PC;
    let base = Isa::parse("rv32i").unwrap();
    let cause = Cause::InstructionMisaligned;
    assert_eq!(h.execute(0x0020_006f, &base), Err(Trap { cause, pc: PC, tval: PC + 2 }));
}

#[test]
fn x0_stays_zero_and_is_not_reported() {
    let mut h = Hart64::new(PC, memory());
    for line in ["addi x0, x6, 5", "lw x0, 0(x7)", "mul x0, x6, x6", "jal x0, 8"] {
        let commit = run(&mut h, line, 3, DATA).unwrap();
        assert_eq!((h.reg(Reg(0)), commit.rd), (0, None), "{line}");
    }
    // The access of a load to x0 still happens, and still traps.
    traps(Misaligned::Allowed, "lw x0, 0(x6)", 0x8000, 0, Cause::LoadAccess, 0x8000);
}

#[test]
fn taking_a_trap_fills_the_csrs_and_goes_to_the_handler() {
    let mut h = Hart32::new(PC, memory());
    h.set_csr_value(csr::MTVEC, 0x2003);
    h.set_csr_value(csr::MSTATUS, 1 << csr::MIE);
    let trap = run(&mut h, "lw x5, 0(x6)", 0x8000, 0).unwrap_err();
    h.take(&trap);
    let numbers = [csr::MTVEC, csr::MEPC, csr::MCAUSE, csr::MTVAL, csr::MSTATUS];
    let values = numbers.map(|number| h.csr_value(number).unwrap());
    let status = 0x1800 | 1 << csr::MPIE;
    assert_eq!(values, [0x2001, PC, 5, 0x8000, status], "bit 1 of mtvec does not exist");
    assert_eq!(h.pc, 0x2000);
}

#[test]
fn a_csr_that_does_not_exist_is_an_illegal_instruction() {
    use semantics::hart::Hart as _;
    let mut h = Hart32::new(PC, memory());
    assert_eq!(h.csr_value(0x7c0), None);
    let value = h.lit(32, 0x1234_5677);
    h.set_csr(csr::MEPC, value);
    assert_eq!(h.csr(csr::MEPC).raw().low(), 0x1234_5674, "an address of an instruction");
    h.set_csr(0x7c0, value);
    h.set_csr(csr::MTVAL, value);
    assert_eq!(h.csr_value(csr::MTVAL), Some(0), "nothing happens after the exception");
}
