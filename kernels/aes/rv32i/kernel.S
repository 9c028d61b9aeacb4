/*
 * AES-128, AES-192 and AES-256 for RV32I with look-up tables: one block, and the key schedules.
 * The baseline: it is fast, and it LEAKS. Table addresses depend on the key and on the data.
 *
 *   void aesNNN_encrypt_block(uint8_t out[16], const uint8_t in[16], const uint32_t round_keys[]);
 *   void aesNNN_decrypt_block(uint8_t out[16], const uint8_t in[16], const uint32_t round_keys[]);
 *   void aesNNN_expand_encrypt_key(uint32_t round_keys[], const uint8_t key[]);
 *   void aesNNN_expand_decrypt_key(uint32_t round_keys[], const uint8_t key[]);
 *
 * NNN    128, 192, 256: a key of 16, 24, 32 bytes; round_keys of 44, 52, 60 words (FIPS 197's w).
 * Keys   expand_encrypt_key gives w (KeyExpansion, FIPS 197 algorithm 2). expand_decrypt_key gives
 *        dw (KeyExpansionEIC, algorithm 5): w with InvMixColumns applied to words 4 to 4*Nr - 1, in
 *        the order of w. decrypt_block is EqInvCipher (algorithm 4): it needs dw and reads it from
 *        its end to its start.
 * Words  a word holds a column, its row 0 in the lowest byte: what `lw` reads from the key or block.
 * Secret in, key, round_keys and out. Public: the pointers, and so the loop counts.
 *        The addresses of the look-ups are secret-dependent; no branch is.
 * ABI    ilp32. Uses a0-a7 and t0-t6, no stack. Pointers are 4-byte aligned. out = in is allowed.
 *
 * Registers of the block functions:
 *   a0 out   a1 in   a2 and t6 round keys: encryption moves a2 up to t6, decryption t6 down to a2
 *   a3 middle of the tables   a4-a7 state   t0-t3 next state   t4, t5 scratch
 *
 * Method: the four tables of Daemen and Rijmen, "The Design of Rijndael" (2002), section 4.2. A
 * table maps a byte of one row to its share of a column after SubBytes and MixColumns. Rows 1 to 3
 * are looked up into the next state, row 0 last and in place: no byte of the state is needed after
 * it, so a round needs no moves and the loop is one round long. One register reaches all four
 * tables with the signed 12-bit offset of `lw`.
 */
    .text

/* \d = \base + 4 * byte \row of \s: where its word is, but for the offset of the load. */
    .macro word_index d, s, row, base
    .if \row == 0
    slli    \d, \s, 2
    .else
    srli    \d, \s, 8 * \row - 2
    .endif
    andi    \d, \d, 0x3fc
    add     \d, \d, \base
    .endm

/* \d = \base + byte \row of \s: the same for a table of bytes. */
    .macro byte_index d, s, row, base
    .if \row == 0
    andi    \d, \s, 0xff
    .elseif \row == 3
    srli    \d, \s, 24
    .else
    srli    \d, \s, 8 * \row
    andi    \d, \d, 0xff
    .endif
    add     \d, \d, \base
    .endm

/* Two columns: u ^= the word of table \row for byte \row of s. */
    .macro look_up row, u0, s0, u1, s1
    word_index t4, \s0, \row, a3
    word_index t5, \s1, \row, a3
    lw      t4, 1024 * \row - 2048(t4)
    lw      t5, 1024 * \row - 2048(t5)
    xor     \u0, \u0, t4
    xor     \u1, \u1, t5
    .endm

/* Two columns of the last round: u ^= the S-box at byte \row of s, in its row. */
    .macro substitute index, table, row, u0, s0, u1, s1
    \index  t4, \s0, \row, a3
    \index  t5, \s1, \row, a3
    lbu     t4, \table(t4)
    lbu     t5, \table(t5)
    .if \row != 0
    slli    t4, t4, 8 * \row
    slli    t5, t5, 8 * \row
    .endif
    xor     \u0, \u0, t4
    xor     \u1, \u1, t5
    .endm

    .macro load_keys base, offset
    lw      t0, \offset(\base)
    lw      t1, \offset+4(\base)
    lw      t2, \offset+8(\base)
    lw      t3, \offset+12(\base)
    .endm

