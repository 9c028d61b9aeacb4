//! Replay files: what is written is read, and what is wrong is refused with its place.

use fuzz::{
    case::{OpCase, OpSequence, ProgramCase},
    compare::Case,
    dut::Dut,
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
    replay::Replay,
};
use semantics::insns::Insn;
use std::path::PathBuf;

const GOOD: &str = r#"{
  "rvassay_replay": 1,
  "dut": "sim",
  "isa": "rv32i_m",
  "seed": 1,
  "case": 2,
  "ops": [
    { "word": "0x007302b3", "rs1": "0x1", "rs2": "0xffffffff" }
  ]
}"#;

fn read(folder: &tempfile::TempDir, text: &str) -> Result<Replay, String> {
    let path = folder.path().join("case.json");
    std::fs::write(&path, text).unwrap();
    Replay::read(&path).map_err(|error| {
        let text = error.to_string();
        let start = folder.path().display().to_string();
        assert!(text.starts_with(&start), "{text} does not name the file");
        text[start.len()..].to_owned()
    })
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    for xlen in [32, 64] {
        let isa = isas::full(xlen);
        let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
        let of = |i: Insn| i.spec().name == "montred";
        let reductions = OpGenerator::new(&isa, Picked::Any, of).unwrap();
        let programs = ProgramGenerator::new(&ops);
        for (k, mut c) in Seeded::new(1, 0).take(200).enumerate() {
            let case = if k % 2 == 0 {
                let mut cases: Vec<OpCase> = (0..=k % 5).map(|_| ops.case(&mut c)).collect();
                cases.push(reductions.case(&mut c));
                Case::Ops(OpSequence { isa: isa.clone(), cases })
            } else {
                let program: ProgramCase = programs.case(&mut c);
                Case::Program(Box::new(program))
            };
            let dut = Dut::named("sim", Some("JalrLinkFirst")).unwrap();
            let replay = Replay { dut, seed: u64::MAX, number: 7, case };
            replay.write(&path).unwrap();
            let again = Replay::read(&path).unwrap();
            assert_eq!(again.case, replay.case);
            assert_eq!((again.seed, again.number), (u64::MAX, 7));
            assert_eq!(again.dut.bug().as_deref(), Some("JalrLinkFirst"));
        }
    }
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    assert!(read(&folder, GOOD).is_ok());
    let cut = &GOOD[..GOOD.len() / 2];
    let program = GOOD.replace("\"ops\"", "\"program\"");
    for (text, expected) in [
        ("", ":1: not a replay file"),
        (cut, ":6: not a replay file"),
        ("[1, 2]", ":1: not a replay file"),
        (&GOOD.replace("replay\": 1", "replay\": 2"), ": version 2 cannot be replayed"),
        (&GOOD.replace("\"seed\"", "\"sed\""), ":5: not a replay file: unknown field `sed`"),
        (&GOOD.replace("0x007302b3", "7302b3"), ":8: not a replay file: `7302b3` is no number"),
        (&GOOD.replace("0x007302b3", "0x1007302b3"), "does not fit a word of four bytes"),
        (&GOOD.replace("0xffffffff", "0x100000000"), "0x100000000 does not fit rs2 on RV32"),
        (
            &GOOD.replace("0xffffffff\"", "0x0\", \"rs3\": \"0x1ffffffff\""),
            "does not fit rs3 on RV32",
        ),
        (&GOOD.replace("0xffffffff", "0x100000000ffffffff00000000ffffffff"), "at most 128 bits"),
        (&GOOD.replace("rv32i_m", "rv32q_m"), "rv32q_m"),
        (&GOOD.replace("\"sim\"", "\"simulator\""), "there is no engine `simulator`"),
        (&GOOD.replace("\"seed\": 1", "\"seed\": 1, \"bug\": \"x\""), "no planted bug `x`"),
        (&program, ":8: not a replay file"),
        (&GOOD.replace("\"case\": 2,", "\"case\": 2, \"registers\": {},"), "it needs either"),
    ] {
        let error = read(&folder, text).unwrap_err();
        assert!(error.contains(expected), "`{error}` does not say `{expected}`");
    }
    let ops = GOOD.find("[").unwrap()..=GOOD.find("]").unwrap();
    let with = |text: &str| {
        let mut whole = GOOD.to_owned();
        whole.replace_range(ops.clone(), text);
        read(&folder, &whole).unwrap_err()
    };
    assert!(with("[]").contains(": 0 words"));
    let registers = "[\"0x13\"], \"registers\": { \"x32\": \"0x1\" }";
    let mut whole = program.clone();
    let start = whole.find("[").unwrap();
    whole.replace_range(start..=whole.find("]").unwrap(), registers);
    assert!(read(&folder, &whole).unwrap_err().contains("`x32` is no register from x1 to x31"));
}

#[test]
fn a_file_that_is_absent_or_endless_is_an_error() {
    let absent = Replay::read(&PathBuf::from("no such file.json")).unwrap_err();
    assert!(absent.to_string().starts_with("no such file.json: "));
    // The cause is in the message: who prints the sources too must not say it twice.
    assert!(std::error::Error::source(&absent).is_none());
    let endless = Replay::read(&PathBuf::from("/dev/zero")).unwrap_err();
    assert!(endless.to_string().contains("no replay file has more than"));
}
