//! Who answers a question: one engine, or two that race.

use crate::{
    bitwuzla::Bitwuzla,
    exhaust,
    ledger::Ledger,
    printer::Tables,
    report::Engine,
    solver::{self, Answer, Limits, Query},
};
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// How long Z3 has a question for itself. It answers most within milliseconds, in which a process is
/// not even started; and two solvers at work take two processors.
const HEAD_START: Duration = Duration::from_millis(500);

/// Who answers questions about a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ask<'s> {
    /// Evaluation of every input.
    Exhaustion,
    Z3,
    Bitwuzla(&'s Bitwuzla),
    /// Z3, and after its head start Bitwuzla beside it; the first answer counts.
    Race(&'s Bitwuzla),
    /// Nobody: the normal form is all there is.
    Nobody,
    /// A test's.
    #[cfg(test)]
    Test(fn(&Query<'_>, Tables, Limits<'_>) -> Answer),
}

/// An answer, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) answer: Answer,
    pub(crate) by: Engine,
}

impl Ask<'_> {
    /// Asks, and writes down the time.
    pub(crate) fn ask(
        &self,
        query: &Query<'_>,
        tables: Tables,
        limits: Limits<'_>,
        ledger: &Ledger,
    ) -> Reply {
        let one = |by, answer: &dyn Fn() -> Answer| {
            let (answer, time) = timed(answer);
            ledger.spent(by, time);
            Reply { answer, by }
        };
        match self {
            Ask::Exhaustion => one(Engine::Exhaustion, &|| exhaust::ask(query, tables, limits)),
            Ask::Z3 => one(Engine::Z3, &|| solver::ask(query, tables, limits)),
            Ask::Bitwuzla(b) => one(Engine::Bitwuzla, &|| b.ask(query, tables, limits)),
            Ask::Race(bitwuzla) => {
                let z3 = |limits: Limits<'_>| solver::ask(query, tables, limits);
                let other = |limits: Limits<'_>| bitwuzla.ask(query, tables, limits);
                race(limits, HEAD_START, z3, other, ledger)
            }
            Ask::Nobody => {
                let why = "the normal form leaves it open".into();
                Reply { answer: Answer::Unknown(why), by: Engine::Normaliser }
            }
            #[cfg(test)]
            Ask::Test(ask) => one(Engine::Z3, &|| ask(query, tables, limits)),
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// The answer of the first of two solvers that has one; Z3 runs on this thread.
///
/// When both have one and they contradict each other, the answer is unknown and the contradiction is
/// written down.
fn race(
    limits: Limits<'_>,
    head_start: Duration,
    z3: impl FnOnce(Limits<'_>) -> Answer,
    bitwuzla: impl FnOnce(Limits<'_>) -> Answer + Send,
    ledger: &Ledger,
) -> Reply {
    let flag = AtomicBool::new(false);
    let answered = &flag;
    let limits = limits.until(answered);
    let (over, z3_is_done) = mpsc::channel::<()>();
    let (z3, bitwuzla) = thread::scope(|scope| {
        let second = scope.spawn(move || {
            // Either way it is this solver's turn, unless there is an answer: Z3 takes long, or gave up.
            let _ = z3_is_done.recv_timeout(head_start);
            limits.reached().is_none().then(|| run(answered, || bitwuzla(limits)))
        });
        let first = run(answered, || z3(limits));
        drop(over);
        (first, second.join().expect("an asker does not panic"))
    });
    ledger.spent(Engine::Z3, z3.1);
    let Some(bitwuzla) = bitwuzla else { return Reply { answer: z3.0, by: Engine::Z3 } };
    ledger.spent(Engine::Bitwuzla, bitwuzla.1);
    match (&z3.0, &bitwuzla.0) {
        (Answer::Unsat, Answer::Sat(_)) => contradiction(Engine::Z3, Engine::Bitwuzla, ledger),
        (Answer::Sat(_), Answer::Unsat) => contradiction(Engine::Bitwuzla, Engine::Z3, ledger),
        // Of two without an answer, Z3's reason is told; of one that was overtaken, the other's answer.
        (Answer::Unknown(_), Answer::Unknown(_)) => Reply { answer: z3.0, by: Engine::Z3 },
        _ if bitwuzla.2 => Reply { answer: bitwuzla.0, by: Engine::Bitwuzla },
        _ => Reply { answer: z3.0, by: Engine::Z3 },
    }
}

/// An answer, its time, and whether it is the first of the race.
fn run(answered: &AtomicBool, solver: impl FnOnce() -> Answer) -> (Answer, Duration, bool) {
    let (answer, time) = timed(solver);
    let first = !matches!(answer, Answer::Unknown(_)) && !answered.swap(true, Ordering::Relaxed);
    (answer, time, first)
}

fn contradiction(unsat: Engine, sat: Engine, ledger: &Ledger) -> Reply {
    ledger.disagree(unsat, sat);
    let why = format!("solvers disagree: {unsat} says unsat, {sat} says sat");
    Reply { answer: Answer::Unknown(why), by: unsat }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::bits::Val;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn sat() -> Answer {
        Answer::Sat(vec![Val::from(1)])
    }

    /// An answer after a while, or why there is none when the limits are reached before.
    fn after(milliseconds: u64, answer: Answer) -> impl FnOnce(Limits<'_>) -> Answer + Send {
        move |limits| {
            let end = Instant::now() + Duration::from_millis(milliseconds);
            while Instant::now() < end {
                if let Some(why) = limits.reached() {
                    return Answer::Unknown(why.into());
                }
                thread::sleep(Duration::from_millis(1));
            }
            answer
        }
    }

    /// What becomes of two solvers that take this long for these answers.
    fn raced(z3: (u64, Answer), bitwuzla: (u64, Answer)) -> (Reply, Ledger) {
        let limits = Limits::new(Duration::from_secs(60), &NEVER);
        let ledger = Ledger::default();
        let head_start = Duration::from_millis(50);
        let (z3, bitwuzla) = (after(z3.0, z3.1), after(bitwuzla.0, bitwuzla.1));
        (race(limits, head_start, z3, bitwuzla, &ledger), ledger)
    }

    #[test]
    fn the_first_answer_counts_and_ends_the_other() {
        let start = Instant::now();
        let (reply, ledger) = raced((0, Answer::Unsat), (0, sat()));
        assert_eq!(reply, Reply { answer: Answer::Unsat, by: Engine::Z3 });
        // Within its head start, Z3 is alone: the other is not even asked.
        assert_eq!(ledger.tactics().len(), 1);
        let (reply, ledger) = raced((60_000, sat()), (0, Answer::Unsat));
        assert_eq!(reply, Reply { answer: Answer::Unsat, by: Engine::Bitwuzla });
        assert_eq!(ledger.tactics().len(), 2);
        let (reply, _) = raced((200, Answer::Unsat), (60_000, sat()));
        assert_eq!(reply, Reply { answer: Answer::Unsat, by: Engine::Z3 });
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn one_that_gives_up_leaves_the_question_to_the_other() {
        let gives_up = || Answer::Unknown("no idea".into());
        let (reply, _) = raced((0, gives_up()), (20, sat()));
        assert_eq!(reply, Reply { answer: sat(), by: Engine::Bitwuzla });
        let (reply, _) = raced((200, sat()), (0, gives_up()));
        assert_eq!(reply, Reply { answer: sat(), by: Engine::Z3 });
        let (reply, _) = raced((0, gives_up()), (0, gives_up()));
        assert_eq!(reply.answer, gives_up());
    }

    #[test]
    fn a_contradiction_is_written_down_and_no_answer() {
        // Deaf ones: they answer although the other has.
        let deaf = |answer: Answer| {
            move |_: Limits<'_>| {
                thread::sleep(Duration::from_millis(100));
                answer
            }
        };
        for (z3, bitwuzla, unsat) in
            [(Answer::Unsat, sat(), Engine::Z3), (sat(), Answer::Unsat, Engine::Bitwuzla)]
        {
            let ledger = Ledger::default();
            let limits = Limits::new(Duration::from_secs(60), &NEVER);
            let reply = race(limits, Duration::from_millis(10), deaf(z3), deaf(bitwuzla), &ledger);
            assert!(matches!(reply.answer, Answer::Unknown(_)), "{reply:?}");
            assert_eq!(ledger.disagreement().map(|d| d.unsat), Some(unsat));
        }
    }
}
