//! SHA-256 and SHA-512 as they are programmed.

use reference_ciphers::sha2::{Block, SHA_256, SHA_512, State, Words};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "sha256/compression",
        says: "with Ch and Maj as sums, nested rotations by shifts, renamed registers and a rolling \
               schedule, it is the compression function",
        reference: "FIPS 180-4, section 6.2.2",
        widths: &[32],
        state: |g| {
            let (hash, block) = inputs(g, SHA_256);
            let mine = by_sums(SHA_256, hash, block);
            compare(g, mine, SHA_256.compress(hash, &block));
        },
    },
    Claim {
        id: "sha512/compression",
        says: "with Ch and Maj as sums, nested rotations by shifts, renamed registers and a rolling \
               schedule, it is the compression function",
        reference: "FIPS 180-4, section 6.4.2",
        widths: &[64],
        state: |g| {
            let (hash, block) = inputs(g, SHA_512);
            let mine = by_sums(SHA_512, hash, block);
            compare(g, mine, SHA_512.compress(hash, &block));
        },
    },
    Claim {
        id: "sha512/pairs",
        says: "on pairs of 32-bit registers, with carries by comparison, it is the compression function",
        reference: "FIPS 180-4, section 6.4.2",
        widths: &[32],
        state: |g| {
            let (hash, block) = inputs(g, SHA_512);
            let mine = on_pairs(hash.map(Pair::of), block.map(Pair::of));
            compare(g, mine.map(|p| p.high.concat(p.low)), SHA_512.compress(hash, &block));
        },
    },
];

fn inputs<'a>(g: &Goal<'a>, words: Words) -> (State<Dag<'a>>, Block<Dag<'a>>) {
    let var = |name: &str, k: usize| g.var(words.bits, &format!("{name}{k}"));
    (std::array::from_fn(|k| var("h", k)), std::array::from_fn(|k| var("m", k)))
}

fn compare<'a>(g: &mut Goal<'a>, mine: State<Dag<'a>>, standard: State<Dag<'a>>) {
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("word {k}"), mine, standard);
    }
}

/// A rotation without an instruction for it.
fn right<D: Domain>(x: Bv<D>, by: u32) -> Bv<D> {
    (x >> by) | (x << (x.width() - by))
}

/// `x.rotr(a) ^ x.rotr(b) ^ x.rotr(c)` with one rotation inside the other.
fn nested<D: Domain>(x: Bv<D>, [a, b, c]: [u32; 3]) -> Bv<D> {
    right(right(right(x, c - b) ^ x, b - a) ^ x, a)
}

/// The compression function as an optimised program has it.
fn by_sums<D: Domain>(words: Words, hash: State<D>, mut w: Block<D>) -> State<D> {
    let wide = words.bits == 64;
    let (sum0, sum1) = if wide { ([28, 34, 39], [14, 18, 41]) } else { ([2, 13, 22], [6, 11, 25]) };
    let (small0, small1) = if wide { ([1, 8, 7], [19, 61, 6]) } else { ([7, 18, 3], [17, 19, 10]) };
    let small = |x: Bv<D>, [a, b, c]: [u32; 3]| right(right(x, b - a) ^ x, a) ^ (x >> c);
    let mut s = hash;
    for t in 0..words.steps {
        let at = |k: usize| (k + 8 * words.steps - t) % 8;
        let [a, b, c, d, e, f, g, h] = std::array::from_fn(at);
        if t >= 16 {
            let next = w[t % 16] + small(w[(t + 1) % 16], small0);
            w[t % 16] = next + (w[(t + 9) % 16] + small(w[(t + 14) % 16], small1));
        }
        let k = s[0].lit(words.k(t).into());
        s[h] = s[h] + (k + w[t % 16]);
        s[h] = s[h] + ((s[e] & s[f]) + (!s[e] & s[g]));
        s[h] = nested(s[e], sum1) + s[h];
        s[d] = s[d] + s[h];
        let maj = (s[a] & s[b]) + (s[c] & (s[a] ^ s[b]));
        s[h] = s[h] + maj + nested(s[a], sum0);
    }
    std::array::from_fn(|k| hash[k] + s[k])
}

/// A 64-bit word in two registers.
#[derive(Clone, Copy)]
struct Pair<D: Domain> {
    high: Bv<D>,
    low: Bv<D>,
}

impl<D: Domain> Pair<D> {
    fn of(word: Bv<D>) -> Self {
        Pair { high: word.hi(32), low: word.lo(32) }
    }
    fn map(self, o: Self, f: impl Fn(Bv<D>, Bv<D>) -> Bv<D>) -> Self {
        Pair { high: f(self.high, o.high), low: f(self.low, o.low) }
    }
    fn xor(self, o: Self) -> Self {
        self.map(o, |a, b| a ^ b)
    }
    /// add, sltu, add, add
    fn add(self, o: Self) -> Self {
        let low = self.low + o.low;
        let carry = low.ult(o.low).bv().zext(32);
        Pair { high: self.high + o.high + carry, low }
    }
    fn shift(self, by: u32) -> Self {
        Pair { high: self.high >> by, low: (self.low >> by) | (self.high << (32 - by)) }
    }
    fn rotate(self, by: u32) -> Self {
        let (a, b) = if by < 32 { (self.high, self.low) } else { (self.low, self.high) };
        let by = by % 32;
        let funnel = |high: Bv<D>, low: Bv<D>| (low >> by) | (high << (32 - by));
        Pair { high: funnel(b, a), low: funnel(a, b) }
    }
}

fn on_pairs<D: Domain>(hash: [Pair<D>; 8], block: [Pair<D>; 16]) -> [Pair<D>; 8] {
    let rotated = |x: Pair<D>, [a, b, c]: [u32; 3]| x.rotate(a).xor(x.rotate(b)).xor(x.rotate(c));
    let small = |x: Pair<D>, [a, b, c]: [u32; 3]| x.rotate(a).xor(x.rotate(b)).xor(x.shift(c));
    let mut w = block.to_vec();
    for t in 16..SHA_512.steps {
        let sum = small(w[t - 2], [19, 61, 6]).add(w[t - 7]);
        w.push(sum.add(small(w[t - 15], [1, 8, 7])).add(w[t - 16]));
    }
    let mut s = hash;
    for (t, &word) in w.iter().enumerate() {
        let [a, b, c, d, e, f, g, h] = s;
        let k = SHA_512.k(t);
        let k =
            Pair { high: a.high.lit((k >> 32).into()), low: a.low.lit((k & 0xffff_ffff).into()) };
        let ch = e.map(f.xor(g), |x, y| x & y).xor(g);
        let t1 = h.add(k).add(word).add(ch).add(rotated(e, [14, 18, 41]));
        let maj = a.map(b, |x, y| x & y).add(c.map(a.xor(b), |x, y| x & y));
        let t2 = rotated(a, [28, 34, 39]).add(maj);
        s = [t1.add(t2), a, b, c, d.add(t1), e, f, g];
    }
    std::array::from_fn(|k| s[k].add(hash[k]))
}
