//! Claims that need a cipher standard: a folder of modules, a list of claims in each.
//!
//! The left-hand side runs instructions; the right-hand side is `reference-ciphers`, which shares
//! no helper with the semantics.

use semantics::claim::Claim;

mod aes;
mod aes32;
mod aes64;
mod ascon;
mod chacha20;
mod key_schedule;
mod kyber;
mod montgomery;
mod products;
mod rules;
mod sbox;
mod whole;

/// Every claim of this folder about instructions, one list a module.
pub const ALL: &[&[Claim]] = &[
    aes32::ALL,
    aes64::ALL,
    key_schedule::ALL,
    ascon::ALL,
    chacha20::ALL,
    kyber::ALL,
    montgomery::ALL,
    products::ALL,
    rules::ALL,
    sbox::ALL,
];

/// Every claim of this folder about whole ciphers, one list a module.
pub const WHOLE: &[&[Claim]] = whole::ALL;

/// Whether a claim is about a whole cipher.
pub(crate) fn is_whole(claim: &Claim) -> bool {
    WHOLE.iter().any(|claims| claims.iter().any(|c| std::ptr::eq(c, claim)))
}
