//! What a certificate says of a kernel: proved, tested, assumed, measured.

use kernels::manifest::{Access, Upper, Wrap};
use serde::Serialize;

use crate::finding::Finding;
use crate::measure::{Measured, Meter};
use crate::proof::{Proof, ProofResult};
use crate::subject::{Plan, Subject};

/// Why a vector was not run. There are no other reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkipReason {
    /// The kernel has the function, but the manifest does not name the suite.
    SuiteNotClaimed,
    /// The kernel has the function for other key sizes only.
    NoKeySize,
    /// The kernel has no function of this direction.
    NoDirection,
    /// The kernel does not take a message of this length.
    NoLength,
    /// The reference has no such function, so no kernel can claim it.
    NoReference,
    /// The message does not end with a whole byte.
    BitLength,
    /// The message is of gigabytes, of which the file has a piece.
    LargeMessage,
    /// The record is an example of inputs that are to be rejected.
    Rejected,
    /// Nothing is encrypted, only authenticated.
    TagOnly,
    /// The other way round, counted once a function: it names a suite in which nothing is an example of it.
    NoVector,
}

impl SkipReason {
    /// One sentence.
    pub fn text(self) -> &'static str {
        match self {
            SkipReason::SuiteNotClaimed => "the manifest does not name the suite",
            SkipReason::NoKeySize => "the kernel lacks the key size",
            SkipReason::NoDirection => "the kernel has no function of this direction",
            SkipReason::NoLength => "the kernel does not take the length",
            SkipReason::NoReference => "the reference has no such function",
            SkipReason::BitLength => "the message does not end with a whole byte",
            SkipReason::LargeMessage => "the file has a piece of the message only",
            SkipReason::Rejected => "the inputs are to be rejected",
            SkipReason::TagOnly => "nothing is encrypted, only authenticated",
            SkipReason::NoVector => "a function names a suite that has no vector for it",
        }
    }
}

/// What is known of one kernel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// The kernel.
    pub id: String,
    /// SHA-256 of the object file, in hex: what was certified is these bytes.
    pub object_sha256: String,
    /// The instructions that the object may use.
    pub isa: String,
    /// Register width.
    pub xlen: u32,
    /// Code of the whole object, in bytes.
    pub code_bytes: usize,
    /// Data of the whole object, in bytes.
    pub data_bytes: usize,
    /// The functions, in the order of the manifest.
    pub functions: Vec<FunctionCertificate>,
    /// What is taken for granted of all of them.
    pub assumed: Vec<String>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// The seed of all random inputs.
    pub seed: u64,
    /// Names and versions of what took part.
    pub tools: Vec<(String, String)>,
}

impl Certificate {
    /// Without functions and findings.
    pub(crate) fn new(subject: &Subject, seed: u64, tools: Vec<(String, String)>) -> Self {
        let align = subject.manifest.align;
        let mut assumed = vec![
            format!("pointers are multiples of {align}"),
            "buffers are disjoint, but for the declared pairs, which are the same or disjoint".to_owned(),
            "the core takes no longer for some operands of an instruction than for others, where Zkt demands it"
                .to_owned(),
            "the simulator's instructions are those of the core; the specification machine agreed on a slice".to_owned(),
        ];
        if let Some(pointer) = subject.linked.global_pointer {
            assumed.push(format!("gp holds {pointer:#x}, the program's __global_pointer$"));
        }
        assumed.extend(subject.manifest.notes.clone());
        Certificate {
            id: subject.id.clone(),
            object_sha256: subject.sha256.clone(),
            isa: subject.isa.text().to_owned(),
            xlen: subject.isa.xlen(),
            code_bytes: subject.linked.code_bytes(),
            data_bytes: subject.linked.data_bytes(),
            functions: Vec::new(),
            assumed,
            findings: Vec::new(),
            seed,
            tools,
        }
    }
}

