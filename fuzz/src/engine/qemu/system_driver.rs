//! The program that QEMU's machine runs: it feeds cases to itself, in machine mode, without end.
//!
//! The host writes a batch of cases into the memory of the machine, which is a file, and sends a byte
//! through the serial port; the program answers with a byte when all are done. In between it sleeps.
//!
//! Each case's code ends with an illegal word. The trap handler stores the registers and the memory, then
//! loads those of the next case and returns into it: all 31 registers belong to the case, and a CSR that no
//! case may name to the handler. Any other trap inside the code is noted, and its instruction skipped; one outside is the end.
//!
//! A case that names CSRs begins with the values of reset, is entered without a trap return, and ends with a
//! jump to [`DONE_AT`]: `mtvec` may be its own. All of them are put back then.
//!
//! Physical memory protection, locked so that it holds in machine mode, leaves to a case its code, its
//! memory and what the program itself needs ([`reserved`]); the rest raises access faults.

use super::{
    assembler::Assembler,
    system_records::{INPUT_HEAD, OUTPUT_HEAD, Shape},
};
use crate::layout::{CODE, INITIAL, SCRATCH, SCRATCH_LEN};

/// Where QEMU's `virt` machine has its memory, and starts.
pub(super) const RAM: u64 = 0x8000_0000;
/// Its size; a batch fits.
pub(super) const RAM_LEN: u64 = 0x0400_0000;
const PAGE: u64 = 0x1000;
/// A jump leads from here to the code of a case and back.
const DRIVER: u64 = 0x8042_0000;
/// Where a case that names CSRs ends.
pub(super) const DONE_AT: u64 = DRIVER + 4;
pub(super) const STATE: u64 = DRIVER + PAGE;
const BUFFERS: u64 = 0x80c0_0000;
pub(super) const INPUT: u64 = BUFFERS;
pub(super) const OUTPUT: u64 = BUFFERS + 0x40_0000;
/// Time of the next timer interrupt.
const TIMER: u64 = 0x0200_4000;
/// Interrupt controller and serial port.
const PLIC: u64 = 0x0c00_0000;
const UART: u64 = 0x1000_0000;
const UART_LEN: u64 = 0x100;
/// What the program says when it is ready.
pub(super) const READY: u8 = b'k';

const MSTATUS: u32 = 0x300;
const MIE: u32 = 0x304;
const MTVEC: u32 = 0x305;
const MSTATUSH: u32 = 0x310;
const MCOUNTINHIBIT: u32 = 0x320;
const MSCRATCH: u32 = 0x340;
const MEPC: u32 = 0x341;
const MCAUSE: u32 = 0x342;
const MTVAL: u32 = 0x343;
const MIP: u32 = 0x344;
const PMPCFG0: u32 = 0x3a0;
const PMPADDR0: u32 = 0x3b0;
/// CSRs that are zero after reset, and writable.
const CLEARED: [u32; 7] = [MIE, MCOUNTINHIBIT, MSCRATCH, MEPC, MCAUSE, MTVAL, MIP];
/// Machine mode in `mstatus.MPP`, and nothing else.
const STATUS: u64 = 0x1800;

/// The CSR that holds the state's address, or a register: the address of a range that is off. On RV128 only
/// `mscratch` has 128 bits, and no case may name it.
const fn spare(xlen: u32) -> u32 {
    if xlen == 128 { MSCRATCH } else { PMPADDR0 + 15 }
}
const CSRRW: u32 = 1;
const CSRRS: u32 = 2;

/// Words of the state, each of XLEN bits.
const SAVED_X29: u64 = 0;
const SAVED_X30: u64 = 1;
/// Address behind the code of the present case.
const END: u64 = 2;
/// Traps that may still be noted.
const LIMIT: u64 = 3;
/// Where the next trap is noted, and how many were.
const LOG: u64 = 4;
const COUNT: u64 = 5;
/// Next input and output.
pub(super) const IN: u64 = 6;
pub(super) const OUT: u64 = 7;
/// Cases left, and cases done.
const LEFT: u64 = 8;
const DONE: u64 = 9;
/// Constants.
const CODE_AT: u64 = 10;
const SCRATCH_AT: u64 = 11;
const BEFORE_AT: u64 = 12;
const HANDLER_AT: u64 = 13;
const CONFIG: u64 = 14;
/// Which bits of the handler's address `mtvec` holds at first in a case that names CSRs, and whether it is one.
const VECTOR: u64 = 17;
const NAMES_CSRS: u64 = 18;
const BOUNDS: u64 = 19;
/// The memory before a case.
const BEFORE: u64 = BOUNDS + AREAS.len() as u64 + 1;

