//! A verilated core, in lockstep with the specification.

mod image;
mod lockstep;

use super::{Broken, Engine, Skip, View, spec::MOST_STEPS};
use crate::{
    case::{OpCase, ProgramCase, Registers, length},
    compare::Difference,
    coverage::Coverage,
    dut::NotReady,
    layout::{CODE, Scratch},
    outcome::{After, End, Outcome, ProgramOutcome, Stop, Trapped},
};
use image::{Layout, Part};
use lockstep::{Compared, Tolerance};
use rtl_harness::{
    Core, CoreDescription, CoreModel, DeviationKind, Ended, Limits, Record, Rights, RtlError, Waits,
};
use semantics::{insns::Insn, isa::Isa};
use std::path::Path;

pub use image::BadReset;

/// Cycles without a retired instruction after which a core hangs: more than any division on the slowest
/// memory takes.
const WATCHDOG: u64 = 1000;
/// Records of a case: those of its words, and of what stands around them at every exception.
const MOST_RECORDS: usize = 100 + 60 * MOST_STEPS;

/// How slow the memory is: each program meets one of these.
const WAITS: [Waits; 4] = [
    Waits::NONE,
    Waits { grant: 128, latency: 0, seed: 1 },
    Waits { grant: 256, latency: 3, seed: 2 },
    Waits { grant: 64, latency: 8, seed: 3 },
];

/// A core. Every case starts at its reset.
#[derive(Debug)]
pub struct RtlCore {
    name: String,
    isa: Isa,
    core: Core,
    reset: u64,
    layout: Layout,
    tolerance: Tolerance,
    /// Instructions that it is known to get wrong.
    left_out: Vec<String>,
    records: Vec<Record>,
    /// Retired instructions since it was made.
    retired: u64,
    coverage: Coverage,
    /// Programs meet a memory without waits only.
    no_waits: bool,
}

/// What a run of a case left behind.
struct Run {
    parts: [Part; 4],
    /// Why it did not come to its end.
    fault: Option<String>,
    count: usize,
    /// What the memory holds behind the end.
    after: Vec<(u64, Vec<u8>)>,
}

