//! What the ChaCha instructions share: words of 32 bits in registers of 64.

use crate::{
    bitwise::sigma,
    domain::{Bv, Domain},
};

/// The high and the low word of a register.
#[inline(always)]
pub fn words<D: Domain>(register: Bv<D>) -> [Bv<D>; 2] {
    [register.bits(63, 32), register.bits(31, 0)]
}

/// For claims: a word rotated left by 1 to 31, bit by bit.
pub fn rotated<D: Domain>(word: Bv<D>, by: u32) -> Bv<D> {
    sigma(word, &[32 - by], None)
}
