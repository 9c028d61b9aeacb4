//! The C++ between a verilated core and the bridge: `Pins` is generated, the rest is `core.cpp`.

use std::fmt::Write;

use super::{CoreDescription, MemoryPort, Protocol, Purpose};
use crate::{build::Port, description::PortName};

/// The part that is the same for all cores.
pub(super) const HARNESS: &str = concat!(
    include_str!("../build/pins.hpp"),
    include_str!("../build/model.hpp"),
    include_str!("core.cpp")
);

const REQUEST: &str = "
struct Request {
    uint64_t addr, mask, data;
    unsigned bytes;
    bool write, code;
};
";

/// One C++ file that includes the verilated model.
pub(super) fn generate(description: &CoreDescription, ports: &[Port]) -> String {
    let helpers = include_str!("../build/pins.hpp");
    let pins = Generator { description, ports }.pins().expect("a string takes all");
    let model = concat!(include_str!("../build/model.hpp"), include_str!("core.cpp"));
    format!("{helpers}\n{REQUEST}{pins}\n{model}")
}

struct Generator<'a> {
    description: &'a CoreDescription,
    ports: &'a [Port],
}

impl Generator<'_> {
    fn port(&self, name: &str) -> &Port {
        let found = self.ports.iter().find(|port| port.name == name);
        found.expect("every port of the description was connected")
    }

    fn member(&self, name: &PortName) -> &str {
        &self.port(&name.name).member
    }

    fn pins(&self) -> Result<String, std::fmt::Error> {
        let d = self.description;
        let mut code = String::from("struct Pins {\n");
        let one = d.memory.iter().any(|m| matches!(m.protocol, Protocol::ValidReady { .. }));
        writeln!(code, "    static constexpr unsigned ports = {};", d.memory.len())?;
        writeln!(code, "    static constexpr bool one_at_a_time = {one};")?;
        let (clock, reset) = (self.member(&d.clock), self.member(&d.reset));
        let not = if d.reset_low { "!" } else { "" };
        writeln!(code, "    static void clock(Vmodel& m, bool on) {{ m.{clock} = on; }}")?;
        writeln!(code, "    static void reset(Vmodel& m, bool on) {{ m.{reset} = {not}on; }}")?;
        code.push_str("    static void constants(Vmodel& m) {\n        (void)m;\n");
        for (port, value) in &d.constants {
            let Port { member, width, .. } = self.port(&port.name);
            writeln!(code, "        put<{width}>(m.{member}, {value}ull, 0);")?;
        }
        code.push_str("    }\n");
        self.each(&mut code, "quiet(Vmodel& m, unsigned p)", |m, code| self.quiet(m, code))?;
        let answer = "answer(Vmodel& m, unsigned p, uint64_t data, bool fault)";
        self.each(&mut code, answer, |m, code| self.answer(m, code))?;
        self.each(&mut code, "grant(Vmodel& m, unsigned p, bool on)", |m, code| {
            match &m.protocol {
                Protocol::Obi { grant, .. } => writeln!(code, "m.{} = on;", self.member(grant)),
                Protocol::ValidReady { .. } => writeln!(code, "(void)m; (void)on;"),
            }
        })?;
        code.push_str("    static bool request(Vmodel& m, unsigned p, Request* r) {\n");
        for (p, memory) in d.memory.iter().enumerate() {
            writeln!(code, "        if (p == {p}) {{")?;
            self.request(memory, &mut code)?;
            code.push_str("        }\n");
        }
        code.push_str("        return false;\n    }\n");
        let prefix = &d.rvfi.name;
        let rvfi = |field: &str| format!("m.{}", self.port(&format!("{prefix}{field}")).member);
        let valid = rvfi("valid");
        writeln!(code, "    static bool valid(Vmodel& m) {{ return {valid}; }}")?;
        code.push_str("    template <class R> static void record(Vmodel& m, R* r) {\n");
        for (field, port) in [
            ("order", "order"),
            ("pc", "pc_rdata"),
            ("next_pc", "pc_wdata"),
            ("rd", "rd_wdata"),
            ("mem_addr", "mem_addr"),
            ("mem_rdata", "mem_rdata"),
            ("mem_wdata", "mem_wdata"),
            ("insn", "insn"),
            ("rd_addr", "rd_addr"),
            ("mem_rmask", "mem_rmask"),
            ("mem_wmask", "mem_wmask"),
            ("flags", "trap"),
        ] {
            writeln!(code, "        r->{field} = {};", rvfi(port))?;
        }
        code.push_str("    }\n};\n");
        Ok(code)
    }

    /// A function with a part for each memory port.
    fn each(
        &self,
        code: &mut String,
        head: &str,
        part: impl Fn(&MemoryPort, &mut String) -> std::fmt::Result,
    ) -> std::fmt::Result {
        writeln!(code, "    static void {head} {{")?;
        for (p, memory) in self.description.memory.iter().enumerate() {
            write!(code, "        if (p == {p}) {{ ")?;
            part(memory, code)?;
            code.push_str("        }\n");
        }
        code.push_str("    }\n");
        Ok(())
    }

    /// No answer: the data are garbage, and so is the error.
    fn quiet(&self, memory: &MemoryPort, code: &mut String) -> std::fmt::Result {
        let strobe = match &memory.protocol {
            Protocol::Obi { valid, .. } => valid,
            Protocol::ValidReady { ready, .. } => ready,
        };
        let Port { member, width, .. } = self.port(&memory.read.name);
        write!(code, "m.{} = 0; ", self.member(strobe))?;
        writeln!(code, "put<{width}>(m.{member}, 0xa5a5a5a5a5a5a5a5ull, 0);")?;
        memory
            .error
            .iter()
            .try_for_each(|e| writeln!(code, "            m.{} = 1;", self.member(e)))
    }

    fn answer(&self, memory: &MemoryPort, code: &mut String) -> std::fmt::Result {
        let strobe = match &memory.protocol {
            Protocol::Obi { valid, .. } => valid,
            Protocol::ValidReady { ready, .. } => ready,
        };
        let Port { member, width, .. } = self.port(&memory.read.name);
        write!(code, "m.{} = 1; ", self.member(strobe))?;
        writeln!(code, "put<{width}>(m.{member}, data, 0); (void)fault;")?;
        let fault = |e| writeln!(code, "            m.{} = fault;", self.member(e));
        memory.error.iter().try_for_each(fault)
    }

    fn request(&self, memory: &MemoryPort, code: &mut String) -> std::fmt::Result {
        match &memory.protocol {
            Protocol::Obi { request, grant, .. } => {
                let (request, grant) = (self.member(request), self.member(grant));
                writeln!(code, "            if (!m.{request} || !m.{grant}) return false;")?;
            }
            Protocol::ValidReady { valid, ready } => {
                let (valid, ready) = (self.member(valid), self.member(ready));
                // In the cycle of the answer the request still stands.
                writeln!(code, "            if (!m.{valid} || m.{ready}) return false;")?;
            }
        }
        let bytes = self.port(&memory.read.name).width / 8;
        let all = (1_u32 << bytes) - 1;
        let address = self.member(&memory.address);
        writeln!(code, "            r->bytes = {bytes};")?;
        writeln!(code, "            r->addr = m.{address} & ~uint64_t{{{}}};", bytes - 1)?;
        let mask = memory.bytes.as_ref().map(|port| format!("m.{}", self.member(port)));
        let mask = mask.unwrap_or_else(|| all.to_string());
        let write = match (&memory.write_enable, &memory.write) {
            (Some(enable), _) => format!("m.{}", self.member(enable)),
            (None, Some(_)) => format!("{mask} != 0"),
            (None, None) => "false".to_owned(),
        };
        writeln!(code, "            r->write = {write};")?;
        // A read whose byte enables are zero asks for the whole word.
        writeln!(code, "            r->mask = {mask} ? {mask} : {all};")?;
        let data = memory.write.as_ref().map(|port| format!("m.{}", self.member(port)));
        writeln!(code, "            r->data = {};", data.unwrap_or_else(|| "0".to_owned()))?;
        let fetch = match (&memory.fetch, memory.purpose) {
            (Some(fetch), _) => format!("m.{}", self.member(fetch)),
            (None, purpose) => (purpose == Purpose::Instructions).to_string(),
        };
        writeln!(code, "            r->code = {fetch};\n            return true;")
    }
}
