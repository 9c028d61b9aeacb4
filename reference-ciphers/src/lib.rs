//! The cipher standards, executable and generic in the value domain.
//!
//! One module per cipher, written from its standard and from nothing else: each function cites the
//! section and the equation that it transcribes, and lists where it differs from the text. What
//! another crate compares with these functions shares no code with them except the value domain of
//! `semantics`, so that an error of one side cannot hide in the other.
//!
//! [`functions()`] lists what kernels may claim to compute, over bytes; [`steps`] has single steps by name.

pub mod aes;
pub mod ascon;
pub mod camellia;
pub mod cast128;
pub mod chacha20;
pub mod des;
mod functions;
pub mod gcm;
pub mod hight;
pub mod keccak;
pub mod kyber;
pub mod misty1;
pub mod montgomery;
pub mod present;
pub mod seed;
pub mod sha2;
pub mod sm3;
pub mod sm4;
pub mod steps;

pub use functions::{Buffer, CallError, Extent, Function, function, functions};
