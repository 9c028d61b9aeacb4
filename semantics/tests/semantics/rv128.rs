//! RV128 on the concrete machine: *D instructions are those of RV64 on the low halves, *W
//! instructions those of RV32 on the low words, and full-width results are those of other arithmetic.

use proptest::prelude::*;
use semantics::{
    asm, decode,
    hart::Cause,
    isa::Isa,
    machine::{Commit, Machine, Machine32, Machine64, Machine128, Misaligned, Trap},
    memory::{Bus, Denied, Zeros},
    spec::Reg,
};

/// `x5` after one line of assembly.
fn x5<const XLEN: u32, const L: usize>(line: &str, rs1: u128, rs2: u128) -> u128 {
    let mut h = Machine::<XLEN, L, _>::new(0x1000, Zeros);
    run(&mut h, line, rs1, rs2).unwrap();
    h.reg(Reg(5))
}

fn run<const XLEN: u32, const L: usize, B: Bus>(
    h: &mut Machine<XLEN, L, B>,
    line: &str,
    rs1: u128,
    rs2: u128,
) -> Result<Commit, Trap> {
    let isa = Isa::parse(&format!("rv{XLEN}im")).unwrap();
    [(5, 0x5a), (6, rs1), (7, rs2)].into_iter().for_each(|(r, v)| h.set_reg(Reg(r), v));
    let d = asm::assemble(line, XLEN).unwrap_or_else(|e| panic!("{line} on RV{XLEN}: {e}"));
    h.execute(decode::encode(d.insn, &d.operands, XLEN).unwrap(), &isa)
}

fn on_rv32(line: &str, rs1: u128, rs2: u128) -> u128 {
    x5::<32, 2>(line, rs1, rs2)
}
fn on_rv64(line: &str, rs1: u128, rs2: u128) -> u128 {
    x5::<64, 4>(line, rs1, rs2)
}
fn on_rv128(line: &str, rs1: u128, rs2: u128) -> u128 {
    x5::<128, 8>(line, rs1, rs2)
}

/// A register value, corners more often than chance has them.
fn value() -> impl Strategy<Value = u128> {
    let corner = prop::sample::select(vec![
        0,
        1,
        u128::MAX,
        1 << 127,
        i128::MAX as u128,
        1 << 63,
        u128::from(u64::MAX),
        u128::MAX << 64,
        u128::MAX << 63,
        1 << 31,
        u128::from(u32::MAX),
        u128::MAX << 31,
    ]);
    prop_oneof![any::<u128>(), corner, any::<u64>().prop_map(u128::from), 0..200u128]
}

const REGISTERS: [&str; 10] =
    ["add", "sub", "sll", "srl", "sra", "mul", "div", "divu", "rem", "remu"];

