//! CIOS on registers with `mul`, `mulhu`, `add` and `sltu`, both products in one loop.

use reference_ciphers::montgomery::{cios_loop, subtract};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bv, Domain},
};

const REFERENCE: &str = "Koç, Acar, Kaliski, IEEE Micro 16(3), 1996, CIOS and step 3 of MonPro";

macro_rules! limbs {
    ($($limbs:literal),*) => {
        /// The claims of this file.
        pub(super) const ALL: &[Claim] = &[$(
            Claim {
                id: concat!("montgomery/fused-", $limbs),
                says: "with carries by comparison and both products in one loop, it is the loop of CIOS",
                reference: REFERENCE,
                widths: &[32, 64],
                state: |g| fused(g, $limbs),
            },
            Claim {
                id: concat!("montgomery/subtract-", $limbs),
                says: "with borrows by comparison and a mask, it is the number less the modulus where that \
                       is not negative",
                reference: REFERENCE,
                widths: &[32, 64],
                state: |g| subtraction(g, $limbs),
            },
        )*];
    };
}
limbs!(2, 3, 4, 5, 6, 7, 8);

fn number<'a>(g: &Goal<'a>, name: &str, words: usize) -> Vec<Bv<Dag<'a>>> {
    (0..words).map(|k| g.var(g.xlen(), &format!("{name}{k}"))).collect()
}

fn fused(g: &mut Goal<'_>, limbs: usize) {
    let [a, b, n] = ["a", "b", "n"].map(|name| number(g, name, limbs));
    let n0 = g.var(g.xlen(), "n0");
    words(g, on_registers(&a, &b, &n, n0), cios_loop(&a, &b, &n, n0));
}

fn subtraction(g: &mut Goal<'_>, limbs: usize) {
    let (t, n) = (number(g, "t", limbs + 1), number(g, "n", limbs));
    words(g, subtract_on_registers(&t, &n), subtract(&t, &n));
}

fn words<'a>(g: &mut Goal<'a>, mine: Vec<Bv<Dag<'a>>>, standard: Vec<Bv<Dag<'a>>>) {
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("word {k}"), mine, standard);
    }
}

/// `sltu`
fn less<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    a.ult(b).bv().zext(a.width())
}

/// `mulhu`
fn high_product<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    let width = a.width();
    (a.zext(2 * width) * b.zext(2 * width)).hi(width)
}

/// A sum of products in three registers, the lowest first.
struct Accumulator<D: Domain>([Bv<D>; 3]);

impl<D: Domain> Accumulator<D> {
    fn add_at(&mut self, k: usize, x: Bv<D>) {
        self.0[k] = self.0[k] + x;
        if k < 2 {
            self.add_at(k + 1, less(self.0[k], x));
        }
    }
    fn add_product(&mut self, a: Bv<D>, b: Bv<D>) {
        let (low, high) = (a * b, high_product(a, b));
        self.0[0] = self.0[0] + low;
        // There is room for a carry in the upper word of a product.
        self.add_at(1, high + less(self.0[0], low));
    }
    /// The lowest register; the others move down.
    fn take(&mut self) -> Bv<D> {
        let [low, middle, high] = self.0;
        self.0 = [middle, high, high.lit(0)];
        low
    }
}

fn on_registers<D: Domain>(a: &[Bv<D>], b: &[Bv<D>], n: &[Bv<D>], n0: Bv<D>) -> Vec<Bv<D>> {
    let s = n.len();
    let zero = n0.lit(0);
    let mut t = vec![zero; s + 1];
    for &b in b {
        let mut sum = Accumulator([t[0], zero, zero]);
        sum.add_product(a[0], b);
        let m = sum.0[0] * n0;
        sum.add_product(m, n[0]);
        sum.take();
        for j in 1..s {
            sum.add_at(0, t[j]);
            sum.add_product(a[j], b);
            sum.add_product(m, n[j]);
            t[j - 1] = sum.take();
        }
        sum.add_at(0, t[s]);
        t[s - 1] = sum.take();
        t[s] = sum.take();
    }
    t
}

/// The difference, and the number where that is negative.
fn subtract_on_registers<D: Domain>(t: &[Bv<D>], n: &[Bv<D>]) -> Vec<Bv<D>> {
    let s = n.len();
    let zero = t[s].lit(0);
    let mut borrow = zero;
    let mut difference = Vec::with_capacity(s);
    for j in 0..s {
        let first = t[j] - n[j];
        difference.push(first - borrow);
        borrow = less(t[j], n[j]) + less(first, borrow);
    }
    let negative = zero - less(t[s], borrow);
    (0..s).map(|j| difference[j] ^ ((difference[j] ^ t[j]) & negative)).collect()
}
