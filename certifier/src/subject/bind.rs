//! How the buffers of a function follow from the inputs of the reference.

use kernels::manifest::{Access, Arg, Function};
use reference_ciphers::{Buffer, Function as Reference, function as reference};

use super::SubjectError;
use crate::vectors::Suite;

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

/// The suites that a function names.
pub(super) fn suites(
    id: &str,
    function: &Function,
    binding: &Binding,
) -> Result<Vec<Suite>, SubjectError> {
    // What a record of today's suites determines.
    let free = |variable: &&Variable| !["key", "in"].contains(&variable.name.as_str());
    if !function.vectors.is_empty()
        && let Some(variable) = binding.variables.iter().find(free)
    {
        return Err(SubjectError::FreeVariable {
            id: id.to_owned(),
            function: function.name.clone(),
            variable: variable.name.clone(),
        });
    }
    let suite = |name: &String| {
        Suite::by_name(name).ok_or_else(|| SubjectError::UnknownSuite {
            id: id.to_owned(),
            function: function.name.clone(),
            suite: name.clone(),
        })
    };
    function.vectors.iter().map(suite).collect()
}

/// Finds out what every buffer holds.
pub(super) fn bind(id: &str, function: &Function) -> Result<Binding, SubjectError> {
    let computes = reference(&function.computes).expect("the manifest's parser has looked it up");
    let mut binding =
        Binding { reference: computes, variables: Vec::new(), sources: Vec::new(), output: 0 };
    let same_size = |what: &str, bytes: usize, holds: &str, expected: usize| {
        let error = || SubjectError::Size {
            id: id.to_owned(),
            function: function.name.clone(),
            what: what.to_owned(),
            bytes,
            holds: holds.to_owned(),
            expected,
        };
        if bytes == expected { Ok(()) } else { Err(error()) }
    };
    let size = |arg: &Arg, holds: &str, expected: usize| {
        same_size(&arg.name, arg.bytes as usize, holds, expected)
    };
    for input in computes.inputs {
        binding.variable(input.name, fixed(input), false);
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
    size(&function.args[output], computes.name, fixed(&computes.output))?;
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
                size(arg, form.name, fixed(&form.output))?;
                for input in form.inputs {
                    let of_form = format!("{} of {}", input.name, form.name);
                    let known = binding.variables.iter().find(|v| v.name == input.name);
                    let expected = known.map_or(fixed(input), |variable| variable.bytes);
                    same_size(&of_form, fixed(input), computes.name, expected)?;
                }
                let inputs = form.inputs.iter();
                let inputs = inputs.map(|i| binding.variable(i.name, fixed(i), arg.secret));
                Source::Form(form, inputs.collect())
            }
            (None, Some(input)) => {
                size(arg, input.name, fixed(input))?;
                Source::Variable(binding.variable(input.name, fixed(input), arg.secret))
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
    let holds = |source: &Source, input: usize| match source {
        Source::Variable(at) => *at == input,
        Source::Form(_, inputs) => inputs.contains(&input),
    };
    let unread = (0..computes.inputs.len())
        .find(|input| !binding.sources.iter().flatten().any(|source| holds(source, *input)));
    match unread {
        None => Ok(binding),
        Some(input) => Err(SubjectError::UnreadInput {
            id: id.to_owned(),
            function: function.name.clone(),
            input: computes.inputs[input].name,
            computes: computes.name,
        }),
    }
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
            None => vec![0xa5; fixed(&self.reference.output)],
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

/// The size of a buffer.
fn fixed(buffer: &Buffer) -> usize {
    buffer.extent.fixed().expect("no function of the reference has a length yet")
}

fn call<'a>(function: &Reference, inputs: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let inputs: Vec<&[u8]> = inputs.map(Vec::as_slice).collect();
    function.call(&inputs).expect("variables have the sizes of the signature")
}
