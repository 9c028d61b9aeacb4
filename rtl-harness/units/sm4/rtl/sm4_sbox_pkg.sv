// The SM4 S-box on eight bytes at once, as gates: the inversion of aes_sbox_pkg between other maps.
//
// SM4's S-box is A(1 / A(x)) in the field of x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1, where A turns the byte
// by 0, 1, 3, 6 and 7, adds these, and 0xd3. That field goes to the tower of aes_sbox_pkg by x -> G, where
// G = 15 y + 1 is the root of its polynomial there whose maps need the fewest XORs. The test of this
// unit tries all bytes.
package sm4_sbox_pkg;
  import aes_sbox_pkg::*;

  // The S-box on every byte. The affine maps of the standard and the change of basis are one map each.
  function automatic bytes_t sm4_sbox(bytes_t in);
    bytes_t x0, x1, x2, x3, x4, x5, x6, x7;
    bytes_t v0, v1, v2, v3, v4, v5, v6, v7;
    bytes_t p0, p1, p2, p3, p4;
    bytes_t q0, q1, q2, q3;
    nibble_t high, low, sum, scale, inverse_high, inverse_low;

    x0 = in & ONES;
    x1 = (in >> 1) & ONES;
    x2 = (in >> 2) & ONES;
    x3 = (in >> 3) & ONES;
    x4 = (in >> 4) & ONES;
    x5 = (in >> 5) & ONES;
    x6 = (in >> 6) & ONES;
    x7 = (in >> 7) & ONES;

    p0 = x3 ^ x5;
    p1 = x0 ^ x4;
    p2 = x1 ^ p0;
    p3 = x2 ^ p1;
    p4 = p2 ^ p3;
    low[0] = x3 ^ x6 ^ x7 ^ ONES;
    low[1] = p2 ^ ONES;
    low[2] = x3 ^ p3 ^ ONES;
    low[3] = x4 ^ x5;
    high[0] = x6 ^ p0;
    high[1] = p4;
    high[2] = x7 ^ p1 ^ p2 ^ ONES;
    high[3] = x6 ^ p4 ^ ONES;

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

    q0 = v0 ^ v1;
    q1 = v0 ^ v6;
    q2 = v2 ^ v4;
    q3 = v5 ^ q0;
    return (v2 ^ v5 ^ q1 ^ ONES)
        | (v7 ^ q3 ^ ONES) << 1
        | (v3 ^ q2) << 2
        | (v4 ^ q0) << 3
        | (v1 ^ v5 ^ ONES) << 4
        | (v1) << 5
        | (v3 ^ v4 ^ v7 ^ q1 ^ ONES) << 6
        | (q2 ^ q3 ^ ONES) << 7;
  endfunction
endpackage
