//! The C interface of a verilated library.
//!
//! A verilated model is a C++ object behind a shared library, so there is no other way to reach it.
//! What makes each call sound: the library was made by `build` from `harness.cpp`, which defines
//! these functions with these types and lets no C++ exception out; its bytes were checked against
//! their hash before loading.
#![allow(unsafe_code)] // Rust cannot check the other side of a C interface.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    mem::ManuallyDrop,
    path::Path,
    ptr::NonNull,
};

use libloading::{Library, Symbol};

use crate::unit::MAX_CSRS;

/// rs1, rs2, rs3 and the CSRs of a request.
pub(crate) const OPERANDS: usize = 3 + MAX_CSRS;

/// The answer of `unit_execute`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answer {
    /// Low and high half.
    pub(crate) rd: [u64; 2],
    pub(crate) cycles: u32,
}

/// The functions of a loaded library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions {
    new: unsafe extern "C" fn() -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    reset: unsafe extern "C" fn(*mut c_void) -> c_int,
    execute: unsafe extern "C" fn(*mut c_void, *const u64, *const u64, u32, *mut Answer) -> c_int,
    raw: unsafe extern "C" fn(*mut c_void, u64, u64, *const u64, *mut u64) -> c_int,
    message: unsafe extern "C" fn(*mut c_void) -> *const c_char,
    trace_open: unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int,
    trace_close: unsafe extern "C" fn(*mut c_void),
}

impl Functions {
    /// Loads a library that `build` has made. It stays loaded: unloading C++ with thread-local
    /// objects is not safe, and a process uses few models.
    pub(crate) fn load(path: &Path) -> Result<Self, libloading::Error> {
        let library = library(path)?;
        // SAFETY: `harness.cpp` defines each of these names with the type of the field that it is
        // stored in.
        let functions = unsafe {
            Self {
                new: *symbol(&library, b"unit_new\0")?,
                free: *symbol(&library, b"unit_free\0")?,
                reset: *symbol(&library, b"unit_reset\0")?,
                execute: *symbol(&library, b"unit_execute\0")?,
                raw: *symbol(&library, b"unit_raw\0")?,
                message: *symbol(&library, b"unit_message\0")?,
                trace_open: *symbol(&library, b"unit_trace_open\0")?,
                trace_close: *symbol(&library, b"unit_trace_close\0")?,
            }
        };
        Ok(functions)
    }
}

/// Loads a library for as long as the process lasts.
pub(crate) fn library(path: &Path) -> Result<ManuallyDrop<Library>, libloading::Error> {
    // SAFETY: the library is ours (module comment); its initialisers are those of Verilator's run time.
    unsafe { Library::new(path) }.map(ManuallyDrop::new)
}

/// # Safety
/// The library must define `name` with the type `T`.
pub(crate) unsafe fn symbol<'a, T>(
    library: &'a Library,
    name: &[u8],
) -> Result<Symbol<'a, T>, libloading::Error> {
    // SAFETY: the caller's promise.
    unsafe { library.get(name) }
}

/// One instance of a model.
#[derive(Debug)]
pub(crate) struct Instance {
    raw: NonNull<c_void>,
    functions: Functions,
}

// SAFETY: an instance has its own Verilator context and is reached through `&mut` or by its owner
// only; the run time keeps what is per thread (the current context) for messages alone.
unsafe impl Send for Instance {}

impl Instance {
    /// A new instance, after reset; `None` when memory is out.
    pub(crate) fn new(functions: Functions) -> Option<Self> {
        // SAFETY: takes nothing, gives a new object or null.
        let raw = NonNull::new(unsafe { (functions.new)() })?;
        Some(Self { raw, functions })
    }

    pub(crate) fn reset(&mut self) -> c_int {
        // SAFETY: `raw` is the live object of this instance (so in every call below).
        unsafe { (self.functions.reset)(self.raw.as_ptr()) }
    }

    /// One request; `controls` holds as many values as the description has control ports.
    #[inline]
    pub(crate) fn execute(
        &mut self,
        operands: &[[u64; 2]; OPERANDS],
        controls: &[u64],
        max_cycles: u32,
    ) -> (c_int, Answer) {
        let mut answer = Answer::default();
        // SAFETY: the callee reads exactly the operands and the control values and writes `answer`,
        // all borrowed here.
        let code = unsafe {
            let (raw, operands) = (self.raw.as_ptr(), operands.as_ptr().cast());
            let controls = controls.as_ptr();
            (self.functions.execute)(raw, operands, controls, max_cycles, &raw mut answer)
        };
        (code, answer)
    }

    /// Toggles the pins `count` times, over the rows of `table` (one of control values per op) in
    /// turn.
    pub(crate) fn raw(&mut self, count: u64, ops: u64, table: &[u64]) -> (c_int, u64) {
        let mut sum = 0;
        // SAFETY: the callee reads `ops` rows of control values, which `table` holds, and writes
        // `sum`.
        let code = unsafe {
            (self.functions.raw)(self.raw.as_ptr(), count, ops, table.as_ptr(), &raw mut sum)
        };
        (code, sum)
    }

    /// Why the design stopped; empty while it runs.
    pub(crate) fn message(&self) -> String {
        // SAFETY: a C string inside the object, copied before anything can change it.
        let text = unsafe { CStr::from_ptr((self.functions.message)(self.raw.as_ptr())) };
        text.to_string_lossy().into_owned()
    }

    /// Starts a waveform; false when the file cannot be written.
    pub(crate) fn trace_open(&mut self, path: &CString) -> bool {
        // SAFETY: a C string that lives through the call, which copies it.
        unsafe { (self.functions.trace_open)(self.raw.as_ptr(), path.as_ptr()) == 1 }
    }

    pub(crate) fn trace_close(&mut self) {
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
