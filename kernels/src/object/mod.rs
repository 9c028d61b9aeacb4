//! A small loader for RISC-V objects: lays out the sections of a relocatable one and applies its relocations, takes
//! those of a linked program as they are.
//!
//! It replaces a linker for kernels, which are complete in one object: what runs, is proved and is
//! measured is then exactly what the object holds. Source of the relocations: the RISC-V ELF psABI.

mod error;
mod program;
mod relocate;

use std::collections::{BTreeMap, HashMap};

use ::object::{
    Object as _, ObjectKind, ObjectSection as _, ObjectSymbol as _, SectionFlags, SectionIndex,
    SymbolKind, SymbolSection, elf,
};

pub use error::ObjectError;

use crate::near::near;

/// The most that the sections of an object may need together, in bytes.
pub const MAX_IMAGE_BYTES: u64 = 16 << 20;

/// Sections of different permissions never share a page of this size.
pub const PAGE_BYTES: u64 = 4096;

/// An object at its addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// 32 or 64.
    pub xlen: u32,
    /// What is to be in memory: code first, then read-only data, then data. None is empty.
    pub segments: Vec<Segment>,
    /// The named symbols. Of several local ones of one name, the first.
    pub symbols: BTreeMap<String, Symbol>,
    /// What `gp` must hold: a linked program may reach its data by it (psABI, "Global pointer"). Nothing for a
    /// relocatable object, which does not.
    pub global_pointer: Option<u64>,
}

/// A section in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The section's name.
    pub section: String,
    /// Where it starts.
    pub address: u64,
    /// Its bytes, relocated.
    pub bytes: Vec<u8>,
    /// That it holds code.
    pub executable: bool,
    /// That it may be written.
    pub writable: bool,
}

/// A symbol at its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Where it is; the value of an absolute symbol.
    pub address: u64,
    /// Its size in bytes, as the object states it.
    pub size: u64,
    /// That it is a function.
    pub function: bool,
}

impl Linked {
    /// The function of this name.
    ///
    /// # Errors
    /// [`ObjectError::NoSuchFunction`], with the near name.
    pub fn function(&self, name: &str) -> Result<Symbol, ObjectError> {
        let functions = || self.symbols.iter().filter(|(_, symbol)| symbol.function);
        if let Some((_, symbol)) = functions().find(|(other, _)| *other == name) {
            return Ok(*symbol);
        }
        let near = near(name, functions().map(|(other, _)| other.as_str()));
        Err(ObjectError::NoSuchFunction { name: name.to_owned(), near: near.map(str::to_owned) })
    }

    /// The bytes of code, of the whole object.
    pub fn code_bytes(&self) -> usize {
        self.segments.iter().filter(|segment| segment.executable).map(|s| s.bytes.len()).sum()
    }

    /// The bytes of data, constant or not, of the whole object.
    pub fn data_bytes(&self) -> usize {
        self.segments.iter().filter(|segment| !segment.executable).map(|s| s.bytes.len()).sum()
    }
}

/// Lays out the sections of a relocatable object from `base` on and applies its relocations, or takes the sections of
/// a linked program where they are. Either has several functions, which may call each other.
///
/// # Errors
/// [`ObjectError`], for whatever the bytes are; it never panics.
pub fn link(object: &[u8], base: u64) -> Result<Linked, ObjectError> {
    let file = ::object::File::parse(object).map_err(malformed)?;
    let xlen = match file.architecture() {
        ::object::Architecture::Riscv32 if !file.is_64() => 32,
        ::object::Architecture::Riscv64 if file.is_64() => 64,
        other => return Err(ObjectError::WrongMachine(format!("{other:?}"))),
    };
    if !file.is_little_endian() {
        return Err(ObjectError::WrongMachine("big-endian RISC-V".to_owned()));
    }
    let loaded = loaded(&file)?;
    let (sections, symbols, global_pointer) = match file.kind() {
        ObjectKind::Relocatable => {
            let mut sections = lay_out(loaded, base, xlen)?;
            let symbols = symbols(&file, &sections, address_in)?;
            relocate::apply(&file, &mut sections, xlen)?;
            (sections, symbols, None)
        }
        ObjectKind::Executable => {
            let sections = program::place(&file, loaded, xlen)?;
            let symbols = symbols(&file, &sections, program::address_in)?;
            (sections, symbols, program::global_pointer(&file))
        }
        other => return Err(ObjectError::Kind(format!("{other:?}"))),
    };
    let segments = sections.order.into_iter().map(|(_, segment)| segment);
    let segments = segments.filter(|s| !s.bytes.is_empty()).collect();
    Ok(Linked { xlen, segments, symbols, global_pointer })
}

// `object`'s errors carry nothing but their text.
fn malformed(error: ::object::Error) -> ObjectError {
    ObjectError::Malformed(error.to_string())
}

/// The sections that are loaded, at their addresses.
struct Sections {
    order: Vec<(SectionIndex, Segment)>,
    by_index: HashMap<SectionIndex, usize>,
}

impl Sections {
    fn get(&self, index: SectionIndex) -> Option<&Segment> {
        self.by_index.get(&index).map(|at| &self.order[*at].1)
    }
}

