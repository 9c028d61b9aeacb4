//! The key schedule instructions, and the key schedules made of them, against FIPS 197.
//!
//! RV64 has two words in a register, the earlier one low; RV32 one word.

use super::aes::{fips197, register, word};
use reference_ciphers::aes::{
    KeySize, Word,
    key_schedule::{add_words, next_word},
    rcon, rot_word, sub_word,
};
use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

const RV32: &[u32] = &[32];
const RV64: &[u32] = &[64];

/// The number of `aes64ks1i` that neither rotates nor adds a constant.
const NO_ROTATION: u32 = 10;

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "aes64ks1i/rotated",
        says: "for rnum = 0 to 9, both words are SubWord(RotWord(w)) + Rcon[rnum + 1] of the high word \
               w of rs1",
        reference: fips197!("algorithm 2, line 10"),
        widths: RV64,
        state: |g| {
            for rnum in 0..NO_ROTATION {
                step_1(g, rnum, |w| {
                    let constant = rcon(rnum as usize + 1).map(|byte| w[0].lit(byte.into()));
                    add_words(sub_word(rot_word(w)), constant)
                });
            }
        },
    },
    Claim {
        id: "aes64ks1i/not-rotated",
        says: "for rnum = 10, both words are SubWord of the high word of rs1: no rotation, no constant",
        reference: fips197!("algorithm 2, line 12"),
        widths: RV64,
        state: |g| step_1(g, NO_ROTATION, sub_word),
    },
    Claim {
        id: "aes64ks2/two-words",
        says: "adds the high word of rs1 to the low word of rs2, and that sum to the high word of rs2",
        reference: fips197!("algorithm 2, line 14"),
        widths: RV64,
        state: |g| {
            let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
            let rd = g.rd(Insn::Aes64ks2, rs1, rs2);
            let first = add_words(word(rs2.lo(32)), word(rs1.hi(32)));
            let second = add_words(word(rs2.hi(32)), first);
            g.equal("low word", rd.lo(32), register(&first));
            g.equal("high word", rd.hi(32), register(&second));
        },
    },
    Claim {
        id: "aes64ks1i/aes128-key-schedule",
        says: "aes64ks1i and two aes64ks2 give the next four words of the AES-128 key schedule, in all \
               ten rounds",
        reference: fips197!("algorithm 2, Nk = 4"),
        widths: RV64,
        state: |g| schedule_64(g, KeySize::Aes128),
    },
    Claim {
        id: "aes64ks1i/aes192-key-schedule",
        says: "aes64ks1i and three aes64ks2 give the next six words of the AES-192 key schedule, in all \
               eight rounds",
        reference: fips197!("algorithm 2, Nk = 6"),
        widths: RV64,
        state: |g| schedule_64(g, KeySize::Aes192),
    },
    Claim {
        id: "aes64ks1i/aes256-key-schedule",
        says: "aes64ks1i and two aes64ks2, then aes64ks1i with rnum = 10 and two aes64ks2, give the \
               next eight words of the AES-256 key schedule, in all seven rounds",
        reference: fips197!("algorithm 2, Nk = 8"),
        widths: RV64,
        state: |g| schedule_64(g, KeySize::Aes256),
    },
    Claim {
        id: "aes32esi/sub-word",
        says: "four of them, bs = 0 to 3, add SubWord of rs2 to rs1",
        reference: fips197!("section 5.2, equation (5.11)"),
        widths: RV32,
        state: |g| {
            let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
            let rd = add_sub_word_32(g, rs1, rs2);
            let expected = add_words(word(rs1), sub_word(word(rs2)));
            for (row, expected) in (0..).zip(expected) {
                g.equal(format!("byte {row}"), rd.byte(row), expected);
            }
        },
    },
    Claim {
        id: "aes32esi/key-schedule",
        says: "four of them on the last word, rotated right by 8 where i is a multiple of Nk, and on \
               w[i-Nk] + Rcon[i/Nk] give the word w[i], wherever it needs SubWord",
        reference: fips197!("algorithm 2, lines 8 to 14"),
        widths: RV32,
        state: |g| {
            let (previous, nk_before) = (g.reg("previous"), g.reg("nk_before"));
            let mut claim = |name: &str, size, i, key, source| {
                let expected = next_word(size, i, word(previous), word(nk_before));
                let rd = add_sub_word_32(g, key, source);
                g.equal(name, rd, register(&expected));
            };
            for j in 1..=10 {
                let constant = nk_before.lit(rcon(j)[0].into());
                let key = nk_before ^ constant;
                claim(&format!("Rcon[{j}]"), KeySize::Aes128, 4 * j, key, previous.rotr(8));
            }
            claim("fourth word of AES-256", KeySize::Aes256, 12, nk_before, previous);
        },
    },
];

/// Claims that both words of `aes64ks1i` are `expected` of the high word of rs1.
fn step_1<'a>(g: &mut Goal<'a>, rnum: u32, expected: impl Fn(Word<Dag<'a>>) -> Word<Dag<'a>>) {
    let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
    let rd = g.run(Insn::Aes64ks1i, rs1, rs2, With::rnum(rnum)).rd();
    let expected = register(&expected(word(rs1.hi(32))));
    g.equal(format!("rnum = {rnum}, low word"), rd.lo(32), expected);
    g.equal(format!("rnum = {rnum}, high word"), rd.hi(32), expected);
}

/// Claims that each round of *Nk* words, of any earlier words, is what RV64 kernels compute.
fn schedule_64(g: &mut Goal<'_>, size: KeySize) {
    let nk = size.nk();
    let start: Vec<_> = (0..nk / 2).map(|k| g.reg(&format!("words{}", 2 * k))).collect();
    let start_words: Vec<_> =
        start.iter().flat_map(|pair| [word(pair.lo(32)), word(pair.hi(32))]).collect();
    for first in (nk..size.schedule_words()).step_by(nk) {
        let mut w = start_words.clone();
        let end = size.schedule_words().min(first + nk);
        for i in first..end {
            w.push(next_word(size, i, w[w.len() - 1], w[w.len() - nk]));
        }

        let mut pairs = start.clone();
        let mut temp = start[nk / 2 - 1];
        for (k, pair) in pairs[..(end - first) / 2].iter_mut().enumerate() {
            let rnum = match k {
                0 => Some(first / nk - 1),
                2 if nk > 6 => Some(NO_ROTATION as usize),
                _ => None,
            };
            if let Some(rnum) = rnum {
                temp = g.run(Insn::Aes64ks1i, temp, *pair, With::rnum(rnum as u32)).rd();
            }
            temp = g.rd(Insn::Aes64ks2, temp, *pair);
            *pair = temp;
            for (half, i) in [(temp.lo(32), first + 2 * k), (temp.hi(32), first + 2 * k + 1)] {
                g.equal(format!("w[{i}]"), half, register(&w[nk + i - first]));
            }
        }
    }
}

/// `to` and SubWord of `source` added, as RV32 kernels do it.
fn add_sub_word_32<'a>(g: &Goal<'a>, to: Bv<Dag<'a>>, source: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    (0..4).fold(to, |sum, bs| g.run(Insn::Aes32esi, sum, source, With::bs(bs)).rd())
}
