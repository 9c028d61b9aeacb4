//! Turns every file of `src/insns/<extension>/` into one registered instruction.
//!
//! The `Insn::Foo` variant, its table row and its dispatch arm are generated here. The module list
//! is `src/insns.rs`, in plain sight of `cargo fmt` and of editors; a file that it lacks, or a line
//! without a file, stops the build.

use std::{collections::BTreeMap, env, fmt::Write as _, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/insns");
    println!("cargo::rerun-if-changed=src/insns.rs");

    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for folder in fs::read_dir("src/insns")? {
        let folder = folder?;
        let extension = folder.file_name().to_string_lossy().into_owned();
        for file in fs::read_dir(folder.path())? {
            let file = file?.file_name().to_string_lossy().into_owned();
            if let Some(name) = file.strip_suffix(".rs")
                && let Some(other) = files.insert(name.into(), extension.clone())
            {
                println!("cargo::error=src/insns has {name}.rs in {other}/ and in {extension}/");
            }
        }
    }

    let listed = listed(&fs::read_to_string("src/insns.rs")?);
    for (name, extension) in &files {
        if !listed.contains(&(extension.clone(), name.clone())) {
            println!(
                "cargo::error=add `pub mod {name};` inside `pub mod {extension} {{ }}` to \
                 src/insns.rs, for src/insns/{extension}/{name}.rs"
            );
        }
    }

    let [mut variants, mut specs, mut execs, mut texts, mut inputs, mut indices] =
        [const { String::new() }; 6];
    for (index, (name, extension)) in files.iter().enumerate() {
        let variant = camel(name);
        let module = format!("{extension}::{name}");
        let source = fs::read_to_string(format!("src/insns/{extension}/{name}.rs"))?;
        let text = semantics(&source);
        if text.is_empty() {
            println!("cargo::error=src/insns/{extension}/{name}.rs: `exec` has no doc comment");
        }
        let _ = writeln!(texts, "            Insn::{variant} => {text:?},");
        if source.contains("\npub const INPUTS: Inputs") {
            let _ = writeln!(inputs, "            Insn::{variant} => {module}::INPUTS,");
        }
        let _ = writeln!(variants, "    /// [`{module}`]\n    {variant},");
        let _ = writeln!(specs, "            Insn::{variant} => &{module}::SPEC,");
        let _ = writeln!(execs, "            Insn::{variant} => {module}::exec(h, i),");
        let _ = writeln!(indices, "            Insn::{variant} => {index},");
    }
    let all = files.keys().map(|n| format!("Insn::{}", camel(n))).collect::<Vec<_>>().join(", ");
    let count = files.len();
    let code = format!(
        "/// Every instruction known to the specification: one variant per file of `src/insns/`, and those of op files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Insn {{
{variants}    /// One of an op file: see [`crate::loaded`].
    Loaded(Loaded),
}}
impl Insn {{
    /// All instructions of `src/insns/`, in file-name order. [`Insn::all`] has those of op files too.
    pub const BUILT_IN: &'static [Insn] = &[{all}];
    /// Its position in [`Insn::all`].
    pub const fn index(self) -> usize {{
        match self {{
{indices}            Insn::Loaded(op) => {count} + op.index(),
        }}
    }}
    /// The one record that says everything about this instruction.
    pub fn spec(self) -> &'static Spec {{
        match self {{
            Insn::Loaded(op) => op.op().spec,
            _ => self.built_in(),
        }}
    }}
    /// [`Insn::spec`], at compile time: of [`Insn::BUILT_IN`] only.
    pub(crate) const fn built_in(self) -> &'static Spec {{
        match self {{
{specs}            Insn::Loaded(_) => panic!(\"this instruction is not built in\"),
        }}
    }}
    /// What it does, as the doc comment of its `exec` says: the manual's pseudo-code.
    pub fn semantics(self) -> &'static str {{
        match self {{
{texts}            Insn::Loaded(op) => op.op().semantics,
        }}
    }}
    /// The inputs on which it is defined: the `INPUTS` of its file, or every input.
    pub const fn inputs(self) -> crate::inputs::Inputs {{
        match self {{
{inputs}            _ => crate::inputs::Inputs::ANY,
        }}
    }}
    /// Runs the semantics on any hart, in any value domain.
    #[inline]
    pub fn exec<H: Hart>(self, h: &mut H, i: &Operands) {{
        match self {{
{execs}            Insn::Loaded(op) => op.op().exec(h, i),
        }}
    }}
}}
"
    );
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("insns.rs"), code)
}

/// The `pub mod name;` lines of `src/insns.rs`, each with the `pub mod extension {` around it.
fn listed(source: &str) -> Vec<(String, String)> {
    let mut extension = String::new();
    let mut listed = Vec::new();
    for line in source.lines().map(str::trim) {
        let Some(module) = line.strip_prefix("pub mod ") else { continue };
        if let Some(name) = module.strip_suffix(" {") {
            extension = name.into();
        } else if let Some(name) = module.strip_suffix(';') {
            listed.push((extension.clone(), name.into()));
        }
    }
    listed
}

/// The doc comment above `exec`, without the marks of code.
fn semantics(source: &str) -> String {
    let before = source.split("pub fn exec").next().unwrap_or_default();
    let mut lines: Vec<&str> =
        before.lines().rev().map_while(|line| line.strip_prefix("///")).map(str::trim).collect();
    lines.reverse();
    lines.join("\n").replace('`', "")
}

fn camel(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|w| !w.is_empty()).map(capital).collect()
}
