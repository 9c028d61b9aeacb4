//! The specification's machine beside the records of a core, instruction by instruction.

use super::image::Part;
use crate::{
    case::directive,
    compare::Difference,
    coverage::Coverage,
    engine::Skip,
    layout::{CODE, MAX_WORDS},
};
use rtl_harness::{DeviationKind, Record};
use semantics::{
    asm, csr,
    hart::Cause,
    isa::Isa,
    machine::{Commit, Machine, Misaligned, Trap},
    memory::{Bus as _, Region, Regions},
    spec::Reg,
};
use simulator::{
    Xlen,
    cycles::{Followed, InOrder},
};

const MRET: u32 = 0x3020_0073;

/// What a core may do in its own way.
#[derive(Clone, Debug, Default)]
pub(super) struct Tolerance {
    /// It stops at the first exception.
    pub(super) traps: bool,
    /// CSRs that it reads in its own way.
    pub(super) csrs: Vec<u32>,
    /// CSRs and modes are its own.
    pub(super) privileged: bool,
    /// Illegal words are left out.
    pub(super) illegal: bool,
    /// `mtval` is its own.
    pub(super) trap_values: bool,
    /// Accesses that nothing answers are left out.
    pub(super) access_faults: bool,
    /// Misaligned loads and stores work.
    pub(super) misaligned: bool,
    /// The cycle model of the simulator predicts when instructions retire, on a memory without waits.
    pub(super) cycles: bool,
}

impl Tolerance {
    pub(super) fn of(description: &rtl_harness::CoreDescription) -> Self {
        let mut all = Tolerance {
            misaligned: description.misaligned,
            cycles: description.cycles.is_some(),
            ..Tolerance::default()
        };
        for deviation in &description.deviations {
            match &deviation.kind {
                DeviationKind::Traps => all.traps = true,
                DeviationKind::Csrs(numbers) => all.csrs.extend(numbers),
                DeviationKind::Ops(_) => {}
                DeviationKind::Privileged => {
                    all.privileged = true;
                    all.csrs.push(csr::MSTATUS);
                }
                DeviationKind::IllegalWords => all.illegal = true,
                DeviationKind::TrapValues => {
                    all.trap_values = true;
                    all.csrs.push(csr::MTVAL);
                }
                DeviationKind::AccessFaults => all.access_faults = true,
            }
        }
        all
    }
}

/// The records of a core in program order: those of late results stand behind younger ones.
pub(super) fn in_order(records: &mut [Record]) {
    if !records.is_sorted_by_key(|record| record.order) {
        records.sort_by_key(|record| record.order);
    }
}

/// How far a comparison came.
#[derive(Debug)]
pub(super) enum Compared {
    /// All records agree.
    Agrees,
    /// One does not.
    Differs(Difference),
    /// What follows is not to be compared, and why.
    LeftOut(Skip),
}

