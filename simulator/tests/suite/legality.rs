//! Which words are instructions.

use simulator::{Cause, Config, Extensions, Xlen};

use super::common::{BOTH, CODE, config, i_type, machine, r_type, trap_of};

#[test]
fn hints_and_every_fence_retire_and_x0_stays_zero() {
    // addi x0, x0, 5; lui x0, 1; add x0, x1, x1; mul x0, x1, x1; fence with all bits, fence.tso, pause, reserved fm
    let words = [
        0x0050_0013,
        0x0000_1037,
        0x0010_8033,
        0x0210_8033,
        0xffff_8f8f,
        0x8330_000f,
        0x0100_000f,
        0x7000_000f,
    ];
    for xlen in BOTH {
        let mut sim = machine(config(xlen), &words);
        sim.set_x(1, 3);
        assert_eq!(sim.run(words.len() as u64), simulator::Stop::Limit);
        assert_eq!((sim.x(0), sim.x(1), sim.instructions()), (0, 3, words.len() as u64));
    }
}

#[test]
fn illegal_words_stay_illegal() {
    let everywhere = [
        0x0000_0000, // all zeros
        0xffff_ffff, // all ones
        0x1800_2573, // csrrs a0, satp, x0
        0xc000_1573, // csrrw a0, cycle, x0
        0x0150_2573, // csrrs a0, seed, x0
        0x1020_0073, // sret
        0x1200_0073, // sfence.vma
        0x1010_a52f, // lr.w with rs2
        0x0010_00f3, // ebreak with rd = 1
        0x0000_00f3, // ecall with rd = 1
        0x0020_0073, // ecall's neighbour
        0x0000_2063, // branch funct3 2
        0x0000_7003, // load funct3 7
        0x0000_4023, // store funct3 4
        0x0000_1067, // jalr funct3 1
        0x4000_1033, // sll with funct7 of sra
        0x0400_0033, // add with a reserved funct7
    ];
    let rv32 = [0x0205_1013, 0x0000_003b, 0x0000_001b, 0x0000_3003, 0x0000_6003, 0x0000_3023];
    let rv64 = [0x0200_101b, 0x0200_501b, 0x0200_103b, 0x2200_0033];
    for (xlen, own) in [(Xlen::Rv32, &rv32[..]), (Xlen::Rv64, &rv64[..])] {
        for &word in everywhere.iter().chain(own) {
            let mut sim = machine(config(xlen), &[word]);
            assert_eq!(
                trap_of(&mut sim),
                (Cause::IllegalInstruction, CODE, u64::from(word)),
                "{xlen:?} {word:08x}"
            );
        }
    }
}

#[test]
fn extensions_are_independent() {
    const OFF: Extensions = Extensions::BASE;
    let m = Extensions { m: true, ..OFF };
    let zmmul = Extensions { zmmul: true, ..OFF };
    let zkne = Extensions { zkne: true, ..OFF };
    let zknd = Extensions { zknd: true, ..OFF };
    let op = |funct7| r_type(0x33, 0, funct7, 5, 6, 7);
    let ks1i = |rnum| i_type(0x13, 1, 5, 6, 0x310 | rnum);
    let aes64im = i_type(0x13, 1, 5, 6, 0x300);
    let cases: [(Xlen, u32, &[Extensions]); 14] = [
        (Xlen::Rv32, op(0), &[OFF, m, zkne, zknd]),
        (Xlen::Rv32, op(1), &[m, zmmul]),
        (Xlen::Rv64, r_type(0x3b, 5, 1, 5, 6, 7), &[m]),
        (Xlen::Rv32, op(0x11), &[zkne]),
        (Xlen::Rv32, op(0x73), &[zkne]),
        (Xlen::Rv32, op(0x35), &[zknd]),
        (Xlen::Rv32, op(0x57), &[zknd]),
        (Xlen::Rv64, op(0x19), &[zkne]),
        (Xlen::Rv64, op(0x1b), &[zkne]),
        (Xlen::Rv64, op(0x1d), &[zknd]),
        (Xlen::Rv64, op(0x1f), &[zknd]),
        (Xlen::Rv64, aes64im, &[zknd]),
        (Xlen::Rv64, op(0x3f), &[zkne, zknd]),
        (Xlen::Rv64, ks1i(10), &[zkne, zknd]),
    ];
    for (xlen, word, legal) in cases {
        for extensions in [OFF, m, zkne, zknd] {
            let mut sim = machine(Config { extensions, ..config(xlen) }, &[word]);
            assert_eq!(
                sim.step().is_ok(),
                legal.contains(&extensions),
                "{xlen:?} {word:08x} {extensions:?}"
            );
        }
        let other = if xlen == Xlen::Rv32 { Xlen::Rv64 } else { Xlen::Rv32 };
        let everywhere = word == op(0) || word == op(1);
        assert_eq!(machine(config(other), &[word]).step().is_ok(), everywhere, "{word:08x}");
    }
    for rnum in 0..16 {
        let mut sim = machine(config(Xlen::Rv64), &[ks1i(rnum)]);
        assert_eq!(sim.step().is_ok(), rnum <= 10, "rnum {rnum}");
    }
}

