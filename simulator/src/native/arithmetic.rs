//! The code of register operations, by what they have in common.
//!
//! `rax` is for writing back values, `rcx` and `rdx` are free for everybody here.

use super::asm::{Alu, Condition, Extend, Host, Operand, Shift, Width};
use super::asm::{RAX, RCX, RDX};
use super::block::Builder;
use super::values::{Bits, Lazy};
use crate::op::{Id, Op};

/// What an instruction of a width leaves in a register.
pub(super) const fn result(width: Width) -> Bits {
    match width {
        Width::W32 => Bits::Low,
        Width::W64 => Bits::All,
    }
}

impl Builder<'_> {
    pub(super) const fn native_width(&self) -> (Width, Bits) {
        if self.rv32 { (Width::W32, Bits::Low) } else { (Width::W64, Bits::All) }
    }

    /// The width that bitwise operations of two registers need.
    pub(super) fn common_width(&self, a: u8, b: u8) -> Width {
        if self.values.is_low(a) && self.values.is_low(b) { Width::W32 } else { Width::W64 }
    }

    pub(super) fn add_constant(&mut self, op: Op, width: Width) {
        if let Some(value) = self.values.constant(op.rs1) {
            let sum = value.wrapping_add(i64::from(op.imm));
            let sum = if width == Width::W32 { i64::from(sum as i32) } else { sum };
            return self.define_constant(op.rd, sum);
        }
        let copies = op.imm == 0 && self.values.is_low(op.rs1);
        let width = if copies { Width::W32 } else { width };
        let host = self.values.copy(op.rd, op.rs1, width);
        if op.imm != 0 {
            self.values.asm.alu_constant(Alu::Add, width, host, op.imm);
        }
        self.values.define(op.rd, host, result(width));
    }

    pub(super) fn logic_constant(&mut self, op: Op, alu: Alu) {
        let width = if self.values.is_low(op.rs1) { Width::W32 } else { Width::W64 };
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.alu_constant(alu, width, host, op.imm);
        self.values.define(op.rd, host, result(width));
    }

    pub(super) fn less_than_constant(&mut self, op: Op, condition: Condition) {
        let width = if self.values.is_low(op.rs1) { Width::W32 } else { Width::W64 };
        let host = self.values.host(op.rs1, width);
        self.values.asm.alu_constant(Alu::Cmp, width, host, op.imm);
        self.define_flag(op.rd, condition);
    }

    pub(super) fn less_than(&mut self, op: Op, condition: Condition) {
        self.compare(op.rs1, op.rs2);
        self.define_flag(op.rd, condition);
    }

    pub(super) fn define_flag(&mut self, rd: u8, condition: Condition) {
        self.values.asm.set(condition, RDX);
        self.define_from(rd, RDX, Bits::Both);
    }

    pub(super) fn shift_constant(&mut self, op: Op, shift: Shift, width: Width) {
        let amount = op.imm as u8 & if width == Width::W32 { 31 } else { 63 };
        if let Some(value) = self.values.constant(op.rs1)
            && shift != Shift::Ror
        {
            let word = value as u32;
            let value = match (shift, width) {
                (Shift::Shl, Width::W64) => value << amount,
                (Shift::Shr, Width::W64) => (value as u64 >> amount) as i64,
                (_, Width::W64) => value >> amount,
                (Shift::Shl, Width::W32) => i64::from((word << amount) as i32),
                (Shift::Shr, Width::W32) => i64::from((word >> amount) as i32),
                (_, Width::W32) => i64::from(word as i32 >> amount),
            };
            return self.define_constant(op.rd, value);
        }
        let waits = amount != 0 && op.rd != op.rs1 && matches!(shift, Shift::Shl | Shift::Shr);
        if waits {
            // Its source is somewhere from now on.
            self.values.operand(op.rs1, width);
            let lazy = Lazy::Shifted { shift, width, source: op.rs1, amount };
            return self.values.define_lazily(op.rd, lazy);
        }
        let host = self.values.copy(op.rd, op.rs1, width);
        if amount != 0 {
            self.values.asm.shift(shift, width, host, amount);
        }
        self.values.define(op.rd, host, result(width));
    }

    pub(super) fn shift(&mut self, op: Op, shift: Shift, width: Width) {
        let amount = self.values.operand(op.rs2, Width::W32);
        // The processor takes the low 5 or 6 bits too.
        self.values.asm.mov(Width::W32, RCX, amount);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.shift_by_rcx(shift, width, host);
        self.values.define(op.rd, host, result(width));
    }

    /// `rd = rs1 op rs2`.
    pub(super) fn arithmetic(&mut self, op: Op, alu: Alu, width: Width) {
        if matches!(alu, Alu::Add | Alu::Or | Alu::Xor) && self.rotation(op, width) {
            return;
        }
        let commutes = alu != Alu::Sub;
        // In place, where one of the operands is.
        let swap = commutes && op.rd == op.rs2 && op.rd != op.rs1;
        let (a, b) = if swap { (op.rs2, op.rs1) } else { (op.rs1, op.rs2) };
        if let Some(Ok(value)) = self.values.constant(b).map(i32::try_from) {
            let host = self.values.copy(op.rd, a, width);
            self.values.asm.alu_constant(alu, width, host, value);
            return self.values.define(op.rd, host, result(width));
        }
        let by = self.values.operand(b, width);
        let host = self.values.copy(op.rd, a, width);
        self.values.asm.alu(alu, width, host, by);
        self.values.define(op.rd, host, result(width));
    }

    pub(super) fn logic(&mut self, op: Op, alu: Alu) {
        let width = self.common_width(op.rs1, op.rs2);
        self.arithmetic(op, alu, width);
    }

    pub(super) fn logic_of_complement(&mut self, op: Op, alu: Alu) {
        let width = self.common_width(op.rs1, op.rs2);
        let by = self.values.operand(op.rs2, width);
        self.values.asm.mov(width, RDX, by);
        self.values.asm.not(width, RDX);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.alu(alu, width, host, RDX);
        self.values.define(op.rd, host, result(width));
    }

    /// Two shifts of one register that together are a rotation, and their sum, union or difference: no bit is in both.
    pub(super) fn rotation(&mut self, op: Op, width: Width) -> bool {
        let shifted = |number| match self.values.lazy(number) {
            Some(Lazy::Shifted { shift, width, source, amount }) => {
                Some((shift, width, source, amount))
            }
            _ => None,
        };
        let (Some(a), Some(b)) = (shifted(op.rs1), shifted(op.rs2)) else { return false };
        let (right, left) = if a.0 == Shift::Shr { (a, b) } else { (b, a) };
        let whole = if right.1 == Width::W32 { 32 } else { 64 };
        let matches = right.0 == Shift::Shr
            && left.0 == Shift::Shl
            && (right.1, right.2) == (left.1, left.2)
            && right.3 + left.3 == whole
            // A sum of words is a word, so a sum of all bits must not be taken for one.
            && right.1 == width;
        if matches {
            let host = self.values.copy(op.rd, right.2, width);
            self.values.asm.shift(Shift::Ror, width, host, right.3);
            self.values.define(op.rd, host, result(width));
        }
        matches
    }

    /// `rd = condition(rs1, rs2) ? rs2 : rs1`.
    pub(super) fn choose(&mut self, op: Op, condition: Condition) {
        let width = self.common_width(op.rs1, op.rs2);
        let a = self.values.operand(op.rs1, width);
        let b = self.values.operand(op.rs2, width);
        let asm = &mut self.values.asm;
        asm.mov(width, RDX, a);
        asm.alu(Alu::Cmp, width, RDX, b);
        asm.move_if(condition, width, RDX, b);
        self.define_from(op.rd, RDX, result(width));
    }

    pub(super) fn zero_if(&mut self, op: Op, condition: Condition) {
        let width = if self.values.is_low(op.rs1) { Width::W32 } else { Width::W64 };
        let tested_width = if self.values.is_low(op.rs2) { Width::W32 } else { Width::W64 };
        let a = self.values.operand(op.rs1, width);
        self.values.asm.mov(width, RDX, a);
        let tested = self.values.host(op.rs2, tested_width);
        let asm = &mut self.values.asm;
        asm.constant(RCX, 0);
        asm.test(tested_width, tested, tested);
        asm.move_if(condition, width, RDX, RCX);
        self.define_from(op.rd, RDX, result(width));
    }

    pub(super) fn multiply(&mut self, op: Op) {
        let width = if op.id == Id::Mul { Width::W64 } else { Width::W32 };
        let by = self.values.operand(op.rs2, width);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.multiply(width, host, by);
        self.values.define(op.rd, host, result(width));
    }

    pub(super) fn multiply_high(&mut self, op: Op) {
        let a = self.values.operand(op.rs1, Width::W64);
        let b = self.values.operand(op.rs2, Width::W64);
        let asm = &mut self.values.asm;
        asm.mov(Width::W64, RAX, a);
        asm.multiply_wide(op.id == Id::Mulh, Width::W64, b);
        if op.id == Id::Mulhsu {
            // A negative a counts as a + 2^64 in the unsigned product.
            asm.mov(Width::W64, RCX, a);
            asm.shift(Shift::Sar, Width::W64, RCX, 63);
            asm.alu(Alu::And, Width::W64, RCX, b);
            asm.alu(Alu::Sub, Width::W64, RDX, RCX);
        }
        self.define_from(op.rd, RDX, Bits::All);
    }

    /// The upper half of a product of 32-bit numbers, all of which fits one register.
    pub(super) fn multiply_high_32(&mut self, op: Op) {
        let a = self.values.operand(op.rs1, Width::W32);
        let b = self.values.operand(op.rs2, Width::W32);
        let asm = &mut self.values.asm;
        if op.id == Id::Mulhu32 {
            asm.mov(Width::W32, RDX, a);
        } else {
            asm.extend(Extend::Sign32, RDX, a);
        }
        if op.id == Id::Mulh32 {
            asm.extend(Extend::Sign32, RCX, b);
        } else {
            asm.mov(Width::W32, RCX, b);
        }
        asm.multiply(Width::W64, RDX, RCX);
        asm.shift(Shift::Shr, Width::W64, RDX, 32);
        self.define_from(op.rd, RDX, Bits::Low);
    }

    pub(super) fn scaled_add(&mut self, op: Op, scale: u8) {
        let (width, bits) = self.native_width();
        let a = self.values.host(op.rs1, width);
        let b = self.values.host(op.rs2, width);
        self.values.asm.lea_scaled(RDX, b, a, scale);
        self.define_from(op.rd, RDX, bits);
    }

    pub(super) fn unsigned_word_add(&mut self, op: Op, scale: u8) {
        let a = self.values.operand(op.rs1, Width::W32);
        let b = self.values.operand(op.rs2, Width::W64);
        let asm = &mut self.values.asm;
        asm.mov(Width::W32, RDX, a);
        if scale != 0 {
            asm.shift(Shift::Shl, Width::W64, RDX, scale);
        }
        asm.alu(Alu::Add, Width::W64, RDX, b);
        self.define_from(op.rd, RDX, Bits::All);
    }

    pub(super) fn extend(&mut self, op: Op, extend: Extend) {
        let from = self.values.operand(op.rs1, Width::W32);
        let host = self.values.fresh(op.rd);
        self.values.asm.extend(extend, host, from);
        self.values.define(op.rd, host, Bits::Both);
    }

    /// The low halves of two registers, or their low bytes: the second one `amount` bits up.
    pub(super) fn pack(&mut self, op: Op, low: Extend, amount: u8) {
        let a = self.values.operand(op.rs1, Width::W32);
        let b = self.values.operand(op.rs2, Width::W32);
        let asm = &mut self.values.asm;
        match amount {
            32 => {
                asm.mov(Width::W32, RDX, a);
                asm.mov(Width::W32, RCX, b);
            }
            16 => {
                asm.extend(low, RDX, a);
                asm.mov(Width::W32, RCX, b);
            }
            _ => {
                asm.extend(low, RDX, a);
                asm.extend(low, RCX, b);
            }
        }
        let width = if amount == 32 { Width::W64 } else { Width::W32 };
        asm.shift(Shift::Shl, width, RCX, amount);
        asm.alu(Alu::Or, width, RDX, RCX);
        self.define_from(op.rd, RDX, result(width));
    }

    /// A sum of rotations to the right, and of a shift.
    pub(super) fn sum(&mut self, op: Op, width: Width, rotations: &[u8], shifted: Option<u8>) {
        let from = self.values.operand(op.rs1, width);
        let mut into = RDX;
        let summands = rotations.iter().map(|&amount| (Shift::Ror, amount));
        for (shift, amount) in summands.chain(shifted.map(|amount| (Shift::Shr, amount))) {
            self.rotated(into, from, width, shift, amount);
            if into == RCX {
                self.values.asm.alu(Alu::Xor, width, RDX, RCX);
            }
            into = RCX;
        }
        self.define_from(op.rd, RDX, result(width));
    }

    pub(super) fn rotated(
        &mut self,
        to: Host,
        from: Operand,
        width: Width,
        shift: Shift,
        amount: u8,
    ) {
        self.values.asm.mov(width, to, from);
        if amount != 0 {
            self.values.asm.shift(shift, width, to, amount);
        }
    }
}
