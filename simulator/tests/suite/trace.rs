//! Commit records and their text.

use simulator::trace::{Commit, MemAccess, spike_line};
use simulator::{Stop, Xlen};

use super::common::{CODE, DATA, ECALL, addi, branch, config, load, machine, store};

fn lines(xlen: Xlen, words: &[u32], setup: &[(u8, u64)]) -> Vec<String> {
    let mut sim = machine(config(xlen), words);
    for &(r, value) in setup {
        sim.set_x(r, value);
    }
    let mut lines = Vec::new();
    let stop = sim.run_traced(100, |commit| lines.push(spike_line(commit, xlen)));
    assert!(matches!(stop, Stop::Trap(_)));
    assert_eq!(lines.len() as u64, sim.instructions());
    lines
}

#[test]
fn lines_are_those_of_spike() {
    let words = [
        addi(5, 0, -1),
        addi(0, 0, 0),
        load(2, 10, 6, 4),
        store(0, 5, 6, 1),
        store(1, 5, 6, 2),
        store(2, 5, 6, 4),
        branch(0, 0, 0, 4),
        ECALL,
    ];
    assert_eq!(
        lines(Xlen::Rv32, &words, &[(6, DATA)]),
        [
            "core   0: 3 0x00001000 (0xfff00293) x5  0xffffffff",
            "core   0: 3 0x00001004 (0x00000013)",
            "core   0: 3 0x00001008 (0x00432503) x10 0x00000000 mem 0x00008004",
            "core   0: 3 0x0000100c (0x005300a3) mem 0x00008001 0xff",
            "core   0: 3 0x00001010 (0x00531123) mem 0x00008002 0xffff",
            "core   0: 3 0x00001014 (0x00532223) mem 0x00008004 0xffffffff",
            "core   0: 3 0x00001018 (0x00000263)",
        ]
    );
    assert_eq!(
        lines(Xlen::Rv64, &[store(3, 5, 6, 8), load(3, 6, 6, 8), ECALL], &[(5, 0x1234), (6, DATA)]),
        [
            "core   0: 3 0x0000000000001000 (0x00533423) mem 0x0000000000008008 0x0000000000001234",
            "core   0: 3 0x0000000000001004 (0x00833303) x6  0x0000000000001234 mem 0x0000000000008008",
        ]
    );
}

#[test]
fn records_hold_the_address_read_before_rd_is_written() {
    let mut sim = machine(config(Xlen::Rv64), &[load(4, 6, 6, 0)]);
    sim.set_x(6, DATA);
    sim.mem_mut().write_bytes(DATA, &[7]).expect("mapped");
    let mut commits = Vec::new();
    sim.run_traced(1, |commit| commits.push(*commit));
    let access = Some(MemAccess { addr: DATA, size: 1, stored: None, loaded: true });
    let (word, rd) = (load(4, 6, 6, 0), Some((6, 7)));
    assert_eq!(commits, [Commit { pc: CODE, word, rd, csr: None, access }]);
}
