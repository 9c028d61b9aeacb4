//! One instruction on the specification and on the simulator.
#![no_main]

use fuzz::{case::OpCase, libfuzzer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|case: OpCase| libfuzzer::op(case));
