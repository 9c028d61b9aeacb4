//! MISTY1 with 8 rounds: RFC 2994 (also ISO/IEC 18033-3:2010, section 4.3).
//!
//! A block is 64 bits and a key 128, the first byte on top.

mod tables;

use semantics::{
    bits::Table,
    domain::{Bv, Domain},
};
use tables::{S7, S9_LOW, S9_TOP};

/// `EK[0]` to `EK[15]`, 16 bits each, section 2.2: the key, and *FI* of its parts. `EK[16]` to `EK[31]` are
/// parts of these for table look-ups, and left out.
pub type ExpandedKey<D> = [Bv<D>; 16];

fn s7<D: Domain>(x: Bv<D>) -> Bv<D> {
    x.zext(8).lookup(&S7).lo(7)
}

fn s9<D: Domain>(x: Bv<D>) -> Bv<D> {
    let half = |tables: &'static [Table; 2]| {
        let [low, high] = [0, 1].map(|k: usize| x.lo(8).lookup(&tables[k]));
        x.bit(8).select(high, low)
    };
    half(&S9_TOP).lo(1).concat(half(&S9_LOW))
}

/// *FI*, section 2.3; `index` is for the names of its values.
fn fi<D: Domain>(fi_in: Bv<D>, fi_key: Bv<D>, index: usize) -> Bv<D> {
    let fi_in = fi_in.cut("FI_IN", index as u32);
    let (mut d9, mut d7) = (fi_in.hi(9), fi_in.lo(7));
    d9 = s9(d9) ^ d7.zext(9);
    d7 = s7(d7) ^ d9.lo(7);
    d7 = (d7 ^ fi_key.hi(7)).cut("d7 of FI", index as u32);
    d9 = (d9 ^ fi_key.lo(9)).cut("d9 of FI", index as u32);
    d9 = s9(d9) ^ d7.zext(9);
    d7.concat(d9).cut("FI_OUT", index as u32)
}

/// *FO*, section 2.3; `k` counts from 0 to 7.
pub fn fo<D: Domain>(fo_in: Bv<D>, ek: &ExpandedKey<D>, k: usize) -> Bv<D> {
    let fi = |x: Bv<D>, key: Bv<D>| fi(x, key, 16 + k);
    let (mut t0, mut t1) = (fo_in.hi(16), fo_in.lo(16));
    t0 = t0 ^ ek[k];
    t0 = fi(t0, ek[(k + 5) % 8 + 8]);
    t0 = t0 ^ t1;
    t1 = t1 ^ ek[(k + 2) % 8];
    t1 = fi(t1, ek[(k + 1) % 8 + 8]);
    t1 = t1 ^ t0;
    t0 = t0 ^ ek[(k + 7) % 8];
    t0 = fi(t0, ek[(k + 3) % 8 + 8]);
    t0 = t0 ^ t1;
    t1 = t1 ^ ek[(k + 4) % 8];
    t1.concat(t0)
}

/// The two keys of *FL* and *FLINV*; `k` counts from 0 to 9.
fn fl_keys<D: Domain>(ek: &ExpandedKey<D>, k: usize) -> (Bv<D>, Bv<D>) {
    if k.is_multiple_of(2) {
        (ek[k / 2], ek[(k / 2 + 6) % 8 + 8])
    } else {
        (ek[((k - 1) / 2 + 2) % 8 + 8], ek[((k - 1) / 2 + 4) % 8])
    }
}

/// *FL*, section 2.3.
pub fn fl<D: Domain>(fl_in: Bv<D>, ek: &ExpandedKey<D>, k: usize) -> Bv<D> {
    let (mut d0, mut d1) = (fl_in.hi(16), fl_in.lo(16));
    let (and, or) = fl_keys(ek, k);
    d1 = (d1 ^ (d0 & and)).cut("d1 of FL", k as u32);
    d0 = (d0 ^ (d1 | or)).cut("d0 of FL", k as u32);
    d0.concat(d1)
}

/// *FLINV*, section 2.3.
pub fn flinv<D: Domain>(fl_in: Bv<D>, ek: &ExpandedKey<D>, k: usize) -> Bv<D> {
    let (mut d0, mut d1) = (fl_in.hi(16), fl_in.lo(16));
    let (and, or) = fl_keys(ek, k);
    d0 = (d0 ^ (d1 | or)).cut("d0 of FLINV", k as u32);
    d1 = (d1 ^ (d0 & and)).cut("d1 of FLINV", k as u32);
    d0.concat(d1)
}

/// The expanded key, section 2.2.
pub fn expand<D: Domain>(key: Bv<D>) -> ExpandedKey<D> {
    let part = |i: usize| key.hi(16 * (i as u32 % 8 + 1)).lo(16);
    std::array::from_fn(|i| match i {
        0..8 => part(i),
        _ => fi(part(i - 8), part(i - 7), i),
    })
}

/// Encryption, section 2.3.
pub fn encrypt<D: Domain>(p: Bv<D>, ek: &ExpandedKey<D>) -> Bv<D> {
    let named = |d: Bv<D>, round: usize| d.cut("D after round", round as u32);
    let (mut d0, mut d1) = (p.hi(32), p.lo(32));
    for round in [0, 2, 4, 6] {
        d0 = fl(d0, ek, round);
        d1 = fl(d1, ek, round + 1);
        d1 = named(d1 ^ fo(d0, ek, round), round);
        d0 = named(d0 ^ fo(d1, ek, round + 1), round + 1);
    }
    d0 = fl(d0, ek, 8);
    d1 = fl(d1, ek, 9);
    d1.concat(d0)
}

/// Decryption, section 2.3.
pub fn decrypt<D: Domain>(c: Bv<D>, ek: &ExpandedKey<D>) -> Bv<D> {
    let named = |d: Bv<D>, round: usize| d.cut("D before round", round as u32);
    let (mut d0, mut d1) = (c.lo(32), c.hi(32));
    d0 = flinv(d0, ek, 8);
    d1 = flinv(d1, ek, 9);
    for round in [6, 4, 2, 0] {
        d0 = named(d0 ^ fo(d1, ek, round + 1), round + 1);
        d1 = named(d1 ^ fo(d0, ek, round), round);
        d0 = flinv(d0, ek, round);
        d1 = flinv(d1, ek, round + 1);
    }
    d0.concat(d1)
}
