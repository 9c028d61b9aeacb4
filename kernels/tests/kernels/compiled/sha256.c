/* The compression and the hash of FIPS 180-4, section 6.2.2, as a C programmer writes them for speed: sixteen words of
   schedule in place, sixteen steps unrolled by macros, the working variables renamed instead of moved. */
#include <stddef.h>
#include <stdint.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

#ifdef __riscv_zknh
#define SUM0(x) __builtin_riscv_sha256sum0(x)
#define SUM1(x) __builtin_riscv_sha256sum1(x)
#define SIG0(x) __builtin_riscv_sha256sig0(x)
#define SIG1(x) __builtin_riscv_sha256sig1(x)
#else
#define SUM0(x) (rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22))
#define SUM1(x) (rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25))
#define SIG0(x) (rotr(x, 7) ^ rotr(x, 18) ^ (x) >> 3)
#define SIG1(x) (rotr(x, 17) ^ rotr(x, 19) ^ (x) >> 10)
#endif

#define STEP(a, b, c, d, e, f, g, h, t) \
    do { \
        uint32_t t1 = h + SUM1(e) + (((f ^ g) & e) ^ g) + k[t] + w[t]; \
        d += t1; \
        h = t1 + SUM0(a) + (((a | b) & c) | (a & b)); \
    } while (0)
#define NEXT(t) (w[t] += SIG0(w[(t + 1) & 15]) + w[(t + 9) & 15] + SIG1(w[(t + 14) & 15]))
#define EIGHT(t) \
    STEP(a, b, c, d, e, f, g, h, t); \
    STEP(h, a, b, c, d, e, f, g, t + 1); \
    STEP(g, h, a, b, c, d, e, f, t + 2); \
    STEP(f, g, h, a, b, c, d, e, t + 3); \
    STEP(e, f, g, h, a, b, c, d, t + 4); \
    STEP(d, e, f, g, h, a, b, c, t + 5); \
    STEP(c, d, e, f, g, h, a, b, t + 6); \
    STEP(b, c, d, e, f, g, h, a, t + 7)

void sha256_compress(uint32_t state[8], const uint8_t block[64])
{
    const uint32_t *words = __builtin_assume_aligned(block, ALIGN);
    uint32_t w[16];
    for (int t = 0; t < 16; t++)
        w[t] = __builtin_bswap32(words[t]);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (const uint32_t *k = K;; k += 16) {
        EIGHT(0);
        EIGHT(8);
        if (k == K + 48)
            break;
        NEXT(0), NEXT(1), NEXT(2), NEXT(3), NEXT(4), NEXT(5), NEXT(6), NEXT(7);
        NEXT(8), NEXT(9), NEXT(10), NEXT(11), NEXT(12), NEXT(13), NEXT(14), NEXT(15);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void sha256_hash(uint8_t digest[32], const uint8_t *in, size_t len)
{
    uint32_t state[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    union {
        uint8_t bytes[64];
        uint32_t words[16];
        uint64_t doubles[8];
    } block;
    size_t rest = len;
    for (int at = 0; at < 8; at++)
        block.doubles[at] = 0;
    for (; rest >= 64; in += 64, rest -= 64)
        sha256_compress(state, in);
    for (size_t at = 0; at < rest; at++)
        block.bytes[at] = in[at];
    block.bytes[rest] = 0x80;
    if (rest >= 56) {
        sha256_compress(state, block.bytes);
        for (int at = 0; at < 7; at++)
            block.doubles[at] = 0;
    }
    block.words[14] = __builtin_bswap32((uint64_t)len >> 29);
    block.words[15] = __builtin_bswap32(len << 3);
    sha256_compress(state, block.bytes);
    uint32_t *words = __builtin_assume_aligned(digest, ALIGN);
    for (int at = 0; at < 8; at++)
        words[at] = __builtin_bswap32(state[at]);
}
