//! The tests of the crate, in one program: every program that runs instructions compiles all of them.

mod bitmanip;
mod bits;
mod bitwise;
mod collisions;
mod compressed;
mod csr;
mod isa;
mod oracle;
mod positions;
mod rv128;
mod sm4;
mod table;
mod traps;
mod zkt;
