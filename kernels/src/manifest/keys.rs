//! The keys that a manifest may hold, for the parser and for the documentation.

/// A table of the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The file's own keys.
    File,
    /// One `[[function]]`.
    Function,
    /// One entry of a function's `args`.
    Arg,
    /// A function's `split`.
    Split,
    /// One entry of a function's `represent`.
    Represent,
}

impl Section {
    /// How the table is written in the file.
    pub const fn title(self) -> &'static str {
        match self {
            Section::File => "kernel.toml",
            Section::Function => "[[function]]",
            Section::Arg => "args",
            Section::Split => "split",
            Section::Represent => "represent",
        }
    }
}

/// One key of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Where it belongs.
    pub section: Section,
    /// Its name.
    pub name: &'static str,
    /// Whether it may be left out.
    pub required: bool,
    /// The form of its value.
    pub form: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

const fn key(
    section: Section,
    name: &'static str,
    required: bool,
    form: &'static str,
    meaning: &'static str,
) -> Key {
    Key { section, name, required, form, meaning }
}

/// Every key, in the order in which a manifest is usually written.
pub const KEYS: &[Key] = &[
    key(
        Section::File,
        "isa",
        true,
        "ISA string",
        "the instructions that the object may use; the source is assembled for it",
    ),
    key(
        Section::File,
        "align",
        true,
        "1, 2, 4, 8 or 16",
        "what every pointer argument is a multiple of, in bytes",
    ),
    key(Section::File, "notes", false, "text", "what a reader of the certificate should know"),
    key(Section::File, "function", true, "[[function]] tables", "the functions of the object"),
    key(Section::Function, "name", true, "symbol", "the function's symbol in the object"),
    key(
        Section::Function,
        "computes",
        true,
        "cipher.function",
        "the function of the reference ciphers that it equals",
    ),
    key(
        Section::Function,
        "isa",
        false,
        "ISA string",
        "what this function may use, when that is less than the file's `isa`",
    ),
    key(
        Section::Function,
        "args",
        true,
        "list of tables",
        "its arguments: pointers to buffers, which have `bytes`; lengths, which have `length`; other numbers, \
         which have `bits` only",
    ),
    key(
        Section::Function,
        "overlap",
        false,
        "list of \"a=b\"",
        "pairs of arguments that may be the same buffer; all others are disjoint",
    ),
    key(
        Section::Function,
        "split",
        false,
        "table",
        "that two calls on the parts of a buffer do what one does on the whole",
    ),
    key(
        Section::Function,
        "vectors",
        false,
        "list of suites",
        "the known-answer suites that it must pass",
    ),
    key(
        Section::Function,
        "constant_time",
        true,
        "true or false",
        "that no address, branch or variable-latency operand depends on a secret",
    ),
    key(
        Section::Function,
        "leaks",
        false,
        "list of secret-address, secret-branch, secret-operand",
        "the kinds of sites that leak, when `constant_time` is false",
    ),
    key(
        Section::Function,
        "represent",
        false,
        "list of tables",
        "what buffers hold in terms of the reference; an assumption of the certificate",
    ),
    key(
        Section::Function,
        "notes",
        false,
        "text",
        "what a reader of the certificate should know of this function",
    ),
    key(Section::Arg, "name", true, "identifier", "the argument's name, for the other keys"),
    key(Section::Arg, "reg", true, "a0 to a7", "the register that holds the pointer or the number"),
    key(
        Section::Arg,
        "bytes",
        false,
        "1 to 1048576, \"len\" or \"16*len\"",
        "of a buffer: its size, a number or so many bytes for each of a length",
    ),
    key(
        Section::Arg,
        "access",
        false,
        "read, write or read-write",
        "of a buffer, required: `read`: never written; `write`: what it held before does not matter (the \
         function may read back what it wrote); `read-write`: an input that is changed",
    ),
    key(
        Section::Arg,
        "length",
        false,
        "\"0..200\"",
        "of a length: the values that it may have, both included; its name is that of the reference's length",
    ),
    key(
        Section::Arg,
        "prove",
        false,
        "list of numbers",
        "of a length: the values for which proofs are made; without it the ends of `length`",
    ),
    key(
        Section::Arg,
        "bits",
        false,
        "8, 16, 32 or 64",
        "of a number: the size of its type; a number that is no length is the reference's input of its \
         name, low byte first; a length without it is as wide as a register",
    ),
    key(
        Section::Arg,
        "upper",
        false,
        "any or extended",
        "of a number that is narrower than a register, the bits above it: `any`, which is the default: they \
         may hold anything; `extended`: callers extend as the ABI says, an assumption of the certificate",
    ),
    key(
        Section::Arg,
        "wrap",
        false,
        "modulo or never",
        "of a counter, what happens behind its last value: `modulo`: 0 follows, as in the reference; `never`: \
         no call gets there, an assumption of the certificate",
    ),
    key(
        Section::Arg,
        "secret",
        false,
        "true or false",
        "that the content on entry, or the number, is secret; the default is false; lengths are public",
    ),
    key(
        Section::Split,
        "length",
        true,
        "name of a length",
        "the length that is cut in two; its buffers are cut with it, those that are read and written go from \
         the first call to the second",
    ),
    key(
        Section::Split,
        "every",
        false,
        "number",
        "the first part is a multiple of it; the default is 1",
    ),
    key(
        Section::Split,
        "advance",
        false,
        "name of a number",
        "the number that is larger in the second call: by one for each `every` of the first",
    ),
    key(Section::Represent, "arg", true, "name of an argument", "the buffer"),
    key(
        Section::Represent,
        "as",
        true,
        "cipher.form(inputs)",
        "what it holds, on entry or, if it is only written, on return: a form of the reference \
         ciphers, in the reference's byte order",
    ),
];

/// The argument registers of the calling convention.
pub const ARGUMENT_REGISTERS: [&str; 8] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"];

/// The sizes of the types of numbers.
pub const NUMBER_BITS: [u32; 4] = [8, 16, 32, 64];

/// The largest buffer of an argument, in bytes.
pub const MAX_BUFFER_BYTES: u32 = 1 << 20;
