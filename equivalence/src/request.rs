//! A request on variables: what the unit is shown, and what the specification says of it.

use crate::{
    EquivalenceError,
    aig::{Aig, Lit},
    netlist::Netlist,
    terms,
    words::Word,
};
use export::{circuit::Circuit, subject::Subject};
use rtl_harness::{Control, MAX_CSRS, MAX_FIELDS, OpDescription, UnitDescription};
use semantics::{
    inputs::{Allowed, Inputs},
    insns::Insn,
    spec::{Slot, Timing},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// An op of a unit beside the instruction that it claims to be.
pub(crate) struct Op<'u> {
    pub(crate) described: &'u OpDescription,
    pub(crate) insn: Insn,
    circuit: Circuit,
    /// The inputs of the circuit that the fields of the description are.
    fields: Vec<&'static str>,
}

/// Words on the operands, fields and control ports of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Symbolic {
    /// By place in [`UnitDescription::operands`].
    operands: BTreeMap<usize, Word>,
    fields: Vec<Word>,
    /// By port.
    pub(crate) ports: BTreeMap<String, Word>,
}

/// A request with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Concrete {
    /// The op.
    pub op: String,
    /// Its first source register.
    #[serde(serialize_with = "hex")]
    pub rs1: u128,
    /// Its second.
    #[serde(serialize_with = "hex")]
    pub rs2: u128,
    /// Its third.
    #[serde(serialize_with = "hex")]
    pub rs3: u128,
    /// The control and status registers of the description, in its order.
    #[serde(serialize_with = "hexes")]
    pub csrs: [u128; MAX_CSRS],
    /// The fields of the op, in the order of their names.
    pub fields: Vec<(String, u32)>,
}

/// Numbers of up to 128 bits are text in JSON, which has no such numbers.
fn hex<S: serde::Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{value:#x}"))
}

fn hexes<S: serde::Serializer>(values: &[u128; MAX_CSRS], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(|value| format!("{value:#x}")))
}

impl std::fmt::Display for Concrete {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Concrete { op, rs1, rs2, rs3, csrs, fields } = self;
        write!(f, "{op} rs1={rs1:#x} rs2={rs2:#x}")?;
        if *rs3 != 0 {
            write!(f, " rs3={rs3:#x}")?;
        }
        for (k, value) in csrs.iter().enumerate().filter(|(_, value)| **value != 0) {
            write!(f, " csr{k}={value:#x}")?;
        }
        fields.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// The inputs of a circuit that are ports of operands, by their places.
fn place(description: &UnitDescription, input: &str) -> Option<usize> {
    let csr = |number: &str| {
        let number = u32::from_str_radix(number, 16).ok()?;
        description.csrs.iter().position(|(known, _)| *known == number).map(|k| 3 + k)
    };
    let place = match input {
        "rs1" => 0,
        "rs2" => 1,
        "rs3" => 2,
        _ => csr(input.strip_prefix("csr_")?)?,
    };
    description.operands().any(|(at, _)| at == place).then_some(place)
}

impl<'u> Op<'u> {
    /// The op of a unit, when the specification has an instruction of its name that the unit's ports
    /// can be asked for.
    pub(crate) fn new(
        description: &UnitDescription,
        described: &'u OpDescription,
        xlen: u32,
    ) -> Result<Self, EquivalenceError> {
        let name = &described.name;
        let insn = Insn::named(name).filter(|insn| insn.spec().enc(xlen).is_some());
        let unknown = || EquivalenceError::NoInstruction { op: name.clone(), xlen };
        let insn = insn.ok_or_else(unknown)?;
        let subject = Subject::of(insn, xlen).ok_or_else(unknown)?;
        let circuit = Circuit::new(&subject).map_err(|_| unknown())?;
        let no_port = |input: &str| EquivalenceError::NoOperand {
            op: name.clone(),
            operand: input.to_owned(),
        };
        let field = |name: &String| match subject.enc.named_slot(name) {
            Some(Slot::Imm) => Ok("imm"),
            Some(Slot::Bs) => Ok("bs"),
            Some(Slot::Rnum) => Ok("rnum"),
            _ => Err(no_port(name)),
        };
        let fields = described.fields.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        for port in &circuit.inputs {
            if !fields.contains(&port.name.as_str()) && place(description, &port.name).is_none() {
                return Err(no_port(&port.name));
            }
        }
        let known = ["rd", "trap", "defined"];
        match circuit.outputs.iter().find(|port| !known.contains(&port.name.as_str())) {
            Some(port) => {
                Err(EquivalenceError::Effect { op: name.clone(), effect: port.name.clone() })
            }
            None => Ok(Op { described, insn, circuit, fields }),
        }
    }

    /// The time must not depend on operands.
    pub(crate) fn constant_time(&self) -> bool {
        self.insn.spec().timing == Timing::DataIndependent
    }

