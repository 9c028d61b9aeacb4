//! Making the code of one block.
//!
//! The block takes what it retires from the budget when it is entered, and is not entered when that is too much. Where
//! it may be left in the middle, code out of line writes what the register file lacks, gives back what was not
//! retired, and says why.

use super::analysis::{Analysis, Group, Instruction, is_branch};
use super::asm::{Alu, Condition, Host, Jump, Place, Shift, Width};
use super::asm::{RCX, RDX, RSI};
use super::log;
use super::shared;
use super::templates;
use super::values::{Bits, Lazy, Snapshot, Values};
use crate::config::Misaligned;
use crate::execute::{address, canonical};
use crate::op::{Id, Op, SINK};

/// Why code was left, and what the loop around it does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exit {
    /// Too little is left for the block at this address.
    Limit(u64),
    /// On to an address; the code there becomes the link's target.
    Link { pc: u64, link: usize },
    /// On to the address that was left behind.
    Indirect,
    /// The operation at this address is another tier's business.
    Declined(u64),
    /// A group of accesses is not where the last one was, or a page needs attention.
    Missed { pc: u64, site: usize, group: Group },
}

/// The numbers that a block's instructions, exits, sites and links begin at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Firsts {
    pub(super) instruction: usize,
    pub(super) exit: usize,
    pub(super) site: usize,
    pub(super) link: usize,
}

/// The code of a block and what it counts on.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) code: Vec<u8>,
    pub(super) exits: Vec<Exit>,
    pub(super) sites: usize,
    /// For each link where in the code it leads at first.
    pub(super) links: Vec<usize>,
    /// For each instruction whether what it writes is logged, when it is traced.
    pub(super) in_log: Vec<bool>,
}

/// How a block is left in the middle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leave {
    /// To the loop around the code.
    For(Exit),
    /// For the block at an address.
    To(u64),
}

/// Code out of line.
struct Stub {
    jumps: Vec<Jump>,
    snapshot: Box<Snapshot>,
    /// Instructions that were retired before.
    done: usize,
    /// Words of the block's part of the log; none outside of one.
    logged: Option<usize>,
    leave: Leave,
}

pub(super) struct Builder<'a> {
    pub(super) values: Values<'a>,
    pub(super) rv32: bool,
    pub(super) analysis: &'a Analysis,
    pub(super) misaligned: Misaligned,
    pub(super) firsts: Firsts,
    /// Words of the block's part of the log so far, where there is one.
    pub(super) logged: Option<usize>,
    pub(super) in_log: Vec<bool>,
    exits: Vec<Exit>,
    links: Vec<usize>,
    stubs: Vec<Stub>,
}

pub(super) const fn shared_place(at: i32) -> Place {
    Place { base: RSI, at }
}

/// What the code depends on beside the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub(super) rv32: bool,
    pub(super) misaligned: Misaligned,
    /// Whether every instruction leaves its words in the log.
    pub(super) traced: bool,
}

/// The code of a block, which is not empty, and goes on at `next` unless it ends with a jump.
pub(super) fn make(block: &[Instruction], next: u64, choices: Choices, firsts: Firsts) -> Made {
    let Choices { rv32, misaligned, traced } = choices;
    let analysis = Analysis::new(block, misaligned);
    let mut builder = Builder {
        values: Values::new(rv32, traced, &analysis.uses),
        rv32,
        analysis: &analysis,
        misaligned,
        firsts,
        logged: None,
        in_log: log::choose(block),
        exits: Vec::new(),
        links: Vec::new(),
        stubs: Vec::new(),
    };
    builder.enter(block);
    if traced {
        builder.log_block(block.len());
    }
    let mut jumps = false;
    let mut index = 0;
    while let Some(instruction) = block.get(index) {
        builder.values.begin(index);
        let following = block.get(index + 1);
        index += 1;
        if let Some(second) = following
            && super::aes::are_halves(instruction.op, second.op)
        {
            builder.halves(instruction.op, second.op);
            builder.log_result(index - 1, instruction.op.rd);
            builder.log_result(index, second.op.rd);
            index += 1;
        } else {
            jumps = builder.instruction(index - 1, *instruction, following.is_none());
        }
    }
    if !jumps {
        builder.finish();
        builder.go_on(next);
    }
    builder.leave_early(block.len());
    let sites = analysis.groups.len();
    let Builder { values, exits, links, in_log, .. } = builder;
    Made { code: values.asm.code, exits, sites, links, in_log }
}

