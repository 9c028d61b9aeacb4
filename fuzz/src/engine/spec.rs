//! The specification's machine.

use super::{Skip, here::Here};
use crate::{
    case::{OpCase, ProgramCase, length},
    layout::{CODE, CSRS, INITIAL, SCRATCH, SCRATCH_LEN, Scratch},
    outcome::{After, End, Outcome, ProgramOutcome, Stop, Trapped},
};
use semantics::{
    hart::{Cause, Hart as _},
    insns::Insn,
    isa::Isa,
    machine::{Machine, Machine32, Machine64, Machine128, Trap},
    memory::{Bus, Denied},
    spec::Reg,
};

/// The most instructions of a program, each of which is reached once when it only jumps forward.
pub(crate) const MOST_STEPS: usize = 2 * crate::layout::MAX_WORDS;

/// The memory of a case. Code is not in it: words are executed as if they had been fetched.
#[derive(Clone, Debug)]
struct Memory {
    bytes: Scratch,
    /// Something was stored.
    dirty: bool,
}

impl Memory {
    fn at(&mut self, addr: u128, len: usize) -> Result<&mut [u8], Denied> {
        let offset = addr.checked_sub(u128::from(SCRATCH)).ok_or(Denied)?;
        let offset = usize::try_from(offset).ok().filter(|&o| o < SCRATCH_LEN).ok_or(Denied)?;
        self.bytes.get_mut(offset..offset + len).ok_or(Denied)
    }
}

impl Bus for Memory {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        out.copy_from_slice(self.at(addr, out.len())?);
        Ok(())
    }
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied> {
        self.at(addr, bytes.len())?.copy_from_slice(bytes);
        self.dirty = true;
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

/// A hart of any register width before an instruction of a program.
pub(crate) struct Before<'a> {
    /// The instruction.
    pub(crate) word: u32,
    /// Exceptions before it.
    pub(crate) traps: usize,
    /// Whether the program has said where its trap handler is.
    pub(crate) has_handler: bool,
    /// Registers.
    pub(crate) reg: &'a dyn Fn(Reg) -> u128,
    /// Control and status registers.
    pub(crate) csr: &'a dyn Fn(u32) -> Option<u128>,
}

/// The specification on every register width.
#[derive(Clone, Debug)]
pub struct Specification {
    rv32: Machine32<Memory>,
    rv64: Machine64<Memory>,
    rv128: Machine128<Memory>,
}

impl Default for Specification {
    fn default() -> Self {
        let memory = || Memory { bytes: INITIAL, dirty: false };
        Specification {
            rv32: Machine::new(CODE.into(), memory()),
            rv64: Machine::new(CODE.into(), memory()),
            rv128: Machine::new(CODE.into(), memory()),
        }
    }
}

impl Specification {
    /// The specification of harts with this instruction set, which `misa` shows.
    pub fn new(isa: &Isa) -> Self {
        let mut all = Self::default();
        match isa.xlen() {
            32 => all.rv32.set_isa(isa),
            64 => all.rv64.set_isa(isa),
            _ => all.rv128.set_isa(isa),
        }
        all
    }
    /// Runs one case.
    #[inline]
    pub fn op(&mut self, case: &OpCase) -> Outcome {
        match case.xlen {
            32 => op(&mut self.rv32, case),
            64 => op(&mut self.rv64, case),
            _ => op(&mut self.rv128, case),
        }
    }
    /// Runs a program.
    pub fn program(&mut self, case: &ProgramCase) -> ProgramOutcome {
        match case.isa.xlen() {
            32 => steps(&mut self.rv32, case, |_, _, _| {}),
            64 => steps(&mut self.rv64, case, |_, _, _| {}),
            _ => steps(&mut self.rv128, case, |_, _, _| {}),
        }
    }
    /// Runs a program; `watch` sees each instruction before it is executed.
    pub(crate) fn watched(
        &mut self,
        case: &ProgramCase,
        watch: impl FnMut(&Before),
    ) -> ProgramOutcome {
        match case.isa.xlen() {
            32 => watched(&mut self.rv32, case, watch),
            64 => watched(&mut self.rv64, case, watch),
            _ => watched(&mut self.rv128, case, watch),
        }
    }
    /// Whether a program executes an instruction on inputs on which it is not defined: from there on, every
    /// result is as good as any other.
    pub fn leaves_open(&mut self, case: &ProgramCase) -> bool {
        match case.isa.xlen() {
            32 => leaves_open(&mut self.rv32, case),
            64 => leaves_open(&mut self.rv64, case),
            _ => leaves_open(&mut self.rv128, case),
        }
    }
}

