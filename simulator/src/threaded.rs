//! The tier for hot code: blocks of operations, each of which calls the next one's handler.
//!
//! A block is straight code from one address on. Its slots are [head] [operation; n] [where it goes on], in one vector
//! of all blocks. A handler ends with a call of the next slot's handler, which the compiler makes a jump; where it does
//! not, the budget below bounds the depth of the stack. So that no handler has anything to keep over a call, all that is rare
//! is a call in the same place, to a handler that is not inlined.
//!
//! Results never depend on this tier. What is not plain leaves it: a trap, an `ecall`, an illegal word, a store that
//! somebody watches, the halt address and the last few instructions before a limit are the decoded tier's business.

#[cfg(target_arch = "x86_64")]
mod aes_ni;
mod build;
mod fuse;
mod handlers;
mod rotate;

pub(crate) use build::Source;
use std::collections::HashMap;
use std::ops::Range;

use crate::memory::Memory;
use crate::native::{Left, Native};
use crate::op::{Id, Op, Regs};
use crate::replay::{Log, Logged, header};
use crate::trace::{Records, Tracer};

/// Instructions between two returns to the loop around the blocks, at most: calls on the stack, where the compiler
/// makes them calls. Unoptimised handlers have large frames.
const SLICE: i64 = if cfg!(debug_assertions) { 256 } else { 1024 };
/// Words of the log of a slice, at most: for each instruction its own and a header of its block, and one of the block
/// that it ends with.
const WORDS: usize = 2 * SLICE as usize + 1;
/// Instructions of a block, at most: no more than a slice, or it would never be entered.
const LONGEST: usize = 256;
/// Slots of all blocks together (16 MiB); beyond, all are dropped and made again when met.
const MOST_SLOTS: usize = 1 << 20;
/// Targets of indirect jumps that are found without asking the map.
const TARGETS: usize = 256;

/// Does the first operation of the slots and everything after it, until something stops it.
type Handler = for<'a> fn(&'a [Slot], &mut Regs, &mut Memory, &mut Context<'a>, i64) -> Exit;

/// An operation of a block, or data of the one before it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    run: Handler,
    /// As in [`Op`]; for a jump the slot that it goes to, for a head the length of the block.
    imm: i32,
    id: Id,
    rd: u8,
    rs1: u8,
    rs2: u8,
}

const _: () = assert!(size_of::<Slot>() == 16);

impl Slot {
    const fn op(self) -> Op {
        let Self { imm, id, rd, rs1, rs2, .. } = self;
        Op { imm, id, rd, rs1, rs2, ..Op::UNDECODED }
    }
}

/// What the handlers of one slice share.
struct Context<'a> {
    slots: &'a [Slot],
    constants: &'a [u64],
    targets: &'a [Target; TARGETS],
    /// What a traced slice leaves for [`crate::replay`]: how many words, and which of them began the present block.
    log: &'a mut [u64],
    logged: usize,
    begun: usize,
    why: Why,
}

/// Where a slice ended.
#[derive(Clone, Copy, Debug)]
struct Exit {
    /// Slots from the one that ended it to the last one.
    rest: usize,
    /// What is left of the slice.
    left: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The slot is the head of a block that is longer than what is left.
    Limit,
    /// The slot's operation did nothing: the decoded tier has to execute it.
    Declined,
    /// The slot's operation retired, and a store of it met a page that needs attention.
    Noticed,
    /// A jump to an address that the targets do not hold.
    Indirect(u64),
    /// The end of a block whose successor has not been looked up.
    Unlinked(usize),
}

/// An address and the head of its block. The first ones are of no address at all.
#[derive(Clone, Copy, Debug)]
struct Target {
    pc: u64,
    head: u32,
}

const NO_TARGET: Target = Target { pc: 1, head: 0 };

#[derive(Clone, Debug)]
struct Block {
    head: usize,
    len: usize,
    pc: u64,
    /// Its bytes in the memory's backing vector.
    bytes: Range<usize>,
}

/// A way out of a block: the address, and the slot whose `imm` becomes the head of the block there.
#[derive(Clone, Copy, Debug)]
struct Link {
    pc: u64,
    from: usize,
}

/// The blocks that there are.
#[derive(Clone, Debug)]
pub(crate) struct Threaded {
    slots: Vec<Slot>,
    /// In the order of their heads.
    blocks: Vec<Block>,
    heads: HashMap<u64, u32>,
    links: Vec<Link>,
    /// For the slots of instructions how many bytes of the block come before.
    offsets: Vec<u16>,
    constants: Vec<u64>,
    targets: Box<[Target; TARGETS]>,
    /// Whether groups may use what only some processors have, where they have it.
    pub(crate) hardware: bool,
    /// Whether every instruction leaves a record; then loads are fused with nothing.
    trace: bool,
    /// The traced instructions, in the places of their slots.
    instructions: Vec<Logged>,
    log: Vec<u64>,
    pub(crate) native: Native,
    /// How often a block is begun with before it is made native; none where that tier is not to run.
    native_after: Option<u8>,
}

impl Threaded {
    pub(crate) fn new(trace: bool, native_after: Option<u8>) -> Self {
        Self {
            slots: Vec::new(),
            blocks: Vec::new(),
            heads: HashMap::new(),
            links: Vec::new(),
            offsets: Vec::new(),
            constants: Vec::new(),
            targets: Box::new([NO_TARGET; TARGETS]),
            hardware: true,
            trace,
            instructions: Vec::new(),
            log: Vec::new(),
            native: Native::new(trace),
            native_after,
        }
    }

