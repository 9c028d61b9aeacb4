//! Progress on standard error: a bar on a terminal, nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal as _, stderr};

/// A bar of `len` steps. `json` hides it: whoever reads JSON watches nothing.
pub(crate) fn bar(len: u64, what: &'static str, json: bool) -> ProgressBar {
    if json || !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {elapsed} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style).with_prefix(what);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar
}
