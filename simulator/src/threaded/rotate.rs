//! Sums of rotations in software, as SHA-2 and SM3 have them without their instructions.
//!
//! A chain of operations that use each other's results waits for every one of them to come back from the register
//! file in memory. These handlers hold them; each register is still written, in order.

use super::fuse::Group;
use super::handlers::off_the_end;
use super::{Context, Exit, Handler, Slot};
use crate::memory::Memory;
use crate::op::{Id, Regs};

/// Whether the operation has these two sources, in whatever order.
const fn takes(slot: &Slot, a: u8, b: u8) -> bool {
    slot.rs1 == a && slot.rs2 == b || slot.rs1 == b && slot.rs2 == a
}

/// Where `srliw; slliw; or` leave register `source` rotated, if they do and touch neither it nor `kept`.
fn rotated(slots: &[Slot], source: u8, kept: u8) -> Option<u8> {
    let [right, left, or, ..] = slots else { return None };
    let shifts = right.id == Id::Srliw && left.id == Id::Slliw && right.imm + left.imm == 32;
    let sources = right.rs1 == source && left.rs1 == source && takes(or, right.rd, left.rd);
    let free = [right, left, or].iter().all(|slot| slot.rd != source && slot.rd != kept);
    let matches = shifts && or.id == Id::Or && sources && right.rd != left.rd && free;
    matches.then_some(or.rd)
}

/// Where a rotation of `source` and an `xor` leave it added to register `sum`.
fn added(slots: &[Slot], source: u8, sum: u8) -> Option<u8> {
    let rotation = rotated(slots, source, sum)?;
    let xor = slots.get(3)?;
    let matches = xor.id == Id::Xor && takes(xor, sum, rotation) && xor.rd != source;
    matches.then_some(xor.rd)
}

/// Whether the sum's registers are used as compilers and people do: one for the sum, one for each rotation, and one for
/// the bits that come round. Then all but the last values are overwritten inside the group, where nobody looks.
fn is_tidy(slots: &[Slot], begin: usize) -> bool {
    let sum = slots[begin - 1].rd;
    let [to, round] = [slots[begin].rd, slots[begin + 1].rd];
    let first_is = begin == 1 || slots[0].rd == sum && [to, round].contains(&slots[1].rd);
    let others_are = (0..2).all(|i| {
        let [right, left, or, xor] = &slots[begin + 4 * i..][..4] else { return false };
        right.rd == to && left.rd == round && or.rd == to && xor.rd == sum
    });
    first_is && others_are && sum != to && sum != round && to != round
}

/// The handler of a sum that begins with the first slot: of three rotations, or of a shift and two.
pub(super) fn handler(slots: &[Slot]) -> Option<Group> {
    let first = slots.first()?;
    let source = first.rs1;
    let handler = |begin: usize, sum: u8, [tidy_and_add, tidy, any]: [Handler; 3]| {
        let sum = added(slots.get(begin..)?, source, sum)?;
        let sum = added(slots.get(begin + 4..)?, source, sum)?;
        let is_added = |slot: &Slot| slot.id == Id::Addw && slot.rs2 == sum && slot.rs1 != sum;
        Some(match slots.get(begin + 8) {
            _ if !is_tidy(slots, begin) => (any, begin + 8),
            Some(slot) if is_added(slot) => (tidy_and_add, begin + 9),
            _ => (tidy, begin + 8),
        })
    };
    if let Some(sum) = rotated(slots, source, source) {
        return handler(3, sum, [tidy_sum_of::<3, true>, tidy_sum_of::<3, false>, sum_of::<3>]);
    }
    let shifts = first.id == Id::Srliw && first.rd != source;
    let handlers: [Handler; 3] = [tidy_sum_of::<1, true>, tidy_sum_of::<1, false>, sum_of::<1>];
    shifts.then(|| handler(1, first.rd, handlers)).flatten()
}

/// A 32-bit value as a register holds it.
const fn word(value: u32) -> u64 {
    value as i32 as u64
}

