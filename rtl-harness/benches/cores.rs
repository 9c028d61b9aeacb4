//! Clock cycles a second of each core through the harness, beside a C++ loop that toggles the pins and serves the
//! memory. Both on a memory without waits, with a program that never ends.

use std::{error::Error, path::Path, time::Instant};

use rtl_harness::{BuildOptions, CoreModel, Limits, Record, Rights, Waits};

/// `add`, `mul`, store, load and a jump back: what every core has.
const PROGRAM: [u32; 7] = [
    0x0000_0317, // auipc x6, 0
    0x0010_8093, // addi x1, x1, 1
    0x0010_8133, // add x2, x1, x1
    0x1013_2023, // sw x1, 256(x6)
    0x0010_c1b3, // xor x3, x1, x1
    0x0031_0233, // add x4, x2, x3
    0xfedf_f06f, // jal x0, -20
];

const CYCLES: u64 = 2_000_000;

/// Records that are fetched at a time, as `rvassay run` does; more than the caches of a processor hold would measure
/// its memory.
const ROOM: usize = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache");
    println!("core        xlen   harness Mcycle/s   raw Mcycle/s   raw MIPS   overhead");
    for shipped in rtl_harness::cores() {
        let description = shipped.description()?;
        for &(xlen, _) in &description.isas {
            let model = CoreModel::build(&description, xlen, |_| true, &BuildOptions::new(&cache))?;
            let mut core = model.core();
            let rights = Rights { read: true, write: true, execute: true };
            core.map(description.reset_address & !0xfff, 0x2000, rights);
            let bytes: Vec<u8> = PROGRAM.iter().flat_map(|word| word.to_le_bytes()).collect();
            let memory = core.memory(description.reset_address, bytes.len());
            memory.ok_or("the program fits")?.copy_from_slice(&bytes);
            let mut records = vec![Record::default(); ROOM];
            let (mut best, mut raw) = (0.0_f64, None);
            // The better of some rounds that take turns: other work slows both alike.
            for _ in 0..5 {
                core.reset(Waits::NONE)?;
                let start = Instant::now();
                while core.cycles() < CYCLES {
                    let cycles = CYCLES - core.cycles();
                    let limits = Limits { end: None, cycles, watchdog: 1000 };
                    core.run(limits, &mut records).0?;
                }
                best = best.max(CYCLES as f64 / start.elapsed().as_secs_f64());
                let rate = core.raw_rate(std::time::Duration::from_millis(300))?;
                let better =
                    |old: &rtl_harness::RawCycles| old.cycles_per_second < rate.cycles_per_second;
                if raw.as_ref().is_none_or(better) {
                    raw = Some(rate);
                }
            }
            let raw = raw.ok_or("a round")?;
            println!(
                "{:11} {xlen:4} {:18.2} {:14.2} {:10.2} {:9.1} %",
                shipped.name,
                best / 1e6,
                raw.cycles_per_second / 1e6,
                raw.instructions_per_second / 1e6,
                100.0 * (raw.cycles_per_second / best - 1.0)
            );
        }
    }
    Ok(())
}
