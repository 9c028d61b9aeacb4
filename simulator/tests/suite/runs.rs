//! Runs: exact counts, the limit, the halt address, snapshots, and code that changes.

use simulator::{Access, Cause, Sim, Stop, Trap, Xlen};

use super::common::{
    BOTH, CODE, DATA, ECALL, NOP, addi, branch, config, jal, jalr, load, machine, store, write_code,
};

/// `x5 = 1 + ... + x6`, then `ret`: 3 x6 + 2 instructions.
const SUM: [u32; 5] =
    [addi(5, 0, 0), 0x0062_82b3, addi(6, 6, -1), branch(1, 6, 0, -8), jalr(0, 1, 0)];

#[test]
fn calls_count_exactly_and_stop_at_the_halt_address() {
    for xlen in BOTH {
        // Mapped, unmapped, and inside the function's own page.
        for halt in [DATA, 0xdead_beec, CODE + 0x40] {
            let mut sim = machine(config(xlen), &SUM);
            sim.set_x(6, 1000);
            assert_eq!(sim.call(CODE, halt, 3002), Stop::Halt(halt));
            assert_eq!((sim.x(5), sim.instructions(), sim.pc()), (500_500, 3002, halt));
            sim.set_x(6, 1000);
            assert_eq!(sim.call(CODE, halt, 3001), Stop::Limit);
            assert_eq!((sim.instructions(), sim.pc()), (6003, CODE + 16));
            assert_eq!(sim.run(u64::MAX), Stop::Halt(halt));
            assert_eq!(sim.instructions(), 6004);
        }
    }
}

#[test]
fn every_limit_ends_where_single_steps_end() {
    for xlen in BOTH {
        let mut stepped = machine(config(xlen), &SUM);
        stepped.set_x(6, 5);
        for limit in 0..=16 {
            let mut sim = machine(config(xlen), &SUM);
            sim.set_x(6, 5);
            assert_eq!(sim.run(limit), Stop::Limit);
            let state = |sim: &Sim| (sim.pc(), sim.instructions(), sim.x(5), sim.x(6));
            assert_eq!(state(&sim), state(&stepped));
            stepped.step().expect("retires");
        }
    }
}

#[test]
fn a_trap_is_not_counted() {
    let mut sim = machine(config(Xlen::Rv64), &[NOP, NOP, ECALL]);
    let trap = Trap { cause: Cause::EcallFromM, pc: CODE + 8, tval: 0 };
    assert_eq!(sim.run(3), Stop::Trap(trap));
    assert_eq!(sim.run(3), Stop::Trap(trap));
    assert_eq!(sim.instructions(), 2);
}

#[test]
fn the_halt_address_moves_and_steps_pass_it() {
    let mut sim = machine(config(Xlen::Rv64), &[NOP, NOP, NOP, jal(0, -12)]);
    assert_eq!(sim.run(8), Stop::Limit);
    sim.set_halt(Some(CODE + 4));
    assert_eq!(sim.run(8), Stop::Halt(CODE + 4));
    assert_eq!(sim.run(8), Stop::Halt(CODE + 4));
    sim.step().expect("executes the instruction at the halt address");
    assert_eq!(sim.pc(), CODE + 8);
    assert_eq!(sim.run(8), Stop::Halt(CODE + 4));
    sim.set_halt(None);
    assert_eq!(sim.run(8), Stop::Limit);
    assert_eq!(sim.instructions(), 8 + 1 + 1 + 3 + 8);
}

#[test]
fn a_halt_address_beside_the_code_need_not_be_mapped() {
    let code = [NOP, jalr(0, 1, 0)].map(u32::to_le_bytes).concat();
    for xlen in BOTH {
        // In the same page, before and behind the code.
        for halt in [0x800, 0x80c] {
            let mut sim = Sim::new(config(xlen));
            sim.mem_mut().map(0x804, 8, Access::READ | Access::EXEC).expect("free");
            sim.mem_mut().write_bytes(0x804, &code).expect("mapped");
            assert_eq!(sim.call(0x804, halt, 10), Stop::Halt(halt));
            sim.set_halt(None);
            sim.set_pc(0x804);
            let trap = Trap { cause: Cause::InstructionAccessFault, pc: halt, tval: halt };
            assert_eq!(sim.run(10), Stop::Trap(trap));
        }
    }
}

#[test]
fn a_halt_address_inside_an_instruction_is_never_reached() {
    let mut sim = machine(config(Xlen::Rv64), &[NOP, NOP, ECALL]);
    sim.set_halt(Some(CODE + 6));
    assert!(matches!(sim.run(10), Stop::Trap(_)));
    assert_eq!(sim.instructions(), 2);
}

