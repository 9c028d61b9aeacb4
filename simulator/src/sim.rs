//! The machine: registers, memory, and the loop around the executor.

use crate::code::{CODE_PAGE, Code, CodePage, SLOTS};
use crate::config::{Config, Xlen};
use crate::csr::{self, Csrs, Entropy};
use crate::decode::Decoder;
use crate::execute::{Flow, address, canonical, step};
use crate::memory::Memory;
use crate::op::{Id, MONTN, MONTNINV, Op, Regs};
use crate::system::Hart;
use crate::threaded::{Source, Threaded};
use crate::trace::{Batches, Commit, Off, On, Records, Tracer, before, fill, template};
use crate::trap::{Cause, Trap};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// As many instructions retired as were allowed.
    Limit,
    /// An instruction trapped; the pc is still at it.
    Trap(Trap),
    /// A non-zero value was stored to `tohost`; the store has retired.
    Tohost(u64),
    /// The pc reached the halt address; the instruction there was not executed.
    Halt(u64),
}

impl Stop {
    /// The exit code that the program reported through `tohost`: the value shifted right by 1 when its low bit is set.
    pub const fn exit_code(self) -> Option<u64> {
        match self {
            Self::Tohost(value) if value & 1 == 1 => Some(value >> 1),
            _ => None,
        }
    }
}

/// The state to which [`Sim::reset`] returns, beside memory.
#[derive(Clone, Debug)]
struct Start {
    regs: Regs,
    pc: u64,
    instructions: u64,
    csrs: Csrs,
}

/// One hart in machine mode and its memory.
///
/// Code that the program changes takes effect at once: there is no stale instruction to be flushed.
#[derive(Clone, Debug)]
pub struct Sim {
    config: Config,
    decoder: Decoder,
    regs: Regs,
    pc: u64,
    instructions: u64,
    csrs: Csrs,
    halt: Option<u64>,
    tohost: Option<u64>,
    mem: Memory,
    code: Code,
    threaded: Threaded,
    /// The same for traced runs.
    traced: Threaded,
    start: Start,
}

impl Sim {
    /// A machine with nothing mapped, all registers and the pc zero.
    pub fn new(config: Config) -> Self {
        let regs = [0; 64];
        let csrs = Csrs::new(config.xlen, config.extensions);
        let native_after = (config.tier_limit >= 2).then_some(config.native_after);
        Self {
            config,
            decoder: Decoder::new(config),
            regs,
            pc: 0,
            instructions: 0,
            csrs: csrs.clone(),
            halt: None,
            tohost: None,
            mem: Memory::new(config.xlen, config.misaligned),
            code: Code::default(),
            threaded: Threaded::new(false, native_after),
            traced: Threaded::new(true, native_after),
            start: Start { regs, pc: 0, instructions: 0, csrs },
        }
    }

    /// What the machine was made with.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Register `r` as an unsigned number of XLEN bits. The number is taken modulo 32; x0 is 0.
    pub const fn x(&self, r: u8) -> u64 {
        self.regs[r as usize % 32] & self.config.xlen.mask()
    }

    /// Sets register `r` (modulo 32) to the low XLEN bits of `value`. x0 stays 0.
    pub const fn set_x(&mut self, r: u8, value: u64) {
        if !r.is_multiple_of(32) {
            self.regs[r as usize % 32] = match self.config.xlen {
                Xlen::Rv32 => canonical::<true>(value),
                Xlen::Rv64 => value,
            };
        }
    }

    /// Address of the next instruction.
    pub const fn pc(&self) -> u64 {
        self.pc
    }

    /// Sets the address of the next instruction (its low XLEN bits).
    pub const fn set_pc(&mut self, pc: u64) {
        self.pc = pc & self.config.xlen.mask();
    }

    /// A CSR as an unsigned number of XLEN bits; `None` when there is none of this number. Looking does not poll the
    /// entropy source.
    pub fn csr(&self, number: u16) -> Option<u64> {
        let value = match csr::slot(number) {
            Some(slot) => self.regs[slot] & self.config.xlen.mask(),
            None => self.csrs.get(number, self.instructions),
        };
        self.csrs.exists(number).then_some(value)
    }

    /// Sets the bits of a CSR that can be written; one that does not exist stays so.
    pub fn set_csr(&mut self, number: u16, value: u64) {
        if let Some(slot) = csr::slot(number) {
            self.regs[slot] = match self.config.xlen {
                Xlen::Rv32 => canonical::<true>(value),
                Xlen::Rv64 => value,
            };
        } else if self.csrs.exists(number) {
            self.csrs.set(number, value, self.instructions, self.instructions);
        }
    }

