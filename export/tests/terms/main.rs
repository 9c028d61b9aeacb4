//! Exports of what ops mean: held to the specification by other programs.

mod bench;
mod checkers;
mod printers;
mod references;
mod solver;
