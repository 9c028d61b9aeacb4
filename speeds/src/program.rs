//! The programs.

use crate::{Engine as _, SpeedError, Tier};
use simulator::{Config, Sim, Xlen, elf::Image};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;
use toolbox::Tool;

/// A program that goes round as often as the symbol `ITERATIONS` says and ends with an exit call.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its register width.
    pub xlen: Xlen,
    source: &'static str,
    zknh: bool,
}

const ALU: &str = include_str!("../../simulator/benches/programs/alu.S");
const AES64: &str = include_str!("../../simulator/benches/programs/aes64.S");
const AES32: &str = include_str!("../../simulator/benches/programs/aes32.S");
const SHA256: &str = include_str!("../../simulator/benches/programs/sha256.S");

const fn program(name: &'static str, xlen: Xlen, source: &'static str, zknh: bool) -> Program {
    Program { name, xlen, source, zknh }
}

/// All programs; `sha256-k` has the instructions of Zknh.
pub const PROGRAMS: [Program; 8] = [
    program("alu", Xlen::Rv64, ALU, false),
    program("alu", Xlen::Rv32, ALU, false),
    program("aes64", Xlen::Rv64, AES64, false),
    program("aes32", Xlen::Rv32, AES32, false),
    program("sha256", Xlen::Rv64, SHA256, false),
    program("sha256", Xlen::Rv32, SHA256, false),
    program("sha256-k", Xlen::Rv64, SHA256, true),
    program("sha256-k", Xlen::Rv32, SHA256, true),
];

/// Assembled programs, in a folder that goes when this does.
#[derive(Debug)]
pub struct Programs {
    folder: TempDir,
}

impl Programs {
    /// So few turns that any engine ends at once.
    pub const FEW: u64 = 1000;

    /// None yet.
    ///
    /// # Errors
    /// When there can be no temporary folder.
    pub fn new() -> Result<Self, SpeedError> {
        let folder = tempfile::tempdir();
        Ok(Self { folder: folder.map_err(|e| SpeedError::File(std::env::temp_dir(), e))? })
    }

    /// The ELF file that goes round so often.
    ///
    /// # Errors
    /// When the assembler or the linker is missing or fails.
    pub fn assemble(&self, program: &Program, turns: u64) -> Result<PathBuf, SpeedError> {
        let bits = program.xlen.bits();
        let name = format!("{}-{bits}-{turns}", program.name);
        let path = |suffix: &str| self.folder.path().join(format!("{name}{suffix}"));
        let (source, object, elf) = (path(".S"), path(".o"), path(""));
        if elf.exists() {
            return Ok(elf);
        }
        fs::write(&source, program.source).map_err(|e| SpeedError::File(source.clone(), e))?;
        let mut assembler = Command::new(toolbox::find(Tool::LlvmMc)?.path);
        assembler
            .arg(format!("--triple=riscv{bits}"))
            .args(["-mattr=+m,+zkne,+zknd,+zknh", "--filetype=obj"])
            .arg(format!("--defsym=WIDE={}", u8::from(program.xlen == Xlen::Rv64)))
            .arg(format!("--defsym=ZKNH={}", u8::from(program.zknh)))
            .arg(format!("--defsym=ITERATIONS={turns}"))
            .arg("-o")
            .arg(&object)
            .arg(&source);
        call(&mut assembler)?;
        call(Command::new(toolbox::find(Tool::Lld)?.path).arg("-o").arg(&elf).arg(&object))?;
        Ok(elf)
    }

    /// The instructions of one turn, and the exit code after [`Programs::FEW`] turns.
    ///
    /// # Errors
    /// When it cannot be assembled or run.
    pub fn turn_length(&self, program: &Program) -> Result<(u64, u64), SpeedError> {
        let length = |turns| {
            let elf = self.assemble(program, turns)?;
            let mut sim = load(&elf, Config::new(program.xlen))?;
            sim.run(u64::MAX);
            Ok::<u64, SpeedError>(sim.instructions())
        };
        let code = Tier { limit: 0 }.run(program, &self.assemble(program, Self::FEW)?)?.code;
        Ok(((length(2 * Self::FEW)? - length(Self::FEW)?) / Self::FEW, code))
    }
}

/// A simulator with a program in it.
pub(crate) fn load(elf: &Path, config: Config) -> Result<Sim, SpeedError> {
    let wrong = |e: Box<dyn std::error::Error>| SpeedError::Tool {
        command: "ld.lld".into(),
        message: e.to_string(),
    };
    let bytes = fs::read(elf).map_err(|e| SpeedError::File(elf.into(), e))?;
    let image = Image::parse(&bytes).map_err(|e| wrong(e.into()))?;
    let mut sim = Sim::new(config);
    image.load(sim.mem_mut()).map_err(|e| wrong(e.into()))?;
    sim.set_pc(image.entry());
    Ok(sim)
}

fn call(command: &mut Command) -> Result<(), SpeedError> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |message| SpeedError::Tool { command: name.clone(), message };
    let output = command.output().map_err(|e| failed(e.to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}
