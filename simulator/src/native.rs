//! The tier for code that runs long: blocks as instructions of the host.
//!
//! A block is straight code from an address on, over branches that are not taken, made from the same operations that
//! the other tiers execute. It needs no operation of its own for what is rare: it holds those that have a template,
//! and leaves everything else, with the exact state before it, to the tiers below: a trap, a store that somebody
//! watches, an access that leaves its region. Blocks go on in each other through a table of addresses.
//!
//! The code touches the register file, the table shared with the loop below, and guest memory after a check of the
//! region's bounds. It is called in one place, the only one with `unsafe`.

mod access;
mod aes;
mod analysis;
mod arithmetic;
mod asm;
mod block;
mod code;
mod log;
mod shared;
mod templates;
mod values;

use std::collections::HashMap;
use std::ops::Range;

use crate::memory::{Access, Memory};
use crate::op::{Id, Regs};
use crate::replay::{Log, Logged};
use crate::threaded::Source;
use crate::trace::{Records, Tracer};
use analysis::{Instruction, is_branch};
use asm::{Asm, Host, Place, Width};
use asm::{R15, RBP, RBX, RDX, RSI};
use block::{Choices, Exit, Firsts, Made};
use code::CodeMemory;
use shared::{LINKS, SITES, Shared, Site, TARGETS, Target};

/// Instructions of a block, at most: each of them may leave it in a place of its own.
const MOST_INSTRUCTIONS: usize = 2048;
/// Below so many a block does not pay for entering it.
const FEWEST_INSTRUCTIONS: usize = 3;
/// The same for one that ends before an operation without a template, which takes the program to another tier.
const FEWEST_BEFORE_OTHERS: usize = 64;
/// Exits of all blocks together; beyond, all are dropped.
const MOST_EXITS: usize = 1 << 16;
/// Blocks, likewise.
const MOST_BLOCKS: usize = 4096;
/// How often all may be dropped.
const MOST_DROPS: u32 = 16;

/// What the code is called with: the middle of the register file, the shared table, and where to begin.
type Enter = unsafe extern "sysv64" fn(*mut u64, *mut Shared, u64);

#[derive(Clone, Debug)]
struct Block {
    len: usize,
    code: u64,
    /// Its bytes in the memory's backing vector.
    bytes: Range<usize>,
}

/// How native code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The next instruction is at an address where there is no native code, or too little is left for it.
    At(u64),
    /// The next instruction is the decoded tier's business.
    Declined(u64),
}

/// The native blocks that there are.
#[derive(Debug, Default)]
pub(crate) struct Native {
    shared: Option<Box<Shared>>,
    memory: CodeMemory,
    enter: u64,
    blocks: Vec<Block>,
    by_pc: HashMap<u64, usize>,
    exits: Vec<Exit>,
    sites: usize,
    links: usize,
    /// The memory that the sites were asked about.
    asked: (u64, usize),
    /// No more blocks are made: there is no executable memory to be had, or too much code.
    failed: bool,
    /// How often everything was dropped for want of room.
    drops: u32,
    /// Whether every instruction leaves a record.
    traced: bool,
    /// The instructions of traced blocks, one block after the other.
    logged: Vec<Logged>,
    log: Vec<u64>,
    /// A bug planted for the tests.
    #[cfg(test)]
    pub(crate) bug: bool,
}

/// A copy begins without blocks: code is tied to its own tables.
impl Clone for Native {
    fn clone(&self) -> Self {
        Self::new(self.traced)
    }
}

impl Native {
    pub(crate) fn new(traced: bool) -> Self {
        Self { traced, ..Self::default() }
    }

    /// How many blocks there are.
    #[cfg(test)]
    pub(crate) const fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether a block meets `range` of the backing vector.
    pub(crate) fn meets(&self, range: &Range<usize>) -> bool {
        self.blocks.iter().any(|b| b.bytes.start < range.end && range.start < b.bytes.end)
    }

    pub(crate) fn clear(&mut self) {
        if !self.blocks.is_empty() {
            let Self { failed, drops, traced, .. } = *self;
            *self = Self { failed, drops, ..Self::new(traced) };
        }
    }

    /// Makes the block at `pc`, unless there is one; whether there is now. `always`: also where it does not pay.
    pub(crate) fn make<const RV32: bool>(
        &mut self,
        source: &Source,
        mem: &mut Memory,
        pc: u64,
        always: bool,
    ) -> bool {
        self.by_pc.contains_key(&pc) || self.add::<RV32>(source, mem, pc, always).is_some()
    }

