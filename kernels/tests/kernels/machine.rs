//! Runs kernel functions under user-mode QEMU, an engine that is not ours.
//!
//! Every call is watched: kept registers, guard bytes around the buffers, read-only buffers.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kernels::manifest::{Access, Function, Manifest};
use kernels::object::{Linked, link};
use toolbox::Tool;

const KERNEL_BASE: u64 = 0x1_0000;
const HARNESS_BASE: u64 = 0x10_0000;
/// As in harness.S.
const ARENA_BYTES: usize = 2048;
const GUARD_BYTES: usize = 64;
/// In the order of harness.S.
const KEPT: [&str; 15] =
    ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "gp", "tp", "sp"];

/// A call of a function on buffers, in the order of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) function: &'a Function,
    pub(crate) buffers: Vec<Vec<u8>>,
    /// Argument that is put at the place of another one: `(out, in)`.
    pub(crate) alias: Option<(usize, usize)>,
}

/// A kernel linked with the harness into a program.
pub(crate) struct Machine {
    pub(crate) linked: Linked,
    manifest: Manifest,
    arena: u64,
    folder: tempfile::TempDir,
}

impl Machine {
    pub(crate) fn new(object: &[u8], manifest: Manifest) -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/harness.S");
        let harness = assemble(&source, &manifest.isa, folder.path());
        let linked = link(object, KERNEL_BASE).unwrap();
        let harness = link(&harness, HARNESS_BASE).unwrap();
        let program = executable(&[&linked, &harness], harness.symbols["_start"].address);
        let path = folder.path().join("program");
        std::fs::write(&path, program).unwrap();
        // QEMU asks for it, too.
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Machine { linked, manifest, arena: harness.symbols["arena"].address, folder }
    }

    pub(crate) fn embedded(id: &str) -> Machine {
        let kernel = kernels::by_id(id).unwrap();
        Machine::new(kernel.object, kernel.manifest().unwrap())
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The buffers after each call.
    ///
    /// # Panics
    /// When a call breaks the calling convention or its manifest.
    pub(crate) fn run(&self, calls: &[Call<'_>]) -> Vec<Vec<Vec<u8>>> {
        self.try_run(calls).unwrap_or_else(|broken| panic!("{broken}"))
    }

    /// As [`Machine::run`], with what was broken first.
    pub(crate) fn try_run(&self, calls: &[Call<'_>]) -> Result<Vec<Vec<Vec<u8>>>, String> {
        let arenas: Vec<_> = calls.iter().map(|call| Arena::new(call, &self.manifest)).collect();
        let input = calls.iter().zip(&arenas).flat_map(|(call, arena)| self.request(call, arena));
        let output = self.qemu(&[], &input.collect::<Vec<u8>>());
        let word = self.manifest.xlen() as usize / 8;
        let answers: Vec<_> = output.chunks_exact(word + ARENA_BYTES).collect();
        assert_eq!(answers.len(), calls.len(), "the harness has stopped early");
        calls
            .iter()
            .zip(&arenas)
            .zip(answers)
            .map(|((call, arena), answer)| {
                let (changed, after) = answer.split_at(word);
                let changed = u16::from_le_bytes([changed[0], changed[1]]);
                let name = &call.function.name;
                if let Some(bit) = (0..KEPT.len()).find(|bit| changed >> bit & 1 != 0) {
                    return Err(format!("{name} changed {}", KEPT[bit]));
                }
                arena.check(call, after).map_err(|broken| format!("{name} {broken}"))
            })
            .collect()
    }

    /// The instructions that one call executes in the kernel, counted by QEMU.
    pub(crate) fn instructions(&self, call: &Call<'_>) -> usize {
        let log = self.folder.path().join(format!("{}.log", call.function.name));
        let log_name = log.to_str().unwrap();
        let request = self.request(call, &Arena::new(call, &self.manifest));
        self.qemu(&["-singlestep", "-d", "exec,nochain", "-D", log_name], &request);
        let text = std::fs::read_to_string(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        let code = self.linked.segments.iter().find(|segment| segment.executable).unwrap();
        let range = code.address..code.address + code.bytes.len() as u64;
        // `Trace 0: 0x7f31 [00000000/00010010/00000003/ff020000]`, one line an instruction.
        text.lines()
            .filter_map(|line| line.split_once('[')?.1.split('/').nth(1))
            .filter(|pc| range.contains(&u64::from_str_radix(pc, 16).unwrap()))
            .count()
    }

    fn request(&self, call: &Call<'_>, arena: &Arena) -> Vec<u8> {
        let mut registers = [0; 9];
        registers[0] = self.linked.function(&call.function.name).unwrap().address;
        for (arg, offset) in call.function.args.iter().zip(&arena.offsets) {
            registers[arg.register_number() - 9] = self.arena + *offset as u64;
        }
        let word = self.manifest.xlen() as usize / 8;
        let words = registers.iter().flat_map(|value| value.to_le_bytes()[..word].to_vec());
        words.chain(arena.bytes.iter().copied()).collect()
    }

    fn qemu(&self, options: &[&str], input: &[u8]) -> Vec<u8> {
        let (tool, base) = match self.manifest.xlen() {
            32 => (Tool::QemuRiscv32, "rv32"),
            _ => (Tool::QemuRiscv64, "rv64"),
        };
        let extensions = self.manifest.isa.split('_').skip(1).map(|name| format!(",{name}=true"));
        let mut child = Command::new(tool_path(tool))
            .args(["-cpu", &format!("{base}{}", extensions.collect::<String>())])
            .args(options)
            .arg(self.folder.path().join("program"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut output = Vec::new();
        std::thread::scope(|scope| {
            // A harness that stops early closes the pipe; the missing answers tell.
            scope.spawn(move || stdin.write_all(input).ok());
            child.stdout.take().unwrap().read_to_end(&mut output).unwrap();
        });
        let status = child.wait().unwrap();
        assert!(status.success(), "the harness ended with {status}");
        output
    }
}

/// The memory that a call sees: its buffers between guard bytes.
struct Arena {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl Arena {
    fn new(call: &Call<'_>, manifest: &Manifest) -> Arena {
        // Guards with a pattern that is not constant: copies and shifts are seen.
        let mut bytes: Vec<u8> = (0..ARENA_BYTES).map(|at| (at * 7 + 0xa5) as u8).collect();
        let align = manifest.align as usize;
        let mut next = GUARD_BYTES;
        let mut offsets = Vec::new();
        for (buffer, arg) in call.buffers.iter().zip(&call.function.args) {
            assert_eq!(
                buffer.len(),
                arg.size.fixed().unwrap() as usize,
                "{}: size of {}",
                call.function.name,
                arg.name
            );
            // Aligned as the manifest says and no better.
            let start = next.next_multiple_of(16) + align % 16;
            offsets.push(start);
            next = start + buffer.len() + GUARD_BYTES;
        }
        assert_eq!(offsets.len(), call.function.args.len(), "one buffer for each argument");
        if let Some((moved, place)) = call.alias {
            offsets[moved] = offsets[place];
        }
        // In the order of the arguments, so that `out` does not hide `in`.
        for (offset, buffer) in offsets.iter().zip(&call.buffers) {
            bytes[*offset..offset + buffer.len()].copy_from_slice(buffer);
        }
        Arena { bytes, offsets }
    }

    fn check(&self, call: &Call<'_>, after: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let args = || call.function.args.iter().zip(&self.offsets);
        for (at, (now, before)) in after.iter().zip(&self.bytes).enumerate() {
            let may_write = args().any(|(arg, offset)| {
                arg.access != Access::Read
                    && (*offset..offset + arg.size.fixed().unwrap() as usize).contains(&at)
            });
            if now != before && !may_write {
                return Err(format!("wrote outside its buffers at {at}: {:?}", self.offsets));
            }
        }
        Ok(args()
            .map(|(arg, at)| after[*at..at + arg.size.fixed().unwrap() as usize].to_vec())
            .collect())
    }
}

/// # Panics
/// With the remedy, when the tool is missing.
pub(crate) fn tool_path(tool: Tool) -> PathBuf {
    toolbox::find(tool).unwrap_or_else(|missing| panic!("{missing}")).path
}

/// Assembles a source that knows XLEN.
pub(crate) fn assemble(source: &Path, isa: &str, folder: &Path) -> Vec<u8> {
    let object: PathBuf = folder.join("assembled.o");
    let xlen = &isa[2..4];
    let status = Command::new(tool_path(Tool::LlvmMc))
        .arg(format!("--triple=riscv{xlen}"))
        .args(["-mattr=-relax", "-filetype=obj", "--defsym", &format!("XLEN={xlen}"), "-o"])
        .args([&object, source])
        .status()
        .unwrap();
    assert!(status.success(), "{} does not assemble", source.display());
    std::fs::read(object).unwrap()
}

/// A statically linked program of the parts' segments, for Linux.
fn executable(parts: &[&Linked], entry: u64) -> Vec<u8> {
    const PAGE: usize = 4096;
    let wide = parts[0].xlen == 64;
    let word = |value: u64| value.to_le_bytes()[..if wide { 8 } else { 4 }].to_vec();
    let half = |value: u16| value.to_le_bytes().to_vec();
    let segments: Vec<_> = parts.iter().flat_map(|part| &part.segments).collect();
    let (header_bytes, entry_bytes) = if wide { (64, 56) } else { (52, 32) };

    let mut file = vec![0x7f, b'E', b'L', b'F', if wide { 2 } else { 1 }, 1, 1];
    file.resize(16, 0);
    file.extend(half(2)); // ET_EXEC
    file.extend(half(243)); // EM_RISCV
    file.extend(1_u32.to_le_bytes());
    file.extend(word(entry));
    file.extend(word(header_bytes));
    file.extend(word(0)); // no section headers
    file.extend(0_u32.to_le_bytes());
    for value in [header_bytes as u16, entry_bytes, segments.len() as u16, 0, 0, 0] {
        file.extend(half(value));
    }
    let mut body = Vec::new();
    for segment in segments {
        let flags = 4 | u32::from(segment.executable) | u32::from(segment.writable) << 1;
        // Every segment starts a page, in the file as in memory.
        let offset = PAGE + body.len();
        assert!(segment.address.is_multiple_of(PAGE as u64), "{} starts no page", segment.section);
        body.extend(&segment.bytes);
        body.resize(body.len().next_multiple_of(PAGE), 0);
        let size = word(segment.bytes.len() as u64);
        file.extend(1_u32.to_le_bytes()); // PT_LOAD
        if wide {
            file.extend(flags.to_le_bytes());
        }
        file.extend(word(offset as u64));
        file.extend(word(segment.address));
        file.extend(word(segment.address));
        file.extend([size.clone(), size].concat());
        if !wide {
            file.extend(flags.to_le_bytes());
        }
        file.extend(word(PAGE as u64));
    }
    file.resize(PAGE, 0);
    file.extend(body);
    file
}
