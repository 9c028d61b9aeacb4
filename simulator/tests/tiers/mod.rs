//! Loops of random instructions end in the same state whatever the tier.

use proptest::prelude::*;
use simulator::trace::Records;
use simulator::{Config, Misaligned, Sim, Stop, Xlen};

use crate::suite::common::{
    CODE, DATA, ECALL, addi, branch, i_type, jal, jalr, load, machine, r_type, store,
};

/// Counts the turns of the loop; nothing else writes it.
const TURNS: u32 = 31;
/// Points into the data; mostly left alone.
const POINTER: u32 = 15;
/// Points to the code; left alone.
const CODE_POINTER: u32 = 30;

const FACTS: [&str; 2] = [
    include_str!("../suite/facts/values_rv32.csv"),
    include_str!("../suite/facts/values_rv64.csv"),
];

/// Words of every register instruction of a width, from the facts.
fn legal(xlen: Xlen) -> Vec<u32> {
    let facts = FACTS[usize::from(xlen == Xlen::Rv64)];
    let word = |row: &str| u32::from_str_radix(row.split(',').nth(1)?, 16).ok();
    facts.lines().skip(2).filter_map(word).collect()
}

/// Few registers, so that results are used; sometimes x0.
fn register() -> impl Strategy<Value = u32> + Clone {
    prop_oneof![1 => Just(0_u32), 20 => 1_u32..15]
}

/// The word with other registers.
fn renamed(word: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    let word = word & !0x000f_8f80 | rd << 7 | rs1 << 15;
    // Only where the field is a register, which the facts have as x7.
    let has_rs2 = matches!(word & 0x7f, 0x33 | 0x3b) && word >> 20 & 0x1f == 7;
    if has_rs2 { word & !0x01f0_0000 | rs2 << 20 } else { word }
}

/// The two halves of an AES round, a key and its addition; sometimes with a wrong register.
fn aes64(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    let ops = prop::sample::select(vec![0x19, 0x1b, 0x1d, 0x1f]);
    (ops, 0..8_u32, 0..2040_i32).prop_map(move |(op, odd, offset)| {
        let wrong = |place: u32, register| if odd == place { 6 } else { register };
        let words = [
            r_type(0x33, 0, op, wrong(1, 5), 3, 4),
            r_type(0x33, 0, op, wrong(2, 6), 4, wrong(3, 3)),
            load(3, 7, POINTER, offset & !7),
            load(3, wrong(4, 8), POINTER, offset),
            r_type(0x33, 4, 0, 3, 5, 7),
            r_type(0x33, 4, 0, 4, wrong(5, 6), 8),
        ];
        if xlen == Xlen::Rv64 { words.to_vec() } else { vec![] }
    })
}

/// Two AES rounds of four columns with their keys; sometimes with a wrong register,
/// sometimes with one in two roles.
fn aes32(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    let ops = prop::sample::select(vec![(0x11, 1), (0x13, 1), (0x15, 3), (0x17, 3)]);
    let odd = (0..80_usize, 1..15_u32);
    // Half of the time one register is another, maybe the one that points to the keys.
    let roles = (0..16_usize, prop::sample::select(vec![1, 2, 3, 4, 5, 6, 7, 8, POINTER]));
    (ops, odd, 0..2010_i32, roles).prop_map(
        move |((op, right), (place, register), offset, role)| {
            let mut words = Vec::new();
            let mut registers = [1, 2, 3, 4, 5, 6, 7, 8];
            if let Some(other) = registers.get_mut(role.0) {
                *other = role.1;
            }
            for (from, to) in [(0, 4), (4, 0)] {
                for j in 0..4 {
                    let rd = registers[to + j];
                    words.push(load(2, rd, POINTER, offset + (to + j) as i32 * 4));
                    for bs in 0..4 {
                        let source = registers[from + (j + right * bs) % 4];
                        words.push(r_type(0x33, 0, op | (bs as u32) << 5, rd, rd, source));
                    }
                }
            }
            if let Some(word) = words.get_mut(place) {
                *word = *word & !0x0000_0f80 | register << 7;
            }
            if xlen == Xlen::Rv32 { words } else { vec![] }
        },
    )
}

/// A rotation from shifts, and what SHA-2 does with it; sometimes with a wrong register.
fn rotation(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    let amounts = (0..32_i32, 0..32_i32, any::<bool>());
    (amounts, any::<bool>(), 0..12_u32, register()).prop_map(
        move |((right, left, complement), word, place, register)| {
            let left = if complement { (32 - right) & 31 } else { left };
            let opcode = if word && xlen == Xlen::Rv64 { 0x1b } else { 0x13 };
            let add = if word && xlen == Xlen::Rv64 { 0x3b } else { 0x33 };
            let odd = |at: u32, usual| if at == place { register } else { usual };
            vec![
                i_type(opcode, 5, odd(0, 10), odd(1, 9), right),
                i_type(opcode, 1, odd(2, 11), odd(3, 9), left),
                r_type(0x33, 6, 0, odd(4, 10), odd(5, 10), odd(6, 11)),
                r_type(0x33, 4, 0, odd(7, 12), odd(8, 12), 10),
                r_type(add, 0, 0, odd(9, 13), 12, odd(10, 13)),
            ]
        },
    )
}

