//! Known-answer vectors through a function.

use std::collections::BTreeMap;

use reference_ciphers::Extent;

use super::drive::{Driver, Inputs, drive};
use super::{Examiner, named};
use crate::Options;
use crate::certificate::{FileCount, SkipReason};
use crate::finding::{Check, Deviation, Stage, hex};
use crate::machine::{Bench, Placement};
use crate::subject::{Case, Plan, Source, Subject};
use crate::vectors::{Case as Known, Procedure, Suite, VectorFile, VectorSet};

/// The records of a file that no function of the subject runs, by reason.
pub(crate) fn skipped(subject: &Subject, set: &VectorSet) -> BTreeMap<SkipReason, usize> {
    let mut skipped = BTreeMap::new();
    let mut skip = |reason, count| *skipped.entry(reason).or_insert(0) += count;
    for file in &set.files {
        for known in &file.cases {
            match (reason(subject, known), Suite::of(&known.operation)) {
                (Some(reason), _) => skip(reason, 1),
                // Only who gives such a file must be told.
                (None, None) if set.chosen => skip(SkipReason::NoReference, 1),
                _ => {}
            }
        }
        let concerns = |known: &Known| {
            Suite::of(&known.operation).is_some_and(|suite| claimed(subject, suite))
        };
        if set.chosen || file.cases.iter().any(concerns) {
            for (reason, count) in &file.unusable {
                skip(*reason, *count);
            }
        }
    }
    for plan in subject.plans.iter().filter(|_| !set.chosen) {
        for suite in &plan.suites {
            let mut cases = set.files.iter().flat_map(|file| &file.cases);
            if !cases.any(|case| driver(case, plan).is_some_and(|(of, _)| of == *suite)) {
                skip(SkipReason::NoVector, 1);
            }
        }
    }
    skipped
}

/// How a function is used for a case, and the suite that it must claim for that.
fn driver(known: &Known, plan: &Plan) -> Option<(Suite, Driver)> {
    let suite = Suite::of(&known.operation)?;
    Some((suite, Driver::of(&known.operation, &plan.function.computes)?))
}

fn claimed(subject: &Subject, suite: Suite) -> bool {
    subject.plans.iter().any(|plan| plan.suites.contains(&suite))
}

/// Why no function of the subject runs a record; nothing when one does, or when the suite is no matter of the subject's.
fn reason(subject: &Subject, known: &Known) -> Option<SkipReason> {
    let operation = known.operation.as_str();
    let suite = Suite::of(operation)?;
    // `encrypt_block` of `aes128.encrypt_block`.
    let step = |name: &str| name.split_once('.').map(|(_, step)| step.to_owned());
    let any = |test: &dyn Fn(&Plan) -> bool| subject.plans.iter().any(test);
    let able = |plan: &Plan| Driver::of(operation, &plan.function.computes).is_some();
    if any(&able) {
        let claims = |plan: &Plan| able(plan) && plan.suites.contains(&suite);
        if !any(&claims) {
            return Some(SkipReason::SuiteNotClaimed);
        }
        let runs = any(&|plan| {
            let driver = Driver::of(operation, &plan.function.computes);
            claims(plan) && driver.is_some_and(|driver| takes(plan, driver, known))
        });
        return (!runs).then_some(SkipReason::NoLength);
    }
    claimed(subject, suite).then(|| {
        if any(&|plan| step(&plan.function.computes) == step(operation)) {
            SkipReason::NoKeySize
        } else {
            SkipReason::NoDirection
        }
    })
}

