/*
 * SHA-256 for RV64 with Zbkb and Zknh: the compression of one block, and the hash of a message.
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
 * ABI     lp64. Saves s0-s11 and ra in 128 bytes of stack and uses every other register but gp and
 *         tp. Pointers are 8-byte aligned.
 *
 * Registers:
 *   s0-s7 the working variables, a to h before steps 0, 8, 16, ...: they stay where they are, their
 *         roles move on   a2-a7, t0-t6, s8-s10 the last sixteen words of the schedule
 *   s11, ra   b ^ c and a ^ b, in turn   a1 the constants   a0 scratch (the pointer is in the frame)
 *
 * Method: Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, whose b ^ c is the a ^ b of the step before. Word t
 * of the schedule replaces word t - 16 right after its use, so the schedule needs no memory. Sixteen
 * steps are a multiple of eight: one loop of sixteen steps with schedule runs three times, the last
 * sixteen have none. Only the low halves of registers mean something: sha256* read no others, and
 * sums, `and` and `xor` move nothing down. `rev8` swaps the bytes of two words at once.
 * The hash calls the compression on the blocks of the message where they are; the last one or two are padded
 * (section 5.1.1) on the stack: 112 bytes, which are not cleared.
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
    sd      \register, \place
    .endm

    .macro restore register, place
    ld      \register, \place
    .endm

    .equ    SLOT, 8
    .include "../steps.S"

/* Two words of the block: \w0 is the one at \at. */
    .macro load_words at, w0, w1
    ld      \w1, \at(a1)
    rev8    \w1, \w1
    srli    \w0, \w1, 32
    .endm

    .globl  sha256_compress
    .type   sha256_compress, @function
    .balign 4
sha256_compress:
    addi    sp, sp, -128
    kept    save
    sd      a0, 104(sp)
    load_words 0, a2, a3
    load_words 8, a4, a5
    load_words 16, a6, a7
    load_words 24, t0, t1
    load_words 32, t2, t3
    load_words 40, t4, t5
    load_words 48, t6, s8
    load_words 56, s9, s10
    lla     a1, constants
    variables load_variable
    addi    a0, a1, 4 * 48
    sd      a0, 112(sp)
    xor     s11, s1, s2
1:  sixteen compress_and_schedule
    ld      a0, 112(sp)
    addi    a1, a1, 4 * 16
    bne     a1, a0, 1b
    sixteen compress
    ld      a0, 104(sp)
    variables load_before
    variables add_before
    variables store_variable
    kept    restore
    addi    sp, sp, 128
    ret
    .size   sha256_compress, . - sha256_compress

    .globl  sha256_hash
    .type   sha256_hash, @function
    .balign 4
sha256_hash:
    addi    sp, sp, -112
    kept_by_hash save
    mv      s0, a0
    mv      s1, a1
    mv      s2, a2
    mv      s3, a2
    lla     a1, initial
    ld      t0, 0(a1)
    ld      t1, 8(a1)
    ld      t2, 16(a1)
    ld      t3, 24(a1)
    sd      t0, 0(a0)
    sd      t1, 8(a0)
    sd      t2, 16(a0)
    sd      t3, 24(a0)
    all_but_last_block
7:  slli    t0, s3, 3
    rev8    t0, t0
    sd      t0, 56(sp)
    mv      a0, s0
    mv      a1, sp
    call    sha256_compress
    // From words to bytes.
    mv      a1, s0
    ld      t0, 0(a1)
    rev8    t0, t0
    rori    t0, t0, 32
    sd      t0, 0(a1)
    ld      t0, 8(a1)
    rev8    t0, t0
    rori    t0, t0, 32
    sd      t0, 8(a1)
    ld      t0, 16(a1)
    rev8    t0, t0
    rori    t0, t0, 32
    sd      t0, 16(a1)
    ld      t0, 24(a1)
    rev8    t0, t0
    rori    t0, t0, 32
    sd      t0, 24(a1)
    kept_by_hash restore
    addi    sp, sp, 112
    ret
    .size   sha256_hash, . - sha256_hash

    .equ    MASKS, 0
    .include "../tables.S"
