//! The rows of `tests/oracle/`: what two independent simulators agreed on (see its README).

use semantics::{
    asm, decode,
    insns::Insn,
    isa::{Isa, Legality},
    machine::{Machine32, Machine64},
    memory::Zeros,
    spec::{Example, Gives, Operands, Reg},
};

const VALUES: [(u32, &str); 2] = [
    (32, include_str!("../../../tests/oracle/values_rv32.csv")),
    (64, include_str!("../../../tests/oracle/values_rv64.csv")),
];
pub(super) const LEGALITY: [(u32, &str); 2] = [
    (32, include_str!("../../../tests/oracle/legality_rv32.csv")),
    (64, include_str!("../../../tests/oracle/legality_rv64.csv")),
];

fn subset(xlen: u32) -> Isa {
    Isa::parse(&format!("rv{xlen}im_zkne_zknd")).unwrap()
}

pub(super) fn hex(digits: &str) -> u128 {
    u128::from_str_radix(digits, 16).unwrap()
}

/// Mnemonic, word, rs1, rs2, rd.
pub(super) fn values(csv: &str) -> impl Iterator<Item = (&str, u32, u128, u128, u128)> {
    csv.lines().skip(1).map(|line| {
        let columns: [&str; 5] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let [mnemonic, word, rs1, rs2, rd] = columns;
        (mnemonic, hex(word) as u32, hex(rs1), hex(rs2), hex(rd))
    })
}

/// `x5` after one word, with `x5` = 0x5a before, or why not.
pub(super) fn x5(isa: &Isa, word: u32, rs1: u128, rs2: u128) -> Result<u128, String> {
    let inputs = [(Reg(5), 0x5a), (Reg(6), rs1), (Reg(7), rs2)];
    macro_rules! on {
        ($machine:ident) => {{
            let mut h = $machine::new(0x1000, Zeros);
            inputs.iter().for_each(|&(r, v)| h.set_reg(r, v));
            h.execute(word, isa).map_err(|trap| trap.cause.to_string())?;
            Ok(h.reg(Reg(5)))
        }};
    }
    if isa.xlen() == 32 { on!(Machine32) } else { on!(Machine64) }
}

#[test]
fn every_value_row_is_reproduced() {
    let mut counts = Vec::new();
    for (xlen, csv) in VALUES {
        let isa = subset(xlen);
        for (mnemonic, word, rs1, rs2, rd) in values(csv) {
            let context = format!("{mnemonic} {word:08x} on RV{xlen}, {rs1:x} {rs2:x}");
            let decoded = isa.decode(word).unwrap_or_else(|| panic!("{context}: illegal"));
            assert_eq!(decoded.insn.spec().name, mnemonic, "{context}");
            assert_eq!(x5(&isa, word, rs1, rs2), Ok(rd), "{context}");
        }
        counts.push(values(csv).count());
    }
    assert_eq!(counts, [1004, 1540]);
}

#[test]
fn an_example_that_cites_the_oracle_is_a_row_of_it() {
    let mut cited = 0;
    for &insn in Insn::all() {
        // Those of the files `_bk` are in bitmanip.rs.
        let ours = |e: &&Example| e.source.starts_with("oracle: ") && !e.source.contains("_bk");
        for e in insn.spec().examples.iter().filter(ours) {
            let (_, csv) = VALUES[usize::from(e.xlen == 64)];
            let expected = format!("oracle: values_rv{}, {}", e.xlen, insn.spec().name);
            assert_eq!(e.source, expected, "{}", e.asm);
            let Gives::X(_, value) = e.gives else { panic!("{}: rows give registers", e.asm) };
            // The rows are all on x5, x6 and x7; an example may use others.
            let shape = |i: Operands| (i.imm, i.bs, i.rnum);
            let ours = shape(asm::assemble(e.asm, e.xlen).unwrap().operands);
            let has_rs2 = insn.spec().enc(e.xlen).unwrap().has(semantics::spec::Slot::Rs2);
            let found = values(csv).any(|(mnemonic, word, rs1, rs2, rd)| {
                mnemonic == insn.spec().name
                    && shape(decode::decode(word, e.xlen).unwrap().operands) == ours
                    && (rs1, rd) == (e.rs1, value)
                    && (rs2 == e.rs2 || !has_rs2)
            });
            assert!(found, "{} is no row of the oracle", e.asm);
            cited += 1;
        }
    }
    assert!(cited > 30, "{cited}");
}

/// How many rows are illegal, and how many legal, under the string that they were recorded with.
#[test]
fn every_legality_row_is_reproduced() {
    let mut counts = Vec::new();
    for (xlen, csv) in LEGALITY {
        let others = "zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh_zicsr_zifencei";
        let full = Isa::parse(&format!("rv{xlen}imac_{others}")).unwrap();
        let ours = subset(xlen);
        let (mut illegal, mut legal, mut foreign) = (0, 0, 0);
        for line in csv.lines().skip(1) {
            let (word, legal_there) = line.split_once(',').unwrap();
            let word = hex(word) as u32;
            match (legal_there, ours.legality(word), full.legality(word)) {
                ("0", Legality::Illegal(_), Legality::Illegal(_)) => illegal += 1,
                ("1", Legality::Legal(a), Legality::Legal(b)) if a == b => legal += 1,
                ("1", Legality::Illegal(_), Legality::Legal(_)) => foreign += 1,
                (_, ours, full) => panic!("{word:08x} on RV{xlen}: {ours:?} and {full:?}"),
            }
        }
        counts.push((illegal, legal, foreign));
        assert_eq!(illegal + legal + foreign, csv.lines().count() - 1);
    }
    assert_eq!(counts, [(208, 127, 33), (306, 202, 49)]);
}
