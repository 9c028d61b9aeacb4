//! What is to be proved: every claim, on every width that it is stated for.

use semantics::{
    claim::{Claim, Goal},
    dag::Arena,
    insns::Insn,
};
use std::{collections::BTreeMap, fmt};

/// A claim on one register width.
#[derive(Clone, Copy, Debug)]
pub struct Obligation {
    /// The claim.
    pub claim: &'static Claim,
    /// The register width on which it is to hold, in bits.
    pub xlen: u32,
}

impl Obligation {
    /// `subject/claim@width`: names it in reports and on the command line.
    pub fn id(&self) -> String {
        self.to_string()
    }
    /// States the claim in an arena.
    pub fn state<'a>(&self, arena: &'a Arena) -> Goal<'a> {
        self.claim.on(arena, self.xlen)
    }
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.claim.id, self.xlen)
    }
}

fn of(claim: &'static Claim) -> impl Iterator<Item = Obligation> {
    claim.widths.iter().map(move |&xlen| Obligation { claim, xlen })
}

/// Every obligation: the claims of the instructions' own files, then those of
/// [`crate::obligations`](mod@crate::obligations).
pub fn obligations() -> Vec<Obligation> {
    let own = Insn::all().iter().flat_map(|insn| insn.spec().claims);
    let ciphers = crate::obligations::ALL.iter().chain(crate::obligations::WHOLE);
    own.chain(ciphers.copied().flatten()).flat_map(of).collect()
}

/// The instructions that some obligation is about, with the ids of those obligations.
///
/// A claim in an instruction's file is about that instruction, and every claim is about the
/// instructions that it runs.
pub fn covered() -> BTreeMap<Insn, Vec<String>> {
    let mut covered: BTreeMap<Insn, Vec<String>> = BTreeMap::new();
    for obligation in obligations() {
        let arena = Arena::default();
        let mut about = obligation.state(&arena).insns();
        about.extend(Insn::all().iter().filter(|insn| {
            insn.spec().claims.iter().any(|claim| std::ptr::eq(claim, obligation.claim))
        }));
        about.sort_unstable();
        about.dedup();
        for insn in about {
            covered.entry(insn).or_default().push(obligation.id());
        }
    }
    covered
}
