//! The AES instructions of RV64 against the steps of FIPS 197.
//!
//! The state is in two registers. An instruction with these two gives columns 0 and 1 of the result,
//! with the two exchanged columns 2 and 3.

use super::aes::{fips197, holds_columns, state, two_columns, word};
use reference_ciphers::aes::{
    State, inv_mix_column, inv_mix_columns, inv_shift_rows, inv_sub_bytes, mix_columns, shift_rows,
    sub_bytes,
};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    insns::Insn,
};

const RV64: &[u32] = &[64];

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "aes64es/round",
        says: "two of them give ShiftRows(SubBytes(state)), the last round of encryption without its \
               AddRoundKey",
        reference: fips197!("algorithm 1, lines 10 and 11"),
        widths: RV64,
        state: |g| both_halves(g, Insn::Aes64es, |s| shift_rows(sub_bytes(s))),
    },
    Claim {
        id: "aes64esm/round",
        says: "two of them give MixColumns(ShiftRows(SubBytes(state))), a round of encryption without \
               its AddRoundKey",
        reference: fips197!("algorithm 1, lines 5 to 7"),
        widths: RV64,
        state: |g| both_halves(g, Insn::Aes64esm, |s| mix_columns(shift_rows(sub_bytes(s)))),
    },
    Claim {
        id: "aes64ds/round",
        says: "two of them give InvShiftRows(InvSubBytes(state)), the last round of decryption without \
               its AddRoundKey",
        reference: fips197!("algorithm 4, lines 10 and 11"),
        widths: RV64,
        state: |g| both_halves(g, Insn::Aes64ds, |s| inv_shift_rows(inv_sub_bytes(s))),
    },
    Claim {
        id: "aes64dsm/round",
        says: "two of them give InvMixColumns(InvShiftRows(InvSubBytes(state))), a round of the \
               equivalent inverse cipher without its AddRoundKey",
        reference: fips197!("algorithm 4, lines 5 to 7"),
        widths: RV64,
        state: |g| {
            both_halves(g, Insn::Aes64dsm, |s| inv_mix_columns(inv_shift_rows(inv_sub_bytes(s))));
        },
    },
    Claim {
        id: "aes64im/columns",
        says: "is InvMixColumns of the two columns of rs1",
        reference: fips197!("section 5.3.3"),
        widths: RV64,
        state: |g| {
            let rs1 = g.reg("rs1");
            let rd = g.rd(Insn::Aes64im, rs1, g.reg("rs2"));
            let expected = [rs1.lo(32), rs1.hi(32)].map(|column| inv_mix_column(word(column)));
            holds_columns(g, rd, 0, &expected);
        },
    },
    Claim {
        id: "aes64ds/undoes-aes64es",
        says: "gives back the state whose bytes aes64es has substituted and shifted",
        reference: fips197!("sections 5.3.1 and 5.3.2"),
        widths: RV64,
        state: |g| {
            let [s0, s1] = [g.reg("rs1"), g.reg("rs2")];
            let (t0, t1) = (g.rd(Insn::Aes64es, s0, s1), g.rd(Insn::Aes64es, s1, s0));
            for (first, near, far, before) in [(0, t0, t1, s0), (2, t1, t0, s1)] {
                let back = g.rd(Insn::Aes64ds, near, far);
                holds_columns(g, back, first, &[before.lo(32), before.hi(32)].map(word));
            }
        },
    },
    Claim {
        id: "aes64dsm/mixes-aes64ds",
        says: "is aes64im of aes64ds, so that it undoes aes64es up to the InvMixColumns that the \
               equivalent inverse cipher has in its round keys too",
        reference: fips197!("section 5.3.5"),
        widths: RV64,
        state: |g| {
            let [s0, s1] = [g.reg("rs1"), g.reg("rs2")];
            let rd = g.rd(Insn::Aes64dsm, s0, s1);
            let expected = g.rd(Insn::Aes64im, g.rd(Insn::Aes64ds, s0, s1), s1);
            holds_columns(g, rd, 0, &[expected.lo(32), expected.hi(32)].map(word));
        },
    },
];

/// Two instructions: `round` of the whole state.
fn both_halves<'a>(g: &mut Goal<'a>, insn: Insn, round: fn(State<Dag<'a>>) -> State<Dag<'a>>) {
    let [s0, s1] = [g.reg("rs1"), g.reg("rs2")];
    let expected = round(state(&[s0, s1]));
    for (first, near, far) in [(0, s0, s1), (2, s1, s0)] {
        let rd = g.rd(insn, near, far);
        holds_columns(g, rd, first, &two_columns(expected, first));
    }
}
