//! A short program on the specification and on the simulator.
#![no_main]

use fuzz::{case::ProgramCase, libfuzzer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|case: ProgramCase| libfuzzer::program(&case));
