//! The relocations that kernels need, from the RISC-V ELF psABI, "Relocations".

use std::collections::HashMap;

use ::object::{
    Object as _, ObjectSection as _, ObjectSymbol as _, Relocation, RelocationFlags,
    RelocationTarget, SectionIndex, SymbolSection,
};

use super::{ObjectError, Sections, address_in, is_function, malformed, symbol_name};

const R_RISCV_NONE: u32 = 0;
const R_RISCV_32: u32 = 1;
const R_RISCV_64: u32 = 2;
const R_RISCV_BRANCH: u32 = 16;
const R_RISCV_JAL: u32 = 17;
const R_RISCV_CALL: u32 = 18;
const R_RISCV_CALL_PLT: u32 = 19;
const R_RISCV_PCREL_HI20: u32 = 23;
const R_RISCV_PCREL_LO12_I: u32 = 24;
const R_RISCV_PCREL_LO12_S: u32 = 25;
const R_RISCV_HI20: u32 = 26;
const R_RISCV_LO12_I: u32 = 27;
const R_RISCV_LO12_S: u32 = 28;
const R_RISCV_ADD8: u32 = 33;
const R_RISCV_ADD16: u32 = 34;
const R_RISCV_ADD32: u32 = 35;
const R_RISCV_ADD64: u32 = 36;
const R_RISCV_SUB8: u32 = 37;
const R_RISCV_SUB16: u32 = 38;
const R_RISCV_SUB32: u32 = 39;
const R_RISCV_SUB64: u32 = 40;
/// Padding that a relaxing linker is to shorten to the alignment that is meant.
pub(super) const R_RISCV_ALIGN: u32 = 43;
const R_RISCV_RVC_BRANCH: u32 = 44;
const R_RISCV_RVC_JUMP: u32 = 45;
/// A permission to relax, which we do not use.
const R_RISCV_RELAX: u32 = 51;
const R_RISCV_SET8: u32 = 54;
const R_RISCV_SET16: u32 = 55;
const R_RISCV_SET32: u32 = 56;
const R_RISCV_32_PCREL: u32 = 57;
const R_RISCV_PLT32: u32 = 59;
/// Of a global offset table, which no loader makes here, and of thread-local storage.
pub(super) const POSITION_INDEPENDENT: [u32; 7] = [20, 21, 22, 29, 30, 31, 32];

/// A relocation with its value computed.
struct Patch {
    kind: u32,
    offset: u64,
    /// Address of the place.
    place: u64,
    /// Symbol + addend, cut to XLEN.
    value: u64,
}

pub(super) fn apply(
    file: &::object::File<'_>,
    sections: &mut Sections,
    xlen: u32,
) -> Result<(), ObjectError> {
    for at in 0..sections.order.len() {
        let patches = patches(file, sections, at, xlen)?;
        // A low part names its auipc, not its target.
        let high_parts: HashMap<u64, i64> = patches
            .iter()
            .filter(|patch| patch.kind == R_RISCV_PCREL_HI20)
            .map(|patch| (patch.place, signed(patch.value.wrapping_sub(patch.place), xlen)))
            .collect();
        let segment = &mut sections.order[at].1;
        for patch in patches {
            let mut place = Place { section: &segment.section, bytes: &mut segment.bytes, patch };
            place.apply(&high_parts, xlen)?;
        }
    }
    Ok(())
}

