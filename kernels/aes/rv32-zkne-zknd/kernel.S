/*
 * AES-128, AES-192 and AES-256 for RV32 with Zkne and Zknd: one block, and the key schedules.
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
 *        No branch and no address depends on a secret; all arithmetic is in Zkt's list.
 * ABI    ilp32. Uses a0-a7 and t0-t6, no stack. Pointers are 4-byte aligned. out = in is allowed.
 *
 * Registers of the block functions:
 *   a0 out   a1 in   a2 and t6 round keys: encryption moves a2 up to t6, decryption t6 down to a2
 *   a3-a6 the state before an odd round, t0-t3 before an even one: round keys are loaded into the
 *   next state and aes32* accumulates onto them, so that AddRoundKey costs nothing but the load.
 *
 * Method: the instructions' manual (Zkne, Zknd); Marshall, Newell, Page, Saarinen and Wolf, "The
 * design of scalar AES Instruction Set Extensions for RISC-V", TCHES 2021. The number of middle
 * rounds is odd (9, 11, 13), so the loop of two rounds is entered at its second half; the key
 * sizes share it. The last round constants, 0x1b and 0x36, are where doubling leaves eight bits.
 */
    .text

/* One byte of each column: \op is aes32{es,esm,ds,dsm}i, u0-u3 accumulate bytes \bs of s0-s3. */
    .macro bytes op, bs, u0, u1, u2, u3, s0, s1, s2, s3
    \op     \u0, \u0, \s0, \bs
    \op     \u1, \u1, \s1, \bs
    \op     \u2, \u2, \s2, \bs
    \op     \u3, \u3, \s3, \bs
    .endm

    .macro load_keys base, offset, u0, u1, u2, u3
    lw      \u0, \offset(\base)
    lw      \u1, \offset+4(\base)
    lw      \u2, \offset+8(\base)
    lw      \u3, \offset+12(\base)
    .endm

/* u = round(s): the byte of row r comes from the column that ShiftRows moves onto it. */
    .macro encrypt_round op, offset, u0, u1, u2, u3, s0, s1, s2, s3
    load_keys a2, \offset, \u0, \u1, \u2, \u3
    bytes   \op, 0, \u0, \u1, \u2, \u3, \s0, \s1, \s2, \s3
    bytes   \op, 1, \u0, \u1, \u2, \u3, \s1, \s2, \s3, \s0
    bytes   \op, 2, \u0, \u1, \u2, \u3, \s2, \s3, \s0, \s1
    bytes   \op, 3, \u0, \u1, \u2, \u3, \s3, \s0, \s1, \s2
    .endm

    .macro decrypt_round op, offset, u0, u1, u2, u3, s0, s1, s2, s3
    load_keys t6, \offset, \u0, \u1, \u2, \u3
    bytes   \op, 0, \u0, \u1, \u2, \u3, \s0, \s1, \s2, \s3
    bytes   \op, 1, \u0, \u1, \u2, \u3, \s3, \s0, \s1, \s2
    bytes   \op, 2, \u0, \u1, \u2, \u3, \s2, \s3, \s0, \s1
    bytes   \op, 3, \u0, \u1, \u2, \u3, \s1, \s2, \s3, \s0
    .endm

/* t0-t3 = in ^ the round key at \keys. */
    .macro load_block keys
    lw      t0, 0(a1)
    lw      t1, 4(a1)
    lw      t2, 8(a1)
    lw      t3, 12(a1)
    load_keys \keys, 0, a3, a4, a5, a6
    xor     t0, t0, a3
    xor     t1, t1, a4
    xor     t2, t2, a5
    xor     t3, t3, a6
    .endm

    .macro store_block u0, u1, u2, u3
    sw      \u0, 0(a0)
    sw      \u1, 4(a0)
    sw      \u2, 8(a0)
    sw      \u3, 12(a0)
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
    addi    t6, a2, 16 * 14
    j       .Lencrypt
    function aes192_encrypt_block
    addi    t6, a2, 16 * 12
    j       .Lencrypt
    function aes128_encrypt_block
    addi    t6, a2, 16 * 10
.Lencrypt:
    load_block a2
    j       2f
1:  encrypt_round aes32esmi, 0, t0, t1, t2, t3, a3, a4, a5, a6
2:  encrypt_round aes32esmi, 16, a3, a4, a5, a6, t0, t1, t2, t3
    addi    a2, a2, 32
    bne     a2, t6, 1b
    encrypt_round aes32esi, 0, t0, t1, t2, t3, a3, a4, a5, a6
    store_block t0, t1, t2, t3
    ret
    end_function aes256_encrypt_block
    end_function aes192_encrypt_block
    end_function aes128_encrypt_block

    function aes256_decrypt_block
    addi    t6, a2, 16 * 14
    j       .Ldecrypt
    function aes192_decrypt_block
    addi    t6, a2, 16 * 12
    j       .Ldecrypt
    function aes128_decrypt_block
    addi    t6, a2, 16 * 10
.Ldecrypt:
    load_block t6
    j       2f
