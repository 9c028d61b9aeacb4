//! Camellia on pairs of registers, with S-boxes from a field of two levels and a shared exclusive-or of
//! columns.

use reference_ciphers::camellia::{crypt, reversed, subkeys};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "camellia128/pairs",
        says: "with S-boxes from a field of two levels, on register pairs, encryption is the cipher",
        reference: "RFC 3713, section 2.3.1",
        widths: &[32],
        state: |g| on_pairs(g, 128, false),
    },
    Claim {
        id: "camellia128/pairs-inverse",
        says: "with S-boxes from a field of two levels, on register pairs, decryption is the inverse cipher",
        reference: "RFC 3713, section 2.3.3",
        widths: &[32],
        state: |g| on_pairs(g, 128, true),
    },
    Claim {
        id: "camellia192/pairs",
        says: "with S-boxes from a field of two levels, on register pairs, encryption is the cipher",
        reference: "RFC 3713, section 2.3.2",
        widths: &[32],
        state: |g| on_pairs(g, 192, false),
    },
    Claim {
        id: "camellia192/pairs-inverse",
        says: "with S-boxes from a field of two levels, on register pairs, decryption is the inverse cipher",
        reference: "RFC 3713, section 2.3.3",
        widths: &[32],
        state: |g| on_pairs(g, 192, true),
    },
    Claim {
        id: "camellia256/pairs",
        says: "with S-boxes from a field of two levels, on register pairs, encryption is the cipher",
        reference: "RFC 3713, section 2.3.2",
        widths: &[32],
        state: |g| on_pairs(g, 256, false),
    },
    Claim {
        id: "camellia256/pairs-inverse",
        says: "with S-boxes from a field of two levels, on register pairs, decryption is the inverse cipher",
        reference: "RFC 3713, section 2.3.3",
        widths: &[32],
        state: |g| on_pairs(g, 256, true),
    },
];

fn on_pairs(g: &mut Goal<'_>, key_bits: u32, inverse: bool) {
    let (block, key) = (g.var(128, "block"), g.var(key_bits, "key"));
    let keys = subkeys(key);
    let standard = crypt(block, &if inverse { reversed(&keys) } else { keys });
    let mut mine = schedule(key);
    if inverse {
        mine.reverse();
        // The pairs at both ends keep their order.
        let n = mine.len();
        mine.swap(0, 1);
        mine.swap(n - 2, n - 1);
    }
    g.equal("block", crypt_on_pairs(block, &mine), standard);
}

/// Product of elements of GF(16), modulo x^4 + x + 1.
const fn times(a: u8, b: u8) -> u8 {
    let (mut product, mut k) = (0, 4);
    while k > 0 {
        k -= 1;
        product <<= 1;
        product ^= if product >> 4 == 1 { 0b1_0011 } else { 0 };
        product ^= if b >> k & 1 == 1 { a } else { 0 };
    }
    product
}

/// The inverse, and 0 for 0: the fourteenth power.
const fn inverse(a: u8) -> u8 {
    let a2 = times(a, a);
    let a4 = times(a2, a2);
    times(times(a2, a4), times(a4, a4))
}

/// The first bit of the standard is on top.
const fn bit(x: u8, number: u32) -> u8 {
    x >> (8 - number) & 1
}

/// Each bit of the result, from the top, is the sum of the bits of `x` with these numbers; 0 is no bit.
const fn sums(x: u8, numbers: [[u32; 3]; 8]) -> u8 {
    let (mut result, mut k) = (0, 0);
    while k < 8 {
        let [i, j, l] = numbers[k];
        let third = if l == 0 { 0 } else { bit(x, l) };
        result = result << 1 | (bit(x, i) ^ bit(x, j) ^ third);
        k += 1;
    }
    result
}

/// The specification's *f* and *h*, Aoki et al., "Specification of Camellia", section 4.5.
const F: [[u32; 3]; 8] =
    [[6, 2, 0], [7, 1, 0], [8, 5, 3], [8, 3, 0], [7, 4, 0], [5, 2, 0], [8, 1, 0], [6, 4, 0]];
const H: [[u32; 3]; 8] =
    [[5, 6, 2], [6, 2, 0], [7, 4, 0], [8, 2, 0], [7, 3, 0], [8, 1, 0], [5, 1, 0], [6, 3, 0]];

/// The inverse of `low + high * b`, where `b^2 = b + 9`.
const fn inverse_of_pair(x: u8) -> u8 {
    let (high, low) = (x >> 4, x & 15);
    // The norm: (low + high * b) * (low + high + high * b).
    let norm = times(low, low ^ high) ^ times(9, times(high, high));
    let over = inverse(norm);
    times(high, over) << 4 | times(low ^ high, over)
}

const S: [u8; 256] = {
    let mut data = [0; 256];
    let mut x = 0;
    while x < 256 {
        data[x] = sums(inverse_of_pair(sums(x as u8 ^ 0xc5, F)), H) ^ 0x6e;
        x += 1;
    }
    data
};

static S1: Table = Table { name: "camellia_s1", data: S };
static S2: Table = Table { name: "camellia_s2", data: turned(1) };
static S3: Table = Table { name: "camellia_s3", data: turned(7) };
static S4: Table = Table { name: "camellia_s4", data: of_turned() };

const fn turned(by: u32) -> [u8; 256] {
    let mut data = S;
    let mut x = 0;
    while x < 256 {
        data[x] = S[x].rotate_left(by);
        x += 1;
    }
    data
}

const fn of_turned() -> [u8; 256] {
    let mut data = S;
    let mut x = 0;
    while x < 256 {
        data[x] = S[(x as u8).rotate_left(1) as usize];
        x += 1;
    }
    data
}

