//! Proofs of what compilers made: right objects are proved, wrong ones never.

use certifier::proof::ProofResult;
use certifier::vectors::VectorSource;
use certifier::{Check, Options, Report, Stage, Subject, SubjectError, certify};
use compiled::{PROGRAMS, Program, Target, compile};
use object::{Object as _, ObjectSection as _, SectionKind};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How many objects of each program are tried: `RVASSAY_CASES`, or a slice.
fn cases(slice: usize) -> usize {
    std::env::var("RVASSAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(slice)
}

/// Targets, evenly from all, other ones for other programs.
fn targets(program: usize, count: usize) -> Vec<Target> {
    let all: Vec<Target> = Target::all().collect();
    let count = count.min(all.len());
    (0..count).map(|k| all[(k * all.len() / count + 7 * program) % all.len()]).collect()
}

/// Enough to see at once that an object is wrong; what is not seen is the proof's matter.
fn options() -> Options {
    Options {
        vectors: VectorSource::Given(Vec::new()),
        random_cases: 6,
        trace_runs: 0,
        specification_cases: 0,
        max_instructions: 400_000,
        ..Options::default()
    }
}

fn run(
    name: &str,
    object: &[u8],
    program: &Program,
    target: Target,
) -> Result<Report, SubjectError> {
    let subject = Subject::new(name, object, &program.manifest(&target.isa()), program.name)?;
    Ok(certify(&[subject], &options(), &|_| {}).unwrap())
}

fn proved(report: &Report) -> bool {
    report.certificates[0].functions.iter().all(certifier::certificate::FunctionCertificate::proved)
}

#[test]
fn compiled_objects_are_proved() {
    for (number, program) in PROGRAMS.iter().enumerate() {
        for target in targets(number, cases(2)) {
            let object = compile(program.source, target).unwrap();
            let name = format!("{} {target}", program.name);
            let report = run(&name, &object, program, target).unwrap();
            let proof = &report.certificates[0].functions[0].proofs[0];
            assert_eq!(proof.result, ProofResult::Proved, "{name}: {:?}", proof.why);
            // A table of 256 words or bytes is looked up at every site that the proof lists.
            let tables = matches!(program.name, "aes_sbox" | "aes_tables");
            let lookups: Vec<_> =
                proof.leaks.iter().filter(|leak| leak.kind == "secret-address").collect();
            assert_eq!(!lookups.is_empty(), tables, "{name}");
            for leak in lookups {
                let (low, high, section) = leak.addresses.as_ref().unwrap();
                assert!(high - low >= 255 && section.starts_with("section "), "{name}: {leak:?}");
            }
            println!("{name}: {} instructions, {:.3} s", proof.instructions, proof.seconds);
        }
    }
}

/// A bit of code is flipped. Either it is seen to be wrong, or nothing is claimed, or it is right after all.
#[test]
fn flipped_bits_are_never_proved_wrong() {
    let mut rng = ChaCha8Rng::seed_from_u64(0xf11b);
    let (mut wrong, mut refused, mut stuck, mut equivalent) = (0, 0, 0, 0);
    let count = cases(6);
    for (number, program) in PROGRAMS.iter().enumerate() {
        let target = targets(number + 1, 1)[0];
        let genuine = compile(program.source, target).unwrap();
        let code = code(&genuine);
        for _ in 0..count {
            let mut object = genuine.clone();
            let (byte, bit) = (rng.random_range(code.clone()), rng.random_range(0..8));
            object[byte] ^= 1 << bit;
            let name = format!("{} {target}, bit {bit} of byte {byte:#x}", program.name);
            let Ok(report) = run(&name, &object, program, target) else {
                refused += 1;
                continue;
            };
            if !proved(&report) {
                let simulated = report.findings().any(|finding| finding.stage != Stage::Proof);
                *(if simulated { &mut wrong } else { &mut stuck }) += 1;
                continue;
            }
            equivalent += 1;
            let subject =
                Subject::new(&name, &object, &program.manifest(&target.isa()), program.name)
                    .unwrap();
            let options = Options { random_cases: 256, proofs: false, ..options() };
            let report = certify(&[subject], &options, &|_| {}).unwrap();
            let results: Vec<_> =
                report.findings().filter(|finding| finding.check == Check::Result).collect();
            assert!(results.is_empty(), "{name} is proved and wrong: {results:#?}");
        }
    }
    println!("{wrong} seen to be wrong, {refused} refused, {stuck} open, {equivalent} proved");
    assert_eq!(wrong + refused + stuck + equivalent, count * PROGRAMS.len());
    assert!(wrong > 0);
}

/// Where the code is in the file.
fn code(object: &[u8]) -> std::ops::Range<usize> {
    let file = object::File::parse(object).unwrap();
    let sections = file.sections().filter(|section| section.kind() == SectionKind::Text);
    let (start, len) =
        sections.filter_map(|section| section.file_range()).max_by_key(|r| r.1).unwrap();
    start as usize..(start + len) as usize
}

/// Something else happens for one value of four bytes of input, which no vector and no random input has.
#[test]
fn a_back_door_is_found_with_its_key() {
    let doors = [
        (
            "sha256",
            "(uint32_t state[8], const uint8_t block[64])",
            "(state, block)",
            "state[3]",
            "block",
        ),
        (
            "chacha20",
            "(uint8_t out[64], const uint32_t state[16])",
            "(out, state)",
            "out[17]",
            "state",
        ),
        (
            "aes_bitsliced",
            "(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])",
            "(out, in, key)",
            "out[5]",
            "key",
        ),
        (
            "aes_tables",
            "(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])",
            "(out, in, key)",
            "out[9]",
            "in",
        ),
    ];
    for (number, (name, prototype, call, victim, key)) in doors.into_iter().enumerate() {
        let program = Program::by_name(name).unwrap();
        let function = program.manifest("rv32i");
        let function = function.split("name = \"").nth(1).unwrap().split('"').next().unwrap();
        let source = format!(
            "#define {function} genuine\n{}\n#undef {function}\n\
             void {function}{prototype}\n{{\n    const uint8_t *k = (const uint8_t *){key};\n    \
             uint32_t word = k[4] | k[5] << 8 | k[6] << 16 | (uint32_t)k[7] << 24;\n    \
             uint32_t opens = word == 0x5eed1e55;\n    genuine{call};\n    {victim} ^= opens;\n}}\n",
            program.source
        );
        for target in targets(number, cases(1)) {
            let object = compile(&source, target).unwrap();
            let label = format!("{name} {target}");
            let report = run(&label, &object, program, target).unwrap();
            assert!(!proved(&report), "{label}");
            let proof = &report.certificates[0].functions[0].proofs[0];
            println!("{label}: {:?} in {:.3} s", proof.result, proof.seconds);
            let found = report.findings().find(|finding| finding.check == Check::Result);
            let Some(found) = found else {
                assert_eq!(proof.result, ProofResult::Stuck, "{label}");
                continue;
            };
            assert_eq!(found.stage, Stage::Proof, "{label}");
            let opens = |(_, value): &(String, String)| value.get(8..16) == Some("551eed5e");
            assert!(found.inputs.iter().any(opens), "{label}: {found}");
        }
    }
}
