//! AES operations on the host's own AES instructions, and on tables where they do a quarter of a column.

use std::arch::is_x86_feature_detected;

use super::arithmetic::result;
use super::asm::{Alu, Scaled, Shift, Vector, Width};
use super::asm::{RCX, RDX};
use super::block::Builder;
use super::values::Bits;
use crate::aes;
use crate::op::{Id, Op, SINK};

/// Whether the host has what the templates of the 64-bit operations need.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("aes") && is_x86_feature_detected!("sse4.1")
}

const fn round(id: Id) -> Option<Vector> {
    Some(match id {
        Id::Aes64esm => Vector::EncryptRound,
        Id::Aes64es => Vector::EncryptLast,
        Id::Aes64dsm => Vector::DecryptRound,
        Id::Aes64ds => Vector::DecryptLast,
        _ => return None,
    })
}

/// Whether two operations are the halves of one round.
pub(super) fn are_halves(first: Op, second: Op) -> bool {
    let swapped = first.rs1 == second.rs2 && first.rs2 == second.rs1;
    let kept = first.rd != second.rs1 && first.rd != second.rs2;
    let written = first.rd != SINK && second.rd != SINK && first.rd != second.rd;
    first.id == second.id && round(first.id).is_some() && swapped && kept && written
}

impl Builder<'_> {
    /// The state of `rs2 || rs1` after a round without a key, in the first vector register.
    fn round(&mut self, op: Op, round: Vector) {
        let low = self.values.operand(op.rs1, Width::W64);
        let high = self.values.operand(op.rs2, Width::W64);
        let asm = &mut self.values.asm;
        asm.vector_from(0, low);
        asm.vector_insert_high(0, high);
        asm.vector(Vector::Xor, 1, 1);
        asm.vector(round, 0, 1);
    }

    /// `aes64* c, a, b; aes64* d, b, a`.
    pub(super) fn halves(&mut self, first: Op, second: Op) {
        let Some(kind) = round(first.id) else { return };
        self.round(first, kind);
        let host = self.values.fresh(first.rd);
        self.values.asm.vector_to(host, 0);
        self.values.define(first.rd, host, Bits::All);
        let host = self.values.fresh(second.rd);
        self.values.asm.vector_high_to(host, 0);
        self.values.define(second.rd, host, Bits::All);
    }

    pub(super) fn half(&mut self, op: Op) {
        let Some(kind) = round(op.id) else { return };
        self.round(op, kind);
        let host = self.values.fresh(op.rd);
        self.values.asm.vector_to(host, 0);
        self.values.define(op.rd, host, Bits::All);
    }

    pub(super) fn unmix(&mut self, op: Op) {
        let from = self.values.operand(op.rs1, Width::W64);
        self.values.asm.vector_from(0, from);
        self.values.asm.vector(Vector::InverseMix, 0, 0);
        let host = self.values.fresh(op.rd);
        self.values.asm.vector_to(host, 0);
        self.values.define(op.rd, host, Bits::All);
    }

    /// `aes64ks1i`: the host's instruction gives the substituted word, and the same rotated with the constant added.
    pub(super) fn key_word(&mut self, op: Op) {
        let from = self.values.operand(op.rs1, Width::W64);
        let constant = aes::ROUND_CONSTANTS.get(op.imm as usize).copied().unwrap_or(0);
        let asm = &mut self.values.asm;
        asm.vector_from(0, from);
        asm.vector_key_assist(0, 0, constant);
        asm.vector_to(RDX, 0);
        if op.imm == 10 {
            asm.mov(Width::W32, RDX, RDX);
        } else {
            asm.shift(Shift::Shr, Width::W64, RDX, 32);
        }
        asm.mov(Width::W64, RCX, RDX);
        asm.shift(Shift::Shl, Width::W64, RCX, 32);
        asm.alu(Alu::Or, Width::W64, RDX, RCX);
        self.define_from(op.rd, RDX, Bits::All);
    }

    /// `aes64ks2`: the high word of rs1 added to the low word of rs2, and the sum to the high one.
    pub(super) fn key_sum(&mut self, op: Op) {
        let a = self.values.operand(op.rs1, Width::W64);
        let b = self.values.operand(op.rs2, Width::W64);
        let asm = &mut self.values.asm;
        asm.mov(Width::W64, RDX, a);
        asm.shift(Shift::Shr, Width::W64, RDX, 32);
        asm.mov(Width::W32, RCX, b);
        asm.alu(Alu::Xor, Width::W32, RDX, RCX);
        asm.mov(Width::W64, RCX, b);
        asm.shift(Shift::Shr, Width::W64, RCX, 32);
        asm.alu(Alu::Xor, Width::W32, RCX, RDX);
        asm.shift(Shift::Shl, Width::W64, RCX, 32);
        asm.alu(Alu::Or, Width::W64, RDX, RCX);
        self.define_from(op.rd, RDX, Bits::All);
    }

    /// `aes32*`: one byte of rs2 through a table, in its place, added to rs1.
    pub(super) fn byte_of_column(&mut self, op: Op) {
        let place = 8 * (op.imm as u8 & 3);
        let from = self.values.operand(op.rs2, Width::W32);
        let asm = &mut self.values.asm;
        asm.mov(Width::W32, RCX, from);
        if place != 0 {
            asm.shift(Shift::Shr, Width::W32, RCX, place);
        }
        asm.low_byte(RCX);
        let (table, scaled) = match op.id {
            Id::Aes32esmi => (aes::ENCRYPT.as_ptr() as u64, Scaled::Word),
            Id::Aes32dsmi => (aes::DECRYPT.as_ptr() as u64, Scaled::Word),
            Id::Aes32esi => (aes::SBOX_TABLE.as_ptr() as u64, Scaled::Byte),
            _ => (aes::INVERSE_SBOX_TABLE.as_ptr() as u64, Scaled::Byte),
        };
        asm.constant(RDX, table as i64);
        asm.load_scaled(scaled, RDX, RDX, RCX);
        if place != 0 {
            asm.shift(Shift::Rol, Width::W32, RDX, place);
        }
        let host = self.values.copy(op.rd, op.rs1, Width::W32);
        self.values.asm.alu(Alu::Xor, Width::W32, host, RDX);
        self.values.define(op.rd, host, result(Width::W32));
    }
}
