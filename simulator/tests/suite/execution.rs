//! Control flow and memory instructions, one by one.

use super::common::{
    BOTH, CODE, DATA, ECALL, NOP, addi, branch, config, jal, jalr, load, machine, r_type, store,
    trap_of,
};
use simulator::{Cause, Config, Extensions, Misaligned, Sim, Stop, Trap, Xlen};

#[test]
fn upper_immediates_are_sign_extended() {
    // lui x5, 0x80000; auipc x6, 0x80000
    let words = [0x8000_02b7, 0x8000_0317];
    for (xlen, lui, auipc) in [
        (Xlen::Rv32, 0x8000_0000, 0x8000_1004),
        (Xlen::Rv64, 0xffff_ffff_8000_0000, 0xffff_ffff_8000_1004),
    ] {
        let mut sim = machine(config(xlen), &words);
        sim.run(2);
        assert_eq!((sim.x(5), sim.x(6)), (lui, auipc), "{xlen:?}");
    }
}

#[test]
fn branches_compare_as_their_names_say() {
    const MINUS_ONE: u64 = u64::MAX;
    // funct3, rs1, rs2, taken
    let cases = [
        (0, 7, 7, true),
        (0, 7, 8, false),
        (1, 7, 8, true),
        (1, 7, 7, false),
        (4, MINUS_ONE, 1, true),
        (4, 1, MINUS_ONE, false),
        (5, 1, MINUS_ONE, true),
        (5, 3, 3, true),
        (5, MINUS_ONE, 1, false),
        (6, 1, MINUS_ONE, true),
        (6, MINUS_ONE, 1, false),
        (7, MINUS_ONE, 1, true),
        (7, 3, 3, true),
        (7, 1, MINUS_ONE, false),
    ];
    for xlen in BOTH {
        for (funct3, a, b, taken) in cases {
            let mut sim = machine(config(xlen), &[branch(funct3, 6, 7, 0x100)]);
            sim.set_x(6, a);
            sim.set_x(7, b);
            sim.step().expect("retires");
            let expected = if taken { CODE + 0x100 } else { CODE + 4 };
            assert_eq!(sim.pc(), expected, "{xlen:?} funct3 {funct3} {a:#x} {b:#x}");
        }
    }
}

#[test]
fn jumps_link_and_clear_the_low_bit() {
    for xlen in BOTH {
        let mut sim = machine(config(xlen), &[jal(1, 8), NOP, jalr(5, 5, 0x11)]);
        sim.set_x(5, CODE + 0x100);
        sim.run(2);
        // rd = rs1: the target is the old value.
        assert_eq!((sim.x(1), sim.x(5), sim.pc()), (CODE + 4, CODE + 12, CODE + 0x110));
    }
}

#[test]
fn rv32_addresses_wrap() {
    let mut sim = Sim::new(config(Xlen::Rv32));
    let rwx = simulator::Access::READ | simulator::Access::WRITE | simulator::Access::EXEC;
    sim.mem_mut().map(0xffff_f000, 0x1000, rwx).expect("the last page");
    sim.mem_mut().map(0, 0x100, rwx).expect("the first page");
    let link = jal(1, 8).to_le_bytes();
    sim.mem_mut().write_bytes(0xffff_fffc, &link).expect("mapped");
    sim.mem_mut().write_bytes(4, &load(2, 5, 6, 8).to_le_bytes()).expect("mapped");
    sim.mem_mut().write_bytes(0x10, &0x8765_4321_u32.to_le_bytes()).expect("mapped");
    sim.set_pc(0xffff_fffc);
    sim.set_x(6, 8);
    sim.run(2);
    assert_eq!((sim.pc(), sim.x(1), sim.x(5)), (8, 0, 0x8765_4321));
    sim.set_pc(4);
    sim.set_x(6, 0xffff_fff4);
    sim.step().expect("loads from the last word");
    assert_eq!(sim.x(5), u64::from(jal(1, 8)));
}

#[test]
fn a_misaligned_target_traps_at_the_jump_and_writes_no_link() {
    for xlen in BOTH {
        for (word, target) in
            [(jal(5, 6), CODE + 6), (jalr(5, 6, 3), DATA + 2), (branch(0, 0, 0, 10), CODE + 10)]
        {
            let mut sim = machine(config(xlen), &[word]);
            sim.set_x(6, DATA);
            assert_eq!(trap_of(&mut sim), (Cause::InstructionMisaligned, CODE, target));
        }
        // After an operation that a faster tier would fuse with the branch.
        let mut fused = machine(config(xlen), &[r_type(0x33, 7, 0, 5, 6, 7), branch(0, 0, 0, 10)]);
        assert_eq!(
            fused.run(2),
            Stop::Trap(Trap { cause: Cause::InstructionMisaligned, pc: CODE + 4, tval: CODE + 14 })
        );
        let mut not_taken = machine(config(xlen), &[branch(1, 0, 0, 10)]);
        not_taken.step().expect("a branch that is not taken has no target");
        let mut set = machine(config(xlen), &[]);
        set.set_pc(CODE + 2);
        assert_eq!(trap_of(&mut set), (Cause::InstructionMisaligned, CODE + 2, CODE + 2));
    }
}

