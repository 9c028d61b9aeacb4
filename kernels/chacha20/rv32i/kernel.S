/*
 * ChaCha20 for RV32I: the block function. The baseline: constant time.
 *
 *   void chacha20_block(uint8_t out[64], const uint32_t state[16]);
 *
 * state   the sixteen words of RFC 8439, section 2.3: constants, key, block counter, nonce.
 * out     the serialized block of the key stream. out = state is allowed.
 * Secret  state and out. Public: the pointers. No branch and no address depends on a secret; all
 *         arithmetic is in Zkt's list.
 * ABI     ilp32. Saves s0-s4 in 32 bytes of stack and uses a0-a7 and t0-t6. Pointers are
 *         4-byte aligned.
 *
 * Registers:
 *   a2-a7, t0-t6, s0-s2 the words x0 to x15   s3 the double rounds that remain, then scratch
 *   s4 the part of a rotated word that comes in at the bottom
 *
 * Method: the state fits into registers, so the double round is straight-line code and the loop runs
 * ten times. A rotation is two shifts and an `or`.
 */
    .text

/* \x += \y; \z = (\z ^ \x) <<< \by; uses s4. */
    .macro line x, y, z, by
    add     \x, \x, \y
    xor     \z, \z, \x
    srli    s4, \z, 32 - \by
    slli    \z, \z, \by
    or      \z, \z, s4
    .endm

/* QUARTERROUND of section 2.1. */
    .macro quarter_round a, b, c, d
    line    \a, \b, \d, 16
    line    \c, \d, \b, 12
    line    \a, \b, \d, 8
    line    \c, \d, \b, 7
    .endm

/* Applies \do to every register that the function must keep, with its place in the frame. */
    .macro kept do
    \do     s0, 0(sp)
    \do     s1, 4(sp)
    \do     s2, 8(sp)
    \do     s3, 12(sp)
    \do     s4, 16(sp)
    .endm

/* Applies \do to every word and its place in the state. */
    .macro words do
    \do     a2, 0
    \do     a3, 4
    \do     a4, 8
    \do     a5, 12
    \do     a6, 16
    \do     a7, 20
    \do     t0, 24
    \do     t1, 28
    \do     t2, 32
    \do     t3, 36
    \do     t4, 40
    \do     t5, 44
    \do     t6, 48
    \do     s0, 52
    \do     s1, 56
    \do     s2, 60
    .endm

    .macro load_word word, at
    lw      \word, \at(a1)
    .endm

/* out is written behind what is read of the state, so the two may be one buffer. */
    .macro store_sum word, at
    lw      s3, \at(a1)
    add     \word, \word, s3
    sw      \word, \at(a0)
    .endm

    .globl  chacha20_block
    .type   chacha20_block, @function
    .balign 4
chacha20_block:
    addi    sp, sp, -32
    kept    sw
    words   load_word
    li      s3, 10
1:  quarter_round a2, a6, t2, t6
    quarter_round a3, a7, t3, s0
    quarter_round a4, t0, t4, s1
    quarter_round a5, t1, t5, s2
    quarter_round a2, a7, t4, s2
    quarter_round a3, t0, t5, t6
    quarter_round a4, t1, t2, s0
    quarter_round a5, a6, t3, s1
    addi    s3, s3, -1
    bnez    s3, 1b
    words   store_sum
    kept    lw
    addi    sp, sp, 32
    ret
    .size   chacha20_block, . - chacha20_block
