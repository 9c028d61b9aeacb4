//! The few x86-64 instructions that blocks are made of.
//!
//! Encodings are those of the processor manuals: an optional REX prefix, the opcode, a ModRM byte, maybe a SIB byte and
//! a displacement, maybe an immediate.

mod vector;

pub(super) use vector::{Scaled, Vector};

/// A general-purpose register of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Host(pub(super) u8);

pub(super) const RAX: Host = Host(0);
pub(super) const RCX: Host = Host(1);
pub(super) const RDX: Host = Host(2);
pub(super) const RBX: Host = Host(3);
pub(super) const RSP: Host = Host(4);
pub(super) const RBP: Host = Host(5);
pub(super) const RSI: Host = Host(6);
pub(super) const RDI: Host = Host(7);
/// Points into the log of traced code.
pub(super) const R15: Host = Host(15);

/// A place in memory: a register and a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) base: Host,
    pub(super) at: i32,
}

/// A register or a place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Host(Host),
    Place(Place),
}

impl From<Host> for Operand {
    fn from(host: Host) -> Self {
        Self::Host(host)
    }
}

impl From<Place> for Operand {
    fn from(place: Place) -> Self {
        Self::Place(place)
    }
}

/// How many bits an instruction works on. The upper half of a 32-bit result is cleared by the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    W32,
    W64,
}

/// Two-operand arithmetic, by the number that its encodings share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alu {
    Add = 0,
    Or = 1,
    And = 4,
    Sub = 5,
    Xor = 6,
    Cmp = 7,
}

/// Shifts and rotations, by the number that their encodings share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Rol = 0,
    Ror = 1,
    Shl = 4,
    Shr = 5,
    Sar = 7,
}

/// Conditions, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Below = 2,
    NotBelow = 3,
    Equal = 4,
    NotEqual = 5,
    Negative = 8,
    Less = 12,
    NotLess = 13,
}

/// A load's size and what happens to the bits above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extend {
    Zero8,
    Zero16,
    Sign8,
    Sign16,
    Sign32,
}

/// A jump whose target is not known yet: where its 32-bit displacement is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump(usize);

/// Code under construction.
#[derive(Debug, Default)]
pub(super) struct Asm {
    pub(super) code: Vec<u8>,
}

impl Asm {
    fn byte(&mut self, byte: u8) {
        self.code.push(byte);
    }

    fn int(&mut self, value: i32) {
        self.code.extend(value.to_le_bytes());
    }

    /// Prefix, opcode bytes and operands; `byte_register`: the operands name 8-bit registers.
    fn emit(&mut self, width: Width, opcode: &[u8], reg: u8, rm: Operand, byte_register: bool) {
        let high = match rm {
            Operand::Host(host) => host.0 >> 3,
            Operand::Place(place) => place.base.0 >> 3,
        };
        let rex = u8::from(width == Width::W64) << 3 | (reg >> 3) << 2 | high;
        let needs = |number: u8| byte_register && (4..8).contains(&number);
        let low_byte = needs(reg) || matches!(rm, Operand::Host(host) if needs(host.0));
        // A mandatory prefix stands before REX.
        let (prefix, opcode) = match opcode {
            [0xf3 | 0xf2 | 0x66, rest @ ..] => (Some(opcode[0]), rest),
            _ => (None, opcode),
        };
        self.code.extend(prefix);
        if rex != 0 || low_byte {
            self.byte(0x40 | rex);
        }
        self.code.extend(opcode);
        let reg = (reg & 7) << 3;
        match rm {
            Operand::Host(host) => self.byte(0xc0 | reg | host.0 & 7),
            Operand::Place(Place { base, at }) => {
                let short = i8::try_from(at);
                self.byte(if short.is_ok() { 0x40 } else { 0x80 } | reg | base.0 & 7);
                if base.0 & 7 == RSP.0 {
                    self.byte(0x24);
                }
                match short {
                    Ok(at) => self.byte(at as u8),
                    Err(_) => self.int(at),
                }
            }
        }
    }