impl RtlCore {
    /// A new instance of a model, which was built for this instruction set.
    ///
    /// # Errors
    /// A core whose reset address does not fit.
    pub fn new(
        name: &str,
        description: &CoreDescription,
        model: &CoreModel,
        isa: &Isa,
    ) -> Result<Self, NotReady> {
        let reset = description.reset_address;
        let layout = Layout::new(isa, reset)?;
        let mut core = model.core();
        let empty = ProgramCase { isa: isa.clone(), words: Vec::new(), registers: [0; 32] };
        for Part { base, bytes, rights } in layout.parts(&empty, [0; 2]) {
            let rights = Rights { read: rights.read, write: rights.write, execute: rights.execute };
            if !core.map(base, bytes.len() as u64, rights) {
                return Err(NotReady::Memory);
            }
        }
        let ops = description.deviations.iter().filter_map(|deviation| match &deviation.kind {
            DeviationKind::Ops(ops) => Some(ops),
            _ => None,
        });
        Ok(RtlCore {
            name: name.to_owned(),
            isa: isa.clone(),
            core,
            reset,
            layout,
            tolerance: Tolerance::of(description),
            left_out: ops.flatten().cloned().collect(),
            records: vec![Record::default(); MOST_RECORDS],
            retired: 0,
            coverage: Coverage::default(),
            no_waits: false,
        })
    }
    /// Writes a waveform of everything until the instance is dropped.
    ///
    /// # Errors
    /// A model without waveforms, or a file that cannot be written.
    pub fn trace_to(&mut self, path: &Path) -> Result<(), RtlError> {
        self.core.trace_to(path)
    }
    /// Its instruction set.
    pub fn isa(&self) -> &Isa {
        &self.isa
    }
    /// Cycles from the first instruction of a program to the end of the last one, on a memory without waits;
    /// `None` when it does not come to that.
    pub fn cycles(&mut self, program: &ProgramCase) -> Option<u64> {
        let run = self.run(program, [0; 2], Waits::NONE);
        let records = &self.records[..run.count];
        let at = |pc: u64| records.iter().position(|record| record.pc == pc);
        let (first, behind) = (at(CODE)?, at(program.end() as u64)?);
        let before = first.checked_sub(1)?;
        Some(records[behind - 1].cycle - records[before].cycle)
    }
    /// Runs a case from a reset on.
    fn run(&mut self, case: &ProgramCase, csrs: [u128; 2], waits: Waits) -> Run {
        let parts = self.layout.parts(case, csrs);
        for Part { base, bytes, .. } in &parts {
            let memory = self.core.memory(*base, bytes.len()).expect("mapped when it was made");
            memory.copy_from_slice(bytes);
        }
        let end = Some(self.layout.done(case));
        let limits = Limits { end, cycles: 0, watchdog: WATCHDOG };
        let reset = self.core.reset(waits);
        let (ended, count) = self.core.run(limits, &mut self.records);
        self.retired += count as u64;
        let finished = ended == Ok(Ended::End);
        let writable: &[Part] = if finished { &parts[2..] } else { &[] };
        let shown = |part: &Part| {
            let bytes = self.core.memory(part.base, part.bytes.len());
            (part.base, bytes.map_or_else(Vec::new, |bytes| bytes.to_vec()))
        };
        let after = writable.iter().map(shown).collect();
        let fault = match reset.and(ended) {
            Ok(Ended::End | Ended::Full | Ended::Cycles) => None,
            Err(fault) => Some(fault.to_string()),
        };
        lockstep::in_order(&mut self.records[..count]);
        Run { parts, fault, count, after }
    }
    /// Compares a run with the specification.
    fn compared(&mut self, run: &Run, waits: Waits) -> Compared {
        let records = &self.records[..run.count];
        let (isa, reset) = (&self.isa, self.reset);
        let no_waits = (waits.grant, waits.latency) == (Waits::NONE.grant, Waits::NONE.latency);
        let cycles = self.tolerance.cycles && no_waits;
        let tolerance = &Tolerance { cycles, ..self.tolerance.clone() };
        let (parts, after) = (&run.parts, &run.after);
        let met = &mut self.coverage;
        met.begin();
        let compared = if isa.xlen() == 32 {
            lockstep::compare::<32, 2>(isa, reset, parts, tolerance, records, after, met)
        } else {
            lockstep::compare::<64, 4>(isa, reset, parts, tolerance, records, after, met)
        };
        match (compared, &run.fault) {
            // A core that stops at an exception is silent from there on.
            (Compared::Agrees, Some(fault)) if !self.stopped(records) => {
                Compared::Differs(Difference {
                    specification: "goes on".into(),
                    device: format!("after {} instructions: {fault}", records.len()),
                })
            }
            (compared, _) => compared,
        }
    }
    /// Whether the last instruction is one after which the core may stop.
    fn stopped(&self, records: &[Record]) -> bool {
        let may = self.tolerance.traps || !self.layout.handles;
        may && records.iter().any(Record::trapped)
    }
    /// How a program differs, with a memory of the given speed and these values of [`crate::layout::CSRS`].
    fn judged(
        &mut self,
        case: &ProgramCase,
        csrs: [u128; 2],
        waits: Waits,
    ) -> Result<Option<Difference>, Skip> {
        self.fits(case)?;
        let run = self.run(case, csrs, waits);
        match self.compared(&run, waits) {
            Compared::Agrees => Ok(None),
            Compared::Differs(difference) => Ok(Some(difference)),
            Compared::LeftOut(skip) => Err(skip),
        }
    }
    /// Whether a program can be run: nothing in it is known to be wrong.
    fn fits(&self, case: &ProgramCase) -> Result<(), Skip> {
        let known = |&word: &u32| {
            let decoded = self.isa.decode(word);
            decoded.is_some_and(|d| self.left_out.iter().any(|op| op == d.insn.spec().name))
        };
        let own = |&word: &u32| {
            self.tolerance.privileged && word & 0x7f == 0x73 && word & !0x10_0000 != 0x73
        };
        if case.words.iter().any(|word| known(word) || own(word)) {
            Err(Skip::Deviates)
        } else {
            Ok(())
        }
    }
    /// Which speed of the memory a program meets.
    fn waits(&self, case: &ProgramCase) -> Waits {
        if self.no_waits { Waits::NONE } else { waits(case) }
    }
    fn memory(&mut self) -> Scratch {
        let (at, len) = Layout::scratch();
        let bytes = self.core.memory(at, len).expect("mapped when it was made");
        (&*bytes).try_into().expect("of this length")
    }
    fn registers(&mut self) -> Registers {
        let (at, len) = Layout::shown();
        let bytes = self.core.memory(at, len).expect("mapped when it was made").to_vec();
        self.layout.registers(&bytes)
    }
    /// A single instruction as a program.
    fn alone(&self, case: &OpCase) -> ProgramCase {
        let mut registers = [0; 32];
        for (r, v) in case.before() {
            registers[usize::from(r.0)] = v;
        }
        registers[0] = 0;
        ProgramCase { isa: self.isa.clone(), words: vec![case.word], registers }
    }
    /// What a single instruction did, as the core shows it.
    fn op(&mut self, case: &OpCase) -> Result<Outcome, Skip> {
        let program = self.alone(case);
        self.fits(&program)?;
        let registers = program.registers;
        let run = self.run(&program, case.csrs, Waits::NONE);
        let records = &self.records[..run.count];
        let found = records.iter().position(|record| record.pc == CODE);
        let Some(k) = found else { return Ok(Outcome::Fault("it was not reached".into())) };
        let record = records[k];
        if self.tolerance.illegal && case.decoded.is_none() {
            return Err(Skip::Deviates);
        }
        if !record.trapped() && record.next_pc != CODE + length(case.word) {
            // It went elsewhere, where nothing shows the registers: RVFI tells what it wrote.
            let end = End::Next(record.next_pc.into());
            let rd = if record.rd_addr == 0 { 0 } else { record.rd.into() };
            let memory = self.memory();
            return Ok(Outcome::Hart(After { end, rd, stray: None, memory }));
        }
        let end = if record.trapped() {
            let handler = self.layout.handler() + 4 * 31;
            let value = |at: u64| {
                let of = records[k..].iter().find(|record| record.pc == handler + 4 * at)?;
                Some(u128::from(of.rd))
            };
            let (Some(cause), tval) = (value(2), value(1)) else { return Err(Skip::TrapHandler) };
            End::Trap(Trapped { cause: cause as u8, pc: CODE.into(), tval })
        } else {
            End::Next(record.next_pc.into())
        };
        let after = self.registers();
        let rd = case.operands().rd.0;
        let mut expected = registers;
        expected[usize::from(rd)] = after[usize::from(rd)];
        let stray = (0..32).find(|&r| after[r] != expected[r]).map(|r| (r as u8, after[r]));
        let memory = self.memory();
        Ok(Outcome::Hart(After { end, rd: after[usize::from(rd)], stray, memory }))
    }
}

