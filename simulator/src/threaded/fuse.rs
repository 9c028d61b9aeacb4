//! Fusion: one handler for several operations that often follow each other.
//!
//! Only the handler of the first slot changes. The others stay as they are, so that a load that fails inside a group
//! stops at its own slot, and a jump of the slow path into the middle of a group goes on from there.

use super::handlers::{off_the_end, quick, slow, then_branch};
use super::{Context, Exit, Handler, Slot};
use crate::memory::Memory;
use crate::op::{Id, Regs};

/// Gives every slot of a block the handler of the longest group that begins there. `len` of them are operations that
/// do not jump.
pub(super) fn block<const RV32: bool>(slots: &mut [Slot], len: usize) {
    for i in 0..len {
        let ids = |k: usize| slots.get(i + k).filter(|_| i + k < len).map(|slot| slot.id);
        let pair = ids(1).and_then(|second| pair::<RV32>(slots[i].id, second));
        let branch = || before_branch::<RV32>(slots[i].id, slots.get(len)?.id);
        let last = if i + 1 == len { branch() } else { None };
        if let Some(run) = pair.or(last) {
            slots[i].run = run;
        }
    }
}

fn two<'a, const A: u8, const B: u8, const RV32: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [a, b, next, ..] = slots else { off_the_end() };
    if !quick::<A, RV32>(a, x, mem) {
        return slow::<RV32>(slots, x, mem, context, left);
    }
    if !quick::<B, RV32>(b, x, mem) {
        return slow::<RV32>(&slots[1..], x, mem, context, left);
    }
    (next.run)(&slots[2..], x, mem, context, left)
}

macro_rules! pairs {
    ($name:ident, $rv32:literal, $($first:ident)*) => {
        pairs!(@ $name, $rv32, [$($first)*], $($first)*);
    };
    (@ $name:ident, $rv32:literal, $seconds:tt, $($first:ident)*) => {
        fn $name(first: Id, second: Id) -> Option<Handler> {
            match first {
                $(Id::$first => pairs!(# second, $first, $rv32, $seconds),)*
                _ => None,
            }
        }
    };
    (# $second:ident, $first:ident, $rv32:literal, [$($id:ident)*]) => {
        match $second {
            $(Id::$id => Some(two::<{ Id::$first as u8 }, { Id::$id as u8 }, $rv32>),)*
            _ => None,
        }
    };
}

pairs! { pair_32, true,
    Lui Lw Lbu Sb Sw Sltu Xori Andi Xor Or And Addiw Slliw Srliw Addw Subw Roriw Andn Sha256sig0 Sha256sig1
    Sha256sum0 Sha256sum1
}

pairs! { pair_64, false,
    Lui Lw Ld Lwu Lbu Sb Sw Sd Addi Xori Andi Slli Srli Add Sub Sltu Xor Or And Addiw Slliw Srliw Addw Rori Roriw Andn
    Sha256sig0 Sha256sig1 Sha256sum0 Sha256sum1
}

fn pair<const RV32: bool>(first: Id, second: Id) -> Option<Handler> {
    if RV32 { pair_32(first, second) } else { pair_64(first, second) }
}

macro_rules! before_branch {
    ($branch:ident, $id:ident; $($first:ident)*; $branches:tt) => {
        match $id {
            $(Id::$first => before_branch!(@ $branch, $first, $branches),)*
            _ => None,
        }
    };
    (@ $branch:ident, $first:ident, [$($id:ident)*]) => {
        match $branch {
            $(Id::$id => Some(then_branch::<{ Id::$first as u8 }, { Id::$id as u8 }, RV32>),)*
            _ => None,
        }
    };
}

fn before_branch<const RV32: bool>(first: Id, branch: Id) -> Option<Handler> {
    before_branch!(branch, first; Addi Addiw Add Addw And Andi Sltu Lbu Lw Ld Sub; [Beq Bne Blt Bge Bltu Bgeu])
}
