//! From a word to an operation.

use crate::config::{Config, Xlen};
use crate::op::{Id, Op, SINK, length};
use crate::seeded;
use crate::table::{self, Format, Row};

/// A row reduced to what decoding needs, for one configuration.
#[derive(Clone, Copy, Debug)]
struct Entry {
    mask: u32,
    value: u32,
    nonzero: u32,
    format: Format,
    id: Id,
}

/// The rows of one configuration, in buckets by the bits that tell most of them apart.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    entries: Vec<Entry>,
    /// Where each bucket's entries begin; the next bucket's start ends it.
    starts: [u16; BUCKETS + 1],
    /// The same for words of 16 bits.
    short: Vec<Entry>,
    short_starts: [u16; SHORT_BUCKETS + 1],
    config: Config,
}

/// 5 bits of opcode (the low two are the same in every 32-bit instruction), funct3, and the two bits of funct7 that
/// mark M and the subtracting, arithmetic operations: the first entry of a bucket is mostly the right one.
const BUCKETS: usize = 1 << 10;
const BUCKET_BITS: u32 = 0x4200_707c;

const fn bucket(word: u32) -> usize {
    (word >> 2 & 0x1f | word >> 12 << 5 & 0xe0 | word >> 25 << 8 & 0x100 | word >> 30 << 9 & 0x200)
        as usize
}

/// A word that has the bits of its bucket and no other.
const fn example(bucket: u32) -> u32 {
    (bucket & 0x1f) << 2 | (bucket >> 5 & 7) << 12 | (bucket >> 8 & 1) << 25 | (bucket >> 9) << 30
}

/// funct3 and quadrant of a word of 16 bits.
const SHORT_BUCKETS: usize = 1 << 5;
const SHORT_BUCKET_BITS: u32 = 0xe003;

const fn short_bucket(word: u32) -> usize {
    (word >> 13 << 2 | word & 3) as usize
}

/// A word that has the bits of its bucket and no other.
const fn short_example(bucket: u32) -> u32 {
    bucket >> 2 << 13 | bucket & 3
}

/// The rows bucket by bucket, and where each bucket begins and the last one ends.
fn in_buckets<const STARTS: usize>(
    rows: &[Entry],
    bits: u32,
    example: fn(u32) -> u32,
) -> (Vec<Entry>, [u16; STARTS]) {
    let mut entries = Vec::new();
    let mut starts = [0; STARTS];
    for number in 0..STARTS as u32 - 1 {
        let meets = |e: &&Entry| (e.value ^ example(number)) & e.mask & bits == 0;
        entries.extend(rows.iter().filter(meets));
        // Fewer than 300 rows, each in at most 32 buckets.
        starts[number as usize + 1] = entries.len() as u16;
    }
    (entries, starts)
}

impl Decoder {
    pub(crate) fn new(config: Config) -> Self {
        let rows: Vec<Entry> = table::rows()
            .map(|row| seeded::row(config, *row))
            .filter(|row| row.needs.met_by(config.extensions))
            .filter_map(|row| Self::entry(config.xlen, &row))
            .collect();
        let (short, long): (Vec<_>, Vec<_>) = rows.iter().partition(|e| length(e.value) == 2);
        let (entries, starts) = in_buckets(&long, BUCKET_BITS, example);
        let (short, short_starts) = in_buckets(&short, SHORT_BUCKET_BITS, short_example);
        Self { entries, starts, short, short_starts, config }
    }

    fn entry(xlen: Xlen, row: &Row) -> Option<Entry> {
        let id = match xlen {
            Xlen::Rv32 => row.rv32,
            Xlen::Rv64 => row.rv64,
        }?;
        let Row { mask, value, nonzero, format, .. } = *row;
        Some(Entry { mask, value, nonzero, format, id })
    }

    /// Low bits that no instruction's address has.
    pub(crate) const fn odd(&self) -> u8 {
        if self.config.extensions.compressed() { 1 } else { 3 }
    }

    /// The operation that the bytes begin with; `None` when there are too few of them.
    ///
    /// Inlined with all that it calls: an operation that is handed on through memory, written in bytes and read in words,
    /// costs more than making it.
    #[inline(always)]
    pub(crate) fn first(&self, code: &[u8]) -> Option<Op> {
        let low = u16::from_le_bytes(*code.first_chunk()?).into();
        let word = match length(low) {
            2 => low,
            _ => u32::from_le_bytes(*code.first_chunk()?),
        };
        Some(self.decode(word))
    }

