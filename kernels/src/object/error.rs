//! Why an object cannot be loaded.

use super::MAX_IMAGE_BYTES;

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
    /// An executable or shared library.
    #[error("not a relocatable object (`ld -r` or `as` output), but {0}")]
    NotRelocatable(String),
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
    #[error("undefined symbol `{0}`: a kernel must be complete in its object")]
    UndefinedSymbol(String),
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
    #[error("relocation {kind} at {section}+{offset:#x} is not supported{}",
        if *kind == super::relocate::R_RISCV_ALIGN { ": assemble with relaxation off" } else { "" })]
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
