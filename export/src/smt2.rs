//! SMT-LIB 2.6: an op as functions of QF_BV, and claims as goals that are to be unsatisfiable.

mod print;

pub use print::Helpers;

use crate::{
    NotOffered,
    circuit::{Circuit, Port},
    subject::Subject,
    walk::walk,
};
use print::{Printer, sort, symbol};
use semantics::{
    claim::Goal,
    dag::{Arena, Id},
};
use std::fmt::Write as _;

/// What goes before everything.
pub const LOGIC: &str = "(set-logic QF_BV)\n";

/// A text, and the functions that must be defined before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Functions of tables and of products, by name.
    pub helpers: Helpers,
    /// The text.
    pub text: String,
}

impl Text {
    /// A script of its own.
    pub fn script(&self) -> String {
        format!("{LOGIC}{}{}", prelude(&self.helpers), self.text)
    }
}

/// The definitions of functions that texts use.
pub fn prelude(helpers: &Helpers) -> String {
    helpers.values().fold(String::new(), |all, helper| all + "\n" + helper)
}

/// The functions of an op: `rv32.add.rd` and the like, one an output, each of all inputs of the op in the
/// order of [`Circuit`]. Outputs of one bit are of sort `Bool`.
///
/// # Errors
/// Why it has none.
pub fn definitions(subject: &Subject<'_>) -> Result<Text, NotOffered> {
    let circuit = Circuit::new(subject)?;
    let mut text = format!("\n; {} on RV{}: {}\n", subject.name, subject.xlen, subject.title);
    for line in subject.semantics.lines() {
        let _ = writeln!(text, ";   {line}");
    }
    let functions = functions(&prefix(subject), &circuit);
    Ok(Text { helpers: functions.helpers, text: text + &functions.text })
}

/// The functions of a circuit, their names behind a prefix and a dot.
pub fn functions(prefix: &str, circuit: &Circuit) -> Text {
    let mut printer = Printer::default();
    let outputs = circuit.outputs.iter();
    let text = outputs.map(|output| function(prefix, circuit, output, &mut printer)).collect();
    Text { helpers: printer.helpers, text }
}

fn prefix(subject: &Subject<'_>) -> String {
    format!("rv{}.{}", subject.xlen, subject.name)
}

/// The name of an op's function.
pub fn function_name(subject: &Subject<'_>, output: &str) -> String {
    symbol(&format!("{}.{output}", prefix(subject)))
}

fn function(prefix: &str, circuit: &Circuit, output: &Port, printer: &mut Printer) -> String {
    printer.bindings.clear();
    let roots = std::slice::from_ref(output);
    let body = walk(&circuit.arena, roots, &circuit.inputs, printer).remove(0);
    let (gives, body) = match output.width {
        1 => ("Bool".to_owned(), body.truth()),
        width => (sort(width), body.word()),
    };
    let parameter = |port: &Port| format!("({} {})", port.name, sort(port.width));
    let parameters = circuit.inputs.iter().map(parameter).collect::<Vec<_>>().join(" ");
    let name = symbol(&format!("{prefix}.{}", output.name));
    let mut text = format!("(define-fun {name} ({parameters}) {gives}\n");
    for binding in &printer.bindings {
        let _ = writeln!(text, "  (let (({} {}))", binding.name, binding.text);
    }
    let _ = writeln!(text, "  {body}{})", ")".repeat(printer.bindings.len()));
    text
}

/// What is said of a goal beside its terms.
#[derive(Clone, Copy, Debug)]
pub struct About<'s> {
    /// `subject/claim@width`
    pub id: &'s str,
    /// The claim in one English sentence.
    pub says: &'s str,
    /// The document that the right-hand side was written from.
    pub reference: &'s str,
}

/// A goal: its variables, its assumptions, and the negation of its equalities. Its answer is `unsat` when the
/// claim holds, and a model is a counterexample.
pub fn goal(arena: &Arena, goal: &Goal<'_>, about: About<'_>) -> Text {
    let port = |id: Id| Port { name: String::new(), width: arena.term(id).1, id };
    let sides = goal.parts().iter().flat_map(|part| [part.left, part.right]);
    let roots: Vec<Port> = goal.assumptions().iter().copied().chain(sides).map(port).collect();
    let needed = arena.cone(roots.iter().map(|root| root.id));
    let mut printer = Printer::default();
    let printed = walk(arena, &roots, &[], &mut printer);
    let (assumed, sides) = printed.split_at(goal.assumptions().len());

    let mut text =
        format!("\n; {}: {}\n; Right-hand side: {}\n", about.id, about.says, about.reference);
    text += "; The claim holds if this has no model.\n(set-info :status unsat)\n";
    let vars = arena.ids().filter(|id| needed[id.index()]).filter_map(|id| match arena.term(id) {
        (semantics::dag::Term::Var(k), width) => Some((arena.vars()[k].0.clone(), width)),
        _ => None,
    });
    for (name, width) in vars {
        let _ = writeln!(text, "(declare-const {} {})", symbol(&name), sort(width));
    }
    for binding in &printer.bindings {
        let _ =
            writeln!(text, "(define-fun {} () {} {})", binding.name, binding.sort, binding.text);
    }
    for assumption in assumed {
        let _ = writeln!(text, "(assert {})", assumption.truth());
    }
    text += "(assert (not ";
    let several = goal.parts().len() > 1;
    text += if several { "(and" } else { "" };
    for (part, sides) in goal.parts().iter().zip(sides.chunks(2)) {
        let name = if several { format!("\n  ; {}\n  ", part.name) } else { String::new() };
        let _ = write!(text, "{name}(= {} {})", sides[0].word(), sides[1].word());
    }
    text += if several { ")))\n" } else { "))\n" };
    text += "(check-sat)\n";
    Text { helpers: printer.helpers, text }
}
