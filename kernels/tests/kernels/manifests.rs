//! What the manifest parser says about wrong files: the place, the problem and the remedy.

use kernels::manifest::{Access, KEYS, Leak, Manifest};
use proptest::prelude::*;

const GOOD: &str = r#"isa = "rv32i_zkne"
align = 4

[[function]]
name = "aes128_encrypt_block"
computes = "aes128.encrypt_block"
args = [
    { name = "out", reg = "a0", bytes = 16, access = "write" },
    { name = "in", reg = "a1", bytes = 16, access = "read", secret = true },
    { name = "round_keys", reg = "a2", bytes = 176, access = "read", secret = true },
]
overlap = ["out=in"]
vectors = ["aes/ecb"]
constant_time = true
represent = [{ arg = "round_keys", as = "aes128.expanded_key(key)" }]
"#;

#[test]
fn a_good_manifest_is_read_whole() {
    let manifest = Manifest::parse(GOOD, "kernel.toml").unwrap();
    assert_eq!((manifest.xlen(), manifest.align, &*manifest.isa), (32, 4, "rv32i_zkne"));
    let function = manifest.function("aes128_encrypt_block").unwrap();
    assert_eq!(function.isa, "rv32i_zkne");
    assert_eq!(function.overlap, [("out".to_owned(), "in".to_owned())]);
    assert_eq!(function.vectors, ["aes/ecb"]);
    let keys = &function.args[2];
    assert_eq!((keys.register_number(), keys.bytes, keys.secret), (12, 176, true));
    assert_eq!((function.args[0].access, keys.access), (Access::Write, Access::Read));
    assert!(!function.args[0].secret);
    assert_eq!(function.represent[0].form, "aes128.expanded_key(key)");

    let leaking = GOOD.replace("= true\nrep", "= false\nleaks = [\"secret-branch\"]\nrep");
    let manifest = Manifest::parse(&leaking, "kernel.toml").unwrap();
    assert_eq!(manifest.functions[0].leaks, [Leak::SecretBranch]);
}

/// Replaces a text of [`GOOD`] that must be there and tells the error.
fn error(old: &str, new: &str) -> String {
    assert_eq!(GOOD.matches(old).count(), 1, "{old}");
    Manifest::parse(&GOOD.replace(old, new), "k.toml").unwrap_err().to_string()
}