/// One word of each kind of encoding, and the extensions of which any one makes it legal; `-` where none does.
#[test]
fn any_one_of_an_instructions_extensions_is_enough() {
    let op = |funct7, funct3| r_type(0x33, funct3, funct7, 5, 6, 7);
    let op_32 = |funct7, funct3| r_type(0x3b, funct3, funct7, 5, 6, 7);
    let custom_0 = |funct7| r_type(0x0b, 7, funct7, 5, 6, 7);
    let custom_1 = |funct7, funct3| r_type(0x2b, funct3, funct7, 5, 6, 7);
    let imm = |funct12, funct3| i_type(0x13, funct3, 5, 6, funct12);
    let imm_32 = |funct12, funct3| i_type(0x1b, funct3, 5, 6, funct12);
    // word, on RV32, on RV64
    let cases = [
        (op(0x10, 2), "zba", "zba"),
        (op_32(0x04, 0), "-", "zba"),
        (imm_32(0x0bf, 1), "-", "zba"),
        (op(0x20, 7), "zbb zbkb", "zbb zbkb"),
        (op(0x20, 6), "zbb zbkb", "zbb zbkb"),
        (op(0x20, 4), "zbb zbkb", "zbb zbkb"),
        (op(0x30, 1), "zbb zbkb", "zbb zbkb"),
        (op(0x30, 5), "zbb zbkb", "zbb zbkb"),
        (imm(0x61f, 5), "zbb zbkb", "zbb zbkb"),
        (imm(0x63f, 5), "-", "zbb zbkb"),
        (op_32(0x30, 1), "-", "zbb zbkb"),
        (imm_32(0x61f, 5), "-", "zbb zbkb"),
        (imm_32(0x63f, 5), "-", "-"),
        (imm(0x600, 1), "zbb", "zbb"),
        (imm_32(0x602, 1), "-", "zbb"),
        (imm(0x603, 1), "-", "-"),
        (imm(0x604, 1), "zbb", "zbb"),
        (op(0x05, 4), "zbb", "zbb"),
        (imm(0x287, 5), "zbb", "zbb"),
        (imm(0x698, 5), "zbb zbkb", "-"),
        (imm(0x6b8, 5), "-", "zbb zbkb"),
        // pack, packw and, with rs2 = x0, zext.h
        (op(0x04, 4), "zbkb", "zbkb"),
        (op(0x04, 4) & !(0x1f << 20), "zbb zbkb", "zbkb"),
        (op_32(0x04, 4), "-", "zbkb"),
        (op_32(0x04, 4) & !(0x1f << 20), "-", "zbb zbkb"),
        (op(0x04, 7), "zbkb", "zbkb"),
        (imm(0x687, 5), "zbkb", "zbkb"),
        (imm(0x08f, 1), "zbkb", "-"),
        (imm(0x08f, 5), "zbkb", "-"),
        (op(0x05, 1), "zbc zbkc", "zbc zbkc"),
        (op(0x05, 3), "zbc zbkc", "zbc zbkc"),
        (op(0x05, 2), "zbc", "zbc"),
        (op(0x24, 1), "zbs", "zbs"),
        (imm(0x49f, 1), "zbs", "zbs"),
        (imm(0x4bf, 5), "-", "zbs"),
        (op(0x14, 2), "zbkx", "zbkx"),
        (op(0x14, 4), "zbkx", "zbkx"),
        (op(0x07, 5), "zicond", "zicond"),
        (op(0x07, 7), "zicond", "zicond"),
        (imm(0x100, 1), "zknh", "zknh"),
        (imm(0x104, 1), "-", "zknh"),
        (op(0x28, 0), "zknh", "-"),
        (op(0x2f, 0), "zknh", "-"),
        (op(0x2c, 0), "-", "-"),
        (imm(0x108, 1), "zksh", "zksh"),
        (op(0x18, 0), "zksed", "zksed"),
        (op(0x7a, 0), "zksed", "zksed"),
        // c.nop; c.jal or c.addiw; c.subw; c.slli x9, 32
        (0x0001, "c zca", "c zca"),
        (0x2085, "c zca", "c zca"),
        (0x9c01, "-", "c zca"),
        (0x1482, "-", "c zca"),
        (custom_1(0x03, 6), "xkyber", "-"),
        (custom_1(0x04, 6) & !(0x1f << 20) | 2 << 20, "xkyber", "-"),
        (custom_1(0x04, 6) & !(0x1f << 20) | 4 << 20, "-", "-"),
        (custom_1(0x05, 6), "-", "-"),
        (custom_1(0x24, 7), "xascon", "-"),
        (custom_1(0x25, 7), "-", "-"),
        (custom_1(0x44, 7), "-", "-"),
        (custom_0(0x01), "-", "xchacha1"),
        (custom_0(0x02), "-", "-"),
        (custom_0(0x07), "-", "xchacha3"),
        (custom_0(0x13), "-", "xchacha2"),
        (custom_0(0x14), "-", "-"),
        (custom_0(0x18), "-", "xchacha3"),
        (custom_0(0x1c), "-", "xchacha3"),
        (custom_0(0x1d), "-", "-"),
        (custom_0(0x1f), "-", "-"),
    ];
    for (word, rv32, rv64) in cases {
        for (xlen, legal) in [(Xlen::Rv32, rv32), (Xlen::Rv64, rv64)] {
            let retires =
                |extensions| machine(Config { extensions, ..config(xlen) }, &[word]).step().is_ok();
            for &name in Extensions::NAMES {
                let expected = legal.split(' ').any(|one| one == name);
                let alone = retires(Extensions::of(|n| n == name));
                assert_eq!(alone, expected, "{xlen:?} {word:08x} {name}");
            }
            assert!(!retires(Extensions::BASE));
            let without = Extensions::of(|n| legal.split(' ').all(|one| one != n));
            assert!(!retires(without), "{xlen:?} {word:08x} without {legal}");
        }
    }
}
