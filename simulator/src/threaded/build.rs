//! Making blocks.

use super::{Block, Handler, LONGEST, Link, MOST_SLOTS, Slot, Threaded, fuse, handlers};
use crate::decode::Decoder;
use crate::execute::{address, canonical};
use crate::memory::Memory;
use crate::op::{Id, Op, SINK};
use crate::replay::Logged;

/// What decides about the operations at an address, beside memory.
pub(crate) struct Source<'a> {
    pub(crate) decoder: &'a Decoder,
    pub(crate) halt: Option<u64>,
}

impl Threaded {
    /// The head of the block at `pc`, which is made when there is none.
    pub(super) fn head_at<const RV32: bool>(
        &mut self,
        source: &Source,
        mem: &mut Memory,
        pc: u64,
    ) -> Option<usize> {
        if let Some(&head) = self.heads.get(&pc) {
            return Some(head as usize);
        }
        if self.slots.len() > MOST_SLOTS {
            self.clear();
        }
        self.make::<RV32>(source, mem, pc)
    }

    fn make<const RV32: bool>(
        &mut self,
        source: &Source,
        mem: &mut Memory,
        pc: u64,
    ) -> Option<usize> {
        if pc & u64::from(source.decoder.odd()) != 0 {
            return None;
        }
        let start = mem.fetch(pc)?;
        // A block is no longer than what is left before the halt address.
        let before_halt = source.halt.and_then(|halt| halt.checked_sub(pc));
        let room = before_halt.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
        let code = mem.code_at(pc, room.min(4 * LONGEST));
        let head = self.slots.len();
        self.slots.push(slot(Op::UNDECODED));
        let mut len = 0;
        let mut end = None;
        let mut bytes = 0;
        while len < LONGEST
            && let Some(op) = source.decoder.first(&code[bytes..])
        {
            let at = pc.wrapping_add(bytes as u64);
            self.offset(bytes);
            if self.trace {
                self.instructions.resize(self.slots.len(), Logged::NONE);
                let logged = Logged::new::<RV32>(op, at, handlers::is_load(op.id));
                self.instructions.push(logged);
            }
            if !self.push_inside::<RV32>(op, at) {
                end = is_end(op).then_some(op);
                break;
            }
            len += 1;
            bytes += usize::from(op.len);
        }
        let inside = self.slots.len();
        match end {
            Some(op) => {
                self.push_end::<RV32>(op, pc.wrapping_add(bytes as u64));
                len += 1;
                bytes += usize::from(op.len);
            }
            // The next operation is for the decoded tier, or for a block of its own.
            None if len > 0 => {
                self.offset(bytes);
                self.push_jump(address::<RV32>(pc.wrapping_add(bytes as u64)));
            }
            None => {
                self.slots.truncate(head);
                return None;
            }
        }
        // At most LONGEST.
        self.slots[head].imm = len as i32;
        let block = &mut self.slots[head + 1..];
        let choices = fuse::Choices { hardware: self.hardware, trace: self.trace };
        fuse::block::<RV32>(block, inside - head - 1, choices);
        self.blocks.push(Block { head, len, pc, bytes: start..start + bytes });
        self.heads.insert(pc, head as u32);
        Some(head)
    }

    /// Notes how many bytes of the block come before the next slot.
    fn offset(&mut self, bytes: usize) {
        self.offsets.resize(self.slots.len(), 0);
        // At most four for each of LONGEST.
        self.offsets.push(bytes as u16);
    }

    /// An operation after which the next word follows; whether it was one.
    fn push_inside<const RV32: bool>(&mut self, op: Op, pc: u64) -> bool {
        if op.id == Id::Auipc {
            let value = canonical::<RV32>(pc.wrapping_add_signed(i64::from(op.imm)));
            let (id, imm) = match i32::try_from(value as i64) {
                Ok(value) => (Id::Lui, value),
                Err(_) => (Id::Auipc, self.constant(value)),
            };
            let run = self.handler::<RV32>(id).unwrap_or(handlers::constant);
            self.slots.push(Slot { run, id, imm, ..slot(op) });
            return true;
        }
        let run = self.handler::<RV32>(op.id);
        self.slots.extend(run.map(|run| Slot { run, ..slot(op) }));
        run.is_some()
    }

    fn handler<const RV32: bool>(&self, id: Id) -> Option<Handler> {
        if self.trace {
            handlers::handler::<RV32, true>(id)
        } else {
            handlers::handler::<RV32, false>(id)
        }
    }

    fn end_handler<const RV32: bool, const TRACE: bool>(id: Id) -> Handler {
        match id {
            Id::Jal => handlers::jal::<TRACE>,
            Id::Jalr => handlers::jalr::<RV32, TRACE>,
            _ => handlers::branch_handler::<TRACE>(id),
        }
    }

    fn push_end<const RV32: bool>(&mut self, op: Op, pc: u64) {
        let after = pc.wrapping_add(op.len.into());
        let next = address::<RV32>(after);
        let target = address::<RV32>(pc.wrapping_add_signed(i64::from(op.imm)));
        let from = self.slots.len();
        let run = if self.trace {
            Self::end_handler::<RV32, true>(op.id)
        } else {
            Self::end_handler::<RV32, false>(op.id)
        };
        match op.id {
            Id::Jal if op.rd == SINK => self.push_jump(target),
            Id::Jal | Id::Jalr => {
                let link = self.constant(canonical::<RV32>(after));
                self.slots.push(Slot { run, rs2: op.odd, ..slot(op) });
                self.slots.push(Slot { imm: link, ..slot(Op::UNDECODED) });
                if op.id == Id::Jal {
                    self.push_link(target, from);
                }
            }
            _ => {
                self.slots.push(Slot { run, ..slot(op) });
                self.slots.push(slot(Op::UNDECODED));
                self.push_link(target, from);
                self.push_link(next, from + 1);
            }
        }
    }

    fn push_jump(&mut self, to: u64) {
        let from = self.slots.len();
        let run = if self.trace { handlers::jump::<true> } else { handlers::jump::<false> };
        self.slots.push(Slot { run, ..slot(Op::UNDECODED) });
        self.push_link(to, from);
    }

    /// A block of no instruction that asks for the one at `pc`, for slot `from` to go to.
    fn push_link(&mut self, pc: u64, from: usize) {
        self.slots[from].imm = self.slots.len() as i32;
        self.slots.push(slot(Op::UNDECODED));
        let imm = self.links.len() as i32;
        self.slots.push(Slot { run: handlers::unlinked, imm, ..slot(Op::UNDECODED) });
        self.links.push(Link { pc, from });
    }

    /// The number of a constant.
    fn constant(&mut self, value: u64) -> i32 {
        self.constants.push(value);
        self.constants.len() as i32 - 1
    }
}

/// Whether a block ends with this operation, rather than before it: a jump, but none whose target may trap.
const fn is_end(op: Op) -> bool {
    match op.id {
        Id::Jalr => true,
        Id::Jal | Id::Beq | Id::Bne | Id::Blt | Id::Bge | Id::Bltu | Id::Bgeu => {
            op.imm & op.odd as i32 == 0
        }
        _ => false,
    }
}

/// The operation, declined for now.
fn slot(op: Op) -> Slot {
    let Op { imm, id, rd, rs1, rs2, .. } = op;
    Slot { run: handlers::declined, imm, id, rd, rs1, rs2 }
}
