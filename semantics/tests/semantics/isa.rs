//! ISA strings, and what is said about words under them.

use semantics::{
    csr::{self, Refused},
    insns::Insn,
    isa::{Isa, IsaError, Legality, Why},
};

#[test]
fn strings_that_are_fine() {
    for (text, xlen, extensions) in [
        ("rv32i", 32, "i"),
        ("rv64i", 64, "i"),
        ("  RV64I_Zkne ", 64, "i zkne"),
        ("rv32im", 32, "i m zmmul"),
        ("rv32i2p1_m2p0", 32, "i m zmmul"),
        ("rv32i2m", 32, "i m zmmul"),
        ("rv64i2p1m2p0_zkne1p0", 64, "i m zmmul zkne"),
        ("rv32izkne_zknd", 32, "i zkne zknd"),
        ("rv32i__zkne_", 32, "i zkne"),
        ("rv64g", 64, "i m zmmul a zaamo zalrsc f zicsr d zifencei"),
        ("RV128IM", 128, "i m zmmul"),
        ("rv128g", 128, "i m zmmul a zaamo zalrsc f zicsr d zifencei"),
        ("rv64gm", 64, "i m zmmul a zaamo zalrsc f zicsr d zifencei"),
        ("rv32ib", 32, "i b zba zbb zbs"),
        ("rv32i_zbc", 32, "i zbc zbkc"),
        ("rv64i_zkn", 64, "i zkn zbkb zbkc zbkx zkne zknd zknh"),
        ("rv32imc", 32, "i m zmmul c zca"),
        ("rv64i_zca", 64, "i zca"),
        ("rv32ifc", 32, "i f zicsr c zca zcf"),
        ("rv64ifc", 64, "i f zicsr c zca"),
        ("rv64icd", 64, "i c zca d f zicsr zcd"),
        ("rv64i_zks", 64, "i zks zbkb zbkc zbkx zksed zksh"),
        ("rv32i_XKyber_xascon", 32, "i XKyber Xascon"),
        ("rv64i_xchacha3", 64, "i Xchacha3"),
        ("rv64i_zk", 64, "i zk zkn zbkb zbkc zbkx zkne zknd zknh zkr zicsr zkt"),
    ] {
        let isa = Isa::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((isa.xlen(), isa.extensions().join(" ").as_str()), (xlen, extensions), "{text}");
        assert_eq!(isa.text(), text.trim().to_lowercase());
    }
}

#[test]
fn strings_that_are_not() {
    let start = |text: &str| IsaError::Start { text: text.into() };
    for text in [
        "",
        " ",
        "rv",
        "rv32",
        "32i",
        "rvi",
        "rv16i",
        "rv32_i",
        "rv32m",
        "rv128",
        "rv128m",
        "rv３２i",
        "éé",
    ] {
        assert_eq!(Isa::parse(text), Err(start(text)), "{text}");
    }
    let huge = format!("rv{}i", "9".repeat(1000));
    assert_eq!(Isa::parse(&huge), Err(start(&huge)));
    for (text, base) in [("rv32e", "rv32e"), ("rv64em", "rv64e"), ("RV128E", "rv128e")] {
        assert_eq!(Isa::parse(text), Err(IsaError::Base { base: base.into() }), "{text}");
    }
    for (text, name) in [
        ("rv32iy", "y"),
        ("rv32i2p", "p"),
        ("rv32i_xfoo", "xfoo"),
        ("rv32i_zkné", "zkné"),
        ("rv32i\u{212a}", "\u{212a}"),
        ("rv32izknezknd", "zknezknd"),
        ("rv32i_zkne1", "zkne1"),
        ("rv32i zkne", " "),
    ] {
        let unknown = IsaError::Unknown { name: name.into(), text: text.into() };
        assert_eq!(Isa::parse(text), Err(unknown), "{text}");
    }
    for (text, name) in [("rv32ii", "i"), ("rv32im_m", "m"), ("rv64i_zkne_Zkne1p0", "zkne")] {
        let twice = IsaError::Twice { name: name.into(), text: text.into() };
        assert_eq!(Isa::parse(text), Err(twice), "{text}");
    }
}

