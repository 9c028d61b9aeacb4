//! The custom sets: worked by hand, in the decoded and in the threaded tier.

use super::common::{CODE, config, i_type, machine, r_type};
use simulator::{Sim, Xlen};

const CUSTOM_1: u32 = 0x2b;
const MONTN: u16 = 0x800;
const MONTNINV: u16 = 0x801;

/// An R4-type word on x5, x6, x7 and x28.
const fn r4(funct3: u32, funct2: u32) -> u32 {
    r_type(CUSTOM_1, funct3, 28 << 2 | funct2, 5, 6, 7)
}

/// What is in x5 after the last of as many copies of the word as make a block hot.
fn result(xlen: Xlen, word: u32, [a, b, c]: [u64; 3], set: impl Fn(&mut Sim)) -> u64 {
    let mut sim = machine(config(xlen), &[word; 8]);
    sim.set_x(6, a);
    sim.set_x(7, b);
    sim.set_x(28, c);
    set(&mut sim);
    sim.run(8);
    assert_eq!(sim.pc(), CODE + 32, "{word:#010x} retires");
    sim.x(5)
}

fn plain(xlen: Xlen, word: u32, sources: [u64; 3]) -> u64 {
    result(xlen, word, sources, |_| ())
}

#[test]
fn additions_have_a_carry_in_and_out() {
    let (addc, addcc) = (r4(0, 0), r4(0, 1));
    for (xlen, most) in [(Xlen::Rv32, 0xffff_ffff), (Xlen::Rv64, u64::MAX)] {
        // Only bit 0 of rs3 counts.
        for (sources, sum, carry) in [
            ([most, 0, 1], 0, 1),
            ([most, 0, 2], most, 0),
            ([most, most, 3], most, 1),
            ([most >> 1, (most >> 1) + 1, 0], most, 0),
        ] {
            assert_eq!(plain(xlen, addc, sources), sum, "{xlen:?} {sources:x?}");
            assert_eq!(plain(xlen, addcc, sources), carry, "{xlen:?} {sources:x?}");
        }
    }
}

#[test]
fn products_take_a_summand() {
    let (low, high) = (r4(0, 2), r4(0, 3));
    for (xlen, most) in [(Xlen::Rv32, 0xffff_ffff), (Xlen::Rv64, u64::MAX)] {
        // With R = most + 1: (R - 1)^2 + (R - 1) = (R - 1) R, and 2 (R / 2) + 3 = R + 3.
        assert_eq!([low, high].map(|word| plain(xlen, word, [most; 3])), [0, most]);
        let half = most / 2 + 1;
        assert_eq!([low, high].map(|word| plain(xlen, word, [half, 2, 3])), [3, 1]);
    }
}

#[test]
fn a_reduction_reads_its_modulus_from_csrs() {
    let montred = r_type(CUSTOM_1, 2, 0, 5, 6, 7);
    // 3 0x55555555 = 2^32 - 1. T = 2^32 + 5; m = 5 0x55555555 mod 2^32 = 0xaaaaaaa9; T + 3 m = 3 2^32; 3 - 3 = 0.
    let three = |sim: &mut Sim| {
        sim.set_csr(MONTN, 3);
        sim.set_csr(MONTNINV, 0x5555_5555);
    };
    assert_eq!(result(Xlen::Rv32, montred, [1, 5, 0], three), 0);
    for (xlen, most) in [(Xlen::Rv32, 0xffff_ffff), (Xlen::Rv64, u64::MAX)] {
        // n = 2^XLEN - 1 and -1/n = 1: the words are added, less n.
        let all_ones = |sim: &mut Sim| {
            sim.set_csr(MONTN, u64::MAX);
            sim.set_csr(MONTNINV, 1);
            assert_eq!([sim.csr(MONTN), sim.csr(0x7ff)], [Some(most), None]);
        };
        assert_eq!(result(xlen, montred, [most - 1, most, 0], all_ones), most - 1);
        assert_eq!(result(xlen, montred, [1, most - 1, 0], all_ones), 0);
    }
}

#[test]
fn csrs_return_with_a_reset() {
    let mut sim = machine(config(Xlen::Rv64), &[r_type(CUSTOM_1, 2, 0, 5, 6, 7)]);
    sim.set_csr(MONTN, 7);
    sim.snapshot();
    sim.set_csr(MONTN, 9);
    sim.reset();
    assert_eq!(sim.csr(MONTN), Some(7));
}

#[test]
fn lanes_turn_and_are_added() {
    let vrot = |by| i_type(CUSTOM_1, 3, 5, 6, by);
    let x = 0x8000_0000_0000_0005;
    assert_eq!(plain(Xlen::Rv64, vrot(62), [x, 0, 0]), 0x6000_0000_0000_0001);
    assert_eq!(plain(Xlen::Rv64, vrot(0), [x, 0, 0]), x);
    assert_eq!(plain(Xlen::Rv64, r4(1, 0), [x, 3, 1 << 63 | 1]), 7);
}

#[test]
fn bytes_are_inverted_and_multiplied() {
    let inverse = r_type(CUSTOM_1, 2, 2, 5, 6, 0);
    // {02}{8d} = {03}{f6} = {04}{cb} = {01}.
    assert_eq!(plain(Xlen::Rv32, inverse, [0x8d03_0100, 0, 0]), 0x02f6_0100);
    assert_eq!(plain(Xlen::Rv64, inverse, [0xcbf6_8d04_0302_0100, 0, 0]), 0x0403_02cb_f68d_0100);
    // The matrix of the AES S-box takes {ca} to {8e}, {80} to {8f} and {01} to {1f}.
    let matrix = 0xf87c_3e1f_8fc7_e3f1_u64;
    let halves = [0xca80_0100, matrix & 0xffff_ffff, matrix >> 32];
    assert_eq!(plain(Xlen::Rv32, r4(1, 1), halves), 0x8e8f_1f00);
    let product = plain(Xlen::Rv64, r_type(CUSTOM_1, 2, 1, 5, 6, 7), [0xca80_0100, matrix, 0]);
    assert_eq!(product, 0x8e8f_1f00);
}
