//! The printer of SMT-LIB 2.6 terms. [`semantics::bits`] defines the operations; tests hold this to it.

use crate::walk::{Language, digits};
use semantics::bits::{Op, Table, Val};
use std::collections::BTreeMap;

/// A term of sort `Bool`, or of a bit-vector sort.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    text: String,
    truth: bool,
}

impl Expr {
    /// As a bit-vector.
    pub(crate) fn word(&self) -> String {
        if self.truth { format!("(ite {} #b1 #b0)", self.text) } else { self.text.clone() }
    }
    /// One bit as a truth value.
    pub(crate) fn truth(&self) -> String {
        if self.truth { self.text.clone() } else { format!("(= {} #b1)", self.text) }
    }
}

/// A term with a name.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) name: String,
    pub(crate) sort: String,
    pub(crate) text: String,
}

/// Functions that terms use beside those of the theory: text by name.
pub type Helpers = BTreeMap<String, String>;

/// What is printed so far.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) bindings: Vec<Binding>,
    pub(crate) helpers: Helpers,
}

pub(crate) fn sort(width: u32) -> String {
    format!("(_ BitVec {width})")
}

/// A name as SMT-LIB writes it.
pub(crate) fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "._-+*/".contains(c);
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if starts && name.chars().all(simple) { name.to_owned() } else { format!("|{name}|") }
}

impl Language for Printer {
    type Expr = Expr;
    fn literal(&mut self, value: Val, width: u32) -> Expr {
        let hexadecimal = width.is_multiple_of(4);
        let mark = if hexadecimal { "#x" } else { "#b" };
        word(format!("{mark}{}", digits(value, width, hexadecimal)))
    }
    fn input(&mut self, name: &str, _: u32) -> Expr {
        word(symbol(name))
    }
    fn bind(&mut self, number: usize, width: u32, expr: Expr) -> Expr {
        let name = format!("${number}");
        let sort = if expr.truth { "Bool".into() } else { sort(width) };
        self.bindings.push(Binding { name: name.clone(), sort, text: expr.text });
        Expr { text: name, truth: expr.truth }
    }
    fn wants_names(_: Op, _: bool) -> bool {
        false
    }
    fn apply(&mut self, op: Op, width: u32, args: &[(Expr, u32)]) -> Expr {
        let w = |k: usize| args[k].0.word();
        let truths = args.iter().all(|arg| arg.0.truth);
        let binary = |name: &str| format!("({name} {} {})", w(0), w(1));
        let more = |name: &str| format!("((_ {name} {}) {})", width - args[0].1, w(0));
        if truths && let Some(name) = connective(op) {
            let all = args.iter().map(|arg| arg.0.text.as_str()).collect::<Vec<_>>().join(" ");
            return truth(format!("({name} {all})"));
        }
        word(match op {
            Op::Not => format!("(bvnot {})", w(0)),
            Op::Add => binary("bvadd"),
            Op::Sub => binary("bvsub"),
            Op::Mul => binary("bvmul"),
            Op::Clmul => binary(&self.clmul(width)),
            Op::Udiv => binary("bvudiv"),
            Op::Sdiv => binary("bvsdiv"),
            Op::Urem => binary("bvurem"),
            Op::Srem => binary("bvsrem"),
            Op::And => binary("bvand"),
            Op::Or => binary("bvor"),
            Op::Xor => binary("bvxor"),
            Op::Shl => binary("bvshl"),
            Op::Lshr => binary("bvlshr"),
            Op::Ashr => binary("bvashr"),
            Op::Eq => return truth(binary("=")),
            Op::Ult => return truth(binary("bvult")),
            Op::Slt => return truth(binary("bvslt")),
            Op::Ite => format!("(ite {} {} {})", args[0].0.truth(), w(1), w(2)),
            Op::Slice { lo } => format!("((_ extract {} {lo}) {})", lo + width - 1, w(0)),
            Op::Zext => more("zero_extend"),
            Op::Sext => more("sign_extend"),
            Op::Concat => binary("concat"),
            Op::Lookup(table) => format!("({} {})", self.table(table), w(0)),
        })
    }
}

fn word(text: String) -> Expr {
    Expr { text, truth: false }
}

fn truth(text: String) -> Expr {
    Expr { text, truth: true }
}

/// Operations on single bits that are connectives.
fn connective(op: Op) -> Option<&'static str> {
    match op {
        Op::Not => Some("not"),
        Op::And => Some("and"),
        Op::Or => Some("or"),
        Op::Xor => Some("xor"),
        Op::Eq => Some("="),
        Op::Ite => Some("ite"),
        _ => None,
    }
}

impl Printer {
    /// The function of a table: a balanced choice by the bits of the index.
    fn table(&mut self, table: &Table) -> String {
        let name = format!("table.{}", table.name);
        self.helpers.entry(name.clone()).or_insert_with(|| {
            let mut level: Vec<String> =
                table.data.iter().map(|entry| format!("#x{entry:02x}")).collect();
            for bit in 0..8 {
                let pair = |pair: &[String]| {
                    format!("(ite (= ((_ extract {bit} {bit}) x) #b1) {} {})", pair[1], pair[0])
                };
                level = level.chunks(2).map(pair).collect();
            }
            let (byte, body) = (sort(8), &level[0]);
            format!("(define-fun {name} ((x {byte})) {byte}\n  {body})\n")
        });
        name
    }
    /// The function of a carry-less product: the sum of the shifted rows.
    fn clmul(&mut self, width: u32) -> String {
        let name = format!("clmul.{width}");
        self.helpers.entry(name.clone()).or_insert_with(|| {
            let row = |k: u32| {
                let digit = format!("((_ extract {k} {k}) y)");
                let spread = format!("((_ sign_extend {}) {digit})", width - 1);
                let zeros = digits(Val::from(0), k.max(1), false);
                match k {
                    0 => format!("(bvand x {spread})"),
                    _ => {
                        let low = format!("((_ extract {} 0) x)", width - 1 - k);
                        format!("(bvand (concat {low} #b{zeros}) {spread})")
                    }
                }
            };
            let sum = (1..width).fold(row(0), |sum, k| format!("(bvxor {sum}\n  {})", row(k)));
            let sort = sort(width);
            format!("(define-fun {name} ((x {sort}) (y {sort})) {sort}\n  {sum})\n")
        });
        name
    }
}
