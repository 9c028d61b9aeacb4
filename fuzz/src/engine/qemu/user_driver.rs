//! The program that QEMU runs: a signal handler that feeds cases to itself.
//!
//! Each case's code ends with an illegal word. The handler of its signal stores the registers of the
//! interrupted context and the memory, then puts the next case into the context and returns into it. So
//! all 31 registers belong to the case. Any other signal is noted, and its instruction skipped.

use super::assembler::Assembler;
use crate::{
    case::ProgramCase,
    layout::{CODE, INITIAL, MAX_WORDS, SCRATCH, SCRATCH_LEN},
};
use semantics::isa::Isa;
use std::ops::Range;

const DRIVER: u64 = 0x0030_0000;
const STATE: u64 = 0x0060_1000;
const STACK: u64 = 0x0060_4000;
const STACK_LEN: u64 = 0x8000;
/// The stack of signals. Linux takes one that comes with its stack pointer there for a second one.
pub(super) const SIGNAL_STACK: Range<u128> = STACK as u128..(STACK + STACK_LEN) as u128;
const INPUT: u64 = 0x0100_0000;
const OUTPUT: u64 = 0x0400_0000;
const PAGE: u64 = 0x1000;

/// Signals that an instruction can raise: SIGILL, SIGTRAP, SIGBUS, SIGSEGV.
const SIGNALS: [u64; 4] = [4, 5, 7, 11];
const SIGACTION: u64 = 134;
const SIGALTSTACK: u64 = 132;
const WRITE: u64 = 64;
const EXIT: u64 = 93;
/// `SA_SIGINFO | SA_ONSTACK`
const FLAGS: u64 = 0x0800_0004;

/// Words of XLEN bits of the handler's state, in order: next output, next input, cases left, address
/// behind the present case. Then the `stack_t`, the `sigaction` and the memory before a case.
const STACK_T: u64 = 4;
const ACTION: u64 = 8;
const BEFORE: u64 = 16;

/// Shape of the records, in words of XLEN bits.
pub(super) struct Shape {
    /// Bytes of a word.
    pub(super) size: u64,
}

impl Shape {
    pub(super) fn new(xlen: u32) -> Self {
        Shape { size: u64::from(xlen / 8) }
    }
    fn scratch(&self) -> u64 {
        SCRATCH_LEN as u64 / self.size
    }
    /// Input: end, x1 to x31, code with the word behind it.
    fn input(&self) -> u64 {
        32 * self.size + 4 * (MAX_WORDS as u64 + 2)
    }
    /// Output: pc, number of traps, x1 to x31, memory, then for each trap its signal and pc.
    pub(super) fn traps(&self) -> u64 {
        33 + self.scratch()
    }
    pub(super) fn output(&self) -> u64 {
        self.size * (self.traps() + 2 * MAX_WORDS as u64)
    }
    /// Offset of `pc, x1 .. x31` in the `ucontext` of Linux: behind flags, link, stack and 128 bytes of
    /// signal mask, aligned to 16.
    fn context(&self) -> u64 {
        if self.size == 4 { 160 } else { 176 }
    }
    fn word(&self, v: u64) -> impl Iterator<Item = u8> + use<> {
        v.to_le_bytes().into_iter().take(self.size as usize)
    }
}