    fn add<const RV32: bool>(
        &mut self,
        source: &Source,
        mem: &mut Memory,
        pc: u64,
        always: bool,
    ) -> Option<()> {
        let odd = u64::from(source.decoder.odd());
        let start = mem.fetch(pc).filter(|_| pc & odd == 0 && !self.failed)?;
        let (block, next) = decode::<RV32>(source, mem, pc, always);
        if block.is_empty() {
            return None;
        }
        let choices = Choices { rv32: RV32, misaligned: mem.misaligned(), traced: self.traced };
        let of = &block;
        #[cfg(test)]
        let of = &of.iter().map(|&i| if self.bug { broken(i) } else { i }).collect::<Vec<_>>();
        let mut made = block::make(of, next, choices, self.firsts());
        if !self.has_room(&made) {
            self.clear();
            self.drops += 1;
            // A program that runs through so much code is better off with threaded blocks.
            self.failed = self.drops == MOST_DROPS;
            made = block::make(of, next, choices, self.firsts());
        }
        if self.shared.is_none() {
            self.open()?;
        }
        let Made { code, exits, sites, links, in_log } = made;
        let Some(code) = self.memory.add(&code) else {
            self.clear();
            self.failed = true;
            return None;
        };
        let shared = self.shared.as_mut()?;
        for (link, at) in shared.links[self.links..].iter_mut().zip(&links) {
            *link = code + *at as u64;
        }
        self.links += links.len();
        self.sites += sites;
        self.exits.extend(exits);
        let bytes = start..start + length(&block);
        if self.traced {
            let logged =
                |(i, in_log): (&Instruction, bool)| Logged::new::<RV32>(i.op, i.pc, in_log);
            self.logged.extend(block.iter().zip(in_log).map(logged));
            self.log.resize(log::WORDS, 0);
        }
        self.by_pc.insert(pc, self.blocks.len());
        self.blocks.push(Block { len: block.len(), code, bytes });
        Some(())
    }

    /// What comes next of everything that is numbered.
    const fn firsts(&self) -> Firsts {
        Firsts {
            instruction: self.logged.len(),
            exit: self.exits.len(),
            site: self.sites,
            link: self.links,
        }
    }

    /// Whether one more block fits the tables; one alone always does.
    const fn has_room(&self, made: &Made) -> bool {
        self.sites + made.sites <= SITES
            && self.links + made.links.len() <= LINKS
            && self.exits.len() + made.exits.len() <= MOST_EXITS
            && self.blocks.len() < MOST_BLOCKS
    }

    /// Makes the shared table and the code that enters and leaves.
    fn open(&mut self) -> Option<()> {
        let kept = [RBX, RBP, Host(12), Host(13), Host(14), R15];
        let mut asm = Asm::default();
        kept.into_iter().for_each(|host| asm.push(host));
        let log = Place { base: RSI, at: shared::LOG };
        asm.mov(Width::W64, R15, log);
        asm.jump_to(RDX);
        let leave = asm.code.len();
        asm.store(8, log, R15);
        kept.into_iter().rev().for_each(|host| asm.pop(host));
        asm.ret();
        self.enter = self.memory.add(&asm.code)?;
        let mut shared = Box::new(Shared::new());
        shared.leave = self.enter + leave as u64;
        self.shared = Some(shared);
        self.asked = (0, 0);
        Some(())
    }

