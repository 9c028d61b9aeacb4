//! The second solver: Bitwuzla, in a process of its own for each question.
//!
//! Its wheel has no program, only a module for Python: a short script ([`DRIVER`]) makes one of it. What
//! it needs is bounded three times, by the solver's own limits, by the system's, and by this side, which
//! ends the process when the question is settled elsewhere.

use crate::{
    cone::Inputs,
    printer::Tables,
    smtlib,
    solver::{Answer, Limits, Query},
};
use semantics::bits::Val;
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, Write as _},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};
use toolbox::{Probe, Tool};

const DRIVER: &str = include_str!("bitwuzla.py");

/// Megabytes that one question may have.
const MEMORY: u32 = 2000;

/// How often the process is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// Bitwuzla, where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitwuzla {
    python: PathBuf,
    site: PathBuf,
}

/// Bitwuzla is not there, or not in the pinned version: one sentence with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Absent(String);

impl Default for Absent {
    fn default() -> Self {
        Absent("the caller does without it".into())
    }
}

impl Bitwuzla {
    /// The pinned one of the project's tools.
    ///
    /// # Errors
    /// [`Absent`] with what is lost and the remedy.
    pub fn find() -> Result<Self, Absent> {
        match Probe::of(Tool::Bitwuzla).complaint() {
            Some(complaint) => Err(Absent(complaint)),
            None => Ok(Bitwuzla { python: toolbox::python(), site: toolbox::site_dir() }),
        }
    }
    /// The version that is pinned.
    pub(crate) fn version() -> &'static str {
        let wheel = Tool::wheels().find(|(tool, _)| *tool == Tool::Bitwuzla);
        wheel.map_or("", |(_, wheel)| wheel.version)
    }
    /// As [`crate::solver::ask`].
    pub(crate) fn ask(&self, query: &Query<'_>, tables: Tables, limits: Limits<'_>) -> Answer {
        if let Some(why) = limits.reached() {
            return Answer::Unknown(why.into());
        }
        let script = smtlib::script(query, tables);
        let answer = self.run(&script, limits).unwrap_or_else(|error| Err(error.to_string()));
        answer.map_or_else(Answer::Unknown, |text| read(&text, query.cone.arity))
    }
    /// What it prints for a script; or why it prints nothing.
    fn run(&self, script: &str, limits: Limits<'_>) -> io::Result<Result<String, String>> {
        // Files, because a pipe would have to be filled and emptied while the process is watched.
        let [mut script_file, mut out, mut err] =
            [tempfile::tempfile()?, tempfile::tempfile()?, tempfile::tempfile()?];
        script_file.write_all(script.as_bytes())?;
        script_file.rewind()?;
        let milliseconds = limits.left().as_millis().clamp(1, u128::from(u32::MAX));
        let child = Command::new(&self.python)
            .args(["-I", "-S", "-c", DRIVER])
            .arg(&self.site)
            .args([milliseconds.to_string(), MEMORY.to_string()])
            .stdin(Stdio::from(script_file))
            .stdout(Stdio::from(out.try_clone()?))
            .stderr(Stdio::from(err.try_clone()?))
            .spawn()?;
        let status = match watch(child, limits)? {
            Ok(status) => status,
            Err(why) => return Ok(Err(why.into())),
        };
        if status.success() {
            return Ok(Ok(contents(&mut out)?));
        }
        let said = contents(&mut err)?;
        let last = said.lines().last().unwrap_or("").trim();
        Ok(Err(format!("bitwuzla: {status}: {last}")))
    }
}

