//! The claims: an op of a unit gives what its instruction gives.

use crate::{
    EquivalenceError,
    aig::{Aig, Lit},
    decide::{Answer, By, decide, differ_in_samples},
    design::Design,
    netlist::{Netlist, Step},
    request::{Concrete, Op, Symbolic, value},
    words::Word,
    yosys::Workplace,
};
use rtl_harness::{
    BuildOptions, HandshakeKind, Model, OpDescription, Patch, PortName, RtlError, UnitDescription,
};
use serde::Serialize;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// How to prove.
#[derive(Clone, Debug)]
pub struct Options {
    /// A seeded bug to put into the sources.
    pub patch: Option<Patch>,
    /// For each run of Yosys or ABC.
    pub time_limit: Duration,
    /// Where verilated units are kept, for counterexamples.
    pub cache: PathBuf,
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds for all inputs.
    Proved,
    /// It does not, and the verilated unit shows it.
    Refuted,
    /// It was not decided.
    Unknown,
    /// It could not be stated.
    NotRun,
}

/// A claim with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The unit.
    pub unit: String,
    /// The op.
    pub op: String,
    /// The register width.
    pub xlen: u32,
    /// What came of it.
    pub verdict: Verdict,
    /// Who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// Cycles from the request to its answer, proved the same for all operands; 0 without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<u32>,
    /// Of which states it was proved, for a unit with a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<States>,
    /// What is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Requests after a reset; the last one is answered wrongly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Concrete>,
    /// What the specification gives for the last request, hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What the verilated unit does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// The states from which a claim was proved. An answer leaves the unit in one of them, and so does a cycle
/// without a request: so they are all that single requests, one after the other, can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct States {
    /// Flip-flops that are as the reset leaves them.
    pub as_reset: usize,
    /// Flip-flops that hold anything.
    pub arbitrary: usize,
}

/// A unit at one register width, as gates, ready for proofs.
#[derive(Debug)]
pub struct Subject<'d> {
    description: &'d UnitDescription,
    xlen: u32,
    options: &'d Options,
    netlist: Netlist,
    /// What the reset leaves in each flip-flop; None where that is not determined.
    idle: Vec<Option<bool>>,
    /// Whether the unit stays idle without a request.
    rests: bool,
}

/// What the ports of operands show after a request was taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Afterwards {
    Arbitrary,
    /// As the harness does it.
    Inverted,
}

/// Cycles of reset, as the harness holds it.
const RESET: u32 = 3;

impl<'d> Subject<'d> {
    /// Reads a unit by way of Yosys.
    ///
    /// # Errors
    /// Missing tools, RTL that Yosys refuses or whose ports are not the described ones.
    pub fn new(
        description: &'d UnitDescription,
        xlen: u32,
        options: &'d Options,
    ) -> Result<Self, EquivalenceError> {
        let place = Workplace::new()?;
        let json = place.file("unit.json");
        std::fs::write(place.file("ripple.v"), RIPPLE).map_err(EquivalenceError::Io)?;
        let mut commands: Vec<String> = COMMANDS.map(str::to_owned).into();
        commands.push(format!("write_json {}", json.display()));
        let design = Design::of_unit(description, options.patch.as_ref(), xlen)?;
        place.run(&design, &commands, options.time_limit)?;
        let json = std::fs::read(json).map_err(EquivalenceError::Io)?;
        let clock = match &description.handshake.kind {
            HandshakeKind::Combinational => None,
            HandshakeKind::ValidReady { clock, .. } => Some(clock.name.as_str()),
        };
        let netlist = Netlist::parse(&json, clock)?;
        let mut subject =
            Subject { description, xlen, options, netlist, idle: Vec::new(), rests: true };
        subject.check()?;
        if clock.is_some() {
            subject.idle = subject.after_reset();
            subject.rests = subject.rests(&place)?;
        }
        Ok(subject)
    }

    fn check(&self) -> Result<(), EquivalenceError> {
        let (d, width) = (self.description, self.xlen as usize);
        let check = |port: &PortName, input, width| {
            self.netlist.check(&port.name, input, Some(width)).map_err(|problem| {
                EquivalenceError::Port { file: d.file.clone(), line: port.line, problem }
            })
        };
        for (_, operand) in d.operands() {
            check(operand, true, width)?;
        }
        check(&d.rd, false, width)?;
        if let HandshakeKind::ValidReady {
            clock,
            reset,
            request_valid,
            request_ready,
            response_valid,
            response_ready,
            ..
        } = &d.handshake.kind
        {
            for port in [clock, reset, request_valid].into_iter().chain(response_ready) {
                check(port, true, 1)?;
            }
            for port in [response_valid].into_iter().chain(request_ready) {
                check(port, false, 1)?;
            }
        }
        Ok(())
    }

