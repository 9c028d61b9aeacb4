//! CPU time.

use crate::SpeedError;
use std::io;

/// Whose time is meant.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// This process.
    Own,
    /// The children that it waited for.
    Children,
}

/// CPU time, user and system, in seconds.
///
/// # Errors
/// When the kernel does not tell it.
pub fn cpu_seconds(whose: Whose) -> Result<f64, SpeedError> {
    /// Linux counts in hundredths here whatever the kernel's own clock.
    const TICKS: f64 = 100.0;
    let path = "/proc/self/stat";
    let stat = std::fs::read_to_string(path).map_err(|e| SpeedError::File(path.into(), e))?;
    let strange = || SpeedError::File(path.into(), io::ErrorKind::InvalidData.into());
    // The second field is a name in parentheses that may hold spaces; utime is field 14.
    let (_, fields) = stat.rsplit_once(") ").ok_or_else(strange)?;
    let first = match whose {
        Whose::Own => 11,
        Whose::Children => 13,
    };
    let times = fields.split(' ').skip(first).take(2).map(str::parse::<f64>);
    let times: Vec<f64> = times.collect::<Result<_, _>>().map_err(|_| strange())?;
    Ok(times.iter().sum::<f64>() / TICKS)
}

/// What `work` gives, and the CPU time that it took in seconds.
///
/// # Errors
/// See [`cpu_seconds`].
pub fn timed<T>(whose: Whose, work: impl FnOnce() -> T) -> Result<(T, f64), SpeedError> {
    let before = cpu_seconds(whose)?;
    let done = work();
    Ok((done, cpu_seconds(whose)? - before))
}
