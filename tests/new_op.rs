//! A new op is one new file and its `pub mod` line: shown on a copy of the sources.
//!
//! The copy and its build stay under the target folder, so a second run builds little.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use toolbox::Tool;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/new-op");

const OP: &str = r#"//! `xrotxor`: rotate right by bytes and exclusive-or.
use crate::prelude::*;

/// An op of this test.
pub const SPEC: Spec = Spec {
    name: "xrotxor",
    title: "Rotate right by bytes and exclusive-or",
    extensions: &["Xdemo"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 bs 29..25=0b00001 14..12=0 6..0=0x0b")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[Example {
        xlen: 32,
        asm: "xrotxor x5, x6, x7, 1",
        rs1: 0xff,
        rs2: 0x1122_3344,
        also: &[],
        gives: Gives::X(5, 0x4411_22cc),
        source: "by hand: 0x11223344 turned right by a byte is 0x44112233, and 0x33 ^ 0xff = 0xcc",
    }],
    claims: &[Claim {
        id: "xrotxor/twice",
        says: "applying it twice gives rs1 back",
        reference: "exclusive-or is its own inverse",
        widths: &[32],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            for bs in 0..4 {
                let once = g.run(Insn::Xrotxor, a, b, With::bs(bs)).rd();
                g.equal(format!("bs {bs}"), g.run(Insn::Xrotxor, once, b, With::bs(bs)).rd(), a);
            }
        },
    }],
};

/// `X(rd) = X(rs1) ^ (X(rs2) >>> 8*bs)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) ^ h.x(i.rs2).rotr(8 * i.bs));
}
"#;

/// `xrotxor x5, x6, x7, 1`
const WORD: u32 = 1 << 30 | 1 << 25 | 7 << 20 | 6 << 15 | 5 << 7 | 0x0b;

/// Makes `to` the same as `from`, writing only what differs: an unchanged file keeps its time.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        // Tests need not be built; hidden folders are tools, history and caches.
        let hidden = name.to_string_lossy().starts_with('.') && name != ".cargo";
        if hidden || name == "target" || name == "tests" {
            continue;
        }
        let (source, copied) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            copy(&source, &copied)?;
        } else {
            let text = fs::read(&source)?;
            if fs::read(&copied).ok().as_ref() != Some(&text) {
                fs::write(&copied, text)?;
            }
        }
        names.push(name);
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if !names.contains(&entry.file_name()) {
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(path)?;
            } else {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// Builds the copy's binary, unoptimised.
fn build(copy: &Path, target: &Path) -> Output {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(cargo)
        .args(["build", "--offline", "--locked", "--profile", "xtask"])
        .args(["--package", "rvassay", "--bin", "rvassay", "--color", "never"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target)
        .env(toolbox::TOOLS_DIR, toolbox::tools_dir())
        .env(toolbox::build::Z3_FOLDER, toolbox::build::z3_folder())
        .output()
        .expect("cargo starts")
}

struct Built {
    binary: PathBuf,
    folder: PathBuf,
}

impl Built {
    /// The standard output of a run that ends with 0.
    fn run(&self, args: &[&str]) -> String {
        let done = Command::new(&self.binary)
            .args(args)
            .current_dir(&self.folder)
            .env("RVASSAY_CACHE", self.folder.join("cache"))
            .output()
            .expect("the binary starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&done.stdout), text(&done.stderr));
        assert!(done.status.success(), "{args:?}\n{stdout}\n{stderr}");
        stdout
    }
}

/// A program that ends with 0 when the op gives what the example says.
fn link(folder: &Path) {
    let source = format!(
        ".globl _start
_start: li x6, 0xff
        li x7, 0x11223344
        .word {WORD:#x}
        li x6, 0x441122cc
        sub a0, x5, x6
        li a7, 93
        ecall
"
    );
    fs::write(folder.join("op.s"), source).unwrap();
    let run = |tool: Tool, args: &[&str]| {
        let path = toolbox::find(tool).unwrap_or_else(|missing| panic!("{missing}")).path;
        let done = Command::new(path).args(args).current_dir(folder).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    run(Tool::LlvmMc, &["-triple=riscv32", "-filetype=obj", "op.s", "-o", "op.o"]);
    run(Tool::Lld, &["-m", "elf32lriscv", "-e", "_start", "-o", "op.elf", "op.o"]);
}

#[test]
fn a_new_op_is_one_file_and_its_line() {
    let (sources, target) = (Path::new(FOLDER).join("sources"), Path::new(FOLDER).join("target"));
    copy(Path::new(ROOT), &sources).unwrap();
    let insns = sources.join("semantics/src/insns");
    fs::create_dir_all(insns.join("xdemo")).unwrap();
    fs::write(insns.join("xdemo/xrotxor.rs"), OP).unwrap();

    let done = build(&sources, &target);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(!done.status.success(), "the line is missing, but the build succeeds");
    let asked = "add `pub mod xrotxor;` inside `pub mod xdemo { }` to src/insns.rs, \
                 for src/insns/xdemo/xrotxor.rs";
    assert!(stderr.contains(asked), "{stderr}");

    let list = sources.join("semantics/src/insns.rs");
    let lines = fs::read_to_string(&list).unwrap();
    let line = "/// Ops of a test (Xdemo).\npub mod xdemo {\n    pub mod xrotxor;\n}\n\ninclude!(";
    fs::write(&list, lines.replacen("include!(", line, 1)).unwrap();
    let done = build(&sources, &target);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));

    let folder = tempfile::tempdir().unwrap();
    link(folder.path());
    fs::write(folder.path().join("row.csv"), format!("{WORD:08x},ff,11223344\n")).unwrap();
    let built = Built { binary: target.join("xtask/rvassay"), folder: folder.path().into() };

    let ops = built.run(&["list", "ops"]);
    let op = ops.lines().find(|line| line.starts_with("op xrotxor ")).expect("it is listed");
    assert!(
        op.contains("Xdemo") && op.contains("delegated") && op.contains(" 1 obligations"),
        "{op}"
    );
    let page = built.run(&["describe", "xrotxor"]);
    assert!(page.contains("X(rd) = X(rs1) ^ (X(rs2) >>> 8*bs)"), "{page}");
    let exported = built.run(&["export", "insn-macros", "xrotxor"]);
    let insn = r".insn r 0xb, 0x0, ((\bs) << 5) + 0x1, \rd, \rs1, \rs2";
    assert!(exported.contains(insn), "{exported}");
    let said = built.run(&["describe", &format!("{WORD:08x}"), "--isa", "rv32i_xdemo"]);
    assert!(said.contains("legal: `xrotxor x5, x6, x7, 1`, of Xdemo"), "{said}");
    let eval = |isa: &str| built.run(&["eval", "--isa", isa, "--csv", "row.csv"]);
    assert_eq!(eval("rv32i_xdemo"), format!("{WORD:08x},ff,11223344,441122cc\n"));
    assert_eq!(eval("rv32i"), format!("{WORD:08x},ff,11223344,illegal\n"));
    for engine in ["spec", "sim"] {
        let ran = built.run(&["run", "op.elf", "--engine", engine, "--isa", "rv32i_xdemo"]);
        assert!(ran.starts_with("exit 0 after "), "{engine}: {ran}");
    }
    // The copy has no tools of its own.
    let proved = built.run(&["prove", "xrotxor", "--without", "bitwuzla"]);
    assert!(proved.contains("1 obligations: 1 proved"), "{proved}");
}