/// Runs the specification on the same memory, along the records, which begin with the first instruction after
/// reset, and notes what was met; when it got to the end, `after` is what the core's memory holds then.
pub(super) fn compare<const XLEN: u32, const L: usize>(
    isa: &Isa,
    reset: u64,
    parts: &[Part],
    tolerance: &Tolerance,
    records: &[Record],
    after: &[(u64, Vec<u8>)],
    met: &mut Coverage,
) -> Compared {
    let mut memory = Regions::default();
    for part in parts {
        let Part { base, bytes, rights } = part;
        let region = Region { base: (*base).into(), bytes: bytes.clone(), rights: *rights };
        memory.map(region).expect("the parts of an image do not overlap");
    }
    let mut machine = Machine::<XLEN, L, Regions>::new(reset.into(), memory);
    machine.set_isa(isa);
    let xlen = if XLEN == 32 { Xlen::Rv32 } else { Xlen::Rv64 };
    let mut model = tolerance.cycles.then(|| InOrder::new(xlen));
    machine.misaligned = if tolerance.misaligned { Misaligned::Allowed } else { Misaligned::Trap };
    for (k, record) in records.iter().enumerate() {
        if (CODE..CODE + 4 * MAX_WORDS as u64).contains(&record.pc)
            && let Some(decoded) = isa.decode(record.insn)
        {
            let [rs1, rs2] = [decoded.operands.rs1, decoded.operands.rs2].map(|r| machine.reg(r));
            met.shape(&decoded);
            met.operands(&decoded, XLEN, rs1, rs2);
        }
        let before = machine.pc;
        if record.order != records[0].order + k as u64 {
            return differs(
                isa,
                before,
                record,
                "the next in order",
                &format!("order {}", record.order),
            );
        }
        match one(isa, &mut machine, tolerance, record) {
            Ok(Step::Goes(word, followed)) => {
                let Some(model) = &mut model else { continue };
                let cycle = model.retire(record.pc, word, followed);
                if cycle != record.cycle {
                    return differs(
                        isa,
                        before,
                        record,
                        &format!("cycle {cycle}"),
                        "retires in another",
                    );
                }
            }
            Ok(Step::Stops) => return Compared::Agrees,
            Ok(Step::Leaves(skip)) => return Compared::LeftOut(skip),
            Err((spec, core)) => return differs(isa, before, record, &spec, &core),
        }
    }
    for (base, bytes) in after {
        let mut specified = vec![0; bytes.len()];
        if machine.bus.read((*base).into(), &mut specified).is_err() {
            continue;
        }
        let found = specified.iter().zip(bytes).position(|(a, b)| a != b);
        if let Some(k) = found {
            let place = base + k as u64;
            return Compared::Differs(Difference {
                specification: format!("at the end: [{place:#x}] = {:#04x}", specified[k]),
                device: format!("at the end: [{place:#x}] = {:#04x}", bytes[k]),
            });
        }
    }
    Compared::Agrees
}

fn differs(isa: &Isa, pc: u128, record: &Record, spec: &str, core: &str) -> Compared {
    let text = isa.decode(record.insn).map_or_else(|| "(illegal)".into(), |d| asm::disassemble(&d));
    let place = format!("at {pc:#x}, {} # {text}", directive(record.insn));
    Compared::Differs(Difference {
        specification: format!("{place}: {spec}"),
        device: format!("{place}: {core}, cycle {}", record.cycle),
    })
}

enum Step {
    /// Both do the same: the word, and what follows it.
    Goes(u32, Followed),
    /// The core stops here, and may.
    Stops,
    Leaves(Skip),
}

/// One instruction on both sides; what each says when they do not agree.
fn one<const XLEN: u32, const L: usize>(
    isa: &Isa,
    machine: &mut Machine<XLEN, L, Regions>,
    tolerance: &Tolerance,
    record: &Record,
) -> Result<Step, (String, String)> {
    if machine.pc != u128::from(record.pc) {
        return Err((format!("pc {:#x}", machine.pc), format!("pc {:#x}", record.pc)));
    }
    let decoded = isa.decode(record.insn);
    let open = decoded.is_some_and(|d| {
        !d.insn.inputs().hold(machine.reg(d.operands.rs1), machine.reg(d.operands.rs2))
    });
    match machine.step(isa) {
        Ok(commit) => {
            let word = if commit.word & 3 == 3 { record.insn } else { record.insn & 0xffff };
            if word != commit.word {
                return Err((directive(commit.word), directive(record.insn)));
            }
            // A program that jumps back to what calls it meets its MRET again, where a core with user mode goes there.
            if tolerance.privileged && commit.word == MRET && record.trapped() {
                return Ok(Step::Leaves(Skip::Deviates));
            }
            if record.trapped() {
                return Err(("retires".into(), "raises an exception".into()));
            }
            let own = decoded.is_some_and(|d| {
                let reads = commit.rd.is_some() && record.insn & 0x7f == 0x73;
                reads && tolerance.csrs.contains(&d.operands.csr)
            });
            result(machine, &commit, record, own || open)?;
            stores(&commit, record)?;
            // Where it goes is seen at the next one: not every core says so of a return from a trap.
            Ok(Step::Goes(commit.word, Followed::By(machine.pc as u64)))
        }
        Err(trap) => trapped(machine, tolerance, record, &trap),
    }
}

