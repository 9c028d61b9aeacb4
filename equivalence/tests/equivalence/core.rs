//! A core within a bound: what is right is proved, a seeded bug is refuted, and what the bound is too small for is said.

use crate::options;
use equivalence::{Check, Core, CoreReport, Verdict};
use rtl_harness::{CoreDescription, cores};
use semantics::{insns::Insn, isa::Isa};

fn inorder() -> CoreDescription {
    cores().iter().find(|core| core.name == "inorder").unwrap().description().unwrap()
}

fn op(name: &str) -> Check {
    Check::Op(Insn::named(name).unwrap())
}

/// In so many cycles, two instructions retire.
const DEPTH: u32 = 4;

/// The reports of some checks on the core with this instruction set, and a bug.
fn reports(isa: &str, bug: Option<&str>, checks: &[Check]) -> Vec<CoreReport> {
    let (core, isa) = (inorder(), Isa::parse(isa).unwrap());
    let own = cores().iter().find(|core| core.name == "inorder").unwrap();
    let patch = bug.map(|bug| own.bugs().into_iter().find(|b| b.name == bug).unwrap().patch);
    let options = options(patch);
    let core = Core::new(&core, &isa, &options, DEPTH).unwrap();
    let reports = checks.iter().map(|&check| core.prove(check));
    reports.inspect(|report| eprintln!("{report:?}")).collect()
}

fn verdicts(isa: &str, bug: Option<&str>, checks: &[Check]) -> Vec<Verdict> {
    reports(isa, bug, checks).iter().map(|report| report.verdict).collect()
}

#[test]
fn checks_of_the_core_hold() {
    let checks = [op("add"), op("sb"), op("beq"), Check::Flow, Check::Order, Check::Illegal];
    assert_eq!(verdicts("rv32ic_zicsr", None, &checks), [Verdict::Proved; 6]);
}

#[test]
fn a_seeded_bug_of_the_core_is_refuted() {
    // rev8 runs brev8: the word that retires wrongly is a rev8.
    let reports = reports("rv32ic_zicsr_zbkb", Some("rev8-is-brev8"), &[op("rev8")]);
    assert_eq!(reports[0].verdict, Verdict::Refuted);
    let last = u32::from_str_radix(reports[0].words.last().unwrap(), 16).unwrap();
    assert_eq!(last & 0xfff0_707f, 0x6980_5013, "{reports:?}");
}

#[test]
fn what_the_bound_is_too_small_for_and_what_has_no_checker_is_not_proved() {
    let reports = reports("rv32imc_zicsr", None, &[op("div"), op("csrrw")]);
    let why: Vec<_> = reports.iter().map(|report| report.why.as_deref().unwrap()).collect();
    assert!(why[0].contains("none of it retires within 4 cycles"), "{why:?}");
    assert!(why[1].contains("`csrrw` has no checker"), "{why:?}");
    assert!(reports.iter().all(|report| report.verdict == Verdict::NotRun));
}

#[test]
fn a_core_without_a_port_of_rvfi_is_refused() {
    let (mut core, isa) = (inorder(), Isa::parse("rv32i_zicsr").unwrap());
    core.sources.truncate(1);
    core.sources[0].text = "module inorder(input clk_i, rst_ni, output rvfi_order);\n\
        assign rvfi_order = clk_i ^ rst_ni;\nendmodule\n"
        .into();
    (core.parameters, core.extensions) = (Vec::new(), Vec::new());
    let error = Core::new(&core, &isa, &options(None), DEPTH).unwrap_err().to_string();
    // Of one bit, it is not the port that RVFI has.
    assert!(error.contains("the RTL has no port `rvfi_order` of 64 bits"), "{error}");
}
