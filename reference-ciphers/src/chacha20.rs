//! ChaCha20: RFC 8439, June 2018, sections 2.1 to 2.4. What follows the last value of the block counter is not in the
//! text: here it is 0.

use crate::functions::{Buffer, Extent, Function, little_endian, to_little_endian};
use semantics::domain::{Bv, Domain};

/// `QUARTERROUND(a, b, c, d)`, section 2.1, on words of 32 bits.
pub fn quarter_round<D: Domain>(words: [Bv<D>; 4]) -> [Bv<D>; 4] {
    named_quarter_round(words, 0)
}

/// The same; its sums are named, for proofs to meet them, and `d` and `b` where they are rotated first. At the end, `d`
/// is an exclusive or of two of these: to name it would hide that from what computes it backwards.
fn named_quarter_round<D: Domain>([a, b, c, d]: [Bv<D>; 4], number: u32) -> [Bv<D>; 4] {
    let sum = |x: Bv<D>, y: Bv<D>| (x + y).cut("sum of quarter round", number);
    let named = |word: Bv<D>| word.cut("word within quarter round", number);
    // 1. a += b; d ^= a; d <<<= 16;
    let a = sum(a, b);
    let d = named(rotate(d ^ a, 16));
    // 2. c += d; b ^= c; b <<<= 12;
    let c = sum(c, d);
    let b = named(rotate(b ^ c, 12));
    // 3. a += b; d ^= a; d <<<= 8;
    let a = sum(a, b);
    let d = rotate(d ^ a, 8);
    // 4. c += d; b ^= c; b <<<= 7;
    let c = sum(c, d);
    let b = rotate(b ^ c, 7);
    [a, b, c, d]
}

/// The state of section 2.2: sixteen words of 32 bits.
pub type State<D> = [Bv<D>; 16];

/// `inner_block (state)`, section 2.3.1: a column round and a diagonal round. `number` is how many there were before.
pub fn inner_block<D: Domain>(mut state: State<D>, number: u32) -> State<D> {
    let rounds = [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [0, 5, 10, 15],
        [1, 6, 11, 12],
        [2, 7, 8, 13],
        [3, 4, 9, 14],
    ];
    for (at, indices) in (8 * number..).zip(rounds) {
        let words = named_quarter_round(indices.map(|k| state[k]), at);
        indices.into_iter().zip(words).for_each(|(k, word)| state[k] = word);
    }
    state
}

/// The state before the rounds, section 2.3: constants, key, block counter and nonce.
pub fn initial_state<D: Domain>(key: [Bv<D>; 8], counter: Bv<D>, nonce: [Bv<D>; 3]) -> State<D> {
    let constants = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
    std::array::from_fn(|k| match k {
        0..4 => counter.lit(constants[k]),
        4..12 => key[k - 4],
        12 => counter,
        _ => nonce[k - 13],
    })
}

/// The block function, section 2.3.1, before serialization.
pub fn block<D: Domain>(key: [Bv<D>; 8], counter: Bv<D>, nonce: [Bv<D>; 3]) -> State<D> {
    block_of(initial_state(key, counter, nonce))
}

/// The block function from the state on, section 2.3.1.
pub fn block_of<D: Domain>(state: State<D>) -> State<D> {
    let mut working = state;
    for round in 0..10 {
        working = inner_block(working, round);
    }
    std::array::from_fn(|k| working[k] + state[k])
}

/// `word <<< by`: the high bits come in at the bottom.
fn rotate<D: Domain>(word: Bv<D>, by: u32) -> Bv<D> {
    word.lo(32 - by).concat(word.hi(by))
}

/// What kernels may claim to compute.
pub(crate) static FUNCTIONS: [Function; 2] = [
    Function {
        name: "chacha20.block",
        form: None,
        title: "the ChaCha20 block function of any state",
        inputs: &[Buffer {
            name: "state",
            extent: Extent::Bytes(64),
            holds: "the sixteen words of section 2.3, each with its low byte first: constants, key, block counter, nonce",
        }],
        output: Buffer {
            name: "out",
            extent: Extent::Bytes(64),
            holds: "the serialized block, section 2.3.1",
        },
        source: "RFC 8439, section 2.3.1",
        run: |_, i| serialized_block(i[0]),
        terms: |_, i| serialized_block(i[0]),
    },
    Function {
        name: "chacha20.stream",
        form: None,
        title: "ChaCha20 encryption, which is decryption, too",
        inputs: &[
            Buffer { name: "key", extent: Extent::Bytes(32), holds: "the key" },
            Buffer {
                name: "counter",
                extent: Extent::Bytes(4),
                holds: "the counter of the first block, low byte first; 0 follows its last value",
            },
            Buffer { name: "nonce", extent: Extent::Bytes(12), holds: "the nonce" },
            Buffer { name: "in", extent: Extent::Of { unit: 1, length: "len" }, holds: "the text" },
        ],
        output: Buffer {
            name: "out",
            extent: Extent::Of { unit: 1, length: "len" },
            holds: "the text, exclusive-or the key stream",
        },
        source: "RFC 8439, section 2.4",
        run: |_, i| stream(i),
        terms: |_, i| stream(i),
    },
];

fn serialized_block<D: Domain>(state: &[Bv<D>]) -> Vec<Bv<D>> {
    let state = little_endian(state, 4);
    to_little_endian(&block_of(std::array::from_fn(|k| state[k])))
}

/// `chacha20_encrypt(key, counter, nonce, plaintext)`, section 2.4.1.
fn stream<D: Domain>(i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    let words = |bytes: &[Bv<D>]| little_endian(bytes, 4);
    let (key, nonce) = (words(i[0]), words(i[2]));
    let (key, nonce) = (std::array::from_fn(|k| key[k]), std::array::from_fn(|k| nonce[k]));
    let counter = words(i[1])[0];
    let blocks = i[3].chunks(64).zip(0..);
    let encrypted = blocks.flat_map(|(text, number)| {
        let stream = to_little_endian(&block(key, counter + counter.lit(number), nonce));
        text.iter().zip(stream).map(|(text, stream)| *text ^ stream).collect::<Vec<_>>()
    });
    encrypted.collect()
}
