//! Memory of terms.

use crate::event::Touched;
use semantics::{
    dag::{Dag, Id},
    domain::Bv,
    memory::Rights,
};
use std::ops::Range;

/// What a region holds at the call.
#[derive(Clone, Debug)]
pub enum Content {
    /// Bytes that every call finds there.
    Known(Vec<u8>),
    /// Terms of 8 bits.
    Terms(Vec<Id>),
    /// So many bytes of which nothing is known.
    Unknown(usize),
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub struct Region {
    /// What it is called in messages.
    pub name: String,
    /// Address of its first byte.
    pub base: u64,
    /// What it holds.
    pub content: Content,
    /// What may be done with it. Code is only fetched from what is [`Content::Known`] and not writable.
    pub rights: Rights,
}

/// Two regions overlap, or one reaches beyond the address space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("region {name} at {base:#x} overlaps another one or reaches beyond the address space")]
pub struct Overlap {
    /// The second one.
    pub name: String,
    /// Where it begins.
    pub base: u64,
}

/// A byte of a value: the value, which byte of it, and how many it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    value: Id,
    index: u8,
    bytes: u8,
}

#[derive(Debug)]
struct Space {
    base: u64,
    rights: Rights,
    /// The bytes that every call finds; empty when they are not known.
    known: Vec<u8>,
    cells: Vec<Option<Cell>>,
    touched: Touched,
}

/// Disjoint regions; between them there is nothing.
#[derive(Debug)]
pub(crate) struct Memory<'a> {
    dom: Dag<'a>,
    spaces: Vec<Space>,
    /// Variables made for what is not known, and not taken yet.
    garbage: Vec<Id>,
}

