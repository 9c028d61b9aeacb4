//! What a trap says about a function.

use semantics::isa::Legality;
use simulator::{Cause, Trap};

use super::Layout;
use crate::finding::{Check, Deviation};
use crate::subject::{Plan, Subject, explain as why_illegal};

/// The requirement that the trapping instruction fails.
pub(super) fn explain(subject: &Subject, plan: &Plan, layout: &Layout, trap: &Trap) -> Deviation {
    let at = |address: u64| match layout.nearest(address) {
        Some((region, offset)) => {
            format!(
                "{address:#x}, at offset {offset} of {} ({} bytes)",
                region.name,
                region.bytes.len()
            )
        }
        None => format!("{address:#x}"),
    };
    let (check, expected, got) = match trap.cause {
        Cause::LoadAccessFault => (
            Check::ReadBounds,
            "loads inside the declared buffers, the object's data and the stack",
            format!("a load from {}", at(trap.tval)),
        ),
        Cause::StoreAccessFault => {
            let buffer = layout.nearest(trap.tval).filter(|(region, offset)| {
                (0..region.bytes.len() as i128).contains(offset)
                    && region.name.starts_with("buffer")
            });
            let (check, expected) = match buffer {
                Some(_) => (Check::ReadOnly, "no stores to a buffer with access = \"read\""),
                None => (Check::WriteBounds, "stores inside the written buffers and the own stack"),
            };
            (check, expected, format!("a store to {}", at(trap.tval)))
        }
        Cause::LoadMisaligned | Cause::StoreMisaligned => (
            Check::Alignment,
            "aligned accesses when the pointers are aligned as declared",
            format!("{} at {}", trap.cause, at(trap.tval)),
        ),
        Cause::IllegalInstruction => return illegal(subject, plan, trap.pc, trap.tval as u32),
        Cause::Breakpoint | Cause::EcallFromM => {
            (Check::Environment, "no ecall or ebreak", trap.cause.to_string())
        }
        Cause::InstructionMisaligned | Cause::InstructionAccessFault => (
            Check::Control,
            "jumps inside the object's code, and a return to ra",
            format!("{} at {}", trap.cause, at(trap.tval)),
        ),
    };
    let expected = expected.to_owned();
    Deviation { check, pc: Some(trap.pc), place: format!("pc {:#x}", trap.pc), expected, got }
}

/// An instruction that the function's ISA does not have.
fn illegal(subject: &Subject, plan: &Plan, pc: u64, word: u32) -> Deviation {
    let (name, why) = match plan.isa.legality(word) {
        Legality::Illegal(why) => why_illegal(&why),
        Legality::Legal(decoded) => {
            (decoded.insn.spec().name.to_owned(), "refused by the simulator".to_owned())
        }
        Legality::NotModelled(extensions) => {
            ("unknown word".to_owned(), format!("may belong to {}", extensions.join(", ")))
        }
    };
    forbidden(plan.isa.text(), subject.function_at(pc), pc, word, name, &why)
}

/// The deviation of an instruction outside the declared ISA, found by running or by decoding.
pub(crate) fn forbidden(
    isa: &str,
    function: Option<&str>,
    pc: u64,
    word: u32,
    name: String,
    why: &str,
) -> Deviation {
    let inside = function.map(|name| format!(" in {name}")).unwrap_or_default();
    Deviation {
        check: Check::Isa,
        pc: Some(pc),
        expected: format!("instructions of {isa}"),
        got: format!("{name} (word {word:#010x}{inside}): {why}"),
        place: name,
    }
}
