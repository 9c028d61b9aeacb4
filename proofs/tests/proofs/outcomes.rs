//! Claims whose outcome is in their names, and what a run makes of them.

use proofs::{
    Engine, Event, Obligation, Options, Outcome, Report, Run, Solver, Totals, Verdict, prove_all,
};
use semantics::{
    bits::{Table, Val},
    bitwise,
    claim::{Claim, Goal},
    dag::{Arena, Id},
    gf256,
    insns::Insn,
};
use std::{
    fs,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

const fn claim(
    id: &'static str,
    widths: &'static [u32],
    state: for<'a> fn(&mut Goal<'a>),
) -> Claim {
    Claim { id, says: "it is as its name says", reference: "none", widths, state }
}

static SBOX_AGAIN: Table = Table { name: "again", data: gf256::SBOX.data };

static INVERSE: Table = Table { name: "inverse", data: inverse(&gf256::SBOX.data) };

const fn inverse(of: &[u8; 256]) -> [u8; 256] {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        data[of[k] as usize] = k as u8;
        k += 1;
    }
    data
}

static CLAIMS: &[Claim] = &[
    claim("proved/ripple", &[64], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("sum", g.rd(Insn::Add, a, b), bitwise::add(a, b));
    }),
    claim("proved/narrow-assumption", &[64], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.assume(a.equals(a.lit(0x0123_4567_89ab_cdef)));
        g.equal("sum", a - b, a.lit(0x0123_4567_89ab_cdef) - b);
    }),
    claim("proved/inverse-table", &[32], |g| {
        let byte = g.reg("rs1").byte(2);
        g.equal("byte", byte.lookup(&gf256::SBOX).lookup(&INVERSE), byte);
    }),
    claim("proved/same-content", &[32], |g| {
        let byte = g.reg("rs1").byte(2);
        g.equal("byte", byte.lookup(&gf256::SBOX), byte.lookup(&SBOX_AGAIN));
    }),
    claim("refuted/second-part", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("right", a ^ b, b ^ a);
        g.equal("wrong", a - b, b - a);
    }),
    claim("refuted/rare", &[64], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        let rare = a.equals(a.lit(0x0123_4567_89ab_cdef));
        g.equal("sum", a + b, rare.select(b, b + a));
    }),
    claim("refuted/under-assumption", &[64], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.assume(a.equals(a.lit(0x0123_4567_89ab_cdef)));
        g.equal("sum", a + b, a - b);
    }),
    claim("refuted/table", &[32], |g| {
        let byte = g.reg("rs1").byte(2);
        let fixed = byte.lookup(&gf256::SBOX).equals(byte.lit(0));
        g.holds("no zero", !fixed);
    }),
    claim("vacuous/contradiction", &[64], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.assume(a.ult(b));
        g.assume(b.ult(a));
        g.equal("sum", a + b, b + a);
    }),
    claim("vacuous/constant", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.assume(a.lit(1).equals(a.lit(2)));
        g.equal("sum", a + b, b + a);
    }),
    claim("trivial/same-term", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("sum", a + b, b + a);
        g.equal("nothing", a + b, a + b);
    }),
    claim("trivial/empty", &[32], |_| {}),
    // A product of 32 bits against shift and add: hopeless for a solver.
    claim("unknown/product", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("product", a * b, bitwise::multiply(a, b).lo(32));
    }),
];

fn obligation(claim: &'static Claim) -> Obligation {
    Obligation { claim, xlen: claim.widths[0] }
}

fn named(id: &str) -> Obligation {
    obligation(CLAIMS.iter().find(|claim| claim.id == id).expect("a claim of this file"))
}

fn options(timeout: u64) -> Options {
    Options { timeout: Duration::from_secs(timeout), solver: Solver::Z3, ..Options::default() }
}

fn one(obligation: Obligation, options: &Options) -> Report {
    let Run { mut reports, .. } = prove_all(&[obligation], options, |_| {}).unwrap();
    reports.remove(0)
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted { .. } => "refuted",
        Verdict::Vacuous => "vacuous",
        Verdict::Trivial { .. } => "trivial",
        Verdict::Unknown { .. } => "unknown",
        Verdict::NotRun => "not run",
    }
}

