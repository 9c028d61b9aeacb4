//! An op as a function of its inputs: what every printer of terms reads.

use crate::{NotOffered, operand, subject::Subject};
use semantics::{
    claim::{After, Goal, With},
    dag::{Arena, Dag, Id, Term},
    domain::{Bit, Bv},
    spec::{Operands, Reg, Slot},
};

/// An input or an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name, an identifier of SMT-LIB and of SystemVerilog.
    pub name: String,
    /// Bits.
    pub width: u32,
    /// The term: of an input, whatever the other terms are made of.
    pub id: Id,
}

/// The terms of an op on one register width.
///
/// Inputs, as far as the op depends on them: `pc`, `rs1`, `rs2`, `rs3`; `imm`, the bits of the immediate
/// that are not always zero; `bs`, `rnum`; `mem_rdata`, as wide as the access; `reserved`, whether a
/// conditional store finds its reservation; `csr`, the register that the word names, or `csr_300`.
///
/// Outputs, as far as the op has them: `rd`; `taken` and `target`; `mem_addr`, `mem_wdata`, and
/// `mem_write` when the store is conditional; `csr_wdata` or `csr_300_wdata`; `trap`, for reserved operand
/// values and where it raises an exception, then with `cause` and `tval`; `defined`, when there are inputs on which `rd` is unspecified.
/// The op is one whose `rd` and `rs1` are not `x0`.
#[derive(Debug)]
pub struct Circuit {
    /// Where the terms live.
    pub arena: Arena,
    /// In a fixed order.
    pub inputs: Vec<Port>,
    /// In a fixed order.
    pub outputs: Vec<Port>,
    /// Bits that a load reads.
    pub loads: Option<u32>,
    /// Bits that a store writes.
    pub stores: Option<u32>,
    /// Whether the accesses are at multiples of their size or trap, whatever the platform says.
    pub aligned: bool,
}

/// The bits of an immediate operand that a word can choose: all below the first, from the second on.
pub(crate) fn immediate_bits(subject: &Subject<'_>) -> Option<(u32, u32)> {
    let (parts, _) = subject.enc.operand(Slot::Imm);
    let zero = subject.enc.fields().filter(|f| f.slot == Slot::Imm).map(|f| f.zero).max()?;
    let top = parts.iter().map(|(hi, lo, at)| at + hi - lo + 1).max()?;
    let bottom = parts.iter().map(|part| part.2).min()?;
    Some((top.max(u32::BITS - zero.leading_zeros()), bottom))
}

impl Circuit {
    /// The terms of an op.
    ///
    /// # Errors
    /// [`NotOffered::NoResult`] when it has no output.
    pub fn new(subject: &Subject<'_>) -> Result<Self, NotOffered> {
        let arena = Arena::default();
        let mut goal = Goal::new(&arena, subject.xlen);
        let mut build = Build::new(&mut goal, subject);
        let (outputs, runs) = build.outputs();
        let Some((_, first)) = runs.first() else { return Err(NotOffered::NoResult) };
        let loads = first.load.map(|access| access.data.width());
        let stores = first.store.map(|access| access.data.width());
        let aligned = first.reservation.is_some()
            || first.condition.is_some()
            || (loads.is_some() && stores.is_some());
        let named = build.inputs(&runs);
        drop(runs);
        let port = |(name, v): (String, Bv<Dag<'_>>)| Port { name, width: v.width(), id: v.raw() };
        let outputs: Vec<Port> = outputs.into_iter().map(port).collect();
        let named: Vec<Port> = named.into_iter().map(port).collect();
        if outputs.is_empty() {
            return Err(NotOffered::NoResult);
        }
        let used = below(&arena, &outputs, &named);
        let inputs = named.into_iter().filter(|port| used[port.id.index()]).collect();
        Ok(Circuit { arena, inputs, outputs, loads, stores, aligned })
    }
    /// The output of this name.
    pub fn output(&self, name: &str) -> Option<&Port> {
        self.outputs.iter().find(|port| port.name == name)
    }
    /// The input of this name.
    pub fn input(&self, name: &str) -> Option<&Port> {
        self.inputs.iter().find(|port| port.name == name)
    }
}

/// Which terms the roots are made of, no further than the inputs.
pub(crate) fn below(arena: &Arena, roots: &[Port], inputs: &[Port]) -> Vec<bool> {
    let mut needed = vec![false; arena.size()];
    roots.iter().for_each(|port| needed[port.id.index()] = true);
    let ids: Vec<Id> = arena.ids().collect();
    for &id in ids.iter().rev() {
        if !needed[id.index()] || inputs.iter().any(|port| port.id == id) {
            continue;
        }
        if let (Term::App(op, args), _) = arena.term(id) {
            args[..op.arity()].iter().for_each(|arg| needed[arg.index()] = true);
        }
    }
    needed
}

/// One choice of the selectors, and what the op did.
type Run<'a> = (Operands, After<'a>);

