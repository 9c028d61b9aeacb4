/*
 * What the kernels of SHA-256 have in common. The kernel defines, before it includes this, `compress` and
 * `compress_and_schedule`, of which each is one step, and
 *
 *   save, restore   a store and a load of a whole register: sw and lw, sd and ld
 *   SLOT            the bytes of a register on the stack
 */

/* Sixteen steps; \step is one of the two above. */
    .macro sixteen step
    \step   0, s11, ra, s0, s1, s3, s4, s5, s6, s7, a2, a3, t3, s9
    \step   4, ra, s11, s7, s0, s2, s3, s4, s5, s6, a3, a4, t4, s10
    \step   8, s11, ra, s6, s7, s1, s2, s3, s4, s5, a4, a5, t5, a2
    \step   12, ra, s11, s5, s6, s0, s1, s2, s3, s4, a5, a6, t6, a3
    \step   16, s11, ra, s4, s5, s7, s0, s1, s2, s3, a6, a7, s8, a4
    \step   20, ra, s11, s3, s4, s6, s7, s0, s1, s2, a7, t0, s9, a5
    \step   24, s11, ra, s2, s3, s5, s6, s7, s0, s1, t0, t1, s10, a6
    \step   28, ra, s11, s1, s2, s4, s5, s6, s7, s0, t1, t2, a2, a7
    \step   32, s11, ra, s0, s1, s3, s4, s5, s6, s7, t2, t3, a3, t0
    \step   36, ra, s11, s7, s0, s2, s3, s4, s5, s6, t3, t4, a4, t1
    \step   40, s11, ra, s6, s7, s1, s2, s3, s4, s5, t4, t5, a5, t2
    \step   44, ra, s11, s5, s6, s0, s1, s2, s3, s4, t5, t6, a6, t3
    \step   48, s11, ra, s4, s5, s7, s0, s1, s2, s3, t6, s8, a7, t4
    \step   52, ra, s11, s3, s4, s6, s7, s0, s1, s2, s8, s9, t0, t5
    \step   56, s11, ra, s2, s3, s5, s6, s7, s0, s1, s9, s10, t1, t6
    \step   60, ra, s11, s1, s2, s4, s5, s6, s7, s0, s10, a2, t2, s8
    .endm

/* Applies \do to every register that the function must keep, with its place in the frame. */
    .macro kept do
    \do     s0, 0(sp)
    \do     s1, SLOT(sp)
    \do     s2, 2 * SLOT(sp)
    \do     s3, 3 * SLOT(sp)
    \do     s4, 4 * SLOT(sp)
    \do     s5, 5 * SLOT(sp)
    \do     s6, 6 * SLOT(sp)
    \do     s7, 7 * SLOT(sp)
    \do     s8, 8 * SLOT(sp)
    \do     s9, 9 * SLOT(sp)
    \do     s10, 10 * SLOT(sp)
    \do     s11, 11 * SLOT(sp)
    \do     ra, 12 * SLOT(sp)
    .endm

/* Applies \do to every working variable with its place in the state, and a word that is free. */
    .macro variables do
    \do     s0, 0(a0), a2
    \do     s1, 4(a0), a3
    \do     s2, 8(a0), a4
    \do     s3, 12(a0), a5
    \do     s4, 16(a0), a6
    \do     s5, 20(a0), a7
    \do     s6, 24(a0), t0
    \do     s7, 28(a0), t1
    .endm

    .macro load_variable variable, place, free
    lw      \variable, \place
    .endm

    .macro load_before variable, place, free
    lw      \free, \place
    .endm

    .macro add_before variable, place, free
    add     \variable, \variable, \free
    .endm

    .macro store_variable variable, place, free
    sw      \variable, \place
    .endm

/* Applies \do to every register that the hash must keep, with its place in the frame. */
    .macro kept_by_hash do
    \do     ra, 64(sp)
    \do     s0, 64 + SLOT(sp)
    \do     s1, 64 + 2 * SLOT(sp)
    \do     s2, 64 + 3 * SLOT(sp)
    \do     s3, 64 + 4 * SLOT(sp)
    .endm

/* Clears the block on the stack. */
    .macro clear
    .irp    at, 0, 8, 16, 24, 32, 40, 48, 56
    save    zero, \at(sp)
    .if SLOT == 4
    save    zero, \at + 4(sp)
    .endif
    .endr
    .endm

/* Compresses a message of s2 bytes at s1 into the hash value at s0, all but the last block, which is on the stack and
   padded but for the length. */
    .macro all_but_last_block
    // Whole blocks; s2 bytes remain at s1.
    li      t0, 64
    bltu    s2, t0, 2f
1:  mv      a0, s0
    mv      a1, s1
    call    sha256_compress
    addi    s1, s1, 64
    addi    s2, s2, -64
    li      t0, 64
    bgeu    s2, t0, 1b
    // The rest: words, then bytes.
2:  clear
    mv      t0, sp
    andi    t1, s2, 60
    add     t1, s1, t1
    beq     s1, t1, 4f
3:  lw      t2, 0(s1)
    sw      t2, 0(t0)
    addi    s1, s1, 4
    addi    t0, t0, 4
    bne     s1, t1, 3b
4:  andi    t1, s2, 3
    add     t1, s1, t1
    beq     s1, t1, 6f
5:  lbu     t2, 0(s1)
    sb      t2, 0(t0)
    addi    s1, s1, 1
    addi    t0, t0, 1
    bne     s1, t1, 5b
6:  li      t2, 0x80
    sb      t2, 0(t0)
    // The length in bits needs eight bytes.
    li      t2, 56
    bltu    s2, t2, 7f
    mv      a0, s0
    mv      a1, sp
    call    sha256_compress
    clear
    .endm
