//! Multiplication of blocks in Galois/Counter Mode: NIST SP 800-38D, November 2007.
//!
//! A block is a string of 128 bits; here it is a value whose highest bit is the first of the string.

use semantics::domain::{Bv, Domain};

/// `R`, section 6.3: 11100001 and 120 zeros.
pub const R: u128 = 0xe1 << 120;

/// `X . Y`, section 6.3, algorithm 1: the product in the field of 2^128 elements.
pub fn multiply<D: Domain>(x: Bv<D>, y: Bv<D>) -> Bv<D> {
    let (mut z, mut v) = (x.lit(0), y);
    for i in 0..128 {
        z = x.bit(127 - i).select(z ^ v, z);
        let shifted = v >> 1;
        v = v.bit(0).select(shifted ^ v.lit(R), shifted);
    }
    z
}
