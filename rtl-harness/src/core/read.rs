//! From the keys as written to a checked [`CoreDescription`].

use std::{collections::BTreeSet, path::Path};

use toml::Spanned;

use super::{
    CoreDescription, CoreParameter, Deviation, DeviationKind, MemoryPort, Protocol, Purpose,
    file::{DeviationTable, File, MemoryTable, ParameterValue},
};
use crate::description::{DescriptionError, PortName, Problem, Source, read::Locator, read_text};

pub(super) fn description(
    name: String,
    path: &Path,
    text: &str,
    strict: bool,
    source: impl Fn(&str) -> Result<String, Problem>,
) -> Result<CoreDescription, DescriptionError> {
    let at = Locator { path, text };
    let file: File = at.keys()?;
    let top = at.name(&file.top)?;
    let package = file.package.as_ref().map(|package| package_of(&at, package)).transpose()?;
    let (sources, missing) = sources(&at, &file, package, source)?;
    let reset_low = match file.reset_active.get_ref().as_str() {
        "low" => true,
        "high" => false,
        value => {
            let problem = Problem::ResetActive { value: value.to_owned() };
            return Err(at.fail(&file.reset_active.span(), problem));
        }
    };
    let misaligned = match file.misaligned.get_ref().as_str() {
        "works" => true,
        "traps" => false,
        value => {
            let known = "\"works\" or \"traps\"";
            let problem = Problem::Word { value: value.into(), known };
            return Err(at.fail(&file.misaligned.span(), problem));
        }
    };
    let cycles = match &file.cycles {
        None => None,
        Some(name) if name.get_ref() == "inorder" => Some(name.get_ref().clone()),
        Some(name) => {
            let (value, known) = (name.get_ref().clone(), "\"inorder\"");
            return Err(at.fail(&name.span(), Problem::Word { value, known }));
        }
    };
    let mut constants = Vec::new();
    for (port, &value) in &file.constants {
        constants.push((at.name(port)?, value));
    }
    let mut extensions = Vec::new();
    for (extension, parameter) in &file.extensions {
        extensions.push((extension.to_lowercase(), at.name(parameter)?.name));
    }
    let description = CoreDescription {
        name,
        file: path.to_path_buf(),
        text: text.to_owned(),
        top,
        sources,
        defines: defines(&at, &file)?,
        isas: isas(&at, &file)?,
        parameters: parameters(&at, &file)?,
        extensions,
        clock: at.name(&file.clock)?,
        reset: at.name(&file.reset)?,
        reset_low,
        reset_address: reset_address(&at, &file.reset_address)?,
        constants,
        memory: memory(&at, &file)?,
        rvfi: at.name(&file.rvfi)?,
        deviations: file
            .deviations
            .iter()
            .map(|table| deviation(&at, table))
            .collect::<Result<_, _>>()?,
        misaligned,
        cycles,
        false_loops: file.false_loops,
        missing,
        strict,
    };
    let mut used = BTreeSet::new();
    for port in description.ports() {
        if !used.insert(&port.name) {
            let problem = Problem::PortTwice { port: port.name.clone() };
            return Err(DescriptionError { file: path.to_path_buf(), line: port.line, problem });
        }
    }
    Ok(description)
}

/// An address of an instruction.
fn reset_address(at: &Locator<'_>, address: &Spanned<u64>) -> Result<u64, DescriptionError> {
    let value = *address.get_ref();
    if value.is_multiple_of(4) {
        return Ok(value);
    }
    let problem = Problem::Word { value: format!("{value:#x}"), known: "a multiple of 4" };
    Err(at.fail(&address.span(), problem))
}

/// Macros for the preprocessor.
fn defines(at: &Locator<'_>, file: &File) -> Result<Vec<String>, DescriptionError> {
    let checked = |define: &Spanned<String>| {
        let (name, value) = define.get_ref().split_once('=').unwrap_or((define.get_ref(), ""));
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && value.chars().all(|c| c.is_ascii_graphic()) {
            return Ok(define.get_ref().clone());
        }
        let value = define.get_ref().clone();
        Err(at.fail(&define.span(), Problem::Word { value, known: "NAME or NAME=VALUE" }))
    };
    file.defines.iter().map(checked).collect()
}