/// `releases` is whether the hart has reservations, which would last into the next case.
fn code(xlen: u32, releases: bool) -> (Vec<u8>, [u64; 2]) {
    let shape = Shape::new(xlen);
    let mut a = Assembler::new(xlen, DRIVER);
    let state = |word: u64| STATE + word * shape.size;
    let call = |a: &mut Assembler, number| {
        a.li("a7", number);
        a.op("ecall");
    };
    a.li("a0", state(STACK_T));
    a.li("a1", 0);
    call(&mut a, SIGALTSTACK);
    for signal in SIGNALS {
        a.li("a0", signal);
        a.li("a1", state(ACTION));
        a.li("a2", 0);
        a.li("a3", 8);
        call(&mut a, SIGACTION);
    }
    a.label("first");
    a.word(0);

    a.label("handler");
    a.op(&format!("addi s0, a2, {}", shape.context()));
    a.li("s1", STATE);
    a.ops(&["L t0, 0(s0)", "L t1, 3*W(s1)"]);
    a.to("bne t0, t1", "trap");
    a.label("finish");
    a.ops(&["L t2, 0(s1)", "S t0, 0(t2)", "addi t3, s0, 1*W", "addi t4, t2, 2*W"]);
    copy(&mut a, "registers out", 31);
    a.li("t3", SCRATCH);
    copy(&mut a, "memory out", shape.scratch());
    a.li("t3", shape.output());
    a.ops(&["add t2, t2, t3", "S t2, 0(s1)", "L t1, 2*W(s1)"]);
    a.to("beq t1, x0", "done");
    a.ops(&["addi t1, t1, -1", "S t1, 2*W(s1)", "L t2, 1*W(s1)"]);
    a.ops(&["L t0, 0(t2)", "S t0, 3*W(s1)", "addi t3, t2, 1*W", "addi t4, s0, 1*W"]);
    copy(&mut a, "registers in", 31);
    a.li("t3", state(BEFORE));
    a.li("t4", SCRATCH);
    copy(&mut a, "memory in", shape.scratch());
    if releases {
        a.ops(&["lw t6, 0(s1)", "sc.w x0, t6, (s1)"]);
    }
    a.op("addi t3, t2, 32*W");
    a.li("t4", CODE);
    a.label("code in");
    a.ops(&["lw t6, 0(t3)", "sw t6, 0(t4)", "addi t3, t3, 4", "addi t4, t4, 4"]);
    a.to("bgeu t0, t4", "code in");
    a.word(0x0000_100f); // fence.i
    a.li("t3", shape.input());
    a.ops(&["add t2, t2, t3", "S t2, 1*W(s1)"]);
    a.li("t0", CODE);
    a.ops(&["S t0, 0(s0)", "jalr x0, 0(ra)"]);

    a.label("trap");
    a.ops(&["L t2, 0(s1)", "L t3, 1*W(t2)"]);
    a.li("t4", MAX_WORDS as u64);
    a.to("bgeu t3, t4", "finish");
    a.ops(&["addi t4, t3, 1", "S t4, 1*W(t2)"]);
    a.op(&format!("slli t4, t3, {}", (2 * shape.size).ilog2()));
    a.li("t5", shape.traps() * shape.size);
    a.ops(&["add t4, t4, t5", "add t4, t4, t2", "S a0, 0(t4)", "S t0, 1*W(t4)"]);
    a.li("t5", CODE);
    a.op("sub t5, t0, t5");
    a.li("t4", 4 * MAX_WORDS as u64);
    a.to("bgeu t5, t4", "finish");
    // Two bytes, or four when the low two bits of the first half are 3.
    a.ops(&["lhu t5, 0(t0)", "andi t5, t5, 3", "addi t5, t5, 1", "andi t5, t5, 4"]);
    a.ops(&["srli t5, t5, 1", "addi t5, t5, 2", "add t0, t0, t5", "S t0, 0(s0)", "jalr x0, 0(ra)"]);

    a.label("done");
    a.li("s2", OUTPUT);
    a.op("add s3, t2, x0");
    a.label("write");
    a.ops(&["addi a0, x0, 1", "add a1, s2, x0", "sub a2, s3, s2"]);
    call(&mut a, WRITE);
    a.to("bge x0, a0", "failed");
    a.op("add s2, s2, a0");
    a.to("bne s2, s3", "write");
    a.op("addi a0, x0, 0");
    call(&mut a, EXIT);
    a.label("failed");
    a.op("addi a0, x0, 1");
    call(&mut a, EXIT);
    let labels = [a.address("first"), a.address("handler")];
    (a.finish(), labels)
}

/// Copies `count` registers' worth from t3 to t4, both of which move on; uses t5 and t6.
fn copy(a: &mut Assembler, label: &'static str, count: u64) {
    a.li("t5", count);
    a.label(label);
    a.ops(&["L t6, 0(t3)", "S t6, 0(t4)", "addi t3, t3, 1*W", "addi t4, t4, 1*W"]);
    a.op("addi t5, t5, -1");
    a.to("bne t5, x0", label);
}

