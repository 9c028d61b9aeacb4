//! Campaigns: runs too long for CI, which does a slice of each.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::step::Failure;

struct Campaign {
    name: &'static str,
    says: &'static str,
    args: &'static [&'static str],
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
        name: "prove-mutants",
        says: "every mutant of every obligation, each to be refuted or proved equivalent",
        args: &["prove", "--mutants"],
    },
];

/// What to call `rvassay` with, for a campaign's name and further arguments.
pub(crate) fn arguments(args: &[OsString]) -> Result<Vec<OsString>, Failure> {
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
    CAMPAIGNS.iter().fold(String::new(), |mut list, Campaign { name, says, .. }| {
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
