//! How the arguments of a function follow from the inputs of the reference.

use kernels::manifest::{Access, Arg, Function, Size};
use reference_ciphers::{Extent, Function as Reference, function as reference};

use super::SubjectError;
use crate::checks::Driver;
use crate::vectors::Suite;

/// How a function's arguments follow from the inputs of the reference.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) reference: &'static Reference,
    /// What the arguments are made of: the reference's inputs, and those of forms.
    pub(crate) variables: Vec<Variable>,
    /// By buffer; `None` for one that is only written.
    pub(crate) sources: Vec<Option<Source>>,
    /// By scalar: its variable.
    pub(crate) scalars: Vec<usize>,
    /// The names of the function's lengths.
    lengths: Vec<String>,
    /// The argument that receives the value.
    pub(crate) output: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) extent: Extent,
    pub(crate) secret: bool,
}

/// The inputs of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// By length argument.
    pub(crate) lengths: Vec<u32>,
    /// By variable.
    pub(crate) values: Vec<Vec<u8>>,
}

/// What the arguments of one call are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// What the buffers hold on entry, by argument.
    pub(crate) buffers: Vec<Vec<u8>>,
    /// By length argument.
    pub(crate) lengths: Vec<u32>,
    /// By scalar.
    pub(crate) scalars: Vec<u64>,
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
    let suite = |name: &String| {
        Suite::by_name(name).ok_or_else(|| SubjectError::UnknownSuite {
            id: id.to_owned(),
            function: function.name.clone(),
            suite: name.clone(),
        })
    };
    let suites = function.vectors.iter().map(suite).collect::<Result<Vec<_>, _>>()?;
    for suite in &suites {
        let determined = determined(*suite, &function.computes);
        let free = |variable: &&Variable| !determined.contains(&variable.name.as_str());
        if let Some(variable) = binding.variables.iter().find(free) {
            return Err(SubjectError::FreeVariable {
                id: id.to_owned(),
                function: function.name.clone(),
                variable: variable.name.clone(),
            });
        }
    }
    Ok(suites)
}

/// What a suite's vectors give values to, directly or by the certifier's driver of the function.
fn determined(suite: Suite, computes: &str) -> &'static [&'static str] {
    let driver = Driver::of(suite.driven(), computes);
    driver.and_then(Driver::inputs).unwrap_or(suite.inputs())
}

/// Finds out what every argument holds.
pub(super) fn bind(id: &str, function: &Function) -> Result<Binding, SubjectError> {
    let computes = reference(&function.computes).expect("the manifest's parser has looked it up");
    let mut binding = Binding {
        reference: computes,
        variables: Vec::new(),
        sources: Vec::new(),
        scalars: Vec::new(),
        lengths: function.lengths.iter().map(|length| length.name.clone()).collect(),
        output: 0,
    };
    let wrong_size =
        |what: &str, bytes: String, holds: &'static str, expected: Extent| SubjectError::Size {
            id: id.to_owned(),
            function: function.name.clone(),
            what: what.to_owned(),
            bytes: bytes.into(),
            holds,
            expected: expected.to_string().into(),
        };
    let size = |arg: &Arg, holds: &'static str, expected: Extent| {
        if same_size(&arg.size, expected) {
            return Ok(());
        }
        Err(wrong_size(&arg.name, arg.size.to_string(), holds, expected))
    };
    let unbound = |arg: &str| SubjectError::Unbound {
        id: id.to_owned(),
        function: function.name.clone(),
        arg: arg.to_owned(),
        computes: function.computes.clone(),
    };
    for input in computes.inputs {
        binding.variable(input.name, input.extent, false);
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
    size(&function.args[output], computes.name, computes.output.extent)?;
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
                size(arg, form.name, form.output.extent)?;
                for input in form.inputs {
                    let of_form = format!("{} of {}", input.name, form.name);
                    let known = binding.variables.iter().find(|v| v.name == input.name);
                    let expected = known.map_or(input.extent, |variable| variable.extent);
                    if input.extent != expected {
                        let bytes = input.extent.to_string();
                        return Err(wrong_size(&of_form, bytes, computes.name, expected));
                    }
                }
                let inputs = form.inputs.iter();
                let inputs = inputs.map(|i| binding.variable(i.name, i.extent, arg.secret));
                Source::Form(form, inputs.collect())
            }
            (None, Some(input)) => {
                size(arg, input.name, input.extent)?;
                Source::Variable(binding.variable(input.name, input.extent, arg.secret))
            }
            (None, None) => return Err(unbound(&arg.name)),
        };
        binding.sources.push(Some(source));
    }
    for scalar in &function.scalars {
        let Some(input) = computes.inputs.iter().find(|input| input.name == scalar.name) else {
            return Err(unbound(&scalar.name));
        };
        if input.extent != Extent::Bytes(scalar.bits as usize / 8) {
            let bytes = (scalar.bits / 8).to_string();
            return Err(wrong_size(&scalar.name, bytes, input.name, input.extent));
        }
        let variable = binding.variable(input.name, input.extent, scalar.secret);
        binding.scalars.push(variable);
    }
    let holds = |source: &Source, input: usize| match source {
        Source::Variable(at) => *at == input,
        Source::Form(_, inputs) => inputs.contains(&input),
    };
    let unread = (0..computes.inputs.len()).find(|input| {
        !binding.scalars.contains(input)
            && !binding.sources.iter().flatten().any(|source| holds(source, *input))
    });
    if let Some(input) = unread {
        return Err(SubjectError::UnreadInput {
            id: id.to_owned(),
            function: function.name.clone(),
            input: computes.inputs[input].name,
            computes: computes.name,
        });
    }
    splits(id, function, output)?;
    Ok(binding)
}

