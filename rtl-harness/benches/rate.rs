//! Executions through the API, beside a C++ loop that only toggles the pins: `cargo bench -p
//! rtl-harness`. All rates are per second of processor time, so that a busy machine does not change
//! them much.

use std::{
    error::Error,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use rtl_harness::{BuildOptions, MAX_FIELDS, Model, OpIndex, Request, Unit};

const TIME: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache");
    println!("unit    xlen   API M/s   raw M/s   eval M/s   API/raw");
    for shipped in rtl_harness::units() {
        let description = shipped.description()?;
        for &xlen in &description.xlens {
            let model = Model::build(&description, xlen, &BuildOptions::new(&cache))?;
            let ops =
                model.ops().iter().map(|op| model.op(&op.name)).collect::<Result<Vec<_>, _>>()?;
            let mut unit = model.unit();
            let (start, cpu) = (Instant::now(), cpu_seconds()?);
            let mut raw = unit.raw_rate(TIME)?;
            let share = (cpu_seconds()? - cpu) / start.elapsed().as_secs_f64();
            raw.executions_per_second /= share;
            raw.evals_per_second /= share;
            let api = rate(&mut unit, &ops)?;
            println!(
                "{:7} {xlen:4} {:9.2} {:9.2} {:10.2} {:9.2}",
                shipped.name,
                api / 1e6,
                raw.executions_per_second / 1e6,
                raw.evals_per_second / 1e6,
                api / raw.executions_per_second
            );
        }
    }
    Ok(())
}

/// Executions a second with random operands, over all ops in turn.
fn rate(unit: &mut Unit, ops: &[OpIndex]) -> Result<f64, Box<dyn Error>> {
    let mut x = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let start = Instant::now();
    let cpu = cpu_seconds()?;
    let mut done = 0;
    while start.elapsed() < TIME {
        for i in 0..10_000 {
            let (rs1, rs2) = (next().into(), next().into());
            let request = Request {
                op: ops[i % ops.len()],
                rs1,
                rs2,
                fields: [1; MAX_FIELDS],
                ..Request::default()
            };
            black_box(unit.execute(&request)?);
        }
        done += 10_000;
    }
    Ok(f64::from(done) / (cpu_seconds()? - cpu))
}

/// The processor time of this thread.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = stat.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds * 1e-9)
}
