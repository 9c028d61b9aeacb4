//! QEMU, in user mode and as a whole machine.

mod assembler;
mod csrs;
mod guest;
mod system;
mod system_driver;
mod system_records;
mod user;
mod user_driver;

pub use system::QemuSystem;
pub use user::QemuUser;

use super::{Skip, Specification, spec::fetch};
use crate::{
    case::{OpCase, ProgramCase, length},
    layout::{CANARY, CODE, SCRATCH},
    outcome::{After, End, Outcome, ProgramOutcome, Stop},
};
use semantics::{
    decode::Decoded,
    hart::Cause,
    insns::Insn,
    isa::Isa,
    spec::{Operands, Reg, Timing},
};

/// Extensions that QEMU 7.2 has and that the table may have; lower case, as QEMU's properties.
const KNOWN: [&str; 15] = [
    "m", "zba", "zbb", "zbc", "zbs", "zbkb", "zbkc", "zbkx", "zknd", "zkne", "zknh", "zksed",
    "zksh", "a", "c",
];
/// What QEMU turns on by itself and we never mean.
const UNWANTED: [&str; 2] = ["f", "d"];

/// An instruction that QEMU 7.2 gets wrong on a register width: it is not compared there, and a test
/// shows the evidence.
#[derive(Clone, Copy, Debug)]
pub struct Wrong {
    /// Its name.
    pub op: &'static str,
    /// What the manual says.
    pub manual: &'static str,
    /// The operands that it goes wrong with; all without it.
    pub when: Option<fn(&Operands) -> bool>,
    /// A case: register width, word with rd = `x5`, values of rs1 and rs2.
    pub case: (u32, u32, u128, u128),
    /// `x5` afterwards by the manual, and in QEMU.
    pub rd: (u128, u128),
}

/// All that are known.
pub const WRONG_IN_QEMU: [Wrong; 5] = [
    Wrong {
        op: "ctzw",
        manual: "unprivileged manual, \"ctzw\": if the least-significant word is 0, the output is 32",
        when: None,
        case: (64, 0x6013_129b, 0x0800_0000_0000_0000, 0),
        rd: (32, 0x3b),
    },
    // The 128-bit products overwrite a source that is the destination before they have read all of it.
    Wrong {
        op: "mul",
        manual: "unprivileged manual, \"Multiplication Operations\": MUL performs an XLEN-bit * XLEN-bit multiplication of rs1 by rs2 and places the lower XLEN bits in the destination register",
        when: Some(rd_is_source),
        case: (128, 0x0272_82b3, SOURCE, 2),
        rd: (0xffff_ffff_ffff_ffff_0000_0000_0000_0000, 3 << 64),
    },
    Wrong {
        op: "mulh",
        manual: UPPER_BITS,
        when: Some(rd_is_source),
        case: (128, 0x0272_92b3, SOURCE, 2),
        rd: (u128::MAX, 1),
    },
    Wrong {
        op: "mulhsu",
        manual: UPPER_BITS,
        when: Some(rd_is_source),
        case: (128, 0x0272_a2b3, SOURCE, 2),
        rd: (u128::MAX, 1),
    },
    Wrong {
        op: "mulhu",
        manual: UPPER_BITS,
        when: Some(rd_is_source),
        case: (128, 0x0272_b2b3, SOURCE, SOURCE),
        rd: (0xffff_ffff_ffff_ffff_0000_0000_0000_0000, 0xffff_ffff_ffff_ffff),
    },
];
const UPPER_BITS: &str = "unprivileged manual, \"Multiplication Operations\": MULH, MULHU, and MULHSU perform the same multiplication but return the upper XLEN bits of the full 2*XLEN-bit product";
const SOURCE: u128 = 0xffff_ffff_ffff_ffff_8000_0000_0000_0000;

fn rd_is_source(i: &Operands) -> bool {
    [i.rs1, i.rs2].contains(&i.rd)
}

