//! The project's own core agrees with the specification.

use fuzz::{
    campaign::{self, Options},
    dut::Dut,
    engine::RtlCore,
    timing,
};
use rtl_harness::{BuildOptions, CoreModel};
use semantics::isa::Isa;
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
        let (ops, leaks) = timing::zkt(&mut core(None, xlen));
        assert!(ops > 60 && leaks.is_empty(), "{ops} {leaks:?}");
    }
    let (_, leaks) = timing::zkt(&mut core(Some("product-with-zero-is-fast"), 64));
    let names: Vec<_> = leaks.iter().map(|leak| leak.op).collect();
    assert_eq!(names, ["mul", "mulh", "mulhsu", "mulhu", "mulw"]);
}

/// A campaign of the core with a bug; the name of the instruction that it was charged to, and the instructions of
/// the shrunk program.
fn found(bug: &str, xlen: u32) -> Option<(String, usize)> {
    let dut = Dut::named("core:inorder", Some(bug)).unwrap();
    let mut options = Options::new(dut, cache());
    options.isas.retain(|isa| isa.xlen() == xlen);
    options.cases = Some(16 * campaign::BLOCK);
    options.most_findings = 1;
    let summary = campaign::campaign(&options, &|_| {}).unwrap();
    let finding = summary.findings.first()?;
    eprintln!("{bug}: after {} cases, {:.1} s\n{finding}", summary.cases, summary.seconds);
    let words = finding.listing.iter().filter(|line| line.starts_with('.')).count();
    Some((finding.op.clone(), words))
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
    let kept: Vec<_> = mine.filter(|(bug, xlen)| found(bug, *xlen).is_none()).collect();
    assert!(kept.is_empty(), "not found: {kept:?}");
}

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
