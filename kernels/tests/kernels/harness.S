/*
 * Runs kernel functions under user-mode QEMU and watches the registers that they must keep.
 * Assembled with --defsym XLEN=32 or 64. Loops until its standard input ends:
 *   reads   a request: the function's address, a0 to a7 (XLEN bits each), the arena's bytes;
 *   writes  a word of XLEN bits: bit n is set if kept register n (the order of `kept`) or sp (bit
 *           14) was changed, and the arena's bytes as the function left them.
 */
    .equ    ARENA_BYTES, 2048
    .equ    WORD, XLEN / 8
    .equ    SYS_READ, 63
    .equ    SYS_WRITE, 64
    .equ    SYS_EXIT, 93

    .macro load d, offset, base
    .if XLEN == 64
    ld      \d, \offset(\base)
    .else
    lw      \d, \offset(\base)
    .endif
    .endm

    .macro store s, offset, base
    .if XLEN == 64
    sd      \s, \offset(\base)
    .else
    sw      \s, \offset(\base)
    .endif
    .endm

/* Applies \do to every register that a function keeps, with its number. */
    .macro kept do
    \do     s0, 0
    \do     s1, 1
    \do     s2, 2
    \do     s3, 3
    \do     s4, 4
    \do     s5, 5
    \do     s6, 6
    \do     s7, 7
    \do     s8, 8
    \do     s9, 9
    \do     s10, 10
    \do     s11, 11
    \do     gp, 12
    \do     tp, 13
    .endm

    .macro plant register, number
    li      \register, 0x5a5a1000 + \number
    .endm

    .macro check register, number
    li      t1, 0x5a5a1000 + \number
    xor     t1, t1, \register
    snez    t1, t1
    slli    t1, t1, \number
    or      t0, t0, t1
    .endm

/* Moves all \bytes at \buffer through the system call; a shorter transfer is continued. */
    .macro transfer call, descriptor, buffer, bytes
    lla     s0, \buffer
    li      s1, \bytes
1:  li      a0, \descriptor
    mv      a1, s0
    mv      a2, s1
    li      a7, \call
    ecall
    blez    a0, finish
    add     s0, s0, a0
    sub     s1, s1, a0
    bnez    s1, 1b
    .endm

    .text
    .globl  _start
_start:
    transfer SYS_READ, 0, request, 9 * WORD + ARENA_BYTES
    lla     t0, own_sp
    store   sp, 0, t0
    kept plant
    // What a function may not rely on.
    li      t2, 0x7e57ab1e
    mv      t3, t2
    mv      t4, t2
    mv      t5, t2
    mv      t6, t2
    lla     t0, request
    load    t1, 0, t0
    load    a0, 1 * WORD, t0
    load    a1, 2 * WORD, t0
    load    a2, 3 * WORD, t0
    load    a3, 4 * WORD, t0
    load    a4, 5 * WORD, t0
    load    a5, 6 * WORD, t0
    load    a6, 7 * WORD, t0
    load    a7, 8 * WORD, t0
    jalr    t1
    li      t0, 0
    kept check
    lla     t1, own_sp
    load    t1, 0, t1
    xor     t2, t1, sp
    mv      sp, t1
    snez    t2, t2
    slli    t2, t2, 14
    or      t0, t0, t2
    // The answer is the last word of the request and the arena behind it.
    lla     t1, answer
    store   t0, 0, t1
    transfer SYS_WRITE, 1, answer, WORD + ARENA_BYTES
    j       _start

finish:
    // The end of the input is 0, an error is negative.
    neg     a0, a0
    li      a7, SYS_EXIT
    ecall

    .data
    .balign 16
    .globl  arena
own_sp:
    .zero   16
    // Ends where the arena starts, so that a request is read and an answer written in one piece.
    .zero   (16 - (9 * WORD) % 16) % 16
request:
    .zero   8 * WORD
answer:
    .zero   WORD
arena:
    .zero   ARENA_BYTES
