//! How registers hold AES words and states, for the claims of this folder.
//!
//! The lowest byte of a register is the first byte in the order of FIPS 197: row 0 of the first
//! column. RV32 has a column in a register, RV64 two.

use reference_ciphers::aes::{State, Word, column};
use semantics::{
    claim::Goal,
    dag::Dag,
    domain::{Bv, Domain},
};

/// The standard, as claims cite it.
macro_rules! fips197 {
    ($section:literal) => {
        concat!("FIPS 197 (2023), ", $section)
    };
}
pub(super) use fips197;

/// The column or key schedule word in the 32 bits of `bits`.
pub(super) fn word<D: Domain>(bits: Bv<D>) -> Word<D> {
    assert!(bits.width() == 32, "a word of {} bits", bits.width());
    std::array::from_fn(|row| bits.byte(row as u32))
}

/// The register that holds these bytes, the first one lowest.
pub(super) fn register<D: Domain>(bytes: &[Bv<D>]) -> Bv<D> {
    Bv::join(bytes.iter().rev().copied())
}

/// The state of columns that are each in 32 bits, or in pairs in 64 bits.
pub(super) fn state<D: Domain>(registers: &[Bv<D>]) -> State<D> {
    let bytes: Vec<_> = registers.iter().flat_map(|register| register.bytes()).collect();
    assert!(bytes.len() == 16, "a state of {} bytes", bytes.len());
    std::array::from_fn(|k| bytes[k])
}

/// Zero in every row but one.
pub(super) fn only<D: Domain>(row: u32, byte: Bv<D>) -> Word<D> {
    let mut word = [byte.lit(0); 4];
    word[row as usize] = byte;
    word
}

/// Claims that a register of one or two columns holds these columns, one part for each byte. The
/// register's first column is called `first`.
pub(super) fn holds_columns<'a>(
    g: &mut Goal<'a>,
    register: Bv<Dag<'a>>,
    first: usize,
    columns: &[Word<Dag<'a>>],
) {
    assert!(register.width() as usize == 32 * columns.len(), "columns of one register");
    for (k, expected) in columns.as_flattened().iter().enumerate() {
        let part = format!("row {} of column {}", k % 4, first + k / 4);
        g.equal(part, register.byte(k as u32), *expected);
    }
}

/// Columns `first` and `first + 1`.
pub(super) fn two_columns<D: Domain>(state: State<D>, first: usize) -> [Word<D>; 2] {
    [column(state, first), column(state, first + 1)]
}