#[test]
fn errors_tell_place_and_remedy() {
    #[rustfmt::skip]
    let table = [
        ("align = 4", "align = ", "k.toml:2:9: not TOML: "),
        ("align = 4", "align = 4\naling = 4", "k.toml:3:1: unknown key `aling` in kernel.toml: did you mean `align`?"),
        ("align = 4", "align = 4\nx = 4", "k.toml:3:1: unknown key `x` in kernel.toml: use one of isa, align, notes, function"),
        ("vectors =", "vektors =", "k.toml:13:1: unknown key `vektors` in [[function]]: did you mean `vectors`?"),
        ("access = \"write\"", "acess = \"write\"", "k.toml:8:45: unknown key `acess` in args: did you mean `access`?"),
        ("align = 4", "", "k.toml:1:1: kernel.toml needs the key `align`: what every pointer argument is a multiple of"),
        ("constant_time = true", "", "k.toml:4:1: [[function]] needs the key `constant_time`: "),
        (", bytes = 176", "", "k.toml:10:5: args needs the key `bytes`: the size of the buffer"),
        ("align = 4", "align = 3", "k.toml:2:9: align is 3: use 1, 2, 4, 8 or 16"),
        ("align = 4", "align = \"4\"", "k.toml:2:9: invalid type: string \"4\", expected u64"),
        ("rv32i_zkne", "RV32I", "k.toml:1:7: `RV32I` is not an ISA string: write lower-case like `rv32i_zkne`"),
        ("vectors =", "isa = \"rv64i\"\nvectors =", "k.toml:13:7: `rv64i` and the file's `rv32i_zkne` differ in XLEN"),
        ("vectors =", "isa = \"zkne\"\nvectors =", "k.toml:13:7: `zkne` is not an ISA string"),
        ("s128.encrypt_b", "s128.encript_b", "k.toml:6:12: unknown cipher function `aes128.encript_block`: did you mean `aes128.encrypt_block`?"),
        ("\"a2\"", "\"t2\"", "k.toml:10:34: unknown argument register `t2`: use one of a0, a1, "),
        ("\"a2\"", "\"a1\"", "k.toml:10:34: register `a1` is there twice"),
        ("name = \"in\"", "name = \"out\"", "k.toml:9:14: argument `out` is there twice"),
        ("name = \"in\"", "name = \"1n\"", "k.toml:9:14: `1n` is not a name"),
        ("bytes = 176", "bytes = 0", "k.toml:10:48: a buffer of 0 bytes: use 1 to 1048576"),
        ("bytes = 176", "bytes = 1048577", "k.toml:10:48: a buffer of 1048577 bytes"),
        ("bytes = 176", "bytes = -1", "k.toml:10:48: "),
        ("\"write\"", "\"wrote\"", "k.toml:8:54: unknown variant `wrote`, expected one of `read`, `write`, `read-write`"),
        ("out=in", "out=inn", "k.toml:12:12: no argument is called `inn`: use one of out, in, round_keys"),
        ("out=in", "out", "k.toml:12:12: `out` is not an overlap: write \"out=in\""),
        ("out=in", "out=round_keys", "k.toml:12:12: `out=round_keys` is not an overlap"),
        ("constant_time = true", "constant_time = false", "k.toml:14:17: constant_time is false and leaks has 0 kinds: say in `leaks`"),
        ("constant_time = true", "constant_time = true\nleaks = [\"secret-branch\"]", "k.toml:14:17: constant_time is true and leaks has 1 kinds: remove `leaks`"),
        ("arg = \"round_keys\"", "arg = \"keys\"", "k.toml:15:22: no argument is called `keys`"),
        ("aes128.expanded_key(key)", "aes128.expandet_key(key)", "k.toml:15:41: unknown form `aes128.expandet_key(key)`: did you mean `aes128.expanded_key(key)`?"),
        ("s128.expanded_key(key)", "s192.expanded_key(key)", "k.toml:15:41: `round_keys` has 176 bytes, aes192.expanded_key(key) has 208"),
    ];
    for (old, new, expected) in table {
        let message = error(old, new);
        assert!(message.starts_with(expected), "{old} -> {new}\n  {message}\n  {expected}");
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn empty_lists_and_doubles_are_told() {
    let (file, function) = GOOD.split_at(GOOD.find("[[function]]").unwrap());
    let says = |text: String| Manifest::parse(&text, "k.toml").unwrap_err().to_string();
    assert_eq!(
        says(format!("{file}function = []")),
        "k.toml:4:12: function is empty: add at least one"
    );
    let (before, rest) = GOOD.split_once("args = [").unwrap();
    let after = rest.split_once("]\n").unwrap().1.replace("overlap = [\"out=in\"]\n", "");
    let empty = says(format!("{before}args = []\n{after}"));
    assert_eq!(empty, "k.toml:7:8: args is empty: add at least one");
    let twice = says(format!("{file}{function}{function}"));
    assert!(
        twice.starts_with("k.toml:17:8: function `aes128_encrypt_block` is there twice"),
        "{twice}"
    );
}

/// The table of keys in the README is the one that the parser reads.
#[test]
fn readme_lists_the_keys() {
    let mut table =
        String::from("| in | key | required | form | meaning |\n|---|---|---|---|---|\n");
    for key in KEYS {
        let required = if key.required { "yes" } else { "no" };
        let row = [key.section.title(), key.name, required, key.form, key.meaning];
        table +=
            &format!("| `{}` | `{}` | {} | {} | {} |\n", row[0], row[1], row[2], row[3], row[4]);
    }
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&table), "the README's table of keys should be\n{table}");
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(at in 0..GOOD.len(), bytes in "[\\PC\n]{0,12}", cut in 0..20_usize) {
        let start = (0..=at).rev().find(|at| GOOD.is_char_boundary(*at)).unwrap_or(0);
        let end = (start + cut).min(GOOD.len());
        let _ = Manifest::parse(&format!("{}{bytes}{}", &GOOD[..start], &GOOD[end..]), "k.toml");
    }
}
