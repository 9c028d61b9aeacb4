use crate::options;
use equivalence::{Subject, Verdict};
use rtl_harness::UnitDescription;
use tempfile::TempDir;

const COMBINATIONAL: &str = r#"top = "unit"
sources = ["unit.sv"]
xlen = [32]
parameters = {}
[handshake]
kind = "combinational"
[ports]
rs1 = "a_i"
rs2 = "b_i"
rd = "y_o"
[ops.add]
"#;

const CLOCKED: &str = r#"top = "unit"
sources = ["unit.sv"]
xlen = [32]
parameters = {}
[handshake]
kind = "valid-ready"
max_cycles = 4
clock = "clk_i"
reset = "rst_i"
reset_active = "high"
request_valid = "req_i"
response_valid = "rsp_o"
[ports]
rs1 = "a_i"
rs2 = "b_i"
rd = "y_o"
[ops.add]
"#;

const PORTS: &str = "input logic [31:0] a_i, b_i, output logic [31:0] y_o";
const CLOCKED_PORTS: &str = "input logic clk_i, rst_i, req_i, output logic rsp_o, input logic [31:0] a_i, b_i, output logic [31:0] y_o";

fn written(toml: &str, sv: &str) -> (TempDir, UnitDescription) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("unit.toml"), toml).unwrap();
    std::fs::write(folder.path().join("unit.sv"), sv).unwrap();
    let description = UnitDescription::load(&folder.path().join("unit.toml")).unwrap();
    (folder, description)
}

#[test]
fn what_cannot_be_asked_is_said() {
    let module = |ports: &str, body: &str| format!("module unit({ports}); {body} endmodule\n");
    let rows = [
        (
            COMBINATIONAL,
            module("input logic [31:0] a_i, output logic [31:0] y_o", "assign y_o = a_i;"),
            "unit.toml:9: the RTL has no port `b_i` of 32 bits",
        ),
        (
            COMBINATIONAL,
            module(
                "input logic [31:0] a_i, input logic [15:0] b_i, output logic [31:0] y_o",
                "assign y_o = a_i + b_i;",
            ),
            "unit.toml:9: the RTL has no port `b_i` of 32 bits",
        ),
        (COMBINATIONAL, module(PORTS, "assign y_o = a_i +;"), "yosys rejects unit"),
        (
            COMBINATIONAL,
            module(PORTS, "logic [31:0] x; assign x = ~x ^ a_i; assign y_o = x + b_i;"),
            "combinational loop",
        ),
        (
            COMBINATIONAL,
            module(PORTS, "always_latch if (a_i[0]) y_o = b_i;"),
            "neither a gate nor a flip-flop",
        ),
        (
            COMBINATIONAL,
            module(PORTS, "always_ff @(posedge a_i[0]) y_o <= b_i;"),
            "described as combinational, and its RTL has 32 flip-flops",
        ),
        (
            CLOCKED,
            module(
                CLOCKED_PORTS,
                "always_ff @(negedge clk_i) {rsp_o, y_o} <= {req_i && !rst_i, a_i + b_i};",
            ),
            "not clocked by the rising edge of `clk_i`",
        ),
    ];
    for (toml, sv, message) in rows {
        let (_folder, description) = written(toml, &sv);
        let options = options(None);
        let error = Subject::new(&description, 32, &options).unwrap_err().to_string();
        assert!(error.contains(message), "{sv}\n{error}");
    }
}

#[test]
fn an_op_that_nobody_knows_is_not_run() {
    let toml = COMBINATIONAL.replace("[ops.add]", "[ops.addition]");
    let (_folder, description) =
        written(&toml, &format!("module unit({PORTS}); assign y_o = a_i + b_i; endmodule\n"));
    let options = options(None);
    let report = Subject::new(&description, 32, &options).unwrap().prove(&description.ops[0]);
    assert_eq!(report.verdict, Verdict::NotRun);
    assert!(report.why.unwrap().contains("no instruction `addition`"));
}

/// What the RTL leaves open must not matter.
#[test]
fn an_undefined_value_that_reaches_the_result_is_no_proof() {
    let (_folder, description) = written(
        COMBINATIONAL,
        &format!("module unit({PORTS}); assign y_o = a_i == 5 ? 'x : a_i + b_i; endmodule\n"),
    );
    let options = options(None);
    let report = Subject::new(&description, 32, &options).unwrap().prove(&description.ops[0]);
    assert_ne!(report.verdict, Verdict::Proved, "{report:?}");
}

#[test]
fn one_wrong_sum_of_all_is_found_and_shown() {
    let (_folder, description) = written(
        COMBINATIONAL,
        &format!(
            "module unit({PORTS}); assign y_o = a_i + b_i + 32'(a_i == 32'h89abcdef && b_i == 7); endmodule\n"
        ),
    );
    let options = options(None);
    let report = Subject::new(&description, 32, &options).unwrap().prove(&description.ops[0]);
    assert_eq!(report.verdict, Verdict::Refuted, "{report:?}");
    assert_eq!((report.requests[0].rs1, report.requests[0].rs2), (0x89ab_cdef, 7));
    assert_eq!(report.expected.as_deref(), Some("0x89abcdf6"));
}

#[test]
fn a_unit_that_never_answers_is_refuted() {
    let (_folder, description) = written(
        CLOCKED,
        &format!(
            "module unit({CLOCKED_PORTS}); always_ff @(posedge clk_i) {{rsp_o, y_o}} <= \
             {{req_i && !rst_i && !(a_i == 32'hdeadbeef), a_i + b_i}}; endmodule\n"
        ),
    );
    let options = options(None);
    let report = Subject::new(&description, 32, &options).unwrap().prove(&description.ops[0]);
    assert_eq!(report.verdict, Verdict::Refuted, "{report:?}");
    assert_eq!(report.requests.last().unwrap().rs1, 0xdead_beef);
    assert!(report.got.unwrap().contains("did not answer within 4 cycles"));
}
