//! From C to an object.

use std::fmt;
use std::process::Command;

use toolbox::Tool;

/// A compiler for RISC-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compiler {
    /// GCC.
    Gcc,
    /// Clang.
    Clang,
}

impl Compiler {
    /// Where to look for it.
    pub fn tool(self) -> Tool {
        match self {
            Compiler::Gcc => Tool::Gcc,
            Compiler::Clang => Tool::Clang,
        }
    }
}

/// How hard the compiler tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimization {
    /// `-O0`
    O0,
    /// `-O2`
    O2,
    /// `-Os`
    Os,
}

impl Optimization {
    /// The compilers' option.
    pub fn option(self) -> &'static str {
        match self {
            Optimization::O0 => "-O0",
            Optimization::O2 => "-O2",
            Optimization::Os => "-Os",
        }
    }
}

/// What is compiled for, by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The compiler.
    pub compiler: Compiler,
    /// How hard it tries.
    pub optimization: Optimization,
    /// 32 or 64.
    pub xlen: u32,
    /// The extensions behind `rv32` or `rv64`: `imc_zbb`.
    pub extensions: &'static str,
}

impl Target {
    /// Both compilers, three levels, both widths, with and without Zbb: 24 targets.
    pub fn all() -> impl Iterator<Item = Target> {
        let compilers = [Compiler::Gcc, Compiler::Clang];
        let levels = [Optimization::O0, Optimization::O2, Optimization::Os];
        let widths = [32, 64].into_iter().flat_map(|x| [(x, "imc"), (x, "imc_zbb")]);
        compilers.into_iter().flat_map(move |compiler| {
            let widths = widths.clone();
            levels.into_iter().flat_map(move |optimization| {
                widths.clone().map(move |(xlen, extensions)| Target {
                    compiler,
                    optimization,
                    xlen,
                    extensions,
                })
            })
        })
    }

    /// The ISA string.
    pub fn isa(&self) -> String {
        format!("rv{}{}", self.xlen, self.extensions)
    }
}

/// As a row of a table: `gcc -O2 rv32imc_zbb`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compiler = match self.compiler {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        };
        write!(f, "{compiler} {} {}", self.optimization.option(), self.isa())
    }
}

/// Why there is no object.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The compiler is not there.
    #[error(transparent)]
    Missing(#[from] toolbox::Missing),
    /// It does not accept the text.
    #[error("{target}: {message}")]
    Refused {
        /// The target.
        target: Target,
        /// What the compiler says.
        message: String,
    },
    /// No file could be written or read, or no program started.
    #[error("compiling: {0}")]
    System(#[from] std::io::Error),
}

/// Compiles a C text to a relocatable object. The same text and target give the same bytes.
///
/// # Errors
/// [`CompileError`].
pub fn compile(source: &str, target: Target) -> Result<Vec<u8>, CompileError> {
    let compiler = toolbox::find(target.compiler.tool())?;
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("program.c"), source)?;
    let mut command = Command::new(compiler.path);
    if target.compiler == Compiler::Clang {
        command.arg(format!("--target=riscv{}-unknown-elf", target.xlen));
    }
    let abi = if target.xlen == 32 { "ilp32" } else { "lp64" };
    let output = command
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-mcmodel=medany"])
        .args([&format!("-march={}", target.isa()), &format!("-mabi={abi}")])
        // The bytes are to be those that the compiler chose, whatever links them.
        .args(["-mno-relax", target.optimization.option(), "-c", "program.c", "-o", "program.o"])
        .current_dir(folder.path())
        .output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(CompileError::Refused { target, message });
    }
    Ok(std::fs::read(folder.path().join("program.o"))?)
}
