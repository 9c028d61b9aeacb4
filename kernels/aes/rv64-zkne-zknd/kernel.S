/*
 * AES-128, AES-192 and AES-256 for RV64 with Zkne and Zknd: one block, and the key schedules.
 *
 *   void aesNNN_encrypt_block(uint8_t out[16], const uint8_t in[16], const uint64_t round_keys[]);
 *   void aesNNN_decrypt_block(uint8_t out[16], const uint8_t in[16], const uint64_t round_keys[]);
 *   void aesNNN_expand_encrypt_key(uint64_t round_keys[], const uint8_t key[]);
 *   void aesNNN_expand_decrypt_key(uint64_t round_keys[], const uint8_t key[]);
 *
 * NNN    128, 192, 256: a key of 16, 24, 32 bytes; round_keys of 22, 26, 30 doublewords, each two
 *        words of FIPS 197's w, the earlier one low.
 * Keys   expand_encrypt_key gives w (KeyExpansion, FIPS 197 algorithm 2). expand_decrypt_key gives
 *        dw (KeyExpansionEIC, algorithm 5): w with InvMixColumns applied to words 4 to 4*Nr - 1, in
 *        the order of w. decrypt_block is EqInvCipher (algorithm 4): it needs dw and reads it from
 *        its end to its start.
 * Secret in, key, round_keys and out. Public: the pointers.
 *        No branch and no address depends on a secret; all arithmetic is in Zkt's list.
 * ABI    lp64. Uses a0-a6, t0 and t6, no stack. Pointers are 8-byte aligned. out = in is allowed.
 *
 * Registers of the block functions:
 *   a0 out   a1 in, then round key   a2 round keys   a3, a4 the state: columns 0 and 1, 2 and 3
 *   a5, a6 the state before AddRoundKey   t0 round key
 *
 * Method: the instructions' manual (Zkne, Zknd); Marshall, Newell, Page, Saarinen and Wolf, "The
 * design of scalar AES Instruction Set Extensions for RISC-V", TCHES 2021. The rounds are written
 * out: AES-128 then takes as many instructions as the loads, stores and operations it cannot do
 * without. The longer keys run their two or four more rounds first and join AES-128's.
 */
    .text

    .macro load_keys offset
    ld      a1, \offset(a2)
    ld      t0, \offset+8(a2)
    .endm

    .macro add_keys s0, s1
    xor     a3, \s0, a1
    xor     a4, \s1, t0
    .endm

/* State = \op of the state, ^ the round key at \offset. \op is aes64{es,esm,ds,dsm}. */
    .macro round op, offset
    load_keys \offset
    \op     a5, a3, a4
    \op     a6, a4, a3
    add_keys a5, a6
    .endm

    .macro load_block offset
    ld      a3, 0(a1)
    ld      a4, 8(a1)
    load_keys \offset
    add_keys a3, a4
    .endm

    .macro store_block
    sd      a3, 0(a0)
    sd      a4, 8(a0)
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
    load_block 0
    round   aes64esm, 16
    round   aes64esm, 32
    round   aes64esm, 48
    round   aes64esm, 64
    addi    a2, a2, 64
    j       .Lencrypt
    function aes192_encrypt_block
    load_block 0
    round   aes64esm, 16
    round   aes64esm, 32
    addi    a2, a2, 32
    j       .Lencrypt
    function aes128_encrypt_block
    load_block 0
.Lencrypt:
    round   aes64esm, 16
    round   aes64esm, 32
    round   aes64esm, 48
    round   aes64esm, 64
    round   aes64esm, 80
    round   aes64esm, 96
    round   aes64esm, 112
    round   aes64esm, 128
    round   aes64esm, 144
    round   aes64es, 160
    store_block
    ret
    end_function aes256_encrypt_block
    end_function aes192_encrypt_block
    end_function aes128_encrypt_block

    function aes256_decrypt_block
    load_block 224
    round   aes64dsm, 208
    round   aes64dsm, 192
    round   aes64dsm, 176
    round   aes64dsm, 160
    j       .Ldecrypt
    function aes192_decrypt_block
    load_block 192
    round   aes64dsm, 176
    round   aes64dsm, 160
    j       .Ldecrypt
    function aes128_decrypt_block
    load_block 160