/// The register that was written, and its value; where that is the core's own, the specification takes it.
fn result<const XLEN: u32, const L: usize>(
    machine: &mut Machine<XLEN, L, Regions>,
    commit: &Commit,
    record: &Record,
    own: bool,
) -> Result<(), (String, String)> {
    let spec = commit.rd.map_or((0, 0), |(r, v)| (r.0, v));
    let core = (record.rd_addr, if record.rd_addr == 0 { 0 } else { u128::from(record.rd) });
    if own && spec.0 == core.0 {
        machine.set_reg(Reg(core.0), core.1);
        return Ok(());
    }
    let text = |(r, v): (u8, u128)| {
        if r == 0 { "writes no register".into() } else { format!("x{r} = {v:#x}") }
    };
    if spec == core { Ok(()) } else { Err((text(spec), text(core))) }
}

/// What was stored, byte by byte. Of loads, the register tells: some cores report more bytes than they use.
fn stores(commit: &Commit, record: &Record) -> Result<(), (String, String)> {
    let spec = commit.store.map_or((0, Vec::new()), |a| {
        (a.addr as u64, a.data.to_le_bytes()[..a.len as usize].to_vec())
    });
    let (mask, first) = (record.mem_wmask, record.mem_wmask.trailing_zeros());
    let core = if mask == 0 {
        (0, Vec::new())
    } else {
        let bytes = record.mem_wdata.to_le_bytes().into_iter().skip(first as usize);
        (record.mem_addr + u64::from(first), bytes.take(mask.count_ones() as usize).collect())
    };
    let text = |(at, bytes): &(u64, Vec<u8>)| {
        if bytes.is_empty() {
            "stores nothing".into()
        } else {
            format!("stores {bytes:02x?} at {at:#x}")
        }
    };
    if spec == core { Ok(()) } else { Err((text(&spec), text(&core))) }
}

fn trapped<const XLEN: u32, const L: usize>(
    machine: &mut Machine<XLEN, L, Regions>,
    tolerance: &Tolerance,
    record: &Record,
    trap: &Trap,
) -> Result<Step, (String, String)> {
    let access = [Cause::InstructionAccess, Cause::LoadAccess, Cause::StoreAccess];
    if tolerance.access_faults && access.contains(&trap.cause) {
        return Ok(Step::Leaves(Skip::OutsideMemory));
    }
    // Of a store that was split in two, the first part may have been written.
    let size = if XLEN == 32 { 3 } else { 7 };
    if tolerance.misaligned && trap.cause == Cause::StoreAccess && trap.tval & size != 0 {
        return Ok(Step::Leaves(Skip::OutsideMemory));
    }
    if tolerance.illegal && trap.cause == Cause::IllegalInstruction {
        return Ok(Step::Leaves(Skip::BeyondIsa));
    }
    if !record.trapped() {
        let spec = format!("raises exception {} (tval {:#x})", trap.cause as u8, trap.tval);
        return Err((spec, "retires".into()));
    }
    if record.rd_addr != 0 {
        let core = format!("x{} = {:#x} and an exception", record.rd_addr, record.rd);
        return Err(("writes no register".into(), core));
    }
    if tolerance.traps || !machine.has_handler() {
        return Ok(Step::Stops);
    }
    machine.take(trap);
    let word = match trap.cause {
        // All that is known of it is which half is missing.
        Cause::InstructionAccess => {
            if trap.tval == trap.pc {
                0
            } else {
                3
            }
        }
        _ => record.insn,
    };
    Ok(Step::Goes(word, Followed::Trap(cause(trap.cause))))
}

/// The cause in the simulator's words.
fn cause(cause: Cause) -> simulator::Cause {
    use simulator::Cause as Sim;
    match cause {
        Cause::InstructionMisaligned => Sim::InstructionMisaligned,
        Cause::InstructionAccess => Sim::InstructionAccessFault,
        Cause::IllegalInstruction => Sim::IllegalInstruction,
        Cause::Breakpoint => Sim::Breakpoint,
        Cause::LoadMisaligned => Sim::LoadMisaligned,
        Cause::LoadAccess => Sim::LoadAccessFault,
        Cause::StoreMisaligned => Sim::StoreMisaligned,
        Cause::StoreAccess => Sim::StoreAccessFault,
        Cause::EcallFromM => Sim::EcallFromM,
    }
}
