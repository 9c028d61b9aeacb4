//! Atomics, CSRs and traps that are handled.

use simulator::trace::spike_line;
use simulator::{Access, Cause, Config, Entropy, Extensions, Sim, Stop, Trap, Xlen};

use super::common::{BOTH, CODE, DATA, ECALL, addi, branch, config, jal, machine, store, trap_of};

const MRET: u32 = 0x3020_0073;
const WFI: u32 = 0x1050_0073;
const FENCE_I: u32 = 0x0000_100f;

const CSRRW: u32 = 1;
const CSRRS: u32 = 2;
const CSRRWI: u32 = 5;
const CSRRSI: u32 = 6;

/// A CSR instruction, by funct3.
const fn csr(funct3: u32, rd: u32, number: u32, rs1: u32) -> u32 {
    number << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x73
}

/// An atomic instruction: funct5, funct3 2 or 3.
const fn amo(funct5: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct5 << 27 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x2f
}

/// After the words, which all retire.
fn after(xlen: Xlen, words: &[u32], setup: &[(u8, u64)]) -> Sim {
    let mut sim = machine(config(xlen), words);
    for &(r, value) in setup {
        sim.set_x(r, value);
    }
    assert_eq!(sim.run(words.len() as u64), Stop::Limit);
    sim
}

/// Unprivileged manual, "Zaamo": rd gets what was in memory, memory the result.
#[test]
fn atomic_operations_read_and_write() {
    let (old, b) = (0x8000_0001_u32, 0x7fff_fff0_u32);
    for (funct5, new) in [
        (0x01, b),
        (0x00, 0xffff_fff1),
        (0x04, 0xffff_fff1),
        (0x0c, 0),
        (0x08, 0xffff_fff1),
        (0x10, old),
        (0x14, b),
        (0x18, b),
        (0x1c, old),
    ] {
        for xlen in BOTH {
            let words = [store(2, 5, 6, 0), amo(funct5, 2, 6, 6, 7)];
            let sim = after(xlen, &words, &[(5, old.into()), (6, DATA), (7, b.into())]);
            let extended = old as i32 as u64 & xlen.mask();
            let memory = sim.mem().read_u32(DATA).expect("mapped");
            assert_eq!((sim.x(6), memory), (extended, new), "{funct5:#x}");
        }
        let wide = [store(3, 5, 6, 0), amo(funct5, 3, 5, 6, 7)];
        let (old, b) = (u64::from(old) << 32, u64::from(b) << 32);
        let sim = after(Xlen::Rv64, &wide, &[(5, old), (6, DATA), (7, b)]);
        let memory = sim.mem().read_u64(DATA).expect("mapped");
        assert_eq!((sim.x(5), memory), (old, u64::from(new) << 32), "{funct5:#x} of doublewords");
    }
}

#[test]
fn a_store_conditional_needs_its_reservation() {
    let (lr, lr_d) = (amo(2, 2, 5, 6, 0), amo(2, 3, 5, 6, 0));
    let (sc, sc_d) = (amo(3, 2, 8, 6, 7), amo(3, 3, 8, 6, 7));
    for (words, failed) in [
        (&[lr, sc][..], 0),
        (&[sc], 1),
        (&[lr, sc, sc], 1),
        (&[lr_d, sc], 0),
        (&[lr, sc_d], 1),
        (&[lr, addi(6, 6, 4), sc], 1),
        (&[lr_d, addi(6, 6, 4), sc], 1),
        (&[lr, store(2, 0, 6, 0), sc], 0),
        (&[lr, csr(CSRRW, 0, 0x341, 9), MRET, sc], 1),
    ] {
        let to = CODE + 4 * (words.len() as u64 - 1);
        let sim = after(Xlen::Rv64, words, &[(6, DATA), (7, 0x55), (9, to)]);
        assert_eq!(sim.x(8), failed, "{words:x?}");
        let wrote = sim.mem().read_u32(DATA).expect("mapped") == 0x55;
        assert_eq!(wrote, failed == 0 || words.len() == 3 && words[1] == sc, "{words:x?}");
    }
}

