//! Tests of the AES reference.

mod common;
mod known_answers;
