//! Which RTL units an extension needs: those that have its ops, as each `unit.toml` says.

use std::collections::BTreeSet;

use rtl_harness::units;

use super::CostError;

/// The units that have one of these ops on harts of this width; an op of two units needs the first one.
///
/// # Errors
/// [`CostError::Unit`]; never for units as they were released.
pub fn units_of<'a>(
    ops: impl IntoIterator<Item = &'a str>,
    xlen: u32,
) -> Result<BTreeSet<String>, CostError> {
    let mut descriptions = Vec::new();
    for unit in units() {
        descriptions.push(unit.description().map_err(|error| CostError::Unit(error.to_string()))?);
    }
    let has = |op: &str| {
        let mut units = descriptions.iter();
        units.find(|unit| unit.ops.iter().any(|o| o.name == op && o.xlens.contains(&xlen)))
    };
    Ok(ops.into_iter().filter_map(has).map(|unit| unit.name.clone()).collect())
}
