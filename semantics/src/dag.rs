//! Terms: the symbolic domain. One arena, `u32` handles, equal terms have equal handles.
//!
//! SMT-LIB and SystemVerilog are printers of this graph, not further domains.

use crate::{
    bits::{self, Arg, Op, Val},
    domain::{Bv, Cut, Domain},
};
use std::{
    cell::RefCell,
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// Handle to a node. A node's arguments have smaller handles than the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    /// Position in the arena, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// Index into the literals.
    Lit(u32),
    /// Index into the names.
    Var(u32),
    /// Unused arguments repeat the first.
    App(Op, [Id; 3]),
}

/// A node as printers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A constant.
    Lit(Val),
    /// A variable: its position among [`Arena::vars`].
    Var(usize),
    /// An operation; only the first [`Op::arity`] arguments count.
    App(Op, [Id; 3]),
}

type Index<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

#[derive(Default, Debug)]
struct Store {
    nodes: Vec<(Node, u32)>,
    index: Index<(Node, u32), Id>,
    lits: Vec<Val>,
    lit_index: Index<Val, u32>,
    /// Name, width and node of each variable.
    vars: Vec<(String, u32, Id)>,
    cuts: Vec<(Id, Cut)>,
}

/// Owns the terms of one goal.
#[derive(Default, Debug)]
pub struct Arena(RefCell<Store>);

/// The symbolic domain: a reference to an arena.
#[derive(Clone, Copy, Debug)]
pub struct Dag<'a>(&'a Arena);

impl Store {
    fn intern(&mut self, node: Node, width: u32) -> Id {
        *self.index.entry((node, width)).or_insert_with_key(|key| {
            self.nodes.push(*key);
            Id(self.nodes.len() as u32 - 1)
        })
    }
    fn lit(&mut self, width: u32, value: Val) -> Id {
        let k = *self.lit_index.entry(value).or_insert_with(|| {
            self.lits.push(value);
            self.lits.len() as u32 - 1
        });
        self.intern(Node::Lit(k), width)
    }
    fn known(&self, id: Id) -> Option<Val> {
        match self.nodes[id.0 as usize].0 {
            Node::Lit(k) => Some(self.lits[k as usize]),
            _ => None,
        }
    }
}

impl Arena {
    /// The domain whose terms live here.
    pub fn dom(&self) -> Dag<'_> {
        Dag(self)
    }
    /// Number of distinct terms.
    pub fn size(&self) -> usize {
        self.0.borrow().nodes.len()
    }
    /// All terms, arguments before what uses them.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.size() as u32).map(Id)
    }
    /// One node and its width.
    pub fn term(&self, id: Id) -> (Term, u32) {
        let store = self.0.borrow();
        let (node, width) = store.nodes[id.index()];
        let term = match node {
            Node::Lit(k) => Term::Lit(store.lits[k as usize]),
            Node::Var(k) => Term::Var(k as usize),
            Node::App(op, args) => Term::App(op, args),
        };
        (term, width)
    }
    /// Name and width of each variable, in the order of their making.
    pub fn vars(&self) -> Vec<(String, u32)> {
        self.0.borrow().vars.iter().map(|(name, width, _)| (name.clone(), *width)).collect()
    }
    /// The terms that were named, in that order.
    pub fn cuts(&self) -> Vec<(Id, Cut)> {
        self.0.borrow().cuts.clone()
    }
    /// Which terms `roots` are made of: one flag a term, by [`Id::index`].
    pub fn cone(&self, roots: impl IntoIterator<Item = Id>) -> Vec<bool> {
        let store = self.0.borrow();
        let mut needed = vec![false; store.nodes.len()];
        roots.into_iter().for_each(|id| needed[id.index()] = true);
        for k in (0..needed.len()).rev() {
            if let (true, Node::App(_, args)) = (needed[k], store.nodes[k].0) {
                args.iter().for_each(|id| needed[id.index()] = true);
            }
        }
        needed
    }
    /// Evaluates every term once, given a value for each variable. A value is cut to its width.
    pub fn eval(&self, var: impl Fn(&str) -> Val) -> impl Fn(Id) -> Val {
        let store = self.0.borrow();
        let mut v: Vec<Val> = Vec::with_capacity(store.nodes.len());
        for &(node, width) in &store.nodes {
            let arg = |id: Id| Arg { raw: v[id.0 as usize], width: store.nodes[id.0 as usize].1 };
            v.push(match node {
                Node::Lit(k) => store.lits[k as usize],
                Node::Var(k) => var(&store.vars[k as usize].0).truncate(width),
                Node::App(op, args) => bits::eval(op, width, &args.map(arg)[..op.arity()]),
            });
        }
        move |id| v[id.0 as usize]
    }
}

impl<'a> Dag<'a> {
    /// The variable of this name; made when it is new.
    ///
    /// # Panics
    /// When it exists with another width.
    #[track_caller]
    pub fn var(self, width: u32, name: &str) -> Bv<Self> {
        let store = &mut *self.0.0.borrow_mut();
        if let Some(&(_, known, id)) = store.vars.iter().find(|v| v.0 == name) {
            assert!(known == width, "variable {name} of {known} and of {width} bits");
            return Bv::from_raw(self, width, id);
        }
        let id = store.intern(Node::Var(store.vars.len() as u32), width);
        store.vars.push((name.into(), width, id));
        Bv::from_raw(self, width, id)
    }
    /// The arena behind it.
    pub fn arena(self) -> &'a Arena {
        self.0
    }
    /// A constant of any width.
    pub fn wide_lit(self, width: u32, value: Val) -> Bv<Self> {
        let id = self.0.0.borrow_mut().lit(width, value.truncate(width));
        Bv::from_raw(self, width, id)
    }
}

impl Domain for Dag<'_> {
    type Raw = Id;
    fn lit(self, width: u32, value: u128) -> Id {
        self.0.0.borrow_mut().lit(width, Val::from(value))
    }
    fn app(self, op: Op, width: u32, args: &[Arg<Id>]) -> Id {
        let store = &mut *self.0.0.borrow_mut();
        let mut known = [Arg { raw: Val::from(0), width: 1 }; 3];
        let mut ids = [args[0].raw; 3];
        let mut all = true;
        for (k, a) in args.iter().enumerate() {
            ids[k] = a.raw;
            match store.known(a.raw) {
                Some(raw) => known[k] = Arg { raw, width: a.width },
                None => all = false,
            }
        }
        match op {
            Op::Zext | Op::Sext | Op::Slice { .. } if args[0].width == width => args[0].raw,
            // A known condition chooses: what a branch on public data does not take is no term.
            Op::Ite if store.known(ids[0]) == Some(Val::from(1)) => ids[1],
            Op::Ite if store.known(ids[0]) == Some(Val::from(0)) => ids[2],
            _ if all => store.lit(width, bits::eval(op, width, &known[..args.len()])),
            _ => store.intern(Node::App(op, ids), width),
        }
    }
    fn known(self, raw: Id) -> Option<u128> {
        self.0.0.borrow().known(raw)?.to_u128()
    }
    fn cut(self, raw: Id, cut: Cut) -> Id {
        self.0.0.borrow_mut().cuts.push((raw, cut));
        raw
    }
}

/// A multiplicative hasher: keys are small, and no adversary picks them.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(b.into());
        }
    }
    fn write_u32(&mut self, x: u32) {
        self.write_u64(x.into());
    }
    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }
    fn write_isize(&mut self, x: isize) {
        self.write_u64(x as u64);
    }
    fn write_u64(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(23) ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
