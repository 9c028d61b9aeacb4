//! Ops of files, in every verb, and what their errors say.

use crate::rvassay::{Ran, run, run_in};
use std::{env, fmt::Write as _, fs, path::Path};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join("examples").join(name)).unwrap()
}

/// Seconds differ from run to run.
fn timeless(text: &str) -> String {
    let mut out = String::new();
    for line in text.trim_end().lines() {
        let words = line.split(' ').collect::<Vec<_>>();
        let is_time = |k: usize| {
            words
                .get(k + 1)
                .is_some_and(|w| w.starts_with('s') && w.trim_end_matches([';', ',', ')']) == "s")
                && words[k].parse::<f64>().is_ok()
        };
        let shown: Vec<&str> =
            words.iter().enumerate().map(|(k, w)| if is_time(k) { "0.0" } else { w }).collect();
        writeln!(out, "{}", shown.join(" ").trim_end()).unwrap();
    }
    out
}

/// Every `console` block of the page is what the program prints, and every file that it shows is that file.
/// `RVASSAY_BLESS=1` writes them anew.
#[test]
fn the_page_shows_real_files_and_output() {
    let path = Path::new(ROOT).join("docs/op-files.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut real = String::new();
    let mut lines = page.lines();
    let mut file = None;
    let mut blocks = 0;
    while let Some(line) = lines.next() {
        writeln!(real, "{line}").unwrap();
        if let Some(name) = line.strip_prefix("<!-- file: ") {
            file = name.strip_suffix(" -->");
        }
        let shown = match line {
            "```rhai" => {
                fs::read_to_string(Path::new(ROOT).join(file.take().expect("a file is named")))
                    .unwrap()
            }
            "```console" => {
                let command = lines.next().expect("a command");
                let words = command.strip_prefix("$ rvassay ").expect("a command of rvassay");
                let args: Vec<&str> = words.split(' ').collect();
                let ran = run_in(Path::new(ROOT), &args);
                format!("{command}\n{}{}", timeless(&ran.stdout), timeless(&ran.stderr))
            }
            _ => continue,
        };
        blocks += 1;
        real += &shown;
        let end = lines.by_ref().find(|line| line.starts_with("```")).expect("the end of a block");
        writeln!(real, "{end}").unwrap();
    }
    assert!(blocks >= 6);
    if env::var_os("RVASSAY_BLESS").is_some() {
        fs::write(&path, real).unwrap();
        return;
    }
    let first = real.lines().zip(page.lines()).find(|(real, page)| real != page);
    assert!(real == page, "docs/op-files.md is stale, RVASSAY_BLESS=1 writes it: {first:?}");
}

fn with(ops: &str, args: &[&str]) -> Ran {
    run_in(Path::new(ROOT), &[&["--ops", ops], args].concat())
}

const DEMO: &str = "examples/xrotxor.rhai";

#[test]
fn every_verb_has_them() {
    let list = with(DEMO, &["list", "ops"]);
    let line = list.stdout.lines().find(|line| line.contains("xrotxor")).unwrap();
    assert!(
        line.contains("Xdemo") && line.contains("RV32 RV64") && line.contains("delegated"),
        "{line}"
    );
    let page = with(DEMO, &["describe", "xrotxor"]).stdout;
    for part in ["h.rd = (h.rs1.lo(32)", "0b00001", "0x441122cc", "xrotxor/twice@64", "by hand:"] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let isa = with(DEMO, &["describe", "xrotxor", "--isa", "rv64i"]);
    assert!(isa.stdout.contains("Xdemo"), "{isa:?}");

    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.csv");
    // xrotxor x5, x6, x7, 1; then without its extension.
    fs::write(&rows, "4273028b,ff,11223344\n").unwrap();
    let rows = rows.to_str().unwrap();
    let value = |isa: &str| with(DEMO, &["eval", "--isa", isa, "--csv", rows]);
    assert!(value("rv32i_xdemo").stdout.contains("441122cc"), "{:?}", value("rv32i_xdemo"));
    assert!(value("rv32i").stdout.contains("illegal"));
    let unknown = run(&["eval", "--isa", "rv32i_xdemo", "--csv", rows]);
    assert_eq!(unknown.code, 2, "without the file there is no such extension");

    let sim = with(DEMO, &["fuzz", "xrotxor", "--cases", "1000"]);
    assert_eq!(sim.code, 2, "{sim:?}");
    let lines = with(DEMO, &["export", "opcodes", "xrotxor"]);
    assert!(lines.stdout.contains("xrotxor rd rs1 rs2 bs 29..25=0b00001"), "{lines:?}");
    for (kind, part) in [
        ("smt2", "(define-fun rv64.xrotxor.rd "),
        ("sv", "module rvassay_ref_xrotxor_rv32"),
        ("checker", "module rvfi_insn_xrotxor"),
    ] {
        let text = with(DEMO, &["export", kind, "xrotxor"]);
        assert!(text.code == 0 && text.stdout.contains(part), "{kind}: {text:?}");
    }
    let header = with(DEMO, &["export", "c-header", "xrotxor"]);
    assert!(header.stdout.contains("rv_xrotxor"), "{header:?}");
}

#[test]
fn claims_are_proved_and_refuted() {
    let good = with(DEMO, &["prove", "xrotxor/rotation", "--no-store", "--mutants"]);
    assert_eq!(good.code, 0, "{good:?}");
    let wrong = with("examples/xsha256s0.rhai", &["prove", "xsha256s0", "--no-store"]);
    assert_eq!(wrong.code, 1, "{wrong:?}");
    let both = run_in(
        Path::new(ROOT),
        &["--ops", DEMO, "--ops", "examples/xaescol.rhai", "prove", "xaescol", "--no-store"],
    );
    assert_eq!(both.code, 0, "{both:?}");
}

#[test]
fn a_module_is_compared_with_one() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["unit.toml", "xrotxor.sv"] {
        fs::write(folder.path().join(name), example(&format!("xrotxor-unit/{name}"))).unwrap();
    }
    let ops = Path::new(ROOT).join(DEMO);
    let fuzz = || {
        let args = ["--ops", ops.to_str().unwrap(), "fuzz", "xrotxor", "--dut", "unit:unit.toml"];
        run_in(folder.path(), &[&args[..], &["--cases", "20000"]].concat())
    };
    let good = fuzz();
    assert_eq!(good.code, 0, "{good:?}");
    let wrong =
        example("xrotxor-unit/xrotxor.sv").replace("rs2_i[15:0], rs2_i[31:16]", "rs2_i[31:0]");
    fs::write(folder.path().join("xrotxor.sv"), wrong).unwrap();
    let bad = fuzz();
    assert_eq!(bad.code, 1, "{bad:?}");
    assert!(bad.stdout.contains("xrotxor x5, x6, x7, 2"), "{bad:?}");
    // The finding names the file that its op comes from.
    let replay = bad.stdout.lines().find(|line| line.contains("replay: ")).unwrap();
    assert!(replay.contains("--ops"), "{replay}");
}

