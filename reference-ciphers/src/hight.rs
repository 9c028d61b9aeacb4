//! HIGHT: ISO/IEC 18033-3:2010, section 4.5 (also Hong et al., CHES 2006, section 2).
//!
//! A block is 64 bits, *P7* on top; a key is 128 bits, *MK15* on top. Sums and differences are modulo 2^8.

use semantics::domain::{Bv, Domain};

/// Rounds.
pub const ROUNDS: usize = 32;

/// *delta0* to *delta127*, `ConstantGeneration`: windows of a sequence of bits.
const DELTA: [u8; 4 * ROUNDS] = {
    let mut s = [0; 4 * ROUNDS + 6];
    [s[6], s[4], s[3], s[1]] = [1; 4];
    let mut delta = [0; 4 * ROUNDS];
    let mut i = 0;
    while i < delta.len() {
        if i > 0 {
            s[i + 6] = s[i + 2] ^ s[i - 1];
        }
        let mut k = 0;
        while k < 7 {
            delta[i] |= s[i + k] << k;
            k += 1;
        }
        i += 1;
    }
    delta
};

/// *F0*
pub fn f0<D: Domain>(x: Bv<D>) -> Bv<D> {
    x.rotl(1) ^ x.rotl(2) ^ x.rotl(7)
}

/// *F1*
pub fn f1<D: Domain>(x: Bv<D>) -> Bv<D> {
    x.rotl(3) ^ x.rotl(4) ^ x.rotl(6)
}

/// *WK0* to *WK7*, `WhiteningKeyGeneration`.
pub fn whitening_keys<D: Domain>(key: Bv<D>) -> [Bv<D>; 8] {
    std::array::from_fn(|i| key.byte(if i < 4 { i as u32 + 12 } else { i as u32 - 4 }))
}

/// *SK0* to *SK127*, `SubkeyGeneration`.
pub fn subkeys<D: Domain>(key: Bv<D>) -> [Bv<D>; 4 * ROUNDS] {
    std::array::from_fn(|k| {
        let (i, j) = (k / 16, k % 8);
        let from = (8 + j - i) % 8 + if k % 16 < 8 { 0 } else { 8 };
        let mk = key.byte(from as u32);
        (mk + mk.lit(DELTA[k].into())).cut("SK", k as u32)
    })
}

/// Encryption: `InitialTransformation`, the rounds, `FinalTransformation`.
pub fn encrypt<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let (wk, sk) = (whitening_keys(key), subkeys(key));
    let p = |k: u32| block.byte(k);
    let mut x = [p(0) + wk[0], p(1), p(2) ^ wk[1], p(3), p(4) + wk[2], p(5), p(6) ^ wk[3], p(7)];
    x = x.map(|byte| byte.cut("X before round", 0));
    for i in 0..ROUNDS {
        x = [
            x[7] ^ (f0(x[6]) + sk[4 * i + 3]),
            x[0],
            x[1] + (f1(x[0]) ^ sk[4 * i]),
            x[2],
            x[3] ^ (f0(x[2]) + sk[4 * i + 1]),
            x[4],
            x[5] + (f1(x[4]) ^ sk[4 * i + 2]),
            x[6],
        ];
        x = x.map(|byte| byte.cut("X after round", i as u32));
    }
    Bv::join([x[0], x[7] ^ wk[7], x[6], x[5] + wk[6], x[4], x[3] ^ wk[5], x[2], x[1] + wk[4]])
}

/// Decryption: the inverse of each step, the last one first.
pub fn decrypt<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let (wk, sk) = (whitening_keys(key), subkeys(key));
    let c = |k: u32| block.byte(k);
    let mut x = [c(7), c(0) - wk[4], c(1), c(2) ^ wk[5], c(3), c(4) - wk[6], c(5), c(6) ^ wk[7]];
    x = x.map(|byte| byte.cut("X after round", ROUNDS as u32 - 1));
    for i in (0..ROUNDS).rev() {
        x = [
            x[1],
            x[2] - (f1(x[1]) ^ sk[4 * i]),
            x[3],
            x[4] ^ (f0(x[3]) + sk[4 * i + 1]),
            x[5],
            x[6] - (f1(x[5]) ^ sk[4 * i + 2]),
            x[7],
            x[0] ^ (f0(x[7]) + sk[4 * i + 3]),
        ];
        x = x.map(|byte| byte.cut("X before round", i as u32));
    }
    Bv::join([x[7], x[6] ^ wk[3], x[5], x[4] - wk[2], x[3], x[2] ^ wk[1], x[1], x[0] - wk[0]])
}
