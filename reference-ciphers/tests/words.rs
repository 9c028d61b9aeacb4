//! Functions on words: published vectors, and the laws that the standards state.

use reference_ciphers::{ascon, chacha20, kyber};
use semantics::domain::{Bv, Concrete};

type Plain = Concrete<2>;

fn value(width: u32, v: u128) -> Bv<Plain> {
    Bv::new(Plain::default(), width, v)
}

fn numbers<const N: usize>(values: [Bv<Plain>; N]) -> [u128; N] {
    values.map(|v| v.raw().low())
}

/// RFC 8439, section 2.1.1, and section 2.2.1: words 2, 7, 8 and 13.
#[test]
fn quarter_rounds_of_the_standard() {
    for (before, after) in [
        (
            [0x1111_1111, 0x0102_0304, 0x9b8d_6f43, 0x0123_4567],
            [0xea2a_92f4, 0xcb1c_f8ce, 0x4581_472e, 0x5881_c4bb],
        ),
        (
            [0x5164_61b1, 0x2a5f_714c, 0x5337_2767, 0x3d63_1689],
            [0xbdb8_86dc, 0xcfac_afd2, 0xe46b_ea80, 0xccc0_7c79],
        ),
    ] {
        let words = before.map(|word| value(32, word));
        assert_eq!(numbers(chacha20::quarter_round(words)), after);
    }
}

/// SP 800-232, Ascon-Hash256: the state after the initialization, of which the values are printed.
#[test]
fn the_permutation_makes_the_initial_state_of_the_hash() {
    let iv = [0x0000_0801_00cc_0002, 0, 0, 0, 0].map(|word| value(64, word));
    let after = [
        0x9b1e_5494_e934_d681,
        0x4bc3_a01e_3337_51d2,
        0xae65_396c_6b34_b81a,
        0x3c7f_d4a4_d56a_4db3,
        0x1a5c_4649_06c5_976d,
    ];
    assert_eq!(numbers(ascon::permutation(12, iv)), after);
}

/// SP 800-232, section 3.3, the S-box as a table.
#[test]
fn the_s_box_is_the_one_in_the_table() {
    const TABLE: [u128; 32] = [
        0x4, 0xb, 0x1f, 0x14, 0x1a, 0x15, 0x9, 0x2, 0x1b, 0x5, 0x8, 0x12, 0x1d, 0x3, 0x6, 0x1c,
        0x1e, 0x13, 0x7, 0xe, 0x0, 0xd, 0x11, 0x18, 0x10, 0xc, 0x1, 0x19, 0x16, 0xa, 0xf, 0x17,
    ];
    for (x, expected) in (0..).zip(TABLE) {
        // x0 is the most significant bit of a column.
        let state = std::array::from_fn(|i| value(64, x >> (4 - i) & 1));
        let bits = numbers(ascon::substitution(state)).map(|word| word & 1);
        assert_eq!(bits.into_iter().fold(0, |all, bit| all << 1 | bit), expected, "{x:#x}");
    }
}

const COEFFICIENTS: std::ops::Range<u128> = 0..kyber::Q as u128;

/// FIPS 203, section 2.3: r mod q is below q and differs from r by a multiple of it.
#[test]
fn arithmetic_is_that_of_integers_modulo_q() {
    let q = u128::from(kyber::Q);
    for a in COEFFICIENTS.step_by(7).chain([q - 1]) {
        for b in COEFFICIENTS.step_by(5).chain([q - 1]) {
            let (x, y) = (value(12, a), value(12, b));
            let results = numbers([kyber::add(x, y), kyber::sub(x, y), kyber::multiply(x, y)]);
            assert_eq!(results, [(a + b) % q, (a + q - b) % q, a * b % q], "{a} {b}");
        }
    }
}

/// FIPS 203, section 4.2.1: decompression followed by compression preserves the input, and compression
/// followed by decompression changes a coefficient by at most round(q / 2^(d+1)).
#[test]
fn compression_has_the_properties_that_the_standard_states() {
    let q = u128::from(kyber::Q);
    for d in 1..12 {
        for y in 0..1 << d {
            let back = kyber::compress(d, kyber::decompress(d, value(d, y)));
            assert_eq!(back.raw().low(), y, "d = {d}");
        }
        let most = (q + (1 << d)) >> (d + 1);
        for x in COEFFICIENTS {
            let near = kyber::decompress(d, kyber::compress(d, value(12, x))).raw().low();
            let apart = near.abs_diff(x);
            assert!(apart.min(q - apart) <= most, "d = {d}: {x} became {near}");
        }
    }
}

