//! Every seeded bug of the AES unit can be put in, and shows on the last request of its row; not
//! before.

use std::collections::BTreeSet;

use crate::{fips197::Tables, support::cache};
use rtl_harness::{BuildOptions, Fault, Model, Request, Response, units};

/// Op, rs1, rs2, and bs or rnum.
type Case = (&'static str, u64, u64, u32);

/// What the last request of a row shows.
#[derive(Clone, Copy, Debug)]
enum Shows {
    WrongResult,
    Cycles(u32),
    Fault(Fault),
}

use Shows::{Cycles, WrongResult};

const SILENT: Shows = Shows::Fault(Fault::Silent { cycles: 4 });
const ALL: u64 = u64::MAX;

const ROWS: &[(&str, u32, &[Case], Shows)] = &[
    (
        "answers-twice",
        32,
        &[("aes32dsi", 1, 2, 0), ("aes32dsmi", 1, 2, 0)],
        Shows::Fault(Fault::Extra),
    ),
    ("bs3-rotates-left", 32, &[("aes32esmi", 0, 0, 2), ("aes32esmi", 0, 0, 3)], WrongResult),
    ("equal-operands", 32, &[("aes32esi", 7, 8, 0), ("aes32esi", 7, 7, 0)], WrongResult),
    ("inverse-mix-coefficient", 32, &[("aes32dsi", 0, 1, 0), ("aes32dsmi", 0, 1, 0)], WrongResult),
    ("inverse-sbox-entry", 32, &[("aes32dsi", 0, 0x9d, 0), ("aes32dsi", 0, 0x9c, 0)], WrongResult),
    (
        "inverse-shift-rows-swapped",
        64,
        &[("aes64es", 1, ALL << 56, 0), ("aes64ds", 1, 1 << 24, 0)],
        WrongResult,
    ),
    (
        "ks2-wrong-half",
        64,
        &[("aes64ks2", 1, 0x5_0000_0005, 0), ("aes64ks2", 1, 5, 0)],
        WrongResult,
    ),
    ("late-operand", 32, &[("aes32esi", 0, 1, 0)], WrongResult),
    (
        "mode-left-behind",
        64,
        &[
            ("aes64ks1i", 1 << 40, 0, 0),
            ("aes64ks1i", 1 << 40, 0, 10),
            ("aes64ks1i", 1 << 40, 0, 0),
        ],
        WrongResult,
    ),
    (
        "old-result-again",
        64,
        &[("aes64es", 1, 2, 0), ("aes64es", 2, 3, 0), ("aes64es", 2, 4 << 24 | ALL << 40, 0)],
        WrongResult,
    ),
    ("rcon-9", 64, &[("aes64ks1i", 0, 0, 8), ("aes64ks1i", 0, 0, 9)], WrongResult),
    ("rnum-10-rotates", 64, &[("aes64ks1i", 0, 0, 10), ("aes64ks1i", 1 << 40, 0, 10)], WrongResult),
    (
        "sbox-entry-in-one-lane",
        64,
        &[("aes64es", 0x53, 0, 0), ("aes64es", 0, 0x53 << 8, 0)],
        WrongResult,
    ),
    ("silent-after-reset", 64, &[("aes64im", 1, 2, 0)], SILENT),
    ("silent-for-all-ones", 64, &[("aes64im", ALL, ALL - 1, 0), ("aes64im", ALL, ALL, 0)], SILENT),
    ("slow-for-zero", 32, &[("aes32esi", 0, 1, 0), ("aes32esi", 1, 0, 0)], Cycles(2)),
    (
        "stale-side-band",
        32,
        &[("aes32esi", 0, 1, 0), ("aes32esi", 0, 1, 0), ("aes32esi", 0, 1, 1)],
        WrongResult,
    ),
    ("upper-half-stays", 64, &[("aes64es", 1, 2, 0), ("aes64ks1i", 1, 0, 0)], WrongResult),
];

#[test]
fn every_bug_shows() {
    let tables = Tables::new();
    let aes = units()[0];
    let description = aes.description().unwrap();
    let bugs = aes.bugs();
    let named: BTreeSet<_> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(named, bugs.iter().map(|bug| bug.name).collect(), "the rows and the patches");

    for &(name, xlen, cases, shows) in ROWS {
        let bug = bugs.iter().find(|bug| bug.name == name).unwrap();
        eprintln!("{name}: {}", bug.kind);
        let options = BuildOptions { patch: Some(bug.patch.clone()), ..BuildOptions::new(cache()) };
        let model = Model::build(&description, xlen, &options).unwrap();
        let mut unit = model.unit();
        for (i, &(op, rs1, rs2, field)) in cases.iter().enumerate() {
            let mask = ALL >> (64 - xlen);
            let request = Request {
                op: model.op(op).unwrap(),
                rs1: rs1.into(),
                rs2: rs2.into(),
                fields: [field, 0, 0, 0],
                ..Request::default()
            };
            let rd = u128::from(tables.expect(op, rs1 & mask, rs2 & mask, field));
            let got = unit.execute(&request);
            if i + 1 < cases.len() {
                assert_eq!(got, Ok(Response { rd, cycles: 1 }), "{name}, request {i}");
                continue;
            }
            match shows {
                WrongResult => assert!(
                    matches!(got, Ok(got) if got.rd != rd && got.cycles == 1),
                    "{name}: {got:?}"
                ),
                Cycles(cycles) => assert_eq!(got, Ok(Response { rd, cycles }), "{name}"),
                Shows::Fault(fault) => assert_eq!(got, Err(fault), "{name}"),
            }
        }
    }
}