#[inline(always)]
fn rotate(slots: &[Slot; 3], source: u32, x: &mut Regs) -> u32 {
    let [right, left, or] = slots;
    let shifted = [source >> (right.imm & 31), source << (left.imm & 31)];
    x[usize::from(right.rd) % 64] = word(shifted[0]);
    x[usize::from(left.rd) % 64] = word(shifted[1]);
    x[usize::from(or.rd) % 64] = word(shifted[0] | shifted[1]);
    shifted[0] | shifted[1]
}

/// `BEGIN` operations for the first summand, four for each other.
fn sum_of<'a, const BEGIN: usize>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let [a, b, c, ..] = slots else { off_the_end() };
    let source = x[usize::from(a.rs1) % 64] as u32;
    let mut sum = if BEGIN == 3 {
        rotate(&[*a, *b, *c], source, x)
    } else {
        let shifted = source >> (a.imm & 31);
        x[usize::from(a.rd) % 64] = word(shifted);
        shifted
    };
    let mut rest = slots.get(BEGIN..).unwrap_or(&[]);
    for _ in 0..2 {
        let [a, b, c, xor, after @ ..] = rest else { off_the_end() };
        sum ^= rotate(&[*a, *b, *c], source, x);
        x[usize::from(xor.rd) % 64] = word(sum);
        rest = after;
    }
    let [next, ..] = rest else { off_the_end() };
    (next.run)(rest, x, mem, context, left)
}

/// A sum of which only the last values are written, and with `ADDS` the `addw` of it to another register.
fn tidy_sum_of<'a, const BEGIN: usize, const ADDS: bool>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    let Some((group, rest @ [next, ..])) = slots.split_at_checked(BEGIN + 8) else { off_the_end() };
    let [first, ..] = group else { off_the_end() };
    let [.., second, _, _, _, third, last_left, _, xor] = group else { off_the_end() };
    let source = x[usize::from(first.rs1) % 64] as u32;
    let begin =
        if BEGIN == 3 { source.rotate_right(first.imm as u32) } else { source >> (first.imm & 31) };
    let last = source.rotate_right(third.imm as u32);
    let sum = begin ^ source.rotate_right(second.imm as u32) ^ last;
    x[usize::from(last_left.rd) % 64] = word(source << (last_left.imm & 31));
    x[usize::from(third.rd) % 64] = word(last);
    x[usize::from(xor.rd) % 64] = word(sum);
    if ADDS {
        let [add, rest @ ..] = rest else { off_the_end() };
        let [next, ..] = rest else { off_the_end() };
        x[usize::from(add.rd) % 64] = word((x[usize::from(add.rs1) % 64] as u32).wrapping_add(sum));
        return (next.run)(rest, x, mem, context, left);
    }
    (next.run)(rest, x, mem, context, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threaded::handlers::declined;

    fn slot(id: Id, rd: u8, rs1: u8, rs2: u8, imm: i32) -> Slot {
        Slot { run: declined, imm, id, rd, rs1, rs2 }
    }

    fn rotation(to: u8, temporary: u8, amount: i32) -> [Slot; 3] {
        [
            slot(Id::Srliw, to, 9, 0, amount),
            slot(Id::Slliw, temporary, 9, 0, 32 - amount),
            slot(Id::Or, to, to, temporary, 0),
        ]
    }

    #[test]
    fn both_sums_of_sha_2_are_found() {
        let xor = slot(Id::Xor, 5, 5, 6, 0);
        let added = [rotation(6, 7, 11).as_slice(), &[xor], &rotation(6, 7, 25), &[xor]].concat();
        let rotations = [rotation(5, 6, 6).as_slice(), &added].concat();
        let shift = [&[slot(Id::Srliw, 5, 9, 0, 3)], added.as_slice()].concat();
        for slots in [rotations, shift] {
            assert_eq!(handler(&slots).map(|group| group.1), Some(slots.len()));
            let adds = [slots.as_slice(), &[slot(Id::Addw, 4, 4, 5, 0)]].concat();
            assert_eq!(handler(&adds).map(|group| group.1), Some(adds.len()));
            for i in 0..slots.len() {
                let mut other = slots.clone();
                other[i].rd = 9;
                assert!(handler(&other).is_none(), "writes its source in {i}");
                other[i] = Slot { rs1: 8, ..slots[i] };
                assert!(handler(&other).is_none(), "another source in {i}");
            }
            assert!(handler(&slots[..slots.len() - 1]).is_none());
        }
    }
}
