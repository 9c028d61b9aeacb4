//! The functions of AES over bytes.
//!
//! A block is 16 bytes, `in[0]` first. A key schedule is the bytes of `w[0]`, `w[1]`, ... in that
//! order, byte `a0` of each word first, so that a round key is the block that `AddRoundKey` adds.
//! The schedule of the equivalent inverse cipher is `dw` in the same order, not in the order of use:
//! decryption reads it from its end, as algorithm 4 does.

use super::{
    KeySize, State, Word, cipher, eq_inv_cipher, inv_cipher, key_expansion, key_expansion_eic,
};
use crate::functions::{Buffer, Function};
use semantics::domain::{Bv, Concrete};

/// Bytes are the widest values of these functions, products of 16 bits the widest inside.
type Plain = Concrete<2>;

const IN: Buffer = Buffer { name: "in", bytes: 16, holds: "the input block" };
const OUT: Buffer = Buffer { name: "out", bytes: 16, holds: "the output block" };

macro_rules! functions {
    ($prefix:literal, $cipher:literal, $size:expr) => {{
        const KEY: Buffer =
            Buffer { name: "key", bytes: $size.key_bytes(), holds: concat!("the ", $cipher, " key") };
        const W: Buffer = Buffer {
            name: "round_keys",
            bytes: $size.schedule_bytes(),
            holds: "the key schedule w: w[0], w[1], ..., byte a0 of each word first",
        };
        const DW: Buffer = Buffer {
            name: "round_keys",
            bytes: $size.schedule_bytes(),
            holds: "the key schedule dw of the equivalent inverse cipher: dw[0], dw[1], ..., byte a0 \
                    of each word first; decryption uses it from the end",
        };
        [
            Function {
                name: concat!($prefix, ".encrypt_block"),
                form: None,
                title: concat!($cipher, " encryption of one block"),
                inputs: &[IN, KEY],
                output: OUT,
                source: "FIPS 197, equation (5.1) with algorithms 1 and 2",
                run: |i| bytes(&cipher($size, block(i[0]), &key_expansion($size, &words(i[1])))),
            },
            Function {
                name: concat!($prefix, ".decrypt_block"),
                form: None,
                title: concat!($cipher, " decryption of one block"),
                inputs: &[IN, KEY],
                output: OUT,
                source: "FIPS 197, equation (5.1) with algorithms 3 and 2",
                run: |i| bytes(&inv_cipher($size, block(i[0]), &key_expansion($size, &words(i[1])))),
            },
            Function {
                name: concat!($prefix, ".expand_encrypt_key"),
                form: Some(concat!($prefix, ".expanded_key")),
                title: concat!($cipher, " key expansion"),
                inputs: &[KEY],
                output: W,
                source: "FIPS 197, algorithm 2",
                run: |i| bytes(key_expansion($size, &words(i[0])).as_flattened()),
            },
            Function {
                name: concat!($prefix, ".expand_decrypt_key"),
                form: Some(concat!($prefix, ".equivalent_inverse_keys")),
                title: concat!($cipher, " key expansion for the equivalent inverse cipher"),
                inputs: &[KEY],
                output: DW,
                source: "FIPS 197, algorithm 5",
                run: |i| bytes(key_expansion_eic($size, &words(i[0])).as_flattened()),
            },
            Function {
                name: concat!($prefix, ".encrypt_block_expanded"),
                form: None,
                title: concat!($cipher, " encryption of one block with any key schedule"),
                inputs: &[IN, W],
                output: OUT,
                source: "FIPS 197, algorithm 1",
                run: |i| bytes(&cipher($size, block(i[0]), &words(i[1]))),
            },
            Function {
                name: concat!($prefix, ".decrypt_block_equivalent"),
                form: None,
                title: concat!($cipher, " equivalent inverse cipher with any key schedule"),
                inputs: &[IN, DW],
                output: OUT,
                source: "FIPS 197, algorithm 4",
                run: |i| bytes(&eq_inv_cipher($size, block(i[0]), &words(i[1]))),
            },
        ]
    }};
}

/// All of them.
pub(crate) static ALL: [Function; 18] = {
    let [a, b, c] = [
        functions!("aes128", "AES-128", KeySize::Aes128),
        functions!("aes192", "AES-192", KeySize::Aes192),
        functions!("aes256", "AES-256", KeySize::Aes256),
    ];
    let mut all = [a[0]; 18];
    let mut k = 0;
    while k < 6 {
        (all[k], all[k + 6], all[k + 12]) = (a[k], b[k], c[k]);
        k += 1;
    }
    all
};

fn values(bytes: &[u8]) -> impl Iterator<Item = Bv<Plain>> {
    bytes.iter().map(|&byte| Bv::new(Plain::default(), 8, byte.into()))
}

fn block(bytes: &[u8]) -> State<Plain> {
    let mut values = values(bytes);
    std::array::from_fn(|_| values.next().expect("`call` has checked the length"))
}

fn words(bytes: &[u8]) -> Vec<Word<Plain>> {
    let values: Vec<_> = values(bytes).collect();
    values.as_chunks().0.to_vec()
}

fn bytes(values: &[Bv<Plain>]) -> Vec<u8> {
    values.iter().map(|value| value.raw().low() as u8).collect()
}
