//! What one run on terms shows of a function, for all inputs.

use std::time::Instant;

use object_proofs::{
    Access as Accessed, Content, Expected, Leak, LeakKind, Origin, Region, Setup, Stop, Verdict,
    prove,
};
use semantics::bits::Val;
use semantics::dag::{Arena, Dag, Id};
use semantics::domain::Bv;
use serde::Serialize;

use kernels::manifest::{self, Upper, register_number};

use crate::finding::{Check, Deviation, hex};
use crate::machine::{Bench, KEPT, Layout, Placement};
use crate::subject::{Case, Plan, Source, Subject};

/// One function, proved or not, with its buffers in one placement and of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// The lengths, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<(String, u32)>,
    /// Which buffers are one: nothing, or a pair of `overlap`.
    pub overlap: Option<String>,
    /// What came of it.
    pub result: ProofResult,
    /// Why it is not proved: where it stopped, or what is left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// That no branch, address or operand of an instruction of variable latency depends on a secret, for all inputs.
    pub constant_time: bool,
    /// Instructions, the same for all inputs.
    pub instructions: u64,
    /// Sites that leak: address, kind, executions.
    pub leaks: Vec<LeakSite>,
    /// Bytes of unknown content that were read, of the stack or of buffers that are only written.
    pub unknown_bytes: u64,
    /// Wall-clock time, the reference and the re-check included.
    #[serde(serialize_with = "milliseconds")]
    pub seconds: f64,
}

fn milliseconds<S: serde::Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1000.0).round() / 1000.0)
}

impl Proof {
    /// Nothing is known.
    fn stuck(overlap: Option<String>, lengths: Vec<(String, u32)>) -> Self {
        Proof {
            lengths,
            overlap,
            result: ProofResult::Stuck,
            why: None,
            constant_time: false,
            instructions: 0,
            leaks: Vec::new(),
            unknown_bytes: 0,
            seconds: 0.0,
        }
    }
}

/// What came of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// For all inputs, the function returns, its result is that of the reference, kept registers are kept, and only the
    /// declared memory is touched.
    Proved,
    /// It fails for some input; there is a finding.
    Refuted,
    /// The run ended, or a comparison is left open. Nothing is claimed.
    Stuck,
}

/// A site that leaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeakSite {
    /// Address of the instruction.
    pub pc: u64,
    /// The label that manifests use.
    pub kind: &'static str,
    /// On what the time depends.
    pub on: String,
    /// The lowest and the highest address, and the region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addresses: Option<(u64, u64, String)>,
    /// How often it is executed.
    pub times: u64,
}

/// The most bytes of inputs of which terms are made: those of the reference alone are thousands for each block.
const MOST_INPUT: usize = 8192;

/// What is wrong, with the inputs that show it.
pub(crate) type Wrong = (Option<Case>, Deviation);

/// The proofs of a function, and what they found wrong.
pub(crate) fn proofs(
    subject: &Subject,
    plan: &Plan,
    seed: u64,
    limit: u64,
) -> (Vec<Proof>, Vec<Wrong>) {
    let args = &plan.function.args;
    let at = |name: &str| args.iter().position(|arg| arg.name == name);
    let pairs = plan.function.overlap.iter();
    let aliases =
        pairs.map(|(one, other)| (Some(format!("{one}={other}")), at(one).zip(at(other))));
    let mut deviations = Vec::new();
    let placements: Vec<_> = std::iter::once((None, None)).chain(aliases).collect();
    let mut all = Vec::new();
    for lengths in lengths(plan) {
        for (overlap, alias) in &placements {
            let placement = Placement { alias: *alias, ..Placement::strict(plan, &lengths) };
            let layout = Layout::new(subject, plan, &placement, seed);
            let (proof, found) = one(plan, &layout, overlap.clone(), limit, &mut deviations);
            all.push(match found {
                None => proof,
                Some(case) => {
                    let mut bench = Bench::new(subject, plan, &placement, seed, limit);
                    reproduced(proof, plan, &mut bench, case, &mut deviations)
                }
            });
        }
    }
    (all, deviations)
}