    /// Puts another entropy source behind `seed`.
    pub const fn set_entropy(&mut self, entropy: Entropy) {
        self.csrs.entropy = entropy;
    }

    /// Returns the CSRs to their reset values, counters at zero, and forgets reservations.
    pub fn reset_csrs(&mut self) {
        let entropy = self.csrs.entropy;
        self.csrs = Csrs::new(self.config.xlen, self.config.extensions);
        self.csrs.entropy = entropy;
        (self.regs[MONTN], self.regs[MONTNINV]) = (0, 0);
        self.instructions = 0;
    }

    /// Gives up what a load-reserved has reserved.
    pub const fn cancel_reservation(&mut self) {
        self.csrs.reserved = None;
    }

    /// Whether the program has said where its trap handler is: `mtvec` is not zero.
    pub fn has_handler(&self) -> bool {
        self.csr(0x305).is_some_and(|mtvec| mtvec & !3 != 0)
    }

    /// Enters the trap handler: `mepc`, `mcause`, `mtval` and `mstatus` say what happened, and the pc is the base address
    /// of `mtvec`.
    pub fn take_trap(&mut self, trap: &Trap) {
        self.pc = self.csrs.take(trap);
    }

    /// The memory, for the host to read.
    pub const fn mem(&self) -> &Memory {
        &self.mem
    }

    /// The memory, for the host to map and write.
    pub const fn mem_mut(&mut self) -> &mut Memory {
        &mut self.mem
    }

    /// Instructions retired since the machine was made, or since the state that a reset returned to.
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Stops runs before the instruction at `pc`, or nowhere. The address need not be mapped.
    pub fn set_halt(&mut self, pc: Option<u64>) {
        let pc = pc.map(|pc| pc & self.config.xlen.mask());
        if pc == self.halt {
            return;
        }
        for changed in [self.halt, pc].into_iter().flatten() {
            if let Some(at) = self.mem.fetch(changed & !1) {
                self.code.forget(at..at + 2);
                self.threaded.forget(&(at..at + 2));
                self.traced.forget(&(at..at + 2));
            }
        }
        self.halt = pc;
    }

    /// Ends runs when a store makes the word at `addr` non-zero, or never. The address must be mapped already to be
    /// noticed. The word has XLEN bits, or 32 when no more are mapped.
    pub fn set_tohost(&mut self, addr: Option<u64>) {
        self.tohost = addr.map(|addr| addr & self.config.xlen.mask());
        self.mem.watch(self.tohost);
    }

    /// Makes the present registers, CSRs, pc, count and memory the state that [`Sim::reset`] returns to.
    ///
    /// Costs nothing for memory until it is written: a page is copied at its first store.
    pub fn snapshot(&mut self) {
        let (regs, pc, instructions) = (self.regs, self.pc, self.instructions);
        self.start = Start { regs, pc, instructions, csrs: self.csrs.clone() };
        self.mem.snapshot();
    }

    /// Returns to the last snapshot, copying back only the pages written since.
    ///
    /// Before the first snapshot, registers, pc and count become zero, CSRs as after reset, and memory stays as it is. Regions, the halt
    /// address and `tohost` are not part of a snapshot.
    pub fn reset(&mut self) {
        self.regs = self.start.regs;
        self.pc = self.start.pc;
        self.instructions = self.start.instructions;
        self.csrs.clone_from(&self.start.csrs);
        self.mem.reset();
    }

    /// Executes the instruction at the pc, also at the halt address.
    ///
    /// # Errors
    /// The trap it raised; then nothing changed, the count included.
    pub fn step(&mut self) -> Result<(), Trap> {
        let halt = self.halt.filter(|&halt| halt == self.pc);
        if halt.is_some() {
            self.set_halt(None);
        }
        let stop = self.run(1);
        if halt.is_some() {
            self.set_halt(halt);
        }
        match stop {
            Stop::Trap(trap) => Err(trap),
            Stop::Limit | Stop::Tohost(_) | Stop::Halt(_) => Ok(()),
        }
    }

    /// Counts the instruction at the pc as retired by the host and goes on at `next`.
    ///
    /// For instructions that are not the simulator's own: it traps on them, the host does their work on registers and
    /// memory.
    pub const fn retire_for_host(&mut self, next: u64) {
        self.instructions += 1;
        self.set_pc(next);
    }

    /// Executes until something stops it, at most `limit` instructions.
    ///
    /// The halt address is noticed before the limit: a function of n instructions run with limit n ends in
    /// [`Stop::Halt`].
    pub fn run(&mut self, limit: u64) -> Stop {
        self.run_with(limit, &mut Off)
    }