fn patches(
    file: &::object::File<'_>,
    sections: &Sections,
    at: usize,
    xlen: u32,
) -> Result<Vec<Patch>, ObjectError> {
    let (index, segment) = &sections.order[at];
    let section = file.section_by_index(*index).map_err(malformed)?;
    let mut patches = Vec::new();
    for (offset, relocation) in section.relocations() {
        let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
        let kind = r_type.0;
        if matches!(kind, R_RISCV_NONE | R_RISCV_RELAX) {
            continue;
        }
        let unsupported = || ObjectError::UnsupportedRelocation {
            kind,
            section: segment.section.clone(),
            offset,
        };
        if relocation.has_implicit_addend() {
            return Err(unsupported());
        }
        let place = address_in(segment, offset).ok_or_else(|| {
            let section = segment.section.clone();
            ObjectError::RelocationOutside { section, offset }
        })?;
        if kind == R_RISCV_ALIGN {
            // All of the padding stays, so what is behind it is where it should be only by luck.
            let padding = relocation.addend() as u64;
            let align = padding.saturating_add(1).checked_next_power_of_two();
            let aligned = |align| place.wrapping_add(padding).is_multiple_of(align);
            if align.is_some_and(aligned) {
                continue;
            }
            return Err(unsupported());
        }
        let symbol = match target(file, sections, &relocation)? {
            Target::Address(address) => address,
            Target::Nothing => return Err(unsupported()),
            Target::Undefined(symbol) => {
                let section = segment.section.clone();
                let function = function_at(file, *index, offset)?;
                return Err(ObjectError::UndefinedSymbol { symbol, function, section, offset });
            }
        };
        let value = symbol.wrapping_add(relocation.addend() as u64);
        let value = if xlen == 32 { value & 0xffff_ffff } else { value };
        patches.push(Patch { kind, offset, place, value });
    }
    Ok(patches)
}

/// What a relocation refers to.
enum Target {
    Address(u64),
    /// A symbol that is in no section that is loaded.
    Undefined(String),
    /// No symbol.
    Nothing,
}

fn target(
    file: &::object::File<'_>,
    sections: &Sections,
    relocation: &Relocation,
) -> Result<Target, ObjectError> {
    let RelocationTarget::Symbol(index) = relocation.target() else { return Ok(Target::Nothing) };
    let symbol = file.symbol_by_index(index).map_err(malformed)?;
    let name = || symbol_name(&symbol);
    match symbol.section() {
        SymbolSection::Absolute => Ok(Target::Address(symbol.address())),
        SymbolSection::Section(index) => {
            // A section that is not loaded has no address.
            let Some(segment) = sections.get(index) else {
                return Ok(Target::Undefined(name()?));
            };
            match address_in(segment, symbol.address()) {
                Some(address) => Ok(Target::Address(address)),
                None => Err(ObjectError::SymbolOutside(name()?)),
            }
        }
        _ => Ok(Target::Undefined(name()?)),
    }
}

/// The function with this place in it, the last one that begins at or before it.
fn function_at(
    file: &::object::File<'_>,
    section: SectionIndex,
    offset: u64,
) -> Result<Option<String>, ObjectError> {
    let functions = file.symbols().filter(|symbol| {
        symbol.section_index() == Some(section) && is_function(symbol) && symbol.address() <= offset
    });
    functions
        .max_by_key(object::ObjectSymbol::address)
        .map(|symbol| symbol_name(&symbol))
        .transpose()
}

fn signed(value: u64, xlen: u32) -> i64 {
    if xlen == 32 { i64::from(value as u32 as i32) } else { value as i64 }
}

/// The place of one relocation.
struct Place<'a> {
    section: &'a str,
    bytes: &'a mut [u8],
    patch: Patch,
}