/* state = in ^ the round key at \offset from \keys. */
    .macro load_block keys, offset
    lw      a4, 0(a1)
    lw      a5, 4(a1)
    lw      a6, 8(a1)
    lw      a7, 12(a1)
    load_keys \keys, \offset
    add_state
    .endm

    .macro add_state
    xor     a4, a4, t0
    xor     a5, a5, t1
    xor     a6, a6, t2
    xor     a7, a7, t3
    .endm

    .macro store_block
    sw      t0, 0(a0)
    sw      t1, 4(a0)
    sw      t2, 8(a0)
    sw      t3, 12(a0)
    .endm

/* A middle round, its round key at \keys. p0-p3: where ShiftRows takes row 1 from, n0-n3: row 3. */
    .macro round keys, p0, p1, p2, p3, n0, n1, n2, n3
    load_keys \keys, 0
    look_up 1, t0, \p0, t1, \p1
    look_up 1, t2, \p2, t3, \p3
    look_up 2, t0, a6, t1, a7
    look_up 2, t2, a4, t3, a5
    look_up 3, t0, \n0, t1, \n1
    look_up 3, t2, \n2, t3, \n3
    word_index a4, a4, 0, a3
    word_index a5, a5, 0, a3
    word_index a6, a6, 0, a3
    word_index a7, a7, 0, a3
    lw      a4, -2048(a4)
    lw      a5, -2048(a5)
    lw      a6, -2048(a6)
    lw      a7, -2048(a7)
    add_state
    .endm

/* The last round, its round key at \offset from \keys. */
    .macro last_round keys, offset, index, table, p0, p1, p2, p3, n0, n1, n2, n3
    load_keys \keys, \offset
    substitute \index, \table, 0, t0, a4, t1, a5
    substitute \index, \table, 0, t2, a6, t3, a7
    substitute \index, \table, 1, t0, \p0, t1, \p1
    substitute \index, \table, 1, t2, \p2, t3, \p3
    substitute \index, \table, 2, t0, a6, t1, a7
    substitute \index, \table, 2, t2, a4, t3, a5
    substitute \index, \table, 3, t0, \n0, t1, \n1
    substitute \index, \table, 3, t2, \n2, t3, \n3
    store_block
    .endm

/* A global function; the three key sizes of one direction share code and end together. */
    .macro function name
    .globl  \name
    .type   \name, @function
    .balign 4
\name:
    .endm

    .macro end_function name
    .size   \name, . - \name
    .endm

    function aes256_encrypt_block
    addi    t6, a2, 16 * 13
    j       .Lencrypt
    function aes192_encrypt_block
    addi    t6, a2, 16 * 11
    j       .Lencrypt
    function aes128_encrypt_block
    addi    t6, a2, 16 * 9
.Lencrypt:
    lla     a3, .Lencrypt_tables + 2048
    load_block a2, 0
1:  addi    a2, a2, 16
    round   a2, a5, a6, a7, a4, a7, a4, a5, a6
    bne     a2, t6, 1b
    // The second byte of table 0 is the S-box itself.
    last_round a2, 16, word_index, 1 - 2048, a5, a6, a7, a4, a7, a4, a5, a6
    ret
    end_function aes256_encrypt_block
    end_function aes192_encrypt_block
    end_function aes128_encrypt_block

    function aes256_decrypt_block
    addi    t6, a2, 16 * 13
    j       .Ldecrypt
    function aes192_decrypt_block
    addi    t6, a2, 16 * 11
    j       .Ldecrypt
    function aes128_decrypt_block
    addi    t6, a2, 16 * 9
.Ldecrypt:
    lla     a3, .Ldecrypt_tables + 2048
    load_block t6, 16
1:  round   t6, a7, a4, a5, a6, a5, a6, a7, a4
    addi    t6, t6, -16
    bne     t6, a2, 1b
    // The inverse S-box lies before the tables, out of reach of the offset alone.
    addi    a3, a3, -2048
    last_round t6, 0, byte_index, -256, a7, a4, a5, a6, a5, a6, a7, a4
    ret
    end_function aes256_decrypt_block
    end_function aes192_decrypt_block
    end_function aes128_decrypt_block

/*
 * Key schedules, all rounds written out. Registers: a0 the schedule   a1 key   a2-a7, t4, t5 the last Nk
 * words   t2 the S-box   t3 scratch   t6 the caller's ra.
 */

/* \w ^= the S-box at byte \from of \s, in byte \row. */
    .macro sub_byte w, s, from, row
    byte_index t3, \s, \from, t2
    lbu     t3, 0(t3)
    .if \row != 0
    slli    t3, t3, 8 * \row
    .endif
    xor     \w, \w, t3
    .endm

