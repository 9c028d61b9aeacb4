//! SM4 with tables of words.

use reference_ciphers::sm4::{ROUNDS, ck, crypt, key_schedule};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
    sm4::SBOX,
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "sm4/t-tables",
        says: "with a table of words, its rotations and renamed words, encryption under an expanded key \
               is the cipher",
        reference: "GB/T 32907-2016, sections 7.1 and 7.3",
        widths: &[32],
        state: |g| by_tables(g, false),
    },
    Claim {
        id: "sm4/inverse",
        says: "with a table of words, its rotations and renamed words, decryption under an expanded key \
               is the inverse cipher",
        reference: "GB/T 32907-2016, sections 7.2 and 7.3",
        widths: &[32],
        state: |g| by_tables(g, true),
    },
];

fn by_tables(g: &mut Goal<'_>, inverse: bool) {
    let word = |name: &str, k: usize| g.var(32, &format!("{name}{k}"));
    let block = std::array::from_fn(|k| word("x", k));
    let key = std::array::from_fn(|k| word("key", k));
    let in_order = key_schedule(&key);
    let standard =
        if inverse { crypt(&block, in_order.into_iter().rev()) } else { crypt(&block, in_order) };
    let mut keys = expand(key);
    if inverse {
        keys.reverse();
    }
    let mine = encrypt(block, &keys);
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("word {k}"), mine, standard);
    }
}

/// The bytes of `L(S(x) << 24)`, the top one first.
static T: [Table; 4] =
    [column("sm4_t3", 24), column("sm4_t2", 16), column("sm4_t1", 8), column("sm4_t0", 0)];

const fn column(name: &'static str, shift: u32) -> Table {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        let b = (SBOX.data[k] as u32) << 24;
        let l = b ^ b.rotate_left(2) ^ b.rotate_left(10) ^ b.rotate_left(18) ^ b.rotate_left(24);
        data[k] = (l >> shift) as u8;
        k += 1;
    }
    Table { name, data }
}

fn t<D: Domain>(x: Bv<D>) -> Bv<D> {
    (0..4)
        .map(|k| {
            let byte = x.byte(3 - k);
            Bv::join(T.iter().map(|table| byte.lookup(table))).rotr(8 * k)
        })
        .reduce(|a, b| a ^ b)
        .expect("four bytes")
}

fn expand<D: Domain>(key: [Bv<D>; 4]) -> Vec<Bv<D>> {
    let fk = [0xa3b1_bac6, 0x56aa_3350, 0x677d_9197, 0xb270_22dc];
    let mut k: [Bv<D>; 4] = std::array::from_fn(|i| key[i] ^ key[i].lit(fk[i]));
    let sub = |x: Bv<D>| Bv::join((0..4).rev().map(|j| x.byte(j).lookup(&SBOX)));
    (0..ROUNDS)
        .map(|i| {
            let s =
                sub(k[(i + 1) % 4] ^ k[(i + 2) % 4] ^ k[(i + 3) % 4] ^ key[0].lit(ck(i).into()));
            let rotated = |by: u32| (s << by) + (s >> (32 - by));
            k[i % 4] = k[i % 4] ^ s ^ rotated(13) ^ rotated(23);
            k[i % 4]
        })
        .collect()
}

fn encrypt<D: Domain>(block: [Bv<D>; 4], keys: &[Bv<D>]) -> [Bv<D>; 4] {
    let mut x = block;
    for (i, key) in keys.iter().enumerate() {
        x[i % 4] = x[i % 4] ^ t(x[(i + 1) % 4] ^ x[(i + 2) % 4] ^ x[(i + 3) % 4] ^ *key);
    }
    [x[3], x[2], x[1], x[0]]
}