    /// [`Sim::run`], reporting every retired instruction.
    pub fn run_traced(&mut self, limit: u64, on_commit: impl FnMut(&Commit)) -> Stop {
        self.run_with(limit, &mut On(on_commit))
    }

    /// [`Sim::run`], collecting records of all retired instructions and handing them out many at a time.
    ///
    /// That costs less than [`Sim::run_traced`] where not every record is looked at.
    pub fn run_recorded(&mut self, limit: u64, on_records: impl FnMut(&mut Records)) -> Stop {
        self.run_with(limit, &mut Batches(on_records))
    }

    /// Calls the function at `entry`: runs with ra = `halt` until it returns there.
    pub fn call(&mut self, entry: u64, halt: u64, limit: u64) -> Stop {
        self.set_pc(entry);
        self.set_x(1, halt);
        self.set_halt(Some(halt));
        self.run(limit)
    }

    fn run_with(&mut self, limit: u64, tracer: &mut impl Tracer) -> Stop {
        match self.config.xlen {
            Xlen::Rv32 => self.run_pages::<true>(limit, tracer),
            Xlen::Rv64 => self.run_pages::<false>(limit, tracer),
        }
    }

    fn run_pages<const RV32: bool>(&mut self, limit: u64, tracer: &mut impl Tracer) -> Stop {
        let mut left = limit;
        let mut threads = true;
        let stop = loop {
            let (code, mut tiers) = (&mut self.code, [&mut self.threaded, &mut self.traced]);
            self.mem.take_stale_code(|range| match range {
                Some(range) => {
                    tiers.iter_mut().for_each(|tier| tier.forget(&range));
                    code.forget(range);
                }
                None => {
                    tiers.iter_mut().for_each(|tier| tier.clear());
                    code.clear();
                }
            });
            if let Some(stop) = self.stop_between_pages(left) {
                break stop;
            }
            match self.run_page::<RV32, _>(limit, &mut left, threads, tracer) {
                Leave::Stop(stop) => break stop,
                Leave::Page => threads = true,
                Leave::Hot => {
                    let before = left;
                    self.run_threaded::<RV32, _>(&mut left, tracer);
                    // Where there is no block, the next instruction is executed here.
                    threads = left != before;
                }
            }
        };
        self.instructions += limit - left;
        stop
    }

    fn run_threaded<const RV32: bool, T: Tracer>(&mut self, left: &mut u64, tracer: &mut T) {
        let source = Source { decoder: &self.decoder, halt: self.halt };
        let (x, mem) = (&mut self.regs, &mut self.mem);
        let threaded = if T::ON { &mut self.traced } else { &mut self.threaded };
        self.pc = threaded.run::<RV32, T>(&source, self.pc, x, mem, left, tracer);
    }

    fn stop_between_pages(&mut self, left: u64) -> Option<Stop> {
        if self.mem.take_watched()
            && let Some(value) = self.tohost_value()
        {
            return Some(Stop::Tohost(value));
        }
        if self.halt == Some(self.pc) {
            return Some(Stop::Halt(self.pc));
        }
        (left == 0).then_some(Stop::Limit)
    }

    fn tohost_value(&self) -> Option<u64> {
        let addr = self.tohost?;
        let word = self.mem.read_u32(addr).map(u64::from);
        let value = match self.config.xlen {
            Xlen::Rv32 => word,
            Xlen::Rv64 => self.mem.read_u64(addr).or(word),
        };
        value.ok().filter(|&value| value != 0)
    }

