//! A computation taken out of an arena: terms over named inputs, to be run again in any domain.

use crate::{
    bits::{Arg, Op, Val},
    dag::{Arena, Id, Term},
    domain::{Bv, Cut, Domain},
};

/// Terms over named inputs. Running it repeats them, node by node.
#[derive(Clone, Debug)]
pub struct Program {
    nodes: Vec<(Node, u32)>,
    /// Name and width.
    inputs: Vec<(String, u32)>,
    outputs: Vec<usize>,
    /// Which nodes a reference named, in its order.
    cuts: Vec<(usize, Cut)>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Lit(Val),
    /// Index into the inputs.
    Input(usize),
    /// Unused arguments repeat the first.
    App(Op, [usize; 3]),
}

impl Program {
    /// What `outputs` are made of.
    pub fn of(arena: &Arena, outputs: &[Id]) -> Program {
        let needed = arena.cone(outputs.iter().copied());
        let vars = arena.vars();
        let mut at = vec![usize::MAX; needed.len()];
        let mut program = Program {
            nodes: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            cuts: Vec::new(),
        };
        for id in arena.ids().filter(|id| needed[id.index()]) {
            let (term, width) = arena.term(id);
            let node = match term {
                Term::Lit(value) => Node::Lit(value),
                Term::Var(k) => {
                    program.inputs.push(vars[k].clone());
                    Node::Input(program.inputs.len() - 1)
                }
                Term::App(op, args) => Node::App(op, args.map(|arg| at[arg.index()])),
            };
            at[id.index()] = program.nodes.len();
            program.nodes.push((node, width));
        }
        program.outputs = outputs.iter().map(|id| at[id.index()]).collect();
        let named = arena.cuts().into_iter().filter(|(id, _)| needed[id.index()]);
        program.cuts = named.map(|(id, cut)| (at[id.index()], cut)).collect();
        program
    }
    /// Name and width of each input.
    pub fn inputs(&self) -> &[(String, u32)] {
        &self.inputs
    }
    /// Number of operations, constants and inputs.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
    /// The outputs, in domain `dom`, for the values that `input` gives.
    ///
    /// # Panics
    /// When `input` gives a value of another width than it is asked for.
    pub fn run<D: Domain>(&self, dom: D, mut input: impl FnMut(&str, u32) -> Bv<D>) -> Vec<Bv<D>> {
        let mut values: Vec<Bv<D>> = Vec::with_capacity(self.nodes.len());
        for &(node, width) in &self.nodes {
            let value = match node {
                Node::Lit(value) => literal(dom, width, value),
                Node::Input(k) => {
                    let value = input(&self.inputs[k].0, width);
                    assert!(value.width() == width, "input {} of another width", self.inputs[k].0);
                    value
                }
                Node::App(op, args) => {
                    let args = args.map(|k| Arg { raw: values[k].raw(), width: values[k].width() });
                    Bv::from_raw(dom, width, dom.app(op, width, &args[..op.arity()]))
                }
            };
            values.push(value);
        }
        for &(k, cut) in &self.cuts {
            dom.cut(values[k].raw(), cut);
        }
        self.outputs.iter().map(|&k| values[k]).collect()
    }
}

/// A constant of any width, from pieces that a domain can make.
fn literal<D: Domain>(dom: D, width: u32, value: Val) -> Bv<D> {
    let limbs = value.limbs();
    let limb = |k: u32| u128::from(limbs[k as usize]);
    let piece =
        |lo: u32| Bv::new(dom, (width - lo).min(128), limb(lo / 64) | limb(lo / 64 + 1) << 64);
    let mut pieces = (0..width).step_by(128).map(piece);
    let low = pieces.next().expect("a value has a bit");
    pieces.fold(low, |low, high| high.concat(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Concrete;

    #[test]
    fn it_is_the_same_computation_in_every_domain() {
        let arena = Arena::default();
        let (a, b) = (arena.dom().var(64, "a"), arena.dom().var(64, "b"));
        let wide = a.zext(300).concat(b).cut("wide", 3);
        let constant = (wide.lit(0x1234) << 150).lo(364) | wide.lit(u128::MAX);
        let sum = (wide + constant).bits(299, 100);
        let less = a.ult(b).select(a, b);
        let program = Program::of(&arena, &[sum.raw(), less.raw()]);
        let names: Vec<_> = program.inputs().iter().map(|i| i.0.as_str()).collect();
        assert_eq!(names, ["a", "b"]);

        // On terms it is the very same terms, and a cut stays where it was.
        let again = program.run(arena.dom(), |name, width| arena.dom().var(width, name));
        assert_eq!([again[0].raw(), again[1].raw()], [sum.raw(), less.raw()]);
        assert_eq!(arena.cuts().len(), 2);
        assert_eq!(arena.cuts()[0], arena.cuts()[1]);

        let (x, y) = (0x8000_0000_0000_0001, 0x7fff_ffff_ffff_fff3);
        let value = |name: &str| if name == "a" { x } else { y };
        let on_terms = arena.eval(|name| Val::from(value(name)));
        let numbers = program.run(Concrete::<8>, |name, w| Bv::new(Concrete, w, value(name)));
        assert_eq!(numbers[0].raw(), on_terms(sum.raw()));
        assert_eq!(numbers[1].raw(), Val::from(y));
    }
}
