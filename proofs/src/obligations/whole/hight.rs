//! HIGHT on one register of 64 bits that turns by a byte a round, with tables for its linear functions.

use reference_ciphers::hight::{ROUNDS, decrypt, encrypt};
use semantics::{
    bits::Table,
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "hight/one-register",
        says: "on a register that turns by a byte a round, with tables and subkeys on the way, encryption \
               is the cipher",
        reference: "ISO/IEC 18033-3:2010, section 4.5",
        widths: &[64],
        state: |g| on_a_register(g, forwards, encrypt),
    },
    Claim {
        id: "hight/one-register-inverse",
        says: "on a register that turns back by a byte a round, with tables and subkeys on the way, \
               decryption is the inverse cipher",
        reference: "ISO/IEC 18033-3:2010, section 4.5",
        widths: &[64],
        state: |g| on_a_register(g, backwards, decrypt),
    },
];

type Cipher<'a> = fn(Value<'a>, Value<'a>) -> Value<'a>;
type Value<'a> = Bv<semantics::dag::Dag<'a>>;

fn on_a_register<'a>(g: &mut Goal<'a>, mine: Cipher<'a>, standard: Cipher<'a>) {
    let (block, key) = (g.var(64, "block"), g.var(128, "key"));
    g.equal("block", mine(block, key), standard(block, key));
}

static F0: Table = Table { name: "hight_f0", data: circulant(0b1000_0110) };
static F1: Table = Table { name: "hight_f1", data: circulant(0b0101_1000) };

/// The sums of rotations of `column`, one for each bit of the index.
const fn circulant(column: u8) -> [u8; 256] {
    let mut data = [0; 256];
    let mut k = 1;
    while k < 256 {
        // The lowest bit of k, and what is left without it.
        data[k] = data[k & (k - 1)] ^ column.rotate_left(k.trailing_zeros());
        k += 1;
    }
    data
}

fn byte<D: Domain>(x: Bv<D>, k: u32) -> Bv<D> {
    (x >> (8 * k)) & x.lit(0xff)
}

/// `x` with another byte `k`.
fn with<D: Domain>(x: Bv<D>, k: u32, value: Bv<D>) -> Bv<D> {
    (x & !(x.lit(0xff) << (8 * k))) | ((value & x.lit(0xff)) << (8 * k))
}

fn through<D: Domain>(table: &'static Table, x: Bv<D>) -> Bv<D> {
    x.lo(8).lookup(table).zext(x.width())
}

/// The four subkeys of every round, from registers that turn and a shift register of seven bits.
fn schedule<D: Domain>(key: Bv<D>) -> Vec<[Bv<D>; 4]> {
    let (mut low, mut high) = (key.lo(64), key.hi(64));
    let mut delta = 0x5a_u128;
    let mut rounds = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS / 4 {
        for half in [low, high] {
            let bytes: Vec<Bv<D>> = (0..8)
                .map(|k| {
                    let subkey = byte(byte(half, k) + half.lit(delta), 0);
                    delta = delta >> 1 | (delta << 3 ^ delta << 6) & 0x40;
                    subkey
                })
                .collect();
            rounds.extend([[0, 1, 2, 3], [4, 5, 6, 7]].map(|ks| ks.map(|k| bytes[k])));
        }
        (low, high) = (low.rotl(8), high.rotl(8));
    }
    rounds
}

fn forwards<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let (low, high) = (key.lo(64), key.hi(64));
    let mut x = block ^ (byte(high, 5) << 16) ^ (byte(high, 7) << 48);
    x = with(x, 0, byte(x, 0) + byte(high, 4));
    x = with(x, 4, byte(x, 4) + byte(high, 6));
    for sk in schedule(key) {
        let sums = [3, 7].map(|k| {
            let from = through(&F0, byte(x, k - 1));
            byte(from + sk[k as usize / 2], 0) << (8 * k)
        });
        for k in [1, 5] {
            let from = through(&F1, byte(x, k - 1));
            x = with(x, k, byte(x, k) + (from ^ sk[k as usize / 2]));
        }
        x = (x ^ sums[0] ^ sums[1]).rotl(8);
    }
    x = x.rotr(8) ^ (byte(low, 1) << 16) ^ (byte(low, 3) << 48);
    x = with(x, 0, byte(x, 0) + byte(low, 0));
    with(x, 4, byte(x, 4) + byte(low, 2))
}

fn backwards<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let (low, high) = (key.lo(64), key.hi(64));
    let mut x = block ^ (byte(low, 1) << 16) ^ (byte(low, 3) << 48);
    x = with(x, 0, byte(x, 0) - byte(low, 0));
    x = with(x, 4, byte(x, 4) - byte(low, 2)).rotl(8);
    for sk in schedule(key).into_iter().rev() {
        x = x.rotr(8);
        for k in [1, 3, 5, 7] {
            let from = byte(x, k - 1);
            let subkey = sk[k as usize / 2];
            x = if k % 4 == 1 {
                with(x, k, byte(x, k) - (through(&F1, from) ^ subkey))
            } else {
                x ^ (byte(through(&F0, from) + subkey, 0) << (8 * k))
            };
        }
    }
    x = x ^ (byte(high, 5) << 16) ^ (byte(high, 7) << 48);
    x = with(x, 0, byte(x, 0) - byte(high, 4));
    with(x, 4, byte(x, 4) - byte(high, 6))
}