1:  decrypt_round aes32dsmi, 0, t0, t1, t2, t3, a3, a4, a5, a6
2:  decrypt_round aes32dsmi, -16, a3, a4, a5, a6, t0, t1, t2, t3
    addi    t6, t6, -32
    bne     t6, a2, 1b
    decrypt_round aes32dsi, 0, t0, t1, t2, t3, a3, a4, a5, a6
    store_block t0, t1, t2, t3
    ret
    end_function aes256_decrypt_block
    end_function aes192_decrypt_block
    end_function aes128_decrypt_block

/*
 * Key schedules. Registers: a0 the last words written   a1 key   t0 round constant, doubled each
 * round until it is t1   t2, t3 scratch   a2-a7, t4, t5 the last Nk words   t6 the caller's ra.
 */

/* \w ^= SubWord(\source). */
    .macro sub_word w, source
    aes32esi \w, \w, \source, 0
    aes32esi \w, \w, \source, 1
    aes32esi \w, \w, \source, 2
    aes32esi \w, \w, \source, 3
    .endm

/* The first four words of a round: a2 ^= SubWord(RotWord(\last)) ^ Rcon, and the chain from it. */
    .macro first_words last
    srli    t2, \last, 8
    slli    t3, \last, 24
    or      t2, t2, t3
    xor     a2, a2, t0
    sub_word a2, t2
    xor     a3, a3, a2
    xor     a4, a4, a3
    xor     a5, a5, a4
    sw      a2, 0(a0)
    sw      a3, 4(a0)
    sw      a4, 8(a0)
    sw      a5, 12(a0)
    slli    t0, t0, 1
    .endm

    .macro load_four_words
    lw      a2, 0(a1)
    lw      a3, 4(a1)
    lw      a4, 8(a1)
    lw      a5, 12(a1)
    sw      a2, 0(a0)
    sw      a3, 4(a0)
    sw      a4, 8(a0)
    sw      a5, 12(a0)
    .endm

    function aes128_expand_encrypt_key
.Lexpand128:
    load_four_words
    li      t0, 0x01
    li      t1, 0x100
1:  addi    a0, a0, 16
    first_words a5
    bne     t0, t1, 1b
    li      t0, 0x1b
    addi    t1, t1, 0x6c - 0x100    // stop after 0x1b and 0x36; negative the second time
    bgtz    t1, 1b
    ret
    end_function aes128_expand_encrypt_key

    function aes192_expand_encrypt_key
.Lexpand192:
    lw      a6, 16(a1)
    lw      a7, 20(a1)
    load_four_words
    li      t0, 0x01
    li      t1, 0x100
    j       2f
1:  xor     a6, a6, a5
    xor     a7, a7, a6
2:  sw      a6, 16(a0)
    sw      a7, 20(a0)
    addi    a0, a0, 24
    first_words a7
    bne     t0, t1, 1b
    ret
    end_function aes192_expand_encrypt_key

    function aes256_expand_encrypt_key
.Lexpand256:
    lw      a6, 16(a1)
    lw      a7, 20(a1)
    lw      t4, 24(a1)
    lw      t5, 28(a1)
    load_four_words
    li      t0, 0x01
    li      t1, 0x80
    j       2f
1:  sub_word a6, a5
    xor     a7, a7, a6
    xor     t4, t4, a7
    xor     t5, t5, t4
2:  sw      a6, 16(a0)
    sw      a7, 20(a0)
    sw      t4, 24(a0)
    sw      t5, 28(a0)
    addi    a0, a0, 32
    first_words t5
    bne     t0, t1, 1b
    ret
    end_function aes256_expand_encrypt_key

/*
 * Decryption keys: the encryption keys, then InvMixColumns of all but the first and last round
 * key, two words at a time: S-box, then the inverse S-box with the inverse mix. The expansions
 * leave a0 at the last round key; t0 walks up to it.
 */
    .macro sub_bytes d, s
    aes32esi \d, zero, \s, 0
    aes32esi \d, \d, \s, 1
    aes32esi \d, \d, \s, 2
    aes32esi \d, \d, \s, 3
    .endm

    .macro inverse_sub_mix d, s
    aes32dsmi \d, zero, \s, 0
    aes32dsmi \d, \d, \s, 1
    aes32dsmi \d, \d, \s, 2
    aes32dsmi \d, \d, \s, 3
    .endm

    function aes256_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand256
    addi    t0, a0, -16 * 13
    j       .Linverse_mix
    function aes192_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand192
    addi    t0, a0, -16 * 11
    j       .Linverse_mix
    function aes128_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand128
    addi    t0, a0, -16 * 9
.Linverse_mix:
    mv      ra, t6
1:  lw      t1, 0(t0)
    lw      t2, 4(t0)
    sub_bytes t3, t1
    sub_bytes t4, t2
    inverse_sub_mix t1, t3
    inverse_sub_mix t2, t4
    sw      t1, 0(t0)
    sw      t2, 4(t0)
    addi    t0, t0, 8
    bne     t0, a0, 1b
    ret
    end_function aes256_expand_decrypt_key
    end_function aes192_expand_decrypt_key
    end_function aes128_expand_decrypt_key
