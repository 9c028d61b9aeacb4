//! Finds the external tools, knows their pinned versions and what is lost without them.

use std::path::{Path, PathBuf};

/// An external program, library or data package that some verbs need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tool {
    /// Z3's shared library.
    Z3,
    /// Verilator: the folder that holds `bin/verilator` (`VERILATOR_ROOT`).
    Verilator,
    /// A C++ compiler, for verilated models.
    Cxx,
    /// `llvm-mc-19` (or a later one).
    LlvmMc,
    /// User-mode QEMU for RV32.
    QemuRiscv32,
    /// User-mode QEMU for RV64.
    QemuRiscv64,
    /// The `cryptography_vectors` package: its folder.
    Vectors,
}

/// A tool that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The program, library or folder.
    pub path: PathBuf,
    /// The version it reports.
    pub version: String,
}

/// A tool that is not there, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{tool:?} was not found: run `cargo xtask setup`")]
pub struct Missing {
    /// What is missing.
    pub tool: Tool,
}

/// The project's own tool folder: `RVASSAY_TOOLS`, or `.tools` in the checkout that built this program.
pub fn tools_dir() -> PathBuf {
    std::env::var_os("RVASSAY_TOOLS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(".tools"),
        PathBuf::from,
    )
}

/// Looks for a tool.
///
/// # Errors
/// [`Missing`], with the remedy.
pub fn find(tool: Tool) -> Result<Found, Missing> {
    let site = tools_dir().join("site");
    let candidates = match tool {
        Tool::Z3 => vec![site.join("z3/lib/libz3.so")],
        Tool::Verilator => vec![site.join("verilator")],
        Tool::Cxx => on_path("g++"),
        Tool::LlvmMc => on_path("llvm-mc-19"),
        Tool::QemuRiscv32 => on_path("qemu-riscv32"),
        Tool::QemuRiscv64 => on_path("qemu-riscv64"),
        Tool::Vectors => vec![site.join("cryptography_vectors")],
    };
    let path = candidates.into_iter().find(|p| p.exists()).ok_or(Missing { tool })?;
    Ok(Found { path, version: String::new() })
}

fn on_path(name: &str) -> Vec<PathBuf> {
    std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).map(|dir| dir.join(name)).collect())
        .unwrap_or_default()
}
