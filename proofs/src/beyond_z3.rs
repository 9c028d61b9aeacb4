//! What Z3 alone does not close, and why: the one list, which SOUNDNESS.md shows.

use crate::{obligation::Obligation, obligations::is_whole};

/// Obligations that Z3 alone leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// `subject/claim@width`, or its beginning.
    pub ids: &'static str,
    /// Why.
    pub why: &'static str,
}

/// Every obligation about instructions that `--solver z3` does not close; all others it must.
pub const BEYOND_Z3: &[Beyond] = &[
    Beyond { ids: "mul/halves@", why: "a product of full width" },
    Beyond { ids: "mulh/halves@", why: "a product of full width" },
    Beyond { ids: "mulhsu/halves@", why: "a product of full width" },
    Beyond { ids: "mulhu/halves@", why: "a product of full width" },
    Beyond { ids: "macch/halves@", why: "a product of full width" },
    Beyond { ids: "clmul/coefficients@", why: "a carry-less product of full width" },
    Beyond { ids: "clmulh/coefficients@", why: "a carry-less product of full width" },
    Beyond { ids: "clmulr/coefficients@", why: "a carry-less product of full width" },
    Beyond { ids: "clmulr/reversal@", why: "a carry-less product of full width" },
    Beyond { ids: "clmulh/gcm-product@", why: "carry-less products of full width" },
    Beyond { ids: "montred/redc@", why: "Montgomery reduction for every odd modulus" },
];

/// Why an obligation is not asked of Z3 alone: its row, or that it is about a whole cipher.
pub fn beyond_z3(obligation: &Obligation) -> Option<&'static str> {
    let id = obligation.id();
    let row = BEYOND_Z3.iter().find(|beyond| id.starts_with(beyond.ids));
    let whole =
        is_whole(obligation.claim).then_some("a whole cipher, which closes at its cuts only");
    row.map(|row| row.why).or(whole)
}
