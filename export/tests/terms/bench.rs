//! A test bench for many combinational modules at once, verilated and driven in process.
//!
//! All modules get their inputs from one seed of 512 bits, and all their outputs go into one digest of 128
//! bits, each rotated by another amount: one evaluation compares everything, and a single wrong bit
//! shows. Then each module is asked alone.

use rtl_harness::{BuildOptions, MAX_CSRS, Model, OpIndex, Request, Unit, UnitDescription};
use semantics::{bits::Val, insns::Insn};
use std::{fmt::Write as _, fs, path::Path, time::Duration};

/// A module in the bench.
pub(crate) struct Device {
    /// Its name.
    pub(crate) module: String,
    /// Connections of its inputs: port and expression, in which `seed` is the seed.
    pub(crate) inputs: Vec<(String, String)>,
    /// Its outputs and their widths.
    pub(crate) outputs: Vec<(String, u32)>,
    /// The outputs count while this expression over the outputs is 1; written with `OUT.` before their names.
    pub(crate) when: Vec<(String, String)>,
}

/// The bits of the seed that do not depend on others.
pub(crate) const FREE: u32 = 384;

/// A random seed, or one of corner values for words of `xlen` bits.
pub(crate) fn seed(xlen: u32, mut next: impl FnMut() -> u64) -> [u64; 8] {
    let ones = u64::MAX;
    let corners = [0, 1, ones, 1 << (xlen.min(64) - 1), ones >> 1, 0x7fff_ffff, 0x8000_0000];
    let mut limbs = [0u64; 6];
    for limb in &mut limbs {
        let kind = next() % 4;
        let mut corner = || corners[(next() % corners.len() as u64) as usize];
        *limb = match (kind, xlen) {
            (0, 32) => corner() & 0xffff_ffff | corner() << 32,
            (0, _) => corner(),
            _ => next(),
        };
    }
    // Equal words are a corner of their own.
    match next() % 16 {
        0 => limbs[1] = limbs[0],
        1 => (limbs[2], limbs[3]) = (limbs[0], limbs[1]),
        _ => {}
    }
    whole(limbs)
}

/// What the bench makes of its six independent words.
pub(crate) fn whole(limbs: [u64; 6]) -> [u64; 8] {
    let [a, b, c, d, e, f] = limbs;
    [a, b, c, d, e, f, !a ^ d.rotate_left(7), b.rotate_left(13) ^ c]
}

/// Some bits of a seed.
pub(crate) fn bits(seed: &[u64; 8], lo: u32, width: u32) -> Val {
    let limb = |k: usize| seed.get(k).copied().unwrap_or(0);
    let (skip, by) = (lo as usize / 64, lo % 64);
    let shifted = std::array::from_fn(|k| match by {
        0 => limb(k + skip),
        _ => limb(k + skip) >> by | limb(k + skip + 1) << (64 - by),
    });
    Val::from(shifted).truncate(width)
}

/// A value's part in the digest.
pub(crate) fn rotated(value: Val, device: usize, output: usize) -> u128 {
    let limbs = value.limbs();
    let folded = limbs.chunks(2).map(|pair| u128::from(pair[0]) | u128::from(pair[1]) << 64);
    folded.fold(0, |all, part| all ^ part).rotate_left(amount(device, output))
}

fn amount(device: usize, output: usize) -> u32 {
    (device as u32 * 29 + output as u32 * 11) % 128
}

/// The top module.
fn top(devices: &[Device]) -> String {
    let mut text = String::from(
        "module bench (
    input  wire [127:0] a_i,
    input  wire [127:0] b_i,
    input  wire [31:0] c0_i,
    input  wire [31:0] c1_i,
    input  wire [31:0] c2_i,
    input  wire [31:0] c3_i,
    input  wire [15:0] only_i,
    output wire [127:0] digest_o
);
    wire [511:0] seed;
    assign seed[383:0] = {c3_i, c2_i, c1_i, c0_i, b_i, a_i};
    assign seed[447:384] = ~a_i[63:0] ^ {b_i[120:64], b_i[127:121]};
    assign seed[511:448] = {a_i[114:64], a_i[127:115]} ^ b_i[63:0];
    wire unused = &{1'b0, seed};
",
    );
    for (k, device) in devices.iter().enumerate() {
        let mut ports: Vec<String> =
            device.inputs.iter().map(|(port, bits)| format!(".{port}({bits})")).collect();
        let mut sum = Vec::new();
        for (n, (port, width)) in device.outputs.iter().enumerate() {
            let range = if *width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
            let _ = writeln!(text, "    wire {range}d{k}_{port};");
            ports.push(format!(".{port}(d{k}_{port})"));
            let condition = device.when.iter().find(|when| when.0 == *port);
            let condition = condition.map(|when| when.1.replace("OUT.", &format!("d{k}_")));
            let condition = condition.unwrap_or("1'b1".into());
            let _ = writeln!(
                text,
                "    wire [511:0] e{k}_{n} = {condition} ? 512'(d{k}_{port}) : 512'd0;"
            );
            let _ = writeln!(
                text,
                "    wire [127:0] f{k}_{n} = e{k}_{n}[127:0] ^ e{k}_{n}[255:128] ^ e{k}_{n}[383:256] ^ e{k}_{n}[511:384];"
            );
            let by = amount(k, n);
            sum.push(match by {
                0 => format!("f{k}_{n}"),
                _ => format!("{{f{k}_{n}[{}:0], f{k}_{n}[127:{}]}}", 127 - by, 128 - by),
            });
        }
        let _ = writeln!(text, "    {} d{k} ({});", device.module, ports.join(", "));
        let _ = writeln!(
            text,
            "    wire [127:0] g{k} = (only_i == 0 || only_i == 16'd{}) ? {} : 128'd0;",
            k + 1,
            sum.join(" ^ ")
        );
    }
    let all: Vec<String> = (0..devices.len()).map(|k| format!("g{k}")).collect();
    let _ = writeln!(text, "    assign digest_o = {};\nendmodule", all.join("\n        ^ "));
    text
}

