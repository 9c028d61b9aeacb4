//! What a goal is, as a hash: the key under which its verdict is kept.

use crate::cone::{Cone, Node};
use semantics::{
    bits::Op,
    claim::Goal,
    dag::{Arena, Id},
};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Goes up with every change of what is asked for a goal: the printer, or the steps that decide.
pub(crate) const QUESTIONS: u32 = 4;

/// SHA-256 of a goal's terms, variables, tables and names of equalities, and of the solvers, in hex.
pub(crate) fn goal(arena: &Arena, goal: &Goal<'_>, solvers: &str) -> String {
    let parts = goal.parts().iter().map(|part| (part.name.as_str(), part.left, part.right));
    of(arena, goal, &format!("goal {QUESTIONS} {solvers}"), parts)
}

/// The same of pairs of terms under a goal's assumptions.
pub(crate) fn pairs(arena: &Arena, goal: &Goal<'_>, pairs: &[(Id, Id)]) -> String {
    of(arena, goal, "pairs", pairs.iter().map(|&(a, b)| ("", a, b)))
}

fn of<'n>(
    arena: &Arena,
    goal: &Goal<'_>,
    header: &str,
    parts: impl Iterator<Item = (&'n str, Id, Id)> + Clone,
) -> String {
    let assumed = goal.assumptions().iter().copied();
    let cone = Cone::of(arena, assumed.clone().chain(parts.clone().flat_map(|(_, l, r)| [l, r])));
    let mut hash = Sha256::new();
    // Names are quoted, so no name can pass for the structure around it.
    let mut line = |text: std::fmt::Arguments<'_>| {
        hash.update(text.to_string());
        hash.update("\n");
    };
    line(format_args!("{header:?}"));
    for (at, &(node, width)) in cone.nodes.iter().enumerate() {
        match node {
            Node::Lit(value) => line(format_args!("{at}:{width} = {value:?}")),
            Node::Var(k) => {
                let name = &cone.vars.iter().find(|var| var.index == k).expect("it occurs").name;
                line(format_args!("{at}:{width} = {name:?}"));
            }
            Node::App(op, args) => {
                let args = &args[..op.arity()];
                match op {
                    Op::Lookup(table) => {
                        line(format_args!("{at}:{width} = table {:?} {args:?}", table.data));
                    }
                    _ => line(format_args!("{at}:{width} = {op:?} {args:?}")),
                }
            }
        }
    }
    assumed.for_each(|id| line(format_args!("assume {}", cone.at(id))));
    for (name, left, right) in parts {
        line(format_args!("{name:?}: {} = {}", cone.at(left), cone.at(right)));
    }
    hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
