//! Assembly, as the build of the kernels does it. The tests need the assembler: without it they fail.

use std::process::Command;

use kernels::Kernel;
use toolbox::Tool;

/// The object of a source for an ISA string.
pub(crate) fn assemble(source: &str, isa: &str) -> Vec<u8> {
    let llvm_mc = toolbox::find(Tool::LlvmMc).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("kernel.S"), folder.path().join("kernel.o"));
    std::fs::write(&input, source).unwrap();
    let (base, extensions) = isa.split_once('_').unwrap_or((isa, ""));
    let letters = base[5..].chars().map(String::from);
    let known = extensions.split('_').filter(|name| !name.is_empty() && !name.starts_with('x'));
    let flags: String =
        letters.chain(known.map(str::to_owned)).map(|name| format!(",+{name}")).collect();
    let run = Command::new(&llvm_mc.path)
        .arg(format!("--triple=riscv{}", &base[2..4]))
        .args([&format!("-mattr=-relax{flags}"), "-filetype=obj", "-o"])
        .args([&output, &input])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    std::fs::read(output).unwrap()
}

/// The source of a kernel, with what it includes in its place.
pub(crate) fn source(kernel: &Kernel) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let file = root.join(kernel.source_path);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = |line: &str| match line.trim().strip_prefix(".include \"") {
        Some(name) => {
            let name = name.trim_end_matches('"');
            std::fs::read_to_string(file.parent().unwrap().join(name)).unwrap()
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
