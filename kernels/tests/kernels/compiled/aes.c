/* AES of FIPS 197 as a C programmer writes it for speed without crypto instructions: tables of the
   S-box times the column of MixColumns (Daemen and Rijmen, "The Design of Rijndael", 2002, section
   4.2), one for each row; the equivalent inverse cipher. Words hold a column, row 0 in the lowest byte. */
#include <stdint.h>

/* Applies F to every value of the S-box, and of its inverse. */
#define SBOX(F) \
    F(99) F(124) F(119) F(123) F(242) F(107) F(111) F(197) F(48) F(1) F(103) F(43) \
    F(254) F(215) F(171) F(118) F(202) F(130) F(201) F(125) F(250) F(89) F(71) F(240) \
    F(173) F(212) F(162) F(175) F(156) F(164) F(114) F(192) F(183) F(253) F(147) F(38) \
    F(54) F(63) F(247) F(204) F(52) F(165) F(229) F(241) F(113) F(216) F(49) F(21) \
    F(4) F(199) F(35) F(195) F(24) F(150) F(5) F(154) F(7) F(18) F(128) F(226) \
    F(235) F(39) F(178) F(117) F(9) F(131) F(44) F(26) F(27) F(110) F(90) F(160) \
    F(82) F(59) F(214) F(179) F(41) F(227) F(47) F(132) F(83) F(209) F(0) F(237) \
    F(32) F(252) F(177) F(91) F(106) F(203) F(190) F(57) F(74) F(76) F(88) F(207) \
    F(208) F(239) F(170) F(251) F(67) F(77) F(51) F(133) F(69) F(249) F(2) F(127) \
    F(80) F(60) F(159) F(168) F(81) F(163) F(64) F(143) F(146) F(157) F(56) F(245) \
    F(188) F(182) F(218) F(33) F(16) F(255) F(243) F(210) F(205) F(12) F(19) F(236) \
    F(95) F(151) F(68) F(23) F(196) F(167) F(126) F(61) F(100) F(93) F(25) F(115) \
    F(96) F(129) F(79) F(220) F(34) F(42) F(144) F(136) F(70) F(238) F(184) F(20) \
    F(222) F(94) F(11) F(219) F(224) F(50) F(58) F(10) F(73) F(6) F(36) F(92) \
    F(194) F(211) F(172) F(98) F(145) F(149) F(228) F(121) F(231) F(200) F(55) F(109) \
    F(141) F(213) F(78) F(169) F(108) F(86) F(244) F(234) F(101) F(122) F(174) F(8) \
    F(186) F(120) F(37) F(46) F(28) F(166) F(180) F(198) F(232) F(221) F(116) F(31) \
    F(75) F(189) F(139) F(138) F(112) F(62) F(181) F(102) F(72) F(3) F(246) F(14) \
    F(97) F(53) F(87) F(185) F(134) F(193) F(29) F(158) F(225) F(248) F(152) F(17) \
    F(105) F(217) F(142) F(148) F(155) F(30) F(135) F(233) F(206) F(85) F(40) F(223) \
    F(140) F(161) F(137) F(13) F(191) F(230) F(66) F(104) F(65) F(153) F(45) F(15) \
    F(176) F(84) F(187) F(22)