#[test]
fn atomic_accesses_trap_with_their_own_causes() {
    let (lr, sc, swap) = (amo(2, 2, 5, 6, 0), amo(3, 2, 5, 6, 7), amo(1, 2, 5, 6, 7));
    for (word, at, cause) in [
        (lr, DATA + 2, Cause::LoadMisaligned),
        (sc, DATA + 1, Cause::StoreMisaligned),
        (swap, DATA + 2, Cause::StoreMisaligned),
        (swap, 0x3, Cause::StoreMisaligned),
        (lr, 0x10, Cause::LoadAccessFault),
        (swap, 0x10, Cause::StoreAccessFault),
        // Readable, not writable.
        (swap, 0x4000, Cause::StoreAccessFault),
    ] {
        let mut sim = machine(config(Xlen::Rv32), &[word]);
        sim.mem_mut().map(0x4000, 16, Access::READ).expect("free");
        sim.set_x(6, at);
        assert_eq!(trap_of(&mut sim), (cause, CODE, at), "{word:08x}");
    }
}

#[test]
fn csrs_keep_the_bits_that_they_have() {
    let all = u64::from(u32::MAX);
    for (number, zeros, ones) in [
        (0x300, 0x1800, 0x1888),
        (0x301, 0x4080_1103, 0x4080_1103),
        (0x304, 0, 0x888),
        (0x305, 0, all - 2),
        (0x310, 0, 0),
        (0x320, 0, 5),
        (0x33f, 0, 0),
        (0x340, 0, all),
        (0x341, 0, all - 3),
        (0x342, 0, all),
        (0x343, 0, all),
        (0x344, 0, 0),
        (0x747, 0, 0),
        (0x800, 0, all),
        (0x801, 0, all),
        (0xb03, 0, 0),
        (0xb9f, 0, 0),
    ] {
        let words = [csr(CSRRW, 0, number, 6), csr(CSRRWI, 5, number, 0), csr(CSRRS, 7, number, 0)];
        let sim = after(Xlen::Rv32, &words, &[(6, all)]);
        assert_eq!((sim.x(5), sim.x(7)), (ones, zeros), "{number:#x}");
        assert_eq!(sim.csr(number as u16), Some(zeros));
    }
    let sim = Sim::new(Config { extensions: Extensions::BASE, ..config(Xlen::Rv64) });
    assert!((0..0x1000).all(|number| sim.csr(number).is_none()));
}

#[test]
fn counters_count_in_every_tier_and_a_write_wins() {
    // A loop of four instructions that reads instret each time.
    let words = [
        csr(CSRRS, 5, 0xc02, 0),
        csr(CSRRS, 6, 0xc00, 0),
        addi(7, 7, -1),
        branch(1, 7, 0, -12),
        csr(CSRRW, 0, 0xb02, 8),
        csr(CSRRS, 9, 0xb02, 0),
        csr(CSRRS, 10, 0xc01, 0),
        csr(CSRRSI, 0, 0x320, 4),
        csr(CSRRS, 11, 0xb02, 0),
        csr(CSRRS, 12, 0xb02, 0),
        csr(CSRRS, 13, 0xb00, 0),
    ];
    let mut sim = machine(config(Xlen::Rv64), &words);
    sim.set_x(7, 50);
    sim.set_x(8, 1000);
    assert_eq!(sim.run(4 * 50 + 7), Stop::Limit);
    assert_eq!((sim.x(5), sim.x(6)), (196, 197));
    assert_eq!((sim.x(9), sim.x(10)), (1000, 202));
    // The one that stops the counter is counted.
    assert_eq!((sim.x(11), sim.x(12), sim.x(13)), (1003, 1003, 206));
    assert_eq!(sim.csr(0xb02), Some(1003));
    sim.snapshot();
    sim.set_csr(0x340, 5);
    sim.reset();
    assert_eq!((sim.csr(0x340), sim.csr(0xc01)), (Some(0), Some(207)));
}

