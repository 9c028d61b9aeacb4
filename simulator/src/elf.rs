//! Programs in ELF files: statically linked, little-endian RISC-V executables.

use std::collections::HashMap;

use object::LittleEndian;
use object::elf::{
    DataEncoding, ELFCLASS32, ELFCLASS64, ELFDATA2LSB, ELFMAG, EM_RISCV, ET_EXEC, FileClass,
    FileHeader32, FileHeader64, PF_R, PF_W, PF_X, PT_LOAD, SHN_UNDEF, SHT_SYMTAB,
};
use object::read::elf::{FileHeader, ProgramHeader, Sym};

use crate::config::Xlen;
use crate::memory::{Access, Memory, MemoryError};

/// Why a file is no program for the simulator. Every variant says what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElfError {
    /// Something else than ELF.
    #[error("not an ELF file: it does not begin with 7f 45 4c 46")]
    NotElf,
    /// The file ends before its headers do.
    #[error("the file is cut off: its {len} bytes end inside the {part}")]
    Truncated {
        /// The part that is incomplete.
        part: &'static str,
        /// Length of the file in bytes.
        len: usize,
    },
    /// Neither 32-bit nor 64-bit.
    #[error("ELF class {found}, expected 1 (32-bit) or 2 (64-bit)")]
    Class {
        /// Byte 4 of the file.
        found: u8,
    },
    /// Big-endian, or nonsense.
    #[error("ELF data encoding {found}, expected 1 (little-endian)")]
    Endianness {
        /// Byte 5 of the file.
        found: u8,
    },
    /// For another processor.
    #[error("ELF machine {found}, expected {EM_RISCV} (RISC-V)")]
    Machine {
        /// The field `e_machine`.
        found: u16,
    },
    /// An object file or a position-independent program, which nobody has relocated.
    #[error("ELF type {found}, expected {ET_EXEC} (executable): link statically, without -pie")]
    Type {
        /// The field `e_type`.
        found: u16,
    },
    /// A segment whose bytes are not in the file.
    #[error("segment {index} has {size:#x} bytes at offset {offset:#x}, but the file has {len:#x}")]
    SegmentBeyondFile {
        /// Index in the program header table.
        index: usize,
        /// Offset in the file.
        offset: u64,
        /// Bytes in the file.
        size: u64,
        /// Length of the file in bytes.
        len: usize,
    },
    /// A segment with more bytes in the file than in memory.
    #[error("segment {index} has {file:#x} bytes in the file, more than its {memory:#x} in memory")]
    SegmentSizes {
        /// Index in the program header table.
        index: usize,
        /// Bytes in the file.
        file: u64,
        /// Bytes in memory.
        memory: u64,
    },
    /// Segments that ask for more memory than a program may have.
    #[error("the segments up to {index} take more than {limit:#x} bytes of memory")]
    TooLarge {
        /// Index of the segment that goes beyond.
        index: usize,
        /// [`Image::LIMIT`].
        limit: u64,
    },
    /// Sections or symbols that cannot be read.
    #[error("the {part} are damaged")]
    Malformed {
        /// The part that is damaged.
        part: &'static str,
        /// What is wrong with it.
        #[source]
        source: object::Error,
    },
}

/// A loadable segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it goes.
    pub addr: u64,
    /// Its first bytes.
    pub bytes: Vec<u8>,
    /// Zero bytes after them.
    pub zero_fill: u64,
    /// What it may be used for.
    pub access: Access,
}

/// A program, read and checked, not yet in any memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    xlen: Xlen,
    entry: u64,
    segments: Vec<Segment>,
    symbols: HashMap<String, u64>,
}

/// Longer names are left out, so that a small file cannot ask for a large table.
const LONGEST_NAME: usize = 255;

impl Image {
    /// Most bytes that the segments of one program may take: 256 MiB.
    pub const LIMIT: u64 = 256 << 20;

    /// Reads an ELF file.
    ///
    /// # Errors
    /// See [`ElfError`]; no content of `bytes` panics or takes more memory than [`Image::LIMIT`] and the file.
    pub fn parse(bytes: &[u8]) -> Result<Self, ElfError> {
        let truncated = ElfError::Truncated { part: "file header", len: bytes.len() };
        if !bytes.starts_with(&ELFMAG[..bytes.len().min(4)]) {
            return Err(ElfError::NotElf);
        }
        let ident = |index: usize| bytes.get(index).copied().ok_or(truncated);
        let class = ident(4)?;
        match DataEncoding(ident(5)?) {
            ELFDATA2LSB => {}
            found => return Err(ElfError::Endianness { found: found.0 }),
        }
        match FileClass(class) {
            ELFCLASS32 => parse::<FileHeader32<LittleEndian>>(bytes, Xlen::Rv32),
            ELFCLASS64 => parse::<FileHeader64<LittleEndian>>(bytes, Xlen::Rv64),
            found => Err(ElfError::Class { found: found.0 }),
        }
    }

