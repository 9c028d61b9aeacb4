//! Assembly kernels with their manifests, assembled at build time.
//!
//! A kernel is a folder `<cipher>/<variant>/` with `kernel.S` and `kernel.toml`. The build assembles
//! each `kernel.S` and embeds the object beside the text of its manifest: [`all`] lists them,
//! [`manifest`] reads a manifest (an embedded one or a user's), [`object`] loads an object.

pub mod manifest;
mod near;
pub mod object;

use manifest::{Manifest, ManifestError};

/// A kernel that this crate embeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Cipher and variant: `aes/rv32i`.
    pub id: &'static str,
    /// `kernel.toml`, as it was written.
    pub manifest_text: &'static str,
    /// Where `manifest_text` comes from, from the root of the repository, for error messages.
    pub manifest_path: &'static str,
    /// The relocatable ELF object made from `kernel.S`; see [`object::link`].
    pub object: &'static [u8],
    /// The assembly file, from the root of the repository.
    pub source_path: &'static str,
}

impl Kernel {
    /// What the kernel claims to be.
    ///
    /// # Errors
    /// [`ManifestError`]; never for an embedded kernel, whose manifest the tests parse.
    pub fn manifest(&self) -> Result<Manifest, ManifestError> {
        Manifest::parse(self.manifest_text, self.manifest_path)
    }
}

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// Every embedded kernel, ordered by id.
pub fn all() -> &'static [Kernel] {
    ALL
}

/// The embedded kernel of this id.
pub fn by_id(id: &str) -> Option<&'static Kernel> {
    ALL.iter().find(|kernel| kernel.id == id)
}
