//! The certifier passes every kernel and catches every broken one.

mod assembly;
mod broken;
mod compiled;
mod cost;
mod damaged;
mod formats;
mod kernels_pass;
mod linked;
mod on_core;
mod package;
mod page;
mod proved;
mod seeded;
mod sources;
mod vectors;
