//! What native code and the loop around it share, at fixed distances from one register.

use std::mem::offset_of;

/// The register file is addressed from its middle, so that all of it is within a short displacement.
pub(super) const BIAS: i32 = 128;
/// Places for pointers that host registers do not last for.
pub(super) const SPILLS: usize = 31;
/// Groups of accesses of all blocks together; beyond, all blocks are dropped.
pub(super) const SITES: usize = 8192;
/// Ways out of blocks to others; likewise.
pub(super) const LINKS: usize = 8192;
/// Targets of indirect jumps that are found without leaving.
pub(super) const TARGETS: usize = 256;

/// Where a group of accesses may begin, as of the last time that it was asked.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Site {
    /// First address of the region.
    pub(super) base: u64,
    /// How many addresses from there on a group may begin at; 0 when nothing is known.
    pub(super) reach: u64,
    /// What makes an offset in the region an index of the backing vector.
    pub(super) start: u64,
    /// What makes an address one of the host.
    pub(super) host: u64,
}

/// An address of the guest and the code of its block.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Target {
    pub(super) pc: u64,
    pub(super) code: u64,
}

/// The first targets are of no address at all.
pub(super) const NO_TARGET: Target = Target { pc: 1, code: 0 };

#[derive(Debug)]
#[repr(C)]
pub(super) struct Shared {
    /// Instructions that may still be retired.
    pub(super) left: i64,
    /// Code that returns to the loop.
    pub(super) leave: u64,
    /// The flags of the first page of memory.
    pub(super) flags: u64,
    /// Why the code was left: the number of an exit.
    pub(super) exit: u64,
    /// Where the next word of the log goes.
    pub(super) log: u64,
    /// Where an indirect jump goes.
    pub(super) target: u64,
    pub(super) spilled: [u64; SPILLS],
    pub(super) targets: [Target; TARGETS],
    pub(super) sites: [Site; SITES],
    pub(super) links: [u64; LINKS],
}

// All of it is a few hundred KiB.
pub(super) const LEFT: i32 = offset_of!(Shared, left) as i32;
pub(super) const LEAVE: i32 = offset_of!(Shared, leave) as i32;
pub(super) const FLAGS: i32 = offset_of!(Shared, flags) as i32;
pub(super) const EXIT: i32 = offset_of!(Shared, exit) as i32;
pub(super) const LOG: i32 = offset_of!(Shared, log) as i32;
pub(super) const TARGET: i32 = offset_of!(Shared, target) as i32;
pub(super) const SPILL: i32 = offset_of!(Shared, spilled) as i32;
pub(super) const TABLE: i32 = offset_of!(Shared, targets) as i32;

/// The place of a field of a site.
pub(super) const fn site(number: usize, field: usize) -> i32 {
    (offset_of!(Shared, sites) + number * size_of::<Site>() + field) as i32
}

/// The place of a link.
pub(super) const fn link(number: usize) -> i32 {
    (offset_of!(Shared, links) + number * 8) as i32
}

impl Shared {
    pub(super) const fn new() -> Self {
        let nowhere = Site { base: 0, reach: 0, start: 0, host: 0 };
        Self {
            left: 0,
            leave: 0,
            flags: 0,
            exit: 0,
            log: 0,
            target: 0,
            spilled: [0; SPILLS],
            targets: [NO_TARGET; TARGETS],
            sites: [nowhere; SITES],
            links: [0; LINKS],
        }
    }
}