proptest! {
    #[test]
    fn d_instructions_are_those_of_rv64_on_the_low_halves(
        op in prop::sample::select(REGISTERS.to_vec()),
        (rs1, rs2) in (value(), value()),
    ) {
        let wide = on_rv128(&format!("{op}d x5, x6, x7"), rs1, rs2);
        let narrow = on_rv64(&format!("{op} x5, x6, x7"), rs1, rs2);
        prop_assert_eq!(wide, i128::from(narrow as i64) as u128);
    }
    #[test]
    fn w_instructions_are_those_of_rv32_on_the_low_words(
        op in prop::sample::select(REGISTERS.to_vec()),
        (rs1, rs2) in (value(), value()),
    ) {
        let line = format!("{op}w x5, x6, x7");
        let wide = on_rv128(&line, rs1, rs2);
        let narrow = on_rv32(&format!("{op} x5, x6, x7"), rs1, rs2);
        prop_assert_eq!(wide, i128::from(narrow as i32) as u128);
        // What RV64 gives is the same number.
        prop_assert_eq!(on_rv64(&line, rs1, rs2), u128::from(i64::from(narrow as i32) as u64));
    }
    #[test]
    fn immediates_follow_the_narrow_widths_too(
        imm in -2048i32..2048,
        shamt in 0u32..64,
        rs1 in value(),
    ) {
        let doubled = |narrow: u128| i128::from(narrow as i64) as u128;
        let worded = |narrow: u128| i128::from(narrow as i32) as u128;
        let add = format!("x5, x6, {imm}");
        let (d, w) = (on_rv128(&format!("addid {add}"), rs1, 0), on_rv128(&format!("addiw {add}"), rs1, 0));
        prop_assert_eq!(d, doubled(on_rv64(&format!("addi {add}"), rs1, 0)));
        prop_assert_eq!(w, worded(on_rv32(&format!("addi {add}"), rs1, 0)));
        for op in ["slli", "srli", "srai"] {
            let by = |n| format!("x5, x6, {n}");
            let d = on_rv128(&format!("{op}d {}", by(shamt)), rs1, 0);
            prop_assert_eq!(d, doubled(on_rv64(&format!("{op} {}", by(shamt)), rs1, 0)));
            let w = on_rv128(&format!("{op}w {}", by(shamt % 32)), rs1, 0);
            prop_assert_eq!(w, worded(on_rv32(&format!("{op} {}", by(shamt % 32)), rs1, 0)));
        }
    }
    #[test]
    fn full_width_results_are_those_of_u128(rs1 in value(), rs2 in value(), shamt in 0u32..128) {
        let (s1, s2) = (rs1 as i128, rs2 as i128);
        let by = (rs2 % 128) as u32;
        let divided = |q: Option<u128>, by_zero| if rs2 == 0 { by_zero } else { q.unwrap() };
        for (line, expected) in [
            ("add x5, x6, x7", rs1.wrapping_add(rs2)),
            ("sub x5, x6, x7", rs1.wrapping_sub(rs2)),
            ("sll x5, x6, x7", rs1 << by),
            ("srl x5, x6, x7", rs1 >> by),
            ("sra x5, x6, x7", (s1 >> by) as u128),
            ("slt x5, x6, x7", u128::from(s1 < s2)),
            ("sltu x5, x6, x7", u128::from(rs1 < rs2)),
            (&format!("slli x5, x6, {shamt}"), rs1 << shamt),
            (&format!("srli x5, x6, {shamt}"), rs1 >> shamt),
            (&format!("srai x5, x6, {shamt}"), (s1 >> shamt) as u128),
            ("mul x5, x6, x7", rs1.wrapping_mul(rs2)),
            ("divu x5, x6, x7", divided(rs1.checked_div(rs2), u128::MAX)),
            ("remu x5, x6, x7", divided(rs1.checked_rem(rs2), rs1)),
            ("div x5, x6, x7", divided(Some(s1.wrapping_div(if s2 == 0 { 1 } else { s2 }) as u128), u128::MAX)),
            ("rem x5, x6, x7", divided(Some(s1.wrapping_rem(if s2 == 0 { 1 } else { s2 }) as u128), rs1)),
        ] {
            prop_assert_eq!(on_rv128(line, rs1, rs2), expected, "{} of {:#x} and {:#x}", line, rs1, rs2);
        }
    }
    #[test]
    fn high_halves_are_those_of_a_product_of_digits(rs1 in value(), rs2 in value()) {
        let unsigned = high_half(rs1, rs2);
        // A negative factor is 2^128 less than its bits say.
        let less = |sign: u128, other: u128| if sign >> 127 == 1 { other } else { 0 };
        let mulhsu = unsigned.wrapping_sub(less(rs1, rs2));
        prop_assert_eq!(on_rv128("mulhu x5, x6, x7", rs1, rs2), unsigned);
        prop_assert_eq!(on_rv128("mulhsu x5, x6, x7", rs1, rs2), mulhsu);
        prop_assert_eq!(on_rv128("mulh x5, x6, x7", rs1, rs2), mulhsu.wrapping_sub(less(rs2, rs1)));
    }
    #[test]
    fn memory_holds_what_was_stored(v in value(), at in 0u128..16) {
        let mut h = Machine128::new(0x1000, Small([0xa5; 64]));
        run(&mut h, "sq x7, 16(x6)", at, v).unwrap();
        let outside = |k: &usize| !(at as usize + 16..at as usize + 32).contains(k);
        prop_assert!((0..64).filter(outside).all(|k| h.bus.0[k] == 0xa5));
        for (line, expected) in [
            ("lq x5, 16(x6)", v),
            ("ldu x5, 16(x6)", v & u128::from(u64::MAX)),
            ("ldu x5, 24(x6)", v >> 64),
            ("ld x5, 24(x6)", (v as i128 >> 64) as u128),
            ("lwu x5, 28(x6)", v >> 96),
            ("lw x5, 28(x6)", (v as i128 >> 96) as u128),
        ] {
            run(&mut h, line, at, 0).unwrap();
            prop_assert_eq!(h.reg(Reg(5)), expected, "{}", line);
        }
    }
}

