//! One thread of a campaign.

use super::{BLOCK, CampaignError, Event, Shared, plan::Work};
use crate::{
    case::{OpCase, OpSequence, ProgramCase},
    compare::{Case, Difference, Pair},
    coverage::Coverage,
    dut::Ready,
    engine::Skip,
    finding::{Finding, minimise},
    generate::{ProgramGenerator, Seeded, SplitMix},
};
use std::{collections::BTreeMap, sync::atomic::Ordering};

/// Programs of a block that are made and run at a time.
const PROGRAMS: usize = 1024;
/// Differences of a block that are looked at: after a first one, most are the same bug.
const MOST_SUSPECTS: usize = 4;

pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    ready: &'a Ready,
    /// An engine for each instruction set.
    pairs: Vec<Pair>,
    cases: Vec<OpCase>,
    skipped: BTreeMap<Skip, u64>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, ready: &'a Ready) -> Result<Self, CampaignError> {
        let open = |lane: &super::plan::Lane| {
            let mut engine = ready.open(&lane.isa)?;
            if shared.options.cycles {
                engine.compare_cycles();
            }
            Ok(Pair::new(&lane.isa, engine))
        };
        let pairs = shared.plan.lanes.iter().map(open).collect::<Result<_, CampaignError>>()?;
        Ok(Worker { shared, ready, pairs, cases: Vec::new(), skipped: BTreeMap::new() })
    }
    pub(super) fn run(&mut self) -> Result<(), CampaignError> {
        let mut result = Ok(());
        while let Some((block, length)) = self.shared.block() {
            result = match self.shared.plan.work(block) {
                Work::Ops(lane, generator) => {
                    let sources = Seeded::new(self.shared.options.seed, block * BLOCK);
                    let cases = sources.take(length as usize).map(|mut c| generator.case(&mut c));
                    self.cases.clear();
                    self.cases.extend(cases);
                    self.ops(lane, block * BLOCK)
                }
                Work::Programs(lane, generator) => {
                    let mut sources = Seeded::new(self.shared.options.seed, block * BLOCK);
                    (0..length).step_by(PROGRAMS).try_for_each(|first| {
                        let some = PROGRAMS.min((length - first) as usize);
                        let some = sources.by_ref().take(some);
                        let mut met = Coverage::default();
                        let cases: Vec<_> = some
                            .map(|mut c| self.program(lane, generator, &mut c, &mut met))
                            .collect();
                        self.programs(lane, &cases, block * BLOCK + first)
                    })
                }
            };
            if result.is_err() {
                break;
            }
        }
        let mut found = self.shared.found();
        for (lane, pair) in self.pairs.iter().enumerate() {
            if let Some((coverage, retired)) = pair.device.coverage() {
                found.met.resize_with(self.pairs.len(), Coverage::default);
                found.met[lane].add(coverage);
                found.retired += retired;
            }
        }
        for (reason, count) in std::mem::take(&mut self.skipped) {
            *found.skipped.entry(reason).or_default() += count;
        }
        result
    }
    /// A program. On an engine that counts situations it is, of two, the one with more that are new among those
    /// made so far.
    fn program(
        &self,
        lane: usize,
        generator: &ProgramGenerator,
        c: &mut SplitMix,
        met: &mut Coverage,
    ) -> ProgramCase {
        if self.pairs[lane].device.coverage().is_none() {
            return generator.case(c);
        }
        let [one, two] = [(); 2].map(|()| generator.case(c));
        let fresh = |case: &ProgramCase, met: &mut Coverage| {
            met.begin();
            let decoded = case.words.iter().filter_map(|&word| case.isa.decode(word));
            decoded.filter(|decoded| met.shape(decoded)).count()
        };
        let better = fresh(&two, &mut met.clone()) > fresh(&one, &mut met.clone());
        let chosen = if better { two } else { one };
        fresh(&chosen, met);
        chosen
    }
    fn count(&self, ran: usize) {
        let ran = ran as u64;
        let cases = self.shared.cases.fetch_add(ran, Ordering::Relaxed) + ran;
        (self.shared.on_event)(Event::Progress { cases });
    }
    fn ops(&mut self, lane: usize, first: u64) -> Result<(), CampaignError> {
        let cases = std::mem::take(&mut self.cases);
        let mut left_out = 0;
        let differing = self.pairs[lane].ops(&cases, |skip| {
            left_out += 1;
            *self.skipped.entry(skip).or_default() += 1;
        })?;
        self.count(cases.len() - left_out);
        let isa = self.shared.plan.lanes[lane].isa.clone();
        let mut looked_at = Vec::new();
        for &k in &differing {
            let name = cases[k].name();
            if looked_at.contains(&name) || self.is_known(name) {
                continue;
            }
            looked_at.push(name);
            let until = OpSequence { isa: isa.clone(), cases: cases[..=k].to_vec() };
            self.suspect(lane, Case::Ops(until), first + k as u64)?;
        }
        self.cases = cases;
        Ok(())
    }
    fn programs(
        &mut self,
        lane: usize,
        cases: &[ProgramCase],
        first: u64,
    ) -> Result<(), CampaignError> {
        let mut left_out = 0;
        let differing = self.pairs[lane].programs(cases, |skip| {
            left_out += 1;
            *self.skipped.entry(skip).or_default() += 1;
        })?;
        self.count(cases.len() - left_out);
        for &k in differing.iter().take(MOST_SUSPECTS) {
            self.suspect(lane, Case::Program(Box::new(cases[k].clone())), first + k as u64)?;
        }
        Ok(())
    }
    fn is_known(&self, op: &str) -> bool {
        self.shared.found().is_known(op, self.shared.options)
    }
    /// Makes a finding of a case that differed.
    fn suspect(&mut self, lane: usize, case: Case, number: u64) -> Result<(), CampaignError> {
        let Self { shared, ready, .. } = *self;
        if shared.enough.load(Ordering::Relaxed) {
            return Ok(());
        }
        let pair = &mut self.pairs[lane];
        // What was seen in the block, in case it does not come again.
        let seen = match pair.difference(&case)? {
            Some(difference) => difference,
            None => Difference {
                specification: "as defined".into(),
                device: "differed once, in a longer run".into(),
            },
        };
        let small = minimise(pair, case, seen)?;
        if self.is_known(small.case.name()) {
            return Ok(());
        }
        let mut finding = Finding::new(&small, ready, shared.options.seed, number);
        if let Some(folder) = &shared.options.folder
            && let Err(error) = finding.save(&small, ready, folder)
        {
            (shared.on_event)(Event::NotSaved(error));
        }
        let mut found = shared.found();
        if found.is_known(&finding.op, shared.options) {
            // Another thread was faster.
            return Ok(());
        }
        found.findings.push(finding.clone());
        if found.findings.len() >= shared.options.most_findings {
            shared.enough.store(true, Ordering::Relaxed);
        }
        drop(found);
        (shared.on_event)(Event::Found(Box::new(finding)));
        Ok(())
    }
}
