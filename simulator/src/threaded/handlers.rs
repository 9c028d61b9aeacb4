//! Handlers of single operations and of the ends of blocks.

use super::{Context, Exit, Handler, Slot, TARGETS, Why};
use crate::execute::{Flow, address, step};
use crate::memory::{Memory, Quick};
use crate::op::{AccessKind, Id, Op, Regs};
use crate::replay::header;

/// The last slot of the last block jumps, so a handler never runs out of slots.
#[cold]
#[inline(never)]
pub(super) fn off_the_end() -> ! {
    unreachable!("a block has no end")
}

/// One operation, whose number is a constant; whether it is done.
///
/// Not always inlined: the executor folds to one arm here, once, before that arm goes into many handlers.
#[inline]
pub(super) fn quick<const ID: u8, const RV32: bool>(
    slot: &Slot,
    x: &mut Regs,
    mem: &mut Memory,
) -> bool {
    let mut op = slot.op();
    op.id = const { Id::ALL[ID as usize] };
    // No operation inside a block asks for its address.
    step::<RV32>(op, 0, x, &mut Quick(mem)) == Flow::Next
}

/// Leaves what the operation loaded for the reader of a trace, if it did.
#[inline(always)]
fn log_load<const TRACE: bool>(op: Op, x: &Regs, context: &mut Context) {
    if TRACE && is_load(op.id) {
        log(x[usize::from(op.rd) % 64], context);
    }
}

#[inline(always)]
fn log(value: u64, context: &mut Context) {
    if let Some(word) = context.log.get_mut(context.logged) {
        *word = value;
        context.logged += 1;
    }
}

/// Whether an operation of a block loads.
pub(super) const fn is_load(id: Id) -> bool {
    matches!(id.access(), Some(AccessKind::Load(_)))
}

/// One operation of any kind, with everything that a load or store may meet.
#[inline(never)]
pub(super) fn slow<'a, const RV32: bool, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, next, ..] = slots else { off_the_end() };
    let flow = step::<RV32>(slot.op(), 0, x, mem);
    if flow.retires() {
        log_load::<TRACE>(slot.op(), x, context);
    }
    context.why = match flow {
        Flow::Next => return (next.run)(&slots[1..], x, mem, context, left),
        Flow::Noticed => Why::Noticed,
        _ => Why::Declined,
    };
    Exit { rest: slots.len(), left }
}

fn one<'a, const ID: u8, const RV32: bool, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, next, ..] = slots else { off_the_end() };
    if !quick::<ID, RV32>(slot, x, mem) {
        return slow::<RV32, TRACE>(slots, x, mem, context, left);
    }
    log_load::<TRACE>(Op { id: const { Id::ALL[ID as usize] }, ..slot.op() }, x, context);
    (next.run)(&slots[1..], x, mem, context, left)
}

/// Goes on with the block whose head is slot `head`, if enough is left for all of it.
///
/// The whole block is counted now.
#[inline(always)]
pub(super) fn go<'a, const TRACE: bool>(
    head: usize,
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let Some(block @ [first, next, ..]) = context.slots.get(head..) else { off_the_end() };
    let after = left - i64::from(first.imm);
    if after < 0 {
        context.why = Why::Limit;
        return Exit { rest: block.len(), left };
    }
    if TRACE {
        context.begun = context.logged;
        // At most LONGEST instructions.
        log(header(context.slots.len() - block.len() + 1, first.imm as usize), context);
    }
    (next.run)(&block[1..], x, mem, context, after)
}

/// An end of a block whose successor is not known yet.
pub(super) fn unlinked<'a>(
    slots: &'a [Slot],
    _: &mut Regs,
    _: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, ..] = slots else { off_the_end() };
    context.why = Why::Unlinked(slot.imm as usize);
    Exit { rest: slots.len(), left }
}

/// An operation that is not executed here.
pub(super) fn declined<'a>(
    slots: &'a [Slot],
    _: &mut Regs,
    _: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    context.why = Why::Declined;
    Exit { rest: slots.len(), left }
}

/// Goes on in another block.
pub(super) fn jump<'a, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, ..] = slots else { off_the_end() };
    go::<TRACE>(slot.imm as usize, x, mem, context, left)
}

/// A 64-bit value that does not fit `lui`.
pub(super) fn constant<'a>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, next, ..] = slots else { off_the_end() };
    x[usize::from(slot.rd) % 64] = context.constants[slot.imm as usize];
    (next.run)(&slots[1..], x, mem, context, left)
}

/// `jal`: the return address is a constant, whose number is in the next slot.
pub(super) fn jal<'a, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, link, ..] = slots else { off_the_end() };
    x[usize::from(slot.rd) % 64] = context.constants[link.imm as usize];
    go::<TRACE>(slot.imm as usize, x, mem, context, left)
}

/// Where an address is kept among the targets.
#[inline(always)]
pub(super) const fn target(pc: u64) -> usize {
    pc as usize / 4 % TARGETS
}

