//! The standards' own examples: FIPS 197 tables 4 to 6, section 4.2 and appendices A to C, and the
//! ECB examples of SP 800-38A.

use crate::common::{hex, plain, size_of, state, values, vectors, words};
use reference_ciphers::{
    aes::{
        KeySize, State, add_round_key, cipher, eq_inv_cipher, field, inv_cipher, inv_mix_columns,
        inv_shift_rows, inv_sub_bytes, key_expansion, key_expansion_eic, mix_columns, rcon,
        round_key, shift_rows, sub_bytes,
    },
    function,
};
use std::collections::HashMap;

const APPENDIX_A: &str = include_str!("vectors/fips197-appendix-a.txt");
const APPENDIX_B: &str = include_str!("vectors/fips197-appendix-b.txt");
const APPENDIX_C: &str = include_str!("vectors/fips197-appendix-c.txt");
const SBOXES: &str = include_str!("vectors/fips197-sboxes.txt");
const ECB: &str = include_str!("vectors/sp800-38a-ecb.txt");

/// Section 4.2, equations (4.6) and (4.7).
#[test]
fn multiples_of_57() {
    let b = values(&[0x57])[0];
    for (c, expected) in [
        (0x00, 0x00),
        (0x01, 0x57),
        (0x02, 0xae),
        (0x04, 0x47),
        (0x08, 0x8e),
        (0x10, 0x07),
        (0x20, 0x0e),
        (0x40, 0x1c),
        (0x80, 0x38),
        (0x13, 0xfe),
    ] {
        assert_eq!(plain(&[field::multiply(b, c)]), [expected], "{{57}} times {{{c:02x}}}");
    }
}

/// Tables 4 and 6.
#[test]
fn substitution_tables() {
    for (name, table) in [("sbox", &field::SBOX), ("inv_sbox", &field::INV_SBOX)] {
        let rows = vectors(SBOXES).filter(|(row, _)| *row == name);
        let published: Vec<u8> = rows.flat_map(|(_, bytes)| hex(bytes)).collect();
        assert_eq!(published, table.data, "{name}");
    }
}

/// Table 5.
#[test]
fn round_constants() {
    let published = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];
    for (j, first) in (1..).zip(published) {
        assert_eq!(rcon(j), [first, 0, 0, 0], "Rcon[{j}]");
    }
}

/// Appendix A: every word of three schedules.
#[test]
fn key_expansions() {
    let mut checked = 0;
    for (name, value) in vectors(APPENDIX_A) {
        let (size, expected) = (size_of(name), hex(value));
        let key = words(&values(&expected[..size.key_bytes()]));
        let w = key_expansion(size, &key);
        assert_eq!(plain(w.as_flattened()), expected, "{name}");
        checked += w.len();
    }
    assert_eq!(checked, 44 + 52 + 60);
}

/// The printed arrays, in the order in which algorithm 1 passes through them.
struct Trace<'a>(Box<dyn Iterator<Item = (&'a str, Vec<u8>)> + 'a>);

impl Trace<'_> {
    #[track_caller]
    fn expect(&mut self, name: &str, got: &[u8]) {
        let (found, expected) = self.0.next().expect("one more state");
        assert_eq!((found, expected.as_slice()), (name, got));
    }
}

/// Appendix B: 41 states.
#[test]
fn states_of_appendix_b() {
    let transposed = |rows: Vec<u8>| (0..16).map(|k| rows[k % 4 * 4 + k / 4]).collect();
    let mut lines = vectors(APPENDIX_B).map(|(name, value)| (name, hex(value)));
    let (_, key) = lines.next().expect("the key");
    let mut trace = Trace(Box::new(lines.map(|(name, rows)| (name, transposed(rows)))));

    let input = trace.0.next().expect("the input").1;
    let w = key_expansion(KeySize::Aes128, &words(&values(&key)));
    let mut s = add_round_key(state(&input), round_key(&w, 0));
    for round in 1..=10 {
        trace.expect("start", &plain(&s));
        s = sub_bytes(s);
        trace.expect("s_box", &plain(&s));
        s = shift_rows(s);
        trace.expect("s_row", &plain(&s));
        if round < 10 {
            s = mix_columns(s);
            trace.expect("m_col", &plain(&s));
        }
        s = add_round_key(s, round_key(&w, round));
    }
    trace.expect("output", &plain(&s));
    assert_eq!(plain(&cipher(KeySize::Aes128, state(&input), &w)), plain(&s));
    assert_eq!(trace.0.count(), 0);
}

/// The value of every name of appendix C, in order.
fn appendix_c() -> HashMap<&'static str, Vec<Vec<u8>>> {
    let mut all = HashMap::<_, Vec<_>>::new();
    for (name, value) in vectors(APPENDIX_C) {
        all.entry(name).or_default().push(hex(value));
    }
    all
}

