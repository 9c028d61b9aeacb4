//! The table of tools.

use std::path::{Path, PathBuf};

/// An external program, library or data package that some verbs need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tool {
    /// Z3's shared library, from its Python wheel.
    Z3,
    /// Verilator: the folder that holds `bin/verilator` (`VERILATOR_ROOT`).
    Verilator,
    /// The `cryptography_vectors` package: its folder.
    Vectors,
    /// The solver Bitwuzla, from its Python wheel: the extension module.
    Bitwuzla,
    /// Yosys and ABC, from the Python wheel of Yosys: its folder.
    Yosys,
    /// The RTL of the core PicoRV32, from its Python wheel: the folder.
    Picorv32,
    /// The RTL of the core Ibex, from its Python wheel: the folder.
    Ibex,
    /// Python, which installs the seven above.
    Python,
    /// A C++ compiler, for verilated models and libFuzzer.
    Cxx,
    /// LLVM's assembler, 19 or later.
    LlvmMc,
    /// LLVM's linker, 19 or later.
    Lld,
    /// LLVM's C compiler, 19 or later.
    Clang,
    /// GNU's C compiler for RISC-V.
    Gcc,
    /// The GNU assembler for RISC-V.
    GnuAs,
    /// User-mode QEMU for RV32.
    QemuRiscv32,
    /// User-mode QEMU for RV64.
    QemuRiscv64,
    /// QEMU's whole machine for RV32.
    QemuSystemRiscv32,
    /// QEMU's whole machine for RV64 and RV128.
    QemuSystemRiscv64,
    /// The test runner cargo-nextest.
    Nextest,
}

/// What is known about a tool.
#[derive(Debug)]
#[non_exhaustive]
pub struct Info {
    /// Which tool.
    pub tool: Tool,
    /// The name that people know it by.
    pub name: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// What it is for: half a sentence.
    pub needed_for: &'static str,
    /// What cannot be done without it: half a sentence.
    pub lost: &'static str,
}

/// Where a tool comes from.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// A pinned Python wheel in the project's own environment.
    Wheel(Wheel),
    /// A program on `PATH`.
    Program {
        /// Names to look for, the preferred one first.
        names: &'static [&'static str],
        /// The Debian package that has it; `None`: set-up does not install it.
        debian: Option<&'static str>,
        /// The oldest version that the project was tried with.
        oldest: Option<&'static str>,
    },
}

/// A pinned Python wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wheel {
    /// Its name on PyPI.
    pub package: &'static str,
    /// The pin.
    pub version: &'static str,
    /// What we use of it, below the folder of Python packages; the last name may end with `*`, for an
    /// extension module has Python's version and the machine in its name.
    pub path: &'static str,
}

impl Wheel {
    /// The requirement as pip reads it, `name==version`.
    pub fn requirement(&self) -> String {
        format!("{}=={}", self.package, self.version)
    }

    /// Where [`Wheel::path`] is below this folder of Python packages.
    pub fn locate(&self, site: &Path) -> Option<PathBuf> {
        let Some(stem) = self.path.strip_suffix('*') else {
            return Some(site.join(self.path)).filter(|path| path.exists());
        };
        let (folder, stem) = stem.rsplit_once('/').unwrap_or(("", stem));
        let entries = std::fs::read_dir(site.join(folder)).ok()?.flatten();
        let fits = |path: &PathBuf| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|n| n.starts_with(stem))
        };
        entries.map(|entry| entry.path()).find(fits)
    }

    /// The stem of the metadata folder's name, in which `-` became `_`.
    pub fn distribution(&self) -> String {
        self.package.replace('-', "_")
    }
}

/// The versions of a tool that are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// This one only.
    Exactly(&'static str),
    /// This one or a later one.
    AtLeast(&'static str),
    /// Any.
    Any,
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exactly(version) => f.write_str(version),
            Self::AtLeast(version) => write!(f, ">= {version}"),
            Self::Any => f.write_str("any"),
        }
    }
}

