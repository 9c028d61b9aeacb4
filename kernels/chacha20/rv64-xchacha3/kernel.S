/*
 * ChaCha20 for RV64 with the third of the ChaCha sets (Xchacha3): the block function and encryption.
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
 *         arithmetic is in Zkt's list, or of the set, which is to be like it.
 * ABI     lp64. Uses a0-a7 and t0-t6, no stack. Pointers are 8-byte aligned.
 *
 * Registers, the first word in the low half:
 *   a2 a01, a3 a23, a4 b01, a5 b23, a6 c01, a7 c23, t0 d01, t1 d23   t2, t3 b12, b30
 *   t4, t5 d30, d12   t6 the double rounds that remain, then scratch
 *
 * Method: Marshall, Page and Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 3.
 * A register holds two words, so an instruction serves two quarter rounds. For the diagonal round
 * words of b and d move to their neighbours (chacha.packlh), c01 and c23 change places, a stays.
 * Encryption has the state and a block of the key stream on the stack, in 160 bytes that are not cleared.
 */
    .text

/* Not in the assembler: words of the set, in opcode custom-0. */
    .macro chacha_add rd, rs1, rs2
    .insn r 0x0b, 7, 0x18, \rd, \rs1, \rs2
    .endm

/* (rs1 ^ rs2) <<< 16, 12, 8, 7 for \line 1 to 4. */
    .macro chacha_xor rd, rs1, rs2, line
    .insn r 0x0b, 7, 0x18 + \line, \rd, \rs1, \rs2
    .endm

/* The high word of \rs1 below the low word of \rs2. */
    .macro chacha_packlh rd, rs1, rs2
    .insn r 0x0b, 7, 7, \rd, \rs1, \rs2
    .endm

/* Two times two quarter rounds. */
    .macro quarter_rounds a, b, c, d, e, f, g, h
    chacha_add \a, \a, \b
    chacha_add \e, \e, \f
    chacha_xor \d, \d, \a, 1
    chacha_xor \h, \h, \e, 1
    chacha_add \c, \c, \d
    chacha_add \g, \g, \h
    chacha_xor \b, \b, \c, 2
    chacha_xor \f, \f, \g, 2
    chacha_add \a, \a, \b
    chacha_add \e, \e, \f
    chacha_xor \d, \d, \a, 3
    chacha_xor \h, \h, \e, 3
    chacha_add \c, \c, \d
    chacha_add \g, \g, \h
    chacha_xor \b, \b, \c, 4
    chacha_xor \f, \f, \g, 4
    .endm

/* Applies \do to every pair of words and its place in the state. */
    .macro pairs do
    \do     a2, 0
    \do     a3, 8
    \do     a4, 16
    \do     a5, 24
    \do     a6, 32
    \do     a7, 40
    \do     t0, 48
    \do     t1, 56
    .endm

    .macro load_pair pair, at
    ld      \pair, \at(a1)
    .endm

/* out is written behind what is read of the state, so the two may be one buffer. */
    .macro store_sum pair, at
    ld      t6, \at(a1)
    chacha_add \pair, \pair, t6
    sd      \pair, \at(a0)
    .endm

    .globl  chacha20_block
    .type   chacha20_block, @function
    .balign 4
chacha20_block:
    pairs   load_pair
    li      t6, 10
1:  quarter_rounds a2, a4, a6, t0, a3, a5, a7, t1
    chacha_packlh t2, a4, a5
    chacha_packlh t3, a5, a4
    chacha_packlh t4, t1, t0
    chacha_packlh t5, t0, t1
    quarter_rounds a2, t2, a7, t4, a3, t3, a6, t5
    chacha_packlh a4, t3, t2
    chacha_packlh a5, t2, t3
    chacha_packlh t0, t4, t5
    chacha_packlh t1, t5, t4
    addi    t6, t6, -1
    bnez    t6, 1b
    pairs   store_sum
    ret
    .size   chacha20_block, . - chacha20_block

    .macro save register, place
    sd      \register, \place
    .endm

    .macro restore register, place
    ld      \register, \place
    .endm

    .equ    SLOT, 8
    .equ    STEP, 8
    .include "../stream.S"
