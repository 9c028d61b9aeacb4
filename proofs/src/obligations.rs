//! Claims that need a cipher standard: one module for each cipher.
//!
//! The left-hand side runs instructions; the right-hand side is `reference-ciphers`, which shares
//! no helper with the semantics.

use semantics::claim::Claim;

/// Every claim of this folder, one list a module.
pub const ALL: &[&[Claim]] = &[];