    /// One cycle; ports of operands and controls get what `data` gives.
    fn cycle(
        &self,
        aig: &mut Aig,
        state: &[Lit],
        in_reset: bool,
        request: Lit,
        mut data: impl FnMut(&mut Aig, &str, usize) -> Option<Word>,
    ) -> Step {
        self.netlist.step(aig, state, |aig, port, width| {
            let HandshakeKind::ValidReady {
                clock,
                reset,
                reset_low,
                request_valid,
                response_ready,
                ..
            } = &self.description.handshake.kind
            else {
                return data(aig, port, width);
            };
            let one = match port {
                _ if port == clock.name => Lit::FALSE,
                _ if port == reset.name => Lit::constant(in_reset != *reset_low),
                _ if port == request_valid.name => request,
                _ if response_ready.as_ref().is_some_and(|ready| ready.name == port) => Lit::TRUE,
                _ => return data(aig, port, width),
            };
            Some(vec![one])
        })
    }

    /// An output of one bit; `absent` where the unit has no such port.
    fn bit(&self, aig: &mut Aig, step: &mut Step, port: Option<&str>, absent: Lit) -> Lit {
        port.map_or(absent, |port| self.netlist.output(aig, step, port)[0])
    }

    /// What a reset from anywhere leaves, whatever the other ports show.
    fn after_reset(&self) -> Vec<Option<bool>> {
        let mut aig = Aig::default();
        let mut state: Word = (0..self.netlist.state()).map(|_| aig.input()).collect();
        for _ in 0..RESET {
            state = self.cycle(&mut aig, &state, true, Lit::FALSE, |_, _, _| None).next;
        }
        state.into_iter().map(Lit::known).collect()
    }

    /// A state in which what the reset determines is so, and the rest is anything.
    fn idle_state(&self, aig: &mut Aig) -> Word {
        let bit = |known: &Option<bool>| known.map(Lit::constant);
        self.idle.iter().map(|known| bit(known).unwrap_or_else(|| aig.input())).collect()
    }

    /// Pairs that say that a state is idle.
    fn is_idle(&self, state: &[Lit]) -> Vec<(Lit, Lit)> {
        let both = self.idle.iter().zip(state);
        both.filter_map(|(known, &lit)| Some((Lit::constant((*known)?), lit))).collect()
    }

    fn response_valid(&self) -> Option<&str> {
        match &self.description.handshake.kind {
            HandshakeKind::Combinational => None,
            HandshakeKind::ValidReady { response_valid, .. } => Some(&response_valid.name),
        }
    }

    fn request_ready(&self) -> Option<&str> {
        match &self.description.handshake.kind {
            HandshakeKind::ValidReady { request_ready: Some(ready), .. } => Some(&ready.name),
            _ => None,
        }
    }

    /// Whether an idle unit without a request stays idle and answers nothing.
    fn rests(&self, place: &Workplace) -> Result<bool, EquivalenceError> {
        let mut aig = Aig::default();
        let state = self.idle_state(&mut aig);
        let mut step = self.cycle(&mut aig, &state, false, Lit::FALSE, |_, _, _| None);
        let valid = self.bit(&mut aig, &mut step, self.response_valid(), Lit::FALSE);
        let mut pairs = self.is_idle(&step.next);
        pairs.push((Lit::FALSE, valid));
        let answer = decide(&mut aig, &pairs, place, self.options.time_limit)?;
        Ok(matches!(answer, Answer::Equal(_)))
    }

