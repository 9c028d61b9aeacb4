//! A published misprint, kept as a claim that must be refuted.
//!
//! The README of the ChaCha instructions' authors (Marshall, Page and Pham, ASAP 2021) has `nd = (ia ^ na)
//! <<< 8` as the last step of `chacha.ad`, where the quarter round has the other new word: `(id ^ na) <<< 8`.

use proofs::{Obligation, Options, Verdict, prove_all};
use reference_ciphers::chacha20::quarter_round;
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

/// `chacha.ad` with either last step; the words a, b, c, d.
fn ad<'a>([a, b, c, d]: [Bv<Dag<'a>>; 4], misprinted: bool) -> [Bv<Dag<'a>>; 2] {
    let ia = a + b;
    let id = (ia ^ d).rotl(16);
    let ib = (c + id ^ b).rotl(12);
    let na = ia + ib;
    [na, (if misprinted { ia } else { id } ^ na).rotl(8)]
}

fn state(g: &mut Goal<'_>, misprinted: bool) {
    let words = ["a", "b", "c", "d"].map(|name| g.var(32, name));
    let [a, _, _, d] = quarter_round(words);
    let [na, nd] = ad(words, misprinted);
    g.equal("a", na, a);
    g.equal("d", nd, d);
}

const fn claim(id: &'static str, state: for<'a> fn(&mut Goal<'a>)) -> Claim {
    let (says, reference) = ("gives a and d after the quarter round", "RFC 8439, section 2.1");
    Claim { id, says, reference, widths: &[64], state }
}

static MISPRINTED: Claim = claim("chacha.ad/as-in-the-readme", |g| state(g, true));
static INTENDED: Claim = claim("chacha.ad/as-intended", |g| state(g, false));
/// The instruction of the table is the intended one.
static OURS: Claim = claim("chacha.ad/ours", |g| {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| g.var(32, name));
    let [na, nd] = ad([a, b, c, d], false);
    g.equal("rd", g.rd(Insn::ChachaAd, a.concat(d), b.concat(c)), na.concat(nd));
});

#[test]
fn the_misprinted_step_is_refuted_and_the_intended_one_is_proved() {
    let all = [&MISPRINTED, &INTENDED, &OURS].map(|claim| Obligation { claim, xlen: 64 });
    let run = prove_all(&all, &Options::default(), |_| {}).unwrap();
    let [misprinted, intended, ours] = [0, 1, 2].map(|k| &run.reports[k].verdict);
    let Verdict::Refuted { part, .. } = misprinted else { panic!("{misprinted}") };
    assert_eq!(part, "d");
    assert_eq!((intended, ours), (&Verdict::Proved, &Verdict::Proved));
}
