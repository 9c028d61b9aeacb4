//! Executable semantics of RISC-V instructions, one file per instruction.
