//! What an instruction leaves behind, as terms of the claim that ran it.
//!
//! A mutant that a claim does not notice is no change, or the claim says too little. The difference
//! shows in the instruction's results: they are found by running it once more on the variables
//! that claims name `rs1`, `rs2` and `imm`; equal terms are one term, so what the claim's own run
//! made is met again.

use semantics::{
    claim::{After, Goal, With},
    dag::{Arena, Id, Term},
    domain::Bv,
    insns::Insn,
    spec::{Operands, Reg, Slot},
};

/// The results that lie below some left-hand side.
pub(crate) fn results(arena: &Arena, goal: &Goal<'_>) -> Vec<Id> {
    let below = arena.cone(goal.parts().iter().map(|part| part.left));
    let xlen = goal.xlen();
    let mut results = Vec::new();
    for insn in goal.insns() {
        // A dry run elsewhere tells which variables it wants; a claim may use a name otherwise.
        let scratch = Arena::default();
        run(&Goal::new(&scratch, xlen), insn, Operands::default());
        let known = arena.vars();
        let clash = |var: &(String, u32)| known.iter().any(|k| k.0 == var.0 && k.1 != var.1);
        if scratch.vars().iter().any(clash) {
            continue;
        }
        for operands in selectors(insn, xlen) {
            let after = run(goal, insn, operands);
            results.extend(left_behind(&after).into_iter().filter(|id| {
                below.get(id.index()) == Some(&true) && matches!(arena.term(*id).0, Term::App(..))
            }));
        }
    }
    results.sort_unstable();
    results.dedup();
    results
}

fn run<'a>(goal: &Goal<'a>, insn: Insn, operands: Operands) -> After<'a> {
    let has_imm = has(insn, goal.xlen(), Slot::Imm);
    let imm = has_imm.then(|| goal.immediate(insn));
    let rs3 = has(insn, goal.xlen(), Slot::Rs3).then(|| goal.reg("rs3"));
    let with = With { operands, imm, rs3, ..With::default() };
    goal.run(insn, goal.reg("rs1"), goal.reg("rs2"), with)
}

fn has(insn: Insn, xlen: u32, slot: Slot) -> bool {
    insn.spec().enc(xlen).is_some_and(|enc| enc.has(slot))
}

/// Every legal choice of the fields that shape the computation.
fn selectors(insn: Insn, xlen: u32) -> Vec<Operands> {
    let range = |slot| {
        let parts = insn.spec().enc(xlen).map_or_else(Vec::new, |enc| enc.operand(slot).0);
        0..1 << parts.iter().map(|(hi, lo, _)| hi - lo + 1).sum::<u32>()
    };
    let all = range(Slot::Bs).flat_map(|bs| {
        range(Slot::Rnum).map(move |rnum| Operands { bs, rnum, ..Operands::default() })
    });
    all.filter(|operands| (insn.spec().reserved)(operands).is_none()).collect()
}

fn left_behind<'a>(after: &After<'a>) -> Vec<Id> {
    let mut terms: Vec<_> = (1..32).map(|r| after.x(Reg(r))).collect();
    terms.push(after.next);
    terms.extend(after.jump.map(|(taken, _)| taken.bv()));
    terms.extend(after.jump.map(|(_, target)| target));
    for access in [after.load, after.store].into_iter().flatten() {
        terms.extend([access.addr, access.data]);
    }
    terms.extend(after.condition.map(semantics::domain::Bit::bv));
    terms.extend(after.reservation.map(|reserved| reserved.addr));
    terms.extend(after.csrs.iter().map(|csr| csr.1));
    terms.extend(after.raised.map(|(_, tval)| tval));
    terms.into_iter().map(Bv::raw).collect()
}
