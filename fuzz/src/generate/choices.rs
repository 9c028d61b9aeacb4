//! Where the generators get their choices from: a seed and a case number, or bytes.

use arbitrary::Unstructured;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A source of choices. One generator text serves campaigns, proptest and libFuzzer.
pub trait Choices {
    /// A number below `n`, which is not 0. Uniform when the source is.
    fn below(&mut self, n: u32) -> u32;
    /// 64 bits.
    fn bits(&mut self) -> u64;
    /// True once in `n` times.
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }
}

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator with this state.
    pub fn new(state: u64) -> Self {
        SplitMix(state)
    }
}

impl Choices for SplitMix {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// The sources of a seed's cases from one number on: case `k` starts from number `k` of the ChaCha8
/// stream, so it can be made alone, and neighbours cost eight bytes of the stream each.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The sources of cases `first`, `first + 1`, ...
    pub fn new(seed: u64, first: u64) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_word_pos(2 * u128::from(first));
        Seeded(stream)
    }
}

impl Iterator for Seeded {
    type Item = SplitMix;
    #[inline]
    fn next(&mut self) -> Option<SplitMix> {
        Some(SplitMix(self.0.next_u64()))
    }
}

/// Bytes as choices, zeros after the end: one byte for a choice among at most 256, two for more, eight
/// for 64 bits, least significant first.
#[derive(Debug)]
pub struct Bytes<'a, 'b>(pub &'b mut Unstructured<'a>);

impl Choices for Bytes<'_, '_> {
    fn below(&mut self, n: u32) -> u32 {
        let mut le = [0; 4];
        let len = if n <= 256 { 1 } else { 2 };
        // Beyond the end the buffer is zero, which is a choice as good as any.
        let _ = self.0.fill_buffer(&mut le[..len]);
        u32::from_le_bytes(le) % n
    }
    fn bits(&mut self) -> u64 {
        let mut le = [0; 8];
        let _ = self.0.fill_buffer(&mut le);
        u64::from_le_bytes(le)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_can_be_made_alone() {
        let all: Vec<u64> = Seeded::new(7, 0).take(100).map(|mut s| s.bits()).collect();
        for k in [0, 1, 7, 8, 63, 99] {
            let alone = Seeded::new(7, k).next().map(|mut s| s.bits());
            assert_eq!(alone, Some(all[k as usize]));
        }
        assert_ne!(Seeded::new(8, 0).next().map(|mut s| s.bits()), Some(all[0]));
    }

    #[test]
    fn splitmix_is_the_published_generator() {
        // First outputs for state 1234567, as in the Rosetta Code task "Pseudo-random numbers/Splitmix64".
        let mut s = SplitMix::new(1_234_567);
        assert_eq!([s.bits(), s.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn exhausted_bytes_are_zero() {
        let mut u = Unstructured::new(&[0xff, 1]);
        let mut bytes = Bytes(&mut u);
        assert_eq!((bytes.below(200), bytes.below(200)), (55, 1));
        assert_eq!((bytes.below(9), bytes.bits()), (0, 0));
    }
}
