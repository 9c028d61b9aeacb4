//! QEMU, in user mode and as a whole machine.

mod assembler;
mod guest;
mod system;
mod system_driver;
mod user;
mod user_driver;

pub use system::QemuSystem;
pub use user::QemuUser;

use super::Skip;
use crate::{
    case::{OpCase, ProgramCase},
    layout::CODE,
    outcome::{After, End, Outcome, ProgramOutcome, Stop},
};
use semantics::{insns::Insn, isa::Isa, spec::Reg};

/// Extensions that QEMU 7.2 has and that the table may have; lower case, as QEMU's properties.
const KNOWN: [&str; 15] = [
    "m", "zba", "zbb", "zbc", "zbs", "zbkb", "zbkc", "zbkx", "zknd", "zkne", "zknh", "zksed",
    "zksh", "a", "c",
];
/// What QEMU turns on by itself and we never mean.
const UNWANTED: [&str; 2] = ["f", "d"];

/// An instruction that QEMU 7.2 gets wrong: it is not compared, and a test shows the evidence.
#[derive(Clone, Copy, Debug)]
pub struct Wrong {
    /// Its name.
    pub op: &'static str,
    /// What the manual says.
    pub manual: &'static str,
    /// A case: register width, word, `x6`, `x7`.
    pub case: (u32, u32, u128, u128),
    /// `x5` afterwards by the manual, and in QEMU.
    pub rd: (u128, u128),
}

/// All that are known.
pub const WRONG_IN_QEMU: [Wrong; 1] = [Wrong {
    op: "ctzw",
    manual: "unprivileged manual, \"ctzw\": if the least-significant word is 0, the output is 32",
    case: (64, 0x6013_129b, 0x0800_0000_0000_0000, 0),
    rd: (32, 0x3b),
}];

/// An instruction for which QEMU 7.2 sets `mtval` wrongly: that value is not compared, everything else is, and
/// a test shows the evidence.
#[derive(Clone, Copy, Debug)]
pub struct WrongTrapValue {
    /// Its name.
    pub op: &'static str,
    /// What the manual says.
    pub manual: &'static str,
    /// A word, which jumps to an address that is not aligned.
    pub word: u32,
    /// `mtval` afterwards by the manual, and in QEMU.
    pub tval: (u128, u128),
}

/// All that are known: `jal` and branches leave the address of the jump, `jalr` the right one.
pub const WRONG_TRAP_VALUES_IN_QEMU: [WrongTrapValue; 2] = {
    let manual = "privileged manual, \"Machine Trap Value (mtval) Register\": for a misaligned instruction \
                  fetch, a value that is not zero is the faulting virtual address, here the target";
    let tval = (CODE as u128 + 2, CODE as u128);
    [
        WrongTrapValue { op: "jal", manual, word: 0x0020_00ef, tval },
        WrongTrapValue { op: "beq", manual, word: 0x0000_0163, tval },
    ]
};

/// The properties of QEMU's CPU for an instruction set.
fn extensions(isa: &Isa) -> String {
    let on = |e: &str| isa.enables(e);
    // QEMU has both halves of A or none; what it has too much is left out.
    let half = |e: &str| e == "a" && (on("zaamo") || on("zalrsc"));
    UNWANTED.iter().chain(&KNOWN).map(|e| format!(",{e}={}", on(e) || half(e))).collect()
}

fn implements(insn: Insn) -> Result<(), Skip> {
    if WRONG_IN_QEMU.iter().any(|wrong| wrong.op == insn.spec().name) {
        return Err(Skip::WrongInQemu);
    }
    // QEMU 7.2 has no atomic access to a quadword.
    if insn.spec().extensions.contains(&"A") && insn.spec().xlens().eq([128]) {
        return Err(Skip::NotInQemu);
    }
    let known =
        |e: &&str| e.eq_ignore_ascii_case("i") || KNOWN.iter().any(|k| k.eq_ignore_ascii_case(e));
    let has = insn.spec().extensions.iter().any(known);
    if has { Ok(()) } else { Err(Skip::NotInQemu) }
}

/// Whether one of the words is of this kind: 0 for stores, else the funct5 of an atomic instruction.
fn some(case: &ProgramCase, wanted: impl Fn(u32) -> bool) -> bool {
    let kind = |word: u32| match word & 0x7f {
        0x23 => Some(0),
        0x2f => Some(word >> 27),
        _ => None,
    };
    case.words.iter().filter_map(|&word| kind(word)).any(wanted)
}

/// Whether there are load-reserved and store-conditional instructions.
fn reserves(case: &ProgramCase) -> bool {
    some(case, |kind| kind == 2) && some(case, |kind| kind == 3)
}

/// Whether there are other stores beside them. QEMU lets a conditional store succeed when memory still holds
/// what the load found, the specification when no other conditional store came between: both are right.
fn stores_between(case: &ProgramCase) -> bool {
    reserves(case) && some(case, |kind| !(2..=3).contains(&kind))
}

/// One instruction as a program.
fn as_program(isa: &Isa, case: &OpCase) -> ProgramCase {
    let mut registers = [0; 32];
    for (r, v) in case.before().into_iter().filter(|&(r, _)| r != Reg(0)) {
        registers[usize::from(r.0)] = v;
    }
    ProgramCase { isa: isa.clone(), words: vec![case.word], registers }
}

/// What a program of one instruction says of it.
fn as_outcome(case: &OpCase, outcome: &ProgramOutcome) -> Outcome {
    let rd = usize::from(case.operands().rd.0);
    let mut expected = [0; 32];
    for (r, v) in case.before().into_iter().filter(|&(r, _)| r != Reg(0)) {
        expected[usize::from(r.0)] = v;
    }
    expected[rd] = outcome.registers[rd];
    let stray = (0..32).find(|&r| outcome.registers[r] != expected[r]);
    let end = match (outcome.traps.first(), outcome.stop) {
        (Some(&trap), _) => End::Trap(trap),
        (None, Stop::Left(pc)) => End::Next(pc),
        (None, _) => End::Next(u128::from(CODE) + 4),
    };
    let stray = stray.map(|r| (r as u8, outcome.registers[r]));
    Outcome::Hart(After { end, rd: outcome.registers[rd], stray, memory: outcome.memory })
}
