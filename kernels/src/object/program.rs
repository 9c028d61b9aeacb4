//! Linked programs, whose sections have their addresses already.

use ::object::{Object as _, ObjectSegment as _, ObjectSymbol as _, SegmentFlags, elf};

use super::{Loaded, ObjectError, Sections, Segment, address_limit, permission_order};

/// The sections of a program. Each must be in memory as the program headers say, apart from the others; it is code or
/// may be written only if its program header allows that, too.
pub(super) fn place(
    file: &::object::File<'_>,
    loaded: Vec<Loaded>,
    xlen: u32,
) -> Result<Sections, ObjectError> {
    let mut order = Vec::new();
    for (index, mut segment, _) in loaded {
        if segment.bytes.is_empty() {
            continue;
        }
        let flags = header_flags(file, &segment, address_limit(xlen)).ok_or_else(|| {
            let (section, address) = (segment.section.clone(), segment.address);
            ObjectError::NotLoaded { section, address }
        })?;
        segment.executable &= flags & elf::PF_X.0 != 0;
        segment.writable &= flags & elf::PF_W.0 != 0;
        order.push((index, segment));
    }
    if order.is_empty() {
        return Err(ObjectError::NoSections);
    }
    order.sort_by_key(|(_, segment)| segment.address);
    for pair in order.windows(2) {
        let [(_, one), (_, next)] = pair else { continue };
        if end(one) > next.address {
            return Err(ObjectError::Overlap(one.section.clone(), next.section.clone()));
        }
    }
    order.sort_by_key(|(_, segment)| permission_order(segment));
    let by_index = order.iter().enumerate().map(|(at, (index, _))| (*index, at)).collect();
    Ok(Sections { order, by_index })
}

/// `p_flags` of the program header that loads the whole section.
fn header_flags(file: &::object::File<'_>, section: &Segment, limit: u64) -> Option<u32> {
    let end =
        section.address.checked_add(section.bytes.len() as u64).filter(|end| *end <= limit)?;
    let mut headers = file.segments().filter(|header| {
        header.address() <= section.address
            && header.address().checked_add(header.size()).is_some_and(|last| end <= last)
    });
    match headers.next()?.flags() {
        SegmentFlags::Elf { p_flags, .. } => Some(p_flags.0),
        _ => None,
    }
}

/// Where the linker has put the global pointer, whether or not anything is there.
pub(super) fn global_pointer(file: &::object::File<'_>) -> Option<u64> {
    let mut symbols = file.symbols();
    let found = symbols.find(|symbol| symbol.name_bytes() == Ok(b"__global_pointer$"))?;
    Some(found.address())
}

/// What [`header_flags`] has found not to overflow.
fn end(segment: &Segment) -> u64 {
    segment.address + segment.bytes.len() as u64
}

/// The symbols of a program have addresses, not offsets; the end of a section counts as inside, and a linker's
/// symbols may be anywhere.
pub(super) fn address_in(_: &Segment, address: u64) -> Option<u64> {
    Some(address)
}
