//! What is certified: an object, its manifest, and how the two and the reference fit together.

mod bind;
mod error;

pub(crate) use bind::{Binding, Call, Case, Source};
pub use error::SubjectError;

use kernels::Kernel;
use kernels::manifest::{Function, Manifest};
use kernels::object::{Linked, Symbol, link};
use semantics::isa::{Isa, Legality, Why};
use sha2::{Digest as _, Sha256};

use crate::machine::reserved;
use crate::vectors::Suite;

/// Where the object is loaded: low, so that absolute addresses of the medlow code model reach it.
const BASE: u64 = 0x1_0000;
/// Illegal words that are reported of an object; data among the code would give thousands.
const MOST_ILLEGAL: usize = 16;

/// An object and its manifest, read and found to fit.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name in reports: the kernel's id, or what the user's files are called.
    pub id: String,
    /// What it claims to be.
    pub manifest: Manifest,
    /// SHA-256 of the object's bytes, in hex.
    pub sha256: String,
    pub(crate) linked: Linked,
    pub(crate) isa: Isa,
    pub(crate) plans: Vec<Plan>,
    pub(crate) illegal: Vec<IllegalWord>,
}

/// A function of the subject, with everything that its checks need.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) function: Function,
    pub(crate) symbol: Symbol,
    pub(crate) isa: Isa,
    pub(crate) suites: Vec<Suite>,
    pub(crate) binding: Binding,
}

/// A word of the code that the manifest's ISA does not have.
#[derive(Clone, Debug)]
pub(crate) struct IllegalWord {
    pub(crate) pc: u64,
    pub(crate) word: u32,
    pub(crate) name: String,
    pub(crate) why: String,
}

impl Subject {
    /// An embedded kernel.
    ///
    /// # Errors
    /// [`SubjectError`]; never for a kernel as it was released, which the tests certify.
    pub fn embedded(kernel: &Kernel) -> Result<Subject, SubjectError> {
        Subject::new(kernel.id, kernel.object, kernel.manifest_text, kernel.manifest_path)
    }

    /// A user's object and manifest. `file` names the manifest in errors.
    ///
    /// # Errors
    /// [`SubjectError`], when they do not fit, or when they need what is not modelled.
    pub fn new(
        id: &str,
        object: &[u8],
        manifest: &str,
        file: &str,
    ) -> Result<Subject, SubjectError> {
        let manifest = Manifest::parse(manifest, file)?;
        let object_error = |error| SubjectError::Object { id: id.to_owned(), error };
        let isa_error = |error| SubjectError::Isa { id: id.to_owned(), error };
        let linked = link(object, BASE).map_err(object_error)?;
        let isa = Isa::parse(&manifest.isa).map_err(isa_error)?;
        if linked.xlen != isa.xlen() {
            let (object, manifest) = (linked.xlen, isa.xlen());
            return Err(SubjectError::Width { id: id.to_owned(), object, manifest });
        }
        for function in &manifest.functions {
            leaves_free(id, &linked, function.args.len())?;
        }
        let illegal = check_words(id, &linked, &isa)?;
        let mut plans = Vec::new();
        for function in &manifest.functions {
            let binding = bind::bind(id, function)?;
            plans.push(Plan {
                symbol: linked.function(&function.name).map_err(object_error)?,
                isa: Isa::parse(&function.isa).map_err(isa_error)?,
                suites: bind::suites(id, function, &binding)?,
                binding,
                function: function.clone(),
            });
        }
        let digest = Sha256::digest(object);
        let sha256 = crate::finding::hex(&digest);
        Ok(Subject { id: id.to_owned(), manifest, sha256, linked, isa, plans, illegal })
    }

    /// The function whose symbol holds an address.
    pub(crate) fn function_at(&self, pc: u64) -> Option<&str> {
        let holds = |plan: &&Plan| pc.wrapping_sub(plan.symbol.address) < plan.symbol.size;
        self.plans.iter().find(holds).map(|plan| plan.function.name.as_str())
    }
}

/// A program whose addresses are its own must not be where calls have their memory.
fn leaves_free(id: &str, linked: &Linked, args: usize) -> Result<(), SubjectError> {
    for segment in &linked.segments {
        let (address, bytes) = (segment.address, segment.bytes.len() as u64);
        for (what, range) in reserved(linked.xlen, args) {
            if address < range.end && range.start < address + bytes {
                let (id, section) = (id.to_owned(), segment.section.clone());
                let (first, last) = (range.start, range.end - 1);
                return Err(SubjectError::Reserved { id, section, address, what, first, last });
            }
        }
    }
    Ok(())
}

/// Decodes every word of the code: the declared ISA is a claim about the bytes.
fn check_words(id: &str, linked: &Linked, isa: &Isa) -> Result<Vec<IllegalWord>, SubjectError> {
    let mut illegal = Vec::new();
    for segment in linked.segments.iter().filter(|segment| segment.executable) {
        let mut at = 0;
        while at < segment.bytes.len() {
            let pc = segment.address + at as u64;
            let mut bytes = [0; 4];
            let rest = &segment.bytes[at..];
            let len = rest.len().min(if rest[0] & 3 == 3 { 4 } else { 2 });
            bytes[..len].copy_from_slice(&rest[..len]);
            at += len;
            let word = u32::from_le_bytes(bytes);
            match isa.legality(word) {
                Legality::Legal(decoded) => {
                    let name = decoded.insn.spec().name;
                    if !simulator::implements(name) {
                        return Err(SubjectError::NotSimulated {
                            id: id.to_owned(),
                            pc,
                            word,
                            name,
                        });
                    }
                }
                Legality::NotModelled(extensions) => {
                    return Err(SubjectError::NotModelled {
                        id: id.to_owned(),
                        pc,
                        word,
                        extensions,
                    });
                }
                Legality::Illegal(_) if illegal.len() == MOST_ILLEGAL => {}
                Legality::Illegal(why) => {
                    let (name, why) = explain(&why);
                    illegal.push(IllegalWord { pc, word, name, why });
                }
            }
        }
    }
    Ok(illegal)
}

/// The name of what is illegal, and why.
pub(crate) fn explain(why: &Why) -> (String, String) {
    match why {
        Why::NoInstruction => ("unknown word".to_owned(), "no known instruction".to_owned()),
        Why::OtherWidth(insn) => (insn.spec().name.to_owned(), "of another XLEN".to_owned()),
        Why::NotEnabled(insn) => {
            let spec = insn.spec();
            (spec.name.to_owned(), format!("needs {}", spec.extensions.join(" or ")))
        }
        Why::Reserved(insn, reason) => (insn.spec().name.to_owned(), (*reason).to_owned()),
        Why::Csr(insn, refused) => (insn.spec().name.to_owned(), refused.to_string()),
        Why::OtherMode(name) => ((*name).to_owned(), "of another privilege mode".to_owned()),
    }
}
