//! Every format: a small file of each is read, every kind of damage is named with its place, and no damage panics,
//! hangs or takes more memory than the file gives reason for.

use std::time::{Duration, Instant};

use certifier::vectors::{Procedure, VectorFile, VectorSource, parse};
use certifier::{Options, Report, Subject, certify};
use proptest::prelude::*;

/// NIST SP 800-38A, F.2.1, first block.
const CBC: &str = "# AESVS MMT test data for CBC
[ENCRYPT]

COUNT = 0
KEY = 2b7e151628aed2a6abf7158809cf4f3c
IV = 000102030405060708090a0b0c0d0e0f
PLAINTEXT = 6bc1bee22e409f96e93d7e117393172a
CIPHERTEXT = 7649abac8119b246cee98e9b12e9197d
";

/// FIPS 180-4: the empty message, and NIST's example "abc"; one of five bits.
const HASH: &str = "#  CAVS 11.0
#  \"SHA-256 ShortMsg\" information

[L = 32]

Len = 0
Msg = 00
MD = e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

Len = 24
Msg = 616263
MD = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

Len = 5
Msg = 68
MD = 0000000000000000000000000000000000000000000000000000000000000000
";

/// Two steps of any values: only the runs of kernels know what is right.
const HASH_MONTE: &str = "#  \"SHA-256 Monte\"
[L = 32]

Seed = 6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691

COUNT = 0
MD = e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788

COUNT = 1
MD = 2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0
";

/// The GCM specification's test cases 1 and 2, and a rejected one.
const GCM: &str = "# Decrypt with keysize 128
[Keylen = 128]
[IVlen = 96]
[PTlen = 128]
[AADlen = 0]
[Taglen = 128]

Count = 0
Key = 00000000000000000000000000000000
IV = 000000000000000000000000
CT = 0388dace60b6a392f328c2b971b2fe78
AAD =
Tag = ab6e47d42cec13bdf53a67b21257bddf
PT = 00000000000000000000000000000000

Count = 1
Key = 00000000000000000000000000000000
IV = 000000000000000000000000
CT = 0388dace60b6a392f328c2b971b2fe78
AAD =
Tag = bb6e47d42cec13bdf53a67b21257bddf
FAIL
";

/// Of no algorithm.
const LWC: &str = "Count = 1
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 000102030405060708090A0B0C0D0E0F
PT =
AD =
CT = 4427D64B8E1E1451FC445960F0839BB0

Count = 2
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 000102030405060708090A0B0C0D0E0F
PT = 00
AD = 00
CT = 103AB79D913A0321287715A979BB8585A1
";

/// FIPS 197, appendix C.1.
const LIST: &str = "# ours
[aes128.encrypt_block]
source = FIPS 197, C.1
key = 000102030405060708090a0b0c0d0e0f
in = 0011223344556677
     8899aabbccddeeff
out = 69c4e0d86a7b0430d8cdb78070b4c55a
";

/// FIPS 197, appendix C.1, and the way back of `MONTE_CARLO`, in ACVP's words.
const ACVP_AES: &str = r#"[{"acvVersion": "1.0"}, {
"vsId": 1, "algorithm": "ACVP-AES-ECB", "revision": "1.0", "isSample": true,
"testGroups": [
  {"tgId": 1, "testType": "AFT", "internalTestType": "KAT", "direction": "encrypt", "keyLen": 128, "tests": [
    {"tcId": 1, "key": "000102030405060708090A0B0C0D0E0F", "pt": "00112233445566778899AABBCCDDEEFF",
     "ct": "69C4E0D86A7B0430D8CDB78070B4C55A"}]},
  {"tgId": 2, "testType": "MCT", "direction": "decrypt", "keyLen": 128, "tests": [
    {"tcId": 2, "resultsArray": [
      {"key": "139A35422F1D61DE3C91787FE0507AFD", "ct": "D7C3FFAC9031238650901E157364C386",
       "pt": "B9145A768B7DC489A096B546F43B231F"}]}]}
]}]"#;

