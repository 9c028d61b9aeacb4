//! Fusion: one handler for several operations that often follow each other.
//!
//! Only the handler of the first slot changes. The others stay as they are, so that a load that fails inside a group
//! stops at its own slot, and a jump of the slow path into the middle of a group goes on from there.

use super::handlers::{is_load, off_the_end, quick, slow, then_branch};
use super::{Context, Exit, Handler, Slot, rotate};
use crate::aes;
use crate::memory::Memory;
use crate::op::{Id, Regs};

/// A handler and the number of slots that it takes.
pub(super) type Group = (Handler, usize);

/// What groups there may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    /// Whether they may use what only some processors have.
    pub(super) hardware: bool,
    /// Whether a trace is written.
    pub(super) trace: bool,
}

/// Gives every slot of a block the handler of the group that begins there, so that as few as possible lead to the end.
///
/// The first `len` slots are operations that do not jump; the next one ends the block.
pub(super) fn block<const RV32: bool>(slots: &mut [Slot], len: usize, choices: Choices) {
    let Choices { hardware, trace } = choices;
    // A traced load leaves a word in the log, which only its own handler does.
    let may_be_in_group = |slot: &Slot| !trace || !is_load(slot.id);
    // How many handlers lead from each slot to the end of the block.
    let mut handlers = vec![1; len + 1];
    handlers.push(0);
    for i in (0..len).rev() {
        let branch = slots.get(len).filter(|_| i + 1 == len).map(|slot| slot.id);
        let free = slots[i..len].iter().take_while(|slot| may_be_in_group(slot)).count();
        let run = &mut slots[i..i + free];
        let groups = [
            groups_of_processor::<RV32>(run, hardware),
            column_handler::<RV32>(run),
            rotate::handler(run),
            chain::<RV32>(run),
            pair::<RV32>(run),
            branch.filter(|_| free > 0).and_then(|branch| {
                let first = slots[i].id;
                match trace {
                    true => before_branch::<RV32, true>(first, branch),
                    false => before_branch::<RV32, false>(first, branch),
                }
            }),
        ];
        let best = groups.into_iter().flatten().min_by_key(|&(_, taken)| handlers[i + taken]);
        let single = handlers[i + 1] + 1;
        handlers[i] = single;
        if let Some((run, taken)) = best
            && handlers[i + taken] < single
        {
            slots[i].run = run;
            handlers[i] = handlers[i + taken] + 1;
        }
    }
}

fn groups_of_processor<const RV32: bool>(slots: &mut [Slot], hardware: bool) -> Option<Group> {
    if hardware { hardware_group::<RV32>(slots) } else { None }
}

#[cfg(target_arch = "x86_64")]
fn hardware_group<const RV32: bool>(slots: &mut [Slot]) -> Option<Group> {
    super::aes_ni::handler::<RV32>(slots)
}

#[cfg(not(target_arch = "x86_64"))]
fn hardware_group<const RV32: bool>(_: &mut [Slot]) -> Option<Group> {
    None
}

/// `lw` and four `aes32*` of bytes 0 to 3, all into one register that is none of the sources.
pub(super) fn is_loaded_column(slots: &[Slot], id: Id) -> bool {
    slots[0].id == Id::Lw && slots[0].rd == slots[1].rd && is_column(&slots[1..], id)
}

fn is_column(slots: &[Slot], id: Id) -> bool {
    let rd = slots[0].rd;
    slots[..4].iter().zip(0..).all(|(slot, bs)| {
        slot.id == id && slot.imm == bs && slot.rd == rd && slot.rs1 == rd && slot.rs2 != rd
    })
}

fn column_handler<const RV32: bool>(slots: &[Slot]) -> Option<Group> {
    let loaded = usize::from(slots.first()?.id == Id::Lw);
    let id = slots.get(loaded)?.id;
    let found = slots.get(..loaded + 4)?;
    let matches = if loaded == 1 { is_loaded_column(found, id) } else { is_column(found, id) };
    if !RV32 || !matches {
        return None;
    }
    let run: Handler = match (id, loaded) {
        (Id::Aes32esmi, 1) => column::<{ Id::Aes32esmi as u8 }, true>,
        (Id::Aes32esi, 1) => column::<{ Id::Aes32esi as u8 }, true>,
        (Id::Aes32dsmi, 1) => column::<{ Id::Aes32dsmi as u8 }, true>,
        (Id::Aes32dsi, 1) => column::<{ Id::Aes32dsi as u8 }, true>,
        (Id::Aes32esmi, _) => column::<{ Id::Aes32esmi as u8 }, false>,
        (Id::Aes32esi, _) => column::<{ Id::Aes32esi as u8 }, false>,
        (Id::Aes32dsmi, _) => column::<{ Id::Aes32dsmi as u8 }, false>,
        (Id::Aes32dsi, _) => column::<{ Id::Aes32dsi as u8 }, false>,
        _ => return None,
    };
    Some((run, loaded + 4))
}

