//! The engine under test: named, then made ready, then opened as often as there are threads.

use crate::engine::{BadReset, Engine, QemuSystem, QemuUser, RtlCore, RtlUnit, Simulator};
use rtl_harness::{
    BuildOptions, CoreDescription, CoreModel, DescriptionError, DeviationKind, Model, Patch,
    RtlError, SeededBug, UnitDescription,
};
use semantics::{
    insns::Insn,
    isa::{Isa, known_extensions},
};
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
    /// A core, perhaps with a planted bug.
    Core {
        /// As in `core:NAME`: one of the project's own, or the path of a `core.toml`.
        name: String,
        /// What it is.
        description: Box<CoreDescription>,
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
    /// The `unit.toml` or `core.toml`.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// Something in a `core.toml` that the specification does not know.
    #[error("{}:{line}: {what}", file.display())]
    Core {
        /// The file.
        file: PathBuf,
        /// Its line, 0 when it is not known.
        line: usize,
        /// What is wrong.
        what: String,
    },
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
    /// The machine has no memory for a core's memory.
    #[error("there is no memory left for that of the core")]
    Memory,
    /// The core starts somewhere else.
    #[error(transparent)]
    Reset(#[from] BadReset),
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
    /// `sim`, `qemu`, `qemu-system`, `unit:NAME`, `unit:PATH/unit.toml`, `core:NAME` or `core:PATH/core.toml`; `bug` names a planted bug of it.
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
            let cores = rtl_harness::cores().iter().map(|core| format!("core:{}", core.name));
            let others = ["sim", "qemu", "qemu-system"].map(str::to_owned);
            let known: Vec<_> = others.into_iter().chain(units).chain(cores).collect();
            DutError::Unknown { name: name.into(), known: known.join(", ") }
        };
        let planted = |bugs: Vec<SeededBug>| {
            let found = bugs.iter().find(|b| Some(b.name) == bug).map(|b| b.patch.clone());
            if found.is_none() {
                no_bug(bugs.iter().map(|b| b.name).collect::<Vec<_>>().join(", "))?;
            }
            Ok::<_, DutError>(found)
        };
        if let Some(core) = name.strip_prefix("core:") {
            if let Some(own) = rtl_harness::cores().iter().find(|own| own.name == core) {
                let (description, bug) = (Box::new(own.description()?), planted(own.bugs())?);
                return Ok(Dut::Core { name: core.into(), description, bug });
            }
            let path = Path::new(core);
            if path.extension().is_none_or(|e| e != "toml") {
                return Err(unknown());
            }
            no_bug("none".into())?;
            let description = Box::new(CoreDescription::load(path)?);
            known_to_the_specification(&description)?;
            return Ok(Dut::Core { name: core.into(), description, bug: None });
        }
        let unit = name.strip_prefix("unit:").ok_or_else(unknown)?;
        if let Some(own) = shipped.iter().find(|own| own.name == unit) {
            let (description, bug) = (Box::new(own.description()?), planted(own.bugs())?);
            return Ok(Dut::Unit { name: unit.into(), description, bug });
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
            Dut::Unit { bug, .. } | Dut::Core { bug, .. } => bug.as_ref().map(|patch| {
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
            Dut::Core { description, .. } => description.isa(xlen).is_some(),
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
            Dut::Core { description, .. } => core_has(description, isa),
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
            // Cores are built for an instruction set, when they are opened.
            Dut::Simulator(_) | Dut::Core { .. } => {}
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
            Dut::Core { name, .. } => write!(f, "core:{name}"),
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
            Dut::Core { .. } => Box::new(self.open_core(isa)?.expect("it is a core")),
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
    /// A core of this instruction set; `None` when the engine is none.
    ///
    /// # Errors
    /// A core that does not build, or cannot run cases.
    pub fn open_core(&self, isa: &Isa) -> Result<Option<RtlCore>, NotReady> {
        let Dut::Core { description, bug, .. } = &self.dut else { return Ok(None) };
        let options = BuildOptions { patch: bug.clone(), ..BuildOptions::new(&self.cache) };
        self.core(description, isa, &options).map(Some)
    }
    fn core(
        &self,
        description: &CoreDescription,
        isa: &Isa,
        options: &BuildOptions,
    ) -> Result<RtlCore, NotReady> {
        let model = CoreModel::build(description, isa.xlen(), |e| isa.enables(e), options)?;
        RtlCore::new(&self.dut.to_string(), description, &model, isa)
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
    pub fn traced(&self, isa: &Isa, path: &Path) -> Result<Option<Box<dyn Engine>>, NotReady> {
        let options = |bug: &Option<Patch>| BuildOptions {
            trace: true,
            patch: bug.clone(),
            ..BuildOptions::new(&self.cache)
        };
        Ok(match &self.dut {
            Dut::Unit { description, bug, .. } => {
                let model = Model::build(description, isa.xlen(), &options(bug))?;
                let mut unit = RtlUnit::new(&model);
                unit.trace_to(path)?;
                Some(Box::new(unit))
            }
            Dut::Core { description, bug, .. } => {
                let mut core = self.core(description, isa, &options(bug))?;
                core.trace_to(path)?;
                Some(Box::new(core))
            }
            Dut::Simulator(_) | Dut::Qemu | Dut::QemuSystem => None,
        })
    }
}

/// That the names of a `core.toml` are instruction sets, extensions and ops.
fn known_to_the_specification(description: &CoreDescription) -> Result<(), DutError> {
    let wrong = |word: &str, what: String| {
        let line = description.text.lines().position(|line| line.contains(word));
        let (file, line) = (description.file.clone(), line.map_or(0, |line| line + 1));
        Err(DutError::Core { file, line, what })
    };
    for (xlen, text) in &description.isas {
        match Isa::parse(text) {
            Ok(isa) if isa.xlen() == *xlen => {}
            Ok(isa) => return wrong(text, format!("`{text}` is RV{}, not RV{xlen}", isa.xlen())),
            Err(error) => return wrong(text, error.to_string()),
        }
    }
    let extensions = known_extensions();
    for (name, _) in &description.extensions {
        if !extensions.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return wrong(
                name,
                format!("there is no extension `{name}`; `rvassay list` names them"),
            );
        }
    }
    for deviation in &description.deviations {
        let DeviationKind::Ops(ops) = &deviation.kind else { continue };
        let is_known = |op: &str| Insn::all().iter().any(|insn| insn.spec().name == op);
        if let Some(op) = ops.iter().find(|op| !is_known(op)) {
            return wrong(op, format!("there is no op `{op}`; `rvassay list` names them"));
        }
    }
    Ok(())
}

/// Whether a core can be built with this instruction set: it has all of it, and what it has besides can be turned
/// off.
fn core_has(description: &CoreDescription, isa: &Isa) -> bool {
    let whole = description.isa(isa.xlen()).and_then(|text| Isa::parse(text).ok());
    whole.is_some_and(|whole| {
        let optional =
            |e: &str| description.extensions.iter().any(|(name, _)| name.eq_ignore_ascii_case(e));
        let off = |insn: Insn| insn.spec().extensions.iter().any(|e| optional(e));
        // Extensions that are CSRs alone; what else has no instructions of its own stands for others, or promises.
        let of_csrs = |e: &&str| ["zicntr", "zihpm", "zkr"].contains(e);
        let of_core = whole.extensions();
        isa.extensions().iter().all(|e| of_core.contains(e))
            && whole.insns().all(|insn| isa.has(insn) || off(insn))
            && of_core.iter().filter(|e| of_csrs(e)).all(|e| isa.enables(e) || optional(e))
    })
}