type Pair<D> = [Bv<D>; 2];

/// Four copies of an S-box's result without one of them, for each of four bytes, summed.
fn columns<D: Domain>(bytes: [Bv<D>; 4]) -> Bv<D> {
    let copies = |k: usize, table: &'static Table, left_out: usize| {
        let value = bytes[k].lookup(table);
        Bv::join((0..4).map(|k| if k == left_out { value.lit(0) } else { value }))
    };
    copies(0, &S1, 3) ^ copies(1, &S2, 0) ^ copies(2, &S3, 1) ^ copies(3, &S4, 2)
}

fn f<D: Domain>([x0, x1]: Pair<D>, [k0, k1]: Pair<D>) -> Pair<D> {
    let (l, r) = (x0 ^ k0, x1 ^ k1);
    let u = columns([3, 2, 1, 0].map(|k| l.byte(k)));
    let v = columns([0, 3, 2, 1].map(|k| r.byte(k)));
    [u ^ v, u ^ v ^ u.rotr(8)]
}

fn xor<D: Domain>(a: Pair<D>, b: Pair<D>) -> Pair<D> {
    [a[0] ^ b[0], a[1] ^ b[1]]
}

fn pair<D: Domain>(x: Bv<D>) -> Pair<D> {
    [x.hi(32), x.lo(32)]
}

/// Hexadecimal places 2 to 17 of the square roots of 2, 3, 5, 7, 11 and 13.
const CONSTANTS: [[u32; 2]; 6] = [
    [0xa09e_667f, 0x3bcc_908b],
    [0xb67a_e858, 0x4caa_73b2],
    [0xc6ef_372f, 0xe94f_82be],
    [0x54ff_53a5, 0xf1d3_6f1c],
    [0x10e5_27fa, 0xde68_2d1d],
    [0xb056_88c2, 0xb3e6_c1fd],
];

/// All subkeys in the order of their use: at the ends two for whitening, then six for rounds and two
/// between rounds in turn.
fn schedule<D: Domain>(key: Bv<D>) -> Vec<Pair<D>> {
    let long = key.width() > 128;
    let kl = key.hi(128);
    let kr = match key.width() {
        128 => kl.lit(0),
        192 => key.lo(64).concat(key.lo(64) ^ key.lo(64).lit(u64::MAX.into())),
        _ => key.lo(128),
    };
    let constant = |k: usize| CONSTANTS[k].map(|c| kl.hi(32).lit(c.into()));
    let mut x = [pair((kl ^ kr).hi(64)), pair((kl ^ kr).lo(64))];
    let step = |x: &mut [Pair<D>; 2], k: usize| {
        x[(k + 1) % 2] = xor(x[(k + 1) % 2], f(x[k % 2], constant(k)));
    };
    step(&mut x, 0);
    step(&mut x, 1);
    x = [xor(x[0], pair(kl.hi(64))), xor(x[1], pair(kl.lo(64)))];
    step(&mut x, 2);
    step(&mut x, 3);
    let ka = Bv::join(x.concat());
    x = [xor(x[0], pair(kr.hi(64))), xor(x[1], pair(kr.lo(64)))];
    if long {
        step(&mut x, 4);
        step(&mut x, 5);
    }
    let kb = Bv::join(x.concat());
    // 64 bits of a register that repeats itself.
    let window = |x: Bv<D>, from: u32| pair(x.concat(x).bits(255 - from, 192 - from));
    let order: &[(Bv<D>, u32)] = if long {
        &[
            (kl, 0),
            (kb, 0),
            (kr, 15),
            (ka, 15),
            (kr, 30),
            (kb, 30),
            (kl, 45),
            (ka, 45),
            (kl, 60),
            (kr, 60),
            (kb, 60),
            (kl, 77),
            (ka, 77),
            (kr, 94),
            (ka, 94),
            (kl, 111),
            (kb, 111),
        ]
    } else {
        &[
            (kl, 0),
            (ka, 0),
            (kl, 15),
            (ka, 15),
            (ka, 30),
            (kl, 45),
            (ka, 45),
            (ka, 60),
            (kl, 77),
            (kl, 94),
            (ka, 94),
            (kl, 111),
            (ka, 111),
        ]
    };
    let mut keys: Vec<Pair<D>> =
        order.iter().flat_map(|&(x, from)| [window(x, from), window(x, from + 64)]).collect();
    if !long {
        // The tenth round takes the other register, and 15 bits further on.
        keys[13] = window(kl, 60 + 64);
    }
    keys
}

fn crypt_on_pairs<D: Domain>(block: Bv<D>, keys: &[Pair<D>]) -> Bv<D> {
    let mut x = [pair(block.hi(64)), pair(block.lo(64))];
    let turned = |x: Bv<D>| (x << 1) + (x >> 31);
    let last = keys.len() - 2;
    for (k, key) in keys.iter().enumerate() {
        // At the end the sides have changed places.
        let side = if k < last { k % 2 } else { 1 - k % 2 };
        x[side] = match k {
            _ if k < 2 || k >= last => xor(x[side], *key),
            _ if k % 8 == 0 => {
                let [l, r] = x[side];
                let r = r ^ turned(l & key[0]);
                [l ^ r ^ key[1] ^ (r & key[1]), r]
            }
            _ if k % 8 == 1 => {
                let [l, r] = x[side];
                let l = l ^ !(!r & !key[1]);
                [l, r ^ turned(l & key[0])]
            }
            _ => {
                let other = f(x[side], *key);
                x[1 - side] = xor(x[1 - side], other);
                x[side]
            }
        };
    }
    Bv::join([x[1], x[0]].concat())
}
