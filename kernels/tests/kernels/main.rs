//! Tests of the embedded kernels, of the manifest parser and of the object loader.

mod aes;
mod chacha20;
mod compiled;
mod counts;
mod embedded;
mod loader;
mod machine;
mod manifests;
mod sha256;
mod watching;