/// `jalr`: as `jal`, to an address that is looked up.
pub(super) fn jalr<'a, const RV32: bool, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, link, ..] = slots else { off_the_end() };
    let base = x[usize::from(slot.rs1) % 64];
    let to = address::<RV32>(base.wrapping_add_signed(i64::from(slot.imm)) & !1);
    // Its rs2 is no register: the low bits that the target may not have.
    if to & u64::from(slot.rs2) != 0 {
        context.why = Why::Declined;
        return Exit { rest: slots.len(), left };
    }
    x[usize::from(slot.rd) % 64] = context.constants[link.imm as usize];
    let known = context.targets[target(to)];
    if known.pc == to {
        return go::<TRACE>(known.head as usize, x, mem, context, left);
    }
    context.why = Why::Indirect(to);
    Exit { rest: slots.len(), left }
}

/// The condition of a branch.
#[inline(always)]
fn taken<const ID: u8>(slot: &Slot, x: &Regs) -> bool {
    let (a, b) = (x[usize::from(slot.rs1) % 64], x[usize::from(slot.rs2) % 64]);
    match const { Id::ALL[ID as usize] } {
        Id::Beq => a == b,
        Id::Bne => a != b,
        Id::Blt => (a as i64) < b as i64,
        Id::Bge => a as i64 >= b as i64,
        Id::Bltu => a < b,
        _ => a >= b,
    }
}

/// A branch; the next slot holds where it goes on when it is not taken.
fn branch<'a, const ID: u8, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [slot, other, ..] = slots else { off_the_end() };
    if taken::<ID>(slot, x) {
        go::<TRACE>(slot.imm as usize, x, mem, context, left)
    } else {
        go::<TRACE>(other.imm as usize, x, mem, context, left)
    }
}

/// An operation and the branch after it.
pub(super) fn then_branch<'a, const A: u8, const ID: u8, const RV32: bool, const TRACE: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [first, slot, other, ..] = slots else { off_the_end() };
    if !quick::<A, RV32>(first, x, mem) {
        return slow::<RV32, TRACE>(slots, x, mem, context, left);
    }
    if taken::<ID>(slot, x) {
        go::<TRACE>(slot.imm as usize, x, mem, context, left)
    } else {
        go::<TRACE>(other.imm as usize, x, mem, context, left)
    }
}

macro_rules! single {
    ($($id:ident)*) => {
        /// The handler of an operation inside a block.
        pub(super) fn handler<const RV32: bool, const TRACE: bool>(id: Id) -> Option<Handler> {
            Some(match id {
                $(Id::$id => one::<{ Id::$id as u8 }, RV32, TRACE>,)*
                _ => return None,
            })
        }
    };
}

single! {
    Lui Lb Lh Lw Ld Lbu Lhu Lwu Sb Sh Sw Sd Addi Slti Sltiu Xori Ori Andi Slli Srli Srai Add Sub Sll Slt Sltu Xor Srl
    Sra Or And Addiw Slliw Srliw Sraiw Addw Subw Sllw Srlw Sraw Fence Mul Mulh Mulhsu Mulhu Div Divu Rem Remu Mulw Divw
    Divuw Remw Remuw Mulh32 Mulhsu32 Mulhu32 Aes32esi Aes32esmi Aes32dsi Aes32dsmi Aes64es Aes64esm Aes64ds Aes64dsm
    Aes64im Aes64ks1i Aes64ks2 Sh1add Sh2add Sh3add AddUw Sh1addUw Sh2addUw Sh3addUw SlliUw Andn Orn Xnor Clz Ctz Cpop
    Clzw Ctzw Cpopw SextB SextH Min Minu Max Maxu Rol Ror Rori Rolw Rorw Roriw OrcB Rev8 Pack Packh Packw Brev8 Zip
    Unzip Clmul Clmulh Clmulr Clmulh32 Clmulr32 Bclr Bext Binv Bset Bclri Bexti Binvi Bseti Xperm4 Xperm8 Xperm4Of32
    Xperm8Of32 CzeroEqz CzeroNez Sha256sum0 Sha256sum1 Sha256sig0 Sha256sig1 Sha512sum0 Sha512sum1 Sha512sig0 Sha512sig1
    Sha512sum0r Sha512sum1r Sha512sig0l Sha512sig1l Sha512sig0h Sha512sig1h Sm3p0 Sm3p1 Sm4ed Sm4ks
    Kyberadd Kybersub Kybermul Kybercompress Kybercbd2 Kybercbd3 AsconsigmaLow AsconsigmaHigh ChachaAd ChachaBc
    ChachaAdLine ChachaBcLine ChachaAdd ChachaXor ChachaPackhh ChachaPackhl ChachaPacklh
    Addc Addcc Addcc32 Maccl Macch Macch32 Montred Montred32 Vrot Vxor3 Gf8inv Gf8mat Gf8mat32
}

/// The handler of a branch.
pub(super) fn branch_handler<const TRACE: bool>(id: Id) -> Handler {
    match id {
        Id::Beq => branch::<{ Id::Beq as u8 }, TRACE>,
        Id::Bne => branch::<{ Id::Bne as u8 }, TRACE>,
        Id::Blt => branch::<{ Id::Blt as u8 }, TRACE>,
        Id::Bge => branch::<{ Id::Bge as u8 }, TRACE>,
        Id::Bltu => branch::<{ Id::Bltu as u8 }, TRACE>,
        Id::Bgeu => branch::<{ Id::Bgeu as u8 }, TRACE>,
        _ => declined,
    }
}
