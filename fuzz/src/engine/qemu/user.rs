//! QEMU's user mode, many cases in one process.

use super::{
    Wrong, as_outcome, as_program, enters_itself, extensions, implements, refused,
    reservation_is_open, user_driver as driver, words,
};
use crate::{
    case::{OpCase, ProgramCase},
    engine::{Broken, Engine, Skip, Specification, View},
    layout::SCRATCH_LEN,
    outcome::{Outcome, ProgramOutcome, Stop, Trapped},
};
use driver::Shape;
use semantics::{hart::Cause, insns::Insn, isa::Isa};
use std::{
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use toolbox::{Missing, Tool};

/// The most cases of one process.
const BATCH: usize = 4096;
/// A batch takes milliseconds; a process that takes this long hangs.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// QEMU's user mode for one instruction set.
///
/// It shows no exception but by its signal, and has memory of its own: a case that would reach that, or the
/// system, is left out.
#[derive(Clone, Debug)]
pub struct QemuUser {
    program: PathBuf,
    isa: Isa,
    cpu: String,
    /// Tells beforehand what a case would reach.
    foresight: Specification,
}

impl QemuUser {
    /// Finds the program for a register width.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn find(xlen: u32) -> Result<PathBuf, Missing> {
        let tool = if xlen == 32 { Tool::QemuRiscv32 } else { Tool::QemuRiscv64 };
        toolbox::find(tool).map(|found| found.path)
    }
    /// An engine for `isa`.
    ///
    /// # Errors
    /// When QEMU is not installed.
    pub fn new(isa: &Isa) -> Result<Self, Missing> {
        let cpu = format!("rv{}{}", isa.xlen(), extensions(isa));
        let program = Self::find(isa.xlen())?;
        Ok(QemuUser { program, isa: isa.clone(), cpu, foresight: Specification::default() })
    }
    /// What QEMU leaves in `x5` for the case of a known error, which is not compared otherwise.
    ///
    /// # Errors
    /// When QEMU breaks.
    pub fn evidence(&self, wrong: &Wrong) -> Result<u128, Broken> {
        let (_, word, rs1, rs2) = wrong.case;
        let program = as_program(&self.isa, &OpCase::new(&self.isa, word, [rs1, rs2, 0]));
        let outcomes = self.run(&[&program])?;
        Ok(outcomes[0].registers[5])
    }
    /// Why a case cannot be given to QEMU.
    fn screen(&mut self, case: &ProgramCase) -> Option<Skip> {
        for word in words(case) {
            match self.isa.decode(word) {
                Some(d) => {
                    let has = self.implements(d.insn).err();
                    if let Some(skip) = has.or_else(|| refused(&d, self.isa.xlen())) {
                        return Some(skip);
                    }
                }
                // CSR accesses, `fence.i` and their like exist in every Linux process, and QEMU 7.2
                // executes `amoadd.d` and its siblings with `a=false`, and loads and stores of whole vector
                // registers (`vl1re32.v`) without vectors.
                None if matches!(word & 0x7f, 0x07 | 0x0f | 0x27 | 0x2f | 0x73) => {
                    return Some(Skip::BeyondIsa);
                }
                None => {}
            }
        }
        let expected = self.foresight.program(case);
        if reservation_is_open(case, &expected) {
            return Some(Skip::Reservation);
        }
        // Before the first instruction and behind the last; what traps between finds another, if ever, by chance.
        if [&case.registers, &expected.registers]
            .iter()
            .any(|x| driver::SIGNAL_STACK.contains(&x[2]))
        {
            return Some(Skip::SignalStack);
        }
        match expected.stop {
            Stop::Left(_) => return Some(Skip::LeavesProgram),
            Stop::Limit => return Some(Skip::Endless),
            Stop::Finished => {}
        }
        let illegal = Cause::IllegalInstruction as u8;
        let access = |t: &Trapped| t.cause != illegal;
        expected.traps.iter().any(access).then_some(Skip::OutsideMemory)
    }
    /// What becomes of cases. When QEMU breaks they run in halves, until it breaks on one alone.
    fn run(&self, cases: &[&ProgramCase]) -> Result<Vec<ProgramOutcome>, Broken> {
        match self.run_together(cases) {
            Err(_) if cases.len() > 1 => {
                let (first, second) = cases.split_at(cases.len() / 2);
                Ok([self.run(first)?, self.run(second)?].concat())
            }
            Err(Broken { engine, what }) => {
                let words: Vec<_> = cases.iter().flat_map(|case| &case.words).collect();
                Err(Broken { engine, what: format!("{what}\nwith the words {words:08x?}") })
            }
            outcomes => outcomes,
        }
    }
    fn run_together(&self, cases: &[&ProgramCase]) -> Result<Vec<ProgramOutcome>, Broken> {
        let broken = |what: String| Broken { engine: self.name().into(), what };
        let io = |e: std::io::Error| broken(e.to_string());
        let mut file = tempfile::Builder::new().prefix("cases").tempfile().map_err(io)?;
        file.write_all(&driver::program(&self.isa, cases)).map_err(io)?;
        // QEMU wants to see an executable file, though it only reads it.
        let executable = std::fs::Permissions::from_mode(0o700);
        file.as_file().set_permissions(executable).map_err(io)?;
        let mut child = Command::new(&self.program)
            .args(["-cpu", &self.cpu])
            .arg(file.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(io)?;
        let output = output_of(&mut child, TIME_LIMIT).map_err(io)?;
        let shape = Shape::new(self.isa.xlen());
        let record = shape.output() as usize;
        if output.stdout.len() != record * (cases.len() + 1) {
            let said = String::from_utf8_lossy(&output.stderr);
            let (status, got) = (output.status, output.stdout.len() / record);
            let all = cases.len() + 1;
            return Err(broken(format!("{status}, {got} of {all} records {}", said.trim())));
        }
        let records = output.stdout.chunks(record).skip(1);
        Ok(records.zip(cases).map(|(bytes, case)| outcome(&shape, bytes, case)).collect())
    }
}

/// What a finished or stopped process said.
struct Output {
    status: String,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

fn output_of(child: &mut Child, limit: Duration) -> std::io::Result<Output> {
    let drain = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What came before an error is all there is.
            let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            bytes
        })
    };
    let out = drain(child.stdout.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let err = drain(child.stderr.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status.to_string();
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break format!("stopped after {} s", limit.as_secs());
        }
        std::thread::sleep(Duration::from_micros(500));
    };
    let joined = |thread: std::thread::JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    Ok(Output { status, stdout: joined(out), stderr: joined(err) })
}

