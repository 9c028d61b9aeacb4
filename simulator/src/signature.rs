//! The signature: what a compliance program leaves between two symbols.

use crate::elf::Image;
use crate::memory::MemoryError;
use crate::sim::Sim;

/// Why there is no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The file has no such symbol.
    #[error("the file has no symbol `{symbol}`")]
    NoSymbol {
        /// `begin_signature` or `end_signature`.
        symbol: &'static str,
    },
    /// The symbols are not in order, or not a multiple of 4 bytes apart.
    #[error(
        "no whole number of 32-bit words lies between begin_signature {begin:#x} and end_signature {end:#x}"
    )]
    Bounds {
        /// Address of `begin_signature`.
        begin: u64,
        /// Address of `end_signature`.
        end: u64,
    },
    /// The signature is not inside one region.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

impl Sim {
    /// The 32-bit little-endian words between `begin_signature` and `end_signature`.
    ///
    /// # Errors
    /// A missing symbol, bounds that make no sense, or memory that is not mapped.
    pub fn signature(&self, image: &Image) -> Result<Vec<u32>, SignatureError> {
        let symbol = |symbol| image.symbol(symbol).ok_or(SignatureError::NoSymbol { symbol });
        let begin = symbol("begin_signature")?;
        let end = symbol("end_signature")?;
        let len = end.checked_sub(begin).filter(|len| len.is_multiple_of(4));
        let len = len.ok_or(SignatureError::Bounds { begin, end })?;
        if len == 0 {
            return Ok(Vec::new());
        }
        let (words, _) = self.mem().read_bytes(begin, len)?.as_chunks();
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}

/// A signature as text: eight hexadecimal digits a line.
pub fn signature_text(words: &[u32]) -> String {
    words.iter().map(|word| format!("{word:08x}\n")).collect()
}
