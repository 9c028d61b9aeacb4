//! Tests of the AES reference.

mod common;
mod independent;
mod known_answers;
mod laws;
