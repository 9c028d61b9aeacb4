//! The values of the CSRs of one hart.

use super::{Counter, Entropy, Holds, MCOUNTINHIBIT, Shape, TABLE, row};

/// The row of `mcountinhibit`, which every instruction asks.
const INHIBIT: usize = {
    let mut k = 0;
    while TABLE[k].number != MCOUNTINHIBIT {
        k += 1;
    }
    k
};

/// The CSRs of a hart of `XLEN` bits. Which of them instructions may name is the ISA string's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsrFile<const XLEN: u32> {
    /// By row of the table.
    values: [u128; TABLE.len()],
    counters: [u64; 3],
    /// Counters that the present instruction wrote: it does not count in them.
    written: [bool; 3],
    /// Counters that stood still when it began.
    inhibited: u128,
    misa: u128,
    ialign: u128,
    /// The source behind `seed`.
    pub entropy: Entropy,
    polls: u64,
}

impl<const XLEN: u32> Default for CsrFile<XLEN> {
    fn default() -> Self {
        let mut file = CsrFile {
            values: [0; TABLE.len()],
            counters: [0; 3],
            written: [false; 3],
            inhibited: 0,
            misa: 0,
            ialign: 4,
            entropy: Entropy::default(),
            polls: 0,
        };
        file.reset();
        file
    }
}

impl<const XLEN: u32> CsrFile<XLEN> {
    /// Goes back to the state after reset; what the hart is (`misa`, the entropy source) stays.
    pub fn reset(&mut self) {
        (self.counters, self.written, self.inhibited, self.polls) = ([0; 3], [false; 3], 0, 0);
        for (value, csr) in self.values.iter_mut().zip(TABLE) {
            *value = if let Holds::Bits { fixed, .. } = csr.holds { fixed } else { 0 };
        }
    }
    /// Says what `misa` reads as.
    pub(crate) fn set_misa(&mut self, misa: u128) {
        self.misa = misa;
    }
    /// Says to what instructions are aligned: 2 or 4 bytes.
    pub(crate) fn set_ialign(&mut self, ialign: u32) {
        self.ialign = ialign.into();
    }
    fn shape(&self) -> Shape {
        Shape { xlen: XLEN, ialign: self.ialign }
    }
    fn place(number: u32) -> Option<usize> {
        row(number).filter(|&k| TABLE[k].xlens & XLEN != 0)
    }
    /// The value of a CSR, zero-extended from XLEN; looking does not poll the entropy source. `None` when
    /// this width has none of this number.
    pub fn get(&self, number: u32) -> Option<u128> {
        let k = Self::place(number)?;
        Some(match TABLE[k].holds {
            Holds::Zero => 0,
            Holds::Misa => self.misa,
            Holds::Bits { writable, fixed } => self.values[k] & writable(self.shape()) | fixed,
            Holds::Count { counter, from } => {
                let value = u128::from(self.counters[counter as usize]) >> from;
                value & u128::MAX >> (128 - XLEN)
            }
            Holds::Seed => self.entropy.poll(self.polls).into(),
        })
    }
    /// Reads a CSR as an instruction does: `seed` is polled.
    pub(crate) fn read(&mut self, number: u32) -> Option<u128> {
        let value = self.get(number)?;
        if let Holds::Seed = TABLE[Self::place(number)?].holds {
            self.polls = self.polls.wrapping_add(1);
        }
        Some(value)
    }
    /// Sets a CSR, cut to the bits that it has; one that does not exist, or that has no such bits, stays.
    pub fn set(&mut self, number: u32, v: u128) {
        let Some(k) = Self::place(number) else { return };
        match TABLE[k].holds {
            Holds::Bits { writable, .. } => self.values[k] = v & writable(self.shape()),
            Holds::Count { counter, from } => {
                let ones = u64::MAX >> (64 - XLEN.min(64));
                let value = &mut self.counters[counter as usize];
                *value = *value & !(ones << from) | (v as u64 & ones) << from;
                self.written[counter as usize] = true;
            }
            Holds::Zero | Holds::Misa | Holds::Seed => {}
        }
    }
    /// An instruction begins.
    pub(crate) fn begin(&mut self) {
        self.written = [false; 3];
        self.inhibited = self.values[INHIBIT];
    }
    /// It retired: the counters count it, except those that stood still and those that it wrote ("the value
    /// written is the value read by the following instruction").
    pub(crate) fn retire(&mut self) {
        let bit = [(Counter::Cycle, 0), (Counter::Instret, 2)].map(|(c, bit)| (c as usize, bit));
        for (c, bit) in bit {
            let counts = self.inhibited >> bit & 1 == 0 && !self.written[c];
            self.counters[c] = self.counters[c].wrapping_add(counts.into());
        }
        let time = Counter::Time as usize;
        self.counters[time] = self.counters[time].wrapping_add(1);
    }
}
