//! What the standard says of its functions, the signatures of the registry, and the same values from
//! the symbolic domain.

use crate::common::{plain, random, state, values, words};
use proptest::{collection::vec, prelude::*, sample::select};
use reference_ciphers::{
    CallError,
    aes::{
        KeySize, State, add_round_key, cipher, eq_inv_cipher, field, inv_cipher, inv_mix_columns,
        inv_shift_rows, inv_sub_bytes, key_expansion, key_expansion_eic, mix_columns, round_key,
        shift_rows, sub_bytes,
    },
    function,
};
use semantics::{
    bits::Val,
    dag::{Arena, Dag},
    domain::Bv,
};
use std::collections::BTreeSet;

#[test]
fn the_s_box_is_a_permutation_with_its_inverse() {
    let (forward, inverse) = (field::SBOX.data, field::INV_SBOX.data);
    assert_eq!(forward.into_iter().collect::<BTreeSet<u8>>().len(), 256);
    for x in 0..=255u8 {
        assert_eq!(inverse[usize::from(forward[usize::from(x)])], x);
        assert_eq!(forward[usize::from(inverse[usize::from(x)])], x);
    }
}

/// Schoolbook multiplication agrees with repeated `XTIMES`, equation (4.5), on all 65,536 pairs.
#[test]
fn products_are_sums_of_repeated_doublings() {
    let xtimes = |b: u8| b << 1 ^ if b >> 7 == 1 { 0x1b } else { 0 };
    for b in 0..=255u8 {
        let value = values(&[b])[0];
        for c in 0..=255u8 {
            let (mut sum, mut power) = (0, b);
            for degree in 0..8 {
                sum ^= if c >> degree & 1 == 1 { power } else { 0 };
                power = xtimes(power);
            }
            assert_eq!(plain(&[field::multiply(value, c)]), [sum], "{b:02x} times {c:02x}");
        }
    }
}

fn sizes() -> impl Strategy<Value = KeySize> {
    select(KeySize::ALL.to_vec())
}

fn bytes(n: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), n)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Section 5.3: the inverted transformations.
    #[test]
    fn every_step_has_its_inverse(block in bytes(16), key in bytes(16)) {
        let s = state(&block);
        let key = round_key(&words(&values(&key)), 0);
        for (name, back) in [
            ("SubBytes", inv_sub_bytes(sub_bytes(s))),
            ("ShiftRows", inv_shift_rows(shift_rows(s))),
            ("MixColumns", inv_mix_columns(mix_columns(s))),
            ("AddRoundKey", add_round_key(add_round_key(s, key), key)),
        ] {
            prop_assert_eq!(plain(&back), &block[..], "{}", name);
        }
    }

    /// `InvCipher` inverts `Cipher` for any key schedule, also for one that no key has.
    #[test]
    fn inv_cipher_inverts_cipher(size in sizes(), block in bytes(16), w in bytes(240)) {
        let w = words(&values(&w[..size.schedule_bytes()]));
        let back = inv_cipher(size, cipher(size, state(&block), &w), &w);
        prop_assert_eq!(plain(&back), block);
    }

    /// Section 5.3.5: `EqInvCipher` with `dw` is `InvCipher` with `w`.
    #[test]
    fn the_equivalent_inverse_cipher_is_the_inverse_cipher(
        size in sizes(), block in bytes(16), key in bytes(32),
    ) {
        let key = words(&values(&key[..size.key_bytes()]));
        let (w, dw) = (key_expansion(size, &key), key_expansion_eic(size, &key));
        let straight = inv_cipher(size, state(&block), &w);
        prop_assert_eq!(plain(&straight), plain(&eq_inv_cipher(size, state(&block), &dw)));
    }
}

/// Terms of every algorithm, evaluated, against the concrete domain.
#[test]
fn terms_have_the_concrete_values() {
    fn input<'a>(dom: Dag<'a>, name: char, n: usize) -> Vec<Bv<Dag<'a>>> {
        (0..n).map(|k| dom.var(8, &format!("{name}{k}"))).collect()
    }
    for size in KeySize::ALL {
        let arena = Arena::default();
        let block: State<_> = input(arena.dom(), 'b', 16).try_into().expect("16 bytes");
        let key = words(&input(arena.dom(), 'k', size.key_bytes()));
        let (w, dw) = (key_expansion(size, &key), key_expansion_eic(size, &key));
        let encrypted = cipher(size, block, &w);
        let decrypted = [inv_cipher(size, block, &w), eq_inv_cipher(size, block, &dw)];
        for round in 0..8 {
            let (block, key) = (random(16, round), random(size.key_bytes(), round + 100));
            let value = arena.eval(|name| {
                let of = if name.starts_with('b') { &block } else { &key };
                Val::from(u128::from(of[name[1..].parse::<usize>().expect("a number")]))
            });
            let eval = |terms: &[Bv<Dag<'_>>]| -> Vec<u8> {
                terms.iter().map(|term| value(term.raw()).low() as u8).collect()
            };
            let key = words(&values(&key));
            let plain_w = key_expansion(size, &key);
            assert_eq!(eval(w.as_flattened()), plain(plain_w.as_flattened()));
            let plain_dw = key_expansion_eic(size, &key);
            assert_eq!(eval(dw.as_flattened()), plain(plain_dw.as_flattened()));
            assert_eq!(eval(&encrypted), plain(&cipher(size, state(&block), &plain_w)));
            for decrypted in decrypted {
                assert_eq!(eval(&decrypted), plain(&inv_cipher(size, state(&block), &plain_w)));
            }
        }
    }
}

#[test]
fn wrong_inputs_are_errors() {
    let encrypt = function("aes192.encrypt_block").expect("a function of this name");
    let error = |inputs: &[&[u8]]| encrypt.call(inputs).expect_err("wrong inputs");
    assert_eq!(
        error(&[&[0; 16]]),
        CallError::Inputs { function: "aes192.encrypt_block", expected: 2, given: 1 }
    );
    assert_eq!(
        error(&[&[0; 16], &[0; 16]]).to_string(),
        "input `key` of aes192.encrypt_block has 24 bytes, not 16"
    );
    assert!(function("aes193.encrypt_block").is_none());
}
