//! From the keys as written to a checked [`UnitDescription`].

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::Path,
};

use toml::Spanned;

use super::{
    Control, DescriptionError, Handshake, HandshakeKind, OpDescription, Parameter, PortName,
    Problem, Source, UnitDescription,
    file::{File, HandshakeTable, OpTable, ParameterValue},
};

/// Longer than any unit takes, short enough that a silent one is reported at once.
const MAX_CYCLES: u32 = 1_000_000;

pub(super) fn description(
    name: String,
    path: &Path,
    text: &str,
    shipped: bool,
    source: impl Fn(&str) -> Result<String, Problem>,
) -> Result<UnitDescription, DescriptionError> {
    let at = Locator { path, text };
    let file: File = at.keys()?;

    let top = at.name(&file.top)?;
    if file.sources.get_ref().is_empty() {
        return Err(at.fail(&file.sources.span(), Problem::Empty { key: "sources" }));
    }
    let mut seen = BTreeSet::new();
    let mut sources = Vec::new();
    for name in file.sources.get_ref() {
        if !seen.insert(name.get_ref()) {
            return Err(at.fail(&name.span(), Problem::Twice { name: name.get_ref().clone() }));
        }
        let text = source(name.get_ref()).map_err(|problem| at.fail(&name.span(), problem))?;
        sources.push(Source { name: name.get_ref().clone(), text });
    }
    let xlens = at.xlens(&file.xlen)?;
    let parameters = match &file.parameters {
        None => vec![("XLEN".to_owned(), Parameter::Xlen)],
        Some(table) => table
            .iter()
            .map(|(name, value)| Ok((at.name(name)?.name, at.parameter(name.get_ref(), value)?)))
            .collect::<Result<_, _>>()?,
    };
    let handshake = at.handshake(&file.handshake)?;
    let port = |port: &Option<Spanned<String>>| port.as_ref().map(|port| at.name(port)).transpose();
    let (rs1, rs2, rs3) = (port(&file.ports.rs1)?, port(&file.ports.rs2)?, port(&file.ports.rs3)?);
    let rd = at.name(&file.ports.rd)?;
    let csrs = at.csrs(&file.csrs)?;

    let mut controls: Vec<PortName> = Vec::new();
    for op in file.ops.get_ref().values() {
        for port in op.drive.keys().chain(op.fields.values()) {
            if !controls.iter().any(|known| known.name == *port.get_ref()) {
                controls.push(at.name(port)?);
            }
        }
    }
    if file.ops.get_ref().is_empty() {
        return Err(at.fail(&file.ops.span(), Problem::Empty { key: "ops" }));
    }
    let ops = file
        .ops
        .get_ref()
        .iter()
        .map(|(name, op)| at.op(name, op, &xlens, &controls))
        .collect::<Result<Vec<_>, _>>()?;

    let description = UnitDescription {
        name,
        file: path.to_path_buf(),
        top,
        sources,
        xlens,
        parameters,
        handshake,
        rs1,
        rs2,
        rs3,
        csrs,
        rd,
        controls,
        ops,
        shipped,
        text: text.to_owned(),
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

impl UnitDescription {
    /// Every port that the description mentions.
    fn ports(&self) -> impl Iterator<Item = &PortName> {
        let protocol: Vec<&PortName> = match &self.handshake.kind {
            HandshakeKind::Combinational => Vec::new(),
            HandshakeKind::ValidReady {
                clock,
                reset,
                reset_low: _,
                request_valid,
                request_ready,
                response_valid,
                response_ready,
            } => [clock, reset, request_valid, response_valid]
                .into_iter()
                .chain(request_ready)
                .chain(response_ready)
                .collect(),
        };
        protocol
            .into_iter()
            .chain(self.operands().map(|(_, port)| port))
            .chain([&self.rd])
            .chain(&self.controls)
    }
}

/// Turns byte offsets of the file into lines of an error.
pub(crate) struct Locator<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a str,
}

impl Locator<'_> {
    /// The keys of the file.
    pub(crate) fn keys<T: serde::de::DeserializeOwned>(&self) -> Result<T, DescriptionError> {
        toml::from_str(self.text).map_err(|e| {
            let line = e.span().map_or(0, |span| self.line(&span));
            let problem = Problem::Toml { message: e.message().to_owned() };
            DescriptionError { file: self.path.to_path_buf(), line, problem }
        })
    }

    pub(crate) fn line(&self, span: &Range<usize>) -> usize {
        let end = span.start.min(self.text.len());
        self.text.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    pub(crate) fn fail(&self, span: &Range<usize>, problem: Problem) -> DescriptionError {
        DescriptionError { file: self.path.to_path_buf(), line: self.line(span), problem }
    }

    pub(crate) fn name(&self, name: &Spanned<String>) -> Result<PortName, DescriptionError> {
        let text = name.get_ref();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && text.chars().all(plain)
        {
            return Ok(PortName { name: text.clone(), line: self.line(&name.span()) });
        }
        Err(self.fail(&name.span(), Problem::Identifier { name: text.clone() }))
    }

    fn csrs(
        &self,
        table: &BTreeMap<Spanned<String>, Spanned<String>>,
    ) -> Result<Vec<(u32, PortName)>, DescriptionError> {
        if table.len() > crate::MAX_CSRS {
            let span = table.keys().next().map_or(0..0, Spanned::span);
            return Err(self.fail(&span, Problem::Csrs { count: table.len() }));
        }
        let number = |name: &Spanned<String>| {
            let text = name.get_ref();
            let number = text.strip_prefix("0x").and_then(|hex| u32::from_str_radix(hex, 16).ok());
            number
                .filter(|&number| number < 0x1000)
                .ok_or_else(|| self.fail(&name.span(), Problem::CsrNumber { name: text.clone() }))
        };
        table.iter().map(|(name, port)| Ok((number(name)?, self.name(port)?))).collect()
    }

    pub(crate) fn xlens(&self, list: &Spanned<Vec<u32>>) -> Result<Vec<u32>, DescriptionError> {
        let fail = |problem| self.fail(&list.span(), problem);
        let xlens = list.get_ref();
        if xlens.is_empty() {
            return Err(fail(Problem::Empty { key: "xlen" }));
        }
        for (i, &xlen) in xlens.iter().enumerate() {
            if ![32, 64, 128].contains(&xlen) {
                return Err(fail(Problem::Xlen { xlen }));
            }
            if xlens[..i].contains(&xlen) {
                return Err(fail(Problem::Twice { name: xlen.to_string() }));
            }
        }
        Ok(xlens.clone())
    }

    fn parameter(
        &self,
        name: &str,
        value: &Spanned<ParameterValue>,
    ) -> Result<Parameter, DescriptionError> {
        match value.get_ref() {
            ParameterValue::Number(number) => Ok(Parameter::Value(*number)),
            ParameterValue::Word(word) if word == "xlen" => Ok(Parameter::Xlen),
            ParameterValue::Word(word) => {
                let problem = Problem::Parameter { name: name.to_owned(), value: word.clone() };
                Err(self.fail(&value.span(), problem))
            }
        }
    }

    fn handshake(&self, table: &HandshakeTable) -> Result<Handshake, DescriptionError> {
        match table.kind.get_ref().as_str() {
            "combinational" => self.combinational(table),
            "valid-ready" => self.valid_ready(table),
            other => {
                Err(self.fail(&table.kind.span(), Problem::Handshake { kind: other.to_owned() }))
            }
        }
    }

    fn combinational(&self, table: &HandshakeTable) -> Result<Handshake, DescriptionError> {
        let protocol = [
            ("clock", &table.clock),
            ("reset", &table.reset),
            ("reset_active", &table.reset_active),
            ("request_valid", &table.request_valid),
            ("request_ready", &table.request_ready),
            ("response_valid", &table.response_valid),
            ("response_ready", &table.response_ready),
        ];
        for (key, port) in protocol {
            if let Some(port) = port {
                return Err(self.fail(&port.span(), Problem::HandshakeExcess { key }));
            }
        }
        if let Some(cycles) = &table.max_cycles {
            return Err(self.fail(&cycles.span(), Problem::HandshakeExcess { key: "max_cycles" }));
        }
        Ok(Handshake { kind: HandshakeKind::Combinational, max_cycles: 0 })
    }

    fn valid_ready(&self, table: &HandshakeTable) -> Result<Handshake, DescriptionError> {
        let absent = |key| self.fail(&table.kind.span(), Problem::HandshakeNeeds { key });
        let need = |key, port: &Option<Spanned<String>>| {
            port.as_ref().ok_or_else(|| absent(key)).and_then(|port| self.name(port))
        };
        let maybe =
            |port: &Option<Spanned<String>>| port.as_ref().map(|p| self.name(p)).transpose();
        let cycles = table.max_cycles.as_ref().ok_or_else(|| absent("max_cycles"))?;
        let max_cycles = *cycles.get_ref();
        if !(1..=MAX_CYCLES).contains(&max_cycles) {
            return Err(self.fail(&cycles.span(), Problem::Cycles { cycles: max_cycles }));
        }
        let active = table.reset_active.as_ref().ok_or_else(|| absent("reset_active"))?;
        let reset_low = match active.get_ref().as_str() {
            "low" => true,
            "high" => false,
            value => {
                let problem = Problem::ResetActive { value: value.to_owned() };
                return Err(self.fail(&active.span(), problem));
            }
        };
        let kind = HandshakeKind::ValidReady {
            clock: need("clock", &table.clock)?,
            reset: need("reset", &table.reset)?,
            reset_low,
            request_valid: need("request_valid", &table.request_valid)?,
            request_ready: maybe(&table.request_ready)?,
            response_valid: need("response_valid", &table.response_valid)?,
            response_ready: maybe(&table.response_ready)?,
        };
        Ok(Handshake { kind, max_cycles })
    }

    fn op(
        &self,
        name: &Spanned<String>,
        op: &OpTable,
        unit_xlens: &[u32],
        ports: &[PortName],
    ) -> Result<OpDescription, DescriptionError> {
        let fail = |problem| self.fail(&name.span(), problem);
        let xlens =
            op.xlen.as_ref().map_or_else(|| Ok(unit_xlens.to_vec()), |list| self.xlens(list))?;
        if let Some(&xlen) = xlens.iter().find(|xlen| !unit_xlens.contains(xlen)) {
            return Err(fail(Problem::OpXlen { op: name.get_ref().clone(), xlen }));
        }
        if op.fields.len() > crate::MAX_FIELDS {
            let count = op.fields.len();
            return Err(fail(Problem::Fields { op: name.get_ref().clone(), count }));
        }
        let mut controls = vec![Control::Constant(0); ports.len()];
        let mut set = BTreeSet::new();
        let driven = op.drive.iter().map(|(port, &value)| (port, Control::Constant(value)));
        let fields = op.fields.values().enumerate().map(|(i, port)| (port, Control::Field(i)));
        for (port, control) in driven.chain(fields) {
            if !set.insert(port.get_ref()) {
                let problem = Problem::PortTwice { port: port.get_ref().clone() };
                return Err(self.fail(&port.span(), problem));
            }
            for (known, slot) in ports.iter().zip(&mut controls) {
                if known.name == *port.get_ref() {
                    *slot = control;
                }
            }
        }
        Ok(OpDescription {
            name: name.get_ref().clone(),
            line: self.line(&name.span()),
            xlens,
            fields: op.fields.keys().cloned().collect(),
            controls,
        })
    }
}
