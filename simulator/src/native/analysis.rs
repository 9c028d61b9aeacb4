//! What is known about a block before code is made: who reads what when, and which accesses share a check.

use super::values::{NUMBERS, POINTERS};
use crate::config::Misaligned;
use crate::op::{AccessKind, Id, Op, SINK};

/// An instruction and its address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub(super) op: Op,
    pub(super) pc: u64,
}

/// Loads or stores near each other, from one value of one base register, that are checked together before the first.
///
/// Checking early is no liberty: where the check fails, the block is left before any of them, and the other tiers find
/// out which one fails, if one does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Index of its first access.
    pub(super) first: usize,
    pub(super) accesses: usize,
    pub(super) base: u8,
    pub(super) stores: bool,
    /// The largest access in bytes.
    pub(super) size: u8,
    /// Offsets of its first byte and of the byte after its last.
    pub(super) low: i32,
    pub(super) end: i32,
    /// The number under which the host's pointer to the first byte is kept, where there is more than one access.
    pub(super) pointer: Option<u8>,
}

/// Bytes of a group, at most: the first and the last one tell about all pages between.
const SPAN: i32 = 512;

/// What an operation reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    index: usize,
    reads: bool,
    writes: bool,
}

/// When each register is read and written, and where a block may be left before its end.
#[derive(Debug)]
pub(super) struct Uses {
    events: Vec<Vec<Event>>,
    exits: Vec<usize>,
}

impl Uses {
    fn after(&self, number: u8, index: usize) -> Option<Event> {
        let events = &self.events[usize::from(number)];
        events.get(events.partition_point(|event| event.index <= index)).copied()
    }

    /// The next operation after `index` that reads the register before one writes it; very late when there is none.
    pub(super) fn next_read(&self, number: u8, index: usize) -> usize {
        match self.after(number, index) {
            Some(event) if event.reads => event.index,
            _ => usize::MAX,
        }
    }

    /// Whether the operation at `index` reads the register.
    pub(super) fn reads(&self, number: u8, index: usize) -> bool {
        let events = &self.events[usize::from(number)];
        events.binary_search_by_key(&index, |event| event.index).is_ok_and(|at| events[at].reads)
    }

    /// Whether nobody asks for the register's value any more in or after the operation at `index`, which may leave the
    /// block yet.
    pub(super) fn is_dead(&self, number: u8, index: usize) -> bool {
        let Some(next) = self.after(number, index) else { return number >= POINTERS };
        let exit = self.exits.get(self.exits.partition_point(|&exit| exit < index));
        // An operation that leaves the block does so before it writes.
        next.writes && !next.reads && exit.is_none_or(|&exit| exit > next.index)
    }
}

/// The parts of a block that are known beforehand.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) uses: Uses,
    pub(super) groups: Vec<Group>,
    /// For each load and store the number of its group.
    pub(super) group_of: Vec<usize>,
}

impl Analysis {
    pub(super) fn new(block: &[Instruction], misaligned: Misaligned) -> Self {
        let (groups, group_of) = groups(block, misaligned);
        let mut events = vec![Vec::new(); NUMBERS];
        let mut exits = Vec::new();
        for (index, instruction) in block.iter().enumerate() {
            let op = instruction.op;
            let mut event = |number: u8, reads: bool, writes: bool| {
                let events: &mut Vec<Event> = &mut events[usize::from(number)];
                match events.last_mut() {
                    Some(last) if last.index == index => {
                        last.reads |= reads;
                        last.writes |= writes;
                    }
                    _ => events.push(Event { index, reads, writes }),
                }
            };
            // A field that an operation does not use costs no more than a register kept too long.
            event(op.rs1 % SINK, true, false);
            event(op.rs2 % SINK, true, false);
            if op.rd < SINK {
                event(op.rd, false, true);
            }
            if op.id.access().is_some() {
                let group = groups[group_of[index]];
                if group.first == index {
                    exits.push(index);
                }
                if let Some(pointer) = group.pointer {
                    event(pointer, group.first != index, group.first == index);
                }
            }
            if is_branch(op.id) || op.id == Id::Jalr {
                exits.push(index);
            }
        }
        Self { uses: Uses { events, exits }, groups, group_of }
    }
}

pub(super) const fn is_branch(id: Id) -> bool {
    matches!(id, Id::Beq | Id::Bne | Id::Blt | Id::Bge | Id::Bltu | Id::Bgeu)
}

