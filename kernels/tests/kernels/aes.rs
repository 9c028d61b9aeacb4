//! The AES kernels against FIPS 197's examples and against the `aes` crate.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::machine::{Call, Machine};

const VARIANTS: [&str; 3] = ["aes/rv32i", "aes/rv32-zkne-zknd", "aes/rv64-zkne-zknd"];

/// FIPS 197, appendices B and C: key, plaintext, ciphertext.
const BLOCKS: [[&str; 3]; 4] = [
    [
        "2b7e151628aed2a6abf7158809cf4f3c",
        "3243f6a8885a308d313198a2e0370734",
        "3925841d02dc09fbdc118597196a0b32",
    ],
    [
        "000102030405060708090a0b0c0d0e0f",
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ],
    [
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "00112233445566778899aabbccddeeff",
        "dda97ca4864cdfe06eaf70a0ec0d7191",
    ],
    [
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "00112233445566778899aabbccddeeff",
        "8ea2b7ca516745bfeafc49904b496089",
    ],
];

/// FIPS 197, appendix A: the words w of the key that they start with.
const EXPANSIONS: [&str; 3] = [
    "2b7e1516 28aed2a6 abf71588 09cf4f3c a0fafe17 88542cb1 23a33939 2a6c7605
     f2c295f2 7a96b943 5935807a 7359f67f 3d80477d 4716fe3e 1e237e44 6d7a883b
     ef44a541 a8525b7f b671253b db0bad00 d4d1c6f8 7c839d87 caf2b8bc 11f915bc
     6d88a37a 110b3efd dbf98641 ca0093fd 4e54f70e 5f5fc9f3 84a64fb2 4ea6dc4f
     ead27321 b58dbad2 312bf560 7f8d292f ac7766f3 19fadc21 28d12941 575c006e
     d014f9a8 c9ee2589 e13f0cc8 b6630ca6",
    "8e73b0f7 da0e6452 c810f32b 809079e5 62f8ead2 522c6b7b fe0c91f7 2402f5a5
     ec12068e 6c827f6b 0e7a95b9 5c56fec2 4db7b4bd 69b54118 85a74796 e92538fd
     e75fad44 bb095386 485af057 21efb14f a448f6d9 4d6dce24 aa326360 113b30e6
     a25e7ed5 83b1cf9a 27f93943 6a94f767 c0a69407 d19da4e1 ec1786eb 6fa64971
     485f7032 22cb8755 e26d1352 33f0b7b3 40beeb28 2f18a259 6747d26b 458c553e
     a7e1466c 9411f1df 821f750a ad07d753 ca400538 8fcc5006 282d166a bc3ce7b5
     e98ba06f 448c773c 8ecc7204 01002202",
    "603deb10 15ca71be 2b73aef0 857d7781 1f352c07 3b6108d7 2d9810a3 0914dff4
     9ba35411 8e6925af a51a8b5f 2067fcde a8b09c1a 93d194cd be49846e b75d5b9a
     d59aecb8 5bf3c917 fee94248 de8ebe96 b5a9328a 2678a647 98312229 2f6c79b3
     812c81ad dadf48ba 24360af2 fab8b464 98c5bfc9 bebd198e 268c3ba7 09e04214
     68007bac b2df3316 96e939e4 6c518d80 c814e204 76a9fb8a 5025c02d 59c58239
     de136967 6ccc5a71 fa256395 9674ee15 5886ca5d 2e2f31d7 7e0af1fa 27cf73c3
     749c47ab 18501dda e2757e4f 7401905a cafaaae3 e4d59b34 9adf6ace bd10190d
     fe4890d1 e6188d0b 046df344 706c631e",
];

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<_> = hex.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

fn oracle_encrypt(key: &[u8], block: &[u8]) -> Vec<u8> {
    let mut block = aes::Block::try_from(block).unwrap();
    match key.len() {
        16 => aes::Aes128::new_from_slice(key).unwrap().encrypt_block(&mut block),
        24 => aes::Aes192::new_from_slice(key).unwrap().encrypt_block(&mut block),
        _ => aes::Aes256::new_from_slice(key).unwrap().encrypt_block(&mut block),
    }
    block.to_vec()
}

fn oracle_decrypt(key: &[u8], block: &[u8]) -> Vec<u8> {
    let mut block = aes::Block::try_from(block).unwrap();
    match key.len() {
        16 => aes::Aes128::new_from_slice(key).unwrap().decrypt_block(&mut block),
        24 => aes::Aes192::new_from_slice(key).unwrap().decrypt_block(&mut block),
        _ => aes::Aes256::new_from_slice(key).unwrap().decrypt_block(&mut block),
    }
    block.to_vec()
}