/* \w ^= SubWord(\s). */
    .macro sub_word w, s
    sub_byte \w, \s, 0, 0
    sub_byte \w, \s, 1, 1
    sub_byte \w, \s, 2, 2
    sub_byte \w, \s, 3, 3
    .endm

    .macro store_words at, w0, w1, w2, w3
    sw      \w0, \at(a0)
    sw      \w1, \at+4(a0)
    sw      \w2, \at+8(a0)
    sw      \w3, \at+12(a0)
    .endm

/* The first four words of a round: a2 ^= SubWord(RotWord(\last)) ^ Rcon, and the chain from it. */
    .macro first_words at, last, rcon
    xori    a2, a2, \rcon
    sub_byte a2, \last, 1, 0
    sub_byte a2, \last, 2, 1
    sub_byte a2, \last, 3, 2
    sub_byte a2, \last, 0, 3
    xor     a3, a3, a2
    xor     a4, a4, a3
    xor     a5, a5, a4
    store_words \at, a2, a3, a4, a5
    .endm

    .macro load_four_words
    lw      a2, 0(a1)
    lw      a3, 4(a1)
    lw      a4, 8(a1)
    lw      a5, 12(a1)
    store_words 0, a2, a3, a4, a5
    lla     t2, .Lsbox
    .endm

    function aes128_expand_encrypt_key
.Lexpand128:
    load_four_words
    first_words 16, a5, 0x01
    first_words 32, a5, 0x02
    first_words 48, a5, 0x04
    first_words 64, a5, 0x08
    first_words 80, a5, 0x10
    first_words 96, a5, 0x20
    first_words 112, a5, 0x40
    first_words 128, a5, 0x80
    first_words 144, a5, 0x1b
    first_words 160, a5, 0x36
    ret
    end_function aes128_expand_encrypt_key

/* A round of six words, with the last two of the one before. */
    .macro six_words at, rcon
    xor     a6, a6, a5
    xor     a7, a7, a6
    sw      a6, \at-8(a0)
    sw      a7, \at-4(a0)
    first_words \at, a7, \rcon
    .endm

    function aes192_expand_encrypt_key
.Lexpand192:
    lw      a6, 16(a1)
    lw      a7, 20(a1)
    load_four_words
    sw      a6, 16(a0)
    sw      a7, 20(a0)
    first_words 24, a7, 0x01
    six_words 48, 0x02
    six_words 72, 0x04
    six_words 96, 0x08
    six_words 120, 0x10
    six_words 144, 0x20
    six_words 168, 0x40
    six_words 192, 0x80
    ret
    end_function aes192_expand_encrypt_key

/* A round of eight words, with the last four of the one before. */
    .macro eight_words at, rcon
    sub_word a6, a5
    xor     a7, a7, a6
    xor     t4, t4, a7
    xor     t5, t5, t4
    store_words \at-16, a6, a7, t4, t5
    first_words \at, t5, \rcon
    .endm

    function aes256_expand_encrypt_key
.Lexpand256:
    lw      a6, 16(a1)
    lw      a7, 20(a1)
    lw      t4, 24(a1)
    lw      t5, 28(a1)
    load_four_words
    store_words 16, a6, a7, t4, t5
    first_words 32, t5, 0x01
    eight_words 64, 0x02
    eight_words 96, 0x04
    eight_words 128, 0x08
    eight_words 160, 0x10
    eight_words 192, 0x20
    eight_words 224, 0x40
    ret
    end_function aes256_expand_encrypt_key

/*
 * Decryption keys: the encryption keys, then InvMixColumns of all but the first and last round
 * key, a word at a time: S-box, then the decryption tables, which undo it. The expansions leave t2
 * at the S-box; t0 walks up to a0, a3 has the decryption tables.
 */
    .macro inverse_mix_byte u, s, row
    byte_index t3, \s, \row, t2
    lbu     t3, 0(t3)
    slli    t3, t3, 2
    add     t3, t3, a3
    .if \row == 0
    lw      \u, 1024 * \row - 2048(t3)
    .else
    lw      t3, 1024 * \row - 2048(t3)
    xor     \u, \u, t3
    .endif
    .endm

    function aes256_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand256
    addi    t0, a0, 16
    addi    a0, a0, 16 * 14
    j       .Linverse_mix
    function aes192_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand192
    addi    t0, a0, 16
    addi    a0, a0, 16 * 12
    j       .Linverse_mix
    function aes128_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand128
    addi    t0, a0, 16
    addi    a0, a0, 16 * 10