/// Waits for the process, or ends it and says why.
fn watch(child: Child, limits: Limits<'_>) -> io::Result<Result<ExitStatus, &'static str>> {
    let mut child = Ended(child);
    loop {
        if let Some(status) = child.0.try_wait()? {
            return Ok(Ok(status));
        }
        if let Some(why) = limits.reached() {
            return Ok(Err(why));
        }
        thread::sleep(GLANCE);
    }
}

/// A process that does not outlive its owner.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may be gone already; there is nobody to tell.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn contents(file: &mut File) -> io::Result<String> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// The answer that the driver has printed.
fn read(text: &str, arity: usize) -> Answer {
    let strange = || Answer::Unknown(format!("bitwuzla: it says {text:?}"));
    match text.split_once('\n') {
        Some(("unsat", "")) => Answer::Unsat,
        Some(("unknown", "")) => Answer::Unknown("bitwuzla gives up".into()),
        Some(("sat", lines)) => {
            let mut inputs: Inputs = vec![Val::from(0); arity];
            let Some(values) = smtlib::values(lines) else { return strange() };
            for (index, value) in values {
                let Some(input) = inputs.get_mut(index) else { return strange() };
                *input = value;
            }
            Answer::Sat(inputs)
        }
        _ => strange(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cone::{Cone, Node};
    use rand_chacha::{
        ChaCha8Rng,
        rand_core::{Rng, SeedableRng},
    };
    use semantics::{
        bits::{self, Arg, Op},
        bitwise,
        claim::Goal,
        dag::Arena,
        gf256,
    };
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        time::Instant,
    };

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn limits(seconds: u64) -> Limits<'static> {
        Limits::new(Duration::from_secs(seconds), &NEVER)
    }

    /// Every operation on words of this width that gives a word, and the width of that.
    fn operations(width: u32) -> Vec<(Op, u32)> {
        use Op::{
            Add, And, Ashr, Clmul, Concat, Eq, Ite, Lshr, Mul, Not, Or, Sdiv, Sext, Shl, Slice,
            Slt, Srem, Sub, Udiv, Ult, Urem, Xor, Zext,
        };
        let same =
            [Not, Add, Sub, Mul, Clmul, Udiv, Sdiv, Urem, Srem, And, Or, Xor, Shl, Lshr, Ashr, Ite];
        let mut all: Vec<_> = same.map(|op| (op, width)).into();
        all.extend([Eq, Ult, Slt].map(|op| (op, 1)));
        all.extend([Zext, Sext].map(|op| (op, width + 5)));
        all.extend([(Concat, 2 * width), (Slice { lo: width / 3 }, width - width / 3)]);
        if width == 8 {
            all.push((Op::Lookup(&gf256::SBOX), 8));
        }
        all
    }

    /// All operations on corners and random values are put together: each must have the value that
    /// [`bits::eval`] gives, so that one difference is a satisfying assignment.
    #[test]
    fn every_operation_means_in_bitwuzla_what_it_means_here() {
        let bitwuzla = Bitwuzla::find().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for width in [1, 2, 7, 8, 31, 32, 64, 65, 128, 192, 256] {
            let mut any = || Val::from(std::array::from_fn(|_| rng.next_u64())).truncate(width);
            let ones = Val::from([u64::MAX; 8]).truncate(width);
            let values = [Val::from(0), Val::from(1), ones, any(), any()];
            let values = values.map(|value| value.truncate(width));
            let mut nodes = Vec::new();
            let mut holds = Vec::new();
            for (op, gives) in operations(width) {
                for (&a, &b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
                    let condition = Op::Ite == op;
                    let first = if condition { (a.truncate(1), 1) } else { (a, width) };
                    let args = [first, (b, width), (a, width)];
                    let at = nodes.len();
                    nodes.extend(args.map(|(value, width)| (Node::Lit(value), width)));
                    let args = args.map(|(raw, width)| Arg { raw, width });
                    let expected = bits::eval(op, gives, &args[..op.arity()]);
                    nodes.push((Node::App(op, [at, at + 1, at + 2]), gives));
                    nodes.push((Node::Lit(expected), gives));
                    nodes.push((Node::App(Op::Eq, [at + 3, at + 4, at + 3]), 1));
                    holds.push(at + 5);
                }
            }
            // The conjunction of all, which must not differ from 1.
            let one = nodes.len();
            nodes.push((Node::Lit(Val::from(1)), 1));
            let all = holds.into_iter().fold(one, |all, one| {
                nodes.push((Node::App(Op::And, [all, one, all]), 1));
                nodes.len() - 1
            });
            let cone = Cone::from_nodes(nodes);
            let query = Query { cone: &cone, assumed: &[], differ: Some((all, one)) };
            assert_eq!(
                bitwuzla.ask(&query, Tables::Expanded, limits(60)),
                Answer::Unsat,
                "{width}"
            );
        }
    }

    /// Asks whether `left` and `right` of two words differ.
    fn differ(
        state: for<'a> fn(&Goal<'a>) -> [semantics::domain::Bv<semantics::dag::Dag<'a>>; 2],
        limits: Limits<'_>,
    ) -> Answer {
        let arena = Arena::default();
        let goal = Goal::new(&arena, 32);
        let [left, right] = state(&goal);
        let cone = Cone::of(&arena, [left.raw(), right.raw()]);
        let differ = Some((cone.at(left.raw()), cone.at(right.raw())));
        let query = Query { cone: &cone, assumed: &[], differ };
        Bitwuzla::find().unwrap().ask(&query, Tables::Expanded, limits)
    }

    #[test]
    fn what_holds_is_unsatisfiable_and_what_does_not_has_a_counterexample() {
        let holds = differ(
            |g| {
                let (a, b) = (g.reg("a"), g.reg("b"));
                [(a ^ b) + ((a & b) << 1), a + b]
            },
            limits(60),
        );
        assert_eq!(holds, Answer::Unsat);
        let rare = differ(
            |g| {
                let (a, b) = (g.reg("a"), g.reg("b"));
                [a.equals(a.lit(0x89ab_cdef)).select(b, a), a]
            },
            limits(60),
        );
        let Answer::Sat(inputs) = rare else { panic!("{rare:?}") };
        assert_eq!(inputs[0], Val::from(0x89ab_cdef));
        assert_ne!(inputs[1], inputs[0]);
    }

    #[test]
    fn it_ends_at_its_deadline_and_when_another_solver_was_faster() {
        let hopeless = |limits: Limits<'_>| {
            differ(
                |g| {
                    let (a, b) = (g.reg("a"), g.reg("b"));
                    [a * b, bitwise::multiply(a, b).lo(32)]
                },
                limits,
            )
        };
        let start = Instant::now();
        assert_eq!(hopeless(limits(1)), Answer::Unknown("timeout".into()));
        let answered = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(500));
                answered.store(true, Ordering::Relaxed);
            });
            let answer = hopeless(limits(60).until(&answered));
            assert_eq!(answer, Answer::Unknown("another solver was faster".into()));
        });
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn only_whole_answers_are_believed() {
        assert_eq!(read("unsat\n", 1), Answer::Unsat);
        assert_eq!(read("sat\nv1 101\n", 2), Answer::Sat(vec![Val::from(0), Val::from(5)]));
        for bad in ["", "unsat", "unsat\nsat\n", "sat", "sat\nv1 101\n", "sat\nv0 2\n", "SAT\n"] {
            assert!(matches!(read(bad, 1), Answer::Unknown(_)), "{bad:?}");
        }
    }
}
