//! What must be true of every op and kernel that `list` names.

use crate::rvassay::run;

#[test]
fn every_op_has_an_obligation_and_a_simulator_of_its_own() {
    let ran = run(&["list", "ops", "--json"]);
    let (ops, summary) = ran.records();
    assert_eq!(summary["ops"], ops.len());
    assert!(ops.len() >= 76, "I, M, Zkne and Zknd have 76 instructions, here are {}", ops.len());
    for op in &ops {
        assert_ne!(op["obligations"], 0, "{op}");
        let widths = op["xlen"].as_array().unwrap();
        let simulator = if widths == &[128] { "none" } else { "own" };
        assert_eq!(op["simulator"], simulator, "{op}");
    }
}

#[test]
fn every_kernel_has_a_manifest_that_parses() {
    for kernel in kernels::all() {
        let manifest = kernel.manifest().unwrap_or_else(|e| panic!("{}: {e}", kernel.id));
        assert!(!manifest.functions.is_empty(), "{}", kernel.id);
    }
    let ran = run(&["list", "kernels", "--json"]);
    let (functions, summary) = ran.records();
    assert_eq!(summary["kernels"], kernels::all().len());
    for kernel in kernels::all() {
        assert!(functions.iter().any(|f| f["kernel"] == kernel.id), "{} is not listed", kernel.id);
    }
}

#[test]
fn no_custom_set_collides() {
    for isa in [&[][..], &["--isa", "rv64i_zkne_xmont_xkeccak_xgf8"]] {
        let ran = run(&[&["list", "--collisions", "--json"], isa].concat());
        let (sets, summary) = ran.records();
        assert_eq!((ran.code, &summary["collisions"]), (0, &0.into()), "{ran:?}");
        assert_eq!(summary["sets"], sets.len());
        for (name, ops) in [("Xgf8", 2), ("Xkeccak", 2), ("Xmont", 5)] {
            let set = sets.iter().find(|s| s["set"] == name).expect("it is reported");
            assert_eq!(set["spaces"], serde_json::json!(["custom-1"]), "{set}");
            assert_eq!(set["ops"].as_array().map(Vec::len), Some(ops), "{set}");
        }
    }
    let none = run(&["list", "--collisions", "--isa", "rv64i"]);
    assert_eq!(none.code, 2, "{none:?}");
    assert!(none.stderr.contains("`rv64i` selects nothing among custom sets"), "{none:?}");
}
