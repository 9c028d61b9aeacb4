//! What register operations become, one by one: the operations that have a template are those that a block may hold.
//!
//! `rax` is for writing back values and `rcx` and `rdx` are free for every template.

use super::aes;
use super::asm::{Alu, Condition, Extend, Host, Operand, Shift, Width};
use super::asm::{RAX, RCX, RDX};
use super::block::Builder;
use super::values::{Bits, Lazy};
use crate::op::{Id, Op, SINK};

/// Whether an operation can be inside a block: all others are left to the other tiers.
pub(super) fn has_template(id: Id, rv32: bool) -> bool {
    match id {
        Id::Lui | Id::Auipc | Id::Fence => true,
        Id::Lb | Id::Lh | Id::Lw | Id::Ld | Id::Lbu | Id::Lhu | Id::Lwu => true,
        Id::Sb | Id::Sh | Id::Sw | Id::Sd => true,
        Id::Addi | Id::Addiw | Id::Slti | Id::Sltiu | Id::Xori | Id::Ori | Id::Andi => true,
        Id::Slli | Id::Srli | Id::Srai | Id::Slliw | Id::Srliw | Id::Sraiw => true,
        Id::Rori | Id::Roriw => true,
        Id::Add | Id::Sub | Id::Slt | Id::Sltu | Id::Xor | Id::Or | Id::And => true,
        Id::Addw | Id::Subw | Id::Andn | Id::Orn | Id::Xnor => true,
        Id::Sll | Id::Srl | Id::Sra | Id::Rol | Id::Ror => true,
        Id::Sllw | Id::Srlw | Id::Sraw | Id::Rolw | Id::Rorw => true,
        Id::Mul | Id::Mulw | Id::Mulh | Id::Mulhu | Id::Mulhsu => true,
        Id::Mulh32 | Id::Mulhu32 | Id::Mulhsu32 => true,
        Id::Sh1add | Id::Sh2add | Id::Sh3add => true,
        Id::AddUw | Id::Sh1addUw | Id::Sh2addUw | Id::Sh3addUw | Id::SlliUw => true,
        Id::SextB | Id::SextH | Id::Rev8 | Id::Pack | Id::Packh | Id::Packw => true,
        Id::Min | Id::Minu | Id::Max | Id::Maxu | Id::CzeroEqz | Id::CzeroNez => true,
        Id::Sha256sum0 | Id::Sha256sum1 | Id::Sha256sig0 | Id::Sha256sig1 => true,
        Id::Sm3p0 | Id::Sm3p1 => true,
        Id::Sha512sum0 | Id::Sha512sum1 | Id::Sha512sig0 | Id::Sha512sig1 => !rv32,
        Id::Aes32esi | Id::Aes32esmi | Id::Aes32dsi | Id::Aes32dsmi | Id::Aes64ks2 => true,
        Id::Aes64es | Id::Aes64esm | Id::Aes64ds | Id::Aes64dsm => aes::available(),
        Id::Aes64im | Id::Aes64ks1i => aes::available(),
        _ => false,
    }
}

