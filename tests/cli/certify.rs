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

/// A kernel, a file with one example of what it does, a change of that which makes the answer wrong, and one that makes
/// the file useless.
type Format = (&'static str, &'static str, &'static str, [&'static str; 2], [&'static str; 2]);

/// One for each format.
const FORMATS: [Format; 5] = [
    (
        "sha256/rv64-zbkb-zknh",
        "shavs.rsp",
        "[L = 32]\n\nLen = 24\nMsg = 616263\n\
         MD = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        ["15ad", "15ae"],
        ["Len = 24", "Len = 32"],
    ),
    (
        "aes/rv64-zkne-zknd",
        "mct.rsp",
        "# AESVS MCT test data for ECB\n[ENCRYPT]\n\nCOUNT = 0\nKEY = 139a35422f1d61de3c91787fe0507afd\n\
         PLAINTEXT = b9145a768b7dc489a096b546f43b231f\nCIPHERTEXT = d7c3ffac9031238650901e157364c386\n",
        ["c386", "c387"],
        ["COUNT = 0", "COUNT = 1"],
    ),
    (
        "aes/rv64-zkne-zknd",
        "list.txt",
        "[aes128.encrypt_block]\nsource = FIPS 197, C.1\nkey = 000102030405060708090a0b0c0d0e0f\n\
         in = 00112233445566778899aabbccddeeff\nout = 69c4e0d86a7b0430d8cdb78070b4c55a\n",
        ["c55a", "c55b"],
        ["c55a", "c5"],
    ),
    (
        "sha256/rv64-zbkb-zknh",
        "acvp.json",
        r#"{"vsId": 1, "algorithm": "SHA2-256", "revision": "1.0", "testGroups": [{"tgId": 1, "testType": "AFT",
            "tests": [{"tcId": 1, "msg": "616263", "len": 24,
            "md": "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"}]}]}"#,
        ["15AD", "15AE"],
        ["\"len\": 24", "\"len\": 16"],
    ),
    // RFC 8439, section 2.8.2, of which the first block is left.
    (
        "chacha20/rv64i",
        "wycheproof.json",
        r#"{"algorithm": "CHACHA20-POLY1305", "numberOfTests": 1, "testGroups": [{"type": "AeadTest", "ivSize": 96,
            "keySize": 256, "tagSize": 128, "tests": [{"tcId": 1, "result": "valid",
            "key": "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            "iv": "070000004041424344454647", "aad": "50515253c0c1c2c3c4c5c6c7",
            "msg": "4c616469657320616e642047656e746c", "ct": "d31a8d34648e60db7b86afbc53ef7ec2",
            "tag": "1ae10b594f09e26a7e902ecbd0600691"}]}]}"#,
        ["7ec2", "7ec3"],
        ["\"numberOfTests\": 1", "\"numberOfTests\": 2"],
    ),
];

#[test]
fn every_format_passes_fails_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (kernel, name, text, wrong, useless) in FORMATS {
        let certify = |[from, to]: [&str; 2]| {
            assert!(text.contains(from), "{name}");
            fs::write(folder.path().join(name), text.replace(from, to)).unwrap();
            let args = ["certify", kernel, "--vectors", name, "--without", "verilator"];
            run_in(folder.path(), &args)
        };
        let right = certify(["", ""]);
        assert_eq!(right.code, 0, "{name}: {right:?}");
        // Each function that can runs it.
        assert!(!right.stdout.contains("1 kernels: 0 of"), "{name}: {right:?}");
        let failed = certify(wrong);
        assert_eq!(failed.code, 1, "{name}: {failed:?}");
        let refused = certify(useless);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{name}: {refused:?}");
        assert!(refused.stderr.contains(&format!("{name}:")), "{name}: {refused:?}");
    }
    // Nothing in the file is an example of what the kernel does.
    let gcm = "[Keylen = 128]\n[IVlen = 96]\n[PTlen = 0]\n[AADlen = 0]\n[Taglen = 128]\n\nCount = 0\n\
        Key = 00000000000000000000000000000000\nIV = 000000000000000000000000\nPT =\nAAD =\nCT =\n\
        Tag = 58e2fccefa7e3061367f1d57a4e7455a\n";
    let lwc = "Count = 1\nKey = 00\nNonce = 00\nPT =\nAD =\nCT = 00\n";
    for (name, text) in [("gcm.rsp", gcm), ("lwc.txt", lwc)] {
        fs::write(folder.path().join(name), text).unwrap();
        let args = ["certify", "aes/rv64-zkne-zknd", "--vectors", name, "--without", "verilator"];
        let none = run_in(folder.path(), &args);
        assert_eq!(none.code, 2, "{name}: {none:?}");
        assert!(none.stdout.contains("1 kernels: 0 of 0 vectors passed"), "{name}: {none:?}");
        assert!(none.stdout.contains("1 vectors skipped: the reference has no such"), "{none:?}");
    }
}
