//! An op as the exports that need its meaning see it: a name, an encoding, and a function that gives
//! terms. The table's instructions are one source of them; what is read from a file can be another.

use semantics::{
    claim::{After, Goal, With},
    dag::Dag,
    domain::Bv,
    encoding::Enc,
    inputs::Inputs,
    insns::Insn,
    spec::Operands,
};

/// What an op does to symbolic operands on the register width of a goal: see [`Goal::run`].
pub type Terms =
    dyn for<'a> Fn(&Goal<'a>, Bv<Dag<'a>>, Bv<Dag<'a>>, With<'a>) -> After<'a> + Send + Sync;

/// An op on one register width.
pub struct Subject<'s> {
    /// Its mnemonic.
    pub name: &'s str,
    /// What it does, in a few words.
    pub title: &'s str,
    /// What it does, as pseudo-code.
    pub semantics: &'s str,
    /// The extensions that have it.
    pub extensions: Vec<&'s str>,
    /// The register width, in bits.
    pub xlen: u32,
    /// Its encoding on that width.
    pub enc: &'s Enc,
    /// Words of it that are another op's: mask and value of their fixed bits.
    pub others: Vec<(u32, u32)>,
    /// Whether some operand values are reserved.
    pub reserved: Box<dyn Fn(&Operands) -> bool + Send + Sync + 's>,
    /// The inputs on which it is defined.
    pub inputs: Inputs,
    /// Its meaning.
    pub terms: Box<Terms>,
}

impl Subject<'static> {
    /// An instruction of the table; `None` when it does not exist on this width.
    pub fn of(insn: Insn, xlen: u32) -> Option<Self> {
        let spec = insn.spec();
        let enc = spec.enc(xlen)?;
        Some(Subject {
            name: spec.name,
            title: spec.title,
            semantics: insn.semantics(),
            extensions: spec.extensions.to_vec(),
            xlen,
            enc,
            others: others(enc, xlen),
            reserved: Box::new(|operands| (spec.reserved)(operands).is_some()),
            inputs: insn.inputs(),
            terms: Box::new(move |goal, rs1, rs2, with| goal.run(insn, rs1, rs2, with)),
        })
    }
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} on RV{}", self.name, self.xlen)
    }
}

/// The encodings that are cut out of this one.
fn others(enc: &Enc, xlen: u32) -> Vec<(u32, u32)> {
    let all = Insn::all().iter().filter_map(|insn| insn.spec().enc(xlen));
    let inside = |other: &&Enc| {
        other.mask != enc.mask
            && other.mask & enc.mask == enc.mask
            && other.value & enc.mask == enc.value
    };
    all.filter(inside).map(|other| (other.mask, other.value)).collect()
}
