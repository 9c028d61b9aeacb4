//! Known-answer vectors through a function.

use std::collections::BTreeMap;

use super::Examiner;
use crate::Options;
use crate::certificate::{FileCount, SkipReason};
use crate::finding::Stage;
use crate::machine::{Bench, Placement};
use crate::subject::{Case, Plan, Source, Subject};
use crate::vectors::{Direction, Record, Suite, VectorFile, VectorSet};

/// Bytes of an AES block.
const BLOCK: usize = 16;

/// The function of the reference that a record is an example of.
fn operation(suite: Suite, direction: Direction, record: &Record) -> String {
    let function = match (suite, direction) {
        (Suite::AesEcb, Direction::Encrypt) => "encrypt_block",
        (Suite::AesEcb, Direction::Decrypt) => "decrypt_block",
        (Suite::AesKeyExpansion, Direction::Encrypt) => "expand_encrypt_key",
        (Suite::AesKeyExpansion, Direction::Decrypt) => "expand_decrypt_key",
    };
    format!("aes{}.{function}", 8 * record.value("KEY").len())
}

/// The records of a file that no function of the subject runs, by reason.
pub(crate) fn skipped(subject: &Subject, set: &VectorSet) -> BTreeMap<SkipReason, usize> {
    let mut skipped = BTreeMap::new();
    let mut skip = |reason| *skipped.entry(reason).or_insert(0) += 1;
    for (file, direction, record) in set.files.iter().flat_map(records) {
        if let Some(reason) = reason(subject, file.suite, &operation(file.suite, direction, record))
        {
            skip(reason);
        }
    }
    for plan in subject.plans.iter().filter(|_| !set.chosen) {
        for suite in &plan.suites {
            let any = set.files.iter().flat_map(records).any(|(file, direction, record)| {
                file.suite == *suite
                    && operation(*suite, direction, record) == plan.function.computes
            });
            if !any {
                skip(SkipReason::NoVector);
            }
        }
    }
    skipped
}

/// Why no function of the subject runs a record; nothing when one does, or when the suite is no matter of the subject's.
fn reason(subject: &Subject, suite: Suite, operation: &str) -> Option<SkipReason> {
    // `encrypt_block` of `aes128.encrypt_block`.
    let step = |name: &str| name.split_once('.').map(|(_, step)| step.to_owned());
    let any = |test: &dyn Fn(&Plan) -> bool| subject.plans.iter().any(test);
    let claims = |plan: &Plan| plan.suites.contains(&suite);
    if any(&|plan| plan.function.computes == operation) {
        let runs = any(&|plan| plan.function.computes == operation && claims(plan));
        return (!runs).then_some(SkipReason::SuiteNotClaimed);
    }
    any(&claims).then(|| {
        if any(&|plan| step(&plan.function.computes) == step(operation)) {
            SkipReason::NoKeySize
        } else {
            SkipReason::NoDirection
        }
    })
}

fn records(file: &VectorFile) -> impl Iterator<Item = (&VectorFile, Direction, &Record)> {
    file.sections.iter().flat_map(move |section| {
        section.records.iter().map(move |record| (file, section.direction, record))
    })
}

