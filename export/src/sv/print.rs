//! The printer of SystemVerilog expressions. [`semantics::bits`] defines the operations; tests hold this to it.
//!
//! An expression is as wide as what it is used for, so no context extends it; what a slice or a sign
//! is taken of has a name. Nothing depends on the language's own signed or undefined results: signs are
//! spelled out, and so is division by zero.

use crate::walk::{Language, digits};
use semantics::bits::{Op, Table, Val};
use std::{collections::BTreeMap, fmt::Write as _};

/// An expression that needs no parentheses around it, and which name it is when it is one.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) text: String,
    name: Option<usize>,
}

/// A wire or an input, and which of its bits are used.
#[derive(Debug)]
struct Name {
    text: String,
    used: Vec<bool>,
}

/// What is printed so far.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    /// Constants and functions, before the wires.
    pub(crate) helpers: BTreeMap<String, String>,
    /// Declarations of wires, in order.
    pub(crate) wires: String,
    names: Vec<Name>,
}

/// `[31:0] `, or nothing for one bit.
pub(crate) fn range(width: u32) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

/// `32'hff`
pub(crate) fn number(value: Val, width: u32) -> String {
    let all = digits(value, width, true);
    let short = all.trim_start_matches('0');
    format!("{width}'h{}", if short.is_empty() { "0" } else { short })
}

impl Language for Printer {
    type Expr = Expr;
    fn literal(&mut self, value: Val, width: u32) -> Expr {
        Expr { text: number(value, width), name: None }
    }
    fn input(&mut self, name: &str, width: u32) -> Expr {
        self.name(name.to_owned(), width)
    }
    fn bind(&mut self, number: usize, width: u32, expr: Expr) -> Expr {
        let name = format!("t{number}");
        let _ = writeln!(self.wires, "    wire {}{name} = {};", range(width), bare(&expr.text));
        self.name(name, width)
    }
    fn wants_names(op: Op, constant: bool) -> bool {
        match op {
            // Of which a bit is taken.
            Op::Slice { .. } | Op::Sext | Op::Sdiv | Op::Srem => true,
            // Which are written twice, or are all that `$signed` is to see.
            Op::Ashr | Op::Slt | Op::Udiv | Op::Urem => !constant,
            _ => false,
        }
    }
    fn apply(&mut self, op: Op, width: u32, args: &[(Expr, u32)]) -> Expr {
        let text = match op {
            Op::Slice { lo } => self.slice(&args[0].0, lo, width),
            _ => {
                args.iter().for_each(|arg| self.use_all(&arg.0));
                self.operation(op, width, args)
            }
        };
        Expr { text, name: None }
    }
}

/// Without the parentheses around the whole.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0i32;
    let closes = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes { text } else { inner }
}

