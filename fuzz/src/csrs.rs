//! Which CSRs other engines have to agree about.
//!
//! The manual leaves most bits of most CSRs to the implementation (WARL), and counters and entropy are no
//! facts that two harts share. What is left are bits that software may rely on after it wrote them, or
//! after a trap.

use semantics::{csr, isa::Isa};

/// Bits of a CSR, and when they are the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparable {
    /// Number of the CSR.
    pub number: u32,
    /// The bits that agree after any instructions of machine mode, cut to XLEN.
    pub mask: u128,
    /// The bits that instructions may change, if these are to agree; others keep the value of reset.
    pub writable: u128,
}

/// The CSRs of machine mode whose bits are not left to the implementation, under an ISA string.
///
/// - `mstatus`: MIE and MPIE. MPP is 3 here for good; a hart with user mode has another value there after
///   `mret`, and goes to that mode at the next one: compare with harts of machine mode alone.
/// - `mtvec`: all bits, as long as bit 1 stays zero (modes 2 and 3 are reserved).
/// - `mepc`: all bits from the alignment of instructions on; `mscratch` and `mtval`: all.
/// - `mcause`: as long as software writes codes that exist (WLRL).
/// - `mie`: MSIE, MTIE and MEIE. `mcountinhibit`: CY and IR.
///
/// Not in the list: `misa` (other letters), `mip`, the counters (their values are not those of another
/// hart), `seed`, `mhpmevent*`, `mseccfg`, and the machine information registers.
pub fn comparable(isa: &Isa) -> Vec<Comparable> {
    let ones = u128::MAX >> (128 - isa.xlen());
    let status = 1 << csr::MIE | 1 << csr::MPIE;
    let bits = |number, mask| Comparable { number, mask, writable: mask };
    let rows = [
        bits(csr::MSTATUS, status),
        Comparable { number: csr::MTVEC, mask: ones, writable: ones & !2 },
        bits(csr::MEPC, ones & !u128::from(isa.ialign() - 1)),
        bits(csr::MSCRATCH, ones),
        Comparable { number: csr::MCAUSE, mask: ones, writable: 7 },
        bits(csr::MTVAL, ones),
        bits(0x304, 1 << 3 | 1 << 7 | 1 << 11),
        bits(csr::MCOUNTINHIBIT, 1 << 0 | 1 << 2),
    ];
    let here: Vec<u32> = isa.csrs().collect();
    rows.into_iter().filter(|row| here.contains(&row.number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{machine::Machine64, memory::Zeros};

    #[test]
    fn what_agrees_can_be_written_or_is_fixed() {
        assert!(comparable(&Isa::parse("rv64i").unwrap()).is_empty());
        let isa = Isa::parse("rv64i_zicsr").unwrap();
        let rows = comparable(&isa);
        assert_eq!(rows.len(), 8);
        for row in rows {
            let mut h = Machine64::new(0, Zeros);
            h.set_isa(&isa);
            h.set_csr_value(row.number, row.writable);
            let now = h.csr_value(row.number).unwrap() & row.mask;
            assert_eq!(now, row.writable, "{}", csr::name(row.number));
        }
    }
}