#[test]
fn seed_is_polled_by_reads() {
    let reads = [csr(CSRRW, 5, 0x15, 0), csr(CSRRW, 0, 0x15, 0), csr(CSRRSI, 6, 0x15, 1)];
    let mut sim = machine(config(Xlen::Rv32), &reads);
    // The first outputs for state 1234567, in the Rosetta Code task "Pseudo-random numbers/Splitmix64".
    let words =
        [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973].map(|w| 2 << 30 | w >> 48);
    sim.set_entropy(Entropy { seed: 1_234_567, ..Entropy::default() });
    assert_eq!(sim.run(3), Stop::Limit);
    assert_eq!([sim.x(5), sim.x(6)], words);
    sim.reset_csrs();
    sim.set_entropy(Entropy { seed: 1_234_567, bist: 1, wait: 1, dead: false });
    for expected in [0, 1 << 30, words[0], 1 << 30, words[1]] {
        sim.set_pc(CODE);
        assert_eq!((sim.step(), sim.x(5)), (Ok(()), expected));
    }
}

#[test]
fn a_handled_trap_returns() {
    for xlen in BOTH {
        let mut words = vec![0; 32];
        words[0] = csr(CSRRW, 0, 0x305, 6);
        words[1] = csr(CSRRSI, 0, 0x300, 8);
        words[2] = ECALL;
        words[3] = WFI;
        words[4] = FENCE_I;
        words[5] = jal(0, 0);
        words[16] = csr(CSRRS, 10, 0x342, 0);
        words[17] = csr(CSRRS, 11, 0x341, 0);
        words[18] = csr(CSRRS, 12, 0x300, 0);
        words[19] = addi(11, 11, 4);
        words[20] = csr(CSRRW, 0, 0x341, 11);
        words[21] = MRET;
        let mut sim = machine(config(xlen), &words);
        sim.set_x(6, CODE + 64);
        assert!(!sim.has_handler());
        let Stop::Trap(trap) = sim.run(100) else { panic!("it traps") };
        assert_eq!(trap, Trap { cause: Cause::EcallFromM, pc: CODE + 8, tval: 0 });
        assert!(sim.has_handler());
        sim.take_trap(&trap);
        assert_eq!(sim.run(8), Stop::Limit);
        assert_eq!((sim.x(10), sim.x(11), sim.x(12)), (11, CODE + 12, 0x1880));
        assert_eq!((sim.pc(), sim.csr(0x300), sim.instructions()), (CODE + 20, Some(0x1888), 10));
    }
}

#[test]
fn lines_are_those_of_spike() {
    let words = [
        csr(CSRRW, 5, 0x300, 6),
        csr(CSRRS, 5, 0x305, 0),
        csr(CSRRWI, 0, 0xb03, 1),
        amo(2, 2, 5, 7, 0),
        amo(3, 2, 5, 7, 6),
        amo(3, 2, 5, 7, 6),
        amo(0, 2, 5, 7, 6),
        ECALL,
    ];
    let mut sim = machine(config(Xlen::Rv32), &words);
    sim.set_x(6, 8);
    sim.set_x(7, DATA);
    let mut lines = Vec::new();
    sim.run_traced(100, |commit| lines.push(spike_line(commit, Xlen::Rv32)));
    assert_eq!(
        lines,
        [
            "core   0: 3 0x00001000 (0x300312f3) x5  0x00001800 c768_mstatus 0x00001808",
            "core   0: 3 0x00001004 (0x305022f3) x5  0x00000000",
            "core   0: 3 0x00001008 (0xb030d073) c2819_mhpmcounter3 0x00000000",
            "core   0: 3 0x0000100c (0x1003a2af) x5  0x00000000 mem 0x00008000",
            "core   0: 3 0x00001010 (0x1863a2af) x5  0x00000000 mem 0x00008000 0x00000008",
            "core   0: 3 0x00001014 (0x1863a2af) x5  0x00000001",
            "core   0: 3 0x00001018 (0x0063a2af) x5  0x00000008 mem 0x00008000 mem 0x00008000 0x00000010",
        ]
    );
}
