//! Agreement with an implementation of other hands: RustCrypto's `aes`, whole blocks and single
//! rounds.

use crate::common::{Plain, plain, random, state, values, words};
use aes::{
    Aes128, Aes192, Aes256, Block,
    cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit},
    hazmat,
};
use reference_ciphers::{
    aes::{
        State, add_round_key, inv_mix_columns, inv_shift_rows, inv_sub_bytes, mix_columns,
        round_key, shift_rows, sub_bytes,
    },
    function,
};

const CASES: u64 = 200;

fn block(bytes: &[u8]) -> Block {
    bytes.try_into().expect("16 bytes")
}

/// Encryption and decryption of a block.
fn theirs<C>(key: &[u8], input: &[u8]) -> [Vec<u8>; 2]
where
    C: KeyInit + BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16> + BlockCipherDecrypt,
{
    let cipher = C::new_from_slice(key).expect("a key of this cipher");
    let (mut encrypted, mut decrypted) = (block(input), block(input));
    cipher.encrypt_block(&mut encrypted);
    cipher.decrypt_block(&mut decrypted);
    [encrypted.to_vec(), decrypted.to_vec()]
}

#[test]
fn blocks() {
    for (prefix, key_bytes, theirs) in [
        ("aes128", 16, theirs::<Aes128> as fn(&[u8], &[u8]) -> [Vec<u8>; 2]),
        ("aes192", 24, theirs::<Aes192>),
        ("aes256", 32, theirs::<Aes256>),
    ] {
        for case in 0..CASES {
            let (input, key) = (random(16, case), random(key_bytes, case + CASES));
            let ours = ["encrypt_block", "decrypt_block"].map(|name| {
                let f = function(&format!("{prefix}.{name}")).expect("a function of this name");
                f.call(&[&input, &key]).expect("inputs of its signature")
            });
            assert_eq!(ours, theirs(&key, &input), "{prefix}, case {case}");
        }
    }
}

#[test]
fn rounds() {
    for case in 0..CASES {
        let (input, key) = (random(16, case), random(16, case + CASES));
        let (s, round_key) = (state(&input), round_key(&words(&values(&key)), 0));
        let check = |name: &str, ours: State<Plain>, theirs: &dyn Fn(&mut Block)| {
            let mut block = block(&input);
            theirs(&mut block);
            assert_eq!(plain(&ours), block.to_vec(), "{name}, case {case}");
        };
        let key = block(&key);
        let round = add_round_key(mix_columns(shift_rows(sub_bytes(s))), round_key);
        check("round", round, &|b| hazmat::cipher_round(b, &key));
        let inverse = inv_mix_columns(inv_shift_rows(inv_sub_bytes(s)));
        let inverse = add_round_key(inverse, round_key);
        check("equivalent inverse round", inverse, &|b| hazmat::equiv_inv_cipher_round(b, &key));
        check("MixColumns", mix_columns(s), &hazmat::mix_columns);
        check("InvMixColumns", inv_mix_columns(s), &hazmat::inv_mix_columns);
    }
}
