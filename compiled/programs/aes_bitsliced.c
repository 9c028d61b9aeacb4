/* AES-128 of FIPS 197, bit-sliced: word k holds bit k of every byte of the state, byte n in its bit n. The S-box is
   logic alone, so nothing depends on secrets.

   The inverse is computed in a tower of quadratic extensions, in which it takes few products:
   GF(4) = GF(2)[w] / (w^2 + w + 1), GF(16) = GF(4)[x] / (x^2 + x + w), GF(256) = GF(16)[y] / (y^2 + y + wx).
   The bits of an element are those of its constant coefficient, then those of the other. The first linear map takes
   FIPS 197's polynomial basis to the tower, the second one back and on through the affine map of equation (5.3). */
#include <stdint.h>

/* Product in GF(4): (b1 w + b0)(c1 w + c0). */
static void mul4(uint32_t r[2], const uint32_t b[2], const uint32_t c[2])
{
    uint32_t high = b[1] & c[1], low = b[0] & c[0], sum = (b[1] ^ b[0]) & (c[1] ^ c[0]);
    r[0] = low ^ high;
    r[1] = sum ^ low;
}

/* Product in GF(16), the same way one floor up. */
static void mul16(uint32_t r[4], const uint32_t b[4], const uint32_t c[4])
{
    uint32_t high[2], low[2], sum[2];
    uint32_t sum_b[2] = {b[2] ^ b[0], b[3] ^ b[1]}, sum_c[2] = {c[2] ^ c[0], c[3] ^ c[1]};
    mul4(high, b + 2, c + 2);
    mul4(low, b, c);
    mul4(sum, sum_b, sum_c);
    /* x^2 = x + w, and w (h1 w + h0) = (h1 + h0) w + h1. */
    r[0] = low[0] ^ high[1];
    r[1] = low[1] ^ high[1] ^ high[0];
    r[2] = sum[0] ^ low[0];
    r[3] = sum[1] ^ low[1];
}

/* Inverse in GF(16), 0 for 0: with N = b0 (b0 + b1) + w b1^2 in GF(4), it is (b1 x + b0 + b1) / N, and 1 / N = N^2. */
static void inverse16(uint32_t r[4], const uint32_t b[4])
{
    uint32_t sum[2] = {b[2] ^ b[0], b[3] ^ b[1]}, product[2], inverse[2];
    mul4(product, b, sum);
    /* (h1 w + h0)^2 = h1 w + h0 + h1, times w: h0 w + h1. */
    uint32_t norm0 = product[0] ^ b[3], norm1 = product[1] ^ b[2];
    inverse[0] = norm0 ^ norm1;
    inverse[1] = norm1;
    mul4(r, sum, inverse);
    mul4(r + 2, b + 2, inverse);
}

/* SBox, section 5.1.1, of all bytes at once. */
static void sub_bytes(uint32_t x[8])
{
    uint32_t t[8], r[8], sum[4], norm[4], inverse[4];
    t[0] = x[0] ^ x[2];
    t[1] = x[1] ^ x[6] ^ x[7];
    t[2] = x[2] ^ x[5];
    t[3] = x[1] ^ x[3] ^ x[6] ^ x[7];
    t[4] = x[1] ^ x[5] ^ x[7];
    t[5] = x[1] ^ x[4] ^ x[5] ^ x[6];
    t[6] = x[1] ^ x[2] ^ x[3] ^ x[4] ^ x[5] ^ x[6];
    t[7] = x[5] ^ x[7];

    /* The inverse in GF(256): N = t0 (t0 + t1) + wx t1^2 in GF(16). */
    for (int k = 0; k < 4; k++)
        sum[k] = t[k] ^ t[k + 4];
    mul16(norm, t, sum);
    norm[0] ^= t[6];
    norm[1] ^= t[6] ^ t[7];
    norm[2] ^= t[5] ^ t[6] ^ t[7];
    norm[3] ^= t[4] ^ t[7];
    inverse16(inverse, norm);
    mul16(r, sum, inverse);
    mul16(r + 4, t + 4, inverse);

    x[0] = ~(r[0] ^ r[2] ^ r[4] ^ r[5]);
    x[1] = ~(r[0] ^ r[1] ^ r[2]);
    x[2] = r[0] ^ r[1];
    x[3] = r[0] ^ r[2] ^ r[4] ^ r[5] ^ r[6];
    x[4] = r[0] ^ r[3] ^ r[4] ^ r[5];
    x[5] = ~(r[2] ^ r[3] ^ r[4] ^ r[5]);
    x[6] = ~(r[4] ^ r[6] ^ r[7]);
    x[7] = r[2] ^ r[4] ^ r[6];
}

/* Bytes, at most 16, to words of bits and back. */
static void slice(uint32_t x[8], const uint8_t *bytes, int count)
{
    for (int bit = 0; bit < 8; bit++) {
        x[bit] = 0;
        for (int k = 0; k < count; k++)
            x[bit] |= (uint32_t)(bytes[k] >> bit & 1) << k;
    }
}

static void unslice(uint8_t *bytes, const uint32_t x[8], int count)
{
    for (int k = 0; k < count; k++) {
        uint32_t byte = 0;
        for (int bit = 0; bit < 8; bit++)
            byte |= (x[bit] >> k & 1) << bit;
        bytes[k] = byte;
    }
}

/* ShiftRows, section 5.1.2: row r is bits r, r + 4, r + 8 and r + 12. */
static uint32_t shift_rows(uint32_t x)
{
    x &= 0xffff;
    uint32_t twice = x << 16 | x;
    return (x & 0x1111) | (twice >> 4 & 0x2222) | (twice >> 8 & 0x4444) | (twice >> 12 & 0x8888);
}

/* Every byte replaced by the one `rows` below it in its column. */
static uint32_t below(uint32_t x, int rows)
{
    uint32_t wraps = 0x1111 * ((1u << rows) - 1);
    return (x & ~wraps & 0xffff) >> rows | (x & wraps) << (4 - rows);
}

/* MixColumns, section 5.1.3: {02} (s ^ below 1) ^ below 1 ^ below 2 ^ below 3. */
static void mix_columns(uint32_t x[8])
{
    uint32_t twice[8], rest[8];
    for (int k = 0; k < 8; k++) {
        uint32_t one = below(x[k], 1);
        twice[k] = x[k] ^ one;
        rest[k] = one ^ below(x[k], 2) ^ below(x[k], 3);
    }
    /* {1b}: bits 0, 1, 3 and 4. */
    for (int k = 0; k < 8; k++) {
        uint32_t carry = k == 0 || k == 1 || k == 3 || k == 4 ? twice[7] : 0;
        x[k] = (k == 0 ? 0 : twice[k - 1]) ^ carry ^ rest[k];
    }
}

/* KeyExpansion, algorithm 2: eleven round keys. */
static void expand_key(uint8_t w[176], const uint8_t key[16])
{
    uint32_t rcon = 1;
    for (int k = 0; k < 16; k++)
        w[k] = key[k];
    for (int k = 16; k < 176; k += 4) {
        uint8_t t[4] = {w[k - 4], w[k - 3], w[k - 2], w[k - 1]};
        if (k % 16 == 0) {
            uint32_t x[8];
            slice(x, t, 4);
            sub_bytes(x);
            unslice(t, x, 4);
            uint8_t first = t[0];
            t[0] = t[1] ^ rcon;
            t[1] = t[2];
            t[2] = t[3];
            t[3] = first;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
        }
        for (int byte = 0; byte < 4; byte++)
            w[k + byte] = w[k - 16 + byte] ^ t[byte];
    }
}

static void add_round_key(uint32_t x[8], const uint8_t key[16])
{
    uint32_t bits[8];
    slice(bits, key, 16);
    for (int k = 0; k < 8; k++)
        x[k] ^= bits[k];
}

/* Cipher, algorithm 1. */
void aes128_encrypt(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])
{
    uint8_t w[176];
    uint32_t x[8];
    expand_key(w, key);
    slice(x, in, 16);
    add_round_key(x, w);
    for (int round = 1; round <= 10; round++) {
        sub_bytes(x);
        for (int k = 0; k < 8; k++)
            x[k] = shift_rows(x[k]);
        if (round < 10)
            mix_columns(x);
        add_round_key(x, w + 16 * round);
    }
    unslice(out, x, 16);
}
