//! A core is described, built and run; what does not fit is said with its place and remedy.

use crate::support::cache;
use rtl_harness::{
    BuildOptions, CallFault, Callee, Core, CoreDescription, CoreModel, Ended, Limits, Record,
    Rights, Waits, cores,
};

const ALL: Rights = Rights { read: true, write: true, execute: true };
const BASE: u64 = 0x8000_0000;

fn described() -> CoreDescription {
    cores().iter().find(|core| core.name == "inorder").unwrap().description().unwrap()
}

fn model(xlen: u32) -> CoreModel {
    CoreModel::build(&described(), xlen, |_| true, &BuildOptions::new(cache())).unwrap()
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

/// `lw a2, 0(a0); mul a2, a2, a1; sw a2, 0(a0); ret`
const FUNCTION: [u32; 4] = [0x0005_2603, 0x02b6_0633, 0x00c5_2023, 0x0000_8067];
const CODE: u64 = 0x1_0000;
const DATA: u64 = 0x9000_0000;
const HALT: u64 = 0x800;

#[test]
fn a_function_is_called_and_its_cycles_are_those_of_the_table() {
    for xlen in [32, 64] {
        let mut callee = Callee::new(&described(), &model(xlen)).unwrap();
        let data = Rights { read: true, write: true, execute: false };
        let code = Rights { read: true, write: false, execute: true };
        assert!(callee.map(CODE, 16, code) && callee.map(DATA, 4, data));
        // Where calls begin.
        assert!(!callee.map(BASE + 0x3ff, 1, data) && !callee.map(u64::MAX, 8, data));
        let bytes: Vec<u8> = FUNCTION.iter().flat_map(|word| word.to_le_bytes()).collect();
        callee.memory(CODE, 16).unwrap().copy_from_slice(&bytes);
        let mut registers = [0; 32];
        (registers[1], registers[10], registers[11], registers[31]) = (HALT, DATA, 7, 0x1234_5678);
        for n in [5_u32, 6] {
            callee.memory(DATA, 4).unwrap().copy_from_slice(&n.to_le_bytes());
            let mut pcs = Vec::new();
            let called = callee.call(CODE, &registers, HALT, 100, |record| pcs.push(record.pc));
            let called = called.unwrap();
            // The fetch behind the call; load, product, store, return.
            assert_eq!((called.instructions, called.cycles), (4, 1 + 2 + 2 + 2 + 1), "RV{xlen}");
            assert_eq!(callee.memory(DATA, 4).unwrap(), (7 * n).to_le_bytes());
            let mut after = registers;
            after[12] = u64::from(7 * n);
            assert_eq!(called.registers, after);
            assert_eq!(pcs, [0, 4, 8, 12].map(|offset| CODE + offset));
        }
        let mut faulty = registers;
        faulty[10] = DATA + 4;
        let mut call = |registers, limit| callee.call(CODE, registers, HALT, limit, |_| {});
        assert_eq!(call(&registers, 3), Err(CallFault::Limit(3)));
        let trapped = CallFault::Trapped { pc: CODE, insn: FUNCTION[0] };
        assert_eq!(call(&faulty, 100), Err(trapped));
    }
}
