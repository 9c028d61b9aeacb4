//! Published figures of others, to put ours beside.

/// A published figure of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The function of the reference that it computes.
    pub computes: &'static str,
    /// Register width.
    pub xlen: u32,
    /// That it uses crypto instructions.
    pub extension: bool,
    /// Retired instructions.
    pub instructions: u64,
    /// Cycles on the core of the source.
    pub cycles: Option<u64>,
    /// Document and core.
    pub source: &'static str,
}

const TCHES_SCARV: &str = "Marshall et al., TCHES 2021, SCARV core";
const TCHES_ROCKET: &str = "Marshall et al., TCHES 2021, Rocket";
const RISCV_CRYPTO: &str = "riscv-crypto benchmarks, GCC 12 -O3, call overhead included";

const fn figure(
    computes: &'static str,
    (xlen, extension): (u32, bool),
    instructions: u64,
    cycles: Option<u64>,
    source: &'static str,
) -> Published {
    Published { computes, xlen, extension, instructions, cycles, source }
}

const RV32: (u32, bool) = (32, false);
const RV64: (u32, bool) = (64, false);
const RV32_ZK: (u32, bool) = (32, true);
const RV64_ZK: (u32, bool) = (64, true);

/// All of them; of several for one function the first is the one to beat.
pub static PUBLISHED: &[Published] = &[
    figure("aes128.encrypt_block", RV32_ZK, 238, Some(291), TCHES_SCARV),
    figure("aes128.decrypt_block", RV32_ZK, 238, Some(286), TCHES_SCARV),
    figure("aes128.expand_encrypt_key", RV32_ZK, 219, Some(312), TCHES_SCARV),
    figure("aes128.expand_decrypt_key", RV32_ZK, 659, Some(1118), TCHES_SCARV),
    figure("aes128.encrypt_block", RV32, 938, Some(1016), TCHES_SCARV),
    figure("aes128.encrypt_block", RV64_ZK, 76, Some(115), TCHES_ROCKET),
    figure("aes128.decrypt_block", RV64_ZK, 76, Some(133), TCHES_ROCKET),
    figure("aes128.expand_encrypt_key", RV64_ZK, 61, Some(199), TCHES_ROCKET),
    figure("aes128.encrypt_block", RV64, 1105, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV64_ZK, 100, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV64, 1493, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV32_ZK, 326, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV32, 1347, None, RISCV_CRYPTO),
];