/// A region with these rights holds the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    space: usize,
    at: usize,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(dom: Dag<'a>, xlen: u32, regions: Vec<Region>) -> Result<Self, Overlap> {
        let limit = if xlen == 32 { 1 << 32 } else { u128::from(u64::MAX) };
        let mut memory = Memory { dom, spaces: Vec::new(), garbage: Vec::new() };
        for region in regions {
            let (known, cells) = match region.content {
                Content::Known(bytes) => {
                    let cells = vec![None; bytes.len()];
                    (bytes, cells)
                }
                Content::Terms(terms) => {
                    let cell = |value| Some(Cell { value, index: 0, bytes: 1 });
                    (Vec::new(), terms.into_iter().map(cell).collect())
                }
                Content::Unknown(bytes) => (Vec::new(), vec![None; bytes]),
            };
            let end = u128::from(region.base) + cells.len() as u128;
            let clash = |other: &Space| {
                u128::from(other.base) < end
                    && u128::from(region.base) < u128::from(other.base) + other.cells.len() as u128
            };
            if end > limit || memory.spaces.iter().any(clash) {
                return Err(Overlap { name: region.name, base: region.base });
            }
            memory.spaces.push(Space {
                base: region.base,
                rights: region.rights,
                known,
                cells,
                touched: Touched { region: region.name, ..Touched::default() },
            });
        }
        Ok(memory)
    }
    /// Where bytes are that may be accessed so; otherwise, what is there.
    pub(crate) fn find(
        &self,
        address: u64,
        bytes: u32,
        allowed: fn(Rights) -> bool,
    ) -> Result<Place, String> {
        let holds = |space: &Space| {
            let end = |at: u64| at.checked_add(bytes.into());
            let end = address.checked_sub(space.base).and_then(end);
            end.is_some_and(|end| end <= space.cells.len() as u64)
        };
        if let Some(space) = self.spaces.iter().position(holds) {
            let found = &self.spaces[space];
            if !allowed(found.rights) {
                return Err(format!("{} does not allow it", found.touched.region));
            }
            return Ok(Place { space, at: (address - found.base) as usize });
        }
        Err(self.near(address))
    }
    /// Which region an address is close to, for a message.
    fn near(&self, address: u64) -> String {
        let distance = |space: &Space| {
            let end = space.base + space.cells.len() as u64;
            if address < space.base {
                space.base - address
            } else {
                address.saturating_sub(end.saturating_sub(1))
            }
        };
        let nearest = self.spaces.iter().min_by_key(|space| distance(space));
        match nearest.filter(|space| distance(space) <= 4096) {
            None => "no region is near".into(),
            Some(space) => {
                let (name, end) = (&space.touched.region, space.base + space.cells.len() as u64);
                if address < space.base {
                    format!("{} bytes before {name}", space.base - address)
                } else if address < end {
                    format!("it begins in {name} and reaches beyond its end")
                } else {
                    format!("{} bytes behind the end of {name}", address - end)
                }
            }
        }
    }
    /// The instruction word at an address, when code is there: two bytes or four.
    pub(crate) fn fetch(&self, pc: u64) -> Option<u32> {
        let code = |rights: Rights| rights.execute && !rights.write;
        let byte = |k: u64| {
            let place = self.find(pc.checked_add(k)?, 1, code).ok()?;
            self.spaces[place.space].known.get(place.at).copied().map(u32::from)
        };
        let low = byte(0)? | byte(1)? << 8;
        if low & 3 == 3 { Some(low | byte(2)? << 16 | byte(3)? << 24) } else { Some(low) }
    }
    /// The name of a region.
    pub(crate) fn name(&self, place: Place) -> &str {
        &self.spaces[place.space].touched.region
    }
    /// What was done with each region.
    pub(crate) fn touched(&self) -> Vec<Touched> {
        self.spaces.iter().map(|space| space.touched.clone()).collect()
    }
    /// The variables that were made since the last call for what is not known.
    pub(crate) fn take_garbage(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.garbage)
    }
    /// Counts an access.
    pub(crate) fn touch(&mut self, place: Place, bytes: u32, store: bool) {
        let touched = &mut self.spaces[place.space].touched;
        let count = if store { &mut touched.written } else { &mut touched.read };
        *count += u64::from(bytes);
        let (from, to) = (place.at as u64, place.at as u64 + u64::from(bytes));
        let (low, high) = touched.offsets.unwrap_or((from, to));
        touched.offsets = Some((low.min(from), high.max(to)));
    }
    /// The value of some bytes, the first one lowest.
    pub(crate) fn load(&mut self, place: Place, bytes: u32) -> Bv<Dag<'a>> {
        let range = place.at..place.at + bytes as usize;
        if let Some(value) = self.constant(place, range.clone()) {
            return value;
        }
        let cells: Vec<Cell> = range.map(|at| self.cell(place.space, at)).collect();
        let first = cells[0];
        let of_one = (0..).zip(&cells).all(|(k, cell)| {
            (cell.value, cell.index, cell.bytes) == (first.value, first.index + k, first.bytes)
        });
        let whole = |cell: &Cell| Bv::from_raw(self.dom, 8 * u32::from(cell.bytes), cell.value);
        if of_one {
            let low = 8 * u32::from(first.index);
            return whole(&first).bits(low + 8 * bytes - 1, low);
        }
        Bv::join(cells.iter().rev().map(|cell| whole(cell).byte(cell.index.into())))
    }
    fn constant(&self, place: Place, range: Range<usize>) -> Option<Bv<Dag<'a>>> {
        let space = &self.spaces[place.space];
        if space.known.is_empty() || space.cells[range.clone()].iter().any(Option::is_some) {
            return None;
        }
        let bytes = &space.known[range];
        let value = bytes.iter().rev().fold(0, |n, byte| n << 8 | u128::from(*byte));
        Some(Bv::new(self.dom, 8 * bytes.len() as u32, value))
    }
    fn cell(&mut self, space: usize, at: usize) -> Cell {
        let own = &mut self.spaces[space];
        if let Some(cell) = own.cells[at] {
            return cell;
        }
        let value = match own.known.get(at) {
            Some(byte) => Bv::new(self.dom, 8, u128::from(*byte)).raw(),
            None => {
                own.touched.unknown += 1;
                let name = format!("{}[{at}] at the call", own.touched.region);
                let value = self.dom.var(8, &name).raw();
                self.garbage.push(value);
                value
            }
        };
        let cell = Cell { value, index: 0, bytes: 1 };
        own.cells[at] = Some(cell);
        cell
    }
    /// Puts a value there, its lowest byte first.
    pub(crate) fn store(&mut self, place: Place, value: Bv<Dag<'a>>) {
        let bytes = (value.width() / 8) as u8;
        let cells = &mut self.spaces[place.space].cells[place.at..];
        for (index, cell) in (0..bytes).zip(cells) {
            *cell = Some(Cell { value: value.raw(), index, bytes });
        }
    }
}
