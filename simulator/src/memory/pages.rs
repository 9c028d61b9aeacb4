//! What is known about each page: whether it changed since the snapshot, holds decoded code, or is watched.
//!
//! A store asks one byte about its page. All bits clear is the common case and the end of it; the rest is rare.

use std::ops::Range;

/// Bytes that are saved and restored together are 2 to this.
///
/// Few, because a fuzz case touches a few hundred bytes and pays for whole pages when it is reset.
pub(crate) const PAGE_BITS: u8 = 9;
const PAGE_BYTES: usize = 1 << PAGE_BITS;

/// Unchanged since the snapshot: the next store saves it first.
const CLEAN: u8 = 1;
/// Some of its words are kept decoded.
const CODE: u8 = 2;
/// Holds the watched byte.
const WATCHED: u8 = 4;

/// No saved copy yet.
const UNSAVED: u32 = u32::MAX;

/// More overwritten ranges than this are not remembered one by one.
const MOST_STALE: usize = 64;

#[derive(Clone, Debug, Default)]
pub(super) struct Pages {
    flags: Vec<u8>,
    has_snapshot: bool,
    /// Contents at the snapshot of every page that was written since, page after page.
    saved: Vec<u8>,
    /// For each page the number of its copy in `saved`. Copies stay good over resets.
    saved_at: Vec<u32>,
    /// Pages that differ from the snapshot.
    dirty: Vec<u32>,
    /// Overwritten ranges of pages that hold code.
    stale: Vec<Range<usize>>,
    all_stale: bool,
    watched: Option<usize>,
    watched_hit: bool,
}

impl Pages {
    /// Covers a backing vector that became longer.
    pub(super) fn grow(&mut self, backing: usize) {
        let pages = backing / PAGE_BYTES;
        self.flags.resize(pages, if self.has_snapshot { CLEAN } else { 0 });
        self.saved_at.resize(pages, UNSAVED);
    }

    /// Whether `len` bytes at `at` can be written without anybody noticing.
    #[inline(always)]
    pub(super) fn is_plain(&self, at: usize, len: usize) -> bool {
        let flags = |at: usize| self.flags.get(at / PAGE_BYTES).copied();
        flags(at) == Some(0) && flags(at + len - 1) == Some(0)
    }

    /// The flags of all pages, each zero where a store needs no attention.
    pub(super) fn flags(&self) -> &[u8] {
        &self.flags
    }

    /// To be called before `range` is written; whether the simulator must look at code or the watched byte.
    pub(super) fn before_write(&mut self, bytes: &[u8], range: Range<usize>) -> bool {
        if range.is_empty() {
            return false;
        }
        let mut noticed = false;
        for page in range.start / PAGE_BYTES..=(range.end - 1) / PAGE_BYTES {
            let flags = self.flags[page];
            if flags & CLEAN != 0 {
                self.save(bytes, page);
            }
            if flags & WATCHED != 0 && self.watched.is_some_and(|at| range.contains(&at)) {
                self.watched_hit = true;
                noticed = true;
            }
            if flags & CODE != 0 {
                let whole = page * PAGE_BYTES..(page + 1) * PAGE_BYTES;
                self.add_stale(range.start.max(whole.start)..range.end.min(whole.end));
                noticed = true;
            }
        }
        noticed
    }

    fn save(&mut self, bytes: &[u8], page: usize) {
        if self.saved_at[page] == UNSAVED {
            // 512 MiB are a million pages.
            self.saved_at[page] = (self.saved.len() / PAGE_BYTES) as u32;
            self.saved.extend_from_slice(&bytes[page * PAGE_BYTES..][..PAGE_BYTES]);
        }
        self.flags[page] &= !CLEAN;
        self.dirty.push(page as u32);
    }

    fn add_stale(&mut self, range: Range<usize>) {
        if self.stale.len() == MOST_STALE {
            self.all_stale = true;
        } else {
            self.stale.push(range);
        }
    }

    pub(super) fn mark_code(&mut self, range: Range<usize>) {
        for flags in &mut self.flags[range.start / PAGE_BYTES..range.end.div_ceil(PAGE_BYTES)] {
            *flags |= CODE;
        }
    }

    pub(super) fn take_stale_code(&mut self, mut each: impl FnMut(Option<Range<usize>>)) {
        if self.all_stale {
            self.all_stale = false;
            self.stale.clear();
            each(None);
        }
        for range in self.stale.drain(..) {
            each(Some(range));
        }
    }

    pub(super) fn watch(&mut self, at: Option<usize>) {
        if let Some(old) = self.watched.take() {
            self.flags[old / PAGE_BYTES] &= !WATCHED;
        }
        if let Some(new) = at {
            self.flags[new / PAGE_BYTES] |= WATCHED;
        }
        self.watched = at;
        self.watched_hit = false;
    }

    pub(super) fn take_watched(&mut self) -> bool {
        std::mem::take(&mut self.watched_hit)
    }

    pub(super) fn snapshot(&mut self) {
        self.has_snapshot = true;
        self.saved.clear();
        self.saved_at.fill(UNSAVED);
        self.dirty.clear();
        for flags in &mut self.flags {
            *flags |= CLEAN;
        }
    }

    /// Copies back what changed since the snapshot; without one, nothing did.
    pub(super) fn reset(&mut self, bytes: &mut [u8]) {
        let mut dirty = std::mem::take(&mut self.dirty);
        for page in dirty.drain(..).map(|page| page as usize) {
            let copy = self.saved_at[page] as usize * PAGE_BYTES;
            let whole = page * PAGE_BYTES..(page + 1) * PAGE_BYTES;
            bytes[whole.clone()].copy_from_slice(&self.saved[copy..][..PAGE_BYTES]);
            self.flags[page] |= CLEAN;
            if self.flags[page] & CODE != 0 {
                self.add_stale(whole);
            }
        }
        // Its room is kept: resets come by the million.
        self.dirty = dirty;
        self.watched_hit = false;
    }
}
