//! AES rounds on the host's own AES instructions.
//!
//! A function that uses an instruction beyond the target's base set may be called
//! only where the processor has it, and the compiler cannot see that [`available`] was asked. [`handler`] asks, and is
//! the only way to these handlers; the table implementation does the same without it.
#![allow(unsafe_code)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m128i, _mm_aesdec_si128, _mm_aesdeclast_si128, _mm_aesenc_si128, _mm_aesenclast_si128,
    _mm_cvtsi128_si64, _mm_extract_epi32, _mm_extract_epi64, _mm_set_epi32, _mm_set_epi64x,
    _mm_setzero_si128,
};

use super::fuse::Group;
use super::handlers::{off_the_end, quick, slow};
use super::{Context, Exit, Handler, Slot, fuse};
use crate::execute::address;
use crate::memory::{Bus, Memory, Quick};
use crate::op::{Id, Regs};

/// Whether the processor has what the handlers need.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("aes") && is_x86_feature_detected!("sse4.1")
}

/// The handler of the group of whole rounds that begins with the first slot, if there is one.
pub(super) fn handler<const RV32: bool>(slots: &mut [Slot]) -> Option<Group> {
    if !available() {
        return None;
    }
    if !RV32 {
        return halves_handler(slots);
    }
    if continues(slots) {
        slots[4 * COLUMN].rs2 = CONTINUES;
    }
    columns_handler(slots).map(|run| (run, 4 * COLUMN))
}

macro_rules! by_round {
    ($id:expr, $handler:ident: $($round:ident)*) => {
        match $id {
            $(Id::$round => Some($handler::<{ Id::$round as u8 }> as Handler),)*
            _ => None,
        }
    };
}

/// One round: rows shifted, bytes substituted, columns mixed (not in the last round), key added.
#[target_feature(enable = "aes,sse4.1")]
#[inline]
fn round<const ID: u8>(state: __m128i, key: __m128i) -> __m128i {
    match const { Id::ALL[ID as usize] } {
        Id::Aes64esm | Id::Aes32esmi => _mm_aesenc_si128(state, key),
        Id::Aes64es | Id::Aes32esi => _mm_aesenclast_si128(state, key),
        Id::Aes64dsm | Id::Aes32dsmi => _mm_aesdec_si128(state, key),
        _ => _mm_aesdeclast_si128(state, key),
    }
}

/// The low and the high half of the state after a round without a key.
#[target_feature(enable = "aes,sse4.1")]
#[inline]
fn halves<const ID: u8>(low: u64, high: u64) -> (u64, u64) {
    let state = round::<ID>(_mm_set_epi64x(high as i64, low as i64), _mm_setzero_si128());
    (_mm_cvtsi128_si64(state) as u64, _mm_extract_epi64::<1>(state) as u64)
}

/// `aes64* c, a, b; aes64* d, b, a`: the two halves of one round, maybe followed by the loading and adding of a key.
fn halves_handler(slots: &[Slot]) -> Option<Group> {
    let [first, second, rest @ ..] = slots else { return None };
    let swapped = first.rs1 == second.rs2 && first.rs2 == second.rs1;
    let kept = first.rd != second.rs1 && first.rd != second.rs2;
    if first.id != second.id || !swapped || !kept {
        return None;
    }
    let with_key = rest.get(..4).is_some_and(|rest| {
        [Id::Ld, Id::Ld, Id::Xor, Id::Xor].iter().zip(rest).all(|(id, slot)| *id == slot.id)
    });
    if with_key && let Some(run) = by_round!(first.id, halves_and_key: Aes64esm Aes64dsm) {
        return Some((run, 6));
    }
    by_round!(first.id, two_halves: Aes64esm Aes64es Aes64dsm Aes64ds).map(|run| (run, 2))
}

#[target_feature(enable = "aes,sse4.1")]
#[inline]
fn write_halves<const ID: u8>(first: &Slot, second: &Slot, x: &mut Regs) {
    let (a, b) = (x[usize::from(first.rs1) % 64], x[usize::from(first.rs2) % 64]);
    let (low, high) = halves::<ID>(a, b);
    x[usize::from(first.rd) % 64] = low;
    x[usize::from(second.rd) % 64] = high;
}

fn two_halves<'a, const ID: u8>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    #[target_feature(enable = "aes,sse4.1")]
    fn on_hardware<'a, const ID: u8>(
        slots: &'a [Slot],
        x: &mut Regs,
        mem: &mut Memory,
        context: &mut Context<'a>,
        left: i64,
    ) -> Exit {
        let [first, second, next, ..] = slots else { off_the_end() };
        write_halves::<ID>(first, second, x);
        (next.run)(&slots[2..], x, mem, context, left)
    }
    // SAFETY: `handler` gives this out only where `available` holds.
    unsafe { on_hardware::<ID>(slots, x, mem, context, left) }
}

fn halves_and_key<'a, const ID: u8>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    #[target_feature(enable = "aes,sse4.1")]
    fn on_hardware<'a, const ID: u8>(
        slots: &'a [Slot],
        x: &mut Regs,
        mem: &mut Memory,
        context: &mut Context<'a>,
        left: i64,
    ) -> Exit {
        let [first, second, low, high, add_low, add_high, next, ..] = slots else { off_the_end() };
        write_halves::<ID>(first, second, x);
        if !quick::<{ Id::Ld as u8 }, false>(low, x, mem) {
            return slow::<false, false>(&slots[2..], x, mem, context, left);
        }
        if !quick::<{ Id::Ld as u8 }, false>(high, x, mem) {
            return slow::<false, false>(&slots[3..], x, mem, context, left);
        }
        quick::<{ Id::Xor as u8 }, false>(add_low, x, mem);
        quick::<{ Id::Xor as u8 }, false>(add_high, x, mem);
        (next.run)(&slots[6..], x, mem, context, left)
    }
    // SAFETY: `handler` gives this out only where `available` holds.
    unsafe { on_hardware::<ID>(slots, x, mem, context, left) }
}