    /// Executes inside one page of code, until the pc leaves it or something needs attention.
    ///
    /// `limit` is what `left` was when `instructions` was counted. `threads`: whether the first instruction may be left to the threaded tier.
    fn run_page<const RV32: bool, T: Tracer>(
        &mut self,
        limit: u64,
        left: &mut u64,
        threads: bool,
        tracer: &mut T,
    ) -> Leave {
        let mut pc = self.pc;
        let trap = |cause, pc, tval| Leave::Stop(Stop::Trap(Trap { cause, pc, tval }));
        if pc & u64::from(self.decoder.odd()) != 0 {
            return trap(Cause::InstructionMisaligned, pc, pc);
        }
        let Some(at) = self.mem.fetch(pc) else {
            return trap(Cause::InstructionAccessFault, pc, pc);
        };
        let count_jumps = self.config.tier_limit > 0;
        let enough = self.config.thread_after;
        let ops = self.code.page(at, self.mem.backing_len());
        if count_jumps && threads && heat(ops, pc, enough) {
            return Leave::Hot;
        }
        let page = pc & !(CODE_PAGE as u64 - 1);
        let regs = &mut self.regs;
        let leave = loop {
            // Up to the page's end, the limit or a jump, only the operations decide.
            let mut slot = slot_of(pc);
            let mut flow = Flow::Next;
            let (mut done, mut length) = (0, 0);
            while done < *left
                && let Some(&op) = ops.get(slot)
            {
                let record = T::ON.then(|| before::<RV32>(op, pc, regs));
                flow = step::<RV32>(op, pc, regs, &mut self.mem);
                if let Some(record) = record
                    && flow.retires()
                {
                    tracer.commit(&record.after::<RV32>(regs));
                }
                length = op.len;
                if flow != Flow::Next {
                    break;
                }
                pc = pc.wrapping_add(length.into());
                slot += usize::from(length / 2);
                done += 1;
            }
            *left -= done + u64::from(flow.retires() && flow != Flow::Next);
            match flow {
                Flow::Next => break Leave::Page,
                Flow::Noticed => {
                    pc = pc.wrapping_add(length.into());
                    break Leave::Page;
                }
                Flow::Jump(target) => pc = target,
                Flow::Trap(cause, tval) => break trap(cause, pc, tval),
                Flow::Halt => break Leave::Page,
                Flow::System => {
                    let op = ops[slot_of(pc)];
                    let retired = self.instructions + (limit - *left);
                    let (x, mem, csrs) = (&mut *regs, &mut self.mem, &mut self.csrs);
                    let (flow, effects) = Hart { x, mem, csrs, retired }.execute::<RV32>(op);
                    if T::ON && flow.retires() {
                        let mut commit = template(op, pc);
                        fill::<RV32>(&mut commit, regs[usize::from(op.rd) % 64], 0);
                        (commit.csr, commit.access) = (effects.csr, effects.access);
                        tracer.commit(&commit);
                    }
                    *left -= u64::from(flow.retires());
                    pc = match flow {
                        Flow::Jump(target) => target,
                        Flow::Trap(cause, tval) => break trap(cause, pc, tval),
                        _ => pc.wrapping_add(4),
                    };
                    if flow == Flow::Noticed {
                        break Leave::Page;
                    }
                }
                Flow::Undecoded => {
                    match decode_ahead(&self.decoder, &mut self.mem, self.halt, pc, ops) {
                        Ok(()) => continue,
                        // Where nothing is mapped, no slot says so.
                        Err(_) if self.halt == Some(address::<RV32>(pc)) => break Leave::Page,
                        Err(at) => {
                            break trap(Cause::InstructionAccessFault, pc, address::<RV32>(at));
                        }
                    }
                }
            }
            if *left == 0 || (pc ^ page) >= CODE_PAGE as u64 {
                break Leave::Page;
            }
            if count_jumps && heat(ops, pc, enough) {
                break Leave::Hot;
            }
        };
        // The last page of RV32 ends at address 0.
        self.pc = address::<RV32>(pc);
        leave
    }
}

/// Why a page of code was left.
enum Leave {
    Stop(Stop),
    /// The pc is outside it, or something needs attention.
    Page,
    /// The code at the pc is worth threading.
    Hot,
}

/// The slot of the instruction at `pc` in its page.
const fn slot_of(pc: u64) -> usize {
    (pc as usize / 2) % SLOTS
}

/// Counts an arrival at `pc`; whether there were enough.
fn heat(ops: &mut CodePage, pc: u64, enough: u8) -> bool {
    let op = &mut ops[slot_of(pc)];
    let hot = op.heat >= enough;
    op.heat = op.heat.saturating_add(1);
    hot
}

/// Decodes the instruction at `pc` and some after it.
///
/// Code is mostly straight, and a batch costs one failed dispatch where single words would cost one each.
///
/// # Errors
/// The address of the first half of it that cannot be fetched.
#[cold]
fn decode_ahead(
    decoder: &Decoder,
    mem: &mut Memory,
    halt: Option<u64>,
    pc: u64,
    ops: &mut CodePage,
) -> Result<(), u64> {
    const BATCH: usize = 64;
    // The second half of the last instruction may be in the next page.
    let room = CODE_PAGE - 2 * slot_of(pc) + 2;
    let code = mem.code_at(pc, BATCH.min(room));
    let halt = halt.map(|halt| halt.wrapping_sub(pc));
    let mut at = 0;
    while let Some(slot) = ops.get_mut(slot_of(pc) + at / 2)
        && let Some(op) = decoder.first(&code[at..])
    {
        *slot = Op { heat: slot.heat, ..op };
        if halt == Some(at as u64) {
            slot.id = Id::Halt;
        }
        at += usize::from(op.len);
    }
    match (at, code.len()) {
        (0, 0..2) => Err(pc),
        (0, _) => Err(pc.wrapping_add(2)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