/// The code of an operation that has a template, is no jump, and neither loads nor stores.
pub(super) fn operation(to: &mut Builder, op: Op) {
    if op.rd == SINK || op.id == Id::Fence {
        return;
    }
    let imm = op.imm;
    match op.id {
        Id::Lui => to.define_constant(op.rd, i64::from(imm)),
        Id::Addi => to.add_constant(op, Width::W64),
        Id::Addiw => to.add_constant(op, Width::W32),
        Id::Slti => to.less_than_constant(op, Condition::Less),
        Id::Sltiu => to.less_than_constant(op, Condition::Below),
        Id::Xori => to.logic_constant(op, Alu::Xor),
        Id::Ori => to.logic_constant(op, Alu::Or),
        Id::Andi => to.logic_constant(op, Alu::And),

        Id::Slli => to.shift_constant(op, Shift::Shl, Width::W64),
        Id::Srli => to.shift_constant(op, Shift::Shr, Width::W64),
        Id::Srai => to.shift_constant(op, Shift::Sar, Width::W64),
        Id::Rori => to.shift_constant(op, Shift::Ror, Width::W64),
        Id::Slliw => to.shift_constant(op, Shift::Shl, Width::W32),
        Id::Srliw => to.shift_constant(op, Shift::Shr, Width::W32),
        Id::Sraiw => to.shift_constant(op, Shift::Sar, Width::W32),
        Id::Roriw => to.shift_constant(op, Shift::Ror, Width::W32),
        Id::Sll => to.shift(op, Shift::Shl, Width::W64),
        Id::Srl => to.shift(op, Shift::Shr, Width::W64),
        Id::Sra => to.shift(op, Shift::Sar, Width::W64),
        Id::Rol => to.shift(op, Shift::Rol, Width::W64),
        Id::Ror => to.shift(op, Shift::Ror, Width::W64),
        Id::Sllw => to.shift(op, Shift::Shl, Width::W32),
        Id::Srlw => to.shift(op, Shift::Shr, Width::W32),
        Id::Sraw => to.shift(op, Shift::Sar, Width::W32),
        Id::Rolw => to.shift(op, Shift::Rol, Width::W32),
        Id::Rorw => to.shift(op, Shift::Ror, Width::W32),

        Id::Add => to.arithmetic(op, Alu::Add, Width::W64),
        Id::Sub => to.arithmetic(op, Alu::Sub, Width::W64),
        Id::Addw => to.arithmetic(op, Alu::Add, Width::W32),
        Id::Subw => to.arithmetic(op, Alu::Sub, Width::W32),
        Id::Xor => to.logic(op, Alu::Xor),
        Id::Or => to.logic(op, Alu::Or),
        Id::And => to.logic(op, Alu::And),
        Id::Andn => to.logic_of_complement(op, Alu::And),
        Id::Orn => to.logic_of_complement(op, Alu::Or),
        Id::Xnor => to.logic_of_complement(op, Alu::Xor),
        Id::Slt => to.less_than(op, Condition::Less),
        Id::Sltu => to.less_than(op, Condition::Below),
        Id::Min => to.choose(op, Condition::NotLess),
        Id::Minu => to.choose(op, Condition::NotBelow),
        Id::Max => to.choose(op, Condition::Less),
        Id::Maxu => to.choose(op, Condition::Below),
        Id::CzeroEqz => to.zero_if(op, Condition::Equal),
        Id::CzeroNez => to.zero_if(op, Condition::NotEqual),

        Id::Mul | Id::Mulw => to.multiply(op),
        Id::Mulh | Id::Mulhu | Id::Mulhsu => to.multiply_high(op),
        Id::Mulh32 | Id::Mulhu32 | Id::Mulhsu32 => to.multiply_high_32(op),

        Id::Sh1add => to.scaled_add(op, 1),
        Id::Sh2add => to.scaled_add(op, 2),
        Id::Sh3add => to.scaled_add(op, 3),
        Id::AddUw => to.unsigned_word_add(op, 0),
        Id::Sh1addUw => to.unsigned_word_add(op, 1),
        Id::Sh2addUw => to.unsigned_word_add(op, 2),
        Id::Sh3addUw => to.unsigned_word_add(op, 3),
        Id::SlliUw => {
            let from = to.values.operand(op.rs1, Width::W32);
            to.values.asm.mov(Width::W32, RDX, from);
            to.values.asm.shift(Shift::Shl, Width::W64, RDX, imm as u8 & 63);
            to.define_from(op.rd, RDX, Bits::All);
        }
        Id::SextB => to.extend(op, Extend::Sign8),
        Id::SextH => to.extend(op, Extend::Sign16),
        Id::Rev8 => {
            let (width, bits) = to.native_width();
            let host = to.values.copy(op.rd, op.rs1, width);
            to.values.asm.swap_bytes(width, host);
            to.values.define(op.rd, host, bits);
        }
        Id::Pack => to.pack(op, Extend::Zero16, 32),
        Id::Packh => to.pack(op, Extend::Zero8, 8),
        Id::Packw => to.pack(op, Extend::Zero16, 16),

        Id::Sha256sum0 => to.sum(op, Width::W32, &[2, 13, 22], None),
        Id::Sha256sum1 => to.sum(op, Width::W32, &[6, 11, 25], None),
        Id::Sha256sig0 => to.sum(op, Width::W32, &[7, 18], Some(3)),
        Id::Sha256sig1 => to.sum(op, Width::W32, &[17, 19], Some(10)),
        Id::Sha512sum0 => to.sum(op, Width::W64, &[28, 34, 39], None),
        Id::Sha512sum1 => to.sum(op, Width::W64, &[14, 18, 41], None),
        Id::Sha512sig0 => to.sum(op, Width::W64, &[1, 8], Some(7)),
        Id::Sha512sig1 => to.sum(op, Width::W64, &[19, 61], Some(6)),
        // Rotations by 9 and 17, and by 15 and 23, to the left.
        Id::Sm3p0 => to.sum(op, Width::W32, &[0, 23, 15], None),
        Id::Sm3p1 => to.sum(op, Width::W32, &[0, 17, 9], None),
        Id::Aes32esi | Id::Aes32esmi | Id::Aes32dsi | Id::Aes32dsmi => to.byte_of_column(op),
        Id::Aes64es | Id::Aes64esm | Id::Aes64ds | Id::Aes64dsm => to.half(op),
        Id::Aes64im => to.unmix(op),
        Id::Aes64ks1i => to.key_word(op),
        Id::Aes64ks2 => to.key_sum(op),
        id => unreachable!("{id:?} has no template"),
    }
}

/// What an instruction of a width leaves in a register.
pub(super) const fn result(width: Width) -> Bits {
    match width {
        Width::W32 => Bits::Low,
        Width::W64 => Bits::All,
    }
}

