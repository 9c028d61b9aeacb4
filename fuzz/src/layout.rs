//! Where a case has its code and its memory, in every engine.

use semantics::csr;

/// Address of the first instruction. Not near a corner value, so that a stray pointer misses it; where
/// QEMU's machine has its memory.
pub const CODE: u64 = 0x8041_2000;
/// The most words of a program.
pub const MAX_WORDS: usize = 64;
/// Address of the only memory that loads and stores may reach.
pub const SCRATCH: u64 = 0x8052_30e0;
/// Its length in bytes.
pub const SCRATCH_LEN: usize = 64;
/// What `rd` holds before an instruction, so that one that does not write it shows.
pub const CANARY: u64 = 0x5a;

/// The control and status registers that instructions read without naming them: a modulus, and -1 over it.
pub const CSRS: [u32; 2] = [csr::MONTN, csr::MONTNINV];

/// The contents of [`SCRATCH`].
pub type Scratch = [u8; SCRATCH_LEN];

/// What the memory holds before a case: bytes of both signs, no two alike.
pub const INITIAL: Scratch = {
    let mut bytes = [0; SCRATCH_LEN];
    let mut k = 0;
    while k < SCRATCH_LEN {
        bytes[k] = (SCRATCH as u8).wrapping_add(k as u8);
        k += 1;
    }
    bytes
};

/// The largest value of a register.
pub const fn ones(xlen: u32) -> u128 {
    u128::MAX >> (128 - xlen)
}