impl Place<'_> {
    fn apply(&mut self, high_parts: &HashMap<u64, i64>, xlen: u32) -> Result<(), ObjectError> {
        let Patch { kind, offset, place, value } = self.patch;
        let absolute = signed(value, xlen);
        let relative = signed(value.wrapping_sub(place), xlen);
        match kind {
            R_RISCV_32 => {
                // RV64: an address below 2^31 or a negative one, as for HI20.
                let word = self.within(absolute, i64::from(i32::MIN), i64::from(u32::MAX))?;
                self.field::<4>()?.copy_from_slice(&(word as u32).to_le_bytes());
            }
            R_RISCV_64 => self.field::<8>()?.copy_from_slice(&value.to_le_bytes()),
            R_RISCV_32_PCREL | R_RISCV_PLT32 => {
                let word = self.within(relative, i64::from(i32::MIN), i64::from(i32::MAX))?;
                self.field::<4>()?.copy_from_slice(&(word as u32).to_le_bytes());
            }
            R_RISCV_ADD8 => self.change::<1>(|old| old.wrapping_add(value))?,
            R_RISCV_ADD16 => self.change::<2>(|old| old.wrapping_add(value))?,
            R_RISCV_ADD32 => self.change::<4>(|old| old.wrapping_add(value))?,
            R_RISCV_ADD64 => self.change::<8>(|old| old.wrapping_add(value))?,
            R_RISCV_SUB8 => self.change::<1>(|old| old.wrapping_sub(value))?,
            R_RISCV_SUB16 => self.change::<2>(|old| old.wrapping_sub(value))?,
            R_RISCV_SUB32 => self.change::<4>(|old| old.wrapping_sub(value))?,
            R_RISCV_SUB64 => self.change::<8>(|old| old.wrapping_sub(value))?,
            R_RISCV_SET8 => self.change::<1>(|_| value)?,
            R_RISCV_SET16 => self.change::<2>(|_| value)?,
            R_RISCV_SET32 => self.change::<4>(|_| value)?,
            R_RISCV_BRANCH => {
                let distance = self.distance(relative, 12)?;
                self.instruction(0, 0x01ff_f07f, branch_bits(distance))?;
            }
            R_RISCV_JAL => {
                let distance = self.distance(relative, 20)?;
                self.instruction(0, 0x0000_0fff, jump_bits(distance))?;
            }
            R_RISCV_RVC_BRANCH => {
                let distance = self.distance(relative, 8)?;
                self.compressed(0xe383, compressed_branch_bits(distance))?;
            }
            R_RISCV_RVC_JUMP => {
                let distance = self.distance(relative, 11)?;
                self.compressed(0xe003, compressed_jump_bits(distance))?;
            }
            R_RISCV_CALL | R_RISCV_CALL_PLT => {
                self.high(relative, xlen)?;
                self.instruction(4, 0x000f_ffff, low_i_bits(relative))?;
            }
            R_RISCV_PCREL_HI20 => self.high(relative, xlen)?,
            R_RISCV_HI20 => self.high(absolute, xlen)?,
            R_RISCV_LO12_I => self.instruction(0, 0x000f_ffff, low_i_bits(absolute))?,
            R_RISCV_LO12_S => self.instruction(0, 0x01ff_f07f, low_s_bits(absolute))?,
            R_RISCV_PCREL_LO12_I | R_RISCV_PCREL_LO12_S => {
                let section = || self.section.to_owned();
                let whole = *high_parts
                    .get(&value)
                    .ok_or_else(|| ObjectError::NoHighPart { section: section(), offset })?;
                if kind == R_RISCV_PCREL_LO12_I {
                    self.instruction(0, 0x000f_ffff, low_i_bits(whole))?;
                } else {
                    self.instruction(0, 0x01ff_f07f, low_s_bits(whole))?;
                }
            }
            _ => {
                let section = self.section.to_owned();
                return Err(ObjectError::UnsupportedRelocation { kind, section, offset });
            }
        }
        Ok(())
    }

    /// The upper 20 bits for `lui` or `auipc`, rounded for the signed low part that is added.
    fn high(&mut self, value: i64, xlen: u32) -> Result<(), ObjectError> {
        let rounded = value.wrapping_add(0x800);
        if xlen == 64 {
            self.within(rounded, i64::from(i32::MIN), i64::from(i32::MAX))?;
        }
        self.instruction(0, 0x0000_0fff, rounded as u32 & 0xffff_f000)
    }

    /// A distance in bytes that must be even and fit `bits` + 1 signed bits.
    fn distance(&self, value: i64, bits: u32) -> Result<u32, ObjectError> {
        if value & 1 != 0 {
            return Err(self.out_of_reach(value));
        }
        Ok(self.within(value, -(1 << bits), (1 << bits) - 1)? as u32)
    }

    fn within(&self, value: i64, low: i64, high: i64) -> Result<i64, ObjectError> {
        if (low..=high).contains(&value) { Ok(value) } else { Err(self.out_of_reach(value)) }
    }

    fn out_of_reach(&self, value: i64) -> ObjectError {
        let section = self.section.to_owned();
        ObjectError::OutOfReach { section, offset: self.patch.offset, value }
    }

    /// Keeps the bits of `keep` of the instruction `skip` bytes on, and sets `bits` in the others.
    fn instruction(&mut self, skip: u64, keep: u32, bits: u32) -> Result<(), ObjectError> {
        let field = self.field_at::<4>(skip)?;
        let word = u32::from_le_bytes(*field) & keep | bits;
        *field = word.to_le_bytes();
        Ok(())
    }

    /// The same on a compressed instruction.
    fn compressed(&mut self, keep: u16, bits: u16) -> Result<(), ObjectError> {
        let field = self.field::<2>()?;
        *field = (u16::from_le_bytes(*field) & keep | bits).to_le_bytes();
        Ok(())
    }

    /// A number of `N` bytes in place of the one that is there.
    fn change<const N: usize>(&mut self, new: impl Fn(u64) -> u64) -> Result<(), ObjectError> {
        let field = self.field::<N>()?;
        let mut old = [0; 8];
        old[..N].copy_from_slice(field);
        field.copy_from_slice(&new(u64::from_le_bytes(old)).to_le_bytes()[..N]);
        Ok(())
    }

    fn field<const N: usize>(&mut self) -> Result<&mut [u8; N], ObjectError> {
        self.field_at(0)
    }

    fn field_at<const N: usize>(&mut self, skip: u64) -> Result<&mut [u8; N], ObjectError> {
        let offset = self.patch.offset;
        // `patches` has checked that `offset` lies in the section, which is below 16 MiB.
        let start = (offset + skip) as usize;
        self.bytes.get_mut(start..).and_then(<[u8]>::first_chunk_mut).ok_or_else(|| {
            ObjectError::RelocationOutside { section: self.section.to_owned(), offset }
        })
    }
}

