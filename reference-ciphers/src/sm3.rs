//! SM3: GB/T 32905-2016 (the text is also draft-sca-cfrg-sm3-02).

use semantics::domain::{Bv, Domain};

/// The words *A* to *H*, or a hash value, first word first.
pub type State<D> = [Bv<D>; 8];
/// A message block, first word first.
pub type Block<D> = [Bv<D>; 16];

/// The initial value, section 4.1.
pub const IV: [u32; 8] = [
    0x7380_166f,
    0x4914_b2b9,
    0x1724_42d7,
    0xda8a_0600,
    0xa96f_30bc,
    0x1631_38aa,
    0xe38d_ee4d,
    0xb0fb_0e4e,
];

/// The constant of a step, section 4.2.
pub fn t(j: usize) -> u32 {
    if j < 16 { 0x79cc_4519 } else { 0x7a87_9d8a }
}

/// The boolean function *FF*, section 4.3.
pub fn ff<D: Domain>(j: usize, x: Bv<D>, y: Bv<D>, z: Bv<D>) -> Bv<D> {
    if j < 16 { x ^ y ^ z } else { (x & y) | (x & z) | (y & z) }
}

/// The boolean function *GG*, section 4.3.
pub fn gg<D: Domain>(j: usize, x: Bv<D>, y: Bv<D>, z: Bv<D>) -> Bv<D> {
    if j < 16 { x ^ y ^ z } else { (x & y) | (!x & z) }
}

/// The permutation *P0*, section 4.4.
pub fn p0<D: Domain>(x: Bv<D>) -> Bv<D> {
    x ^ x.rotl(9) ^ x.rotl(17)
}

/// The permutation *P1*, section 4.4.
pub fn p1<D: Domain>(x: Bv<D>) -> Bv<D> {
    x ^ x.rotl(15) ^ x.rotl(23)
}

/// The message expansion, section 5.3.2: the words *W*; *W'* of a step is `W[j] ^ W[j + 4]`.
pub fn expansion<D: Domain>(block: &Block<D>) -> Vec<Bv<D>> {
    let mut w = block.to_vec();
    for j in 16..68 {
        let next = p1(w[j - 16] ^ w[j - 9] ^ w[j - 3].rotl(15)) ^ w[j - 13].rotl(7) ^ w[j - 6];
        w.push(next.cut("expanded word", j as u32));
    }
    w
}

/// The compression function *CF*, section 5.3.3.
pub fn compress<D: Domain>(v: State<D>, block: &Block<D>) -> State<D> {
    let w = expansion(block);
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = v;
    for j in 0..64 {
        let constant = a.lit(t(j).rotate_left(j as u32 % 32).into());
        let ss1 = (a.rotl(12) + e + constant).rotl(7);
        let ss2 = ss1 ^ a.rotl(12);
        let tt1 = ff(j, a, b, c) + d + ss2 + (w[j] ^ w[j + 4]);
        let tt2 = gg(j, e, f, g) + h + ss1 + w[j];
        d = c;
        c = b.rotl(9);
        b = a;
        a = tt1.cut("A after step", j as u32);
        h = g;
        g = f.rotl(19);
        f = e;
        e = p0(tt2).cut("E after step", j as u32);
    }
    let after = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|k| after[k] ^ v[k])
}
