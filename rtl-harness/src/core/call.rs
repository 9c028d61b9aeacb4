//! A function, called on a core: what it takes in cycles.

use super::{Core, CoreDescription, CoreFault, CoreModel, Limits, Record, Rights, Waits};

/// What stands at the reset address: a program that sets the registers and goes to the function, and behind it
/// the values, in slots of eight bytes.
const BOOT_LEN: u64 = 0x400;
const VALUES: u64 = 0x200;
/// Slots behind those of the registers.
const ENTRY: u64 = 32;
const MACHINE_MODE: u64 = 33;

const MSTATUS: u32 = 0x300;
const MEPC: u32 = 0x341;
const MRET: u32 = 0x3020_0073;

/// Cycles without a retired instruction after which a core hangs.
const WATCHDOG: u64 = 10_000;
/// Records that are fetched at a time.
const ROOM: usize = 4096;

/// A core that functions are called on, with the memory that they use. Every call begins with a reset.
///
/// The core needs Zicsr, and 1 KiB from its reset address on, which nothing else may use.
#[derive(Debug)]
pub struct Callee {
    core: Core,
    xlen: u32,
    boot: u64,
    records: Vec<Record>,
}

/// What a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Retired instructions, the return with them.
    pub instructions: u64,
    /// Clock cycles from the retirement of the jump to the function to that of its return.
    pub cycles: u64,
    /// The registers behind it, zero-extended.
    pub registers: [u64; 32],
}

/// Why a call did not return.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallFault {
    /// There is no memory for what calls the function.
    #[error("no memory for the {BOOT_LEN} bytes at {0:#x}, the core's reset address")]
    NoMemory(u64),
    /// It does not get to the function.
    #[error("the core stops before the function, at {pc:#x}: calls need a core with Zicsr")]
    NotCalled {
        /// Address of the last instruction.
        pc: u64,
    },
    /// An instruction raised an exception.
    #[error("the instruction {insn:#x} at {pc:#x} raised an exception")]
    Trapped {
        /// Its address.
        pc: u64,
        /// The word.
        insn: u32,
    },
    /// It did not return within the limit.
    #[error("no return within {0} instructions")]
    Limit(u64),
    /// The core does not go on.
    #[error(transparent)]
    Core(#[from] CoreFault),
}

impl Callee {
    /// An instance of the core that `model` was built of, with nothing in its memory but what calls functions.
    ///
    /// # Errors
    /// [`CallFault::NoMemory`] only.
    pub fn new(description: &CoreDescription, model: &CoreModel) -> Result<Self, CallFault> {
        let (mut core, xlen, boot) = (model.core(), model.xlen(), description.reset_address);
        let fixed = Rights { read: true, write: false, execute: true };
        let program: Vec<u8> = program(xlen).iter().flat_map(|word| word.to_le_bytes()).collect();
        if !core.map(boot, BOOT_LEN, fixed) {
            return Err(CallFault::NoMemory(boot));
        }
        match core.memory(boot, program.len()) {
            Some(bytes) => bytes.copy_from_slice(&program),
            None => return Err(CallFault::NoMemory(boot)),
        }
        Ok(Callee { core, xlen, boot, records: vec![Record::default(); ROOM] })
    }

    /// Adds memory of zeros, which must not overlap what is there. False when it is where calls begin, or when
    /// the machine has not so much.
    pub fn map(&mut self, base: u64, len: u64, rights: Rights) -> bool {
        let last = self.boot + BOOT_LEN;
        let apart = base.checked_add(len).is_some_and(|end| end <= self.boot || base >= last);
        apart && self.core.map(base, len, rights)
    }

    /// The bytes at an address, when all of them are in one part of the memory: inputs before a call, results
    /// behind it.
    pub fn memory(&mut self, addr: u64, len: usize) -> Option<&mut [u8]> {
        self.core.memory(addr, len)
    }

    /// Calls the function at `entry` with these registers, on a memory without waits, until an instruction is
    /// followed by `halt`, and hands out the record of each of its instructions.
    ///
    /// # Errors
    /// An exception, more than `limit` instructions, a core that hangs.
    pub fn call(
        &mut self,
        entry: u64,
        registers: &[u64; 32],
        halt: u64,
        limit: u64,
        mut on_record: impl FnMut(&Record),
    ) -> Result<Called, CallFault> {
        self.set_values(entry, registers);
        self.core.reset(Waits::NONE)?;
        let limits = Limits { end: Some(halt), cycles: 0, watchdog: WATCHDOG };
        // The last instruction of the program before the function, and those of the function.
        let jump = self.boot + 4 * (program(self.xlen).len() as u64 - 1);
        let mut called_at = None;
        let mut called = Called { instructions: 0, cycles: 0, registers: *registers };
        loop {
            let (ended, count) = self.core.run(limits, &mut self.records);
            for record in &self.records[..count] {
                let Some(start) = called_at else {
                    if record.trapped() {
                        return Err(CallFault::NotCalled { pc: record.pc });
                    }
                    called_at = (record.pc == jump).then_some(record.cycle);
                    continue;
                };
                if record.trapped() {
                    return Err(CallFault::Trapped { pc: record.pc, insn: record.insn });
                }
                called.instructions += 1;
                if called.instructions > limit {
                    return Err(CallFault::Limit(limit));
                }
                called.cycles = record.cycle - start;
                if record.rd_addr != 0 {
                    called.registers[usize::from(record.rd_addr & 31)] = record.rd;
                }
                on_record(record);
                if record.next_pc == halt {
                    return Ok(called);
                }
            }
            ended?;
        }
    }

    fn set_values(&mut self, entry: u64, registers: &[u64; 32]) {
        let values = registers.iter().chain([&entry, &(3 << 11)]);
        let bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
        let memory = self.core.memory(self.boot + VALUES, bytes.len());
        memory.expect("mapped when it was made").copy_from_slice(&bytes);
    }
}

/// Sets the registers to what stands behind it, and goes to the function.
fn program(xlen: u32) -> Vec<u32> {
    let width = if xlen == 32 { 2 } else { 3 };
    // lw or ld: a slot, from the start of this program, which x31 has.
    let load = |rd: u32, slot: u64| {
        let offset = (VALUES + 8 * slot) as u32;
        offset << 20 | 31 << 15 | width << 12 | rd << 7 | 0x03
    };
    // csrrw and csrrs x0, csr, x1
    let csr = |csr: u32, funct3: u32| csr << 20 | 1 << 15 | funct3 << 12 | 0x73;
    let auipc = 31 << 7 | 0x17;
    let mut words = vec![
        auipc,
        load(1, ENTRY),
        csr(MEPC, 1),
        // Where there is user mode, the return must not go there.
        load(1, MACHINE_MODE),
        csr(MSTATUS, 2),
    ];
    words.extend((1..32).map(|rd| load(rd, rd.into())));
    words.push(MRET);
    words
}
