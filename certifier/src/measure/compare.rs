//! Base instruction set against extension, function by function.

use serde::Serialize;

use super::{PUBLISHED, Published};
use crate::certificate::{Certificate, FunctionCertificate};

/// One function of one kernel, beside the same function without crypto instructions and beside what was published.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What it computes.
    pub computes: String,
    /// The kernel.
    pub kernel: String,
    /// Its instructions, the most over all inputs.
    pub instructions: u64,
    /// Bytes of its symbol.
    pub code_bytes: u64,
    /// Kernel and instructions of the same function with the base instructions of this width.
    pub base: Option<(String, u64)>,
    /// Base instructions by own ones; above 1 is faster.
    pub ratio: Option<f64>,
    /// Published instructions, and where.
    pub published: Option<(u64, &'static str)>,
}

/// The table of all functions that were measured, by function and width.
pub fn compare(certificates: &[Certificate]) -> Vec<Comparison> {
    let mut rows = Vec::new();
    for certificate in certificates {
        for function in &certificate.functions {
            let Some(measured) = &function.measured else { continue };
            let base = certificates
                .iter()
                .filter(|other| other.xlen == certificate.xlen && other.id != certificate.id)
                .find_map(|other| Some((other, same(other, function)?)));
            let instructions = measured.max_instructions;
            let base = base.filter(|_| is_beyond_base(executed(function)));
            let base = base.map(|(other, count)| (other.id.clone(), count));
            rows.push(Comparison {
                computes: function.computes.clone(),
                kernel: certificate.id.clone(),
                instructions,
                code_bytes: measured.code_bytes,
                ratio: base.as_ref().map(|(_, count)| *count as f64 / instructions as f64),
                base,
                published: published(certificate.xlen, &function.computes, executed(function))
                    .map(|figure| (figure.instructions, figure.source)),
            });
        }
    }
    rows.sort_by(|one, other| (&one.computes, &one.kernel).cmp(&(&other.computes, &other.kernel)));
    rows
}

/// The instructions of the function that computes the same with base instructions.
fn same(certificate: &Certificate, function: &FunctionCertificate) -> Option<u64> {
    let same = |other: &&FunctionCertificate| {
        other.computes == function.computes && !is_beyond_base(executed(other))
    };
    let found = certificate.functions.iter().find(same)?;
    found.measured.as_ref().map(|measured| measured.max_instructions)
}

/// The extensions of the instructions that it executes.
fn executed(function: &FunctionCertificate) -> &[String] {
    function.measured.as_ref().map_or(&[], |measured| &measured.extensions)
}

/// Whether there are others than I and M among these extensions.
pub(crate) fn is_beyond_base(extensions: &[String]) -> bool {
    let base = ["i", "m", "zmmul"];
    extensions.iter().any(|name| !base.contains(&name.as_str()))
}

/// The published figure of what computes this with these extensions.
pub(crate) fn published(
    xlen: u32,
    computes: &str,
    extensions: &[String],
) -> Option<&'static Published> {
    let like = |figure: &&Published| match figure.extensions {
        [] => !is_beyond_base(extensions),
        some => extensions.iter().any(|name| some.contains(&name.as_str())),
    };
    let same = |figure: &&Published| figure.computes == computes && figure.xlen == xlen;
    PUBLISHED.iter().filter(same).find(like)
}
