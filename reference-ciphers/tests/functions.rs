//! The functions over bytes: their names, lengths and both evaluations.

use reference_ciphers::{Buffer, Extent, function, functions};
use semantics::{bits::Val, dag::Arena};
use std::collections::BTreeSet;

/// Bytes of a buffer; a length that the caller chooses is 3.
fn random(buffer: &Buffer, seed: u64) -> Vec<u8> {
    let bytes = match buffer.extent {
        Extent::Bytes(bytes) => bytes,
        Extent::Of { unit, .. } => 3 * unit,
    };
    let mut x = seed;
    let mut next = || {
        x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (x >> 56) as u8
    };
    (0..bytes).map(|_| next()).collect()
}

#[test]
fn names_and_forms_are_unique() {
    let names: Vec<_> = functions().iter().flat_map(|f| [Some(f.name), f.form]).flatten().collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    for f in functions() {
        assert_eq!(function(f.name).map(|found| found.name), Some(f.name));
    }
}

#[test]
fn lengths_are_as_stated_and_terms_have_the_value_of_the_call() {
    for f in functions() {
        let inputs: Vec<_> =
            f.inputs.iter().zip(1..).map(|(input, seed)| random(input, seed)).collect();
        let slices: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
        let value = f.call(&slices).expect("inputs of its signature");
        assert_eq!(value.len(), random(&f.output, 0).len(), "{}", f.name);

        let arena = Arena::default();
        let name = |k: usize, at: usize| format!("{k}.{at}");
        let variables: Vec<Vec<_>> = inputs
            .iter()
            .enumerate()
            .map(|(k, bytes)| (0..bytes.len()).map(|at| arena.dom().var(8, &name(k, at))).collect())
            .collect();
        let slices: Vec<_> = variables.iter().map(Vec::as_slice).collect();
        let terms = f.terms(&slices).expect("inputs of its signature");
        let at = arena.eval(|name| {
            let (k, at) = name.split_once('.').expect("a name of ours");
            let (k, at): (usize, usize) = (k.parse().unwrap(), at.parse().unwrap());
            Val::from(u128::from(inputs[k][at]))
        });
        let of_terms: Vec<u8> = terms.iter().map(|byte| at(byte.raw()).low() as u8).collect();
        assert_eq!(of_terms, value, "{}", f.name);
    }
}

/// Known answers over bytes, with their source.
#[test]
fn known_answers() {
    let bytes = |text: &str| -> Vec<u8> {
        let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        let byte =
            |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        digits.chunks(2).map(byte).collect()
    };
    // RFC 8439, section 2.3.2.
    let block = function("chacha20.block").expect("a function of this name");
    let state = bytes(
        "61707865 3320646e 79622d32 6b206574 03020100 07060504 0b0a0908 0f0e0d0c
         13121110 17161514 1b1a1918 1f1e1d1c 00000001 09000000 4a000000 00000000",
    );
    let state: Vec<u8> = state.chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
    let out = bytes(
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e
         d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    );
    assert_eq!(block.call(&[&state]), Ok(out));
    // NIST, "Examples with Intermediate Values", SHA256: the one-block message "abc".
    let compress = function("sha256.compress").expect("a function of this name");
    let words = |text: &str| -> Vec<u8> {
        bytes(text).chunks(4).flat_map(|word| word.iter().rev().copied()).collect()
    };
    let start = words("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19");
    let mut padded = [0; 64];
    padded[..4].copy_from_slice(b"abc\x80");
    padded[63] = 24;
    let hash = words("ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad");
    assert_eq!(compress.call(&[&start, &padded]), Ok(hash));
}