/// All lengths for which a proof is made, one of each argument in every combination.
fn lengths(plan: &Plan) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for length in &plan.function.lengths {
        let with = |before: &Vec<u32>| {
            let before = before.clone();
            length.prove.iter().map(move |value| [before.as_slice(), &[*value]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// The inputs at which terms differ, on the simulator: only what it shows, too, is false.
fn reproduced(
    mut proof: Proof,
    plan: &Plan,
    bench: &mut Bench<'_>,
    case: Case,
    wrong: &mut Vec<Wrong>,
) -> Proof {
    let run = bench.run(&plan.binding.call(&case));
    let expected = plan.binding.expected(&case);
    if run.returned && run.output != expected {
        proof.result = ProofResult::Refuted;
        let deviation = Deviation {
            check: Check::Result,
            pc: None,
            place: format!(
                "buffer {}, for some inputs",
                plan.function.args[plan.binding.output].name
            ),
            expected: hex(&expected),
            got: hex(&run.output),
        };
        wrong.push((Some(case), deviation));
    } else if let Some(why) = &mut proof.why {
        why.push_str("; it depends on what registers or unwritten memory hold at the call");
    }
    proof
}

/// One placement, and inputs at which the terms differ from the reference's, where they were found.
fn one(
    plan: &Plan,
    layout: &Layout,
    overlap: Option<String>,
    limit: u64,
    wrong: &mut Vec<Wrong>,
) -> (Proof, Option<Case>) {
    let start = Instant::now();
    let names = plan.function.lengths.iter().map(|length| length.name.clone());
    let lengths = names.zip(layout.lengths.iter().copied()).collect();
    let inputs =
        plan.binding.variables.iter().map(|v| plan.binding.bytes(v.extent, &layout.lengths));
    let bytes: usize = inputs.sum();
    if bytes > MOST_INPUT {
        let why =
            format!("inputs of {bytes} bytes are too large to prove, {MOST_INPUT} is the most");
        return (Proof { why: Some(why), ..Proof::stuck(overlap, lengths) }, None);
    }
    let arena = Arena::default();
    let question = Question::new(&arena, plan, layout);
    let setup = Setup {
        isa: &plan.isa,
        regions: question.regions,
        registers: layout.constant.iter().map(|&at| (at as u8, layout.registers[at])).collect(),
        terms: question.terms,
        entry: plan.symbol.address,
        halt: layout.halt,
        limit,
        public: question.public,
    };
    let kept = KEPT.map(|(number, _)| number);
    let proof = prove(&arena, setup, &question.expected, &question.given, &kept);
    let mut result = ProofResult::Proved;
    let mut record = Proof::stuck(overlap, lengths);
    let proof = match proof {
        Ok(proof) => proof,
        Err(error) => {
            record.why = Some(error.to_string());
            return (record, None);
        }
    };
    let mut found = None;
    let admits = |leak| plan.function.leaks.contains(&leak);
    for leak in &proof.leaks {
        if leak.on == Origin::Secret && !admits(label(leak.kind)) {
            wrong.push((None, leaks(leak)));
        }
    }
    match &proof.verdict {
        Verdict::Proved => {}
        Verdict::Open { byte, comparison, counterexample } => {
            found = counterexample.as_deref().map(|inputs| case(plan, layout, inputs));
            result = ProofResult::Stuck;
            let output = &plan.function.args[plan.binding.output].name;
            record.why = Some(format!("{output}[{byte}]: {comparison}"));
        }
        Verdict::Stopped(stop) => {
            result = ProofResult::Stuck;
            record.why = Some(stop.to_string());
            if let Some(deviation) = stopped(stop, &admits) {
                result = ProofResult::Refuted;
                wrong.push((None, deviation));
            }
        }
    }
    for register in &proof.changed {
        let (_, name) = KEPT[KEPT.iter().position(|(n, _)| n == register).unwrap_or(0)];
        result = ProofResult::Refuted;
        let deviation = Deviation {
            check: Check::KeptRegister,
            pc: None,
            place: name.to_owned(),
            expected: format!("{name} as at the call, for all inputs"),
            got: "another value".to_owned(),
        };
        wrong.push((None, deviation));
    }
    let returned = !matches!(proof.verdict, Verdict::Stopped(_));
    record.constant_time = returned && proof.leaks.iter().all(|leak| leak.on != Origin::Secret);
    record.result = result;
    record.instructions = proof.instructions;
    record.leaks = proof.leaks.iter().map(site).collect();
    record.unknown_bytes = proof.touched.iter().map(|touched| touched.unknown).sum();
    record.seconds = start.elapsed().as_secs_f64();
    (record, found)
}

/// The values of variables, from those of their bytes.
fn case(plan: &Plan, layout: &Layout, inputs: &[(String, Val)]) -> Case {
    let byte = |name: String| {
        let value = inputs.iter().find(|(known, _)| *known == name);
        value.map_or(0, |(_, value)| value.low() as u8)
    };
    let values = plan.binding.variables.iter().map(|variable| {
        let size = plan.binding.bytes(variable.extent, &layout.lengths);
        (0..size).map(|at| byte(format!("{}[{at}]", variable.name))).collect()
    });
    Case { lengths: layout.lengths.clone(), values: values.collect() }
}

/// The memory of a call, and what must be in it afterwards.
struct Question {
    regions: Vec<Region>,
    /// The registers of numbers.
    terms: Vec<(u8, Id)>,
    expected: Vec<Expected>,
    given: Vec<Id>,
    public: Vec<Id>,
}

impl Question {
    fn new(arena: &Arena, plan: &Plan, layout: &Layout) -> Self {
        let dom = arena.dom();
        let (mut given, mut public) = (Vec::new(), Vec::new());
        let variables: Vec<Vec<Bv<_>>> = plan
            .binding
            .variables
            .iter()
            .map(|variable| {
                let byte = |at| dom.var(8, &format!("{}[{at}]", variable.name));
                let size = plan.binding.bytes(variable.extent, &layout.lengths);
                let bytes: Vec<_> = (0..size).map(byte).collect();
                if !variable.secret {
                    public.extend(bytes.iter().map(|byte| byte.raw()));
                }
                bytes
            })
            .collect();
        let slices: Vec<&[Bv<_>]> = variables.iter().map(Vec::as_slice).collect();
        let content = |source: &Source| match source {
            Source::Variable(at) => variables[*at].clone(),
            Source::Form(form, inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|at| slices[*at]).collect();
                form.terms(dom, &inputs).expect("variables have the sizes of the signature")
            }
        };
        let contents: Vec<Option<Vec<Id>>> = plan
            .binding
            .sources
            .iter()
            .map(|source| {
                source.as_ref().map(|s| content(s).iter().map(|byte| byte.raw()).collect())
            })
            .collect();
        given.extend(contents.iter().flatten().flatten());
        let scalars = plan.binding.scalars.iter().map(|at| variables[*at].as_slice());
        given.extend(scalars.clone().flatten().map(|byte| byte.raw()));
        let scalars: Vec<_> = scalars.map(|bytes| Bv::join(bytes.iter().rev().copied())).collect();
        let terms = numbers(dom, plan, layout, &scalars);
        let inputs = &slices[..plan.binding.reference.inputs.len()];
        let value = plan.binding.reference.terms(dom, inputs);
        let value = value.expect("variables have the sizes of the signature");
        let output = layout.addresses[plan.binding.output];
        let expected = (output..).zip(value);
        let expected = expected.map(|(address, term)| Expected { address, term: term.raw() });

        // A buffer that is empty is nowhere.
        let regions = layout.regions.iter().filter(|region| !region.bytes.is_empty());
        let regions = regions.map(|region| {
            let args =
                || (0..layout.addresses.len()).filter(|at| layout.addresses[*at] == region.base);
            let buffer = args().next().is_some();
            let given = args().find_map(|at| contents[at].clone());
            let content = match given {
                Some(terms) => Content::Terms(terms),
                None if buffer || region.name == "stack" => Content::Unknown(region.bytes.len()),
                None => Content::Known(region.bytes.clone()),
            };
            Region {
                name: region.name.clone(),
                base: region.base,
                content,
                rights: region.rights(),
            }
        });
        let regions = regions.collect();
        Question { regions, terms, expected: expected.collect(), given, public }
    }
}

/// The registers of lengths and scalars. What is above a narrower number is anybody's, or extended.
fn numbers<'a>(
    dom: Dag<'a>,
    plan: &Plan,
    layout: &Layout,
    scalars: &[Bv<Dag<'a>>],
) -> Vec<(u8, Id)> {
    let xlen = plan.isa.xlen();
    let register = |reg: &str, upper: Upper, value: Bv<Dag<'a>>| {
        let above = xlen - value.width();
        let number = match upper {
            _ if above == 0 => value,
            Upper::Any => dom.var(above, &format!("bits above {reg}")).concat(value),
            Upper::Extended if value.width() == 32 => value.sext(xlen),
            Upper::Extended => value.zext(xlen),
        };
        (register_number(reg) as u8, number.raw())
    };
    let lengths = plan.function.lengths.iter().zip(&layout.lengths);
    let lengths = lengths.map(|(length, value)| {
        register(length.reg, length.upper, Bv::new(dom, length.bits, (*value).into()))
    });
    let numbers = plan.function.scalars.iter().zip(scalars);
    let numbers = numbers.map(|(scalar, value)| register(scalar.reg, scalar.upper, *value));
    lengths.chain(numbers).collect()
}

fn label(kind: LeakKind) -> manifest::Leak {
    match kind {
        LeakKind::Address => manifest::Leak::SecretAddress,
        LeakKind::Operand => manifest::Leak::SecretOperand,
    }
}

fn site(leak: &Leak) -> LeakSite {
    LeakSite {
        pc: leak.pc,
        kind: crate::checks::leak_name(label(leak.kind)),
        on: leak.on.to_string(),
        addresses: leak.range.clone(),
        times: leak.times,
    }
}

fn leaks(leak: &Leak) -> Deviation {
    let (check, what) = match leak.kind {
        LeakKind::Address => (Check::SecretAddress, "address"),
        LeakKind::Operand => (Check::SecretOperand, "operand"),
    };
    let range =
        leak.range.as_ref().map(|(low, high, name)| format!(" in {name}, {low:#x} to {high:#x}"));
    Deviation {
        check,
        pc: Some(leak.pc),
        place: format!("{} at {:#x}", crate::checks::leak_name(label(leak.kind)), leak.pc),
        expected: format!("the same {what} for all secrets"),
        got: format!("an {what} that depends on {}{}", leak.on, range.unwrap_or_default()),
    }
}

/// What makes a claim false among the ends of a run; the others leave it open.
fn stopped(stop: &Stop, admits: &dyn Fn(manifest::Leak) -> bool) -> Option<Deviation> {
    let expected = "for all inputs: ";
    let deviation = |check, pc, place: String, wanted: &str| Deviation {
        check,
        pc: Some(pc),
        place,
        expected: format!("{expected}{wanted}"),
        got: stop.to_string(),
    };
    match *stop {
        Stop::Branch { pc, on: Origin::Secret } | Stop::Jump { pc, on: Origin::Secret }
            if !admits(manifest::Leak::SecretBranch) =>
        {
            let place = format!("secret-branch at {pc:#x}");
            Some(deviation(Check::SecretBranch, pc, place, "the same way for all secrets"))
        }
        Stop::StoreAddress { pc, on: Origin::Secret }
        | Stop::LoadAddress { pc, on: Origin::Secret }
            if !admits(manifest::Leak::SecretAddress) =>
        {
            let place = format!("secret-address at {pc:#x}");
            Some(deviation(Check::SecretAddress, pc, place, "the same address for all secrets"))
        }
        Stop::Denied { pc, access, .. } => {
            let (check, wanted) = match access {
                Accessed::Load => (Check::ReadBounds, "loads stay inside the declared memory"),
                Accessed::Store => {
                    (Check::WriteBounds, "stores stay inside the written buffers and the stack")
                }
            };
            Some(deviation(check, pc, format!("{access} at {pc:#x}"), wanted))
        }
        Stop::Fetch { pc } => {
            Some(deviation(Check::Control, pc, "control".to_owned(), "control stays in the code"))
        }
        Stop::Illegal { pc, .. } => {
            Some(deviation(Check::Isa, pc, format!("word at {pc:#x}"), "instructions of the ISA"))
        }
        Stop::Exception { pc, .. } => {
            Some(deviation(Check::Environment, pc, "exception".to_owned(), "no exception"))
        }
        _ => None,
    }
}
