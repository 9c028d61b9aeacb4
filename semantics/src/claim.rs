//! Claims: what is said of an instruction for all inputs, stated on terms.
//!
//! A claim that needs no cipher standard stands in the instruction's own file; the others are in
//! the `proofs` crate. Proving them is that crate's work: here a [`Goal`] only collects.

use crate::{
    dag::{Arena, Dag, Id},
    domain::{Bit, Bv},
    hart::{Cause, Hart},
    insns::Insn,
    spec::{Operands, Reg, Slot},
    symbolic::{Access, Recorder},
};
use std::{cell::RefCell, collections::BTreeSet};

/// A statement about every input, with the text that a human reads.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// `subject/claim`, stable: reports and the verdict store use it.
    pub id: &'static str,
    /// The claim in one English sentence.
    pub says: &'static str,
    /// The document that the right-hand side was written from.
    pub reference: &'static str,
    /// Register widths on which it is stated; 8 is for multiplication and division.
    pub widths: &'static [u32],
    /// States it.
    pub state: for<'a> fn(&mut Goal<'a>),
}

impl Claim {
    /// The goal that it is on one register width.
    pub fn on<'a>(&self, arena: &'a Arena, xlen: u32) -> Goal<'a> {
        let mut goal = Goal { claim: self.id, ..Goal::new(arena, xlen) };
        (self.state)(&mut goal);
        goal
    }
}

/// One equality of a goal.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which one, for reports: `row 2`, `low half`.
    pub name: String,
    /// What the instruction gives.
    pub left: Id,
    /// What is claimed of it; the same width.
    pub right: Id,
}

/// A goal under construction: variables, assumptions and equalities on one register width.
#[derive(Debug)]
pub struct Goal<'a> {
    /// The id of the claim that is stated; empty when it is none of the table.
    claim: &'static str,
    dom: Dag<'a>,
    xlen: u32,
    assumed: Vec<Id>,
    parts: Vec<Part>,
    ran: RefCell<BTreeSet<Insn>>,
}

/// What an instruction did to symbolic inputs.
#[derive(Clone, Debug)]
pub struct After<'a> {
    x: Vec<Bv<Dag<'a>>>,
    /// Where execution goes on (XLEN bits).
    pub next: Bv<Dag<'a>>,
    /// Condition and target of the jump.
    pub jump: Option<(Bit<Dag<'a>>, Bv<Dag<'a>>)>,
    /// The load.
    pub load: Option<Access<Dag<'a>>>,
    /// The store.
    pub store: Option<Access<Dag<'a>>>,
    /// On what the store depends, when it is conditional: the variable `reserved` (one bit).
    pub condition: Option<Bit<Dag<'a>>>,
    /// The bytes that are reserved at the end.
    pub reservation: Option<Access<Dag<'a>>>,
    /// Whether the reservation of before was given up.
    pub cancelled: bool,
    /// Control and status registers (number, XLEN bits): those of [`With::csrs`] and those written.
    pub csrs: Vec<(u32, Bv<Dag<'a>>)>,
    /// The exception.
    pub raised: Option<(Cause, Bv<Dag<'a>>)>,
}

impl<'a> After<'a> {
    /// A register.
    pub fn x(&self, r: Reg) -> Bv<Dag<'a>> {
        self.x[usize::from(r.0)]
    }
    /// A CSR of [`After::csrs`].
    ///
    /// # Panics
    /// When it was neither given nor written.
    #[track_caller]
    pub fn csr(&self, number: u32) -> Bv<Dag<'a>> {
        self.csrs.iter().find(|csr| csr.0 == number).expect("the CSR was written").1
    }
    /// The register that [`Goal::run`] uses as destination.
    pub fn rd(&self) -> Bv<Dag<'a>> {
        self.x(RD)
    }
}

const RD: Reg = Reg(5);
const RS1: Reg = Reg(6);
const RS2: Reg = Reg(7);
const RS3: Reg = Reg(28);