    pub(super) fn mov(&mut self, width: Width, to: Host, from: impl Into<Operand>) {
        self.emit(width, &[0x8b], to.0, from.into(), false);
    }

    /// Stores the low `size` bytes.
    pub(super) fn store(&mut self, size: u8, to: Place, from: Host) {
        let (width, opcode): (_, &[u8]) = match size {
            1 => (Width::W32, &[0x88]),
            2 => (Width::W32, &[0x66, 0x89]),
            4 => (Width::W32, &[0x89]),
            _ => (Width::W64, &[0x89]),
        };
        self.emit(width, opcode, from.0, to.into(), size == 1);
    }

    /// Stores a sign-extended constant of 64 bits.
    pub(super) fn store_constant(&mut self, to: Place, value: i32) {
        self.emit(Width::W64, &[0xc7], 0, to.into(), false);
        self.int(value);
    }

    /// Stores a constant of 32 bits.
    pub(super) fn store_word(&mut self, to: Place, value: i32) {
        self.emit(Width::W32, &[0xc7], 0, to.into(), false);
        self.int(value);
    }

    /// Loads any constant in the shortest way.
    pub(super) fn constant(&mut self, to: Host, value: i64) {
        if let Ok(value) = u32::try_from(value) {
            self.code.extend((to.0 >> 3 != 0).then_some(0x41));
            self.byte(0xb8 | to.0 & 7);
            self.int(value as i32);
        } else if let Ok(value) = i32::try_from(value) {
            self.emit(Width::W64, &[0xc7], 0, to.into(), false);
            self.int(value);
        } else {
            self.byte(0x48 | to.0 >> 3);
            self.byte(0xb8 | to.0 & 7);
            self.code.extend(value.to_le_bytes());
        }
    }

    pub(super) fn extend(&mut self, extend: Extend, to: Host, from: impl Into<Operand>) {
        let (width, opcode): (_, &[u8]) = match extend {
            Extend::Zero8 => (Width::W32, &[0x0f, 0xb6]),
            Extend::Zero16 => (Width::W32, &[0x0f, 0xb7]),
            Extend::Sign8 => (Width::W64, &[0x0f, 0xbe]),
            Extend::Sign16 => (Width::W64, &[0x0f, 0xbf]),
            Extend::Sign32 => (Width::W64, &[0x63]),
        };
        let bytes = matches!(extend, Extend::Zero8 | Extend::Sign8);
        // The destination is a whole register; only a byte source asks for the prefix, which is harmless otherwise.
        self.emit(width, opcode, to.0, from.into(), bytes);
    }

    pub(super) fn alu(&mut self, alu: Alu, width: Width, to: Host, from: impl Into<Operand>) {
        self.emit(width, &[(alu as u8) << 3 | 3], to.0, from.into(), false);
    }

    pub(super) fn alu_constant(
        &mut self,
        alu: Alu,
        width: Width,
        to: impl Into<Operand>,
        value: i32,
    ) {
        match i8::try_from(value) {
            Ok(value) => {
                self.emit(width, &[0x83], alu as u8, to.into(), false);
                self.byte(value as u8);
            }
            Err(_) => {
                self.emit(width, &[0x81], alu as u8, to.into(), false);
                self.int(value);
            }
        }
    }

    pub(super) fn test(&mut self, width: Width, a: Host, b: Host) {
        self.emit(width, &[0x85], b.0, a.into(), false);
    }

    pub(super) fn test_constant(&mut self, a: Host, value: i32) {
        self.emit(Width::W32, &[0xf7], 0, a.into(), false);
        self.int(value);
    }

    /// Compares a byte in memory with zero.
    pub(super) fn is_zero_byte(&mut self, at: Place) {
        self.emit(Width::W32, &[0x80], 7, at.into(), false);
        self.byte(0);
    }

    pub(super) fn shift(&mut self, shift: Shift, width: Width, to: Host, amount: u8) {
        self.emit(width, &[0xc1], shift as u8, to.into(), false);
        self.byte(amount);
    }

