//! The ports of a core's top module, and what the description wants of them.

use super::{CoreDescription, MemoryPort, Protocol};
use crate::{
    RtlError,
    build::{Port, RtlPort, Wiring},
    description::PortName,
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
    let mut wiring = Wiring::new(&description.file, &description.top.name, xlen, rtl);
    wiring.take(&description.clock, true, Some(1))?;
    wiring.take(&description.reset, true, Some(1))?;
    for (port, _) in &description.constants {
        wiring.take(port, true, None)?;
    }
    for port in &description.memory {
        memory(&mut wiring, description, xlen, port)?;
    }
    let prefix = &description.rvfi;
    for (name, width) in RVFI.into_iter().chain([("mem_wdata", Width::Xlen)]) {
        let port = PortName { name: format!("{}{name}", prefix.name), line: prefix.line };
        wiring.take(&port, false, Some(width.bits(xlen)))?;
    }
    wiring.finish()
}

fn memory(
    wiring: &mut Wiring<'_>,
    description: &CoreDescription,
    xlen: u32,
    port: &MemoryPort,
) -> Result<(), RtlError> {
    match &port.protocol {
        Protocol::Obi { request, grant, valid } => {
            wiring.take(request, false, Some(1))?;
            wiring.take(grant, true, Some(1))?;
            wiring.take(valid, true, Some(1))?;
        }
        Protocol::ValidReady { valid, ready } => {
            wiring.take(valid, false, Some(1))?;
            wiring.take(ready, true, Some(1))?;
        }
    }
    wiring.take(&port.address, false, Some(xlen))?;
    let data = wiring.take(&port.read, true, None)?;
    if ![32, 64].contains(&data) {
        let (file, line) = (description.file.clone(), port.read.line);
        let port = port.read.name.clone();
        return Err(RtlError::PortWidth { file, line, port, xlen, expected: xlen, found: data });
    }
    if let Some(write) = &port.write {
        wiring.take(write, false, Some(data))?;
    }
    if let Some(bytes) = &port.bytes {
        wiring.take(bytes, false, Some(data / 8))?;
    }
    for output in port.write_enable.iter().chain(&port.fetch) {
        wiring.take(output, false, Some(1))?;
    }
    if let Some(error) = &port.error {
        wiring.take(error, true, Some(1))?;
    }
    Ok(())
}
