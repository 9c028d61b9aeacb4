//! `certify` on embedded kernels and on vector files of the user's.

use crate::rvassay::{keys, run, run_in};
use std::fs;

/// One record, from FIPS-197, C.1.
const RECORD: &str = "[ENCRYPT]

COUNT = 0
KEY = 000102030405060708090a0b0c0d0e0f
PLAINTEXT = 00112233445566778899aabbccddeeff
CIPHERTEXT = 69c4e0d86a7b0430d8cdb78070b4c55a
";

#[test]
fn every_vector_passes_and_none_is_skipped() {
    let ran = run(&["certify", "aes/rv64-zkne-zknd", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let (_, summary) = ran.records();
    assert_eq!(
        keys(&summary).join(" "),
        "kernels vectors passed failed skipped proved findings not_run"
    );
    assert!(summary["vectors"].as_u64() > Some(1000), "{summary}");
    assert_eq!(summary["passed"], summary["vectors"]);
    assert_eq!((&summary["failed"], &summary["kernels"]), (&0.into(), &1.into()));
    assert_eq!(summary["skipped"], serde_json::json!({}));
}

#[test]
fn vector_files_pass_fail_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let certify = |vectors: &str| {
        fs::write(folder.path().join("v.rsp"), vectors).unwrap();
        run_in(folder.path(), &["certify", "aes/rv32-zkne-zknd", "--vectors", "v.rsp"])
    };
    assert_eq!(certify(RECORD).code, 0);
    let wrong = certify(&RECORD.replace("c55a", "c55b"));
    assert_eq!(wrong.code, 1, "{wrong:?}");
    for length in [RECORD.len() - 8, RECORD.find("CIPHER").unwrap(), 30, 0] {
        let cut = certify(&RECORD[..length]);
        assert_eq!((cut.code, cut.stdout.as_str()), (2, ""), "{length} bytes: {cut:?}");
        assert!(!cut.stderr.contains("panicked"), "{cut:?}");
        if length > 0 {
            assert!(cut.stderr.contains("v.rsp:"), "{length} bytes: {cut:?}");
        }
    }
}