.Ldecrypt:
    round   aes64dsm, 144
    round   aes64dsm, 128
    round   aes64dsm, 112
    round   aes64dsm, 96
    round   aes64dsm, 80
    round   aes64dsm, 64
    round   aes64dsm, 48
    round   aes64dsm, 32
    round   aes64dsm, 16
    round   aes64ds, 0
    store_block
    ret
    end_function aes256_decrypt_block
    end_function aes192_decrypt_block
    end_function aes128_decrypt_block

/*
 * Key schedules. Registers: a0 round keys   a1 key, then scratch   a2-a5 the last Nk words, two in
 * each   t6 the caller's ra. The number of the round is an immediate of aes64ks1i, so the rounds
 * are written out.
 */

/* One round: the first four words, from the last two in \last. They go to \offset. */
    .macro first_words number, last, offset
    aes64ks1i a1, \last, \number
    aes64ks2 a2, a1, a2
    aes64ks2 a3, a2, a3
    sd      a2, \offset(a0)
    sd      a3, \offset+8(a0)
    .endm

    function aes128_expand_encrypt_key
.Lexpand128:
    ld      a2, 0(a1)
    ld      a3, 8(a1)
    sd      a2, 0(a0)
    sd      a3, 8(a0)
    first_words 0, a3, 16
    first_words 1, a3, 32
    first_words 2, a3, 48
    first_words 3, a3, 64
    first_words 4, a3, 80
    first_words 5, a3, 96
    first_words 6, a3, 112
    first_words 7, a3, 128
    first_words 8, a3, 144
    first_words 9, a3, 160
    ret
    end_function aes128_expand_encrypt_key

/* The other two words of AES-192's round, which go to \offset. */
    .macro next_two_words offset
    aes64ks2 a4, a3, a4
    sd      a4, \offset(a0)
    .endm

    function aes192_expand_encrypt_key
.Lexpand192:
    ld      a2, 0(a1)
    ld      a3, 8(a1)
    ld      a4, 16(a1)
    sd      a2, 0(a0)
    sd      a3, 8(a0)
    sd      a4, 16(a0)
    first_words 0, a4, 24
    next_two_words 40
    first_words 1, a4, 48
    next_two_words 64
    first_words 2, a4, 72
    next_two_words 88
    first_words 3, a4, 96
    next_two_words 112
    first_words 4, a4, 120
    next_two_words 136
    first_words 5, a4, 144
    next_two_words 160
    first_words 6, a4, 168
    next_two_words 184
    first_words 7, a4, 192
    ret
    end_function aes192_expand_encrypt_key

/* The other four words of AES-256's round: SubWord without rotation or constant (number 10). */
    .macro next_four_words offset
    aes64ks1i a1, a3, 10
    aes64ks2 a4, a1, a4
    aes64ks2 a5, a4, a5
    sd      a4, \offset(a0)
    sd      a5, \offset+8(a0)
    .endm

    function aes256_expand_encrypt_key
.Lexpand256:
    ld      a2, 0(a1)
    ld      a3, 8(a1)
    ld      a4, 16(a1)
    ld      a5, 24(a1)
    sd      a2, 0(a0)
    sd      a3, 8(a0)
    sd      a4, 16(a0)
    sd      a5, 24(a0)
    first_words 0, a5, 32
    next_four_words 48
    first_words 1, a5, 64
    next_four_words 80
    first_words 2, a5, 96
    next_four_words 112
    first_words 3, a5, 128
    next_four_words 144
    first_words 4, a5, 160
    next_four_words 176
    first_words 5, a5, 192
    next_four_words 208
    first_words 6, a5, 224
    ret
    end_function aes256_expand_encrypt_key

/*
 * Decryption keys: the encryption keys, then InvMixColumns of all but the first and last round
 * key. The expansions leave a0 as it was; it walks up to a1, the last round key.
 */
    function aes256_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand256
    addi    a1, a0, 16 * 13
    j       .Linverse_mix
    function aes192_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand192
    addi    a1, a0, 16 * 11
    j       .Linverse_mix
    function aes128_expand_decrypt_key
    mv      t6, ra
    jal     .Lexpand128
    addi    a1, a0, 16 * 9
.Linverse_mix:
    mv      ra, t6
1:  ld      a2, 16(a0)
    ld      a3, 24(a0)
    aes64im a2, a2
    aes64im a3, a3
    sd      a2, 16(a0)
    sd      a3, 24(a0)
    addi    a0, a0, 16
    bne     a0, a1, 1b
    ret
    end_function aes256_expand_decrypt_key
    end_function aes192_expand_decrypt_key
    end_function aes128_expand_decrypt_key
