//! Guest memory: regions that are mapped on purpose, and nothing between them.
//!
//! All regions share one backing vector. A region starts in it at a page boundary plus the low bits of its address, so
//! page arithmetic on a backing index and on an address agree. The region of the last access in each direction is kept
//! as a [`Window`]: an access inside it costs one comparison, everything else is the slow path's business.

mod pages;

use std::ops::{BitOr, Range};

use crate::config::{Misaligned, Xlen};
pub(crate) use pages::PAGE_BITS;
use pages::Pages;

/// What a region may be used for: any union of the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access(u8);

impl Access {
    /// No access at all: a hole that is reserved.
    pub const NONE: Self = Self(0);
    /// Loads.
    pub const READ: Self = Self(1);
    /// Stores.
    pub const WRITE: Self = Self(2);
    /// Instruction fetches.
    pub const EXEC: Self = Self(4);

    /// Whether everything that `other` allows is allowed.
    pub const fn allows(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Access {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Why the host could not map, read or write guest memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// A region of no bytes.
    #[error("a region at {addr:#x} would have no bytes")]
    Empty {
        /// Where it was to be.
        addr: u64,
    },
    /// A region that runs past the last address of the machine.
    #[error("{len:#x} bytes at {addr:#x} end beyond the last address {last:#x}")]
    OutOfSpace {
        /// Where it was to be.
        addr: u64,
        /// Its length in bytes.
        len: u64,
        /// The machine's last address.
        last: u64,
    },
    /// A region that meets another one.
    #[error("{len:#x} bytes at {addr:#x} overlap the region of {other_len:#x} bytes at {other:#x}")]
    Overlap {
        /// Where it was to be.
        addr: u64,
        /// Its length in bytes.
        len: u64,
        /// Where the mapped region is.
        other: u64,
        /// The mapped region's length in bytes.
        other_len: u64,
    },
    /// More memory than the simulator gives to a program.
    #[error(
        "{len:#x} more bytes would exceed the limit of {limit:#x} bytes in all regions together"
    )]
    TooLarge {
        /// Length of the new region in bytes.
        len: u64,
        /// [`Memory::LIMIT`].
        limit: u64,
    },
    /// A host access that is not inside one region.
    #[error("{len:#x} bytes at {addr:#x} are not inside one mapped region")]
    Unmapped {
        /// First address.
        addr: u64,
        /// Length in bytes.
        len: u64,
    },
}

/// Why the guest could not load, store or fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Misaligned,
    Access,
}

/// What a store leaves to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Quiet,
    /// Decoded code was overwritten, or the watched word was written.
    Noticed,
}

/// Data memory as an operation sees it.
pub(crate) trait Bus {
    fn load<const N: usize>(&mut self, addr: u64) -> Result<[u8; N], Fault>;
    fn store<const N: usize>(&mut self, addr: u64, value: [u8; N]) -> Result<Stored, Fault>;
}

/// The memory, but an access that needs more than the window and the page's flags fails without any effect.
pub(crate) struct Quick<'a>(pub(crate) &'a mut Memory);

impl Bus for Quick<'_> {
    #[inline(always)]
    fn load<const N: usize>(&mut self, addr: u64) -> Result<[u8; N], Fault> {
        self.0.load_quickly(addr).ok_or(Fault::Access)
    }

    #[inline(always)]
    fn store<const N: usize>(&mut self, addr: u64, value: [u8; N]) -> Result<Stored, Fault> {
        self.0.store_quickly(addr, value).map(|()| Stored::Quiet).ok_or(Fault::Access)
    }
}

impl Bus for Memory {
    #[inline(always)]
    fn load<const N: usize>(&mut self, addr: u64) -> Result<[u8; N], Fault> {
        match self.load_quickly(addr) {
            Some(bytes) => Ok(bytes),
            None => self.load_slowly(addr),
        }
    }

    #[inline(always)]
    fn store<const N: usize>(&mut self, addr: u64, value: [u8; N]) -> Result<Stored, Fault> {
        match self.store_quickly(addr, value) {
            Some(()) => Ok(Stored::Quiet),
            None => self.store_slowly(addr, value),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Region {
    base: u64,
    len: u64,
    access: Access,
    /// Index of the first byte in the backing vector.
    start: usize,
}

impl Region {
    /// Backing index of `len` bytes at `addr`, if they are inside.
    fn locate(&self, addr: u64, len: u64) -> Option<usize> {
        let offset = addr.checked_sub(self.base)?;
        let fits = offset < self.len && len <= self.len - offset;
        fits.then(|| self.start + offset as usize)
    }
}

/// The part of a region where an access of up to 8 bytes may begin without asking anything else.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    base: u64,
    reach: u64,
    start: usize,
}

impl Window {
    fn of(region: &Region) -> Self {
        Self { base: region.base, reach: region.len.saturating_sub(7), start: region.start }
    }

    #[inline(always)]
    fn locate(&self, addr: u64) -> Option<usize> {
        let offset = addr.wrapping_sub(self.base);
        (offset < self.reach).then(|| self.start.wrapping_add(offset as usize))
    }
}

/// Guest memory. An access must lie inside one region that allows it; everything else traps.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Sorted by base, never overlapping.
    regions: Vec<Region>,
    bytes: Vec<u8>,
    pages: Pages,
    read: Window,
    write: Window,
    /// Address bits that must be clear, all of them or none; each access keeps those below its size.
    alignment: u64,
    last: u64,
}

/// Regions begin at their own page of the backing vector: the size of a page of decoded code.
const REGION_ALIGN: usize = 4096;

impl Memory {
    /// Most bytes that all regions together may take: 512 MiB.
    pub const LIMIT: u64 = 512 << 20;

