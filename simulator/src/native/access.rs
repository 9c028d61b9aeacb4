//! Loads and stores: one check for a group of them, and then the host's own.

use std::mem::offset_of;

use super::analysis::{Group, Instruction};
use super::asm::{Alu, Condition, Extend, Operand, Place, Shift, Width};
use super::asm::{RAX, RCX, RDX};
use super::block::{Builder, Exit, Leave, shared_place};
use super::shared::{self, Site};
use super::values::Bits;
use crate::config::Misaligned;
use crate::memory::PAGE_BITS;
use crate::op::{AccessKind, Id, Op, SINK};

impl Builder<'_> {
    pub(super) fn access(&mut self, index: usize, instruction: Instruction, kind: AccessKind) {
        let Instruction { op, pc } = instruction;
        let number = self.analysis.group_of[index];
        let group = self.analysis.groups[number];
        if group.first == index {
            self.check(index, pc, number, group);
        }
        let base = match group.pointer {
            Some(pointer) => self.values.host(pointer, Width::W64),
            None => RDX,
        };
        let place = Place { base, at: op.imm - group.low };
        match kind {
            AccessKind::Load(_) => {
                self.load(op, place);
                self.log_result(index, op.rd);
            }
            AccessKind::Store(size) => {
                let width = if size == 8 { Width::W64 } else { Width::W32 };
                let value = self.values.host(op.rs2, width);
                self.values.asm.store(size, place, value);
            }
        }
    }

    fn load(&mut self, op: Op, place: Place) {
        if op.rd == SINK {
            return;
        }
        let host = self.values.fresh(op.rd);
        let asm = &mut self.values.asm;
        let bits = match op.id {
            Id::Lb => {
                asm.extend(Extend::Sign8, host, place);
                Bits::Both
            }
            Id::Lh => {
                asm.extend(Extend::Sign16, host, place);
                Bits::Both
            }
            Id::Lbu => {
                asm.extend(Extend::Zero8, host, place);
                Bits::Both
            }
            Id::Lhu => {
                asm.extend(Extend::Zero16, host, place);
                Bits::Both
            }
            Id::Lw => {
                asm.mov(Width::W32, host, place);
                Bits::Low
            }
            Id::Lwu => {
                asm.mov(Width::W32, host, place);
                Bits::All
            }
            _ => {
                asm.mov(Width::W64, host, place);
                Bits::All
            }
        };
        self.values.define(op.rd, host, bits);
    }

    /// Leaves the block unless all accesses of the group are inside the region that the last ones were in, aligned
    /// where that matters, and stores meet no page that needs attention. The pointer is in `rdx` or has its number.
    fn check(&mut self, index: usize, pc: u64, number: usize, group: Group) {
        let site = self.firsts.site + number;
        let field = |field| shared_place(shared::site(site, field));
        let width = self.address_width();
        let base = self.values.operand(group.base, width);
        let asm = &mut self.values.asm;
        match base {
            Operand::Host(base) => asm.lea(width, RDX, Place { base, at: group.low }),
            Operand::Place(place) => {
                asm.mov(width, RDX, place);
                asm.alu_constant(Alu::Add, width, RDX, group.low);
            }
        }
        let mut jumps = Vec::new();
        if self.misaligned == Misaligned::Trap && group.size > 1 {
            asm.test_constant(RDX, i32::from(group.size) - 1);
            jumps.push(asm.jump_if(Condition::NotEqual));
        }
        asm.mov(Width::W64, RCX, RDX);
        asm.alu(Alu::Sub, Width::W64, RCX, field(offset_of!(Site, base)));
        asm.alu(Alu::Cmp, Width::W64, RCX, field(offset_of!(Site, reach)));
        jumps.push(asm.jump_if(Condition::NotBelow));
        if group.stores {
            let last = group.end - group.low - 1;
            asm.alu(Alu::Add, Width::W64, RCX, field(offset_of!(Site, start)));
            asm.lea(Width::W64, RAX, Place { base: RCX, at: last });
            let pages = if last == 0 { &[RCX][..] } else { &[RCX, RAX] };
            for &page in pages {
                asm.shift(Shift::Shr, Width::W64, page, PAGE_BITS);
                asm.alu(Alu::Add, Width::W64, page, shared_place(shared::FLAGS));
                asm.is_zero_byte(Place { base: page, at: 0 });
                jumps.push(asm.jump_if(Condition::NotEqual));
            }
        }
        asm.alu(Alu::Add, Width::W64, RDX, field(offset_of!(Site, host)));
        self.leave_by(jumps, index, Leave::For(Exit::Missed { pc, site, group }));
        if let Some(pointer) = group.pointer {
            let host = self.values.fresh(pointer);
            self.values.asm.mov(Width::W64, host, RDX);
            self.values.define(pointer, host, Bits::All);
        }
    }
}
