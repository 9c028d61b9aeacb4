//! The relocations that kernels need, from the RISC-V ELF psABI, "Relocations".

use std::collections::HashMap;

use ::object::{
    Object as _, ObjectSection as _, ObjectSymbol as _, Relocation, RelocationFlags,
    RelocationTarget, SymbolSection,
};

use super::{ObjectError, Sections, address_in, malformed, symbol_name};

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
/// Padding that a relaxing linker is to shorten: the offsets around it are not final.
pub(super) const R_RISCV_ALIGN: u32 = 43;
/// A permission to relax, which we do not use.
const R_RISCV_RELAX: u32 = 51;

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
        if relocation.has_implicit_addend() || kind == R_RISCV_ALIGN {
            return Err(unsupported());
        }
        let place = address_in(segment, offset).ok_or_else(|| {
            let section = segment.section.clone();
            ObjectError::RelocationOutside { section, offset }
        })?;
        let symbol = target(file, sections, &relocation)?.ok_or_else(unsupported)?;
        let value = symbol.wrapping_add(relocation.addend() as u64);
        let value = if xlen == 32 { value & 0xffff_ffff } else { value };
        patches.push(Patch { kind, offset, place, value });
    }
    Ok(patches)
}

/// The address of a relocation's symbol; `None` when it refers to something else.
fn target(
    file: &::object::File<'_>,
    sections: &Sections,
    relocation: &Relocation,
) -> Result<Option<u64>, ObjectError> {
    let RelocationTarget::Symbol(index) = relocation.target() else { return Ok(None) };
    let symbol = file.symbol_by_index(index).map_err(malformed)?;
    let name = || symbol_name(&symbol);
    match symbol.section() {
        SymbolSection::Absolute => Ok(Some(symbol.address())),
        SymbolSection::Section(index) => {
            // A section that is not loaded has no address.
            let Some(segment) = sections.get(index) else {
                return Err(ObjectError::UndefinedSymbol(name()?));
            };
            match address_in(segment, symbol.address()) {
                Some(address) => Ok(Some(address)),
                None => Err(ObjectError::SymbolOutside(name()?)),
            }
        }
        _ => Err(ObjectError::UndefinedSymbol(name()?)),
    }
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
            R_RISCV_BRANCH => {
                let distance = self.distance(relative, 12)?;
                self.instruction(0, 0x01ff_f07f, branch_bits(distance))?;
            }
            R_RISCV_JAL => {
                let distance = self.distance(relative, 20)?;
                self.instruction(0, 0x0000_0fff, jump_bits(distance))?;
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

fn branch_bits(distance: u32) -> u32 {
    let bit = |from: u32, count: u32, to: u32| (distance >> from & ((1 << count) - 1)) << to;
    bit(12, 1, 31) | bit(5, 6, 25) | bit(1, 4, 8) | bit(11, 1, 7)
}

fn jump_bits(distance: u32) -> u32 {
    let bit = |from: u32, count: u32, to: u32| (distance >> from & ((1 << count) - 1)) << to;
    bit(20, 1, 31) | bit(1, 10, 21) | bit(11, 1, 20) | bit(12, 8, 12)
}

fn low_i_bits(value: i64) -> u32 {
    (value as u32) << 20
}

fn low_s_bits(value: i64) -> u32 {
    (value as u32 & 0xfe0) << 20 | (value as u32 & 0x1f) << 7
}
