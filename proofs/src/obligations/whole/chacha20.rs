//! ChaCha20 as it is programmed: by rows, with rotations by shifts; and two words in a register.

use reference_ciphers::chacha20::{block, initial_state};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "chacha20/block-by-rows",
        says: "on rows that are moved between column and diagonal rounds, rotations by sums of shifts, \
               it is the block function",
        reference: "RFC 8439, section 2.3.1",
        widths: &[32],
        state: |g| compare(g, |rows| double_round(rows, quarter_rounds)),
    },
    Claim {
        id: "chacha20/block-in-pairs",
        says: "with two words in a register of 64 bits, it is the block function",
        reference: "RFC 8439, section 2.3.1",
        widths: &[64],
        state: |g| compare(g, |rows| double_round(rows, in_pairs)),
    },
];

type Row<D> = [Bv<D>; 4];

fn compare<'a>(g: &mut Goal<'a>, double_round: fn([Row<Dag<'a>>; 4]) -> [Row<Dag<'a>>; 4]) {
    let word = |name: &str, k: usize| g.var(32, &format!("{name}{k}"));
    let key = std::array::from_fn(|k| word("key", k));
    let (counter, nonce) = (g.var(32, "counter"), std::array::from_fn(|k| word("nonce", k)));
    let standard = block(key, counter, nonce);
    let state = initial_state(key, counter, nonce);
    let row = |r: usize| std::array::from_fn(|c| state[4 * r + c]);
    let mut rows = [row(0), row(1), row(2), row(3)];
    for _ in 0..10 {
        rows = double_round(rows);
    }
    for (k, standard) in standard.into_iter().enumerate() {
        g.equal(format!("word {k}"), state[k] + rows[k / 4][k % 4], standard);
    }
}

fn rotate<D: Domain>(x: Bv<D>, by: u32) -> Bv<D> {
    (x << by) + (x >> (32 - by))
}

fn turn<D: Domain>(row: Row<D>, by: usize) -> Row<D> {
    std::array::from_fn(|k| row[(k + by) % 4])
}

fn double_round<D: Domain>(
    rows: [Row<D>; 4],
    columns: fn([Row<D>; 4]) -> [Row<D>; 4],
) -> [Row<D>; 4] {
    let [a, b, c, d] = columns(rows);
    let [a, b, c, d] = columns([a, turn(b, 1), turn(c, 2), turn(d, 3)]);
    [a, turn(b, 3), turn(c, 2), turn(d, 1)]
}

fn quarter_rounds<D: Domain>([mut a, mut b, mut c, mut d]: [Row<D>; 4]) -> [Row<D>; 4] {
    for k in 0..4 {
        a[k] = b[k] + a[k];
        d[k] = rotate(a[k] ^ d[k], 16);
        c[k] = d[k] + c[k];
        b[k] = rotate(c[k] ^ b[k], 12);
        a[k] = b[k] + a[k];
        d[k] = rotate(a[k] ^ d[k], 8);
        c[k] = d[k] + c[k];
        b[k] = rotate(c[k] ^ b[k], 7);
    }
    [a, b, c, d]
}

/// Two columns at once: each half of a register by itself.
fn in_pairs<D: Domain>(rows: [Row<D>; 4]) -> [Row<D>; 4] {
    let pairs = rows.map(|row| [row[1].concat(row[0]), row[3].concat(row[2])]);
    let add = |x: Bv<D>, y: Bv<D>| {
        // The sum of the low halves is that of the registers; its carry is taken back from the high ones.
        let carry = (x + y).lo(32).ult(y.lo(32)).bv().zext(64) << 32;
        x + y - carry
    };
    let rotate = |x: Bv<D>, by: u32| {
        let low = (1u128 << by) - 1;
        let mask = x.lit(low << 32 | low);
        ((x << by) & !mask) | ((x >> (32 - by)) & mask)
    };
    let [mut a, mut b, mut c, mut d] = pairs;
    for k in 0..2 {
        for [first, second] in [[16, 12], [8, 7]] {
            a[k] = add(a[k], b[k]);
            d[k] = rotate(d[k] ^ a[k], first);
            c[k] = add(c[k], d[k]);
            b[k] = rotate(b[k] ^ c[k], second);
        }
    }
    [a, b, c, d].map(|row| [row[0].lo(32), row[0].hi(32), row[1].lo(32), row[1].hi(32)])
}