impl<'a> Goal<'a> {
    /// An empty goal.
    pub fn new(arena: &'a Arena, xlen: u32) -> Self {
        Goal {
            claim: "",
            dom: arena.dom(),
            xlen,
            assumed: Vec::new(),
            parts: Vec::new(),
            ran: RefCell::default(),
        }
    }
    /// The id of the claim that is stated.
    pub(crate) fn claim(&self) -> &'static str {
        self.claim
    }
    /// Notes that the goal is about an instruction that it did not run itself.
    pub(crate) fn is_about(&self, insn: Insn) {
        self.ran.borrow_mut().insert(insn);
    }
    /// The register width.
    pub fn xlen(&self) -> u32 {
        self.xlen
    }
    /// The domain, for functions of a reference.
    pub fn dom(&self) -> Dag<'a> {
        self.dom
    }
    /// A universally quantified input; the same name gives the same one.
    #[track_caller]
    pub fn var(&self, width: u32, name: &str) -> Bv<Dag<'a>> {
        self.dom.var(width, name)
    }
    /// An input of register width.
    #[track_caller]
    pub fn reg(&self, name: &str) -> Bv<Dag<'a>> {
        self.var(self.xlen, name)
    }
    /// A constant.
    #[track_caller]
    pub fn lit(&self, width: u32, value: u128) -> Bv<Dag<'a>> {
        Bv::new(self.dom, width, value)
    }
    /// Restricts the inputs. The prover checks that something is left.
    pub fn assume(&mut self, p: Bit<Dag<'a>>) {
        self.assumed.push(p.bv().raw());
    }
    /// Claims that two values are equal for all inputs.
    ///
    /// # Panics
    /// When their widths differ.
    #[track_caller]
    pub fn equal(&mut self, part: impl Into<String>, left: Bv<Dag<'a>>, right: Bv<Dag<'a>>) {
        let (l, r) = (left.width(), right.width());
        assert!(l == r, "{l} and {r} bits claimed equal");
        self.parts.push(Part { name: part.into(), left: left.raw(), right: right.raw() });
    }
    /// Claims that a bit is 1 for all inputs.
    pub fn holds(&mut self, part: impl Into<String>, p: Bit<Dag<'a>>) {
        self.equal(part, p.bv(), self.lit(1, 1));
    }
    /// The assumptions.
    pub fn assumptions(&self) -> &[Id] {
        &self.assumed
    }
    /// The equalities.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
    /// The instructions that the goal ran: what it is about.
    pub fn insns(&self) -> Vec<Insn> {
        self.ran.borrow().iter().copied().collect()
    }
    /// Runs an instruction: rs1 = `x6`, rs2 = `x7`, rs3 = `x28`, rd = `x5`, at an address that is a
    /// variable `pc`; other registers are variables of their names, and a load reads the variable
    /// `memory`, and a CSR that was not given the variable `csr_300` (with its number).
    ///
    /// `operands` sets what is left (`bs`, `rnum`), `imm` the immediate (XLEN bits) where it is no
    /// constant: see [`Goal::immediate`].
    #[track_caller]
    pub fn run(&self, insn: Insn, rs1: Bv<Dag<'a>>, rs2: Bv<Dag<'a>>, with: With<'a>) -> After<'a> {
        self.run_at(self.xlen, insn, rs1, rs2, with)
    }
    /// [`Goal::run`] on a hart of another register width, to relate the two: all values have `xlen`
    /// bits, and so have the results. Other registers, `pc` and `memory` are variables of their own.
    #[track_caller]
    pub fn run_at(
        &self,
        xlen: u32,
        insn: Insn,
        rs1: Bv<Dag<'a>>,
        rs2: Bv<Dag<'a>>,
        with: With<'a>,
    ) -> After<'a> {
        self.ran.borrow_mut().insert(insn);
        match xlen {
            8 => self.run_on::<8>(insn, rs1, rs2, with),
            32 => self.run_on::<32>(insn, rs1, rs2, with),
            64 => self.run_on::<64>(insn, rs1, rs2, with),
            _ => self.run_on::<128>(insn, rs1, rs2, with),
        }
    }
    /// What `rd` is after an instruction of two registers.
    #[track_caller]
    pub fn rd(&self, insn: Insn, rs1: Bv<Dag<'a>>, rs2: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
        self.rd_at(self.xlen, insn, rs1, rs2)
    }
    /// [`Goal::rd`] on a hart of another register width; see [`Goal::run_at`].
    #[track_caller]
    pub fn rd_at(&self, xlen: u32, insn: Insn, rs1: Bv<Dag<'a>>, rs2: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
        self.run_at(xlen, insn, rs1, rs2, With::default()).rd()
    }
    /// The immediate of an instruction as a variable `imm`: every value that its field can hold,
    /// extended to XLEN bits as the decoder does.
    ///
    /// # Panics
    /// When the instruction has none on this register width.
    #[track_caller]
    pub fn immediate(&self, insn: Insn) -> Bv<Dag<'a>> {
        let enc = insn.spec().enc(self.xlen).expect("the instruction exists on this width");
        let (parts, signed) = enc.operand(Slot::Imm);
        let top = parts.iter().map(|(hi, lo, at)| at + hi - lo + 1).max().expect("an immediate");
        let bottom = parts.iter().map(|part| part.2).min().unwrap_or(0);
        let field = self.var(top - bottom, "imm");
        let scaled = if bottom > 0 { field.concat(self.lit(bottom, 0)) } else { field };
        if signed > 0 { scaled.sext(self.xlen) } else { scaled.zext(self.xlen) }
    }
    fn run_on<const XLEN: u32>(
        &self,
        insn: Insn,
        rs1: Bv<Dag<'a>>,
        rs2: Bv<Dag<'a>>,
        with: With<'a>,
    ) -> After<'a> {
        let given = |name: &str| match XLEN == self.xlen {
            true => self.reg(name),
            false => self.var(XLEN, &format!("{name} of RV{XLEN}")),
        };
        let length = insn.spec().enc[0].len;
        let mut h = Recorder::<_, XLEN>::new(self.dom, given("pc"), length);
        for r in (1..32).map(Reg).filter(|r| ![RS1, RS2].contains(r)) {
            h.set_x(r, given(&r.to_string()));
        }
        h.set_x(RS1, rs1);
        h.set_x(RS2, rs2);
        if let Some(rs3) = with.rs3 {
            h.set_x(RS3, rs3);
        }
        h.csrs = with.csrs;
        h.imm = with.imm;
        h.memory = Some(given("memory"));
        h.reserved = Some(self.var(1, "reserved").bit(0));
        h.csr_of = Some(|dom, number| dom.var(XLEN, &format!("csr_{number:x}")));
        let operands = Operands { rd: RD, rs1: RS1, rs2: RS2, rs3: RS3, ..with.operands };
        insn.exec(&mut h, &operands);
        let x = (0..32).map(|r| h.x(Reg(r))).collect();
        let Recorder { next, jump, load, store, condition, reservation, cancelled, .. } = h;
        let Recorder { csrs, raised, .. } = h;
        After { x, next, jump, load, store, condition, reservation, cancelled, csrs, raised }
    }
}

/// Operands of [`Goal::run`] beside the registers.
#[derive(Clone, Debug, Default)]
pub struct With<'a> {
    /// `bs`, `rnum`; registers are overwritten.
    pub operands: Operands,
    /// The immediate, when it is no constant.
    pub imm: Option<Bv<Dag<'a>>>,
    /// The third source (XLEN bits), of R4-type instructions.
    pub rs3: Option<Bv<Dag<'a>>>,
    /// Control and status registers (number, XLEN bits) before it; others are variables.
    pub csrs: Vec<(u32, Bv<Dag<'a>>)>,
}

impl<'a> With<'a> {
    /// A symbolic immediate.
    pub fn imm(imm: Bv<Dag<'a>>) -> Self {
        With { imm: Some(imm), ..With::default() }
    }
    /// A third source register.
    pub fn rs3(rs3: Bv<Dag<'a>>) -> Self {
        With { rs3: Some(rs3), ..With::default() }
    }
    /// A byte selector.
    pub fn bs(bs: u32) -> Self {
        With { operands: Operands { bs, ..Operands::default() }, ..With::default() }
    }
    /// A round number.
    pub fn rnum(rnum: u32) -> Self {
        With { operands: Operands { rnum, ..Operands::default() }, ..With::default() }
    }
}
