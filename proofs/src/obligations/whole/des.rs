//! DES and TDEA with tables that substitute and permute at once, and permutations by exchange.

use reference_ciphers::des::{ROUNDS, S, crypt, key_schedule, tdea_decrypt, tdea_encrypt};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "des/sp-tables",
        says: "with the initial permutation by exchanges, one rotated half, tables that substitute and \
               permute, it is the cipher",
        reference: "FIPS 46-3, \"Enciphering\"",
        widths: &[32],
        state: |g| {
            let (block, key) = (g.var(64, "block"), g.var(64, "key"));
            let keys = key_schedule(key);
            g.equal("block", by_tables(block, &[keys]), crypt(block, keys));
        },
    },
    Claim {
        id: "tdea/encrypt",
        says: "three ciphers without the permutations between them are the forward cipher",
        reference: "FIPS 46-3, \"Triple Data Encryption Algorithm\"",
        widths: &[32],
        state: |g| triple(g, false),
    },
    Claim {
        id: "tdea/decrypt",
        says: "three ciphers without the permutations between them are the inverse cipher",
        reference: "FIPS 46-3, \"Triple Data Encryption Algorithm\"",
        widths: &[32],
        state: |g| triple(g, true),
    },
];

fn triple(g: &mut Goal<'_>, inverse: bool) {
    let block = g.var(64, "block");
    let keys = [1, 2, 3].map(|k| g.var(64, &format!("key{k}")));
    let standard = if inverse { tdea_decrypt(block, keys) } else { tdea_encrypt(block, keys) };
    let [mut first, mut second, mut third] = keys.map(key_schedule);
    if inverse {
        first.reverse();
        third.reverse();
        (first, third) = (third, first);
    } else {
        second.reverse();
    }
    g.equal("block", by_tables(block, &[first, second, third]), standard);
}

/// For each selection function, a table for each byte of its permuted output: those that are not
/// always zero.
static SP: [[Table; 4]; 8] = {
    let mut tables = [const { [const { Table { name: "", data: [0; 256] } }; 4] }; 8];
    let mut k = 0;
    while k < 8 {
        let mut byte = 0;
        while byte < 4 {
            tables[k][byte] = Table { name: NAMES[k][byte], data: permuted(k, byte) };
            byte += 1;
        }
        k += 1;
    }
    tables
};

#[rustfmt::skip]
const NAMES: [[&str; 4]; 8] = [
    ["des_sp1_0", "des_sp1_1", "des_sp1_2", "des_sp1_3"], ["des_sp2_0", "des_sp2_1", "des_sp2_2", "des_sp2_3"],
    ["des_sp3_0", "des_sp3_1", "des_sp3_2", "des_sp3_3"], ["des_sp4_0", "des_sp4_1", "des_sp4_2", "des_sp4_3"],
    ["des_sp5_0", "des_sp5_1", "des_sp5_2", "des_sp5_3"], ["des_sp6_0", "des_sp6_1", "des_sp6_2", "des_sp6_3"],
    ["des_sp7_0", "des_sp7_1", "des_sp7_2", "des_sp7_3"], ["des_sp8_0", "des_sp8_1", "des_sp8_2", "des_sp8_3"],
];

/// Where the four bits of a selection function go, the first one on top: places of the permuted word,
/// counted from 1 at the top. This is the inverse of the standard's table P.
#[rustfmt::skip]
const PLACES: [[u8; 4]; 8] = [
    [9, 17, 23, 31], [13, 28, 2, 18], [24, 16, 30, 6], [26, 20, 10, 1],
    [8, 14, 25, 3], [4, 29, 11, 19], [32, 12, 22, 7], [5, 27, 15, 21],
];

const fn permuted(k: usize, byte: usize) -> [u8; 256] {
    let mut data = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut word = 0u32;
        let mut bit = 0;
        while bit < 4 {
            let value = (S[k].data[index] >> (3 - bit) & 1) as u32;
            word |= value << (32 - PLACES[k][bit]);
            bit += 1;
        }
        data[index] = (word >> (8 * byte)) as u8;
        index += 1;
    }
    data
}

/// Exchanges bits of two words: those of `mask` in `a` with the same, `by` places higher, in `b`.
fn exchange<D: Domain>(a: &mut Bv<D>, b: &mut Bv<D>, by: u32, mask: u128) {
    let t = ((*b >> by) ^ *a) & a.lit(mask);
    *a = *a ^ t;
    *b = *b ^ (t << by);
}

const STEPS: [(u32, u128, bool); 5] = [
    (4, 0x0f0f_0f0f, false),
    (16, 0x0000_ffff, false),
    (2, 0x3333_3333, true),
    (8, 0x00ff_00ff, true),
    (1, 0x5555_5555, false),
];

/// The initial permutation of both halves, or its inverse.
fn permute<D: Domain>(l: &mut Bv<D>, r: &mut Bv<D>, inverse: bool) {
    let mut step = |(by, mask, low): (u32, u128, bool)| {
        if low {
            exchange(l, r, by, mask);
        } else {
            exchange(r, l, by, mask);
        }
    };
    if inverse {
        STEPS.into_iter().rev().for_each(&mut step);
    } else {
        STEPS.into_iter().for_each(&mut step);
    }
}

fn by_tables<D: Domain>(block: Bv<D>, schedules: &[[Bv<D>; ROUNDS]]) -> Bv<D> {
    let (mut l, mut r) = (block.hi(32), block.lo(32));
    permute(&mut l, &mut r, false);
    for keys in schedules {
        for key in keys {
            // The expanded half is eight windows of the half rotated by one.
            let expanded = |k: u32| r.rotl(4 * k + 5).lo(6) ^ key.bits(47 - 6 * k, 42 - 6 * k);
            let mut sum = l;
            for (k, tables) in (0..).zip(&SP) {
                let index = expanded(k).zext(8);
                for (byte, table) in (0..).zip(tables) {
                    sum = sum ^ (index.lookup(table).zext(32) << (8 * byte));
                }
            }
            (l, r) = (r, sum);
        }
        (l, r) = (r, l);
    }
    permute(&mut l, &mut r, true);
    l.concat(r)
}