#[test]
fn runs_cross_pages_of_code() {
    let mut sim = Sim::new(config(Xlen::Rv64));
    sim.mem_mut().map(0x1000, 0x3000, Access::EXEC).expect("free");
    let code: Vec<u8> =
        std::iter::repeat_n(addi(5, 5, 1), 0xc00).flat_map(u32::to_le_bytes).collect();
    sim.mem_mut().write_bytes(0x1000, &code).expect("mapped");
    sim.set_pc(0x1000);
    let end = Trap { cause: Cause::InstructionAccessFault, pc: 0x4000, tval: 0x4000 };
    assert_eq!(sim.run(u64::MAX), Stop::Trap(end));
    assert_eq!((sim.x(5), sim.instructions()), (0xc00, 0xc00));
}

#[test]
fn changed_code_takes_effect_at_once() {
    for xlen in BOTH {
        // The second instruction is overwritten by the first, in the loop that executes both.
        let mut sim = machine(config(xlen), &[store(2, 7, 6, 4), addi(5, 0, 1), jal(0, -8)]);
        assert_eq!(sim.run(0), Stop::Limit);
        sim.set_x(6, CODE);
        sim.set_x(7, u64::from(addi(5, 0, 1)));
        sim.run(2);
        assert_eq!(sim.x(5), 1);
        sim.set_x(7, u64::from(addi(5, 0, 2)));
        sim.run(3);
        assert_eq!(sim.x(5), 2);
        sim.mem_mut().write_bytes(CODE + 4, &addi(5, 0, 3).to_le_bytes()).expect("mapped");
        sim.set_pc(CODE + 4);
        sim.run(1);
        assert_eq!(sim.x(5), 3);
        // One byte of a word is enough: the immediate becomes 0.
        sim.mem_mut().write_bytes(CODE + 6, &[0]).expect("mapped");
        sim.set_pc(CODE + 4);
        sim.run(1);
        assert_eq!(sim.x(5), 0);
    }
}

#[test]
fn a_store_across_two_pages_changes_both() {
    // Borders of every power of two: whatever the page size is, some are page borders and both sides of some were
    // never executed.
    for (border, slide) in (6..12).map(|shift| 1 << shift).flat_map(|b| [(b, 0), (b, 4), (b, 8)]) {
        let words = [store(3, 7, 6, 0), jalr(0, 5, 0)];
        let mut sim = machine(config(Xlen::Rv64), &words);
        let border = CODE + border;
        sim.mem_mut().write_bytes(border - 8, &[0x13, 0, 0, 0].repeat(6)).expect("mapped");
        for (first, second) in [(1, 2), (3, 4)] {
            sim.set_pc(CODE);
            sim.set_x(5, border - slide);
            sim.set_x(6, border - 4);
            sim.set_x(7, u64::from(addi(9, 0, second)) << 32 | u64::from(addi(8, 0, first)));
            assert_eq!(sim.run(2 + slide / 4 + 1), Stop::Limit);
            let first_ran = slide >= 4;
            assert_eq!(sim.x(9), second as u64, "{border:#x} {slide}");
            assert_eq!(sim.x(8), if first_ran { first as u64 } else { 0 }, "{border:#x} {slide}");
        }
        // Decoded together with the words before the border, changed alone.
        sim.mem_mut().write_bytes(border, &addi(9, 0, 5).to_le_bytes()).expect("mapped");
        sim.set_pc(border - 8);
        sim.run(3);
        assert_eq!(sim.x(9), 5, "{border:#x} {slide}");
    }
}

#[test]
fn a_store_across_two_pages_is_undone_in_both() {
    for border in (6..12).map(|shift| DATA + (1 << shift)) {
        let mut sim = machine(config(Xlen::Rv64), &[store(3, 6, 6, -8), store(3, 6, 6, 0)]);
        sim.set_x(6, border - 4);
        sim.snapshot();
        sim.run(2);
        sim.reset();
        let bytes = sim.mem().read_bytes(DATA, 0x1000).expect("mapped");
        assert!(bytes.iter().all(|&byte| byte == 0), "{border:#x}");
    }
}

