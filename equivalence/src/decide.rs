//! Whether pairs of roots are equal on all inputs: by their structure, by samples, by trying every
//! input where there are few, else by ABC.

use crate::{
    EquivalenceError,
    aig::{Aig, Lit},
    yosys::{self, Workplace},
};
use serde::Serialize;
use std::{process::Command, time::Duration};
use toolbox::Tool;

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Both sides are the same gates.
    Structure,
    /// A random input shows a difference.
    Sample,
    /// Every input was tried.
    Enumeration,
    /// ABC's equivalence check.
    Abc,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Equal on all inputs.
    Equal(By),
    /// Values of the graph's inputs, in their order, on which a pair differs.
    Differ(Vec<bool>, By),
    /// Neither was found, and why.
    Unknown(String),
}

/// 64 samples each.
const SAMPLES: usize = 512;

/// Inputs that are tried without ABC: 2^18 evaluations of 64.
const MOST_BITS: usize = 24;

/// Node evaluations that trying all inputs may cost.
const MOST_WORK: u64 = 1 << 33;

/// A generator of samples: xorshift, seeded by a constant so that a run repeats.
struct Samples(u64);

impl Samples {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Values of one input in the six low bits of a number, as enumeration lays them out.
const ALTERNATING: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// One literal that is 1 where a pair differs.
pub(crate) fn difference(aig: &mut Aig, pairs: &[(Lit, Lit)]) -> Lit {
    pairs.iter().fold(Lit::FALSE, |any, &(a, b)| {
        let differ = aig.xor(a, b);
        aig.or(any, differ)
    })
}

/// Decides a list of pairs.
pub(crate) fn decide(
    aig: &mut Aig,
    pairs: &[(Lit, Lit)],
    place: &Workplace,
    limit: Duration,
) -> Result<Answer, EquivalenceError> {
    let pairs: Vec<(Lit, Lit)> = pairs.iter().copied().filter(|(a, b)| a != b).collect();
    if pairs.is_empty() {
        return Ok(Answer::Equal(By::Structure));
    }
    if let Some(inputs) = sample(aig, &pairs) {
        return Ok(Answer::Differ(inputs, By::Sample));
    }
    let differ = difference(aig, &pairs);
    let support = aig.support([differ]).len();
    if support <= MOST_BITS && (aig.size() as u64) << support.saturating_sub(6) <= MOST_WORK {
        return Ok(match enumerate(aig, differ) {
            None => Answer::Equal(By::Enumeration),
            Some(inputs) => Answer::Differ(inputs, By::Enumeration),
        });
    }
    abc(aig, &pairs, differ, place, limit)
}

/// Looks for a difference among samples alone.
pub(crate) fn differ_in_samples(aig: &Aig, pairs: &[(Lit, Lit)]) -> Option<Answer> {
    Some(Answer::Differ(sample(aig, pairs)?, By::Sample))
}

/// A random input that shows a difference.
fn sample(aig: &Aig, pairs: &[(Lit, Lit)]) -> Option<Vec<bool>> {
    let roots: Vec<Lit> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut evaluator = aig.evaluator(&roots);
    let used = evaluator.inputs().to_vec();
    let mut samples = Samples(0x9e37_79b9_7f4a_7c15);
    for round in 0..SAMPLES {
        // Sparse and dense ones too: corners are all zeros and all ones.
        let values: Vec<u64> = used
            .iter()
            .map(|_| match round % 4 {
                0 | 1 => samples.next(),
                2 => samples.next() & samples.next() & samples.next(),
                _ => samples.next() | samples.next() | samples.next(),
            })
            .collect();
        let results: Vec<u64> = evaluator.eval(&values).collect();
        let differ = results.chunks(2).fold(0, |any, pair| any | pair[0] ^ pair[1]);
        if differ != 0 {
            return Some(assignment(aig, &used, &values, differ.trailing_zeros()));
        }
    }
    None
}

/// All inputs of the graph, of which only some count.
fn assignment(aig: &Aig, used: &[usize], values: &[u64], bit: u32) -> Vec<bool> {
    let mut inputs = vec![false; aig.inputs().len()];
    for (&k, value) in used.iter().zip(values) {
        inputs[k] = value >> bit & 1 == 1;
    }
    inputs
}

/// An input on which the root is 1, of all inputs.
fn enumerate(aig: &Aig, root: Lit) -> Option<Vec<bool>> {
    let mut evaluator = aig.evaluator(&[root]);
    let used = evaluator.inputs().to_vec();
    let mut values = vec![0; used.len()];
    for number in 0..1u64 << used.len().saturating_sub(6) {
        for (k, value) in values.iter_mut().enumerate() {
            *value = match ALTERNATING.get(k) {
                Some(&alternating) => alternating,
                None => 0u64.wrapping_sub(number >> (k - 6) & 1),
            };
        }
        let found = evaluator.eval(&values).next().unwrap_or(0);
        if found != 0 {
            return Some(assignment(aig, &used, &values, found.trailing_zeros()));
        }
    }
    None
}

/// ABC: `&cec` of both sides, and a counterexample of the whole when they are not equal.
fn abc(
    aig: &Aig,
    pairs: &[(Lit, Lit)],
    differ: Lit,
    place: &Workplace,
    limit: Duration,
) -> Result<Answer, EquivalenceError> {
    let write = |name: &str, roots: Vec<Lit>| {
        std::fs::write(place.file(name), aig.aiger(&roots)).map_err(EquivalenceError::Io)
    };
    write("gold.aig", pairs.iter().map(|pair| pair.0).collect())?;
    write("gate.aig", pairs.iter().map(|pair| pair.1).collect())?;
    let log = match ask(place, "&r gold.aig; &cec -C 100000 gate.aig", limit) {
        Ok(log) => log,
        Err(EquivalenceError::TimeLimit { seconds }) => {
            return Ok(Answer::Unknown(format!("ABC did not finish within {seconds} s")));
        }
        Err(other) => return Err(other),
    };
    if log.lines().any(|line| line.starts_with("Networks are equivalent")) {
        return Ok(Answer::Equal(By::Abc));
    }
    if !log.contains("NOT EQUIVALENT") {
        let said = log.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        return Ok(Answer::Unknown(format!("ABC said: {said}")));
    }
    write("differ.aig", vec![differ])?;
    let found = ask(place, "read differ.aig; sat; write_cex witness.txt", limit)
        .ok()
        .and_then(|_| std::fs::read_to_string(place.file("witness.txt")).ok())
        .map(|text| text.chars().filter(|c| "01".contains(*c)).map(|c| c == '1').collect())
        .filter(|inputs: &Vec<bool>| shows(aig, differ, inputs));
    Ok(match found {
        Some(inputs) => Answer::Differ(inputs, By::Abc),
        None => Answer::Unknown("ABC says that both sides differ, and not where".into()),
    })
}

/// Whether an assignment makes the root 1.
fn shows(aig: &Aig, root: Lit, inputs: &[bool]) -> bool {
    if inputs.len() != aig.inputs().len() {
        return false;
    }
    let mut evaluator = aig.evaluator(&[root]);
    let values: Vec<u64> = evaluator.inputs().iter().map(|&k| u64::from(inputs[k])).collect();
    evaluator.eval(&values).next().is_some_and(|value| value & 1 == 1)
}

fn ask(place: &Workplace, script: &str, limit: Duration) -> Result<String, EquivalenceError> {
    let yosys = toolbox::find(Tool::Yosys)?;
    let mut command = Command::new(yosys.path.join("yosys-abc"));
    command.arg("-c").arg(script).current_dir(place.file(""));
    Ok(yosys::run(command, &[], &place.file("abc.txt"), limit)?.log)
}