/// Slots of a column: the load of its key and four bytes.
const COLUMN: usize = 5;

/// In the unused rs2 of the first load: this round's sources are what the round just before it wrote.
///
/// No register has this number.
const CONTINUES: u8 = 0xff;

/// Whether the slots begin with two rounds, the second of which goes on with the first.
fn continues(slots: &[Slot]) -> bool {
    let Some(both) = slots.first_chunk::<{ 8 * COLUMN }>() else { return false };
    let same = (0..4).all(|j| both[COLUMN * j].rd == both[COLUMN * (j + 4) + 1].rs2);
    same && columns_handler(both).is_some() && columns_handler(&both[4 * COLUMN..]).is_some()
}

/// Four columns of one round, each a loaded key and four `aes32*` of bytes 0 to 3.
fn columns_handler(slots: &[Slot]) -> Option<Handler> {
    let slots = slots.first_chunk::<{ 4 * COLUMN }>()?;
    let id = slots[1].id;
    // Bytes of a row come from the columns to the right when encrypting, to the left when decrypting.
    let right = match id {
        Id::Aes32esmi | Id::Aes32esi => 1,
        Id::Aes32dsmi | Id::Aes32dsi => 3,
        _ => return None,
    };
    // Column j begins with the byte of source j.
    let source = |j: usize| slots[COLUMN * j + 1].rs2;
    let to = |j: usize| slots[COLUMN * j].rd;
    for j in 0..4 {
        let column = &slots[COLUMN * j..][..COLUMN];
        let bytes_match = (0..4).all(|i| column[i + 1].rs2 == source((j + right * i) % 4));
        let in_the_way = (0..4).any(|i| to(j) == source(i) || to(j) == slots[COLUMN * i].rs1);
        let written_twice = (0..j).any(|i| to(i) == to(j));
        if !fuse::is_loaded_column(column, id) || !bytes_match || in_the_way || written_twice {
            return None;
        }
    }
    by_round!(id, four_columns: Aes32esmi Aes32esi Aes32dsmi Aes32dsi)
}

fn four_columns<'a, const ID: u8>(
    slots: &'a [Slot],
    x: &mut Regs,
    mem: &mut Memory,
    context: &mut Context<'a>,
    left: i64,
) -> Exit {
    #[target_feature(enable = "aes,sse4.1")]
    fn on_hardware<'a, const ID: u8>(
        slots: &'a [Slot],
        x: &mut Regs,
        mem: &mut Memory,
        context: &mut Context<'a>,
        left: i64,
    ) -> Exit {
        let mut rest = slots;
        let [_, first, ..] = slots else { off_the_end() };
        let source = |j: usize| x[usize::from(slots[COLUMN * j + 1].rs2) % 64] as i32;
        let mut state = _mm_set_epi32(source(3), source(2), source(1), source(0));
        loop {
            let Some((group, [next, after, ..])) = rest.split_first_chunk::<{ 4 * COLUMN }>()
            else {
                off_the_end()
            };
            let mut key = [0; 4];
            for (j, word) in key.iter_mut().enumerate() {
                let load = &group[COLUMN * j];
                let base = x[usize::from(load.rs1) % 64];
                let at = address::<true>(base.wrapping_add_signed(i64::from(load.imm)));
                let Ok(bytes) = Quick(mem).load(at) else {
                    // Nothing of this round is written yet: its first load goes alone, and the others after it.
                    return slow::<true, false>(rest, x, mem, context, left);
                };
                *word = i32::from_le_bytes(bytes);
            }
            state = round::<ID>(state, _mm_set_epi32(key[3], key[2], key[1], key[0]));
            let words = [
                _mm_extract_epi32::<0>(state),
                _mm_extract_epi32::<1>(state),
                _mm_extract_epi32::<2>(state),
                _mm_extract_epi32::<3>(state),
            ];
            for (j, word) in words.into_iter().enumerate() {
                x[usize::from(group[COLUMN * j].rd) % 64] = i64::from(word) as u64;
            }
            rest = &rest[4 * COLUMN..];
            // The next round of the same kind takes the state from where it is, not through the registers.
            if !(next.rs2 == CONTINUES && after.id == first.id) {
                return (next.run)(rest, x, mem, context, left);
            }
        }
    }
    // SAFETY: `handler` gives this out only where `available` holds.
    unsafe { on_hardware::<ID>(slots, x, mem, context, left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aes;

    #[test]
    fn the_processor_and_the_tables_agree() {
        if !available() {
            return;
        }
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random ^ random >> 32
        };
        for _ in 0..10_000 {
            let (a, b) = (next(), next());
            // SAFETY: the test has returned where there is no such processor.
            let hardware = unsafe {
                [
                    halves::<{ Id::Aes64esm as u8 }>(a, b),
                    halves::<{ Id::Aes64es as u8 }>(a, b),
                    halves::<{ Id::Aes64dsm as u8 }>(a, b),
                    halves::<{ Id::Aes64ds as u8 }>(a, b),
                ]
            };
            let tables = [aes::aes64esm, aes::aes64es, aes::aes64dsm, aes::aes64ds];
            assert_eq!(hardware, tables.map(|half| (half(a, b), half(b, a))));
        }
    }
}
