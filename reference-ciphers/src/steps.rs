//! Steps of the standards by name, for claims that are read from files.
//!
//! A value is a bit-vector. A word or a state of bytes has its first byte lowest, as a little-endian load
//! leaves it in a register; several words are joined with the first one lowest. Where a standard numbers bits or bytes
//! of a word from the most significant one (SHA-2, SM3, SM4, Camellia, DES), the value is that number.

use crate::{
    aes, ascon, camellia, chacha20, des, hight, keccak, kyber, present, seed, sha2, sm3, sm4,
};
use semantics::{dag::Dag, domain::Bv};

type Value<'a> = Bv<Dag<'a>>;

/// A named step of a standard.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its name in claims: `aes.mix_column`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// The document and the section that it transcribes.
    pub source: &'static str,
    /// Name and width in bits of each argument.
    pub params: &'static [(&'static str, u32)],
    /// Width of the value, in bits.
    pub width: u32,
    run: for<'a> fn(&[Value<'a>]) -> Value<'a>,
}

/// Why a step cannot be applied to these values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Too few or too many arguments.
    #[error("{step} takes {expected} arguments, not {given}")]
    Arguments {
        /// The step's name.
        step: &'static str,
        /// How many it takes.
        expected: usize,
        /// How many there were.
        given: usize,
    },
    /// An argument of the wrong width.
    #[error("argument `{argument}` of {step} has {expected} bits, not {given}")]
    Width {
        /// The step's name.
        step: &'static str,
        /// The argument's name.
        argument: &'static str,
        /// Its width in bits.
        expected: u32,
        /// The width that was given.
        given: u32,
    },
}

impl Step {
    /// Applies it. The value has [`Step::width`] bits.
    ///
    /// # Errors
    /// [`StepError`] when number or widths of the arguments are not those of the signature.
    pub fn apply<'a>(&self, args: &[Value<'a>]) -> Result<Value<'a>, StepError> {
        let (step, expected, given) = (self.name, self.params.len(), args.len());
        if expected != given {
            return Err(StepError::Arguments { step, expected, given });
        }
        for (&(argument, expected), arg) in self.params.iter().zip(args) {
            let given = arg.width();
            if expected != given {
                return Err(StepError::Width { step, argument, expected, given });
            }
        }
        Ok((self.run)(args))
    }
    /// `name(argument: bits, ...) -> bits`
    pub fn signature(&self) -> String {
        let params: Vec<_> =
            self.params.iter().map(|(name, bits)| format!("{name}: {bits}")).collect();
        format!("{}({}) -> {}", self.name, params.join(", "), self.width)
    }
}

/// Every step, by cipher.
pub fn steps() -> &'static [Step] {
    STEPS
}

/// The step of this name.
pub fn step(name: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.name == name)
}

const FIPS197: &str = "FIPS 197 (2023)";
const FIPS180: &str = "FIPS 180-4";
const FIPS202: &str = "FIPS 202";
const FIPS203: &str = "FIPS 203";

const fn s(
    name: &'static str,
    title: &'static str,
    source: &'static str,
    params: &'static [(&'static str, u32)],
    width: u32,
    run: for<'a> fn(&[Value<'a>]) -> Value<'a>,
) -> Step {
    Step { name, title, source, params, width, run }
}

/// The bytes of a value, the first one lowest.
fn bytes<'a, const N: usize>(x: Value<'a>) -> [Value<'a>; N] {
    std::array::from_fn(|k| x.byte(k as u32))
}

/// Joined, the first one lowest.
fn joined<'a>(parts: impl DoubleEndedIterator<Item = Value<'a>>) -> Value<'a> {
    Bv::join(parts.rev())
}

fn on_word<'a>(x: Value<'a>, f: impl Fn(aes::Word<Dag<'a>>) -> aes::Word<Dag<'a>>) -> Value<'a> {
    joined(f(bytes(x)).into_iter())
}

fn on_state<'a>(x: Value<'a>, f: impl Fn(aes::State<Dag<'a>>) -> aes::State<Dag<'a>>) -> Value<'a> {
    joined(f(bytes(x)).into_iter())
}

