//! A core held to the specification through RVFI, for every program and every memory, within a bound.
//!
//! The core's gates are unrolled from its reset: what is fetched and loaded, and when memory answers, is anything in
//! each cycle, and so is what the reset does not determine, the registers among it. A check of an op asks the
//! exported checker ([`export::checker`]) of every instruction that retires; the others compare instructions with
//! those before them.

mod checks;
mod unroll;

use crate::{
    EquivalenceError, Options,
    aig::{Aig, Lit},
    decide::{Answer, By, decide},
    design::Design,
    netlist::Netlist,
    prove::{COMMANDS, RIPPLE, Verdict},
    yosys::Workplace,
};
use rtl_harness::CoreDescription;
use semantics::{insns::Insn, isa::Isa};
use serde::Serialize;
use std::time::Instant;
use unroll::{Environment, Word32};

pub use checks::Check;

/// A bound that leaves room for a few instructions, in cycles from the end of the reset on: the third is the first in
/// which one can retire.
pub const DEPTH: u32 = 6;

/// A check with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct CoreReport {
    /// The core.
    pub core: String,
    /// Its instruction set.
    pub isa: String,
    /// The check.
    pub check: String,
    /// The bound: cycles behind the reset.
    pub cycles: u32,
    /// What came of it; what is proved is proved within the bound.
    pub verdict: Verdict,
    /// Who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// What is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Words that retire, the last one wrongly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// A core with an instruction set, as gates.
#[derive(Debug)]
pub struct Core<'d> {
    description: &'d CoreDescription,
    isa: &'d Isa,
    options: &'d Options,
    depth: u32,
    netlist: Netlist,
    /// What the reset leaves in each flip-flop; None where that is not determined.
    start: Vec<Option<bool>>,
}

impl<'d> Core<'d> {
    /// Reads a core by way of Yosys; `depth` is the bound of its checks, in cycles.
    ///
    /// # Errors
    /// Missing tools, RTL that Yosys refuses, a core whose memory ports are not two of OBI, or that lacks a port of RVFI.
    pub fn new(
        description: &'d CoreDescription,
        isa: &'d Isa,
        options: &'d Options,
        depth: u32,
    ) -> Result<Self, EquivalenceError> {
        let patch = options.patch.as_ref();
        let design = Design::of_core(description, patch, isa.xlen(), |e| isa.enables(e))?;
        let netlist = netlist(&design, Some(&description.clock.name), options)?;
        let mut core = Core { description, isa, options, depth, netlist, start: Vec::new() };
        core.check()?;
        core.start = core.after_reset()?;
        Ok(core)
    }

    /// Decides a check.
    pub fn prove(&self, check: Check) -> CoreReport {
        let start = Instant::now();
        let mut report = CoreReport {
            core: self.description.name.clone(),
            isa: self.isa.text().into(),
            check: check.name().into(),
            cycles: self.depth,
            verdict: Verdict::NotRun,
            by: None,
            why: None,
            words: Vec::new(),
            seconds: 0.0,
        };
        match self.decided(check, &mut report) {
            Ok(verdict) => report.verdict = verdict,
            Err(error) => report.why = Some(error.to_string()),
        }
        report.seconds = start.elapsed().as_secs_f64();
        report
    }

    fn decided(&self, check: Check, report: &mut CoreReport) -> Result<Verdict, EquivalenceError> {
        let checker = match check {
            Check::Op(insn) => match self.checker(insn)? {
                Ok(checker) => Some(checker),
                Err(why) => {
                    report.why = Some(why);
                    return Ok(Verdict::NotRun);
                }
            },
            _ => None,
        };
        // Whether it says anything: an instruction of it retires.
        if let Some(word) = self.example(check) {
            let mut aig = Aig::default();
            let cycles = self.unroll(&mut aig, Environment::Word(word))?;
            let met = checks::applies(&mut aig, check, checker.as_ref(), &cycles);
            if met.known() != Some(true) {
                report.why = Some(format!("none of it retires within {} cycles", self.depth));
                return Ok(Verdict::NotRun);
            }
        }
        let mut aig = Aig::default();
        let cycles = self.unroll(&mut aig, Environment::Any)?;
        let wrong = checks::wrong(&mut aig, check, checker.as_ref(), self.isa, &cycles);
        let place = Workplace::new()?;
        let all = wrong.iter().fold(Lit::FALSE, |any, &lit| aig.or(any, lit));
        let answer = decide(&mut aig, &[(all, Lit::FALSE)], &place, self.options.time_limit)?;
        Ok(match answer {
            Answer::Equal(by) => {
                report.by = Some(by);
                Verdict::Proved
            }
            Answer::Differ(inputs, by) => {
                report.by = Some(by);
                report.words = retired(&aig, &cycles, &wrong, &inputs);
                Verdict::Refuted
            }
            Answer::Unknown(why) => {
                report.why = Some(why);
                Verdict::Unknown
            }
        })
    }