fn groups(block: &[Instruction], misaligned: Misaligned) -> (Vec<Group>, Vec<usize>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![0; block.len()];
    // The group that an access through a register joins, for loads and for stores.
    let mut open = [[None; SINK as usize]; 2];
    for (index, instruction) in block.iter().enumerate() {
        let op = instruction.op;
        let access = match op.id.access() {
            Some(AccessKind::Load(size)) => Some((size, false)),
            Some(AccessKind::Store(size)) => Some((size, true)),
            None => None,
        };
        if let Some((size, stores)) = access {
            let base = op.rs1 % SINK;
            let end = op.imm + i32::from(size);
            let place = &mut open[usize::from(stores)][usize::from(base)];
            let joined = place.filter(|&number: &usize| {
                let group = &mut groups[number];
                let together = group.low.min(op.imm)..group.end.max(end);
                // With one size and distances of its multiples, one is aligned when the others are.
                let alike = group.size == size && (op.imm - group.low) % i32::from(size) == 0;
                let fits = together.end - together.start <= SPAN
                    && (alike || misaligned == Misaligned::Allowed);
                if fits {
                    (group.low, group.end) = (together.start, together.end);
                    group.size = group.size.max(size);
                    group.accesses += 1;
                }
                fits
            });
            let number = joined.unwrap_or(groups.len());
            if joined.is_none() {
                groups.push(Group {
                    first: index,
                    accesses: 1,
                    base,
                    stores,
                    size,
                    low: op.imm,
                    end,
                    pointer: None,
                });
                *place = Some(number);
            }
            group_of[index] = number;
        }
        if op.rd < SINK {
            for open in &mut open {
                open[usize::from(op.rd)] = None;
            }
        }
    }
    let several = groups.iter_mut().filter(|group| group.accesses > 1);
    for (group, pointer) in several.zip(POINTERS..NUMBERS as u8) {
        group.pointer = Some(pointer);
    }
    // Where the numbers did not last, each access is checked on its own.
    for index in 0..block.len() {
        let Some(kind) = block[index].op.id.access() else { continue };
        let group = groups[group_of[index]];
        if group.accesses > 1 && group.pointer.is_none() && group.first != index {
            let op = block[index].op;
            let (AccessKind::Load(size) | AccessKind::Store(size)) = kind;
            group_of[index] = groups.len();
            let end = op.imm + i32::from(size);
            groups.push(Group { first: index, accesses: 1, size, low: op.imm, end, ..group });
        }
    }
    (groups, group_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(id: Id, rd: u8, rs1: u8, imm: i32) -> Instruction {
        Instruction { op: Op { id, rd, rs1, imm, ..Op::UNDECODED }, pc: 0 }
    }

    #[test]
    fn values_are_dead_where_nobody_can_see_them() {
        let sum = |rd, rs1| instruction(Id::Addi, rd, rs1, 1);
        let dead = |middle: Instruction| {
            let block = [sum(5, 6), middle, sum(5, 6)];
            Analysis::new(&block, Misaligned::Allowed).uses.is_dead(5, 0)
        };
        assert!(dead(sum(7, 8)));
        assert!(!dead(sum(7, 5)), "read");
        assert!(!dead(instruction(Id::Lw, 7, 8, 0)), "left at a load");
        assert!(!dead(instruction(Id::Beq, SINK, 8, 8)), "left at a branch");
        let branch = [sum(5, 6), instruction(Id::Beq, SINK, 8, 8), sum(5, 6)];
        let uses = Analysis::new(&branch, Misaligned::Allowed).uses;
        assert!(!uses.is_dead(5, 1), "the branch itself leaves with it");
        let jump = [sum(5, 6), instruction(Id::Jalr, 5, 8, 0)];
        assert!(!Analysis::new(&jump, Misaligned::Allowed).uses.is_dead(5, 0), "left at a jump");
        let end = [sum(5, 6), sum(7, 8)];
        assert!(!Analysis::new(&end, Misaligned::Allowed).uses.is_dead(5, 0), "goes on");
    }

    #[test]
    fn accesses_share_a_check_while_their_base_stays() {
        let load = |rd, imm| instruction(Id::Lw, rd, 8, imm);
        let numbers = |block: &[Instruction], misaligned| Analysis::new(block, misaligned).group_of;
        let block = [load(5, 4), load(6, 0), load(8, 8), load(7, 12), load(7, 600)];
        assert_eq!(numbers(&block, Misaligned::Allowed), [0, 0, 0, 1, 2]);
        let odd = [load(5, 4), load(6, 2), load(6, 0)];
        assert_eq!(numbers(&odd, Misaligned::Allowed), [0, 0, 0]);
        assert_eq!(numbers(&odd, Misaligned::Trap), [0, 1, 2]);
        let group = Analysis::new(&block, Misaligned::Allowed).groups[0];
        assert_eq!((group.first, group.accesses, group.low, group.end), (0, 3, 0, 12));
    }
}
