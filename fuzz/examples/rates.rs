//! Cases a second of each engine beside the specification: `cargo run --release -p fuzz --example rates`.

use fuzz::{
    campaign::{Options, campaign},
    dut::Dut,
    generate::{OpGenerator, Picked, Seeded},
    isas,
};
use std::{
    error::Error,
    path::Path,
    time::{Duration, Instant},
};

fn main() -> Result<(), Box<dyn Error>> {
    let ops = OpGenerator::new(&isas::full(64), Picked::Any, |_| true)?;
    let start = Instant::now();
    let sum = Seeded::new(1, 0).take(10_000_000).fold(0, |sum, mut c| sum ^ ops.case(&mut c).rs1);
    let rate = 10e6 / start.elapsed().as_secs_f64();
    println!("generator alone: {:.1} M operations a second (check {sum:x})", rate / 1e6);
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache");
    for name in ["sim", "unit:aes", "qemu"] {
        let options = Options {
            time: Some(Duration::from_secs(5)),
            ..Options::new(Dut::named(name, None)?, &cache)
        };
        let summary = campaign(&options, &|_| {})?;
        print!("{name}: {:.3} M cases a second, one thread", summary.cases_per_second / 1e6);
        if let Some(raw) = summary.raw_per_second {
            print!("; the model alone {:.3} M", raw / 1e6);
        }
        println!("; {} findings, skipped {:?}", summary.findings.len(), summary.skipped);
    }
    Ok(())
}