const BYTE: &[(&str, u32)] = &[("b", 8)];
const COLUMN: &[(&str, u32)] = &[("column", 32)];
const STATE: &[(&str, u32)] = &[("state", 128)];
const WORD32: &[(&str, u32)] = &[("x", 32)];
const WORD64: &[(&str, u32)] = &[("x", 64)];
const XYZ32: &[(&str, u32)] = &[("x", 32), ("y", 32), ("z", 32)];
const XYZ64: &[(&str, u32)] = &[("x", 64), ("y", 64), ("z", 64)];
const ABCD: &[(&str, u32)] = &[("a", 32), ("b", 32), ("c", 32), ("d", 32)];
const AB12: &[(&str, u32)] = &[("a", 12), ("b", 12)];
const FIVE: &[(&str, u32)] = &[("x0", 64), ("x1", 64), ("x2", 64), ("x3", 64), ("x4", 64)];

static STEPS: &[Step] = &[
    s("aes.sbox", "SBOX", FIPS197, BYTE, 8, |a| aes::sbox(a[0])),
    s("aes.inv_sbox", "INVSBOX", FIPS197, BYTE, 8, |a| aes::inv_sbox(a[0])),
    s("aes.sub_word", "SubWord", FIPS197, COLUMN, 32, |a| on_word(a[0], aes::sub_word)),
    s("aes.mix_column", "MixColumns of one column", FIPS197, COLUMN, 32, |a| {
        on_word(a[0], aes::mix_column)
    }),
    s("aes.inv_mix_column", "InvMixColumns of one column", FIPS197, COLUMN, 32, |a| {
        on_word(a[0], aes::inv_mix_column)
    }),
    s(
        "aes.sub_bytes_mix_column",
        "SubBytes, then MixColumns, of one column",
        FIPS197,
        COLUMN,
        32,
        |a| on_word(a[0], |w| aes::mix_column(aes::sub_word(w))),
    ),
    s("aes.sub_bytes", "SubBytes", FIPS197, STATE, 128, |a| on_state(a[0], aes::sub_bytes)),
    s("aes.shift_rows", "ShiftRows", FIPS197, STATE, 128, |a| on_state(a[0], aes::shift_rows)),
    s("aes.mix_columns", "MixColumns", FIPS197, STATE, 128, |a| on_state(a[0], aes::mix_columns)),
    s("aes.inv_sub_bytes", "InvSubBytes", FIPS197, STATE, 128, |a| {
        on_state(a[0], aes::inv_sub_bytes)
    }),
    s("aes.inv_shift_rows", "InvShiftRows", FIPS197, STATE, 128, |a| {
        on_state(a[0], aes::inv_shift_rows)
    }),
    s("aes.inv_mix_columns", "InvMixColumns", FIPS197, STATE, 128, |a| {
        on_state(a[0], aes::inv_mix_columns)
    }),
    s("sha256.ch", "Ch", FIPS180, XYZ32, 32, |a| sha2::ch(a[0], a[1], a[2])),
    s("sha256.maj", "Maj", FIPS180, XYZ32, 32, |a| sha2::maj(a[0], a[1], a[2])),
    s("sha256.big_sigma0", "upper-case sigma 0", FIPS180, WORD32, 32, |a| {
        sha2::SHA_256.big_sigma(0, a[0])
    }),
    s("sha256.big_sigma1", "upper-case sigma 1", FIPS180, WORD32, 32, |a| {
        sha2::SHA_256.big_sigma(1, a[0])
    }),
    s("sha256.sigma0", "lower-case sigma 0", FIPS180, WORD32, 32, |a| {
        sha2::SHA_256.small_sigma(0, a[0])
    }),
    s("sha256.sigma1", "lower-case sigma 1", FIPS180, WORD32, 32, |a| {
        sha2::SHA_256.small_sigma(1, a[0])
    }),
    s("sha512.ch", "Ch", FIPS180, XYZ64, 64, |a| sha2::ch(a[0], a[1], a[2])),
    s("sha512.maj", "Maj", FIPS180, XYZ64, 64, |a| sha2::maj(a[0], a[1], a[2])),
    s("sha512.big_sigma0", "upper-case sigma 0", FIPS180, WORD64, 64, |a| {
        sha2::SHA_512.big_sigma(0, a[0])
    }),
    s("sha512.big_sigma1", "upper-case sigma 1", FIPS180, WORD64, 64, |a| {
        sha2::SHA_512.big_sigma(1, a[0])
    }),
    s("sha512.sigma0", "lower-case sigma 0", FIPS180, WORD64, 64, |a| {
        sha2::SHA_512.small_sigma(0, a[0])
    }),
    s("sha512.sigma1", "lower-case sigma 1", FIPS180, WORD64, 64, |a| {
        sha2::SHA_512.small_sigma(1, a[0])
    }),
    s("sm3.p0", "the permutation P0", "GB/T 32905-2016, 4.4", WORD32, 32, |a| sm3::p0(a[0])),
    s("sm3.p1", "the permutation P1", "GB/T 32905-2016, 4.4", WORD32, 32, |a| sm3::p1(a[0])),
    s("sm3.ff16", "FF of rounds 16 to 63", "GB/T 32905-2016, 4.3", XYZ32, 32, |a| {
        sm3::ff(16, a[0], a[1], a[2])
    }),
    s("sm3.gg16", "GG of rounds 16 to 63", "GB/T 32905-2016, 4.3", XYZ32, 32, |a| {
        sm3::gg(16, a[0], a[1], a[2])
    }),
    s("sm4.tau", "the S-box on every byte", "GB/T 32907-2016, 6.2.1", WORD32, 32, |a| {
        sm4::tau(a[0])
    }),
    s("sm4.l", "the linear transformation L", "GB/T 32907-2016, 6.2.2", WORD32, 32, |a| {
        sm4::l(a[0])
    }),
    s("sm4.l_prime", "L' of the key schedule", "GB/T 32907-2016, 7.3", WORD32, 32, |a| {
        sm4::l_prime(a[0])
    }),
    s("chacha20.quarter_round", "the quarter round", "RFC 8439, 2.1", ABCD, 128, |a| {
        joined(chacha20::quarter_round([a[0], a[1], a[2], a[3]]).into_iter())
    }),
    s("ascon.s_box", "the S-box on 64 columns", "SP 800-232, 3.3", FIVE, 320, |a| {
        joined(ascon::substitution([a[0], a[1], a[2], a[3], a[4]]).into_iter())
    }),
    s("ascon.sigma0", "the diffusion of word 0", "SP 800-232, 3.4", WORD64, 64, |a| {
        ascon::sigma(0, a[0])
    }),
    s("ascon.sigma1", "the diffusion of word 1", "SP 800-232, 3.4", WORD64, 64, |a| {
        ascon::sigma(1, a[0])
    }),
    s("ascon.sigma2", "the diffusion of word 2", "SP 800-232, 3.4", WORD64, 64, |a| {
        ascon::sigma(2, a[0])
    }),
    s("ascon.sigma3", "the diffusion of word 3", "SP 800-232, 3.4", WORD64, 64, |a| {
        ascon::sigma(3, a[0])
    }),
    s("ascon.sigma4", "the diffusion of word 4", "SP 800-232, 3.4", WORD64, 64, |a| {
        ascon::sigma(4, a[0])
    }),
    s(
        "keccak.chi",
        "chi of one lane: of it and the next two of its row",
        FIPS202,
        XYZ64,
        64,
        |a| {
            // The lanes (x, 0) of a state whose other lanes are zero; the result at x = 0 needs no others.
            let zero = a[0].lit(0);
            let state = std::array::from_fn(|k| if k < 3 { a[k] } else { zero });
            keccak::chi(&state)[0]
        },
    ),
    s("kyber.add", "the sum modulo 3329", FIPS203, AB12, 12, |a| kyber::add(a[0], a[1])),
    s("kyber.sub", "the difference modulo 3329", FIPS203, AB12, 12, |a| kyber::sub(a[0], a[1])),
    s("kyber.multiply", "the product modulo 3329", FIPS203, AB12, 12, |a| {
        kyber::multiply(a[0], a[1])
    }),
    s("present.s_box_layer", "sBoxLayer", "PRESENT (CHES 2007), 3", WORD64, 64, |a| {
        present::s_box_layer(a[0])
    }),
    s("present.p_layer", "pLayer", "PRESENT (CHES 2007), 3", WORD64, 64, |a| {
        present::p_layer(a[0])
    }),
    s("camellia.f", "the F-function", "RFC 3713, 2.4.1", &[("f_in", 64), ("ke", 64)], 64, |a| {
        camellia::f(a[0], a[1])
    }),
    s("seed.g", "the function G", "RFC 4269, 2.3", WORD32, 32, |a| seed::g(a[0])),
    s("hight.f0", "the function F0", "HIGHT (CHES 2006)", &[("x", 8)], 8, |a| hight::f0(a[0])),
    s("hight.f1", "the function F1", "HIGHT (CHES 2006)", &[("x", 8)], 8, |a| hight::f1(a[0])),
    s("des.f", "the cipher function f", "FIPS 46-3", &[("r", 32), ("key", 48)], 32, |a| {
        des::f(a[0], a[1])
    }),
];