    /// The operation of `word`, or [`Id::Illegal`]; a short one has no other bits than its own.
    #[inline(always)]
    pub(crate) fn decode(&self, word: u32) -> Op {
        let (entries, starts, bucket) = match length(word) {
            2 => (&self.short, &self.short_starts[..], short_bucket(word)),
            _ => (&self.entries, &self.starts[..], bucket(word)),
        };
        let range = usize::from(starts[bucket])..usize::from(starts[bucket + 1]);
        let fits =
            |e: &&Entry| word & e.mask == e.value && (e.nonzero == 0 || word & e.nonzero != 0);
        match entries[range].iter().find(fits) {
            Some(entry) => {
                let op = Op { odd: self.odd(), ..operands(word, *entry) };
                if self.config.bug.is_some() { seeded::op(self.config, op) } else { op }
            }
            None => Op::illegal(word),
        }
    }
}

#[inline(always)]
fn operands(word: u32, entry: Entry) -> Op {
    let field = |low: u32| (word >> low & 0x1f) as u8;
    // Writes to x0 go to the sink, so that no operation has to test for it.
    let rd = if field(7) == 0 { SINK } else { field(7) };
    let (rd, imm) = match entry.format {
        Format::Compressed(shape) => {
            let crate::compressed::Operands { rd, rs1, rs2, imm } = shape.operands(word);
            return Op { word, imm, id: entry.id, rd, rs1, rs2, len: 2, ..Op::UNDECODED };
        }
        Format::R => (rd, 0),
        Format::I => (rd, word as i32 >> 20),
        Format::Shift => (rd, (word >> 20 & 0x3f) as i32),
        Format::S => (SINK, store_offset(word)),
        Format::B => (SINK, branch_offset(word)),
        Format::U => (rd, (word & 0xffff_f000) as i32),
        Format::J => (rd, jump_offset(word)),
        Format::None => (SINK, 0),
        Format::ByteSelect => (rd, (word >> 30) as i32),
        Format::Round => (rd, (word >> 20 & 0xf) as i32),
        Format::Csr => (rd, (word >> 20) as i32),
        Format::Selector => (rd, (word >> 25 & 7) as i32),
        Format::R4 => (rd, (word >> 27) as i32),
    };
    Op { word, imm, id: entry.id, rd, rs1: field(15), rs2: field(20), ..Op::UNDECODED }
}

const fn store_offset(word: u32) -> i32 {
    (word as i32 >> 25) << 5 | (word >> 7 & 0x1f) as i32
}

const fn branch_offset(word: u32) -> i32 {
    (word as i32 >> 31) << 12
        | ((word >> 7 & 1) << 11 | (word >> 25 & 0x3f) << 5 | (word >> 8 & 0xf) << 1) as i32
}

const fn jump_offset(word: u32) -> i32 {
    (word as i32 >> 31) << 20
        | ((word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_cover_their_signed_ranges() {
        // beq x0, x0, -4096 and +4094; jal x0, -1048576 and +1048574; sb x0, -2048(x0) and 2047(x0).
        assert_eq!([branch_offset(0x8000_0063), branch_offset(0x7e00_0fe3)], [-4096, 4094]);
        assert_eq!([jump_offset(0x8000_006f), jump_offset(0x7fff_f06f)], [-1_048_576, 1_048_574]);
        assert_eq!([store_offset(0x8000_0023), store_offset(0x7e00_0fa3)], [-2048, 2047]);
    }

    #[test]
    fn examples_are_in_their_buckets() {
        assert!((0..BUCKETS as u32).all(|number| bucket(example(number)) == number as usize));
        assert_eq!(example(BUCKETS as u32 - 1), BUCKET_BITS);
        let short = 0..SHORT_BUCKETS as u32;
        assert!(short.clone().all(|k| short_bucket(short_example(k)) == k as usize));
        assert_eq!(short_example(short.end - 1), SHORT_BUCKET_BITS);
    }

    #[test]
    fn writes_to_x0_go_to_the_sink() {
        let decoder = Decoder::new(Config::new(Xlen::Rv64));
        assert_eq!(decoder.decode(0x0000_0013).rd, SINK);
        assert_eq!(decoder.decode(0x0000_0093).rd, 1);
    }
}
