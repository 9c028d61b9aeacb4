//! Instructions that were read from files when the program started, beside those of [`crate::insns`].
//!
//! What reads the files is not here: an [`Op`] has its semantics as terms, run once on symbolic
//! operands for every register width and every value of the fields that shape a computation. They are the table's
//! like any other from [`install`] on, which comes before the first use of the table and at most once.

use crate::{
    claim::Goal,
    decode::Decoded,
    domain::{Bv, Concrete},
    hart::Hart,
    insns::Insn,
    program::Program,
    spec::{Operands, Spec},
};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Names one of the installed instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loaded(u16);

impl Loaded {
    /// The `k`-th of those that will be installed together, or are.
    ///
    /// # Panics
    /// Beyond [`MAX_OPS`].
    pub fn new(k: usize) -> Loaded {
        assert!(k < MAX_OPS, "at most {MAX_OPS} instructions are loaded");
        Loaded(k as u16)
    }
    /// Its position among them.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The instruction.
    ///
    /// # Panics
    /// Before [`install`].
    pub(crate) fn op(self) -> &'static Op {
        &OPS.get().expect("only an installed instruction is used")[self.index()]
    }
}

/// No more instructions can be loaded.
pub const MAX_OPS: usize = 1 << 12;

/// An instruction that reads registers and an immediate and writes one register.
#[derive(Debug)]
pub struct Op {
    /// The file that it was read from, as the user named it.
    pub file: String,
    /// Everything about it that is not its semantics. The claims have [`state`] as their function.
    pub spec: &'static Spec,
    /// The text that its file gives as its semantics.
    pub semantics: &'static str,
    /// What it computes, for every register width and selector that it has.
    pub meanings: Vec<Meaning>,
    /// What its claims say.
    pub statements: Vec<Statement>,
}

/// What an instruction computes for some values of the fields that shape the computation.
#[derive(Debug)]
pub struct Meaning {
    /// Register width.
    pub xlen: u32,
    /// Byte selector, 0 where the encoding has none.
    pub bs: u32,
    /// Round number, 0 where the encoding has none.
    pub rnum: u32,
    /// From `rs1`, `rs2`, `rs3`, `imm` and `pc` (XLEN bits each) to the value of `rd` (XLEN bits).
    pub rd: Program,
}

/// A claim on one register width.
#[derive(Debug)]
pub struct Statement {
    /// The id of the claim.
    pub claim: &'static str,
    /// Register width.
    pub xlen: u32,
    /// Its assumptions (one bit each), then the two sides of each equality, from the variables of its goal.
    pub terms: Program,
    /// How many assumptions there are.
    pub assumed: usize,
    /// The names of the equalities.
    pub parts: Vec<String>,
    /// The instructions that it ran.
    pub ran: Vec<Insn>,
}

impl Op {
    /// # Panics
    /// When it does not exist on this register width.
    fn meaning(&self, xlen: u32, i: &Operands) -> &Meaning {
        let meant = |m: &&Meaning| (m.xlen, m.bs, m.rnum) == (xlen, i.bs, i.rnum);
        self.meanings.iter().find(meant).expect("the operands are legal here")
    }
    /// # Panics
    /// When it does not exist on this register width.
    #[cold]
    pub(crate) fn exec<H: Hart>(&self, h: &mut H, i: &Operands) {
        let rd = self.meaning(H::XLEN, i).rd.run(h.dom(), |name, _| operand(h, i, name));
        h.set_x(i.rd, rd[0]);
    }
}

fn operand<H: Hart>(h: &H, i: &Operands, name: &str) -> Bv<H::D> {
    match name {
        "rs1" => h.x(i.rs1),
        "rs2" => h.x(i.rs2),
        "rs3" => h.x(i.rs3),
        "imm" => h.imm(i),
        "pc" => h.pc(),
        _ => panic!("`{name}` is no operand"),
    }
}

/// The value that an installed instruction computes for rd, from the values of `rs1`, `rs2`, `rs3`, `imm` and `pc`;
/// bits above XLEN are ignored.
///
/// # Panics
/// When the instruction is none of those.
pub fn value(decoded: &Decoded, input: impl Fn(&str) -> u128) -> u128 {
    let Insn::Loaded(op) = decoded.insn else { panic!("{:?} is built in", decoded.insn) };
    let meaning = op.op().meaning(decoded.xlen, &decoded.operands);
    meaning.rd.run(Concrete::<8>, |name, width| Bv::new(Concrete, width, input(name)))[0]
        .raw()
        .low()
}

/// States a claim of an installed instruction: the one whose goal it is given.
///
/// # Panics
/// When no installed instruction has it on the goal's width.
pub fn state(goal: &mut Goal<'_>) {
    let all = OPS.get().into_iter().flatten().flat_map(|op| &op.statements);
    let of = |s: &&Statement| s.claim == goal.claim() && s.xlen == goal.xlen();
    let Statement { terms, assumed, parts, ran, .. } =
        all.into_iter().find(of).expect("the claim is one of a loaded instruction");
    let values = terms.run(goal.dom(), |name, width| goal.var(width, name));
    let (assumptions, sides) = values.split_at(*assumed);
    assumptions.iter().for_each(|p| goal.assume(p.bit(0)));
    for (name, sides) in parts.iter().zip(sides.chunks(2)) {
        goal.equal(name.clone(), sides[0], sides[1]);
    }
    ran.iter().for_each(|&insn| goal.is_about(insn));
}

static OPS: OnceLock<Vec<Op>> = OnceLock::new();
static ALL: OnceLock<Vec<Insn>> = OnceLock::new();
/// Held while something is installed: in between nobody may begin to use the table.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Why instructions cannot be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of instructions is in use: what is loaded must be installed before")]
pub struct InUse;

/// Adds instructions to the table, in this order: [`Insn::Loaded`] has their positions.
///
/// # Errors
/// [`InUse`] when something has used the table, or installed something.
pub fn install(ops: Vec<Op>) -> Result<(), InUse> {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if ALL.get().is_some() {
        return Err(InUse);
    }
    OPS.set(ops).map_err(|_| InUse)
}

/// The files that installed instructions were read from, each once: whoever repeats a run names them again.
pub fn files() -> Vec<&'static str> {
    let mut files: Vec<&str> = OPS.get().into_iter().flatten().map(|op| op.file.as_str()).collect();
    files.dedup();
    files
}

/// All instructions.
pub(crate) fn all() -> &'static [Insn] {
    ALL.get_or_init(|| {
        let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = OPS.get().map_or(0, Vec::len);
        let loaded = (0..loaded).map(|k| Insn::Loaded(Loaded::new(k)));
        Insn::BUILT_IN.iter().copied().chain(loaded).collect()
    })
}
