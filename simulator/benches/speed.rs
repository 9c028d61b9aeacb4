//! Speed beside QEMU user mode on the same programs, and fresh starts a second.
//!
//! `cargo bench -p simulator`. Every figure is guest instructions over CPU time of a long run minus those of a short
//! one, so that start-up and loading drop out; a ratio is the median of ratios taken one after the other. The reference
//! for the other tiers is the decoded one: a loop over decoded operations around one `match`.
//! Needs `llvm-mc-19`, `ld.lld-19`, `qemu-riscv32` and `qemu-riscv64` on the path. Arguments select programs by name.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use simulator::elf::Image;
use simulator::{Access, Cause, Config, Sim, Stop, Xlen};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A program of `benches/programs` and how often it goes round, for about half a second of each engine.
struct Program {
    name: &'static str,
    source: &'static str,
    zknh: bool,
    xlen: Xlen,
    decoded_turns: u64,
    threaded_turns: u64,
    native_turns: u64,
    qemu_turns: u64,
}

impl Program {
    const fn new(name: &'static str, xlen: Xlen, turns: [u64; 4]) -> Self {
        let [decoded_turns, threaded_turns, native_turns, qemu_turns] = turns;
        let (source, zknh) = (name, false);
        Self { name, source, zknh, xlen, decoded_turns, threaded_turns, native_turns, qemu_turns }
    }

    const fn sha256(name: &'static str, zknh: bool, xlen: Xlen, turns: [u64; 4]) -> Self {
        Self { source: "sha256", zknh, ..Self::new(name, xlen, turns) }
    }
}

const PROGRAMS: [Program; 8] = [
    Program::new("alu", Xlen::Rv64, [10_000_000, 30_000_000, 150_000_000, 150_000_000]),
    Program::new("alu", Xlen::Rv32, [10_000_000, 30_000_000, 150_000_000, 150_000_000]),
    Program::new("aes64", Xlen::Rv64, [2_000_000, 6_000_000, 6_000_000, 1_500_000]),
    Program::new("aes32", Xlen::Rv32, [500_000, 2_000_000, 2_000_000, 700_000]),
    Program::sha256("sha256", false, Xlen::Rv64, [50_000, 150_000, 600_000, 600_000]),
    Program::sha256("sha256", false, Xlen::Rv32, [50_000, 150_000, 600_000, 600_000]),
    Program::sha256("sha256-k", true, Xlen::Rv64, [100_000, 250_000, 600_000, 600_000]),
    Program::sha256("sha256-k", true, Xlen::Rv32, [100_000, 250_000, 600_000, 600_000]),
];

/// Short runs go round once in so many turns of the long ones.
const SHORT: u64 = 20;
const REPETITIONS: usize = 3;

