//! Terms as SMT-LIB 2.6, for solvers that are programs: a definition a node, arguments first.
//!
//! Nothing of the Z3 printer is used, so that two solvers that agree have read two texts.

use crate::{
    cone::{Cone, Node},
    printer::Tables,
    solver::Query,
};
use semantics::bits::{Op, Table, Val};
use std::fmt::{self, Write as _};

/// A question as a script that ends in `(check-sat)`; the variables are `v` and their index.
pub(crate) fn script(query: &Query<'_>, tables: Tables) -> String {
    let mut text = String::from("(set-logic QF_UFBV)\n");
    // Writing to a string cannot fail.
    let _ = write(&mut text, query, tables);
    text
}

fn write(text: &mut String, query: &Query<'_>, tables: Tables) -> fmt::Result {
    let cone = query.cone;
    let mut functions = Functions { tables, known: Vec::new() };
    for (at, &(node, width)) in cone.nodes.iter().enumerate() {
        match node {
            Node::Lit(value) => {
                writeln!(text, "(define-fun n{at} () {} {})", Sort(width), Literal(value, width))?;
            }
            Node::Var(index) => {
                writeln!(text, "(declare-const v{index} {})", Sort(width))?;
                writeln!(text, "(define-fun n{at} () {} v{index})", Sort(width))?;
            }
            Node::App(op, args) => {
                if let Op::Lookup(table) = op {
                    functions.declare(text, table)?;
                }
                write!(text, "(define-fun n{at} () {} ", Sort(width))?;
                apply(text, &functions, cone, op, width, args)?;
                writeln!(text, ")")?;
            }
        }
    }
    for at in query.assumed {
        writeln!(text, "(assert (= n{at} #b1))")?;
    }
    if let Some((left, right)) = query.differ {
        writeln!(text, "(assert (distinct n{left} n{right}))")?;
    }
    writeln!(text, "(check-sat)")
}

fn apply(
    text: &mut String,
    functions: &Functions,
    cone: &Cone,
    op: Op,
    width: u32,
    [a, b, c]: [usize; 3],
) -> fmt::Result {
    let from = cone.nodes[a].1;
    let mut two = |name: &str| write!(text, "({name} n{a} n{b})");
    match op {
        Op::Add => two("bvadd"),
        Op::Sub => two("bvsub"),
        Op::Mul => two("bvmul"),
        Op::Udiv => two("bvudiv"),
        Op::Sdiv => two("bvsdiv"),
        Op::Urem => two("bvurem"),
        Op::Srem => two("bvsrem"),
        Op::And => two("bvand"),
        Op::Or => two("bvor"),
        Op::Xor => two("bvxor"),
        Op::Shl => two("bvshl"),
        Op::Lshr => two("bvlshr"),
        Op::Ashr => two("bvashr"),
        Op::Concat => two("concat"),
        Op::Eq => write!(text, "(ite (= n{a} n{b}) #b1 #b0)"),
        Op::Ult => write!(text, "(ite (bvult n{a} n{b}) #b1 #b0)"),
        Op::Slt => write!(text, "(ite (bvslt n{a} n{b}) #b1 #b0)"),
        Op::Not => write!(text, "(bvnot n{a})"),
        Op::Ite => write!(text, "(ite (= n{a} #b1) n{b} n{c})"),
        Op::Slice { lo } => write!(text, "((_ extract {} {lo}) n{a})", lo + width - 1),
        Op::Zext => write!(text, "((_ zero_extend {}) n{a})", width - from),
        Op::Sext => write!(text, "((_ sign_extend {}) n{a})", width - from),
        Op::Lookup(table) => write!(text, "(t{} n{a})", functions.place(table)),
        Op::Clmul => {
            // A row for each bit of the second factor.
            write!(text, "(bvxor {}", Literal(Val::from(0), width))?;
            for k in 0..width {
                write!(
                    text,
                    " (bvand (bvshl n{a} {}) ((_ repeat {width}) ((_ extract {k} {k}) n{b})))",
                    Literal(Val::from(u128::from(k)), width)
                )?;
            }
            write!(text, ")")
        }
    }
}

/// The tables met so far, by content.
#[derive(Debug)]
struct Functions {
    tables: Tables,
    known: Vec<&'static Table>,
}

impl Functions {
    fn place(&self, table: &Table) -> usize {
        self.known.iter().position(|known| known.data == table.data).expect("it is declared")
    }
    fn declare(&mut self, text: &mut String, table: &'static Table) -> fmt::Result {
        if self.known.iter().any(|known| known.data == table.data) {
            return Ok(());
        }
        let k = self.known.len();
        self.known.push(table);
        match self.tables {
            Tables::Uninterpreted => {
                writeln!(text, "(declare-fun t{k} ({}) {})", Sort(8), Sort(8))
            }
            Tables::Expanded => {
                write!(text, "(define-fun t{k} ((x {})) {} ", Sort(8), Sort(8))?;
                multiplexer(text, &table.data)?;
                writeln!(text, ")")
            }
        }
    }
}

/// A choice by the highest bit of `x` between the two halves, and so on.
fn multiplexer(text: &mut String, entries: &[u8]) -> fmt::Result {
    if let [entry] = entries {
        return write!(text, "{}", Literal(Val::from(u128::from(*entry)), 8));
    }
    let bit = entries.len().ilog2() - 1;
    let (low, high) = entries.split_at(entries.len() / 2);
    write!(text, "(ite (= ((_ extract {bit} {bit}) x) #b1) ")?;
    multiplexer(text, high)?;
    write!(text, " ")?;
    multiplexer(text, low)?;
    write!(text, ")")
}

struct Sort(u32);

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(_ BitVec {})", self.0)
    }
}

struct Literal(Val, u32);

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#b")?;
        let digit = |k: u32| self.0.limbs()[k as usize / 64] >> (k % 64) & 1;
        (0..self.1).rev().try_for_each(|k| write!(f, "{}", digit(k)))
    }
}

/// The values that lines such as `v3 0101` give, by the number in the name; `None` when there is another.
pub(crate) fn values(lines: &str) -> Option<Vec<(usize, Val)>> {
    let value = |line: &str| {
        let (index, digits) = line.strip_prefix('v')?.split_once(' ')?;
        let mut limbs = [0u64; 8];
        for (k, digit) in digits.bytes().rev().enumerate() {
            let bit = u64::from(digit.checked_sub(b'0').filter(|bit| *bit < 2)?);
            *limbs.get_mut(k / 64)? |= bit << (k % 64);
        }
        Some((index.parse().ok()?, Val::from(limbs)))
    };
    lines.lines().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_nothing_else_is() {
        let wide = format!("v0 0101\nv12 1{}\n", "0".repeat(69));
        let two = vec![(0, Val::from(5)), (12, Val::from(1u128 << 69))];
        assert_eq!(values(&wide), Some(two));
        assert_eq!(values(""), Some(Vec::new()));
        for bad in ["v0", "v0 x5", "x 1", "error", "v0 12", &format!("v0 {}", "1".repeat(513))] {
            assert_eq!(values(bad), None, "{bad}");
        }
    }
}
