//! Code of two and four bytes an instruction, written by hand.

use simulator::trace::spike_line;
use simulator::{Access, Cause, Config, Extensions, Sim, Stop, Trap, Xlen};

use super::common::{BOTH, CODE, DATA, config, jal, trap_of};

/// c.addi x8, -1
const DOWN: u16 = 0x147d;
/// c.jr x1
const RET: u16 = 0x8082;
/// The halves of addi x10, x10, 3.
const ADDI: [u16; 2] = [0x0513, 0x0035];

fn compressed(xlen: Xlen) -> Config {
    Config { extensions: Extensions::ALL, ..config(xlen) }
}

/// Two pages of code from [`CODE`] on, with `halves` at `at`.
fn machine(config: Config, at: u64, halves: &[u16]) -> Sim {
    let mut sim = Sim::new(config);
    let mem = sim.mem_mut();
    mem.map(CODE, 0x2000, Access::READ | Access::WRITE | Access::EXEC).expect("free");
    mem.map(DATA, 0x1000, Access::READ | Access::WRITE).expect("free");
    let bytes: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    mem.write_bytes(at, &bytes).expect("mapped");
    sim.set_pc(at);
    sim
}

/// The long instruction of a loop lies over the end of a page, and its second half changes.
#[test]
fn a_loop_of_mixed_lengths_over_a_page_boundary() {
    // c.addi x9, 1; addi x10, x10, 3; c.addi x8, -1; c.bnez x8, -8; c.jr x1
    let halves = [0x0485, ADDI[0], ADDI[1], DOWN, 0xfc65, RET];
    let (start, halt) = (CODE + 0xffc, CODE + 0x1802);
    for xlen in BOTH {
        let mut sim = machine(compressed(xlen), start, &halves);
        for (round, step) in [(1, 3), (2, 4)] {
            sim.set_x(8, 100);
            assert_eq!(sim.call(start, halt, 1000), Stop::Halt(halt));
            let sum = if round == 1 { 300 } else { 700 };
            assert_eq!((sim.x(9), sim.x(10)), (100 * round, sum), "{xlen:?}, step {step}");
            assert_eq!(sim.instructions(), 401 * round);
            // From now on it adds 4.
            sim.mem_mut().write_bytes(CODE + 0x1000, &[0x45, 0]).expect("mapped");
        }
    }
}

#[test]
fn runs_stop_at_halts_and_limits_between_short_instructions() {
    let halves = [0x0485, ADDI[0], ADDI[1], DOWN, 0xfc65, RET];
    for xlen in BOTH {
        let mut sim = machine(compressed(xlen), CODE, &halves);
        sim.set_x(8, 50);
        sim.set_halt(Some(CODE + 6));
        for turn in 1..20 {
            assert_eq!(sim.run(100), Stop::Halt(CODE + 6));
            assert_eq!((sim.x(9), sim.x(10)), (turn, 3 * turn));
            sim.step().expect("c.addi");
        }
        sim.set_halt(None);
        for _ in 0..40 {
            assert_eq!(sim.run(3), Stop::Limit);
        }
        assert_eq!(sim.instructions(), 19 * 4 - 1 + 40 * 3);
    }
}

#[test]
fn links_are_behind_the_instruction_and_targets_multiples_of_two() {
    for xlen in BOTH {
        // c.jalr x6
        let mut sim = machine(compressed(xlen), CODE + 2, &[0x9302]);
        sim.set_x(6, DATA + 7);
        assert_eq!(sim.run(1), Stop::Limit);
        assert_eq!((sim.pc(), sim.x(1)), (DATA + 6, CODE + 4));
        let jump = jal(5, 6).to_le_bytes();
        let mut sim = machine(compressed(xlen), CODE + 2, &[]);
        sim.mem_mut().write_bytes(CODE + 2, &jump).expect("mapped");
        assert_eq!(sim.run(1), Stop::Limit);
        assert_eq!((sim.pc(), sim.x(5)), (CODE + 8, CODE + 6));
        // Without C the same jump, where it may stand, traps.
        let mut sim = machine(config(xlen), CODE, &[]);
        sim.mem_mut().write_bytes(CODE, &jump).expect("mapped");
        assert_eq!(trap_of(&mut sim), (Cause::InstructionMisaligned, CODE, CODE + 6));
    }
    // c.jal -2 of RV32, which is c.addiw of RV64
    let mut sim = machine(compressed(Xlen::Rv32), CODE + 4, &[0x3ffd]);
    assert_eq!(sim.run(1), Stop::Limit);
    assert_eq!((sim.pc(), sim.x(1)), (CODE + 2, CODE + 6));
}

#[test]
fn a_fault_of_the_second_half_names_it() {
    let last = CODE + 0x2000 - 2;
    for xlen in BOTH {
        let access = |pc, tval| Trap { cause: Cause::InstructionAccessFault, pc, tval };
        let mut sim = machine(compressed(xlen), last - 2, &[0x0485, ADDI[0]]);
        assert_eq!(sim.run(10), Stop::Trap(access(last, last + 2)));
        sim.mem_mut().write_bytes(last, &DOWN.to_le_bytes()).expect("mapped");
        assert_eq!(sim.run(10), Stop::Trap(access(last + 2, last + 2)));
        assert_eq!(sim.instructions(), 2);
    }
}

#[test]
fn reserved_words_trap_and_hints_retire() {
    for (xlen, reserved) in [
        (
            Xlen::Rv32,
            &[0, 0x2000, 0x6000, 0x8000, 0x4002, 0x6101, 0x8002, 0x9401, 0x1482, 0x9c01][..],
        ),
        (Xlen::Rv64, &[0, 0x2000, 0xa000, 0x8000, 0x4002, 0x6002, 0x6101, 0x8002, 0x2001, 0x9c41]),
    ] {
        for &word in reserved {
            let mut sim = machine(compressed(xlen), CODE, &[word]);
            let expected = (Cause::IllegalInstruction, CODE, u64::from(word));
            assert_eq!(trap_of(&mut sim), expected, "{xlen:?} {word:04x}");
        }
        // c.nop 5, c.addi x8, 0, c.li x0, 5, c.lui x0, 5, c.mv x0, x8, c.add x0, x8, c.slli x8, 0, c.srli x8, 0
        let hints = [0x0015, 0x0401, 0x4015, 0x6015, 0x8022, 0x9022, 0x0402, 0x8001];
        for word in hints {
            let mut sim = machine(compressed(xlen), CODE, &[word]);
            sim.set_x(8, 3);
            sim.step().unwrap_or_else(|trap| panic!("{xlen:?} {word:04x}: {trap}"));
            let others = (1..32).filter(|&r| r != 8).all(|r| sim.x(r) == 0);
            assert_eq!((sim.pc(), sim.x(8), others), (CODE + 2, 3, true), "{word:04x}");
            let mut sim = machine(config(xlen), CODE, &[word]);
            let expected = (Cause::IllegalInstruction, CODE, u64::from(word));
            assert_eq!(trap_of(&mut sim), expected, "{word:04x} without C");
        }
    }
}

#[test]
fn traces_show_four_digits() {
    let mut sim = machine(compressed(Xlen::Rv32), CODE, &[0x0485, ADDI[0], ADDI[1], 0x0000]);
    let mut lines = Vec::new();
    sim.run_traced(10, |commit| lines.push(spike_line(commit, Xlen::Rv32)));
    assert_eq!(
        lines,
        [
            "core   0: 3 0x00001000 (0x0485) x9  0x00000001",
            "core   0: 3 0x00001002 (0x00350513) x10 0x00000003",
        ]
    );
}
