//! Every embedded kernel passes everything, and the counts are the published ones.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use certifier::certificate::SkipReason;
use certifier::page::Page;
use certifier::vectors::{ECB_FILES, HASH_FILES, VectorSource};
use certifier::{Event, Options, Report, Subject, certify};

fn embedded() -> Vec<Subject> {
    kernels::all().iter().map(|kernel| Subject::embedded(kernel).unwrap()).collect()
}

/// The same with fewer lengths to prove: those of two blocks of SHA-256 take seconds.
fn embedded_with_fewer_proofs() -> Vec<Subject> {
    let fewer = |kernel: &kernels::Kernel| {
        let all = [
            ("prove = [0, 55, 56, 64]", "prove = [0, 56]"),
            ("prove = [0, 1, 63, 64, 65, 128]", "prove = [0, 65]"),
        ];
        let swap = |text: String, (all, some): (&str, &str)| text.replace(all, some);
        let text = all.into_iter().fold(kernel.manifest_text.to_owned(), swap);
        assert!(!text.contains("length = ") || text != kernel.manifest_text, "{}", kernel.id);
        Subject::new(kernel.id, kernel.object, &text, kernel.manifest_path).unwrap()
    };
    kernels::all().iter().map(fewer).collect()
}

/// The number of kernels of a cipher.
fn of(cipher: &str) -> usize {
    kernels::all().iter().filter(|kernel| kernel.id.starts_with(cipher)).count()
}

/// Those of AES, and one with a function on messages.
fn some() -> Vec<Subject> {
    let mut some = embedded();
    some.retain(|subject| subject.id.starts_with("aes/") || subject.id == "chacha20/rv64-xchacha3");
    some
}

fn run(options: &Options) -> Report {
    certify(&some(), options, &|_| {}).unwrap()
}

#[test]
fn all_kernels_pass_all_checks_and_vectors() {
    let events = Mutex::new(Vec::new());
    let options = Options { jobs: 2, ..Options::default() };
    let subjects = embedded_with_fewer_proofs();
    let report = certify(&subjects, &options, &|event| events.lock().unwrap().push(event)).unwrap();
    for finding in report.findings() {
        eprintln!("{finding:#?}");
    }
    assert_eq!(report.findings().count(), 0);
    assert_eq!(report.not_run, []);
    // Wycheproof's: 69 with wrong tags or nonces, and 2 that encrypt nothing.
    let skipped =
        [(SkipReason::Rejected, 69 * of("chacha20/")), (SkipReason::TagOnly, 2 * of("chacha20/"))];
    assert_eq!(report.skipped, skipped.into());
    // Both sections of NIST's files; FIPS 197 has 4 blocks and 3 schedules in either direction.
    let nist: usize = ECB_FILES.iter().map(|(_, records)| 2 * records).sum();
    assert_eq!(nist, 2138);
    let digests: usize = HASH_FILES.iter().take(3).map(|(_, records)| records).sum();
    assert_eq!(digests, 65 + 64 + 100);
    // FIPS 180 has 2 examples, RFC 8439 has 10, Wycheproof 254: once by the block function, once by that on messages,
    // which takes no more than 1024 bytes. 55 of NIST's messages have more.
    let all = of("aes/") * (nist + 8 + 6)
        + of("sha256/") * (2 * (digests + 2) - 55)
        + of("chacha20/") * 2 * (10 + 254);
    assert_eq!(report.vectors, all);
    assert_eq!((report.passed, report.failed), (report.vectors, 0));
    assert!(report.holds());
    let functions: usize = report.certificates.iter().map(|c| c.functions.len()).sum();
    let events = events.into_inner().unwrap();
    assert_eq!(events[0], Event::Started { functions });
    assert_eq!(events.len(), functions + 1);
    for certificate in &report.certificates {
        assert_eq!(certificate.object_sha256.len(), 64);
        for function in &certificate.functions {
            let (name, tested) = (&function.name, &function.tested);
            assert_eq!(tested.random, options.random_cases, "{name}");
            assert_eq!(tested.specification, options.specification_cases, "{name}");
            // For one length, or for two.
            let of_a_length = options.trace_runs + 1;
            let traces =
                if function.proofs[0].lengths.is_empty() { of_a_length } else { 2 * of_a_length };
            assert_eq!(tested.constant_time.runs, traces, "{name}");
            assert_eq!(tested.policies, ["trap", "allowed"], "{name}");
            assert_eq!(tested.constant_time.labels, tested.constant_time.observed, "{name}");
            assert!(tested.alignment > 0 && function.proved(), "{name}: {:?}", function.proofs);
            let measured = function.measured.as_ref().unwrap();
            assert_eq!(measured.min_instructions, measured.max_instructions, "{name}");
            let allowed = semantics::isa::Isa::parse(&function.isa).unwrap();
            let declared = |name: &String| allowed.enables(name);
            assert!(measured.extensions.iter().all(declared), "{name}");
        }
    }
    for row in certifier::measure::compare(&report.certificates) {
        let (instructions, kernel, computes) = (row.instructions, &row.kernel, &row.computes);
        eprintln!(
            "{computes} {kernel} {instructions} {} {:?} {:?}",
            row.code_bytes, row.ratio, row.published
        );
        if let Some((published, _)) = row.published {
            assert!(instructions <= published, "{kernel} {computes}: {instructions} > {published}");
        }
        if kernel == "aes/rv32-zkne-zknd" {
            assert!(row.ratio.unwrap() > 1.0, "{computes}");
        }
    }
}

