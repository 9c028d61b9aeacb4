//! The instructions of Xkeccak as steps of Keccak, and xperm4 as the S-box layer of PRESENT.

use reference_ciphers::{
    keccak::{self, State},
    present,
};
use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    insns::Insn,
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "vxor3/theta-step",
        says: "two for each column, vrot, and one for each lane: theta on the whole state",
        reference: "FIPS 202, section 3.2.1, algorithm 1",
        widths: &[64],
        state: |g| {
            let a = state(g);
            compare(g, theta(g, &a), keccak::theta(&a));
        },
    },
    Claim {
        id: "vxor3/round",
        says: "with vrot, andn and xor, every round on the whole state",
        reference: "FIPS 202, section 3.3",
        widths: &[64],
        state: |g| {
            let a = state(g);
            let mixed = keccak::pi(&rho(g, &theta(g, &a)));
            let chi: State<Dag<'_>> = std::array::from_fn(|k| {
                let (x, row) = (k % 5, k / 5 * 5);
                let and = g.rd(Insn::Andn, mixed[row + (x + 2) % 5], mixed[row + (x + 1) % 5]);
                g.rd(Insn::Xor, mixed[k], and)
            });
            for round in 0..keccak::ROUNDS {
                let mut after = chi;
                let constant = g.lit(64, keccak::round_constant(round).into());
                after[0] = g.rd(Insn::Xor, chi[0], constant);
                compare(g, after, keccak::round(&a, round));
            }
        },
    },
    Claim {
        id: "xperm4/present",
        says: "with the S-box of PRESENT in rs1, its S-box layer",
        reference: "Bogdanov et al., CHES 2007, section 3, sBoxLayer",
        widths: &[64],
        state: |g| {
            // C56B90AD3EF84712, the first entry lowest.
            let table = g.lit(64, 0x2174_8fe3_da09_b65c);
            let block = g.reg("rs2");
            g.equal("rd", g.rd(Insn::Xperm4, table, block), present::s_box_layer(block));
        },
    },
];

fn state<'a>(g: &Goal<'a>) -> State<Dag<'a>> {
    std::array::from_fn(|k| g.reg(&format!("lane{k}")))
}

fn compare<'a>(g: &mut Goal<'a>, mine: State<Dag<'a>>, standard: State<Dag<'a>>) {
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("lane {k}"), mine, standard);
    }
}

fn rho<'a>(g: &Goal<'a>, a: &State<Dag<'a>>) -> State<Dag<'a>> {
    std::array::from_fn(|k| {
        let offset = g.lit(64, keccak::rho_offset((k % 5, k / 5)).into());
        g.run(Insn::Vrot, a[k], a[k], With::imm(offset)).rd()
    })
}

fn theta<'a>(g: &Goal<'a>, a: &State<Dag<'a>>) -> State<Dag<'a>> {
    let xor3 = |x, y, z| g.run(Insn::Vxor3, x, y, With::rs3(z)).rd();
    let column = |x: usize| {
        let first = xor3(a[x], a[x + 5], a[x + 10]);
        xor3(first, a[x + 15], a[x + 20])
    };
    let columns: [_; 5] = std::array::from_fn(column);
    std::array::from_fn(|k| {
        let (before, after) = (columns[(k + 4) % 5], columns[(k + 1) % 5]);
        let one = With::imm(g.lit(64, 1));
        xor3(a[k], before, g.run(Insn::Vrot, after, after, one).rd())
    })
}
