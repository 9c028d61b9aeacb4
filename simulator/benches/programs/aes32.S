# AES-128 on RV32 with Zkne: expands the key once, then encrypts the block of FIPS-197 appendix C.1 ITERATIONS times.
# Exit code: 0 when the last ciphertext is the one printed there.
    .macro expand number, constant
    srli t0, s3, 8
    slli t1, s3, 24
    or t0, t0, t1
    aes32esi s0, s0, t0, 0
    aes32esi s0, s0, t0, 1
    aes32esi s0, s0, t0, 2
    aes32esi s0, s0, t0, 3
    xori s0, s0, \constant
    xor s1, s1, s0
    xor s2, s2, s1
    xor s3, s3, s2
    sw s0, 16 * \number(a1)
    sw s1, 16 * \number + 4(a1)
    sw s2, 16 * \number + 8(a1)
    sw s3, 16 * \number + 12(a1)
    .endm

    .macro column op, to, offset, a, b, c, d
    lw \to, \offset(a1)
    \op \to, \to, \a, 0
    \op \to, \to, \b, 1
    \op \to, \to, \c, 2
    \op \to, \to, \d, 3
    .endm

    # s0..s3 to t0..t3
    .macro there op, number
    column \op, t0, 16 * \number, s0, s1, s2, s3
    column \op, t1, 16 * \number + 4, s1, s2, s3, s0
    column \op, t2, 16 * \number + 8, s2, s3, s0, s1
    column \op, t3, 16 * \number + 12, s3, s0, s1, s2
    .endm

    # t0..t3 to s0..s3
    .macro back op, number
    column \op, s0, 16 * \number, t0, t1, t2, t3
    column \op, s1, 16 * \number + 4, t1, t2, t3, t0
    column \op, s2, 16 * \number + 8, t2, t3, t0, t1
    column \op, s3, 16 * \number + 12, t3, t0, t1, t2
    .endm

    .macro first register, offset
    lw \register, \offset(a4)
    lw t0, \offset(a1)
    xor \register, \register, t0
    .endm

    .macro check register, offset
    lw t0, \offset(a4)
    lw t1, \offset(a5)
    xor t0, t0, t1
    or \register, \register, t0
    .endm

    .globl _start
_start:
    la a1, keys
    lw s0, 0(a1)
    lw s1, 4(a1)
    lw s2, 8(a1)
    lw s3, 12(a1)
    expand 1, 0x01
    expand 2, 0x02
    expand 3, 0x04
    expand 4, 0x08
    expand 5, 0x10
    expand 6, 0x20
    expand 7, 0x40
    expand 8, 0x80
    expand 9, 0x1b
    expand 10, 0x36
    la a4, plaintext
    la a5, ciphertext
    li a0, ITERATIONS
1:
    first s0, 0
    first s1, 4
    first s2, 8
    first s3, 12
    there aes32esmi, 1
    back aes32esmi, 2
    there aes32esmi, 3
    back aes32esmi, 4
    there aes32esmi, 5
    back aes32esmi, 6
    there aes32esmi, 7
    back aes32esmi, 8
    there aes32esmi, 9
    back aes32esi, 10
    sw s0, 0(a5)
    sw s1, 4(a5)
    sw s2, 8(a5)
    sw s3, 12(a5)
    addi a0, a0, -1
    bnez a0, 1b

    la a4, expected
    li a0, 0
    check a0, 0
    check a0, 4
    check a0, 8
    check a0, 12
    snez a0, a0
    li a7, 93
    ecall

    .data
    .balign 16
plaintext:
    .byte 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff
expected:
    .byte 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a
ciphertext:
    .zero 16
keys:
    .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .zero 160
