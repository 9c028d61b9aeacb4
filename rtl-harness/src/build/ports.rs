//! The ports of the top module, and what the description wants of them.

use serde::{Deserialize, Serialize};
use std::path::Path;

use crate::{
    RtlError,
    description::{Control, HandshakeKind, PortName, UnitDescription},
    error::nearest,
};

/// A port of the verilated module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RtlPort {
    /// Verilator's C++ name.
    pub(crate) member: String,
    pub(crate) input: bool,
    pub(crate) width: u32,
}

/// A port that the description uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Port {
    /// Name in the RTL.
    pub(crate) name: String,
    /// Verilator's C++ name.
    pub(crate) member: String,
    /// In bits.
    pub(crate) width: u32,
}

/// Reads `VL_IN8(&clk,0,0);`, `VL_OUTW(&rd,127,0,4);` and the like from a verilated header.
pub(super) fn of_header(header: &str) -> Vec<RtlPort> {
    header.lines().filter_map(|line| port(line.trim())).collect()
}

fn port(line: &str) -> Option<RtlPort> {
    let (kind, arguments) = line.strip_suffix(");")?.split_once("(&")?;
    let input = kind.starts_with("VL_IN");
    if !input && !kind.starts_with("VL_OUT") {
        return None;
    }
    let mut arguments = arguments.split(',');
    let member = arguments.next()?.to_owned();
    let (msb, lsb): (u32, u32) = (arguments.next()?.parse().ok()?, arguments.next()?.parse().ok()?);
    Some(RtlPort { member, input, width: msb.abs_diff(lsb) + 1 })
}

/// Verilator's C++ name for a port: `__` is its own, and some words are C++'s.
fn is_member(member: &str, name: &str) -> bool {
    member == name
        || member.strip_prefix("__SYM__").is_some_and(|rest| rest == name)
        || (name.contains("__") && member == name.replace("__", "___05F"))
}

/// Finds the ports of a description, checks direction and width, and that no input stays open.
pub(super) fn connect(
    description: &UnitDescription,
    xlen: u32,
    rtl: Vec<RtlPort>,
) -> Result<Vec<Port>, RtlError> {
    let mut wiring = Wiring::new(&description.file, &description.top.name, xlen, rtl);
    match &description.handshake.kind {
        HandshakeKind::Combinational => {}
        HandshakeKind::ValidReady {
            clock,
            reset,
            reset_low: _,
            request_valid,
            request_ready,
            response_valid,
            response_ready,
        } => {
            for input in [clock, reset, request_valid].into_iter().chain(response_ready) {
                wiring.take(input, true, Some(1))?;
            }
            for output in [response_valid].into_iter().chain(request_ready) {
                wiring.take(output, false, Some(1))?;
            }
        }
    }
    for (_, operand) in description.operands() {
        wiring.take(operand, true, Some(xlen))?;
    }
    wiring.take(&description.rd, false, Some(xlen))?;
    for (i, control) in description.controls.iter().enumerate() {
        let width = wiring.take(control, true, None)?;
        for op in &description.ops {
            let Control::Constant(value) = op.controls[i] else { continue };
            if width < 64 && value >> width != 0 {
                let (file, op, port) = (description.file.clone(), op.clone(), control.name.clone());
                return Err(RtlError::DriveValue {
                    file,
                    line: op.line,
                    op: op.name,
                    port,
                    value,
                    width,
                });
            }
        }
    }
    wiring.finish()
}

/// The ports of a top module, as a description takes one after the other.
pub(crate) struct Wiring<'a> {
    /// The description.
    file: &'a Path,
    top: &'a str,
    xlen: u32,
    rtl: Vec<RtlPort>,
    used: Vec<Port>,
}

impl<'a> Wiring<'a> {
    pub(crate) fn new(file: &'a Path, top: &'a str, xlen: u32, rtl: Vec<RtlPort>) -> Self {
        Wiring { file, top, xlen, rtl, used: Vec::new() }
    }
    /// A port by its name; its width.
    ///
    /// # Errors
    /// There is none, or it has another direction or width.
    pub(crate) fn take(
        &mut self,
        port: &PortName,
        input: bool,
        width: Option<u32>,
    ) -> Result<u32, RtlError> {
        let file = self.file.to_path_buf();
        let (name, line) = (port.name.clone(), port.line);
        let Some(rtl) = self.rtl.iter().find(|rtl| is_member(&rtl.member, &name)) else {
            let near = nearest(&name, self.rtl.iter().map(|rtl| rtl.member.as_str()));
            let top = self.top.to_owned();
            return Err(RtlError::MissingPort { file, line, top, port: name, near });
        };
        if rtl.input != input {
            let expected = if input { "input" } else { "output" };
            return Err(RtlError::PortDirection { file, line, port: name, expected });
        }
        let found = rtl.width;
        if let Some(expected) = width.filter(|&width| width != found) {
            let xlen = self.xlen;
            return Err(RtlError::PortWidth { file, line, port: name, xlen, expected, found });
        }
        self.used.push(Port { name, member: rtl.member.clone(), width: found });
        Ok(found)
    }

    /// The ports that were taken.
    ///
    /// # Errors
    /// An input that was not stays open.
    pub(crate) fn finish(self) -> Result<Vec<Port>, RtlError> {
        let connected = |rtl: &RtlPort| self.used.iter().any(|port| port.member == rtl.member);
        match self.rtl.iter().find(|rtl| rtl.input && !connected(rtl)) {
            None => Ok(self.used),
            Some(open) => Err(RtlError::OpenInput {
                file: self.file.to_path_buf(),
                top: self.top.to_owned(),
                port: open.member.clone(),
            }),
        }
    }
}
