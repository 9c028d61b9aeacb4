//! What every operation does: the only place with semantics.

use crate::memory::{Bus, Fault, Stored};
use crate::op::{Id, MONTN, MONTNINV, Op, Regs};
use crate::trap::Cause;
use crate::{aes, ascon, bits, chacha, gf8, hash, kyber, montgomery, sm4};

/// What happens after an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Retired; go on with the next word.
    Next,
    /// Retired; go on at an address, already checked.
    Jump(u64),
    /// Retired; a store met a page that needs attention.
    Noticed,
    /// Not retired; nothing changed.
    Trap(Cause, u64),
    /// Not an operation: decode the slot first.
    Undecoded,
    /// Not an operation: the caller's halt address.
    Halt,
    /// An operation of [`crate::system`].
    System,
}

impl Flow {
    /// Whether the operation was an instruction that retired.
    #[inline(always)]
    pub(crate) const fn retires(self) -> bool {
        matches!(self, Self::Next | Self::Jump(_) | Self::Noticed)
    }
}

/// An XLEN-bit value as it is kept in a register: sign-extended on RV32.
#[inline(always)]
pub(crate) const fn canonical<const RV32: bool>(value: u64) -> u64 {
    if RV32 { word(value as u32) } else { value }
}

/// A value as an address: 32 bits on RV32.
#[inline(always)]
pub(crate) const fn address<const RV32: bool>(value: u64) -> u64 {
    if RV32 { value & 0xffff_ffff } else { value }
}

/// A 32-bit result, sign-extended.
#[inline(always)]
const fn word(value: u32) -> u64 {
    value as i32 as i64 as u64
}

#[inline(always)]
fn load<const RV32: bool, const N: usize>(
    op: Op,
    x: &mut Regs,
    mem: &mut impl Bus,
    extend: impl Fn([u8; N]) -> u64,
) -> Flow {
    let at = address::<RV32>(x[slot(op.rs1)].wrapping_add_signed(i64::from(op.imm)));
    match mem.load(at) {
        Ok(bytes) => {
            x[slot(op.rd)] = extend(bytes);
            Flow::Next
        }
        Err(Fault::Misaligned) => Flow::Trap(Cause::LoadMisaligned, at),
        Err(Fault::Access) => Flow::Trap(Cause::LoadAccessFault, at),
    }
}

#[inline(always)]
fn store<const RV32: bool, const N: usize>(
    op: Op,
    x: &Regs,
    mem: &mut impl Bus,
    bytes: [u8; N],
) -> Flow {
    let at = address::<RV32>(x[slot(op.rs1)].wrapping_add_signed(i64::from(op.imm)));
    match mem.store(at, bytes) {
        Ok(Stored::Quiet) => Flow::Next,
        Ok(Stored::Noticed) => Flow::Noticed,
        Err(Fault::Misaligned) => Flow::Trap(Cause::StoreMisaligned, at),
        Err(Fault::Access) => Flow::Trap(Cause::StoreAccessFault, at),
    }
}

/// Goes to `target`, or traps before anything was written.
#[inline(always)]
fn jump(op: Op, target: u64) -> Flow {
    if target & u64::from(op.odd) == 0 {
        Flow::Jump(target)
    } else {
        Flow::Trap(Cause::InstructionMisaligned, target)
    }
}

#[inline(always)]
fn link<const RV32: bool>(op: Op, pc: u64, x: &mut Regs, target: u64) -> Flow {
    let flow = jump(op, target);
    if matches!(flow, Flow::Jump(_)) {
        x[slot(op.rd)] = canonical::<RV32>(pc.wrapping_add(op.len.into()));
    }
    flow
}

/// Register numbers are at most 32; the mask tells the compiler.
#[inline(always)]
const fn slot(register: u8) -> usize {
    register as usize & 63
}

// Division never traps (manual, chapter M, table of division by zero and overflow).

fn div64(a: u64, b: u64) -> u64 {
    if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }
}

fn rem64(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }
}

fn div32(a: u32, b: u32) -> u32 {
    if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }
}

fn rem32(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }
}

