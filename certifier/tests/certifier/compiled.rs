//! What compilers made of plain C is certified: every program, both compilers, three levels, both widths, with and
//! without Zbb.

use certifier::finding::Check;
use certifier::vectors::VectorSource;
use certifier::{Options, Subject, certify};
use compiled::{PROGRAMS, Target, compile};

/// What takes no part in the question whether the objects are loaded and run right is kept short: there are 144.
fn options() -> Options {
    Options {
        vectors: VectorSource::Embedded,
        random_cases: 3,
        trace_runs: 2,
        specification_cases: 1,
        proofs: false,
        jobs: 2,
        ..Options::default()
    }
}

#[test]
fn every_compiled_object_is_certified() {
    let mut subjects = Vec::new();
    for program in &PROGRAMS {
        for target in Target::all() {
            let object = compile(program.source, target).unwrap_or_else(|error| panic!("{error}"));
            let id = format!("{} {target}", program.name);
            let manifest = program.manifest(&target.isa());
            subjects.push(Subject::new(&id, &object, &manifest, program.name).unwrap());
        }
    }
    let report = certify(&subjects, &options(), &|_| {}).unwrap();
    let (words, others): (Vec<_>, Vec<_>) =
        report.findings().partition(|finding| finding.check == Check::SecretOperand);
    assert!(others.is_empty(), "{others:#?}");
    // Clang doubles in GF(2^8) with sext.b, which is not on the list of Zkt: its time may depend on the byte.
    let kernels: Vec<_> = words.iter().map(|finding| finding.kernel.as_str()).collect();
    let found = ["-O2 rv32", "-O2 rv64", "-Os rv32", "-Os rv64"];
    assert_eq!(kernels, found.map(|target| format!("aes_sbox clang {target}imc_zbb")));
    assert_eq!(report.failed, 0);
    assert_eq!(report.certificates.len(), 144);
    for certificate in &report.certificates {
        let [function] = &certificate.functions[..] else { panic!("{}", certificate.id) };
        let tested = &function.tested;
        assert_eq!((tested.random, tested.specification), (3, 1), "{}", certificate.id);
        let leaks = &tested.constant_time;
        let declared = |kind: &&&str| **kind != "secret-operand";
        let observed: Vec<_> = leaks.observed.iter().filter(declared).collect();
        assert_eq!(leaks.labels.iter().collect::<Vec<_>>(), observed, "{}", certificate.id);
    }
}
