/*
 * SHA-256 for RV32 with Zbkb and Zknh: the compression of one block, and the hash of a message.
 *
 *   void sha256_compress(uint32_t state[8], const uint8_t block[64]);
 *   void sha256_hash(uint8_t digest[32], const uint8_t *in, size_t len);
 *
 * state   the hash value H0 to H7 (FIPS 180-4, section 6.2), replaced by the next one.
 * block   64 bytes of the padded message, as the standard numbers them.
 * in      the message of len bytes. digest holds the hash value on the way.
 * Secret  state, block and in. Public: the pointers and len. No branch and no address depends
 *         on a secret;
 *         all arithmetic is in Zkt's list.
 * ABI     ilp32. Saves s0-s11 and ra in 64 bytes of stack and uses every other register but gp and
 *         tp. Pointers are 4-byte aligned.
 *
 * Registers:
 *   s0-s7 the working variables, a to h before steps 0, 8, 16, ...: they stay where they are, their
 *         roles move on   a2-a7, t0-t6, s8-s10 the last sixteen words of the schedule
 *   s11, ra   b ^ c and a ^ b, in turn   a1 the constants   a0 scratch (the pointer is in the frame)
 *
 * Method: Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, whose b ^ c is the a ^ b of the step before. Word t
 * of the schedule replaces word t - 16 right after its use, so the schedule needs no memory. Sixteen
 * steps are a multiple of eight: one loop of sixteen steps with schedule runs three times, the last
 * sixteen have none.
 * The hash calls the compression on the blocks of the message where they are; the last one or two are padded
 * (section 5.1.1) on the stack: 96 bytes, which are not cleared.
 */
    .text

/* Step 3 of section 6.2.2 with the word \w and the constant at \at: \h becomes the next a, \d the
   next e. \x is b ^ c, \y becomes a ^ b. */
    .macro compress at, x, y, a, b, d, e, f, g, h, w, w1, w9, w14
    lw      \y, \at(a1)
    add     \h, \h, \w
    xor     a0, \f, \g
    and     a0, a0, \e
    xor     a0, a0, \g
    add     \h, \h, \y
    add     \h, \h, a0
    sha256sum1 a0, \e
    xor     \y, \a, \b
    add     \h, \h, a0
    and     \x, \x, \y
    add     \d, \d, \h
    xor     \x, \x, \b
    sha256sum0 a0, \a
    add     \h, \h, \x
    add     \h, \h, a0
    .endm

/* The same, and \w becomes the word that is used sixteen steps later (step 1). */
    .macro compress_and_schedule at, x, y, a, b, d, e, f, g, h, w, w1, w9, w14
    compress \at, \x, \y, \a, \b, \d, \e, \f, \g, \h, \w, \w1, \w9, \w14
    sha256sig0 a0, \w1
    add     \w, \w, \w9
    add     \w, \w, a0
    sha256sig1 a0, \w14
    add     \w, \w, a0
    .endm

    .macro save register, place
    sw      \register, \place
    .endm

    .macro restore register, place
    lw      \register, \place
    .endm

    .equ    SLOT, 4
    .include "../steps.S"

    .macro load_word at, w
    lw      \w, \at(a1)
    rev8    \w, \w
    .endm

    .globl  sha256_compress
    .type   sha256_compress, @function
    .balign 4
sha256_compress:
    addi    sp, sp, -64
    kept    save
    sw      a0, 52(sp)
    load_word 0, a2
    load_word 4, a3
    load_word 8, a4
    load_word 12, a5
    load_word 16, a6
    load_word 20, a7
    load_word 24, t0
    load_word 28, t1
    load_word 32, t2
    load_word 36, t3
    load_word 40, t4
    load_word 44, t5
    load_word 48, t6
    load_word 52, s8
    load_word 56, s9
    load_word 60, s10
    lla     a1, constants
    variables load_variable
    addi    a0, a1, 4 * 48
    sw      a0, 56(sp)
    xor     s11, s1, s2
1:  sixteen compress_and_schedule
    lw      a0, 56(sp)
    addi    a1, a1, 4 * 16
    bne     a1, a0, 1b
    sixteen compress
    lw      a0, 52(sp)
    variables load_before
    variables add_before
    variables store_variable
    kept    restore
    addi    sp, sp, 64
    ret
    .size   sha256_compress, . - sha256_compress

    .globl  sha256_hash
    .type   sha256_hash, @function
    .balign 4
sha256_hash:
    addi    sp, sp, -96
    kept_by_hash save
    mv      s0, a0
    mv      s1, a1
    mv      s2, a2
    mv      s3, a2
    lla     a1, initial
    lw      t0, 0(a1)
    lw      t1, 4(a1)
    lw      t2, 8(a1)
    lw      t3, 12(a1)
    lw      t4, 16(a1)
    lw      t5, 20(a1)
    lw      t6, 24(a1)
    lw      a3, 28(a1)
    sw      t0, 0(a0)
    sw      t1, 4(a0)
    sw      t2, 8(a0)
    sw      t3, 12(a0)
    sw      t4, 16(a0)
    sw      t5, 20(a0)
    sw      t6, 24(a0)
    sw      a3, 28(a0)
    all_but_last_block
7:  srli    t0, s3, 29
    rev8    t0, t0
    sw      t0, 56(sp)
    slli    t0, s3, 3
    rev8    t0, t0
    sw      t0, 60(sp)
    mv      a0, s0
    mv      a1, sp
    call    sha256_compress
    // From words to bytes.
    mv      a1, s0
    load_word 0, t0
    sw      t0, 0(a1)
    load_word 4, t0
    sw      t0, 4(a1)
    load_word 8, t0
    sw      t0, 8(a1)
    load_word 12, t0
    sw      t0, 12(a1)
    load_word 16, t0
    sw      t0, 16(a1)
    load_word 20, t0
    sw      t0, 20(a1)
    load_word 24, t0
    sw      t0, 24(a1)
    load_word 28, t0
    sw      t0, 28(a1)
    kept_by_hash restore
    addi    sp, sp, 96
    ret
    .size   sha256_hash, . - sha256_hash

    .equ    MASKS, 0
    .include "../tables.S"