    pub(crate) fn new(xlen: Xlen, misaligned: Misaligned) -> Self {
        Self {
            regions: Vec::new(),
            bytes: Vec::new(),
            pages: Pages::default(),
            read: Window::default(),
            write: Window::default(),
            alignment: match misaligned {
                Misaligned::Allowed => 0,
                Misaligned::Trap => u64::MAX,
            },
            last: xlen.mask(),
        }
    }

    /// Maps `len` bytes of zeros at `addr` with the rights `access`.
    ///
    /// Regions have exact byte bounds, no page size shows. A region outlives resets of the simulator.
    ///
    /// # Errors
    /// An empty region, one beyond the address space, one that overlaps another, or more than [`Memory::LIMIT`] bytes
    /// in all (each region counts with its size rounded up to 4 KiB). Nothing is mapped then.
    pub fn map(&mut self, addr: u64, len: u64, access: Access) -> Result<(), MemoryError> {
        if len == 0 {
            return Err(MemoryError::Empty { addr });
        }
        if addr > self.last || len - 1 > self.last - addr {
            return Err(MemoryError::OutOfSpace { addr, len, last: self.last });
        }
        let position = self.regions.partition_point(|r| r.base < addr);
        let before =
            position.checked_sub(1).map(|i| self.regions[i]).filter(|r| addr - r.base < r.len);
        let after = self.regions.get(position).copied().filter(|r| r.base - addr < len);
        if let Some(other) = before.or(after) {
            let (other, other_len) = (other.base, other.len);
            return Err(MemoryError::Overlap { addr, len, other, other_len });
        }
        let start = self.bytes.len() + addr as usize % REGION_ALIGN;
        let room = Self::LIMIT - self.bytes.len() as u64;
        if len > room || (start + len as usize).next_multiple_of(REGION_ALIGN) as u64 > Self::LIMIT
        {
            return Err(MemoryError::TooLarge { len, limit: Self::LIMIT });
        }
        self.bytes.resize((start + len as usize).next_multiple_of(REGION_ALIGN), 0);
        self.pages.grow(self.bytes.len());
        self.regions.insert(position, Region { base: addr, len, access, start });
        Ok(())
    }

    /// The bytes at `addr`, whatever the region's rights.
    ///
    /// # Errors
    /// [`MemoryError::Unmapped`] unless all of them are inside one region.
    pub fn read_bytes(&self, addr: u64, len: u64) -> Result<&[u8], MemoryError> {
        let at = self.host_range(addr, len)?;
        Ok(&self.bytes[at])
    }

    /// Writes `bytes` at `addr`, whatever the region's rights.
    ///
    /// # Errors
    /// [`MemoryError::Unmapped`] unless all of them are inside one region; nothing is written then.
    pub fn write_bytes(&mut self, addr: u64, bytes: &[u8]) -> Result<(), MemoryError> {
        let at = self.host_range(addr, bytes.len() as u64)?;
        self.pages.before_write(&self.bytes, at.clone());
        self.bytes[at].copy_from_slice(bytes);
        Ok(())
    }

    /// The little-endian 32-bit word at `addr`, whatever the region's rights and the alignment.
    ///
    /// # Errors
    /// As [`Memory::read_bytes`].
    pub fn read_u32(&self, addr: u64) -> Result<u32, MemoryError> {
        Ok(self.read_bytes(addr, 4)?.iter().rev().fold(0, |word, &b| word << 8 | u32::from(b)))
    }

