//! ACVP: AES in ECB and SHA-2, with the answers beside the questions, as `internalProjection.json` has them.

use std::collections::BTreeMap;

use super::json::Node;
use super::{At, Case, Problem, Procedure, Records};
use crate::certificate::SkipReason;

const ALGORITHMS: &str = "ACVP-AES-ECB, SHA2-256 or SHA2-512";
const SET: [&str; 7] =
    ["vsId", "algorithm", "mode", "revision", "isSample", "acvVersion", "testGroups"];
const ANSWERS: &str =
    "the answers are in another file: give internalProjection.json, which has both";

pub(super) fn parse(set: &Node<'_>) -> Result<Records, At> {
    set.only(&SET)?;
    let algorithm = set.get("algorithm")?;
    let parse: fn(&Node<'_>, &mut Records) -> Result<(), At> = match algorithm.text()? {
        "ACVP-AES-ECB" => ecb,
        "SHA2-256" => |group, found| sha2("sha256", 32, group, found),
        "SHA2-512" => |group, found| sha2("sha512", 64, group, found),
        other => {
            let (found, expected) = (super::text::shown(other), ALGORITHMS);
            return Err(algorithm.problem(Problem::Algorithm { found, expected }));
        }
    };
    let mut found = Records::default();
    for group in set.get("testGroups")?.list()? {
        parse(&group, &mut found)?;
    }
    let empty = found.cases.is_empty() && found.unusable.is_empty();
    if empty { Err(set.problem(Problem::Empty)) } else { Ok(found) }
}

fn is_monte_carlo(group: &Node<'_>) -> Result<bool, At> {
    let kind = group.get("testType")?;
    match kind.text()? {
        "AFT" | "VAT" => Ok(false),
        "MCT" => Ok(true),
        _ => Err(kind.shape("AFT or MCT", "remove the group")),
    }
}

/// draft-celi-acvp-symmetric, sections 8 and 9.
fn ecb(group: &Node<'_>, found: &mut Records) -> Result<(), At> {
    group.only(&["tgId", "testType", "internalTestType", "direction", "keyLen", "tests"])?;
    let direction = group.get("direction")?;
    let (verb, from, to) = match direction.text()? {
        "encrypt" => ("encrypt", "pt", "ct"),
        "decrypt" => ("decrypt", "ct", "pt"),
        _ => return Err(direction.shape("encrypt or decrypt", "correct it")),
    };
    let key_bits = group.get("keyLen")?;
    let bits = key_bits.number()?;
    if ![128, 192, 256].contains(&bits) {
        return Err(key_bits.shape("128, 192 or 256", "correct it"));
    }
    let monte_carlo = is_monte_carlo(group)?;
    let mut case = |node: &Node<'_>, procedure| -> Result<(), At> {
        let key = node.bytes_of("key", bits as usize / 8)?;
        let input = node.get(from)?.bytes()?;
        if !node.has(to) {
            return Err(node.shape("an answer", ANSWERS));
        }
        let blocks = !input.is_empty() && input.len().is_multiple_of(16);
        if !blocks || (monte_carlo && input.len() != 16) {
            let (key, bytes) = (from.to_owned(), input.len());
            let expected = if monte_carlo { "16" } else { "whole blocks of 16, at least one" };
            let problem = Problem::Length { key, bytes, expected: expected.to_owned() };
            return Err(node.problem(problem));
        }
        found.cases.push(Case {
            place: node.place(),
            operation: format!("aes{bits}.{verb}_block"),
            expected: node.bytes_of(to, input.len())?,
            inputs: BTreeMap::from([("key", key), ("in", input)]),
            procedure,
        });
        Ok(())
    };
    for test in group.get("tests")?.list()? {
        if monte_carlo {
            test.only(&["tcId", "key", "pt", "ct", "resultsArray"])?;
            if !test.has("resultsArray") {
                return Err(test.shape("resultsArray", ANSWERS));
            }
            for step in test.get("resultsArray")?.list()? {
                step.only(&["key", "pt", "ct"])?;
                case(&step, Procedure::BlockMonteCarlo)?;
            }
        } else {
            test.only(&["tcId", "key", "pt", "ct"])?;
            case(&test, Procedure::Blocks)?;
        }
    }
    Ok(())
}

/// draft-celi-acvp-sha, sections 7 to 9.
fn sha2(
    name: &'static str,
    digest: usize,
    group: &Node<'_>,
    found: &mut Records,
) -> Result<(), At> {
    let tests = group.get("tests")?.list()?;
    // Messages of gigabytes, of which only a piece is in the file.
    if group.get("testType")?.text()? == "LDT" {
        tests.iter().for_each(|_| found.skip(SkipReason::LargeMessage));
        return Ok(());
    }
    group.only(&["tgId", "testType", "function", "digestSize", "mctVersion", "tests"])?;
    let monte_carlo = is_monte_carlo(group)?;
    if monte_carlo && group.has("mctVersion") {
        let version = group.get("mctVersion")?;
        if version.text()? != "standard" {
            return Err(version.shape("standard", "remove the group"));
        }
    }
    let operation = format!("{name}.hash");
    for test in tests {
        let message = message(&test)?;
        if monte_carlo {
            test.only(&["tcId", "msg", "len", "resultsArray"])?;
            if !test.has("resultsArray") {
                return Err(test.shape("resultsArray", ANSWERS));
            }
            let mut seed = test.bytes_of("msg", digest)?;
            for step in test.get("resultsArray")?.list()? {
                step.only(&["md", "outLen"])?;
                let expected = step.bytes_of("md", digest)?;
                let input = std::mem::replace(&mut seed, expected.clone());
                found.cases.push(Case {
                    place: step.place(),
                    operation: operation.clone(),
                    inputs: BTreeMap::from([("in", input)]),
                    expected,
                    procedure: Procedure::HashMonteCarlo,
                });
            }
            continue;
        }
        test.only(&["tcId", "msg", "len", "md", "outLen"])?;
        if !test.has("md") {
            return Err(test.shape("md", ANSWERS));
        }
        let expected = test.bytes_of("md", digest)?;
        match message {
            Some(message) => found.cases.push(Case {
                place: test.place(),
                operation: operation.clone(),
                inputs: BTreeMap::from([("in", message)]),
                expected,
                procedure: Procedure::Once,
            }),
            None => found.skip(SkipReason::BitLength),
        }
    }
    Ok(())
}

/// The message of `len` bits; none when it does not end with a whole byte.
fn message(test: &Node<'_>) -> Result<Option<Vec<u8>>, At> {
    let length = test.get("len")?;
    let stated = length.number()?;
    let mut message = test.get("msg")?.bytes()?;
    let bytes = message.len();
    // As in the files of SHAVS, an empty message may be written as one byte 0.
    let written = bytes == stated.div_ceil(8) as usize || (stated == 0 && message == [0]);
    if !written {
        let (key, value) = ("len", "msg");
        return Err(length.problem(Problem::StatedLength { key, stated, value, bytes }));
    }
    message.truncate((stated / 8) as usize);
    Ok(stated.is_multiple_of(8).then_some(message))
}
