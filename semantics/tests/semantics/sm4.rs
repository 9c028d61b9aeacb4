//! SM4 against its standard: the S-box as it is printed, and the worked example through the
//! instructions.

use semantics::{
    asm,
    decode::encode,
    isa::Isa,
    machine::{Machine32, Machine64},
    memory::Zeros,
    sm4::SBOX,
    spec::Reg,
};

/// GB/T 32907-2016, section 6.2.1, row by row.
const PRINTED: &str = "
    d6 90 e9 fe cc e1 3d b7 16 b6 14 c2 28 fb 2c 05
    2b 67 9a 76 2a be 04 c3 aa 44 13 26 49 86 06 99
    9c 42 50 f4 91 ef 98 7a 33 54 0b 43 ed cf ac 62
    e4 b3 1c a9 c9 08 e8 95 80 df 94 fa 75 8f 3f a6
    47 07 a7 fc f3 73 17 ba 83 59 3c 19 e6 85 4f a8
    68 6b 81 b2 71 64 da 8b f8 eb 0f 4b 70 56 9d 35
    1e 24 0e 5e 63 58 d1 a2 25 22 7c 3b 01 21 78 87
    d4 00 46 57 9f d3 27 52 4c 36 02 e7 a0 c4 c8 9e
    ea bf 8a d2 40 c7 38 b5 a3 f7 f2 ce f9 61 15 a1
    e0 ae 5d a4 9b 34 1a 55 ad 93 32 30 f5 8c b1 e3
    1d f6 e2 2e 82 66 ca 60 c0 29 23 ab 0d 53 4e 6f
    d5 db 37 45 de fd 8e 2f 03 ff 6a 72 6d 6c 5b 51
    8d 1b af 92 bb dd bc 7f 11 d9 5c 41 1f 10 5a d8
    0a c1 31 88 a5 cd 7b bd 2d 74 d0 12 b8 e5 b4 b0
    89 69 97 4a 0c 96 77 7e 65 b9 f1 09 c5 6e c6 84
    18 f0 7d ec 3a dc 4d 20 79 ee 5f 3e d7 cb 39 48";

#[test]
fn the_sbox_is_the_printed_one() {
    let printed = PRINTED.split_whitespace().map(|entry| u8::from_str_radix(entry, 16).unwrap());
    assert_eq!(printed.collect::<Vec<_>>(), SBOX.data);
}

/// Four instructions, one for each byte, rd = rs1.
fn four(name: &str, xlen: u32, word: u32, operand: u32) -> u32 {
    let isa = Isa::parse(&format!("rv{xlen}i_zksed")).unwrap();
    let register = |v: u32| if xlen == 64 { i64::from(v as i32) as u64 } else { v.into() };
    macro_rules! on {
        ($machine:ident) => {{
            let mut h = $machine::new(0x1000, Zeros);
            h.set_reg(Reg(6), register(word).into());
            h.set_reg(Reg(7), register(operand).into());
            for bs in 0..4 {
                let d = asm::assemble(&format!("{name} x6, x6, x7, {bs}"), xlen).unwrap();
                h.execute(encode(d.insn, &d.operands, xlen).unwrap(), &isa).unwrap();
            }
            h.reg(Reg(6)) as u32
        }};
    }
    if xlen == 32 { on!(Machine32) } else { on!(Machine64) }
}

/// GB/T 32907-2016, Annex A, example 1.
#[test]
fn the_worked_example_comes_out_of_the_instructions() {
    const FK: [u32; 4] = [0xa3b1_bac6, 0x56aa_3350, 0x677d_9197, 0xb270_22dc];
    let block = [0x0123_4567u32, 0x89ab_cdef, 0xfedc_ba98, 0x7654_3210];
    for xlen in [32, 64] {
        // Registers hold what a little-endian load of the standard's bytes gives.
        let mut k = std::array::from_fn(|i| (block[i] ^ FK[i]).swap_bytes());
        let mut x = block.map(u32::swap_bytes);
        for i in 0..32 {
            let ck = u32::from_le_bytes(std::array::from_fn(|j| ((4 * i + j) * 7) as u8));
            let rk = four("sm4ks", xlen, k[0], k[1] ^ k[2] ^ k[3] ^ ck);
            k = [k[1], k[2], k[3], rk];
            let next = four("sm4ed", xlen, x[0], x[1] ^ x[2] ^ x[3] ^ rk);
            x = [x[1], x[2], x[3], next];
        }
        x.reverse();
        let cipher = [0x681e_df34, 0xd206_965e, 0x86b3_e94f, 0x536e_4246];
        assert_eq!(x.map(u32::swap_bytes), cipher, "on RV{xlen}");
    }
}
