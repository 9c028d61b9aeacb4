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
    addi    sp, sp, -16
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
    addi    sp, sp, 16
    ret
    .size   chacha20_block, . - chacha20_block

/* Applies \do to every register that encryption must keep, with its place in the frame. */
    .macro kept_by_stream do
    \do     ra, 128(sp)
    \do     s0, 132(sp)
    \do     s1, 136(sp)
    \do     s2, 140(sp)
    .endm

/* The next 4 bytes of the text, at \at, exclusive-or the key stream. */
    .macro add_stream at
    lw      t0, \at(s1)
    lw      t1, 64 + \at(sp)
    xor     t0, t0, t1
    sw      t0, \at(s0)
    .endm

/* A word of the state at \to, from \from. */
    .macro copy_word to, from
    lw      t0, \from
    sw      t0, \to(sp)
    .endm

/* A constant of the state at \to. */
    .macro constant to, value
    li      t0, \value
    sw      t0, \to(sp)
    .endm

    .globl  chacha20_stream
    .type   chacha20_stream, @function
    .balign 4
chacha20_stream:
    addi    sp, sp, -144
    kept_by_stream sw
    mv      s0, a0
    mv      s1, a1
    mv      s2, a2
    beqz    s2, 4f
    constant 0, 0x61707865
    constant 4, 0x3320646e
    constant 8, 0x79622d32
    constant 12, 0x6b206574
    copy_word 16, 0(a3)
    copy_word 20, 4(a3)
    copy_word 24, 8(a3)
    copy_word 28, 12(a3)
    copy_word 32, 16(a3)
    copy_word 36, 20(a3)
    copy_word 40, 24(a3)
    copy_word 44, 28(a3)
    sw      a4, 48(sp)
    copy_word 52, 0(a5)
    copy_word 56, 4(a5)
    copy_word 60, 8(a5)
1:  addi    a0, sp, 64
    mv      a1, sp
    call    chacha20_block
    lw      t0, 48(sp)
    addi    t0, t0, 1
    sw      t0, 48(sp)
    li      t0, 64
    bltu    s2, t0, 2f
    add_stream 0
    add_stream 4
    add_stream 8
    add_stream 12
    add_stream 16
    add_stream 20
    add_stream 24
    add_stream 28
    add_stream 32
    add_stream 36
    add_stream 40
    add_stream 44
    add_stream 48
    add_stream 52
    add_stream 56
    add_stream 60
    addi    s0, s0, 64
    addi    s1, s1, 64
    addi    s2, s2, -64
    bnez    s2, 1b
    j       4f
    // Less than a block: bytes.
2:  addi    t2, sp, 64
    add     t3, s1, s2
3:  lbu     t0, 0(s1)
    lbu     t1, 0(t2)
    xor     t0, t0, t1
    sb      t0, 0(s0)
    addi    s0, s0, 1
    addi    s1, s1, 1
    addi    t2, t2, 1
    bne     s1, t3, 3b
4:  kept_by_stream lw
    addi    sp, sp, 144
    ret
    .size   chacha20_stream, . - chacha20_stream
