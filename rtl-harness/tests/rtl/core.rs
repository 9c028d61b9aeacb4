//! A core is described, built and run; what does not fit is said with its place and remedy.

use crate::support::cache;
use rtl_harness::{BuildOptions, Core, CoreModel, Ended, Limits, Record, Rights, Waits, cores};

const ALL: Rights = Rights { read: true, write: true, execute: true };
const BASE: u64 = 0x8000_0000;

fn model(xlen: u32) -> CoreModel {
    let core = cores().iter().find(|core| core.name == "inorder").unwrap();
    let description = core.description().unwrap();
    CoreModel::build(&description, xlen, |_| true, &BuildOptions::new(cache())).unwrap()
}

fn load(core: &mut Core, words: &[u32]) {
    assert!(core.map(BASE, 4096, ALL));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    core.memory(BASE, bytes.len()).unwrap().copy_from_slice(&bytes);
}

/// `x1 = 5; x2 = 7; x3 = x1 * x2; store; load; x5 = x4 + x3`, and a jump back.
const PROGRAM: [u32; 8] = [
    0x0050_0093,
    0x0070_0113,
    0x0220_81b3,
    0x0000_0317,
    0x0e33_2a23,
    0x0f43_2203,
    0x0032_02b3,
    0xfe5f_f06f,
];

#[test]
fn a_program_retires_in_order_at_any_speed_of_the_memory() {
    for xlen in [32, 64] {
        let mut core = model(xlen).core();
        load(&mut core, &PROGRAM[..7]);
        let limits = Limits { end: Some(BASE + 28), cycles: 0, watchdog: 200 };
        let mut seen = Vec::new();
        for waits in [Waits::NONE, Waits { grant: 64, latency: 5, seed: 7 }] {
            core.memory(BASE + 0x100, 4).unwrap().fill(0);
            core.reset(waits).unwrap();
            let mut records = [Record::default(); 16];
            let (ended, count) = core.run(limits, &mut records);
            assert_eq!((ended, count), (Ok(Ended::End), 7), "RV{xlen}");
            let written: Vec<_> = records[..7].iter().map(|r| (r.pc, r.rd_addr, r.rd)).collect();
            let rds = [(1, 5), (2, 7), (3, 35), (6, BASE + 12), (0, 0), (4, 35), (5, 70)];
            let expected: Vec<_> =
                rds.iter().enumerate().map(|(k, &(r, v))| (BASE + 4 * k as u64, r, v)).collect();
            assert_eq!(written, expected, "RV{xlen}");
            seen.push(records[6].cycle);
        }
        assert!(seen[0] < seen[1], "{seen:?}");
    }
}