#[test]
fn an_extension_brings_its_instructions_and_no_others() {
    // RV32I has 40, RV64I 12 more, RV128I 12 more; M has 8 and 5 more and 5 more.
    for (text, count) in [
        ("rv32i", 40),
        ("rv64i", 52),
        ("rv32im", 48),
        ("rv64im", 65),
        ("rv128i", 64),
        ("rv128im", 82),
        // What no document defines for 128 bits stays out.
        ("rv128i_zkn_zks_zba_zbs_zicond", 64),
        ("rv32i_zmmul", 44),
        ("rv64i_zmmul", 57),
        ("rv32i_zkne", 42),
        ("rv32i_zknd", 42),
        ("rv64i_zkne", 56),
        ("rv64i_zknd", 57),
        ("rv64i_zkn", 86),
        // With Zkr comes Zicsr: 6 instructions, MRET and WFI.
        ("rv32i_zk", 79),
        ("rv64i_zks", 75),
        ("rv32i_zknh", 50),
        ("rv64i_zknh", 60),
        ("rv32ib", 69),
        ("rv64ib", 92),
        ("rv32i_zbkb", 53),
        ("rv64i_zbkb", 67),
        ("rv32i_zbc", 43),
        ("rv32i_zbkc", 42),
        ("rv64i_zbkx", 54),
        ("rv32i_zksed", 42),
        ("rv64i_zksh", 54),
        ("rv32i_zicond", 42),
        ("rv32ia", 51),
        ("rv64ia", 74),
        ("rv32i_zalrsc", 42),
        ("rv64i_zaamo", 70),
        ("rv32i_zicsr", 48),
        ("rv32i_zifencei", 41),
        ("rv32ic", 67),
        ("rv32i_zca", 67),
        ("rv64ic", 85),
        ("rv128ic", 101),
        ("rv32i_xkyber", 46),
        ("rv64i_xkyber", 52),
        ("rv32i_xascon", 50),
        ("rv64i_xchacha1", 54),
        ("rv64i_xchacha2", 56),
        ("rv64i_xchacha3", 58),
    ] {
        assert_eq!(Isa::parse(text).unwrap().insns().count(), count, "{text}");
    }
    let has = |text, insn| Isa::parse(text).unwrap().has(insn);
    for text in ["rv64i_zkne", "rv64i_zknd"] {
        assert!(has(text, Insn::Aes64ks1i) && has(text, Insn::Aes64ks2), "{text}");
        assert_eq!(has(text, Insn::Aes64im), text.ends_with("zknd"), "{text}");
    }
    assert!(has("rv32i_zmmul", Insn::Mulhsu) && !has("rv32i_zmmul", Insn::Remu));
}

