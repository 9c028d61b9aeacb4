//! Rows and profiles of all kernels, and the page that shows them.

use std::collections::BTreeMap;

use certifier::Subject;
use certifier::cost::{CostError, Row, profile, rows, sections};
use certifier::page::Page;

fn embedded() -> Vec<Subject> {
    kernels::all().iter().map(|kernel| Subject::embedded(kernel).unwrap()).collect()
}

fn all_rows() -> Vec<Row> {
    rows(&embedded(), None, 1).unwrap()
}

#[test]
fn profiles_add_up_to_the_rows() {
    let rows = all_rows();
    let mut of_rows = rows.iter();
    for subject in embedded() {
        for function in &subject.manifest.functions {
            let p = profile(&subject, &function.name, 1).unwrap();
            let row = of_rows.next().unwrap();
            let name = format!("{} {}", p.kernel, p.function);
            assert_eq!((&row.kernel, &row.function), (&p.kernel, &p.function));
            assert_eq!((row.predicted, row.instructions), (Some(p.cycles), p.instructions));
            assert!(p.cycles > p.instructions && p.instructions > 0, "{name}");
            for shares in [&p.classes, &p.labels] {
                let cycles: u64 = shares.iter().map(|share| share.cycles).sum();
                let instructions: u64 = shares.iter().map(|share| share.instructions).sum();
                assert_eq!((cycles, instructions), (p.cycles, p.instructions), "{name}");
            }
            let stall = p.classes.iter().find(|share| share.name == "stall").unwrap();
            assert_eq!((stall.instructions, stall.cycles), (0, p.cycles - p.instructions));
            assert!(p.labels.iter().any(|share| share.name == function.name), "{name}");
            let crypto = p.classes.iter().any(|share| share.name == "crypto");
            let named =
                |extension: &&String| extension.starts_with("zk") || extension.starts_with('x');
            assert_eq!(crypto, row.extensions.iter().any(|name| named(&name)), "{name}");
        }
    }
    assert_eq!(of_rows.next(), None);
}

#[test]
fn an_aes_round_is_sixteen_crypto_instructions() {
    let kernel = kernels::by_id("aes/rv32-zkne-zknd").unwrap();
    let subject = Subject::embedded(kernel).unwrap();
    let p = profile(&subject, "aes128_encrypt_block", 1).unwrap();
    let crypto = p.classes.iter().find(|share| share.name == "crypto").unwrap();
    assert_eq!((crypto.instructions, crypto.cycles), (160, 160));
    let missing = profile(&subject, "aes128_encrypt_blok", 1).unwrap_err();
    assert!(matches!(missing, CostError::NoFunction { .. }), "{missing}");
}

#[test]
fn rows_are_compared_with_base_instructions() {
    let mut rows = all_rows();
    let at = |rows: &[Row], kernel: &str, computes: &str| {
        rows.iter().position(|row| row.kernel == kernel && row.computes == computes).unwrap()
    };
    let fast = at(&rows, "aes/rv32-zkne-zknd", "aes128.encrypt_block");
    let base = at(&rows, "aes/rv32i", "aes128.encrypt_block");
    let row = &rows[fast];
    assert_eq!((row.instructions, row.data_bytes, row.bytes), (229, 0, Some(16)));
    assert_eq!(row.units, ["aes"]);
    let baseline = row.baseline.as_ref().unwrap();
    assert_eq!(baseline.kernel, "aes/rv32i");
    let ratio = rows[base].predicted.unwrap() as f64 / row.predicted.unwrap() as f64;
    assert_eq!(baseline.speed_up, Some(ratio));
    assert!(rows[base].data_bytes > 0 && baseline.size_ratio > 3.0, "{:?}", rows[base]);
    assert_eq!(row.published.unwrap().cycles, Some(291));
    assert!(rows[base].baseline.is_none() && rows[base].units.is_empty());
    // What is called counts, too: the schedule of decryption keys begins with that of encryption.
    let schedule = |computes| rows[at(&rows, "aes/rv64-zkne-zknd", computes)].code_bytes;
    let (decrypt, encrypt) =
        (schedule("aes128.expand_decrypt_key"), schedule("aes128.expand_encrypt_key"));
    assert!(decrypt > encrypt, "{decrypt} {encrypt}");
    let chacha = at(&rows, "chacha20/rv64-xchacha1-xchacha3", "chacha20.block");
    assert_eq!((rows[chacha].bytes, rows[chacha].units.len()), (Some(64), 2));

    let areas =
        BTreeMap::from([(("aes".to_owned(), 32), 1000.0), (("chacha1".to_owned(), 64), 1.0)]);
    for row in &mut rows {
        row.add_area(&areas);
    }
    assert_eq!(rows[fast].area, Some(1000.0));
    assert_eq!(rows[fast].cycles_area, rows[fast].predicted.map(|cycles| 1000.0 * cycles as f64));
    assert_eq!((rows[base].area, rows[chacha].area), (None, None));
}

#[test]
fn the_page_is_well_formed_and_loads_nothing() {
    let mut rows = all_rows();
    let html = |rows: &[Row]| {
        let page = Page { title: "t".into(), summary: Vec::new(), sections: sections(rows) };
        page.to_html()
    };
    assert!(!html(&rows).contains("<circle"), "points without areas");
    for row in &mut rows {
        let areas = row.units.iter().map(|unit| ((unit.clone(), row.xlen), 0.1 + 700.0));
        row.add_area(&areas.collect());
    }
    rows[0].kernel = "<b> & \"c\"".into();
    let html = html(&rows);
    balanced(&html);
    for part in ["<circle", "<rect", "role=\"img\"", "aria-label=", "prefers-color-scheme:dark"] {
        assert!(html.contains(part), "{part}");
    }
    for part in ["<script", "src=", "href=", "url(", "@import", "<link", "<b>", "NaN", "inf\""] {
        assert!(!html.contains(part), "{part}");
    }
}

/// Panics unless every element is closed in order, every attribute is quoted and every `&` begins an entity.
fn balanced(html: &str) {
    let mut open = Vec::new();
    let mut rest = html.strip_prefix("<!doctype html>\n").unwrap();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a stray >: {}", &rest[..start]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let outside: String = tag.split('"').step_by(2).collect();
        let attributes = outside.split_whitespace().skip(1).filter(|word| *word != "/");
        assert!(attributes.clone().all(|word| word.trim_end_matches('/').ends_with('=')), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if name != "meta" && !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
    for after in html.split('&').skip(1) {
        let entity = after.split(';').next().unwrap();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "&{entity}");
    }
}
