//! The C++ between a verilated module and the bridge: `Pins` is generated, the protocol is
//! `harness.cpp`.

use std::fmt::Write;

use super::Port;
use crate::description::{HandshakeKind, PortName, UnitDescription};

/// The part that is the same for all units.
pub(super) const HARNESS: &str =
    concat!(include_str!("pins.hpp"), include_str!("model.hpp"), include_str!("harness.cpp"));

/// One C++ file that includes the verilated model.
pub(super) fn generate(description: &UnitDescription, ports: &[Port]) -> String {
    let pins = Generator { description, ports };
    let protocol = concat!(include_str!("model.hpp"), include_str!("harness.cpp"));
    let helpers = include_str!("pins.hpp");
    format!("{helpers}\n{}\n{protocol}", pins.pins().expect("a string takes all"))
}

struct Generator<'a> {
    description: &'a UnitDescription,
    ports: &'a [Port],
}

impl Generator<'_> {
    fn port(&self, name: &PortName) -> &Port {
        let found = self.ports.iter().find(|port| port.name == name.name);
        found.expect("every port of the description was connected")
    }

    fn pins(&self) -> Result<String, std::fmt::Error> {
        let d = self.description;
        let mut code = String::from("struct Pins {\n");
        let clocked = matches!(d.handshake.kind, HandshakeKind::ValidReady { .. });
        writeln!(code, "    static constexpr bool clocked = {clocked};")?;
        writeln!(code, "    static constexpr unsigned controls = {};", d.controls.len())?;
        self.inputs(&mut code, "operands", "")?;
        self.inputs(&mut code, "scramble", "~")?;
        let rd = self.port(&d.rd);
        writeln!(
            code,
            "    static void rd(Vmodel& m, uint64_t* to) {{ get(m.{}, to); }}",
            rd.member
        )?;
        match &d.handshake.kind {
            HandshakeKind::Combinational => {
                for setter in ["clock", "request", "take", "reset"] {
                    writeln!(code, "    static void {setter}(Vmodel&, int) {{}}")?;
                }
                for getter in ["ready", "valid"] {
                    writeln!(code, "    static bool {getter}(Vmodel&) {{ return true; }}")?;
                }
            }
            HandshakeKind::ValidReady {
                clock,
                reset,
                reset_low,
                request_valid,
                request_ready,
                response_valid,
                response_ready,
            } => {
                self.setter(&mut code, "clock", Some(clock), false)?;
                self.setter(&mut code, "reset", Some(reset), *reset_low)?;
                self.setter(&mut code, "request", Some(request_valid), false)?;
                self.setter(&mut code, "take", response_ready.as_ref(), false)?;
                self.getter(&mut code, "ready", request_ready.as_ref())?;
                self.getter(&mut code, "valid", Some(response_valid))?;
            }
        }
        code.push_str("};\n");
        Ok(code)
    }

    /// A function that sets operands and controls, as they are or inverted.
    fn inputs(&self, code: &mut String, name: &str, not: &str) -> std::fmt::Result {
        let d = self.description;
        writeln!(
            code,
            "    static void {name}(Vmodel& m, const uint64_t* o, const uint64_t* c) {{\n        \
             (void)m; (void)o; (void)c;"
        )?;
        for (at, port) in d.operands() {
            let (Port { member, width, .. }, low) = (self.port(port), 2 * at);
            writeln!(code, "        put<{width}>(m.{member}, {not}o[{low}], {not}o[{low} + 1]);")?;
        }
        for (i, control) in d.controls.iter().enumerate() {
            let Port { member, width, .. } = self.port(control);
            writeln!(code, "        put<{width}>(m.{member}, {not}c[{i}], 0);")?;
        }
        code.push_str("    }\n");
        Ok(())
    }

    fn setter(
        &self,
        code: &mut String,
        name: &str,
        port: Option<&PortName>,
        low: bool,
    ) -> std::fmt::Result {
        let not = if low { "!" } else { "" };
        match port {
            Some(port) => {
                let member = &self.port(port).member;
                writeln!(
                    code,
                    "    static void {name}(Vmodel& m, bool on) {{ m.{member} = {not}on; }}"
                )
            }
            None => writeln!(code, "    static void {name}(Vmodel&, bool) {{}}"),
        }
    }

    fn getter(&self, code: &mut String, name: &str, port: Option<&PortName>) -> std::fmt::Result {
        match port {
            Some(port) => {
                let member = &self.port(port).member;
                writeln!(code, "    static bool {name}(Vmodel& m) {{ return m.{member}; }}")
            }
            None => writeln!(code, "    static bool {name}(Vmodel&) {{ return true; }}"),
        }
    }
}
