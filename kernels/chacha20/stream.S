/*
 * What the kernels of ChaCha20 have in common: encryption, which calls chacha20_block for the key stream. The kernel
 * defines, before it includes this,
 *
 *   save, restore   a store and a load of a whole register: sw and lw, sd and ld
 *   SLOT            the bytes of a register on the stack
 *   STEP            the bytes of the text that are taken at a time, 4 or 8
 */

/* The frame: a state, a block of the key stream, and registers. */
    .equ    STREAM_FRAME, 128 + 4 * SLOT

/* Applies \do to every register that encryption must keep, with its place in the frame. */
    .macro kept_by_stream do
    \do     ra, 128(sp)
    \do     s0, 128 + SLOT(sp)
    \do     s1, 128 + 2 * SLOT(sp)
    \do     s2, 128 + 3 * SLOT(sp)
    .endm

/* The next STEP bytes of the text, at \at, exclusive-or the key stream. */
    .macro add_stream at
    .if STEP == 4
    lw      t0, \at(s1)
    lw      t1, 64 + \at(sp)
    xor     t0, t0, t1
    sw      t0, \at(s0)
    .else
    ld      t0, \at(s1)
    ld      t1, 64 + \at(sp)
    xor     t0, t0, t1
    sd      t0, \at(s0)
    .endif
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
    addi    sp, sp, -STREAM_FRAME
    kept_by_stream save
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
    .irp    at, 0, 8, 16, 24, 32, 40, 48, 56
    add_stream \at
    .if STEP == 4
    add_stream (\at + 4)
    .endif
    .endr
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
4:  kept_by_stream restore
    addi    sp, sp, STREAM_FRAME
    ret
    .size   chacha20_stream, . - chacha20_stream