    /// The exported checker of an instruction, as gates; or why it has none.
    fn checker(&self, insn: Insn) -> Result<Result<Netlist, String>, EquivalenceError> {
        let xlen = self.isa.xlen();
        let name = insn.spec().name;
        let Some(subject) = export::subject::Subject::of(insn, xlen) else {
            return Ok(Err(format!("`{name}` does not exist on RV{xlen}")));
        };
        let text = match export::checker::module(&[subject]) {
            Ok(text) => text,
            Err(why) => return Ok(Err(format!("`{name}` has no checker: {why}"))),
        };
        let mut defines = vec![
            format!("RISCV_FORMAL_XLEN={xlen}"),
            "RISCV_FORMAL_ILEN=32".into(),
            "RISCV_FORMAL_ALIGNED_MEM".into(),
        ];
        if self.isa.enables("zca") {
            defines.push("RISCV_FORMAL_COMPRESSED".into());
        }
        let source = rtl_harness::Source { name: "checker.sv".into(), text };
        let design = Design {
            name: format!("checker of {name}"),
            top: export::checker::module_name_of(name),
            sources: vec![source],
            parameters: Vec::new(),
            defines,
            strict: false,
        };
        netlist(&design, None, self.options).map(Ok)
    }

    /// A word that the check is about.
    fn example(&self, check: Check) -> Option<u32> {
        match check {
            Check::Op(insn) => {
                // With x0 the address of an access is known, and so is that it is aligned.
                let operands = |(rs1, k): (u8, i32)| semantics::spec::Operands {
                    rd: semantics::spec::Reg(9),
                    rs1: semantics::spec::Reg(rs1),
                    rs2: semantics::spec::Reg(10),
                    imm: 4 * k,
                    ..Default::default()
                };
                let xlen = self.isa.xlen();
                let word = |choice| semantics::decode::encode(insn, &operands(choice), xlen);
                let of = |rs1| (0..8).map(move |k| (rs1, k));
                [0, 9].into_iter().flat_map(of).find_map(word)
            }
            _ => None,
        }
    }
}

fn netlist(
    design: &Design,
    clock: Option<&str>,
    options: &Options,
) -> Result<Netlist, EquivalenceError> {
    let place = Workplace::new()?;
    let json = place.file("gates.json");
    std::fs::write(place.file("ripple.v"), RIPPLE).map_err(EquivalenceError::Io)?;
    let mut commands: Vec<String> = COMMANDS.map(str::to_owned).into();
    commands.push(format!("write_json {}", json.display()));
    place.run(design, &commands, options.time_limit)?;
    let json = std::fs::read(json).map_err(EquivalenceError::Io)?;
    Ok(Netlist::parse(&json, clock)?)
}

/// The words that retire under an assignment, up to the first one that is wrong.
fn retired(aig: &Aig, cycles: &[unroll::Cycle], wrong: &[Lit], inputs: &[bool]) -> Vec<String> {
    let mut words = Vec::new();
    for (cycle, &wrong) in cycles.iter().zip(wrong) {
        let value = |word: &[Lit]| crate::request::value(aig, word, inputs);
        if value(&[cycle.valid]) == 1 {
            let word: Word32 = value(cycle.rvfi("insn")) as Word32;
            words.push(if word & 3 == 3 { format!("{word:08x}") } else { format!("{word:04x}") });
        }
        if value(&[wrong]) == 1 {
            break;
        }
    }
    words
}
