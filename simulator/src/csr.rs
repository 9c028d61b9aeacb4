//! Control and status registers, machine mode only: which there are, what they hold, what writes change.
//!
//! `mtvec` has both modes (an exception goes to the base address in both), `mip` and the counters beyond
//! the two standard ones are zero, `time` ticks once an instruction, and so does `mcycle`.

use crate::config::{Extensions, Xlen};
use crate::op::{MONTN, MONTNINV};
use crate::trap::Trap;

/// The entropy source behind `seed`, the same in every run: a stand-in, no entropy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entropy {
    /// State of the SplitMix64 generator whose outputs give their top 16 bits.
    pub seed: u64,
    /// Polls after reset that say BIST.
    pub bist: u32,
    /// Polls that say WAIT before each one with a word.
    pub wait: u32,
    /// Whether every poll says DEAD.
    pub dead: bool,
}

impl Entropy {
    fn poll(self, state: &mut Polls) -> u64 {
        if self.dead {
            return 3 << 30;
        }
        if state.bist < self.bist {
            state.bist += 1;
            return 0;
        }
        if state.wait < self.wait {
            state.wait += 1;
            return 1 << 30;
        }
        state.wait = 0;
        state.steps = state.steps.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed.wrapping_add(state.steps);
        z ^= z >> 30;
        z = z.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z ^= z >> 27;
        z = z.wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        2 << 30 | z >> 48
    }
}

/// How far the entropy source is.
#[derive(Clone, Copy, Debug, Default)]
struct Polls {
    bist: u32,
    wait: u32,
    /// What was added to the seed so far.
    steps: u64,
}

/// A counter: what it held when `since` instructions had retired.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    value: u64,
    since: u64,
    stopped: bool,
}

impl Count {
    const fn at(self, retired: u64) -> u64 {
        if self.stopped {
            self.value
        } else {
            self.value.wrapping_add(retired.wrapping_sub(self.since))
        }
    }
    fn stop(&mut self, stopped: bool, retired: u64) {
        *self = Self { value: self.at(retired), since: retired, stopped };
    }
    fn set(&mut self, value: u64, since: u64) {
        (self.value, self.since) = (value, since);
    }
}

/// Registers of which every bit can be written: mscratch, mcause, mtval.
const PLAIN: [u16; 3] = [0x340, MCAUSE, MTVAL];

const MSTATUS: u16 = 0x300;
const MTVEC: u16 = 0x305;
const MEPC: u16 = 0x341;
const MCAUSE: u16 = 0x342;
const MTVAL: u16 = 0x343;

/// Names, for traces; a family has `*` for the index, and its first and last number.
const NAMES: &[(u16, u16, &str)] = &[
    (0x015, 0x015, "seed"),
    (MSTATUS, MSTATUS, "mstatus"),
    (0x301, 0x301, "misa"),
    (0x304, 0x304, "mie"),
    (MTVEC, MTVEC, "mtvec"),
    (0x310, 0x310, "mstatush"),
    (0x320, 0x320, "mcountinhibit"),
    (0x323, 0x33f, "mhpmevent*"),
    (0x340, 0x340, "mscratch"),
    (MEPC, MEPC, "mepc"),
    (MCAUSE, MCAUSE, "mcause"),
    (MTVAL, MTVAL, "mtval"),
    (0x344, 0x344, "mip"),
    (0x747, 0x747, "mseccfg"),
    (0x757, 0x757, "mseccfgh"),
    (0x800, 0x800, "montn"),
    (0x801, 0x801, "montninv"),
    (0xb00, 0xb00, "mcycle"),
    (0xb02, 0xb02, "minstret"),
    (0xb03, 0xb1f, "mhpmcounter*"),
    (0xb80, 0xb80, "mcycleh"),
    (0xb82, 0xb82, "minstreth"),
    (0xb83, 0xb9f, "mhpmcounter*h"),
];

/// The name of a CSR that can be written.
pub(crate) fn name(number: u16) -> String {
    let found = NAMES.iter().find(|(first, last, _)| (*first..=*last).contains(&number));
    let index = |first: u16| (number - first + 3).to_string();
    found.map_or_else(
        || format!("csr{number:#x}"),
        |(first, _, name)| name.replace('*', &index(*first)),
    )
}

/// The place in the register file of a CSR that operations of a custom set read.
pub(crate) const fn slot(number: u16) -> Option<usize> {
    match number {
        0x800 => Some(MONTN),
        0x801 => Some(MONTNINV),
        _ => None,
    }
}

/// The CSRs of a hart but for those of [`slot`], and its reservation.
#[derive(Clone, Debug)]
pub(crate) struct Csrs {
    xlen: Xlen,
    extensions: Extensions,
    /// mstatus.MIE and mstatus.MPIE.
    enabled: [bool; 2],
    mie: u64,
    mtvec: u64,
    mepc: u64,
    plain: [u64; PLAIN.len()],
    cycle: Count,
    instret: Count,
    pub(crate) entropy: Entropy,
    polls: Polls,
    /// Address and size of what a load-reserved has reserved.
    pub(crate) reserved: Option<(u64, usize)>,
}

impl Csrs {
    pub(crate) fn new(xlen: Xlen, extensions: Extensions) -> Self {
        Self {
            xlen,
            extensions,
            enabled: [false; 2],
            mie: 0,
            mtvec: 0,
            mepc: 0,
            plain: [0; PLAIN.len()],
            cycle: Count::default(),
            instret: Count::default(),
            entropy: Entropy::default(),
            polls: Polls::default(),
            reserved: None,
        }
    }