const ACVP_SHA: &str = r#"{
"vsId": 2, "algorithm": "SHA2-256", "revision": "1.0", "isSample": false,
"testGroups": [
  {"tgId": 1, "testType": "AFT", "function": "SHA2-256", "tests": [
    {"tcId": 1, "msg": "616263", "len": 24,
     "md": "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"},
    {"tcId": 2, "msg": "68", "len": 5,
     "md": "0000000000000000000000000000000000000000000000000000000000000000"}]},
  {"tgId": 2, "testType": "LDT", "tests": [{"tcId": 3, "largeMsg": {}}]}
]}"#;

/// Of any values; the second one is to be rejected.
const WYCHEPROOF: &str = r#"{
"algorithm": "CHACHA20-POLY1305", "schema": "aead_test_schema_v1.json", "numberOfTests": 2, "header": [], "notes": {},
"testGroups": [{"type": "AeadTest", "ivSize": 96, "keySize": 256, "tagSize": 128, "tests": [
  {"tcId": 1, "comment": "", "flags": [],
   "key": "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", "iv": "070000004041424344454647",
   "aad": "", "msg": "4c", "ct": "d3", "tag": "1ae10b594f09e26a7e902ecbd0600691", "result": "valid"},
  {"tcId": 2, "comment": "", "flags": [],
   "key": "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", "iv": "070000004041424344454647",
   "aad": "", "msg": "4c", "ct": "d3", "tag": "00000000000000000000000000000000", "result": "invalid"}]}]}"#;

/// Name, text, known answers, other records, and what the first answer is of.
const FILES: [(&str, &str, usize, usize, &str); 9] = [
    ("cbc.rsp", CBC, 1, 0, "aes128.cbc_encrypt"),
    ("hash.rsp", HASH, 2, 1, "sha256.hash"),
    ("monte.rsp", HASH_MONTE, 2, 0, "sha256.hash"),
    ("gcm.rsp", GCM, 1, 1, "aes128.gcm_decrypt"),
    ("lwc.txt", LWC, 2, 0, "lwc.aead_encrypt"),
    ("list.txt", LIST, 1, 0, "aes128.encrypt_block"),
    ("aes.json", ACVP_AES, 2, 0, "aes128.encrypt_block"),
    ("sha.json", ACVP_SHA, 1, 2, "sha256.hash"),
    ("wycheproof.json", WYCHEPROOF, 1, 1, "chacha20.stream"),
];

#[test]
fn small_files_of_every_format_are_read() {
    for (name, text, cases, others, operation) in FILES {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
            let file = parse(text.as_bytes(), name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((file.cases.len(), file.records()), (cases, cases + others), "{name}");
            assert_eq!(file.cases[0].operation, operation, "{name}");
        }
    }
    let read = |text: &str| parse(text.as_bytes(), "good").unwrap().cases;
    assert_eq!(read(LIST)[0].inputs["in"].len(), 16);
    assert!(read(HASH)[0].inputs["in"].is_empty());
    assert_eq!(read(GCM)[0].inputs["in"].len(), 32);
    let monte = read(HASH_MONTE);
    assert_eq!(monte[1].procedure, Procedure::HashMonteCarlo);
    assert_eq!(monte[1].inputs["in"], monte[0].expected);
    let acvp = read(ACVP_AES);
    assert_eq!(
        (acvp[1].operation.as_str(), acvp[1].procedure),
        ("aes128.decrypt_block", Procedure::BlockMonteCarlo)
    );
    assert_eq!(acvp[1].place.to_string(), "[1].testGroups[1].tests[0].resultsArray[0]");
    assert_eq!(read(WYCHEPROOF)[0].inputs["counter"], [1, 0, 0, 0]);
}

