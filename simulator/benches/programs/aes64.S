# AES-128 on RV64 with Zkne: expands the key once, then encrypts the block of FIPS-197 appendix C.1 ITERATIONS times.
# Exit code: 0 when the last ciphertext is the one printed there.
    .macro expand number
    aes64ks1i t2, t1, \number
    aes64ks2 t0, t2, t0
    aes64ks2 t1, t0, t1
    sd t0, 16 * (\number + 1)(a1)
    sd t1, 16 * (\number + 1) + 8(a1)
    .endm

    .macro add_key number
    ld t0, 16 * \number(a1)
    ld t1, 16 * \number + 8(a1)
    xor a2, a2, t0
    xor a3, a3, t1
    .endm

    .macro round number
    aes64esm t2, a2, a3
    aes64esm t3, a3, a2
    ld t0, 16 * \number(a1)
    ld t1, 16 * \number + 8(a1)
    xor a2, t2, t0
    xor a3, t3, t1
    .endm

    .globl _start
_start:
    la a1, keys
    ld t0, 0(a1)
    ld t1, 8(a1)
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    expand \number
    .endr
    la a4, plaintext
    la a5, ciphertext
    li a0, ITERATIONS
1:
    ld a2, 0(a4)
    ld a3, 8(a4)
    add_key 0
    .irp number, 1, 2, 3, 4, 5, 6, 7, 8, 9
    round \number
    .endr
    aes64es t2, a2, a3
    aes64es a3, a3, a2
    mv a2, t2
    add_key 10
    sd a2, 0(a5)
    sd a3, 8(a5)
    addi a0, a0, -1
    bnez a0, 1b

    la a4, expected
    ld t0, 0(a4)
    ld t1, 8(a4)
    ld a2, 0(a5)
    ld a3, 8(a5)
    xor t0, t0, a2
    xor t1, t1, a3
    or t0, t0, t1
    snez a0, t0
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
