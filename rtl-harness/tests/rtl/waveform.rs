//! Waveforms.

use rtl_harness::{BuildOptions, Model, RtlError};

use crate::support::{ADDER, ADDER_TOML, Scratch, cache, clocked, request};

#[test]
fn a_waveform_shows_the_driven_cycles() {
    let body =
        "assign ready = 1; always_ff @(posedge clk) begin valid <= !rst && req; rd <= ~rs1; end";
    let options = BuildOptions { trace: true, ..BuildOptions::new(cache()) };
    let model = Model::build(&clocked(body).description(), 32, &options).unwrap();
    let mut unit = model.unit();
    let folder = tempfile::tempdir().unwrap();
    for name in ["first.vcd", "second.vcd"] {
        let path = folder.path().join(name);
        unit.trace_to(&path).unwrap();
        assert_eq!(unit.execute(&request(&model, "op", 0xa5a5_a5a5, 0)).unwrap().rd, 0x5a5a_5a5a);
        unit.close_trace();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("$version"), "{text}");
        for part in [
            "$enddefinitions",
            " clk $end",
            &format!("b{:b} ", 0xa5a5_a5a5_u32),
            &format!("b{:032b} ", 0x5a5a_5a5a),
        ] {
            assert!(text.contains(part), "{name} lacks {part}: {text}");
        }
    }
    let error = unit.trace_to(&folder.path().join("no/such/folder.vcd")).unwrap_err();
    assert!(matches!(error, RtlError::Waveform { .. }), "{error}");
    assert!(
        unit.execute(&request(&model, "op", 1, 0)).is_ok(),
        "the unit works on without its waveform"
    );
}

#[test]
fn a_model_without_waveforms_says_so() {
    let model = Scratch::new(ADDER_TOML, ADDER).build(32).unwrap();
    let error = model.unit().trace_to("x.vcd".as_ref()).unwrap_err();
    assert!(matches!(error, RtlError::NotTraced { .. }), "{error}");
}
