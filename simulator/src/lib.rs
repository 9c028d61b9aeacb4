//! A fast instruction-set simulator with a decoder and arithmetic of its own.
//!
//! It runs RV32 and RV64 programs of I, M, A, the bit manipulation extensions (Zb*, Zbk*), the scalar cryptography
//! extensions (Zkn*, Zks*, Zkr), Zicond, C, Zicsr, Zicntr, Zihpm, Zifencei and the custom sets of this project in machine mode,
//! counts retired instructions exactly, and
//! exists to *disagree* with the specification when one of the two is wrong: nothing here is shared with, or generated
//! from, another member of the workspace.
//!
//! One instruction passes three places: a row of the encoding table, the decoder that turns a word into a 16-byte
//! operation, and one arm of the executor. Decoded operations are kept by address until their bytes change, so a loop
//! decodes once. Code that is met again and again is threaded: each operation of a block gets a handler that is made
//! of its arm of the executor and ends with a jump to the next one's; frequent groups share one. What runs
//! long becomes instructions of the host, where the host is an x86-64. Results never depend on the tier.
//!
//! ```
//! use simulator::{Access, Config, Sim, Stop, Xlen};
//!
//! let mut sim = Sim::new(Config::new(Xlen::Rv64));
//! sim.mem_mut().map(0x1000, 0x1000, Access::READ | Access::EXEC)?;
//! sim.mem_mut().write_bytes(0x1000, &0x0073_02b3_u32.to_le_bytes())?; // add x5, x6, x7
//! sim.set_pc(0x1000);
//! sim.set_x(6, 40);
//! sim.set_x(7, 2);
//! assert_eq!(sim.run(1), Stop::Limit);
//! assert_eq!((sim.x(5), sim.instructions()), (42, 1));
//! # Ok::<(), simulator::MemoryError>(())
//! ```

#![cfg_attr(
    not(all(target_arch = "x86_64", unix)),
    allow(dead_code, unused_imports, reason = "some of it only the native tier asks for")
)]

mod aes;
mod ascon;
mod bits;
mod chacha;
mod code;
mod compressed;
mod config;
mod csr;
pub mod cycles;
mod decode;
pub mod elf;
mod execute;
mod gf8;
mod hash;
mod kyber;
mod memory;
mod montgomery;
#[cfg(all(target_arch = "x86_64", unix))]
mod native;
#[cfg(not(all(target_arch = "x86_64", unix)))]
#[path = "native/absent.rs"]
mod native;
mod op;
mod replay;
mod seeded;
mod signature;
mod sim;
mod sm4;
mod system;
mod table;
mod threaded;
pub mod trace;
mod trap;

pub use config::{Config, Extensions, Misaligned, Xlen};
pub use csr::Entropy;
pub use memory::{Access, Memory, MemoryError};
pub use seeded::SeededBug;
pub use signature::{SignatureError, signature_text};
pub use sim::{Sim, Stop};
pub use table::{implements, mnemonics};
pub use trap::{Cause, Trap};