    /// Executes from the block at `pc` on, counting `left` down.
    ///
    /// It does nothing where there is none, or too little is left for it.
    pub(crate) fn run<const RV32: bool, T: Tracer>(
        &mut self,
        pc: u64,
        x: &mut Regs,
        mem: &mut Memory,
        left: &mut u64,
        tracer: &mut T,
    ) -> Left {
        let block = self.by_pc.get(&pc).map(|&number| &self.blocks[number]);
        let Some(mut code) = block.filter(|b| b.len as u64 <= *left).map(|b| b.code) else {
            return Left::At(pc);
        };
        let Some(shared) = self.shared.as_mut() else { return Left::At(pc) };
        let (bytes, len, flags) = mem.raw_parts();
        if self.asked != (bytes as u64, len) {
            self.asked = (bytes as u64, len);
            shared.sites = [Site::default(); SITES];
        }
        shared.flags = flags as u64;
        loop {
            // What does not fit stays in `left`.
            let most = if T::ON { log::INSTRUCTIONS } else { i64::MAX as u64 };
            let budget = (*left).min(most);
            shared.left = budget as i64;
            let log = self.log.as_mut_ptr() as u64;
            shared.log = log;
            // What the reader of the log begins with.
            let before = if T::ON { *x } else { [0; 64] };
            enter(self.enter, x, shared, code);
            *left -= budget - shared.left as u64;
            if T::ON {
                let words = (shared.log - log) as usize / 8;
                let (words, instructions) = (&self.log[..words], &mut self.logged[..]);
                tracer.records(&mut Records::new::<RV32>(Log {
                    words,
                    instructions,
                    before: &before,
                }));
            }
            let find = |pc| self.by_pc.get(&pc).map(|&number| &self.blocks[number]);
            match self.exits[shared.exit as usize] {
                Exit::Limit(pc) => match find(pc) {
                    // The log was full.
                    Some(block) if T::ON && block.len as u64 <= *left => code = block.code,
                    _ => return Left::At(pc),
                },
                Exit::Declined(pc) => return Left::Declined(pc),
                Exit::Missed { pc, site, group } => {
                    let rights = if group.stores { Access::WRITE } else { Access::READ };
                    let base = x[usize::from(group.base)].wrapping_add_signed(i64::from(group.low));
                    let span = (group.end - group.low) as u64;
                    shared.sites[site] = mem.room_at(base, span, rights).map_or_else(
                        Site::default,
                        |(base, reach, start)| {
                            let host = (bytes as u64).wrapping_add(start).wrapping_sub(base);
                            Site { base, reach, start, host }
                        },
                    );
                    return Left::Declined(pc);
                }
                Exit::Link { pc, link } => {
                    let Some(block) = find(pc) else { return Left::At(pc) };
                    shared.links[link] = block.code;
                    code = block.code;
                }
                Exit::Indirect => {
                    let pc = shared.target;
                    let Some(block) = find(pc) else { return Left::At(pc) };
                    shared.targets[pc as usize / 4 % TARGETS] = Target { pc, code: block.code };
                    code = block.code;
                }
            }
        }
    }
}

/// The operations from `pc` on that make a block, and the address after the last; none where it would not pay, unless
/// that does not matter.
fn decode<const RV32: bool>(
    source: &Source,
    mem: &mut Memory,
    pc: u64,
    always: bool,
) -> (Vec<Instruction>, u64) {
    let before_halt = source.halt.and_then(|halt| halt.checked_sub(pc));
    let room = before_halt.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
    let code = mem.peek_code(pc, room.min(4 * MOST_INSTRUCTIONS));
    let mut block = Vec::new();
    let (mut next, mut bytes) = (pc, 0);
    let mut pays = true;
    let fewest = if always { [1, 1] } else { [FEWEST_INSTRUCTIONS, FEWEST_BEFORE_OTHERS] };
    while block.len() < MOST_INSTRUCTIONS
        && let Some(op) = source.decoder.first(&code[bytes..])
    {
        // What jumps backwards mostly does, and a block ends there.
        let (belongs, ends) = match op.id {
            Id::Jalr => (true, true),
            Id::Jal => (op.imm & i32::from(op.odd) == 0, true),
            id if is_branch(id) => (op.imm & i32::from(op.odd) == 0, op.imm < 0),
            id => (templates::has_template(id, RV32), false),
        };
        if belongs {
            block.push(Instruction { op, pc: next });
            next = next.wrapping_add(op.len.into());
            bytes += usize::from(op.len);
        } else {
            pays = block.len() >= fewest[1];
        }
        if ends || !belongs {
            break;
        }
    }
    if !pays || block.len() < fewest[0] {
        return (Vec::new(), pc);
    }
    mem.code_at(pc, bytes);
    // The last page of RV32 ends at address 0.
    (block, if RV32 { next & 0xffff_ffff } else { next })
}

/// Bytes of a block.
fn length(block: &[Instruction]) -> usize {
    block.iter().map(|i| usize::from(i.op.len)).sum()
}

/// What the planted bug makes of an instruction: sums become differences.
#[cfg(test)]
fn broken(mut instruction: Instruction) -> Instruction {
    instruction.op.id = match instruction.op.id {
        Id::Add => Id::Sub,
        Id::Addw => Id::Subw,
        id => id,
    };
    instruction
}

/// Executes native code.
#[allow(unsafe_code, reason = "code that was made at run time has no type")]
fn enter(enter: u64, x: &mut Regs, shared: &mut Shared, code: u64) {
    let middle = x.as_mut_ptr().wrapping_add(shared::BIAS as usize / 8);
    // SAFETY: `enter` and `code` are addresses of code of this module in mappings that live as long as the tables that
    // name them, and whose pages are executable and not writable. It keeps the callee's registers of the calling
    // convention. It writes the registers, the shared table, and bytes of guest memory at places that it checked
    // against the region's bounds in the same block; nobody else has a reference to any of these during the call:
    // the caller holds the memory exclusively, and asked for its address after the last change of its size.
    unsafe {
        let enter = std::mem::transmute::<u64, Enter>(enter);
        enter(middle, shared, code);
    }
}
