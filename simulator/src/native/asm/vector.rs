//! Vector registers and tables, for AES.

use super::{Asm, Host, Operand, Width};

/// Instructions on vector registers, by the bytes after the prefix 0x66.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::native) enum Vector {
    Xor,
    EncryptRound,
    EncryptLast,
    DecryptRound,
    DecryptLast,
    InverseMix,
}

/// An element of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::native) enum Scaled {
    Byte,
    Word,
}

impl Asm {
    /// `to = to op from`, or `op from`, on vector registers below 8.
    pub(in crate::native) fn vector(&mut self, vector: Vector, to: u8, from: u8) {
        let opcode: &[u8] = match vector {
            Vector::Xor => &[0x66, 0x0f, 0xef],
            Vector::EncryptRound => &[0x66, 0x0f, 0x38, 0xdc],
            Vector::EncryptLast => &[0x66, 0x0f, 0x38, 0xdd],
            Vector::DecryptRound => &[0x66, 0x0f, 0x38, 0xde],
            Vector::DecryptLast => &[0x66, 0x0f, 0x38, 0xdf],
            Vector::InverseMix => &[0x66, 0x0f, 0x38, 0xdb],
        };
        self.emit(Width::W32, opcode, to, Host(from).into(), false);
    }

    pub(in crate::native) fn vector_key_assist(&mut self, to: u8, from: u8, constant: u8) {
        self.emit(Width::W32, &[0x66, 0x0f, 0x3a, 0xdf], to, Host(from).into(), false);
        self.byte(constant);
    }

    /// The low half of a vector register from 64 bits; the high half becomes zero.
    pub(in crate::native) fn vector_from(&mut self, to: u8, from: Operand) {
        self.emit(Width::W64, &[0x66, 0x0f, 0x6e], to, from, false);
    }

    pub(in crate::native) fn vector_insert_high(&mut self, to: u8, from: Operand) {
        self.emit(Width::W64, &[0x66, 0x0f, 0x3a, 0x22], to, from, false);
        self.byte(1);
    }

    pub(in crate::native) fn vector_to(&mut self, to: Host, from: u8) {
        self.emit(Width::W64, &[0x66, 0x0f, 0x7e], from, to.into(), false);
    }

    pub(in crate::native) fn vector_high_to(&mut self, to: Host, from: u8) {
        self.emit(Width::W64, &[0x66, 0x0f, 0x3a, 0x16], from, to.into(), false);
        self.byte(1);
    }

    /// Keeps the low byte of one of the first four registers.
    pub(in crate::native) fn low_byte(&mut self, host: Host) {
        self.emit(Width::W32, &[0x0f, 0xb6], host.0, host.into(), true);
    }

    /// Loads an element of a table, whose number is below 2^32; none of the registers is above 7.
    pub(in crate::native) fn load_scaled(
        &mut self,
        scaled: Scaled,
        to: Host,
        base: Host,
        number: Host,
    ) {
        let (opcode, scale): (&[u8], u8) = match scaled {
            Scaled::Byte => (&[0x0f, 0xb6], 0),
            Scaled::Word => (&[0x8b], 2),
        };
        self.code.extend(opcode);
        self.byte(to.0 << 3 | 4);
        self.byte(scale << 6 | number.0 << 3 | base.0);
    }
}
