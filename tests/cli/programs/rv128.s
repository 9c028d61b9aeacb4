# What only RV128 can run: 128-bit loads, adds, shifts, multiplication, division and stores.
#
# The assembler knows no RV128: instructions and shift amounts that RV64 lacks are written as
# `.insn`, the others by their names (the words are the same).

        .macro  lq rd, offset, rs1
        .insn   i 0x0f, 2, \rd, \rs1, \offset
        .endm
        .macro  ldu rd, offset, rs1
        .insn   i 0x03, 7, \rd, \rs1, \offset
        .endm
        .macro  sq rs2, offset, rs1
        .insn   s 0x23, 4, \rs2, \offset(\rs1)
        .endm
        .macro  slli128 rd, rs1, shamt
        .insn   i 0x13, 1, \rd, \rs1, \shamt
        .endm
        .macro  srai128 rd, rs1, shamt
        .insn   i 0x13, 5, \rd, \rs1, 0x400 + \shamt
        .endm
        .macro  addd rd, rs1, rs2
        .insn   r 0x7b, 0, 0, \rd, \rs1, \rs2
        .endm
        .macro  muld rd, rs1, rs2
        .insn   r 0x7b, 0, 1, \rd, \rs1, \rs2
        .endm

        .globl  _start, tohost, begin_signature, end_signature
_start: la      t0, operands
        la      t1, begin_signature
        lq      a0, 0, t0
        lq      a1, 16, t0

        add     a2, a0, a1
        sq      a2, 0, t1
        sub     a2, a0, a1
        sq      a2, 16, t1
        mul     a2, a0, a1
        sq      a2, 32, t1
        mulhu   a2, a0, a1
        sq      a2, 48, t1
        divu    a2, a0, a1
        sq      a2, 64, t1
        remu    a2, a0, a1
        sq      a2, 80, t1
        slli128 a2, a0, 72
        sq      a2, 96, t1
        srai128 a2, a0, 65
        sq      a2, 112, t1
        li      a3, 100
        srl     a2, a0, a3
        sq      a2, 128, t1
        addd    a2, a0, a1
        sq      a2, 144, t1
        addw    a2, a0, a1
        sq      a2, 160, t1
        muld    a2, a0, a1
        sq      a2, 176, t1
        ldu     a2, 8, t0
        sq      a2, 192, t1

        # The factorial of 34 is the largest below 2^128.
        li      a2, 1
        li      a3, 34
1:      mul     a2, a2, a3
        addi    a3, a3, -1
        bnez    a3, 1b
        sq      a2, 208, t1

        la      t1, tohost
        li      t2, 1
        sd      t2, 0(t1)
2:      j       2b

        .data
        .balign 16
operands:
        .dword  0xfedcba9876543210, 0x8123456789abcdef
        .dword  0xf0e1d2c3b4a59687, 0x0000000000000123
tohost: .dword  0
        .balign 16
begin_signature:
        .zero   224
end_signature:
