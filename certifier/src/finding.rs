//! What is wrong with a kernel.

use std::fmt::{self, Write as _};

use serde::Serialize;

/// A kind of requirement that a function can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Check {
    /// The value is that of the vector or of the reference.
    Result,
    /// Callee-saved registers, `gp`, `tp` and `sp` are kept.
    KeptRegister,
    /// Loads stay inside the declared buffers, the object's data and the stack.
    ReadBounds,
    /// Stores stay inside the written buffers and the stack.
    WriteBounds,
    /// Buffers with `access = "read"` are not written.
    ReadOnly,
    /// The function returns within the limit.
    Returns,
    /// The bytes use no other instructions than those of the declared ISA.
    Isa,
    /// Accesses are aligned when the pointers are.
    Alignment,
    /// Control stays in the object's code until it returns.
    Control,
    /// No `ecall` or `ebreak`.
    Environment,
    /// No branch depends on a secret, unless the manifest says so.
    SecretBranch,
    /// No address depends on a secret, unless the manifest says so.
    SecretAddress,
    /// No operand of an instruction of variable latency depends on a secret, unless the manifest says so.
    SecretOperand,
    /// What the manifest says to leak does leak.
    LeakLabel,
    /// The specification machine does what the simulator does.
    Specification,
    /// The core does what the simulator does.
    Core,
    /// The core takes the cycles that the simulator's model predicts, and the same for all secrets.
    Cycles,
}

/// What the certifier was doing when it found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Decoding the code.
    Decode,
    /// Running known-answer vectors.
    Vectors,
    /// Running random inputs against the reference.
    Random,
    /// Running every length.
    Lengths,
    /// Running over the end of a counter.
    Counter,
    /// Making one call in two.
    Split,
    /// Moving the buffers.
    Alignment,
    /// Giving one buffer for two arguments.
    Overlap,
    /// Comparing traces.
    ConstantTime,
    /// Running the specification machine.
    Specification,
    /// Running it on terms.
    Proof,
    /// Running it on an RTL core.
    Core,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&kebab(self))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&kebab(self))
    }
}

/// The name of a variant as the JSON spells it: `SecretBranch` is `secret-branch`.
fn kebab(variant: &impl fmt::Debug) -> String {
    let mut name = String::new();
    for c in format!("{variant:?}").chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// One thing that is wrong with a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kernel.
    pub kernel: String,
    /// The function; for a word of the code that is in none, `-`.
    pub function: String,
    /// What it fails.
    pub check: Check,
    /// Where that was first seen.
    pub stage: Stage,
    /// The inputs, or the source of them: names and hex digits.
    pub inputs: Vec<(String, String)>,
    /// The instruction's address, where one is to blame.
    pub pc: Option<u64>,
    /// What it is about: a register, a buffer, an instruction. Findings with the same check and place are one.
    pub place: String,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub got: String,
    /// How to see it again.
    pub replay: String,
    /// How often it was seen.
    pub times: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { kernel, function, check, stage, place, .. } = self;
        writeln!(f, "{kernel} {function}: {check} ({stage}, {place}, {} times)", self.times)?;
        if let Some(pc) = self.pc {
            writeln!(f, "  pc        {pc:#x}")?;
        }
        writeln!(f, "  expected  {}", self.expected)?;
        writeln!(f, "  got       {}", self.got)?;
        for (name, value) in &self.inputs {
            writeln!(f, "  {name:9} {value}")?;
        }
        write!(f, "  replay    {}", self.replay)
    }
}

/// A finding before it is known where and on what it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deviation {
    pub(crate) check: Check,
    pub(crate) pc: Option<u64>,
    pub(crate) place: String,
    pub(crate) expected: String,
    pub(crate) got: String,
}

/// Bytes in hex, two digits each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The findings of one function, each once.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    kernel: &'a str,
    function: &'a str,
    seed: u64,
    pub(crate) list: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(kernel: &'a str, function: &'a str, seed: u64) -> Self {
        Findings { kernel, function, seed, list: Vec::new() }
    }

    /// Adds a deviation, or counts it when it is known.
    pub(crate) fn add(
        &mut self,
        stage: Stage,
        inputs: impl FnOnce() -> Vec<(String, String)>,
        deviation: Deviation,
    ) {
        let Deviation { check, pc, place, expected, got } = deviation;
        let known = self.list.iter_mut().find(|f| f.check == check && f.place == place);
        if let Some(known) = known {
            known.times += 1;
            return;
        }
        self.list.push(Finding {
            kernel: self.kernel.to_owned(),
            function: self.function.to_owned(),
            check,
            stage,
            inputs: inputs(),
            pc,
            place,
            expected,
            got,
            replay: format!("rvassay certify {} --seed {}", self.kernel, self.seed),
            times: 1,
        });
    }

    /// That the function failed to return: to run it further is a waste of time.
    pub(crate) fn hangs(&self) -> bool {
        self.list.iter().any(|finding| finding.check == Check::Returns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_spelt_as_in_the_json() {
        for check in [Check::Result, Check::KeptRegister, Check::SecretOperand, Check::Isa] {
            assert_eq!(serde_json::to_value(check).unwrap(), check.to_string());
        }
        for stage in [Stage::Decode, Stage::ConstantTime] {
            assert_eq!(serde_json::to_value(stage).unwrap(), stage.to_string());
        }
    }
}