/// The package that holds the RTL.
fn package_of(
    at: &Locator<'_>,
    package: &Spanned<String>,
) -> Result<toolbox::Tool, DescriptionError> {
    let known =
        || toolbox::Tool::wheels().find(|(_, wheel)| wheel.distribution() == *package.get_ref());
    known().map(|(tool, _)| tool).ok_or_else(|| {
        let problem = Problem::Package { name: package.get_ref().clone() };
        at.fail(&package.span(), problem)
    })
}

/// The sources; those of a package stand below its folder, and are left out when it is not installed.
fn sources(
    at: &Locator<'_>,
    file: &File,
    package: Option<toolbox::Tool>,
    own: impl Fn(&str) -> Result<String, Problem>,
) -> Result<(Vec<Source>, Option<toolbox::Missing>), DescriptionError> {
    if file.sources.get_ref().is_empty() {
        return Err(at.fail(&file.sources.span(), Problem::Empty { key: "sources" }));
    }
    let found = package.map(toolbox::find).transpose();
    let (folder, missing) = match found {
        Ok(found) => (found.map(|found| found.path), None),
        Err(missing) => (None, Some(missing)),
    };
    let (mut seen, mut sources) = (BTreeSet::new(), Vec::new());
    for name in file.sources.get_ref() {
        let text = name.get_ref();
        if !seen.insert(text) {
            return Err(at.fail(&name.span(), Problem::Twice { name: text.clone() }));
        }
        let read = match (text.strip_prefix("package:"), &folder, missing) {
            (None, _, _) => own(text),
            (Some(inside), Some(folder), _) => read_text(&folder.join(inside)),
            (Some(_), None, Some(_)) => continue,
            (Some(_), None, None) => Err(Problem::Package { name: text.clone() }),
        };
        let contents = read.map_err(|problem| at.fail(&name.span(), problem))?;
        let place = text.strip_prefix("package:").unwrap_or(text);
        sources.push(Source { name: place.to_owned(), text: contents });
    }
    Ok((sources, missing))
}

fn isas(at: &Locator<'_>, file: &File) -> Result<Vec<(u32, String)>, DescriptionError> {
    let mut isas = Vec::new();
    for (width, isa) in file.isa.get_ref() {
        let xlen = match width.get_ref().as_str() {
            "rv32" => 32,
            "rv64" => 64,
            value => {
                let known = "rv32 or rv64";
                let problem = Problem::Word { value: value.into(), known };
                return Err(at.fail(&width.span(), problem));
            }
        };
        isas.push((xlen, isa.clone()));
    }
    if isas.is_empty() {
        return Err(at.fail(&file.isa.span(), Problem::Empty { key: "isa" }));
    }
    Ok(isas)
}

fn parameters(
    at: &Locator<'_>,
    file: &File,
) -> Result<Vec<(String, CoreParameter)>, DescriptionError> {
    let mut parameters = Vec::new();
    for (name, value) in &file.parameters {
        let parameter = match value.get_ref() {
            ParameterValue::Number(number) => CoreParameter::Value(number.to_string()),
            ParameterValue::Word(word) => match word.as_str() {
                "xlen" => CoreParameter::Xlen,
                "reset_address" => CoreParameter::ResetAddress,
                // A literal such as 1'b1 or an enumeration's number.
                word if word.starts_with(|c: char| c.is_ascii_digit()) => {
                    CoreParameter::Value(word.to_owned())
                }
                word => {
                    let (name, value) = (name.get_ref().clone(), word.to_owned());
                    return Err(at.fail(&file.top.span(), Problem::Parameter { name, value }));
                }
            },
        };
        parameters.push((at.name(name)?.name, parameter));
    }
    Ok(parameters)
}

fn memory(at: &Locator<'_>, file: &File) -> Result<Vec<MemoryPort>, DescriptionError> {
    let tables = file.memory.get_ref();
    match (&tables.instructions, &tables.data, &tables.both) {
        (Some(instructions), Some(data), None) => Ok(vec![
            memory_port(at, Purpose::Instructions, instructions)?,
            memory_port(at, Purpose::Data, data)?,
        ]),
        (None, None, Some(both)) => Ok(vec![memory_port(at, Purpose::Both, both)?]),
        _ => Err(at.fail(&file.memory.span(), Problem::MemoryPorts)),
    }
}

