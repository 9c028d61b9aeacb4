//! Published figures of others, to put ours beside.

/// A published figure of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The function of the reference that it computes.
    pub computes: &'static str,
    /// Register width.
    pub xlen: u32,
    /// Its crypto instructions: any of these extensions. None for one with base instructions only.
    pub extensions: &'static [&'static str],
    /// Retired instructions.
    pub instructions: u64,
    /// Cycles on the core of the source.
    pub cycles: Option<u64>,
    /// Document and core.
    pub source: &'static str,
}

const TCHES_SCARV: &str = "Marshall et al., TCHES 2021, SCARV core";
const TCHES_ROCKET: &str = "Marshall et al., TCHES 2021, Rocket";
const ASAP: &str = "Marshall, Page and Pham, ASAP 2021";
const INNER_LOOP: &str = "hand-written loop on an instruction-accurate simulator, without the call";
const RISCV_CRYPTO: &str = "riscv-crypto benchmarks, GCC 12 -O3, call overhead included";

const fn figure(
    computes: &'static str,
    (xlen, extensions): Target,
    instructions: u64,
    cycles: Option<u64>,
    source: &'static str,
) -> Published {
    Published { computes, xlen, extensions, instructions, cycles, source }
}

type Target = (u32, &'static [&'static str]);
const RV32: Target = (32, &[]);
const RV64: Target = (64, &[]);
const RV32_AES: Target = (32, &["zkne", "zknd"]);
const RV64_AES: Target = (64, &["zkne", "zknd"]);
const RV32_SHA: Target = (32, &["zknh"]);
const RV64_SHA: Target = (64, &["zknh"]);
const RV64_CHACHA: Target = (64, &["xchacha3"]);

/// All of them; of several for one function the first is the one to beat.
pub static PUBLISHED: &[Published] = &[
    figure("aes128.encrypt_block", RV32_AES, 238, Some(291), TCHES_SCARV),
    figure("aes128.decrypt_block", RV32_AES, 238, Some(286), TCHES_SCARV),
    figure("aes128.expand_encrypt_key", RV32_AES, 219, Some(312), TCHES_SCARV),
    figure("aes128.expand_decrypt_key", RV32_AES, 659, Some(1118), TCHES_SCARV),
    figure("aes128.encrypt_block", RV32, 938, Some(1016), TCHES_SCARV),
    figure("aes128.encrypt_block", RV64_AES, 76, Some(115), TCHES_ROCKET),
    figure("aes128.decrypt_block", RV64_AES, 76, Some(133), TCHES_ROCKET),
    figure("aes128.expand_encrypt_key", RV64_AES, 61, Some(199), TCHES_ROCKET),
    figure("aes128.encrypt_block", RV64, 1105, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV64_AES, 100, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV64, 1493, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV32_AES, 326, None, RISCV_CRYPTO),
    figure("aes256.encrypt_block", RV32, 1347, None, RISCV_CRYPTO),
    figure("sha256.compress", RV32_SHA, 1381, None, INNER_LOOP),
    figure("sha256.compress", RV64_SHA, 1381, None, INNER_LOOP),
    figure("sha256.compress", RV32, 4290, None, RISCV_CRYPTO),
    figure("sha256.compress", RV64, 4284, None, RISCV_CRYPTO),
    figure("chacha20.block", RV64, 2214, None, ASAP),
    figure("chacha20.block", RV64_CHACHA, 464, None, ASAP),
];
