//! Cases, made from the table of the specification.

mod choices;
mod inputs;
mod ops;
mod program;
mod reduction;
mod values;

pub use choices::{Bytes, Choices, Seeded, SplitMix};
pub use inputs::Side;
pub use ops::{NothingToGenerate, OpGenerator, Picked};
pub use program::ProgramGenerator;
pub use values::value;

use crate::{
    case::{OpCase, ProgramCase, reads_csrs},
    isas,
};
use arbitrary::{Arbitrary, Unstructured};
use semantics::isa::Isa;
use std::sync::LazyLock;

/// Generators of the full instruction sets, RV32 and RV64, for inputs that are bytes.
static FULL: LazyLock<[(OpGenerator, ProgramGenerator); 2]> = LazyLock::new(|| {
    [32, 64].map(|xlen| {
        let ops = OpGenerator::new(&isas::full(xlen), Picked::Any, |_| true);
        let ops = ops.expect("the table has instructions on every width");
        let programs = ProgramGenerator::new(&ops);
        (ops, programs)
    })
});

impl<'a> Arbitrary<'a> for OpCase {
    /// A byte for the width, the word, and a way and eight bytes for each value (see [`input_of`]); when
    /// the word is not legal, the generator makes another of the bytes that follow.
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut c = Bytes(u);
        let (ops, _) = &FULL[c.below(2) as usize];
        let word = c.0.arbitrary()?;
        match ops.isa().decode(word) {
            Some(decoded) => {
                let xlen = ops.isa().xlen();
                let values = ops::values(&mut c, xlen, Some(&decoded));
                let case = OpCase::decoded(ops.isa(), word, Some(decoded), values);
                let reduces = reads_csrs(decoded.insn);
                let case = if reduces { reduction::inside(&mut c, case) } else { case };
                Ok(inputs::placed(ops.isa(), Side::Inside, case))
            }
            None => Ok(ops.case(&mut c)),
        }
    }
}

/// The bytes of which [`OpCase`] is made by `Arbitrary`, for a case of 32 or 64 bits; they stay the same
/// when the table grows.
pub fn input_of(case: &OpCase) -> Vec<u8> {
    let mut bytes = vec![u8::from(case.xlen == 64)];
    bytes.extend(case.word.to_le_bytes());
    let sources = if ops::has_rs3(case.decoded.as_ref(), case.xlen) { 3 } else { 2 };
    let modulus = case.decoded.filter(|d| reads_csrs(d.insn)).map(|_| case.csrs[0]);
    for v in case.values()[..sources].iter().chain(&modulus) {
        // The first way of making a value: plain bits.
        bytes.push(0);
        bytes.extend((*v as u64).to_le_bytes());
    }
    bytes
}

/// The full instruction set of a register width.
pub(crate) fn full_isa(xlen: u32) -> &'static Isa {
    FULL[usize::from(xlen == 64)].0.isa()
}

impl<'a> Arbitrary<'a> for ProgramCase {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut c = Bytes(u);
        let (_, programs) = &FULL[c.below(2) as usize];
        Ok(programs.case(&mut c))
    }
}
