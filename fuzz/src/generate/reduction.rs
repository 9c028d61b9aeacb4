//! Operands of Montgomery reduction: the result is specified for an odd modulus, its inverse, and a number
//! below the modulus in the high word.

use super::{Choices, value};
use crate::case::OpCase;

/// The same instruction on such operands, made of the values that it has.
#[inline]
pub(super) fn inside<C: Choices>(c: &mut C, case: OpCase) -> OpCase {
    let modulus = value(c, case.xlen, case.rs2) | 1;
    let [high, low, third] = case.values();
    let i = case.operands();
    // A register that is both words has to be below the modulus as well.
    let low = if i.rs1 == i.rs2 { low % modulus } else { low };
    case.with_values([high % modulus, low, third]).with_csrs([modulus, negated_inverse(modulus)])
}

/// -1 over an odd number, modulo 2^128 and thereby modulo every smaller power of two.
fn negated_inverse(n: u128) -> u128 {
    // Newton's step doubles the number of right bits; of an odd number, itself is right in three.
    let step = |x: u128, _| x.wrapping_mul(2_u128.wrapping_sub(n.wrapping_mul(x)));
    (0..6).fold(n, step).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use crate::{
        generate::{OpGenerator, Picked, Seeded},
        isas,
        layout::ones,
    };

    #[test]
    fn operands_are_those_of_the_contract() {
        for xlen in [32, 64] {
            let isa = isas::full(xlen);
            let ops = OpGenerator::new(&isa, Picked::Any, |i| i.spec().name == "montred").unwrap();
            let mut sizes = std::collections::HashSet::new();
            for mut c in Seeded::new(1, 0).take(20_000) {
                let case = ops.case(&mut c);
                let [n, negated] = case.csrs;
                assert_eq!(n & 1, 1);
                assert_eq!(n.wrapping_mul(negated) & ones(xlen), ones(xlen), "{case}");
                assert!(case.rs1 < n, "{case}");
                sizes.insert(n.leading_zeros());
            }
            assert_eq!(sizes.len(), xlen as usize, "moduli of every size");
        }
    }

    #[test]
    fn other_instructions_have_none() {
        let isa = isas::full(64);
        let ops = OpGenerator::new(&isa, Picked::Any, |i| i.spec().name != "montred").unwrap();
        assert!(Seeded::new(2, 0).take(5_000).all(|mut c| ops.case(&mut c).csrs == [0; 2]));
    }
}
