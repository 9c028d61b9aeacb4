//! `unit.toml`: what is wrong is said with its line and a remedy.

use rtl_harness::{Control, HandshakeKind, Problem, UnitDescription, units};

use crate::support::{ADDER, ADDER_TOML, Scratch};

/// The unit of the table below: every key that there is.
const FULL: &str = r#"top = "t"
sources = ["unit.sv"]
xlen = [32, 64]
parameters = { XLEN = "xlen", DEPTH = 4 }
[handshake]
kind = "valid-ready"
max_cycles = 8
clock = "clk"
reset = "rst"
reset_active = "low"
request_valid = "rv"
request_ready = "rr"
response_valid = "av"
response_ready = "ar"
[ports]
rs1 = "a"
rs2 = "b"
rd = "y"
[ops.aes32esmi]
xlen = [32]
drive = { op = 1 }
fields = { bs = "bs", alpha = "al" }
[ops.other]
drive = { op = 2, mode = 1 }
"#;

#[test]
fn every_key_is_read() {
    let unit = Scratch::new(FULL, "module t; endmodule").description();
    assert_eq!((unit.top.name.as_str(), &unit.xlens[..]), ("t", &[32, 64][..]));
    assert_eq!(unit.parameters.len(), 2);
    assert!(matches!(unit.handshake.kind, HandshakeKind::ValidReady { reset_low: true, .. }));
    assert_eq!(unit.handshake.max_cycles, 8);
    let controls: Vec<_> = unit.controls.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(controls, ["op", "al", "bs", "mode"]);
    let [aes, other] = &unit.ops[..] else { panic!("two ops") };
    assert_eq!(aes.fields, ["alpha", "bs"]);
    assert_eq!(aes.xlens, [32]);
    assert_eq!(
        aes.controls,
        [Control::Constant(1), Control::Field(0), Control::Field(1), Control::Constant(0)]
    );
    assert_eq!(other.xlens, [32, 64]);
    assert_eq!(other.controls, [2, 0, 0, 1].map(Control::Constant));
}

#[test]
fn problems_have_a_line_and_a_remedy() {
    let owned = str::to_owned;
    let toml = |message: &str| Problem::Toml { message: owned(message) };
    // What to replace by what, the line, the problem.
    let rows: Vec<(&str, &str, usize, Problem)> = vec![
        ("xlen = [32, 64]", "xlen = [32, 48]", 3, Problem::Xlen { xlen: 48 }),
        ("xlen = [32, 64]", "xlen = [32, 32]", 3, Problem::Twice { name: owned("32") }),
        ("xlen = [32, 64]", "xlen = []", 3, Problem::Empty { key: "xlen" }),
        ("xlen = [32]", "xlen = [128]", 19, Problem::OpXlen { op: owned("aes32esmi"), xlen: 128 }),
        ("sources = [\"unit.sv\"]", "sources = []", 2, Problem::Empty { key: "sources" }),
        (
            "[\"unit.sv\"]",
            "[\"unit.sv\",\n\"unit.sv\"]",
            3,
            Problem::Twice { name: owned("unit.sv") },
        ),
        ("top = \"t\"", "top = \"t;\"", 1, Problem::Identifier { name: owned("t;") }),
        ("\"clk\"", "\"4clk\"", 8, Problem::Identifier { name: owned("4clk") }),
        ("op = 2", "\"o p\" = 2", 24, Problem::Identifier { name: owned("o p") }),
        (
            "\"xlen\"",
            "\"wide\"",
            4,
            Problem::Parameter { name: owned("XLEN"), value: owned("wide") },
        ),
        ("\"valid-ready\"", "\"valid\"", 6, Problem::Handshake { kind: owned("valid") }),
        ("\"valid-ready\"", "\"combinational\"", 8, Problem::HandshakeExcess { key: "clock" }),
        ("clock = \"clk\"", "", 6, Problem::HandshakeNeeds { key: "clock" }),
        ("max_cycles = 8", "", 6, Problem::HandshakeNeeds { key: "max_cycles" }),
        ("max_cycles = 8", "max_cycles = 0", 7, Problem::Cycles { cycles: 0 }),
        ("max_cycles = 8", "max_cycles = 9000000", 7, Problem::Cycles { cycles: 9_000_000 }),
        ("\"low\"", "\"none\"", 10, Problem::ResetActive { value: owned("none") }),
        ("rd = \"y\"", "rd = \"a\"", 18, Problem::PortTwice { port: owned("a") }),
        ("op = 2", "a = 2", 24, Problem::PortTwice { port: owned("a") }),
        ("bs = \"bs\"", "bs = \"op\"", 22, Problem::PortTwice { port: owned("op") }),
        (
            "alpha = \"al\"",
            "c = \"c\", d = \"d\", e = \"e\", f = \"f\"",
            19,
            Problem::Fields { op: owned("aes32esmi"), count: 5 },
        ),
        ("rd = \"y\"", "", 15, toml("missing field `rd`")),
        (
            "rs2 =",
            "rs_2 =",
            17,
            toml("unknown field `rs_2`, expected one of `rs1`, `rs2`, `rs3`, `rd`"),
        ),
        (
            "max_cycles = 8",
            "max_cycles = \"8\"",
            7,
            toml("invalid type: string \"8\", expected u32"),
        ),
        ("[ops.other]\n", "[ops.other\n", 23, toml("unclosed table, expected `]`")),
    ];
    for (old, new, line, problem) in rows {
        let scratch = Scratch::new(&FULL.replacen(old, new, 1), "module t; endmodule");
        let error = UnitDescription::load(&scratch.toml()).unwrap_err();
        assert_eq!((error.line, &error.problem), (line, &problem), "{old} -> {new}");
        assert!(!error.remedy().is_empty());
        let text = error.to_string();
        assert!(text.contains(&format!("unit.toml:{line}: ")), "{text}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new(&ADDER_TOML.replace("unit.sv", "other.sv"), ADDER);
    let error = UnitDescription::load(&scratch.toml()).unwrap_err();
    assert!(matches!(error.problem, Problem::Source { .. }) && error.line == 2, "{error}");
    let error = UnitDescription::load(&scratch.toml().with_file_name("none.toml")).unwrap_err();
    assert!(matches!(error.problem, Problem::Source { .. }) && error.line == 0, "{error}");
    std::fs::write(scratch.toml().with_file_name("other.sv"), b"\xff").unwrap();
    let error = UnitDescription::load(&scratch.toml()).unwrap_err();
    assert!(matches!(error.problem, Problem::NotText { .. }), "{error}");
}

#[test]
fn every_shipped_unit_is_complete() {
    let bugs: usize = units().iter().map(|unit| unit.bugs().len()).sum();
    assert!(bugs >= 40, "{bugs} seeded bugs");
    for unit in units() {
        let description = unit.description().unwrap();
        assert!(description.shipped);
        assert!(!unit.readme().is_empty(), "{}: a README", unit.name);
        assert!(!unit.bugs().is_empty(), "{}: seeded bugs", unit.name);
        for bug in unit.bugs() {
            assert!(bug.kind.contains(": "), "{}: its first line says the kind", bug.name);
            assert!(bug.patch.apply(&description.sources).is_ok(), "{}", bug.name);
        }
    }
}
