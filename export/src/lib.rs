//! What the table says of an instruction, for readers and for other tools: its page, its
//! `riscv-opcodes` line, an assembler macro, a C function.
//!
//! Everything here reads [`Spec`](semantics::spec::Spec) and knows no instruction by name.

pub mod c_header;
pub mod checker;
pub mod circuit;
mod directive;
mod effects;
mod expression;
mod layout;
pub mod macros;
pub mod opcodes;
mod operand;
pub mod page;
mod reserved;
pub mod smt2;
pub mod subject;
pub mod sv;
mod walk;

use semantics::{encoding::Enc, insns::Insn};

/// Why an instruction has no text of the kind that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum NotOffered {
    /// It jumps or always traps: C has no place for that inside of an expression.
    #[error("it changes the flow of control, which an inline function cannot")]
    ControlFlow,
    /// It is another spelling of a 32-bit instruction, with narrower operands.
    #[error("a compressed word is the assembler's choice, not the compiler's")]
    Compressed,
    /// Its word needs the numbers of registers, which the compiler does not tell.
    #[error("its word has none of the formats of `.insn`")]
    Format,
    /// No C compiler has registers of this width.
    #[error("no C compiler has 128-bit registers")]
    Width,
    /// It has no effect that a function could show.
    #[error("it gives nothing that is a function of its inputs")]
    NoResult,
    /// The interface of instruction checkers shows two sources.
    #[error("the interface shows two source registers, and it reads three")]
    ThirdSource,
    /// The interface of instruction checkers shows no CSR but `misa`.
    #[error("the interface shows no control and status register")]
    Csr,
    /// The interface of instruction checkers shows no reservation.
    #[error("the interface shows no reservation, on which it depends")]
    Reservation,
    /// The interface of instruction checkers shows no cause.
    #[error("it raises an exception, whose cause the interface does not show")]
    Exception,
}

/// The encodings of an instruction on these register widths, each with the widths that share it.
fn encodings(insn: Insn, xlens: &[u32]) -> Vec<(&'static Enc, Vec<u32>)> {
    let on = |enc: &Enc| xlens.iter().copied().filter(|x| enc.xlens & x != 0).collect();
    let all = insn.spec().enc.iter().map(|enc| (enc, on(enc)));
    all.filter(|(_, on): &(_, Vec<u32>)| !on.is_empty()).collect()
}