/// `count` bits of a distance from bit `from` on, moved to bit `to` of an instruction.
fn bits(distance: u32) -> impl Fn(u32, u32, u32) -> u32 {
    move |from, count, to| (distance >> from & ((1 << count) - 1)) << to
}

fn branch_bits(distance: u32) -> u32 {
    let bit = bits(distance);
    bit(12, 1, 31) | bit(5, 6, 25) | bit(1, 4, 8) | bit(11, 1, 7)
}

fn jump_bits(distance: u32) -> u32 {
    let bit = bits(distance);
    bit(20, 1, 31) | bit(1, 10, 21) | bit(11, 1, 20) | bit(12, 8, 12)
}

/// Format CB.
fn compressed_branch_bits(distance: u32) -> u16 {
    let bit = bits(distance);
    (bit(8, 1, 12) | bit(3, 2, 10) | bit(6, 2, 5) | bit(1, 2, 3) | bit(5, 1, 2)) as u16
}

/// Format CJ.
fn compressed_jump_bits(distance: u32) -> u16 {
    let bit = bits(distance);
    let high = bit(11, 1, 12) | bit(4, 1, 11) | bit(8, 2, 9) | bit(10, 1, 8);
    (high | bit(6, 1, 7) | bit(7, 1, 6) | bit(1, 3, 3) | bit(5, 1, 2)) as u16
}

fn low_i_bits(value: i64) -> u32 {
    (value as u32) << 20
}

fn low_s_bits(value: i64) -> u32 {
    (value as u32 & 0xfe0) << 20 | (value as u32 & 0x1f) << 7
}
