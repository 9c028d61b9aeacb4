//! SEED with extended S-boxes made from powers in the field, and rotations of register pairs.

use reference_ciphers::seed::{ROUNDS, crypt, key_schedule};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "seed/ss-boxes",
        says: "with extended S-boxes from powers in the field and halves that change places, encryption \
               is the cipher",
        reference: "RFC 4269, sections 2 and appendix A",
        widths: &[32],
        state: |g| by_tables(g, false),
    },
    Claim {
        id: "seed/ss-boxes-inverse",
        says: "with extended S-boxes from powers in the field and halves that change places, decryption \
               is the inverse cipher",
        reference: "RFC 4269, sections 2 and appendix A",
        widths: &[32],
        state: |g| by_tables(g, true),
    },
];

fn by_tables(g: &mut Goal<'_>, inverse: bool) {
    let block = std::array::from_fn(|k| g.var(32, &format!("x{k}")));
    let key = std::array::from_fn(|k| g.var(32, &format!("key{k}")));
    let in_order = key_schedule(&key);
    let standard =
        if inverse { crypt(&block, in_order.into_iter().rev()) } else { crypt(&block, in_order) };
    let mut keys = expand(key);
    if inverse {
        keys.reverse();
    }
    for (k, (mine, standard)) in encrypt(block, &keys).into_iter().zip(standard).enumerate() {
        g.equal(format!("word {k}"), mine, standard);
    }
}

/// Product modulo x^8 + x^6 + x^5 + x + 1.
const fn times(a: u8, b: u8) -> u8 {
    let (mut product, mut k) = (0, 8);
    while k > 0 {
        k -= 1;
        product = (product << 1) ^ (if product >> 7 == 1 { 0x63 } else { 0 });
        product ^= if b >> k & 1 == 1 { a } else { 0 };
    }
    product
}

/// An S-box: `columns`, summed where the bits of `x^exponent` say so, and a constant.
const fn power_box(exponent: u32, columns: [u8; 8], constant: u8) -> [u8; 256] {
    let mut data = [constant; 256];
    let mut x = 0;
    while x < 256 {
        let (mut power, mut square, mut left) = (1, x as u8, exponent);
        while left > 0 {
            power = if left & 1 == 1 { times(power, square) } else { power };
            square = times(square, square);
            left >>= 1;
        }
        let mut k = 0;
        while k < 8 {
            data[x] ^= if power >> k & 1 == 1 { columns[k] } else { 0 };
            k += 1;
        }
        x += 1;
    }
    data
}

/// The S-boxes of even and of odd bytes.
const S: [[u8; 256]; 2] = [
    power_box(247, [0x2c, 0xd0, 0x69, 0xc2, 0x41, 0x44, 0x58, 0xe2], 169),
    power_box(251, [0xd0, 0x2a, 0xe1, 0x2c, 0x21, 0x30, 0xa2, 0x6c], 56),
];

/// The four bytes of each extended S-box, the lowest first. Byte `k` of box `j` has two bits cleared: the
/// pair that is as many places from the lowest as `k` and `j` together.
static SS: [[Table; 4]; 4] = {
    let mut boxes = [const { [const { Table { name: "", data: [0; 256] } }; 4] }; 4];
    let mut j = 0;
    while j < 4 {
        let mut k = 0;
        while k < 4 {
            let kept = !(3 << (2 * ((j + k) % 4)));
            boxes[j][k] = Table { name: NAMES[j][k], data: extended(j, kept) };
            k += 1;
        }
        j += 1;
    }
    boxes
};

#[rustfmt::skip]
const NAMES: [[&str; 4]; 4] = [
    ["seed_ss0_0", "seed_ss0_1", "seed_ss0_2", "seed_ss0_3"], ["seed_ss1_0", "seed_ss1_1", "seed_ss1_2", "seed_ss1_3"],
    ["seed_ss2_0", "seed_ss2_1", "seed_ss2_2", "seed_ss2_3"], ["seed_ss3_0", "seed_ss3_1", "seed_ss3_2", "seed_ss3_3"],
];

const fn extended(j: usize, kept: u8) -> [u8; 256] {
    let mut data = S[j % 2];
    let mut x = 0;
    while x < 256 {
        data[x] &= kept;
        x += 1;
    }
    data
}

fn g<D: Domain>(x: Bv<D>) -> Bv<D> {
    let word = |j: u32| {
        let tables = &SS[j as usize];
        Bv::join(tables.iter().rev().map(|table| x.byte(j).lookup(table)))
    };
    word(0) ^ word(1) ^ word(2) ^ word(3)
}

fn expand<D: Domain>([mut a, mut b, mut c, mut d]: [Bv<D>; 4]) -> Vec<[Bv<D>; 2]> {
    // The golden ratio, and a register that turns.
    let mut kc = a.lit(0x9e37_79b9);
    (0..ROUNDS)
        .map(|i| {
            let keys = [g((c - kc) + a), g((kc + b) - d)];
            if i % 2 == 0 {
                (a, b) = ((a >> 8) + (b << 24), (b >> 8) + (a << 24));
            } else {
                (c, d) = ((c << 8) + (d >> 24), (d << 8) + (c >> 24));
            }
            kc = kc.rotl(1);
            keys
        })
        .collect()
}

fn encrypt<D: Domain>(block: [Bv<D>; 4], keys: &[[Bv<D>; 2]]) -> [Bv<D>; 4] {
    let mut x = block;
    for (i, [k0, k1]) in keys.iter().enumerate() {
        let (from, to) = if i % 2 == 0 { (2, 0) } else { (0, 2) };
        let left = x[from] ^ *k0;
        let mut right = g(left ^ x[from + 1] ^ *k1);
        let middle = g(left + right);
        right = g(right + middle);
        x[to] = x[to] ^ (middle + right);
        x[to + 1] = x[to + 1] ^ right;
    }
    [x[2], x[3], x[0], x[1]]
}
