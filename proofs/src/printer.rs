//! Terms as Z3's own: one node each, arguments first, so that no depth overflows a stack.

use crate::cone::{Cone, Node};
use semantics::bits::{Op, Table, Val};
use z3::{
    FuncDecl, Sort,
    ast::{BV, Bool},
};

/// How a table lookup is put to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    /// An unknown function, the same one for tables of the same content. What holds for every
    /// function holds for the table; a counterexample may be spurious.
    Uninterpreted,
    /// A balanced multiplexer over the entries.
    Expanded,
}

/// A printed node: predicates are kept as such, for they mostly end up in conditions.
#[derive(Clone, Debug)]
enum Printed {
    Word(BV),
    Truth(Bool),
}

impl Printed {
    fn word(&self) -> BV {
        match self {
            Printed::Word(word) => word.clone(),
            Printed::Truth(bit) => bit.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
        }
    }
    fn truth(&self) -> Bool {
        match self {
            Printed::Word(word) => word.eq(BV::from_u64(1, 1)),
            Printed::Truth(bit) => bit.clone(),
        }
    }
}

/// A cone in the thread's Z3 context.
#[derive(Debug)]
pub(crate) struct Print {
    nodes: Vec<Printed>,
    /// The constants that stand for the variables, with their [`crate::cone::Var::index`].
    pub(crate) vars: Vec<(usize, BV)>,
}

impl Print {
    pub(crate) fn new(cone: &Cone, tables: Tables) -> Self {
        let mut vars = Vec::new();
        let mut functions = Functions { tables, known: Vec::new() };
        let mut nodes: Vec<Printed> = Vec::with_capacity(cone.nodes.len());
        for &(node, width) in &cone.nodes {
            let printed = match node {
                Node::Lit(value) => Printed::Word(literal(value, width)),
                Node::Var(index) => {
                    let var = BV::new_const(format!("v{index}"), width);
                    vars.push((index, var.clone()));
                    Printed::Word(var)
                }
                Node::App(op, args) => apply(op, width, args.map(|k| &nodes[k]), &mut functions),
            };
            nodes.push(printed);
        }
        Print { nodes, vars }
    }
    /// A node as a bit-vector.
    pub(crate) fn word(&self, at: usize) -> BV {
        self.nodes[at].word()
    }
    /// A node of one bit as a truth value.
    pub(crate) fn truth(&self, at: usize) -> Bool {
        self.nodes[at].truth()
    }
}

fn literal(value: Val, width: u32) -> BV {
    let bits: Vec<bool> =
        (0..width).map(|k| value.limbs()[k as usize / 64] >> (k % 64) & 1 == 1).collect();
    BV::from_bits(&bits).expect("at least one bit")
}

fn apply(op: Op, width: u32, a: [&Printed; 3], functions: &mut Functions) -> Printed {
    let w = |k: usize| a[k].word();
    let zeros = |n: u32| BV::from_u64(0, n);
    Printed::Word(match op {
        Op::Not => match a[0] {
            Printed::Truth(bit) => return Printed::Truth(bit.not()),
            Printed::Word(word) => word.bvnot(),
        },
        Op::Add => w(0).bvadd(w(1)),
        Op::Sub => w(0).bvsub(w(1)),
        Op::Mul => w(0).bvmul(w(1)),
        Op::Clmul => {
            let (x, y) = (w(0), w(1));
            (0..width)
                .map(|k| {
                    let shifted = if k == 0 {
                        x.clone()
                    } else {
                        x.extract(width - 1 - k, 0).concat(zeros(k))
                    };
                    shifted.bvand(y.extract(k, k).sign_ext(width - 1))
                })
                .reduce(|sum, row| sum.bvxor(row))
                .expect("at least one bit")
        }
        Op::Udiv => w(0).bvudiv(w(1)),
        Op::Sdiv => w(0).bvsdiv(w(1)),
        Op::Urem => w(0).bvurem(w(1)),
        Op::Srem => w(0).bvsrem(w(1)),
        Op::And => w(0).bvand(w(1)),
        Op::Or => w(0).bvor(w(1)),
        Op::Xor => w(0).bvxor(w(1)),
        Op::Shl => w(0).bvshl(w(1)),
        Op::Lshr => w(0).bvlshr(w(1)),
        Op::Ashr => w(0).bvashr(w(1)),
        Op::Eq => return Printed::Truth(w(0).eq(w(1))),
        Op::Ult => return Printed::Truth(w(0).bvult(w(1))),
        Op::Slt => return Printed::Truth(w(0).bvslt(w(1))),
        Op::Ite => a[0].truth().ite(&w(1), &w(2)),
        Op::Slice { lo } => w(0).extract(lo + width - 1, lo),
        Op::Zext => w(0).zero_ext(width - w(0).get_size()),
        Op::Sext => w(0).sign_ext(width - w(0).get_size()),
        Op::Concat => w(0).concat(w(1)),
        Op::Lookup(table) => functions.look_up(table, &w(0)),
    })
}