impl Builder<'_> {
    const fn native_width(&self) -> (Width, Bits) {
        if self.rv32 { (Width::W32, Bits::Low) } else { (Width::W64, Bits::All) }
    }

    /// The width that bitwise operations of two registers need.
    fn common_width(&self, a: u8, b: u8) -> Width {
        if self.values.is_low(a) && self.values.is_low(b) { Width::W32 } else { Width::W64 }
    }

    fn add_constant(&mut self, op: Op, width: Width) {
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

    fn logic_constant(&mut self, op: Op, alu: Alu) {
        let width = if self.values.is_low(op.rs1) { Width::W32 } else { Width::W64 };
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.alu_constant(alu, width, host, op.imm);
        self.values.define(op.rd, host, result(width));
    }

    fn less_than_constant(&mut self, op: Op, condition: Condition) {
        let width = if self.values.is_low(op.rs1) { Width::W32 } else { Width::W64 };
        let host = self.values.host(op.rs1, width);
        self.values.asm.alu_constant(Alu::Cmp, width, host, op.imm);
        self.define_flag(op.rd, condition);
    }

    fn less_than(&mut self, op: Op, condition: Condition) {
        self.compare(op.rs1, op.rs2);
        self.define_flag(op.rd, condition);
    }

    fn define_flag(&mut self, rd: u8, condition: Condition) {
        self.values.asm.set(condition, RDX);
        self.define_from(rd, RDX, Bits::Both);
    }

    fn shift_constant(&mut self, op: Op, shift: Shift, width: Width) {
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

    fn shift(&mut self, op: Op, shift: Shift, width: Width) {
        let amount = self.values.operand(op.rs2, Width::W32);
        // The processor takes the low 5 or 6 bits too.
        self.values.asm.mov(Width::W32, RCX, amount);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.shift_by_rcx(shift, width, host);
        self.values.define(op.rd, host, result(width));
    }

    /// `rd = rs1 op rs2`.
    fn arithmetic(&mut self, op: Op, alu: Alu, width: Width) {
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

    fn logic(&mut self, op: Op, alu: Alu) {
        let width = self.common_width(op.rs1, op.rs2);
        self.arithmetic(op, alu, width);
    }

    fn logic_of_complement(&mut self, op: Op, alu: Alu) {
        let width = self.common_width(op.rs1, op.rs2);
        let by = self.values.operand(op.rs2, width);
        self.values.asm.mov(width, RDX, by);
        self.values.asm.not(width, RDX);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.alu(alu, width, host, RDX);
        self.values.define(op.rd, host, result(width));
    }

    /// Two shifts of one register that together are a rotation, and their sum, union or difference: no bit is in both.
    fn rotation(&mut self, op: Op, width: Width) -> bool {
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
    fn choose(&mut self, op: Op, condition: Condition) {
        let width = self.common_width(op.rs1, op.rs2);
        let a = self.values.operand(op.rs1, width);
        let b = self.values.operand(op.rs2, width);
        let asm = &mut self.values.asm;
        asm.mov(width, RDX, a);
        asm.alu(Alu::Cmp, width, RDX, b);
        asm.move_if(condition, width, RDX, b);
        self.define_from(op.rd, RDX, result(width));
    }

    fn zero_if(&mut self, op: Op, condition: Condition) {
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

    fn multiply(&mut self, op: Op) {
        let width = if op.id == Id::Mul { Width::W64 } else { Width::W32 };
        let by = self.values.operand(op.rs2, width);
        let host = self.values.copy(op.rd, op.rs1, width);
        self.values.asm.multiply(width, host, by);
        self.values.define(op.rd, host, result(width));
    }

    fn multiply_high(&mut self, op: Op) {
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
    fn multiply_high_32(&mut self, op: Op) {
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

    fn scaled_add(&mut self, op: Op, scale: u8) {
        let (width, bits) = self.native_width();
        let a = self.values.host(op.rs1, width);
        let b = self.values.host(op.rs2, width);
        self.values.asm.lea_scaled(RDX, b, a, scale);
        self.define_from(op.rd, RDX, bits);
    }

    fn unsigned_word_add(&mut self, op: Op, scale: u8) {
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

    fn extend(&mut self, op: Op, extend: Extend) {
        let from = self.values.operand(op.rs1, Width::W32);
        let host = self.values.fresh(op.rd);
        self.values.asm.extend(extend, host, from);
        self.values.define(op.rd, host, Bits::Both);
    }

    /// The low halves of two registers, or their low bytes: the second one `amount` bits up.
    fn pack(&mut self, op: Op, low: Extend, amount: u8) {
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
    fn sum(&mut self, op: Op, width: Width, rotations: &[u8], shifted: Option<u8>) {
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

    fn rotated(&mut self, to: Host, from: Operand, width: Width, shift: Shift, amount: u8) {
        self.values.asm.mov(width, to, from);
        if amount != 0 {
            self.values.asm.shift(shift, width, to, amount);
        }
    }
}
