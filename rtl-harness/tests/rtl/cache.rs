//! The cache: one build for many users, and a damaged entry is made anew.

use std::{fs, path::Path};

use rtl_harness::{BuildOptions, Model, Patch};

use crate::support::{ADDER, ADDER_TOML, Scratch, request};

fn entries(cache: &Path) -> Vec<String> {
    let names =
        fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with(".lock") && !name.starts_with("runtime-")).collect()
}

#[test]
fn an_entry_is_made_once_and_again_when_it_is_damaged() {
    let scratch = Scratch::new(ADDER_TOML, ADDER);
    let description = scratch.description();
    let cache = tempfile::tempdir().unwrap();
    let options = BuildOptions::new(cache.path());

    // Many at once: one of them builds.
    let models: Vec<Model> = std::thread::scope(|scope| {
        let builders: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| Model::build(&description, 32, &options).unwrap()))
            .collect();
        builders.into_iter().map(|builder| builder.join().unwrap()).collect()
    });
    assert_eq!(models.iter().filter(|model| !model.was_cached()).count(), 1);
    let [entry] = &entries(cache.path())[..] else { panic!("{:?}", entries(cache.path())) };

    let library = cache.path().join(entry).join("model.so");
    for damage in ["cut", "changed", "no facts"] {
        let mut bytes = fs::read(&library).unwrap();
        // A process that runs from the old file keeps it: replace it, do not write into it.
        fs::remove_file(&library).unwrap();
        match damage {
            "cut" => bytes.truncate(bytes.len() / 2),
            "changed" => *bytes.last_mut().unwrap() ^= 1,
            _ => fs::write(library.with_file_name("facts.json"), "{").unwrap(),
        }
        fs::write(&library, bytes).unwrap();
        let model = Model::build(&description, 32, &options).unwrap();
        assert!(!model.was_cached(), "{damage}");
        assert_eq!(model.unit().execute(&request(&model, "add", 2, 3)).unwrap().rd, 5, "{damage}");
        assert!(Model::build(&description, 32, &options).unwrap().was_cached(), "{damage}");
    }
    assert_eq!(entries(cache.path()).len(), 1, "nothing is left behind");

    let text = "--- a/unit.sv\n+++ b/unit.sv\n@@ -5 +5 @@\n\
                -  assign y_o = minus_i ? a_i - b_i : a_i + b_i;\n\
                +  assign y_o = minus_i ? a_i - b_i : a_i | b_i;\n";
    let patch = Some(Patch { name: "or".to_owned(), text: text.to_owned() });
    let patched = Model::build(&description, 32, &BuildOptions { patch, ..options }).unwrap();
    assert_eq!(patched.unit().execute(&request(&patched, "add", 3, 3)).unwrap().rd, 3);
    assert_eq!(models[0].unit().execute(&request(&models[0], "add", 3, 3)).unwrap().rd, 6);
}
