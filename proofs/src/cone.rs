//! The terms that a question is about, copied out of their arena: dense, owned, and fit to be sent
//! to another thread. Evaluation, printing and hashing all read this.

use semantics::{
    bits::{self, Arg, Op, Val},
    dag::{Arena, Id, Term},
};
use std::collections::HashMap;

/// A node; arguments are positions of earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Lit(Val),
    /// Position among [`Arena::vars`].
    Var(usize),
    App(Op, [usize; 3]),
}

/// A variable of a cone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Var {
    /// Position among [`Arena::vars`].
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) width: u32,
}

/// A value for each of [`Arena::vars`]; those that a cone lacks do not matter to it.
pub(crate) type Inputs = Vec<Val>;

/// Some terms and all that they are made of, arguments first.
#[derive(Debug)]
pub(crate) struct Cone {
    /// Each node with its width.
    pub(crate) nodes: Vec<(Node, u32)>,
    /// The variables that occur.
    pub(crate) vars: Vec<Var>,
    /// Number of [`Arena::vars`].
    pub(crate) arity: usize,
    place: HashMap<Id, usize>,
}

impl Cone {
    /// The terms below `roots`.
    pub(crate) fn of(arena: &Arena, roots: impl IntoIterator<Item = Id>) -> Self {
        let names = arena.vars();
        let mut cone =
            Cone { nodes: Vec::new(), vars: Vec::new(), arity: names.len(), place: HashMap::new() };
        let needed = arena.cone(roots);
        for id in arena.ids().filter(|id| needed[id.index()]) {
            let (term, width) = arena.term(id);
            let node = match term {
                Term::Lit(value) => Node::Lit(value),
                Term::Var(k) => {
                    cone.vars.push(Var { index: k, name: names[k].0.clone(), width });
                    Node::Var(k)
                }
                Term::App(op, args) => Node::App(op, args.map(|a| cone.place[&a])),
            };
            cone.place.insert(id, cone.nodes.len());
            cone.nodes.push((node, width));
        }
        cone
    }
    /// Where a term is among the nodes.
    pub(crate) fn at(&self, id: Id) -> usize {
        self.place[&id]
    }
    /// Whether a term is among them.
    pub(crate) fn contains(&self, id: Id) -> bool {
        self.place.contains_key(&id)
    }
    /// Whether a table is looked up.
    pub(crate) fn has_tables(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.0, Node::App(Op::Lookup(_), _)))
    }
    /// Whether it has the shape of a division identity: few terms, and among them a quotient or a
    /// remainder and a product of more than 16 bits, none of them by a constant.
    pub(crate) fn divides_and_multiplies(&self) -> bool {
        const FEW: usize = 48;
        let known = |k: usize| matches!(self.nodes[k].0, Node::Lit(_));
        let has = |wanted: fn(Op) -> bool| {
            self.nodes.iter().any(|&(node, width)| match node {
                Node::App(op, [a, b, _]) => wanted(op) && width > 16 && !known(a) && !known(b),
                _ => false,
            })
        };
        let division = |op| matches!(op, Op::Udiv | Op::Sdiv | Op::Urem | Op::Srem);
        self.nodes.len() <= FEW && has(|op| op == Op::Mul) && has(division)
    }
    fn widest(&self) -> u32 {
        self.nodes.iter().map(|node| node.1).max().unwrap_or(1)
    }
}

/// Evaluates a cone again and again. No arithmetic of its own: it calls [`bits::eval`] on values
/// of two limbs when nothing is wider, which is what makes it faster than [`Arena::eval`].
#[derive(Debug)]
pub(crate) struct Evaluator<'c> {
    cone: &'c Cone,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Narrow(Vec<Val<2>>),
    Wide(Vec<Val>),
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(cone: &'c Cone) -> Self {
        let literal = |node: &(Node, u32)| match node.0 {
            Node::Lit(value) => value,
            _ => Val::from(0),
        };
        let values = match cone.widest() {
            ..=128 => Values::Narrow(cone.nodes.iter().map(|n| resize(literal(n))).collect()),
            _ => Values::Wide(cone.nodes.iter().map(literal).collect()),
        };
        Evaluator { cone, values }
    }
    /// Gives every node its value under `inputs`.
    pub(crate) fn load(&mut self, inputs: &Inputs) {
        match &mut self.values {
            Values::Narrow(values) => fill(self.cone, inputs, values),
            Values::Wide(values) => fill(self.cone, inputs, values),
        }
    }
    /// The value of a node.
    pub(crate) fn get(&self, at: usize) -> Val {
        match &self.values {
            Values::Narrow(values) => resize(values[at]),
            Values::Wide(values) => values[at],
        }
    }
    /// Whether all these nodes of one bit are 1.
    pub(crate) fn all(&self, bits: &[usize]) -> bool {
        bits.iter().all(|&at| self.get(at) == Val::from(1))
    }
}

fn fill<const L: usize>(cone: &Cone, inputs: &Inputs, values: &mut [Val<L>]) {
    for (at, &(node, width)) in cone.nodes.iter().enumerate() {
        match node {
            Node::Lit(_) => {}
            Node::Var(k) => values[at] = resize(inputs[k].truncate(width)),
            Node::App(op, args) => {
                let args = args.map(|k| Arg { raw: values[k], width: cone.nodes[k].1 });
                values[at] = bits::eval(op, width, &args[..op.arity()]);
            }
        }
    }
}

/// The same number in another capacity; what does not fit is never there.
fn resize<const A: usize, const B: usize>(value: Val<A>) -> Val<B> {
    let limbs = value.limbs();
    Val::from(std::array::from_fn(|k| limbs.get(k).copied().unwrap_or(0)))
}

#[cfg(test)]
impl Cone {
    /// A cone that no arena made: arenas fold operations on constants.
    pub(crate) fn from_nodes(nodes: Vec<(Node, u32)>) -> Self {
        Cone { nodes, vars: Vec::new(), arity: 0, place: HashMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use semantics::{
        dag::Dag,
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
            let mut evaluator = Evaluator::new(&cone);
            // Twice: nothing of the first may be left.
            evaluator.load(&vec![Val::from(0); 3]);
            evaluator.load(&inputs);
            let names = arena.vars();
            let expected =
                arena.eval(|name| inputs[names.iter().position(|n| n.0 == name).unwrap()]);
            for root in roots {
                prop_assert_eq!(evaluator.get(cone.at(root)), expected(root));
            }
        }
    }
}
