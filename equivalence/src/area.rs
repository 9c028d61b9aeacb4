//! Area: cells of a fixed library, in NAND2 equivalents.
//!
//! Yosys makes generic logic of the RTL and flattens it (`synth -flatten`); ABC maps it to the cells of
//! `cells.genlib`, whose weights are transistors in static CMOS over the four of a NAND2. Flip-flops are of
//! one kind, without enable or reset (those are gates before it). No placement, no wires, no drive
//! strengths: figures to compare designs by, not to tape them out by.

use crate::{EquivalenceError, yosys::Workplace};
use rtl_harness::{Patch, UnitDescription};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, time::Duration};

const LIBRARY: &str = include_str!("cells.genlib");

/// Transistors of a flip-flop over four.
const FLIP_FLOP: f64 = 6.0;

/// The area of a module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// The unit.
    pub unit: String,
    /// The register width.
    pub xlen: u32,
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
    design: Design,
}

#[derive(Deserialize)]
struct Design {
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

/// Measures a unit.
///
/// # Errors
/// Missing tools, RTL that Yosys refuses, a cell that the library does not have (a latch).
pub fn area(
    description: &UnitDescription,
    patch: Option<&Patch>,
    xlen: u32,
    limit: Duration,
) -> Result<Area, EquivalenceError> {
    let place = Workplace::new()?;
    let library = place.file("cells.genlib");
    std::fs::write(&library, LIBRARY).map_err(EquivalenceError::Io)?;
    let top = &description.top.name;
    let commands = [
        format!("synth -flatten -noabc -top {top}"),
        "dfflegalize -cell $_DFF_P_ x".into(),
        "opt_expr".into(),
        "opt_clean".into(),
        "check -assert".into(),
        format!("abc -genlib {}", library.display()),
        "opt_clean -purge".into(),
        format!("tee -q -o {} stat -json", place.file("stat.json").display()),
    ];
    place.run(description, patch, xlen, &commands, limit)?;
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
    Ok(Area { unit: description.name.clone(), xlen, cells, logic, flip_flops, total })
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
