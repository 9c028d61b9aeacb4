//! Cases, made from the table of the specification.

mod choices;
mod ops;
mod program;
mod values;

pub use choices::{Bytes, Choices, Seeded, SplitMix};
pub use ops::{NothingToGenerate, OpGenerator, Picked};
pub use program::ProgramGenerator;
pub use values::value;

use crate::{
    case::{OpCase, ProgramCase},
    isas,
};
use arbitrary::{Arbitrary, Unstructured};
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
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut c = Bytes(u);
        let (ops, _) = &FULL[c.below(2) as usize];
        Ok(ops.case(&mut c))
    }
}

impl<'a> Arbitrary<'a> for ProgramCase {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut c = Bytes(u);
        let (_, programs) = &FULL[c.below(2) as usize];
        Ok(programs.case(&mut c))
    }
}
