//! Units are described, built, driven, broken and watched as the crate says.

mod aes_unit;
mod cache;
mod core;
mod description;
mod fips197;
mod patches;
mod protocol;
mod rejected;
mod sbox_derivation;
mod seeded_bugs;
mod support;
mod waveform;
