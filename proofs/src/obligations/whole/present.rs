//! PRESENT with tables of bytes.

use reference_ciphers::present::{ROUNDS, encrypt, round_keys};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "present80/sp-tables",
        says: "with tables that substitute and permute a byte at once, it is the cipher",
        reference: "Bogdanov et al., CHES 2007, section 3",
        widths: &[64],
        state: |g| by_tables(g, 80),
    },
    Claim {
        id: "present128/sp-tables",
        says: "with tables that substitute and permute a byte at once, it is the cipher",
        reference: "Bogdanov et al., CHES 2007, appendix",
        widths: &[64],
        state: |g| by_tables(g, 128),
    },
];

fn by_tables(g: &mut Goal<'_>, key_bits: u32) {
    let (block, key) = (g.var(64, "block"), g.var(key_bits, "key"));
    let standard = encrypt(block, &round_keys(key));
    g.equal("block", encrypt_by_tables(block, key), standard);
}

const S: u64 = 0x2174_8fe3_da09_b65c;

const fn s(nibble: usize) -> u8 {
    (S >> (4 * nibble) & 15) as u8
}

/// The S-box on both nibbles of a byte.
static BOTH: Table = both("present_both", 0xff);
/// The same on the high nibble only.
static HIGH: Table = both("present_high", 0xf0);

const fn both(name: &'static str, which: usize) -> Table {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        let (high, low) = (s(k >> 4), if which & 15 == 15 { s(k & 15) } else { (k & 15) as u8 });
        data[k] = high << 4 | low;
        k += 1;
    }
    Table { name, data }
}

/// Bits `j` and `j + 4` of both substituted nibbles, at the bottom: where they are together in the
/// permuted block.
static PAIRS: [Table; 4] = [
    pairs("present_pairs0", 0),
    pairs("present_pairs1", 1),
    pairs("present_pairs2", 2),
    pairs("present_pairs3", 3),
];

const fn pairs(name: &'static str, j: u32) -> Table {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        data[k] = (s(k >> 4) >> j & 1) << 1 | s(k & 15) >> j & 1;
        k += 1;
    }
    Table { name, data }
}

fn substitute_and_permute<D: Domain>(state: Bv<D>) -> Bv<D> {
    let mut result = state.lit(0);
    for (byte, value) in state.bytes().enumerate() {
        for (j, table) in PAIRS.iter().enumerate() {
            let place = 16 * j as u32 + 2 * byte as u32;
            result = result | value.lookup(table).zext(64) << place;
        }
    }
    result
}

fn encrypt_by_tables<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let width = key.width();
    let mut register = key;
    let mut state = block;
    for round in 1..=ROUNDS as u128 {
        state = substitute_and_permute(state ^ register.hi(64));
        register = (register << 61) | (register >> (width - 61));
        let top = register.hi(8).lookup(if width == 80 { &HIGH } else { &BOTH });
        register = top.concat(register.lo(width - 8));
        register = register ^ register.lit(round << if width == 80 { 15 } else { 62 });
    }
    state ^ register.hi(64)
}