/// The bench, running.
pub(crate) struct Bench {
    unit: Unit,
    all: OpIndex,
    each: Vec<OpIndex>,
}

impl Bench {
    /// Verilates `source`, which has the modules, with the bench around them.
    pub(crate) fn new(source: &str, devices: &[Device]) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), source, devices);
        let op = |k: usize| {
            format!(
                "[ops.d{k}]\ndrive = {{ only_i = {k} }}\nfields = {{ c0 = \"c0_i\", c1 = \"c1_i\", c2 = \"c2_i\", c3 = \"c3_i\" }}\n"
            )
        };
        let ops: String = (0..=devices.len()).map(op).collect();
        let text = format!(
            "top = \"bench\"\nsources = [\"modules.sv\", \"bench.sv\"]\nxlen = [128]\nparameters = {{}}\n[handshake]\nkind = \"combinational\"\n[ports]\nrs1 = \"a_i\"\nrs2 = \"b_i\"\nrd = \"digest_o\"\n{ops}"
        );
        let path = folder.path().join("unit.toml");
        fs::write(&path, text).unwrap();
        let description = UnitDescription::load(&path).unwrap();
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rtl-cache");
        let options =
            BuildOptions { time_limit: Duration::from_secs(3000), ..BuildOptions::new(cache) };
        let model =
            Model::build(&description, 128, &options).unwrap_or_else(|error| panic!("{error}"));
        let index = |k: usize| model.op(&format!("d{k}")).unwrap();
        let each = (1..=devices.len()).map(index).collect();
        Bench { unit: model.unit(), all: index(0), each }
    }
    /// The digest of all modules, or of one.
    pub(crate) fn digest(&mut self, seed: &[u64; 8], only: Option<usize>) -> u128 {
        let wide = |k: usize| u128::from(seed[k]) | u128::from(seed[k + 1]) << 64;
        let fields =
            [seed[4] as u32, (seed[4] >> 32) as u32, seed[5] as u32, (seed[5] >> 32) as u32];
        let op = only.map_or(self.all, |k| self.each[k]);
        let (rs1, rs2) = (wide(0), wide(2));
        let request = Request { op, rs1, rs2, rs3: 0, csrs: [0; MAX_CSRS], fields };
        self.unit.execute(&request).unwrap().rd
    }
}

/// The sources of a bench.
pub(crate) fn write(folder: &Path, source: &str, devices: &[Device]) {
    fs::write(folder.join("modules.sv"), source).unwrap();
    fs::write(folder.join("bench.sv"), top(devices)).unwrap();
}

/// What Verilator's linter says of these modules; nothing when it is content.
pub(crate) fn lint(source: &str, devices: &[Device]) -> String {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), source, devices);
    let root =
        toolbox::find(toolbox::Tool::Verilator).unwrap_or_else(|missing| panic!("{missing}"));
    let output = std::process::Command::new(root.path.join("bin/verilator"))
        .env("VERILATOR_ROOT", &root.path)
        .args(["--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", "bench"])
        .args(["modules.sv", "bench.sv"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// So many modules are compiled together: compilers take longer than twice as long for twice as many.
pub(crate) const AT_ONCE: usize = 40;

/// Every op, or one in so many.
pub(crate) fn some(all: bool) -> impl Iterator<Item = Insn> {
    Insn::all().iter().copied().filter(move |insn| all || insn.index() % 9 == 3)
}

/// How many cases: `RVASSAY_CASES`, or a slice.
pub(crate) fn cases(slice: u64) -> u64 {
    std::env::var("RVASSAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(slice)
}