/// Each case changes one thing in the example.
#[test]
fn errors_name_the_line_and_the_remedy() {
    let good = example("xrotxor.rhai");
    let folder = tempfile::tempdir().unwrap();
    let written = |text: &str| {
        fs::write(folder.path().join("my.rhai"), text).unwrap();
        let ran = run_in(folder.path(), &["--ops", "my.rhai", "list", "ops"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
        ran.stderr
    };
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        written(&good.replacen(from, to, 1))
    };
    let exec = "(h.rs1.lo(32) ^ h.rs2.lo(32).rotr(8 * h.bs)).sext(h.xlen)";
    let body = |to: &str| changed(&format!("h.rd = {exec};"), to);
    let encoding = |to: &str| changed("rd rs1 rs2 bs 29..25=0b00001 14..12=0 6..0=0x0b", to);
    let prove = |to: &str| changed("g.equal(\"bs \" + bs, twice.lo(32), a.lo(32));", to);
    let cases = [
        ("a bracket is missing", changed("extension:", "extension: [")),
        ("no comma", changed("\"xrotxor\",", "\"xrotxor\"")),
        ("no op at all", written("let x = 1;")),
        ("an empty file", written("")),
        ("no such field", changed("title:", "titel:")),
        ("a number for a text", changed("\"Xdemo\"", "7")),
        ("a name that is taken", changed("name: \"xrotxor\"", "name: \"add\"")),
        ("a name in capitals", changed("name: \"xrotxor\"", "name: \"XROT\"")),
        ("an extension that is taken", changed("\"Xdemo\"", "\"Xgf8\"")),
        ("a standard extension", changed("\"Xdemo\"", "\"Zbb\"")),
        ("twice", written(&format!("{good}\n{good}"))),
        ("a width that is none", changed("[32, 64]", "[32, 48]")),
        ("no width", changed("[32, 64]", "[]")),
        ("a timing that is none", changed("data-independent", "constant")),
        ("encoding: bits are missing", encoding("rd rs1 rs2 bs 29..25=0b00001 6..0=0x0b")),
        ("encoding: a bit twice", encoding("rd rs1 rs2 bs 30..25=0b00001 14..12=0 6..0=0x0b")),
        (
            "encoding: a value that does not fit",
            encoding("rd rs1 rs2 bs 29..25=99 14..12=0 6..0=0x0b"),
        ),
        ("encoding: no such field", encoding("rd rs1 rs4 bs 29..25=0b00001 14..12=0 6..0=0x0b")),
        ("encoding: a field for CSRs", encoding("rd rs1 csr 14..12=0 6..0=0x0b")),
        ("encoding: no rd", encoding("rs1 rs2 bs 29..25=1 14..12=7 11..7=0 6..0=0x0b")),
        ("encoding: of another op", encoding("rd rs1 rs2 bs 29..25=0b11000 14..12=0 6..0=0x33")),
        ("encoding: nonsense", encoding("=..=")),
        ("encoding: a huge number", encoding("rd rs1 rs2 bs 99999999999..25=0")),
        ("exec: no function", changed("|h| {", "#{").replace("--", "")),
        ("exec: an unknown name", body("h.rd = h.rs1 + foo;")),
        ("exec: an unknown operand", body("h.rd = h.rs9;")),
        ("exec: an operand that the encoding lacks", body("h.rd = h.rs3;")),
        ("exec: widths differ", body("h.rd = h.rs1 ^ h.rs2.lo(16);")),
        ("exec: the result is too narrow", body("h.rd = h.rs1.lo(16);")),
        ("exec: nothing is written", body("let x = h.rs1;")),
        ("exec: written twice", body("h.rd = h.rs1; h.rd = h.rs2;")),
        ("exec: a branch on data", body("if h.rs1 == h.rs2 { h.rd = h.rs1; }")),
        ("exec: the sign is open", body("h.rd = (h.rs1 < h.rs2).select(h.rs1, h.rs2);")),
        ("exec: a constant that does not fit", body("h.rd = (h.rs1.lo(8) ^ 0x1ff).zext(h.xlen);")),
        ("exec: bits that are not there", body("h.rd = h.rs1.bits(99, 3).zext(h.xlen);")),
        ("exec: too wide", body("h.rd = h.rs1.zext(1000).lo(h.xlen);")),
        ("exec: an endless loop", body("loop { }")),
        ("exec: an endless chain", body("let x = h.rs1; loop { x = x * x + 1; } h.rd = x;")),
        ("exec: too deep", body("fn f(x) { f(x) } h.rd = h.rs1;")),
        (
            "exec: a table that is too short",
            body("h.rd = h.rs1.map_bytes(|b| b.lookup(table(\"t\", [1, 2])));"),
        ),
        ("an example that does not come out", changed("rd: 0x441122cc", "rd: 0x441122cd")),
        (
            "an example of another op",
            changed("asm: \"xrotxor x3, x1, x2, 1\"", "asm: \"add x3, x1, x2\""),
        ),
        (
            "an example with one register for two",
            changed("asm: \"xrotxor x3, x1, x2, 1\"", "asm: \"xrotxor x3, x1, x1, 1\""),
        ),
        ("an example with an operand too many", changed("x2, 1\"", "x2, 1, 2\"")),
        (
            "an example without a source",
            changed("source: \"by hand: 0x11223344", "source_: \"by hand: 0x11223344"),
        ),
        ("an example whose value is too wide", changed("rs1: 0xff,", "rs1: 0x1ffffffff,")),
        ("an example whose value is no number", changed("rs1: 0xff,", "rs1: \"ff\",")),
        ("a claim about nothing", prove("")),
        ("a claim of widths that differ", prove("g.equal(twice, a.lo(16));")),
        (
            "a claim with an unknown step",
            prove("g.equal(g.step(\"aes.sbocks\", a.lo(8)), a.lo(8));"),
        ),
        ("a claim with a step of another width", prove("g.equal(g.step(\"aes.sbox\", a), a);")),
        ("a claim with an unknown op", prove("g.equal(g.run(\"xrot\", #{ rs1: a }), a);")),
        ("a claim without an operand", prove("g.equal(g.run(\"xrotxor\", #{ rs1: a }), a);")),
        (
            "a claim with a reserved operand",
            prove(
                "if g.xlen == 32 { g.equal(a, b); } else { \
                 g.equal(g.run(\"aes64ks1i\", #{ rs1: a, rnum: 15 }), a); }",
            ),
        ),
        (
            "a claim with an immediate that no word has",
            prove("g.equal(g.run(\"addi\", #{ rs1: a, imm: 5000 }), a);"),
        ),
        (
            "too deep a recursion",
            written(&format!("fn f(x) {{ f(x) }}\n{}", good.replace(exec, "f(h.rs1)"))),
        ),
        (
            "encoding: of another op of the file",
            written(&format!("{good}\n{}", good.replace("\"xrotxor", "\"xother"))),
        ),
        (
            "encoding: two fields of one operand",
            encoding("rd rs1 rs2 bs 29..28=0 bs3 14..12=0 6..0=0x0b"),
        ),
        (
            "a claim with a variable of two widths",
            prove("g.equal(g.variable(\"rs1\", 8), a.lo(8));"),
        ),
        ("not UTF-8", {
            fs::write(folder.path().join("my.rhai"), b"op(\xff)").unwrap();
            run_in(folder.path(), &["--ops", "my.rhai", "list"]).stderr
        }),
        ("no file", run_in(folder.path(), &["--ops", "none.rhai", "list"]).stderr),
        ("a folder", run_in(folder.path(), &["--ops", ".", "list"]).stderr),
    ];
    let text: String = cases.iter().map(|(name, said)| format!("# {name}\n{said}")).collect();
    insta::assert_snapshot!(text);

    // The page names the fields that the program does.
    let said = encoding("rd rs1 rs4 bs 29..25=0b00001 14..12=0 6..0=0x0b");
    let fields = said.split("fields: ").nth(1).unwrap();
    let fields = fields.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = fs::read_to_string(Path::new(ROOT).join("docs/op-files.md")).unwrap();
    assert!(page.contains(&format!("Fields: `{fields}`")), "{fields}");
}
