//! The instruction sets that campaigns run on.

use semantics::{csr, insns::Insn, isa::Isa};

/// Every register width.
pub const WIDTHS: [u32; 3] = [32, 64, 128];

/// The extensions that instructions and CSRs of this width name, each once; I first.
fn extensions(xlen: u32) -> Vec<&'static str> {
    let here = |i: &&Insn| i.spec().enc(xlen).is_some();
    let of_insns = Insn::all().iter().filter(here).flat_map(|i| i.spec().extensions);
    let of_csrs = csr::TABLE.iter().filter(|c| c.xlens & xlen != 0).flat_map(|c| c.extensions);
    let mut all: Vec<_> =
        of_insns.chain(of_csrs).copied().filter(|&extension| extension != "I").collect();
    all.sort_by_key(|e| (e.len() > 1, *e));
    all.dedup();
    all
}

fn named(xlen: u32, extensions: &[&str]) -> Isa {
    let text = format!("rv{xlen}i_{}", extensions.join("_"));
    // Every extension of the table has a name that the parser knows; a test parses them all.
    Isa::parse(&text).expect("the table's own extensions")
}

/// Every instruction of the table on this width.
///
/// # Panics
/// On a width that is not one of [`WIDTHS`].
pub fn full(xlen: u32) -> Isa {
    named(xlen, &extensions(xlen))
}

/// The base alone, each extension alone, every pair, and all of them: a unit that only works beside
/// another one, or that decodes too much, shows in one of these.
///
/// # Panics
/// On a width that is not one of [`WIDTHS`].
pub fn subsets(xlen: u32) -> Vec<Isa> {
    let all = extensions(xlen);
    let mut isas = vec![full(xlen), named(xlen, &[])];
    isas.extend(all.iter().map(|e| named(xlen, &[e])));
    for (k, a) in all.iter().enumerate() {
        isas.extend(all[..k].iter().map(|b| named(xlen, &[b, a])));
    }
    isas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_set_has_every_instruction_of_its_width() {
        for xlen in [32, 64] {
            let isa = full(xlen);
            for insn in Insn::all() {
                assert_eq!(isa.has(*insn), insn.spec().enc(xlen).is_some(), "{insn:?}");
            }
            let all = extensions(xlen).len();
            assert_eq!(subsets(xlen).len(), 2 + all + all * (all - 1) / 2);
        }
    }
}