impl<'a> Examiner<'a> {
    /// Runs every record that is an example of the function. Passed and failed records.
    pub(super) fn vectors(&mut self, set: &VectorSet) -> (usize, usize) {
        let mut bench = None;
        let mut keys = own_keys(self.subject, self.plan, self.options);
        let (mut passed, mut failed) = (0, 0);
        for file in &set.files {
            let mut count =
                FileCount { file: file.file.clone(), records: 0, passed: 0, driver: None };
            for known in &file.cases {
                let Some((suite, driver)) = driver(known, self.plan) else { continue };
                if !self.plan.suites.contains(&suite) || !takes(self.plan, driver, known) {
                    continue;
                }
                if self.stopped() {
                    return (passed, failed);
                }
                count.records += 1;
                count.driver = count.driver.or(driver.text(known.procedure));
                // A function that does not return would do so for every record, at the full limit.
                let right = !self.findings.hangs()
                    && self.known(&mut bench, keys.as_mut(), file, known, driver);
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

    /// Whether the answer comes out right, with round keys of the reference and of the object itself.
    fn known(
        &mut self,
        bench: &mut Option<(Vec<u32>, Bench<'a>)>,
        mut keys: Option<&mut OwnKeys<'_>>,
        file: &VectorFile,
        known: &Known,
        driver: Driver,
    ) -> bool {
        self.vector = Some(format!("{}:{}", file.file, known.place));
        let mut own = false;
        let mut right = self.pass(bench, keys.as_deref_mut(), known, driver, &mut own);
        // Round keys of the object's own that equal the reference's need no second run.
        if own {
            right &= self.pass(bench, keys, known, driver, &mut own);
        }
        self.vector = None;
        right
    }

    /// One way to the answer: with the object's own round keys if `own`, which is set when there are some and they are
    /// not those of the reference.
    fn pass(
        &mut self,
        bench: &mut Option<(Vec<u32>, Bench<'a>)>,
        mut keys: Option<&mut OwnKeys<'_>>,
        known: &Known,
        driver: Driver,
        own: &mut bool,
    ) -> bool {
        let use_own = *own;
        let (mut right, mut first) = (true, None);
        let mut call = |inputs: &Inputs| {
            let case = case(self.plan, inputs)?;
            let mut call = self.plan.binding.call(&case);
            let key = inputs.get("key").map_or(&[][..], Vec::as_slice);
            if let Some(keys) = keys.as_deref_mut()
                && let Some(schedule) = keys.expand(key)
            {
                *own |= schedule != call.buffers[keys.arg];
                if use_own {
                    call.buffers[keys.arg] = schedule;
                }
            }
            let (lengths, bench) = bench.get_or_insert_with(|| {
                let placement = Placement::strict(self.plan, &case.lengths);
                (case.lengths.clone(), self.bench(&placement))
            });
            if *lengths != case.lengths {
                let placement = Placement::strict(self.plan, &case.lengths);
                (*lengths, *bench) = (case.lengths.clone(), self.bench(&placement));
            }
            let run = bench.run(&call);
            // The result is compared at the end.
            let output = run.output.clone();
            right &= self.judge(Stage::Vectors, &case, &run, &output);
            first.get_or_insert(case);
            run.returned.then_some(output)
        };
        let Some(answer) = drive(known, driver, &mut call) else { return false };
        if answer != known.expected {
            let arg = &self.plan.function.args[self.plan.binding.output];
            let deviation = Deviation {
                check: Check::Result,
                pc: None,
                place: format!("buffer {}", arg.name),
                expected: hex(&known.expected),
                got: hex(&answer),
            };
            let inputs = || {
                let mut inputs = match (driver, &first) {
                    (Driver::Direct, Some(case)) => named(self.plan, case),
                    _ => known.inputs.iter().map(|(k, v)| ((*k).to_owned(), hex(v))).collect(),
                };
                inputs.extend(self.vector.clone().map(|vector| ("vector".to_owned(), vector)));
                inputs
            };
            self.findings.add(Stage::Vectors, inputs, deviation);
            right = false;
        }
        right
    }
}

/// A call with these inputs; nothing when the function does not take them.
fn case(plan: &Plan, inputs: &Inputs) -> Option<Case> {
    let variables = &plan.binding.variables;
    let values = variables.iter().map(|variable| inputs.get(variable.name.as_str()).cloned());
    let values: Vec<Vec<u8>> = values.collect::<Option<_>>()?;
    let lengths = plan.function.lengths.iter().map(|length| {
        let mut numbers =
            variables.iter().zip(&values).filter_map(|(variable, value)| match variable.extent {
                Extent::Of { unit, length: name } if *name == *length.name => {
                    Some(value.len() / unit)
                }
                _ => None,
            });
        let number = u32::try_from(numbers.next()?).ok()?;
        (length.min..=length.max).contains(&number).then_some(number)
    });
    let lengths: Vec<u32> = lengths.collect::<Option<_>>()?;
    let sizes = variables.iter().map(|variable| plan.binding.bytes(variable.extent, &lengths));
    let fits = sizes.zip(&values).all(|(size, value)| size == value.len());
    fits.then_some(Case { lengths, values })
}

/// Whether a function takes a message as long as the record's.
fn takes(plan: &Plan, driver: Driver, known: &Known) -> bool {
    match (driver, known.procedure) {
        (Driver::Direct, Procedure::Once) => case(plan, &known.inputs).is_some(),
        _ => true,
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
