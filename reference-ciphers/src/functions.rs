//! What kernels may claim to compute: named functions over bytes.

use crate::aes;

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
    pub(crate) run: fn(&[&[u8]]) -> Vec<u8>,
}

/// An input or a value of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its name.
    pub name: &'static str,
    /// Its length.
    pub bytes: usize,
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
        /// Its length in bytes.
        expected: usize,
        /// The length that was given.
        given: usize,
    },
}

impl Function {
    /// Calls it. The result has `output.bytes` bytes.
    ///
    /// # Errors
    /// [`CallError`] when number or lengths of the inputs are not those of the signature.
    pub fn call(&self, inputs: &[&[u8]]) -> Result<Vec<u8>, CallError> {
        let (function, expected, given) = (self.name, self.inputs.len(), inputs.len());
        if expected != given {
            return Err(CallError::Inputs { function, expected, given });
        }
        for (input, bytes) in self.inputs.iter().zip(inputs) {
            let (expected, given) = (input.bytes, bytes.len());
            if expected != given {
                return Err(CallError::Length { function, input: input.name, expected, given });
            }
        }
        Ok((self.run)(inputs))
    }
}

/// Every function, by cipher.
pub fn functions() -> &'static [Function] {
    &aes::functions::ALL
}

/// The function of this name, or whose value has this name ([`Function::form`]).
pub fn function(name: &str) -> Option<&'static Function> {
    functions().iter().find(|f| f.name == name || f.form == Some(name))
}
