//! CAST-128 with the bytes of the S-boxes apart, rotations by a double shift, sums in another order, and a
//! key schedule on bytes.

use reference_ciphers::cast128::{ROUNDS, SBOXES, decrypt, encrypt, key_schedule};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "cast128/planes",
        says: "with rotations by a double shift, sums in another order and a key schedule on bytes, \
               encryption is the cipher",
        reference: "RFC 2144, sections 2.1 to 2.4",
        widths: &[32],
        state: |g| by_planes(g, false),
    },
    Claim {
        id: "cast128/planes-inverse",
        says: "with rotations by a double shift, sums in another order and a key schedule on bytes, \
               decryption is the inverse cipher",
        reference: "RFC 2144, sections 2.1 to 2.4",
        widths: &[32],
        state: |g| by_planes(g, true),
    },
];

fn by_planes(g: &mut Goal<'_>, inverse: bool) {
    let (block, key) = (g.var(64, "block"), g.var(128, "key"));
    let keys = key_schedule(key);
    let standard = if inverse { decrypt(block, &keys) } else { encrypt(block, &keys) };
    g.equal("block", crypt(block, &expand(key), inverse), standard);
}

/// Byte `p`, from the lowest, of all S-boxes.
static PLANES: [[Table; 8]; 4] = {
    let mut planes = [const { [const { Table { name: "", data: [0; 256] } }; 8] }; 4];
    let mut p = 0;
    while p < 4 {
        let mut n = 0;
        while n < 8 {
            let mut x = 0;
            planes[p][n].name = NAMES[p][n];
            while x < 256 {
                planes[p][n].data[x] = (SBOXES[n][x] >> (8 * p)) as u8;
                x += 1;
            }
            n += 1;
        }
        p += 1;
    }
    planes
};

#[rustfmt::skip]
const NAMES: [[&str; 8]; 4] = [
    ["cast_p0_1", "cast_p0_2", "cast_p0_3", "cast_p0_4", "cast_p0_5", "cast_p0_6", "cast_p0_7", "cast_p0_8"],
    ["cast_p1_1", "cast_p1_2", "cast_p1_3", "cast_p1_4", "cast_p1_5", "cast_p1_6", "cast_p1_7", "cast_p1_8"],
    ["cast_p2_1", "cast_p2_2", "cast_p2_3", "cast_p2_4", "cast_p2_5", "cast_p2_6", "cast_p2_7", "cast_p2_8"],
    ["cast_p3_1", "cast_p3_2", "cast_p3_3", "cast_p3_4", "cast_p3_5", "cast_p3_6", "cast_p3_7", "cast_p3_8"],
];

/// S-box `n + 1` of a byte, its bytes put together by sums.
fn word<D: Domain>(n: usize, x: Bv<D>) -> Bv<D> {
    (0..4)
        .map(|p| x.lookup(&PLANES[p as usize][n]).zext(32) << (8 * p))
        .reduce(|sum, byte| sum + byte)
        .expect("four planes")
}

/// The sixteen bytes of a register of the key schedule, the first one first.
type Bytes<D> = [Bv<D>; 16];

/// Exclusive-or of a byte of each of S5, S6, S7, S8 and another one, in every plane, the top one first.
fn mixed<D: Domain>(x: [Bv<D>; 4], (n, last): (usize, Bv<D>)) -> [Bv<D>; 4] {
    [3, 2, 1, 0].map(|p| {
        let plane = &PLANES[p];
        let sum = last.lookup(&plane[n]);
        x.iter().zip(&plane[4..]).fold(sum, |sum, (x, table)| sum ^ x.lookup(table))
    })
}

/// The next register. Its words are made from those at `order`; every other time the bytes that end the
/// lines are in the lower half.
fn turn<D: Domain>(old: &Bytes<D>, order: [usize; 4], first: [usize; 4], low: usize) -> Bytes<D> {
    let mut new = *old;
    let last = [(6, low), (7, low + 2), (4, low + 1), (5, low + 3)];
    let inner = [[0, 2, 1, 3], [7, 6, 5, 4], [10, 9, 11, 8]];
    for k in 0..4 {
        let through = if k == 0 { first.map(|j| old[j]) } else { inner[k - 1].map(|j| new[j]) };
        let mix = mixed(through, (last[k].0, old[last[k].1]));
        for (j, mix) in mix.into_iter().enumerate() {
            new[4 * k + j] = old[4 * order[k] + j] ^ mix;
        }
    }
    new
}

/// Four subkeys. In the inner parts the halves of the lines change places.
fn subkeys<D: Domain>(x: &Bytes<D>, inner: bool, last: [usize; 4]) -> [Bv<D>; 4] {
    std::array::from_fn(|k| {
        let row = if inner { (k + 2) % 4 } else { k };
        let mut at = [8 + 2 * row, 9 + 2 * row, 7 - 2 * row, 6 - 2 * row];
        if inner {
            at.rotate_left(2);
        }
        Bv::join(mixed(at.map(|j| x[j]), (4 + k, x[last[k]])))
    })
}

/// The words that mask, and then those whose low bits rotate.
fn expand<D: Domain>(key: Bv<D>) -> Vec<Bv<D>> {
    let mut x: Bytes<D> = std::array::from_fn(|k| key.byte(15 - k as u32));
    let mut keys = Vec::with_capacity(2 * ROUNDS);
    for _ in 0..2 {
        for (inner, lasts) in
            [(false, [[2, 6, 9, 12], [8, 13, 3, 7]]), (true, [[9, 12, 2, 6], [3, 7, 8, 13]])]
        {
            x = turn(&x, [0, 2, 3, 1], [13, 15, 12, 14], 8);
            keys.extend(subkeys(&x, inner, lasts[0]));
            x = turn(&x, [2, 0, 1, 3], [5, 7, 4, 6], 0);
            keys.extend(subkeys(&x, !inner, lasts[1]));
        }
    }
    keys
}

fn crypt<D: Domain>(block: Bv<D>, keys: &[Bv<D>], inverse: bool) -> Bv<D> {
    let mut halves = [block.hi(32), block.lo(32)];
    for k in 0..ROUNDS {
        let round = if inverse { ROUNDS - 1 - k } else { k };
        let (mask, from) = (keys[round], halves[(k + 1) % 2]);
        let mixed = match round % 3 {
            0 => from + mask,
            1 => from ^ mask,
            _ => !(from + !mask),
        };
        // Twice the word, shifted: its upper half is the rotated word.
        let by = keys[ROUNDS + round] & mask.lit(31);
        let index = (mixed.concat(mixed) << by).hi(32);
        let [s4, s3, s2, s1] = [3, 2, 1, 0].map(|n: usize| word(n, index.byte(3 - n as u32)));
        let value = match round % 3 {
            0 => s4 - (s3 - (s1 ^ s2)),
            1 => (s1 + (s3 - s2)) ^ s4,
            _ => (s3 ^ (s2 + s1)) - s4,
        };
        halves[k % 2] = halves[k % 2] ^ value;
    }
    halves[1].concat(halves[0])
}
