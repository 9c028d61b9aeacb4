//! A folder of finished libraries that several processes share.
//!
//! An entry is made in a folder of its own and appears by one rename, so nobody sees half of it. A
//! lock file per entry keeps two processes from doing the same work; it goes with the process that
//! holds it.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use super::{Built, Facts, Port, key::sha256};
use crate::RtlError;

/// The library inside an entry.
pub(super) const LIBRARY: &str = "model.so";
const FACTS: &str = "facts.json";

/// The entry `key` of the cache; `make` fills a folder with [`LIBRARY`] when there is none, or a
/// damaged one.
pub(super) fn get_or_make(
    cache: &Path,
    key: &str,
    make: impl FnOnce(&Path) -> Result<(Vec<Port>, Vec<String>), RtlError>,
) -> Result<Built, RtlError> {
    // The loader takes a name without a slash for a system library.
    let cache = std::path::absolute(cache).map_err(io("find", cache))?;
    let entry = cache.join(key);
    if let Some(facts) = intact(&entry) {
        return Ok(Built { library: entry.join(LIBRARY), facts, cached: true });
    }
    fs::create_dir_all(&cache).map_err(io("create", &cache))?;
    let _lock = lock(&cache, key)?;
    if let Some(facts) = intact(&entry) {
        return Ok(Built { library: entry.join(LIBRARY), facts, cached: true });
    }
    let work = Work::new(&cache, key)?;
    let (ports, warnings) = make(&work.0)?;
    let library = work.0.join(LIBRARY);
    let bytes = fs::read(&library).map_err(io("read", &library))?;
    let facts = Facts { sha256: sha256(&bytes), ports, warnings };
    let ready = Work::new(&cache, &format!("{key}-ready"))?;
    let text = serde_json::to_string(&facts).expect("plain data");
    fs::write(ready.0.join(FACTS), text).map_err(io("write", &ready.0))?;
    fs::rename(&library, ready.0.join(LIBRARY)).map_err(io("write", &ready.0))?;
    replace(&ready.0, &entry, &cache)?;
    Ok(Built { library: entry.join(LIBRARY), facts, cached: false })
}

/// Puts a finished folder in its place; a damaged one that is there goes.
pub(super) fn replace(ready: &Path, entry: &Path, cache: &Path) -> Result<(), RtlError> {
    if entry.exists() {
        let damaged = Work::new(cache, "damaged")?;
        fs::rename(entry, damaged.0.join("entry")).map_err(io("replace", entry))?;
    }
    fs::rename(ready, entry).map_err(io("write", entry))
}

/// What is known of an entry, when its library is the one that was put there.
fn intact(entry: &Path) -> Option<Facts> {
    let facts: Facts = serde_json::from_slice(&fs::read(entry.join(FACTS)).ok()?).ok()?;
    let library = fs::read(entry.join(LIBRARY)).ok()?;
    (sha256(&library) == facts.sha256).then_some(facts)
}

/// Waits for the right to make an entry.
pub(super) fn lock(cache: &Path, key: &str) -> Result<File, RtlError> {
    let path = cache.join(format!("{key}.lock"));
    let file = File::create(&path).map_err(io("write", &path))?;
    file.lock().map_err(io("lock", &path))?;
    Ok(file)
}

/// A folder of this process that goes when it is no longer needed.
pub(super) struct Work(pub(super) PathBuf);

impl Work {
    pub(super) fn new(cache: &Path, name: &str) -> Result<Self, RtlError> {
        static NUMBER: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = cache.join(format!("work-{}-{number}-{name}", std::process::id()));
        // A process with this number may have died here.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(io("create", &path))?;
        Ok(Self(path))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // Nothing depends on it; it may have been renamed away.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> RtlError {
    let path = path.to_path_buf();
    move |source| RtlError::Io { action, path, source }
}