/// The tables met so far, by content.
#[derive(Debug)]
struct Functions {
    tables: Tables,
    known: Vec<(&'static Table, FuncDecl)>,
}

impl Functions {
    fn look_up(&mut self, table: &'static Table, index: &BV) -> BV {
        match self.tables {
            Tables::Expanded => multiplexer(&table.data, index),
            Tables::Uninterpreted => {
                let k = self.known.iter().position(|known| known.0.data == table.data);
                let k = k.unwrap_or_else(|| {
                    let byte = Sort::bitvector(8);
                    let name = format!("table {}", self.known.len());
                    self.known.push((table, FuncDecl::new(name, &[&byte], &byte)));
                    self.known.len() - 1
                });
                self.known[k].1.apply(&[index]).as_bv().expect("its range is a byte")
            }
        }
    }
}

fn multiplexer(entries: &[u8; 256], index: &BV) -> BV {
    let mut level: Vec<BV> = entries.iter().map(|&e| BV::from_u64(e.into(), 8)).collect();
    for bit in 0..8 {
        let chosen = index.extract(bit, bit).eq(BV::from_u64(1, 1));
        level = level.chunks(2).map(|pair| chosen.ite(&pair[1], &pair[0])).collect();
    }
    level.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::{
        ChaCha8Rng,
        rand_core::{Rng, SeedableRng},
    };
    use semantics::{
        bits::{self, Arg, MAX_WIDTH},
        gf256,
    };
    use z3::ast::Ast;

    /// Every operation that takes words of one width, and what it gives.
    fn words(width: u32) -> Vec<(Op, u32)> {
        let mut all: Vec<_> = Op::WORDS.map(|op| (op, width)).into();
        all.extend(Op::TRUTHS.map(|op| (op, 1)));
        all.extend([0, width / 3, width - 1].map(|lo| (Op::Slice { lo }, width - lo)));
        all.push((Op::Slice { lo: width / 2 }, 1));
        for extended in [width, width + 1, 2 * width] {
            if extended <= MAX_WIDTH {
                all.extend([Op::Zext, Op::Sext].map(|op| (op, extended)));
            }
        }
        if 2 * width <= MAX_WIDTH {
            all.push((Op::Concat, 2 * width));
        }
        if width == 8 {
            all.push((Op::Lookup(&gf256::SBOX), 8));
        }
        all
    }

    fn values(width: u32, rng: &mut ChaCha8Rng) -> Vec<Val> {
        let ones = Val::from([u64::MAX; 8]);
        let top = Val::from(std::array::from_fn(|k| {
            if k as u32 == (width - 1) / 64 { 1 << ((width - 1) % 64) } else { 0 }
        }));
        let mut any = || Val::from(std::array::from_fn(|_| rng.next_u64()));
        let all =
            [Val::from(0), Val::from(1), ones, top, Val::from(u128::from(width)), any(), any()];
        all.map(|value| value.truncate(width)).into()
    }

    fn read(word: &BV) -> Val {
        let width = word.get_size();
        Val::from(std::array::from_fn(|k| {
            let lo = 64 * k as u32;
            if lo >= width {
                return 0;
            }
            let limb = word.extract((lo + 63).min(width - 1), lo).simplify();
            limb.as_u64().expect("operations on constants simplify to one")
        }))
    }

    /// The operation in Z3 and in [`bits::eval`], on constants.
    fn both(op: Op, width: u32, args: &[(Val, u32)]) -> (Val, Val) {
        let mut nodes: Vec<_> =
            args.iter().map(|&(value, width)| (Node::Lit(value), width)).collect();
        let at = [0, 1, 2].map(|k: usize| if k < op.arity() { k } else { 0 });
        nodes.push((Node::App(op, at), width));
        let cone = Cone::from_nodes(nodes);
        let printed = read(&Print::new(&cone, Tables::Expanded).word(args.len()));
        let args: Vec<_> = args.iter().map(|&(raw, width)| Arg { raw, width }).collect();
        (printed, bits::eval(op, width, &args[..op.arity()]))
    }

    #[test]
    fn every_operation_means_in_z3_what_it_means_here() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let wider = [129, 191, 192, 193, 255, 256, 257, 384, 511, 512];
        for width in (1..=128).chain(wider) {
            z3::with_z3_config(&z3::Config::new(), || {
                let values = values(width, &mut rng.clone());
                for (op, gives) in words(width) {
                    for (k, &a) in values.iter().enumerate() {
                        // Squared where it is cheap and matters most, else each with two others.
                        let narrow = width <= 16 || [32, 64, 128].contains(&width);
                        let others = if narrow { values.len() } else { 2 };
                        for &b in values.iter().cycle().skip(k).take(others) {
                            let (z3, here) = both(op, gives, &[(a, width), (b, width)]);
                            assert_eq!(z3, here, "{op:?} to {gives} bits of {a:?}, {b:?}: {width}");
                        }
                    }
                }
                for (&a, &b) in values.iter().zip(values.iter().rev()) {
                    for condition in [0, 1] {
                        let args = [(Val::from(condition), 1), (a, width), (b, width)];
                        let (z3, here) = both(Op::Ite, width, &args);
                        assert_eq!(z3, here, "Ite {condition}, {a:?}, {b:?}: {width}");
                    }
                }
            });
            rng.next_u64();
        }
    }

    #[test]
    fn every_entry_of_a_table_is_where_it_belongs() {
        for entry in 0..=255u8 {
            let (z3, here) =
                both(Op::Lookup(&gf256::SBOX), 8, &[(Val::from(u128::from(entry)), 8)]);
            assert_eq!(z3, here, "entry {entry}");
        }
    }

    #[test]
    fn tables_share_a_function_when_their_contents_are_equal_and_only_then() {
        static AGAIN: Table = Table { name: "again", data: gf256::SBOX.data };
        static OTHER: Table = Table { name: gf256::SBOX.name, data: [7; 256] };
        let index = BV::new_const("index", 8);
        let mut functions = Functions { tables: Tables::Uninterpreted, known: Vec::new() };
        let mut look_up = |table| functions.look_up(table, &index);
        assert_eq!(look_up(&gf256::SBOX), look_up(&AGAIN));
        assert_ne!(look_up(&gf256::SBOX), look_up(&OTHER));
    }
}
