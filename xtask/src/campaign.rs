//! Campaigns: runs too long for CI, which does a slice of each.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::step::{Failure, Step};

struct Campaign {
    name: &'static str,
    says: &'static str,
    args: &'static [&'static str],
}

/// The same, where a test has the slice: its filter, and the cases of each of its subjects.
struct Tests {
    name: &'static str,
    says: &'static str,
    package: &'static str,
    program: &'static str,
    filter: &'static str,
    cases: u64,
}

/// What a campaign runs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// The program, with these arguments.
    Rvassay(Vec<OsString>),
    /// Tests.
    Tests(Step),
}

/// What QEMU 7.2 has of RV32 and RV64; more of the table would only be skipped.
const RV32: &str = "rv32imac_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh";
const RV64: &str = "rv64imac_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh";
/// The same with what its machine has beside.
const MACHINE32: &str = "rv32imac_zicsr_zicntr_zihpm_zifencei_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh_zkr";
const MACHINE64: &str = "rv64imac_zicsr_zicntr_zihpm_zifencei_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh_zkr";

const CAMPAIGNS: &[Campaign] = &[
    Campaign {
        name: "unit-aes",
        says: "ten million AES operations on the RTL unit against the specification",
        args: &["fuzz", "--dut", "unit:aes", "--cases", "10000000"],
    },
    Campaign {
        name: "core",
        says: "a hundred thousand cases on the core against the specification and the cycle model, about ten million instructions",
        args: &["fuzz", "--dut", "core:inorder", "--cases", "100000"],
    },
    Campaign {
        name: "core-picorv32",
        says: "a hundred thousand cases on PicoRV32 against the specification",
        args: &["fuzz", "--dut", "core:picorv32", "--cases", "100000"],
    },
    Campaign {
        name: "core-ibex",
        says: "a hundred thousand cases on Ibex against the specification",
        args: &["fuzz", "--dut", "core:ibex", "--cases", "100000"],
    },
    Campaign {
        name: "cycles",
        says: "a hundred thousand random programs on a memory without waits: the core's cycles against the model's",
        args: &["fuzz", "--dut", "core:inorder", "--cycles", "--cases", "100000"],
    },
    Campaign {
        name: "core-sweep",
        says: "every single-bit flip of legal words and every word of two bytes on the core",
        args: &["fuzz", "--dut", "core:inorder", "--sweep"],
    },
    Campaign {
        name: "core-timing",
        says: "every instruction of Zkt timed on the core with operands of every class",
        args: &["fuzz", "--dut", "core:inorder", "--timing"],
    },
    Campaign {
        name: "core-checks",
        says: "what the core shows of its instructions proved within a bound, for every program",
        args: &["prove", "--core", "inorder", "--timeout", "3600"],
    },
    Campaign {
        name: "core-area",
        says: "the area of the core with each extension on and off",
        args: &["report", "--area", "--core", "inorder"],
    },
    Campaign {
        name: "units",
        says: "every op of every RTL unit proved equal to the specification",
        args: &["prove", "--unit", "all", "--timeout", "3600"],
    },
    Campaign {
        name: "sim",
        says: "ten million cases on the simulator against the specification",
        args: &["fuzz", "--dut", "sim", "--cases", "10000000"],
    },
    Campaign {
        name: "qemu",
        says: "a million cases of every set of extensions on QEMU against the specification",
        args: &["fuzz", "--dut", "qemu", "--cases", "1000000"],
    },
    Campaign {
        name: "qemu-rv32",
        says: "ten million RV32 cases on QEMU against the specification",
        args: &["fuzz", "--dut", "qemu", "--isa", RV32, "--cases", "10000000"],
    },
    Campaign {
        name: "qemu-rv64",
        says: "the same on RV64",
        args: &["fuzz", "--dut", "qemu", "--isa", RV64, "--cases", "10000000"],
    },
    Campaign {
        name: "qemu-system-rv32",
        says: "ten million RV32 cases, traps and all, on QEMU's machine against the specification",
        args: &["fuzz", "--dut", "qemu-system", "--isa", MACHINE32, "--cases", "10000000"],
    },
    Campaign {
        name: "qemu-system-rv64",
        says: "the same on RV64",
        args: &["fuzz", "--dut", "qemu-system", "--isa", MACHINE64, "--cases", "10000000"],
    },
    Campaign {
        name: "qemu-system-rv128",
        says: "a million RV128 cases on QEMU's x-rv128 against the specification",
        args: &[
            "fuzz",
            "--dut",
            "qemu-system",
            "--isa",
            "rv128imc_zicsr_zicntr_zihpm",
            "--cases",
            "1000000",
        ],
    },
    Campaign {
        name: "mutants",
        says: "mutants of every obligation, each to be refuted or proved equivalent",
        args: &["prove", "--mutants", "--no-store"],
    },
    Campaign {
        name: "z3-alone",
        says: "every obligation by Z3 alone, but those that SOUNDNESS.md lists",
        args: &["prove", "--solver", "z3", "--skip-listed", "--no-store", "--timeout", "300"],
    },
    Campaign {
        name: "certificate",
        says: "what the normal form closed, discharged again by Z3 at the cuts of the references",
        args: &["prove", "--certificate"],
    },
    Campaign {
        name: "falsehoods",
        says: "mutants that a concrete input refutes, put to every engine: none may prove one",
        args: &["prove", "--falsehoods", "4", "--timeout", "3"],
    },
];

