//! Ctrl-C ends long work at the next convenient place, with what it has found so far.

use crate::failure::Failure;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Set once the user wants to stop. A second Ctrl-C ends the program at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(2);
        }
    })
    .map_err(Failure::Interrupt)?;
    Ok(stop)
}