/// Physical memory from the bottom: where each area ends, and what it allows (`R` 1, `W` 2, `X` 4).
const AREAS: [(u64, u8); 11] = [
    (PLIC, 0),
    (UART + UART_LEN, 3),
    (CODE, 0),
    (CODE + PAGE, 7),
    (DRIVER, 0),
    (DRIVER + 2 * PAGE, 7),
    (SCRATCH, 0),
    (SCRATCH + SCRATCH_LEN as u64, 3),
    (BUFFERS, 0),
    (RAM + RAM_LEN, 3),
    (u64::MAX, 0),
];

/// Whether a case must not touch this address, or jump to it, because the program is there.
pub(super) fn reserved(addr: u128) -> bool {
    // An access of 16 bytes may begin before an area.
    let within = |start: u64, end: u64| (u128::from(start - 16)..end.into()).contains(&addr);
    let areas = AREAS
        .iter()
        .scan(0, |start, &(end, allows)| Some((std::mem::replace(start, end), end, allows)));
    areas
        .filter(|&(start, _, allows)| allows != 0 && start != SCRATCH)
        .any(|(start, end, _)| within(start, end))
}

/// `releases` is whether the hart has reservations, which would last into the next case.
fn code(xlen: u32, releases: bool) -> (Vec<u8>, u64) {
    let shape = Shape::new(xlen);
    let mut a = Assembler::new(xlen, DRIVER);
    let spare = spare(xlen);
    a.to("jal x0", "start");
    a.to("jal x0", "done");
    a.label("start");
    // x31 is the state's address everywhere.
    a.op("auipc x31, 1");
    a.op("addi x31, x31, -8");
    a.csr(CSRRW, 0, spare, 31);
    a.op(&format!("L x5, {HANDLER_AT}*W(x31)"));
    a.csr(CSRRW, 0, MTVEC, 5);
    // QEMU's timer is due from the start: not any more, before its registers are out of reach.
    a.li("x5", TIMER);
    a.ops(&["addi x6, x0, -1", "sw x6, 0(x5)", "sw x6, 4(x5)"]);
    for k in 0..AREAS.len() as u64 {
        a.op(&format!("L x5, {}*W(x31)", BOUNDS + k));
        a.csr(CSRRW, 0, PMPADDR0 + k as u32, 5);
    }
    for k in (0..3).filter(|k| xlen == 32 || k % 2 == 0) {
        a.op(&format!("L x5, {}*W(x31)", CONFIG + k));
        a.csr(CSRRW, 0, PMPCFG0 + k as u32, 5);
    }
    // Interrupt 10 is the serial port's: it wakes the hart, and is never taken.
    a.li("x6", PLIC);
    a.ops(&["addi x5, x0, 1", "sw x5, 40(x6)"]);
    a.li("x6", PLIC + 0x2000);
    a.ops(&["addi x5, x0, 1024", "sw x5, 0(x6)"]);
    a.li("x5", UART);
    a.ops(&["addi x6, x0, 1", "sb x6, 1(x5)"]);
    // Machine mode is where `mret` returns to.
    a.li("x5", STATUS);
    a.csr(CSRRW, 0, MSTATUS, 5);

    a.label("idle");
    a.li("x5", 0x800);
    a.csr(CSRRW, 0, MIE, 5);
    a.li("x5", UART);
    a.op(&format!("addi x6, x0, {READY}"));
    a.op("sb x6, 0(x5)");
    a.li("x7", PLIC + 0x20_0000);
    a.label("sleep");
    a.word(0x1050_0073); // wfi
    a.ops(&["lw x8, 4(x7)", "lbu x6, 5(x5)", "andi x6, x6, 1"]);
    a.to("beq x6, x0", "nothing");
    a.op("lbu x9, 0(x5)");
    a.label("nothing");
    a.op("sw x8, 4(x7)");
    a.to("beq x6, x0", "sleep");

    a.label("next");
    a.op(&format!("L x5, {LEFT}*W(x31)"));
    a.to("beq x5, x0", "idle");
    a.op("addi x5, x5, -1");
    a.op(&format!("S x5, {LEFT}*W(x31)"));
    a.op(&format!("L x30, {IN}*W(x31)"));
    for (k, state) in [END, LIMIT, VECTOR, NAMES_CSRS].into_iter().enumerate() {
        a.op(&format!("L x5, {k}*W(x30)"));
        a.op(&format!("S x5, {state}*W(x31)"));
    }
    a.op(&format!("S x0, {COUNT}*W(x31)"));
    a.op(&format!("L x5, {OUT}*W(x31)"));
    a.op(&format!("addi x5, x5, {}", (OUTPUT_HEAD + shape.scratch()) * shape.size));
    a.op(&format!("S x5, {LOG}*W(x31)"));
    a.op("L x5, 4*W(x30)");
    a.op(&format!("L x6, {CODE_AT}*W(x31)"));
    a.op(&format!("addi x7, x30, {INPUT_HEAD}*W"));
    a.label("code in");
    a.ops(&["lw x8, 0(x7)", "sw x8, 0(x6)", "addi x7, x7, 4", "addi x6, x6, 4"]);
    a.op("addi x5, x5, -1");
    a.to("bne x5, x0", "code in");
    copy(&mut a, &shape, BEFORE_AT, SCRATCH_AT);
    if releases {
        a.ops(&["lw x5, 0(x31)", "sc.w x0, x5, (x31)"]);
    }
    a.op("L x5, 5*W(x30)");
    a.op("add x5, x5, x30");
    a.op(&format!("S x5, {IN}*W(x31)"));
    a.op(&format!("L x5, {NAMES_CSRS}*W(x31)"));
    a.to("bne x5, x0", "reset");
    a.op(&format!("L x5, {CODE_AT}*W(x31)"));
    a.csr(CSRRW, 0, MEPC, 5);
    load_registers(&mut a);
    a.word(MRET);

    a.label("reset");
    a.op(&format!("L x5, {VECTOR}*W(x31)"));
    a.op(&format!("L x6, {HANDLER_AT}*W(x31)"));
    a.op("and x5, x5, x6");
    a.csr(CSRRW, 0, MTVEC, 5);
    // The trap that ended the case before, or the code behind "finish", has put `mstatus` back.
    let cleared = CLEARED.into_iter().chain((xlen == 32).then_some(MSTATUSH));
    for number in cleared.filter(|&number| number != spare) {
        a.csr(CSRRW, 0, number, 0);
    }
    load_registers(&mut a);
    a.jump(CODE);

    a.label("done");
    a.csr(CSRRW, 31, spare, 31);
    a.op(&format!("S x30, {SAVED_X30}*W(x31)"));
    a.op(&format!("S x29, {SAVED_X29}*W(x31)"));
    a.op(&format!("L x30, {END}*W(x31)"));
    a.csr(CSRRW, 0, MEPC, 30);
    a.to("jal x0", "finish");

    a.label("handler");
    a.csr(CSRRW, 31, spare, 31);
    a.op(&format!("S x30, {SAVED_X30}*W(x31)"));
    a.op(&format!("S x29, {SAVED_X29}*W(x31)"));
    a.csr(CSRRS, 30, MEPC, 0);
    a.op(&format!("L x29, {END}*W(x31)"));
    a.to("bgeu x30, x29", "finish");
    a.op(&format!("L x29, {CODE_AT}*W(x31)"));
    a.to("bltu x30, x29", "finish");
    a.op(&format!("L x29, {LIMIT}*W(x31)"));
    a.to("beq x29, x0", "finish");
    a.op("addi x29, x29, -1");
    a.op(&format!("S x29, {LIMIT}*W(x31)"));
    a.op(&format!("L x29, {LOG}*W(x31)"));
    note(&mut a, "x29");
    a.op("addi x29, x29, 3*W");
    a.op(&format!("S x29, {LOG}*W(x31)"));
    a.op(&format!("L x29, {COUNT}*W(x31)"));
    a.op("addi x29, x29, 1");
    a.op(&format!("S x29, {COUNT}*W(x31)"));
    // The low two bits of a word are 3 when it has four bytes.
    a.csr(CSRRS, 30, MEPC, 0);
    a.ops(&["lhu x29, 0(x30)", "andi x29, x29, 3", "addi x29, x29, -3", "sltu x29, x0, x29"]);
    a.ops(&["slli x29, x29, 1", "addi x30, x30, 4", "sub x30, x30, x29"]);
    a.csr(CSRRW, 0, MEPC, 30);
    a.op(&format!("L x29, {SAVED_X29}*W(x31)"));
    a.op(&format!("L x30, {SAVED_X30}*W(x31)"));
    a.csr(CSRRW, 31, spare, 31);
    a.word(MRET);

    a.label("finish");
    a.op(&format!("L x29, {OUT}*W(x31)"));
    note(&mut a, "x29");
    for r in 1..29 {
        a.op(&format!("S x{r}, {}*W(x29)", 3 + r));
    }
    a.op("addi x30, x29, 0");
    for (r, saved) in [(29, SAVED_X29), (30, SAVED_X30), (0, COUNT)] {
        a.op(&format!("L x5, {saved}*W(x31)"));
        a.op(&format!("S x5, {}*W(x30)", 3 + r));
    }
    a.csr(CSRRW, 5, spare, 31);
    a.op("S x5, 34*W(x30)");
    a.op(&format!("addi x6, x30, {OUTPUT_HEAD}*W"));
    a.op(&format!("L x5, {SCRATCH_AT}*W(x31)"));
    copy_words(&mut a, &shape);
    a.op(&format!("L x5, {LOG}*W(x31)"));
    a.op(&format!("S x5, {OUT}*W(x31)"));
    a.op(&format!("L x5, {DONE}*W(x31)"));
    a.op("addi x5, x5, 1");
    a.op(&format!("S x5, {DONE}*W(x31)"));
    a.op(&format!("L x5, {NAMES_CSRS}*W(x31)"));
    a.to("beq x5, x0", "next");
    a.li("x5", STATUS);
    a.csr(CSRRW, 0, MSTATUS, 5);
    a.op(&format!("L x5, {HANDLER_AT}*W(x31)"));
    a.csr(CSRRW, 0, MTVEC, 5);
    a.to("jal x0", "next");
    let handler = a.address("handler");
    (a.finish(), handler)
}

