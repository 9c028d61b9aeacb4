/*
 * ChaCha20 for RV64 with the first of the ChaCha sets (Xchacha1) and the packs of the third
 * (Xchacha3): the block function and encryption.
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
 *         arithmetic is in Zkt's list, or of the sets, which are to be like it.
 * ABI     lp64. Uses a0-a7 and t0-t6, no stack. Pointers are 8-byte aligned.
 *
 * Registers, in a double round:
 *   t2, t4, t0, t1 words a (high) and d (low) of column 0 to 3   a2 one of them after the first half
 *   t3, t5, a6, a7 words b (high) and c (low) of column 0 to 3   a4 one of them after the first half
 *   t6 the double rounds that remain, then scratch
 *
 * Method: Marshall, Page and Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 1.
 * A quarter round is two instructions on a beside d and b beside c. Between column and diagonal rounds
 * the lower words move to other registers; the order of the packs leaves one register free each time.
 * Encryption has the state and a block of the key stream on the stack, in 160 bytes that are not cleared.
 */
    .text

/* Not in the assembler: words of the sets, in opcode custom-0. */
    .macro chacha_ad rd, rs1, rs2
    .insn r 0x0b, 7, 0, \rd, \rs1, \rs2
    .endm

    .macro chacha_bc rd, rs1, rs2
    .insn r 0x0b, 7, 1, \rd, \rs1, \rs2
    .endm

    .macro chacha_add rd, rs1, rs2
    .insn r 0x0b, 7, 0x18, \rd, \rs1, \rs2
    .endm

/* \rd = the low words of \rs2 and \rs1, the high ones, or the high one of \rs2 over the low one of
   \rs1. */
    .macro chacha_packll rd, rs1, rs2
    .insn r 0x0b, 7, 4, \rd, \rs1, \rs2
    .endm

    .macro chacha_packhh rd, rs1, rs2
    .insn r 0x0b, 7, 5, \rd, \rs1, \rs2
    .endm

    .macro chacha_packhl rd, rs1, rs2
    .insn r 0x0b, 7, 6, \rd, \rs1, \rs2
    .endm

    .macro quarter_round ad, bc
    chacha_ad \ad, \ad, \bc
    chacha_bc \bc, \ad, \bc
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
    // From pairs of neighbours to a beside d, b beside c.
    chacha_packll t2, t0, a2
    chacha_packhh t4, t0, a2
    chacha_packll t0, t1, a3
    chacha_packhh t1, t1, a3
    chacha_packll t3, a6, a4
    chacha_packhh t5, a6, a4
    chacha_packll a6, a7, a5
    chacha_packhh a7, a7, a5
    li      t6, 10
1:  quarter_round t2, t3
    quarter_round t4, t5
    quarter_round t0, a6
    quarter_round t1, a7
    chacha_packhl a2, t1, t2
    chacha_packhl t1, t0, t1
    chacha_packhl t0, t4, t0
    chacha_packhl t4, t2, t4
    chacha_packhl a4, a6, t5
    chacha_packhl a6, a7, a6
    chacha_packhl a7, t3, a7
    chacha_packhl t5, t5, t3
    quarter_round a2, a4
    quarter_round t4, a6
    quarter_round t0, a7
    quarter_round t1, t5
    chacha_packhl t2, t4, a2
    chacha_packhl t4, t0, t4
    chacha_packhl t0, t1, t0
    chacha_packhl t1, a2, t1
    chacha_packhl t3, a7, t5
    chacha_packhl t5, t5, a4
    chacha_packhl a7, a6, a7
    chacha_packhl a6, a4, a6
    addi    t6, t6, -1
    bnez    t6, 1b
    // And back.
    chacha_packhh a2, t2, t4
    chacha_packhh a3, t0, t1
    chacha_packll t1, t0, t1
    chacha_packll t0, t2, t4
    chacha_packhh a4, t3, t5
    chacha_packhh a5, a6, a7
    chacha_packll a7, a6, a7
    chacha_packll a6, t3, t5
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
