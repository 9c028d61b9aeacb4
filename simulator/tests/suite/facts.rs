//! Values and legality that two independent simulators agreed on.

use std::collections::BTreeSet;

use crate::common::{CODE, machine};
use simulator::{Cause, Config, Xlen, implements};

struct Facts {
    xlen: Xlen,
    values: &'static str,
    legality: &'static str,
}

const FACTS: [Facts; 2] = [
    Facts {
        xlen: Xlen::Rv32,
        values: include_str!("facts/values_rv32.csv"),
        legality: include_str!("facts/legality_rv32.csv"),
    },
    Facts {
        xlen: Xlen::Rv64,
        values: include_str!("facts/values_rv64.csv"),
        legality: include_str!("facts/legality_rv64.csv"),
    },
];

/// The rows under the source line and the column names.
fn rows<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    text.lines().skip(2).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields.try_into().expect("a full row")
    })
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("a hexadecimal number")
}

#[test]
fn values_agree() {
    for facts in &FACTS {
        let mut sim = machine(Config::new(facts.xlen), &[]);
        let mut count = 0;
        for [mnemonic, word, rs1, rs2, rd] in rows(facts.values) {
            sim.mem_mut().write_bytes(CODE, &(hex(word) as u32).to_le_bytes()).expect("mapped");
            sim.set_pc(CODE);
            sim.set_x(5, 0x5a);
            sim.set_x(6, hex(rs1));
            sim.set_x(7, hex(rs2));
            sim.step().unwrap_or_else(|trap| panic!("{mnemonic} {word}: {trap}"));
            assert_eq!(sim.x(5), hex(rd), "{:?} {mnemonic} {word} {rs1} {rs2}", facts.xlen);
            assert!(implements(mnemonic));
            count += 1;
        }
        assert!(count >= 300, "{:?}: only {count} rows", facts.xlen);
    }
}

#[test]
fn every_register_instruction_has_values() {
    let with_values: BTreeSet<&str> = FACTS
        .iter()
        .flat_map(|facts| rows::<5>(facts.values))
        .map(|[mnemonic, ..]| mnemonic)
        .collect();
    let without: Vec<&str> = simulator::mnemonics().filter(|m| !with_values.contains(m)).collect();
    // Control flow and memory are tested by name in `execution.rs`.
    let expected = "lui auipc jal jalr beq bne blt bge bltu bgeu lb lh lw ld lbu lhu lwu sb sh sw sd fence ecall ebreak";
    assert_eq!(without.join(" "), expected);
}

#[test]
fn legality_agrees() {
    for facts in &FACTS {
        let mut sim = machine(Config::new(facts.xlen), &[]);
        for [word, legal] in rows(facts.legality) {
            sim.mem_mut().write_bytes(CODE, &(hex(word) as u32).to_le_bytes()).expect("mapped");
            sim.set_pc(CODE);
            let trap = sim.step().err();
            let expected = (legal == "0").then_some((Cause::IllegalInstruction, CODE, hex(word)));
            assert_eq!(trap.map(|t| (t.cause, t.pc, t.tval)), expected, "{:?} {word}", facts.xlen);
        }
    }
}