/// What QEMU 7.2's `x-rv128` gets wrong in some addresses only: accesses of 16 bytes of which only the first
/// half is allowed. Those cases are not compared.
pub const WRONG_ON_RV128_IN_QEMU: [Wrong; 1] = [Wrong {
    op: "lq",
    manual: "privileged manual, \"Priority and Matching Logic\" of memory protection: an access-fault exception is \
             generated if at least one access of an instruction fails, and others may have visible effects, so \
             half of an `sq` may be stored; but the instruction is not executed, and `lq` has written half of rd",
    when: None,
    case: (128, 0x0003_228f, SCRATCH as u128 + 56, 0),
    rd: (CANARY as u128, 0x1f1e_1d1c_1b1a_1918),
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

/// All that are known: `jal` and branches leave the address of the first instruction that QEMU translated with
/// them, `jalr` the right one.
pub const WRONG_TRAP_VALUES_IN_QEMU: [WrongTrapValue; 2] = {
    let manual = "privileged manual, \"Machine Trap Value (mtval) Register\": for a misaligned instruction \
                  fetch, a value that is not zero is the faulting virtual address, here the target";
    let tval = (CODE as u128 + 2, CODE as u128);
    [
        WrongTrapValue { op: "jal", manual, word: 0x0020_00ef, tval },
        WrongTrapValue { op: "beq", manual, word: 0x0000_0163, tval },
    ]
};

/// A word on which QEMU 7.2 traps otherwise than the manual says: such traps are not compared, and a test shows
/// the evidence.
#[derive(Clone, Copy, Debug)]
pub struct WrongTrap {
    /// The instruction.
    pub op: &'static str,
    /// What the manual says.
    pub manual: &'static str,
    /// An instruction set.
    pub isa: &'static str,
    /// The word, and what `x6` holds; the other registers are 0.
    pub word: u32,
    /// See there.
    pub x6: u128,
    /// The cause by the manual, and in QEMU; `None` where it does not trap.
    pub cause: (Option<u8>, Option<u8>),
}

/// All that are known.
pub const WRONG_TRAPS_IN_QEMU: [WrongTrap; 3] = [
    WrongTrap {
        op: "amoadd.w",
        manual: "privileged manual, \"Machine Cause (mcause) Register\": exception 7 is the store/AMO access fault",
        isa: "rv64ia",
        word: 0x0003_22af,
        x6: 0,
        cause: (Some(Cause::StoreAccess as u8), Some(Cause::LoadAccess as u8)),
    },
    WrongTrap {
        op: "sc.w",
        manual: "unprivileged manual, \"Zalrsc\": if the address is not naturally aligned, an address-misaligned \
                 exception or an access-fault exception will be generated",
        isa: "rv64ia",
        word: 0x1803_22af,
        x6: SCRATCH as u128 + 1,
        cause: (Some(Cause::StoreMisaligned as u8), None),
    },
    WrongTrap {
        op: "c.lqsp",
        manual: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": C.LQSP is only valid when rd is \
                 not x0, the code points with rd = x0 are reserved",
        isa: "rv128ic",
        word: 0x2002,
        x6: 0,
        cause: (Some(Cause::IllegalInstruction as u8), Some(Cause::LoadAccess as u8)),
    },
];

/// A CSR that QEMU 7.2 gets wrong in machine mode alone: what depends on it is not compared, and a test shows
/// the evidence.
#[derive(Clone, Copy, Debug)]
pub struct WrongCsr {
    /// Its name.
    pub csr: &'static str,
    /// What the manual says.
    pub manual: &'static str,
    /// Register width.
    pub xlen: u32,
    /// A program as an assembler takes it; `x5` holds 0x5a before.
    pub program: &'static [&'static str],
    /// What `x6` holds before.
    pub x6: u128,
    /// `x5` afterwards by the manual, and in QEMU.
    pub x5: (u128, u128),
}

/// All that are known.
pub const WRONG_CSRS_IN_QEMU: [WrongCsr; 11] = [
    WrongCsr {
        csr: "mhartid",
        manual: "privileged manual, \"CSR Address Mapping Conventions\": attempts to write a read-only register raise \
                 illegal-instruction exceptions; unprivileged manual, \"CSR Instructions\", table of the conditions \
                 under which a CSR is written: CSRRS writes it unless rs1 is x0, whatever that register holds",
        xlen: 64,
        program: &["csrrs x5, mhartid, x6"],
        x6: 0,
        x5: (0x5a, 0),
    },
    WrongCsr {
        csr: "mepc",
        manual: "privileged manual, \"Machine Exception Program Counter (mepc) Register\": the low bit of mepc \
                 is always zero; on implementations that support only IALIGN=32, the two low bits are",
        xlen: 64,
        program: &["csrrw x0, mepc, x6", "csrrs x5, mepc, x0"],
        x6: 7,
        x5: (4, 7),
    },
    WrongCsr {
        csr: "mstatus",
        manual: "privileged manual, \"Base ISA Control in mstatus Register\": if S-mode is not supported, then \
                 SXL is read-only zero; if U-mode is not supported, then UXL is",
        xlen: 64,
        program: &["csrrs x5, mstatus, x0"],
        x6: 0,
        x5: (0x1800, 0xa_0000_1800),
    },
    WrongCsr {
        csr: "mstatus",
        manual: "privileged manual, \"Memory Privilege in mstatus Register\": MPRV is read-only 0 if U-mode is \
                 not supported; MXR and SUM are read-only 0 if S-mode is not",
        xlen: 32,
        program: &["csrrs x0, mstatus, x6", "csrrs x5, mstatus, x0"],
        x6: 0xe_0000,
        x5: (0x1800, 0xe_1800),
    },
    WrongCsr {
        csr: "mstatus",
        manual: "privileged manual, \"Privilege and Global Interrupt-Enable Stack in mstatus Register\": xPP is set \
                 to the least-privileged supported mode (U if U-mode is implemented, else M)",
        xlen: 32,
        program: &[
            "auipc x6, 0",
            "addi x6, x6, 16",
            "csrrw x0, mepc, x6",
            "mret",
            "csrrs x5, mstatus, x0",
        ],
        x6: 0,
        x5: (0x1880, 0x80),
    },
    WrongCsr {
        csr: "seed",
        manual: "unprivileged manual, \"CSR Instructions\": CSRRW reads the old value of the CSR, zero-extends the \
                 value to XLEN bits, then writes it to integer register rd",
        xlen: 64,
        program: &["csrrw x5, seed, x0", "srli x5, x5, 32"],
        x6: 0,
        x5: (0, 0xffff_ffff),
    },
    WrongCsr {
        csr: "mstatush",
        manual: "privileged manual, \"Machine Status (mstatus and mstatush) Registers\": bits 6 and 7 of mstatush \
                 are GVA and MPV of the hypervisor extension; without it they are reserved, and read as zero",
        xlen: 32,
        program: &["csrrw x0, mstatush, x6", "csrrs x5, mstatush, x0"],
        x6: 0xc0,
        x5: (0, 0xc0),
    },
    WrongCsr {
        // So are all but mscratch and the upper ends of misa and mstatus: of 64 bits.
        csr: "mtval",
        manual: "privileged manual, \"Machine Trap Value (mtval) Register\": mtval is an MXLEN-bit read-write register",
        xlen: 128,
        program: &["slli x6, x6, 64", "csrrw x0, mtval, x6", "csrrs x5, mtval, x0"],
        x6: 1,
        x5: (1 << 64, 0),
    },
    WrongCsr {
        csr: "mstatus",
        manual: "privileged manual, \"Extension Context Status in mstatus Register\": of the upper bits only the top \
                 one is a field, SD; QEMU's upper half is another copy of the lower one",
        xlen: 128,
        program: &["csrrs x5, mstatus, x0"],
        x6: 0,
        x5: (0x1800, 0xf_0000_1800_0000_000f_0000_1800),
    },
    WrongCsr {
        csr: "mie",
        manual: "privileged manual, \"Machine Interrupt (mip and mie) Registers\": if supervisor mode is not \
                 implemented, bits SEIE, STIE and SSIE of mie are read-only zeros",
        xlen: 64,
        program: &["csrrw x0, mie, x6", "csrrs x5, mie, x0"],
        x6: 0x222,
        x5: (0, 0x222),
    },
    WrongCsr {
        csr: "mip",
        manual: "privileged manual, \"Machine Interrupt (mip and mie) Registers\": if supervisor mode is not \
                 implemented, bits SEIP, STIP and SSIP of mip are read-only zeros",
        xlen: 64,
        program: &["csrrw x0, mip, x6", "csrrs x5, mip, x0"],
        x6: 0x222,
        x5: (0, 0x222),
    },
];

/// Why the write of nothing to a read-only CSR is left out: see [`WRONG_CSRS_IN_QEMU`].
const WRITES_NOTHING: Skip = Skip::WrongInQemu;

/// The properties of QEMU's CPU for an instruction set.
fn extensions(isa: &Isa) -> String {
    let on = |e: &str| isa.enables(e);
    // QEMU has both halves of A or none; what it has too much is left out.
    let half = |e: &str| e == "a" && (on("zaamo") || on("zalrsc"));
    UNWANTED.iter().chain(&KNOWN).map(|e| format!(",{e}={}", on(e) || half(e))).collect()
}

/// What is known to be wrong with an instruction on a register width.
fn known(insn: Insn, xlen: u32) -> Option<&'static Wrong> {
    WRONG_IN_QEMU.iter().find(|w| w.op == insn.spec().name && w.case.0 == xlen)
}