#[test]
fn fetches_outside_executable_memory_trap() {
    for target in [DATA, 0x4000, 0xffff_fffc] {
        let mut sim = machine(config(Xlen::Rv64), &[jalr(0, 5, 0)]);
        sim.set_x(5, target);
        sim.step().expect("the jump itself retires");
        assert_eq!(trap_of(&mut sim), (Cause::InstructionAccessFault, target, target));
    }
    // Running off the end of a region, and into its last incomplete word: the second half is missing.
    let mut sim = machine(config(Xlen::Rv64), &[]);
    sim.mem_mut().map(0x10_0000, 6, simulator::Access::EXEC).expect("free");
    let [a, b, c, d] = NOP.to_le_bytes();
    sim.mem_mut().write_bytes(0x10_0000, &[a, b, c, d, a, b]).expect("mapped");
    sim.set_pc(0x10_0000);
    sim.step().expect("whole");
    assert_eq!(trap_of(&mut sim), (Cause::InstructionAccessFault, 0x10_0004, 0x10_0006));
}

#[test]
fn loads_extend_and_stores_cut() {
    const BYTES: [u8; 8] = [0x81, 0x92, 0xa3, 0xb4, 0xc5, 0xd6, 0xe7, 0xf8];
    // funct3, value on RV64, legal on RV32 too
    let loads = [
        (0, 0xffff_ffff_ffff_ff81, true),
        (1, 0xffff_ffff_ffff_9281, true),
        (2, 0xffff_ffff_b4a3_9281, true),
        (3, 0xf8e7_d6c5_b4a3_9281, false),
        (4, 0x81, true),
        (5, 0x9281, true),
        (6, 0xb4a3_9281, false),
    ];
    for xlen in BOTH {
        for (funct3, value, on_rv32) in loads {
            let word = load(funct3, 5, 6, -1);
            let mut sim = machine(config(xlen), &[word]);
            sim.mem_mut().write_bytes(DATA + 3, &BYTES).expect("mapped");
            sim.set_x(6, DATA + 4);
            if xlen == Xlen::Rv64 || on_rv32 {
                sim.step().expect("misaligned accesses are allowed");
                assert_eq!(sim.x(5), value & xlen.mask(), "{xlen:?} funct3 {funct3}");
            } else {
                assert_eq!(trap_of(&mut sim), (Cause::IllegalInstruction, CODE, u64::from(word)));
            }
        }
        for (funct3, size) in [(0, 1), (1, 2), (2, 4), (3, 8)]
            .into_iter()
            .take(if xlen == Xlen::Rv32 { 3 } else { 4 })
        {
            let mut sim = machine(config(xlen), &[store(funct3, 5, 6, -3)]);
            sim.set_x(5, 0x1122_3344_5566_7788);
            sim.set_x(6, DATA + 8);
            sim.step().expect("stores");
            let mut expected = [0; 9];
            expected[..size].copy_from_slice(&0x1122_3344_5566_7788_u64.to_le_bytes()[..size]);
            assert_eq!(sim.mem().read_bytes(DATA + 5, 9).expect("mapped"), expected);
        }
    }
}

#[test]
fn misaligned_accesses_trap_when_asked_to() {
    for xlen in BOTH {
        let config = Config { misaligned: Misaligned::Trap, ..config(xlen) };
        for (funct3, size) in
            [(1, 2), (2, 4), (3, 8)].into_iter().take(if xlen == Xlen::Rv32 { 2 } else { 3 })
        {
            for offset in 0..8 {
                for (word, cause) in [
                    (load(funct3, 5, 6, offset), Cause::LoadMisaligned),
                    (store(funct3, 5, 6, offset), Cause::StoreMisaligned),
                ] {
                    let mut sim = machine(config, &[word]);
                    sim.set_x(6, DATA);
                    if offset % size == 0 {
                        sim.step().expect("aligned");
                    } else {
                        assert_eq!(trap_of(&mut sim), (cause, CODE, DATA + offset as u64));
                    }
                }
            }
        }
    }
}

