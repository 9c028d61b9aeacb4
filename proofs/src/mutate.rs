//! Changes a goal's left-hand sides in one place, as a slip of the pen would.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use semantics::{
    bits::{Arg, Op, Val},
    dag::{Arena, Id, Term},
    domain::Domain,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a changed node becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Another operation of the same arguments.
    Swap(Op),
    /// The same operation with two arguments exchanged.
    Exchange(usize, usize),
    /// Its complement.
    Negate,
    /// One of its arguments.
    Drop(usize),
    /// A bit of a constant argument is flipped.
    FlipArgument(usize, u32),
    /// A bit of a side that is no operation is flipped.
    FlipBit(u32),
    /// A rotation turns the other way: both shifts below a union change direction.
    Rotate,
}

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    at: Id,
    operator: &'static str,
    rule: Rule,
}

/// A changed copy of some terms.
#[derive(Clone, Debug)]
pub(crate) struct Mutation {
    /// The kind of change.
    pub(crate) operator: &'static str,
    /// The change, for humans.
    pub(crate) change: String,
    /// The changed terms, in the order of the originals.
    pub(crate) terms: Vec<Id>,
}

/// At most `count` different mutations of `terms` that change one of the first `sides`, spread over
/// the kinds of change; the same for the same seed.
pub(crate) fn mutations(
    arena: &Arena,
    terms: &[Id],
    sides: usize,
    count: usize,
    seed: u64,
) -> Vec<Mutation> {
    let mut kinds: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    for edit in edits(arena, &terms[..sides]) {
        kinds.entry(edit.operator).or_default().push(edit);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen: HashSet<Vec<Id>> = HashSet::from([terms[..sides].to_vec()]);
    let mut found = Vec::new();
    while found.len() < count && !kinds.is_empty() {
        // One of each kind in turn.
        kinds.retain(|_, edits| {
            let edit = edits.swap_remove((rng.next_u64() % edits.len() as u64) as usize);
            let changed = rebuild(arena, terms, edit);
            if found.len() < count && seen.insert(changed[..sides].to_vec()) {
                found.push(Mutation {
                    operator: edit.operator,
                    change: describe(arena, edit),
                    terms: changed,
                });
            }
            !edits.is_empty()
        });
    }
    found
}

/// Every change that the rules allow below `sides`.
fn edits(arena: &Arena, sides: &[Id]) -> Vec<Edit> {
    let below = arena.cone(sides.iter().copied());
    let mut edits = Vec::new();
    for at in arena.ids().filter(|id| below[id.index()]) {
        match arena.term(at) {
            (Term::App(op, args), width) => of_node(arena, at, op, &args, width, &mut edits),
            (_, width) if sides.contains(&at) => {
                let bits = [0, width / 2, width - 1].into_iter().take(width.min(3) as usize);
                let edit = |bit| Edit { at, operator: "flip bit", rule: Rule::FlipBit(bit) };
                edits.extend(bits.map(edit));
            }
            _ => {}
        }
    }
    edits
}

fn of_node(arena: &Arena, at: Id, op: Op, args: &[Id; 3], width: u32, edits: &mut Vec<Edit>) {
    let mut push = |operator, rule| edits.push(Edit { at, operator, rule });
    let width_of = |k: usize| arena.term(args[k]).1;
    for &other in others(op) {
        push("swap operator", Rule::Swap(other));
    }
    match op {
        Op::Eq => push("swap operator", Rule::Negate),
        Op::Sub | Op::Ult | Op::Slt | Op::Udiv | Op::Sdiv | Op::Urem | Op::Srem => {
            push("exchange operands", Rule::Exchange(0, 1));
        }
        Op::Concat if width_of(0) == width_of(1) => {
            push("exchange operands", Rule::Exchange(0, 1));
        }
        Op::Ite => push("exchange operands", Rule::Exchange(1, 2)),
        Op::Or if directions(arena, args).is_some() => push("rotate direction", Rule::Rotate),
        Op::Slice { lo } => {
            let slips = [lo.checked_sub(8), lo.checked_sub(1), Some(lo + 1), Some(lo + 8)];
            for lo in slips.into_iter().flatten().filter(|lo| lo + width <= width_of(0)) {
                push("slip index", Rule::Swap(Op::Slice { lo }));
            }
        }
        _ => {}
    }
    for (k, &arg) in args[..op.arity()].iter().enumerate() {
        let (term, arg_width) = arena.term(arg);
        if arg_width == width && !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            push("drop term", Rule::Drop(k));
        }
        if let Term::Lit(_) = term {
            let bits = [0, 1, arg_width / 2, arg_width - 1];
            for bit in bits.into_iter().filter(|&bit| bit < arg_width) {
                push("flip constant", Rule::FlipArgument(k, bit));
            }
        }
    }
}