    /// The ops at this width.
    pub fn ops(&self) -> impl Iterator<Item = &'d OpDescription> {
        let xlen = self.xlen;
        self.description.ops.iter().filter(move |op| op.xlens.contains(&xlen))
    }

    /// Proves one op.
    pub fn prove(&self, op: &OpDescription) -> Report {
        let start = Instant::now();
        let mut report = Report {
            unit: self.description.name.clone(),
            op: op.name.clone(),
            xlen: self.xlen,
            verdict: Verdict::NotRun,
            by: None,
            latency: None,
            states: None,
            why: None,
            requests: Vec::new(),
            expected: None,
            got: None,
            seconds: 0.0,
        };
        let proved = Workplace::new().and_then(|place| {
            let op = Op::new(self.description, op, self.xlen)?;
            match self.response_valid() {
                None => self.combinational(&op, &place, &mut report),
                Some(_) => self.clocked(&op, &place, &mut report),
            }
        });
        if let Err(error) = proved {
            report.verdict = Verdict::NotRun;
            report.why = Some(error.to_string());
        }
        report.seconds = start.elapsed().as_secs_f64();
        report
    }

    fn combinational(
        &self,
        op: &Op<'_>,
        place: &Workplace,
        report: &mut Report,
    ) -> Result<(), EquivalenceError> {
        let mut aig = Aig::default();
        let request = op.request(&mut aig, self.description, &self.netlist, self.xlen)?;
        let mut step = self
            .cycle(&mut aig, &[], false, Lit::FALSE, |_, port, _| request.ports.get(port).cloned());
        let rd = self.netlist.output(&mut aig, &mut step, &self.description.rd.name);
        let (want, says) = op.specified(&mut aig, self.description, &request);
        let pairs = masked(&mut aig, says, &want, &rd);
        if says == Lit::FALSE {
            report.verdict = Verdict::Unknown;
            report.why = Some("the specification says nothing of any input".into());
            return Ok(());
        }
        match decide(&mut aig, &pairs, place, self.options.time_limit)? {
            Answer::Equal(by) => {
                report.verdict = Verdict::Proved;
                (report.by, report.latency) = (Some(by), Some(0));
            }
            Answer::Unknown(why) => {
                report.verdict = Verdict::Unknown;
                report.why = Some(why);
            }
            Answer::Differ(inputs, by) => {
                report.by = Some(by);
                let requests = vec![request.concrete(&aig, op.described, &inputs)];
                let want = value(&aig, &want, &inputs);
                self.replay(requests, want, report)?;
            }
        }
        Ok(())
    }

    /// A request of the op from an idle state, on variables; cycle by cycle until the answer.
    fn answer(
        &self,
        aig: &mut Aig,
        state: &[Lit],
        request: &Symbolic,
        afterwards: Afterwards,
        cycles: u32,
    ) -> Answered {
        let mut accepted = Lit::FALSE;
        let mut answered = Lit::FALSE;
        let mut run = Answered { at: Vec::new(), rd: Vec::new(), after: Vec::new() };
        let mut state = state.to_vec();
        for _ in 0..=cycles {
            let mut shown = |aig: &mut Aig, port: &str, width: usize| {
                let word = request.ports.get(port)?;
                let later: Word = match afterwards {
                    Afterwards::Inverted => word.iter().map(|&bit| !bit).collect(),
                    // The constant says it already.
                    Afterwards::Arbitrary if accepted == Lit::FALSE => word.clone(),
                    Afterwards::Arbitrary => (0..width).map(|_| aig.input()).collect(),
                };
                Some(crate::words::mux(aig, accepted, &later, word))
            };
            let mut step = self.cycle(aig, &state, false, !accepted, &mut shown);
            let ready = self.bit(aig, &mut step, self.request_ready(), Lit::TRUE);
            let valid = self.bit(aig, &mut step, self.response_valid(), Lit::TRUE);
            let rd = self.netlist.output(aig, &mut step, &self.description.rd.name);
            let taken = aig.and(!accepted, ready);
            accepted = aig.or(accepted, taken);
            let now = aig.and(accepted, valid);
            let now = aig.and(now, !answered);
            answered = aig.or(answered, now);
            // A request that was answered is followed by none, in the harness as here.
            state.clone_from(&step.next);
            run.after.push(step.next);
            run.at.push(now);
            run.rd.push(rd);
            if answered == Lit::TRUE {
                break;
            }
        }
        run
    }

    fn clocked(
        &self,
        op: &Op<'_>,
        place: &Workplace,
        report: &mut Report,
    ) -> Result<(), EquivalenceError> {
        let most = self.description.handshake.max_cycles;
        let mut aig = Aig::default();
        let request = op.request(&mut aig, self.description, &self.netlist, self.xlen)?;
        let state = self.idle_state(&mut aig);
        let run = self.answer(&mut aig, &state, &request, Afterwards::Arbitrary, most);
        let latency = run.usual(&aig);
        if let Some(latency) = latency.filter(|_| self.rests && op.constant_time()) {
            let (want, says) = op.specified(&mut aig, self.description, &request);
            let at = latency as usize;
            let mut pairs = masked(&mut aig, says, &want, &run.rd[at]);
            pairs.push((Lit::TRUE, run.at[at]));
            pairs.extend(self.is_idle(&run.after[at]));
            match decide(&mut aig, &pairs, place, self.options.time_limit)? {
                Answer::Equal(by) => {
                    let as_reset = self.idle.iter().flatten().count();
                    let arbitrary = self.idle.len() - as_reset;
                    report.verdict = Verdict::Proved;
                    (report.by, report.latency) = (Some(by), Some(latency));
                    report.states = Some(States { as_reset, arbitrary });
                    return Ok(());
                }
                Answer::Unknown(why) => {
                    report.verdict = Verdict::Unknown;
                    report.why = Some(why);
                    return Ok(());
                }
                Answer::Differ(..) => {}
            }
        }
        self.bounded(op, latency, place, report)
    }

    /// The state in which the harness leaves a unit that it has made: all flip-flops are 0 before the reset.
    fn made(&self, aig: &mut Aig) -> Word {
        let mut state = vec![Lit::FALSE; self.netlist.state()];
        for in_reset in [true, true, true, false] {
            let zeros = |_: &mut Aig, _: &str, width: usize| Some(vec![Lit::FALSE; width]);
            state = self.cycle(aig, &state, in_reset, Lit::FALSE, zeros).next;
        }
        state
    }

    /// Looks for a wrong answer to the first or the second request after a reset: by samples, then by ABC.
    fn bounded(
        &self,
        op: &Op<'_>,
        latency: Option<u32>,
        place: &Workplace,
        report: &mut Report,
    ) -> Result<(), EquivalenceError> {
        let mut open = None;
        for samples_only in [true, false] {
            let same = std::iter::once(op.described);
            let others = self.ops().filter(|other| other.name != op.described.name);
            for first in std::iter::once(None).chain(same.chain(others).map(Some)) {
                let Some(mut question) = self.after_requests(op, first, latency)? else { continue };
                let (aig, pairs) = (&mut question.aig, &question.pairs);
                let answer = match samples_only {
                    true => differ_in_samples(aig, pairs),
                    false => Some(decide(aig, pairs, place, self.options.time_limit)?),
                };
                match answer {
                    Some(Answer::Differ(inputs, by)) => {
                        report.by = Some(by);
                        let asked = question.asked.iter();
                        let requests = asked.map(|(r, op)| r.concrete(&question.aig, op, &inputs));
                        let requests = requests.collect();
                        let want = value(&question.aig, &question.want, &inputs);
                        return self.replay(requests, want, report);
                    }
                    Some(Answer::Unknown(why)) => open = Some(why),
                    Some(Answer::Equal(_)) | None => {}
                }
            }
        }
        report.verdict = Verdict::Unknown;
        report.why = Some(open.unwrap_or_else(|| {
            "the first two requests after a reset are answered right; it is not shown that an answer \
             leaves the unit as the reset does"
                .into()
        }));
        Ok(())
    }

    /// A request of the op after a reset, and after another request where there is a `first`.
    fn after_requests(
        &self,
        op: &Op<'_>,
        first: Option<&'d OpDescription>,
        latency: Option<u32>,
    ) -> Result<Option<AfterReset<'d>>, EquivalenceError> {
        let mut aig = Aig::default();
        let mut state = self.made(&mut aig);
        let mut asked = Vec::new();
        let mut fair = Lit::TRUE;
        let most = self.description.handshake.max_cycles;
        if let Some(first) = first {
            let Ok(earlier) = Op::new(self.description, first, self.xlen) else { return Ok(None) };
            let request = earlier.request(&mut aig, self.description, &self.netlist, self.xlen)?;
            fair = earlier.specified(&mut aig, self.description, &request).1;
            let run = self.answer(&mut aig, &state, &request, Afterwards::Inverted, most);
            let Some(usual) = run.usual(&aig) else { return Ok(None) };
            fair = aig.and(fair, run.at[usual as usize]);
            state.clone_from(&run.after[usual as usize]);
            asked.push((request, first));
        }
        let request = op.request(&mut aig, self.description, &self.netlist, self.xlen)?;
        let (want, says) = op.specified(&mut aig, self.description, &request);
        let cycles = latency.unwrap_or(most);
        let run = self.answer(&mut aig, &state, &request, Afterwards::Inverted, cycles);
        let at = latency.and_then(|at| run.at.get(at as usize)).copied();
        let says = aig.and(says, fair);
        let mut pairs = run.rd.last().map_or(Vec::new(), |rd| masked(&mut aig, says, &want, rd));
        let in_time = aig.or(at.unwrap_or(Lit::FALSE), !says);
        pairs.push((Lit::TRUE, in_time));
        let described = self.ops().find(|known| known.name == op.described.name);
        asked.extend(described.map(|op| (request, op)));
        Ok(Some(AfterReset { aig, pairs, asked, want }))
    }

    /// Shows the verilated unit the requests: what it does must be wrong.
    fn replay(
        &self,
        requests: Vec<Concrete>,
        want: u128,
        report: &mut Report,
    ) -> Result<(), EquivalenceError> {
        let options = BuildOptions {
            patch: self.options.patch.clone(),
            ..BuildOptions::new(&self.options.cache)
        };
        let rtl = |error: RtlError| EquivalenceError::Rtl(Box::new(error));
        let model = Model::build(self.description, self.xlen, &options).map_err(rtl)?;
        let mut outcome = None;
        let mut unit = model.unit();
        for request in &requests {
            let op = model.op(&request.op).map_err(rtl)?;
            outcome = Some(unit.execute(&request.request(op)));
        }
        // The time of the op is what it takes first.
        let last = requests.last().expect("a counterexample has a request");
        let op = model.op(&last.op).map_err(rtl)?;
        let usual = model.unit().execute(&rtl_harness::Request { op, ..Default::default() });
        report.expected = Some(format!("{want:#x}"));
        let (wrong, got) = match (outcome, usual) {
            (Some(Ok(got)), _) if got.rd != want => (true, format!("{:#x}", got.rd)),
            (Some(Ok(got)), Ok(usual)) if got.cycles != usual.cycles => {
                (true, format!("an answer after {} cycles, not {}", got.cycles, usual.cycles))
            }
            (Some(Ok(got)), _) => (false, format!("{:#x}", got.rd)),
            (Some(Err(fault)), _) => (true, fault.to_string()),
            (None, _) => (false, "nothing".into()),
        };
        report.verdict = if wrong { Verdict::Refuted } else { Verdict::Unknown };
        if !wrong {
            report.why =
                Some("the gates show a difference that the verilated unit does not".into());
        }
        (report.requests, report.got) = (requests, Some(got));
        Ok(())
    }
}