/// They read how many cases they are to try from this variable.
const CASES: &str = "RVASSAY_CASES";

const TESTS: &[Tests] = &[
    Tests {
        name: "sv",
        says: "a million cases of every exported reference module against the specification",
        package: "export",
        program: "terms",
        filter: "references::",
        cases: 1_000_000,
    },
    Tests {
        name: "unit-bugs",
        says: "every seeded bug of every unit, each to be refuted by a proof",
        package: "equivalence",
        program: "equivalence",
        filter: "bugs::",
        cases: 1_000,
    },
    Tests {
        name: "core-bugs",
        says: "every seeded bug of the core, each to be found by programs",
        package: "fuzz",
        program: "fuzz",
        filter: "core::every_bug_of_the_core_is_found",
        cases: 1_000,
    },
    Tests {
        name: "objects",
        says: "every compiled object proved, 85 of each with a flipped bit and 24 with a back door never proved wrong",
        package: "certifier",
        program: "certifier",
        filter: "proved::",
        cases: 85,
    },
    Tests {
        name: "checker",
        says: "ten thousand words for every exported RVFI checker against the spec machine",
        package: "export",
        program: "terms",
        filter: "checkers::",
        cases: 10_000,
    },
];

/// What to run for a campaign's name and further arguments.
pub(crate) fn chosen(args: &[OsString]) -> Result<Run, Failure> {
    if let Some((name, more)) = args.split_first()
        && let Some(tests) = TESTS.iter().find(|tests| name == tests.name)
    {
        let fixed = ["test", "--release", "--locked", "--package", tests.package, "--test"];
        let fixed = fixed.into_iter().chain([tests.program, "--", tests.filter, "--nocapture"]);
        let args: Vec<OsString> = fixed.map(OsString::from).chain(more.iter().cloned()).collect();
        return Ok(Run::Tests(Step::cargo(tests.name, &args).env(CASES, tests.cases.to_string())));
    }
    arguments(args).map(Run::Rvassay)
}

/// What to call `rvassay` with, for a campaign's name and further arguments.
fn arguments(args: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let Some((name, more)) = args.split_first() else {
        return Err(Failure::usage(format!("error: no campaign given; there are\n{}", list())));
    };
    let Some(campaign) = CAMPAIGNS.iter().find(|campaign| name == campaign.name) else {
        return Err(Failure::usage(format!(
            "error: there is no campaign `{}`; there are\n{}",
            name.display(),
            list()
        )));
    };
    Ok(campaign.args.iter().map(OsString::from).chain(more.iter().cloned()).collect())
}

fn list() -> String {
    let all = CAMPAIGNS.iter().map(|Campaign { name, says, .. }| (name, says));
    let all = all.chain(TESTS.iter().map(|Tests { name, says, .. }| (name, says)));
    all.fold(String::new(), |mut list, (name, says)| {
        writeln!(list, "  {name:<18} {says}").expect("a string takes all");
        list
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_arguments_follow_the_campaign_s_own() {
        let args = arguments(&["qemu".into(), "--seed".into(), "7".into()]).unwrap();
        assert_eq!(args, ["fuzz", "--dut", "qemu", "--cases", "1000000", "--seed", "7"]);
    }

    #[test]
    fn tests_are_told_how_many_cases() {
        let Run::Tests(step) = chosen(&["sv".into(), "rv32".into()]).unwrap() else {
            panic!("it is a campaign of tests");
        };
        let line = step.to_string();
        assert!(line.contains("RVASSAY_CASES=1000000") && line.ends_with("rv32"), "{line}");
    }

    #[test]
    fn an_unknown_or_absent_name_lists_the_campaigns() {
        for args in [vec![], vec!["unit-eas".into()]] {
            let failure = arguments(&args).unwrap_err();
            assert_eq!(failure.code, 2);
            for campaign in CAMPAIGNS {
                assert!(failure.to_string().contains(campaign.name), "{failure}");
            }
        }
    }
}
