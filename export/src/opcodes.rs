//! Lines in the notation of `riscv-opcodes`.

use semantics::{encoding::Enc, insns::Insn};
use std::collections::BTreeMap;

/// The ignored fields of FENCE have names of their own there.
const FENCE: (&str, &str) = ("fence", "fm pred succ rs1 rd");

/// The lines of these instructions, grouped by the file of `riscv-opcodes` that they belong to.
pub fn lines(insns: &[Insn], xlens: &[u32]) -> BTreeMap<String, Vec<(Insn, String)>> {
    let mut files: BTreeMap<String, Vec<(Insn, String)>> = BTreeMap::new();
    for &insn in insns {
        for (enc, _) in crate::encodings(insn, xlens) {
            let [first, others @ ..] = insn.spec().extensions else { continue };
            files.entry(file(enc, first)).or_default().push((insn, line(insn, enc)));
            for other in others {
                let import = format!("$import {}::{}", file(enc, first), insn.spec().name);
                files.entry(file(enc, other)).or_default().push((insn, import));
            }
        }
    }
    files
}

/// `rv_zbb`, `rv32_zkne`: the register widths that have it, and the extension.
fn file(enc: &Enc, extension: &str) -> String {
    let widths = match enc.xlens {
        32 => "rv32",
        64 => "rv64",
        128 => "rv128",
        xlens if xlens & 32 == 0 => "rv64",
        _ => "rv",
    };
    format!("{widths}_{}", extension.to_lowercase())
}

/// One instruction; a word that is cut out of another's is a pseudo-instruction there.
fn line(insn: Insn, enc: &Enc) -> String {
    let (field, named) = FENCE;
    let operands = enc.line.split(' ').map(|t| if t == field { named } else { t });
    let operands = operands.collect::<Vec<_>>().join(" ");
    let name = insn.spec().name;
    match enc.within {
        Some(of) => {
            let extension = of.spec().extensions.first().copied().unwrap_or_default();
            let whole = of.spec().enc.iter().find(|e| e.xlens & enc.xlens != 0);
            let file = whole.map_or_else(String::new, |whole| file(whole, extension));
            format!("$pseudo_op {file}::{} {name} {operands}", of.spec().name)
        }
        None => format!("{name} {operands}"),
    }
}
