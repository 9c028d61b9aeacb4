# Arithmetic and logic in registers: 14 instructions a turn, most of them in one dependent chain. Both widths assemble it.
# Exit code: seven bits of the result.
    .globl _start
_start:
    li a0, ITERATIONS
    li a1, 0x12345
    li a2, 0
    li a3, 0
    li a4, 0
1:
    add a1, a1, a0
    slli t0, a1, 13
    xor a1, a1, t0
    srli t0, a1, 7
    xor a1, a1, t0
    slli t0, a1, 17
    xor a1, a1, t0
    sub a2, a2, a1
    and t1, a1, a2
    or a3, a3, t1
    sltu t2, a1, a2
    add a4, a4, t2
    addi a0, a0, -1
    bnez a0, 1b

    xor a0, a2, a4
    andi a0, a0, 127
    li a7, 93
    ecall