    /// Shifts by the low 5 or 6 bits of `rcx`.
    pub(super) fn shift_by_rcx(&mut self, shift: Shift, width: Width, to: Host) {
        self.emit(width, &[0xd3], shift as u8, to.into(), false);
    }

    pub(super) fn not(&mut self, width: Width, to: Host) {
        self.emit(width, &[0xf7], 2, to.into(), false);
    }

    pub(super) fn multiply(&mut self, width: Width, to: Host, by: impl Into<Operand>) {
        self.emit(width, &[0x0f, 0xaf], to.0, by.into(), false);
    }

    /// `rdx:rax = rax * by`.
    pub(super) fn multiply_wide(&mut self, signed: bool, width: Width, by: impl Into<Operand>) {
        self.emit(width, &[0xf7], if signed { 5 } else { 4 }, by.into(), false);
    }

    pub(super) fn swap_bytes(&mut self, width: Width, to: Host) {
        self.byte(0x40 | u8::from(width == Width::W64) << 3 | to.0 >> 3);
        self.byte(0x0f);
        self.byte(0xc8 | to.0 & 7);
    }

    pub(super) fn lea(&mut self, width: Width, to: Host, from: Place) {
        self.emit(width, &[0x8d], to.0, from.into(), false);
    }

    /// `to = a + (b << scale)`; `b` is not `rsp`.
    pub(super) fn lea_scaled(&mut self, to: Host, a: Host, b: Host, scale: u8) {
        self.byte(0x48 | (to.0 >> 3) << 2 | (b.0 >> 3) << 1 | a.0 >> 3);
        self.byte(0x8d);
        // A displacement of no bits would mean no base for rbp and r13.
        self.byte(0x44 | (to.0 & 7) << 3);
        self.byte(scale << 6 | (b.0 & 7) << 3 | a.0 & 7);
        self.byte(0);
    }

    /// `to = condition ? 1 : 0`; the flags are kept.
    pub(super) fn set(&mut self, condition: Condition, to: Host) {
        self.emit(Width::W32, &[0x0f, 0x90 | condition as u8], 0, to.into(), true);
        self.emit(Width::W32, &[0x0f, 0xb6], to.0, to.into(), true);
    }

    pub(super) fn move_if(
        &mut self,
        condition: Condition,
        width: Width,
        to: Host,
        from: impl Into<Operand>,
    ) {
        self.emit(width, &[0x0f, 0x40 | condition as u8], to.0, from.into(), false);
    }

    pub(super) fn jump_if(&mut self, condition: Condition) -> Jump {
        self.byte(0x0f);
        self.byte(0x80 | condition as u8);
        self.int(0);
        Jump(self.code.len() - 4)
    }

    /// Jumps to the address that is kept at `at`.
    pub(super) fn jump_through(&mut self, at: Place) {
        self.emit(Width::W32, &[0xff], 4, at.into(), false);
    }

    pub(super) fn jump_to(&mut self, to: Host) {
        self.emit(Width::W32, &[0xff], 4, to.into(), false);
    }

    pub(super) fn push(&mut self, host: Host) {
        self.code.extend((host.0 >> 3 != 0).then_some(0x41));
        self.byte(0x50 | host.0 & 7);
    }

    pub(super) fn pop(&mut self, host: Host) {
        self.code.extend((host.0 >> 3 != 0).then_some(0x41));
        self.byte(0x58 | host.0 & 7);
    }

    pub(super) fn ret(&mut self) {
        self.byte(0xc3);
    }

    /// Lets `jump` go to the instruction that comes next.
    pub(super) fn lands_here(&mut self, jump: Jump) {
        // Code of one block is far below 2 GiB.
        let distance = (self.code.len() - (jump.0 + 4)) as i32;
        self.code[jump.0..jump.0 + 4].copy_from_slice(&distance.to_le_bytes());
    }
}

#[cfg(test)]
mod tests;
