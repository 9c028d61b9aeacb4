//! QEMU's whole machine, in machine mode and without firmware.

use super::{
    Wrong, as_outcome, as_program,
    csrs::{self, Access, Watch},
    enters_itself, extensions,
    guest::{Guest, Model, broken},
    implements, refused, reservation_is_open, system_driver as driver,
    system_records::{BATCH, Fed},
    traps_otherwise, words,
};
use crate::{
    case::{OpCase, ProgramCase},
    engine::{Broken, Engine, Skip, Specification, View},
    layout::{CODE, INITIAL, SCRATCH, SCRATCH_LEN},
    outcome::{Outcome, ProgramOutcome, Stop, Trapped},
};
use semantics::{hart::Cause, insns::Insn, isa::Isa};
use std::path::PathBuf;
use toolbox::{Missing, Tool};

pub(super) const NAME: &str = "qemu-system";

/// Loads and stores that are denied.
const ACCESS_FAULTS: [u8; 2] = [Cause::LoadAccess as u8, Cause::StoreAccess as u8];

/// Properties of the CPU that no instruction set here means: what is beyond machine mode.
const BEYOND: &str = "s=false,u=false,h=false,sstc=false,Zihintpause=false,debug=false";
/// What the specification's hart has of what the manual leaves open: no numbers of an implementation, and
/// all counters of events.
const ALIKE: &str = "mvendorid=0,marchid=0,mimpid=0,pmu-num=29";

/// QEMU's machine `virt` for one instruction set, with the CPU `rv32`, `rv64` or `x-rv128`.
///
/// It shows exceptions with their causes and values. One machine runs many batches; one that does not
/// answer in time is ended, and its case is a fault.
#[derive(Debug)]
pub struct QemuSystem {
    model: Model,
    isa: Isa,
    /// Tells beforehand what a case would reach.
    foresight: Specification,
}

/// What the specification says about a case that QEMU gets.
struct Foreseen {
    outcome: ProgramOutcome,
    /// Where the case names CSRs.
    access: Option<Access>,
}

/// A case that was run, or that the machine did not survive.
enum Ran {
    Done(Box<ProgramOutcome>),
    Lost(String),
}

