//! Values on which an instruction is defined, and values on which it is not.

use crate::case::OpCase;
use semantics::{
    decode,
    isa::Isa,
    spec::{Reg, Slot},
};

/// Where the values of a case lie, of instructions that are not defined on all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// On which they are defined.
    #[default]
    Inside,
    /// On which they are not.
    Outside,
}

/// The case, with values of this side. An instruction that is defined on every input has no other side.
pub(super) fn placed(isa: &Isa, side: Side, case: OpCase) -> OpCase {
    let Some(decoded) = case.decoded.filter(|d| !d.insn.inputs().is_any()) else { return case };
    let inputs = decoded.insn.inputs();
    let [a, b, third] = case.values();
    let on_side = |case: &OpCase| inputs.hold(case.rs1, case.rs2) == (side == Side::Inside);
    let moved = |case: OpCase| {
        let i = case.operands();
        let [rs1, rs2] = match side {
            // Random values are nearly all outside.
            Side::Outside if !on_side(&case) => [u128::MAX; 2],
            Side::Outside => [a, b],
            Side::Inside if i.rs1 == i.rs2 => {
                [inputs.moved(Slot::Rs2, inputs.moved(Slot::Rs1, b)); 2]
            }
            Side::Inside => [inputs.moved(Slot::Rs1, a), inputs.moved(Slot::Rs2, b)],
        };
        OpCase::new(isa, case.word, [rs1, rs2, third])
    };
    let first = moved(case);
    if on_side(&first) {
        return first;
    }
    // x0 has one value, and one register for both operands may have none: different registers can.
    let mut operands = decoded.operands;
    (operands.rs1, operands.rs2) = (Reg(6), Reg(7));
    let word = decode::encode(decoded.insn, &operands, isa.xlen());
    word.map_or(first, |word| moved(OpCase::new(isa, word, case.values())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generate::{OpGenerator, Picked, Seeded},
        isas,
    };

    #[test]
    fn cases_are_on_their_side_in_every_register() {
        let isa = isas::full(32);
        for side in [Side::Inside, Side::Outside] {
            let conditional = |i: semantics::insns::Insn| !i.inputs().is_any();
            let ops = OpGenerator::new(&isa, Picked::Any, conditional).unwrap().on(side);
            let (mut same, mut largest) = (0, 0);
            for case in Seeded::new(1, 0).take(20_000).map(|mut c| ops.case(&mut c)) {
                let inputs = case.decoded.unwrap().insn.inputs();
                let holds = inputs.hold(case.rs1, case.rs2);
                assert_eq!(holds, side == Side::Inside, "{case}");
                same += u32::from(case.operands().rs1 == case.operands().rs2);
                largest = largest.max(case.rs1 & 0xffff);
            }
            assert!(same > 500, "{same}");
            assert_eq!(largest, if side == Side::Inside { 3328 } else { 0xffff });
        }
    }
}