    /// The register width the program is for.
    pub const fn xlen(&self) -> Xlen {
        self.xlen
    }

    /// Address of the first instruction.
    pub const fn entry(&self) -> u64 {
        self.entry
    }

    /// The loadable segments, in the order of the file.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The value of a defined symbol. Names longer than 255 bytes are not kept.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.get(name).copied()
    }

    /// Every defined symbol and its value, in no order.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, u64)> {
        self.symbols.iter().map(|(name, &value)| (name.as_str(), value))
    }

    /// Maps the segments and fills them.
    ///
    /// # Errors
    /// When a segment meets another region or the limit; the segments before it stay mapped.
    pub fn load(&self, mem: &mut Memory) -> Result<(), MemoryError> {
        for segment in &self.segments {
            mem.map(segment.addr, segment.bytes.len() as u64 + segment.zero_fill, segment.access)?;
            mem.write_bytes(segment.addr, &segment.bytes)?;
        }
        Ok(())
    }
}

fn parse<Elf: FileHeader<Endian = LittleEndian>>(
    bytes: &[u8],
    xlen: Xlen,
) -> Result<Image, ElfError> {
    let le = LittleEndian;
    let truncated = |part| ElfError::Truncated { part, len: bytes.len() };
    let header = Elf::parse(bytes).map_err(|_| truncated("file header"))?;
    match header.e_machine(le) {
        EM_RISCV => {}
        found => return Err(ElfError::Machine { found: found.0 }),
    }
    match header.e_type(le) {
        ET_EXEC => {}
        found => return Err(ElfError::Type { found: found.0 }),
    }
    let programs = header.program_headers(le, bytes).map_err(|_| truncated("program headers"))?;
    let mut segments = Vec::new();
    let mut room = Image::LIMIT;
    for (index, program) in programs.iter().enumerate() {
        if program.p_type(le) == PT_LOAD && program.p_memsz(le).into() != 0 {
            let memory = program.p_memsz(le).into();
            let too_large = ElfError::TooLarge { index, limit: Image::LIMIT };
            room = room.checked_sub(memory).ok_or(too_large)?;
            segments.push(segment(program, index, bytes)?);
        }
    }
    let symbols = symbols(header, bytes)?;
    Ok(Image { xlen, entry: header.e_entry(le).into(), segments, symbols })
}

fn segment<P: ProgramHeader<Endian = LittleEndian>>(
    program: &P,
    index: usize,
    bytes: &[u8],
) -> Result<Segment, ElfError> {
    let le = LittleEndian;
    let (offset, size) = program.file_range(le);
    let memory = program.p_memsz(le).into();
    let zero_fill =
        memory.checked_sub(size).ok_or(ElfError::SegmentSizes { index, file: size, memory })?;
    let beyond = ElfError::SegmentBeyondFile { index, offset, size, len: bytes.len() };
    let data = program.data(le, bytes).map_err(|()| beyond)?;
    let flags = program.p_flags(le);
    let access = [(PF_R, Access::READ), (PF_W, Access::WRITE), (PF_X, Access::EXEC)]
        .into_iter()
        .filter(|&(flag, _)| flags & flag == flag)
        .fold(Access::NONE, |all, (_, access)| all | access);
    Ok(Segment { addr: program.p_vaddr(le).into(), bytes: data.to_vec(), zero_fill, access })
}

fn symbols<Elf: FileHeader<Endian = LittleEndian>>(
    header: &Elf,
    bytes: &[u8],
) -> Result<HashMap<String, u64>, ElfError> {
    let le = LittleEndian;
    let malformed = |part| move |source| ElfError::Malformed { part, source };
    let sections = header.sections(le, bytes).map_err(malformed("section headers"))?;
    let table = sections.symbols(le, bytes, SHT_SYMTAB).map_err(malformed("symbols"))?;
    let mut symbols = HashMap::new();
    for symbol in table.iter().filter(|symbol| symbol.st_shndx(le) != SHN_UNDEF) {
        let name = symbol.name(le, table.strings()).map_err(malformed("symbol names"))?;
        if !name.is_empty() && name.len() <= LONGEST_NAME {
            symbols.insert(String::from_utf8_lossy(name).into_owned(), symbol.st_value(le).into());
        }
    }
    Ok(symbols)
}