/// The program for some cases, as a static ELF file.
///
/// Its output is one record more than there are cases: the first is the driver's own.
pub(super) fn program(isa: &Isa, cases: &[&ProgramCase]) -> Vec<u8> {
    let xlen = isa.xlen();
    let shape = Shape::new(xlen);
    let (code, [first, handler]) = code(xlen, isa.enables("zalrsc"));
    let mut state = vec![OUTPUT, INPUT, cases.len() as u64, first, STACK, 0, STACK_LEN, 0];
    state.extend([handler, FLAGS, 0, 0, 0, 0, 0, 0]);
    let mut data: Vec<u8> = state.into_iter().flat_map(|v| shape.word(v)).collect();
    data.extend(INITIAL);
    let mut input = Vec::with_capacity(cases.len() * shape.input() as usize);
    for case in cases {
        input.extend(shape.word(case.end() as u64));
        input.extend(case.registers[1..].iter().flat_map(|&v| shape.word(v as u64)));
        let code = case.code();
        let missing = 4 * (MAX_WORDS + 2) - code.len();
        input.extend(code);
        input.resize(input.len() + missing, 0);
    }
    let output = shape.output() * (cases.len() as u64 + 1);
    elf(
        xlen,
        &[
            // No zeros behind the code: QEMU 7.2 would write them through a read-only mapping.
            Segment { addr: DRIVER, bytes: &code, len: code.len() as u64, flags: 5 },
            Segment { addr: CODE, bytes: &[], len: PAGE, flags: 7 },
            Segment { addr: SCRATCH & !(PAGE - 1), bytes: &[], len: PAGE, flags: 6 },
            Segment { addr: STATE, bytes: &data, len: STACK + STACK_LEN - STATE, flags: 6 },
            Segment { addr: INPUT, bytes: &input, len: input.len() as u64, flags: 6 },
            Segment { addr: OUTPUT, bytes: &[], len: output, flags: 6 },
        ],
    )
}

/// A piece of memory: the first bytes, then zeros; flags are those of ELF (4 read, 2 write, 1 execute).
struct Segment<'a> {
    addr: u64,
    bytes: &'a [u8],
    len: u64,
    flags: u32,
}

/// A static executable that starts at the first segment.
fn elf(xlen: u32, segments: &[Segment<'_>]) -> Vec<u8> {
    let size = if xlen == 32 { 4 } else { 8 };
    let (header, entry) = if xlen == 32 { (52_u16, 32_u16) } else { (64, 56) };
    let word = |v: u64| v.to_le_bytes().into_iter().take(size);
    let mut file = vec![0x7f, b'E', b'L', b'F', if xlen == 32 { 1 } else { 2 }, 1, 1];
    file.resize(16, 0);
    // ET_EXEC, EM_RISCV, version 1.
    file.extend([2, 0, 243, 0, 1, 0, 0, 0]);
    file.extend(word(segments[0].addr));
    file.extend(word(header.into()));
    file.extend(word(0));
    file.extend([0; 4]);
    for half in [header, entry, segments.len() as u16, 0, 0, 0] {
        file.extend(half.to_le_bytes());
    }
    let mut offset = PAGE;
    for s in segments {
        let (file_len, len) = (s.bytes.len() as u64, s.len.max(s.bytes.len() as u64));
        file.extend(1_u32.to_le_bytes());
        if xlen == 64 {
            file.extend(s.flags.to_le_bytes());
        }
        [offset, s.addr, s.addr, file_len, len].into_iter().for_each(|v| file.extend(word(v)));
        if xlen == 32 {
            file.extend(s.flags.to_le_bytes());
        }
        file.extend(word(PAGE));
        offset += file_len.next_multiple_of(PAGE);
    }
    for s in segments {
        file.resize((file.len() as u64).next_multiple_of(PAGE) as usize, 0);
        file.extend(s.bytes);
    }
    file
}