/// A shift and two rotations of it summed, or three rotations; sometimes with a wrong register,
/// often with one in two roles.
fn sum(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    let amounts = [1..32_i32, 1..32_i32, 1..32_i32];
    let roles = prop_oneof![Just([9, 10, 11, 12]), prop::array::uniform4(9..13_u32)];
    (amounts, roles, any::<bool>(), 0..70_usize, register()).prop_map(
        move |(amounts, [source, total, to, other], whole, place, register)| {
            let opcode = if xlen == Xlen::Rv64 { 0x1b } else { 0x13 };
            let rotation = |to, amount: i32| {
                [
                    i_type(opcode, 5, to, source, amount),
                    i_type(opcode, 1, other, source, 32 - amount),
                    r_type(0x33, 6, 0, to, to, other),
                ]
            };
            let first = rotation(total, amounts[0]);
            let mut words = first[..if whole { 3 } else { 1 }].to_vec();
            for amount in &amounts[1..] {
                words.extend(rotation(to, *amount));
                words.push(r_type(0x33, 4, 0, total, total, to));
            }
            let add = if xlen == Xlen::Rv64 { 0x3b } else { 0x33 };
            words.push(r_type(add, 0, 0, 13, 13, total));
            // One of the three register fields of one word; an immediate changes too.
            let shift = [7, 15, 20][place % 3];
            if let Some(word) = words.get_mut(place / 3) {
                *word = *word & !(0x1f << shift) | register << shift;
            }
            words
        },
    )
}

/// Two compressed instructions, mostly arithmetic, in a word; or a word between two of them, at an odd half.
fn compressed(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    // Registers 8 to 15 and small ones only, so that the loop's own are left alone.
    let arithmetic = prop::sample::select(vec![
        0x0401_u16, 0x8001, 0x8401, 0x8801, 0x8c01, 0x8c21, 0x8c41, 0x8c61, 0x4401, 0x9402, 0x8402,
    ]);
    let half = (arithmetic, any::<u16>()).prop_map(|(op, bits)| op | bits & 0x101c);
    let any_half = any::<u16>().prop_map(|half| if half & 3 == 3 { 0x0001 } else { half });
    let half = prop_oneof![40 => half, 1 => any_half];
    (half.clone(), half, prop::option::of(prop::sample::select(legal(xlen)))).prop_map(
        |(first, second, word)| match word {
            Some(word) => vec![u32::from(first) | word << 16, word >> 16 | u32::from(second) << 16],
            None => vec![u32::from(first) | u32::from(second) << 16],
        },
    )
}

/// Some instructions of a loop's body.
fn piece(xlen: Xlen) -> impl Strategy<Value = Vec<u32>> {
    let sizes = if xlen == Xlen::Rv32 { vec![0, 1, 2] } else { vec![0, 1, 2, 3] };
    let legal = prop::sample::select(legal(xlen));
    let three = (register(), register(), register());
    let access = (prop::sample::select(sizes), register(), -64..64_i32);
    prop_oneof![
        20 => (legal, three).prop_map(|(word, (rd, rs1, rs2))| vec![renamed(word, rd, rs1, rs2)]),
        4 => access.clone().prop_map(|(size, r, at)| vec![load(size, r, POINTER, at)]),
        4 => access.clone().prop_map(|(size, r, at)| vec![store(size, r, POINTER, at)]),
        // Anywhere at all: mostly a trap.
        1 => (access, 1..15_u32).prop_map(|((size, r, at), base)| vec![load(size, r, base, at)]),
        // Forward over the next instruction, on any condition.
        3 => (prop::sample::select(vec![0, 1, 4, 5, 6, 7]), register(), register())
            .prop_map(|(funct3, a, b)| vec![branch(funct3, a, b, 8)]),
        1 => register().prop_map(|r| vec![jal(r, 8)]),
        // auipc and jalr to the word after the next.
        1 => Just(vec![0x0000_0017 | 14 << 7, jalr(1, 14, 12)]),
        // Anywhere at all: a trap, when the target is even.
        1 => (register(), register(), 0..4).prop_map(|(rd, rs1, at)| vec![jalr(rd, rs1, at)]),
        // A new word somewhere in the body, from data that the loop computes on.
        1 => (0..40_i32, register()).prop_map(|(at, r)| vec![store(2, r, CODE_POINTER, 4 * at)]),
        // The same word again, from where it is.
        1 => (0..40_i32).prop_map(|at| {
            vec![load(2, 14, CODE_POINTER, 4 * at), store(2, 14, CODE_POINTER, 4 * at)]
        }),
        1 => any::<u32>().prop_map(|word| vec![word]),
        3 => aes64(xlen),
        3 => aes32(xlen),
        3 => rotation(xlen),
        3 => sum(xlen),
        8 => compressed(xlen),
    ]
}

