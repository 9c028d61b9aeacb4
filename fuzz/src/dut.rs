//! The engine under test: named, then made ready, then opened as often as there are threads.

use crate::engine::{Engine, QemuSystem, QemuUser, RtlUnit, Simulator};
use rtl_harness::{BuildOptions, DescriptionError, Model, Patch, RtlError, UnitDescription};
use semantics::isa::Isa;
use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

/// What is compared with the specification.
#[derive(Clone, Debug)]
pub enum Dut {
    /// The simulator, perhaps with a planted bug.
    Simulator(Option<simulator::SeededBug>),
    /// A unit, perhaps with a planted bug.
    Unit {
        /// As in `unit:NAME`: one of the project's own, or the path of a `unit.toml`.
        name: String,
        /// What it is.
        description: Box<UnitDescription>,
        /// A patch of its sources.
        bug: Option<Patch>,
    },
    /// QEMU's user mode.
    Qemu,
    /// QEMU's whole machine.
    QemuSystem,
}

/// Why there is no such engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DutError {
    /// A name that nobody knows.
    #[error("there is no engine `{name}`; there are {known}")]
    Unknown {
        /// As given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A planted bug that the engine does not have.
    #[error("`{dut}` has no planted bug `{name}`; it has {known}")]
    UnknownBug {
        /// The engine.
        dut: String,
        /// As given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The `unit.toml`.
    #[error(transparent)]
    Description(#[from] DescriptionError),
}

/// Why an engine does not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotReady {
    /// A program is not there.
    #[error(transparent)]
    Missing(#[from] toolbox::Missing),
    /// The unit cannot be built.
    #[error(transparent)]
    Rtl(#[from] RtlError),
    /// The engine does not exist at this register width.
    #[error("`{dut}` has no RV{xlen}")]
    Width {
        /// The engine.
        dut: String,
        /// The register width.
        xlen: u32,
    },
}

impl Dut {
    /// `sim`, `qemu`, `qemu-system`, `unit:NAME` or `unit:PATH/unit.toml`; `bug` names a planted bug of it.
    ///
    /// # Errors
    /// Names that do not exist, with those that do.
    pub fn named(name: &str, bug: Option<&str>) -> Result<Dut, DutError> {
        let no_bug = |known: String| match bug {
            None => Ok(()),
            Some(bug) => Err(DutError::UnknownBug { dut: name.into(), name: bug.into(), known }),
        };
        if name == "sim" {
            let all = simulator::SeededBug::ALL;
            let found = all.into_iter().find(|b| Some(format!("{b:?}").as_str()) == bug);
            if found.is_none() {
                no_bug(all.map(|b| format!("{b:?}")).join(", "))?;
            }
            return Ok(Dut::Simulator(found));
        }
        if let Some(qemu) = [Dut::Qemu, Dut::QemuSystem].into_iter().find(|d| d.to_string() == name)
        {
            no_bug("none".into())?;
            return Ok(qemu);
        }
        let shipped = rtl_harness::units();
        let unknown = || {
            let units = shipped.iter().map(|unit| format!("unit:{}", unit.name));
            let others = ["sim", "qemu", "qemu-system"].map(str::to_owned);
            let known: Vec<_> = others.into_iter().chain(units).collect();
            DutError::Unknown { name: name.into(), known: known.join(", ") }
        };
        let unit = name.strip_prefix("unit:").ok_or_else(unknown)?;
        if let Some(own) = shipped.iter().find(|own| own.name == unit) {
            let bugs = own.bugs();
            let found = bugs.iter().find(|b| Some(b.name) == bug).map(|b| b.patch.clone());
            if found.is_none() {
                no_bug(bugs.iter().map(|b| b.name).collect::<Vec<_>>().join(", "))?;
            }
            let description = Box::new(own.description()?);
            return Ok(Dut::Unit { name: unit.into(), description, bug: found });
        }
        let path = Path::new(unit);
        if path.extension().is_none_or(|e| e != "toml") {
            return Err(unknown());
        }
        no_bug("none".into())?;
        let description = Box::new(UnitDescription::load(path)?);
        Ok(Dut::Unit { name: unit.into(), description, bug: None })
    }
    /// The name of its planted bug, as [`Dut::named`] takes it.
    pub fn bug(&self) -> Option<String> {
        match self {
            Dut::Simulator(bug) => bug.map(|bug| format!("{bug:?}")),
            Dut::Unit { bug, .. } => bug.as_ref().map(|patch| {
                let name = Path::new(&patch.name).file_stem().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }),
            Dut::Qemu | Dut::QemuSystem => None,
        }
    }
    /// Whether it exists at this register width.
    pub fn has_width(&self, xlen: u32) -> bool {
        match self {
            Dut::Unit { description, .. } => description.xlens.contains(&xlen),
            Dut::Simulator(_) | Dut::Qemu => [32, 64].contains(&xlen),
            Dut::QemuSystem => true,
        }
    }
    /// Whether it can be told to have this instruction set. QEMU has compressed instructions
    /// with those of floating point or not at all, its user mode also multiplication with division.
    pub fn has_isa(&self, isa: &Isa) -> bool {
        let on = |e| isa.extensions().contains(&e);
        let [whole_m, whole_c] = [on("m") == on("zmmul"), on("c") == on("zca")];
        let has = match self {
            Dut::Qemu => whole_m && whole_c,
            Dut::QemuSystem => whole_c,
            Dut::Simulator(_) | Dut::Unit { .. } => true,
        };
        self.has_width(isa.xlen()) && has
    }
    /// Builds what has to be built for these widths; models are kept in the folder `cache`.
    ///
    /// # Errors
    /// Tools that are missing, RTL that does not build.
    pub fn prepare(&self, xlens: &[u32], cache: &Path) -> Result<Ready, NotReady> {
        let mut models = Vec::new();
        match self {
            Dut::Simulator(_) => {}
            Dut::Qemu => xlens.iter().try_for_each(|&x| QemuUser::find(x).map(|_| ()))?,
            Dut::QemuSystem => xlens.iter().try_for_each(|&x| QemuSystem::find(x).map(|_| ()))?,
            Dut::Unit { description, bug, .. } => {
                let options = BuildOptions { patch: bug.clone(), ..BuildOptions::new(cache) };
                for &xlen in xlens.iter().filter(|&&x| self.has_width(x)) {
                    models.push(Model::build(description, xlen, &options)?);
                }
            }
        }
        Ok(Ready { dut: self.clone(), models, cache: cache.into() })
    }
}

impl fmt::Display for Dut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dut::Simulator(_) => f.write_str("sim"),
            Dut::Unit { name, .. } => write!(f, "unit:{name}"),
            Dut::Qemu => f.write_str("qemu"),
            Dut::QemuSystem => f.write_str("qemu-system"),
        }
    }
}