    /// A request of this op on new variables.
    pub(crate) fn request(
        &self,
        aig: &mut Aig,
        description: &UnitDescription,
        netlist: &Netlist,
        xlen: u32,
    ) -> Result<Symbolic, EquivalenceError> {
        let mut operands: BTreeMap<usize, Word> = description
            .operands()
            .map(|(at, _)| (at, (0..xlen).map(|_| aig.input()).collect()))
            .collect();
        tie(&self.insn.inputs(), &mut operands);
        let mut ports: BTreeMap<String, Word> = BTreeMap::new();
        for (at, port) in description.operands() {
            ports.insert(port.name.clone(), operands[&at].clone());
        }
        let mut fields = vec![Word::new(); self.described.fields.len()];
        for (port, control) in description.controls.iter().zip(&self.described.controls) {
            let width = netlist.check(&port.name, true, None)?;
            let word = match *control {
                Control::Constant(value) => {
                    (0..width).map(|k| Lit::constant(k < 64 && value >> k & 1 == 1)).collect()
                }
                Control::Field(index) => {
                    let name = self.fields[index];
                    let bits = self.circuit.input(name).map_or(0, |port| port.width as usize);
                    if bits > width {
                        return Err(EquivalenceError::NarrowField {
                            op: self.described.name.clone(),
                            port: port.name.clone(),
                            width,
                            needed: bits,
                        });
                    }
                    let word: Word = (0..width)
                        .map(|k| if k < bits { aig.input() } else { Lit::FALSE })
                        .collect();
                    fields[index].clone_from(&word);
                    word
                }
            };
            ports.insert(port.name.clone(), word);
        }
        Ok(Symbolic { operands, fields, ports })
    }

    /// What the specification gives for a request, and whether it says anything of it.
    pub(crate) fn specified(
        &self,
        aig: &mut Aig,
        description: &UnitDescription,
        request: &Symbolic,
    ) -> (Word, Lit) {
        let outputs = terms::outputs(aig, &self.circuit, |name| {
            if let Some(k) = self.fields.iter().position(|field| *field == name) {
                let bits = self.circuit.input(name).map_or(0, |port| port.width as usize);
                return request.fields[k][..bits].to_vec();
            }
            let at = place(description, name).expect("every input has its port");
            request.operands[&at].clone()
        });
        let one = |name: &str, absent| outputs.get(name).map_or(absent, |word| word[0]);
        let says = aig.and(one("defined", Lit::TRUE), !one("trap", Lit::FALSE));
        (outputs["rd"].clone(), says)
    }
}

/// What a condition keeps at 0 is 0 from the start: it makes the graphs smaller.
fn tie(inputs: &Inputs, operands: &mut BTreeMap<usize, Word>) {
    for condition in inputs.0 {
        let at = usize::from(condition.operand == Slot::Rs2);
        let possible = match condition.allowed {
            Allowed::Below(bound) => bound.next_power_of_two() - 1,
            Allowed::OneOf(values) => values.iter().fold(0, |all, value| all | value),
        };
        let Some(word) = operands.get_mut(&at) else { continue };
        for k in condition.lo..=condition.hi {
            if possible >> (k - condition.lo) & 1 == 0 {
                word[k as usize] = Lit::FALSE;
            }
        }
    }
}

/// The number that a word is under an assignment.
pub(crate) fn value(aig: &Aig, word: &[Lit], inputs: &[bool]) -> u128 {
    let mut evaluator = aig.evaluator(word);
    let values: Vec<u64> = evaluator.inputs().iter().map(|&k| u64::from(inputs[k])).collect();
    let bits: Vec<u64> = evaluator.eval(&values).collect();
    bits.iter().enumerate().fold(0, |number, (k, bit)| number | u128::from(bit & 1) << k)
}

impl Symbolic {
    /// The values under an assignment.
    pub(crate) fn concrete(&self, aig: &Aig, op: &OpDescription, inputs: &[bool]) -> Concrete {
        let operand = |at: usize| self.operands.get(&at).map_or(0, |word| value(aig, word, inputs));
        let fields = op.fields.iter().zip(&self.fields);
        Concrete {
            op: op.name.clone(),
            rs1: operand(0),
            rs2: operand(1),
            rs3: operand(2),
            csrs: std::array::from_fn(|k| operand(3 + k)),
            fields: fields
                .map(|(name, word)| (name.clone(), value(aig, word, inputs) as u32))
                .collect(),
        }
    }
}

impl Concrete {
    /// As the harness takes it.
    pub(crate) fn request(&self, op: rtl_harness::OpIndex) -> rtl_harness::Request {
        let mut fields = [0; MAX_FIELDS];
        fields.iter_mut().zip(&self.fields).for_each(|(to, (_, value))| *to = *value);
        let Concrete { rs1, rs2, rs3, csrs, .. } = *self;
        rtl_harness::Request { op, rs1, rs2, rs3, csrs, fields }
    }
}
