/* The block function and encryption of RFC 8439, sections 2.3 and 2.4, as a C programmer writes them for
   speed: the sixteen words in variables, a double round unrolled, whole blocks as words. */
#include <stddef.h>
#include <stdint.h>

static inline uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

#define QUARTER_ROUND(a, b, c, d) \
    a += b, d = rotl(d ^ a, 16); \
    c += d, b = rotl(b ^ c, 12); \
    a += b, d = rotl(d ^ a, 8); \
    c += d, b = rotl(b ^ c, 7)

void chacha20_block(uint8_t out[64], const uint32_t state[16])
{
    uint32_t *words = __builtin_assume_aligned(out, ALIGN);
    uint32_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3];
    uint32_t x4 = state[4], x5 = state[5], x6 = state[6], x7 = state[7];
    uint32_t x8 = state[8], x9 = state[9], x10 = state[10], x11 = state[11];
    uint32_t x12 = state[12], x13 = state[13], x14 = state[14], x15 = state[15];
    for (int round = 0; round < 10; round++) {
        QUARTER_ROUND(x0, x4, x8, x12);
        QUARTER_ROUND(x1, x5, x9, x13);
        QUARTER_ROUND(x2, x6, x10, x14);
        QUARTER_ROUND(x3, x7, x11, x15);
        QUARTER_ROUND(x0, x5, x10, x15);
        QUARTER_ROUND(x1, x6, x11, x12);
        QUARTER_ROUND(x2, x7, x8, x13);
        QUARTER_ROUND(x3, x4, x9, x14);
    }
    words[0] = x0 + state[0], words[1] = x1 + state[1];
    words[2] = x2 + state[2], words[3] = x3 + state[3];
    words[4] = x4 + state[4], words[5] = x5 + state[5];
    words[6] = x6 + state[6], words[7] = x7 + state[7];
    words[8] = x8 + state[8], words[9] = x9 + state[9];
    words[10] = x10 + state[10], words[11] = x11 + state[11];
    words[12] = x12 + state[12], words[13] = x13 + state[13];
    words[14] = x14 + state[14], words[15] = x15 + state[15];
}

void chacha20_stream(uint8_t *out, const uint8_t *in, size_t len, const uint8_t key[32],
                     uint32_t counter, const uint8_t nonce[12])
{
    const uint32_t *k = __builtin_assume_aligned(key, ALIGN);
    const uint32_t *n = __builtin_assume_aligned(nonce, ALIGN);
    uint32_t state[16] = {
        0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, k[0], k[1], k[2], k[3],
        k[4], k[5], k[6], k[7], counter, n[0], n[1], n[2],
    };
    uint32_t stream[16] __attribute__((aligned(ALIGN)));
    for (; len != 0; state[12]++) {
        chacha20_block((uint8_t *)stream, state);
        if (len < 64) {
            for (size_t at = 0; at < len; at++)
                out[at] = in[at] ^ ((const uint8_t *)stream)[at];
            return;
        }
        uint32_t *to = __builtin_assume_aligned(out, ALIGN);
        const uint32_t *from = __builtin_assume_aligned(in, ALIGN);
        for (int at = 0; at < 16; at++)
            to[at] = from[at] ^ stream[at];
        out += 64, in += 64, len -= 64;
    }
}
