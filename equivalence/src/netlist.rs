//! A module as Yosys writes it in JSON, flat and made of gates and flip-flops.

use crate::{
    aig::{Aig, Lit},
    words::Word,
};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// What a module cannot be proved for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetlistError {
    /// Not what Yosys writes.
    #[error("Yosys wrote no netlist that can be read: {0}")]
    Json(String),
    /// A latch, or another cell that is neither gate nor flip-flop.
    #[error("the RTL has a cell that is neither a gate nor a flip-flop: {kind}")]
    Cell {
        /// Its type.
        kind: String,
    },
    /// A flip-flop that the described clock does not drive.
    #[error("a flip-flop of the RTL is not clocked by the rising edge of `{clock}`")]
    Clock {
        /// The port.
        clock: String,
    },
    /// A flip-flop where the description has no clock.
    #[error("the unit is described as combinational, and its RTL has {count} flip-flops")]
    FlipFlops {
        /// How many bits.
        count: usize,
    },
    /// Gates that feed themselves.
    #[error("the RTL has a combinational loop")]
    Loop,
    /// A port that is not there.
    #[error("the RTL has no port `{port}` of {width} bits")]
    Port {
        /// Its name.
        port: String,
        /// As described.
        width: usize,
    },
}

#[derive(Deserialize)]
struct File {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, JsonPort>,
    cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
struct JsonPort {
    direction: String,
    bits: Vec<Net>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<Net>>,
}

/// A net by its number, or a constant.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
enum Net {
    Number(usize),
    Constant(String),
}

#[derive(Clone, Debug)]
struct Gate {
    a: Net,
    /// None for an inverter.
    b: Option<Net>,
    y: usize,
}

/// A module: outputs and the next state as functions of inputs and state.
#[derive(Clone, Debug)]
pub(crate) struct Netlist {
    ports: BTreeMap<String, (bool, Vec<Net>)>,
    /// Sorted: arguments first.
    gates: Vec<Gate>,
    /// Next state and output of every flip-flop.
    flops: Vec<(Net, usize)>,
}

/// What a module shows in a cycle.
pub(crate) struct Step {
    values: HashMap<usize, Lit>,
    /// The state after the clock edge.
    pub(crate) next: Word,
}

impl Netlist {
    pub(crate) fn parse(json: &[u8], clock: Option<&str>) -> Result<Self, NetlistError> {
        let file: File =
            serde_json::from_slice(json).map_err(|e| NetlistError::Json(e.to_string()))?;
        let module = file.modules.into_values().next();
        let module = module.ok_or_else(|| NetlistError::Json("no module".into()))?;
        let clock_net =
            clock.and_then(|clock| module.ports.get(clock)).and_then(|port| port.bits.first());
        let mut gates = Vec::new();
        let mut flops = Vec::new();
        for cell in module.cells.into_values() {
            let pin = |name: &str| cell.connections.get(name).and_then(|nets| nets.first());
            let number = |name| match pin(name) {
                Some(Net::Number(net)) => Some(*net),
                _ => None,
            };
            let bad = || NetlistError::Cell { kind: cell.kind.clone() };
            let net = |name| pin(name).cloned().ok_or_else(bad);
            match cell.kind.as_str() {
                "$_AND_" => gates.push(Gate {
                    a: net("A")?,
                    b: Some(net("B")?),
                    y: number("Y").ok_or_else(bad)?,
                }),
                "$_NOT_" => {
                    gates.push(Gate { a: net("A")?, b: None, y: number("Y").ok_or_else(bad)? });
                }
                "$_DFF_P_" if clock.is_none() || pin("C") == clock_net => {
                    flops.push((net("D")?, number("Q").ok_or_else(bad)?));
                }
                "$_DFF_P_" | "$_DFF_N_" => {
                    let clock = clock.unwrap_or_default().to_owned();
                    return Err(NetlistError::Clock { clock });
                }
                // A value that the RTL leaves open: an undriven net.
                "$anyseq" => {}
                _ => return Err(bad()),
            }
        }
        if clock.is_none() && !flops.is_empty() {
            return Err(NetlistError::FlipFlops { count: flops.len() });
        }
        let ports = module.ports.into_iter();
        let ports = ports.map(|(name, p)| (name, (p.direction == "input", p.bits))).collect();
        Ok(Netlist { ports, gates: sorted(&gates)?, flops })
    }

