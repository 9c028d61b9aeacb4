//! Encodings, as an assembler has them.

use super::*;

fn place(base: Host, at: i32) -> Place {
    Place { base, at }
}

#[test]
fn encodings_are_those_of_the_assembler() {
    let r = Host;
    type Case<'a> = (&'a dyn Fn(&mut Asm), &'a [u8]);
    let cases: &[Case] = &[
        // add rbx, [rdi - 128]
        (&|a| a.alu(Alu::Add, Width::W64, RBX, place(RDI, -128)), &[0x48, 0x03, 0x5f, 0x80]),
        // mov r12d, [r13 + 256]
        (&|a| a.mov(Width::W32, r(12), place(r(13), 256)), &[0x45, 0x8b, 0xa5, 0, 1, 0, 0]),
        // mov qword [rsi + 8], 5
        (&|a| a.store_constant(place(RSI, 8), 5), &[0x48, 0xc7, 0x46, 8, 5, 0, 0, 0]),
        // movsxd rax, r9d
        (&|a| a.extend(Extend::Sign32, RAX, r(9)), &[0x49, 0x63, 0xc1]),
        // movzx esi, sil
        (&|a| a.extend(Extend::Zero8, RSI, RSI), &[0x40, 0x0f, 0xb6, 0xf6]),
        // mov [rdx + 3], bpl
        (&|a| a.store(1, place(RDX, 3), RBP), &[0x40, 0x88, 0x6a, 3]),
        // ror r8d, 7
        (&|a| a.shift(Shift::Ror, Width::W32, r(8), 7), &[0x41, 0xc1, 0xc8, 7]),
        // lea rdx, [rbp + 8 * r13]
        (&|a| a.lea_scaled(RDX, RBP, r(13), 3), &[0x4a, 0x8d, 0x54, 0xed, 0]),
        // setb dl; movzx edx, dl
        (&|a| a.set(Condition::Below, RDX), &[0x0f, 0x92, 0xc2, 0x0f, 0xb6, 0xd2]),
        // aesenc xmm0, xmm1
        (&|a| a.vector(Vector::EncryptRound, 0, 1), &[0x66, 0x0f, 0x38, 0xdc, 0xc1]),
        // pinsrq xmm0, r10, 1
        (&|a| a.vector_insert_high(0, r(10).into()), &[0x66, 0x49, 0x0f, 0x3a, 0x22, 0xc2, 1]),
        // pextrq r11, xmm0, 1
        (&|a| a.vector_high_to(r(11), 0), &[0x66, 0x49, 0x0f, 0x3a, 0x16, 0xc3, 1]),
        // aeskeygenassist xmm0, xmm0, 27
        (&|a| a.vector_key_assist(0, 0, 27), &[0x66, 0x0f, 0x3a, 0xdf, 0xc0, 27]),
        // mov edx, [rdx + 4 * rcx]
        (&|a| a.load_scaled(Scaled::Word, RDX, RDX, RCX), &[0x8b, 0x14, 0x8a]),
        // jmp [rsi + 16]
        (&|a| a.jump_through(place(RSI, 16)), &[0xff, 0x66, 16]),
        // cmove r14, rcx
        (&|a| a.move_if(Condition::Equal, Width::W64, r(14), RCX), &[0x4c, 0x0f, 0x44, 0xf1]),
        // mul r15
        (&|a| a.multiply_wide(false, Width::W64, r(15)), &[0x49, 0xf7, 0xe7]),
        // mov r9, 0x123456789abcdef0; mov r9d, 0x80000000; mov r9, -2
        (
            &|a| a.constant(r(9), 0x1234_5678_9abc_def0),
            &[0x49, 0xb9, 0xf0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12],
        ),
        (&|a| a.constant(r(9), 0x8000_0000), &[0x41, 0xb9, 0, 0, 0, 0x80]),
        (&|a| a.constant(r(9), -2), &[0x49, 0xc7, 0xc1, 0xfe, 0xff, 0xff, 0xff]),
        // bswap r12
        (&|a| a.swap_bytes(Width::W64, r(12)), &[0x49, 0x0f, 0xcc]),
        // sub qword [rsi + 512], 300
        (
            &|a| a.alu_constant(Alu::Sub, Width::W64, place(RSI, 512), 300),
            &[0x48, 0x81, 0xae, 0, 2, 0, 0, 0x2c, 1, 0, 0],
        ),
    ];
    for (number, (make, bytes)) in cases.iter().enumerate() {
        let mut asm = Asm::default();
        make(&mut asm);
        assert_eq!(asm.code, *bytes, "case {number}");
    }
}
