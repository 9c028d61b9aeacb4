//! Camellia: RFC 3713 (also ISO/IEC 18033-3:2010, section 5.3).
//!
//! A block is 128 bits, a key 128, 192 or 256; the first byte is on top.

use semantics::{
    bits::Table,
    domain::{Bv, Domain},
};

/// `SBOX1`, section 2.4.1.
#[rustfmt::skip]
pub static SBOX1: Table = Table { name: "camellia_sbox1", data: [
    0x70, 0x82, 0x2c, 0xec, 0xb3, 0x27, 0xc0, 0xe5, 0xe4, 0x85, 0x57, 0x35, 0xea, 0x0c, 0xae, 0x41,
    0x23, 0xef, 0x6b, 0x93, 0x45, 0x19, 0xa5, 0x21, 0xed, 0x0e, 0x4f, 0x4e, 0x1d, 0x65, 0x92, 0xbd,
    0x86, 0xb8, 0xaf, 0x8f, 0x7c, 0xeb, 0x1f, 0xce, 0x3e, 0x30, 0xdc, 0x5f, 0x5e, 0xc5, 0x0b, 0x1a,
    0xa6, 0xe1, 0x39, 0xca, 0xd5, 0x47, 0x5d, 0x3d, 0xd9, 0x01, 0x5a, 0xd6, 0x51, 0x56, 0x6c, 0x4d,
    0x8b, 0x0d, 0x9a, 0x66, 0xfb, 0xcc, 0xb0, 0x2d, 0x74, 0x12, 0x2b, 0x20, 0xf0, 0xb1, 0x84, 0x99,
    0xdf, 0x4c, 0xcb, 0xc2, 0x34, 0x7e, 0x76, 0x05, 0x6d, 0xb7, 0xa9, 0x31, 0xd1, 0x17, 0x04, 0xd7,
    0x14, 0x58, 0x3a, 0x61, 0xde, 0x1b, 0x11, 0x1c, 0x32, 0x0f, 0x9c, 0x16, 0x53, 0x18, 0xf2, 0x22,
    0xfe, 0x44, 0xcf, 0xb2, 0xc3, 0xb5, 0x7a, 0x91, 0x24, 0x08, 0xe8, 0xa8, 0x60, 0xfc, 0x69, 0x50,
    0xaa, 0xd0, 0xa0, 0x7d, 0xa1, 0x89, 0x62, 0x97, 0x54, 0x5b, 0x1e, 0x95, 0xe0, 0xff, 0x64, 0xd2,
    0x10, 0xc4, 0x00, 0x48, 0xa3, 0xf7, 0x75, 0xdb, 0x8a, 0x03, 0xe6, 0xda, 0x09, 0x3f, 0xdd, 0x94,
    0x87, 0x5c, 0x83, 0x02, 0xcd, 0x4a, 0x90, 0x33, 0x73, 0x67, 0xf6, 0xf3, 0x9d, 0x7f, 0xbf, 0xe2,
    0x52, 0x9b, 0xd8, 0x26, 0xc8, 0x37, 0xc6, 0x3b, 0x81, 0x96, 0x6f, 0x4b, 0x13, 0xbe, 0x63, 0x2e,
    0xe9, 0x79, 0xa7, 0x8c, 0x9f, 0x6e, 0xbc, 0x8e, 0x29, 0xf5, 0xf9, 0xb6, 0x2f, 0xfd, 0xb4, 0x59,
    0x78, 0x98, 0x06, 0x6a, 0xe7, 0x46, 0x71, 0xba, 0xd4, 0x25, 0xab, 0x42, 0x88, 0xa2, 0x8d, 0xfa,
    0x72, 0x07, 0xb9, 0x55, 0xf8, 0xee, 0xac, 0x0a, 0x36, 0x49, 0x2a, 0x68, 0x3c, 0x38, 0xf1, 0xa4,
    0x40, 0x28, 0xd3, 0x7b, 0xbb, 0xc9, 0x43, 0xc1, 0x15, 0xe3, 0xad, 0xf4, 0x77, 0xc7, 0x80, 0x9e,
] };