/// Requests after a reset.
struct AfterReset<'d> {
    aig: Aig,
    pairs: Vec<(Lit, Lit)>,
    asked: Vec<(Symbolic, &'d OpDescription)>,
    /// What the last one gives.
    want: Word,
}

/// A request, cycle by cycle.
struct Answered {
    /// Whether the answer stands in this cycle, the first that it does.
    at: Vec<Lit>,
    rd: Vec<Word>,
    /// The state after it.
    after: Vec<Word>,
}

impl Answered {
    /// When the answer comes, for inputs of all zeros.
    fn usual(&self, aig: &Aig) -> Option<u32> {
        let mut evaluator = aig.evaluator(&self.at);
        let zeros = vec![0; evaluator.inputs().len()];
        let at = evaluator.eval(&zeros).position(|bits| bits & 1 == 1)?;
        Some(at as u32)
    }
}

/// Pairs of both words, where the condition holds.
fn masked(aig: &mut Aig, condition: Lit, want: &[Lit], got: &[Lit]) -> Vec<(Lit, Lit)> {
    want.iter().zip(got).map(|(&w, &g)| (aig.and(condition, w), aig.and(condition, g))).collect()
}

/// Carries one after the other, as the specification's sums have them: both sides are alike then.
pub(crate) const RIPPLE: &str = include_str!("ripple.v");

/// From Yosys' own cells to gates: what the RTL leaves open stays open, for whatever it is must not matter.
pub(crate) const COMMANDS: [&str; 15] = [
    "proc -noopt",
    "flatten",
    "memory_map",
    "async2sync",
    "setattr -unset init w:*",
    "setundef -undriven -anyseq",
    "opt_clean",
    "techmap -map ../ripple.v -map +/techmap.v",
    "dffunmap",
    "simplemap",
    "setundef -anyseq",
    "opt_expr",
    "opt_clean",
    "aigmap",
    "opt_clean",
];
