//! Every primitive in SMT-LIB and in SystemVerilog against [`semantics::bits`]: alone, on edges and random
//! values, and in graphs, where what stands around an expression could change it.

use crate::{
    bench::{self, Bench, Device},
    solver,
};
use export::{
    circuit::{Circuit, Port},
    smt2, sv,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use semantics::{
    bits::{Arg, MAX_WIDTH, Op, Val},
    dag::{Arena, Dag},
    domain::{Bv, Domain as _},
    gf256,
};
use std::fmt::Write as _;

/// Narrow ones, those of registers and of their products, and what is beside them.
const WIDTHS: [u32; 17] = [1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 64, 65, 127, 128, 129, 256, 257];

fn apply<'a>(dom: Dag<'a>, op: Op, width: u32, args: &[Bv<Dag<'a>>]) -> Bv<Dag<'a>> {
    let args: Vec<_> = args.iter().map(|v| Arg { raw: v.raw(), width: v.width() }).collect();
    Bv::from_raw(dom, width, dom.app(op, width, &args[..op.arity()]))
}

/// Every operation that words of a width can have, on `a`, `b` and the bit `c`.
fn primitives<'a>(dom: Dag<'a>, width: u32) -> Vec<Bv<Dag<'a>>> {
    let (a, b, c) = (dom.var(width, "a"), dom.var(width, "b"), dom.var(1, "c"));
    let mut all: Vec<_> = Op::WORDS.iter().map(|&op| apply(dom, op, width, &[a, b])).collect();
    all.extend(Op::TRUTHS.iter().map(|&op| apply(dom, op, 1, &[a, b])));
    all.push(apply(dom, Op::Ite, width, &[c, a, b]));
    for lo in [0, width / 3, width / 2, width - 1] {
        all.extend([1, width - lo].map(|wide| apply(dom, Op::Slice { lo }, wide, &[a])));
    }
    for wide in [width, width + 1, 2 * width].into_iter().filter(|&wide| wide <= MAX_WIDTH) {
        all.extend([Op::Zext, Op::Sext].map(|op| apply(dom, op, wide, &[a])));
    }
    if 2 * width <= MAX_WIDTH {
        all.push(apply(dom, Op::Concat, 2 * width, &[a, b]));
    }
    if width == 8 {
        all.push(apply(dom, Op::Lookup(&gf256::SBOX), 8, &[a]));
    }
    all
}

/// Graphs of all operations, each grown by one operation a step out of what is there.
fn graphs<'a>(dom: Dag<'a>, width: u32, rng: &mut ChaCha8Rng) -> Vec<Bv<Dag<'a>>> {
    let mut pick = |n: usize| rng.next_u64() as usize % n;
    let mut graph = |_| {
        let mut words = vec![dom.var(width, "a"), dom.var(width, "b"), Bv::new(dom, width, 5)];
        for _ in 0..24 {
            let (a, b) = (words[pick(words.len())], words[pick(words.len())]);
            words.push(match pick(Op::WORDS.len() + 7) {
                k if k < Op::WORDS.len() => apply(dom, Op::WORDS[k], width, &[a, b]),
                k if k < Op::WORDS.len() + 3 => {
                    apply(dom, Op::TRUTHS[k - Op::WORDS.len()], 1, &[a, b]).sext(width)
                }
                k if k == Op::WORDS.len() + 3 => {
                    let either = a.ult(b) | !b.slt(a) & dom.var(1, "c").bit(0);
                    either.select(a, b)
                }
                k if k == Op::WORDS.len() + 4 && width > 1 => {
                    a.hi(width / 2).concat(b.lo(width - width / 2))
                }
                k if k == Op::WORDS.len() + 5 && width >= 8 => {
                    a.lo(8).lookup(&gf256::SBOX).zext(width)
                }
                _ => a.equals(b).select(b, !a),
            });
        }
        words[words.len() - 1]
    };
    (0..4).map(&mut graph).collect()
}

fn circuit(width: u32) -> Circuit {
    let arena = Arena::default();
    let dom = arena.dom();
    let mut all = primitives(dom, width);
    all.extend(graphs(dom, width, &mut ChaCha8Rng::seed_from_u64(width.into())));
    let port = |name: String, v: Bv<Dag<'_>>| Port { name, width: v.width(), id: v.raw() };
    let inputs = [("a", width), ("b", width), ("c", 1)];
    let inputs = inputs.map(|(name, width)| port(name.into(), dom.var(width, name))).into();
    let outputs = all.into_iter().enumerate().map(|(k, v)| port(format!("o{k}"), v)).collect();
    Circuit { arena, inputs, outputs, loads: None, stores: None, aligned: false }
}

