//! What the tests share: a machine with code and data, and the few encodings they write by hand.

use simulator::{Access, Cause, Config, Extensions, Sim, Trap, Xlen};

/// Everything but compressed instructions, and the tier that this program tests.
pub(crate) fn config(xlen: Xlen) -> Config {
    let extensions = Extensions { c: false, zca: false, ..Extensions::ALL };
    let tier_limit = crate::TIER_LIMIT;
    let new = Config::new(xlen);
    Config { extensions, tier_limit, thread_after: 0, native_after: 0, ..new }
}

/// Where code is.
pub(crate) const CODE: u64 = 0x1000;
/// Where data is: readable and writable, 4 KiB.
pub(crate) const DATA: u64 = 0x8000;

/// A machine about to execute `words` at [`CODE`].
pub(crate) fn machine(config: Config, words: &[u32]) -> Sim {
    let mut sim = Sim::new(config);
    let mem = sim.mem_mut();
    mem.map(CODE, 0x2000, Access::READ | Access::WRITE | Access::EXEC).expect("free");
    mem.map(DATA, 0x1000, Access::READ | Access::WRITE).expect("free");
    write_code(&mut sim, words);
    sim.set_pc(CODE);
    sim
}

/// Replaces the code at [`CODE`].
pub(crate) fn write_code(sim: &mut Sim, words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    sim.mem_mut().write_bytes(CODE, &bytes).expect("mapped");
}

pub(crate) const NOP: u32 = 0x0000_0013;
pub(crate) const ECALL: u32 = 0x0000_0073;

/// `addi rd, rs1, imm`.
pub(crate) const fn addi(rd: u32, rs1: u32, imm: i32) -> u32 {
    i_type(0x13, 0, rd, rs1, imm)
}

/// Any I-type word.
pub(crate) const fn i_type(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    (imm as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

/// Any R-type word.
pub(crate) const fn r_type(
    opcode: u32,
    funct3: u32,
    funct7: u32,
    rd: u32,
    rs1: u32,
    rs2: u32,
) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

/// `s{b,h,w,d} rs2, imm(rs1)`, by funct3.
pub(crate) const fn store(funct3: u32, rs2: u32, rs1: u32, imm: i32) -> u32 {
    let imm = imm as u32;
    (imm >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm & 0x1f) << 7 | 0x23
}

/// `l* rd, imm(rs1)`, by funct3.
pub(crate) const fn load(funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    i_type(0x03, funct3, rd, rs1, imm)
}

/// A branch, by funct3.
pub(crate) const fn branch(funct3: u32, rs1: u32, rs2: u32, offset: i32) -> u32 {
    let o = offset as u32;
    (o >> 12 & 1) << 31
        | (o >> 5 & 0x3f) << 25
        | rs2 << 20
        | rs1 << 15
        | funct3 << 12
        | (o >> 1 & 0xf) << 8
        | (o >> 11 & 1) << 7
        | 0x63
}

/// `jal rd, offset`.
pub(crate) const fn jal(rd: u32, offset: i32) -> u32 {
    let o = offset as u32;
    (o >> 20 & 1) << 31
        | (o >> 1 & 0x3ff) << 21
        | (o >> 11 & 1) << 20
        | (o >> 12 & 0xff) << 12
        | rd << 7
        | 0x6f
}

/// `jalr rd, imm(rs1)`.
pub(crate) const fn jalr(rd: u32, rs1: u32, imm: i32) -> u32 {
    i_type(0x67, 0, rd, rs1, imm)
}

/// Both widths.
pub(crate) const BOTH: [Xlen; 2] = [Xlen::Rv32, Xlen::Rv64];

/// The trap of the next step, which must leave everything as it was.
pub(crate) fn trap_of(sim: &mut Sim) -> (Cause, u64, u64) {
    let before = (sim.pc(), sim.instructions(), (0..32).map(|r| sim.x(r)).collect::<Vec<_>>());
    let Trap { cause, pc, tval } = sim.step().expect_err("should trap");
    let after = (sim.pc(), sim.instructions(), (0..32).map(|r| sim.x(r)).collect::<Vec<_>>());
    assert_eq!(before, after, "a trap changed something");
    (cause, pc, tval)
}
