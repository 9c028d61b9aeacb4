//! Memory for code: written, then executable, never both.

use memmap2::{Mmap, MmapMut};

/// Bytes of a mapping, unless one block needs more.
const CHUNK: usize = 64 * 1024;

/// Mappings with code in them. Code never moves.
#[derive(Debug, Default)]
pub(super) struct CodeMemory {
    full: Vec<Mmap>,
    /// The last mapping and how much of it is taken.
    open: Option<(Mmap, usize)>,
}

impl CodeMemory {
    /// Puts `code` into executable memory: its address, or nothing where the system does not give such memory.
    pub(super) fn add(&mut self, code: &[u8]) -> Option<u64> {
        let (chunk, taken) = match self.open.take() {
            Some((chunk, taken)) if chunk.len() - taken >= code.len() => {
                (chunk.make_mut().ok()?, taken)
            }
            other => {
                self.full.extend(other.map(|(chunk, _)| chunk));
                (MmapMut::map_anon(code.len().max(CHUNK)).ok()?, 0)
            }
        };
        let mut chunk = chunk;
        chunk[taken..taken + code.len()].copy_from_slice(code);
        let chunk = chunk.make_exec().ok()?;
        let address = chunk[taken..].as_ptr() as u64;
        let end = (taken + code.len()).next_multiple_of(16).min(chunk.len());
        self.open = Some((chunk, end));
        Some(address)
    }
}