/// A speed of the memory, by the bytes of a program.
fn waits(case: &ProgramCase) -> Waits {
    let mix = |h: u64, v: u64| (h ^ v).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    let words = case.words.iter().map(|&word| u64::from(word));
    let hash = words.chain(case.registers.iter().map(|&v| v as u64)).fold(1, mix);
    let picked = WAITS[(hash >> 32) as usize % WAITS.len()];
    Waits { seed: hash | 1, ..picked }
}

impl Engine for RtlCore {
    fn name(&self) -> &str {
        &self.name
    }
    fn view(&self) -> View {
        View::Hart
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        let name = insn.spec().name;
        if !self.isa.has(insn) {
            Err(Skip::NotInCore)
        } else if self.left_out.iter().any(|op| op == name) {
            Err(Skip::Deviates)
        } else {
            Ok(())
        }
    }
    fn reset(&mut self) {}
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(cases.iter().map(|case| self.op(case)));
        Ok(())
    }
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken> {
        for case in cases {
            let run = self.run(case, [0; 2], self.waits(case));
            let stop = if run.fault.is_some() { Stop::Limit } else { Stop::Finished };
            let (registers, memory) = (self.registers(), self.memory());
            outcomes.push(Ok(ProgramOutcome { stop, traps: Vec::new(), registers, memory }));
        }
        Ok(())
    }
    fn judge(
        &mut self,
        cases: &[ProgramCase],
        verdicts: &mut Vec<Result<Option<Difference>, Skip>>,
    ) -> Result<bool, Broken> {
        verdicts.extend(cases.iter().map(|case| self.judged(case, [0; 2], self.waits(case))));
        Ok(true)
    }
    fn compare_cycles(&mut self) -> bool {
        self.no_waits = self.tolerance.cycles;
        self.tolerance.cycles
    }
    fn coverage(&self) -> Option<(&Coverage, u64)> {
        Some((&self.coverage, self.retired))
    }
    fn judge_ops(
        &mut self,
        cases: &[OpCase],
        verdicts: &mut Vec<Result<Option<Difference>, Skip>>,
    ) -> Result<bool, Broken> {
        verdicts.extend(cases.iter().map(|case| {
            let program = self.alone(case);
            self.judged(&program, case.csrs, self.waits(&program))
        }));
        Ok(true)
    }
    fn judge_one(&mut self, case: &ProgramCase) -> Option<Result<Option<Difference>, Skip>> {
        // A program that was made smaller meets another speed: so it is tried with all.
        let own = self.waits(case);
        for waits in std::iter::once(own).chain(WAITS) {
            match self.judged(case, [0; 2], waits) {
                Ok(None) => {}
                other => return Some(other),
            }
        }
        Some(Ok(None))
    }
}
