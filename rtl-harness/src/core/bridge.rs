//! The C interface of a verilated core.
//!
//! What makes each call sound: the library was made by `build` from `core.cpp`, which defines these
//! functions with these types and lets no C++ exception out; its bytes were checked against their hash
//! before loading.
#![allow(unsafe_code)] // Rust cannot check the other side of a C interface.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    path::Path,
    ptr::NonNull,
};

use crate::bridge::{library, symbol};

/// What one instruction did, as RVFI tells it. Values of RV32 are zero-extended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its place in program order.
    pub order: u64,
    /// Its address.
    pub pc: u64,
    /// Address of the next one.
    pub next_pc: u64,
    /// What it wrote to `rd_addr`.
    pub rd: u64,
    /// Address of a memory access.
    pub mem_addr: u64,
    /// What was read there.
    pub mem_rdata: u64,
    /// What was written there.
    pub mem_wdata: u64,
    /// Clock cycle since the reset in which it retired.
    pub cycle: u64,
    /// The instruction; a compressed one has zeros above.
    pub insn: u32,
    /// The register that it wrote; 0 for none.
    pub rd_addr: u8,
    /// Bytes that it read, from `mem_addr` on.
    pub mem_rmask: u8,
    /// Bytes that it wrote, from `mem_addr` on.
    pub mem_wmask: u8,
    /// Bit 0: it trapped.
    pub flags: u8,
}

impl Record {
    /// The instruction raised an exception.
    pub fn trapped(&self) -> bool {
        self.flags & 1 != 0
    }
}

/// `Timing` of `core.cpp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTiming {
    pub(super) seed: u64,
    pub(super) grant: u32,
    pub(super) latency: u32,
}

/// `Limits` of `core.cpp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawLimits {
    pub(super) end: u64,
    pub(super) cycles: u64,
    pub(super) watchdog: u64,
    pub(super) has_end: u32,
}

/// The functions of a loaded library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Functions {
    new: unsafe extern "C" fn() -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    reset: unsafe extern "C" fn(*mut c_void, *const RawTiming) -> c_int,
    map: unsafe extern "C" fn(*mut c_void, u64, u64, u32) -> c_int,
    bytes: unsafe extern "C" fn(*mut c_void, u64, u64) -> *mut u8,
    run: unsafe extern "C" fn(*mut c_void, *const RawLimits, *mut Record, u64, *mut u64) -> c_int,
    cycles: unsafe extern "C" fn(*mut c_void) -> u64,
    raw: unsafe extern "C" fn(*mut c_void, u64, *mut u64) -> c_int,
    message: unsafe extern "C" fn(*mut c_void) -> *const c_char,
    trace_open: unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int,
    trace_close: unsafe extern "C" fn(*mut c_void),
}

impl Functions {
    /// Loads a library that `build` has made. It stays loaded: unloading C++ with thread-local objects is
    /// not safe, and a process uses few models.
    pub(super) fn load(path: &Path) -> Result<Self, libloading::Error> {
        let library = library(path)?;
        // SAFETY: `core.cpp` defines each of these names with the type of the field that it is stored in.
        let functions = unsafe {
            Self {
                new: *symbol(&library, b"core_new\0")?,
                free: *symbol(&library, b"core_free\0")?,
                reset: *symbol(&library, b"core_reset\0")?,
                map: *symbol(&library, b"core_map\0")?,
                bytes: *symbol(&library, b"core_bytes\0")?,
                run: *symbol(&library, b"core_run\0")?,
                cycles: *symbol(&library, b"core_cycles\0")?,
                raw: *symbol(&library, b"core_raw\0")?,
                message: *symbol(&library, b"core_message\0")?,
                trace_open: *symbol(&library, b"core_trace_open\0")?,
                trace_close: *symbol(&library, b"core_trace_close\0")?,
            }
        };
        Ok(functions)
    }
}

/// One instance of a model.
#[derive(Debug)]
pub(super) struct Instance {
    raw: NonNull<c_void>,
    functions: Functions,
}

// SAFETY: an instance has its own Verilator context and is reached through `&mut` or by its owner only; the
// run time keeps what is per thread (the current context) for messages alone.
unsafe impl Send for Instance {}

impl Instance {
    /// A new instance, after reset; `None` when memory is out.
    pub(super) fn new(functions: Functions) -> Option<Self> {
        // SAFETY: takes nothing, gives a new object or null.
        let raw = NonNull::new(unsafe { (functions.new)() })?;
        Some(Self { raw, functions })
    }

    pub(super) fn reset(&mut self, timing: RawTiming) -> c_int {
        // SAFETY: `raw` is the live object of this instance (so in every call below); the callee reads one
        // `Timing`.
        unsafe { (self.functions.reset)(self.raw.as_ptr(), &raw const timing) }
    }

    /// Adds memory; false when there is none left to give.
    pub(super) fn map(&mut self, base: u64, len: u64, rights: u32) -> bool {
        // SAFETY: as `reset`.
        unsafe { (self.functions.map)(self.raw.as_ptr(), base, len, rights) == 1 }
    }

    /// The bytes at an address, when all of them are in one region.
    pub(super) fn bytes(&mut self, addr: u64, len: usize) -> Option<&mut [u8]> {
        // SAFETY: as `reset`. What is not null points at `len` bytes of a region, which nothing moves or
        // frees while this instance is borrowed.
        unsafe {
            let first = (self.functions.bytes)(self.raw.as_ptr(), addr, len as u64);
            NonNull::new(first).map(|first| std::slice::from_raw_parts_mut(first.as_ptr(), len))
        }
    }

    /// Runs; the records go into `records`, and their number is the second result.
    pub(super) fn run(&mut self, limits: RawLimits, records: &mut [Record]) -> (c_int, usize) {
        let mut count = 0;
        // SAFETY: the callee writes at most as many records as there is room for, and their number.
        let code = unsafe {
            let (room, first) = (records.len() as u64, records.as_mut_ptr());
            let raw = self.raw.as_ptr();
            (self.functions.run)(raw, &raw const limits, first, room, &raw mut count)
        };
        (code, count as usize)
    }

    pub(super) fn cycles(&self) -> u64 {
        // SAFETY: as `reset`.
        unsafe { (self.functions.cycles)(self.raw.as_ptr()) }
    }

    /// Runs without waits and records; the second result is the number of retired instructions.
    pub(super) fn raw(&mut self, cycles: u64) -> (c_int, u64) {
        let mut retired = 0;
        // SAFETY: as `reset`; the callee writes one number.
        let code = unsafe { (self.functions.raw)(self.raw.as_ptr(), cycles, &raw mut retired) };
        (code, retired)
    }

    /// Why the design stopped; empty while it runs.
    pub(super) fn message(&self) -> String {
        // SAFETY: a C string inside the object, copied before anything can change it.
        let text = unsafe { CStr::from_ptr((self.functions.message)(self.raw.as_ptr())) };
        text.to_string_lossy().into_owned()
    }

    /// Starts a waveform; false when the file cannot be written.
    pub(super) fn trace_open(&mut self, path: &CString) -> bool {
        // SAFETY: a C string that lives through the call, which copies it.
        unsafe { (self.functions.trace_open)(self.raw.as_ptr(), path.as_ptr()) == 1 }
    }

    pub(super) fn trace_close(&mut self) {
        // SAFETY: as `reset`.
        unsafe { (self.functions.trace_close)(self.raw.as_ptr()) }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the object was made by `new` and is not used again.
        unsafe { (self.functions.free)(self.raw.as_ptr()) }
    }
}
