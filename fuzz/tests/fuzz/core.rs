//! The project's own core agrees with the specification.

use fuzz::{
    campaign::{self, Options},
    case::ProgramCase,
    dut::Dut,
    engine::RtlCore,
    finding::Finding,
    sweep, timing,
};
use rtl_harness::{BuildOptions, CoreModel};
use semantics::{insns::Insn, isa::Isa, zkt};
use std::path::{Path, PathBuf};

/// The models that other tests of the project build as well.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache")
}

#[test]
fn the_core_agrees() {
    let dut = Dut::named("core:inorder", None).unwrap();
    let mut options = Options::new(dut, cache());
    options.cases = Some(4 * campaign::BLOCK);
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    for finding in &summary.findings {
        eprintln!("{finding}");
    }
    assert!(summary.findings.is_empty());
    assert!(summary.cases > 3 * campaign::BLOCK, "{:?}", summary.skipped);
    assert!(summary.retired > Some(100_000));
    for report in &summary.coverage {
        // Few situations can be met in so short a time; that they are counted is what is asked.
        assert!(report.reached > report.bins / 20, "{} of {}", report.reached, report.bins);
    }
}

#[test]
fn the_cycles_of_programs_are_those_of_the_model() {
    let dut = Dut::named("core:inorder", None).unwrap();
    let mut options = Options::new(dut, cache());
    (options.cycles, options.cases) = (true, Some(2 * campaign::BLOCK));
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    assert!(summary.findings.is_empty(), "{:#?}", summary.findings);
    assert!(summary.cases > campaign::BLOCK, "{:?}", summary.skipped);
    // Both widths had their turn.
    assert_eq!(summary.coverage.len(), 2);
    // A bug that costs time and nothing else.
    let found = found_in(&options, "division-by-zero-is-fast").expect("a quotient that is early");
    assert!(found.specification.contains("cycle "), "{found}");

    let mut without = Options::new(Dut::named("core:picorv32", None).unwrap(), cache());
    without.cycles = true;
    let error = campaign::campaign(&without, &|_| {}).unwrap_err();
    assert_eq!(error.to_string(), "nothing predicts the cycles of core:picorv32");
}

/// The first finding of a campaign on the core with a bug.
fn found_in(options: &Options, bug: &str) -> Option<Finding> {
    let dut = Dut::named("core:inorder", Some(bug)).unwrap();
    let isas = Options::new(dut.clone(), cache()).isas;
    let options = Options { dut, isas, most_findings: 1, ..options.clone() };
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    summary.findings.into_iter().next()
}

/// Instruction sets with extensions off; words of the others trap. Zicsr is in all of them: without it, nothing shows
/// what a trap leaves, and no jump leads from this core's reset address to where cases are.
const SMALLER: [&str; 5] = [
    "rv32i_zicsr",
    "rv32im_zicsr",
    "rv32i_zicsr_zkne",
    "rv64imc_zicsr",
    "rv64i_zicsr_zknd_xkeccak",
];

/// How many of [`SMALLER`] are built: all of them in the campaign, and a model takes seconds.
fn smaller() -> impl Iterator<Item = Isa> {
    let step = if wanted() > SMALLER.len() { 1 } else { 2 };
    SMALLER.iter().step_by(step).map(|text| Isa::parse(text).unwrap())
}

#[test]
fn words_of_extensions_that_are_off_trap() {
    for isa in smaller() {
        let dut = Dut::named("core:inorder", None).unwrap();
        let mut options = Options::new(dut.clone(), cache());
        options.isas = vec![isa.clone()];
        options.cases = Some(3 * campaign::BLOCK);
        let summary = campaign::campaign(&options, &|_| {}).unwrap();
        assert!(summary.findings.is_empty(), "{isa}: {:#?}", summary.findings, isa = isa.text());
        assert!(summary.cases > campaign::BLOCK, "{:?}", summary.skipped);
        // What the whole core has and this one has not, each word with one bit flipped as well.
        let mut core = dut.prepare(&[isa.xlen()], &cache()).unwrap().open(&isa).unwrap();
        let whole = Isa::modelled(isa.xlen());
        let words: Vec<_> = whole.insns().filter_map(|i| i.spec().enc(isa.xlen())).collect();
        let words: Vec<_> = words.iter().map(|enc| enc.value | 0x0052_0280 & !enc.mask).collect();
        let off = words.iter().filter(|&&word| isa.decode(word).is_none()).count();
        assert!(off > 100, "{off} words of {} are off", isa.text());
        let swept = sweep::words(&isa, &mut *core, &words).unwrap();
        assert_eq!(swept.disagreements, []);
        assert!(swept.words - swept.not_modelled > 100, "{swept:?}");
    }
}

