//! Puts every file of every unit and core into the program: a released binary has no checkout beside it.

use std::{env, fmt::Write, fs, io, path::Path};

fn main() -> io::Result<()> {
    let mut code = table("units", "UNITS", "ShippedUnit")?;
    code.push_str(&table("cores", "CORES", "ShippedCore")?);
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("units.rs"), code)
}

/// The folders of a folder, as a table of their files.
fn table(of: &str, name: &str, kind: &str) -> io::Result<String> {
    let all = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(of);
    println!("cargo::rerun-if-changed={}", all.display());
    let mut code = format!("static {name}: &[{kind}] = &[\n");
    for one in sorted(&all)? {
        writeln!(code, "{kind} {{ name: {one:?}, files: &[").expect("a string takes all");
        let folder = all.join(&one);
        for (name, path) in files(&folder, "")? {
            writeln!(code, "({name:?}, include_str!({path:?})),").expect("a string takes all");
        }
        code.push_str("] },\n");
    }
    code.push_str("];\n");
    Ok(code)
}

/// Every file below a folder, with its path inside it, in the order of the paths.
fn files(folder: &Path, prefix: &str) -> io::Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    for name in sorted(folder)? {
        let path = folder.join(&name);
        let inside = format!("{prefix}{name}");
        if path.is_dir() {
            found.extend(files(&path, &format!("{inside}/"))?);
        } else {
            found.push((inside, path.to_string_lossy().into_owned()));
        }
    }
    Ok(found)
}

fn sorted(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}
