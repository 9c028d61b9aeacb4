//! What register operations become, one by one: the operations that have a template are those that a block may hold.

use super::aes;
use super::asm::RDX;
use super::asm::{Alu, Condition, Extend, Shift, Width};
use super::block::Builder;
use super::values::Bits;
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