fn memory_port(
    at: &Locator<'_>,
    purpose: Purpose,
    table: &Spanned<MemoryTable>,
) -> Result<MemoryPort, DescriptionError> {
    let span = table.span();
    let table = table.get_ref();
    let need = |key: &'static str, port: &Option<Spanned<String>>| match port {
        Some(port) => at.name(port),
        None => Err(at.fail(&span, Problem::MemoryNeeds { key })),
    };
    let maybe =
        |port: &Option<Spanned<String>>| port.as_ref().map(|port| at.name(port)).transpose();
    let protocol = match table.protocol.get_ref().as_str() {
        "obi" => Protocol::Obi {
            request: need("request", &table.request)?,
            grant: need("grant", &table.grant)?,
            valid: at.name(&table.valid)?,
        },
        "valid-ready" => Protocol::ValidReady {
            valid: at.name(&table.valid)?,
            ready: need("ready", &table.ready)?,
        },
        value => {
            let known = "\"obi\" or \"valid-ready\"";
            let problem = Problem::Word { value: value.into(), known };
            return Err(at.fail(&table.protocol.span(), problem));
        }
    };
    if purpose != Purpose::Instructions {
        need("write", &table.write)?;
        need("bytes", &table.bytes)?;
    }
    if purpose == Purpose::Both {
        need("fetch", &table.fetch)?;
    }
    Ok(MemoryPort {
        purpose,
        protocol,
        address: at.name(&table.address)?,
        read: at.name(&table.read)?,
        write: maybe(&table.write)?,
        write_enable: maybe(&table.write_enable)?,
        bytes: maybe(&table.bytes)?,
        error: maybe(&table.error)?,
        fetch: maybe(&table.fetch)?,
    })
}

fn deviation(
    at: &Locator<'_>,
    table: &Spanned<DeviationTable>,
) -> Result<Deviation, DescriptionError> {
    let span = table.span();
    let table = table.get_ref();
    if table.reason.trim().is_empty() {
        return Err(at.fail(&span, Problem::Empty { key: "reason" }));
    }
    if let Some(number) = table.csrs.iter().find(|number| **number > 0xfff) {
        let problem = Problem::Word { value: number.to_string(), known: "numbers up to 4095" };
        return Err(at.fail(&span, problem));
    }
    let kind = match table.what.get_ref().as_str() {
        "traps" => DeviationKind::Traps,
        "csrs" => DeviationKind::Csrs(table.csrs.clone()),
        "ops" => DeviationKind::Ops(table.ops.clone()),
        "privileged" => DeviationKind::Privileged,
        "illegal-words" => DeviationKind::IllegalWords,
        "trap-values" => DeviationKind::TrapValues,
        "access-faults" => DeviationKind::AccessFaults,
        value => {
            let known = "traps, csrs, ops, privileged, illegal-words, trap-values or access-faults";
            let problem = Problem::Word { value: value.into(), known };
            return Err(at.fail(&table.what.span(), problem));
        }
    };
    Ok(Deviation { kind, reason: table.reason.clone() })
}

impl CoreDescription {
    /// Every port that the description mentions by its whole name.
    fn ports(&self) -> impl Iterator<Item = &PortName> {
        let memory = self.memory.iter().flat_map(MemoryPort::ports);
        let constants = self.constants.iter().map(|constant| &constant.0);
        [&self.clock, &self.reset].into_iter().chain(constants).chain(memory)
    }
}

impl MemoryPort {
    fn ports(&self) -> impl Iterator<Item = &PortName> {
        let protocol = match &self.protocol {
            Protocol::Obi { request, grant, valid } => vec![request, grant, valid],
            Protocol::ValidReady { valid, ready } => vec![valid, ready],
        };
        let optional = [&self.write, &self.write_enable, &self.bytes, &self.error, &self.fetch];
        protocol
            .into_iter()
            .chain([&self.address, &self.read])
            .chain(optional.into_iter().flatten())
    }
}