#define INV_SBOX(F) \
    F(82) F(9) F(106) F(213) F(48) F(54) F(165) F(56) F(191) F(64) F(163) F(158) \
    F(129) F(243) F(215) F(251) F(124) F(227) F(57) F(130) F(155) F(47) F(255) F(135) \
    F(52) F(142) F(67) F(68) F(196) F(222) F(233) F(203) F(84) F(123) F(148) F(50) \
    F(166) F(194) F(35) F(61) F(238) F(76) F(149) F(11) F(66) F(250) F(195) F(78) \
    F(8) F(46) F(161) F(102) F(40) F(217) F(36) F(178) F(118) F(91) F(162) F(73) \
    F(109) F(139) F(209) F(37) F(114) F(248) F(246) F(100) F(134) F(104) F(152) F(22) \
    F(212) F(164) F(92) F(204) F(93) F(101) F(182) F(146) F(108) F(112) F(72) F(80) \
    F(253) F(237) F(185) F(218) F(94) F(21) F(70) F(87) F(167) F(141) F(157) F(132) \
    F(144) F(216) F(171) F(0) F(140) F(188) F(211) F(10) F(247) F(228) F(88) F(5) \
    F(184) F(179) F(69) F(6) F(208) F(44) F(30) F(143) F(202) F(63) F(15) F(2) \
    F(193) F(175) F(189) F(3) F(1) F(19) F(138) F(107) F(58) F(145) F(17) F(65) \
    F(79) F(103) F(220) F(234) F(151) F(242) F(207) F(206) F(240) F(180) F(230) F(115) \
    F(150) F(172) F(116) F(34) F(231) F(173) F(53) F(133) F(226) F(249) F(55) F(232) \
    F(28) F(117) F(223) F(110) F(71) F(241) F(26) F(113) F(29) F(41) F(197) F(137) \
    F(111) F(183) F(98) F(14) F(170) F(24) F(190) F(27) F(252) F(86) F(62) F(75) \
    F(198) F(210) F(121) F(32) F(154) F(219) F(192) F(254) F(120) F(205) F(90) F(244) \
    F(31) F(221) F(168) F(51) F(136) F(7) F(199) F(49) F(177) F(18) F(16) F(89) \
    F(39) F(128) F(236) F(95) F(96) F(81) F(127) F(169) F(25) F(181) F(74) F(13) \
    F(45) F(229) F(122) F(159) F(147) F(201) F(156) F(239) F(160) F(224) F(59) F(77) \
    F(174) F(42) F(245) F(176) F(200) F(235) F(187) F(60) F(131) F(83) F(153) F(97) \
    F(23) F(43) F(4) F(126) F(186) F(119) F(214) F(38) F(225) F(105) F(20) F(99) \
    F(85) F(33) F(12) F(125)

#define X2(x) (((x) << 1 ^ (-((x) >> 7) & 0x1b)) & 0xff)
#define X4(x) X2(X2(x))
#define X8(x) X2(X4(x))
#define COLUMN(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define E(x) COLUMN(X2(x), x, x, X2(x) ^ x)
#define D(x) COLUMN(X8(x) ^ X4(x) ^ X2(x), X8(x) ^ x, X8(x) ^ X4(x) ^ x, X8(x) ^ X2(x) ^ x)
#define ROTL(w, n) ((w) << n | (w) >> (32 - n))
#define E0(x) E(x),
#define E1(x) ROTL(E(x), 8),
#define E2(x) ROTL(E(x), 16),
#define E3(x) ROTL(E(x), 24),
#define D0(x) D(x),
#define D1(x) ROTL(D(x), 8),
#define D2(x) ROTL(D(x), 16),
#define D3(x) ROTL(D(x), 24),
#define BYTE(x) x,

static const uint32_t TE[4][256] = { { SBOX(E0) }, { SBOX(E1) }, { SBOX(E2) }, { SBOX(E3) } };
static const uint32_t TD[4][256] = { { INV_SBOX(D0) }, { INV_SBOX(D1) }, { INV_SBOX(D2) }, { INV_SBOX(D3) } };
static const uint8_t S[256] = { SBOX(BYTE) };
static const uint8_t INV_S[256] = { INV_SBOX(BYTE) };

static inline uint32_t row(uint32_t w, int n) { return w >> 8 * n & 0xff; }

#define ROUND(T, u, w, x, y, z) \
    (T[0][row(w, 0)] ^ T[1][row(x, 1)] ^ T[2][row(y, 2)] ^ T[3][row(z, 3)] ^ (u))
#define LAST(B, u, w, x, y, z) \
    (COLUMN(B[row(w, 0)], B[row(x, 1)], B[row(y, 2)], B[row(z, 3)]) ^ (u))

