//! What kernels may claim to compute: named functions over bytes.

use crate::{aes, chacha20, sha2};
use semantics::{
    dag::Dag,
    domain::{Bv, Concrete, Domain},
};

/// Bytes are the widest values between functions; inside, words of 64 bits and products of 16.
pub(crate) type Plain = Concrete<2>;

/// A function on values of one domain, which it is given for what has no input to be made from: its inputs, and its
/// value, byte by byte.
pub(crate) type OnBytes<D> = fn(D, &[&[Bv<D>]]) -> Vec<Bv<D>>;

/// A function on terms of any arena.
pub(crate) type OnTerms = for<'a> fn(Dag<'a>, &[&[Bv<Dag<'a>>]]) -> Vec<Bv<Dag<'a>>>;

/// A function of a standard, over bytes.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name in manifests: `aes128.encrypt_block`.
    pub name: &'static str,
    /// The name of its value, where a manifest says what a buffer holds: `aes128.expanded_key`.
    pub form: Option<&'static str>,
    /// What it does, in a few words.
    pub title: &'static str,
    /// Its inputs, in the order of [`Function::call`].
    pub inputs: &'static [Buffer],
    /// Its value.
    pub output: Buffer,
    /// The document and the section that it transcribes.
    pub source: &'static str,
    pub(crate) run: OnBytes<Plain>,
    pub(crate) terms: OnTerms,
}

/// How long a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many bytes.
    Bytes(usize),
    /// `unit` bytes for each of a number that the caller chooses, by its name: `in` of `sha256.hash` has `len` times
    /// 1 byte. All buffers of a function that name one number have it in common.
    Of {
        /// Bytes, at least one.
        unit: usize,
        /// The name of the number.
        length: &'static str,
    },
}

impl Extent {
    /// The number of bytes, when it is the same in every call.
    pub fn fixed(self) -> Option<usize> {
        match self {
            Extent::Bytes(bytes) => Some(bytes),
            Extent::Of { .. } => None,
        }
    }
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Extent::Bytes(bytes) => write!(f, "{bytes}"),
            Extent::Of { unit: 1, length } => f.write_str(length),
            Extent::Of { unit, length } => write!(f, "{unit}*{length}"),
        }
    }
}

/// An input or a value of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its name.
    pub name: &'static str,
    /// Its length.
    pub extent: Extent,
    /// What the bytes are, in their order.
    pub holds: &'static str,
}

/// Why a function cannot be called with these inputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Too few or too many inputs.
    #[error("{function} takes {expected} inputs, not {given}")]
    Inputs {
        /// The function's name.
        function: &'static str,
        /// How many it takes.
        expected: usize,
        /// How many there were.
        given: usize,
    },
    /// An input of the wrong length.
    #[error("input `{input}` of {function} has {expected} bytes, not {given}")]
    Length {
        /// The function's name.
        function: &'static str,
        /// The input's name.
        input: &'static str,
        /// Its length in bytes: a number, or what it is in terms of a length.
        expected: String,
        /// The length that was given.
        given: usize,
    },
}

impl Function {
    /// Calls it. The result has the length of its extent.
    ///
    /// # Errors
    /// [`CallError`] when number or lengths of the inputs are not those of the signature.
    pub fn call(&self, inputs: &[&[u8]]) -> Result<Vec<u8>, CallError> {
        self.check(inputs)?;
        let values = |bytes: &&[u8]| -> Vec<Bv<Plain>> {
            bytes.iter().map(|&byte| Bv::new(Concrete, 8, byte.into())).collect()
        };
        let inputs: Vec<Vec<Bv<Plain>>> = inputs.iter().map(values).collect();
        let inputs: Vec<&[Bv<Plain>]> = inputs.iter().map(Vec::as_slice).collect();
        Ok((self.run)(Concrete, &inputs).into_iter().map(|byte| byte.raw().low() as u8).collect())
    }

    /// The same on terms, a byte each. The reference names the values between its steps
    /// ([`Bv::cut`]).
    ///
    /// # Errors
    /// As [`Function::call`].
    pub fn terms<'a>(
        &self,
        dom: Dag<'a>,
        inputs: &[&[Bv<Dag<'a>>]],
    ) -> Result<Vec<Bv<Dag<'a>>>, CallError> {
        self.check(inputs)?;
        Ok((self.terms)(dom, inputs))
    }

    fn check<T>(&self, inputs: &[&[T]]) -> Result<(), CallError> {
        let (function, expected, given) = (self.name, self.inputs.len(), inputs.len());
        if expected != given {
            return Err(CallError::Inputs { function, expected, given });
        }
        let mut lengths: Vec<(&str, usize)> = Vec::new();
        for (input, bytes) in self.inputs.iter().zip(inputs) {
            let given = bytes.len();
            let right = match input.extent {
                Extent::Bytes(expected) => expected == given,
                Extent::Of { unit, length } => {
                    let known = lengths.iter().find(|(name, _)| *name == length);
                    let number = known.map_or(given / unit, |(_, number)| *number);
                    lengths.push((length, number));
                    number * unit == given
                }
            };
            if !right {
                let expected = input.extent.to_string();
                return Err(CallError::Length { function, input: input.name, expected, given });
            }
        }
        Ok(())
    }
}

/// Every function, by cipher.
pub fn functions() -> &'static [&'static Function] {
    static ALL: std::sync::LazyLock<Vec<&'static Function>> = std::sync::LazyLock::new(|| {
        let ciphers: [&'static [Function]; 3] =
            [&aes::functions::ALL, &chacha20::FUNCTIONS, &sha2::FUNCTIONS];
        ciphers.into_iter().flatten().collect()
    });
    &ALL
}

/// The function of this name, or whose value has this name ([`Function::form`]).
pub fn function(name: &str) -> Option<&'static Function> {
    functions().iter().copied().find(|f| f.name == name || f.form == Some(name))
}

/// Words from bytes, each with its first byte at the bottom.
pub(crate) fn little_endian<D: Domain>(bytes: &[Bv<D>], size: usize) -> Vec<Bv<D>> {
    bytes.chunks(size).map(|word| Bv::join(word.iter().rev().copied())).collect()
}

/// Words from bytes, each with its first byte on top.
pub(crate) fn big_endian<D: Domain>(bytes: &[Bv<D>], size: usize) -> Vec<Bv<D>> {
    bytes.chunks(size).map(|word| Bv::join(word.iter().copied())).collect()
}

/// The bytes of words, each with its first byte on top.
pub(crate) fn to_big_endian<D: Domain>(words: &[Bv<D>]) -> Vec<Bv<D>> {
    words.iter().flat_map(|word| word.bytes().rev()).collect()
}

/// The bytes of words, each with its first byte at the bottom.
pub(crate) fn to_little_endian<D: Domain>(words: &[Bv<D>]) -> Vec<Bv<D>> {
    words.iter().flat_map(|word| word.bytes()).collect()
}
