//! `report` and `profile`: shapes, sums, files, wrong names.

use crate::rvassay::{keys, run, run_in};
use std::fs;

#[test]
fn the_report_of_a_kernel_as_text_json_csv_and_page() {
    let folder = tempfile::tempdir().unwrap();
    let report = |args: &[&str]| {
        let ran = run_in(
            folder.path(),
            &[&["report", "aes/rv64-zkne", "--without", "yosys"], args].concat(),
        );
        assert_eq!(ran.code, 0, "{ran:?}");
        ran
    };
    let text = report(&[]).stdout;
    let row = text.lines().find(|line| line.starts_with("aes128.encrypt_block")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().take(8).collect();
    assert_eq!((cells[1], cells[2], cells[5]), ("aes/rv64-zkne-zknd", "-", "69"), "{row}");
    assert!(row.ends_with("76 instructions, 115 cycles (Marshall et al., TCHES 2021, Rocket)"));
    assert!(text.contains("left out: the area of units: the user does without yosys"), "{text}");

    let (lines, summary) = report(&["--json"]).records();
    assert_eq!(
        keys(&lines[0]).join(" "),
        "cipher kernel isa xlen function computes constant_time core predicted bytes cycles_per_byte instructions \
         code_bytes data_bytes extensions units area cycles_area baseline published"
    );
    assert_eq!(keys(&summary).join(" "), "kernels functions areas not_run seconds");
    assert_eq!((&summary["kernels"], &summary["not_run"]), (&1.into(), &0.into()));
    let rows = lines.iter().filter(|line| line.get("cipher").is_some()).count();
    assert_eq!(summary["functions"], rows);

    let csv = report(&["--csv"]).stdout;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().unwrap().len(), 24);
    assert_eq!(reader.records().filter(Result::is_ok).count(), rows);

    report(&["--html", "costs.html"]);
    let html = fs::read_to_string(folder.path().join("costs.html")).unwrap();
    assert!(html.contains("<svg") && !html.contains("<script"), "{html}");
}

#[test]
fn profiles_add_up() {
    let ran = run(&["profile", "aes/rv32-zkne-zknd/aes128_encrypt_block"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("\n    crypto  "), "{}", ran.stdout);
    let (lines, summary) = run(&["profile", "chacha20/rv32i", "--json"]).records();
    assert_eq!(
        keys(&lines[0]).join(" "),
        "kernel function isa lengths instructions cycles classes labels"
    );
    assert_eq!(keys(&summary).join(" "), "cycles instructions");
    for total in ["cycles", "instructions"] {
        let sum: u64 = lines.iter().map(|line| line[total].as_u64().unwrap()).sum();
        assert_eq!(summary[total], sum);
        for list in ["classes", "labels"] {
            let shares = lines.iter().flat_map(|line| line[list].as_array().unwrap());
            assert_eq!(shares.map(|share| share[total].as_u64().unwrap()).sum::<u64>(), sum);
        }
    }
}

#[test]
fn a_wrong_name_gets_the_near_one() {
    let rows: [(&[&str], &str); 5] = [
        (&["profile", "aes/rv32j"], "aes/rv32i"),
        (&["profile", "aes/rv32i/aes128_encrypt_blok"], "aes128_encrypt_block"),
        (&["report", "aess/rv32i"], "aes/rv32i"),
        (&["report", "aes", "--isa", "rv32i_zkna"], "zkne"),
        (&["report", "aes", "--without", "yosis"], "yosys"),
    ];
    for (args, near) in rows {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(near), "{args:?}: {ran:?}");
    }
}
