//! `run`: a program on an engine.

use crate::{
    cache,
    cli::{EngineName, Run},
    failure::{self, Failure},
    interrupt,
    output::{Outcome, Output},
};
use semantics::isa::{Isa, Legality};
use serde::Serialize;
use simulator::{Misaligned, elf::Image, trace::Line};
use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    sync::atomic::Ordering,
};

mod core;
mod delegate;
mod sim;
pub(crate) mod spec;

/// A program in memory, ready to go.
trait Engine {
    /// Executes at most `limit` instructions and reports each.
    fn run(&mut self, limit: u64, on_commit: Option<&mut dyn FnMut(&Line)>) -> Event;
    /// Retired instructions so far.
    fn instructions(&self) -> u64;
    /// Clock cycles so far, of a core or as its model predicts them; `None` where there is no clock, or no such
    /// core.
    fn cycles(&self) -> Option<u64> {
        None
    }
    /// A register, zero-extended.
    fn x(&self, r: u8) -> u128;
    /// The bytes at an address.
    fn read(&mut self, addr: u64, len: u64) -> Option<Vec<u8>>;
}

/// Why an engine returned.
enum Event {
    Limit,
    /// Cause, its name, pc and trap value.
    Trap(u64, String, u128, u128),
    /// The value stored to `tohost`.
    Tohost(u64),
    /// It does not go on, and how that shows.
    Hangs(String),
}

#[derive(Serialize)]
struct Counts {
    instructions: u64,
    /// Cycles of a core, or those that the in-order core would take; the specification has none.
    cycles: Option<u64>,
    /// What the program reports; none when it trapped or was stopped.
    exit: Option<u128>,
}

#[derive(Serialize)]
struct Trapped {
    trap: u64,
    name: String,
    pc: String,
    tval: String,
}

/// Whether a trap goes to the program's handler: there is one, and it is not its first instruction that
/// trapped, which would never end.
fn is_handled(mtvec: u128, pc: u128) -> bool {
    let base = mtvec & !3;
    base != 0 && pc != base
}

/// So often is Ctrl-C looked for.
const SLICE: u64 = 10_000_000;

/// `exit` of the Linux system calls, which user-mode programs end with.
const EXIT: u128 = 93;
const ECALL: u64 = 11;
const ILLEGAL: u64 = 2;

pub(crate) fn run(args: &Run, output: &mut Output) -> Result<Outcome, Failure> {
    let bytes = failure::read(&args.elf)?;
    let image =
        Image::parse(&bytes).map_err(|source| Failure::Elf { path: args.elf.clone(), source })?;
    let class = image.xlen().bits();
    let isa = match &args.isa {
        Some(text) => failure::isa(text)?,
        None => Isa::modelled(class),
    };
    // ELF has no class for 128 bits: the ISA string says that a 64-bit file holds an RV128 program.
    if isa.xlen() != class && (isa.xlen(), class) != (128, 64) {
        return Err(Failure::Width { isa: isa.text().into(), of: isa.xlen(), program: class });
    }
    let misaligned = if args.misaligned_traps { Misaligned::Trap } else { Misaligned::Allowed };
    let mapped = match (&args.engine, isa.xlen()) {
        (EngineName::Core(_), 128) => return Err(Failure::NoRv128 { isa: isa.text().into() }),
        (EngineName::Core(name), _) => {
            let (isa, description) = core(name, &args.isa, &isa)?;
            let options = rtl_harness::BuildOptions::new(cache::folder("rtl"));
            let not_ready = |e: rtl_harness::RtlError| {
                Failure::Campaign(::fuzz::campaign::CampaignError::NotReady(e.into()))
            };
            core::load(&image, &isa, description, &options).map_err(not_ready)?
        }
        (EngineName::Sim, 128) => return Err(Failure::NoRv128 { isa: isa.text().into() }),
        (EngineName::Sim, _) => sim::load(&image, &isa, misaligned, !args.no_cycles),
        (EngineName::Spec, 32) => spec::load::<32, 2>(&image, isa.clone(), misaligned),
        (EngineName::Spec, 64) => spec::load::<64, 4>(&image, isa.clone(), misaligned),
        (EngineName::Spec, _) => spec::load::<128, 8>(&image, isa.clone(), misaligned),
    };
    let mut engine = mapped.map_err(|problem| Failure::Map { path: args.elf.clone(), problem })?;

    if args.signature.is_some() {
        // Nobody should wait for a program to end to hear that it leaves nothing.
        signature_bounds(&image)?;
    }
    let stop = interrupt::stop_flag()?;
    let mut trace = args.trace.as_deref().map(create).transpose()?;
    let mut broken = None;
    let event = loop {
        let left = args.max_instructions.saturating_sub(engine.instructions()).min(SLICE);
        let event = match &mut trace {
            Some((_, file)) => engine.run(
                left,
                Some(&mut |line| {
                    broken = broken.take().or(writeln!(file, "{line}").err());
                }),
            ),
            None => engine.run(left, None),
        };
        let over = engine.instructions() >= args.max_instructions;
        if !matches!(event, Event::Limit) || over || stop.load(Ordering::Relaxed) {
            break event;
        }
    };
    if let Some((path, mut file)) = trace
        && let Some(source) = broken.or(file.flush().err())
    {
        return Err(Failure::Write { path, source });
    }
    report(args, &image, &isa, &mut *engine, event, output)
}

