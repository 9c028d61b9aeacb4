//! Area: cells of a fixed library, in NAND2 equivalents.
//!
//! Yosys makes generic logic of the RTL and flattens it (`synth -flatten`); ABC maps it to the cells of
//! `cells.genlib`, whose weights are transistors in static CMOS over the four of a NAND2. Flip-flops are of
//! one kind, without enable or reset (those are gates before it). No placement, no wires, no drive
//! strengths: figures to compare designs by, not to tape them out by.

use crate::{EquivalenceError, design::Design, yosys::Workplace};
use rtl_harness::{CoreDescription, Patch, UnitDescription};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};
use toolbox::Tool;

const LIBRARY: &str = include_str!("cells.genlib");

/// Transistors of a flip-flop over four.
const FLIP_FLOP: f64 = 6.0;

/// What Yosys does before ABC; `{top}` is the module.
const SYNTHESIS: [&str; 5] = [
    "synth -flatten -noabc -top {top}",
    "dfflegalize -cell $_DFF_P_ x",
    "opt_expr",
    "opt_clean",
    "check -assert",
];

/// The area of a module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Cells by kind.
    pub cells: BTreeMap<String, u64>,
    /// NAND2 equivalents of the gates.
    pub logic: f64,
    /// Bits of state.
    pub flip_flops: u64,
    /// NAND2 equivalents of all.
    pub total: f64,
}

#[derive(Deserialize)]
struct Stat {
    design: Cells,
}

#[derive(Deserialize)]
struct Cells {
    num_cells_by_type: BTreeMap<String, u64>,
}

/// The weight of every cell of the library, in NAND2 equivalents.
pub fn weights() -> BTreeMap<&'static str, f64> {
    let cell = |line: &'static str| {
        let mut words = line.split_whitespace().skip(1);
        Some((words.next()?, words.next()?.parse().ok()?))
    };
    let gates = LIBRARY.lines().filter_map(cell);
    gates.chain([("DFF", FLIP_FLOP)]).collect()
}

/// A module to measure, with its parameters.
#[derive(Clone, Debug)]
pub struct Measured {
    design: Design,
}

impl Measured {
    /// A unit.
    ///
    /// # Errors
    /// A patch that does not fit.
    pub fn unit(
        description: &UnitDescription,
        patch: Option<&Patch>,
        xlen: u32,
    ) -> Result<Self, EquivalenceError> {
        Ok(Measured { design: Design::of_unit(description, patch, xlen)? })
    }

    /// A core with the extensions that `has` says, with what it needs to tell of instructions (RVFI).
    ///
    /// # Errors
    /// A package that is missing.
    pub fn core(
        description: &CoreDescription,
        xlen: u32,
        has: impl Fn(&str) -> bool,
    ) -> Result<Self, EquivalenceError> {
        Ok(Measured { design: Design::of_core(description, None, xlen, has)? })
    }

    /// What is in the cache, a folder, or else measures.
    ///
    /// # Errors
    /// Missing tools, RTL that Yosys refuses, a cell that the library does not have (a latch), a cache that cannot be
    /// written.
    pub fn area(&self, cache: &Path, limit: Duration) -> Result<Area, EquivalenceError> {
        let file = self.entry(cache);
        let known = std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(area) = known {
            return Ok(area);
        }
        let area = self.measure(limit)?;
        let text = serde_json::to_vec(&area).expect("an area is plain data");
        // Whole or not at all, and from any number of processes.
        let put = || {
            std::fs::create_dir_all(cache)?;
            let new = tempfile::NamedTempFile::new_in(cache)?;
            std::fs::write(new.path(), text)?;
            new.persist(&file).map_err(|error| error.error)
        };
        put().map_err(EquivalenceError::Io)?;
        Ok(area)
    }

    /// A file that is named by all that the area depends on.
    fn entry(&self, cache: &Path) -> PathBuf {
        let Design { top, sources, parameters, defines, .. } = &self.design;
        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        if let toolbox::Source::Wheel(wheel) = &Tool::Yosys.info().source {
            add(wheel.version);
        }
        [LIBRARY, top].into_iter().chain(SYNTHESIS).for_each(&mut add);
        defines.iter().for_each(|define| add(define));
        parameters.iter().for_each(|(name, value)| add(&format!("{name}={value}")));
        sources.iter().for_each(|source| add(&source.text));
        let digest = hash.finalize();
        let name = digest.iter().fold(String::new(), |mut name, byte| {
            write!(name, "{byte:02x}").expect("a string takes all");
            name
        });
        cache.join(name + ".json")
    }

    fn measure(&self, limit: Duration) -> Result<Area, EquivalenceError> {
        let place = Workplace::new()?;
        let library = place.file("cells.genlib");
        std::fs::write(&library, LIBRARY).map_err(EquivalenceError::Io)?;
        let synthesis = SYNTHESIS.map(|command| command.replace("{top}", &self.design.top));
        let commands: Vec<String> = synthesis
            .into_iter()
            .chain([
                format!("abc -genlib {}", library.display()),
                "opt_clean -purge".into(),
                format!("tee -q -o {} stat -json", place.file("stat.json").display()),
            ])
            .collect();
        place.run(&self.design, &commands, limit)?;
        let stat = std::fs::read(place.file("stat.json")).map_err(EquivalenceError::Io)?;
        let stat: Stat =
            serde_json::from_slice(&stat).map_err(|e| crate::NetlistError::Json(e.to_string()))?;
        let weights = weights();
        let (mut cells, mut logic, mut flip_flops) = (BTreeMap::new(), 0.0, 0);
        for (kind, count) in stat.design.num_cells_by_type {
            let name = if kind == "$_DFF_P_" { "DFF" } else { kind.trim_start_matches('\\') };
            let Some(weight) = weights.get(name) else {
                return Err(crate::NetlistError::Cell { kind }.into());
            };
            match name {
                "DFF" => flip_flops = count,
                _ => logic += weight * count as f64,
            }
            cells.insert(name.to_owned(), count);
        }
        let total = logic + FLIP_FLOP * flip_flops as f64;
        Ok(Area { cells, logic, flip_flops, total })
    }
}

/// A figure of others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Published {
    /// What it is of.
    pub what: &'static str,
    /// Which of our units do that together, and on which register width.
    pub ours: &'static [&'static str],
    /// The register width.
    pub xlen: u32,
    /// As published: NAND2 cells, or gate equivalents.
    pub nand2: f64,
    /// Where.
    pub source: &'static str,
}

/// What ours is set beside. Their flows are not ours (other libraries, other scripts): what they agree in
/// is the unit of a NAND2.
pub const PUBLISHED: &[Published] = &[
    Published {
        what: "aes32, encryption and decryption",
        ours: &["aes"],
        xlen: 32,
        nand2: 1149.0,
        source: "Marshall et al., TCHES 2021",
    },
    Published {
        what: "aes64",
        ours: &["aes"],
        xlen: 64,
        nand2: 8226.0,
        source: "Marshall et al., TCHES 2021",
    },
    Published {
        what: "all scalar crypto on RV32",
        ours: &["aes", "clmul", "sha2", "sm3", "sm4", "bitmanip"],
        xlen: 32,
        nand2: 4267.0,
        source: "riscv-crypto, rtl (Yosys)",
    },
];
