//! The collision report: silent about the table, and loud about what is planted beside it.

use semantics::{
    collisions::{Entry, Other, Space, report, table},
    encoding::Enc,
    isa::Isa,
    spec::{ALL, RV32, RV64, RV128},
};

const SET: &[&str] = &["Xplanted"];

fn planted(enc: &Enc) -> Entry<'_> {
    Entry { name: "planted", extensions: SET, enc }
}

/// What the report says about the planted instruction beside the table: name of the other, width and word.
fn others(enc: &Enc, isa: Option<&str>) -> Vec<(String, u32, u32)> {
    let mut entries = table();
    entries.push(planted(enc));
    let isa = isa.map(|text| Isa::parse(text).unwrap());
    let sets = report(&entries, isa.as_ref());
    let of_planted = sets.iter().filter(|s| s.set == "Xplanted").flat_map(|s| &s.collisions);
    let other = |o: &Other| match o {
        Other::Instruction { name, .. } => name.clone(),
        Other::NotModelled { extension } => format!("({extension})"),
    };
    of_planted.map(|c| (other(&c.other), c.xlen, c.word)).collect()
}

#[test]
fn no_set_of_the_table_collides() {
    let sets = report(&table(), None);
    for set in &sets {
        assert!(set.collisions.is_empty(), "{}: {:x?}", set.set, set.collisions);
        assert!(!set.ops.is_empty());
    }
    for name in ["Xgf8", "Xkeccak", "Xmont"] {
        let set = sets.iter().find(|s| s.set == name).expect("the table has it");
        assert_eq!(set.spaces, [Space::Custom("custom-1")], "{name}");
    }
}

#[test]
fn a_planted_collision_with_a_standard_instruction_is_found() {
    let enc = Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0 14..12=0 6..0=0x33");
    assert_eq!(others(&enc, None), [("add".into(), 32, 0x33), ("add".into(), 64, 0x33)]);
    let mut entries = table();
    entries.push(planted(&enc));
    let sets = report(&entries, None);
    let set = sets.iter().find(|s| s.set == "Xplanted").unwrap();
    assert_eq!(set.spaces, [Space::Standard("OP")]);
    assert_eq!(set.collisions[0].reading, "planted rd=0 rs1=0 rs2=0");
    let Other::Instruction { reading, extensions, .. } = &set.collisions[0].other else {
        panic!("{:?}", set.collisions[0]);
    };
    assert_eq!(
        (reading.as_str(), extensions.as_slice()),
        ("add rd=0 rs1=0 rs2=0", &["I".into()][..])
    );
}

#[test]
fn a_planted_collision_with_another_set_is_found_on_both_sides() {
    let enc = Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=0 6..0=0x2b");
    let word = 0x2b;
    let found = others(&enc, None);
    assert_eq!(found, [32, 64, 128].map(|xlen| ("addc".into(), xlen, word)));
    let mut entries = table();
    entries.push(planted(&enc));
    let sets = report(&entries, None);
    let xmont = sets.iter().find(|s| s.set == "Xmont").unwrap();
    assert!(xmont.collisions.iter().all(|c| c.name == "addc"));
    assert_eq!(xmont.collisions.len(), 3);
}

#[test]
fn only_what_is_enabled_together_collides() {
    let enc = Enc::parse(RV64, "rd rs1 rs2 31..25=0 14..12=0 6..0=0x2b");
    // The parser knows no planted extension: another set lends its name.
    let lent = Entry { extensions: &["Xgf8"], ..planted(&enc) };
    let mut entries = table();
    entries.push(lent);
    let collisions = |isa: &str| -> Vec<String> {
        let sets = report(&entries, Some(&Isa::parse(isa).unwrap()));
        sets.iter().flat_map(|s| s.collisions.iter().map(|c| c.name.clone())).collect()
    };
    assert_eq!(collisions("rv64i_xgf8_xmont"), ["planted", "addc"]);
    assert!(collisions("rv64i_xgf8").is_empty());
    assert!(collisions("rv32i_xgf8_xmont").is_empty());
    assert!(report(&entries, Some(&Isa::parse("rv64i").unwrap())).is_empty());
}

#[test]
fn an_opcode_of_an_extension_that_is_not_modelled_is_found() {
    let enc = Enc::parse(RV32, "rd rs1 rs2 31..25=0 14..12=2 6..0=0x53");
    let found = others(&enc, None);
    assert!(found.contains(&("(f)".into(), 32, 0x2053)), "{found:x?}");
    let custom_2 = Enc::parse(RV64 | RV128, "rd rs1 imm12 14..12=1 6..0=0x5b");
    let mut entries = table();
    entries.push(planted(&custom_2));
    let sets = report(&entries, None);
    let set = sets.iter().find(|s| s.set == "Xplanted").unwrap();
    assert_eq!(set.spaces, [Space::CustomBelow128("custom-2")]);
}
