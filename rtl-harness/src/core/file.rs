//! The keys of `core.toml`, as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) top: Spanned<String>,
    pub(super) sources: Spanned<Vec<Spanned<String>>>,
    pub(super) package: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) defines: Vec<Spanned<String>>,
    pub(super) isa: Spanned<BTreeMap<Spanned<String>, String>>,
    #[serde(default)]
    pub(super) parameters: BTreeMap<Spanned<String>, Spanned<ParameterValue>>,
    #[serde(default)]
    pub(super) extensions: BTreeMap<String, Spanned<String>>,
    pub(super) clock: Spanned<String>,
    pub(super) reset: Spanned<String>,
    pub(super) reset_active: Spanned<String>,
    pub(super) reset_address: Spanned<u64>,
    #[serde(default)]
    pub(super) constants: BTreeMap<Spanned<String>, u64>,
    pub(super) memory: Spanned<MemoryTables>,
    pub(super) rvfi: Spanned<String>,
    pub(super) cycles: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) false_loops: bool,
    pub(super) misaligned: Spanned<String>,
    #[serde(default, rename = "deviation")]
    pub(super) deviations: Vec<Spanned<DeviationTable>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum ParameterValue {
    Number(i64),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoryTables {
    pub(super) instructions: Option<Spanned<MemoryTable>>,
    pub(super) data: Option<Spanned<MemoryTable>>,
    pub(super) both: Option<Spanned<MemoryTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoryTable {
    pub(super) protocol: Spanned<String>,
    pub(super) request: Option<Spanned<String>>,
    pub(super) grant: Option<Spanned<String>>,
    pub(super) valid: Spanned<String>,
    pub(super) ready: Option<Spanned<String>>,
    pub(super) address: Spanned<String>,
    pub(super) read: Spanned<String>,
    pub(super) write: Option<Spanned<String>>,
    pub(super) write_enable: Option<Spanned<String>>,
    pub(super) bytes: Option<Spanned<String>>,
    pub(super) error: Option<Spanned<String>>,
    pub(super) fetch: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviationTable {
    pub(super) what: Spanned<String>,
    #[serde(default)]
    pub(super) csrs: Vec<u32>,
    #[serde(default)]
    pub(super) ops: Vec<String>,
    pub(super) reason: String,
}