struct Build<'g, 'a, 's> {
    goal: &'g mut Goal<'a>,
    subject: &'s Subject<'s>,
    imm: Option<Bv<Dag<'a>>>,
    selectors: Vec<(&'static str, Slot, u32)>,
}

impl<'g, 'a, 's> Build<'g, 'a, 's> {
    fn new(goal: &'g mut Goal<'a>, subject: &'s Subject<'s>) -> Self {
        let imm = immediate_bits(subject).map(|(top, bottom)| goal.var(top - bottom, "imm"));
        let width = |slot| subject.enc.operand(slot).0.iter().map(|(hi, lo, _)| hi - lo + 1).sum();
        let selectors =
            [("bs", Slot::Bs, width(Slot::Bs)), ("rnum", Slot::Rnum, width(Slot::Rnum))];
        let selectors = selectors.into_iter().filter(|s| s.2 > 0).collect();
        Build { goal, subject, imm, selectors }
    }
    /// The op for every legal choice of its selectors.
    fn runs(&self) -> Vec<Run<'a>> {
        let range = |slot| {
            0..1u32 << self.selectors.iter().find(|s| s.1 == slot).map_or(0, |selector| selector.2)
        };
        // An immediate of zero has a meaning of its own with CSRs, and is reserved elsewhere.
        let imm = i32::from(self.imm.is_some());
        let all = range(Slot::Bs)
            .flat_map(|bs| range(Slot::Rnum).map(move |rnum| (bs, rnum)))
            .map(|(bs, rnum)| Operands { bs, rnum, imm, ..operand::ordinary() });
        all.filter(|operands| !(self.subject.reserved)(operands))
            .map(|operands| (operands, self.run(operands)))
            .collect()
    }
    fn run(&self, operands: Operands) -> After<'a> {
        let (goal, enc) = (&*self.goal, self.subject.enc);
        let rs3 = enc.has(Slot::Rs3).then(|| goal.reg("rs3"));
        let imm = self.imm.map(|imm| self.extended(imm));
        let with = With { operands, imm, rs3, ..With::default() };
        (self.subject.terms)(goal, goal.reg("rs1"), goal.reg("rs2"), with)
    }
    /// The immediate as the decoder gives it.
    fn extended(&self, imm: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
        let bottom = immediate_bits(self.subject).map_or(0, |bits| bits.1);
        let scaled = if bottom > 0 { imm.concat(self.goal.lit(bottom, 0)) } else { imm };
        let signed = self.subject.enc.operand(Slot::Imm).1 > 0;
        if signed { scaled.sext(self.subject.xlen) } else { scaled.zext(self.subject.xlen) }
    }
    fn selector(&self, name: &str, width: u32) -> Bv<Dag<'a>> {
        self.goal.var(width, name)
    }
    /// Whether the selectors are those of a run.
    fn chosen(&self, operands: &Operands) -> Option<Bit<Dag<'a>>> {
        let is = self.selectors.iter().map(|&(name, slot, width)| {
            let port = self.selector(name, width);
            port.equals(port.lit(operands.get(slot).into()))
        });
        is.reduce(|a, b| a & b)
    }
    /// A value by the selectors.
    fn by_selector(
        &self,
        runs: &[Run<'a>],
        value: impl Fn(&After<'a>) -> Option<Bv<Dag<'a>>>,
    ) -> Option<Bv<Dag<'a>>> {
        let mut values = runs.iter().rev();
        let last = value(&values.next()?.1)?;
        let mut chosen = last;
        for (operands, after) in values {
            let this = value(after)?;
            chosen = match self.chosen(operands) {
                Some(is) if this.raw() != chosen.raw() => is.select(this, chosen),
                _ => chosen,
            };
        }
        Some(chosen)
    }
    fn outputs(&mut self) -> (Vec<(String, Bv<Dag<'a>>)>, Vec<Run<'a>>) {
        let runs = self.runs();
        let mut outputs: Vec<(String, Bv<Dag<'a>>)> = Vec::new();
        let mut add = |name: &str, value: Option<Bv<Dag<'a>>>| {
            outputs.extend(value.map(|value| (name.to_owned(), value)));
        };
        let before = self.goal.reg(&REGISTER.to_string());
        let raised = runs.first().and_then(|run| run.1.raised);
        let written = |after: &After<'a>| Some(after.rd()).filter(|rd| rd.raw() != before.raw());
        add("rd", self.by_selector(&runs, written));
        // What always jumps is a target alone.
        let taken = |after: &After<'a>| after.jump.map(|(taken, _)| taken.bv());
        let always = self.goal.lit(1, 1).raw();
        add("taken", self.by_selector(&runs, taken).filter(|taken| taken.raw() != always));
        add("target", self.by_selector(&runs, |after| after.jump.map(|jump| jump.1)));
        let address = |after: &After<'a>| after.load.or(after.store).map(|access| access.addr);
        add("mem_addr", self.by_selector(&runs, address));
        add("mem_wdata", self.by_selector(&runs, |after| after.store.map(|store| store.data)));
        add("mem_write", self.by_selector(&runs, |after| after.condition.map(Bit::bv)));
        for (number, value) in runs.first().map_or(&[][..], |run| &run.1.csrs) {
            add(&format!("{}_wdata", self.csr_name(*number)), Some(*value));
        }
        match raised {
            Some((cause, tval)) => {
                add("trap", Some(self.goal.lit(1, 1)));
                add("cause", Some(self.goal.lit(self.subject.xlen, cause as u128)));
                add("tval", Some(tval));
            }
            None => add("trap", self.reserved(&runs)),
        }
        if !self.subject.inputs.is_any() {
            let (rs1, rs2) = (self.goal.reg("rs1"), self.goal.reg("rs2"));
            let count = self.goal.assumptions().len();
            self.subject.inputs.assume(self.goal, rs1, rs2);
            let conditions = self.goal.assumptions()[count..].iter();
            let conditions = conditions.map(|&id| Bv::from_raw(self.goal.dom(), 1, id));
            add("defined", conditions.reduce(|a, b| a & b));
        }
        (outputs, runs)
    }
    /// Whether the operands are reserved, where some are.
    fn reserved(&self, legal: &[Run<'a>]) -> Option<Bv<Dag<'a>>> {
        let choices = 1usize << self.selectors.iter().map(|selector| selector.2).sum::<u32>();
        let of_selectors = (legal.len() < choices).then(|| {
            let is = legal.iter().filter_map(|run| self.chosen(&run.0));
            !is.reduce(|a, b| a | b).expect("a choice that is legal").bv()
        });
        let bottom = immediate_bits(self.subject).map_or(0, |bits| bits.1);
        let is =
            |value: u32| self.imm.map(|imm| imm.equals(imm.lit((value >> bottom).into())).bv());
        let of_imm = operand::reserved_values(self.subject, Slot::Imm).into_iter().filter_map(is);
        of_selectors.into_iter().chain(of_imm).reduce(|a, b| a | b)
    }
    fn csr_name(&self, number: u32) -> String {
        if self.subject.enc.has(Slot::Csr) { "csr".into() } else { format!("csr_{number:x}") }
    }
    /// Every input that an op can have.
    fn inputs(&self, runs: &[Run<'a>]) -> Vec<(String, Bv<Dag<'a>>)> {
        let registers = ["pc", "rs1", "rs2", "rs3"].map(|name| (name.into(), self.goal.reg(name)));
        let mut inputs: Vec<(String, Bv<Dag<'a>>)> = registers.into();
        inputs.extend(self.imm.map(|imm| ("imm".into(), imm)));
        let selectors = self.selectors.iter();
        inputs.extend(selectors.map(|s| (s.0.into(), self.selector(s.0, s.2))));
        // The bits that are read, and no others of the word that the recorder has.
        let read = runs.first().and_then(|run| run.1.load).map(|load| load.data);
        inputs.extend(read.map(|data| ("mem_rdata".into(), data)));
        inputs.push(("reserved".into(), self.goal.var(1, "reserved")));
        let number = |name: &str| u32::from_str_radix(name.strip_prefix("csr_")?, 16).ok();
        let mut numbers: Vec<u32> =
            self.goal.dom().arena().vars().iter().filter_map(|var| number(&var.0)).collect();
        numbers.sort_unstable();
        for number in numbers {
            inputs.push((self.csr_name(number), self.goal.reg(&format!("csr_{number:x}"))));
        }
        inputs
    }
}

/// The register that [`Goal::run`] uses as destination.
const REGISTER: Reg = Reg(5);