/// Operations that are mistaken for this one and take the same arguments.
fn others(op: Op) -> &'static [Op] {
    match op {
        Op::Add => &[Op::Sub, Op::Or],
        Op::Sub => &[Op::Add],
        Op::Mul => &[Op::Clmul],
        Op::Clmul => &[Op::Mul],
        Op::Udiv => &[Op::Sdiv, Op::Urem],
        Op::Sdiv => &[Op::Udiv, Op::Srem],
        Op::Urem => &[Op::Srem, Op::Udiv],
        Op::Srem => &[Op::Urem, Op::Sdiv],
        Op::And => &[Op::Or, Op::Xor],
        Op::Or => &[Op::And, Op::Xor],
        Op::Xor => &[Op::Or, Op::And],
        Op::Shl => &[Op::Lshr],
        Op::Lshr => &[Op::Shl, Op::Ashr],
        Op::Ashr => &[Op::Lshr, Op::Shl],
        Op::Ult => &[Op::Slt],
        Op::Slt => &[Op::Ult],
        Op::Zext => &[Op::Sext],
        Op::Sext => &[Op::Zext],
        _ => &[],
    }
}

/// The two shifts below a union that is a rotation, with their directions exchanged.
fn directions(arena: &Arena, args: &[Id; 3]) -> Option<[(Op, [Id; 3]); 2]> {
    let shift = |id| match arena.term(id).0 {
        Term::App(Op::Shl, of) => Some((Op::Lshr, of)),
        Term::App(Op::Lshr, of) => Some((Op::Shl, of)),
        _ => None,
    };
    let (a, b) = (shift(args[0])?, shift(args[1])?);
    (a.0 != b.0 && a.1[0] == b.1[0]).then_some([a, b])
}

/// The terms with the edit made, and everything above it made again.
fn rebuild(arena: &Arena, terms: &[Id], edit: Edit) -> Vec<Id> {
    let needed = arena.cone(terms.iter().copied());
    let mut made = HashMap::from([(edit.at, changed(arena, edit))]);
    for id in arena.ids().take(needed.len()).skip(edit.at.index() + 1) {
        if let (true, (Term::App(op, args), width)) = (needed[id.index()], arena.term(id))
            && args[..op.arity()].iter().any(|a| made.contains_key(a))
        {
            let args = args.map(|a| made.get(&a).copied().unwrap_or(a));
            made.insert(id, apply(arena, op, width, args));
        }
    }
    terms.iter().map(|id| made.get(id).copied().unwrap_or(*id)).collect()
}

fn apply(arena: &Arena, op: Op, width: u32, args: [Id; 3]) -> Id {
    let args = args.map(|raw| Arg { raw, width: arena.term(raw).1 });
    arena.dom().app(op, width, &args[..op.arity()])
}

fn one_hot(arena: &Arena, width: u32, bit: u32) -> Id {
    let limbs = std::array::from_fn(|k| u64::from(k as u32 == bit / 64) << (bit % 64));
    arena.dom().wide_lit(width, Val::from(limbs)).raw()
}

fn changed(arena: &Arena, Edit { at, rule, .. }: Edit) -> Id {
    let (term, width) = arena.term(at);
    let Term::App(op, mut args) = term else {
        let Rule::FlipBit(bit) = rule else { unreachable!("other rules are for operations") };
        return apply(arena, Op::Xor, width, [at, one_hot(arena, width, bit), at]);
    };
    match rule {
        Rule::Swap(other) => apply(arena, other, width, args),
        Rule::Exchange(a, b) => {
            args.swap(a, b);
            apply(arena, op, width, args)
        }
        Rule::Negate => apply(arena, Op::Not, width, [at; 3]),
        Rule::Drop(k) => args[k],
        Rule::FlipArgument(k, bit) => {
            let of = arena.term(args[k]).1;
            args[k] = apply(arena, Op::Xor, of, [args[k], one_hot(arena, of, bit), args[k]]);
            apply(arena, op, width, args)
        }
        Rule::FlipBit(_) => unreachable!("for sides that are no operation"),
        Rule::Rotate => {
            let turned = directions(arena, &args).expect("it was a rotation when it was found");
            let [a, b] = turned.map(|(op, args)| apply(arena, op, width, args));
            apply(arena, op, width, [a, b, a])
        }
    }
}

