//! What is certified: an object, its manifest, and how the two and the reference fit together.

use kernels::Kernel;
use kernels::manifest::{Access, Arg, Function, Manifest, ManifestError};
use kernels::object::{Linked, ObjectError, Symbol, link};
use reference_ciphers::{Function as Reference, function as reference};
use semantics::isa::{Isa, IsaError, Legality, Why};
use sha2::{Digest as _, Sha256};

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

/// How a function's buffers follow from the inputs of the reference.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) reference: &'static Reference,
    /// What the buffers are made of: the reference's inputs, and those of forms.
    pub(crate) variables: Vec<Variable>,
    /// By argument; `None` for one that is only written.
    pub(crate) sources: Vec<Option<Source>>,
    /// The argument that receives the value.
    pub(crate) output: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) bytes: usize,
    pub(crate) secret: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The variable itself.
    Variable(usize),
    /// A function of the reference of these variables.
    Form(&'static Reference, Vec<usize>),
}

/// A word of the code that the manifest's ISA does not have.
#[derive(Clone, Debug)]
pub(crate) struct IllegalWord {
    pub(crate) pc: u64,
    pub(crate) word: u32,
    pub(crate) name: String,
    pub(crate) why: String,
}

/// Why an object and its manifest cannot be certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The manifest is wrong.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The object cannot be loaded, or lacks a function.
    #[error("{id}: {error}")]
    Object {
        /// The subject.
        id: String,
        /// What is wrong.
        #[source]
        error: ObjectError,
    },
    /// An ISA string that cannot be used.
    #[error("{id}: isa of the manifest: {error}")]
    Isa {
        /// The subject.
        id: String,
        /// What is wrong.
        #[source]
        error: IsaError,
    },
    /// The object is for another register width than the manifest says.
    #[error(
        "{id}: the object is for RV{object}, the manifest's isa for RV{manifest}: correct the isa"
    )]
    Width {
        /// The subject.
        id: String,
        /// XLEN of the object.
        object: u32,
        /// XLEN of the manifest.
        manifest: u32,
    },
    /// A suite that there is not.
    #[error("{id}: {function} names the unknown suite `{suite}`: use one of {}",
        Suite::ALL.map(Suite::name).join(", "))]
    UnknownSuite {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// What was written.
        suite: String,
    },
    /// An argument whose content is not determined.
    #[error(
        "{id}: {function}: nothing says what `{arg}` holds: name it as an input of `{computes}`, or add a `represent`"
    )]
    Unbound {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The argument.
        arg: String,
        /// The function of the reference.
        computes: String,
    },
    /// A buffer whose size is not that of what it holds.
    #[error(
        "{id}: {function}: `{arg}` has {bytes} bytes, but `{holds}` has {expected}: correct `bytes`"
    )]
    Size {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// The argument.
        arg: String,
        /// Its size.
        bytes: usize,
        /// What it holds.
        holds: String,
        /// The size of that.
        expected: usize,
    },
    /// Not exactly one argument is written.
    #[error(
        "{id}: {function} writes {found} buffers, expected 1, for the value of `{computes}`: correct `access`"
    )]
    Outputs {
        /// The subject.
        id: String,
        /// The function.
        function: String,
        /// How many are written.
        found: usize,
        /// The function of the reference.
        computes: String,
    },
    /// An instruction of an extension that is known but not modelled.
    #[error("{id}: word {word:#010x} at {pc:#x} may belong to {}, not modelled here: it cannot be certified",
        extensions.join(", "))]
    NotModelled {
        /// The subject.
        id: String,
        /// Its address.
        pc: u64,
        /// The word.
        word: u32,
        /// The extensions of the manifest's isa that may have it.
        extensions: Vec<&'static str>,
    },
    /// An instruction that the specification has and the simulator has not.
    #[error(
        "{id}: `{name}` (word {word:#010x} at {pc:#x}) is not in the simulator: it cannot be certified"
    )]
    NotSimulated {
        /// The subject.
        id: String,
        /// Its address.
        pc: u64,
        /// The word.
        word: u32,
        /// Its mnemonic.
        name: &'static str,
    },
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
        let illegal = check_words(id, &linked, &isa)?;
        let mut plans = Vec::new();
        for function in &manifest.functions {
            plans.push(Plan {
                symbol: linked.function(&function.name).map_err(object_error)?,
                isa: Isa::parse(&function.isa).map_err(isa_error)?,
                suites: suites(id, function)?,
                binding: bind(id, function)?,
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

fn suites(id: &str, function: &Function) -> Result<Vec<Suite>, SubjectError> {
    let suite = |name: &String| {
        Suite::by_name(name).ok_or_else(|| SubjectError::UnknownSuite {
            id: id.to_owned(),
            function: function.name.clone(),
            suite: name.clone(),
        })
    };
    function.vectors.iter().map(suite).collect()
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
    }
}

fn bind(id: &str, function: &Function) -> Result<Binding, SubjectError> {
    let computes = reference(&function.computes).expect("the manifest's parser has looked it up");
    let mut binding =
        Binding { reference: computes, variables: Vec::new(), sources: Vec::new(), output: 0 };
    let size = |arg: &Arg, holds: &str, expected: usize| {
        let bytes = arg.bytes as usize;
        let error = || SubjectError::Size {
            id: id.to_owned(),
            function: function.name.clone(),
            arg: arg.name.clone(),
            bytes,
            holds: holds.to_owned(),
            expected,
        };
        if bytes == expected { Ok(()) } else { Err(error()) }
    };
    for input in computes.inputs {
        binding.variable(input.name, input.bytes, false);
    }
    let written: Vec<_> =
        (0..function.args.len()).filter(|at| function.args[*at].access != Access::Read).collect();
    let &[output] = &written[..] else {
        return Err(SubjectError::Outputs {
            id: id.to_owned(),
            function: function.name.clone(),
            found: written.len(),
            computes: function.computes.clone(),
        });
    };
    binding.output = output;
    size(&function.args[output], computes.name, computes.output.bytes)?;
    for arg in &function.args {
        if arg.access == Access::Write {
            binding.sources.push(None);
            continue;
        }
        let represent = function.represent.iter().find(|represent| represent.arg == arg.name);
        let form = represent.and_then(|represent| reference(represent.function));
        let input = computes.inputs.iter().find(|input| input.name == arg.name);
        let source = match (form, input) {
            (Some(form), _) => {
                size(arg, form.name, form.output.bytes)?;
                let inputs = form.inputs.iter();
                let inputs = inputs.map(|i| binding.variable(i.name, i.bytes, arg.secret));
                Source::Form(form, inputs.collect())
            }
            (None, Some(input)) => {
                size(arg, input.name, input.bytes)?;
                Source::Variable(binding.variable(input.name, input.bytes, arg.secret))
            }
            (None, None) => {
                return Err(SubjectError::Unbound {
                    id: id.to_owned(),
                    function: function.name.clone(),
                    arg: arg.name.clone(),
                    computes: function.computes.clone(),
                });
            }
        };
        binding.sources.push(Some(source));
    }
    Ok(binding)
}

impl Binding {
    /// The place of a variable, which is made when it is new.
    fn variable(&mut self, name: &str, bytes: usize, secret: bool) -> usize {
        if let Some(at) = self.variables.iter().position(|variable| variable.name == name) {
            self.variables[at].secret |= secret;
            return at;
        }
        self.variables.push(Variable { name: name.to_owned(), bytes, secret });
        self.variables.len() - 1
    }

    /// What the buffers hold on entry, by argument; zeros for one that is only written.
    pub(crate) fn contents(&self, values: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let content = |source: &Option<Source>| match source {
            None => vec![0xa5; self.reference.output.bytes],
            Some(Source::Variable(at)) => values[*at].clone(),
            Some(Source::Form(form, inputs)) => call(form, inputs.iter().map(|at| &values[*at])),
        };
        self.sources.iter().map(content).collect()
    }

    /// What the reference computes of these values.
    pub(crate) fn expected(&self, values: &[Vec<u8>]) -> Vec<u8> {
        call(self.reference, values.iter().take(self.reference.inputs.len()))
    }
}

fn call<'a>(function: &Reference, inputs: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let inputs: Vec<&[u8]> = inputs.map(Vec::as_slice).collect();
    function.call(&inputs).expect("variables have the sizes of the signature")
}