#[test]
fn many_host_writes_between_runs_are_all_seen() {
    let mut sim = machine(config(Xlen::Rv64), &[addi(5, 5, 1); 300]);
    sim.run(300);
    for i in 0..300 {
        sim.mem_mut().write_bytes(CODE + 4 * i, &addi(5, 5, 2).to_le_bytes()).expect("mapped");
    }
    sim.set_pc(CODE);
    sim.run(300);
    assert_eq!(sim.x(5), 900);
}

#[test]
fn reset_returns_registers_memory_and_code() {
    for xlen in BOTH {
        let mut sim =
            machine(config(xlen), &[addi(5, 5, 1), store(2, 5, 6, 0), store(2, 7, 8, 0), NOP]);
        sim.mem_mut().write_bytes(DATA, &[9; 64]).expect("mapped");
        sim.set_x(6, DATA + 30);
        sim.set_x(7, u64::from(ECALL));
        sim.set_x(8, CODE + 12);
        sim.step().expect("retires");
        sim.snapshot();
        for _ in 0..3 {
            let Stop::Trap(trap) = sim.run(10) else { panic!("the new code is an ecall") };
            assert_eq!(
                (trap.cause, trap.pc, sim.instructions()),
                (Cause::EcallFromM, CODE + 12, 3)
            );
            assert_eq!(sim.mem().read_u32(DATA + 30), Ok(1));
            sim.mem_mut().write_bytes(DATA + 0x800, &[7]).expect("mapped");
            sim.set_x(5, 0x77);
            sim.reset();
            assert_eq!((sim.pc(), sim.instructions(), sim.x(5)), (CODE + 4, 1, 1));
            assert_eq!(sim.mem().read_bytes(DATA, 64).expect("mapped"), [9; 64]);
            assert_eq!(sim.mem().read_bytes(DATA + 0x800, 1).expect("mapped"), [0]);
            assert_eq!(sim.mem().read_u32(CODE + 12), Ok(NOP));
        }
        // A later snapshot forgets the earlier one.
        sim.mem_mut().write_bytes(DATA, &[1; 8]).expect("mapped");
        sim.snapshot();
        sim.mem_mut().write_bytes(DATA, &[2; 8]).expect("mapped");
        sim.reset();
        assert_eq!(sim.mem().read_bytes(DATA, 9).expect("mapped"), [1, 1, 1, 1, 1, 1, 1, 1, 9]);
    }
}

#[test]
fn reset_without_a_snapshot_clears_registers_only() {
    let mut sim = machine(config(Xlen::Rv64), &[addi(5, 0, 1)]);
    sim.run(1);
    sim.reset();
    assert_eq!((sim.pc(), sim.instructions(), sim.x(5)), (0, 0, 0));
    assert_eq!(sim.mem().read_u32(CODE), Ok(addi(5, 0, 1)));
}

#[test]
fn fresh_starts_of_new_code_never_see_old_code() {
    let mut sim = machine(config(Xlen::Rv64), &[]);
    sim.set_x(6, DATA);
    sim.snapshot();
    for value in 0..1000 {
        sim.reset();
        write_code(&mut sim, &[addi(5, 0, value), store(3, 5, 6, 8), load(3, 7, 6, 8)]);
        assert_eq!(sim.run(3), Stop::Limit);
        assert_eq!((sim.x(7), sim.instructions()), (value as u64, 3));
    }
}

#[test]
fn code_that_was_changed_and_reset_is_the_old_code_again() {
    let mut sim = machine(config(Xlen::Rv64), &[addi(5, 0, 1)]);
    sim.snapshot();
    write_code(&mut sim, &[addi(5, 0, 2)]);
    sim.run(1);
    sim.reset();
    sim.run(1);
    assert_eq!(sim.x(5), 1);
}

#[test]
fn a_region_mapped_after_a_snapshot_resets_to_zeros() {
    let mut sim = machine(config(Xlen::Rv64), &[]);
    sim.snapshot();
    sim.mem_mut().map(0x10_0000, 16, Access::READ).expect("free");
    sim.mem_mut().write_bytes(0x10_0000, &[5; 16]).expect("mapped");
    sim.reset();
    assert_eq!(sim.mem().read_bytes(0x10_0000, 16).expect("mapped"), [0; 16]);
}

#[test]
fn registers_are_unsigned_numbers_of_the_width() {
    let mut sim = machine(config(Xlen::Rv32), &[]);
    sim.set_x(5, 0x1_8000_0000);
    sim.set_x(0, 7);
    assert_eq!((sim.x(5), sim.x(0), sim.x(37)), (0x8000_0000, 0, 0x8000_0000));
    sim.set_pc(0x1_0000_1000);
    assert_eq!(sim.pc(), CODE);
}