#[test]
fn every_verdict_has_its_reason() {
    use Legality::{Illegal, NotModelled};
    let rd0 = "rd = x0 is reserved";
    let rnum = "round numbers 0xB to 0xF are reserved";
    let bs = "only bs = 1 to 4 selects a rotation";
    for (text, word, verdict) in [
        ("rv32im_zkne_zknd", 0x0073_02bb, Illegal(Why::OtherWidth(Insn::Addw))),
        ("rv32im_zkne_zknd", 0x0203_1293, Illegal(Why::OtherWidth(Insn::Slli))),
        ("rv32im_zkne_zknd", 0x3273_02b3, Illegal(Why::OtherWidth(Insn::Aes64es))),
        // LQ; SLLI by 64; ADDID.
        ("rv64im", 0x0003_228f, Illegal(Why::OtherWidth(Insn::Lq))),
        ("rv64im", 0x0403_1293, Illegal(Why::OtherWidth(Insn::Slli))),
        ("rv32im", 0x0013_02db, Illegal(Why::OtherWidth(Insn::Addid))),
        ("rv128i", 0x0273_02fb, Illegal(Why::NotEnabled(Insn::Muld))),
        ("rv128i_zkne", 0x3273_02b3, Illegal(Why::OtherWidth(Insn::Aes64es))),
        ("rv64im_zkne_zknd", 0x2273_02b3, Illegal(Why::OtherWidth(Insn::Aes32esi))),
        ("rv32i", 0x0273_02b3, Illegal(Why::NotEnabled(Insn::Mul))),
        ("rv64i_zkne", 0x3003_1293, Illegal(Why::NotEnabled(Insn::Aes64im))),
        ("rv64i", 0x31b3_1293, Illegal(Why::NotEnabled(Insn::Aes64ks1i))),
        ("rv64i_zkne", 0x31b3_1293, Illegal(Why::Reserved(Insn::Aes64ks1i, rnum))),
        ("rv64i_zknd", 0x31f3_1293, Illegal(Why::Reserved(Insn::Aes64ks1i, rnum))),
        ("rv64im_zkne_zknd", 0, Illegal(Why::NotEnabled(Insn::CAddi4spn))),
        ("rv64i_xchacha3", 0x3a73_728b, Illegal(Why::Reserved(Insn::ChachaXor, bs))),
        ("rv64i_xchacha3", 0x3e73_728b, Illegal(Why::Reserved(Insn::ChachaXor, bs))),
        ("rv64i_xchacha1_xchacha2", 0x3073_728b, Illegal(Why::NotEnabled(Insn::ChachaAdd))),
        ("rv32i_xkyber", 0x3273_728b, Illegal(Why::OtherWidth(Insn::ChachaXor))),
        ("rv64i_xkyber", 0x0073_62ab, Illegal(Why::OtherWidth(Insn::Kyberadd))),
        ("rv32i_xkyber", 0x0873_62ab, Illegal(Why::NoInstruction)),
        ("rv32i_xkyber", 0x0073_72ab, Illegal(Why::NotEnabled(Insn::Asconsigma0l))),
        ("rv32im_zkne_zknd", u32::MAX, Illegal(Why::NoInstruction)),
        // FADD.S and C.NOP.
        ("rv64g", 0x0073_02d3, NotModelled(vec!["f", "d"])),
        ("rv64im", 0x0073_02d3, Illegal(Why::NoInstruction)),
        // CSRRW of mstatus, mstatush, cycle; writes to cycle; reads of and a write to seed; a number
        // that nothing has; fcsr.
        ("rv32i", 0x3003_12f3, Illegal(Why::NotEnabled(Insn::Csrrw))),
        ("rv64i_zicsr", 0x3103_12f3, Illegal(Why::Csr(Insn::Csrrw, Refused::OtherWidth(0x310)))),
        ("rv64i_zicsr", 0xc000_22f3, Illegal(Why::Csr(Insn::Csrrs, Refused::NotEnabled(0xc00)))),
        ("rv64i_zicntr", 0xc003_22f3, Illegal(Why::Csr(Insn::Csrrs, Refused::ReadOnly(0xc00)))),
        ("rv64i_zicntr", 0xc000_12f3, Illegal(Why::Csr(Insn::Csrrw, Refused::ReadOnly(0xc00)))),
        ("rv64i_zicntr", 0xc000_e2f3, Illegal(Why::Csr(Insn::Csrrsi, Refused::ReadOnly(0xc00)))),
        ("rv64i_zkr", 0x0150_22f3, Illegal(Why::Csr(Insn::Csrrs, Refused::NotWritten(0x15)))),
        ("rv64i_zkr", 0x0150_72f3, Illegal(Why::Csr(Insn::Csrrci, Refused::NotWritten(0x15)))),
        ("rv64i_zicsr", 0x0150_12f3, Illegal(Why::Csr(Insn::Csrrw, Refused::NotEnabled(0x15)))),
        ("rv64i_zicsr", 0x1800_12f3, Illegal(Why::Csr(Insn::Csrrw, Refused::Unknown(0x180)))),
        ("rv64i_zicsr", 0x0030_22f3, Illegal(Why::Csr(Insn::Csrrs, Refused::Unknown(3)))),
        ("rv64if", 0x0030_22f3, NotModelled(vec!["f"])),
        // SRET, SFENCE.VMA; MRET and WFI without Zicsr; LR with rs2.
        ("rv64i_zicsr", 0x1020_0073, Illegal(Why::OtherMode("sret"))),
        ("rv64i_zicsr", 0x1273_0073, Illegal(Why::OtherMode("sfence.vma"))),
        ("rv64i", 0x3020_0073, Illegal(Why::NotEnabled(Insn::Mret))),
        ("rv64i", 0x1050_0073, Illegal(Why::NotEnabled(Insn::Wfi))),
        ("rv64ia", 0x1073_22af, Illegal(Why::NoInstruction)),
        ("rv32ia", 0x1003_32af, Illegal(Why::OtherWidth(Insn::LrD))),
        ("rv64i_zaamo", 0x1003_32af, Illegal(Why::NotEnabled(Insn::LrD))),
        ("rv32im", 0x0001, Illegal(Why::NotEnabled(Insn::CNop))),
        // C.ADDIW to x0; C.ADDIW; C.ADDW and what is reserved beside it; an amount of 32.
        ("rv64imc", 0x2005, Illegal(Why::Reserved(Insn::CAddiw, rd0))),
        ("rv64im", 0x2085, Illegal(Why::NotEnabled(Insn::CAddiw))),
        ("rv32imc", 0x9c01, Illegal(Why::OtherWidth(Insn::CSubw))),
        ("rv64imc", 0x9c61, Illegal(Why::NoInstruction)),
        ("rv32imc", 0x1002, Illegal(Why::OtherWidth(Insn::CSlli))),
        ("rv32imc", 0x8002, Illegal(Why::Reserved(Insn::CJr, "rs1 = x0 is reserved"))),
        ("rv32imc", 0x2000, Illegal(Why::OtherWidth(Insn::CLq))),
        // C.FLW, C.FLD and their like.
        ("rv32imc", 0x6000, Illegal(Why::OtherWidth(Insn::CLd))),
        ("rv32imf", 0x6000, Illegal(Why::OtherWidth(Insn::CLd))),
        ("rv32imfc", 0x6000, NotModelled(vec!["zcf"])),
        ("rv32imfc", 0xe002, NotModelled(vec!["zcf"])),
        ("rv32imfc", 0x2000, Illegal(Why::OtherWidth(Insn::CLq))),
        ("rv32gc", 0xa002, NotModelled(vec!["zcd"])),
        ("rv64gc", 0x2000, NotModelled(vec!["zcd"])),
    ] {
        assert_eq!(Isa::parse(text).unwrap().legality(word), verdict, "{word:08x} under {text}");
    }
    // An extension that is not modelled does not take away what is.
    for text in ["rv32im_zicsr", "rv64gc"] {
        let verdict = Isa::parse(text).unwrap().legality(0x0273_02b3);
        assert!(
            matches!(verdict, Legality::Legal(d) if d.insn == Insn::Mul),
            "{text}: {verdict:?}"
        );
    }
    for word in [0x6000, 0xe002] {
        let verdict = Isa::parse("rv64gc").unwrap().legality(word);
        assert!(matches!(verdict, Legality::Legal(_)), "C.LD, C.SDSP: {verdict:?}");
    }
    let last = Isa::parse("rv64i_zknd").unwrap().legality(0x31a3_1293);
    assert!(matches!(last, Legality::Legal(d) if d.operands.rnum == 0xA), "{last:?}");
}