const MRET: u32 = 0x3020_0073;

/// Loads all registers from the input where x30 points.
fn load_registers(a: &mut Assembler) {
    for r in (1..30).chain([31, 30]) {
        a.op(&format!("L x{r}, {}*W(x30)", INPUT_HEAD - 32 + r));
    }
}

/// Stores pc, cause and value of the trap where a register points; uses x30.
fn note(a: &mut Assembler, at: &str) {
    for (k, number) in [MEPC, MCAUSE, MTVAL].into_iter().enumerate() {
        a.csr(CSRRS, 30, number, 0);
        a.op(&format!("S x30, {k}*W({at})"));
    }
}

/// Copies a memory of a case between two addresses that are in the state.
fn copy(a: &mut Assembler, shape: &Shape, from: u64, to: u64) {
    a.op(&format!("L x5, {from}*W(x31)"));
    a.op(&format!("L x6, {to}*W(x31)"));
    copy_words(a, shape);
}

/// Copies a memory of a case from x5 to x6; uses x7.
fn copy_words(a: &mut Assembler, shape: &Shape) {
    for k in 0..shape.scratch() {
        a.op(&format!("L x7, {k}*W(x5)"));
        a.op(&format!("S x7, {k}*W(x6)"));
    }
}

/// What the memory of the machine holds at first: addresses and bytes.
pub(super) fn image(xlen: u32, releases: bool) -> Vec<(u64, Vec<u8>)> {
    let shape = Shape::new(xlen);
    let (code, handler) = code(xlen, releases);
    assert!(code.len() as u64 <= PAGE, "the program has a page");
    let mut start = Assembler::new(xlen, RAM);
    start.op(&format!("auipc x5, {}", (DRIVER - RAM) >> 12));
    start.op("jalr x0, 0(x5)");
    let mut state = vec![0; BOUNDS as usize];
    state[CODE_AT as usize] = CODE.into();
    state[SCRATCH_AT as usize] = SCRATCH.into();
    state[BEFORE_AT as usize] = u128::from(STATE + BEFORE * shape.size);
    state[HANDLER_AT as usize] = handler.into();
    // An entry is a byte: locked, top of range.
    let entries = AREAS.iter().map(|&(_, allows)| 0x88 | allows);
    for (k, entry) in entries.enumerate() {
        // A register of 128 bits has no more of them than one of 64.
        let word = if xlen == 32 { k / 4 } else { k / 8 * 2 };
        state[CONFIG as usize + word] |=
            u128::from(entry) << (8 * (k % if xlen == 32 { 4 } else { 8 }));
    }
    // Addresses are in units of 4 bytes; a register of 32 bits reaches 2^34.
    let most = if xlen == 32 { u32::MAX.into() } else { u64::MAX >> 10 };
    state.extend(AREAS.iter().map(|&(end, _)| u128::from((end >> 2).min(most))));
    state.resize(BEFORE as usize, 0);
    let mut data: Vec<u8> = state.into_iter().flat_map(|v| shape.word(v)).collect();
    data.extend(INITIAL);
    vec![(RAM, start.finish()), (DRIVER, code), (STATE, data)]
}