/// An engine that can be opened.
#[derive(Clone, Debug)]
pub struct Ready {
    dut: Dut,
    models: Vec<Model>,
    cache: PathBuf,
}

impl Ready {
    /// What it is.
    pub fn dut(&self) -> &Dut {
        &self.dut
    }
    /// The verilated models, one for each width.
    pub fn models(&self) -> &[Model] {
        &self.models
    }
    /// An engine for this instruction set.
    ///
    /// # Errors
    /// A width that was not prepared, a program that is gone.
    pub fn open(&self, isa: &Isa) -> Result<Box<dyn Engine>, NotReady> {
        let xlen = isa.xlen();
        Ok(match &self.dut {
            Dut::Simulator(_) | Dut::Qemu if !self.dut.has_width(xlen) => {
                return Err(NotReady::Width { dut: self.dut.to_string(), xlen });
            }
            Dut::Simulator(bug) => Box::new(Simulator::new(isa, *bug)),
            Dut::Qemu => Box::new(QemuUser::new(isa)?),
            Dut::QemuSystem => Box::new(QemuSystem::new(isa)?),
            Dut::Unit { description, .. } => {
                let model = self.models.iter().find(|m| m.xlen() == isa.xlen());
                let (unit, known) = (description.name.clone(), description.xlens.clone());
                Box::new(RtlUnit::new(model.ok_or(RtlError::Xlen {
                    unit,
                    xlen: isa.xlen(),
                    known,
                })?))
            }
        })
    }
    /// Operations a second of a unit's model without the harness, on one thread, over all prepared widths
    /// alike; `None` for other engines, and for a model that stops by itself.
    pub fn raw_rate(&self, time: Duration) -> Option<f64> {
        let rate = |model: &Model| model.unit().raw_rate(time).ok();
        let rates: Vec<_> = self.models.iter().map(rate).collect::<Option<_>>()?;
        let seconds: f64 = rates.iter().map(|rate| 1.0 / rate.executions_per_second).sum();
        (!rates.is_empty()).then(|| rates.len() as f64 / seconds)
    }
    /// An instance that writes a waveform, for engines that have waveforms.
    ///
    /// # Errors
    /// A model that does not build, a file that cannot be written.
    pub fn traced(&self, isa: &Isa, path: &Path) -> Result<Option<RtlUnit>, NotReady> {
        let Dut::Unit { description, bug, .. } = &self.dut else { return Ok(None) };
        let options =
            BuildOptions { trace: true, patch: bug.clone(), ..BuildOptions::new(&self.cache) };
        let mut unit = RtlUnit::new(&Model::build(description, isa.xlen(), &options)?);
        unit.trace_to(path)?;
        Ok(Some(unit))
    }
}
