//! What the manifest parser says about wrong files: the place, the problem and the remedy.

use kernels::manifest::{Access, KEYS, Leak, Manifest, Size, Split, Upper, Wrap};
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
    assert_eq!((keys.register_number(), keys.size.fixed(), keys.secret), (12, Some(176), true));
    assert_eq!((function.args[0].access, keys.access), (Access::Write, Access::Read));
    assert!(!function.args[0].secret);
    assert_eq!(function.represent[0].form, "aes128.expanded_key(key)");

    let leaking = GOOD.replace("= true\nrep", "= false\nleaks = [\"secret-branch\"]\nrep");
    let manifest = Manifest::parse(&leaking, "kernel.toml").unwrap();
    assert_eq!(manifest.functions[0].leaks, [Leak::SecretBranch]);
}

const WITH_NUMBERS: &str = r#"isa = "rv64i"
align = 1

[[function]]
name = "f"
computes = "chacha20.block"
args = [
    { name = "out", reg = "a0", bytes = "16*len", access = "write" },
    { name = "state", reg = "a1", bytes = 64, access = "read" },
    { name = "len", reg = "a2", length = "0..200", prove = [0, 64] },
    { name = "counter", reg = "a3", bits = 32, wrap = "modulo", secret = true },
    { name = "number", reg = "a4", bits = 16, upper = "extended" },
]
split = { length = "len", every = 4, advance = "counter" }
constant_time = true
"#;

#[test]
fn lengths_and_numbers_are_read() {
    let manifest = Manifest::parse(WITH_NUMBERS, "k.toml").unwrap();
    let function = &manifest.functions[0];
    assert_eq!(function.args.len(), 2);
    assert_eq!(function.args[0].size, Size::Of { unit: 16, length: "len".to_owned() });
    assert_eq!(function.args[0].size.to_string(), "16*len");
    assert_eq!(function.args[0].size.bytes(|_| 3), 48);
    let [length] = &function.lengths[..] else { panic!("{:?}", function.lengths) };
    assert_eq!(
        (length.min, length.max, length.bits, &length.prove[..]),
        (0, 200, 64, &[0, 64][..])
    );
    let [counter, number] = &function.scalars[..] else { panic!("{:?}", function.scalars) };
    let wrap = Some(Wrap::Modulo);
    assert_eq!((counter.bits, counter.upper, counter.wrap), (32, Upper::Any, wrap));
    assert_eq!((number.bits, number.upper, number.wrap), (16, Upper::Extended, None));
    assert!(counter.secret && !number.secret);
    let advance = Some("counter".to_owned());
    assert_eq!(function.split, Some(Split { length: "len".to_owned(), every: 4, advance }));

    let ends = WITH_NUMBERS.replace(", prove = [0, 64]", "");
    assert_eq!(Manifest::parse(&ends, "k").unwrap().functions[0].lengths[0].prove, [0, 200]);
}

#[test]
fn errors_of_numbers_tell_place_and_remedy() {
    #[rustfmt::skip]
    let table = [
        ("\"0..200\"", "\"200\"", "k.toml:10:42: `200` is no range of lengths: write \"0..200\""),
        ("\"0..200\"", "\"2..1\"", "k.toml:10:42: `2..1` is no range of lengths"),
        ("\"0..200\"", "\"0..65537\"", "k.toml:8:41: `16*len` is 1048592 bytes at the greatest length: use up to 1048576"),
        ("\"0..200\"", "\"0..9999999\"", "k.toml:10:42: `0..9999999` is no range"),
        ("\"0..200\"", "7", "k.toml:10:42: invalid type: integer `7`, expected a string"),
        ("[0, 64]", "[0, 201]", "k.toml:10:64: length 201 is not in 0..200: remove it or widen `length`"),
        ("[0, 64]", "[]", "k.toml:10:60: prove is empty: add at least one"),
        ("prove =", "secret = true, prove =", "k.toml:10:61: `secret` has no meaning for a length: remove it"),
        ("prove =", "wrap = \"never\", prove =", "k.toml:10:59: `wrap` has no meaning for a length"),
        ("\"modulo\"", "\"carry\"", "k.toml:11:55: unknown variant `carry`, expected `modulo` or `never`"),
        ("bits = 32", "bits = 33", "k.toml:11:44: a number of 33 bits: use one of [8, 16, 32, 64], up to the 64 of a register"),
        ("bits = 32", "bits = 32, prove = [1]", "k.toml:11:56: `prove` has no meaning for a number"),
        ("bits = 32", "bits = 32, access = \"read\"", "k.toml:11:57: `access` has no meaning for a number"),
        ("bits = 16, ", "", "k.toml:12:14: `number` is neither a buffer nor a number"),
        ("16*len", "16*n", "k.toml:8:41: no argument is the length `n`: use one of len"),
        ("split = { length = \"len\"", "split = { length = \"n\"", "k.toml:14:20: no argument is the length `n`: use one of len"),
        ("every = 4", "every = 0", "k.toml:14:35: every is 0: use 1 or more"),
        ("advance = \"counter\"", "advance = \"countr\"", "k.toml:14:48: unknown number `countr`: did you mean `counter`?"),
        ("every = 4", "step = 4", "k.toml:14:27: unknown key `step` in split: use one of length, every, advance"),
        ("length = \"len\", every", "every", "k.toml:14:9: split needs the key `length`: "),
        ("\"a4\"", "\"a2\"", "k.toml:12:30: register `a2` is there twice"),
    ];
    for (old, new, expected) in table {
        assert_eq!(WITH_NUMBERS.matches(old).count(), 1, "{old}");
        let text = WITH_NUMBERS.replace(old, new);
        let message = Manifest::parse(&text, "k.toml").unwrap_err().to_string();
        assert!(message.starts_with(expected), "{old} -> {new}\n  {message}\n  {expected}");
    }
    let narrow = WITH_NUMBERS.replace("rv64i", "rv32i").replace("bits = 32", "bits = 64");
    let message = Manifest::parse(&narrow, "k.toml").unwrap_err().to_string();
    assert!(
        message.contains("a number of 64 bits") && message.contains("up to the 32"),
        "{message}"
    );
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
        (", bytes = 176", "", "k.toml:10:14: `round_keys` is neither a buffer nor a number: add `bytes`, `length` or `bits`"),
        (", access = \"write\"", "", "k.toml:8:14: args needs the key `access`: of a buffer, required: "),
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
        ("bytes = 176", "bytes = -1", "k.toml:10:48: invalid value: integer `-1`, expected a number of bytes or a text"),
        ("bytes = 176", "bytes = true", "k.toml:10:48: invalid type: boolean `true`, expected a number of bytes or a text"),
        ("bytes = 176", "bytes = \"len\"", "k.toml:10:48: no argument is the length `len`: add one with `length`"),
        ("bytes = 176", "bytes = \"0*len\"", "k.toml:10:48: `0*len` is no size: write a number, "),
        ("bytes = 176", "bytes = \"*\"", "k.toml:10:48: `*` is no size: "),
        ("bytes = 176", "bytes = 176, bits = 32", "k.toml:10:60: `bits` has no meaning for a buffer: remove it"),
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
