//! The strict applier of seeded bugs.

use rtl_harness::{Patch, PatchError, Source};

const OLD: &str = "one\ntwo\nthree\n\nfive\nsix\n";

fn apply(text: &str) -> Result<String, PatchError> {
    let source = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
    let patch = Patch { name: "p".to_owned(), text: text.to_owned() };
    let sources = patch.apply(&[source("rtl/a.sv", OLD), source("b.sv", "b\n")])?;
    assert_eq!(sources[1].text, "b\n");
    Ok(sources[0].text.clone())
}

#[test]
fn hunks_change_insert_and_remove() {
    let head = "# a comment\n--- a/rtl/a.sv\n+++ b/rtl/a.sv\n";
    let rows = [
        ("@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n", "ONE\ntwo\nthree\n\nfive\nsix\n"),
        ("@@ -6 +6 @@ context\n-six\n+SIX\n", "one\ntwo\nthree\n\nfive\nSIX\n"),
        ("@@ -2,0 +3,2 @@\n+x\n+y\n", "one\ntwo\nx\ny\nthree\n\nfive\nsix\n"),
        // An editor took the blank of the empty context line.
        ("@@ -3,3 +3,2 @@\n three\n\n-five\n", "one\ntwo\nthree\n\nsix\n"),
        ("@@ -1 +1 @@\n-one\n+1\n@@ -5 +5 @@\n-five\n+5\n", "1\ntwo\nthree\n\n5\nsix\n"),
    ];
    for (hunks, new) in rows {
        assert_eq!(apply(&format!("{head}{hunks}")).as_deref(), Ok(new), "{hunks}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let name = || "p".to_owned();
    let file = || "rtl/a.sv".to_owned();
    let rows = [
        ("no diff at all\n", PatchError::Empty { name: name() }),
        ("--- a/rtl/a.sv\n+++ b/rtl/a.sv\n", PatchError::Empty { name: name() }),
        ("--- a/rtl/a.sv\nrubbish\n", PatchError::Syntax { name: name(), line: 2 }),
        (
            "--- a/c.sv\n+++ b/c.sv\n@@ -1 +1 @@\n-c\n+d\n",
            PatchError::UnknownFile { name: name(), line: 2, file: "c.sv".to_owned() },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -2 +2 @@\n-one\n+x\n",
            PatchError::Mismatch { name: name(), line: 4, file: file(), source_line: 2 },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -6,2 +6 @@\n six\n-seven\n",
            PatchError::Mismatch { name: name(), line: 5, file: file(), source_line: 7 },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -9 +9 @@\n-x\n+y\n",
            PatchError::Syntax { name: name(), line: 3 },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -x +9 @@\n-x\n",
            PatchError::Syntax { name: name(), line: 3 },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -1,2 +1,2 @@\n-one\n",
            PatchError::Syntax { name: name(), line: 5 },
        ),
        (
            "--- a/rtl/a.sv\n+++ b/rtl/a.sv\n@@ -1 +1 @@\n*one\n",
            PatchError::Syntax { name: name(), line: 4 },
        ),
    ];
    for (text, error) in rows {
        assert_eq!(apply(text), Err(error), "{text}");
    }
}
