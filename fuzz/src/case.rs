//! What is run: one instruction with its operands, or a short program.

use crate::layout::{CANARY, CODE, CSRS, SCRATCH, ones};
use semantics::{
    asm,
    decode::Decoded,
    insns::Insn,
    isa::Isa,
    spec::{Given, Operands, Reg},
};
use std::fmt;

/// A register file; the first register is 0.
pub type Registers = [u128; 32];

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
    pub rs1: u128,
    /// Value of its second source register.
    pub rs2: u128,
    /// Value of its third source register, which only R4-type instructions have.
    pub rs3: u128,
    /// Values of [`CSRS`] before it; 0 but for instructions that read them.
    pub csrs: [u128; 2],
    /// What the word is; `None` when it is illegal.
    pub decoded: Option<Decoded>,
}

impl OpCase {
    /// A case with the values of `rs1`, `rs2` and `rs3`. They are made such that the registers of the word
    /// can hold them: they are cut to XLEN, x0 is 0, and a register that is named twice has the later value.
    #[inline]
    pub fn new(isa: &Isa, word: u32, values: [u128; 3]) -> Self {
        Self::decoded(isa, word, isa.decode(word), values)
    }
    #[inline]
    pub(crate) fn decoded(
        isa: &Isa,
        word: u32,
        decoded: Option<Decoded>,
        values: [u128; 3],
    ) -> Self {
        let (xlen, ialign) = (isa.xlen(), isa.ialign());
        let word = if length(word) == 2 { word & 0xffff } else { word };
        let case = OpCase { xlen, ialign, word, rs1: 0, rs2: 0, rs3: 0, csrs: [0; 2], decoded };
        case.with_values(values)
    }
    /// The same instruction on other values, made fit as by [`OpCase::new`].
    #[inline]
    pub(crate) fn with_values(self, values: [u128; 3]) -> Self {
        let [rs1, rs2, rs3] = values.map(|v| v & ones(self.xlen));
        let mut case = OpCase { rs1, rs2, rs3, ..self };
        let i = case.operands();
        if i.rs3 == Reg(0) {
            case.rs3 = 0;
        }
        if i.rs2 == Reg(0) {
            case.rs2 = 0;
        } else if i.rs2 == i.rs3 {
            case.rs2 = case.rs3;
        }
        if i.rs1 == Reg(0) {
            case.rs1 = 0;
        } else if i.rs1 == i.rs2 {
            case.rs1 = case.rs2;
        } else if i.rs1 == i.rs3 {
            case.rs1 = case.rs3;
        }
        case
    }
    /// With these values of [`CSRS`], cut to XLEN, where the instruction reads them.
    #[inline]
    #[must_use]
    pub fn with_csrs(self, csrs: [u128; 2]) -> Self {
        let reads = self.decoded.is_some_and(|d| reads_csrs(d.insn));
        OpCase { csrs: if reads { csrs.map(|v| v & ones(self.xlen)) } else { [0; 2] }, ..self }
    }
    /// The values of `rs1`, `rs2` and `rs3`.
    #[inline]
    pub fn values(&self) -> [u128; 3] {
        [self.rs1, self.rs2, self.rs3]
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
    pub fn before(&self) -> [(Reg, u128); 4] {
        let i = self.operands();
        [(i.rd, CANARY.into()), (i.rs1, self.rs1), (i.rs2, self.rs2), (i.rs3, self.rs3)]
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

/// Whether an instruction reads [`CSRS`]: its worked examples say what they hold.
pub fn reads_csrs(insn: Insn) -> bool {
    let given = insn.spec().examples.iter().flat_map(|e| e.also);
    given.into_iter().any(|g| matches!(g, Given::Csr(number, _) if CSRS.contains(number)))
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
        for (r, v) in [i.rs1, i.rs2, i.rs3].into_iter().zip(self.values()) {
            if r != Reg(0) {
                write!(f, "  {r} = {v:#x}")?;
            }
        }
        for (number, v) in CSRS.into_iter().zip(self.csrs).filter(|&(_, v)| v != 0) {
            write!(f, "  csr {number:#x} = {v:#x}")?;
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
/// into the middle of a word, whose second half is then the next instruction. A trap is noted; it goes to the
/// handler when the program has set `mtvec`, and otherwise the next instruction in memory follows.
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
    pub fn end(&self) -> u128 {
        u128::from(CODE + self.words.iter().map(|&word| length(word)).sum::<u64>())
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
            let scratch = if *v == u128::from(SCRATCH) { "  # start of the memory" } else { "" };
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