/// FIPS 197's InvMixColumns of every word but those of the first and last round key.
fn equivalent_inverse(w: &[u8]) -> Vec<u8> {
    let times = |a: u8, b: u8| {
        (0..8).filter(|bit| b >> bit & 1 != 0).fold(0, |sum, bit| {
            let double = |a: u8| a << 1 ^ if a & 0x80 != 0 { 0x1b } else { 0 };
            sum ^ (0..bit).fold(a, |a, _| double(a))
        })
    };
    let mut dw = w.to_vec();
    let end = dw.len() - 16;
    for column in dw[16..end].chunks_exact_mut(4) {
        let s = column.to_vec();
        for row in 0..4 {
            column[row] = [14, 11, 13, 9]
                .iter()
                .enumerate()
                .fold(0, |sum, (at, factor)| sum ^ times(s[(row + at) % 4], *factor));
        }
    }
    dw
}

/// The results of `aes<bits>_<what>` for every input; the first argument is the output.
fn results(machine: &Machine, what: &str, inputs: &[Vec<Vec<u8>>], in_place: bool) -> Vec<Vec<u8>> {
    let calls: Vec<_> = inputs
        .iter()
        .map(|inputs| {
            // The last input is the key or the round keys.
            let bits = match inputs[inputs.len() - 1].len() {
                16 | 176 => 128,
                24 | 208 => 192,
                _ => 256,
            };
            let function = machine.manifest().function(&format!("aes{bits}_{what}")).unwrap();
            let mut buffers = vec![vec![0xee; function.args[0].size.fixed().unwrap() as usize]];
            buffers.extend_from_slice(inputs);
            Call { function, buffers, alias: in_place.then_some((0, 1)) }
        })
        .collect();
    machine.run(&calls).into_iter().map(|mut buffers| buffers.swap_remove(0)).collect()
}

#[test]
fn key_expansions_give_the_words_of_appendix_a() {
    for id in VARIANTS {
        let machine = Machine::embedded(id);
        let words: Vec<_> = EXPANSIONS.iter().map(|words| bytes(words)).collect();
        let keys: Vec<_> =
            words.iter().zip([16, 24, 32]).map(|(w, size)| vec![w[..size].to_vec()]).collect();
        let inverse: Vec<_> = words.iter().map(|w| equivalent_inverse(w)).collect();
        assert_eq!(results(&machine, "expand_encrypt_key", &keys, false), words, "{id}");
        assert_eq!(results(&machine, "expand_decrypt_key", &keys, false), inverse, "{id}");
    }
}

#[test]
fn blocks_are_those_of_appendices_b_and_c() {
    for id in VARIANTS {
        let blocks: Vec<_> =
            BLOCKS.iter().map(|[k, p, c]| [bytes(k), bytes(p), bytes(c)]).collect();
        check_blocks(id, &blocks);
    }
}

#[test]
fn random_keys_and_blocks_agree_with_the_aes_crate() {
    let mut rng = ChaCha8Rng::seed_from_u64(197);
    let mut random = |size| {
        let mut bytes = vec![0; size];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    for id in VARIANTS {
        let blocks: Vec<_> = (0..60)
            .map(|number| {
                let (key, block) = (random([16, 24, 32][number % 3]), random(16));
                let encrypted = oracle_encrypt(&key, &block);
                assert_eq!(oracle_decrypt(&key, &encrypted), block);
                [key, block, encrypted]
            })
            .collect();
        check_blocks(id, &blocks);
    }
}

/// Encrypts and decrypts, with `out` apart from `in` and at its place.
fn check_blocks(id: &str, blocks: &[[Vec<u8>; 3]]) {
    let machine = Machine::embedded(id);
    let keys: Vec<_> = blocks.iter().map(|[key, _, _]| vec![key.clone()]).collect();
    let encrypt_keys = results(&machine, "expand_encrypt_key", &keys, false);
    let decrypt_keys = results(&machine, "expand_decrypt_key", &keys, false);
    for (w, dw) in encrypt_keys.iter().zip(&decrypt_keys) {
        assert_eq!(*dw, equivalent_inverse(w), "{id}");
    }
    let plain: Vec<_> = blocks.iter().map(|[_, plain, _]| plain.clone()).collect();
    let cipher: Vec<_> = blocks.iter().map(|[_, _, cipher]| cipher.clone()).collect();
    let with = |data: &[Vec<u8>], keys: &[Vec<u8>]| -> Vec<_> {
        data.iter().zip(keys).map(|(data, keys)| vec![data.clone(), keys.clone()]).collect()
    };
    for in_place in [false, true] {
        let inputs = with(&plain, &encrypt_keys);
        assert_eq!(results(&machine, "encrypt_block", &inputs, in_place), cipher, "{id}");
        let inputs = with(&cipher, &decrypt_keys);
        assert_eq!(results(&machine, "decrypt_block", &inputs, in_place), plain, "{id}");
    }
}
