//! A verilated core as an engine. RVFI does not say why an instruction trapped: that is told from the word.

use super::{Engine, Event};
use rtl_harness::{
    BuildOptions, Core, CoreDescription, CoreModel, Ended, Limits, Record, Rights, RtlError, Waits,
};
use semantics::isa::Isa;
use simulator::{Access, elf::Image, trace::Line};

/// Cycles without a retired instruction after which the core hangs.
const WATCHDOG: u64 = 10_000;
/// Records that are fetched at a time.
const ROOM: usize = 4096;

struct Verilated {
    core: Core,
    isa: Isa,
    tohost: Option<u64>,
    x: [u64; 32],
    records: Vec<Record>,
    /// Records that wait to be looked at.
    next: usize,
    count: usize,
    instructions: u64,
    /// Of the last instruction that was looked at.
    cycle: u64,
}

/// A core with the program in it, which begins at the program's entry; what is wrong when that cannot be.
pub(super) fn load(
    image: &Image,
    isa: &Isa,
    mut description: CoreDescription,
    options: &BuildOptions,
) -> Result<Result<Box<dyn Engine>, String>, RtlError> {
    let xlen = isa.xlen();
    description.reset_address = image.entry();
    let model = CoreModel::build(&description, xlen, |e| isa.enables(e), options)?;
    let mut core = model.core();
    for segment in image.segments() {
        let may = |access| segment.access.allows(access);
        let (read, write) = (may(Access::READ), may(Access::WRITE));
        let rights = Rights { read, write, execute: may(Access::EXEC) };
        let len = segment.bytes.len() as u64 + segment.zero_fill;
        // A core fetches whole words: an instruction of four bytes may end in the middle of the last one.
        let len = len.next_multiple_of(if rights.execute { 4 } else { 1 });
        if !core.map(segment.addr, len, rights) {
            return Ok(Err(format!("no memory for the {len} bytes at {:#x}", segment.addr)));
        }
        if let Some(bytes) = core.memory(segment.addr, segment.bytes.len()) {
            bytes.copy_from_slice(&segment.bytes);
        }
    }
    if let Err(fault) = core.reset(Waits::NONE) {
        return Ok(Err(fault.to_string()));
    }
    Ok(Ok(Box::new(Verilated {
        core,
        isa: isa.clone(),
        tohost: image.symbol("tohost"),
        x: [0; 32],
        records: vec![Record::default(); ROOM],
        next: 0,
        count: 0,
        instructions: 0,
        cycle: 0,
    })))
}

impl Engine for Verilated {
    fn run(&mut self, limit: u64, mut on_commit: Option<&mut dyn FnMut(&Line)>) -> Event {
        let end = self.instructions.saturating_add(limit);
        while self.instructions < end {
            let Some(record) = self.record() else {
                let text = format!("nothing retired for {WATCHDOG} cycles");
                return Event::Hangs(text);
            };
            self.cycle = record.cycle;
            if record.trapped() {
                // Where there is no handler, the core goes to address 0.
                if self.peek().is_none_or(|next| next.pc < 4) {
                    return self.trap(&record);
                }
                continue;
            }
            self.instructions += 1;
            self.x[usize::from(record.rd_addr & 31)] =
                if record.rd_addr == 0 { 0 } else { record.rd };
            if let Some(report) = &mut on_commit {
                report(&line(&record, self.isa.xlen()));
            }
            if let (Some(tohost), true) = (self.tohost, record.mem_wmask != 0)
                && record.mem_addr & !7 == tohost & !7
                && let Some(value) = self.value_at(tohost)
                && value != 0
            {
                return Event::Tohost(value);
            }
        }
        Event::Limit
    }
    fn instructions(&self) -> u64 {
        self.instructions
    }
    fn cycles(&self) -> Option<u64> {
        Some(self.cycle + 1)
    }
    fn x(&self, r: u8) -> u128 {
        self.x[usize::from(r & 31)].into()
    }
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>> {
        self.core.memory(addr, usize::try_from(len).ok()?).map(|bytes| bytes.to_vec())
    }
}

impl Verilated {
    /// The next record; `None` when the core hangs.
    fn record(&mut self) -> Option<Record> {
        let record = self.peek()?;
        self.next += 1;
        Some(record)
    }
    fn peek(&mut self) -> Option<Record> {
        if self.next == self.count {
            let limits = Limits { end: None, cycles: 0, watchdog: WATCHDOG };
            let (ended, count) = self.core.run(limits, &mut self.records);
            (self.next, self.count) = (0, count);
            // What retired before it hung is looked at first.
            if count == 0 || ended.is_ok_and(|ended| ended != Ended::Full) {
                return None;
            }
        }
        self.records.get(self.next).copied()
    }
    fn value_at(&mut self, tohost: u64) -> Option<u64> {
        let wide = self.read(tohost, u64::from(self.isa.xlen() / 8))?;
        let mut le = [0; 8];
        le[..wide.len()].copy_from_slice(&wide);
        Some(u64::from_le_bytes(le))
    }
    /// The event of an exception that nothing handles.
    fn trap(&self, record: &Record) -> Event {
        let (cause, name, tval) = match record.insn {
            0x73 => (super::ECALL, "environment call from M-mode", 0),
            0x0010_0073 | 0x9002 => (3, "breakpoint", record.pc),
            word if self.isa.decode(word).is_none() => {
                (super::ILLEGAL, "illegal instruction", word.into())
            }
            word if matches!(word & 0x7f, 0x23 | 0x27) => {
                (7, "store access fault", record.mem_addr)
            }
            _ => (5, "load access fault", record.mem_addr),
        };
        Event::Trap(cause, name.into(), record.pc.into(), tval.into())
    }
}

fn line(record: &Record, xlen: u32) -> Line {
    let bytes = record.mem_wmask.count_ones() as u8;
    let first = u64::from(record.mem_wmask.trailing_zeros());
    let data = u128::from(record.mem_wdata) >> (8 * first.min(7));
    let store = (bytes > 0).then(|| {
        let mask = u128::MAX >> (128 - 8 * u32::from(bytes));
        ((record.mem_addr + first).into(), data & mask, bytes)
    });
    let first = u64::from(record.mem_rmask.trailing_zeros().min(7));
    Line {
        xlen,
        pc: record.pc.into(),
        word: record.insn,
        rd: (record.rd_addr != 0).then(|| (record.rd_addr, record.rd.into())),
        csr: None,
        load: (record.mem_rmask != 0).then(|| (record.mem_addr + first).into()),
        store,
    }
}
