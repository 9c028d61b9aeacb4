//! RTL that cannot be built or connected: a typed error that says where.

use std::time::Duration;

use rtl_harness::{BuildOptions, Model, RtlError};

use crate::support::{ADDER, ADDER_TOML, Scratch};

fn error(toml: &str, sv: &str) -> RtlError {
    Scratch::new(toml, sv).build(32).unwrap_err()
}

#[test]
fn verilator_s_own_first_error_is_passed_on() {
    let sv = ADDER.replace("assign y_o", "assign = y_o");
    let error = error(ADDER_TOML, &sv);
    assert!(
        matches!(&error, RtlError::Rejected { line, .. }
            if line.starts_with("%Error: unit.sv:5:") && line.contains("syntax error")),
        "{error}"
    );
}

#[test]
fn ports_are_checked_against_the_description() {
    let missing = error(&ADDER_TOML.replace("\"a_i\"", "\"rs1_i\""), ADDER);
    assert!(
        matches!(&missing, RtlError::MissingPort { line: 7, port, near: None, .. }
            if port == "rs1_i"),
        "{missing}"
    );
    let typo = error(&ADDER_TOML.replace("minus_i = 1", "minsu_i = 1"), ADDER);
    assert!(
        matches!(&typo, RtlError::MissingPort { line: 13, near: Some(near), .. }
            if near == "minus_i"),
        "{typo}"
    );
    let narrow = error(ADDER_TOML, &ADDER.replace("[XLEN-1:0] b_i", "[XLEN-2:0] b_i"));
    assert!(
        matches!(&narrow, RtlError::PortWidth { line: 8, port, expected: 32, found: 31, .. }
            if port == "b_i"),
        "{narrow}"
    );
    let direction = error(
        &ADDER_TOML.replace("\"a_i\"", "\"y_o\"").replace("rd = \"y_o\"", "rd = \"a_i\""),
        ADDER,
    );
    assert!(
        matches!(direction, RtlError::PortDirection { line: 7, expected: "input", .. }),
        "{direction}"
    );
    let open = error(&ADDER_TOML.replace("rs2 = \"b_i\"\n", ""), ADDER);
    assert!(matches!(&open, RtlError::OpenInput { port, .. } if port == "b_i"), "{open}");
    let value = error(&ADDER_TOML.replace("minus_i = 1", "minus_i = 2"), ADDER);
    assert!(
        matches!(&value, RtlError::DriveValue { line: 12, value: 2, width: 1, op, .. }
            if op == "sub"),
        "{value}"
    );
}

#[test]
fn a_width_slip_inside_user_rtl_is_a_warning() {
    let model =
        Scratch::new(ADDER_TOML, &ADDER.replace("a_i + b_i", "a_i + b_i[3:0]")).build(32).unwrap();
    let warnings = model.warnings();
    assert!(
        warnings.iter().any(|line| line.starts_with("%Warning-WIDTHEXPAND: unit.sv:5:")),
        "{warnings:?}"
    );
}

#[test]
fn a_combinational_loop_is_an_error() {
    let looped =
        ADDER.replace("assign y_o = minus_i ? a_i - b_i :", "assign y_o = minus_i ? y_o + b_i :");
    let error = error(ADDER_TOML, &looped);
    assert!(
        matches!(&error, RtlError::CombinationalLoop { line, .. } if line.contains("unit.sv:")),
        "{error}"
    );
}

#[test]
fn parameters_and_tops_that_do_not_exist() {
    for toml in [
        ADDER_TOML.replace("top = \"adder\"", "top = \"adder2\""),
        ADDER_TOML.replace("xlen = [", "parameters = { WIDTH = \"xlen\" }\nxlen = ["),
    ] {
        let error = error(&toml, ADDER);
        assert!(matches!(error, RtlError::Rejected { .. }), "{error}");
    }
}

#[test]
fn a_module_without_parameters_needs_none() {
    let toml = ADDER_TOML.replace("xlen = [32, 64, 128]", "xlen = [32]\nparameters = {}");
    let sv = ADDER.replace("#(parameter int XLEN = 32) ", "").replace("XLEN-1", "31");
    assert!(Scratch::new(&toml, &sv).build(32).is_ok());
}

#[test]
fn names_that_the_unit_does_not_have() {
    let scratch = Scratch::new(ADDER_TOML, ADDER);
    let error = scratch.build(16).unwrap_err();
    assert!(
        matches!(&error, RtlError::Xlen { xlen: 16, known, .. } if known == &[32, 64, 128]),
        "{error}"
    );
    let error = scratch.build(32).unwrap().op("addd").unwrap_err();
    assert!(
        matches!(&error, RtlError::UnknownOp { near: Some(near), .. } if near == "add"),
        "{error}"
    );
}

#[test]
fn tools_have_a_time_limit() {
    let cache = tempfile::tempdir().unwrap();
    let options = BuildOptions { time_limit: Duration::ZERO, ..BuildOptions::new(cache.path()) };
    let description = Scratch::new(ADDER_TOML, ADDER).description();
    let error = Model::build(&description, 32, &options).unwrap_err();
    assert!(matches!(error, RtlError::TimeLimit { tool: "verilator", .. }), "{error}");
}