#[test]
fn the_core_has_the_words_of_the_specification_and_no_other() {
    // A slice; the campaign flips bits of 64 words of each instruction, and tries all halfwords.
    let mut words = 0;
    for xlen in [32, 64] {
        let mut engine = core(None, xlen);
        let isa = engine.isa().clone();
        let mut swept = sweep::some_bit_flips(&isa, &mut engine, 1).unwrap();
        let halfwords: Vec<_> = (0..1 << 16).step_by(23).filter(|word| word & 3 != 3).collect();
        let short = sweep::words(&isa, &mut engine, &halfwords).unwrap();
        swept.disagreements.extend(short.disagreements);
        assert_eq!(swept.disagreements, [], "RV{xlen}");
        words += swept.words + short.words;
    }
    assert!(words > 10_000, "{words}");
    let mut engine = core(Some("rnum-11"), 64);
    let isa = engine.isa().clone();
    let round = |rnum: u32| 0x3103_1293 | rnum << 20; // aes64ks1i x5, x6, rnum
    let swept = sweep::words(&isa, &mut engine, &[round(10), round(11)]).unwrap();
    let found: Vec<_> = swept.disagreements.iter().map(|d| d.word).collect();
    assert_eq!(found, [round(11)]);
}

/// An engine for the first instruction set of this width.
fn core(bug: Option<&str>, xlen: u32) -> RtlCore {
    let own = rtl_harness::cores().iter().find(|core| core.name == "inorder").unwrap();
    let description = own.description().unwrap();
    let isa = Isa::parse(description.isa(xlen).unwrap()).unwrap();
    let patch = own.bugs().into_iter().find(|b| Some(b.name) == bug).map(|b| b.patch);
    let options = BuildOptions { patch, ..BuildOptions::new(cache()) };
    let model = CoreModel::build(&description, xlen, |e| isa.enables(e), &options).unwrap();
    RtlCore::new("core:inorder", &description, &model, &isa).unwrap()
}

#[test]
fn the_time_of_zkt_ops_does_not_depend_on_data() {
    for xlen in [32, 64] {
        let mut core = core(None, xlen);
        let timed = timing::zkt(&mut core, 1, |_| true);
        let on_list = |insn: &Insn| zkt::lists(insn.spec().name);
        let all: Vec<_> = core.isa().insns().filter(on_list).map(|i| i.spec().name).collect();
        assert!(all.len() > 60 && timed.ops == all, "{:?}", timed.not_timed);
        assert!(timed.leaks.is_empty(), "{:?}", timed.leaks);
    }
    let mut core = core(Some("product-with-zero-is-fast"), 64);
    let timed = timing::zkt(&mut core, 1, |insn| insn.spec().extensions.contains(&"M"));
    let names: Vec<_> = timed.leaks.iter().map(|leak| leak.op).collect();
    assert_eq!(names, ["mul", "mulh", "mulhsu", "mulhu", "mulw"]);
}

/// A campaign of the core with a bug; the instructions of the shrunk program.
fn found(bug: &str, xlen: u32) -> Option<usize> {
    let mut options = Options::new(Dut::named("core:inorder", Some(bug)).unwrap(), cache());
    options.cases = Some(16 * campaign::BLOCK);
    options.most_findings = 1;
    options.isas.retain(|isa| isa.xlen() == xlen);
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    let finding = summary.findings.first()?;
    eprintln!("{bug}: after {} cases, {:.1} s\n{finding}", summary.cases, summary.seconds);
    Some(finding.listing.iter().filter(|line| line.starts_with('.')).count())
}

/// Every seeded bug, and the register width that shows it.
const BUGS: [(&str, u32); 18] = [
    ("bs-of-the-instruction-before", 32),
    ("compressed-store-offset", 32),
    ("custom-result-at-once-lost", 64),
    ("division-by-zero-is-fast", 32),
    ("faulting-load-writes-rd", 32),
    ("first-division-hangs", 64),
    ("illegal-word-before-a-product", 32),
    ("late-mpie", 32),
    ("old-value-after-a-division", 32),
    ("product-into-x0-hangs", 32),
    ("product-with-zero-is-fast", 64),
    ("rev8-is-brev8", 64),
    ("rnum-11", 64),
    ("same-operand-twice", 32),
    ("stale-fetch-after-a-jump", 32),
    ("store-data-after-a-wait", 64),
    ("x0-written-by-a-custom-op", 64),
    ("zip-on-rv64", 64),
];

