//! Whole ciphers: the standard's text against a second text of another shape, for all inputs.
//!
//! The second text is what a programmer writes: tables, register pairs, sums where the standard has
//! exclusive-ors, another order. The register width is that of the machine it is written for.

use semantics::claim::Claim;

mod aes;
mod ascon;
mod camellia;
mod cast128;
mod chacha20;
mod des;
mod hight;
mod keccak;
mod kyber;
mod misty1;
mod montgomery;
mod present;
mod seed;
mod sha2;
mod sm3;
mod sm4;

/// Every claim of this folder, one list a module.
pub(super) const ALL: &[&[Claim]] = &[
    aes::ALL,
    ascon::ALL,
    camellia::ALL,
    cast128::ALL,
    chacha20::ALL,
    des::ALL,
    hight::ALL,
    keccak::ALL,
    kyber::ALL,
    misty1::ALL,
    montgomery::ALL,
    present::ALL,
    seed::ALL,
    sha2::ALL,
    sm3::ALL,
    sm4::ALL,
];
