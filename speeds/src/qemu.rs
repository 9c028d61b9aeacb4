//! QEMU's user mode.

use crate::{
    Cost, Engine, Program, SpeedError,
    clock::{Whose, timed},
};
use simulator::Xlen;
use std::{path::Path, process::Command};
use toolbox::Tool;

/// QEMU's user mode, as one process a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Qemu;

impl Qemu {
    /// What runs programs of this width.
    pub const fn tool(xlen: Xlen) -> Tool {
        match xlen {
            Xlen::Rv32 => Tool::QemuRiscv32,
            Xlen::Rv64 => Tool::QemuRiscv64,
        }
    }
}

impl Engine for Qemu {
    fn name(&self) -> String {
        "qemu".into()
    }
    fn run(&self, program: &Program, elf: &Path) -> Result<Cost, SpeedError> {
        let mut command = Command::new(toolbox::find(Self::tool(program.xlen))?.path);
        let bits = program.xlen.bits();
        command.arg("-cpu").arg(format!("rv{bits},zkne=true,zknd=true,zknh=true")).arg(elf);
        let (status, seconds) = timed(Whose::Children, || command.status())?;
        let stopped = |how| SpeedError::Stopped { engine: self.name(), program: program.name, how };
        let status = status.map_err(|e| stopped(e.to_string()))?;
        match status.code().and_then(|code| u64::try_from(code).ok()) {
            Some(code) => Ok(Cost { seconds, code }),
            None => Err(stopped(status.to_string())),
        }
    }
}
