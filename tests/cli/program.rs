//! Small programs, assembled and linked for the test that runs them.

use std::{
    collections::HashSet,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};
use toolbox::Tool;

fn tool(tool: Tool) -> Command {
    Command::new(toolbox::find(tool).unwrap_or_else(|missing| panic!("{missing}")).path)
}

/// Links `source` to an executable at 0x80000000, with its data at 0x80001000.
pub(crate) fn link(xlen: u32, source: &str, folder: &Path, elf: &str) {
    let object = folder.join("program.o");
    fs::write(folder.join("program.s"), source).unwrap();
    let done = tool(Tool::LlvmMc)
        .args([&format!("-triple=riscv{xlen}"), "-mattr=+m,+zkne,+zknd", "-filetype=obj"])
        .args(["program.s", "-o", "program.o"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{source}\n{}", String::from_utf8_lossy(&done.stderr));
    let done = tool(Tool::Lld)
        .args(["-m", &format!("elf{xlen}lriscv"), "-e", "_start"])
        .args(["-Ttext=0x80000000", "-Tdata=0x80001000", "-o", elf])
        .arg(object)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The lines, from 1, whose bytes are no instruction to the disassembler.
pub(crate) fn disassembler_refuses(xlen: u32, extensions: &str, bytes: &str) -> HashSet<usize> {
    let mut child = tool(Tool::LlvmMc)
        .args(["--disassemble", &format!("-triple=riscv{xlen}"), &format!("-mattr={extensions}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().expect("a pipe");
    let bytes = bytes.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(bytes.as_bytes()));
    let done = child.wait_with_output().unwrap();
    writer.join().expect("the writer ends").unwrap();
    let text = String::from_utf8(done.stderr).unwrap();
    let line = |l: &str| l.strip_prefix("<stdin>:")?.split(':').next()?.parse().ok();
    text.lines().filter(|l| l.contains("invalid instruction")).filter_map(line).collect()
}

/// Stores a product and an AES round into the signature, then `end`.
pub(crate) fn signing(xlen: u32, end: &str) -> String {
    let aes = if xlen == 32 { "aes32esmi a3, a0, a1, 2" } else { "aes64esm a3, a0, a1" };
    format!(
        "
        .globl _start, tohost, begin_signature, end_signature
_start: la      t0, begin_signature
        li      a0, 6
        li      a1, -7
        mul     a2, a0, a1
        sw      a2, 0(t0)
        {aes}
        sw      a3, 4(t0)
        lh      a4, 2(t0)
        sw      a4, 8(t0)
        {end}
1:      j       1b
        .data
tohost: .dword  0
begin_signature:
        .word   0, 0, 0
end_signature:
"
    )
}

/// Ends with this value in `tohost`.
pub(crate) fn tohost(value: u32) -> String {
    format!("la t1, tohost\n li t2, {value}\n sw t2, 0(t1)")
}

/// Ends with the system call that ends user-mode programs.
pub(crate) fn ecall(code: u32) -> String {
    format!("li a0, {code}\n li a7, 93\n ecall")
}
