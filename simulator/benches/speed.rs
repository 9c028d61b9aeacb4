//! Speed beside QEMU user mode on the same programs, and fresh starts a second.
//!
//! `cargo bench -p simulator`; how it is measured is in the crate `speeds`. The reference for the threaded tier is the
//! decoded one: a loop over decoded operations around one `match`. Arguments select programs by name.

use std::error::Error;

use simulator::{Access, Config, Sim, Stop, Xlen};
use speeds::clock::{Whose, cpu_seconds};
use speeds::{Effort, Engine, PROGRAMS, Programs, Qemu, TIERS, Tier, measure, median};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const EFFORT: Effort = Effort { seconds: 1.0, repetitions: 3 };

fn main() -> Result<()> {
    // `cargo test --all-targets` runs this too, without the flag; nothing is measured in an unoptimised build.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let programs = Programs::new()?;
    let tiers: Vec<Tier> = (0..TIERS.len() as u8).map(|limit| Tier { limit }).collect();
    let mut engines: Vec<&dyn Engine> = tiers.iter().map(|tier| tier as &dyn Engine).collect();
    engines.push(&Qemu);
    println!("millions of instructions a second; each tier over the decoded one, and over QEMU");
    let columns = engines.iter().map(|e| e.name());
    let columns =
        columns.chain(TIERS[1..].iter().flat_map(|t| [format!("{t}/D"), format!("{t}/Q")]));
    println!("program  xlen{}", columns.map(|c| format!(" {c:>10}")).collect::<String>());
    for program in PROGRAMS.iter().filter(|p| names.is_empty() || names.iter().any(|n| n == p.name))
    {
        let rows = measure(&programs, program, &engines, EFFORT)?;
        let qemu = engines.len() - 1;
        let speeds = (0..=qemu).map(|k| format!(" {:>10.0}", median(&rows, |row| row[k])));
        let ratios = (1..qemu).flat_map(|k| [(k, 0), (k, qemu)]);
        let ratios =
            ratios.map(|(a, b)| format!(" {:>10.3}", median(&rows, |row| row[a] / row[b])));
        let line: String = speeds.chain(ratios).collect();
        println!("{:8} {:>4}{line}", program.name, program.xlen.bits());
    }
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        println!(
            "fresh starts of 50 instructions, {} bits: {:.0} a second",
            xlen.bits(),
            fresh_starts(xlen)?
        );
    }
    Ok(())
}

/// Cases a second: reset, new code of 50 instructions, new registers, run, and all registers compared.
fn fresh_starts(xlen: Xlen) -> Result<f64> {
    const CODE: u64 = 0x8000_0000;
    const CASES: u32 = 400_000;
    let mut sim = Sim::new(Config::new(xlen));
    sim.mem_mut().map(CODE, 0x1000, Access::READ | Access::EXEC)?;
    sim.mem_mut().map(0x9000_0000, 0x10_0000, Access::READ | Access::WRITE)?;
    sim.set_pc(CODE);
    sim.snapshot();
    let mut random = 1_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    // Register-register words of OP with funct7 0 and 1: all of them legal on both widths.
    let words: Vec<u32> = (0..4096).map(|_| next() as u32 & 0x03ff_ff80 | 0x33).collect();
    let before = cpu_seconds(Whose::Own)?;
    let mut differences = 0;
    for _ in 0..CASES {
        sim.reset();
        let at = next() as usize % (words.len() - 50);
        let code: Vec<u8> = words[at..at + 50].iter().flat_map(|word| word.to_le_bytes()).collect();
        sim.mem_mut().write_bytes(CODE, &code)?;
        for r in 1..32 {
            sim.set_x(r, u64::from(r) << 20 ^ at as u64);
        }
        if sim.run(50) != Stop::Limit {
            return Err("a case did not run to its end".into());
        }
        differences += (0..32).filter(|&r| sim.x(r) != u64::from(r)).count();
    }
    std::hint::black_box(differences);
    Ok(f64::from(CASES) / (cpu_seconds(Whose::Own)? - before))
}
