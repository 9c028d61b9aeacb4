//! On what terms depend.

use crate::event::Origin;
use semantics::dag::{Arena, Id, Term};

/// The origin of every term so far: what it may depend on, by the variables that are written in it.
#[derive(Debug, Default)]
pub(crate) struct Taint {
    /// By place among the arena's variables.
    variables: Vec<Origin>,
    /// By [`Id::index`]; constants have none.
    known: Vec<Option<Option<Origin>>>,
}

impl Taint {
    /// Says what a variable is; the default is secret.
    pub(crate) fn declare(&mut self, arena: &Arena, variable: Id, origin: Origin) {
        if let Term::Var(place) = arena.term(variable).0 {
            if self.variables.len() <= place {
                self.variables.resize(place + 1, Origin::Secret);
            }
            self.variables[place] = origin;
        }
    }
    /// The worst that is written in a term; public when there is nothing in it.
    pub(crate) fn of(&mut self, arena: &Arena, id: Id) -> Origin {
        self.known.resize(arena.size(), None);
        let mut next = vec![id];
        while let Some(&id) = next.last() {
            if self.known[id.index()].is_some() {
                next.pop();
                continue;
            }
            let origin = match arena.term(id).0 {
                Term::Lit(_) => None,
                Term::Var(place) => {
                    Some(self.variables.get(place).copied().unwrap_or(Origin::Secret))
                }
                Term::App(op, args) => {
                    let args = &args[..op.arity()];
                    let open = args.iter().filter(|arg| self.known[arg.index()].is_none());
                    let before = next.len();
                    next.extend(open);
                    if next.len() > before {
                        continue;
                    }
                    args.iter().filter_map(|arg| self.known[arg.index()].flatten()).min()
                }
            };
            self.known[id.index()] = Some(origin);
            next.pop();
        }
        self.known[id.index()].flatten().unwrap_or(Origin::Public)
    }
}
