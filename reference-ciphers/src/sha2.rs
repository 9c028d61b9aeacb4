//! SHA-256 and SHA-512: FIPS 180-4, August 2015.
//!
//! Functions have the standard's names in snake case. Both hashes are one text here, as in the
//! standard, with the [`Words`] that it prescribes for each.

mod constants;

use crate::functions::{
    Buffer, Extent, Function, big_endian, little_endian, to_big_endian, to_little_endian,
};
use constants::{H, K};
use semantics::domain::{Bv, Domain};

/// The working variables *a* to *h*, or a hash value, first word first.
pub type State<D> = [Bv<D>; 8];
/// A message block, first word first (section 5.2).
pub type Block<D> = [Bv<D>; 16];

/// What sections 4 and 5 prescribe for a word size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Bits of a word, *w*.
    pub bits: u32,
    /// Steps of the compression.
    pub steps: usize,
    big_sigma: [[u32; 3]; 2],
    /// Two rotations and a shift each.
    small_sigma: [[u32; 3]; 2],
}

/// Sections 4.1.2 and 6.2.
pub const SHA_256: Words = Words {
    bits: 32,
    steps: 64,
    big_sigma: [[2, 13, 22], [6, 11, 25]],
    small_sigma: [[7, 18, 3], [17, 19, 10]],
};

/// Sections 4.1.3 and 6.4.
pub const SHA_512: Words = Words {
    bits: 64,
    steps: 80,
    big_sigma: [[28, 34, 39], [14, 18, 41]],
    small_sigma: [[1, 8, 7], [19, 61, 6]],
};

/// *Ch(x, y, z)*, equations (4.2) and (4.8).
pub fn ch<D: Domain>(x: Bv<D>, y: Bv<D>, z: Bv<D>) -> Bv<D> {
    (x & y) ^ (!x & z)
}

/// *Maj(x, y, z)*, equations (4.3) and (4.9).
pub fn maj<D: Domain>(x: Bv<D>, y: Bv<D>, z: Bv<D>) -> Bv<D> {
    (x & y) ^ (x & z) ^ (y & z)
}

impl Words {
    /// The upper-case sigma of index 0 or 1, equations (4.4), (4.5), (4.10) and (4.11).
    pub fn big_sigma<D: Domain>(&self, index: usize, x: Bv<D>) -> Bv<D> {
        let [a, b, c] = self.big_sigma[index];
        x.rotr(a) ^ x.rotr(b) ^ x.rotr(c)
    }
    /// The lower-case sigma of index 0 or 1, equations (4.6), (4.7), (4.12) and (4.13).
    pub fn small_sigma<D: Domain>(&self, index: usize, x: Bv<D>) -> Bv<D> {
        let [a, b, c] = self.small_sigma[index];
        x.rotr(a) ^ x.rotr(b) ^ (x >> c)
    }
    /// The constant of a step, sections 4.2.2 and 4.2.3: the first *w* bits of the fractional part of
    /// the cube root of a prime.
    pub fn k(&self, t: usize) -> u64 {
        K[t] >> (64 - self.bits)
    }
    /// The message schedule *W*, sections 6.2.2 and 6.4.2, step 1.
    pub fn schedule<D: Domain>(&self, block: &Block<D>) -> Vec<Bv<D>> {
        let mut w = block.to_vec();
        for t in 16..self.steps {
            let word = self.small_sigma(1, w[t - 2])
                + w[t - 7]
                + self.small_sigma(0, w[t - 15])
                + w[t - 16];
            w.push(word.cut("message schedule word", t as u32));
        }
        w
    }
    /// The next hash value, sections 6.2.2 and 6.4.2.
    pub fn compress<D: Domain>(&self, hash: State<D>, block: &Block<D>) -> State<D> {
        let w = self.schedule(block);
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
        for (t, &word) in w.iter().enumerate() {
            let k = h.lit(self.k(t).into());
            let t1 = h + self.big_sigma(1, e) + ch(e, f, g) + k + word;
            let t2 = self.big_sigma(0, a) + maj(a, b, c);
            h = g;
            g = f;
            f = e;
            e = (d + t1).cut("e after step", t as u32);
            d = c;
            c = b;
            b = a;
            a = (t1 + t2).cut("a after step", t as u32);
        }
        let after = [a, b, c, d, e, f, g, h];
        std::array::from_fn(|k| after[k] + hash[k])
    }
    /// The initial hash value, sections 5.3.3 and 5.3.5: the first *w* bits of the fractional parts of
    /// the square roots of the first eight primes.
    pub fn initial<D: Domain>(&self, dom: D) -> State<D> {
        H.map(|h| Bv::new(dom, self.bits, (h >> (64 - self.bits)).into()))
    }
    /// The padded message, sections 5.1.1 and 5.1.2, of whole bytes: a bit 1, zeros, and the length in
    /// bits as two words.
    pub fn pad<D: Domain>(&self, dom: D, message: &[Bv<D>]) -> Vec<Bv<D>> {
        let byte = |value: u8| Bv::new(dom, 8, value.into());
        let word = self.bits as usize / 8;
        let bits = (8 * message.len() as u128).to_be_bytes();
        let mut padded = message.to_vec();
        padded.push(byte(0x80));
        while padded.len() % (16 * word) != 14 * word {
            padded.push(byte(0));
        }
        padded.extend(bits[16 - 2 * word..].iter().map(|value| byte(*value)));
        padded
    }
    /// The hash of a message of whole bytes, sections 6.2.2 and 6.4.2, as bytes.
    pub fn hash<D: Domain>(&self, dom: D, message: &[Bv<D>]) -> Vec<Bv<D>> {
        let words = big_endian(&self.pad(dom, message), self.bits as usize / 8);
        let (blocks, _) = words.as_chunks();
        to_big_endian(
            &blocks.iter().fold(self.initial(dom), |hash, block| self.compress(hash, block)),
        )
    }
}