#[test]
fn every_outcome_is_the_one_in_the_name() {
    let all: Vec<_> = CLAIMS.iter().map(obligation).collect();
    let run = prove_all(&all, &options(3), |_| {}).unwrap();
    for report in &run.reports {
        let expected = report.id.split('/').next().unwrap();
        assert_eq!(word(&report.verdict), expected, "{}: {}", report.id, report.verdict);
    }
    let ids: Vec<_> = run.reports.iter().map(|report| report.id.clone()).collect();
    assert_eq!(ids, all.iter().map(Obligation::id).collect::<Vec<_>>());
    assert!(!run.holds());
    let Totals { obligations, proved, refuted, vacuous, trivial, unknown, not_run, .. } =
        run.totals;
    assert_eq!((obligations, proved, refuted), (CLAIMS.len(), 4, 4));
    assert_eq!((vacuous, trivial, unknown, not_run), (2, 2, 1, 0));
}

#[test]
fn an_outcome_names_its_part() {
    let verdict = |id| one(named(id), &options(3)).verdict;
    assert_eq!(verdict("trivial/same-term"), Verdict::Trivial { part: Some("nothing".into()) });
    assert_eq!(verdict("trivial/empty"), Verdict::Trivial { part: None });
    let Verdict::Refuted { part, .. } = verdict("refuted/second-part") else { panic!() };
    assert_eq!(part, "wrong");
    let unknown = verdict("unknown/product");
    assert_eq!(unknown, Verdict::Unknown { part: Some("product".into()), why: "timeout".into() });
}

#[test]
fn a_counterexample_gives_both_sides_when_its_inputs_are_put_in() {
    for id in ["refuted/second-part", "refuted/rare", "refuted/under-assumption", "refuted/table"] {
        let obligation = named(id);
        let Report { verdict, engine, .. } = one(obligation, &options(30));
        let Verdict::Refuted { part, inputs, left, right } = verdict else { panic!("{id}") };
        let arena = Arena::default();
        let goal = obligation.state(&arena);
        let of = |name: &str| inputs.iter().find(|input| input.name == name).map(|i| i.value);
        let value = arena.eval(|name| of(name).unwrap_or(Val::from(0)));
        let holds = |id: &Id| value(*id) == Val::from(1);
        assert!(goal.assumptions().iter().all(holds), "{id}");
        let sides = goal.parts().iter().find(|p| p.name == part).unwrap();
        assert_eq!((value(sides.left), value(sides.right)), (left, right), "{id}");
        assert_ne!(left, right, "{id}");
        // The rare one cannot be met by chance.
        assert_eq!(
            engine == Engine::Z3,
            ["refuted/rare", "refuted/under-assumption"].contains(&id)
        );
    }
}

#[test]
fn depth_overflows_no_stack() {
    // Alternating, so that no rewriting flattens it.
    static DEEP: Claim = claim("proved/deep", &[2], |g| {
        let (a, b) = (g.var(2, "a"), g.var(2, "b"));
        let deep = (0..50_000).fold(a, |sum, k| if k % 2 == 0 { sum + b } else { sum ^ a });
        g.equal("sum", deep + b, b + deep);
    });
    let report = one(obligation(&DEEP), &options(60));
    assert_eq!(report.verdict, Verdict::Proved);
}

#[test]
fn few_inputs_are_exhausted_unless_z3_is_asked_for() {
    static EIGHT: Claim = claim("proved/eight", &[8], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("product", (a + b) * (a - b), a * a - b * b);
    });
    for (solver, engine) in [(Solver::Auto, Engine::Exhaustion), (Solver::Z3, Engine::Z3)] {
        let report = one(obligation(&EIGHT), &Options { solver, ..options(60) });
        assert_eq!((report.verdict, report.engine), (Verdict::Proved, engine));
    }
}

#[test]
fn a_weak_claim_has_survivors() {
    static WHOLE: Claim = claim("add/whole", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("rd", g.rd(Insn::Add, a, b), bitwise::add(a, b));
    });
    static PARITY: Claim = claim("add/parity", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("bit 0", g.rd(Insn::Add, a, b).lo(1), bitwise::add(a, b).lo(1));
    });
    let options = Options { mutants: Some(20), ..options(60) };
    let whole = one(obligation(&WHOLE), &options);
    assert!(whole.holds(), "{whole:#?}");
    assert!(whole.mutants.len() > 3);
    let parity = one(obligation(&PARITY), &options);
    let survived = parity.mutants.iter().filter(|m| m.outcome == Outcome::Survived).count();
    assert!(parity.verdict == Verdict::Proved && survived > 0 && !parity.holds(), "{parity:#?}");
}

