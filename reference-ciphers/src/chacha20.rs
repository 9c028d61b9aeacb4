//! The ChaCha quarter round: RFC 8439, June 2018, section 2.1.

use semantics::domain::{Bv, Domain};

/// `QUARTERROUND(a, b, c, d)`, section 2.1, on words of 32 bits.
pub fn quarter_round<D: Domain>([a, b, c, d]: [Bv<D>; 4]) -> [Bv<D>; 4] {
    // 1. a += b; d ^= a; d <<<= 16;
    let a = a + b;
    let d = rotate(d ^ a, 16);
    // 2. c += d; b ^= c; b <<<= 12;
    let c = c + d;
    let b = rotate(b ^ c, 12);
    // 3. a += b; d ^= a; d <<<= 8;
    let a = a + b;
    let d = rotate(d ^ a, 8);
    // 4. c += d; b ^= c; b <<<= 7;
    let c = c + d;
    let b = rotate(b ^ c, 7);
    [a, b, c, d]
}

/// `word <<< by`: the high bits come in at the bottom.
fn rotate<D: Domain>(word: Bv<D>, by: u32) -> Bv<D> {
    word.lo(32 - by).concat(word.hi(by))
}