/// What kernels may claim to compute.
pub(crate) static FUNCTIONS: [Function; 4] = [
    Function {
        name: "sha256.compress",
        form: None,
        title: "one step of the SHA-256 hash computation",
        inputs: &[
            Buffer {
                name: "state",
                extent: Extent::Bytes(32),
                holds: "the hash value: H0 to H7, each with its low byte first",
            },
            Buffer {
                name: "block",
                extent: Extent::Bytes(64),
                holds: "the message block, as section 5.2.1 parses it",
            },
        ],
        output: Buffer {
            name: "state",
            extent: Extent::Bytes(32),
            holds: "the next hash value: H0 to H7, each with its low byte first",
        },
        source: "FIPS 180-4, section 6.2.2",
        run: |_, i| on_bytes(SHA_256, i),
        terms: |_, i| on_bytes(SHA_256, i),
    },
    Function {
        name: "sha512.compress",
        form: None,
        title: "one step of the SHA-512 hash computation",
        inputs: &[
            Buffer {
                name: "state",
                extent: Extent::Bytes(64),
                holds: "the hash value: H0 to H7, each with its low byte first",
            },
            Buffer {
                name: "block",
                extent: Extent::Bytes(128),
                holds: "the message block, as section 5.2.2 parses it",
            },
        ],
        output: Buffer {
            name: "state",
            extent: Extent::Bytes(64),
            holds: "the next hash value: H0 to H7, each with its low byte first",
        },
        source: "FIPS 180-4, section 6.4.2",
        run: |_, i| on_bytes(SHA_512, i),
        terms: |_, i| on_bytes(SHA_512, i),
    },
    Function {
        name: "sha256.hash",
        form: None,
        title: "the SHA-256 hash of a message of whole bytes",
        inputs: &[MESSAGE],
        output: Buffer {
            name: "digest",
            extent: Extent::Bytes(32),
            holds: "the message digest: H0 to H7, each with its high byte first",
        },
        source: "FIPS 180-4, sections 5.1.1 and 6.2",
        run: |dom, i| SHA_256.hash(dom, i[0]),
        terms: |dom, i| SHA_256.hash(dom, i[0]),
    },
    Function {
        name: "sha512.hash",
        form: None,
        title: "the SHA-512 hash of a message of whole bytes",
        inputs: &[MESSAGE],
        output: Buffer {
            name: "digest",
            extent: Extent::Bytes(64),
            holds: "the message digest: H0 to H7, each with its high byte first",
        },
        source: "FIPS 180-4, sections 5.1.2 and 6.4",
        run: |dom, i| SHA_512.hash(dom, i[0]),
        terms: |dom, i| SHA_512.hash(dom, i[0]),
    },
];

const MESSAGE: Buffer =
    Buffer { name: "in", extent: Extent::Of { unit: 1, length: "len" }, holds: "the message" };

fn on_bytes<D: Domain>(words: Words, i: &[&[Bv<D>]]) -> Vec<Bv<D>> {
    let size = words.bits as usize / 8;
    let (hash, block) = (little_endian(i[0], size), big_endian(i[1], size));
    let next = words.compress(std::array::from_fn(|k| hash[k]), &std::array::from_fn(|k| block[k]));
    to_little_endian(&next)
}
