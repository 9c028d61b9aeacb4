//! The terms that a question is about, copied out of their arena: dense, owned, and fit to be sent
//! to another thread. Evaluation, printing and hashing all read this.

use semantics::{
    bits::{Op, Val},
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
}

#[cfg(test)]
impl Cone {
    /// A cone that no arena made: arenas fold operations on constants.
    pub(crate) fn from_nodes(nodes: Vec<(Node, u32)>) -> Self {
        Cone { nodes, vars: Vec::new(), arity: 0, place: HashMap::new() }
    }
}
