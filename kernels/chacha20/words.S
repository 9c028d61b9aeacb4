/*
 * What the kernels have in common that hold a word of ChaCha20 in a register: the block function.
 * The kernel defines, before it includes this,
 *
 *   line x, y, z, by   x += y; z = (z ^ x) <<< by
 *   save, restore      a store and a load of a whole register: sw and lw, sd and ld
 *   SLOT               the bytes of a register on the stack
 *   EXTRA              whether `line` uses s4
 */

/* The frame: whole registers, and a multiple of 16 bytes. */
    .equ    BLOCK_FRAME, ((4 + EXTRA) * SLOT + 15) / 16 * 16

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
    \do     s1, SLOT(sp)
    \do     s2, 2 * SLOT(sp)
    \do     s3, 3 * SLOT(sp)
    .if EXTRA
    \do     s4, 4 * SLOT(sp)
    .endif
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
    addi    sp, sp, -BLOCK_FRAME
    kept    save
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
    kept    restore
    addi    sp, sp, BLOCK_FRAME
    ret
    .size   chacha20_block, . - chacha20_block