#[test]
fn environment_instructions_trap_with_their_values() {
    for xlen in BOTH {
        assert_eq!(trap_of(&mut machine(config(xlen), &[ECALL])), (Cause::EcallFromM, CODE, 0));
        let mut ebreak = machine(config(xlen), &[0x0010_0073]);
        assert_eq!(trap_of(&mut ebreak), (Cause::Breakpoint, CODE, CODE));
    }
}

#[test]
fn causes_have_the_numbers_of_the_privileged_manual() {
    let numbers = [
        (Cause::InstructionMisaligned, 0),
        (Cause::InstructionAccessFault, 1),
        (Cause::IllegalInstruction, 2),
        (Cause::Breakpoint, 3),
        (Cause::LoadMisaligned, 4),
        (Cause::LoadAccessFault, 5),
        (Cause::StoreMisaligned, 6),
        (Cause::StoreAccessFault, 7),
        (Cause::EcallFromM, 11),
    ];
    assert!(numbers.iter().all(|&(cause, number)| cause.code() == number));
}

#[test]
fn the_host_can_execute_what_is_not_our_own() {
    // A word of the custom-1 opcode.
    let base = Config { extensions: Extensions::BASE, ..config(Xlen::Rv64) };
    let mut sim = machine(base, &[0x0000_002b, addi(10, 5, 7)]);
    assert_eq!(trap_of(&mut sim), (Cause::IllegalInstruction, CODE, 0x2b));
    sim.set_x(5, 3);
    sim.retire_for_host(CODE + 4);
    sim.step().expect("goes on");
    assert_eq!((sim.x(10), sim.instructions()), (10, 2));
}

#[test]
fn division_by_zero_and_overflow_give_the_values_of_the_manual() {
    for xlen in BOTH {
        let lowest = 1 << (xlen.bits() - 1);
        let ones = xlen.mask();
        // funct3 of div, divu, rem, remu; rs1, rs2; result
        let cases = [
            (4, 7, 0, ones),
            (5, 7, 0, ones),
            (6, 7, 0, 7),
            (7, 7, 0, 7),
            (4, lowest, 0, ones),
            (6, lowest, 0, lowest),
            (4, lowest, ones, lowest),
            (6, lowest, ones, 0),
            (5, lowest, ones, 0),
            (7, lowest, ones, lowest),
            (4, ones - 6, 2, ones - 2),
            (6, ones - 6, 2, ones),
        ];
        for (funct3, a, b, result) in cases {
            let mut sim = machine(config(xlen), &[r_type(0x33, funct3, 1, 5, 6, 7)]);
            sim.set_x(6, a);
            sim.set_x(7, b);
            sim.step().expect("division never traps");
            assert_eq!(sim.x(5), result, "{xlen:?} funct3 {funct3} {a:#x} {b:#x}");
        }
    }
    let lowest = 0xffff_ffff_8000_0000;
    for (funct3, a, b, result) in [
        (4, 7, 1 << 32, u64::MAX),
        (5, 7, 1 << 32, u64::MAX),
        (6, lowest & 0xffff_ffff, 0, lowest),
        (7, lowest & 0xffff_ffff, 0, lowest),
        (4, lowest, 0xffff_ffff, lowest),
        (6, lowest, 0xffff_ffff, 0),
        (5, lowest, 1, lowest),
    ] {
        let mut sim = machine(config(Xlen::Rv64), &[r_type(0x3b, funct3, 1, 5, 6, 7)]);
        sim.set_x(6, a);
        sim.set_x(7, b);
        sim.step().expect("division never traps");
        assert_eq!(sim.x(5), result, "w funct3 {funct3} {a:#x} {b:#x}");
    }
}

#[test]
fn conditional_zero_tests_the_whole_register() {
    for xlen in BOTH {
        let top = 1 << (xlen.bits() - 1);
        // funct3 of czero.eqz and czero.nez; rs2; whether rs1 is kept
        for (funct3, condition, kept) in [
            (5, 0, false),
            (5, 1, true),
            (5, top, true),
            (7, 0, true),
            (7, 1, false),
            (7, top, false),
        ] {
            for rd in [5, 6, 7] {
                let word = r_type(0x33, funct3, 7, rd, 6, 7);
                let mut sim = machine(config(xlen), &[word]);
                sim.set_x(6, top | 3);
                sim.set_x(7, condition);
                sim.step().expect("retires");
                let expected = if kept { top | 3 } else { 0 };
                assert_eq!(sim.x(rd as u8), expected, "{xlen:?} {funct3} {condition:#x}");
            }
        }
    }
}