/// FIPS 203, section 4.2.2: the centered binomial distribution, value by value.
#[test]
fn samples_are_distributed_as_the_standard_says() {
    let q = u128::from(kyber::Q);
    // How often -eta to eta come among all strings of bits: row 2 eta of Pascal's triangle.
    for (eta, row) in [(2, &[1, 4, 6, 4, 1][..]), (3, &[1, 6, 15, 20, 15, 6, 1])] {
        let mut counts = vec![0; row.len()];
        for bits in 0..1 << (2 * eta) {
            let sample = kyber::sample_cbd(eta, value(2 * eta, bits)).raw().low();
            counts[((sample + u128::from(eta)) % q) as usize] += 1;
        }
        assert_eq!(counts, row);
    }
    assert_eq!(kyber::sample_cbd(2, value(4, 0b0011)).raw().low(), 2);
    assert_eq!(kyber::sample_cbd(3, value(6, 0b100_000)).raw().low(), q - 1);
}

/// FIPS 203, appendix A: the first and the last rows of both tables; the powers of the second one in their
/// balanced form.
#[test]
fn powers_of_zeta_are_those_that_are_printed() {
    const FIRST: [u32; 16] =
        [1, 1729, 2580, 3289, 2642, 630, 1897, 848, 1062, 1919, 193, 797, 2786, 3260, 569, 1746];
    const LAST: [u32; 8] = [1722, 1212, 1874, 1029, 2110, 2935, 885, 2154];
    assert_eq!(kyber::ZETAS[..16], FIRST);
    assert_eq!(kyber::ZETAS[120..], LAST);
    const PAIRS: [i64; 16] = [
        17, -17, 2761, -2761, 583, -583, 2649, -2649, 1637, -1637, 723, -723, 2288, -2288, 1100,
        -1100,
    ];
    let q = i64::from(kyber::Q);
    let gammas = PAIRS.map(|gamma| gamma.rem_euclid(q) as u32);
    assert_eq!(kyber::GAMMAS[..16], gammas);
    assert_eq!(kyber::GAMMAS[126..], [2154, kyber::Q - 2154]);
}

type Coefficient = Bv<Plain>;

/// A polynomial with coefficients that a small generator draws.
fn polynomial(seed: u64) -> Vec<Coefficient> {
    let mut state = seed;
    let mut draw = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(state >> 33) % u128::from(kyber::Q)
    };
    (0..kyber::N).map(|_| value(12, draw())).collect()
}

fn plain(f: &[Coefficient]) -> Vec<u128> {
    f.iter().map(|c| c.raw().low()).collect()
}

/// FIPS 203, section 4.3: NTT(f) is f modulo X^2 less each power of zeta, multiplication of those is
/// multiplication of polynomials modulo X^256 + 1, and algorithm 10 is the inverse of algorithm 9.
#[test]
fn the_transform_has_the_properties_that_the_standard_states() {
    let q = u128::from(kyber::Q);
    for seed in 0..4 {
        let (f, h) = (polynomial(seed), polynomial(seed + 100));
        let transformed = kyber::ntt(&f);
        assert_eq!(plain(&kyber::inverse_ntt(&transformed)), plain(&f));
        let coefficients = plain(&f);
        for (i, gamma) in kyber::GAMMAS.into_iter().enumerate() {
            for half in 0..2 {
                // Horner's rule on every other coefficient.
                let powers = coefficients.iter().skip(half).step_by(2).rev();
                let rest = powers.fold(0, |rest, c| (rest * u128::from(gamma) + c) % q);
                assert_eq!(transformed[2 * i + half].raw().low(), rest, "{i} {half}");
            }
        }
        let product = kyber::inverse_ntt(&kyber::multiply_ntts(&transformed, &kyber::ntt(&h)));
        let others = plain(&h);
        let mut expected = vec![0; kyber::N];
        for (i, a) in coefficients.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                let (at, c) = ((i + j) % kyber::N, a * b);
                // X^256 is -1.
                let c = if i + j < kyber::N { c } else { q * q - c };
                expected[at] = (expected[at] + c) % q;
            }
        }
        assert_eq!(plain(&product), expected);
    }
}
