//! `certify --check FILE`: everything that certificates say is done again and compared.

use super::{examine, options, outcome, subject};
use crate::{
    cli::Certify,
    failure::{self, Failure},
    interrupt,
    output::{Outcome, Output},
    tools::Without,
};
use serde::Serialize;
use serde_json::Value;
use std::{fmt, path::Path, sync::Arc};

/// A place where a certificate and its repetition differ.
#[derive(Debug, Serialize)]
struct Difference {
    kernel: String,
    /// The keys and places from the certificate on: `functions.0.measured.max_instructions`.
    at: String,
    certificate: Value,
    repeated: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { kernel, at, certificate, repeated } = self;
        write!(f, "{kernel}: {at}: the certificate says {certificate}, repeated it is {repeated}")
    }
}

#[derive(Serialize)]
struct Counts {
    kernels: usize,
    differences: usize,
}

pub(super) fn run(args: &Certify, path: &Path, output: &mut Output) -> Result<Outcome, Failure> {
    let without = Without::parse(&args.without)?;
    let certificates = read(path)?;
    let stop = interrupt::stop_flag()?;
    let mut counts = Counts { kernels: certificates.len(), differences: 0 };
    let mut result = Outcome::Holds;
    for (id, seed, mut certificate) in certificates {
        let subjects = [subject(args, &id)?];
        let mut options = options(seed, args.jobs, &without, Arc::clone(&stop));
        super::choose(args, &without, &mut options)?;
        let report = examine(&subjects, &options, output.is_json())?;
        result = result.max(outcome(&report));
        for not_run in &report.not_run {
            output.text(format_args!("not run: {}: {}", not_run.what, not_run.reason))?;
        }
        let repeated = serde_json::to_value(&report.certificates[0]);
        let mut repeated = repeated.map_err(|error| Failure::Output(error.into()))?;
        without_times(&mut certificate);
        without_times(&mut repeated);
        let mut found = Vec::new();
        compare(&id, String::new(), &certificate, &repeated, &mut found);
        for difference in &found {
            output.item(difference, difference)?;
        }
        counts.differences += found.len();
    }
    if counts.differences > 0 {
        result = Outcome::False;
    }
    let text =
        format!("{} certificates repeated, {} differences", counts.kernels, counts.differences);
    output.summary(&counts, text)?;
    Ok(result)
}

/// The certificates of a file, with their kernels and seeds.
fn read(path: &Path) -> Result<Vec<(String, u64, Value)>, Failure> {
    let text = failure::read(path)?;
    let wrong = |line: usize, problem: &str| Failure::Certificate {
        path: path.into(),
        line,
        problem: problem.to_owned(),
    };
    let mut all = Vec::new();
    for (line, text) in (1..).zip(String::from_utf8_lossy(&text).lines()) {
        let value: Value = serde_json::from_str(text).map_err(|e| wrong(line, &e.to_string()))?;
        if value.get("object_sha256").is_none() {
            continue;
        }
        let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
        let seed = value.get("seed").and_then(Value::as_u64);
        let (Some(id), Some(seed)) = (id, seed) else {
            return Err(wrong(line, "a certificate without `id` and `seed`"));
        };
        all.push((id, seed, value));
    }
    if all.is_empty() { Err(wrong(1, "there is no certificate")) } else { Ok(all) }
}

/// Times are another each time.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("seconds");
            map.values_mut().for_each(without_times);
        }
        Value::Array(all) => all.iter_mut().for_each(without_times),
        _ => {}
    }
}

fn compare(kernel: &str, at: String, one: &Value, other: &Value, found: &mut Vec<Difference>) {
    let below = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            for key in keys {
                let side = |map: &serde_json::Map<_, _>| map.get(key).cloned().unwrap_or_default();
                compare(kernel, below(key), &side(a), &side(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (place, (a, b)) in a.iter().zip(b).enumerate() {
                compare(kernel, below(&place.to_string()), a, b, found);
            }
        }
        _ if one == other => {}
        _ => found.push(Difference {
            kernel: kernel.to_owned(),
            at,
            certificate: one.clone(),
            repeated: other.clone(),
        }),
    }
}
