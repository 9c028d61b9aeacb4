/*
 * ChaCha20 for RV32 with Zbkb: the block function and encryption.
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
 * ABI     ilp32. Saves s0-s3 in 16 bytes of stack and uses a0-a7 and t0-t6. Pointers are
 *         4-byte aligned.
 *
 * Registers:
 *   a2-a7, t0-t6, s0-s2 the words x0 to x15   s3 the double rounds that remain, then scratch
 *
 * Method: the state fits into registers, so the double round is straight-line code and the loop runs
 * ten times.
 * Encryption has the state and a block of the key stream on the stack, in 144 bytes that are not cleared.
 */
    .text

/* \x += \y; \z = (\z ^ \x) <<< \by. */
    .macro line x, y, z, by
    add     \x, \x, \y
    xor     \z, \z, \x
    rori    \z, \z, 32 - \by
    .endm

    .macro save register, place
    sw      \register, \place
    .endm

    .macro restore register, place
    lw      \register, \place
    .endm

    .equ    SLOT, 4
    .equ    EXTRA, 0
    .equ    STEP, 4
    .include "../words.S"
    .include "../stream.S"
