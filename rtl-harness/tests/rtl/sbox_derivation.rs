//! The gates of the S-box are what the field arithmetic of their comment says, equation by
//! equation.

use std::collections::HashMap;

use crate::fips197::{self, sub};

/// y^2 + y + L is irreducible.
const L: u8 = 13;
/// AES's x in the tower.
const G: u8 = 4 << 4 | 11;

/// GF(2^4) = GF(2)[z]/(z^4 + z + 1).
fn mul4(a: u8, b: u8) -> u8 {
    let product = (0..4).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ a << i);
    (4..7).rev().fold(product, |p, i| if p >> i & 1 == 1 { p ^ 0b10011 << (i - 4) } else { p })
}

fn inverse4(a: u8) -> u8 {
    (0..14).fold(1, |power, _| mul4(power, a))
}

/// GF((2^4)^2), the y coefficient in bits 7..4.
fn mul_tower(a: u8, b: u8) -> u8 {
    let (a1, a0, b1, b0) = (a >> 4, a & 15, b >> 4, b & 15);
    let high = mul4(a1, b1);
    (high ^ mul4(a1, b0) ^ mul4(a0, b1)) << 4 | (mul4(a0, b0) ^ mul4(high, L))
}

fn power(a: u8, exponent: u32) -> u8 {
    (0..exponent).fold(1, |product, _| mul_tower(product, a))
}

/// AES's field to the tower.
fn to_tower(x: u8) -> u8 {
    (0..8).filter(|i| x >> i & 1 == 1).fold(0, |sum, i| sum ^ power(G, i))
}

#[test]
fn the_tower_is_a_field_and_g_maps_aes_s_field_to_it() {
    assert!((0..16).all(|t| mul4(t, t) ^ t ^ L != 0), "y^2 + y + L has no root");
    let root = |&g: &u8| power(g, 8) ^ power(g, 4) ^ power(g, 3) ^ g ^ 1 == 0;
    let roots: Vec<u8> = (0..=255).filter(root).collect();
    assert_eq!(roots.len(), 8);
    assert!(roots.contains(&G));
    for a in 0..=255 {
        for b in 0..=255 {
            assert_eq!(
                to_tower(fips197::mul(a, b)),
                mul_tower(to_tower(a), to_tower(b)),
                "{a} {b}"
            );
        }
    }
}

#[test]
fn the_equations_are_the_derived_functions() {
    let text = source();
    let [mul, norm, invert, sbox] =
        ["mul", "norm", "invert", "sbox"].map(|name| function(&text, &format!(" {name}(")));
    for x in 0..=255_u8 {
        let (high, low) = (x >> 4, x & 15);
        let mut bits = Bits::new(&[("a", high), ("b", low)]);
        bits.run(mul);
        assert_eq!(bits.number("mul", 4), mul4(high, low), "mul {x:#x}");

        let product = mul4(high, low);
        let mut bits = Bits::new(&[("high", high), ("low", low), ("product", product)]);
        bits.run(norm);
        let expected = mul4(L, mul4(high, high)) ^ product ^ mul4(low, low);
        assert_eq!(bits.number("norm", 4), expected, "norm {x:#x}");

        let mut bits = Bits::new(&[("a", low)]);
        bits.run(invert);
        assert_eq!(bits.number("invert", 4), inverse4(low), "invert {low:#x}");
    }

    let (input, output) = sbox.split_once("// From the tower").unwrap();
    let input =
        input.split_once("// To the tower").unwrap().1.split_once("low[0] = inverse").unwrap().0;
    for x in 0..=255_u8 {
        let mut bits = Bits::new(&[("x", x)]);
        bits.run(input);
        assert_eq!(bits.number("f", 8), to_tower(x), "to the tower {x:#x}");
        // The affine map is `sub` after inversion, so undoing it is inversion after the inverse of
        // `sub`.
        let inverted = (0..254).fold(1, |product, _| fips197::mul(product, x));
        let mut bits = Bits::new(&[("x", sub(inverted))]);
        bits.run(input);
        assert_eq!(bits.number("i", 8), to_tower(x), "undoing the affine map, {x:#x}");

        let mut bits = Bits::new(&[("v", to_tower(inverted))]);
        bits.run(output);
        assert_eq!(bits.number("i", 8), inverted, "from the tower {x:#x}");
        assert_eq!(bits.number("f", 8), sub(x), "the affine map, {x:#x}");
    }
}

#[test]
fn inversion_in_the_tower_is_the_s_box() {
    for x in 0..=255_u8 {
        let t = to_tower(x);
        let (high, low) = (t >> 4, t & 15);
        let scale = inverse4(mul4(L, mul4(high, high)) ^ mul4(high, low) ^ mul4(low, low));
        let inverse = mul4(high, scale) << 4 | mul4(high ^ low, scale);
        assert_eq!(inverse, power(t, 254), "{x:#x}");
    }
}

fn source() -> String {
    let description = rtl_harness::units()[0].description().unwrap();
    let source =
        description.sources.into_iter().find(|source| source.name.contains("sbox")).unwrap();
    source.text
}

/// The body of a function of the package.
fn function<'a>(text: &'a str, name: &str) -> &'a str {
    let (_, body) = text
        .split_once(&format!("function automatic nibble_t{name}"))
        .unwrap_or_else(|| text.split_once(&format!("function automatic bytes_t{name}")).unwrap());
    body.split_once("endfunction").unwrap().0
}

/// Values of one-bit signals; `a[1]` is called `a1`.
struct Bits(HashMap<String, bool>);

impl Bits {
    fn new(numbers: &[(&str, u8)]) -> Self {
        let mut bits = Self(HashMap::from([("ONES".to_owned(), true)]));
        for (name, value) in numbers {
            for i in 0..8 {
                bits.0.insert(format!("{name}{i}"), value >> i & 1 == 1);
            }
        }
        bits
    }

    fn number(&self, name: &str, width: u8) -> u8 {
        (0..width).fold(0, |sum, i| sum | u8::from(self.0[&format!("{name}{i}")]) << i)
    }

    /// Evaluates the equations `y = a ^ (b & c);` of a text, in order; a product of nibbles is
    /// given.
    fn run(&mut self, text: &str) {
        for statement in text.lines().filter_map(|line| line.trim().strip_suffix(';')) {
            let Some((left, right)) = statement.split_once(" = ") else { continue };
            if right.contains("mul(") {
                continue;
            }
            let plain = |text: &str| text.replace(['[', ']'], "");
            let value = self.sum(&plain(right));
            self.0.insert(plain(left), value);
        }
    }

    /// `term ^ term ^ ...`, where a term is a name or `(name & name)` or `name & name`.
    fn sum(&self, text: &str) -> bool {
        text.split(" ^ ").fold(false, |sum, term| {
            let factors = term.trim_start_matches('(').trim_end_matches(')').split(" & ");
            sum ^ factors.map(|name| self.0[name]).fold(true, |product, value| product & value)
        })
    }
}
