//! Terms of the specification as graphs of gates. [`semantics::bits`] defines the operations; the
//! tests hold this to it.

use crate::{
    aig::{Aig, Lit},
    words::{self, Word},
};
use export::circuit::Circuit;
use semantics::{
    bits::{Op, Val},
    dag::{Arena, Id, Term},
};
use std::collections::BTreeMap;

/// The outputs of a circuit by name, for words on its inputs.
pub(crate) fn outputs(
    aig: &mut Aig,
    circuit: &Circuit,
    input: impl Fn(&str) -> Word,
) -> BTreeMap<String, Word> {
    let inputs = circuit.inputs.iter().map(|port| (port.id, input(&port.name))).collect();
    let roots: Vec<Id> = circuit.outputs.iter().map(|port| port.id).collect();
    let words = lower(aig, &circuit.arena, &inputs, &roots);
    let names = circuit.outputs.iter().map(|port| port.name.clone());
    names.zip(words).collect()
}

/// The words of some roots, given those of the variables.
pub(crate) fn lower(
    aig: &mut Aig,
    arena: &Arena,
    inputs: &BTreeMap<Id, Word>,
    roots: &[Id],
) -> Vec<Word> {
    let needed = arena.cone(roots.iter().copied());
    let mut words: Vec<Word> = vec![Word::new(); arena.size()];
    for id in arena.ids().filter(|id| needed[id.index()]) {
        let (term, width) = arena.term(id);
        words[id.index()] = match (inputs.get(&id), term) {
            (Some(word), _) => word.clone(),
            (None, Term::Lit(value)) => literal(value, width),
            // What is not named is anything.
            (None, Term::Var(_)) => (0..width).map(|_| aig.input()).collect(),
            (None, Term::App(Op::Add, [a, b, _])) => sum(aig, arena, &words, a, b),
            (None, Term::App(op, args)) => {
                let args: Vec<Word> =
                    args[..op.arity()].iter().map(|arg| words[arg.index()].clone()).collect();
                apply(aig, op, width as usize, &args)
            }
        };
    }
    roots.iter().map(|root| words[root.index()].clone()).collect()
}

fn literal(value: Val, width: u32) -> Word {
    let limbs = value.limbs();
    (0..width).map(|k| Lit::constant(limbs[k as usize / 64] >> (k % 64) & 1 == 1)).collect()
}

/// A sum; one with a product starts the product's rows with the other summand, as hardware does.
fn sum(aig: &mut Aig, arena: &Arena, words: &[Word], a: Id, b: Id) -> Word {
    for (product, addend) in [(a, b), (b, a)] {
        if let Term::App(Op::Mul, [x, y, _]) = arena.term(product).0 {
            let [x, y, start] = [x, y, addend].map(|id| words[id.index()].clone());
            // The upper half of an addend of two registers comes last: an adder of one register does it.
            let half = addend_halves(arena, addend).unwrap_or(start.len());
            let [low, high] = split(&start, half);
            let sum = words::multiply_add(aig, &x, &y, &low);
            return words::add(aig, &sum, &high, Lit::FALSE).0;
        }
    }
    words::add(aig, &words[a.index()], &words[b.index()], Lit::FALSE).0
}

/// Where the lower half of the addend of a product ends, when the addend is made of two.
fn addend_halves(arena: &Arena, addend: Id) -> Option<usize> {
    let halves = match arena.term(addend).0 {
        Term::App(Op::Zext, [inner, ..]) => inner,
        _ => addend,
    };
    match arena.term(halves).0 {
        Term::App(Op::Concat, [_, low, _]) => Some(arena.term(low).1 as usize),
        _ => None,
    }
}

/// A word as the sum of the part below a bit and the part from it on.
fn split(word: &[Lit], at: usize) -> [Word; 2] {
    let part = |keep: fn(usize, usize) -> bool| {
        let bit = |(k, &lit)| if keep(k, at) { lit } else { Lit::FALSE };
        word.iter().enumerate().map(bit).collect()
    };
    [part(|k, at| k < at), part(|k, at| k >= at)]
}