impl Tool {
    /// Every tool, in the order of the report.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|info| info.tool)
    }

    /// The pinned wheels, in the order of the report.
    pub fn wheels() -> impl Iterator<Item = (Self, &'static Wheel)> {
        TABLE.iter().filter_map(|info| match &info.source {
            Source::Wheel(wheel) => Some((info.tool, wheel)),
            Source::Program { .. } => None,
        })
    }

    /// What is known about the tool.
    ///
    /// # Panics
    /// Never: a test looks every tool up.
    pub fn info(self) -> &'static Info {
        TABLE.iter().find(|info| info.tool == self).expect("every tool is in the table")
    }
}

impl Info {
    /// The Debian package that has it; `None`: set-up does not get it from Debian.
    pub fn debian(&self) -> Option<&'static str> {
        match self.source {
            Source::Wheel(_) => None,
            Source::Program { debian, .. } => debian,
        }
    }

    /// The versions that are right.
    pub fn expected(&self) -> Expected {
        match &self.source {
            Source::Wheel(wheel) => Expected::Exactly(wheel.version),
            Source::Program { oldest: Some(oldest), .. } => Expected::AtLeast(oldest),
            Source::Program { oldest: None, .. } => Expected::Any,
        }
    }
}

static TABLE: [Info; Tool::Nextest as usize + 1] = [
    Info {
        tool: Tool::Z3,
        name: "z3",
        source: Source::Wheel(Wheel {
            package: "z3-solver",
            version: "5.4.1.0",
            path: "z3/lib/libz3.so",
        }),
        needed_for: "proofs",
        lost: "nothing can be built or proved",
    },
    Info {
        tool: Tool::Verilator,
        name: "verilator",
        source: Source::Wheel(Wheel { package: "verilator", version: "5.48.0", path: "verilator" }),
        needed_for: "running RTL",
        lost: "no RTL can be run",
    },
    Info {
        tool: Tool::Vectors,
        name: "cryptography-vectors",
        source: Source::Wheel(Wheel {
            package: "cryptography-vectors",
            version: "50.0.2",
            path: "cryptography_vectors",
        }),
        needed_for: "NIST known-answer vectors",
        lost: "kernels are certified on embedded vectors only",
    },
    Info {
        tool: Tool::Bitwuzla,
        name: "bitwuzla",
        source: Source::Wheel(Wheel {
            package: "bitwuzla",
            version: "0.10.0",
            path: "bitwuzla.cpython-*",
        }),
        needed_for: "a second solver in proofs",
        lost: "Z3 proves alone, and nothing races it",
    },
    Info {
        tool: Tool::Yosys,
        name: "yosys",
        source: Source::Wheel(Wheel { package: "pyosys", version: "0.70", path: "pyosys" }),
        needed_for: "proofs of RTL and its area",
        lost: "RTL is neither proved nor measured",
    },
    Info {
        tool: Tool::Picorv32,
        name: "picorv32",
        source: Source::Wheel(Wheel {
            package: "pythondata-cpu-picorv32",
            version: "1.0.post218",
            path: "pythondata_cpu_picorv32/verilog",
        }),
        needed_for: "fuzzing the core PicoRV32",
        lost: "PicoRV32 cannot be run",
    },
    Info {
        tool: Tool::Ibex,
        name: "ibex",
        source: Source::Wheel(Wheel {
            package: "pythondata-cpu-ibex",
            version: "0.0.post2937",
            path: "pythondata_cpu_ibex/system_verilog",
        }),
        needed_for: "fuzzing the core Ibex",
        lost: "Ibex cannot be run",
    },
    Info {
        tool: Tool::Python,
        name: "python3 with venv",
        source: Source::Program {
            names: &["python3"],
            debian: Some("python3-venv"),
            oldest: Some("3.10"),
        },
        needed_for: "installing z3, verilator, cryptography-vectors, bitwuzla, yosys and cores",
        lost: "set-up cannot install the seven pinned packages",
    },
    Info {
        tool: Tool::Cxx,
        name: "g++",
        source: Source::Program { names: &["g++"], debian: Some("g++"), oldest: Some("12") },
        needed_for: "compiling verilated RTL and libFuzzer",
        lost: "no RTL can be run and no libFuzzer target built",
    },
    Info {
        tool: Tool::LlvmMc,
        name: "llvm-mc",
        source: Source::Program {
            names: &["llvm-mc-19", "llvm-mc-20", "llvm-mc-21"],
            debian: Some("llvm-19"),
            oldest: Some("19"),
        },
        needed_for: "assembling kernels",
        lost: "no kernel can be assembled",
    },
    Info {
        tool: Tool::Lld,
        name: "ld.lld",
        source: Source::Program {
            names: &["ld.lld-19", "ld.lld-20", "ld.lld-21"],
            debian: Some("lld-19"),
            oldest: Some("19"),
        },
        needed_for: "linking RISC-V programs",
        lost: "no program can be linked for the simulators",
    },
    Info {
        tool: Tool::Clang,
        name: "clang",
        source: Source::Program {
            names: &["clang-19", "clang-20", "clang-21"],
            debian: Some("clang-19"),
            oldest: Some("19"),
        },
        needed_for: "tests of the exported C header, of compiled ciphers, and of kernels against them",
        lost: "neither the exported C header nor compiled ciphers are tested, and kernels are not compared with them",
    },
    Info {
        tool: Tool::Gcc,
        name: "riscv64-unknown-elf-gcc",
        source: Source::Program {
            names: &["riscv64-unknown-elf-gcc"],
            debian: Some("gcc-riscv64-unknown-elf"),
            oldest: Some("12"),
        },
        needed_for: "tests of compiled ciphers",
        lost: "ciphers that it compiles are not tested",
    },
    Info {
        tool: Tool::GnuAs,
        name: "riscv64-unknown-elf-as",
        source: Source::Program {
            names: &["riscv64-unknown-elf-as"],
            debian: Some("binutils-riscv64-unknown-elf"),
            oldest: Some("2.40"),
        },
        needed_for: "tests of the exported assembler macros",
        lost: "the exported assembler macros are not tested",
    },
    Info {
        tool: Tool::QemuRiscv32,
        name: "qemu-riscv32",
        source: Source::Program {
            names: &["qemu-riscv32", "qemu-riscv32-static"],
            debian: Some("qemu-user"),
            oldest: Some("7.2"),
        },
        needed_for: "differential runs on RV32",
        lost: "RV32 is not compared with QEMU",
    },
    Info {
        tool: Tool::QemuRiscv64,
        name: "qemu-riscv64",
        source: Source::Program {
            names: &["qemu-riscv64", "qemu-riscv64-static"],
            debian: Some("qemu-user"),
            oldest: Some("7.2"),
        },
        needed_for: "differential runs on RV64",
        lost: "RV64 is not compared with QEMU",
    },
    Info {
        tool: Tool::QemuSystemRiscv32,
        name: "qemu-system-riscv32",
        source: Source::Program {
            names: &["qemu-system-riscv32"],
            debian: Some("qemu-system-misc"),
            oldest: Some("7.2"),
        },
        needed_for: "differential runs of traps on RV32",
        lost: "traps on RV32 are not compared with QEMU",
    },
    Info {
        tool: Tool::QemuSystemRiscv64,
        name: "qemu-system-riscv64",
        source: Source::Program {
            names: &["qemu-system-riscv64"],
            debian: Some("qemu-system-misc"),
            oldest: Some("7.2"),
        },
        needed_for: "differential runs of traps on RV64, and of RV128",
        lost: "traps on RV64, and all of RV128, are not compared with QEMU",
    },
    Info {
        tool: Tool::Nextest,
        name: "cargo-nextest",
        source: Source::Program { names: &["cargo-nextest"], debian: None, oldest: None },
        needed_for: "running the tests in parallel",
        lost: "tests run under `cargo test`, more slowly",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_its_row() {
        // The table is as long as the enumeration, so equal positions leave out none.
        for (position, tool) in Tool::all().enumerate() {
            assert_eq!(tool as usize, position, "{tool:?}");
            assert_eq!(tool.info().tool, tool);
        }
    }
}