    /// Whether there is one of this number.
    pub(crate) const fn exists(&self, number: u16) -> bool {
        let rv32 = matches!(self.xlen, Xlen::Rv32);
        let Extensions { zkr, zicsr, zicntr, zihpm, xmont, .. } = self.extensions;
        match number {
            0x015 | 0x747 => zkr,
            0x757 => zkr && rv32,
            0x300 | 0x301 | 0x304 | 0x305 | 0x320 | 0x323..=0x33f | 0x340..=0x344 => zicsr,
            0xb00 | 0xb02..=0xb1f | 0xf11..=0xf15 => zicsr,
            0x800 | 0x801 => xmont,
            0x310 | 0xb80 | 0xb82..=0xb9f => zicsr && rv32,
            0xc00..=0xc02 => zicntr,
            0xc80..=0xc82 => zicntr && rv32,
            0xc03..=0xc1f => zihpm,
            0xc83..=0xc9f => zihpm && rv32,
            _ => false,
        }
    }

    /// Whether an access is legal.
    pub(crate) const fn allows(&self, number: u16, writes: bool) -> bool {
        let read_only = number >> 10 == 3;
        self.exists(number) && !(writes && read_only) && (writes || number != 0x015)
    }

    /// The bits that the address of an instruction does not have.
    const fn below_instructions(&self) -> u64 {
        if self.extensions.compressed() { 1 } else { 3 }
    }

    const fn misa(&self) -> u64 {
        let e = self.extensions;
        let width = match self.xlen {
            Xlen::Rv32 => 1 << 30,
            Xlen::Rv64 => 2 << 62,
        };
        let a = (e.zaamo && e.zalrsc) as u64;
        let b = (e.zba && e.zbb && e.zbs) as u64;
        let ours = e.xmont || e.xkeccak || e.xgf8;
        let papers = e.xkyber || e.xascon || e.xchacha1 || e.xchacha2 || e.xchacha3;
        let x = (ours || papers) as u64;
        let c = e.compressed() as u64;
        width | a | b << 1 | c << 2 | 1 << 8 | (e.m as u64) << 12 | x << 23
    }

    /// The value, as an unsigned number of XLEN bits, when `retired` instructions have retired. The state of
    /// the entropy source stays.
    pub(crate) fn get(&self, number: u16, retired: u64) -> u64 {
        let mut polls = self.polls;
        let value = match number {
            0x015 => self.entropy.poll(&mut polls),
            MSTATUS => 3 << 11 | u64::from(self.enabled[1]) << 7 | u64::from(self.enabled[0]) << 3,
            0x301 => self.misa(),
            0x304 => self.mie,
            MTVEC => self.mtvec,
            0x320 => u64::from(self.cycle.stopped) | u64::from(self.instret.stopped) << 2,
            MEPC => self.mepc,
            0xb00 | 0xc00 => self.cycle.at(retired),
            0xb80 | 0xc80 => self.cycle.at(retired) >> 32,
            0xc01 => retired,
            0xc81 => retired >> 32,
            0xb02 | 0xc02 => self.instret.at(retired),
            0xb82 | 0xc82 => self.instret.at(retired) >> 32,
            _ => PLAIN.iter().position(|&n| n == number).map_or(0, |k| self.plain[k]),
        };
        value & self.xlen.mask()
    }

    /// As [`Csrs::get`], and `seed` is polled.
    pub(crate) fn read(&mut self, number: u16, retired: u64) -> u64 {
        if number == 0x015 {
            self.entropy.poll(&mut self.polls) & self.xlen.mask()
        } else {
            self.get(number, retired)
        }
    }

    /// Writes it when `retired` instructions have retired. Counters go on from `since` on: an instruction does not count
    /// in the counter that it writes.
    pub(crate) fn set(&mut self, number: u16, value: u64, retired: u64, since: u64) {
        let value = value & self.xlen.mask();
        let low = |count: Count| match self.xlen {
            Xlen::Rv32 => count.at(retired) >> 32 << 32 | value,
            Xlen::Rv64 => value,
        };
        let high = |count: Count| count.at(retired) & 0xffff_ffff | value << 32;
        match number {
            MSTATUS => self.enabled = [value >> 3 & 1 == 1, value >> 7 & 1 == 1],
            0x304 => self.mie = value & 0x888,
            MTVEC => self.mtvec = value & !2,
            // What stops a counter is counted.
            0x320 => {
                self.cycle.stop(value & 1 == 1, since);
                self.instret.stop(value >> 2 & 1 == 1, since);
            }
            MEPC => self.mepc = value & !self.below_instructions(),
            0xb00 => self.cycle.set(low(self.cycle), since),
            0xb80 => self.cycle.set(high(self.cycle), since),
            0xb02 => self.instret.set(low(self.instret), since),
            0xb82 => self.instret.set(high(self.instret), since),
            _ => {
                if let Some(k) = PLAIN.iter().position(|&n| n == number) {
                    self.plain[k] = value;
                }
            }
        }
    }

    /// Enters the handler; its address.
    pub(crate) fn take(&mut self, trap: &Trap) -> u64 {
        self.enabled = [false, self.enabled[0]];
        self.mepc = trap.pc & !self.below_instructions();
        self.set(MCAUSE, trap.cause.code(), 0, 0);
        self.set(MTVAL, trap.tval, 0, 0);
        self.reserved = None;
        self.mtvec & !3
    }

    /// Leaves it; the address where the program goes on.
    pub(crate) const fn leave(&mut self) -> u64 {
        self.enabled = [self.enabled[1], true];
        self.reserved = None;
        self.mepc
    }
}
