//! AES as it is programmed with tables.

use reference_ciphers::aes::{KeySize, State, Word, cipher, key_expansion};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bv, Domain},
    gf256::SBOX,
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "aes128/t-tables",
        says: "with four tables of words and a key schedule on words, it is the cipher",
        reference: "FIPS-197, sections 5.1 and 5.2",
        widths: &[32],
        state: |g| by_tables(g, KeySize::Aes128),
    },
    Claim {
        id: "aes192/t-tables",
        says: "with four tables of words and a key schedule on words, it is the cipher",
        reference: "FIPS-197, sections 5.1 and 5.2",
        widths: &[32],
        state: |g| by_tables(g, KeySize::Aes192),
    },
    Claim {
        id: "aes256/t-tables",
        says: "with four tables of words and a key schedule on words, it is the cipher",
        reference: "FIPS-197, sections 5.1 and 5.2",
        widths: &[32],
        state: |g| by_tables(g, KeySize::Aes256),
    },
];

fn by_tables(g: &mut Goal<'_>, size: KeySize) {
    let byte = |name: &str, k: usize| g.var(8, &format!("{name}{k}"));
    let block: State<Dag<'_>> = std::array::from_fn(|k| byte("in", k));
    let key: Vec<Bv<Dag<'_>>> = (0..size.key_bytes()).map(|k| byte("key", k)).collect();
    let words: Vec<Word<Dag<'_>>> = key.chunks(4).map(|w| std::array::from_fn(|k| w[k])).collect();
    let standard = cipher(size, block, &key_expansion(size, &words));
    let mine = encrypt(size, block, &key);
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("byte {k}"), mine, standard);
    }
}

/// `2 * S(x)` and `3 * S(x)`
static DOUBLE: Table = scaled("aes_t_double", 2);
static TRIPLE: Table = scaled("aes_t_triple", 3);

const fn scaled(name: &'static str, by: u8) -> Table {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        let s = SBOX.data[k];
        let double = (s << 1) ^ ((s >> 7) * 0x1b);
        data[k] = if by == 2 { double } else { double ^ s };
        k += 1;
    }
    Table { name, data }
}

/// The entry of the table `T0` at a byte; the other three are rotations of it.
fn t0<D: Domain>(x: Bv<D>) -> Bv<D> {
    let s = x.lookup(&SBOX);
    Bv::join([x.lookup(&DOUBLE), s, s, x.lookup(&TRIPLE)])
}

fn encrypt<D: Domain>(size: KeySize, block: State<D>, key: &[Bv<D>]) -> State<D> {
    let word = |bytes: &[Bv<D>]| Bv::join(bytes.iter().copied());
    let sub = |w: Bv<D>| Bv::join((0..4).rev().map(|k| w.byte(k).lookup(&SBOX)));
    // The key schedule, on words with the first byte on top.
    let nk = size.nk();
    let mut w: Vec<Bv<D>> = key.chunks(4).map(word).collect();
    let mut rcon = 1u128;
    for k in nk..size.schedule_words() {
        let mut last = w[k - 1];
        if k % nk == 0 {
            last = sub(last.rotl(8)) ^ last.lit(rcon << 24);
            rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
        } else if nk > 6 && k % nk == 4 {
            last = sub(last);
        }
        w.push(w[k - nk] ^ last);
    }
    let mut s: Vec<Bv<D>> = block.chunks(4).zip(&w).map(|(b, k)| word(b) ^ *k).collect();
    for round in 1..size.nr() {
        s = (0..4)
            .map(|j| {
                let row = |r: u32| s[(j + r as usize) % 4].byte(3 - r);
                let lookup = |r: u32| t0(row(r)).rotr(8 * r);
                lookup(0) ^ lookup(1) ^ lookup(2) ^ lookup(3) ^ w[4 * round + j]
            })
            .collect();
    }
    let last: Vec<Bv<D>> = (0..4)
        .map(|j| {
            let row = |r: u32| s[(j + r as usize) % 4].byte(3 - r);
            Bv::join((0..4).map(|r| row(r).lookup(&SBOX))) ^ w[4 * size.nr() + j]
        })
        .collect();
    std::array::from_fn(|k| last[k / 4].byte(3 - k as u32 % 4))
}
