//! The certifier passes every kernel and catches every broken one.

mod broken;
mod compiled;
mod damaged;
mod kernels_pass;
mod page;
mod proved;
mod sources;
mod vectors;