static inline __attribute__((always_inline)) void
encrypt(uint32_t *out, const uint32_t *in, const uint32_t *k, int rounds)
{
    uint32_t a = in[0] ^ k[0], b = in[1] ^ k[1], c = in[2] ^ k[2], d = in[3] ^ k[3];
    const uint32_t *end = k + 4 * rounds;
    for (k += 4; k != end; k += 4) {
        uint32_t e = ROUND(TE, k[0], a, b, c, d), f = ROUND(TE, k[1], b, c, d, a);
        uint32_t g = ROUND(TE, k[2], c, d, a, b), h = ROUND(TE, k[3], d, a, b, c);
        a = e, b = f, c = g, d = h;
    }
    uint32_t e = LAST(S, k[0], a, b, c, d), f = LAST(S, k[1], b, c, d, a);
    uint32_t g = LAST(S, k[2], c, d, a, b), h = LAST(S, k[3], d, a, b, c);
    out[0] = e, out[1] = f, out[2] = g, out[3] = h;
}

static inline __attribute__((always_inline)) void
decrypt(uint32_t *out, const uint32_t *in, const uint32_t *w, int rounds)
{
    const uint32_t *k = w + 4 * rounds;
    uint32_t a = in[0] ^ k[0], b = in[1] ^ k[1], c = in[2] ^ k[2], d = in[3] ^ k[3];
    for (k -= 4; k != w; k -= 4) {
        uint32_t e = ROUND(TD, k[0], a, d, c, b), f = ROUND(TD, k[1], b, a, d, c);
        uint32_t g = ROUND(TD, k[2], c, b, a, d), h = ROUND(TD, k[3], d, c, b, a);
        a = e, b = f, c = g, d = h;
    }
    uint32_t e = LAST(INV_S, k[0], a, d, c, b), f = LAST(INV_S, k[1], b, a, d, c);
    uint32_t g = LAST(INV_S, k[2], c, b, a, d), h = LAST(INV_S, k[3], d, c, b, a);
    out[0] = e, out[1] = f, out[2] = g, out[3] = h;
}

#define BLOCKS(bits, rounds) \
    void aes##bits##_encrypt_block(uint32_t *out, const uint32_t *in, const uint32_t *k) \
    { \
        encrypt(out, in, k, rounds); \
    } \
    void aes##bits##_decrypt_block(uint32_t *out, const uint32_t *in, const uint32_t *k) \
    { \
        decrypt(out, in, k, rounds); \
    }
BLOCKS(128, 10)
BLOCKS(192, 12)
BLOCKS(256, 14)

static inline uint32_t sub_word(uint32_t w)
{
    return COLUMN(S[row(w, 0)], S[row(w, 1)], S[row(w, 2)], S[row(w, 3)]);
}

static inline __attribute__((always_inline)) void
expand(uint32_t *w, const uint32_t *key, int words, int rounds)
{
    uint32_t constant = 1;
    for (int i = 0; i < words; i++)
        w[i] = key[i];
    for (int i = words; i < 4 * rounds + 4; i += words) {
        uint32_t t = w[i - 1];
        w[i] = t = w[i - words] ^ sub_word(t >> 8 | t << 24) ^ constant;
        constant = X2(constant);
        for (int j = 1; j < words && i + j < 4 * rounds + 4; j++) {
            if (words == 8 && j == 4)
                t = sub_word(t);
            w[i + j] = t ^= w[i + j - words];
        }
    }
}

static inline __attribute__((always_inline)) void
expand_inverse(uint32_t *w, const uint32_t *key, int words, int rounds)
{
    expand(w, key, words, rounds);
    for (int i = 4; i < 4 * rounds; i++)
        w[i] = TD[0][S[row(w[i], 0)]] ^ TD[1][S[row(w[i], 1)]] ^ TD[2][S[row(w[i], 2)]] ^ TD[3][S[row(w[i], 3)]];
}

#define SCHEDULES(bits, words, rounds) \
    void aes##bits##_expand_encrypt_key(uint32_t *w, const uint32_t *key) \
    { \
        expand(w, key, words, rounds); \
    } \
    void aes##bits##_expand_decrypt_key(uint32_t *w, const uint32_t *key) \
    { \
        expand_inverse(w, key, words, rounds); \
    }
SCHEDULES(128, 4, 10)
SCHEDULES(192, 6, 12)
SCHEDULES(256, 8, 14)
