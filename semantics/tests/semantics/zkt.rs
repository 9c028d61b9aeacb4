//! Zkt: the manual's list of instructions whose latency does not depend on data, against the timing classes.

use semantics::{
    insns::Insn,
    spec::{Spec, Timing},
    zkt,
};

/// Why an instruction that is not on the list is data-independent here.
fn reason(spec: &Spec) -> Option<&'static str> {
    // Widths that the list does not speak of.
    let wide = || spec.enc(32).is_none() && spec.enc(64).is_none();
    match spec.name {
        "fence" => Some("it has no operand"),
        "zext.h" => Some("it is `pack` or `packw` with rs2 = x0, which are on the list"),
        "czero.eqz" | "czero.nez" => Some("Zicond: with Zkt their latency is data-independent"),
        "c.li" | "c.addi16sp" | "c.addi4spn" => {
            Some("its expansion, `addi`, is on the list: same criteria as in RVI")
        }
        _ if spec.extensions.iter().all(|e| e.starts_with('X')) => {
            Some("a contract of the custom set")
        }
        _ if wide() => Some("RV128: the same criteria as for the instruction of RV64"),
        _ => None,
    }
}

#[test]
fn what_is_on_the_list_is_data_independent() {
    assert_eq!(zkt::list().count(), 30 + 5 + 16 + 29 + 20);
    let mut met = 0;
    for name in zkt::list() {
        // Compressed forms may not be in the table; all others are.
        let Some(insn) = Insn::named(name) else {
            assert!(name.starts_with("c."), "{name} is not in the table");
            continue;
        };
        assert_eq!(insn.spec().timing, Timing::DataIndependent, "{name} is on the list of Zkt");
        met += 1;
    }
    assert!(met >= zkt::list().count() - 16);
}

#[test]
fn what_is_not_on_the_list_is_data_independent_for_a_reason() {
    for insn in Insn::all().iter().filter(|i| i.spec().timing == Timing::DataIndependent) {
        let spec = insn.spec();
        assert!(
            zkt::lists(spec.name) || reason(spec).is_some(),
            "{} is not on the list of Zkt",
            spec.name
        );
    }
}
