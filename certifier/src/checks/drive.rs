//! From a known answer to calls of a function, which may be a part of what the answer is about: then the certifier does
//! the rest, and certificates say so.

use std::collections::BTreeMap;

use reference_ciphers::sha2::{self, Words};
use semantics::domain::Concrete;

use crate::vectors::{Case, Procedure};

/// Steps of a Monte-Carlo test's inner loop (AESAVS, section 6.4.1; SHAVS, section 6.4).
const STEPS: usize = 1000;
/// Bytes of an AES block.
const AES_BLOCK: usize = 16;
/// Bytes of a block of ChaCha20.
const CHACHA20_BLOCK: usize = 64;
/// The words "expa", "nd 3", "2-by", "te k" of RFC 8439, section 2.3, in the state's order of bytes.
const CHACHA20_CONSTANTS: &[u8; 16] = b"expand 32-byte k";

/// How a function is used for the examples of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    /// It is the operation.
    Direct,
    /// It compresses a block of a message: FIPS 180-4, sections 5 and 6.
    Hash(&'static Hash),
    /// It makes a block of key stream: RFC 8439, section 2.4.
    Stream,
}

/// What FIPS 180-4 says of a hash beside its compression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hash {
    /// Its words, of which the state has 8 and a block 16; the length behind the padding has two.
    words: Words,
}

static SHA_256: Hash = Hash { words: sha2::SHA_256 };
static SHA_512: Hash = Hash { words: sha2::SHA_512 };

/// The inputs of a call, by name.
pub(crate) type Inputs = BTreeMap<&'static str, Vec<u8>>;
/// Calls the function; nothing when it does not return.
pub(crate) type Call<'a> = dyn FnMut(&Inputs) -> Option<Vec<u8>> + 'a;

impl Driver {
    /// How a function that `computes` something is used for examples of `operation`, if it can be.
    pub(crate) fn of(operation: &str, computes: &str) -> Option<Driver> {
        match (operation, computes) {
            _ if operation == computes => Some(Driver::Direct),
            ("sha256.hash", "sha256.compress") => Some(Driver::Hash(&SHA_256)),
            ("sha512.hash", "sha512.compress") => Some(Driver::Hash(&SHA_512)),
            ("chacha20.stream", "chacha20.block") => Some(Driver::Stream),
            _ => None,
        }
    }

    /// The inputs of the function that it gives values to; none when they are the example's.
    pub(crate) fn inputs(self) -> Option<&'static [&'static str]> {
        match self {
            Driver::Direct => None,
            Driver::Hash(_) => Some(&["state", "block"]),
            Driver::Stream => Some(&["state"]),
        }
    }

    /// What certificates say of it.
    pub(crate) fn text(self, procedure: Procedure) -> Option<&'static str> {
        let monte_carlo =
            matches!(procedure, Procedure::BlockMonteCarlo | Procedure::HashMonteCarlo);
        match (self, monte_carlo) {
            (Driver::Direct, false) => None,
            (Driver::Direct, true) => Some("the certifier did the loop of the Monte-Carlo test"),
            (Driver::Hash(_), false) => {
                Some("the certifier padded the message and chained the blocks")
            }
            (Driver::Hash(_), true) => Some(
                "the certifier padded the messages, chained the blocks and did the loop of the Monte-Carlo test",
            ),
            (Driver::Stream, _) => {
                Some("the certifier set up and counted the states and added the key stream")
            }
        }
    }
}

/// What the function makes of a case's inputs; nothing when a call does not return.
pub(crate) fn drive(case: &Case, driver: Driver, call: &mut Call<'_>) -> Option<Vec<u8>> {
    let input = case.inputs.get("in").map_or(&[][..], Vec::as_slice);
    match case.procedure {
        Procedure::Once => once(&case.inputs, driver, call),
        Procedure::Blocks => {
            let mut inputs = case.inputs.clone();
            let mut out = Vec::new();
            for block in input.chunks(AES_BLOCK) {
                inputs.insert("in", block.to_vec());
                out.extend(once(&inputs, driver, call)?);
            }
            Some(out)
        }
        Procedure::BlockMonteCarlo => {
            let mut inputs = case.inputs.clone();
            for _ in 0..STEPS {
                let next = once(&inputs, driver, call)?;
                inputs.insert("in", next);
            }
            inputs.remove("in")
        }
        Procedure::HashMonteCarlo => {
            let mut last = [input.to_vec(), input.to_vec(), input.to_vec()];
            for _ in 0..STEPS {
                let inputs = Inputs::from([("in", last.concat())]);
                last.rotate_left(1);
                last[2] = once(&inputs, driver, call)?;
            }
            let [_, _, digest] = last;
            Some(digest)
        }
    }
}

fn once(inputs: &Inputs, driver: Driver, call: &mut Call<'_>) -> Option<Vec<u8>> {
    let input = |name| inputs.get(name).map_or(&[][..], Vec::as_slice);
    match driver {
        Driver::Direct => call(inputs),
        Driver::Hash(hash) => hash.of(input("in"), call),
        Driver::Stream => {
            let mut out = Vec::new();
            let first = input("counter").first_chunk().copied().map_or(0, u32::from_le_bytes);
            let mut counter = first;
            for block in input("in").chunks(CHACHA20_BLOCK) {
                let state =
                    [&CHACHA20_CONSTANTS[..], input("key"), &counter.to_le_bytes(), input("nonce")];
                let stream = call(&Inputs::from([("state", state.concat())]))?;
                out.extend(block.iter().zip(stream).map(|(data, key)| data ^ key));
                counter = counter.wrapping_add(1);
            }
            Some(out)
        }
    }
}

impl Hash {
    /// The digest of a message, by way of the compression function, whose state has the low byte of each word first.
    fn of(&self, message: &[u8], call: &mut Call<'_>) -> Option<Vec<u8>> {
        let word = self.words.bits as usize / 8;
        let (block, length) = (16 * word, 2 * word);
        let mut padded = message.to_vec();
        padded.push(0x80);
        while !(padded.len() + length).is_multiple_of(block) {
            padded.push(0);
        }
        let bits = 8 * message.len() as u128;
        padded.extend(&bits.to_be_bytes()[16 - length..]);
        let initial = self.words.initial(Concrete::<2>);
        let mut state: Vec<u8> = initial
            .iter()
            .flat_map(|value| (value.raw().low() as u64).to_le_bytes().into_iter().take(word))
            .collect();
        for block in padded.chunks(block) {
            let inputs = Inputs::from([("state", state), ("block", block.to_vec())]);
            state = call(&inputs)?;
        }
        Some(state.chunks(word).flat_map(|word| word.iter().rev().copied()).collect())
    }
}