/// That what a split call writes can be put together.
fn splits(id: &str, function: &Function, output: usize) -> Result<(), SubjectError> {
    let Some(split) = &function.split else { return Ok(()) };
    let output = &function.args[output];
    let cut = matches!(&output.size, Size::Of { length, .. } if *length == split.length);
    if cut || output.access == Access::ReadWrite {
        return Ok(());
    }
    Err(SubjectError::Split {
        id: id.to_owned(),
        function: function.name.clone(),
        output: output.name.clone(),
        length: split.length.clone(),
    })
}

fn same_size(size: &Size, extent: Extent) -> bool {
    match (size, extent) {
        (Size::Bytes(bytes), Extent::Bytes(expected)) => *bytes as usize == expected,
        (Size::Of { unit, length }, Extent::Of { unit: expected, length: name }) => {
            *unit as usize == expected && length == name
        }
        _ => false,
    }
}

impl Binding {
    /// The place of a variable, which is made when it is new.
    fn variable(&mut self, name: &str, extent: Extent, secret: bool) -> usize {
        if let Some(at) = self.variables.iter().position(|variable| variable.name == name) {
            self.variables[at].secret |= secret;
            return at;
        }
        self.variables.push(Variable { name: name.to_owned(), extent, secret });
        self.variables.len() - 1
    }

    /// The bytes of something, given the lengths.
    pub(crate) fn bytes(&self, extent: Extent, lengths: &[u32]) -> usize {
        match extent {
            Extent::Bytes(bytes) => bytes,
            Extent::Of { unit, length } => {
                let at = self.lengths.iter().position(|name| name == length);
                unit * lengths[at.expect("sizes of buffers name lengths that there are")] as usize
            }
        }
    }

    /// What the arguments are; a buffer that is only written holds something that is no result.
    pub(crate) fn call(&self, case: &Case) -> Call {
        let values = &case.values;
        let content = |source: &Option<Source>| match source {
            None => vec![0xa5; self.bytes(self.reference.output.extent, &case.lengths)],
            Some(Source::Variable(at)) => values[*at].clone(),
            Some(Source::Form(form, inputs)) => call(form, inputs.iter().map(|at| &values[*at])),
        };
        let number = |at: &usize| values[*at].iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        Call {
            buffers: self.sources.iter().map(content).collect(),
            lengths: case.lengths.clone(),
            scalars: self.scalars.iter().map(number).collect(),
        }
    }

    /// What the reference computes.
    pub(crate) fn expected(&self, case: &Case) -> Vec<u8> {
        call(self.reference, case.values.iter().take(self.reference.inputs.len()))
    }
}

fn call<'a>(function: &Reference, inputs: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let inputs: Vec<&[u8]> = inputs.map(Vec::as_slice).collect();
    function.call(&inputs).expect("variables have the sizes of the signature")
}