.Linverse_mix:
    mv      ra, t6
    lla     a3, .Ldecrypt_tables + 2048
1:  lw      t1, 0(t0)
    inverse_mix_byte t4, t1, 0
    inverse_mix_byte t4, t1, 1
    inverse_mix_byte t4, t1, 2
    inverse_mix_byte t4, t1, 3
    sw      t4, 0(t0)
    addi    t0, t0, 4
    bne     t0, a0, 1b
    ret
    end_function aes256_expand_decrypt_key
    end_function aes192_expand_decrypt_key
    end_function aes128_expand_decrypt_key

/*
 * Tables, computed by the assembler. Bytes are elements of GF(2^8) modulo x^8+x^4+x^3+x+1 (FIPS 197
 * section 4). The S-box: p runs through the powers of 3, q through those of 1/3, so q is p's
 * inverse; the affine map of section 5.1.1 is q * 0x1f modulo x^8 - 1, plus 0x63.
 */
    .altmacro

    .macro pair x, y
    .set    .Lsbox_\x, \y
    .set    .Linverse_sbox_\y, \x
    .endm

    .set    .Lp, 1
    .set    .Lq, 1
    pair    0, %0x63
    .rept 255
    .set    .Lp, .Lp ^ (.Lp << 1) ^ ((.Lp >> 7) * 0x11b)
    .set    .Lq, .Lq ^ (.Lq << 1)
    .set    .Lq, .Lq ^ (.Lq << 2)
    .set    .Lq, (.Lq ^ (.Lq << 4)) & 0xff
    .set    .Lq, .Lq ^ ((.Lq >> 7) * 0x09)
    .set    .Lr, .Lq * 0x101
    .set    .Ls, (.Lr ^ (.Lr >> 7) ^ (.Lr >> 6) ^ (.Lr >> 5) ^ (.Lr >> 4) ^ 0x63) & 0xff
    pair    %.Lp, %.Ls
    .endr

/* A word with rows 0 to 3, moved down by \row rows. */
    .macro rows r0, r1, r2, r3, row
    .set    .Lw, (\r0) | ((\r1) << 8) | ((\r2) << 16) | ((\r3) << 24)
    .word   ((.Lw << (8 * \row)) | (.Lw >> (32 - 8 * \row))) & 0xffffffff
    .endm

/* Row 0 of MixColumns' input weighs 2, 1, 1, 3 in the column. */
    .macro encrypt_entry x, row
    .set    .L1, .Lsbox_\x
    .set    .L2, (.L1 << 1) ^ ((.L1 >> 7) * 0x11b)
    rows    .L2, .L1, .L1, .L1 ^ .L2, \row
    .endm

/* Row 0 of InvMixColumns' input weighs 14, 9, 13, 11. */
    .macro decrypt_entry x, row
    .set    .L1, .Linverse_sbox_\x
    .set    .L2, (.L1 << 1) ^ ((.L1 >> 7) * 0x11b)
    .set    .L4, (.L2 << 1) ^ ((.L2 >> 7) * 0x11b)
    .set    .L8, (.L4 << 1) ^ ((.L4 >> 7) * 0x11b)
    rows    .L8 ^ .L4 ^ .L2, .L8 ^ .L1, .L8 ^ .L4 ^ .L1, .L8 ^ .L2 ^ .L1, \row
    .endm

    .macro inverse_sbox_entry x, row
    .byte   .Linverse_sbox_\x
    .endm

    .macro sbox_entry x, row
    .byte   .Lsbox_\x
    .endm

    .macro table entry, row
    .set    .Lx, 0
    .rept 256
    \entry  %.Lx, \row
    .set    .Lx, .Lx + 1
    .endr
    .endm

    .section .rodata
    .balign 4
.Lencrypt_tables:
    table   encrypt_entry, 0
    table   encrypt_entry, 1
    table   encrypt_entry, 2
    table   encrypt_entry, 3
    table   inverse_sbox_entry, 0
.Ldecrypt_tables:
    table   decrypt_entry, 0
    table   decrypt_entry, 1
    table   decrypt_entry, 2
    table   decrypt_entry, 3
.Lsbox:
    table   sbox_entry, 0
    .noaltmacro