/// Why a word is not compared, when QEMU has the instruction but not with these operands.
fn refused(d: &Decoded, xlen: u32) -> Option<Skip> {
    let when = known(d.insn, xlen)?.when?;
    when(&d.operands).then_some(Skip::WrongInQemu)
}

fn implements(insn: Insn, xlen: u32) -> Result<(), Skip> {
    if known(insn, xlen).is_some_and(|wrong| wrong.when.is_none()) {
        return Err(Skip::WrongInQemu);
    }
    // `x-rv128` has no atomic instructions of 64 and 128 bits, and no others that anything is said of.
    if xlen == 128 && insn.spec().extensions.contains(&"A") {
        return Err(Skip::NotInQemu);
    }
    let has =
        |e: &&str| e.eq_ignore_ascii_case("i") || KNOWN.iter().any(|k| k.eq_ignore_ascii_case(e));
    if insn.spec().extensions.iter().any(has) { Ok(()) } else { Err(Skip::NotInQemu) }
}

/// The words at all addresses of a program where an instruction may begin: a jump may go into the middle of one.
fn words(case: &ProgramCase) -> Vec<u32> {
    let code = case.code();
    let places = (0..code.len() as u64).step_by(case.isa.ialign() as usize);
    places.filter_map(|at| fetch(&code, u128::from(CODE + at))).collect()
}