#[derive(Clone, Debug)]
struct Case {
    config: Config,
    code: Vec<u32>,
    regs: Vec<u64>,
    turns: u64,
    limit: u64,
    cut: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let xlen = prop_oneof![Just(Xlen::Rv32), Just(Xlen::Rv64)];
    xlen.prop_flat_map(|xlen| {
        let misaligned = prop_oneof![Just(Misaligned::Allowed), Just(Misaligned::Trap)];
        let body = prop::collection::vec(piece(xlen), 1..25);
        let regs = prop::collection::vec(any::<u64>(), 32);
        let limits = (1_u64..40, 1_u64..4000, 1_u64..500);
        (misaligned, body, regs, limits, (0_u8..6, prop_oneof![3 => Just(0), 1 => 1..3_u8]))
            .prop_map(
                move |(
                    misaligned,
                    body,
                    regs,
                    (turns, limit, cut),
                    (thread_after, native_after),
                )| {
                    let mut code = body.concat();
                    let back = -4 * (code.len() as i32 + 2);
                    code.extend([addi(TURNS, TURNS, -1), addi(0, 0, 0)]);
                    code.extend([branch(1, TURNS, 0, back), ECALL]);
                    let config =
                        Config { misaligned, thread_after, native_after, ..Config::new(xlen) };
                    Case { config, code, regs, turns, limit, cut }
                },
            )
    })
}

fn prepared(case: &Case, tier_limit: u8) -> Sim {
    let mut sim = machine(Config { tier_limit, ..case.config }, &case.code);
    for (r, &value) in case.regs.iter().enumerate() {
        sim.set_x(r as u8, value);
    }
    let bytes: Vec<u8> = case.regs.iter().flat_map(|v| v.to_le_bytes()).collect();
    sim.mem_mut().write_bytes(DATA + 0x400, &bytes).expect("mapped");
    sim.set_x(POINTER as u8, DATA + 0x440);
    sim.set_x(CODE_POINTER as u8, CODE);
    sim.set_x(TURNS as u8, case.turns);
    sim.set_tohost(Some(DATA + 0x480));
    sim
}

type State = (u64, u64, Vec<u64>, Vec<u8>, Vec<u8>);

fn state(sim: &Sim) -> State {
    let regs = (0..32).map(|r| sim.x(r)).collect();
    let bytes = |at, len| sim.mem().read_bytes(at, len).expect("mapped").to_vec();
    (sim.pc(), sim.instructions(), regs, bytes(DATA, 0x1000), bytes(CODE, 0x400))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn the_tiers_agree(case in cases()) {
        let mut decoded = prepared(&case, 0);
        let mut decoded_commits = Vec::new();
        let stop = decoded.run_traced(case.limit, |commit| decoded_commits.push(*commit));
        prop_assert_eq!(decoded_commits.len() as u64, decoded.instructions());
        let mut untraced = prepared(&case, 0);
        prop_assert_eq!(untraced.run(case.limit), stop);
        prop_assert_eq!(state(&untraced), state(&decoded));

        for tier_limit in [1, 2] {
            let mut whole = prepared(&case, tier_limit);
            whole.snapshot();
            prop_assert_eq!(whole.run(case.limit), stop);
            prop_assert_eq!(state(&whole), state(&decoded));

            // The same again, with the blocks of the first run and with what it changed undone.
            whole.reset();
            prop_assert_eq!(whole.run(case.limit), stop);
            prop_assert_eq!(state(&whole), state(&decoded));

            let mut pieces = prepared(&case, tier_limit);
            let mut left = case.limit;
            let in_pieces = loop {
                let stop = pieces.run(case.cut.min(left));
                left -= case.cut.min(left);
                if stop != Stop::Limit || left == 0 {
                    break stop;
                }
            };
            prop_assert_eq!(in_pieces, stop);
            prop_assert_eq!(state(&pieces), state(&decoded));

            let mut commits = Vec::new();
            let mut traced = prepared(&case, tier_limit);
            prop_assert_eq!(traced.run_traced(case.limit, |commit| commits.push(*commit)), stop);
            prop_assert_eq!(state(&traced), state(&decoded));
            prop_assert_eq!(&commits, &decoded_commits);

            let mut recorded = prepared(&case, tier_limit);
            commits.clear();
            let collect = |records: &mut Records| records.for_each(|commit| commits.push(*commit));
            prop_assert_eq!(recorded.run_recorded(case.limit, collect), stop);
            prop_assert_eq!(state(&recorded), state(&decoded));
            prop_assert_eq!(&commits, &decoded_commits);
        }
    }
}