/// Reads a record of [`driver`].
fn outcome(shape: &Shape, bytes: &[u8], case: &ProgramCase) -> ProgramOutcome {
    let word = |k: u64| {
        let at = (k * shape.size) as usize;
        let le = &bytes[at..at + shape.size as usize];
        le.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
    };
    let registers = std::array::from_fn(|r| if r == 0 { 0 } else { word(1 + r as u64).into() });
    let at = (33 * shape.size) as usize;
    let memory = bytes[at..at + SCRATCH_LEN].try_into().unwrap_or(crate::layout::INITIAL);
    let traps = (0..word(1))
        .map(|k| shape.traps() + 2 * k)
        .map(|at| Trapped { cause: cause(word(at)), pc: word(at + 1).into(), tval: None })
        .collect();
    let pc = word(0).into();
    let stop = if pc == case.end() { Stop::Finished } else { Stop::Left(pc) };
    ProgramOutcome { stop, traps, registers, memory }
}

/// The exception behind a signal of Linux on RISC-V.
fn cause(signal: u64) -> u8 {
    match signal {
        4 => Cause::IllegalInstruction as u8,
        5 => Cause::Breakpoint as u8,
        7 => Cause::LoadMisaligned as u8,
        _ => Cause::LoadAccess as u8,
    }
}

impl Engine for QemuUser {
    fn name(&self) -> &str {
        "qemu"
    }
    fn view(&self) -> View {
        View::Hart
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        if [Insn::Ecall, Insn::Ebreak].contains(&insn) {
            return Err(Skip::EnvironmentCall);
        }
        implements(insn, self.isa.xlen())
    }
    fn reset(&mut self) {}
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken> {
        let isa = self.isa.clone();
        let programs: Vec<_> = cases.iter().map(|case| as_program(&isa, case)).collect();
        let mut results = Vec::with_capacity(cases.len());
        self.run_programs(&programs, &mut results)?;
        let specification = &mut self.foresight;
        let as_op = |(case, result): (&OpCase, Result<ProgramOutcome, Skip>)| match result {
            Ok(_) if enters_itself(specification, case) => Err(Skip::IntoItself),
            result => result.map(|outcome| as_outcome(case, &outcome)),
        };
        outcomes.extend(cases.iter().zip(results).map(as_op));
        Ok(())
    }
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken> {
        let screened: Vec<_> = cases.iter().map(|case| self.screen(case)).collect();
        let fit = cases.iter().zip(&screened).filter(|(_, skip)| skip.is_none());
        let fit: Vec<_> = fit.map(|(case, _)| case).collect();
        let mut results = Vec::with_capacity(fit.len());
        for batch in fit.chunks(BATCH) {
            results.extend(self.run(batch)?);
        }
        let mut results = results.into_iter();
        for skip in screened {
            let next = || results.next().map(Ok);
            outcomes.extend(skip.map_or_else(next, |skip| Some(Err(skip))));
        }
        Ok(())
    }
}