/// One operation.
pub(crate) fn apply(aig: &mut Aig, op: Op, width: usize, args: &[Word]) -> Word {
    let a = &args[0];
    let zero = || vec![Lit::FALSE; width];
    let sign = |word: &Word| *word.last().expect("a word has a bit");
    let each = |aig: &mut Aig, f: fn(&mut Aig, Lit, Lit) -> Lit| {
        a.iter().zip(&args[1]).map(|(&a, &b)| f(aig, a, b)).collect()
    };
    match op {
        Op::Not => a.iter().map(|&a| !a).collect(),
        Op::Add => words::add(aig, a, &args[1], Lit::FALSE).0,
        Op::Sub => words::sub(aig, a, &args[1]).0,
        Op::Mul => words::multiply_add(aig, a, &args[1], &zero()),
        Op::Clmul => words::carryless(aig, a, &args[1]),
        Op::Udiv => words::divide(aig, a, &args[1]).0,
        Op::Urem => words::divide(aig, a, &args[1]).1,
        Op::Sdiv | Op::Srem => {
            let [x, y] = [0, 1].map(|k| negated_if(aig, sign(&args[k]), &args[k]));
            let (quotient, remainder) = words::divide(aig, &x, &y);
            let signs = aig.xor(sign(a), sign(&args[1]));
            match op {
                Op::Sdiv => negated_if(aig, signs, &quotient),
                _ => negated_if(aig, sign(a), &remainder),
            }
        }
        Op::And => each(aig, Aig::and),
        Op::Or => each(aig, Aig::or),
        Op::Xor => each(aig, Aig::xor),
        Op::Shl => words::shift(aig, a, &args[1], true, Lit::FALSE),
        Op::Lshr => words::shift(aig, a, &args[1], false, Lit::FALSE),
        Op::Ashr => words::shift(aig, a, &args[1], false, sign(a)),
        Op::Eq => vec![words::equal(aig, a, &args[1])],
        Op::Ult => vec![!words::sub(aig, a, &args[1]).1],
        Op::Slt => {
            // The order of signed numbers is that of unsigned ones with the sign turned.
            let turned = |word: &Word| {
                let mut word = word.clone();
                let top = word.len() - 1;
                word[top] = !word[top];
                word
            };
            vec![!words::sub(aig, &turned(a), &turned(&args[1])).1]
        }
        Op::Ite => words::mux(aig, a[0], &args[1], &args[2]),
        Op::Slice { lo } => a[lo as usize..lo as usize + width].to_vec(),
        Op::Zext => a.iter().copied().chain(zero()).take(width).collect(),
        Op::Sext => a.iter().copied().chain(vec![sign(a); width]).take(width).collect(),
        Op::Concat => args[1].iter().chain(a).copied().collect(),
        Op::Lookup(table) => words::lookup(aig, &table.data, a),
    }
}

/// `-word` where the condition is 1.
fn negated_if(aig: &mut Aig, condition: Lit, word: &[Lit]) -> Word {
    let flipped: Word = word.iter().map(|&bit| aig.xor(bit, condition)).collect();
    let mut one = vec![Lit::FALSE; word.len()];
    one[0] = condition;
    words::add(aig, &flipped, &one, Lit::FALSE).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::bits::{self, Arg};

    /// Corners and a few others, of a width.
    fn values(width: u32) -> Vec<u128> {
        let mask = u128::MAX >> (128 - width);
        let top = 1 << (width - 1);
        let mut x = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
        let mut all = vec![0, 1, 2, mask, mask - 1, top, top - 1, u128::from(width)];
        for _ in 0..6 {
            x = x.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            all.push(x >> 3);
        }
        all.into_iter().map(|v| v & mask).collect()
    }

    fn check(op: Op, width: u32, args: &[(u128, u32)]) {
        let mut aig = Aig::default();
        let words: Vec<Word> =
            args.iter().map(|&(v, width)| literal(Val::from(v), width)).collect();
        let got = apply(&mut aig, op, width as usize, &words);
        let concrete: Vec<Arg<Val<8>>> =
            args.iter().map(|&(v, width)| Arg { raw: Val::from(v), width }).collect();
        let want = literal(bits::eval(op, width, &concrete), width);
        assert_eq!(got, want, "{op:?} of {args:x?}, {width} bits");
    }

    #[test]
    fn every_operation_agrees_with_its_definition() {
        for width in [1, 5, 8, 32, 64, 67] {
            for a in values(width) {
                check(Op::Not, width, &[(a, width)]);
                check(Op::Zext, width + 3, &[(a, width)]);
                check(Op::Sext, width + 3, &[(a, width)]);
                check(Op::Slice { lo: width / 2 }, width - width / 2, &[(a, width)]);
                for b in values(width) {
                    for op in Op::WORDS {
                        check(op, width, &[(a, width), (b, width)]);
                    }
                    for op in Op::TRUTHS {
                        check(op, 1, &[(a, width), (b, width)]);
                    }
                    check(Op::Concat, 2 * width, &[(a, width), (b, width)]);
                    check(Op::Ite, width, &[(a & 1, 1), (a, width), (b, width)]);
                }
            }
        }
    }

    #[test]
    fn a_table_is_read_at_every_index() {
        static TABLE: bits::Table = bits::Table {
            name: "squares",
            data: {
                let mut data = [0; 256];
                let mut k = 0;
                while k < 256 {
                    data[k] = (k * k % 251) as u8;
                    k += 1;
                }
                data
            },
        };
        (0..256).for_each(|k| check(Op::Lookup(&TABLE), 8, &[(k, 8)]));
    }
}
