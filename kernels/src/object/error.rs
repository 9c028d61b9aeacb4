//! Why an object cannot be loaded.

use super::MAX_IMAGE_BYTES;
use super::relocate::{POSITION_INDEPENDENT, R_RISCV_ALIGN};

/// An object file that cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectError {
    /// The file is cut off or is no ELF file.
    #[error("not a readable ELF file: {0}")]
    Malformed(String),
    /// Not little-endian RISC-V.
    #[error("not a little-endian RISC-V object: it is for {0}")]
    WrongMachine(String),
    /// A shared library, a position-independent program, a core dump.
    #[error(
        "neither a relocatable object nor a program with fixed addresses, but {0}: link with -static -no-pie"
    )]
    Kind(String),
    /// A program without section headers, or whose sections are not where its program headers load them.
    #[error(
        "section {section} at {address:#x} is not what the program headers load there: link the program again"
    )]
    NotLoaded {
        /// The section.
        section: String,
        /// Its address.
        address: u64,
    },
    /// Two sections of a program at one address.
    #[error("sections {0} and {1} overlap: link the program again")]
    Overlap(String, String),
    /// Nothing to load.
    #[error("no section with code or data, as if the section headers were stripped: keep them")]
    NoSections,
    /// The base address does not suit the sections, or the image does not fit behind it.
    #[error("section {section} does not fit at base {base:#x} with its alignment {align}")]
    Placement {
        /// The section.
        section: String,
        /// The address that was asked for.
        base: u64,
        /// The section's alignment.
        align: u64,
    },
    /// The sections are too big together.
    #[error("the sections need more than {MAX_IMAGE_BYTES} bytes")]
    TooLarge,
    /// A relocation refers to a symbol that the object does not define.
    #[error("undefined symbol `{symbol}`, used by {} at {section}+{offset:#x}: link it in, for example with \
         `riscv64-unknown-elf-gcc -nostdlib -r -o whole.o this.o -lgcc` or, for memcpy and the like, with an object \
         that defines it before -lgcc",
        .function.as_deref().map_or("the object".to_owned(), |function| format!("`{function}`")))]
    UndefinedSymbol {
        /// What is not defined.
        symbol: String,
        /// The function that uses it, when the place is in one.
        function: Option<String>,
        /// The section of the place.
        section: String,
        /// The offset in it.
        offset: u64,
    },
    /// A symbol lies outside its section.
    #[error("symbol `{0}` lies outside its section")]
    SymbolOutside(String),
    /// A function lies in a section that is not executable.
    #[error("function `{symbol}` lies in section {section}, which is not executable")]
    CodeNotExecutable {
        /// The function.
        symbol: String,
        /// Its section.
        section: String,
    },
    /// A function that the caller asked for is not there.
    #[error("no function `{name}` in the object{}",
        .near.as_deref().map(|near| format!(": did you mean `{near}`?")).unwrap_or_default())]
    NoSuchFunction {
        /// What was asked for.
        name: String,
        /// The function that was probably meant.
        near: Option<String>,
    },
    /// A relocation of a kind that kernels do not need.
    #[error("relocation {kind} at {section}+{offset:#x} is not supported{}", remedy(*kind))]
    UnsupportedRelocation {
        /// `r_type` of the ELF relocation.
        kind: u32,
        /// The section.
        section: String,
        /// The offset in it.
        offset: u64,
    },
    /// A relocation that reaches outside its section.
    #[error("relocation at {section}+{offset:#x} lies outside the section")]
    RelocationOutside {
        /// The section.
        section: String,
        /// The offset in it.
        offset: u64,
    },
    /// A value that the instruction cannot hold.
    #[error("relocation at {section}+{offset:#x}: {value:#x} is out of the instruction's reach")]
    OutOfReach {
        /// The section.
        section: String,
        /// The offset in it.
        offset: u64,
        /// The value, sign-extended.
        value: i64,
    },
    /// A low part whose `auipc` has no relocation.
    #[error("relocation at {section}+{offset:#x} refers to no R_RISCV_PCREL_HI20 relocation")]
    NoHighPart {
        /// The section.
        section: String,
        /// The offset in it.
        offset: u64,
    },
}

fn remedy(kind: u32) -> &'static str {
    match kind {
        R_RISCV_ALIGN => ": assemble with relaxation off",
        _ if POSITION_INDEPENDENT.contains(&kind) => {
            ": compile with -fno-pic and without thread-local variables, or link a program"
        }
        _ => "",
    }
}