    /// Forgets the blocks that meet `range` of the backing vector, and with them all others.
    pub(crate) fn forget(&mut self, range: &Range<usize>) {
        let meets = |b: &Block| b.bytes.start < range.end && range.start < b.bytes.end;
        if self.blocks.iter().any(meets) || self.native.meets(range) {
            self.clear();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.native.clear();
        if self.blocks.is_empty() {
            return;
        }
        self.slots.clear();
        self.blocks.clear();
        self.heads.clear();
        self.links.clear();
        self.offsets.clear();
        self.constants.clear();
        self.instructions.clear();
        self.targets.fill(NO_TARGET);
    }

    /// The block that holds a slot.
    fn block_of(&self, slot: usize) -> &Block {
        &self.blocks[self.blocks.partition_point(|b| b.head <= slot) - 1]
    }

    /// The address of a block that is begun with now, if it has native code, which is made when that was often enough.
    fn native_at<const RV32: bool>(
        &mut self,
        source: &build::Source,
        mem: &mut Memory,
        head: usize,
    ) -> Option<u64> {
        /// In a field of a head that has no other use: there is no native code for the block.
        const NEVER: u8 = 1;
        let after = self.native_after?;
        let Slot { rs1: count, rs2: never, .. } = &mut self.slots[head];
        if *never == NEVER {
            return None;
        }
        if *count < after {
            *count += 1;
            return None;
        }
        let pc = self.block_of(head).pc;
        let made = self.native.make::<RV32>(source, mem, pc, after == 0);
        if !made {
            self.slots[head].rs2 = NEVER;
        }
        made.then_some(pc)
    }

    /// Executes from `pc` on, counting `left` down, and gives the address where the decoded tier goes on.
    ///
    /// It may do nothing at all: where no block can be made, or when too little is left.
    pub(crate) fn run<const RV32: bool, T: Tracer>(
        &mut self,
        source: &build::Source,
        pc: u64,
        x: &mut Regs,
        mem: &mut Memory,
        left: &mut u64,
        tracer: &mut T,
    ) -> u64 {
        let Some(mut head) = self.head_at::<RV32>(source, mem, pc) else { return pc };
        if T::ON {
            self.log.resize(WORDS, 0);
        }
        loop {
            if let Some(pc) = self.native_at::<RV32>(source, mem, head) {
                let before = *left;
                match self.native.run::<RV32, T>(pc, x, mem, left, tracer) {
                    Left::Declined(pc) => return pc,
                    Left::At(next) if *left != before => {
                        let Some(found) = self.head_at::<RV32>(source, mem, next) else {
                            return next;
                        };
                        head = found;
                        continue;
                    }
                    // Too little is left.
                    Left::At(_) => {}
                }
            }
            // At most a slice, so it fits.
            let slice = (*left).min(SLICE as u64) as i64;
            let mut context = Context {
                slots: &self.slots,
                constants: &self.constants,
                targets: &self.targets,
                log: &mut self.log,
                logged: 0,
                begun: 0,
                why: Why::Limit,
            };
            // What the reader of the log begins with.
            let before = if T::ON { *x } else { [0; 64] };
            let exit = if T::ON {
                handlers::go::<true>(head, x, mem, &mut context, slice)
            } else {
                handlers::go::<false>(head, x, mem, &mut context, slice)
            };
            let Context { why, logged, begun, .. } = context;
            let slot = self.slots.len() - exit.rest;
            *left -= (slice - exit.left) as u64;
            let inside = matches!(why, Why::Declined | Why::Noticed);
            // The whole block was counted when it was begun with.
            let done = inside.then(|| {
                let block = self.block_of(slot);
                let done = slot + usize::from(why == Why::Noticed) - block.head - 1;
                *left += (block.len - done) as u64;
                done
            });
            if T::ON {
                if let Some(done) = done {
                    self.log[begun] = header(self.block_of(slot).head + 1, done);
                }
                let (words, instructions) = (&self.log[..logged], &mut self.instructions[..]);
                let log = Log { words, instructions, before: &before };
                tracer.records(&mut Records::new::<RV32>(log));
            }
            let next = match why {
                Why::Limit => {
                    let block = self.block_of(slot);
                    if *left < block.len as u64 {
                        return block.pc;
                    }
                    head = slot;
                    continue;
                }
                Why::Declined | Why::Noticed => {
                    let next = slot + usize::from(why == Why::Noticed);
                    return self.block_of(slot).pc.wrapping_add(self.offsets[next].into());
                }
                Why::Indirect(pc) => pc,
                Why::Unlinked(link) => self.links[link].pc,
            };
            let Some(found) = self.head_at::<RV32>(source, mem, next) else { return next };
            head = found;
            match why {
                // Making the block may have dropped all others, and the link with them.
                Why::Unlinked(link) if self.links.get(link).is_some_and(|l| l.pc == next) => {
                    let from = self.links[link].from;
                    self.slots[from].imm = head as i32;
                }
                _ => {
                    self.targets[handlers::target(next)] = Target { pc: next, head: head as u32 };
                }
            }
        }
    }
}