/// The core of this name, as `fuzz --dut` takes it, and the instruction set to run it with: its own when none was
/// asked for.
fn core(
    name: &str,
    asked: &Option<String>,
    isa: &Isa,
) -> Result<(Isa, rtl_harness::CoreDescription), Failure> {
    use ::fuzz::dut::{Dut, DutError};
    let unknown = || DutError::Unknown { name: name.into(), known: "core:NAME".into() };
    let Dut::Core { description, .. } = Dut::named(name, None).map_err(Failure::Dut)? else {
        return Err(Failure::Dut(unknown()));
    };
    let isa = match (asked, description.isa(isa.xlen())) {
        (None, Some(own)) => failure::isa(own)?,
        _ => isa.clone(),
    };
    Ok((isa, *description))
}

fn create(path: &Path) -> Result<(std::path::PathBuf, BufWriter<File>), Failure> {
    match File::create(path) {
        Ok(file) => Ok((path.into(), BufWriter::new(file))),
        Err(source) => Err(Failure::Write { path: path.into(), source }),
    }
}

fn report(
    args: &Run,
    image: &Image,
    isa: &Isa,
    engine: &mut dyn Engine,
    event: Event,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let instructions = engine.instructions();
    let (exit, outcome, text) = match event {
        Event::Limit => (None, Outcome::Undecided, "stopped".into()),
        Event::Hangs(text) => (None, Outcome::False, text),
        Event::Tohost(value) => ended((value >> 1).into()),
        Event::Trap(ECALL, ..) if engine.x(17) == EXIT => ended(engine.x(10)),
        Event::Trap(cause, name, pc, tval) => {
            if let (ILLEGAL, Legality::NotModelled(e)) = (cause, isa.legality(tval as u32)) {
                let extensions = e.join(" or ");
                return Err(Failure::NotModelledAt { word: tval as u32, pc, extensions });
            }
            let text = format!("trap {cause} ({name}) at pc {pc:#x}, trap value {tval:#x}");
            let (pc, tval) = (format!("{pc:#x}"), format!("{tval:#x}"));
            output.record(&Trapped { trap: cause, name, pc, tval })?;
            (None, Outcome::False, text)
        }
    };
    if let Some(path) = &args.signature {
        let words = signature(engine, signature_bounds(image)?)?;
        let text = simulator::signature_text(&words);
        std::fs::write(path, text)
            .map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    let counts = Counts { instructions, cycles: engine.cycles(), exit };
    let cycles = counts.cycles.map_or_else(String::new, |n| format!(", {n} cycles"));
    output.summary(&counts, format_args!("{text} after {instructions} instructions{cycles}"))?;
    Ok(outcome)
}

fn ended(code: u128) -> (Option<u128>, Outcome, String) {
    let outcome = if code == 0 { Outcome::Holds } else { Outcome::False };
    (Some(code), outcome, format!("exit {code}"))
}

/// Address and length of what is between the two symbols, in whole words of 32 bits.
fn signature_bounds(image: &Image) -> Result<(u64, u64), Failure> {
    let no = |problem, remedy| Err(Failure::NoSignature { problem, remedy });
    let symbols = ["begin_signature", "end_signature"];
    let [Some(begin), Some(end)] = symbols.map(|name| image.symbol(name)) else {
        let lacks: Vec<_> = symbols.into_iter().filter(|s| image.symbol(s).is_none()).collect();
        return no(
            format!("the program has no symbol {}", lacks.join(" and no ")),
            "label its first byte begin_signature and the byte after its last end_signature, and do not strip the program",
        );
    };
    let Some(len) = end.checked_sub(begin) else {
        return no(
            format!("begin_signature, {begin:#x}, comes after end_signature, {end:#x}"),
            "put both labels into one section, begin_signature first",
        );
    };
    if !len.is_multiple_of(4) {
        return no(
            format!("it has {len} bytes, from {begin:#x} to {end:#x}, no whole 32-bit words"),
            "put `.balign 4` before both labels",
        );
    }
    Ok((begin, len))
}

/// The 32-bit words there.
fn signature(engine: &mut dyn Engine, (begin, len): (u64, u64)) -> Result<Vec<u32>, Failure> {
    let bytes = engine.read(begin, len).ok_or_else(|| Failure::NoSignature {
        problem: format!("the {len} bytes from {begin:#x} are not in the program's memory"),
        remedy: "put both labels into one section that is loaded",
    })?;
    let (words, _) = bytes.as_chunks();
    Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}
