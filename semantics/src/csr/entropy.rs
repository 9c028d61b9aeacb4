//! The entropy source behind `seed`: a stand-in that gives the same words in every run.

/// What the self-tests of the source say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Health {
    /// It works.
    #[default]
    Good,
    /// It has failed for good: every poll says DEAD.
    Dead,
}

/// A reproducible entropy source.
///
/// The k-th word that it gives, from 0 on, is the top 16 bits of output k of SplitMix64 (Steele, Lea,
/// Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014) for the state `seed`. That is no
/// entropy at all, and meant to be none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entropy {
    /// State of the generator.
    pub seed: u64,
    /// So many polls after reset say BIST.
    pub bist: u32,
    /// So many polls say WAIT before each one that gives a word.
    pub wait: u32,
    /// What the self-tests say.
    pub health: Health,
}

/// OPST, bits 31 and 30 of `seed`.
const BIST: u32 = 0b00 << 30;
const WAIT: u32 = 0b01 << 30;
const ES16: u32 = 0b10 << 30;
const DEAD: u32 = 0b11 << 30;

impl Entropy {
    /// What poll `number` (from 0 on) reads.
    pub fn poll(&self, number: u64) -> u32 {
        if self.health == Health::Dead {
            return DEAD;
        }
        let Some(after) = number.checked_sub(self.bist.into()) else { return BIST };
        let period = u64::from(self.wait) + 1;
        if after % period + 1 < period {
            return WAIT;
        }
        ES16 | u32::from(self.word(after / period))
    }
    fn word(&self, k: u64) -> u16 {
        let state = self.seed.wrapping_add((k.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 48) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for state 1234567, in the Rosetta Code task "Pseudo-random numbers/Splitmix64".
    #[test]
    fn words_are_those_of_the_published_generator() {
        let source = Entropy { seed: 1_234_567, ..Entropy::default() };
        for (k, output) in
            [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973].into_iter().enumerate()
        {
            assert_eq!(source.poll(k as u64), ES16 | (output >> 48) as u32);
        }
    }

    #[test]
    fn statuses_follow_the_plan() {
        let source = Entropy { bist: 2, wait: 1, ..Entropy::default() };
        let status = (0..8).map(|k| source.poll(k) >> 30).collect::<Vec<_>>();
        assert_eq!(status, [0, 0, 1, 2, 1, 2, 1, 2]);
        assert!((0..8).all(|k| source.poll(k) >> 30 == 2 || source.poll(k) & 0x3fff_ffff == 0));
        let plain = Entropy::default();
        let words = [3, 5, 7].map(|k| source.poll(k));
        assert_eq!(words, [0, 1, 2].map(|k| plain.poll(k)), "no word is lost");
        assert_eq!(Entropy { health: Health::Dead, ..source }.poll(9), DEAD);
    }
}
