//! The parser accepts what NIST writes and names what is wrong with the rest.

use certifier::vectors::{Place, Procedure, parse};
use proptest::prelude::*;

const KEY: &str = "000102030405060708090a0b0c0d0e0f";
const GOOD: &str = "# CAVS 11.1\n\n[ENCRYPT]\n\nCOUNT = 0\nKEY = 000102030405060708090a0b0c0d0e0f\n\
    PLAINTEXT = 00112233445566778899aabbccddeeff\nCIPHERTEXT = 69c4e0d86a7b0430d8cdb78070b4c55a\n\n\
    [DECRYPT]\n\nCOUNT = 0\nKEY = 000102030405060708090a0b0c0d0e0f\n\
    CIPHERTEXT = 69c4e0d86a7b0430d8cdb78070b4c55a\nPLAINTEXT = 00112233445566778899aabbccddeeff\n";

#[test]
fn good_files_are_read() {
    for text in [
        GOOD.to_owned(),
        GOOD.replace('\n', "\r\n"),
        GOOD.replace(" = ", "="),
        GOOD.replace("\n\n", "\n"),
        GOOD.to_uppercase(),
        GOOD.trim_end().to_owned(),
    ] {
        let file = parse(text.as_bytes(), "good").unwrap();
        assert_eq!((file.cases.len(), file.records()), (2, 2), "{text}");
        let case = &file.cases[1];
        assert_eq!(
            (case.operation.as_str(), case.procedure),
            ("aes128.decrypt_block", Procedure::Blocks)
        );
        assert_eq!(case.expected[..3], [0, 0x11, 0x22]);
        assert_eq!(case.inputs["in"][..3], [0x69, 0xc4, 0xe0]);
        let Place::Line(line) = case.place else { panic!("{:?}", case.place) };
        assert_eq!(text.lines().nth(line - 1).map(|line| &line[..5]), Some("COUNT"));
    }
    let schedule =
        format!("[ENCRYPT]\nCOUNT = 0\nKEY = {KEY}\nROUND_KEYS = {}\n", "00".repeat(176));
    let schedule = parse(schedule.as_bytes(), "w").unwrap();
    assert_eq!(schedule.cases[0].operation, "aes128.expand_encrypt_key");
}

#[test]
fn every_kind_of_damage_has_its_line_and_remedy() {
    let swap = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        GOOD.replacen(from, to, 1)
    };
    let in_encrypt = |rest: &str| format!("[ENCRYPT]\nCOUNT = 0\n{rest}");
    for (text, line, message) in [
        (String::new(), 1, "no records at all"),
        ("# nothing\n".into(), 1, "no records at all"),
        ("[ENCRYPT]\n".into(), 1, "section [ENCRYPT] has no records"),
        (
            GOOD[..GOOD.find("[DECRYPT]").unwrap() + 9].into(),
            10,
            "section [DECRYPT] has no records",
        ),
        ("[ENCRYPT]\n[DECRYPT]\n".into(), 2, "section [ENCRYPT] has no records"),
        ("[SIGN]\n".into(), 1, "unknown section `[SIGN]`"),
        (GOOD.replace("DECRYPT", "ENCRYPT"), 10, "section [ENCRYPT] is there twice"),
        ("COUNT = 0\n".into(), 1, "a record before the first section"),
        ("[ENCRYPT]\nKEY = 00\n".into(), 2, "`KEY` outside a record"),
        (swap("COUNT = 0", "COUNT = 1"), 5, "the count is `1`, expected 0"),
        (swap("COUNT = 0", "COUNT = "), 5, "the count is ``, expected 0"),
        (
            swap("COUNT = 0", "COUNT = 99999999999999999999"),
            5,
            "the count is `99999999999999999999`",
        ),
        (swap("PLAINTEXT", "TEXT"), 7, "unknown key `TEXT`"),
        (swap("PLAINTEXT", "IV"), 7, "`IV` without a mode"),
        (
            swap("# CAVS 11.1", "# AESVS MMT test data for CBC").replace("PLAINTEXT", "IV"),
            9,
            "ends without PLAINTEXT",
        ),
        (swap("PLAINTEXT", "plaintext"), 7, "unknown key `plaintext`"),
        (swap("PLAINTEXT", "KEY"), 7, "`KEY` is there twice"),
        (swap("PLAINTEXT", "PLAIN\n\nTEXT"), 7, "`PLAIN` is no line"),
        (swap(KEY, &KEY.replace('f', "g")), 6, "`KEY` is not hexadecimal at character 32"),
        (swap(KEY, &KEY[1..]), 6, "`KEY` has 31 digits"),
        (swap(KEY, &KEY[2..]), 6, "`KEY` has 15 bytes, expected 16, 24 or 32"),
        (swap(KEY, ""), 6, "`KEY` has 0 bytes"),
        (swap("eeff", "ee"), 7, "`PLAINTEXT` has 15 bytes, expected whole blocks"),
        (swap("69c4", &"0".repeat(36)), 8, "`CIPHERTEXT` has 32 bytes, expected"),
        (GOOD[..GOOD.find("CIPHER").unwrap()].into(), 7, "ends without CIPHERTEXT"),
        (GOOD[..GOOD.len() - 10].into(), 15, "`PLAINTEXT` has 23 digits"),
        (GOOD[..GOOD.len() - 11].into(), 15, "`PLAINTEXT` has 11 bytes"),
        (in_encrypt(&format!("KEY = {KEY}\nROUND_KEYS = 00\n")), 4, "expected 176"),
        (in_encrypt(&format!("KEY = {KEY}\n")), 3, "ends without PLAINTEXT, CIPHERTEXT"),
        ("[ENCRYPT\n".into(), 1, "no format of vectors begins like this"),
    ] {
        let error = parse(text.as_bytes(), "bad.rsp").unwrap_err();
        let shown = error.to_string();
        assert_eq!(error.place, Place::Line(line), "{shown}\n{text}");
        assert!(shown.starts_with(&format!("bad.rsp:{line}: ")), "{shown}");
        assert!(shown.contains(message), "{shown}, not {message}");
        assert!(
            shown[shown.find(": ").unwrap() + 2..].contains(": ") || shown.contains("use "),
            "no remedy: {shown}"
        );
    }
    let step = GOOD[..GOOD.find("[DECRYPT]").unwrap()].replace("CAVS", "MCT");
    let next = format!("COUNT = 1\nKEY = {KEY}\nPLAINTEXT = {KEY}\nCIPHERTEXT = {KEY}\n");
    let error = parse((step + &next).as_bytes(), "bad.rsp").unwrap_err().to_string();
    assert!(error.contains("`PLAINTEXT` does not follow from the step before"), "{error}");
    let error = parse(b"[ENCRYPT]\n\nCOUNT = \xff\n", "bad.rsp").unwrap_err();
    assert!(error.to_string().starts_with("bad.rsp:3: not UTF-8"), "{error}");
}

proptest! {
    #[test]
    fn a_cut_file_is_refused_or_has_fewer_records(at in 0..GOOD.len()) {
        if let Ok(file) = parse(&GOOD.as_bytes()[..at], "cut") {
            // Between the sections, or behind the last digit.
            prop_assert!(file.records() == 1 || GOOD[at..].trim().is_empty());
        }
    }

    #[test]
    fn flipped_bytes_never_panic(flips in prop::collection::vec((0..GOOD.len(), any::<u8>()), 0..8)) {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (at, by) in flips {
            bytes[at] ^= by;
        }
        let _ = parse(&bytes, "flipped");
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&bytes, "arbitrary");
    }
}
