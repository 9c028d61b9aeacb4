//! Batches of cases as QEMU's machine reads them, and its records of what came of them.

use super::{
    assembler::Assembler,
    system_driver::{DONE_AT, IN, INPUT, OUT, OUTPUT, STATE},
};
use crate::{
    case::ProgramCase,
    layout::{CODE, INITIAL, MAX_WORDS, SCRATCH_LEN},
    outcome::{ProgramOutcome, Stop, Trapped},
};
use semantics::hart::Cause;

/// The most cases of a batch.
pub(super) const BATCH: usize = 4096;
/// The most traps that are noted of a case.
const MOST_TRAPS: u64 = 2 * MAX_WORDS as u64;

/// Shape of the records, in words of XLEN bits.
pub(super) struct Shape {
    /// Bytes of a word.
    pub(super) size: u64,
}

/// Words of an input before its code: end, traps to note, all ones unless `mtvec` is the case's own, whether it
/// names CSRs, words of code, bytes of the whole; x1 to x31.
pub(super) const INPUT_HEAD: u64 = 6 + 31;
/// Words of an output before the memory: pc, cause, trap value, traps noted; x1 to x31.
pub(super) const OUTPUT_HEAD: u64 = 4 + 31;

impl Shape {
    pub(super) fn new(xlen: u32) -> Self {
        Shape { size: u64::from(xlen / 8) }
    }
    pub(super) fn scratch(&self) -> u64 {
        SCRATCH_LEN as u64 / self.size
    }
    pub(super) fn word(&self, v: u128) -> impl Iterator<Item = u8> + use<> {
        v.to_le_bytes().into_iter().take(self.size as usize)
    }
    fn read(&self, bytes: &[u8]) -> u128 {
        bytes.iter().take(self.size as usize).rev().fold(0, |v, &b| v << 8 | u128::from(b))
    }
}

/// A case, and what it needs.
#[derive(Clone, Copy)]
pub(super) struct Fed<'a> {
    pub(super) case: &'a ProgramCase,
    /// It names CSRs, which then have the values of reset.
    pub(super) names_csrs: bool,
    /// It brings its own trap handler.
    pub(super) owns_mtvec: bool,
}

impl Fed<'_> {
    /// Its code, with the way back where the trap of an illegal word is none.
    fn code(&self, xlen: u32) -> Vec<u8> {
        let mut code = self.case.code();
        if self.names_csrs {
            let mut back = Assembler::new(xlen, self.case.end() as u64);
            back.jump(DONE_AT);
            code.extend(back.finish());
        }
        code
    }
}

/// What to write for a batch: addresses and bytes. `words` is the length of the longest code before it,
/// which is overwritten with zeros, and becomes that of its last one.
pub(super) fn batch(xlen: u32, cases: &[Fed], words: &mut usize) -> [(u64, Vec<u8>); 2] {
    let shape = Shape::new(xlen);
    let mut input = Vec::with_capacity(cases.len() * INPUT_HEAD as usize * shape.size as usize);
    for fed in cases {
        let (case, code) = (fed.case, fed.code(xlen));
        let whole = code.len().div_ceil(4);
        let count = (whole + 1).max(*words);
        *words = whole;
        let room = (4 * count).next_multiple_of(shape.size as usize);
        let bytes = INPUT_HEAD as usize * shape.size as usize + room;
        let vector = if fed.owns_mtvec { 0 } else { u128::MAX };
        let (traps, names) = (MOST_TRAPS.into(), fed.names_csrs.into());
        let head = [case.end(), traps, vector, names, count as u128, bytes as u128];
        let start = input.len();
        input.extend(head.iter().chain(&case.registers[1..]).flat_map(|&v| shape.word(v)));
        input.extend(code);
        input.resize(start + bytes, 0);
    }
    let state = [INPUT, OUTPUT, cases.len() as u64, 0];
    let state = state.iter().flat_map(|&v| shape.word(v.into())).collect();
    [(INPUT, input), (STATE + IN * shape.size, state)]
}

/// Where the program keeps the end of its output and the number of finished cases, and how to read them.
pub(super) fn progress(xlen: u32) -> (u64, usize, impl Fn(&[u8]) -> (usize, usize)) {
    let shape = Shape::new(xlen);
    let size = shape.size as usize;
    let read = move |bytes: &[u8]| {
        let end = shape.read(bytes) as u64;
        let done = shape.read(&bytes[2 * size..]);
        (end.saturating_sub(OUTPUT) as usize, done as usize)
    };
    (STATE + OUT * size as u64, 3 * size, read)
}

/// The trap value, where it can be compared.
fn shown(cause: u128, pc: u128, tval: u128) -> Option<u128> {
    let breakpoint = cause == Cause::Breakpoint as u128;
    // The manual leaves it to the implementation whether `ebreak` sets `mtval` to zero, as QEMU does, or to
    // its address (privileged manual, "Machine Trap Value (mtval) Register").
    let zero = breakpoint && tval == 0;
    // See `WRONG_TRAP_VALUES_IN_QEMU`: the address of an instruction before, which is aligned as no right
    // value is.
    let before = (CODE.into()..=pc).contains(&tval) && tval.is_multiple_of(4);
    let stale = cause == Cause::InstructionMisaligned as u128 && before;
    (!zero && !stale).then_some(tval)
}

/// Reads the records of some cases, as long as there are bytes.
pub(super) fn outcomes(xlen: u32, bytes: &[u8], cases: &[Fed]) -> Vec<ProgramOutcome> {
    let shape = Shape::new(xlen);
    let size = shape.size as usize;
    let head = OUTPUT_HEAD as usize * size;
    let mut rest = bytes;
    let mut outcomes = Vec::with_capacity(cases.len());
    for Fed { case, .. } in cases {
        let word = |k: usize| rest.get(k * size..).map_or(0, |bytes| shape.read(bytes));
        let Some(memory) = rest.get(head..head + SCRATCH_LEN) else { break };
        let memory = memory.try_into().unwrap_or(INITIAL);
        let registers = std::array::from_fn(|r| if r == 0 { 0 } else { word(3 + r) });
        let logged = (head + SCRATCH_LEN) / size;
        let trap = |k: usize| {
            let [pc, cause, tval] = [0, 1, 2].map(|w| word(logged + 3 * k + w));
            Trapped { cause: cause as u8, pc, tval: shown(cause, pc, tval) }
        };
        let count = (word(3) as usize).min(MOST_TRAPS as usize);
        let traps = (0..count).map(trap).collect();
        let pc = word(0);
        let stop = if pc == case.end() { Stop::Finished } else { Stop::Left(pc) };
        outcomes.push(ProgramOutcome { stop, traps, registers, memory });
        rest = rest.get(head + SCRATCH_LEN + 3 * count * size..).unwrap_or(&[]);
    }
    outcomes
}
