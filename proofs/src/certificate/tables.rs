//! Tables whose entries are affine images of another's: T\[x\] = A S\[x\] + c over GF(2).
//!
//! The tables that software looks rounds up in are mostly that, with an S-box for S. Once that is proved of a table, a
//! question about rounds is one about sums, in which S can be any function; without, a solver would have to
//! look at the entries of both.

use semantics::{
    bits::Table,
    domain::{Bv, Domain},
};

/// How a table is made of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image {
    base: &'static Table,
    /// What each bit of the base's entry adds, the lowest first.
    columns: [u8; 8],
    constant: u8,
}

impl Image {
    /// How `of` is made of `base`, if it is: as far as this program can tell.
    pub(super) fn find(of: &Table, base: &'static Table) -> Option<Self> {
        // By the base's entries, which must all be different.
        let mut by_entry = [None; 256];
        for (entry, image) in base.data.iter().zip(of.data) {
            by_entry[usize::from(*entry)] = Some(image);
        }
        let constant = by_entry[0]?;
        let mut columns = [0; 8];
        for (k, column) in columns.iter_mut().enumerate() {
            *column = by_entry[1 << k]? ^ constant;
        }
        let image = Image { base, columns, constant };
        let fits = |(entry, is): (usize, &Option<u8>)| *is == Some(image.of_entry(entry));
        by_entry.iter().enumerate().all(fits).then_some(image)
    }
    fn of_entry(&self, entry: usize) -> u8 {
        let columns = self.columns.iter().enumerate().filter(|(k, _)| entry >> k & 1 == 1);
        columns.fold(self.constant, |sum, (_, column)| sum ^ column)
    }
    /// What the table has at `index`, by the base.
    pub(super) fn lookup<D: Domain>(&self, index: Bv<D>) -> Bv<D> {
        let entry = index.lookup(self.base);
        let byte = |value: u8| index.lit(value.into());
        let columns = self.columns.iter().zip(0..).filter(|(column, _)| **column != 0);
        let added = columns.map(|(column, k)| entry.bits(k, k).sext(8) & byte(*column));
        added.fold(byte(self.constant), |sum, added| sum ^ added)
    }
}

/// The tables of a question, by content: those that stay, and those that become images of one of them.
#[derive(Debug, Default)]
pub(super) struct Tables {
    known: Vec<(&'static Table, Option<Image>)>,
}

impl Tables {
    /// Meets a table; whether it is new and an image of one met before.
    pub(super) fn meet(&mut self, table: &'static Table) -> Option<&Image> {
        if self.known.iter().any(|(known, _)| known.data == table.data) {
            return None;
        }
        let bases = self.known.iter().filter(|(_, image)| image.is_none());
        let image = bases.filter_map(|(base, _)| Image::find(table, base)).next();
        self.known.push((table, image));
        self.known.last().and_then(|(_, image)| image.as_ref())
    }
    /// How to look up in a table.
    pub(super) fn lookup<D: Domain>(&self, table: &'static Table, index: Bv<D>) -> Bv<D> {
        let known = self.known.iter().find(|(known, _)| known.data == table.data);
        match known {
            Some((_, Some(image))) => image.lookup(index),
            Some((base, None)) => index.lookup(base),
            None => index.lookup(table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{domain::Concrete, gf256};

    fn doubled(entry: u8) -> u8 {
        entry << 1 ^ (0x1b & 0u8.wrapping_sub(entry >> 7))
    }

    /// The S-box through a function of its entries.
    fn table(function: impl Fn(u8) -> u8) -> &'static Table {
        Box::leak(Box::new(Table { name: "made", data: gf256::SBOX.data.map(function) }))
    }

    #[test]
    fn an_affine_image_is_found_and_looks_up_the_same() {
        for made in [table(doubled), table(|e| doubled(e) ^ e ^ 0x5a), table(|e| e), table(|_| 7)] {
            let image = Image::find(made, &gf256::SBOX).expect("it is one");
            for (index, entry) in (0..).zip(made.data) {
                let index = Bv::new(Concrete::<2>, 8, index);
                assert_eq!(image.lookup(index).raw().low(), u128::from(entry));
            }
        }
    }

    #[test]
    fn one_other_entry_and_it_is_no_image() {
        for at in [0, 1, 0x52, 255] {
            let mut made = Table { name: "made", data: table(doubled).data };
            made.data[at] ^= 0x10;
            assert_eq!(Image::find(&made, &gf256::SBOX), None, "{at}");
        }
        // Nothing is an image of what has an entry twice.
        assert_eq!(Image::find(&gf256::SBOX, table(|e| e & 0xfe)), None);
    }

    #[test]
    fn a_table_is_known_by_its_content() {
        let mut tables = Tables::default();
        assert!(tables.meet(&gf256::SBOX).is_none(), "the first is a base");
        assert!(tables.meet(table(doubled)).is_some());
        assert!(tables.meet(table(doubled)).is_none(), "it is known");
        assert!(tables.meet(&gf256::INV_SBOX).is_none(), "it is a base of its own");
    }
}