impl Examiner<'_> {
    /// Runs every record that is an example of the function. Passed and failed records.
    pub(super) fn vectors(&mut self, set: &VectorSet) -> (usize, usize) {
        let mut bench = self.bench(&Placement::strict(self.plan, &[]));
        let mut keys = own_keys(self.subject, self.plan, self.options);
        let (mut passed, mut failed) = (0, 0);
        for file in set.files.iter().filter(|file| self.plan.suites.contains(&file.suite)) {
            let mut count = FileCount { file: file.file.clone(), records: 0, passed: 0 };
            for (_, direction, record) in records(file) {
                if operation(file.suite, direction, record) != self.plan.function.computes {
                    continue;
                }
                if self.stopped() {
                    return (passed, failed);
                }
                count.records += 1;
                // A function that does not return would do so for every record, at the full limit.
                let right = !self.findings.hangs()
                    && self.record(&mut bench, keys.as_mut(), file, direction, record);
                count.passed += usize::from(right);
            }
            passed += count.passed;
            failed += count.records - count.passed;
            if count.records > 0 {
                self.tested.vectors.push(count);
            }
        }
        (passed, failed)
    }

    /// Whether all blocks of a record come out right.
    fn record(
        &mut self,
        bench: &mut Bench<'_>,
        mut keys: Option<&mut OwnKeys<'_>>,
        file: &VectorFile,
        direction: Direction,
        record: &Record,
    ) -> bool {
        let key = record.value("KEY");
        let blocks: Vec<(&[u8], &[u8])> = match (file.suite, direction) {
            (Suite::AesKeyExpansion, _) => vec![(&[], record.value("ROUND_KEYS"))],
            (Suite::AesEcb, direction) => {
                let (from, to) = match direction {
                    Direction::Encrypt => ("PLAINTEXT", "CIPHERTEXT"),
                    Direction::Decrypt => ("CIPHERTEXT", "PLAINTEXT"),
                };
                record.value(from).chunks(BLOCK).zip(record.value(to).chunks(BLOCK)).collect()
            }
        };
        self.vector = Some(format!("{}:{}", file.file, record.line));
        let mut right = true;
        for (input, expected) in blocks {
            let variables = self.plan.binding.variables.iter();
            let values: Vec<Vec<u8>> = variables
                .map(|variable| if variable.name == "key" { key.to_vec() } else { input.to_vec() })
                .collect();
            let case = Case { lengths: Vec::new(), values };
            let mut variants = vec![self.plan.binding.call(&case)];
            if let Some(keys) = keys.as_deref_mut() {
                let own = keys.expand(key);
                // Round keys of the object's own that equal the reference's need no second run.
                if let Some(own) = own.filter(|own| *own != variants[0].buffers[keys.arg]) {
                    let mut call = variants[0].clone();
                    call.buffers[keys.arg] = own;
                    variants.push(call);
                }
            }
            for call in variants {
                let run = bench.run(&call);
                right &= self.judge(Stage::Vectors, &case, &run, expected);
            }
        }
        self.vector = None;
        right
    }
}

/// The object's own key expansion for the function's round keys, where it has one: a user would call it.
fn own_keys<'a>(subject: &'a Subject, user: &Plan, options: &Options) -> Option<OwnKeys<'a>> {
    let (arg, form) =
        user.binding.sources.iter().enumerate().find_map(|(arg, source)| match source {
            Some(Source::Form(form, _)) => Some((arg, *form)),
            _ => None,
        })?;
    let plan = subject.plans.iter().find(|plan| plan.binding.reference.name == form.name)?;
    let direct = |source: &Option<Source>| !matches!(source, Some(Source::Form(..)));
    let only_key = plan.binding.variables.len() == 1;
    if !only_key || !plan.binding.sources.iter().all(direct) {
        return None;
    }
    let (seed, limit) = (options.seed, options.max_instructions);
    let bench = Bench::new(subject, plan, &Placement::strict(plan, &[]), seed, limit);
    Some(OwnKeys { arg, plan, bench, last: None })
}

/// A key expansion function of the same object.
struct OwnKeys<'a> {
    arg: usize,
    plan: &'a Plan,
    bench: Bench<'a>,
    /// The last key and its schedule: neighbouring records often share the key.
    last: Option<(Vec<u8>, Option<Vec<u8>>)>,
}

impl OwnKeys<'_> {
    /// The round keys; nothing when the function does not return, which its own checks report.
    fn expand(&mut self, key: &[u8]) -> Option<Vec<u8>> {
        if self.last.as_ref().is_none_or(|(last, _)| last != key) {
            let case = Case { lengths: Vec::new(), values: vec![key.to_vec()] };
            let run = self.bench.run(&self.plan.binding.call(&case));
            self.last = Some((key.to_vec(), run.returned.then_some(run.output)));
        }
        self.last.as_ref().and_then(|(_, schedule)| schedule.clone())
    }
}