/// Four bytes of one column, after the load of its key if `LOADED`.
fn column<'a, const ID: u8, const LOADED: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let (load, rest) = if LOADED { slots.split_at(1) } else { slots.split_at(0) };
    if let [load] = load
        && !quick::<{ Id::Lw as u8 }, true>(load, x, mem)
    {
        return slow::<true, false>(slots, x, mem, context, left);
    }
    let [a, b, c, d, next, ..] = rest else { off_the_end() };
    let byte = |sum: u32, slot: &Slot, bs: u32| {
        let source = x[usize::from(slot.rs2) % 64];
        let sum = u64::from(sum);
        match const { Id::ALL[ID as usize] } {
            Id::Aes32esmi => aes::aes32esmi(sum, source, bs),
            Id::Aes32esi => aes::aes32esi(sum, source, bs),
            Id::Aes32dsmi => aes::aes32dsmi(sum, source, bs),
            _ => aes::aes32dsi(sum, source, bs),
        }
    };
    let key = x[usize::from(a.rd) % 64] as u32;
    let sum = byte(byte(byte(byte(key, a, 0), b, 1), c, 2), d, 3);
    x[usize::from(a.rd) % 64] = sum as i32 as u64;
    (next.run)(&rest[4..], x, mem, context, left)
}

macro_rules! chains {
    ($($name:ident: $($id:ident)*;)*) => {
        $(
            /// Operations that neither load nor store.
            fn $name<'a, const RV32: bool>(
                slots: &'a [Slot],
                x: &mut Regs,
                mem: &mut Memory,
                context: &mut Context<'a>,
                left: i64,
            ) -> Exit {
                let mut rest = slots;
                $(
                    let [slot, after @ ..] = rest else { off_the_end() };
                    quick::<{ Id::$id as u8 }, RV32>(slot, x, mem);
                    rest = after;
                )*
                let [next, ..] = rest else { off_the_end() };
                (next.run)(rest, x, mem, context, left)
            }
        )*

        /// The first chain whose operations these are; longer ones come first.
        fn chain<const RV32: bool>(slots: &[Slot]) -> Option<Group> {
            $(
                const { assert!(!($(Id::$id.access().is_some() ||)* false)) };
                let ids = [$(Id::$id),*];
                if slots.len() >= ids.len() && ids.iter().zip(slots).all(|(id, slot)| *id == slot.id) {
                    return Some(($name::<RV32>, ids.len()));
                }
            )*
            None
        }
    };
}

chains! {
    // A rotation in software, and a sum of rotations.
    rotate_add_w: Srliw Slliw Or Xor Addw;
    rotate_xor_w: Srliw Slliw Or Xor;
    rotate_xor_w_left: Slliw Srliw Or Xor;
    rotate_w: Srliw Slliw Or;
    rotate_w_left: Slliw Srliw Or;
    rotate_xor: Srli Slli Or Xor;
    rotate_xor_left: Slli Srli Or Xor;
    rotate: Srli Slli Or;
    rotate_left: Slli Srli Or;
    // The majority and the choice of SHA-2.
    majority_w: Or And And Or Addw;
    majority: Or And And Or Add;
    choice_between_sums_w: Addw Xor And Xor Addw Addw;
    choice_and_sum_w: Xor And Xor Addw Addw;
    choice_w: Xor And Xor Addw;
    choice: Xor And Xor Add;
    add_three_w: Addw Addw Addw;
    add_three: Add Add Add;
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
        return slow::<RV32, false>(slots, x, mem, context, left);
    }
    if !quick::<B, RV32>(b, x, mem) {
        return slow::<RV32, false>(&slots[1..], x, mem, context, left);
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

fn pair<const RV32: bool>(slots: &[Slot]) -> Option<Group> {
    let [first, second, ..] = slots else { return None };
    let (first, second) = (first.id, second.id);
    let run = if RV32 { pair_32(first, second) } else { pair_64(first, second) };
    run.map(|run| (run, 2))
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
            // The end of the block comes after it.
            $(Id::$id => Some((then_branch::<{ Id::$first as u8 }, { Id::$id as u8 }, RV32, TRACE>, 2)),)*
            _ => None,
        }
    };
}

fn before_branch<const RV32: bool, const TRACE: bool>(first: Id, branch: Id) -> Option<Group> {
    before_branch!(branch, first; Addi Addiw Add Addw And Andi Sltu Lbu Lw Ld Sub; [Beq Bne Blt Bge Bltu Bgeu])
}
