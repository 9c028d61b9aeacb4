//! Reference modules against the specification in the concrete domain, many in one bench.

use crate::bench::{self, Bench, Device};
use export::{
    circuit::{Circuit, Port},
    subject::Subject,
    sv,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use semantics::{
    bits::Val,
    domain::{Bv, Concrete},
    insns::Insn,
    spec::{Operands, Reg, Slot},
    symbolic::Recorder,
};

/// An op in the bench.
struct Row {
    insn: Insn,
    subject: Subject<'static>,
    circuit: Circuit,
    /// Where its inputs are in the seed: for each of the circuit, its first bit.
    places: Vec<u32>,
}

impl Row {
    /// What an input has of a seed; nothing where the op has no such input.
    fn input(&self, seed: &[u64; 8], name: &str) -> Val {
        let port = self.circuit.inputs.iter().zip(&self.places).find(|(port, _)| port.name == name);
        port.map_or(Val::from(0), |(port, at)| bench::bits(seed, *at, port.width))
    }
}

/// Those that have a function on a width.
fn rows(xlen: u32, all: &[Insn]) -> Vec<Row> {
    let of = |&insn: &Insn| {
        let subject = Subject::of(insn, xlen)?;
        let circuit = Circuit::new(&subject).ok()?;
        let places = places(&circuit);
        Some(Row { insn, subject, circuit, places })
    };
    all.iter().filter_map(of).collect()
}

/// Where the inputs of a circuit are in the seed: words of register width first.
fn places(circuit: &Circuit) -> Vec<u32> {
    let inputs = &circuit.inputs;
    let mut order: Vec<usize> = (0..inputs.len()).collect();
    order.sort_by_key(|k| std::cmp::Reverse(inputs[*k].width));
    let mut places = vec![0; inputs.len()];
    let mut at = 0;
    for k in order {
        places[k] = at;
        at += inputs[k].width;
    }
    places
}

fn device(row: &Row) -> Device {
    let inputs = row.circuit.inputs.iter().zip(&row.places);
    let inputs =
        inputs.map(|(port, at)| (port.name.clone(), format!("seed[{}:{at}]", at + port.width - 1)));
    let outputs = &row.circuit.outputs;
    // Where operands are reserved, what else it gives is anybody's.
    let legal = |port: &Port| (port.name.clone(), "!OUT.trap".to_owned());
    let guarded = row.circuit.output("trap").is_some() && row.circuit.output("cause").is_none();
    let guarded = outputs.iter().filter(|port| guarded && port.name != "trap");
    Device {
        module: sv::module_name(&row.subject),
        inputs: inputs.collect(),
        outputs: outputs.iter().map(|port| (port.name.clone(), port.width)).collect(),
        when: guarded.map(legal).collect(),
    }
}

fn source(rows: &[Row]) -> (String, Vec<Device>) {
    let source = rows.iter().map(|row| sv::module(&row.subject).unwrap()).collect();
    (source, rows.iter().map(device).collect())
}

/// What the specification gives: the outputs of the circuit by name, without those that do not count.
fn specified<const XLEN: u32, const L: usize>(
    row: &Row,
    input: impl Fn(&str) -> Val,
) -> Vec<(&'static str, Val)> {
    let word = |name: &str| resize::<8, L>(input(name));
    let value = |name: &str| Bv::from_raw(Concrete::<L>, XLEN, word(name));
    let enc = row.subject.enc;
    let mut operands =
        Operands { rd: Reg(5), rs1: Reg(6), rs2: Reg(7), rs3: Reg(28), ..Operands::default() };
    operands.bs = input("bs").low() as u32;
    operands.rnum = input("rnum").low() as u32;
    // One that a CSR instruction reads, and whose number no circuit has in it.
    let csr = enc.has(Slot::Csr);
    if let Some(imm) = row.circuit.input("imm") {
        let (parts, signed) = enc.operand(Slot::Imm);
        let bottom = parts.iter().map(|part| part.2).min().unwrap_or(0);
        let raw = (input("imm").low() as u32) << bottom;
        let unused = 32 - (imm.width + bottom).min(32);
        operands.imm = if signed > 0 { ((raw << unused) as i32) >> unused } else { raw as i32 };
    }
    if (row.subject.reserved)(&operands) {
        return vec![("trap", Val::from(1))];
    }
    let mut h = Recorder::<Concrete<L>, XLEN>::new(Concrete, value("pc"), enc.len);
    let before = Bv::new(Concrete, XLEN, 0x5a);
    for (reg, v) in [(5, before), (6, value("rs1")), (7, value("rs2")), (28, value("rs3"))] {
        semantics::hart::Hart::set_x(&mut h, Reg(reg), v);
    }
    h.memory = Some(value("mem_rdata"));
    h.reserved = Some(Bv::from_raw(Concrete::<L>, 1, word("reserved")).bit(0));
    for port in &row.circuit.inputs {
        let number = match port.name.as_str() {
            "csr" => Some(0),
            name => name.strip_prefix("csr_").and_then(|n| u32::from_str_radix(n, 16).ok()),
        };
        h.csrs.extend(number.map(|number| (number, value(&port.name))));
    }
    // Not to write a CSR and to write what it held is one to a function.
    operands.imm = if csr && operands.imm == 0 { 1 } else { operands.imm };
    h.imm = csr
        .then(|| Bv::new(Concrete, XLEN, input("imm").low()))
        .filter(|_| row.circuit.input("imm").is_some());
    row.insn.exec(&mut h, &operands);
    let rd = semantics::hart::Hart::x(&h, Reg(5));
    let one = |bit: semantics::domain::Bit<Concrete<L>>| bit.bv().raw();
    let mut gives: Vec<(&'static str, Val<L>)> = Vec::new();
    for port in &row.circuit.outputs {
        let jump = || h.jump.expect("it jumps");
        let access = || h.load.or(h.store).expect("it has an access");
        let (name, v): (&'static str, Val<L>) = match port.name.as_str() {
            "rd" => ("rd", rd.raw()),
            "taken" => ("taken", one(jump().0)),
            "target" => ("target", jump().1.raw()),
            "mem_addr" => ("mem_addr", access().addr.raw()),
            "mem_wdata" => ("mem_wdata", h.store.expect("it stores").data.raw()),
            "mem_write" => ("mem_write", one(h.condition.expect("on a condition"))),
            "trap" => ("trap", Val::from(u128::from(h.raised.is_some()))),
            "cause" => ("cause", Val::from(h.raised.expect("it raises").0 as u128)),
            "tval" => ("tval", h.raised.expect("it raises").1.raw()),
            "defined" => {
                let (rs1, rs2) = (input("rs1").low(), input("rs2").low());
                ("defined", Val::from(u128::from(row.insn.inputs().hold(rs1, rs2))))
            }
            name => {
                let number = match name.strip_suffix("_wdata") {
                    Some("csr") => 0,
                    Some(csr) => u32::from_str_radix(&csr[4..], 16).expect("a number"),
                    None => panic!("{} has an output {name}", row.subject.name),
                };
                let value = h.csrs.iter().find(|csr| csr.0 == number).expect("it is written");
                (CSRS.iter().find(|csr| **csr == name).expect("in the list"), value.1.raw())
            }
        };
        gives.push((name, v));
    }
    gives.into_iter().map(|(name, v)| (name, resize(v))).collect()
}

/// The names of outputs that are CSRs.
const CSRS: &[&str] = &["csr_wdata", "csr_300_wdata"];

fn resize<const A: usize, const B: usize>(value: Val<A>) -> Val<B> {
    let limbs = value.limbs();
    Val::from(std::array::from_fn(|k| limbs.get(k).copied().unwrap_or(0)))
}

fn agree<const XLEN: u32, const L: usize>() {
    let cases = bench::cases(SLICE);
    let wanted: Vec<Insn> = bench::some(cases > SLICE).collect();
    let chunks = wanted.chunks(bench::AT_ONCE);
    let modules: usize = chunks.map(|insns| compare::<XLEN, L>(insns, cases)).sum();
    println!("RV{XLEN}: {modules} modules, {cases} cases each");
}

fn compare<const XLEN: u32, const L: usize>(all: &[Insn], cases: u64) -> usize {
    let rows = rows(XLEN, all);
    if rows.is_empty() {
        return 0;
    }
    let (source, devices) = source(&rows);
    let mut bench = Bench::new(&source, &devices);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for case in 0..cases {
        let seed = bench::seed(XLEN, || rng.next_u64());
        let expected = |k: usize| {
            let row = &rows[k];
            let gives = specified::<XLEN, L>(row, |name| row.input(&seed, name));
            let part = |(name, value): (&str, Val)| {
                let n = row.circuit.outputs.iter().position(|port| port.name == name);
                bench::rotated(value, k, n.expect("an output"))
            };
            gives.into_iter().map(part).fold(0, |all, part| all ^ part)
        };
        let digests: Vec<u128> = (0..rows.len()).map(expected).collect();
        if bench.digest(&seed, None) != digests.iter().fold(0, |all, one| all ^ one) {
            for (k, row) in rows.iter().enumerate() {
                let got = bench.digest(&seed, Some(k));
                assert_eq!(got, digests[k], "{:?}, case {case}: seed {seed:x?}", row.subject);
            }
            panic!("the digest of all modules on RV{XLEN} is wrong, case {case}");
        }
    }
    rows.len()
}

const SLICE: u64 = 2000;

#[test]
fn rv32() {
    agree::<32, 2>();
}

#[test]
fn rv64() {
    agree::<64, 4>();
}

#[test]
fn rv128() {
    agree::<128, 8>();
}

#[test]
fn no_linter_has_a_complaint() {
    for xlen in [32, 64, 128] {
        let (source, devices) = source(&rows(xlen, Insn::all()));
        assert_eq!(bench::lint(&source, &devices), "", "RV{xlen}");
    }
}
