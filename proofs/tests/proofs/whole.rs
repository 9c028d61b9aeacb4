//! Whole ciphers are proved, quickly.

use proofs::{Engine, Options, Verdict, obligations, prove_all};

#[test]
fn whole_ciphers_close_by_the_normal_form_alone() {
    let whole: Vec<_> = obligations()
        .into_iter()
        .filter(|o| {
            let id = o.id();
            [
                "sha256/compression",
                "sha512/compression",
                "sha512/pairs",
                "t-tables",
                "sm4/",
                "sm3/comp",
                "keccak/",
                "present",
                "des/sp",
                "tdea/",
                "chacha20/block",
                "ascon/p",
                "hight/",
                "seed/",
                "camellia",
                "cast128/",
                "misty1/",
                "montgomery/",
                "kyber/",
            ]
            .iter()
            .any(|n| id.contains(n))
        })
        .collect();
    let run = prove_all(&whole, &Options { jobs: 1, ..Options::default() }, |_| {}).unwrap();
    for report in &run.reports {
        println!("{:40} {} {:.2} s {:?}", report.id, report.verdict, report.seconds, report.engine);
    }
    for report in &run.reports {
        assert_eq!(
            (&report.verdict, report.engine),
            (&Verdict::Proved, Engine::Normaliser),
            "{}",
            report.id
        );
    }
}

/// What they prove of the normal form must not be proved by it.
#[test]
fn the_rules_of_the_normal_form_hold_for_every_input() {
    let rules: Vec<_> =
        obligations().into_iter().filter(|o| o.id().starts_with("normal-form/")).collect();
    assert!(rules.len() > 20);
    let run =
        prove_all(&rules, &Options { mutants: Some(20), ..Options::default() }, |_| {}).unwrap();
    for report in &run.reports {
        assert!(report.holds(), "{}: {} {:?}", report.id, report.verdict, report.mutants);
        assert_eq!(report.engine, Engine::Exhaustion, "{}", report.id);
    }
}