fn main() -> Result<()> {
    // `cargo test --all-targets` runs this too, without the flag; nothing is measured in an unoptimised build.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let folder = tempfile::tempdir()?;
    println!(
        "millions of instructions a second: decoded (D), threaded (T), native (N), collecting records (c) and"
    );
    println!("looking at each (t), QEMU (Q); ratios as median (least) of {REPETITIONS}");
    print!("program  xlen       D       T       N      Tc      Tt      Nc      Nt       Q");
    println!("            T/D            N/D            T/Q            N/Q  T/Tc  N/Nc");
    for program in PROGRAMS.iter().filter(|p| names.is_empty() || names.iter().any(|n| n == p.name))
    {
        measure(folder.path(), program)?;
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

/// Prints the rows of one program.
fn measure(folder: &Path, program: &Program) -> Result<()> {
    let run = |how: How, turns| Ok(simulate(&assemble(folder, program, turns)?, how)?.0);
    let mut rows = Vec::new();
    for _ in 0..REPETITIONS {
        let mut row = Vec::new();
        for how in How::ALL {
            row.push(rate(how.turns(program), |turns| run(how, turns))?);
        }
        row.push(rate(program.qemu_turns, |turns| run_qemu(folder, program, turns))?);
        rows.push(row);
    }
    let all = |value: &dyn Fn(&[f64]) -> f64| {
        let mut values: Vec<f64> = rows.iter().map(|row| value(row)).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let median = |value: &dyn Fn(&[f64]) -> f64| all(value)[REPETITIONS / 2];
    let least = |value: &dyn Fn(&[f64]) -> f64| all(value)[0];
    print!("{:8} {:>4}", program.name, program.xlen.bits());
    for column in 0..=How::ALL.len() {
        print!(" {:>7.0}", median(&|row| row[column]));
    }
    let [decoded, threaded, native, recorded, _, native_recorded, _, qemu] =
        [0, 1, 2, 3, 4, 5, 6, 7];
    for (of, to) in [(threaded, decoded), (native, decoded), (threaded, qemu), (native, qemu)] {
        print!(
            " {:>6.2} ({:>5.2})",
            median(&|row| row[of] / row[to]),
            least(&|row| row[of] / row[to])
        );
    }
    for (of, to) in [(threaded, recorded), (native, native_recorded)] {
        print!(" {:>5.2}", median(&|row| row[of] / row[to]));
    }
    println!();
    Ok(())
}

/// How the simulator runs a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Decoded,
    Threaded,
    Native,
    /// Threaded, collecting commit records.
    Recorded,
    /// The same, and every record looked at.
    Traced,
    /// Native, collecting commit records.
    NativeRecorded,
    NativeTraced,
}

impl How {
    const ALL: [Self; 7] = [
        Self::Decoded,
        Self::Threaded,
        Self::Native,
        Self::Recorded,
        Self::Traced,
        Self::NativeRecorded,
        Self::NativeTraced,
    ];

    const fn tier_limit(self) -> u8 {
        match self {
            Self::Decoded => 0,
            Self::Threaded | Self::Recorded | Self::Traced => 1,
            Self::Native | Self::NativeRecorded | Self::NativeTraced => 2,
        }
    }

    const fn turns(self, program: &Program) -> u64 {
        match self {
            Self::Decoded | Self::Recorded | Self::Traced | Self::NativeTraced => {
                program.decoded_turns
            }
            Self::Threaded | Self::NativeRecorded => program.threaded_turns,
            Self::Native => program.native_turns,
        }
    }
}

/// What one run cost.
struct Cost {
    instructions: u64,
    seconds: f64,
}

/// Millions of instructions a second.
fn rate(turns: u64, mut run: impl FnMut(u64) -> Result<Cost>) -> Result<f64> {
    let short = run(turns / SHORT)?;
    let long = run(turns)?;
    let instructions = (long.instructions - short.instructions) as f64;
    Ok(instructions / (long.seconds - short.seconds) / 1e6)
}

fn assemble(folder: &Path, program: &Program, turns: u64) -> Result<PathBuf> {
    let bits = program.xlen.bits();
    let name = format!("{}-{bits}-{turns}", program.name);
    let (object, elf) = (folder.join(format!("{name}.o")), folder.join(&name));
    if elf.exists() {
        return Ok(elf);
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs");
    let source = source.join(format!("{}.S", program.source));
    let mut assembler = Command::new("llvm-mc-19");
    assembler
        .arg(format!("--triple=riscv{bits}"))
        .args(["-mattr=+m,+zkne,+zknd,+zknh", "--filetype=obj"]);
    assembler.arg(format!("--defsym=WIDE={}", u8::from(program.xlen == Xlen::Rv64)));
    assembler.arg(format!("--defsym=ZKNH={}", u8::from(program.zknh)));
    assembler.arg(format!("--defsym=ITERATIONS={turns}")).arg("-o").arg(&object).arg(source);
    call(&mut assembler)?;
    call(Command::new("ld.lld-19").arg("-o").arg(&elf).arg(&object))?;
    Ok(elf)
}

fn call(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

/// The cost and the exit code.
fn simulate(elf: &Path, how: How) -> Result<(Cost, u64)> {
    let image = Image::parse(&std::fs::read(elf)?)?;
    let tier_limit = how.tier_limit();
    let mut sim = Sim::new(Config { tier_limit, ..Config::new(image.xlen()) });
    image.load(sim.mem_mut())?;
    sim.set_pc(image.entry());
    let before = cpu_seconds(Whose::Own)?;
    let mut sum = 0_u64;
    let stop = match how {
        How::Decoded | How::Threaded | How::Native => sim.run(u64::MAX),
        How::Recorded | How::NativeRecorded => sim.run_recorded(u64::MAX, |records| {
            std::hint::black_box(records);
        }),
        How::Traced | How::NativeTraced => sim.run_traced(u64::MAX, |commit| {
            sum = sum.wrapping_add(commit.pc ^ commit.rd.map_or(0, |(_, value)| value));
        }),
    };
    std::hint::black_box(sum);
    let seconds = cpu_seconds(Whose::Own)? - before;
    match stop {
        Stop::Trap(trap) if trap.cause == Cause::EcallFromM && sim.x(17) == 93 => {
            Ok((Cost { instructions: sim.instructions(), seconds }, sim.x(10)))
        }
        other => Err(format!("{}: stopped by {other:?}", elf.display()).into()),
    }
}

/// Instructions of one turn, after checking that QEMU and the simulator end a short run with the same exit code.
fn turn_length(folder: &Path, program: &Program) -> Result<u64> {
    let (once, code) = simulate(&assemble(folder, program, 1000)?, How::Threaded)?;
    let (twice, _) = simulate(&assemble(folder, program, 2000)?, How::Decoded)?;
    let status = qemu(folder, program, 1000)?;
    if status.code().map(i64::from) != Some(code as i64) {
        return Err(format!("{}: exit code {code} here, QEMU says {status}", program.name).into());
    }
    Ok((twice.instructions - once.instructions) / 1000)
}

fn run_qemu(folder: &Path, program: &Program, turns: u64) -> Result<Cost> {
    // A run of ours to count these would take minutes.
    let instructions = turns * turn_length(folder, program)?;
    let before = cpu_seconds(Whose::Children)?;
    qemu(folder, program, turns)?;
    Ok(Cost { instructions, seconds: cpu_seconds(Whose::Children)? - before })
}

fn qemu(folder: &Path, program: &Program, turns: u64) -> Result<ExitStatus> {
    let elf = assemble(folder, program, turns)?;
    let bits = program.xlen.bits();
    let mut qemu = Command::new(format!("qemu-riscv{bits}"));
    qemu.arg("-cpu").arg(format!("rv{bits},zkne=true,zknd=true,zknh=true")).arg(&elf);
    Ok(qemu.status().map_err(|error| format!("qemu-riscv{bits}: {error}"))?)
}

#[derive(Clone, Copy)]
enum Whose {
    Own,
    Children,
}

/// CPU time, user and system, of this process or of the children it waited for.
fn cpu_seconds(whose: Whose) -> Result<f64> {
    /// Linux counts in hundredths here whatever the kernel's own clock.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The second field is a name in parentheses that may hold spaces; utime is field 14.
    let (_, fields) = stat.rsplit_once(") ").ok_or("/proc/self/stat has no name")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let first = match whose {
        Whose::Own => 11,
        Whose::Children => 13,
    };
    Ok((fields[first].parse::<f64>()? + fields[first + 1].parse::<f64>()?) / TICKS)
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
