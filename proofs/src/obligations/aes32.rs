//! The AES instructions of RV32 against the steps of FIPS 197.
//!
//! Each instruction does one byte. `byte` says what one of them does, for every `bs`; `column` that
//! four of them make a column of a round, with the bytes that ShiftRows brings there.

use super::aes::{fips197, holds_columns, only, register, state, word};
use reference_ciphers::aes::{
    State, Word, column, inv_mix_column, inv_mix_columns, inv_sbox, inv_shift_rows, inv_sub_bytes,
    key_schedule::add_words, mix_column, mix_columns, sbox, shift_rows, sub_bytes,
};
use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

const RV32: &[u32] = &[32];

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "aes32esi/byte",
        says: "adds SBOX of byte bs of rs2 to byte bs of rs1 and changes no other byte",
        reference: fips197!("section 5.1.1"),
        widths: RV32,
        state: |g| byte(g, Insn::Aes32esi, |bs, s| only(bs, sbox(s))),
    },
    Claim {
        id: "aes32esmi/byte",
        says: "adds to the column rs1 what SBOX of byte bs of rs2, standing in row bs, contributes to \
               MixColumns",
        reference: fips197!("sections 5.1.1 and 5.1.3"),
        widths: RV32,
        state: |g| byte(g, Insn::Aes32esmi, |bs, s| mix_column(only(bs, sbox(s)))),
    },
    Claim {
        id: "aes32dsi/byte",
        says: "adds INVSBOX of byte bs of rs2 to byte bs of rs1 and changes no other byte",
        reference: fips197!("section 5.3.2"),
        widths: RV32,
        state: |g| byte(g, Insn::Aes32dsi, |bs, s| only(bs, inv_sbox(s))),
    },
    Claim {
        id: "aes32dsmi/byte",
        says: "adds to the column rs1 what INVSBOX of byte bs of rs2, standing in row bs, contributes \
               to InvMixColumns",
        reference: fips197!("sections 5.3.2 and 5.3.3"),
        widths: RV32,
        state: |g| byte(g, Insn::Aes32dsmi, |bs, s| inv_mix_column(only(bs, inv_sbox(s)))),
    },
    Claim {
        id: "aes32esi/column",
        says: "four of them, bs = 0 to 3 on columns 0 to 3 and rd = rs1 = the round key, give column 0 \
               of AddRoundKey(ShiftRows(SubBytes(state))), the last round of encryption",
        reference: fips197!("algorithm 1, lines 10 to 12"),
        widths: RV32,
        state: |g| first_column(g, Insn::Aes32esi, [0, 1, 2, 3], |s| shift_rows(sub_bytes(s))),
    },
    Claim {
        id: "aes32esmi/column",
        says: "four of them, bs = 0 to 3 on columns 0 to 3 and rd = rs1 = the round key, give column 0 \
               of AddRoundKey(MixColumns(ShiftRows(SubBytes(state)))), a round of encryption",
        reference: fips197!("algorithm 1, lines 5 to 8"),
        widths: RV32,
        state: |g| {
            first_column(g, Insn::Aes32esmi, [0, 1, 2, 3], |s| {
                mix_columns(shift_rows(sub_bytes(s)))
            });
        },
    },
    Claim {
        id: "aes32dsi/column",
        says: "four of them, bs = 0 to 3 on columns 0, 3, 2, 1 and rd = rs1 = the round key, give \
               column 0 of AddRoundKey(InvShiftRows(InvSubBytes(state))), the last round of decryption",
        reference: fips197!("algorithm 4, lines 10 to 12"),
        widths: RV32,
        state: |g| {
            first_column(g, Insn::Aes32dsi, [0, 3, 2, 1], |s| inv_shift_rows(inv_sub_bytes(s)));
        },
    },
    Claim {
        id: "aes32dsmi/column",
        says: "four of them, bs = 0 to 3 on columns 0, 3, 2, 1 and rd = rs1 = the round key, give \
               column 0 of AddRoundKey(InvMixColumns(InvShiftRows(InvSubBytes(state)))), a round of \
               the equivalent inverse cipher",
        reference: fips197!("algorithm 4, lines 5 to 8"),
        widths: RV32,
        state: |g| {
            first_column(g, Insn::Aes32dsmi, [0, 3, 2, 1], |s| {
                inv_mix_columns(inv_shift_rows(inv_sub_bytes(s)))
            });
        },
    },
    Claim {
        id: "aes32dsi/undoes-aes32esi",
        says: "on zero, gives back byte bs that aes32esi with the same bs has substituted, and zero \
               in the other bytes",
        reference: fips197!("section 5.3.2"),
        widths: RV32,
        state: |g| {
            let (zero, bytes) = (g.lit(32, 0), g.reg("rs2"));
            for bs in 0..4 {
                let substituted = g.run(Insn::Aes32esi, zero, bytes, With::bs(bs)).rd();
                let back = g.run(Insn::Aes32dsi, zero, substituted, With::bs(bs)).rd();
                g.equal(format!("bs = {bs}"), back, register(&only(bs, bytes.byte(bs))));
            }
        },
    },
    Claim {
        id: "aes32dsmi/inverse-mix-of-aes32esi",
        says: "contributes byte bs of a word to its InvMixColumns after aes32esi with the same bs has \
               substituted it: how decryption keys are made",
        reference: fips197!("algorithm 5, line 21"),
        widths: RV32,
        state: |g| {
            let (zero, bytes) = (g.lit(32, 0), g.reg("rs2"));
            for bs in 0..4 {
                let substituted = g.run(Insn::Aes32esi, zero, bytes, With::bs(bs)).rd();
                let mixed = g.run(Insn::Aes32dsmi, zero, substituted, With::bs(bs)).rd();
                let expected = inv_mix_column(only(bs, bytes.byte(bs)));
                for (row, expected) in (0..).zip(expected) {
                    g.equal(format!("bs = {bs}, row {row}"), mixed.byte(row), expected);
                }
            }
        },
    },
];

/// One instruction: what byte `bs` of rs2 adds to the column rs1, by `bs` and the byte.
fn byte<'a>(
    g: &mut Goal<'a>,
    insn: Insn,
    contribution: impl Fn(u32, Bv<Dag<'a>>) -> Word<Dag<'a>>,
) {
    let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
    for bs in 0..4 {
        let rd = g.run(insn, rs1, rs2, With::bs(bs)).rd();
        let expected = add_words(word(rs1), contribution(bs, rs2.byte(bs)));
        for (row, expected) in (0..).zip(expected) {
            g.equal(format!("bs = {bs}, row {row}"), rd.byte(row), expected);
        }
    }
}

/// Four instructions, the one with `bs` on column `from[bs]`: column 0 of `round` of the state, plus
/// the round key. The state is any, so this is every column, by renaming.
fn first_column<'a>(
    g: &mut Goal<'a>,
    insn: Insn,
    from: [usize; 4],
    round: fn(State<Dag<'a>>) -> State<Dag<'a>>,
) {
    let columns: [_; 4] = std::array::from_fn(|c| g.reg(&format!("column{c}")));
    let key = g.reg("round_key");
    let mut rd = key;
    for (bs, c) in (0..).zip(from) {
        rd = g.run(insn, rd, columns[c], With::bs(bs)).rd();
    }
    let expected = add_words(column(round(state(&columns)), 0), word(key));
    holds_columns(g, rd, 0, &[expected]);
}