impl Builder<'_> {
    fn enter(&mut self, block: &[Instruction]) {
        let asm = &mut self.values.asm;
        // At most MOST_INSTRUCTIONS.
        asm.alu_constant(Alu::Sub, Width::W64, shared_place(shared::LEFT), block.len() as i32);
        let jump = asm.jump_if(Condition::Negative);
        self.leave_by(vec![jump], 0, Leave::For(Exit::Limit(block[0].pc)));
    }

    /// Puts everything where others look for it, at the end of the block.
    fn finish(&mut self) {
        self.values.write_back();
        self.log_end(None, self.logged);
    }

    pub(super) fn leave_by(&mut self, jumps: Vec<Jump>, done: usize, leave: Leave) {
        let snapshot = Box::new(self.values.snapshot());
        let logged = self.logged;
        self.stubs.push(Stub { jumps, snapshot, done, logged, leave });
    }

    /// Everything out of line.
    fn leave_early(&mut self, len: usize) {
        for stub in std::mem::take(&mut self.stubs) {
            for jump in stub.jumps {
                self.values.asm.lands_here(jump);
            }
            self.values.restore(&stub.snapshot);
            if stub.logged.is_some() {
                self.log_end(Some(stub.done), stub.logged);
            }
            let back = (len - stub.done) as i32;
            if back != 0 {
                let left = shared_place(shared::LEFT);
                self.values.asm.alu_constant(Alu::Add, Width::W64, left, back);
            }
            match stub.leave {
                Leave::For(exit) => self.leave(exit),
                Leave::To(pc) => self.go_on(pc),
            }
        }
    }

    /// Returns to the loop around the code.
    fn leave(&mut self, exit: Exit) {
        // Exits are counted in thousands.
        let number = (self.firsts.exit + self.exits.len()) as i32;
        self.exits.push(exit);
        self.values.asm.store_constant(shared_place(shared::EXIT), number);
        self.values.asm.jump_through(shared_place(shared::LEAVE));
    }

    /// Goes on at an address, when everything is in the register file.
    fn go_on(&mut self, pc: u64) {
        let link = self.firsts.link + self.links.len();
        self.values.asm.jump_through(shared_place(shared::link(link)));
        self.links.push(self.values.asm.code.len());
        self.leave(Exit::Link { pc, link });
    }

    /// One instruction; whether it was a jump that ends the block.
    fn instruction(&mut self, index: usize, instruction: Instruction, last: bool) -> bool {
        let Instruction { op, pc } = instruction;
        let target = self.address(pc.wrapping_add_signed(i64::from(op.imm)));
        match op.id {
            Id::Jal => {
                self.link_register(index, op, pc);
                self.finish();
                self.go_on(target);
                return true;
            }
            Id::Jalr => {
                self.jalr(index, op, pc);
                return true;
            }
            id if is_branch(id) => {
                if last {
                    self.finish();
                }
                let jump = self.branch(op);
                if last {
                    self.go_on(self.address(pc.wrapping_add(op.len.into())));
                    self.values.asm.lands_here(jump);
                    self.go_on(target);
                    return true;
                }
                self.leave_by(vec![jump], index + 1, Leave::To(target));
            }
            Id::Auipc => {
                let value = self.register(pc.wrapping_add_signed(i64::from(op.imm)));
                self.define_constant(op.rd, value as i64);
                self.log_result(index, op.rd);
            }
            _ => match op.id.access() {
                Some(kind) => self.access(index, instruction, kind),
                None => {
                    templates::operation(self, op);
                    self.log_result(index, op.rd);
                }
            },
        }
        false
    }

    fn address(&self, value: u64) -> u64 {
        if self.rv32 { address::<true>(value) } else { value }
    }

    fn register(&self, value: u64) -> u64 {
        if self.rv32 { canonical::<true>(value) } else { value }
    }

    pub(super) fn define_constant(&mut self, rd: u8, value: i64) {
        if rd != SINK {
            self.values.define_lazily(rd, Lazy::Constant(value));
        }
    }

    fn link_register(&mut self, index: usize, op: Op, pc: u64) {
        let value = self.register(pc.wrapping_add(op.len.into()));
        self.define_constant(op.rd, value as i64);
        self.log_result(index, op.rd);
    }

    fn jalr(&mut self, index: usize, op: Op, pc: u64) {
        let width = self.address_width();
        let base = self.values.operand(op.rs1, width);
        let asm = &mut self.values.asm;
        asm.mov(width, RDX, base);
        asm.alu_constant(Alu::Add, width, RDX, op.imm);
        asm.alu_constant(Alu::And, width, RDX, !1);
        // Bit 0 is clear; bit 1 matters where instructions stand at multiples of four.
        if op.odd & 2 != 0 {
            asm.test_constant(RDX, 2);
            let jump = asm.jump_if(Condition::NotEqual);
            self.leave_by(vec![jump], index, Leave::For(Exit::Declined(pc)));
        }
        self.link_register(index, op, pc);
        self.finish();
        let asm = &mut self.values.asm;
        asm.mov(Width::W32, RCX, RDX);
        asm.shift(Shift::Shr, Width::W32, RCX, 2);
        asm.alu_constant(Alu::And, Width::W32, RCX, shared::TARGETS as i32 - 1);
        // 16 bytes each.
        asm.shift(Shift::Shl, Width::W32, RCX, 4);
        asm.alu(Alu::Add, Width::W64, RCX, RSI);
        asm.alu(Alu::Cmp, Width::W64, RDX, Place { base: RCX, at: shared::TABLE });
        let other = asm.jump_if(Condition::NotEqual);
        asm.jump_through(Place { base: RCX, at: shared::TABLE + 8 });
        asm.lands_here(other);
        asm.store(8, shared_place(shared::TARGET), RDX);
        self.leave(Exit::Indirect);
    }

    pub(super) const fn address_width(&self) -> Width {
        if self.rv32 { Width::W32 } else { Width::W64 }
    }

    /// The jump that is made when the branch is taken.
    fn branch(&mut self, op: Op) -> Jump {
        self.compare(op.rs1, op.rs2);
        let condition = match op.id {
            Id::Beq => Condition::Equal,
            Id::Bne => Condition::NotEqual,
            Id::Blt => Condition::Less,
            Id::Bge => Condition::NotLess,
            Id::Bltu => Condition::Below,
            _ => Condition::NotBelow,
        };
        self.values.asm.jump_if(condition)
    }

    /// Compares two registers. Sign extension keeps the order, signed and unsigned, so 32 bits do where they say all.
    pub(super) fn compare(&mut self, a: u8, b: u8) {
        let low = self.values.is_low(a) && self.values.is_low(b);
        let width = if low { Width::W32 } else { Width::W64 };
        let first = self.values.host(a, width);
        match self.values.constant(b).map(i32::try_from) {
            Some(Ok(value)) => self.values.asm.alu_constant(Alu::Cmp, width, first, value),
            _ => {
                let second = self.values.operand(b, width);
                self.values.asm.alu(Alu::Cmp, width, first, second);
            }
        }
    }

    /// `rd` becomes what is in a scratch register, which is not `rax`.
    pub(super) fn define_from(&mut self, rd: u8, scratch: Host, bits: Bits) {
        let host = self.values.fresh(rd);
        self.values.asm.mov(Width::W64, host, scratch);
        self.values.define(rd, host, bits);
    }
}
