//! Terms as expressions of a language: those that are used more than once get a name.

use crate::circuit::{Port, below};
use semantics::{
    bits::{Op, Val},
    dag::{Arena, Id, Term},
};

/// How deep expressions nest before a part gets a name although it is used once.
const DEEPEST: u32 = 6;

/// What terms are printed as.
pub(crate) trait Language {
    /// A printed term.
    type Expr: Clone;
    /// A constant.
    fn literal(&mut self, value: Val, width: u32) -> Self::Expr;
    /// An input, by its name.
    fn input(&mut self, name: &str, width: u32) -> Self::Expr;
    /// An operation.
    fn apply(&mut self, op: Op, width: u32, args: &[(Self::Expr, u32)]) -> Self::Expr;
    /// A term that gets a name.
    fn bind(&mut self, number: usize, width: u32, expr: Self::Expr) -> Self::Expr;
    /// Whether the arguments of an operation must be names; those that are constants.
    fn wants_names(op: Op, constant: bool) -> bool;
}

/// Prints what the roots are made of; the roots themselves in their order.
pub(crate) fn walk<L: Language>(
    arena: &Arena,
    roots: &[Port],
    inputs: &[Port],
    language: &mut L,
) -> Vec<L::Expr> {
    let needed = below(arena, roots, inputs);
    let is_input = |id: Id| inputs.iter().find(|port| port.id == id);
    let mut uses = vec![0u32; arena.size()];
    let mut named = vec![false; arena.size()];
    roots.iter().for_each(|port| uses[port.id.index()] += 1);
    let ids: Vec<Id> = arena.ids().filter(|id| needed[id.index()]).collect();
    for &id in &ids {
        let (Term::App(op, args), _) = arena.term(id) else { continue };
        if is_input(id).is_some() {
            continue;
        }
        for arg in &args[..op.arity()] {
            uses[arg.index()] += 1;
            let constant = matches!(arena.term(*arg).0, Term::Lit(_));
            named[arg.index()] |= L::wants_names(op, constant);
        }
    }
    let mut printed: Vec<Option<(L::Expr, u32)>> = vec![None; arena.size()];
    let mut number = 0;
    for &id in &ids {
        let (term, width) = arena.term(id);
        let expr = match (is_input(id), term) {
            (Some(port), _) => (language.input(&port.name, width), 0),
            (None, Term::Lit(value)) => {
                let literal = language.literal(value, width);
                if named[id.index()] {
                    number += 1;
                    (language.bind(number, width, literal), 0)
                } else {
                    (literal, 0)
                }
            }
            // Every variable of a circuit or a goal is among its inputs.
            (None, Term::Var(k)) => (language.input(&arena.vars()[k].0, width), 0),
            (None, Term::App(op, args)) => {
                let args = args[..op.arity()].iter().map(|arg| {
                    let (expr, depth) = printed[arg.index()].clone().expect("arguments come first");
                    ((expr, arena.term(*arg).1), depth)
                });
                let (args, depths): (Vec<_>, Vec<u32>) = args.unzip();
                let expr = language.apply(op, width, &args);
                let depth = 1 + depths.into_iter().max().unwrap_or(0);
                if uses[id.index()] > 1 || named[id.index()] || depth > DEEPEST {
                    number += 1;
                    (language.bind(number, width, expr), 0)
                } else {
                    (expr, depth)
                }
            }
        };
        printed[id.index()] = Some(expr);
    }
    let root = |port: &Port| printed[port.id.index()].clone().expect("a root is needed").0;
    roots.iter().map(root).collect()
}

/// The digits of a constant, the highest first: hexadecimal when the width allows, else binary.
pub(crate) fn digits(value: Val, width: u32, hexadecimal: bool) -> String {
    let per_digit = if hexadecimal { 4 } else { 1 };
    let count = width.div_ceil(per_digit);
    let limbs = value.limbs();
    let digit = |k: u32| {
        let at = k * per_digit;
        limbs[at as usize / 64] >> (at % 64) & ((1 << per_digit) - 1)
    };
    (0..count).rev().map(|k| format!("{:x}", digit(k))).collect()
}
