/*
 * SHA-256 for RV64I: the compression of one block, and the hash of a message. The baseline:
 * constant time.
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
 * sixteen have none. Only the low halves of registers mean something. A rotation of a word is a shift
 * of the word beside its copy: three instructions make the copy, and the three rotations of a sum
 * share it and are nested, ((x >> 9 ^ x) >> 11 ^ x) >> 2. Bytes of two words are swapped at once.
 * The hash calls the compression on the blocks of the message where they are; the last one or two are padded
 * (section 5.1.1) on the stack: 112 bytes, which are not cleared.
 */
    .text

/* \d = the low word of \s, twice; uses \u. */
    .macro twice d, u, s
    slli    \d, \s, 32
    srli    \u, \d, 32
    or      \d, \d, \u
    .endm

/* \d = \s rotated right by \r0, by \r1 and by \r2, exclusive-or; uses \u. */
    .macro rotations d, u, s, r0, r1, r2
    twice   \u, \d, \s
    srli    \d, \u, \r2 - \r1
    xor     \d, \d, \u
    srli    \d, \d, \r1 - \r0
    xor     \d, \d, \u
    srli    \d, \d, \r0
    .endm

/* \d = \s rotated right by \r0 and by \r1 and shifted right by \s2, exclusive-or; uses \u. */
    .macro small_sigma d, u, s, r0, r1, s2
    twice   \d, \u, \s
    srli    \u, \d, \r1 - \r0
    xor     \d, \d, \u
    srli    \d, \d, \r0
    srliw   \u, \s, \s2
    xor     \d, \d, \u
    .endm

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
    rotations a0, \y, \e, 6, 11, 25
    add     \h, \h, a0
    xor     \y, \a, \b
    and     \x, \x, \y
    add     \d, \d, \h
    xor     \x, \x, \b
    add     \h, \h, \x
    rotations a0, \x, \a, 2, 13, 22
    add     \h, \h, a0
    .endm

/* The same, and \w becomes the word that is used sixteen steps later (step 1). */
    .macro compress_and_schedule at, x, y, a, b, d, e, f, g, h, w, w1, w9, w14
    compress \at, \x, \y, \a, \b, \d, \e, \f, \g, \h, \w, \w1, \w9, \w14
    small_sigma a0, \x, \w1, 7, 18, 3
    add     \w, \w, \w9
    add     \w, \w, a0
    small_sigma a0, \x, \w14, 17, 19, 10
    add     \w, \w, a0
    .endm

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
    \do     s1, 8(sp)
    \do     s2, 16(sp)
    \do     s3, 24(sp)
    \do     s4, 32(sp)
    \do     s5, 40(sp)
    \do     s6, 48(sp)
    \do     s7, 56(sp)
    \do     s8, 64(sp)
    \do     s9, 72(sp)
    \do     s10, 80(sp)
    \do     s11, 88(sp)
    \do     ra, 96(sp)
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

/* Two words of the block: \w0 is the one at \at. s0 and s1 mask every other byte and every other
   half-word. */
    .macro load_words at, w0, w1
    ld      \w0, \at(a1)
    and     \w1, \w0, s0
    srli    \w0, \w0, 8
    slli    \w1, \w1, 8
    and     \w0, \w0, s0
    or      \w0, \w0, \w1
    and     \w1, \w0, s1
    srli    \w0, \w0, 16
    slli    \w1, \w1, 16
    and     \w0, \w0, s1
    or      \w0, \w0, \w1
    srli    \w1, \w0, 32
    .endm

    .globl  sha256_compress
    .type   sha256_compress, @function
    .balign 4
sha256_compress:
    addi    sp, sp, -128
    kept    sd
    sd      a0, 104(sp)
    lla     s2, constants
    ld      s0, 256(s2)
    ld      s1, 264(s2)
    load_words 0, a2, a3
    load_words 8, a4, a5
    load_words 16, a6, a7
    load_words 24, t0, t1
    load_words 32, t2, t3
    load_words 40, t4, t5
    load_words 48, t6, s8
    load_words 56, s9, s10
    mv      a1, s2
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
    kept    ld
    addi    sp, sp, 128
    ret
    .size   sha256_compress, . - sha256_compress

/* Applies \do to every register that the hash must keep, with its place in the frame. */
    .macro kept_by_hash do
    \do     ra, 64(sp)
    \do     s0, 72(sp)
    \do     s1, 80(sp)
    \do     s2, 88(sp)
    \do     s3, 96(sp)
    .endm

/* The block on the stack, all zeros. */
    .macro clear
    sd      zero, 0(sp)
    sd      zero, 8(sp)
    sd      zero, 16(sp)
    sd      zero, 24(sp)
    sd      zero, 32(sp)
    sd      zero, 40(sp)
    sd      zero, 48(sp)
    sd      zero, 56(sp)
    .endm

/* The low bytes of t0, the highest of them at \first, the lowest at \last of the stack. */
    .macro store_bytes first, last
    sb      t0, \last(sp)
    .if \last - \first
    srli    t0, t0, 8
    store_bytes \first, (\last - 1)
    .endif
    .endm

    .globl  sha256_hash
    .type   sha256_hash, @function
    .balign 4
sha256_hash:
    addi    sp, sp, -112
    kept_by_hash sd
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
7:  slli    t0, s3, 3
    store_bytes 56, 63
    mv      a0, s0
    mv      a1, sp
    call    sha256_compress
    // From words to bytes.
    mv      a1, s0
    lla     t0, constants
    ld      s0, 256(t0)
    ld      s1, 264(t0)
    load_words 0, t0, t1
    sd      t0, 0(a1)
    load_words 8, t0, t1
    sd      t0, 8(a1)
    load_words 16, t0, t1
    sd      t0, 16(a1)
    load_words 24, t0, t1
    sd      t0, 24(a1)
    kept_by_hash ld
    addi    sp, sp, 112
    ret
    .size   sha256_hash, . - sha256_hash

/* K of section 4.2.2, and the masks of load_words. */
    .section .rodata
    .balign 8
constants:
    .word   0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5
    .word   0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word   0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3
    .word   0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word   0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc
    .word   0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word   0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7
    .word   0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word   0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13
    .word   0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word   0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3
    .word   0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word   0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5
    .word   0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word   0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208
    .word   0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    .quad   0x00ff00ff00ff00ff, 0x0000ffff0000ffff

/* The initial hash value, section 5.3.3. */
    .balign 8
initial:
    .word   0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a
    .word   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
