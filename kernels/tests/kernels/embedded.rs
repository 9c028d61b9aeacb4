//! The embedded table: every kernel is whole, and its manifest is about its object.

use std::collections::BTreeSet;
use std::path::Path;

use kernels::object::link;

const CIPHERS: [&str; 3] = ["aes", "chacha20", "sha256"];

#[test]
fn the_table_is_the_folders() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = |path: &Path| -> BTreeSet<String> {
        let entries = std::fs::read_dir(path).unwrap().map(Result::unwrap);
        // Beside the variants are files that they include.
        let entries = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    };
    let ids: Vec<_> = kernels::all().iter().map(|kernel| kernel.id.to_owned()).collect();
    let of_cipher = |cipher: &str| {
        let variants = folders(&crate_root.join(cipher));
        variants.into_iter().map(|variant| format!("{cipher}/{variant}")).collect::<Vec<_>>()
    };
    assert_eq!(ids, CIPHERS.map(of_cipher).concat());
    assert_eq!(kernels::by_id("aes/rv32i").unwrap().id, "aes/rv32i");
    assert_eq!(kernels::by_id("aes/rv16"), None);
    let root = crate_root.parent().unwrap();
    for kernel in kernels::all() {
        assert!(root.join(kernel.source_path).is_file(), "{}", kernel.source_path);
        let manifest = std::fs::read_to_string(root.join(kernel.manifest_path)).unwrap();
        assert_eq!(manifest, kernel.manifest_text);
    }
}

#[test]
fn manifests_name_the_functions_of_their_objects() {
    for kernel in kernels::all() {
        let manifest = kernel.manifest().unwrap();
        let linked = link(kernel.object, 0x1_0000).unwrap();
        assert_eq!(linked.xlen, manifest.xlen());
        let stated: BTreeSet<_> = manifest.functions.iter().map(|f| f.name.as_str()).collect();
        let functions = linked.symbols.iter().filter(|(_, symbol)| symbol.function);
        let defined: BTreeSet<_> = functions.map(|(name, _)| name.as_str()).collect();
        assert_eq!(stated, defined, "{}", kernel.id);
        for function in &manifest.functions {
            assert_eq!(function.name, function.computes.replace('.', "_"));
        }
    }
}

#[test]
fn every_aes_variant_has_every_function() {
    for kernel in kernels::all().iter().filter(|kernel| kernel.id.starts_with("aes/")) {
        let manifest = kernel.manifest().unwrap();
        for bits in [128, 192, 256] {
            for what in
                ["encrypt_block", "decrypt_block", "expand_encrypt_key", "expand_decrypt_key"]
            {
                let name = format!("aes{bits}_{what}");
                assert!(manifest.function(&name).is_some(), "{} {name}", kernel.id);
            }
        }
    }
}

#[test]
fn only_the_tables_of_aes_say_that_they_leak() {
    for kernel in kernels::all() {
        for function in kernel.manifest().unwrap().functions {
            assert_eq!(function.constant_time, kernel.id != "aes/rv32i", "{}", function.name);
        }
    }
}

/// An object with a path in it would differ from machine to machine, and its digest with it.
#[test]
fn objects_hold_no_paths() {
    for kernel in kernels::all() {
        let text = String::from_utf8_lossy(kernel.object);
        assert!(!text.contains("kernel.S") && !text.contains("/target/"), "{}", kernel.id);
    }
}