#[inline]
fn op<const XLEN: u32, const L: usize>(m: &mut Machine<XLEN, L, Memory>, case: &OpCase) -> Outcome {
    let before = case.before();
    before.iter().for_each(|&(r, v)| m.set_reg(r, v));
    if keeps_state(case.word) {
        m.reset_csrs();
    }
    let csrs = case.csrs != [0; 2];
    if csrs {
        set_csrs(m, case.csrs);
    }
    m.pc = CODE.into();
    m.ialign = case.ialign;
    let result = match &case.decoded {
        Some(decoded) => m.execute_decoded(case.word, decoded),
        None => {
            Err(Trap { cause: Cause::IllegalInstruction, pc: CODE.into(), tval: case.word.into() })
        }
    };
    let end = match result {
        Ok(_) => End::Next(m.pc),
        Err(trap) => End::Trap(trapped(trap)),
    };
    let rd = m.reg(case.operands().rd);
    let after = After { end, rd, stray: None, memory: m.bus.bytes };
    // The machine is used again: what the instruction wrote goes, and it wrote nothing but `rd`.
    before.iter().for_each(|&(r, _)| m.set_reg(r, 0));
    if csrs {
        set_csrs(m, [0; 2]);
    }
    if m.bus.dirty {
        m.bus = Memory { bytes: INITIAL, dirty: false };
    }
    Outcome::Hart(after)
}

fn set_csrs<const XLEN: u32, const L: usize>(m: &mut Machine<XLEN, L, Memory>, values: [u128; 2]) {
    CSRS.into_iter().zip(values).for_each(|(number, v)| m.set_csr_value(number, v));
}

/// Runs a program; `before` sees the machine, the word and the number of traps before each instruction.
#[inline]
fn steps<const XLEN: u32, const L: usize>(
    m: &mut Machine<XLEN, L, Memory>,
    case: &ProgramCase,
    mut before: impl FnMut(&Machine<XLEN, L, Memory>, u32, usize),
) -> ProgramOutcome {
    (1..32).for_each(|r| m.set_reg(Reg(r), case.registers[usize::from(r)]));
    m.pc = CODE.into();
    m.set_isa(&case.isa);
    m.reset_csrs();
    let mut traps = Vec::new();
    let mut stop = Stop::Limit;
    let code = case.code();
    for _ in 0..MOST_STEPS {
        let Some(word) = fetch(&code, m.pc) else {
            stop = stopped(case, m.pc);
            break;
        };
        before(m, word, traps.len());
        if let Err(trap) = m.execute(word, &case.isa) {
            traps.push(trapped(trap));
            if m.has_handler() {
                m.take(&trap);
            } else {
                m.cancel_reservation();
                m.pc += u128::from(length(word));
            }
        }
    }
    let registers = std::array::from_fn(|r| m.reg(Reg(r as u8)));
    let memory = m.bus.bytes;
    (1..32).for_each(|r| m.set_reg(Reg(r), 0));
    m.bus = Memory { bytes: INITIAL, dirty: false };
    ProgramOutcome { stop, traps, registers, memory }
}

fn watched<const XLEN: u32, const L: usize>(
    m: &mut Machine<XLEN, L, Memory>,
    case: &ProgramCase,
    mut watch: impl FnMut(&Before),
) -> ProgramOutcome {
    steps(m, case, |m, word, traps| {
        let (reg, csr) = (&|r| m.reg(r), &|number| m.csr_value(number));
        watch(&Before { word, traps, has_handler: m.has_handler(), reg, csr });
    })
}

/// Whether a word may depend on what instructions before it left in CSRs or reserved: major opcodes AMO and
/// SYSTEM.
pub(crate) const fn keeps_state(word: u32) -> bool {
    matches!(word & 0x7f, 0x2f | 0x73)
}

fn leaves_open<const XLEN: u32, const L: usize>(
    m: &mut Machine<XLEN, L, Memory>,
    case: &ProgramCase,
) -> bool {
    let mut open = false;
    steps(m, case, |m, word, _| {
        let decoded = case.isa.decode(word);
        open |= decoded.is_some_and(|d| {
            let [rs1, rs2] = [d.operands.rs1, d.operands.rs2].map(|r| m.reg(r));
            !d.insn.inputs().hold(rs1, rs2)
        });
    });
    open
}

/// The word at an address of a program whose bytes these are, when all of it is there.
pub(crate) fn fetch(code: &[u8], pc: u128) -> Option<u32> {
    let rest = code.get(usize::try_from(pc.checked_sub(CODE.into())?).ok()?..)?;
    let half = u32::from(u16::from_le_bytes(*rest.first_chunk()?));
    if length(half) == 2 { Some(half) } else { Some(u32::from_le_bytes(*rest.first_chunk()?)) }
}

/// Why a program stops at an address that has no word of it.
pub(crate) fn stopped(case: &ProgramCase, pc: u128) -> Stop {
    if pc == case.end() { Stop::Finished } else { Stop::Left(pc) }
}

fn trapped(trap: Trap) -> Trapped {
    Trapped { cause: trap.cause as u8, pc: trap.pc, tval: Some(trap.tval) }
}

impl Here for Specification {
    fn name(&self) -> &str {
        "spec"
    }
    fn implements(&self, _: Insn) -> Result<(), Skip> {
        Ok(())
    }
    fn op(&mut self, case: &OpCase) -> Outcome {
        self.op(case)
    }
    fn program(&mut self, case: &ProgramCase) -> ProgramOutcome {
        self.program(case)
    }
}