    /// Bits of state.
    pub(crate) fn state(&self) -> usize {
        self.flops.len()
    }

    /// Checks that a port is there.
    pub(crate) fn check(
        &self,
        port: &str,
        input: bool,
        width: Option<usize>,
    ) -> Result<usize, NetlistError> {
        let found = self
            .ports
            .get(port)
            .filter(|(is, bits)| *is == input && width.is_none_or(|width| width == bits.len()));
        found
            .map(|(_, bits)| bits.len())
            .ok_or_else(|| NetlistError::Port { port: port.into(), width: width.unwrap_or(1) })
    }

    /// One cycle. Every input gets the word that `input` gives for it; what the RTL leaves open, and an
    /// input without a word, gets new inputs of the graph.
    pub(crate) fn step(
        &self,
        aig: &mut Aig,
        state: &[Lit],
        mut input: impl FnMut(&mut Aig, &str, usize) -> Option<Word>,
    ) -> Step {
        let mut values: HashMap<usize, Lit> = HashMap::with_capacity(self.gates.len());
        for (name, (is_input, bits)) in &self.ports {
            if !is_input {
                continue;
            }
            if let Some(word) = input(aig, name, bits.len()) {
                for (net, lit) in bits.iter().zip(word) {
                    if let Net::Number(net) = net {
                        values.insert(*net, lit);
                    }
                }
            }
        }
        for ((_, q), &lit) in self.flops.iter().zip(state) {
            values.insert(*q, lit);
        }
        for gate in &self.gates {
            let a = read(aig, &mut values, &gate.a);
            let y = match &gate.b {
                Some(b) => {
                    let b = read(aig, &mut values, b);
                    aig.and(a, b)
                }
                None => !a,
            };
            values.insert(gate.y, y);
        }
        let next = self.flops.iter().map(|(d, _)| read(aig, &mut values, d)).collect();
        Step { values, next }
    }

    /// An output in a cycle.
    pub(crate) fn output(&self, aig: &mut Aig, step: &mut Step, port: &str) -> Word {
        let bits = self.ports.get(port).map_or(&[][..], |(_, bits)| bits);
        bits.iter().map(|net| read(aig, &mut step.values, net)).collect()
    }
}

/// The value of a net; an open one becomes an input.
fn read(aig: &mut Aig, values: &mut HashMap<usize, Lit>, net: &Net) -> Lit {
    match net {
        Net::Number(net) => *values.entry(*net).or_insert_with(|| aig.input()),
        Net::Constant(text) => match text.as_str() {
            "0" => Lit::FALSE,
            "1" => Lit::TRUE,
            _ => aig.input(),
        },
    }
}

/// Gates in an order in which arguments come first.
fn sorted(gates: &[Gate]) -> Result<Vec<Gate>, NetlistError> {
    let driver: HashMap<usize, usize> = gates.iter().enumerate().map(|(k, g)| (g.y, k)).collect();
    let arguments = |gate: &Gate| -> Vec<usize> {
        let nets = [Some(&gate.a), gate.b.as_ref()];
        let number = |net: &Net| match net {
            Net::Number(net) => driver.get(net).copied(),
            Net::Constant(_) => None,
        };
        nets.into_iter().flatten().filter_map(number).collect()
    };
    // Not seen, on the path, done.
    let mut mark = vec![0u8; gates.len()];
    let mut order = Vec::with_capacity(gates.len());
    for start in 0..gates.len() {
        let mut stack = vec![start];
        while let Some(&top) = stack.last() {
            match mark[top] {
                0 => {
                    mark[top] = 1;
                    for argument in arguments(&gates[top]) {
                        match mark[argument] {
                            0 => stack.push(argument),
                            1 => return Err(NetlistError::Loop),
                            _ => {}
                        }
                    }
                }
                1 => {
                    mark[top] = 2;
                    order.push(top);
                    stack.pop();
                }
                _ => {
                    stack.pop();
                }
            }
        }
    }
    Ok(order.into_iter().map(|k| gates[k].clone()).collect())
}