impl QemuSystem {
    /// Finds the program for a register width.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn find(xlen: u32) -> Result<PathBuf, Missing> {
        let tool = if xlen == 32 { Tool::QemuSystemRiscv32 } else { Tool::QemuSystemRiscv64 };
        toolbox::find(tool).map(|found| found.path)
    }
    /// An engine for `isa`. The machine starts with the first case.
    ///
    /// # Errors
    /// When QEMU is not installed.
    pub fn new(isa: &Isa) -> Result<Self, Missing> {
        let program = Self::find(isa.xlen())?;
        let name = if isa.xlen() == 128 { "x-rv128" } else { &format!("rv{}", isa.xlen()) };
        let on = |e| isa.enables(e);
        let [zmmul, fencei] = [on("zmmul") && !on("m"), on("zifencei")];
        let extensions = extensions(isa);
        let entropy = on("zkr");
        let cpu = format!(
            "{name}{extensions},zmmul={zmmul},Zifencei={fencei},zkr={entropy},{BEYOND},{ALIKE}"
        );
        let model = Model { program, cpu, xlen: isa.xlen(), reserves: isa.enables("zalrsc") };
        Ok(QemuSystem { model, isa: isa.clone(), foresight: Specification::new(isa) })
    }
    /// What QEMU leaves in `x5` for the case of a known error, which is not compared otherwise.
    ///
    /// # Errors
    /// When QEMU breaks.
    pub fn evidence(&self, wrong: &Wrong) -> Result<u128, Broken> {
        let (_, word, rs1, rs2) = wrong.case;
        self.alone(&as_program(&self.isa, &OpCase::new(&self.isa, word, [rs1, rs2, 0])))
            .map(|outcome| outcome.registers[5])
    }
    /// What QEMU makes of a program that is not compared otherwise, such as that of a [`super::WrongCsr`].
    ///
    /// # Errors
    /// When QEMU breaks.
    pub fn alone(&self, program: &ProgramCase) -> Result<ProgramOutcome, Broken> {
        let names_csrs = words(program).into_iter().any(csrs::concerns);
        match self.run(&[Fed { case: program, names_csrs, owns_mtvec: false }])?.pop() {
            Some(Ran::Done(outcome)) => Ok(*outcome),
            Some(Ran::Lost(why)) => Err(broken(why)),
            None => Err(broken("it gave no outcome".into())),
        }
    }
    /// The trap that a word raises in QEMU: its address and, unless it is known to be wrong, its value.
    ///
    /// # Errors
    /// When QEMU breaks.
    pub fn trap(&self, word: u32) -> Result<Option<(u128, Option<u128>)>, Broken> {
        let program = as_program(&self.isa, &OpCase::new(&self.isa, word, [0; 3]));
        self.alone(&program).map(|outcome| outcome.traps.first().map(|trap| (trap.pc, trap.tval)))
    }
    /// What is expected of a case, or why it cannot be given to QEMU.
    fn screen(&mut self, case: &ProgramCase) -> Result<Foreseen, Skip> {
        let mut names_csrs = false;
        for word in words(case) {
            names_csrs |= csrs::concerns(word);
            match self.isa.decode(word) {
                Some(d) => {
                    self.implements(d.insn)?;
                    if let Some(skip) = refused(&d, self.isa.xlen()) {
                        return Err(skip);
                    }
                }
                // QEMU 7.2 executes `amoadd.d` and its siblings with `a=false`, and loads and stores of whole
                // vector registers (`vl1re32.v`) without vectors.
                None if [0x07, 0x27, 0x2f].contains(&(word & 0x7f)) => {
                    return Err(Skip::BeyondIsa);
                }
                // A reserved form of C.LQSP: see WRONG_TRAPS_IN_QEMU.
                None if self.isa.xlen() == 128 && word & 0xef83 == 0x2002 && word >> 16 == 0 => {
                    return Err(Skip::WrongInQemu);
                }
                None if word & 0x7f == 0x73 && csrs::has_more(word, &self.isa) => {
                    return Err(Skip::BeyondIsa);
                }
                None => {}
            }
        }
        let (expected, access) = if names_csrs {
            let mut watch = Watch::new(&self.isa);
            let expected = self.foresight.watched(case, |before| watch.see(before));
            let access = watch.end(case, &expected)?;
            (expected, Some(access))
        } else {
            (self.foresight.program(case), None)
        };
        let beyond = |addr: u128| addr >> 64 != 0;
        match expected.stop {
            Stop::Left(pc) if beyond(pc) => return Err(Skip::BeyondAddresses),
            Stop::Left(pc) if driver::reserved(pc) && !near(case, pc) => {
                return Err(Skip::LeavesProgram);
            }
            Stop::Limit => return Err(Skip::Endless),
            Stop::Left(_) | Stop::Finished => {}
        }
        if expected.traps.iter().filter_map(|t| t.tval).any(beyond) {
            return Err(Skip::BeyondAddresses);
        }
        let denied = |t: &&Trapped| ACCESS_FAULTS.contains(&t.cause);
        let tvals = || expected.traps.iter().filter(denied).filter_map(|t| t.tval);
        if tvals().any(driver::reserved) {
            return Err(Skip::OutsideMemory);
        }
        // No access of at most 8 bytes there is denied.
        let end = u128::from(SCRATCH) + SCRATCH_LEN as u128;
        if self.isa.xlen() == 128 && tvals().any(|addr| (end - 15..=end - 8).contains(&addr)) {
            return Err(Skip::WrongInQemu);
        }
        if reservation_is_open(case, &expected) {
            return Err(Skip::Reservation);
        }
        if traps_otherwise(case, &expected) {
            return Err(Skip::WrongInQemu);
        }
        Ok(Foreseen { outcome: expected, access })
    }
    /// Runs cases; one that the machine does not survive is tried again alone, on a new one.
    fn run(&self, cases: &[Fed]) -> Result<Vec<Ran>, Broken> {
        let mut all = Vec::with_capacity(cases.len());
        while all.len() < cases.len() {
            let rest = &cases[all.len()..];
            let batch = &rest[..rest.len().min(BATCH)];
            let mut guest = Guest::get(&self.model)?;
            let ran = guest.run(batch);
            let done = ran.outcomes.len();
            all.extend(ran.outcomes.into_iter().map(|outcome| Ran::Done(Box::new(outcome))));
            match ran.lost {
                None if done == batch.len() => guest.keep(),
                None => return Err(broken(format!("{done} outcomes of {} cases", batch.len()))),
                Some(why) => {
                    drop(guest);
                    let Some(&fed) = batch.get(done) else { return Err(broken(why)) };
                    let mut guest = Guest::start(&self.model)?;
                    match guest.run(&[fed]).lost {
                        Some(again) => all.push(Ran::Lost(again)),
                        None => {
                            let case = fed.case;
                            return Err(broken(format!("{why}, after other cases than\n{case}")));
                        }
                    }
                }
            }
        }
        Ok(all)
    }
    fn screened<T>(
        &mut self,
        cases: &[ProgramCase],
        mut each: impl FnMut(usize, Result<Ran, Skip>) -> T,
    ) -> Result<Vec<T>, Broken> {
        let screened: Vec<_> = cases.iter().map(|case| self.screen(case)).collect();
        let fed = |(case, foreseen): (_, &Result<Foreseen, Skip>)| {
            let access = foreseen.as_ref().ok()?.access.as_ref();
            let owns_mtvec = access.is_some_and(|a| a.owns_mtvec);
            Some(Fed { case, names_csrs: access.is_some(), owns_mtvec })
        };
        let fit: Vec<_> = cases.iter().zip(&screened).filter_map(fed).collect();
        let mut results = self.run(&fit)?.into_iter();
        let next = |(k, foreseen): (usize, Result<Foreseen, Skip>)| match foreseen {
            Err(skip) => Some(each(k, Err(skip))),
            Ok(Foreseen { outcome: expected, access }) => results.next().map(|mut ran| {
                if let Ran::Done(outcome) = &mut ran {
                    leave_out_portions(&expected.traps, &mut outcome.traps);
                    if let Some(access) = access {
                        access.complete(&expected, outcome);
                    }
                }
                each(k, Ok(ran))
            }),
        };
        Ok(screened.into_iter().enumerate().filter_map(next).collect())
    }
}