/// Appendix C.1, encryption: every state and every round key.
#[test]
fn states_of_appendix_c_encrypting() {
    let c = appendix_c();
    let w = key_expansion(KeySize::Aes128, &words(&values(&c["AES-128.key"][0])));
    let keys: Vec<_> = (0..=10).map(|round| plain(round_key(&w, round).as_flattened())).collect();
    assert_eq!(keys, c["k_sch"]);

    let mut seen: HashMap<&str, Vec<Vec<u8>>> = HashMap::new();
    let mut note = |name, s: &State<_>| seen.entry(name).or_default().push(plain(s));
    let mut s = add_round_key(state(&c["plaintext"][0]), round_key(&w, 0));
    for round in 1..=10 {
        note("start", &s);
        s = sub_bytes(s);
        note("s_box", &s);
        s = shift_rows(s);
        note("s_row", &s);
        if round < 10 {
            s = mix_columns(s);
            note("m_col", &s);
        }
        s = add_round_key(s, round_key(&w, round));
    }
    note("AES-128.output", &s);
    for (name, states) in seen {
        assert_eq!(states, c[name], "{name}");
    }
}

/// Appendix C.1, both ways of decryption: every state and every round key.
#[test]
fn states_of_appendix_c_decrypting() {
    let c = appendix_c();
    let key = words(&values(&c["AES-128.key"][0]));
    let backwards =
        |name| c[name].iter().rev().map(|bytes: &Vec<u8>| bytes.as_slice()).collect::<Vec<_>>();
    let (start, s_box, s_row) = (backwards("start"), backwards("s_box"), backwards("s_row"));
    let m_col = backwards("m_col");

    let w = key_expansion(KeySize::Aes128, &key);
    let mut s = add_round_key(state(&c["AES-128.output"][0]), round_key(&w, 10));
    for round in 0..10 {
        assert_eq!(plain(&s), s_row[round], "istart {round}");
        s = inv_shift_rows(s);
        assert_eq!(plain(&s), s_box[round], "is_row {round}");
        s = inv_sub_bytes(s);
        assert_eq!(plain(&s), start[round], "is_box {round}");
        s = add_round_key(s, round_key(&w, 9 - round));
        if round < 9 {
            assert_eq!(plain(&s), m_col[round], "ik_add {round}");
            s = inv_mix_columns(s);
        }
    }
    assert_eq!(plain(&s), c["plaintext"][0]);

    let dw = key_expansion_eic(KeySize::Aes128, &key);
    let mut s = add_round_key(state(&c["AES-128.output"][0]), round_key(&dw, 10));
    for round in 0..10 {
        assert_eq!(plain(&s), s_row[round], "istart {round}");
        s = inv_sub_bytes(s);
        assert_eq!(plain(&s), c["eic.is_box"][round], "is_box {round}");
        s = inv_shift_rows(s);
        assert_eq!(plain(&s), start[round], "is_row {round}");
        let key = round_key(&dw, 9 - round);
        if round < 9 {
            s = inv_mix_columns(s);
            assert_eq!(plain(&s), c["eic.im_col"][round], "im_col {round}");
            assert_eq!(plain(key.as_flattened()), c["eic.ik_sch"][round], "ik_sch {round}");
        }
        s = add_round_key(s, key);
    }
    assert_eq!(plain(&s), c["plaintext"][0]);
}

/// A key with its plaintext and ciphertext blocks, through every function over bytes.
#[track_caller]
fn one_key(cipher_name: &str, key: &[u8], plaintext: &[u8], ciphertext: &[u8]) -> usize {
    let prefix = cipher_name.to_lowercase().replace('-', "");
    let call = |name: &str, inputs: &[&[u8]]| {
        let f = function(&format!("{prefix}.{name}")).expect("a function of this name");
        f.call(inputs).expect("inputs of its signature")
    };
    let w = call("expanded_key", &[key]);
    let dw = call("equivalent_inverse_keys", &[key]);
    for (p, c) in plaintext.chunks(16).zip(ciphertext.chunks(16)) {
        assert_eq!(call("encrypt_block", &[p, key]), c);
        assert_eq!(call("encrypt_block_expanded", &[p, &w]), c);
        assert_eq!(call("decrypt_block", &[c, key]), p);
        assert_eq!(call("decrypt_block_equivalent", &[c, &dw]), p);
    }
    plaintext.len() / 16
}

/// Appendices C.1 to C.3.
#[test]
fn blocks_of_appendix_c() {
    let c = appendix_c();
    for name in ["AES-128", "AES-192", "AES-256"] {
        let [key, output] = ["key", "output"].map(|what| &c[&*format!("{name}.{what}")][0]);
        assert_eq!(one_key(name, key, &c["plaintext"][0], output), 1);
        let size = size_of(name);
        let w = key_expansion(size, &words(&values(key)));
        let dw = key_expansion_eic(size, &words(&values(key)));
        assert_eq!(plain(&inv_cipher(size, state(output), &w)), c["plaintext"][0]);
        assert_eq!(plain(&eq_inv_cipher(size, state(output), &dw)), c["plaintext"][0]);
    }
}

/// SP 800-38A, F.1.1 to F.1.6.
#[test]
fn ecb_examples() {
    let ecb: HashMap<_, _> = vectors(ECB).map(|(name, value)| (name, hex(value))).collect();
    let mut blocks = 0;
    for name in ["AES-128", "AES-192", "AES-256"] {
        let [key, ciphertext] = ["key", "ciphertext"].map(|what| &ecb[&*format!("{name}.{what}")]);
        blocks += one_key(name, key, &ecb["plaintext"], ciphertext);
    }
    assert_eq!(blocks, 12);
}
