//! Exported obligations in Bitwuzla, which shares nothing with the prover.

use crate::rvassay::run;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The answers to files.
fn answers(files: &[PathBuf]) -> Vec<String> {
    let output = Command::new(toolbox::python())
        .args(["-c", include_str!("../../export/tests/terms/solver.py")])
        .arg(toolbox::site_dir())
        .arg("60000")
        .args(files)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| line.rsplit(' ').nth(1).unwrap_or_default().into()).collect()
}

/// The files of an export.
fn export(args: &[&str], folder: &Path) -> Vec<PathBuf> {
    let output = ["--output", folder.to_str().unwrap()];
    let ran = run(&[&["export", "smt2"], args, &output[..]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout.lines().map(|file| folder.join(file)).collect()
}

#[test]
fn what_is_proved_has_no_counterexample() {
    let folder = tempfile::tempdir().unwrap();
    let ops = [
        "add",
        "beq",
        "lh",
        "c.lui",
        "sh1add",
        "clz",
        "xperm4",
        "aes32esmi",
        "sha256sum0",
        "sm4ed",
        "ror",
        "amomin.w",
    ];
    let files = export(&ops, folder.path());
    let goals: Vec<_> =
        files.into_iter().filter(|f| f.starts_with(folder.path().join("obligations"))).collect();
    assert!(goals.len() > 2 * ops.len(), "only {} obligations", goals.len());
    for (file, answer) in goals.iter().zip(answers(&goals)) {
        assert_eq!(answer, "unsat", "{}", file.display());
    }
}

#[test]
fn what_is_false_has_one() {
    let folder = tempfile::tempdir().unwrap();
    let files = export(&["sub", "--isa", "rv32i"], folder.path());
    let goals: Vec<_> =
        files.into_iter().filter(|f| f.starts_with(folder.path().join("obligations"))).collect();
    for file in &goals {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains("(bvsub "), "{text}");
        fs::write(file, text.replace("(bvsub ", "(bvadd ")).unwrap();
    }
    assert!(answers(&goals).iter().all(|answer| answer == "sat"));
}

/// The functions of ops, at their worked examples.
#[test]
fn functions_give_what_the_examples_say() {
    use semantics::{
        asm,
        insns::Insn,
        spec::{Given, Gives, Reg, Slot},
    };
    let folder = tempfile::tempdir().unwrap();
    let mut scripts = Vec::new();
    for xlen in [32, 64] {
        for &insn in Insn::all() {
            let Some(subject) = export::subject::Subject::of(insn, xlen) else { continue };
            let Ok(circuit) = export::circuit::Circuit::new(&subject) else { continue };
            let mut text = export::smt2::definitions(&subject).unwrap();
            let mut claims = 0;
            for example in insn.spec().examples.iter().filter(|e| e.xlen == xlen) {
                let Gives::X(rd, gives) = example.gives else { continue };
                let operands = asm::assemble(example.asm, xlen).unwrap().operands;
                // The functions are of ops whose operands are other registers than x0.
                if rd != operands.rd.0 || !subject.enc.has(Slot::Rd) {
                    continue;
                }
                let given = |reg: Reg| {
                    example.also.iter().find_map(|given| match given {
                        Given::X(r, value) if *r == reg.0 => Some(*value),
                        _ => None,
                    })
                };
                let value = |name: &str| match name {
                    "pc" => Some(0x1000),
                    "rs1" if operands.rs1 == Reg(0) => Some(0),
                    "rs2" if operands.rs2 == Reg(0) => Some(0),
                    "rs1" => Some(example.rs1),
                    "rs2" if operands.rs2 == operands.rs1 => Some(example.rs1),
                    "rs2" => Some(example.rs2),
                    "rs3" => given(operands.rs3),
                    "bs" => Some(operands.bs.into()),
                    "rnum" => Some(operands.rnum.into()),
                    _ => None,
                };
                let ports = circuit.inputs.iter().map(|port| {
                    let value = value(&port.name)?;
                    Some(format!(
                        "(_ bv{} {})",
                        value & (u128::MAX >> (128 - port.width)),
                        port.width
                    ))
                });
                let Some(ports) = ports.collect::<Option<Vec<_>>>() else { continue };
                let name = export::smt2::function_name(&subject, "rd");
                let gives = format!("(_ bv{gives} {xlen})");
                let call =
                    if ports.is_empty() { name } else { format!("({name} {})", ports.join(" ")) };
                text.text += &format!("(assert (not (= {call} {gives})))\n");
                claims += 1;
                break;
            }
            if claims > 0 {
                let path = folder.path().join(format!("{}-{xlen}.smt2", insn.spec().name));
                fs::write(&path, text.script() + "(check-sat)\n").unwrap();
                scripts.push(path);
            }
        }
    }
    assert!(scripts.len() > 150, "only {} examples", scripts.len());
    for (file, answer) in scripts.iter().zip(answers(&scripts)) {
        assert_eq!(answer, "unsat", "{}", file.display());
    }
}