/// A text, what is replaced in it by what, the place and a part of the message.
type Damage = (&'static str, &'static str, &'static str, &'static str, &'static str);

const DAMAGES: &[Damage] = &[
    (CBC, "6bc1be", "6bc1", "7", "`PLAINTEXT` has 15 bytes, expected whole blocks"),
    (CBC, "0001", "01", "6", "`IV` has 15 bytes, expected 16"),
    (CBC, "for CBC", "", "6", "`IV` without a mode"),
    (CBC, "COUNT = 0\n", "", "4", "`KEY` outside a record, expected `COUNT` first"),
    (HASH, "Len = 24", "Len = 32", "10", "`Len` says 32 bits, but `Msg` has 3 bytes"),
    (HASH, "Len = 24", "Len = 16", "10", "`Len` says 16 bits, but `Msg` has 3 bytes"),
    (HASH, "Len = 24", "Len = 4294967296", "10", "expected a number below 2^32"),
    (HASH, "Len = 24", "Len = -1", "10", "expected a number below 2^32"),
    (HASH, "Len = 24", "Len =", "10", "expected a number below 2^32"),
    (HASH, "Len = 24\n", "", "10", "`Msg` outside a record, expected `Len` first"),
    (HASH, "Msg = 616263", "Msg = 61626x", "11", "`Msg` is not hexadecimal at character 6"),
    (HASH, "Msg = 616263", "Msg = 61626", "11", "`Msg` has 5 digits"),
    (HASH, "Msg = 616263\n", "", "11", "ends without Msg"),
    (HASH, "ba7816", "ba78", "12", "`MD` has 31 bytes, expected 32"),
    (HASH, "[L = 32]", "[L = 28]", "4", "expected 32, as a digest of sha256"),
    (HASH, "[L = 32]", "[L = 33]", "4", "expected 32, as a digest of sha256"),
    (HASH, "[L = 32]\n", "", "5", "a record before the first section"),
    (HASH, "Len = 24", "Len = 24\nLen = 24", "10", "ends without Msg, MD"),
    (HASH, "Msg = 616263", "Msg = 616263\nMsg = 616263", "12", "`Msg` is there twice"),
    (HASH_MONTE, "Seed = 6d1e", "Seed = 6d", "4", "`Seed` has 31 bytes, expected 32"),
    (HASH_MONTE, "COUNT = 1", "COUNT = 2", "9", "the count is `2`, expected 1"),
    (HASH_MONTE, "COUNT = 0\n", "", "6", "`MD` outside a record"),
    (HASH_MONTE, "COUNT = 0", "COUNT = 1", "6", "the count is `1`, expected 0"),
    (GCM, "[PTlen = 128]", "[PTlen = 120]", "14", "`PTlen` says 120 bits, but `PT` has 16 bytes"),
    (GCM, "[IVlen = 96]", "[IVlen = 128]", "10", "`IVlen` says 128 bits, but `IV` has 12 bytes"),
    (GCM, "[IVlen = 96]\n", "", "3", "unknown section `[PTlen = 128]`"),
    (GCM, "[Keylen = 128]\n", "", "2", "unknown section `[IVlen = 96]`"),
    (GCM, "[Keylen = 128]", "[Keylen = x]", "2", "`Keylen` is `x`"),
    (GCM, "Count = 0\n", "", "8", "`Key` outside a record, expected `Count` first"),
    (GCM, "Count = 1", "Count = 3", "16", "the count is `3`, expected 1"),
    (GCM, "FAIL\n", "", "21", "ends without PT"),
    (GCM, "FAIL", "PASS", "22", "`PASS` is no line"),
    (GCM, "# Decrypt", "# Encrypt", "22", "`FAIL` is no line"),
    (GCM, "Tag = ab6e", "Tag = ab", "13", "`Taglen` says 128 bits, but `Tag` has 15 bytes"),
    (LWC, "Count = 1", "Count = 0", "1", "the count is `0`, expected 1"),
    (LWC, "Count = 2", "Count = 3", "8", "the count is `3`, expected 2"),
    (LWC, "AD =\n", "", "5", "ends without AD"),
    (
        LWC,
        "PT = 00",
        "PT = 0000",
        "13",
        "`CT` has 17 bytes, expected a text as long as PT and a tag",
    ),
    (LWC, "PT = 00", "PT = 0", "11", "`PT` has 1 digits"),
    (LIST, "aes128.enc", "aes127.enc", "2", "`aes127.encrypt_block` is no function"),
    (LIST, "[aes128.encrypt_block]\n", "[a.b]\n", "2", "`a.b` is no function"),
    (LIST, "source = FIPS 197, C.1\n", "", "3", "`key` outside a record, expected `source` first"),
    (LIST, "key = 0001", "key = 00", "4", "`key` has 15 bytes, expected 16"),
    (LIST, "key =", "kee =", "4", "unknown key `kee`, expected in, key, out"),
    (LIST, "     8899", "     88x9", "6", "is no line of this format"),
    (LIST, "out = 69c4e0d86a7b0430d8cdb78070b4c55a\n", "", "5", "ends without out"),
    (
        ACVP_AES,
        "\"ct\": \"69C4",
        "\"ct\": \"69",
        "[1].testGroups[0].tests[0].ct",
        "`ct` has 15 bytes",
    ),
    (
        ACVP_AES,
        "\"key\": \"0001",
        "\"key\": \"00",
        "[1].testGroups[0].tests[0].key",
        "`key` has 15 bytes",
    ),
    (
        ACVP_AES,
        "\"pt\": \"0011",
        "\"pt\": \"0x11",
        "[1].testGroups[0].tests[0].pt",
        "not hexadecimal",
    ),
    (
        ACVP_AES,
        "\"pt\": \"0011",
        "\"plain\": \"0011",
        "[1].testGroups[0].tests[0].plain",
        "unknown key `plain`",
    ),
    (
        ACVP_AES,
        "\"keyLen\": 128",
        "\"keyLen\": 127",
        "[1].testGroups[0].keyLen",
        "expected 128, 192 or 256",
    ),
    (
        ACVP_AES,
        "\"keyLen\": 128",
        "\"keyLen\": -1",
        "[1].testGroups[0].keyLen",
        "a number below 2^32",
    ),
    (ACVP_AES, "\"AFT\"", "\"XYZ\"", "[1].testGroups[0].testType", "expected AFT or MCT"),
    (
        ACVP_AES,
        "\"encrypt\"",
        "\"sign\"",
        "[1].testGroups[0].direction",
        "expected encrypt or decrypt",
    ),
    (ACVP_AES, "ACVP-AES-ECB", "ACVP-AES-XTS", "[1].algorithm", "`ACVP-AES-XTS` is not read"),
    (ACVP_AES, "\"testGroups\"", "\"groups\"", "the file", "expected an object with testGroups"),
    (
        ACVP_AES,
        "resultsArray",
        "results",
        "[1].testGroups[1].tests[0].results",
        "unknown key `results`",
    ),
    (
        ACVP_SHA,
        "\"len\": 24",
        "\"len\": 32",
        "testGroups[0].tests[0].len",
        "`len` says 32 bits, but `msg` has 3",
    ),
    (
        ACVP_SHA,
        "\"len\": 24",
        "\"len\": \"24\"",
        "testGroups[0].tests[0].len",
        "a number below 2^32",
    ),
    (ACVP_SHA, "BA7816", "BA78", "testGroups[0].tests[0].md", "`md` has 31 bytes, expected 32"),
    (ACVP_SHA, "]}\n]}", "]}\n]", "10", "not JSON"),
    (
        WYCHEPROOF,
        "\"numberOfTests\": 2",
        "\"numberOfTests\": 3",
        "numberOfTests",
        "has 2 records, expected 3",
    ),
    (WYCHEPROOF, "AeadTest", "MacTest", "testGroups[0].type", "`MacTest` is not read"),
    (
        WYCHEPROOF,
        "\"ct\": \"d3\"",
        "\"ct\": \"\"",
        "testGroups[0].tests[0].ct",
        "`ct` has 0 bytes, expected 1",
    ),
    (
        WYCHEPROOF,
        "\"keySize\": 256",
        "\"keySize\": 128",
        "testGroups[0].tests[0].key",
        "`key` has 32 bytes",
    ),
    (
        WYCHEPROOF,
        "\"valid\"",
        "\"good\"",
        "testGroups[0].tests[0].result",
        "expected valid, acceptable or invalid",
    ),
];

#[test]
fn every_kind_of_damage_has_its_place_and_remedy() {
    let mut others = Vec::new();
    for (text, from, to, place, message) in DAMAGES {
        assert!(text.contains(from), "{from} in {text}");
        let damaged = text.replacen(from, to, 1);
        let Err(error) = parse(damaged.as_bytes(), "bad") else { panic!("accepted: {damaged}") };
        let shown = error.to_string();
        let told = shown.strip_prefix(&format!("bad:{place}: ")).unwrap_or_default();
        // A remedy is behind the last colon.
        if !told.contains(message) || !told.contains(": ") {
            others.push(format!("{shown}, expected {place}: {message}"));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn deeply_nested_json_is_refused() {
    for text in ["[{\"testGroups\":".repeat(100_000), "[{}".repeat(100_000)] {
        let error = parse(text.as_bytes(), "deep").unwrap_err().to_string();
        assert!(error.contains("not JSON: "), "{error}");
    }
}

/// What a file makes: known answers have at most two bytes of values for each byte of the file.
fn holds_bounds(bytes: &[u8]) {
    let start = Instant::now();
    if let Ok(file) = parse(bytes, "damaged") {
        let values = file
            .cases
            .iter()
            .map(|case| case.expected.len() + case.inputs.values().map(Vec::len).sum::<usize>());
        assert!(values.sum::<usize>() <= 2 * bytes.len());
        assert!((1..=bytes.len()).contains(&file.records()));
    }
    assert!(start.elapsed() < Duration::from_secs(2));
}

/// A part of each file of another kind, as published, and the small files.
fn whole() -> Vec<Vec<u8>> {
    let package = toolbox::find(toolbox::Tool::Vectors).unwrap().path;
    let published = [
        "ciphers/AES/ECB/ECBMMT128.rsp",
        "ciphers/AES/CFB/CFB1MMT128.rsp",
        "ciphers/AES/CTR/aes-128-ctr.txt",
        "ciphers/AES/GCM/gcmDecrypt128.rsp",
        "hashes/SHA2/SHA256ShortMsg.rsp",
        "hashes/SHA2/SHA256Monte.rsp",
    ];
    let mut all: Vec<Vec<u8>> =
        FILES.iter().map(|(_, text, ..)| text.as_bytes().to_vec()).collect();
    for name in published {
        let mut bytes = std::fs::read(package.join(name)).unwrap();
        bytes.truncate(6000);
        all.push(bytes);
    }
    all.push(include_bytes!("../../vectors/rfc8439/chacha20.txt").to_vec());
    all.push(include_bytes!("../../vectors/fips197/key-expansion.rsp").to_vec());
    all
}

/// What damages do most with.
const PIECES: [&str; 12] = [
    "[",
    "]",
    "=",
    "#",
    "\n",
    "\n\n",
    "{",
    "\"",
    "COUNT = 0\n",
    "Len = 4294967295\n",
    "\u{e9}",
    "[L = 32]\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_damage_panics_hangs_or_grows(
        file in any::<prop::sample::Index>(),
        cut in prop::option::of(any::<prop::sample::Index>()),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>(), 0..4_u8),
            0..6,
        ),
    ) {
        thread_local!(static WHOLE: Vec<Vec<u8>> = whole());
        let mut bytes = WHOLE.with(|whole| whole[file.index(whole.len())].clone());
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (at, other, value, kind) in changes {
            let (at, other) = (at.index(bytes.len() + 1), other.index(bytes.len() + 1));
            match kind {
                0 if at < bytes.len() => bytes[at] ^= value,
                // Another digit, which keeps the form.
                1 if at < bytes.len() => bytes[at] = b"0123456789abcdef"[usize::from(value % 16)],
                2 => {
                    bytes.splice(at..at, PIECES[usize::from(value) % PIECES.len()].bytes());
                }
                // A part is lost, or there twice.
                _ if at < other && value % 2 == 0 => {
                    bytes.drain(at..other);
                }
                _ => {
                    let part = bytes[at.min(other)..at.max(other)].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        holds_bounds(&bytes);
    }
}

/// The first step of NIST's `ECBMCT128.rsp`, of whose 1,000 blocks the last is published, and the way back.
const MONTE_CARLO: &str = "# CAVS 11.1
# AESVS MCT test data for ECB
[ENCRYPT]

COUNT = 0
KEY = 139a35422f1d61de3c91787fe0507afd
PLAINTEXT = b9145a768b7dc489a096b546f43b231f
CIPHERTEXT = d7c3ffac9031238650901e157364c386

[DECRYPT]

COUNT = 0
KEY = 139a35422f1d61de3c91787fe0507afd
CIPHERTEXT = d7c3ffac9031238650901e157364c386
PLAINTEXT = b9145a768b7dc489a096b546f43b231f
# The end.
";

fn run(kernel: &str, file: VectorFile) -> Report {
    let kernel = kernels::all().iter().find(|known| known.id == kernel).unwrap();
    let options = Options {
        vectors: VectorSource::Given(vec![file]),
        random_cases: 1,
        trace_runs: 2,
        specification_cases: 1,
        proofs: false,
        ..Options::default()
    };
    certify(&[Subject::embedded(kernel).unwrap()], &options, &|_| {}).unwrap()
}

#[test]
fn the_monte_carlo_loop_ends_with_the_published_blocks() {
    let run = |text: &str| run("aes/rv64-zkne-zknd", parse(text.as_bytes(), "mct.rsp").unwrap());
    let right = run(MONTE_CARLO);
    assert_eq!((right.passed, right.failed, right.findings().count()), (2, 0, 0));
    let drivers = right.certificates[0].functions.iter().flat_map(|f| &f.tested.vectors);
    let drivers: Vec<_> = drivers.filter_map(|file| file.driver).collect();
    assert_eq!(drivers, ["the certifier did the loop of the Monte-Carlo test"; 2]);
    // The last block of either direction.
    for (from, to) in [("c386\n\n", "c387\n\n"), ("231f\n#", "231e\n#")] {
        let wrong = run(&MONTE_CARLO.replacen(from, to, 1));
        assert_eq!((wrong.passed, wrong.failed), (1, 1), "{from}");
    }
}

#[test]
fn small_files_run_through_kernels() {
    // Those of SHA-256 run through the compression and through the hash.
    for (name, kernel, passed) in [
        ("hash.rsp", "sha256/rv64-zbkb-zknh", 4),
        ("list.txt", "aes/rv64-zkne-zknd", 1),
        ("aes.json", "aes/rv64-zkne-zknd", 2),
        ("sha.json", "sha256/rv64-zbkb-zknh", 2),
    ] {
        let (_, text, ..) = FILES.into_iter().find(|(file, ..)| *file == name).unwrap();
        let report = run(kernel, parse(text.as_bytes(), name).unwrap());
        assert_eq!((report.passed, report.failed), (passed, 0), "{name}");
    }
}
