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
        let terms = f.terms(arena.dom(), &slices).expect("inputs of its signature");
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

/// Known answers of functions on messages, with their source.
#[test]
fn known_answers_of_messages() {
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let call = |name: &str, inputs: &[&[u8]]| {
        hex(function(name).expect("a function of this name").call(inputs).unwrap())
    };
    // NIST, "Examples with Intermediate Values"; the empty message: CAVP, SHA256ShortMsg.rsp.
    let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    for (name, message, digest) in [
        (
            "sha256.hash",
            &b""[..],
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        ("sha256.hash", b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha256.hash",
            two_blocks,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (
            "sha512.hash",
            b"abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ),
    ] {
        assert_eq!(call(name, &[message]), digest);
    }
    // RFC 8439, section 2.4.2.
    let key: Vec<u8> = (0..32).collect();
    let nonce = [0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0];
    let text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                 sunscreen would be it.";
    let encrypted = "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b\
                     f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8\
                     07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736\
                     5af90bbf74a35be6b40b8eedf2785e42874d";
    assert_eq!(call("chacha20.stream", &[&key, &[1, 0, 0, 0], &nonce, text]), encrypted);
}

/// FIPS 180-4, section 5.1: where the padding takes another block.
#[test]
fn padding_ends_blocks() {
    let arena = Arena::default();
    for (words, block) in
        [(reference_ciphers::sha2::SHA_256, 64), (reference_ciphers::sha2::SHA_512, 128)]
    {
        for len in 0..2 * block + 2_usize {
            let message: Vec<_> = (0..len).map(|at| arena.dom().var(8, &at.to_string())).collect();
            let padded = words.pad(arena.dom(), &message);
            assert_eq!(padded.len(), (len + 1 + block / 8).next_multiple_of(block), "{len}");
        }
    }
}
