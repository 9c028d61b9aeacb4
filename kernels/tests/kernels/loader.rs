//! The object loader: relocations with their values, and what it says about wrong objects.

use std::path::Path;
use std::process::Command;

use kernels::object::{Linked, MAX_IMAGE_BYTES, ObjectError, link};
use proptest::prelude::*;
use toolbox::Tool;

use crate::machine::tool_path;

/// Assembles a text for RV32 or RV64 and loads it.
fn load(xlen: u32, source: &str, base: u64) -> Result<Linked, ObjectError> {
    link(&assemble(xlen, source), base)
}

fn assemble(xlen: u32, source: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (text, object) = (folder.path().join("t.S"), folder.path().join("t.o"));
    std::fs::write(&text, source).unwrap();
    let output = Command::new(tool_path(Tool::LlvmMc))
        .arg(format!("--triple=riscv{xlen}"))
        // Branches stay as written, so that R_RISCV_BRANCH is met.
        .args(["-mattr=-relax", "-riscv-asm-relax-branches=0", "-filetype=obj", "-o"])
        .args([&object as &Path, &text])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(object).unwrap()
}

fn words(linked: &Linked, section: &str) -> Vec<u32> {
    let segment = linked.segments.iter().find(|segment| segment.section == section).unwrap();
    segment.bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn sections_are_laid_out_by_permission() {
    let source = "
        .data\n .globl d\nd: .word 1\n .bss\nb: .zero 8\n .section .rodata\n .balign 64\nr: .word 2
        .text\n nop\n .globl f\n .type f, @function\nf: ret\n .size f, . - f\n";
    let linked = load(32, source, 0x8000_0000).unwrap();
    let layout: Vec<_> = linked
        .segments
        .iter()
        .map(|s| (&*s.section, s.address, s.bytes.len(), s.executable, s.writable))
        .collect();
    assert_eq!(
        layout,
        [
            (".text", 0x8000_0000, 8, true, false),
            (".rodata", 0x8000_1000, 4, false, false),
            (".data", 0x8000_2000, 4, false, true),
            (".bss", 0x8000_2004, 8, false, true),
        ]
    );
    let f = linked.function("f").unwrap();
    assert_eq!((f.address, f.size), (0x8000_0004, 4));
    assert_eq!(linked.symbols["d"].address, 0x8000_2000);
    assert_eq!((linked.code_bytes(), linked.data_bytes()), (8, 16));
    let missing = linked.function("d").unwrap_err();
    assert_eq!(missing.to_string(), "no function `d` in the object");
}

/// The words were made by `ld.lld` 19 from the same objects, `.text` at 0x10000 and `.data` at
/// 0x11000 (`--section-start`), and read back with `objdump`.
#[test]
fn relocations_have_a_linkers_values() {
    let source = "
        .text\n .globl start\nstart:
        la a0, there\n lw a1, there + 4\n sw a1, there + 8, t0
        lui a2, %hi(there)\n addi a2, a2, %lo(there)\n sw a2, %lo(there + 4)(a2)
        call far\n beq a0, a1, far\n jal far\n
        .zero 2048\n .globl far\nfar: tail start\n bne a0, a1, far
        .data\n .zero 0x808\n .globl there\nthere: .word there\n .word start + 4\n .word 0\n";
    for (xlen, more, expected) in LINKED {
        let linked = load(xlen, &format!("{source} {more}\n"), 0x1_0000).unwrap();
        let mut all = words(&linked, ".text");
        all.retain(|word| *word != 0);
        all.extend(&words(&linked, ".data")[0x808 / 4..]);
        let hex: Vec<_> = all.iter().map(|word| format!("{word:08x}")).collect();
        assert_eq!(hex.join(" "), expected, "RV{xlen}");
    }
}

const LINKED: [(u32, &str, &str); 2] = [
    (
        32,
        "",
        "00002517 80850513 00002597 8045a583 00002297 80b2a023 00012637 80860613 80c62623 \
         00001097 810080e7 00b504e3 005000ef fffff317 7cc30067 feb51ce3 00011808 00010004 \
         00000000",
    ),
    (
        64,
        ".dword there + 4",
        "00002517 80850513 00002597 8045a583 00002297 80b2a023 00012637 80860613 80c62623 \
         00001097 810080e7 00b504e3 005000ef fffff317 7cc30067 feb51ce3 00011808 00010004 \
         00000000 0001180c 00000000",
    ),
];

/// Compressed jumps and differences of addresses, made by `ld.lld` 19 as above, `.data` at 0x11000.
#[test]
fn compressed_jumps_and_differences_have_a_linkers_values() {
    let source = "
        .option rvc\n .globl start\nstart: nop\n .zero 96\n c.beqz a0, start\n c.bnez a1, far\n c.j far\n c.j start
        .zero 130\n .globl far\nfar: c.nop\n
        .data\n .globl d\nd: .reloc ., R_RISCV_ADD32, far\n .reloc ., R_RISCV_SUB32, start\n .word 1
        .reloc ., R_RISCV_ADD16, far\n .reloc ., R_RISCV_SUB8, start\n .half 2\n .reloc ., R_RISCV_SET8, d\n .byte 9
        .balign 4\n .reloc ., R_RISCV_32_PCREL, start\n .word 0\n";
    for xlen in [32, 64] {
        let linked = load(xlen, source, 0x1_0000).unwrap();
        let text = &linked.segments[0].bytes;
        assert_eq!(hex(&text[98..106]), "59ddc1e559a061bf", "RV{xlen}");
        assert_eq!(hex(&linked.segments[1].bytes), "ed000000ee000000f8efffff");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn wrong_objects_are_told() {
    let says = |xlen, source: &str| load(xlen, source, 0x1_0000).unwrap_err().to_string();
    for (source, place) in [
        (".type f, @function\nf: nop\n call memcpy\n", "used by `f` at .text+0x4: link it in"),
        (".data\n .word memcpy\n", "used by the object at .data+0x0: link it in"),
    ] {
        let said = says(32, source);
        assert!(said.starts_with(&format!("undefined symbol `memcpy`, {place}")), "{said}");
    }
    assert_eq!(
        says(32, ".data\n .type f, @function\nf: .word 0\n"),
        "function `f` lies in section .data, which is not executable"
    );
    assert_eq!(
        says(32, ".data\n .globl a\na: .reloc ., R_RISCV_SET6, a\n .word 0\n"),
        "relocation 53 at .data+0x0 is not supported"
    );
    assert_eq!(
        says(64, "lga a0, f\n .globl f\nf: ret\n"),
        "relocation 20 at .text+0x0 is not supported: compile with -fno-pic and without thread-local variables, or \
         link a program"
    );
    assert_eq!(
        says(32, "nop\n .reloc ., R_RISCV_ALIGN, 6\n nop\n nop\n nop\n"),
        "relocation 43 at .text+0x4 is not supported: assemble with relaxation off"
    );
    assert_eq!(
        says(64, "beq a0, a1, f\n .zero 4096\n .globl f\nf: ret\n"),
        "relocation at .text+0x0: 0x1004 is out of the instruction's reach"
    );
    assert_eq!(
        says(32, ".text\nf: nop\ng: addi a0, a0, 0\n .reloc g, R_RISCV_PCREL_LO12_I, f\n"),
        "relocation at .text+0x4 refers to no R_RISCV_PCREL_HI20 relocation"
    );
    let big = format!(".bss\n .zero {}\n", MAX_IMAGE_BYTES + 1);
    assert_eq!(says(32, &big), "the sections need more than 16777216 bytes");
    assert_eq!(
        load(32, "nop\n", 0x1_0002).unwrap_err().to_string(),
        "section .text does not fit at base 0x10002 with its alignment 4"
    );
    assert!(matches!(load(32, "nop\n nop\n", 0xffff_fffc), Err(ObjectError::Placement { .. })));
    assert!(matches!(load(64, "nop\n nop\n", u64::MAX - 3), Err(ObjectError::Placement { .. })));
    assert!(matches!(link(b"", 0), Err(ObjectError::Malformed(_))));

    let mut other = assemble(32, "nop\n");
    other[18] = 62; // e_machine: x86-64
    assert!(matches!(link(&other, 0), Err(ObjectError::WrongMachine(_))));
    let mut library = assemble(32, "nop\n");
    library[16] = 3; // e_type: ET_DYN
    assert!(matches!(link(&library, 0), Err(ObjectError::Kind(_))));
    let mut program = assemble(32, "nop\n");
    program[16] = 2; // e_type: ET_EXEC, without program headers
    assert!(matches!(link(&program, 0), Err(ObjectError::NotLoaded { .. })));
}

proptest! {
    #[test]
    fn no_cut_or_changed_object_makes_the_loader_panic(
        kernel in 0..kernels::all().len(),
        // Most flips land in headers, symbols and relocations, which are at the ends.
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 0..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
        base in prop_oneof![Just(0_u64), Just(0x1_0000), Just(0xffff_f000), any::<u64>()],
    ) {
        let mut object = kernels::all()[kernel].object.to_vec();
        for (index, value, part) in flips {
            let range = match part {
                0 => 0..64,
                1 => object.len().saturating_sub(1024)..object.len(),
                _ => 0..object.len(),
            };
            object[range.start + index.index(range.len())] = value;
        }
        if let Some(cut) = cut {
            object.truncate(cut.index(object.len()));
        }
        let _ = link(&object, base);
    }

    #[test]
    fn every_real_cut_is_an_error(kernel in 0..kernels::all().len(), cut in any::<prop::sample::Index>()) {
        // The section headers are at the end: none of it may be missing.
        let object = kernels::all()[kernel].object;
        prop_assert!(link(&object[..cut.index(object.len())], 0x1_0000).is_err());
    }
}
