//! Bit manipulation and the cryptography extensions beyond AES: every oracle row, which extension has
//! which word, and words that are cut out of another instruction's.

use super::oracle::{LEGALITY, hex, values, x5};
use semantics::{
    asm, decode,
    insns::Insn,
    isa::{Isa, Legality, Why},
    spec::{Gives, Operands, Slot},
};

const VALUES: [(u32, &str); 2] = [
    (32, include_str!("../../../tests/oracle/values_rv32_bk.csv")),
    (64, include_str!("../../../tests/oracle/values_rv64_bk.csv")),
];
const EXTENSIONS: &str = "zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh";

fn isa(text: &str) -> Isa {
    Isa::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn full(xlen: u32) -> Isa {
    isa(&format!("rv{xlen}im_{EXTENSIONS}"))
}

#[test]
fn every_value_row_is_reproduced() {
    let mut counts = Vec::new();
    for (xlen, csv) in VALUES {
        let isa = full(xlen);
        for (mnemonic, word, rs1, rs2, rd) in values(csv) {
            let context = format!("{mnemonic} {word:08x} on RV{xlen}, {rs1:x} {rs2:x}");
            let decoded = isa.decode(word).unwrap_or_else(|| panic!("{context}: illegal"));
            assert_eq!(decoded.insn.spec().name, mnemonic, "{context}");
            assert_eq!(x5(&isa, word, rs1, rs2), Ok(rd), "{context}");
        }
        let mut names: Vec<_> = values(csv).map(|row| row.0).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        counts.push((names.len(), count));
    }
    assert_eq!(counts, [(53, 1454), (61, 1676)]);
}

#[test]
fn an_example_that_cites_these_rows_is_one_of_them() {
    let mut cited = 0;
    for &insn in Insn::all() {
        for e in insn.spec().examples.iter().filter(|e| e.source.contains("_bk")) {
            let (_, csv) = VALUES[usize::from(e.xlen == 64)];
            let expected = format!("oracle: values_rv{}_bk, {}", e.xlen, insn.spec().name);
            assert_eq!(e.source, expected, "{}", e.asm);
            let Gives::X(_, value) = e.gives else { panic!("{}: rows give registers", e.asm) };
            // The rows are all on x5, x6 and x7; an example may use others.
            let shape = |i: Operands| (i.imm, i.bs);
            let ours = shape(asm::assemble(e.asm, e.xlen).unwrap().operands);
            let has_rs2 = insn.spec().enc(e.xlen).unwrap().has(Slot::Rs2);
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
    assert_eq!(cited, 2 * 69);
}

/// How many rows are illegal; legal; of A, C, Zicsr and Zifencei, which are not modelled.
#[test]
fn every_legality_row_is_reproduced() {
    let mut counts = Vec::new();
    for (xlen, csv) in LEGALITY {
        let ours = full(xlen);
        let recorded = isa(&format!("rv{xlen}imac_{EXTENSIONS}_zicsr_zifencei"));
        let (mut illegal, mut legal, mut foreign) = (0, 0, 0);
        for line in csv.lines().skip(1) {
            let (word, retires) = line.split_once(',').unwrap();
            let word = hex(word) as u32;
            match (retires, ours.legality(word), recorded.legality(word)) {
                (_, Legality::Illegal(_), Legality::NotModelled(_)) => foreign += 1,
                ("0", Legality::Illegal(_), Legality::Illegal(_)) => illegal += 1,
                ("1", Legality::Legal(a), Legality::Legal(b)) if a == b => legal += 1,
                (_, ours, all) => panic!("{word:08x} on RV{xlen}: {ours:?} and {all:?}"),
            }
        }
        counts.push((illegal, legal, foreign));
        assert_eq!(illegal + legal + foreign, csv.lines().count() - 1);
    }
    assert_eq!(counts, [(208, 160, 0), (306, 251, 0)]);
}

/// Words and what has them, as facts about single extensions: a word of several is legal under each.
#[test]
fn each_word_belongs_to_its_extensions_only() {
    let all =
        ["zba", "zbb", "zbc", "zbs", "zbkb", "zbkc", "zbkx", "zknh", "zksed", "zksh", "zicond"];
    for (word, insn, rv32, rv64) in [
        (0x2073_22b3, Insn::Sh1add, "zba", "zba"),
        (0x0873_02bb, Insn::AddUw, "", "zba"),
        (0x6073_12b3, Insn::Rol, "zbb zbkb", "zbb zbkb"),
        (0x6073_12bb, Insn::Rolw, "", "zbb zbkb"),
        (0x6003_1293, Insn::Clz, "zbb", "zbb"),
        (0x2873_5293, Insn::OrcB, "zbb", "zbb"),
        (0x6983_5293, Insn::Rev8, "zbb zbkb", ""),
        (0x6b83_5293, Insn::Rev8, "", "zbb zbkb"),
        (0x0a73_12b3, Insn::Clmul, "zbc zbkc", "zbc zbkc"),
        (0x0a73_32b3, Insn::Clmulh, "zbc zbkc", "zbc zbkc"),
        (0x0a73_22b3, Insn::Clmulr, "zbc", "zbc"),
        (0x4873_12b3, Insn::Bclr, "zbs", "zbs"),
        // zext.h, and the words around it.
        (0x0803_42b3, Insn::ZextH, "zbb zbkb", ""),
        (0x0803_42b3, Insn::Pack, "", "zbkb"),
        (0x0903_42b3, Insn::Pack, "zbkb", "zbkb"),
        (0x0803_c1bb, Insn::ZextH, "", "zbb zbkb"),
        (0x0903_c1bb, Insn::Packw, "", "zbkb"),
        (0x08f3_1293, Insn::Zip, "zbkb", ""),
        (0x08f3_5293, Insn::Unzip, "zbkb", ""),
        (0x6873_5293, Insn::Brev8, "zbkb", "zbkb"),
        (0x2873_22b3, Insn::Xperm4, "zbkx", "zbkx"),
        (0x5073_02b3, Insn::Sha512sum0r, "zknh", ""),
        (0x5673_02b3, Insn::Sha512sig1l, "zknh", ""),
        (0x1043_1293, Insn::Sha512sum0, "", "zknh"),
        (0x3073_02b3, Insn::Sm4ed, "zksed", "zksed"),
        (0x1083_1293, Insn::Sm3p0, "zksh", "zksh"),
        (0x0e73_52b3, Insn::CzeroEqz, "zicond", "zicond"),
    ] {
        for (xlen, holders) in [(32, rv32), (64, rv64)] {
            let alone = |e: &&str| isa(&format!("rv{xlen}im_{e}")).decode(word).is_some();
            let found: Vec<_> = all.into_iter().filter(alone).collect();
            if decode::find(word, xlen).map(|d| d.insn) == Some(insn) {
                assert_eq!(found.join(" "), holders, "{word:08x} on RV{xlen}");
            } else {
                assert_eq!(holders, "", "{word:08x} on RV{xlen}");
            }
        }
    }
}

#[test]
fn neighbours_of_legal_words_are_illegal() {
    let other = |word, xlen| full(xlen).legality(word);
    // RV32 only, then RV64 only.
    for (word, insn) in [
        (0x2273_02b3, Insn::Aes32esi),
        (0x5073_02b3, Insn::Sha512sum0r),
        (0x5673_02b3, Insn::Sha512sig1l),
        (0x08f3_1293, Insn::Zip),
    ] {
        assert_eq!(other(word, 64), Legality::Illegal(Why::OtherWidth(insn)), "{word:08x}");
    }
    for (word, insn) in [(0x1043_1293, Insn::Sha512sum0), (0x0803_42bb, Insn::ZextH)] {
        assert_eq!(other(word, 32), Legality::Illegal(Why::OtherWidth(insn)), "{word:08x}");
    }
    // Junk in a fixed field; a shift amount of 32 on RV32.
    for (word, xlens) in
        [(0x6093_1293, &[32, 64][..]), (0x6063_129b, &[32, 64]), (0x4a03_1293, &[32])]
    {
        for &xlen in xlens {
            assert!(matches!(other(word, xlen), Legality::Illegal(_)), "{word:08x} on RV{xlen}");
        }
    }
}

/// A word that is cut out of another instruction's stays legal wherever the other one is.
#[test]
fn a_word_cut_out_of_an_instruction_is_in_its_extensions() {
    let mut cut = Vec::new();
    for (insn, enc) in Insn::all().iter().flat_map(|i| i.spec().enc.iter().map(move |e| (i, e))) {
        let Some(outer) = enc.within else { continue };
        for xlen in [32, 64, 128].into_iter().filter(|xlen| enc.xlens & xlen != 0) {
            assert!(outer.spec().enc(xlen).is_some(), "{insn:?} within {outer:?} on RV{xlen}");
        }
        for extension in outer.spec().extensions {
            assert!(insn.spec().extensions.contains(extension), "{insn:?} within {outer:?}");
        }
        cut.push((insn.spec().name, outer.spec().name, enc.xlens));
    }
    let compressed = [
        ("c.addi16sp", "c.lui", 224),
        ("c.ebreak", "c.jalr", 224),
        ("c.jalr", "c.add", 224),
        ("c.jr", "c.mv", 224),
        ("c.nop", "c.addi", 224),
    ];
    let others =
        [("chacha.add", "chacha.xor", 64), ("zext.h", "pack", 32), ("zext.h", "packw", 64)];
    assert_eq!(cut, [&compressed[..], &others].concat());
}

#[test]
fn assembly_of_a_word_that_is_cut_out_gives_what_it_is_read_as() {
    let read = |line, xlen| asm::disassemble(&asm::assemble(line, xlen).unwrap());
    assert_eq!(read("pack x5, x6, x0", 32), "zext.h x5, x6");
    assert_eq!(read("packw x5, x6, zero", 64), "zext.h x5, x6");
    assert_eq!(read("pack x5, x6, x0", 64), "pack x5, x6, x0");
    assert_eq!(read("pack x5, x6, x7", 32), "pack x5, x6, x7");
}
