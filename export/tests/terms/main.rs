//! Exports of what ops mean: held to the specification by other programs.

mod bench;
mod references;