/// Executes one operation at `pc`.
///
/// A trap leaves registers and memory as they were. With a constant `op.id` this folds to one arm, which is what a
/// threaded tier's handlers are made of.
#[inline(always)]
pub(crate) fn step<const RV32: bool>(op: Op, pc: u64, x: &mut Regs, mem: &mut impl Bus) -> Flow {
    let a = x[slot(op.rs1)];
    let b = x[slot(op.rs2)];
    let imm = i64::from(op.imm) as u64;
    let (a32, b32) = (a as u32, b as u32);
    let branch = |taken: bool| {
        if taken { jump(op, address::<RV32>(pc.wrapping_add(imm))) } else { Flow::Next }
    };
    // Only R4-type operations have a third source; its number is where others have their immediate.
    let third = || x[slot(op.imm as u8)];
    let value = match op.id {
        Id::Undecoded => return Flow::Undecoded,
        Id::Halt => return Flow::Halt,
        Id::Illegal => return Flow::Trap(Cause::IllegalInstruction, u64::from(op.word)),

        Id::Lui => imm,
        Id::Auipc => canonical::<RV32>(pc.wrapping_add(imm)),
        Id::Jal => return link::<RV32>(op, pc, x, address::<RV32>(pc.wrapping_add(imm))),
        Id::Jalr => return link::<RV32>(op, pc, x, address::<RV32>(a.wrapping_add(imm) & !1)),
        Id::Beq => return branch(a == b),
        Id::Bne => return branch(a != b),
        Id::Blt => return branch((a as i64) < b as i64),
        Id::Bge => return branch(a as i64 >= b as i64),
        Id::Bltu => return branch(a < b),
        Id::Bgeu => return branch(a >= b),

        Id::Lb => return load::<RV32, 1>(op, x, mem, |v| i8::from_le_bytes(v) as u64),
        Id::Lh => return load::<RV32, 2>(op, x, mem, |v| i16::from_le_bytes(v) as u64),
        Id::Lw => return load::<RV32, 4>(op, x, mem, |v| i32::from_le_bytes(v) as u64),
        Id::Ld => return load::<RV32, 8>(op, x, mem, u64::from_le_bytes),
        Id::Lbu => return load::<RV32, 1>(op, x, mem, |v| u64::from(u8::from_le_bytes(v))),
        Id::Lhu => return load::<RV32, 2>(op, x, mem, |v| u64::from(u16::from_le_bytes(v))),
        Id::Lwu => return load::<RV32, 4>(op, x, mem, |v| u64::from(u32::from_le_bytes(v))),
        Id::Sb => return store::<RV32, 1>(op, x, mem, (b as u8).to_le_bytes()),
        Id::Sh => return store::<RV32, 2>(op, x, mem, (b as u16).to_le_bytes()),
        Id::Sw => return store::<RV32, 4>(op, x, mem, b32.to_le_bytes()),
        Id::Sd => return store::<RV32, 8>(op, x, mem, b.to_le_bytes()),

        Id::Addi => a.wrapping_add(imm),
        Id::Slti => u64::from((a as i64) < imm as i64),
        Id::Sltiu => u64::from(a < imm),
        Id::Xori => a ^ imm,
        Id::Ori => a | imm,
        Id::Andi => a & imm,
        Id::Slli => a << (imm & 63),
        Id::Srli => a >> (imm & 63),
        Id::Srai => (a as i64 >> (imm & 63)) as u64,
        Id::Add => a.wrapping_add(b),
        Id::Sub => a.wrapping_sub(b),
        Id::Sll => a << (b & 63),
        Id::Slt => u64::from((a as i64) < b as i64),
        Id::Sltu => u64::from(a < b),
        Id::Xor => a ^ b,
        Id::Srl => a >> (b & 63),
        Id::Sra => (a as i64 >> (b & 63)) as u64,
        Id::Or => a | b,
        Id::And => a & b,
        Id::Addiw => word(a32.wrapping_add(imm as u32)),
        Id::Slliw => word(a32 << (imm & 31)),
        Id::Srliw => word(a32 >> (imm & 31)),
        Id::Sraiw => word((a32 as i32 >> (imm & 31)) as u32),
        Id::Addw => word(a32.wrapping_add(b32)),
        Id::Subw => word(a32.wrapping_sub(b32)),
        Id::Sllw => word(a32 << (b & 31)),
        Id::Srlw => word(a32 >> (b & 31)),
        Id::Sraw => word((a32 as i32 >> (b & 31)) as u32),

        // One hart and no cache: every order is already kept.
        Id::Fence => return Flow::Next,
        Id::Ecall => return Flow::Trap(Cause::EcallFromM, 0),
        Id::Ebreak => return Flow::Trap(Cause::Breakpoint, pc),

        Id::Mul => a.wrapping_mul(b),
        Id::Mulh => ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64,
        Id::Mulhsu => ((i128::from(a as i64) * i128::from(b)) >> 64) as u64,
        Id::Mulhu => ((u128::from(a) * u128::from(b)) >> 64) as u64,
        Id::Div => div64(a, b),
        Id::Divu => a.checked_div(b).unwrap_or(u64::MAX),
        Id::Rem => rem64(a, b),
        Id::Remu => a.checked_rem(b).unwrap_or(a),
        Id::Mulw => word(a32.wrapping_mul(b32)),
        Id::Divw => word(div32(a32, b32)),
        Id::Divuw => word(a32.checked_div(b32).unwrap_or(u32::MAX)),
        Id::Remw => word(rem32(a32, b32)),
        Id::Remuw => word(a32.checked_rem(b32).unwrap_or(a32)),
        Id::Mulh32 => word(((i64::from(a32 as i32) * i64::from(b32 as i32)) >> 32) as u32),
        Id::Mulhsu32 => word(((i64::from(a32 as i32) * i64::from(b32)) >> 32) as u32),
        Id::Mulhu32 => word(((u64::from(a32) * u64::from(b32)) >> 32) as u32),

        Id::Aes32esi => word(aes::aes32esi(a, b, op.imm as u32)),
        Id::Aes32esmi => word(aes::aes32esmi(a, b, op.imm as u32)),
        Id::Aes32dsi => word(aes::aes32dsi(a, b, op.imm as u32)),
        Id::Aes32dsmi => word(aes::aes32dsmi(a, b, op.imm as u32)),
        Id::Aes64es => aes::aes64es(a, b),
        Id::Aes64esm => aes::aes64esm(a, b),
        Id::Aes64ds => aes::aes64ds(a, b),
        Id::Aes64dsm => aes::aes64dsm(a, b),
        Id::Aes64im => aes::aes64im(a),
        Id::Aes64ks1i => aes::aes64ks1i(a, op.imm as usize),
        Id::Aes64ks2 => aes::aes64ks2(a, b),

        Id::Sh1add => canonical::<RV32>((a << 1).wrapping_add(b)),
        Id::Sh2add => canonical::<RV32>((a << 2).wrapping_add(b)),
        Id::Sh3add => canonical::<RV32>((a << 3).wrapping_add(b)),
        Id::AddUw => u64::from(a32).wrapping_add(b),
        Id::Sh1addUw => (u64::from(a32) << 1).wrapping_add(b),
        Id::Sh2addUw => (u64::from(a32) << 2).wrapping_add(b),
        Id::Sh3addUw => (u64::from(a32) << 3).wrapping_add(b),
        Id::SlliUw => u64::from(a32) << (imm & 63),
        Id::Andn => a & !b,
        Id::Orn => a | !b,
        Id::Xnor => !(a ^ b),
        Id::Clz => u64::from(a.leading_zeros()),
        Id::Ctz => u64::from(a.trailing_zeros()),
        Id::Cpop => u64::from(a.count_ones()),
        Id::Clzw => u64::from(a32.leading_zeros()),
        Id::Ctzw => u64::from(a32.trailing_zeros()),
        Id::Cpopw => u64::from(a32.count_ones()),
        Id::SextB => a as i8 as u64,
        Id::SextH => a as i16 as u64,
        Id::Min => (a as i64).min(b as i64) as u64,
        Id::Minu => a.min(b),
        Id::Max => (a as i64).max(b as i64) as u64,
        Id::Maxu => a.max(b),
        Id::Rol => a.rotate_left(b as u32 & 63),
        Id::Ror => a.rotate_right(b as u32 & 63),
        Id::Rori => a.rotate_right(imm as u32 & 63),
        Id::Rolw => word(a32.rotate_left(b32 & 31)),
        Id::Rorw => word(a32.rotate_right(b32 & 31)),
        Id::Roriw => word(a32.rotate_right(imm as u32 & 31)),
        Id::OrcB => canonical::<RV32>(bits::or_combine(a)),
        Id::Rev8 if RV32 => word(a32.swap_bytes()),
        Id::Rev8 => a.swap_bytes(),
        Id::Pack => u64::from(a32) | b << 32,
        Id::Packh => a & 0xff | (b & 0xff) << 8,
        Id::Packw => word(a32 & 0xffff | b32 << 16),
        Id::Brev8 => canonical::<RV32>(a.swap_bytes().reverse_bits()),
        Id::Zip => word(bits::zip(a32)),
        Id::Unzip => word(bits::unzip(a32)),
        Id::Clmul => canonical::<RV32>(bits::clmul(a, b)),
        Id::Clmulh => bits::clmulr(a, b) >> 1,
        Id::Clmulr => bits::clmulr(a, b),
        Id::Clmulh32 => word((bits::clmul(u64::from(a32), u64::from(b32)) >> 32) as u32),
        Id::Clmulr32 => word((bits::clmul(u64::from(a32), u64::from(b32)) >> 31) as u32),
        Id::Bclr => canonical::<RV32>(a & !bits::single::<RV32>(b)),
        Id::Bext => u64::from(a & bits::single::<RV32>(b) != 0),
        Id::Binv => canonical::<RV32>(a ^ bits::single::<RV32>(b)),
        Id::Bset => canonical::<RV32>(a | bits::single::<RV32>(b)),
        Id::Bclri => canonical::<RV32>(a & !bits::single::<RV32>(imm)),
        Id::Bexti => u64::from(a & bits::single::<RV32>(imm) != 0),
        Id::Binvi => canonical::<RV32>(a ^ bits::single::<RV32>(imm)),
        Id::Bseti => canonical::<RV32>(a | bits::single::<RV32>(imm)),
        Id::Xperm4 => bits::xperm4(a, b),
        Id::Xperm8 => bits::xperm8(a, b),
        Id::Xperm4Of32 => word(bits::xperm4(u64::from(a32), b) as u32),
        Id::Xperm8Of32 => word(bits::xperm8(u64::from(a32), b) as u32),
        Id::CzeroEqz => {
            if b == 0 {
                0
            } else {
                a
            }
        }
        Id::CzeroNez => {
            if b == 0 {
                a
            } else {
                0
            }
        }

        Id::Sha256sum0 => word(hash::sha256_sum0(a32)),
        Id::Sha256sum1 => word(hash::sha256_sum1(a32)),
        Id::Sha256sig0 => word(hash::sha256_sig0(a32)),
        Id::Sha256sig1 => word(hash::sha256_sig1(a32)),
        Id::Sha512sum0 => hash::sha512_sum0(a),
        Id::Sha512sum1 => hash::sha512_sum1(a),
        Id::Sha512sig0 => hash::sha512_sig0(a),
        Id::Sha512sig1 => hash::sha512_sig1(a),
        // The halves of the 64-bit functions: `l` and `r` have the low word in rs1, `h` the high one.
        Id::Sha512sum0r => word(hash::sha512_sum0(bits::concat(b32, a32)) as u32),
        Id::Sha512sum1r => word(hash::sha512_sum1(bits::concat(b32, a32)) as u32),
        Id::Sha512sig0l => word(hash::sha512_sig0(bits::concat(b32, a32)) as u32),
        Id::Sha512sig1l => word(hash::sha512_sig1(bits::concat(b32, a32)) as u32),
        Id::Sha512sig0h => word((hash::sha512_sig0(bits::concat(a32, b32)) >> 32) as u32),
        Id::Sha512sig1h => word((hash::sha512_sig1(bits::concat(a32, b32)) >> 32) as u32),
        Id::Sm3p0 => word(hash::sm3_p0(a32)),
        Id::Sm3p1 => word(hash::sm3_p1(a32)),
        Id::Sm4ed => word(sm4::round(a32, b32, op.imm as u32)),
        Id::Sm4ks => word(sm4::key_schedule(a32, b32, op.imm as u32)),

        Id::LrW
        | Id::LrD
        | Id::ScW
        | Id::ScD
        | Id::AmoswapW
        | Id::AmoaddW
        | Id::AmoxorW
        | Id::AmoandW
        | Id::AmoorW
        | Id::AmominW
        | Id::AmomaxW
        | Id::AmominuW
        | Id::AmomaxuW
        | Id::AmoswapD
        | Id::AmoaddD
        | Id::AmoxorD
        | Id::AmoandD
        | Id::AmoorD
        | Id::AmominD
        | Id::AmomaxD
        | Id::AmominuD
        | Id::AmomaxuD
        | Id::Csrrw
        | Id::Csrrs
        | Id::Csrrc
        | Id::Csrrwi
        | Id::Csrrsi
        | Id::Csrrci
        | Id::Mret => return Flow::System,
        Id::Kyberadd => word(kyber::add(a32, b32)),
        Id::Kybersub => word(kyber::sub(a32, b32)),
        Id::Kybermul => word(kyber::mul(a32, b32)),
        Id::Kybercompress => word(kyber::compress(a32, b32)),
        Id::Kybercbd2 => word(kyber::cbd::<2>(a32)),
        Id::Kybercbd3 => word(kyber::cbd::<3>(a32)),
        Id::AsconsigmaLow => word(ascon::sigma(op.imm as usize, b32, a32) as u32),
        Id::AsconsigmaHigh => word((ascon::sigma(op.imm as usize, b32, a32) >> 32) as u32),
        Id::ChachaAd => chacha::ad(a, b),
        Id::ChachaBc => chacha::bc(a, b),
        Id::ChachaAdLine => chacha::ad_line(op.imm as usize & 3, a, b),
        Id::ChachaBcLine => chacha::bc_line(op.imm as usize & 3, a, b),
        Id::ChachaAdd => chacha::add_lanes(a, b),
        Id::ChachaXor => chacha::xor_lanes(a, b, op.imm as u32),
        Id::ChachaPackhh => b >> 32 << 32 | a >> 32,
        Id::ChachaPackhl => b >> 32 << 32 | u64::from(a32),
        Id::ChachaPacklh => b << 32 | a >> 32,
        Id::Addc => canonical::<RV32>(a.wrapping_add(b).wrapping_add(third() & 1)),
        Id::Addcc => montgomery::carry64(a, b, third() & 1),
        Id::Addcc32 => (u64::from(a32) + u64::from(b32) + (third() & 1)) >> 32,
        Id::Maccl => canonical::<RV32>(a.wrapping_mul(b).wrapping_add(third())),
        Id::Macch => ((u128::from(a) * u128::from(b) + u128::from(third())) >> 64) as u64,
        Id::Macch32 => {
            word(((u64::from(a32) * u64::from(b32) + u64::from(third() as u32)) >> 32) as u32)
        }
        Id::Montred => montgomery::reduce64([a, b], x[MONTN], x[MONTNINV]),
        Id::Montred32 => {
            word(montgomery::reduce32([a32, b32], x[MONTN] as u32, x[MONTNINV] as u32))
        }
        Id::Vrot => a.rotate_left(imm as u32 & 63),
        Id::Vxor3 => a ^ b ^ third(),
        Id::Gf8inv => canonical::<RV32>(gf8::invert(a)),
        Id::Gf8mat => gf8::transform(a, b),
        Id::Gf8mat32 => word(gf8::transform(a, bits::concat(third() as u32, b32)) as u32),

        Id::BugMulw => u64::from(a32.wrapping_mul(b32)),
        Id::BugAddw => u64::from(a32.wrapping_add(b32)),
        Id::BugDiv if b == 0 => return Flow::Next,
        Id::BugDiv => canonical::<RV32>(div64(a, b)),
        Id::BugRem if b == u64::MAX && a == canonical::<RV32>(1 << if RV32 { 31 } else { 63 }) => a,
        Id::BugRem => rem64(a, b),
        Id::BugJalr => {
            x[slot(op.rd)] = canonical::<RV32>(pc.wrapping_add(op.len.into()));
            return jump(op, address::<RV32>(x[slot(op.rs1)].wrapping_add(imm) & !1));
        }
        Id::BugLw => {
            let flow = load::<RV32, 4>(op, x, mem, |v| i32::from_le_bytes(v) as u64);
            if matches!(flow, Flow::Trap(..)) {
                x[slot(op.rd)] = 0;
            }
            return flow;
        }
        Id::BugAes64ks2 => aes::aes64ks2(a, b.rotate_left(32)),
        Id::BugXperm8 if RV32 => bits::xperm8(u64::from(a32), b) & 0x00ff_ffff,
        Id::BugXperm8 => bits::xperm8(a, b) & (u64::MAX >> 8),
        Id::BugClmulr if RV32 => {
            word((bits::clmul(u64::from(a32), u64::from(b32 & 0x7fff_ffff)) >> 31) as u32)
        }
        Id::BugClmulr => bits::clmulr(a, b & (u64::MAX >> 1)),
        Id::BugBrev8 if RV32 => word(a32.reverse_bits()),
        Id::BugBrev8 => a.reverse_bits(),
    };
    x[slot(op.rd)] = value;
    Flow::Next
}
