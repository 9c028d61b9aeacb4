//! Speed beside QEMU user mode on the same programs, and fresh starts a second.
//!
//! `cargo bench -p simulator`; how it is measured is in the crate `speeds`. The reference for the other tiers is the
//! decoded one: a loop over decoded operations around one `match`. Arguments select programs by name.

use std::error::Error;

use simulator::{Access, Config, Sim, Stop, Xlen};
use speeds::clock::{Whose, cpu_seconds};
use speeds::{Effort, Engine, PROGRAMS, Programs, Qemu, TIERS, Tier, Traced, measure, median};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const EFFORT: Effort = Effort { seconds: 0.4, repetitions: 3 };

fn main() -> Result<()> {
    // `cargo test --all-targets` runs this too, without the flag; nothing is measured in an unoptimised build.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let programs = Programs::new()?;
    let tiers: Vec<Tier> = (0..TIERS.len() as u8).map(|limit| Tier { limit }).collect();
    let traced = [(1, false), (2, false), (1, true), (2, true)];
    let traced = traced.map(|(limit, each)| Traced { limit, each });
    let mut engines: Vec<&dyn Engine> = tiers.iter().map(|tier| tier as &dyn Engine).collect();
    engines.extend(traced.iter().map(|traced| traced as &dyn Engine));
    engines.push(&Qemu);
    // Each tier over the decoded one and over QEMU, and what collecting and handing out records costs.
    let qemu = engines.len() - 1;
    let ratios = [(1, 0), (2, 0), (1, qemu), (2, qemu), (1, 3), (2, 4), (1, 5), (2, 6)];
    println!("millions of instructions a second, and ratios: median, and least");
    for program in PROGRAMS.iter().filter(|p| names.is_empty() || names.iter().any(|n| n == p.name))
    {
        let rows = measure(&programs, program, &engines, EFFORT)?;
        let least = |value: &dyn Fn(&[f64]) -> f64| {
            rows.iter().map(|row| value(row)).fold(f64::INFINITY, f64::min)
        };
        println!("{}, {} bits", program.name, program.xlen.bits());
        for (k, engine) in engines.iter().enumerate() {
            let (middle, least) = (median(&rows, |row| row[k]), least(&|row| row[k]));
            println!("  {:<32} {middle:>9.0} {least:>9.0}", engine.name());
        }
        for (a, b) in ratios {
            let name = format!("{} / {}", engines[a].name(), engines[b].name());
            let (middle, least) =
                (median(&rows, |row| row[a] / row[b]), least(&|row| row[a] / row[b]));
            println!("  {name:<32} {middle:>9.3} {least:>9.3}");
        }
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