#[test]
fn a_mutant_that_is_no_change_is_proved_equivalent() {
    static DISJOINT: Claim = claim("proved/disjoint", &[32], |g| {
        let (a, b) = (g.reg("rs1"), g.reg("rs2"));
        g.equal("halves", (a << 16) | (b >> 16), a.lo(16).concat(b.hi(16)));
    });
    let report = one(obligation(&DISJOINT), &Options { mutants: Some(30), ..options(60) });
    assert!(report.holds(), "{report:#?}");
    // `|` and `^` of disjoint words are the same function.
    let equivalent = |m: &&proofs::Mutant| m.outcome == Outcome::Equivalent;
    let found: Vec<_> = report.mutants.iter().filter(equivalent).collect();
    assert!(found.iter().any(|m| m.operator == "swap operator"), "{report:#?}");
}

#[test]
fn a_proved_verdict_is_kept_and_a_spoilt_one_is_proved_again() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        Options { store: Some(folder.path().join("verdicts")), mutants: Some(4), ..options(60) };
    let prove = || one(named("proved/ripple"), &options);
    let first = prove();
    let again = prove();
    assert_eq!((first.stored, again.stored), (false, true));
    assert_eq!((&first.verdict, &first.mutants), (&again.verdict, &again.mutants));

    let files: Vec<_> = fs::read_dir(folder.path().join("verdicts")).unwrap().collect();
    assert_eq!(files.len(), 1);
    let file = files[0].as_ref().unwrap().path();
    assert_eq!(file.file_stem().unwrap(), first.goal.as_str());
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    assert!(!prove().stored);
    assert!(prove().stored);

    let other = Options { store: None, ..options.clone() };
    assert!(!one(named("proved/ripple"), &other).stored);
}

#[test]
fn only_proved_verdicts_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { store: Some(folder.path().into()), ..options(3) };
    for id in ["refuted/rare", "vacuous/contradiction", "trivial/empty", "unknown/product"] {
        let report = one(named(id), &options);
        assert!(!report.stored && report.verdict != Verdict::Proved);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_store_that_cannot_be_made_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let options = Options { store: Some(file.path().join("x")), ..options(3) };
    let error = prove_all(&[named("trivial/empty")], &options, |_| {}).unwrap_err();
    assert!(error.to_string().contains("cannot be made"), "{error}");
}

#[test]
fn a_stopped_run_reports_what_it_has() {
    let options = Options { jobs: 1, ..options(600) };
    let selection =
        [named("proved/ripple"), named("unknown/product"), named("refuted/second-part")];
    let finished = Mutex::new(Vec::new());
    let start = Instant::now();
    let run = prove_all(&selection, &options, |event| match event {
        // By then samples are done and the solver is at work.
        Event::Started(obligation) if obligation.claim.id == "unknown/product" => {
            let stop = options.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs(3));
                stop.store(true, Ordering::Relaxed);
            });
        }
        Event::Started(_) => {}
        Event::Finished(report) => finished.lock().unwrap().push(report.id.clone()),
    })
    .unwrap();
    assert!(start.elapsed() < Duration::from_secs(60));
    let words: Vec<_> = run.reports.iter().map(|report| word(&report.verdict)).collect();
    assert_eq!(words, ["proved", "not run", "not run"]);
    assert_eq!((run.totals.proved, run.totals.not_run), (1, 2));
    assert_eq!(finished.into_inner().unwrap().len(), 2);
}

#[test]
fn a_run_that_is_stopped_before_it_starts_runs_nothing() {
    let options = Options { stop: AtomicBool::new(true).into(), ..options(3) };
    let run = prove_all(&[named("proved/ripple")], &options, |_| {}).unwrap();
    assert_eq!((run.totals.not_run, run.holds()), (1, false));
    assert!(!prove_all(&[], &options, |_| {}).unwrap().holds());
}

#[test]
fn a_report_serialises_flat_with_values_in_hex() {
    let report = one(named("refuted/under-assumption"), &options(30));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["id"], "refuted/under-assumption@64");
    assert_eq!(json["verdict"], "refuted");
    assert_eq!(json["engine"], "z3");
    assert_eq!(json["inputs"][0]["name"], "rs1");
    assert_eq!(json["inputs"][0]["value"], "0x123456789abcdef");
}