/// What is known of one function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionCertificate {
    /// Its symbol.
    pub name: String,
    /// The function of the reference that it computes.
    pub computes: String,
    /// What it may use.
    pub isa: String,
    /// What holds for all inputs: one for each placement of the buffers. None when it was not tried, because the result
    /// was wrong for some input, or because the caller did not want it.
    pub proofs: Vec<Proof>,
    /// What was tried.
    pub tested: Tested,
    /// What is taken for granted.
    pub assumed: Vec<String>,
    /// Figures; none when it never returned.
    pub measured: Option<Measured>,
}

/// How much was tried. All calls had guards around all buffers, watched registers and read-only inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// Known answers, by file.
    pub vectors: Vec<FileCount>,
    /// Random inputs against the reference.
    pub random: usize,
    /// Calls with lengths from the least to two blocks and one, and with the greatest.
    pub lengths: usize,
    /// Calls in which a counter runs over.
    pub counters: usize,
    /// Calls that were made in two.
    pub splits: usize,
    /// Placements of the buffers.
    pub alignment: usize,
    /// The policies for misaligned accesses under which they were tried.
    pub policies: Vec<&'static str>,
    /// Calls with overlapping arguments.
    pub overlap: usize,
    /// Comparison of traces.
    pub constant_time: ConstantTime,
    /// Calls that the specification machine repeated.
    pub specification: usize,
}

/// Vectors of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileCount {
    /// The file.
    pub file: String,
    /// Records that are examples of the function.
    pub records: usize,
    /// Those of them that came out right.
    pub passed: usize,
    /// What the certifier did around the function to get from the records' inputs to their answers.
    pub driver: Option<&'static str>,
}

/// Evidence of constant time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConstantTime {
    /// Traces that were compared; 0 when nothing is secret or the function does not return.
    pub runs: usize,
    /// That the manifest claims it.
    pub claimed: bool,
    /// The kinds of leaks that the manifest admits.
    pub labels: Vec<&'static str>,
    /// The kinds that the traces show.
    pub observed: Vec<&'static str>,
}

impl FunctionCertificate {
    /// That it is proved, in every placement that the manifest allows.
    pub fn proved(&self) -> bool {
        !self.proofs.is_empty()
            && self.proofs.iter().all(|proof| proof.result == ProofResult::Proved)
    }

    pub(crate) fn new(
        subject: &Subject,
        plan: &Plan,
        proofs: Vec<Proof>,
        mut tested: Tested,
        meter: Meter,
    ) -> Self {
        let function = &plan.function;
        tested.constant_time.claimed = function.constant_time;
        let labels = function.leaks.iter().map(|leak| crate::checks::leak_name(*leak));
        tested.constant_time.labels = labels.collect();
        let mut assumed = Vec::new();
        for represent in &function.represent {
            let when = match function.args.iter().find(|arg| arg.name == represent.arg) {
                Some(arg) if arg.access == Access::Write => "on return",
                _ => "on entry",
            };
            assumed.push(format!("{} holds {} {when}", represent.arg, represent.form));
        }
        for length in &function.lengths {
            assumed.push(format!("{} is {} to {}", length.name, length.min, length.max));
        }
        let numbers =
            function.lengths.iter().map(|length| (&length.name, length.bits, length.upper));
        let scalars = function.scalars.iter().map(|s| (&s.name, s.bits, s.upper));
        for (name, bits, upper) in numbers.chain(scalars) {
            if upper == Upper::Extended && bits < subject.isa.xlen() {
                assumed.push(format!("callers extend {name} from {bits} bits as the ABI says"));
            }
        }
        for scalar in function.scalars.iter().filter(|scalar| scalar.wrap == Some(Wrap::Never)) {
            assumed.push(format!("no call runs over the end of {}", scalar.name));
        }
        for (one, other) in &function.overlap {
            assumed.push(format!("{one} and {other} may be the same buffer, never shifted ones"));
        }
        assumed.extend(function.notes.clone());
        if subject.function_at(plan.symbol.address).is_none() {
            assumed.push("the symbol has no size in the object: code bytes are unknown".to_owned());
        }
        FunctionCertificate {
            name: function.name.clone(),
            computes: function.computes.clone(),
            isa: plan.isa.text().to_owned(),
            proofs,
            tested,
            assumed,
            measured: meter.finish(plan),
        }
    }
}