/// A section that is loaded, at the address that the file gives it, and its alignment.
type Loaded = (SectionIndex, Segment, u64);

fn loaded(file: &::object::File<'_>) -> Result<Vec<Loaded>, ObjectError> {
    let mut loaded = Vec::new();
    let mut total = 0_u64;
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags, sh_type } = section.flags() else { continue };
        let flag = |flag: elf::SectionFlags| sh_flags.0 & flag.0 != 0;
        let name = String::from_utf8_lossy(section.name_bytes().map_err(malformed)?).into_owned();
        // Unwind tables: nothing reads them here, and their relocations are many.
        if !flag(elf::SHF_ALLOC) || [".eh_frame", ".eh_frame_hdr"].contains(&name.as_str()) {
            continue;
        }
        total = total.saturating_add(section.size());
        if total > MAX_IMAGE_BYTES {
            return Err(ObjectError::TooLarge);
        }
        let size = section.size() as usize;
        let bytes = if sh_type == elf::SHT_NOBITS {
            vec![0; size]
        } else {
            section.data().map_err(malformed)?.to_vec()
        };
        if bytes.len() != size {
            return Err(ObjectError::Malformed(format!("section {name} is cut off")));
        }
        let (executable, writable) = (flag(elf::SHF_EXECINSTR), flag(elf::SHF_WRITE));
        let align = section.align().max(1);
        let address = section.address();
        let segment = Segment { section: name, address, bytes, executable, writable };
        loaded.push((section.index(), segment, align));
    }
    Ok(loaded)
}

fn lay_out(mut loaded: Vec<Loaded>, base: u64, xlen: u32) -> Result<Sections, ObjectError> {
    loaded.sort_by_key(|(_, segment, _)| permission_order(segment));

    let limit = address_limit(xlen);
    let mut sections = Sections { order: Vec::new(), by_index: HashMap::new() };
    let mut next = base;
    for (index, mut segment, align) in loaded {
        let misfit = || ObjectError::Placement { section: segment.section.clone(), base, align };
        if let Some((_, before)) = sections.order.last()
            && permission_order(before) != permission_order(&segment)
        {
            next = next.checked_next_multiple_of(PAGE_BYTES).ok_or_else(misfit)?;
        }
        let first = sections.order.is_empty();
        if !align.is_power_of_two() || (first && !base.is_multiple_of(align)) {
            return Err(misfit());
        }
        let address = next.checked_next_multiple_of(align).ok_or_else(misfit)?;
        let end = address.checked_add(segment.bytes.len() as u64).filter(|end| *end <= limit);
        next = end.ok_or_else(misfit)?;
        segment.address = address;
        sections.by_index.insert(index, sections.order.len());
        sections.order.push((index, segment));
    }
    Ok(sections)
}

/// No address is beyond it.
fn address_limit(xlen: u32) -> u64 {
    if xlen == 32 { 1 << 32 } else { u64::MAX }
}

fn permission_order(segment: &Segment) -> (bool, bool) {
    (!segment.executable, segment.writable)
}

fn symbols(
    file: &::object::File<'_>,
    sections: &Sections,
    address_in: fn(&Segment, u64) -> Option<u64>,
) -> Result<BTreeMap<String, Symbol>, ObjectError> {
    let mut symbols = BTreeMap::new();
    // Globals first: a local symbol of the same name does not hide them.
    for globals in [true, false] {
        for symbol in file.symbols().filter(|symbol| symbol.is_global() == globals) {
            let name = symbol_name(&symbol)?;
            // `$x` and `$d` mark code and data for disassemblers; there are many of each.
            if name.is_empty() || name.starts_with('$') {
                continue;
            }
            let function = symbol.kind() == SymbolKind::Text && is_function(&symbol);
            let address = match symbol.section() {
                SymbolSection::Absolute => symbol.address(),
                SymbolSection::Section(index) => {
                    let Some(segment) = sections.get(index) else { continue };
                    if function && !segment.executable {
                        let section = segment.section.clone();
                        return Err(ObjectError::CodeNotExecutable { symbol: name, section });
                    }
                    address_in(segment, symbol.address())
                        .ok_or_else(|| ObjectError::SymbolOutside(name.clone()))?
                }
                _ => continue,
            };
            let symbol = Symbol { address, size: symbol.size(), function };
            symbols.entry(name).or_insert(symbol);
        }
    }
    Ok(symbols)
}

fn is_function<'data>(symbol: &impl ::object::ObjectSymbol<'data>) -> bool {
    matches!(symbol.flags(), ::object::SymbolFlags::Elf { st_info, .. }
        if st_info.st_type() == elf::STT_FUNC)
}

fn symbol_name<'data>(symbol: &impl ::object::ObjectSymbol<'data>) -> Result<String, ObjectError> {
    Ok(String::from_utf8_lossy(symbol.name_bytes().map_err(malformed)?).into_owned())
}

/// The address of an offset in a section; its end counts as inside.
fn address_in(segment: &Segment, offset: u64) -> Option<u64> {
    (offset <= segment.bytes.len() as u64).then(|| segment.address + offset)
}