/// Leaves out the trap values of misaligned accesses that are denied: the manual lets them be the address of
/// any portion that is (privileged manual, "Machine Trap Value (mtval) Register"), and QEMU's portions are
/// aligned. A value that is not that near to the access stays.
fn leave_out_portions(expected: &[Trapped], traps: &mut [Trapped]) {
    for (spec, qemu) in expected.iter().zip(traps) {
        let (Some(access), Some(portion)) = (spec.tval, qemu.tval) else { continue };
        let misaligned = access % 16 != 0 && ACCESS_FAULTS.contains(&spec.cause);
        // The address space is a circle of 32 or 64 bits.
        let apart = (portion.wrapping_sub(access) as u32 as i32).unsigned_abs();
        if misaligned && apart < 16 {
            qemu.tval = None;
        }
    }
}

/// Whether an address outside the program is in the page of its code, where illegal words follow it.
fn near(case: &ProgramCase, pc: u128) -> bool {
    (case.end()..u128::from(CODE) + 0x1000).contains(&pc)
}

impl Drop for QemuSystem {
    fn drop(&mut self) {
        Guest::end_all();
    }
}

impl Engine for QemuSystem {
    fn name(&self) -> &str {
        NAME
    }
    fn view(&self) -> View {
        View::Hart
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        if insn == Insn::Wfi {
            return Err(Skip::Sleeps);
        }
        let access = insn.spec().extensions.contains(&"Zicsr");
        if access { Ok(()) } else { implements(insn, self.isa.xlen()) }
    }
    fn reset(&mut self) {}
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken> {
        let programs: Vec<_> = cases.iter().map(|case| as_program(&self.isa, case)).collect();
        let inside: Vec<_> =
            cases.iter().map(|case| enters_itself(&mut self.foresight, case)).collect();
        outcomes.extend(self.screened(&programs, |k, ran| {
            if inside[k] {
                return Err(Skip::IntoItself);
            }
            ran.map(|ran| match ran {
                Ran::Done(outcome) => as_outcome(&cases[k], &outcome),
                Ran::Lost(why) => Outcome::Fault(why),
            })
        })?);
        Ok(())
    }
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(self.screened(cases, |_, ran| {
            ran.map(|ran| match ran {
                Ran::Done(outcome) => *outcome,
                Ran::Lost(_) => ProgramOutcome {
                    stop: Stop::Limit,
                    traps: Vec::new(),
                    registers: [0; 32],
                    memory: INITIAL,
                },
            })
        })?);
        Ok(())
    }
}