/// `csrrs x0, csr, x0` and `csrrw x0, csr, x0` over all 4,096 numbers.
#[test]
fn a_csr_exists_where_its_extension_and_its_width_are() {
    for (text, readable, writable) in [
        ("rv64i", 0, 0),
        // 17 beside the 29 of each of two families; 5 of them, the machine information, are read-only.
        ("rv64i_zicsr", 17 + 58, 12 + 58),
        // mstatush, mcycleh, minstreth and the upper halves of 29 counters.
        ("rv32i_zicsr", 20 + 87, 15 + 87),
        ("rv64i_zicntr", 20 + 58, 12 + 58),
        ("rv32i_zicntr", 26 + 87, 15 + 87),
        ("rv64i_zihpm", 17 + 87, 12 + 58),
        ("rv32i_zihpm", 20 + 145, 15 + 87),
        // seed can be written only, and mseccfg comes along.
        ("rv64i_zkr", 18 + 58, 14 + 58),
        ("rv32i_zkr", 22 + 87, 18 + 87),
    ] {
        let isa = Isa::parse(text).unwrap();
        let legal =
            |base: u32| (0..1 << 12).filter(|n| isa.decode(n << 20 | base).is_some()).count();
        assert_eq!((legal(0x2073), legal(0x1073)), (readable, writable), "{text}");
        let seed = usize::from(text.ends_with("zkr"));
        assert_eq!(isa.csrs().count(), readable + seed, "{text}");
    }
}

#[test]
fn csrs_have_names_of_their_own() {
    let mut names = std::collections::HashSet::new();
    for n in (0..1 << 12).filter(|&n| csr::find(n).is_some()) {
        assert!(names.insert(csr::name(n)), "two CSRs are named {}", csr::name(n));
        assert_eq!(csr::named(&csr::name(n)), Some(n));
    }
    assert_eq!((csr::name(0x300), csr::name(0xc9f)), ("mstatus".into(), "hpmcounter31h".into()));
    assert_eq!((csr::name(0x323), csr::name(0x180)), ("mhpmevent3".into(), "0x180".into()));
}

#[test]
fn misa_names_what_is_there() {
    for (text, letters) in [
        ("rv32i", "I"),
        ("rv64ima_zba_zbb_zbs", "ABIM"),
        ("rv64i_zaamo_zmmul_zba", "I"),
        ("rv32i_zaamo_zalrsc", "AI"),
    ] {
        let isa = Isa::parse(text).unwrap();
        let bits: u128 = letters.bytes().map(|c| 1 << (c - b'A')).sum();
        let mxl = if isa.xlen() == 32 { 1 << 30 } else { 2 << 62 };
        assert_eq!(isa.misa(), mxl | bits, "{text}");
    }
}
