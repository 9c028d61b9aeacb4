//! Ciphers in plain C, written from their standards, and the compilers that make objects of them.
//!
//! Tests certify and prove what compilers made, in every combination of [`Target::all`]: nothing in the sources or in
//! the options is there to help. `programs/<name>.c` has a function, `programs/<name>.toml` its manifest without `isa`.

mod compile;

pub use compile::{CompileError, Compiler, Optimization, Target, compile};

/// A C program with what it claims to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of its files: `aes_sbox`.
    pub name: &'static str,
    /// Its text. It includes `stdint.h` and calls no function that it does not define.
    pub source: &'static str,
    claims: &'static str,
}

impl Program {
    /// Its manifest, for an object of this instruction set.
    pub fn manifest(&self, isa: &str) -> String {
        format!("isa = {isa:?}\n{}", self.claims)
    }

    /// The program of this name.
    pub fn by_name(name: &str) -> Option<&'static Program> {
        PROGRAMS.iter().find(|program| program.name == name)
    }
}

macro_rules! programs {
    ($($name:literal),*) => {
        [$(Program {
            name: $name,
            source: include_str!(concat!("../programs/", $name, ".c")),
            claims: include_str!(concat!("../programs/", $name, ".toml")),
        }),*]
    };
}

/// Every program.
pub static PROGRAMS: [Program; 6] =
    programs!["sha256", "sha512", "chacha20", "aes_sbox", "aes_tables", "aes_bitsliced"];
