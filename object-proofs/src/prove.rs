//! The question: does memory hold what the reference says, when the function returns?

use crate::{
    event::{Leak, Stop, Touched},
    machine::{Machine, Setup},
    memory::Overlap,
};
use proofs::forms::{Comparison, Forms, Unsound};
use semantics::{
    bits::Val,
    dag::{Arena, Id},
};
use std::time::Duration;

/// How long Z3 may look for a counterexample.
const SEARCH: Duration = Duration::from_secs(5);

/// What a byte of memory must be when the function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Where.
    pub address: u64,
    /// What: a term of 8 bits.
    pub term: Id,
}

/// What a run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether memory holds what the reference says.
    pub verdict: Verdict,
    /// Instructions that were executed, the same for every input.
    pub instructions: u64,
    /// The sites that leak.
    pub leaks: Vec<Leak>,
    /// What was done with each region.
    pub touched: Vec<Touched>,
    /// Registers that were written, by number.
    pub written: Vec<u8>,
    /// Of the registers that a callee keeps, those of which it is not shown that they are as they were.
    pub changed: Vec<u8>,
    /// Terms that the question is made of.
    pub terms: usize,
}

/// What is known of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For every input, all bytes are those of the reference.
    Proved,
    /// The function does not return, or not on one path.
    Stopped(Stop),
    /// The run returned, and the normal form leaves a byte open.
    Open {
        /// Its place among the expected ones.
        byte: usize,
        /// How far the two agree.
        comparison: Comparison,
        /// Inputs at which they do not, where they were found: variables of 8 bits, and what registers and unknown
        /// memory hold, by name.
        counterexample: Option<Vec<(String, Val)>>,
    },
}

/// Executes a call on terms and compares memory with the reference. `given` are terms that the memory of the setup
/// holds and that the reference has a part in: what forms of representation are made of. `kept` are registers that
/// must be as they were at the call.
///
/// # Errors
/// [`ProofError`]: the regions overlap, or a rule of the normal form is wrong.
pub fn prove(
    arena: &Arena,
    setup: Setup<'_>,
    expected: &[Expected],
    given: &[Id],
    kept: &[u8],
) -> Result<Proof, ProofError> {
    let mut forms = Forms::new(arena);
    let reference: Vec<Id> =
        given.iter().copied().chain(expected.iter().map(|byte| byte.term)).collect();
    forms.reference(&reference);
    let mut machine = Machine::new(arena, forms, setup)?;
    let stop = machine.run();
    let mut pairs: Vec<Id> = Vec::new();
    let verdict = match stop {
        Stop::Returned => {
            let mut verdict = Verdict::Proved;
            for (place, byte) in expected.iter().enumerate() {
                let address = byte.address;
                let found = machine.byte(address).ok_or(ProofError::Nowhere { address })?;
                pairs.extend([found, byte.term]);
                let comparison = machine.forms().compare(found, byte.term);
                if comparison != Comparison::Equal {
                    let counterexample = match comparison {
                        Comparison::Open { .. } => {
                            machine.forms().counterexample(found, byte.term, SEARCH)
                        }
                        _ => None,
                    };
                    verdict = Verdict::Open { byte: place, comparison, counterexample };
                    break;
                }
            }
            verdict
        }
        stop => Verdict::Stopped(stop),
    };
    let mut changed = Vec::new();
    if !matches!(verdict, Verdict::Stopped(_)) {
        for &register in kept {
            let (now, before) = machine.register(register);
            if now != before {
                pairs.extend([now, before]);
                if machine.forms().compare(now, before) != Comparison::Equal {
                    changed.push(register);
                }
            }
        }
    }
    if verdict == Verdict::Proved {
        machine.forms().recheck(&pairs)?;
    }
    Ok(Proof {
        verdict,
        instructions: machine.instructions(),
        leaks: machine.leaks().to_vec(),
        touched: machine.touched(),
        written: machine.written().collect(),
        changed,
        terms: arena.size(),
    })
}

/// Why there is no proof and no refutation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The setup is no memory.
    #[error(transparent)]
    Overlap(#[from] Overlap),
    /// A byte of the reference is expected where there is no memory.
    #[error("a result is expected at {address:#x}, where there is no memory")]
    Nowhere {
        /// Where.
        address: u64,
    },
    /// A defect of this program, found by the re-check.
    #[error(transparent)]
    Unsound(#[from] Unsound),
}
