//! What the tests share: a stream of operands, a cache, and units written on the spot.

use std::path::{Path, PathBuf};

use rtl_harness::{BuildOptions, Model, Request, RtlError, UnitDescription};
use tempfile::TempDir;

/// A reproducible stream of words (xorshift64).
pub(crate) struct Stream(pub(crate) u64);

impl Stream {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The cache that the project's tests share.
pub(crate) fn cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache")
}

/// A unit folder that lives as long as this value.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    /// Writes `unit.toml` and `unit.sv`.
    pub(crate) fn new(toml: &str, sv: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("unit.toml"), toml).unwrap();
        std::fs::write(folder.path().join("unit.sv"), sv).unwrap();
        Self(folder)
    }

    pub(crate) fn toml(&self) -> PathBuf {
        self.0.path().join("unit.toml")
    }

    pub(crate) fn description(&self) -> UnitDescription {
        UnitDescription::load(&self.toml()).unwrap()
    }

    pub(crate) fn build(&self, xlen: u32) -> Result<Model, RtlError> {
        Model::build(&self.description(), xlen, &BuildOptions::new(cache()))
    }
}

/// `rd` is `rs1 + rs2`, without a clock.
pub(crate) const ADDER_TOML: &str = r#"top = "adder"
sources = ["unit.sv"]
xlen = [32, 64, 128]
[handshake]
kind = "combinational"
[ports]
rs1 = "a_i"
rs2 = "b_i"
rd = "y_o"
[ops.add]
drive = { minus_i = 0 }
[ops.sub]
drive = { minus_i = 1 }
"#;

pub(crate) const ADDER: &str = "module adder #(parameter int XLEN = 32) (
  input logic minus_i, input logic [XLEN-1:0] a_i, input logic [XLEN-1:0] b_i,
  output logic [XLEN-1:0] y_o
);
  assign y_o = minus_i ? a_i - b_i : a_i + b_i;
endmodule
";

/// A clocked unit with the op `op`; `body` drives `ready`, `valid` and `rd`.
pub(crate) fn clocked(body: &str) -> Scratch {
    let toml = r#"top = "clocked"
sources = ["unit.sv"]
xlen = [32]
[handshake]
kind = "valid-ready"
max_cycles = 5
clock = "clk"
reset = "rst"
reset_active = "high"
request_valid = "req"
request_ready = "ready"
response_valid = "valid"
[ports]
rs1 = "rs1"
rd = "rd"
[ops.op]
"#;
    let sv = format!(
        "module clocked #(parameter int XLEN = 32) (
  input logic clk, input logic rst, input logic req, input logic [XLEN-1:0] rs1,
  output logic ready, output logic valid, output logic [XLEN-1:0] rd
);
{body}
endmodule
"
    );
    Scratch::new(toml, &sv)
}

/// A request without fields.
pub(crate) fn request(model: &Model, op: &str, rs1: u128, rs2: u128) -> Request {
    Request { op: model.op(op).unwrap(), rs1, rs2, ..Request::default() }
}
