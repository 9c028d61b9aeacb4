//! The ports of a core's top module, and what the description wants of them.

use super::{CoreDescription, MemoryPort, Protocol};
use crate::{
    RtlError,
    build::{Port, RtlPort, is_member},
    description::PortName,
    error::nearest,
};

/// The RVFI outputs that are read: what follows the prefix, and how wide, in multiples of XLEN bits or in
/// bits.
pub(super) const RVFI: [(&str, Width); 12] = [
    ("valid", Width::Bits(1)),
    ("order", Width::Bits(64)),
    ("insn", Width::Bits(32)),
    ("trap", Width::Bits(1)),
    ("pc_rdata", Width::Xlen),
    ("pc_wdata", Width::Xlen),
    ("rd_addr", Width::Bits(5)),
    ("rd_wdata", Width::Xlen),
    ("mem_addr", Width::Xlen),
    ("mem_rmask", Width::Bytes),
    ("mem_wmask", Width::Bytes),
    ("mem_rdata", Width::Xlen),
];

/// The width of a port.
#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    Bits(u32),
    Xlen,
    Bytes,
}

impl Width {
    fn bits(self, xlen: u32) -> u32 {
        match self {
            Width::Bits(bits) => bits,
            Width::Xlen => xlen,
            Width::Bytes => xlen / 8,
        }
    }
}

/// Finds the ports of a description, checks direction and width, and that no input stays open.
pub(super) fn connect(
    description: &CoreDescription,
    xlen: u32,
    rtl: Vec<RtlPort>,
) -> Result<Vec<Port>, RtlError> {
    let mut wiring = Wiring { description, xlen, rtl, used: Vec::new() };
    wiring.take(&description.clock, true, Some(1))?;
    wiring.take(&description.reset, true, Some(1))?;
    for (port, _) in &description.constants {
        wiring.take(port, true, None)?;
    }
    for port in &description.memory {
        wiring.memory(port)?;
    }
    let prefix = &description.rvfi;
    for (name, width) in RVFI.into_iter().chain([("mem_wdata", Width::Xlen)]) {
        let port = PortName { name: format!("{}{name}", prefix.name), line: prefix.line };
        wiring.take(&port, false, Some(width.bits(xlen)))?;
    }
    wiring.finish()
}

struct Wiring<'a> {
    description: &'a CoreDescription,
    xlen: u32,
    rtl: Vec<RtlPort>,
    used: Vec<Port>,
}

impl Wiring<'_> {
    fn memory(&mut self, port: &MemoryPort) -> Result<(), RtlError> {
        match &port.protocol {
            Protocol::Obi { request, grant, valid } => {
                self.take(request, false, Some(1))?;
                self.take(grant, true, Some(1))?;
                self.take(valid, true, Some(1))?;
            }
            Protocol::ValidReady { valid, ready } => {
                self.take(valid, false, Some(1))?;
                self.take(ready, true, Some(1))?;
            }
        }
        self.take(&port.address, false, Some(self.xlen))?;
        let data = self.take(&port.read, true, None)?;
        if ![32, 64].contains(&data) {
            let (file, line) = (self.description.file.clone(), port.read.line);
            let (port, xlen) = (port.read.name.clone(), self.xlen);
            return Err(RtlError::PortWidth {
                file,
                line,
                port,
                xlen,
                expected: xlen,
                found: data,
            });
        }
        if let Some(write) = &port.write {
            self.take(write, false, Some(data))?;
        }
        if let Some(bytes) = &port.bytes {
            self.take(bytes, false, Some(data / 8))?;
        }
        for output in port.write_enable.iter().chain(&port.fetch) {
            self.take(output, false, Some(1))?;
        }
        if let Some(error) = &port.error {
            self.take(error, true, Some(1))?;
        }
        Ok(())
    }

    fn take(&mut self, port: &PortName, input: bool, width: Option<u32>) -> Result<u32, RtlError> {
        let file = self.description.file.clone();
        let (name, line) = (port.name.clone(), port.line);
        let Some(rtl) = self.rtl.iter().find(|rtl| is_member(&rtl.member, &name)) else {
            let near = nearest(&name, self.rtl.iter().map(|rtl| rtl.member.as_str()));
            let top = self.description.top.name.clone();
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

    fn finish(self) -> Result<Vec<Port>, RtlError> {
        let connected = |rtl: &RtlPort| self.used.iter().any(|port| port.member == rtl.member);
        match self.rtl.iter().find(|rtl| rtl.input && !connected(rtl)) {
            None => Ok(self.used),
            Some(open) => Err(RtlError::OpenInput {
                file: self.description.file.clone(),
                top: self.description.top.name.clone(),
                port: open.member.clone(),
            }),
        }
    }
}
