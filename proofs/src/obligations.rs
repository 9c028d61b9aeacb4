//! Claims that need a cipher standard: a folder of modules, a list of claims in each.
//!
//! The left-hand side runs instructions; the right-hand side is `reference-ciphers`, which shares
//! no helper with the semantics.

use semantics::claim::Claim;

mod aes;
mod aes32;
mod aes64;
mod key_schedule;
mod whole;

/// Every claim of this folder, one list a module.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    let steps = [aes32::ALL, aes64::ALL, key_schedule::ALL];
    steps.into_iter().chain(whole::ALL.iter().copied()).flatten()
}
