/* ChaCha20: the block function of RFC 8439, section 2.3, from the sixteen words of the state on. */
#include <stdint.h>

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

/* Section 2.1. */
static void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = ROTL(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = ROTL(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = ROTL(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = ROTL(x[b] ^ x[c], 7);
}

void chacha20_block(uint8_t out[64], const uint32_t in[16])
{
    uint32_t x[16];
    for (int k = 0; k < 16; k++)
        x[k] = in[k];
    for (int round = 0; round < 10; round++) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int k = 0; k < 16; k++) {
        uint32_t word = x[k] + in[k];
        out[4 * k] = word;
        out[4 * k + 1] = word >> 8;
        out[4 * k + 2] = word >> 16;
        out[4 * k + 3] = word >> 24;
    }
}