/// *Sigma1* to *Sigma6*, section 2.2.
const SIGMA: [u128; 6] = [
    0xa09e_667f_3bcc_908b,
    0xb67a_e858_4caa_73b2,
    0xc6ef_372f_e94f_82be,
    0x54ff_53a5_f1d3_6f1c,
    0x10e5_27fa_de68_2d1d,
    0xb056_88c2_b3e6_c1fd,
];

/// The subkeys, 64 bits each, section 2.2.
#[derive(Clone, Debug)]
pub struct Subkeys<D: Domain> {
    /// *kw1* to *kw4*.
    pub kw: [Bv<D>; 4],
    /// *k1* to *k18*, or to *k24*.
    pub k: Vec<Bv<D>>,
    /// *ke1* to *ke4*, or to *ke6*.
    pub ke: Vec<Bv<D>>,
}

/// The F-function, section 2.4.1.
pub fn f<D: Domain>(f_in: Bv<D>, ke: Bv<D>) -> Bv<D> {
    let x = f_in ^ ke;
    let sbox1 = |k: u32| x.byte(8 - k).lookup(&SBOX1);
    let sbox2 = |k: u32| sbox1(k).rotl(1);
    let sbox3 = |k: u32| sbox1(k).rotl(7);
    let sbox4 = |k: u32| x.byte(8 - k).rotl(1).lookup(&SBOX1);
    let (t1, t2, t3, t4) = (sbox1(1), sbox2(2), sbox3(3), sbox4(4));
    let (t5, t6, t7, t8) = (sbox2(5), sbox3(6), sbox4(7), sbox1(8));
    Bv::join([
        t1 ^ t3 ^ t4 ^ t6 ^ t7 ^ t8,
        t1 ^ t2 ^ t4 ^ t5 ^ t7 ^ t8,
        t1 ^ t2 ^ t3 ^ t5 ^ t6 ^ t8,
        t2 ^ t3 ^ t4 ^ t5 ^ t6 ^ t7,
        t1 ^ t2 ^ t6 ^ t7 ^ t8,
        t2 ^ t3 ^ t5 ^ t7 ^ t8,
        t3 ^ t4 ^ t5 ^ t6 ^ t8,
        t1 ^ t4 ^ t5 ^ t6 ^ t7,
    ])
}

/// The FL-function, section 2.4.2; `k` is for the names of its values.
fn fl<D: Domain>(fl_in: Bv<D>, ke: Bv<D>, k: u32) -> Bv<D> {
    let (mut x1, mut x2) = (fl_in.hi(32), fl_in.lo(32));
    let (k1, k2) = (ke.hi(32), ke.lo(32));
    x2 = (x2 ^ (x1 & k1).rotl(1)).cut("x2 of FL", k);
    x1 = (x1 ^ (x2 | k2)).cut("x1 of FL", k);
    x1.concat(x2)
}

/// The FLINV-function, section 2.4.2; `k` is for the names of its values.
fn flinv<D: Domain>(flinv_in: Bv<D>, ke: Bv<D>, k: u32) -> Bv<D> {
    let (mut y1, mut y2) = (flinv_in.hi(32), flinv_in.lo(32));
    let (k1, k2) = (ke.hi(32), ke.lo(32));
    y1 = (y1 ^ (y2 | k2)).cut("y1 of FLINV", k);
    y2 = (y2 ^ (y1 & k1).rotl(1)).cut("y2 of FLINV", k);
    y1.concat(y2)
}

