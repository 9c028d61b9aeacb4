//! SystemVerilog: an op as a combinational module that can be synthesised.

pub(crate) mod print;

use crate::{
    NotOffered,
    circuit::{Circuit, Port},
    subject::Subject,
    walk::walk,
};
use print::{Printer, range};
use std::fmt::Write as _;

/// The name of an op's module.
pub fn module_name(subject: &Subject<'_>) -> String {
    format!("rvassay_ref_{}_rv{}", identifier(subject.name), subject.xlen)
}

/// The name of an op in identifiers.
pub(crate) fn identifier(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

/// The reference module of an op: the inputs and outputs of [`Circuit`], of the same names.
///
/// # Errors
/// Why it has none.
pub fn module(subject: &Subject<'_>) -> Result<String, NotOffered> {
    Ok(module_of(subject, &Circuit::new(subject)?))
}

/// The module of an op whose circuit is at hand.
pub(crate) fn module_of(subject: &Subject<'_>, circuit: &Circuit) -> String {
    let mut text = format!("// {} on RV{}: {}\n", subject.name, subject.xlen, subject.title);
    for line in subject.semantics.lines() {
        let _ = writeln!(text, "//   {line}");
    }
    text + &body(&module_name(subject), circuit)
}

/// A circuit as a module of this name.
pub fn body(name: &str, circuit: &Circuit) -> String {
    let mut printer = Printer::default();
    let outputs = walk(&circuit.arena, &circuit.outputs, &circuit.inputs, &mut printer);
    let declared = |direction: &str, port: &Port| {
        format!("    {direction} wire {}{}", range(port.width), port.name)
    };
    let inputs = circuit.inputs.iter().map(|port| declared("input ", port));
    let ports: Vec<String> =
        inputs.chain(circuit.outputs.iter().map(|port| declared("output", port))).collect();
    let mut text = format!("module {name} (\n{}\n);\n", ports.join(",\n"));
    let assigns: Vec<String> = circuit
        .outputs
        .iter()
        .zip(&outputs)
        .map(|(port, expr)| format!("    assign {} = {};\n", port.name, printer.output(expr)))
        .collect();
    printer.helpers.values().for_each(|helper| text += helper);
    text += &printer.wires;
    text += &assigns.concat();
    if let Some(unused) = printer.unused() {
        let _ = writeln!(text, "    {unused}");
    }
    text + "endmodule\n"
}
