//! The keys of `unit.toml`, as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) top: Spanned<String>,
    pub(super) sources: Spanned<Vec<Spanned<String>>>,
    pub(super) xlen: Spanned<Vec<u32>>,
    pub(super) parameters: Option<BTreeMap<Spanned<String>, Spanned<ParameterValue>>>,
    pub(super) handshake: HandshakeTable,
    pub(super) ports: Ports,
    #[serde(default)]
    pub(super) csrs: BTreeMap<Spanned<String>, Spanned<String>>,
    pub(super) ops: Spanned<BTreeMap<Spanned<String>, OpTable>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum ParameterValue {
    Number(i64),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HandshakeTable {
    pub(super) kind: Spanned<String>,
    pub(super) max_cycles: Option<Spanned<u32>>,
    pub(super) clock: Option<Spanned<String>>,
    pub(super) reset: Option<Spanned<String>>,
    pub(super) reset_active: Option<Spanned<String>>,
    pub(super) request_valid: Option<Spanned<String>>,
    pub(super) request_ready: Option<Spanned<String>>,
    pub(super) response_valid: Option<Spanned<String>>,
    pub(super) response_ready: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ports {
    pub(super) rs1: Option<Spanned<String>>,
    pub(super) rs2: Option<Spanned<String>>,
    pub(super) rs3: Option<Spanned<String>>,
    pub(super) rd: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpTable {
    pub(super) xlen: Option<Spanned<Vec<u32>>>,
    #[serde(default)]
    pub(super) drive: BTreeMap<Spanned<String>, u64>,
    #[serde(default)]
    pub(super) fields: BTreeMap<String, Spanned<String>>,
}
