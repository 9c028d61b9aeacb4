//! The functions of AES over bytes.
//!
//! A block is 16 bytes, `in[0]` first. A key schedule is the bytes of `w[0]`, `w[1]`, ... in that
//! order, byte `a0` of each word first, so that a round key is the block that `AddRoundKey` adds.
//! The schedule of the equivalent inverse cipher is `dw` in the same order, not in the order of use:
//! decryption reads it from its end, as algorithm 4 does.

use super::{
    KeySize, State, Word, cipher, eq_inv_cipher, inv_cipher, key_expansion, key_expansion_eic,
};
use crate::functions::{Buffer, Extent, Function};
use semantics::domain::{Bv, Domain};

const IN: Buffer = Buffer { name: "in", extent: Extent::Bytes(16), holds: "the input block" };
const OUT: Buffer = Buffer { name: "out", extent: Extent::Bytes(16), holds: "the output block" };

/// A function of the sizes of inputs that `call` has checked.
macro_rules! function {
    ($name:expr, $form:expr, $title:expr, $inputs:expr, $output:expr, $source:expr, $run:ident, $size:expr) => {
        Function {
            name: $name,
            form: $form,
            title: $title,
            inputs: $inputs,
            output: $output,
            source: $source,
            run: |_, i| $run($size, i),
            terms: |_, i| $run($size, i),
        }
    };
}

macro_rules! functions {
    ($prefix:literal, $cipher:literal, $size:expr) => {{
        const KEY: Buffer =
            Buffer { name: "key", extent: Extent::Bytes($size.key_bytes()), holds: concat!("the ", $cipher, " key") };
        const W: Buffer = Buffer {
            name: "round_keys",
            extent: Extent::Bytes($size.schedule_bytes()),
            holds: "the key schedule w: w[0], w[1], ..., byte a0 of each word first",
        };
        const DW: Buffer = Buffer {
            name: "round_keys",
            extent: Extent::Bytes($size.schedule_bytes()),
            holds: "the key schedule dw of the equivalent inverse cipher: dw[0], dw[1], ..., byte a0 \
                    of each word first; decryption uses it from the end",
        };
        [
            function!(
                concat!($prefix, ".encrypt_block"),
                None,
                concat!($cipher, " encryption of one block"),
                &[IN, KEY],
                OUT,
                "FIPS 197, equation (5.1) with algorithms 1 and 2",
                encrypt,
                $size
            ),
            function!(
                concat!($prefix, ".decrypt_block"),
                None,
                concat!($cipher, " decryption of one block"),
                &[IN, KEY],
                OUT,
                "FIPS 197, equation (5.1) with algorithms 3 and 2",
                decrypt,
                $size
            ),
            function!(
                concat!($prefix, ".expand_encrypt_key"),
                Some(concat!($prefix, ".expanded_key")),
                concat!($cipher, " key expansion"),
                &[KEY],
                W,
                "FIPS 197, algorithm 2",
                expand,
                $size
            ),
            function!(
                concat!($prefix, ".expand_decrypt_key"),
                Some(concat!($prefix, ".equivalent_inverse_keys")),
                concat!($cipher, " key expansion for the equivalent inverse cipher"),
                &[KEY],
                DW,
                "FIPS 197, algorithm 5",
                expand_inverse,
                $size
            ),
            function!(
                concat!($prefix, ".encrypt_block_expanded"),
                None,
                concat!($cipher, " encryption of one block with any key schedule"),
                &[IN, W],
                OUT,
                "FIPS 197, algorithm 1",
                encrypt_expanded,
                $size
            ),
            function!(
                concat!($prefix, ".decrypt_block_equivalent"),
                None,
                concat!($cipher, " equivalent inverse cipher with any key schedule"),
                &[IN, DW],
                OUT,
                "FIPS 197, algorithm 4",
                decrypt_equivalent,
                $size
            ),
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

fn encrypt<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    cipher(size, block(i[0]), &key_expansion(size, &words(i[1]))).to_vec()
}

fn decrypt<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    inv_cipher(size, block(i[0]), &key_expansion(size, &words(i[1]))).to_vec()
}

fn expand<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    key_expansion(size, &words(i[0])).as_flattened().to_vec()
}

fn expand_inverse<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    key_expansion_eic(size, &words(i[0])).as_flattened().to_vec()
}

fn encrypt_expanded<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    cipher(size, block(i[0]), &words(i[1])).to_vec()
}

fn decrypt_equivalent<D: Domain>(size: KeySize, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    eq_inv_cipher(size, block(i[0]), &words(i[1])).to_vec()
}

fn block<D: Domain>(bytes: &[Bv<D>]) -> State<D> {
    bytes.try_into().expect("`call` has checked the length")
}

fn words<D: Domain>(bytes: &[Bv<D>]) -> Vec<Word<D>> {
    bytes.as_chunks().0.to_vec()
}
