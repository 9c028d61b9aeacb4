//! Worked examples of op files.

use crate::{
    at_field,
    error::OpFileError,
    record::{Record, Worked},
};
use semantics::{
    asm, loaded,
    spec::{Reg, Slot},
};
use std::path::Path;

/// The register that an operand names.
pub(crate) fn register(syntax: &str, line: &str, slot: Slot) -> Option<u8> {
    let at = asm::tokens(syntax).position(|token| asm::slot(token) == Some(slot))?;
    let text = asm::tokens(line).nth(at + 1)?;
    asm::register(text).map(|r| r as u8)
}

/// Runs an example of an installed instruction.
///
/// # Errors
/// [`OpFileError`] when its line is not one of the instruction, when its registers contradict each other, and when it
/// gives another value.
pub(crate) fn check(file: &Path, record: &Record, example: &Worked) -> Result<(), OpFileError> {
    let wrong = |key: &str, problem: String, remedy: &str| {
        Err(at_field(file, record, &format!("{}.{key}", example.path), problem, remedy))
    };
    let usage = format!("as in `{} {}`", record.name, record.syntax);
    let decoded = match asm::assemble(&example.asm, example.xlen) {
        Ok(decoded) if decoded.insn.spec().name == record.name => decoded,
        Ok(_) => return wrong("asm", format!("`{}` is another instruction", example.asm), &usage),
        Err(error) => return wrong("asm", error.to_string(), &usage),
    };
    let i = &decoded.operands;
    let given = [(i.rs1, Slot::Rs1, example.rs1), (i.rs2, Slot::Rs2, example.rs2)];
    let third = example.rs3.map(|value| (i.rs3, Slot::Rs3, value));
    let given: Vec<_> =
        given.into_iter().chain(third).filter(|(_, slot, _)| record.enc.has(*slot)).collect();
    for (k, (reg, _, value)) in given.iter().enumerate() {
        let other = given[..k].iter().any(|(r, _, v)| r == reg && v != value);
        if other || (*reg == Reg(0) && *value != 0) {
            let problem = format!("{reg} cannot hold {value:#x}");
            return wrong("asm", problem, "let every source be a register of its own");
        }
    }
    let input = |name: &str| match name {
        "rs1" => example.rs1,
        "rs2" => example.rs2,
        "rs3" => example.rs3.unwrap_or(0),
        "imm" => i128::from(i.imm) as u128,
        // Where the instruction of an example is: see the table's examples.
        _ => 0x1000,
    };
    let rd = match i.rd {
        Reg(0) => 0,
        _ => loaded::value(&decoded, input),
    };
    if rd != example.rd {
        let problem = format!("the example says {:#x}, `exec` gives {rd:#x}", example.rd);
        return wrong("rd", problem, "one of the two is wrong: work the example out once more");
    }
    Ok(())
}
