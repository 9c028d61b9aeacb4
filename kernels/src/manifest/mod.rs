//! `kernel.toml`: what the functions of an object claim to be.

mod args;
mod error;
mod keys;
mod parse;

pub use args::{Arg, Length, Scalar, Size, Upper, Wrap, register_number};
pub use error::{ManifestError, Problem};
pub use keys::{ARGUMENT_REGISTERS, KEYS, Key, MAX_BUFFER_BYTES, NUMBER_BITS, Section};

/// The claims about one object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The instructions that the object may use, as an ISA string.
    pub isa: String,
    /// What every pointer argument is a multiple of, in bytes.
    pub align: u32,
    /// What a reader of the certificate should know.
    pub notes: Option<String>,
    /// The functions, in the order of the file. Never empty.
    pub functions: Vec<Function>,
}

/// The claims about one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its symbol in the object.
    pub name: String,
    /// The name of the function of the reference ciphers that it equals; it exists.
    pub computes: String,
    /// The instructions that it may use: its own `isa`, or the file's.
    pub isa: String,
    /// Its arguments that are pointers to buffers. Never empty. Names and registers of all arguments are different.
    pub args: Vec<Arg>,
    /// Its arguments that are lengths of buffers.
    pub lengths: Vec<Length>,
    /// Its arguments that are other numbers.
    pub scalars: Vec<Scalar>,
    /// Pairs of arguments that may be the same buffer. They have the same size.
    pub overlap: Vec<(String, String)>,
    /// How a call may be made in two.
    pub split: Option<Split>,
    /// Known-answer suites that it must pass.
    pub vectors: Vec<String>,
    /// That it leaks nothing of its secrets.
    pub constant_time: bool,
    /// How it leaks. Empty if and only if `constant_time`.
    pub leaks: Vec<Leak>,
    /// What buffers hold in terms of the reference.
    pub represent: Vec<Represent>,
    /// What a reader of the certificate should know.
    pub notes: Option<String>,
}

/// What a function does with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Never written.
    Read,
    /// Written; what it held before does not matter.
    Write,
    /// An input that is changed.
    ReadWrite,
}

/// A kind of site at which a function leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leak {
    /// The address of a load or store depends on a secret.
    SecretAddress,
    /// A branch or indirect jump depends on a secret.
    SecretBranch,
    /// An operand of an instruction of variable latency depends on a secret.
    SecretOperand,
}

/// How a call may be made in two that follow each other: the buffers of the length are cut, the others are the same, and
/// those that are read and written go from the first call to the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The length that is cut.
    pub length: String,
    /// The first part is a multiple of this. At least 1.
    pub every: u32,
    /// The scalar that is larger in the second call, by one for each `every`.
    pub advance: Option<String>,
}

/// What a buffer holds, in terms of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Represent {
    /// The argument.
    pub arg: String,
    /// As it was written: `aes128.expanded_key(key)`.
    pub form: String,
    /// The function of the reference whose value it is: `aes128.expand_encrypt_key`. Its output has
    /// the size of the buffer.
    pub function: &'static str,
}

impl Manifest {
    /// Reads a manifest. `file` names it in errors.
    ///
    /// # Errors
    /// [`ManifestError`], with the place and the remedy, for the first thing that is wrong.
    pub fn parse(text: &str, file: &str) -> Result<Manifest, ManifestError> {
        parse::manifest(text).map_err(|at| at.in_file(text, file))
    }

    /// The register width of `isa` in bits.
    pub fn xlen(&self) -> u32 {
        parse::xlen(&self.isa).expect("the parser has checked `isa`")
    }

    /// The function of this symbol.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}