/// *KA* and *KB*, section 2.2.
fn ka_and_kb<D: Domain>(kl: Bv<D>, kr: Bv<D>) -> [Bv<D>; 2] {
    let sigma = |k: usize| kl.hi(64).lit(SIGMA[k - 1]);
    let halves = |x: Bv<D>| (x.hi(64), x.lo(64));
    let named = |x: Bv<D>, k: u32| x.cut("D in the key schedule", k);
    let (mut d1, mut d2) = halves(kl ^ kr);
    d2 = named(d2 ^ f(d1, sigma(1)), 1);
    d1 = named(d1 ^ f(d2, sigma(2)), 2);
    d1 = d1 ^ kl.hi(64);
    d2 = d2 ^ kl.lo(64);
    d2 = named(d2 ^ f(d1, sigma(3)), 3);
    d1 = named(d1 ^ f(d2, sigma(4)), 4);
    let ka = d1.concat(d2);
    (d1, d2) = halves(ka ^ kr);
    d2 = named(d2 ^ f(d1, sigma(5)), 5);
    d1 = named(d1 ^ f(d2, sigma(6)), 6);
    [ka, d1.concat(d2)]
}

/// The subkeys of a key, section 2.2.
///
/// # Panics
/// When the key has not 128, 192 or 256 bits.
pub fn subkeys<D: Domain>(key: Bv<D>) -> Subkeys<D> {
    let (kl, kr) = match key.width() {
        128 => (key, key.lit(0)),
        192 => (key.hi(128), key.lo(64).concat(!key.lo(64))),
        256 => (key.hi(128), key.lo(128)),
        width => panic!("a key of {width} bits"),
    };
    let [ka, kb] = ka_and_kb(kl, kr);
    let both = |x: Bv<D>, by: u32| [x.rotl(by).hi(64), x.rotl(by).lo(64)];
    let (first, k, ke, last) = if key.width() == 128 {
        let k = vec![
            both(ka, 0),
            both(kl, 15),
            both(ka, 15),
            both(kl, 45),
            // Of these only one half is used: k9 and k10.
            [ka.rotl(45).hi(64), kl.rotl(60).lo(64)],
            both(ka, 60),
            both(kl, 94),
            both(ka, 94),
            both(kl, 111),
        ];
        (both(kl, 0), k, vec![both(ka, 30), both(kl, 77)], both(ka, 111))
    } else {
        let k = vec![
            both(kb, 0),
            both(kr, 15),
            both(ka, 15),
            both(kb, 30),
            both(kl, 45),
            both(ka, 45),
            both(kr, 60),
            both(kb, 60),
            both(kl, 77),
            both(kr, 94),
            both(ka, 94),
            both(kl, 111),
        ];
        (both(kl, 0), k, vec![both(kr, 30), both(kl, 60), both(ka, 77)], both(kb, 111))
    };
    let [[kw1, kw2], [kw3, kw4]] = [first, last];
    Subkeys { kw: [kw1, kw2, kw3, kw4], k: k.concat(), ke: ke.concat() }
}

/// The subkeys of decryption, section 2.3.3.
pub fn reversed<D: Domain>(subkeys: &Subkeys<D>) -> Subkeys<D> {
    let [kw1, kw2, kw3, kw4] = subkeys.kw;
    let reversed = |keys: &[Bv<D>]| keys.iter().rev().copied().collect();
    Subkeys { kw: [kw3, kw4, kw1, kw2], k: reversed(&subkeys.k), ke: reversed(&subkeys.ke) }
}

/// Encryption, sections 2.3.1 and 2.3.2; decryption with [`reversed`] subkeys.
pub fn crypt<D: Domain>(m: Bv<D>, subkeys: &Subkeys<D>) -> Bv<D> {
    let [kw1, kw2, kw3, kw4] = subkeys.kw;
    let (mut d1, mut d2) = (m.hi(64) ^ kw1, m.lo(64) ^ kw2);
    for (round, k) in subkeys.k.chunks(2).enumerate() {
        if round > 0 && round % 3 == 0 {
            let at = 2 * (round / 3 - 1);
            d1 = fl(d1, subkeys.ke[at], at as u32 + 1);
            d2 = flinv(d2, subkeys.ke[at + 1], at as u32 + 2);
        }
        d2 = (d2 ^ f(d1, k[0])).cut("D2 after round", 2 * round as u32 + 1);
        d1 = (d1 ^ f(d2, k[1])).cut("D1 after round", 2 * round as u32 + 2);
    }
    (d2 ^ kw3).concat(d1 ^ kw4)
}
