//! Memory of concrete harts.

/// Why an access is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing can be accessed there")]
pub struct Denied;

/// What is behind loads, stores and fetches. Addresses are physical.
pub trait Bus {
    /// Fills `out` with the bytes at `addr`.
    ///
    /// # Errors
    /// [`Denied`] when one of them cannot be read.
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied>;
    /// Writes `bytes` at `addr`, all or none.
    ///
    /// # Errors
    /// [`Denied`] when one of them cannot be written.
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied>;
    /// Like [`Bus::read`], for the instruction fetch.
    ///
    /// # Errors
    /// [`Denied`] when there is no code.
    fn fetch(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied>;
}

/// Every byte is zero, and stays so: what `eval` and single-instruction fuzzing run on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zeros;

impl Bus for Zeros {
    fn read(&mut self, _: u128, out: &mut [u8]) -> Result<(), Denied> {
        out.fill(0);
        Ok(())
    }
    fn write(&mut self, _: u128, _: &[u8]) -> Result<(), Denied> {
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

/// What may be done with a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// Loads.
    pub read: bool,
    /// Stores.
    pub write: bool,
    /// Fetches.
    pub execute: bool,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub struct Region {
    /// Address of its first byte.
    pub base: u128,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// What may be done with it.
    pub rights: Rights,
}

/// Disjoint regions; between them there is nothing.
#[derive(Clone, Debug, Default)]
pub struct Regions(Vec<Region>);

/// Two regions overlap, or one wraps around the end of the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the region at {base:#x} of {len} bytes overlaps another or wraps around")]
pub struct Overlap {
    /// Where the second one begins.
    pub base: u128,
    /// Its length in bytes.
    pub len: usize,
}

impl Regions {
    /// Adds a region.
    ///
    /// # Errors
    /// [`Overlap`] with one that is there.
    pub fn map(&mut self, region: Region) -> Result<(), Overlap> {
        let Region { base, ref bytes, .. } = region;
        let clash = |r: &Region| {
            base < r.base + r.bytes.len() as u128 && r.base < base + bytes.len() as u128
        };
        if base.checked_add(bytes.len() as u128).is_none() || self.0.iter().any(clash) {
            return Err(Overlap { base, len: bytes.len() });
        }
        self.0.push(region);
        Ok(())
    }
    /// The regions, in the order of their mapping.
    pub fn iter(&self) -> impl Iterator<Item = &Region> {
        self.0.iter()
    }
    fn at(&mut self, addr: u128, len: usize, allowed: fn(Rights) -> bool) -> Option<&mut [u8]> {
        let region = self.0.iter_mut().find(|r| {
            allowed(r.rights) && addr >= r.base && addr - r.base < r.bytes.len() as u128
        })?;
        let from = (addr - region.base) as usize;
        region.bytes.get_mut(from..from.checked_add(len)?)
    }
}

impl Bus for Regions {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        out.copy_from_slice(self.at(addr, out.len(), |r| r.read).ok_or(Denied)?);
        Ok(())
    }
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied> {
        self.at(addr, bytes.len(), |r| r.write).ok_or(Denied)?.copy_from_slice(bytes);
        Ok(())
    }
    fn fetch(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        out.copy_from_slice(self.at(addr, out.len(), |r| r.execute).ok_or(Denied)?);
        Ok(())
    }
}
