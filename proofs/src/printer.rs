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
