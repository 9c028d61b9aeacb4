//! What an instruction does beside writing its destination register.

use semantics::{
    domain::{Bv, Concrete},
    encoding::Enc,
    insns::Insn,
    spec::{Given, Operands, Reg},
    symbolic::Recorder,
};

/// Effects that a compiler must know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    /// It jumps, or raises an exception whatever its operands are.
    pub(crate) control: bool,
    /// It touches memory or control and status registers, or has no other effect that is seen.
    pub(crate) state: bool,
}

/// Found by executing it once.
pub(crate) fn effects(insn: Insn, enc: &Enc, xlen: u32) -> Effects {
    match xlen {
        32 => effects_on::<32>(insn, enc),
        64 => effects_on::<64>(insn, enc),
        _ => effects_on::<128>(insn, enc),
    }
}

fn effects_on<const XLEN: u32>(insn: Insn, enc: &Enc) -> Effects {
    let mut h =
        Recorder::<Concrete<8>, XLEN>::new(Concrete, Bv::new(Concrete, XLEN, 0x1000), enc.len);
    let [rd, rs1, rs2, rs3] = [5, 6, 7, 28].map(Reg);
    insn.exec(&mut h, &Operands { rd, rs1, rs2, rs3, ..Operands::default() });
    let reads = |e: &semantics::spec::Example| e.also.iter().any(|g| matches!(g, Given::Csr(..)));
    let memory = h.load.is_some() || h.store.is_some();
    let csrs = !h.csrs.is_empty() || insn.spec().examples.iter().any(reads);
    let silent = !enc.has(semantics::spec::Slot::Rd);
    Effects { control: h.jump.is_some() || h.raised.is_some(), state: memory || csrs || silent }
}
