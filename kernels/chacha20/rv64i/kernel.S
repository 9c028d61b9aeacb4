/*
 * ChaCha20 for RV64I: the block function and encryption. The baseline: constant time.
 *
 *   void chacha20_block(uint8_t out[64], const uint32_t state[16]);
 *   void chacha20_stream(uint8_t *out, const uint8_t *in, size_t len, const uint8_t key[32],
 *                        uint32_t counter, const uint8_t nonce[12]);
 *
 * state   the sixteen words of RFC 8439, section 2.3: constants, key, block counter, nonce.
 * out     the serialized block of the key stream. out = state is allowed.
 * in      len bytes of text, which out gets exclusive-or the key stream from block `counter` on
 *         (section 2.4); 0 follows the counter's last value. out = in is allowed.
 * Secret  state, out, in and key. Public: the pointers, len, counter and nonce. No branch and
 *         no address depends on a secret; all
 *         arithmetic is in Zkt's list.
 * ABI     lp64. Saves s0-s4 in 48 bytes of stack and uses a0-a7 and t0-t6. Pointers are
 *         4-byte aligned.
 *
 * Registers:
 *   a2-a7, t0-t6, s0-s2 the words x0 to x15   s3 the double rounds that remain, then scratch
 *   s4 the part of a rotated word that comes in at the bottom
 *
 * Method: the state fits into registers, so the double round is straight-line code and the loop runs
 * ten times. Only the low halves of registers mean something: `srliw` reads no other.
 * Encryption has the state and a block of the key stream on the stack, in 160 bytes that are not cleared.
 */
    .text

/* \x += \y; \z = (\z ^ \x) <<< \by; uses s4. */
    .macro line x, y, z, by
    add     \x, \x, \y
    xor     \z, \z, \x
    srliw   s4, \z, 32 - \by
    slli    \z, \z, \by
    or      \z, \z, s4
    .endm

    .macro save register, place
    sd      \register, \place
    .endm

    .macro restore register, place
    ld      \register, \place
    .endm

    .equ    SLOT, 8
    .equ    EXTRA, 1
    .equ    STEP, 4
    .include "../words.S"
    .include "../stream.S"