/// How many bugs are tried, evenly from all: `RVASSAY_CASES`, or a slice.
fn wanted() -> usize {
    std::env::var("RVASSAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn every_bug_of_the_core_is_found() {
    let core = rtl_harness::cores().iter().find(|core| core.name == "inorder").unwrap();
    let named: Vec<_> = core.bugs().iter().map(|bug| bug.name).collect();
    assert_eq!(named, BUGS.map(|bug| bug.0), "the rows and the patches");
    let mine = BUGS.iter().step_by((BUGS.len() / wanted()).max(1));
    for (bug, xlen) in mine {
        let instructions = found(bug, *xlen).unwrap_or_else(|| panic!("{bug} is not found"));
        assert!(instructions <= SMALL, "{bug} is shown by {instructions} instructions");
    }
}

/// Instructions of a shrunk program, at most: every bug of the core allows it.
const SMALL: usize = 8;

/// What a campaign on a core of a package finds, by instruction.
fn findings(name: &str) -> Vec<String> {
    let mut options = Options::new(Dut::named(name, None).unwrap(), cache());
    options.cases = Some(3 * campaign::BLOCK);
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    summary.findings.iter().for_each(|finding| eprintln!("{finding}"));
    assert!(summary.cases > campaign::BLOCK, "{:?}", summary.skipped);
    summary.findings.into_iter().map(|finding| finding.op).collect()
}

#[test]
fn picorv32_writes_the_reserved_rd_of_a_fence() {
    // Its README explains it.
    assert_eq!(findings("core:picorv32"), ["fence"]);
    // Not only RVFI says so: a store shows the register afterwards.
    let isa = Isa::parse("rv32imc").unwrap();
    let ready = Dut::named("core:picorv32", None).unwrap().prepare(&[32], &cache()).unwrap();
    let mut core = ready.open(&isa).unwrap();
    let mut registers = [0; 32];
    registers[1] = 0x1234;
    let mut shown = |word| {
        let case = ProgramCase { isa: isa.clone(), words: vec![word], registers };
        core.run_program(&case).unwrap().unwrap().registers[1]
    };
    assert_eq!([shown(0x0000_000f), shown(0x0000_008f)], [0x1234, 0]);
}

#[test]
fn picorv32_is_a_host_of_the_aes_unit() {
    // Behind its co-processor interface; the FENCE is the core's own.
    assert_eq!(findings("core:picorv32_aes"), ["fence"]);
    let mut options = Options::new(Dut::named("core:picorv32_aes", None).unwrap(), cache());
    options.filter = vec!["Zkne".into(), "Zknd".into()];
    options.cases = Some(campaign::BLOCK);
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    assert_eq!((summary.findings.len(), summary.ops.len()), (0, 4));
}

#[test]
fn ibex_agrees() {
    assert!(findings("core:ibex").is_empty());
}

/// A `core.toml`, a part of it that becomes something else, and what is said of that.
const WRONG: [(&str, &str, &str); 12] = [
    ("top = \"picorv32\"", "", "core.toml:1: missing field `top`"),
    ("0x80410000", "0x80410001", "core.toml:9: `0x80410001` has no meaning here"),
    ("0x80410000", "-4", "core.toml:9: invalid value: integer `-4`, expected u64"),
    ("\"RISCV_FORMAL\"", "\"A B\"", "core.toml:5: `A B` has no meaning here"),
    ("\"RISCV_FORMAL\"", "\"\"", "core.toml:5: `` has no meaning here"),
    ("\"rv32imc\"", "\"rv64imc\"", "core.toml:14: `rv64imc` is RV64, not RV32"),
    ("\"rv32imc\"", "\"rv32iq_xfoo\"", "core.toml:14: "),
    ("[isa]\nrv32", "[isa]\nrv128", "core.toml:14: `rv128` has no meaning here"),
    ("[constants]", "[extensions]\nzfoo = \"ENABLE_MUL\"\n[constants]", "no extension `zfoo`"),
    ("what = \"traps\"", "what = \"csrs\"\ncsrs = [4096]", "`4096` has no meaning here"),
    ("what = \"traps\"", "what = \"ops\"\nops = [\"nop17\"]", "there is no op `nop17`"),
    ("its memory port has no error", " ", "`reason` is empty"),
];

#[test]
fn what_is_wrong_in_a_core_toml_is_said_with_its_place() {
    let good = include_str!("../../../rtl-harness/cores/picorv32/core.toml");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("core.toml");
    let name = format!("core:{}", path.display());
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Dut::named(&name, None).map_err(|error| error.to_string())
    };
    assert!(read(good).is_ok());
    for (part, other, says) in WRONG {
        assert!(good.contains(part), "{part}");
        let error = read(&good.replacen(part, other, 1)).expect_err(part);
        assert!(error.contains(says) && error.contains("core.toml:"), "{error}");
    }
    for text in ["", &good[..300]] {
        assert!(read(text).is_err());
    }
}
