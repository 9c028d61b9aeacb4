//! The instructions of Xascon against the linear layer of SP 800-232.

use reference_ciphers::ascon;
use semantics::{
    claim::{Claim, Goal},
    insns::Insn,
};

macro_rules! sigma {
    ($($index:literal: $low:ident $high:ident,)*) => {
        /// The claims of this file.
        pub(super) const ALL: &[Claim] = &[$(Claim {
            id: concat!("asconsigma", $index, "l/diffusion"),
            says: concat!(
                "with asconsigma", $index, "h on the same registers gives both halves of word ", $index,
                " of the state after the linear diffusion layer"
            ),
            reference: "SP 800-232 (2025), section 3.4",
            widths: &[32],
            state: |g| layer(g, $index, Insn::$low, Insn::$high),
        },)*];
    };
}

sigma! {
    0: Asconsigma0l Asconsigma0h,
    1: Asconsigma1l Asconsigma1h,
    2: Asconsigma2l Asconsigma2h,
    3: Asconsigma3l Asconsigma3h,
    4: Asconsigma4l Asconsigma4h,
}

/// Both instructions on the halves of word `index` of any state.
fn layer(g: &mut Goal<'_>, index: usize, low: Insn, high: Insn) {
    let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
    let state =
        std::array::from_fn(
            |k| {
                if k == index { rs2.concat(rs1) } else { g.var(64, &format!("s{k}")) }
            },
        );
    let expected = ascon::linear_diffusion(state)[index];
    g.equal("low word", g.rd(low, rs1, rs2), expected.lo(32));
    g.equal("high word", g.rd(high, rs1, rs2), expected.hi(32));
}