impl Printer {
    fn name(&mut self, text: String, width: u32) -> Expr {
        self.names.push(Name { text: text.clone(), used: vec![false; width as usize] });
        Expr { text, name: Some(self.names.len() - 1) }
    }
    fn use_all(&mut self, expr: &Expr) {
        if let Some(name) = expr.name {
            self.names[name].used.fill(true);
        }
    }
    /// The value of an output.
    pub(crate) fn output(&mut self, expr: &Expr) -> String {
        self.use_all(expr);
        bare(&expr.text).to_owned()
    }
    /// The bits that nothing uses, for a linter's peace; none when all are used.
    pub(crate) fn unused(&self) -> Option<String> {
        let mut parts = Vec::new();
        for Name { text, used } in &self.names {
            let mut at = used.len();
            for run in used.chunk_by(|a, b| a == b).rev() {
                let (hi, lo) = (at - 1, at - run.len());
                at = lo;
                match (run[0], hi == lo, run.len() == used.len()) {
                    (true, ..) => {}
                    (_, _, true) => parts.push(text.clone()),
                    (_, true, _) => parts.push(format!("{text}[{hi}]")),
                    _ => parts.push(format!("{text}[{hi}:{lo}]")),
                }
            }
        }
        (!parts.is_empty()).then(|| format!("wire unused = &{{1'b0, {}}};", parts.join(", ")))
    }
    fn slice(&mut self, of: &Expr, lo: u32, width: u32) -> String {
        let hi = lo + width - 1;
        if let Some(name) = of.name {
            self.names[name].used[lo as usize..=hi as usize].fill(true);
        }
        match width {
            1 => format!("{}[{lo}]", of.text),
            _ => format!("{}[{hi}:{lo}]", of.text),
        }
    }
    fn operation(&mut self, op: Op, width: u32, args: &[(Expr, u32)]) -> String {
        let t = |k: usize| args[k].0.text.as_str();
        let binary = |operator: &str| format!("({} {operator} {})", t(0), t(1));
        let sign = |k: usize| match args[k].1 {
            1 => t(k).to_owned(),
            width => format!("{}[{}]", t(k), width - 1),
        };
        let more = width - args[0].1.min(width);
        match op {
            Op::Not => format!("(~{})", t(0)),
            Op::Add => binary("+"),
            Op::Sub => binary("-"),
            Op::Mul => binary("*"),
            Op::Clmul if width == 1 => binary("&"),
            Op::Clmul => format!("{}({}, {})", self.clmul(width), t(0), t(1)),
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => division(op, width, t(0), t(1), sign),
            Op::And => binary("&"),
            Op::Or => binary("|"),
            Op::Xor => binary("^"),
            Op::Shl => binary("<<"),
            Op::Lshr => binary(">>"),
            Op::Ashr => format!("$unsigned($signed({}) >>> {})", t(0), t(1)),
            Op::Eq => binary("=="),
            Op::Ult => binary("<"),
            Op::Slt => format!("($signed({}) < $signed({}))", t(0), t(1)),
            Op::Ite => format!("({} ? {} : {})", t(0), t(1), t(2)),
            Op::Slice { .. } => unreachable!("a slice is no operation on whole words"),
            Op::Zext if more == 0 => t(0).to_owned(),
            Op::Zext => format!("{{{}, {}}}", number(Val::from(0), more), bare(t(0))),
            Op::Sext if more == 0 => t(0).to_owned(),
            Op::Sext => format!("{{{{{more}{{{}}}}}, {}}}", sign(0), t(0)),
            Op::Concat => format!("{{{}, {}}}", bare(t(0)), bare(t(1))),
            Op::Lookup(table) => format!("{}[{{{}, 3'b000}} +: 8]", self.table(table), bare(t(0))),
        }
    }
    /// The constant of a table: entry 0 in the low byte.
    fn table(&mut self, table: &Table) -> String {
        let name = table.name.to_uppercase();
        self.helpers.entry(name.clone()).or_insert_with(|| {
            let row = |row: &[u8]| {
                let digits: String = row.iter().rev().map(|entry| format!("{entry:02x}")).collect();
                format!("        128'h{digits}")
            };
            let rows: Vec<String> = table.data.rchunks(16).map(row).collect();
            format!("    localparam [2047:0] {name} = {{\n{}}};\n", rows.join(",\n"))
        });
        name
    }
    /// The function of a carry-less product: the sum of the shifted rows.
    fn clmul(&mut self, width: u32) -> String {
        let name = format!("clmul_{width}");
        self.helpers.entry(name.clone()).or_insert_with(|| {
            let (range, zero) = (range(width), number(Val::from(0), width));
            format!(
                "    function automatic {range}{name}(input {range}x, input {range}y);
        {name} = {zero};
        for (int k = 0; k < {width}; k++)
            if (y[k]) {name} = {name} ^ (x << k);
    endfunction
"
            )
        });
        name
    }
}

/// Quotients and remainders: of magnitudes where they are signed.
fn division(op: Op, width: u32, a: &str, b: &str, sign: impl Fn(usize) -> String) -> String {
    let (zero, ones) = (number(Val::from(0), width), format!("{{{width}{{1'b1}}}}"));
    // A constant divisor is known not to be zero.
    let constant = b.starts_with(|c: char| c.is_ascii_digit()) && b != zero;
    let by_zero = |then: &str, quotient: String| match constant {
        true => format!("({quotient})"),
        false => format!("({b} == {zero} ? {then} : {quotient})"),
    };
    let negated = |k: usize| format!("({0} ? -{1} : {1})", sign(k), if k == 0 { a } else { b });
    let (x, y) = (negated(0), negated(1));
    let one = number(Val::from(1), width);
    match op {
        Op::Udiv => by_zero(&ones, format!("{a} / {b}")),
        Op::Urem => by_zero(a, format!("{a} % {b}")),
        Op::Sdiv => {
            let then = format!("({} ? {one} : {ones})", sign(0));
            let quotient = format!("({x} / {y})");
            by_zero(&then, format!("(({} ^ {}) ? -{quotient} : {quotient})", sign(0), sign(1)))
        }
        _ => {
            let remainder = format!("({x} % {y})");
            by_zero(a, format!("({} ? -{remainder} : {remainder})", sign(0)))
        }
    }
}
