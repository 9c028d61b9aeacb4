//! What only the inside can see and choose: whether the processor's own AES is used, and whether code is native.

use super::*;
use crate::memory::Access;

/// Twenty turns of a loop around `body`, from registers and data that are all different.
fn looped(xlen: Xlen, body: &[u32], change: impl Fn(&mut Sim)) -> Vec<u64> {
    let back = 4 * (body.len() as u32 + 1);
    // addi x31, x31, -1; bne x31, x0, back to the first word; ebreak
    let branch = 0x000f_9063
        | (back.wrapping_neg() >> 12 & 1) << 31
        | (back.wrapping_neg() >> 5 & 0x3f) << 25
        | (back.wrapping_neg() >> 1 & 0xf) << 8
        | (back.wrapping_neg() >> 11 & 1) << 7;
    let code = [body, &[0xffff_8f93, branch, 0x0010_0073]].concat();
    let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut sim = Sim::new(Config { thread_after: 0, native_after: 0, ..Config::new(xlen) });
    sim.mem_mut().map(0x1000, 0x1000, Access::READ | Access::EXEC).expect("free");
    sim.mem_mut().write_bytes(0x1000, &bytes).expect("mapped");
    for r in 1..32 {
        sim.set_x(r, u64::from(r).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    sim.set_x(15, 0x1000);
    sim.set_x(31, 20);
    change(&mut sim);
    sim.set_pc(0x1000);
    assert!(matches!(sim.run(10_000), Stop::Trap(Trap { cause: Cause::Breakpoint, .. })));
    (0..32).map(|r| sim.x(r)).chain([sim.instructions()]).collect()
}

/// AES on the processor's instructions, on the tables in groups, and on the decoded tier.
#[test]
fn aes_does_not_depend_on_the_processor() {
    let load = |funct3: u32, rd: u32, at: u32| at << 20 | 15 << 15 | funct3 << 12 | rd << 7 | 3;
    let op = |funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32| {
        funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33
    };
    let mut cases = Vec::new();
    for funct7 in [0x19, 0x1b, 0x1d, 0x1f] {
        let halves = [op(funct7, 0, 5, 3, 4), op(funct7, 0, 6, 4, 3)];
        let key = [load(3, 7, 0), load(3, 8, 8), op(0, 4, 3, 5, 7), op(0, 4, 4, 6, 8)];
        cases.push((Xlen::Rv64, [halves.as_slice(), &key].concat()));
    }
    for (funct7, right) in [(0x11, 1), (0x13, 1), (0x15, 3), (0x17, 3)] {
        let column = |j: u32, from: u32, to: u32| {
            let source = move |bs: u32| from + (j + right * bs) % 4;
            let byte = move |bs: u32| op(funct7 | bs << 5, 0, to + j, to + j, source(bs));
            [load(2, to + j, 4 * j)].into_iter().chain((0..4).map(byte))
        };
        let there = (0..4).flat_map(|j| column(j, 1, 5));
        let back = (0..4).flat_map(|j| column(j, 5, 1));
        cases.push((Xlen::Rv32, there.chain(back).collect()));
    }
    for (xlen, body) in cases {
        let decoded = looped(xlen, &body, |sim| sim.config.tier_limit = 0);
        assert_eq!(looped(xlen, &body, |_| {}), decoded);
        let threaded = |hardware| {
            looped(xlen, &body, |sim| {
                sim.threaded = Threaded::new(false, None);
                sim.threaded.hardware = hardware;
            })
        };
        assert_eq!([threaded(true), threaded(false)], [decoded.clone(), decoded]);
    }
}

/// `add x5, x5, x6; addi x7, x7, -1`.
const BODY: [u32; 2] = [0x0062_82b3, 0xfff3_8393];

#[test]
#[cfg(all(target_arch = "x86_64", unix))]
fn loops_become_native_unless_forbidden() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        for (tier_limit, native) in [(0, false), (1, false), (2, true)] {
            let config =
                Config { tier_limit, thread_after: 0, native_after: 0, ..Config::new(xlen) };
            let mut sim = Sim::new(config);
            sim.mem_mut().map(0x1000, 0x1000, Access::READ | Access::EXEC).expect("free");
            // And jal x0, -8.
            let code: Vec<u8> =
                BODY.iter().chain(&[0xff9f_f06f]).flat_map(|word| word.to_le_bytes()).collect();
            sim.mem_mut().write_bytes(0x1000, &code).expect("mapped");
            sim.set_pc(0x1000);
            assert_eq!(sim.run(3000), Stop::Limit);
            assert_eq!(sim.threaded.native.len() > 0, native, "tier limit {tier_limit}");
            assert_eq!(sim.x(7), (xlen.mask() - 999), "tier limit {tier_limit}");
            assert_eq!(sim.run_traced(3000, |_| {}), Stop::Limit);
            assert_eq!(sim.traced.native.len() > 0, native, "tier limit {tier_limit}");
        }
    }
}

#[test]
#[cfg(all(target_arch = "x86_64", unix))]
fn a_bug_of_native_code_shows() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let decoded = looped(xlen, &BODY, |sim| sim.config.tier_limit = 0);
        assert_eq!(looped(xlen, &BODY, |_| {}), decoded);
        assert_ne!(looped(xlen, &BODY, |sim| sim.threaded.native.bug = true), decoded);
    }
}

/// What a block leaves in registers is in a trace as the code left it, and not as its reader would have computed it.
#[test]
#[cfg(all(target_arch = "x86_64", unix))]
fn a_bug_of_native_code_shows_in_a_trace() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let records = |tier_limit, bug| {
            let config =
                Config { tier_limit, thread_after: 0, native_after: 0, ..Config::new(xlen) };
            let mut sim = Sim::new(config);
            sim.mem_mut().map(0x1000, 0x1000, Access::READ | Access::EXEC).expect("free");
            let code: Vec<u8> =
                BODY.iter().chain(&[0xff9f_f06f]).flat_map(|word| word.to_le_bytes()).collect();
            sim.mem_mut().write_bytes(0x1000, &code).expect("mapped");
            sim.set_x(6, 1);
            sim.set_pc(0x1000);
            sim.traced.native.bug = bug;
            let mut records = Vec::new();
            assert_eq!(sim.run_traced(3000, |commit| records.push(*commit)), Stop::Limit);
            records
        };
        assert!(records(2, false) == records(0, false));
        assert!(records(2, true) != records(0, false));
    }
}

/// An operand that is read for the last time is not lost when the other one needs its host register.
#[test]
#[cfg(all(target_arch = "x86_64", unix))]
fn operands_of_one_operation_do_not_displace_each_other() {
    let addi = |rd: u32, rs1: u32, imm: u32| imm << 20 | rs1 << 15 | rd << 7 | 0x13;
    let add = |rd: u32, rs1: u32, rs2: u32| rs2 << 20 | rs1 << 15 | rd << 7 | 0x33;
    // More values than host registers, all of them read again but x5, which is overwritten.
    let taken = (5..15).map(|r| addi(r, r, r));
    let both = [add(16, 5, 20), addi(5, 17, 1), add(21, 20, 20)];
    let again = (6..15).map(|r| add(22, 22, r));
    let body: Vec<u32> = taken.chain(both).chain(again).collect();
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let decoded = looped(xlen, &body, |sim| sim.config.tier_limit = 0);
        assert_eq!(looped(xlen, &body, |_| {}), decoded);
    }
}