#[test]
fn the_page_shows_every_kernel() {
    let options = Options {
        vectors: VectorSource::Embedded,
        random_cases: 1,
        proofs: false,
        ..Options::default()
    };
    let report = run(&options);
    let page = Page { title: "t".into(), summary: Vec::new(), sections: report.sections() };
    let html = page.to_html();
    for certificate in &report.certificates {
        assert!(html.contains(&certificate.object_sha256), "{}", certificate.id);
    }
    for part in
        ["None in ", "fips197/key-expansion.rsp", ">890<", ">229<", ">3.89<", "secret-address"]
    {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn equal_seeds_give_equal_certificates() {
    let options = |jobs| Options {
        vectors: VectorSource::Embedded,
        random_cases: 4,
        proofs: false,
        jobs,
        ..Options::default()
    };
    let json = |jobs| serde_json::to_string(&run(&options(jobs))).unwrap();
    assert_eq!(json(1), json(2));
}

#[test]
fn a_stop_leaves_what_was_not_run_in_the_report() {
    let options = Options { vectors: VectorSource::Embedded, ..Options::default() };
    options.stop.store(true, Ordering::Relaxed);
    let report = run(&options);
    let functions: usize = some().iter().map(|s| s.manifest.functions.len()).sum();
    assert_eq!(report.not_run.len(), functions);
    assert!(!report.holds());
}

#[test]
fn nothing_to_run_does_not_hold() {
    let report = certify(&[], &Options::default(), &|_| {}).unwrap();
    assert_eq!((report.kernels, report.vectors), (0, 0));
    assert!(!report.holds());
}

#[test]
fn vectors_of_a_user_run_alone_and_a_wrong_one_fails() {
    let file = |ciphertext: &str| {
        let text = format!(
            "[ENCRYPT]\r\n\r\nCOUNT = 0\r\nKEY = 000102030405060708090a0b0c0d0e0f\r\n\
             PLAINTEXT = 00112233445566778899AABBCCDDEEFF\r\nCIPHERTEXT = {ciphertext}\r\n"
        );
        certifier::vectors::parse(text.as_bytes(), "mine.rsp").unwrap()
    };
    let run = |file| {
        run(&Options {
            vectors: VectorSource::Given(vec![file]),
            random_cases: 1,
            proofs: false,
            ..Options::default()
        })
    };
    let kernels = of("aes/");
    let right = run(file("69c4e0d86a7b0430d8cdb78070b4c55a"));
    assert_eq!((right.passed, right.failed), (kernels, 0));
    let wrong = run(file("69c4e0d86a7b0430d8cdb78070b4c55b"));
    assert_eq!((wrong.passed, wrong.failed), (0, kernels));
    let finding = wrong.findings().next().unwrap();
    assert_eq!(
        (finding.expected.as_str(), finding.got.as_str()),
        ("69c4e0d86a7b0430d8cdb78070b4c55b", "69c4e0d86a7b0430d8cdb78070b4c55a")
    );
    assert_eq!(finding.inputs[2], ("vector".to_owned(), "mine.rsp:3".to_owned()));
}
