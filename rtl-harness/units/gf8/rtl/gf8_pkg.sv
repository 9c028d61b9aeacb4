// Inversion in AES's field on eight bytes at once, as gates: that of aes_sbox_pkg, in the tower field,
// between changes of basis alone. x goes to G = 5 y + 7, the root of x^8 + x^4 + x^3 + x + 1 whose maps
// need the fewest XORs.
package gf8_pkg;
  import aes_sbox_pkg::*;

  // The inverse of every byte; 0 for 0.
  function automatic bytes_t inverse(bytes_t in);
    bytes_t x0, x1, x2, x3, x4, x5, x6, x7;
    bytes_t v0, v1, v2, v3, v4, v5, v6, v7;
    bytes_t p0, p1, p2;
    bytes_t q0, q1, q2;
    nibble_t high, low, sum, scale, inverse_high, inverse_low;

    x0 = in & ONES;
    x1 = (in >> 1) & ONES;
    x2 = (in >> 2) & ONES;
    x3 = (in >> 3) & ONES;
    x4 = (in >> 4) & ONES;
    x5 = (in >> 5) & ONES;
    x6 = (in >> 6) & ONES;
    x7 = (in >> 7) & ONES;

    p0 = x1 ^ x2;
    p1 = x1 ^ x7;
    p2 = x4 ^ x6;
    low[0] = x0 ^ x5 ^ p0 ^ p2;
    low[1] = x4 ^ x7 ^ p0;
    low[2] = p0;
    low[3] = x2 ^ x4;
    high[0] = x5 ^ p1;
    high[1] = x2 ^ x3;
    high[2] = p1 ^ p2;
    high[3] = x5 ^ x7;

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

    q0 = v4 ^ v7;
    q1 = v2 ^ q0;
    q2 = v1 ^ v3;
    return (v0 ^ v2 ^ v4 ^ v6)
        | (q0) << 1
        | (q1) << 2
        | (v5 ^ q1) << 3
        | (v3 ^ q1) << 4
        | (v4 ^ q2) << 5
        | (v1 ^ v6 ^ q1) << 6
        | (q0 ^ q2) << 7;
  endfunction
endpackage
