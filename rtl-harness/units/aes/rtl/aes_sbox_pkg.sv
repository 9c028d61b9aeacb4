// The AES S-box and its inverse on eight bytes at once, as gates.
//
// Both are one inversion in GF(2^8) between affine maps. The inversion is done in the tower field
// GF((2^4)^2): GF(2^4) = GF(2)[z]/(z^4 + z + 1), and y^2 + y + L over it with L = z^3 + z^2 + 1
// (13), which is irreducible because L has trace 1. AES's field maps to the tower by x -> G, where
// G = 4 y + 11 is one of the eight roots of x^8 + x^4 + x^3 + x + 1 there; the maps of this pair of
// L and G need few XORs. The test sbox_derivation computes every equation below from these
// sentences, over all inputs.
//
// A plane holds bit b of every byte, at the place of the byte's bit 0; its other bits are 0 and
// cost nothing. So a simulator does eight bytes in one machine word, and a caller with one byte
// leaves seven constant.
package aes_sbox_pkg;
  typedef logic [63:0] bytes_t;
  typedef bytes_t nibble_t [4];

  localparam bytes_t ONES = {8{8'h01}};

  // GF(2^4), z^4 = z + 1.
  function automatic nibble_t mul(nibble_t a, nibble_t b);
    bytes_t d4, d5, d6;
    d4 = (a[1] & b[3]) ^ (a[2] & b[2]) ^ (a[3] & b[1]);
    d5 = (a[2] & b[3]) ^ (a[3] & b[2]);
    d6 = a[3] & b[3];
    mul[0] = (a[0] & b[0]) ^ d4;
    mul[1] = (a[0] & b[1]) ^ (a[1] & b[0]) ^ d4 ^ d5;
    mul[2] = (a[0] & b[2]) ^ (a[1] & b[1]) ^ (a[2] & b[0]) ^ d5 ^ d6;
    mul[3] = (a[0] & b[3]) ^ (a[1] & b[2]) ^ (a[2] & b[1]) ^ (a[3] & b[0]) ^ d6;
  endfunction

  // The norm of (high y + low), into GF(2^4): L high^2 + high low + low^2. The squares are linear.
  function automatic nibble_t norm(nibble_t high, nibble_t low);
    nibble_t product;
    product = mul(high, low);
    norm[0] = product[0] ^ high[0] ^ high[1] ^ high[3] ^ low[0] ^ low[2];
    norm[1] = product[1] ^ high[3] ^ low[2];
    norm[2] = product[2] ^ high[0] ^ high[2] ^ low[1] ^ low[3];
    norm[3] = product[3] ^ high[0] ^ low[3];
  endfunction

  // a^14, each bit as its polynomial over GF(2).
  function automatic nibble_t invert(nibble_t a);
    bytes_t a01, a02, a03, a12, a13, a23, a123;
    a01 = a[0] & a[1];
    a02 = a[0] & a[2];
    a03 = a[0] & a[3];
    a12 = a[1] & a[2];
    a13 = a[1] & a[3];
    a23 = a[2] & a[3];
    a123 = a[3] & a12;
    invert[0] = a[0] ^ a[1] ^ a[2] ^ a[3] ^ a02 ^ a12 ^ (a[0] & a12) ^ a123;
    invert[1] = a[3] ^ a01 ^ a02 ^ a12 ^ a13 ^ (a[3] & a01);
    invert[2] = a[2] ^ a[3] ^ a01 ^ a02 ^ a03 ^ (a[3] & a02);
    invert[3] = a[1] ^ a[2] ^ a[3] ^ a03 ^ a13 ^ a23 ^ a123;
  endfunction

  function automatic bytes_t sbox(logic inverse, bytes_t in);
    bytes_t x0, x1, x2, x3, x4, x5, x6, x7;
    bytes_t v0, v1, v2, v3, v4, v5, v6, v7;
    bytes_t p0, p1, p2, p3, p4, p5, p6, p7;
    bytes_t q0, q1, q2, q3, q4, q5, q6, q7, q8;
    bytes_t f0, f1, f2, f3, f4, f5, f6, f7;
    bytes_t i0, i1, i2, i3, i4, i5, i6, i7;
    nibble_t high, low, sum, scale, inverse_high, inverse_low;

    x0 = in & ONES;
    x1 = (in >> 1) & ONES;
    x2 = (in >> 2) & ONES;
    x3 = (in >> 3) & ONES;
    x4 = (in >> 4) & ONES;
    x5 = (in >> 5) & ONES;
    x6 = (in >> 6) & ONES;
    x7 = (in >> 7) & ONES;

    // To the tower: f for the S-box, i after undoing the affine map, whose constant becomes 3c.
    p0 = x2 ^ x7;
    p1 = x3 ^ p0;
    p2 = x1 ^ x6;
    p3 = x4 ^ x5;
    p4 = x6 ^ p1;
    p5 = p0 ^ p2;
    p6 = x5 ^ x7;
    p7 = x1 ^ p1;
    f0 = x0 ^ p7;
    f1 = x4 ^ p2;
    f2 = p4;
    f3 = p5;
    f4 = x4 ^ p4;
    f5 = x5 ^ p1;
    f6 = p2 ^ p3;
    f7 = p6;
    i0 = x3;
    i1 = x1 ^ x3 ^ x5;
    i2 = p4 ^ ONES;
    i3 = p6 ^ ONES;
    i4 = x1 ^ p0 ^ ONES;
    i5 = x0 ^ x6 ^ p3 ^ ONES;
    i6 = p3 ^ p7;
    i7 = p5;

    low[0] = inverse ? i0 : f0;
    low[1] = inverse ? i1 : f1;
    low[2] = inverse ? i2 : f2;
    low[3] = inverse ? i3 : f3;
    high[0] = inverse ? i4 : f4;
    high[1] = inverse ? i5 : f5;
    high[2] = inverse ? i6 : f6;
    high[3] = inverse ? i7 : f7;

    // (high y + low) (high y + high + low) is the norm.
    scale = invert(norm(high, low));
    sum[0] = high[0] ^ low[0];
    sum[1] = high[1] ^ low[1];
    sum[2] = high[2] ^ low[2];
    sum[3] = high[3] ^ low[3];
    inverse_high = mul(high, scale);
    inverse_low = mul(sum, scale);
    v0 = inverse_low[0];
    v1 = inverse_low[1];
    v2 = inverse_low[2];
    v3 = inverse_low[3];
    v4 = inverse_high[0];
    v5 = inverse_high[1];
    v6 = inverse_high[2];
    v7 = inverse_high[3];

    // From the tower: i for the inverse S-box, f with the affine map.
    q0 = v2 ^ v7;
    q1 = v5 ^ v6;
    q2 = v0 ^ v1;
    q3 = v3 ^ v4;
    q4 = v1 ^ q0;
    q5 = v1 ^ v6;
    q6 = v6 ^ q0;
    q7 = v2 ^ q1;
    q8 = v4 ^ q2;
    i0 = q8;
    i1 = v4 ^ q1;
    i2 = q3 ^ q6;
    i3 = q3 ^ q7;
    i4 = v2 ^ v4;
    i5 = q5;
    i6 = v1 ^ q7;
    i7 = v7 ^ q5;
    f0 = v0 ^ v7 ^ q1 ^ ONES;
    f1 = v0 ^ q0 ^ ONES;
    f2 = q2 ^ q3;
    f3 = v0;
    f4 = q6 ^ q8;
    f5 = q4 ^ ONES;
    f6 = v4 ^ v7 ^ ONES;
    f7 = v3 ^ q4;

    return inverse
        ? i0 | i1 << 1 | i2 << 2 | i3 << 3 | i4 << 4 | i5 << 5 | i6 << 6 | i7 << 7
        : f0 | f1 << 1 | f2 << 2 | f3 << 3 | f4 << 4 | f5 << 5 | f6 << 6 | f7 << 7;
  endfunction
endpackage
