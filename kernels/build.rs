//! Assembles every `<cipher>/<variant>/kernel.S` and writes the table that `src/lib.rs` includes.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use toolbox::Tool;

/// Folders of this crate that hold no kernels.
const NOT_CIPHERS: [&str; 2] = ["src", "tests"];

fn main() {
    if let Err(error) = build() {
        println!("cargo::error={error:#}");
    }
}

fn build() -> Result<()> {
    let root =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").context("no CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").context("no OUT_DIR")?);
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=RVASSAY_TOOLS");

    let assembler = toolbox::find(Tool::LlvmMc)?;
    let mut table = String::from("const ALL: &[Kernel] = &[\n");
    for cipher in folders(&root)? {
        if NOT_CIPHERS.contains(&cipher.as_str()) {
            continue;
        }
        // A new variant is a new folder in here.
        println!("cargo::rerun-if-changed={}", root.join(&cipher).display());
        for variant in folders(&root.join(&cipher))? {
            let id = format!("{cipher}/{variant}");
            let folder = root.join(&id);
            let object = out.join(format!("{cipher}-{variant}.o"));
            assemble(&assembler.path, &folder, &object)
                .with_context(|| format!("kernel kernels/{id}"))?;
            let manifest = folder.join("kernel.toml");
            writeln!(
                table,
                "    Kernel {{ id: {id:?}, manifest_text: include_str!({manifest:?}), \
                 manifest_path: {:?}, object: include_bytes!({object:?}), source_path: {:?} }},",
                format!("kernels/{id}/kernel.toml"),
                format!("kernels/{id}/kernel.S"),
            )?;
        }
    }
    table.push_str("];\n");
    fs::write(out.join("table.rs"), table).context("writing the table of kernels")
}

/// The names of the folders in `parent`, sorted.
fn folders(parent: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(parent).with_context(|| format!("reading {}", parent.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn assemble(assembler: &Path, folder: &Path, object: &Path) -> Result<()> {
    let (source, manifest) = (folder.join("kernel.S"), folder.join("kernel.toml"));
    for file in [&source, &manifest] {
        println!("cargo::rerun-if-changed={}", file.display());
        ensure!(
            file.is_file(),
            "{} is missing: a kernel is kernel.S and kernel.toml",
            file.display()
        );
    }
    let text = fs::read_to_string(&manifest)?;
    let keys: toml::Table = text.parse().context("kernel.toml is not TOML")?;
    let isa = keys
        .get("isa")
        .and_then(toml::Value::as_str)
        .context("kernel.toml needs `isa = \"...\"`")?;
    let (triple, attributes) = target(isa)?;
    let output = Command::new(assembler)
        .arg(format!("--triple={triple}"))
        .arg(format!("-mattr={attributes}"))
        .arg("-filetype=obj")
        // A relative name, so that no machine's path gets into a message or the object.
        .current_dir(folder)
        .args(["kernel.S", "-o"])
        .arg(object)
        .output()
        .with_context(|| format!("running {}", assembler.display()))?;
    if !output.status.success() {
        // The first error: one line, as Cargo takes it, and not what follows from it.
        let message = String::from_utf8_lossy(&output.stderr);
        let first = message.lines().find(|line| line.contains("error:")).unwrap_or_default();
        bail!("does not assemble for {isa}: {first}");
    }
    Ok(())
}

/// LLVM's names for an ISA string: `rv32i_zkne` is `riscv32` with `+zkne`. Sets that are not the
/// standard's (`x...`) are unknown to it: sources write their words with `.insn`. Relaxation is off:
/// the bytes are to be those that the source says, whatever links them.
fn target(isa: &str) -> Result<(&'static str, String)> {
    let (triple, extensions) = if let Some(rest) = isa.strip_prefix("rv32i") {
        ("riscv32", rest)
    } else if let Some(rest) = isa.strip_prefix("rv64i") {
        ("riscv64", rest)
    } else {
        bail!("kernel.toml: isa `{isa}` does not start with rv32i or rv64i");
    };
    let (letters, named) = extensions.split_once('_').unwrap_or((extensions, ""));
    let mut attributes = String::from("-relax");
    let letters = letters.chars().map(String::from);
    let assembled = |name: &&str| !name.is_empty() && !name.starts_with('x');
    let named = named.split('_').filter(assembled).map(str::to_owned);
    for extension in letters.chain(named) {
        write!(attributes, ",+{extension}")?;
    }
    Ok((triple, attributes))
}