/// Whether an instruction jumps to its own second half, with which an emulator goes on.
fn enters_itself(specification: &mut Specification, case: &OpCase) -> bool {
    let second_half = u128::from(CODE + 2);
    let jumps = |d: Decoded| d.insn.spec().timing == Timing::ControlFlow;
    case.ialign == 2
        && case.decoded.is_some_and(jumps)
        && length(case.word) == 4
        && matches!(specification.op(case), Outcome::Hart(after) if after.end == End::Next(second_half))
}

/// Whether there is an atomic instruction with such a funct5 at any address of the program.
fn atomic(case: &ProgramCase, wanted: impl Fn(u32) -> bool) -> bool {
    words(case).into_iter().any(|word| word & 0x7f == 0x2f && wanted(word >> 27))
}

/// Whether the manual leaves it to the hart if a store-conditional succeeds, and QEMU differs from the
/// specification. QEMU lets it succeed at the address of the load-reserved as long as memory holds what that
/// found, after a trap too; the specification after no other store-conditional and no trap, and no wider than the
/// load was.
fn reservation_is_open(case: &ProgramCase, expected: &ProgramOutcome) -> bool {
    let store = |word: &u32| word & 0x7f == 0x23 || length(*word) == 2;
    let other =
        || case.words.iter().any(store) || atomic(case, |funct5| funct5 != 2 && funct5 != 3);
    let wide = |funct3: u32| words(case).iter().any(|word| word & 0x707f == funct3 << 12 | 0x2f);
    let reserves = atomic(case, |funct5| funct5 == 2) && atomic(case, |funct5| funct5 == 3);
    reserves && (other() || !expected.traps.is_empty() || wide(2) && wide(3))
}

/// Whether an atomic instruction stores, and an exception of stores is expected: see [`WRONG_TRAPS_IN_QEMU`].
fn traps_otherwise(case: &ProgramCase, expected: &ProgramOutcome) -> bool {
    let stores = [Cause::StoreMisaligned as u8, Cause::StoreAccess as u8];
    atomic(case, |funct5| funct5 != 2) && expected.traps.iter().any(|t| stores.contains(&t.cause))
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
        (None, _) => End::Next(u128::from(CODE + length(case.word))),
    };
    let stray = stray.map(|r| (r as u8, outcome.registers[r]));
    Outcome::Hart(After { end, rd: outcome.registers[rd], stray, memory: outcome.memory })
}
