//! Why something cannot be certified.

use kernels::manifest::ManifestError;
use kernels::object::ObjectError;
use semantics::isa::IsaError;

use crate::vectors::Suite;

/// Why an object and its manifest cannot be certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The manifest is wrong.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The object cannot be loaded, or lacks a function.
    #[error("{id}: {error}")]
    Object {
        /// The subject.
        id: String,
        /// What is wrong.
        #[source]
        error: ObjectError,
    },
    /// An ISA string that cannot be used.
    #[error("{id}: isa of the manifest: {error}")]
    Isa {
        /// The subject.
        id: String,
        /// What is wrong.
        #[source]
        error: IsaError,
    },
    /// The object is for another register width than the manifest says.
    #[error(
        "{id}: the object is for RV{object}, the manifest's isa for RV{manifest}: correct the isa"
    )]
    Width {
        /// The subject.
        id: String,
        /// XLEN of the object.
        object: u32,
        /// XLEN of the manifest.
        manifest: u32,
    },
    /// A program is linked to addresses that the certifier needs.
    #[error(
        "{id}: section {section} at {address:#x} is where calls have {what} ({first:#x} to {last:#x}): link the program \
         to other addresses, or give the relocatable object"
    )]
    Reserved {
        /// The subject.
        id: String,
        /// The section.
        section: String,
        /// Its address.
        address: u64,
        /// What is there.
        what: &'static str,
        /// The first address of that.
        first: u64,
        /// The last one.
        last: u64,
    },
    /// A suite that there is not.
    #[error("{id}: {function} names the unknown suite `{suite}`: use one of {}",
        Suite::ALL.map(Suite::name).join(", "))]
    UnknownSuite {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// What was written.
        suite: String,
    },
    /// An argument whose content is not determined.
    #[error(
        "{id}: {function}: nothing says what `{arg}` holds: name it as an input of `{computes}`, or add a `represent`"
    )]
    Unbound {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The argument.
        arg: String,
        /// The function of the reference.
        computes: String,
    },
    /// A buffer whose size is not that of what it holds.
    #[error(
        "{id}: {function}: `{what}` has {bytes} bytes, but in `{holds}` it has {expected}: correct `bytes`, `represent` \
         or `computes`"
    )]
    Size {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The argument, or the input of a form.
        what: String,
        /// Its size: a number, or so many bytes for each of a length.
        bytes: Box<str>,
        /// Where it has another size.
        holds: &'static str,
        /// The size there.
        expected: Box<str>,
    },
    /// A call in two parts would write one over the other.
    #[error(
        "{id}: {function}: `{output}` has one size for all `{length}` and is not read: remove `split`, or correct the \
         buffer's `bytes` or `access`"
    )]
    Split {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The buffer that is written.
        output: String,
        /// The length that is cut.
        length: String,
    },
    /// An input of the reference that the function does not get.
    #[error(
        "{id}: {function}: no argument holds `{input}` of `{computes}`: correct `represent` or `computes`"
    )]
    UnreadInput {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The input.
        input: &'static str,
        /// The function of the reference.
        computes: &'static str,
    },
    /// A buffer depends on something that no vector says.
    #[error(
        "{id}: {function} names vectors, but they do not determine `{variable}`: correct `represent` or `vectors`"
    )]
    FreeVariable {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// What is not determined.
        variable: String,
    },
    /// Not exactly one argument is written.
    #[error(
        "{id}: {function} writes {found} buffers, expected 1, for the value of `{computes}`: correct `access`"
    )]
    Outputs {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// How many are written.
        found: usize,
        /// The function of the reference.
        computes: String,
    },
    /// An instruction of an extension that is known but not modelled.
    #[error("{id}: word {word:#010x} at {pc:#x} may belong to {}, not modelled here: it cannot be certified",
        extensions.join(", "))]
    NotModelled {
        /// The subject.
        id: String,
        /// Its address.
        pc: u64,
        /// The word.
        word: u32,
        /// The extensions of the manifest's isa that may have it.
        extensions: Vec<&'static str>,
    },
    /// An instruction that the specification has and the simulator has not.
    #[error(
        "{id}: `{name}` (word {word:#010x} at {pc:#x}) is not in the simulator: it cannot be certified"
    )]
    NotSimulated {
        /// The subject.
        id: String,
        /// Its address.
        pc: u64,
        /// The word.
        word: u32,
        /// Its mnemonic.
        name: &'static str,
    },
}