/// The upper 128 bits of the product, by long multiplication of digits of 16 bits.
fn high_half(a: u128, b: u128) -> u128 {
    let digits = |v: u128| (0..8).map(move |k| u64::from((v >> (16 * k)) as u16));
    let mut sum = [0u64; 16];
    for (i, x) in digits(a).enumerate() {
        for (j, y) in digits(b).enumerate() {
            // Each column gets at most 8 products and a carry: far from 64 bits.
            sum[i + j] += x * y;
        }
    }
    let mut carry = 0;
    for column in &mut sum {
        *column += carry;
        (carry, *column) = (*column >> 16, *column & 0xffff);
    }
    sum[8..].iter().rev().fold(0, |v, digit| v << 16 | u128::from(*digit))
}

struct Small([u8; 64]);

impl Bus for Small {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        let from = usize::try_from(addr).map_err(|_| Denied)?;
        out.copy_from_slice(self.0.get(from..from + out.len()).ok_or(Denied)?);
        Ok(())
    }
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied> {
        let from = usize::try_from(addr).map_err(|_| Denied)?;
        self.0.get_mut(from..from + bytes.len()).ok_or(Denied)?.copy_from_slice(bytes);
        Ok(())
    }
    fn fetch(&mut self, _: u128, _: &mut [u8]) -> Result<(), Denied> {
        Err(Denied)
    }
}

/// A quadword is aligned to 16 bytes, a doubleword to 8, where the platform asks for it; what traps
/// leaves everything as it was.
#[test]
fn accesses_of_rv128_trap_precisely() {
    let (load, store) = (Cause::LoadMisaligned, Cause::StoreMisaligned);
    for (line, aligned_to, misaligned, fault) in [
        ("lq x5, 16(x6)", 16, load, Cause::LoadAccess),
        ("ldu x5, 16(x6)", 8, load, Cause::LoadAccess),
        ("sq x7, 16(x6)", 16, store, Cause::StoreAccess),
    ] {
        let trap = |policy, x6: u128| {
            let mut h = Machine128::new(0x1000, Small([0xa5; 64]));
            h.misaligned = policy;
            let outcome = run(&mut h, line, x6, 1);
            let same = h.pc == 0x1000 && h.reg(Reg(5)) == 0x5a && h.bus.0 == [0xa5; 64];
            assert!(outcome.is_ok() || same, "{line} changed something");
            outcome.err().map(|trap| (trap.cause, trap.tval))
        };
        for offset in 0..16 {
            let expected = (offset % aligned_to != 0).then_some((misaligned, 16 + offset));
            assert_eq!(trap(Misaligned::Trap, offset), expected, "{line} at {offset}");
            assert_eq!(trap(Misaligned::Allowed, offset), None, "{line} at {offset}");
        }
        // Memory ends at 64; an address of more than 64 bits is not cut.
        for x6 in [48, 1 << 64] {
            assert_eq!(trap(Misaligned::Trap, x6), Some((fault, x6 + 16)), "{line}");
        }
    }
}

/// The pc has 128 bits: nothing wraps where an RV64 one would.
#[test]
fn addresses_have_128_bits() {
    let last = u128::from(u64::MAX) - 3;
    let mut wide = Machine128::new(last, Zeros);
    run(&mut wide, "jal x5, 8", 0, 0).unwrap();
    assert_eq!((wide.pc, wide.reg(Reg(5))), (last + 8, 1 << 64));
    run(&mut wide, "auipc x5, 0x80000", 0, 0).unwrap();
    assert_eq!(wide.reg(Reg(5)), last + 8 - 0x8000_0000);
    run(&mut wide, "lui x5, 0x80000", 0, 0).unwrap();
    assert_eq!(wide.reg(Reg(5)), u128::MAX << 31);
    run(&mut wide, "bgeu x6, x7, 12", 1 << 64, 1).unwrap();
    assert_eq!(wide.pc, last + 8 + 4 + 4 + 12);
    let mut narrow = Machine64::new(last, Zeros);
    run(&mut narrow, "jal x5, 8", 0, 0).unwrap();
    assert_eq!((narrow.pc, narrow.reg(Reg(5))), (4, 0));
    let mut small = Machine32::new(last & 0xffff_ffff, Zeros);
    run(&mut small, "jal x5, 8", 0, 0).unwrap();
    assert_eq!((small.pc, small.reg(Reg(5))), (4, 0));
}