fn describe(arena: &Arena, edit: Edit) -> String {
    let name = |op: Op| match op {
        Op::Lookup(table) => format!("Lookup({})", table.name),
        _ => format!("{op:?}"),
    };
    let node = match arena.term(edit.at).0 {
        Term::App(op, _) => name(op),
        Term::Lit(value) => format!("{value:?}"),
        Term::Var(k) => arena.vars()[k].0.clone(),
    };
    let becomes = match edit.rule {
        Rule::Swap(op) => format!("becomes {}", name(op)),
        Rule::Exchange(a, b) => format!("has arguments {a} and {b} exchanged"),
        Rule::Negate => "is negated".into(),
        Rule::Drop(k) => format!("becomes its argument {k}"),
        Rule::FlipArgument(k, bit) => format!("has bit {bit} of its constant argument {k} flipped"),
        Rule::FlipBit(bit) => format!("has bit {bit} flipped"),
        Rule::Rotate => "rotates the other way".into(),
    };
    format!("{node} (term {}) {becomes}", edit.at.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::domain::Bv;

    fn kinds(found: &[Mutation]) -> HashSet<&'static str> {
        found.iter().map(|mutation| mutation.operator).collect()
    }

    #[test]
    fn every_kind_of_slip_is_made() {
        let arena = Arena::default();
        let (a, b) = (arena.dom().var(32, "a"), arena.dom().var(32, "b"));
        let term = a.rotl(7).lo(16).zext(32) + (a.ult(b).select(a, b) ^ a.lit(5));
        let found = mutations(&arena, &[term.raw()], 1, 1000, 1);
        let expected = [
            "drop term",
            "exchange operands",
            "flip constant",
            "rotate direction",
            "slip index",
            "swap operator",
        ];
        assert_eq!(kinds(&found), HashSet::from(expected));
        assert_eq!(kinds(&mutations(&arena, &[term.raw()], 1, 6, 1)), HashSet::from(expected));
    }

    #[test]
    fn every_mutant_is_another_term_than_the_original_and_than_each_other() {
        let arena = Arena::default();
        let (a, b) = (arena.dom().var(8, "a"), arena.dom().var(8, "b"));
        let term = (a & b) + (a - b);
        let found = mutations(&arena, &[term.raw()], 1, 1000, 1);
        let different: HashSet<_> = found.iter().map(|m| m.terms[0]).collect();
        assert_eq!(different.len(), found.len());
        assert!(!different.contains(&term.raw()) && different.len() > 8, "{found:#?}");
    }

    #[test]
    fn the_seed_decides_and_the_count_limits() {
        let made = |seed| {
            let arena = Arena::default();
            let (a, b) = (arena.dom().var(8, "a"), arena.dom().var(8, "b"));
            let term = (a & b) + (a - b) * (a ^ b);
            let found = mutations(&arena, &[term.raw()], 1, 5, seed);
            found.into_iter().map(|m| m.change).collect::<Vec<_>>()
        };
        assert_eq!((made(1), made(1).len()), (made(1), 5));
        assert_ne!(made(1), made(2));
    }

    #[test]
    fn a_side_that_is_no_operation_is_changed_too() {
        let arena = Arena::default();
        for side in [arena.dom().var(1, "a"), Bv::new(arena.dom(), 32, 5)] {
            assert!(!mutations(&arena, &[side.raw()], 1, 8, 1).is_empty());
        }
    }

    #[test]
    fn what_stands_above_a_change_changes_with_it_and_the_rest_does_not() {
        let arena = Arena::default();
        let (a, b) = (arena.dom().var(8, "a"), arena.dom().var(8, "b"));
        let (sum, other) = (a + b, a ^ b);
        let terms = [sum.raw(), (!sum).raw(), other.raw()];
        for mutation in mutations(&arena, &terms, 1, 100, 1) {
            assert!(mutation.terms[0] != terms[0] && mutation.terms[1] != terms[1]);
            assert_eq!(mutation.terms[2], terms[2]);
        }
    }
}
