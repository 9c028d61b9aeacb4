//! What is run: one instruction with its operands, or a short program.

use crate::layout::{CANARY, CODE, SCRATCH, ones};
use semantics::{asm, decode::Decoded, isa::Isa, spec::Operands, spec::Reg};
use std::fmt;

/// A register file; the first register is 0.
pub type Registers = [u64; 32];

/// One instruction and the values of its source registers.
///
/// Before it, `rd` holds [`CANARY`], every other register 0, memory [`crate::layout::INITIAL`], and the
/// program counter is [`CODE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpCase {
    /// Register width.
    pub xlen: u32,
    /// Alignment of instructions in bytes.
    pub ialign: u32,
    /// The instruction; one of two bytes has zeros above.
    pub word: u32,
    /// Value of its first source register.
    pub rs1: u64,
    /// Value of its second source register.
    pub rs2: u64,
    /// What the word is; `None` when it is illegal.
    pub decoded: Option<Decoded>,
}

impl OpCase {
    /// A case; values are made such that the registers of the word can hold them: they are cut to XLEN,
    /// x0 is 0, and when both are one register then it has the second value.
    #[inline]
    pub fn new(isa: &Isa, word: u32, rs1: u64, rs2: u64) -> Self {
        Self::decoded(isa, word, isa.decode(word), rs1, rs2)
    }
    #[inline]
    pub(crate) fn decoded(
        isa: &Isa,
        word: u32,
        decoded: Option<Decoded>,
        rs1: u64,
        rs2: u64,
    ) -> Self {
        let (xlen, ialign) = (isa.xlen(), isa.ialign());
        let word = if length(word) == 2 { word & 0xffff } else { word };
        let [rs1, rs2] = [rs1 & ones(xlen), rs2 & ones(xlen)];
        let mut case = OpCase { xlen, ialign, word, rs1, rs2, decoded };
        let i = case.operands();
        if i.rs2 == Reg(0) {
            case.rs2 = 0;
        }
        if i.rs1 == Reg(0) {
            case.rs1 = 0;
        } else if i.rs1 == i.rs2 {
            case.rs1 = case.rs2;
        }
        case
    }
    /// The operands; those of an illegal word are where most encodings have them.
    #[inline]
    pub fn operands(&self) -> Operands {
        self.decoded.map_or_else(
            || {
                let field = |low: u32| Reg((self.word >> low & 31) as u8);
                Operands { rd: field(7), rs1: field(15), rs2: field(20), ..Operands::default() }
            },
            |d| d.operands,
        )
    }
    /// The registers before the instruction that are not 0, in the order in which to set them.
    #[inline]
    pub fn before(&self) -> [(Reg, u64); 3] {
        let i = self.operands();
        [(i.rd, CANARY), (i.rs1, self.rs1), (i.rs2, self.rs2)]
    }
    /// The mnemonic, or `illegal`.
    pub fn name(&self) -> &'static str {
        self.decoded.map_or("illegal", |d| d.insn.spec().name)
    }
}

/// Bytes of an instruction, which its low two bits tell.
pub const fn length(word: u32) -> u64 {
    if word & 3 == 3 { 4 } else { 2 }
}

/// A word as an assembler takes it.
pub fn directive(word: u32) -> String {
    if length(word) == 2 { format!(".half {word:#06x}") } else { format!(".word {word:#010x}") }
}

/// The assembly of a word, or that it is illegal.
pub fn assembly(decoded: Option<&Decoded>) -> String {
    decoded.map_or_else(|| "(illegal)".into(), asm::disassemble)
}

impl fmt::Display for OpCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = assembly(self.decoded.as_ref());
        write!(f, "{}  # {text}", directive(self.word))?;
        let i = self.operands();
        for (r, v) in [(i.rs1, self.rs1), (i.rs2, self.rs2)] {
            if r != Reg(0) {
                write!(f, "  {r} = {v:#x}")?;
            }
        }
        Ok(())
    }
}

/// Cases that run one after the other on one engine, from its reset on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSequence {
    /// The instruction set.
    pub isa: Isa,
    /// The cases; each begins with registers and memory of its own.
    pub cases: Vec<OpCase>,
}

impl fmt::Display for OpSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, case) in self.cases.iter().enumerate() {
            write!(f, "{}{case}", if k == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// A short program.
///
/// It starts at [`CODE`] and ends when the program counter is just behind its last word. A jump may go
/// into the middle of a word, whose second half is then the next instruction. An instruction that traps is skipped: the trap is noted and the next one in memory follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramCase {
    /// The instruction set.
    pub isa: Isa,
    /// At most [`crate::layout::MAX_WORDS`] instructions, of four bytes, or of two where the instruction set
    /// has such.
    pub words: Vec<u32>,
    /// Registers before the first.
    pub registers: Registers,
}

impl ProgramCase {
    /// Address behind the last word.
    pub fn end(&self) -> u64 {
        CODE + self.words.iter().map(|&word| length(word)).sum::<u64>()
    }
    /// The bytes of its instructions.
    pub fn code(&self) -> Vec<u8> {
        let bytes = |&word: &u32| word.to_le_bytes().into_iter().take(length(word) as usize);
        self.words.iter().flat_map(bytes).collect()
    }
}

impl fmt::Display for ProgramCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (r, v) in self.registers.iter().enumerate().filter(|&(_, &v)| v != 0) {
            let scratch = if *v == SCRATCH { "  # start of the memory" } else { "" };
            writeln!(f, "# x{r} = {v:#x}{scratch}")?;
        }
        for (k, &word) in self.words.iter().enumerate() {
            let text = assembly(self.isa.decode(word).as_ref());
            let newline = if k == 0 { "" } else { "\n" };
            write!(f, "{newline}{}  # {text}", directive(word))?;
        }
        Ok(())
    }
}