/// Values of the inputs: edges with each other, and random ones.
fn inputs(width: u32, random: usize, rng: &mut ChaCha8Rng) -> Vec<[Val; 3]> {
    let ones = Val::from([u64::MAX; 8]).truncate(width);
    let top = Val::from(std::array::from_fn(|k| {
        if k as u32 == (width - 1) / 64 { 1 << ((width - 1) % 64) } else { 0 }
    }));
    let edges = [0u128, 1, 2, u128::from(width), u128::from(width) - 1].map(Val::from);
    let edges: Vec<Val> = edges.into_iter().chain([ones, top]).map(|v| v.truncate(width)).collect();
    let pairs = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b)));
    let mut all: Vec<(Val, Val)> = pairs.collect();
    let mut any = || Val::from(std::array::from_fn(|_| rng.next_u64())).truncate(width);
    all.extend((0..random).map(|_| (any(), any())));
    all.into_iter().enumerate().map(|(k, (a, b))| [a, b, Val::from(k as u128 % 2)]).collect()
}

fn value<'v>(values: &'v [Val; 3]) -> impl Fn(&str) -> Val + 'v {
    |name| values[["a", "b", "c"].iter().position(|known| *known == name).expect("a name")]
}

#[test]
fn every_operation_means_in_systemverilog_what_it_means_here() {
    let circuits: Vec<(u32, Circuit)> =
        WIDTHS.iter().map(|&width| (width, circuit(width))).collect();
    let name = |width: u32| format!("primitives_{width}");
    let source: String = circuits.iter().map(|(width, c)| sv::body(&name(*width), c)).collect();
    // The two words have the ends of the seed; wide ones share its middle.
    let place = |width: u32| bench::FREE - width;
    let devices: Vec<Device> = circuits
        .iter()
        .map(|(width, c)| Device {
            module: name(*width),
            inputs: vec![
                ("a".into(), format!("seed[{}:0]", width - 1)),
                ("b".into(), format!("seed[{}:{}]", bench::FREE - 1, place(*width))),
                ("c".into(), "seed[190]".into()),
            ],
            outputs: c.outputs.iter().map(|port| (port.name.clone(), port.width)).collect(),
            when: Vec::new(),
        })
        .collect();
    let mut bench = Bench::new(&source, &devices);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (k, (width, circuit)) in circuits.iter().enumerate() {
        for values in inputs(*width, bench::cases(300) as usize, &mut rng) {
            let mut limbs = [0; 6];
            put(&mut limbs, 0, values[0]);
            put(&mut limbs, place(*width), values[1]);
            if values[2] == Val::from(1) {
                limbs[2] |= 1 << (190 - 128);
            }
            let seed = bench::whole(limbs);
            let seen = [
                bench::bits(&seed, 0, *width),
                bench::bits(&seed, place(*width), *width),
                bench::bits(&seed, 190, 1),
            ];
            let at = circuit.arena.eval(value(&seen));
            let expected = circuit.outputs.iter().enumerate();
            let expected =
                expected.fold(0, |all, (n, port)| all ^ bench::rotated(at(port.id), k, n));
            let got = bench.digest(&seed, Some(k));
            assert_eq!(got, expected, "{width} bits: {seen:x?}");
        }
    }
}

fn put(limbs: &mut [u64; 6], lo: u32, value: Val) {
    for (k, limb) in value.limbs().into_iter().enumerate() {
        let at = lo as usize / 64 + k;
        if let Some(place) = limbs.get_mut(at) {
            *place |= limb << (lo % 64);
        }
        if let Some(place) = limbs.get_mut(at + 1) {
            *place |= limb.checked_shr(64 - lo % 64).unwrap_or(0);
        }
    }
}

#[test]
fn every_operation_means_in_smt_lib_what_it_means_here() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut scripts = Vec::new();
    for width in WIDTHS {
        let circuit = circuit(width);
        let mut text = smt2::functions("f", &circuit);
        let cases = inputs(width, 20, &mut rng);
        text.text += "(assert (not (and true";
        for values in &cases {
            let at = circuit.arena.eval(value(values));
            let [a, b, c] = [(values[0], width), (values[1], width), (values[2], 1)].map(constant);
            for port in &circuit.outputs {
                let expected = match (port.width, at(port.id) == Val::from(1)) {
                    (1, truth) => truth.to_string(),
                    (width, _) => constant((at(port.id), width)),
                };
                let _ = write!(text.text, "\n  (= (f.{} {a} {b} {c}) {expected})", port.name);
            }
        }
        text.text += ")))\n(check-sat)\n";
        scripts.push((format!("{width}"), text.script()));
    }
    for (name, answer) in solver::answers(&scripts) {
        assert_eq!(answer, "unsat", "{name} bits");
    }
}

fn constant((value, width): (Val, u32)) -> String {
    let bit = |k: u32| value.limbs()[k as usize / 64] >> (k % 64) & 1;
    format!("#b{}", (0..width).rev().map(|k| bit(k).to_string()).collect::<String>())
}