    /// The little-endian 64-bit word at `addr`, whatever the region's rights and the alignment.
    ///
    /// # Errors
    /// As [`Memory::read_bytes`].
    pub fn read_u64(&self, addr: u64) -> Result<u64, MemoryError> {
        Ok(self.read_bytes(addr, 8)?.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b)))
    }

    /// Whether `len` bytes at `addr` are inside one region that allows `access`.
    pub fn allows(&self, addr: u64, len: u64, access: Access) -> bool {
        self.locate(addr, len, access).is_ok()
    }

    fn host_range(&self, addr: u64, len: u64) -> Result<Range<usize>, MemoryError> {
        let found = self.region(addr).and_then(|r| r.locate(addr, len));
        // A region's bytes are in the backing vector, so its length fits an index.
        found.map(|at| at..at + len as usize).ok_or(MemoryError::Unmapped { addr, len })
    }

    /// The region with the last base at or below `addr`.
    fn region(&self, addr: u64) -> Option<&Region> {
        self.regions[..self.regions.partition_point(|r| r.base <= addr)].last()
    }

    fn locate(&self, addr: u64, len: u64, access: Access) -> Result<(usize, Window), Fault> {
        let region = self.region(addr).filter(|r| r.access.allows(access)).ok_or(Fault::Access)?;
        Ok((region.locate(addr, len).ok_or(Fault::Access)?, Window::of(region)))
    }

    #[inline(always)]
    const fn is_aligned<const N: usize>(&self, addr: u64) -> bool {
        addr & self.alignment & (N as u64 - 1) == 0
    }

    #[inline(always)]
    fn load_quickly<const N: usize>(&self, addr: u64) -> Option<[u8; N]> {
        let at = self.read.locate(addr)?;
        let bytes = self.bytes.get(at..)?.first_chunk()?;
        self.is_aligned::<N>(addr).then_some(*bytes)
    }

    #[cold]
    fn load_slowly<const N: usize>(&mut self, addr: u64) -> Result<[u8; N], Fault> {
        if !self.is_aligned::<N>(addr) {
            return Err(Fault::Misaligned);
        }
        let (at, window) = self.locate(addr, N as u64, Access::READ)?;
        self.read = window;
        self.bytes[at..].first_chunk().copied().ok_or(Fault::Access)
    }

    #[inline(always)]
    fn store_quickly<const N: usize>(&mut self, addr: u64, value: [u8; N]) -> Option<()> {
        let at = self.write.locate(addr)?;
        if !self.is_aligned::<N>(addr) || !self.pages.is_plain(at, N) {
            return None;
        }
        *self.bytes.get_mut(at..)?.first_chunk_mut()? = value;
        Some(())
    }

    #[cold]
    fn store_slowly<const N: usize>(&mut self, addr: u64, value: [u8; N]) -> Result<Stored, Fault> {
        if !self.is_aligned::<N>(addr) {
            return Err(Fault::Misaligned);
        }
        let (at, window) = self.locate(addr, N as u64, Access::WRITE)?;
        self.write = window;
        let noticed = self.pages.before_write(&self.bytes, at..at + N);
        self.bytes[at..at + N].copy_from_slice(&value);
        Ok(if noticed { Stored::Noticed } else { Stored::Quiet })
    }

    /// Backing index of the instruction word at `pc`, if it may be executed.
    pub(crate) fn fetch(&self, pc: u64) -> Option<usize> {
        self.locate(pc, 2, Access::EXEC).ok().map(|(at, _)| at)
    }

    /// The bytes from `pc` on that may be executed, at most `most`.
    pub(crate) fn peek_code(&self, pc: u64, most: usize) -> &[u8] {
        &self.bytes[self.code_range(pc, most)]
    }

    /// The same, from now on watched for changes.
    pub(crate) fn code_at(&mut self, pc: u64, most: usize) -> &[u8] {
        let range = self.code_range(pc, most);
        self.pages.mark_code(range.clone());
        &self.bytes[range]
    }

    fn code_range(&self, pc: u64, most: usize) -> Range<usize> {
        let region = self.region(pc).filter(|r| r.access.allows(Access::EXEC));
        let Some((region, at)) = region.and_then(|r| Some((r, r.locate(pc, 2)?))) else {
            return 0..0;
        };
        at..(region.start + region.len as usize).min(at.saturating_add(most))
    }

    /// Where accesses of `span` bytes may begin around `addr`, for a tier that checks on its own: the first address,
    /// how many there are, and what makes an offset from the first one an index of the backing vector.
    pub(crate) fn room_at(&self, addr: u64, span: u64, access: Access) -> Option<(u64, u64, u64)> {
        let addr = addr & self.last;
        let region = self.region(addr).filter(|r| r.access.allows(access))?;
        region.locate(addr, span)?;
        Some((region.base, region.len - span + 1, region.start as u64))
    }

    /// The policy for misaligned accesses.
    pub(crate) const fn misaligned(&self) -> Misaligned {
        if self.alignment == 0 { Misaligned::Allowed } else { Misaligned::Trap }
    }

    /// The backing vector, its length, and the flags of its pages.
    pub(crate) fn raw_parts(&mut self) -> (*mut u8, usize, *const u8) {
        let len = self.bytes.len();
        (self.bytes.as_mut_ptr(), len, self.pages.flags().as_ptr())
    }

    /// Hands out the backing ranges of overwritten code; `None` stands for all of it.
    pub(crate) fn take_stale_code(&mut self, each: impl FnMut(Option<Range<usize>>)) {
        self.pages.take_stale_code(each);
    }

    /// Watches the word at `addr` for stores, or nothing.
    pub(crate) fn watch(&mut self, addr: Option<u64>) {
        let at = addr.and_then(|a| self.host_range(a, 1).ok());
        self.pages.watch(at.map(|range| range.start));
    }

    /// Whether the watched word was stored to since the last question.
    pub(crate) fn take_watched(&mut self) -> bool {
        self.pages.take_watched()
    }

    /// Bytes of backing memory, a multiple of 4096.
    pub(crate) fn backing_len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn snapshot(&mut self) {
        self.pages.snapshot();
    }

    pub(crate) fn reset(&mut self) {
        self.pages.reset(&mut self.bytes);
    }
}
