//! A checker of an op in the interface of riscv-formal's instruction models: what an instruction that a core
//! reports through RVFI should have done. It decodes the word and asks the op's reference module.

mod decode;

use crate::{
    NotOffered,
    circuit::{Circuit, Port},
    subject::Subject,
    sv::{self, identifier, module_name, print::range},
};
use semantics::spec::Slot;
use std::fmt::Write as _;

/// The name of an op's checker.
pub fn module_name_of(name: &str) -> String {
    format!("rvfi_insn_{}", identifier(name))
}

/// The file in which riscv-formal looks for it.
pub fn file_name_of(name: &str) -> String {
    format!("insn_{}.v", identifier(name))
}

/// The checker of one op, given on all the register widths that are wanted, and the reference modules that it
/// uses. `RISCV_FORMAL_XLEN` says which width it is; on others nothing is checked.
///
/// # Errors
/// Why it has none.
pub fn module(subjects: &[Subject<'_>]) -> Result<String, NotOffered> {
    let Some(first) = subjects.first() else { return Err(NotOffered::NoResult) };
    let mut references = String::new();
    let mut widths = String::new();
    for subject in subjects {
        let circuit = circuit(subject)?;
        if let Some(circuit) = &circuit {
            references += &sv::module_of(subject, circuit);
            references.push('\n');
        }
        widths += &on_width(subject, circuit.as_ref());
    }
    let name = module_name_of(first.name);
    Ok(format!(
        "// {}: {}\n{references}module {name} (\n{PORTS});\n{COMMON}generate\n{widths}begin : other\n{NOTHING}end\nendgenerate\nendmodule\n",
        first.name, first.title
    ))
}

/// The terms; `None` when it changes nothing that shows.
fn circuit(subject: &Subject<'_>) -> Result<Option<Circuit>, NotOffered> {
    if subject.enc.has(Slot::Rs3) {
        return Err(NotOffered::ThirdSource);
    }
    let circuit = match Circuit::new(subject) {
        Ok(circuit) => circuit,
        Err(NotOffered::NoResult) => return Ok(None),
        Err(other) => return Err(other),
    };
    let csr = |port: &Port| port.name.starts_with("csr");
    if circuit.inputs.iter().chain(&circuit.outputs).any(csr) {
        return Err(NotOffered::Csr);
    }
    if circuit.input("reserved").is_some() {
        return Err(NotOffered::Reservation);
    }
    if circuit.output("cause").is_some() {
        return Err(NotOffered::Exception);
    }
    Ok(Some(circuit))
}

/// The interface.
const PORTS: &str = "    input  wire                              rvfi_valid,
    input  wire [`RISCV_FORMAL_ILEN   - 1:0] rvfi_insn,
    input  wire [`RISCV_FORMAL_XLEN   - 1:0] rvfi_pc_rdata,
    input  wire [`RISCV_FORMAL_XLEN   - 1:0] rvfi_rs1_rdata,
    input  wire [`RISCV_FORMAL_XLEN   - 1:0] rvfi_rs2_rdata,
    input  wire [`RISCV_FORMAL_XLEN   - 1:0] rvfi_mem_rdata,
`ifdef RISCV_FORMAL_CSR_MISA
    input  wire [`RISCV_FORMAL_XLEN   - 1:0] rvfi_csr_misa_rdata,
    output wire [`RISCV_FORMAL_XLEN   - 1:0] spec_csr_misa_rmask,
`endif
    output wire                              spec_valid,
    output wire                              spec_trap,
    output wire [                       4:0] spec_rs1_addr,
    output wire [                       4:0] spec_rs2_addr,
    output wire [                       4:0] spec_rd_addr,
    output wire [`RISCV_FORMAL_XLEN   - 1:0] spec_rd_wdata,
    output wire [`RISCV_FORMAL_XLEN   - 1:0] spec_pc_wdata,
    output wire [`RISCV_FORMAL_XLEN   - 1:0] spec_mem_addr,
    output wire [`RISCV_FORMAL_XLEN/8 - 1:0] spec_mem_rmask,
    output wire [`RISCV_FORMAL_XLEN/8 - 1:0] spec_mem_wmask,
    output wire [`RISCV_FORMAL_XLEN   - 1:0] spec_mem_wdata
";

/// What does not depend on the register width.
const COMMON: &str = "    wire [31:0] word = rvfi_insn[31:0];
    // A word of more than 32 bits is none of ours. Two shifts: one by all of 32 bits is not for all tools.
    wire [`RISCV_FORMAL_ILEN - 1:0] above = rvfi_insn >> 16 >> 16;
    wire unused = &{1'b0, above, word, rvfi_pc_rdata, rvfi_rs1_rdata, rvfi_rs2_rdata, rvfi_mem_rdata};
";

/// On widths that the op does not have.
const NOTHING: &str = "    assign spec_valid = 1'b0;
    assign spec_trap = 1'b0;
    assign spec_rs1_addr = 5'd0;
    assign spec_rs2_addr = 5'd0;
    assign spec_rd_addr = 5'd0;
    assign spec_rd_wdata = 0;
    assign spec_pc_wdata = 0;
    assign spec_mem_addr = 0;
    assign spec_mem_rmask = 0;
    assign spec_mem_wmask = 0;
    assign spec_mem_wdata = 0;
`ifdef RISCV_FORMAL_CSR_MISA
    assign spec_csr_misa_rmask = 0;
`endif
";

/// The op on one width: a branch of the generate block.
fn on_width(subject: &Subject<'_>, circuit: Option<&Circuit>) -> String {
    let xlen = subject.xlen;
    let has = |name: &str| circuit.is_some_and(|c| c.output(name).is_some());
    let mut text = format!("if (`RISCV_FORMAL_XLEN == {xlen}) begin : rv{xlen}\n");
    for (slot, name) in [(Slot::Rs1, "rs1"), (Slot::Rs2, "rs2"), (Slot::Rd, "rd")] {
        let _ = writeln!(text, "    wire [4:0] {name}_addr = {};", decode::register(subject, slot));
    }
    let _ = writeln!(text, "    wire found = {};", decode::found(subject));
    if let Some(circuit) = circuit {
        text += &reference(subject, circuit);
    }
    let defined = if has("defined") { " && defined" } else { "" };
    let reserved = if has("trap") { " && !trap" } else { "" };
    let _ = writeln!(
        text,
        "    assign spec_valid = rvfi_valid && above == 0 && found{reserved}{defined};"
    );
    text += &misa(subject, has("target"));
    let read = |slot, name: &str| {
        let reads = subject.enc.has(slot);
        if reads { format!("{name}_addr") } else { "5'd0".to_owned() }
    };
    let _ = writeln!(text, "    assign spec_rs1_addr = {};", read(Slot::Rs1, "rs1"));
    let _ = writeln!(text, "    assign spec_rs2_addr = {};", read(Slot::Rs2, "rs2"));
    let (rd_addr, rd) = match has("rd") {
        true => ("rd_addr", format!("rd_addr != 5'd0 ? rd : {xlen}'d0")),
        false => ("5'd0", format!("{xlen}'d0")),
    };
    let _ = writeln!(text, "    assign spec_rd_addr = {rd_addr};");
    let _ = writeln!(text, "    assign spec_rd_wdata = {rd};");
    let next = format!("rvfi_pc_rdata + {xlen}'d{}", subject.enc.len);
    let next = match (has("target"), has("taken")) {
        (true, true) => format!("taken ? target : {next}"),
        (true, false) => "target".into(),
        _ => next,
    };
    let _ = writeln!(text, "    assign spec_pc_wdata = {next};");
    text += &memory(subject, circuit);
    let mut traps = vec!["!misa_ok"];
    traps.extend(has("target").then_some(match has("taken") {
        true => "(taken && misaligned_target)",
        false => "misaligned_target",
    }));
    traps.extend(has("mem_addr").then_some("misaligned"));
    let _ = writeln!(text, "    assign spec_trap = {};", traps.join(" || "));
    // Of an address, the low bits say all about alignment; not every op has a use for every operand.
    text + "    wire unused_on_this_width = &{1'b0, rs1_addr, rs2_addr, rd_addr};\nend else "
}

/// The instance of the reference module, and wires for its ports.
fn reference(subject: &Subject<'_>, circuit: &Circuit) -> String {
    let mut text = String::new();
    if let (Some(port), Some(bits)) = (circuit.input("imm"), decode::immediate(subject)) {
        match decode::written_as_zero(subject) {
            None => {
                let _ = writeln!(text, "    wire {}imm = {bits};", range(port.width));
            }
            Some(zero) => {
                let _ = writeln!(text, "    wire {}imm_bits = {bits};", range(port.width));
                let _ = writeln!(
                    text,
                    "    wire {}imm = imm_bits == 0 ? {zero} : imm_bits;",
                    range(port.width)
                );
            }
        }
    }
    for (name, slot) in [("bs", Slot::Bs), ("rnum", Slot::Rnum)] {
        if let Some(port) = circuit.input(name) {
            let bits = decode::selector(subject, slot);
            let _ = writeln!(text, "    wire {}{name} = {bits};", range(port.width));
        }
    }
    if let Some(port) = circuit.input("mem_rdata") {
        let _ = writeln!(text, "    wire {}mem_rdata;", range(port.width));
    }
    for port in &circuit.outputs {
        let _ = writeln!(text, "    wire {}{};", range(port.width), port.name);
    }
    let outer = |name: &str| match name {
        "pc" => "rvfi_pc_rdata".to_owned(),
        "rs1" | "rs2" => format!("rvfi_{name}_rdata"),
        _ => name.to_owned(),
    };
    let ports = circuit.inputs.iter().chain(&circuit.outputs);
    let ports: Vec<String> =
        ports.map(|port| format!("        .{}({})", port.name, outer(&port.name))).collect();
    let _ =
        writeln!(text, "    {} reference (\n{}\n    );", module_name(subject), ports.join(",\n"));
    text
}

/// Whether the core has the op's extension, where `misa` tells it, and the alignment of targets.
fn misa(subject: &Subject<'_>, jumps: bool) -> String {
    const COMPRESSED: u32 = 1 << (b'C' - b'A');
    let xlen = subject.xlen;
    let letter = |name: &str| match name.as_bytes() {
        [letter @ b'A'..=b'Z'] if *letter != b'I' => 1u32 << (letter - b'A'),
        _ => 0,
    };
    let needed = subject.extensions.first().map_or(0, |name| letter(name));
    let read = needed | if jumps { COMPRESSED } else { 0 };
    let ok = |condition: &str| format!("    wire misa_ok = {condition};\n");
    let mut text = "`ifdef RISCV_FORMAL_CSR_MISA\n".to_owned();
    text += &ok(&format!("(rvfi_csr_misa_rdata & {xlen}'h{needed:x}) == {xlen}'h{needed:x}"));
    let _ = writeln!(text, "    assign spec_csr_misa_rmask = {xlen}'h{read:x};");
    if jumps {
        text += "    wire halfwords = rvfi_csr_misa_rdata[2];\n";
    }
    text += "`else\n";
    text += &ok("1'b1");
    if jumps {
        text += "`ifdef RISCV_FORMAL_COMPRESSED\n    wire halfwords = 1'b1;\n`else\n    wire halfwords = 1'b0;\n`endif\n";
    }
    text += "`endif\n";
    if jumps {
        text += "    wire misaligned_target = target[0] || (target[1] && !halfwords);\n";
    }
    text
}

/// The access: where its bytes are in the words of the interface.
fn memory(subject: &Subject<'_>, circuit: Option<&Circuit>) -> String {
    let (xlen, bytes) = (subject.xlen, subject.xlen / 8);
    let Some(circuit) = circuit.filter(|c| c.output("mem_addr").is_some()) else {
        return format!(
            "    assign spec_mem_addr = {xlen}'d0;
    assign spec_mem_rmask = {bytes}'d0;
    assign spec_mem_wmask = {bytes}'d0;
    assign spec_mem_wdata = {xlen}'d0;
"
        );
    };
    let width = circuit.loads.or(circuit.stores).unwrap_or(8);
    let offset = bytes.trailing_zeros();
    let aligned = match width {
        8 => "1'b0".into(),
        16 => "mem_addr[0]".into(),
        _ => format!("|mem_addr[{}:0]", (width / 8).trailing_zeros() - 1),
    };
    let otherwise = if circuit.aligned { aligned.as_str() } else { "1'b0" };
    let mut text = format!(
        "    // Bytes from the address of the interface to that of the access.
    wire [{}:0] offset;
    wire misaligned;
`ifdef RISCV_FORMAL_ALIGNED_MEM
    assign offset = mem_addr[{}:0];
    assign misaligned = {aligned};
    assign spec_mem_addr = {{mem_addr[{}:{offset}], {offset}'d0}};
`else
    assign offset = {offset}'d0;
    assign misaligned = {otherwise};
    assign spec_mem_addr = mem_addr;
`endif
",
        offset - 1,
        offset - 1,
        xlen - 1
    );
    let mask = format!("({bytes}'h{:x} << offset)", (1u64 << (width / 8)) - 1);
    let none = format!("{bytes}'d0");
    let (reads, writes) = (circuit.loads.is_some(), circuit.stores.is_some());
    let _ = writeln!(text, "    assign spec_mem_rmask = {};", if reads { &mask } else { &none });
    let _ = writeln!(text, "    assign spec_mem_wmask = {};", if writes { &mask } else { &none });
    if reads {
        let _ = writeln!(
            text,
            "    wire [{}:0] shifted = rvfi_mem_rdata >> {{offset, 3'd0}};\n    assign mem_rdata = shifted{};",
            xlen - 1,
            if width == xlen { String::new() } else { format!("[{}:0]", width - 1) }
        );
        if width < xlen {
            let _ = writeln!(
                text,
                "    wire unused_shifted = &{{1'b0, shifted[{}:{width}]}};",
                xlen - 1
            );
        }
    }
    let written = match (writes, width == xlen) {
        (false, _) => format!("{xlen}'d0"),
        (true, true) => "mem_wdata << {offset, 3'd0}".into(),
        (true, false) => format!("{{{}'d0, mem_wdata}} << {{offset, 3'd0}}", xlen - width),
    };
    let _ = writeln!(text, "    assign spec_mem_wdata = {written};");
    text
}
