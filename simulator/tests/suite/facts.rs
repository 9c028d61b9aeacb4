//! Values and legality that two independent simulators agreed on.

use std::collections::BTreeSet;

use super::common::{CODE, branch, config, machine, write_code};
use simulator::{Cause, Stop, Xlen, implements};

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

/// rd = 5 as recorded, then rd = rs1, rd = rs2 and rd = x0 with the same operands.
const DESTINATIONS: [u8; 4] = [5, 6, 7, 0];

#[test]
fn values_agree() {
    for facts in &FACTS {
        let mut sim = machine(config(facts.xlen), &[]);
        let mut count = 0;
        for [mnemonic, word, rs1, rs2, value] in rows(facts.values) {
            for rd in DESTINATIONS {
                let moved = hex(word) as u32 & !(0x1f << 7) | u32::from(rd) << 7;
                // The branch compares all bits that the simulator keeps, not only those it shows.
                write_code(&mut sim, &[moved, branch(0, rd.into(), 10, 8)]);
                let expected = if rd == 0 { 0 } else { hex(value) };
                for (r, value) in [(5, 0x5a), (6, hex(rs1)), (7, hex(rs2)), (10, expected)] {
                    sim.set_x(r, value);
                }
                sim.set_pc(CODE);
                assert_eq!(sim.run(2), Stop::Limit, "{mnemonic} {word}");
                let result = (sim.x(rd), sim.pc());
                let case = format!("{:?} {mnemonic} x{rd} {rs1} {rs2}", facts.xlen);
                assert_eq!(result, (expected, CODE + 12), "{case}");
            }
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
    // Compressed instructions share the operations of those that they expand to.
    let long = simulator::mnemonics().filter(|m| !m.starts_with("c."));
    let without: Vec<&str> = long.filter(|m| !with_values.contains(m)).collect();
    // Control flow, memory and Zicond are tested by name in `execution.rs`, atomics and CSRs in `system.rs`.
    let expected = "lui auipc jal jalr beq bne blt bge bltu bgeu lb lh lw ld lbu lhu lwu sb sh sw sd fence ecall ebreak \
        czero.eqz czero.nez addc addcc maccl macch montred vxor3 vrot gf8mat gf8inv kyberadd kybersub kybermul kybercompress kybercbd2 \
        kybercbd3 asconsigma0l asconsigma1l asconsigma2l asconsigma3l asconsigma4l asconsigma0h asconsigma1h asconsigma2h \
        asconsigma3h asconsigma4h chacha.ad chacha.bc chacha.packll chacha.packhh chacha.packhl chacha.packlh chacha.ad0 \
        chacha.bc0 chacha.ad1 chacha.bc1 chacha.add chacha.xor lr.w lr.d sc.w sc.d amoswap.w amoadd.w amoxor.w amoand.w amoor.w amomin.w amomax.w \
        amominu.w amomaxu.w \
        amoswap.d amoadd.d amoxor.d amoand.d amoor.d amomin.d amomax.d amominu.d amomaxu.d \
        csrrw csrrs csrrc csrrwi csrrsi csrrci fence.i wfi mret";
    assert_eq!(without.join(" "), expected);
}

#[test]
fn legality_agrees() {
    for facts in &FACTS {
        let mut sim = machine(config(facts.xlen), &[]);
        for [word, legal] in rows(facts.legality) {
            sim.mem_mut().write_bytes(CODE, &(hex(word) as u32).to_le_bytes()).expect("mapped");
            sim.set_pc(CODE);
            let trap = sim.step().err();
            let expected = (legal == "0").then_some((Cause::IllegalInstruction, CODE, hex(word)));
            assert_eq!(trap.map(|t| (t.cause, t.pc, t.tval)), expected, "{:?} {word}", facts.xlen);
        }
    }
}
