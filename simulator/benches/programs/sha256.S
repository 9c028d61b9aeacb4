# SHA-256 (FIPS 180-4, section 6.2.2) on both widths, with Zknh when ZKNH is 1: compresses the block of "abc" (appendix B.1
# of FIPS 180-2) ITERATIONS times, each time from the initial value.
# Exit code: 0 when the last digest is the one printed there.
#
# a0: turns left; a1: constants; a2: state; a3: block. t0, t1, t2: temporary. The 16 words of the schedule and the eight
# working variables stay in the other registers, which the unrolled rounds rename.
    .if WIDE
    .macro add32 rd, rs1, rs2
    addw \rd, \rs1, \rs2
    .endm
    .macro sll32 rd, rs1, amount
    slliw \rd, \rs1, \amount
    .endm
    .macro srl32 rd, rs1, amount
    srliw \rd, \rs1, \amount
    .endm
    .else
    .macro add32 rd, rs1, rs2
    add \rd, \rs1, \rs2
    .endm
    .macro sll32 rd, rs1, amount
    slli \rd, \rs1, \amount
    .endm
    .macro srl32 rd, rs1, amount
    srli \rd, \rs1, \amount
    .endm
    .endif

    # rd ^= rs rotated right by amount
    .macro rotated rd, rs, amount
    srl32 t1, \rs, \amount
    sll32 t2, \rs, (32 - \amount)
    or t1, t1, t2
    xor \rd, \rd, t1
    .endm

    # t0 = a sum of three rotations
    .macro sum name, rs, first, second, third
    .if ZKNH
    sha256\name t0, \rs
    .else
    srl32 t0, \rs, \first
    sll32 t1, \rs, (32 - \first)
    or t0, t0, t1
    rotated t0, \rs, \second
    rotated t0, \rs, \third
    .endif
    .endm

    # t0 = two rotations and a shift
    .macro sigma name, rs, first, second, shift
    .if ZKNH
    sha256\name t0, \rs
    .else
    srl32 t0, \rs, \shift
    rotated t0, \rs, \first
    rotated t0, \rs, \second
    .endif
    .endm

    # One round: h becomes the new a, d the new e.
    .macro round number, a, b, c, d, e, f, g, h, w
    sum sum1, \e, 6, 11, 25
    add32 \h, \h, t0
    lw t0, 4 * (\number)(a1)
    add32 \h, \h, \w
    add32 \h, \h, t0
    xor t0, \f, \g
    and t0, t0, \e
    xor t0, t0, \g
    add32 \h, \h, t0
    add32 \d, \d, \h
    sum sum0, \a, 2, 13, 22
    add32 \h, \h, t0
    or t0, \a, \b
    and t1, \a, \b
    and t0, t0, \c
    or t0, t0, t1
    add32 \h, \h, t0
    .endm

    # w = the word sixteen places later
    .macro extend w, w1, w9, w14
    sigma sig0, \w1, 7, 18, 3
    add32 \w, \w, t0
    add32 \w, \w, \w9
    sigma sig1, \w14, 17, 19, 10
    add32 \w, \w, t0
    .endm

    .macro eight number, w0, w1, w2, w3, w4, w5, w6, w7
    round \number + 0, s0, s1, s2, s3, s4, s5, s6, s7, \w0
    round \number + 1, s7, s0, s1, s2, s3, s4, s5, s6, \w1
    round \number + 2, s6, s7, s0, s1, s2, s3, s4, s5, \w2
    round \number + 3, s5, s6, s7, s0, s1, s2, s3, s4, \w3
    round \number + 4, s4, s5, s6, s7, s0, s1, s2, s3, \w4
    round \number + 5, s3, s4, s5, s6, s7, s0, s1, s2, \w5
    round \number + 6, s2, s3, s4, s5, s6, s7, s0, s1, \w6
    round \number + 7, s1, s2, s3, s4, s5, s6, s7, s0, \w7
    .endm

    .macro sixteen number
    eight \number, s8, s9, s10, s11, t3, t4, t5, t6
    eight \number + 8, ra, sp, gp, tp, a4, a5, a6, a7
    .endm

    .macro schedule
    extend s8, s9, sp, a6
    extend s9, s10, gp, a7
    extend s10, s11, tp, s8
    extend s11, t3, a4, s9
    extend t3, t4, a5, s10
    extend t4, t5, a6, s11
    extend t5, t6, a7, t3
    extend t6, ra, s8, t4
    extend ra, sp, s9, t5
    extend sp, gp, s10, t6
    extend gp, tp, s11, ra
    extend tp, a4, t3, sp
    extend a4, a5, t4, gp
    extend a5, a6, t5, tp
    extend a6, a7, t6, a4
    extend a7, s8, ra, a5
    .endm

    .macro add_state register, offset
    lw t0, \offset(a2)
    add32 \register, \register, t0
    sw \register, (32 + \offset)(a2)
    .endm

    .macro check offset
    lw t0, 32 + \offset(a2)
    lw t1, 64 + \offset(a2)
    xor t0, t0, t1
    or a0, a0, t0
    .endm

    .globl _start
_start:
    la a1, constants
    la a2, state
    la a3, block
    li a0, ITERATIONS
1:
    lw s8, 0(a3)
    lw s9, 4(a3)
    lw s10, 8(a3)
    lw s11, 12(a3)
    lw t3, 16(a3)
    lw t4, 20(a3)
    lw t5, 24(a3)
    lw t6, 28(a3)
    lw ra, 32(a3)
    lw sp, 36(a3)
    lw gp, 40(a3)
    lw tp, 44(a3)
    lw a4, 48(a3)
    lw a5, 52(a3)
    lw a6, 56(a3)
    lw a7, 60(a3)
    lw s0, 0(a2)
    lw s1, 4(a2)
    lw s2, 8(a2)
    lw s3, 12(a2)
    lw s4, 16(a2)
    lw s5, 20(a2)
    lw s6, 24(a2)
    lw s7, 28(a2)
    sixteen 0
    schedule
    sixteen 16
    schedule
    sixteen 32
    schedule
    sixteen 48
    add_state s0, 0
    add_state s1, 4
    add_state s2, 8
    add_state s3, 12
    add_state s4, 16
    add_state s5, 20
    add_state s6, 24
    add_state s7, 28
    addi a0, a0, -1
    beqz a0, 2f
    j 1b
2:
    check 0
    check 4
    check 8
    check 12
    check 16
    check 20
    check 24
    check 28
    snez a0, a0
    li a7, 93
    ecall

    .data
    .balign 16
constants:
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
state:
    .word 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    .zero 32
    .word 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad
block:
    .word 0x61626380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24
