//! Evaluation of a cone at many assignments.

use crate::cone::{Cone, Inputs, Node};
use semantics::bits::{self, Arg, Val};
use std::array;

/// So many assignments are evaluated together: what a node is, is looked at once for all of them.
const LANES: usize = 8;

/// Evaluates a cone again and again. No arithmetic of its own: it calls [`bits::eval`] on values
/// of two limbs when nothing is wider, and on many assignments at once, which is what makes it faster
/// than [`semantics::dag::Arena::eval`].
#[derive(Debug)]
pub(crate) struct Evaluator<'c> {
    cone: &'c Cone,
    values: Values,
}

/// The values of each node in every lane.
#[derive(Debug)]
enum Values {
    Narrow(Vec<[Val<2>; LANES]>),
    Wide(Vec<[Val; LANES]>),
}

/// The values of all nodes at one assignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<'e> {
    values: &'e Values,
    lane: usize,
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(cone: &'c Cone) -> Self {
        let widest = cone.nodes.iter().map(|node| node.1).max().unwrap_or(1);
        let values = match widest {
            ..=128 => Values::Narrow(literals(cone)),
            _ => Values::Wide(literals(cone)),
        };
        Evaluator { cone, values }
    }
    /// The first of some assignments at which something holds.
    pub(crate) fn find<'i>(
        &mut self,
        assignments: &'i [Inputs],
        mut holds: impl FnMut(Point<'_>) -> bool,
    ) -> Option<&'i Inputs> {
        assignments.chunks(LANES).find_map(|some| {
            self.load(some);
            let lane = (0..some.len()).find(|&lane| holds(self.point(lane)))?;
            Some(&some[lane])
        })
    }
    /// What is to be said of each of some assignments.
    pub(crate) fn each<T>(
        &mut self,
        assignments: &[Inputs],
        mut says: impl FnMut(Point<'_>) -> T,
    ) -> Vec<T> {
        let mut said = Vec::with_capacity(assignments.len());
        self.find(assignments, |at| {
            said.push(says(at));
            false
        });
        said
    }
    fn load(&mut self, some: &[Inputs]) {
        match &mut self.values {
            Values::Narrow(values) => fill(self.cone, some, values),
            Values::Wide(values) => fill(self.cone, some, values),
        }
    }
    fn point(&self, lane: usize) -> Point<'_> {
        Point { values: &self.values, lane }
    }
}

impl Point<'_> {
    /// The value of a node.
    pub(crate) fn get(self, at: usize) -> Val {
        match self.values {
            Values::Narrow(values) => resize(values[at][self.lane]),
            Values::Wide(values) => values[at][self.lane],
        }
    }
    /// Whether all these nodes of one bit are 1.
    pub(crate) fn all(self, bits: &[usize]) -> bool {
        bits.iter().all(|&at| self.get(at) == Val::from(1))
    }
}

/// The constants in their places, and zeros in all others.
fn literals<const L: usize>(cone: &Cone) -> Vec<[Val<L>; LANES]> {
    let literal = |node: &(Node, u32)| match node.0 {
        Node::Lit(value) => [resize(value); LANES],
        _ => [Val::from([0; L]); LANES],
    };
    cone.nodes.iter().map(literal).collect()
}

/// Lanes without an assignment have the last one's.
fn fill<const L: usize>(cone: &Cone, some: &[Inputs], values: &mut [[Val<L>; LANES]]) {
    for (at, &(node, width)) in cone.nodes.iter().enumerate() {
        match node {
            Node::Lit(_) => {}
            Node::Var(k) => {
                let inputs = |lane: usize| &some[lane.min(some.len() - 1)];
                values[at] = array::from_fn(|lane| resize(inputs(lane)[k].truncate(width)));
            }
            Node::App(op, [a, b, c]) => {
                // Written out: closures over arrays are calls here, and this is what proving spends its time on.
                let arg =
                    |k: usize, lane: usize| Arg { raw: values[k][lane], width: cone.nodes[k].1 };
                let mut result = [Val::from([0; L]); LANES];
                for (lane, result) in result.iter_mut().enumerate() {
                    let args = [arg(a, lane), arg(b, lane), arg(c, lane)];
                    *result = bits::eval(op, width, &args[..op.arity()]);
                }
                values[at] = result;
            }
        }
    }
}

/// The same number in another capacity; what does not fit is never there.
fn resize<const A: usize, const B: usize>(value: Val<A>) -> Val<B> {
    let limbs = value.limbs();
    Val::from(array::from_fn(|k| limbs.get(k).copied().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use semantics::{
        bits::Op,
        dag::{Arena, Dag},
        domain::{Bv, Domain},
        gf256,
    };

    /// A graph over four variables, grown by one operation a step.
    fn grow<'a>(dom: Dag<'a>, width: u32, steps: &[(usize, usize, usize)]) -> Vec<Bv<Dag<'a>>> {
        let mut words: Vec<_> = ["a", "b", "c"].map(|name| dom.var(width, name)).into();
        words.push(Bv::new(dom, width, 3));
        let ops = [&Op::WORDS[..], &Op::TRUTHS].concat();
        for &(op, a, b) in steps {
            let (a, b) = (words[a % words.len()], words[b % words.len()]);
            let arg = |v: Bv<Dag<'a>>| Arg { raw: v.raw(), width };
            words.push(match op % (ops.len() + 3) {
                k if k < ops.len() => {
                    let gives = if Op::TRUTHS.contains(&ops[k]) { 1 } else { width };
                    let args = [arg(a), arg(b)];
                    let raw = dom.app(ops[k], gives, &args[..ops[k].arity()]);
                    Bv::from_raw(dom, gives, raw).zext(width)
                }
                k if k == ops.len() => a.lo(8).lookup(&gf256::SBOX).sext(width),
                k if k == ops.len() + 1 => a.bit(width - 1).select(a, b),
                _ => a.hi(4).concat(b.lo(width - 4)),
            });
        }
        words
    }

    /// Other inputs, made of some.
    fn turned(inputs: &Inputs, by: usize) -> Inputs {
        let turn = |value: &Val| {
            let mut limbs = value.limbs();
            limbs.rotate_left(by % 8);
            Val::from(limbs)
        };
        inputs.iter().map(turn).collect()
    }

    proptest! {
        #[test]
        fn evaluation_agrees_with_the_arena(
            width in prop::sample::select(vec![8u32, 13, 32, 64, 65, 128, 129, 300]),
            steps in prop::collection::vec((0usize..100, 0usize..100, 0usize..100), 1..40),
            values in prop::array::uniform3(prop::array::uniform8(any::<u64>())),
        ) {
            let arena = Arena::default();
            let words = grow(arena.dom(), width, &steps);
            let roots = [words[words.len() - 1].raw(), words[words.len() / 2].raw()];
            let cone = Cone::of(&arena, roots);
            let inputs: Inputs = values.map(Val::from).into();
            // More than fit at once; nothing of those before may be left.
            let all: Vec<Inputs> = (0..LANES + 2).map(|k| turned(&inputs, k)).collect();
            let read = |at: Point<'_>| roots.map(|root| at.get(cone.at(root)));
            let points = Evaluator::new(&cone).each(&all, read);
            prop_assert_eq!(points.len(), all.len());
            let names = arena.vars();
            for (inputs, point) in all.iter().zip(points) {
                let expected =
                    arena.eval(|name| inputs[names.iter().position(|n| n.0 == name).unwrap()]);
                prop_assert_eq!(point, roots.map(expected));
            }
        }
    }
}
