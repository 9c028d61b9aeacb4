//! Decoded operations by address.
//!
//! Indices are those of the memory's backing vector, where a region's pages are its own and word offsets are those of
//! the addresses. A slot that was never decoded, or whose bytes changed, holds [`Op::UNDECODED`].

use std::ops::Range;

use crate::op::Op;

/// Slots of one page of code: an instruction begins at a multiple of two.
pub(crate) const SLOTS: usize = 2048;
/// Bytes of code in one page.
pub(crate) const CODE_PAGE: usize = 2 * SLOTS;

/// Decoded pages that are kept (128 MiB of operations); beyond, all are dropped and made again when met.
const MOST_PAGES: usize = 4096;

pub(crate) type CodePage = [Op; SLOTS];

#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pages: Vec<Option<Box<CodePage>>>,
    kept: usize,
}

impl Code {
    /// The page that holds backing index `at`, for a backing vector of `backing` bytes.
    pub(crate) fn page(&mut self, at: usize, backing: usize) -> &mut CodePage {
        let number = at / CODE_PAGE;
        if self.pages.get(number).is_none_or(Option::is_none) {
            if self.kept == MOST_PAGES {
                self.clear();
            }
            self.kept += 1;
            if self.pages.len() <= number {
                self.pages.resize(backing.div_ceil(CODE_PAGE).max(number + 1), None);
            }
        }
        self.pages[number].get_or_insert_with(empty_page)
    }

    /// Forgets the operations of the words that meet `range`: one of four bytes begins up to two bytes before.
    pub(crate) fn forget(&mut self, range: Range<usize>) {
        let slots = (range.start / 2).saturating_sub(1)..range.end.div_ceil(2);
        for number in slots.start / SLOTS..=slots.end.saturating_sub(1) / SLOTS {
            if let Some(Some(page)) = self.pages.get_mut(number) {
                let first = slots.start.max(number * SLOTS) - number * SLOTS;
                let end = slots.end.min((number + 1) * SLOTS) - number * SLOTS;
                page[first..end].fill(Op::UNDECODED);
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.pages.fill(None);
        self.kept = 0;
    }
}

fn empty_page() -> Box<CodePage> {
    Box::new([Op::UNDECODED; SLOTS])
}
