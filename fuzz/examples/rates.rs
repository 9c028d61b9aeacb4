//! Cases a second of engines beside the specification, with what they find:
//! `cargo run --release -p fuzz --example rates [ENGINE [ISA [SECONDS]]]`.

use fuzz::{
    campaign::{Options, campaign},
    dut::Dut,
    generate::{OpGenerator, Picked, Seeded},
    isas,
};
use semantics::isa::Isa;
use std::{
    error::Error,
    path::Path,
    time::{Duration, Instant},
};

fn generator() -> Result<(), Box<dyn Error>> {
    let ops = OpGenerator::new(&isas::full(64), Picked::Any, |_| true)?;
    let start = Instant::now();
    let sum = Seeded::new(1, 0).take(10_000_000).fold(0, |sum, mut c| sum ^ ops.case(&mut c).rs1);
    let rate = 10e6 / start.elapsed().as_secs_f64();
    println!("generator alone: {:.1} M operations a second (check {sum:x})", rate / 1e6);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache");
    let mut args = std::env::args().skip(1);
    let names = args.next().map_or_else(
        || ["sim", "unit:aes", "qemu", "qemu-system"].map(str::to_owned).into(),
        |name| vec![name],
    );
    if names.len() > 1 {
        generator()?;
    }
    let isas = args.next().map(|isa| Isa::parse(&isa)).transpose()?;
    let seconds = args.next().map_or(Ok(5), |seconds| seconds.parse())?;
    for name in &names {
        let mut options = Options {
            time: Some(Duration::from_secs(seconds)),
            ..Options::new(Dut::named(name, None)?, &cache)
        };
        options.isas = isas.clone().map_or(options.isas, |isa| vec![isa]);
        let summary = campaign(&options, &|_| {})?;
        print!("{name}: {:.3} M cases a second, one thread", summary.cases_per_second / 1e6);
        if let Some(raw) = summary.raw_per_second {
            print!("; the model alone {:.3} M", raw / 1e6);
        }
        println!("; {} cases, skipped {:?}", summary.cases, summary.skipped);
        summary.findings.iter().for_each(|finding| println!("{finding}"));
    }
    Ok(())
}
