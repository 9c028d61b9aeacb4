//! Regions: their bounds, their rights, and what the host may do.

use simulator::{Access, Cause, Memory, MemoryError, Sim, Stop, Xlen};

use super::common::{BOTH, CODE, config, load, machine, store, trap_of};

#[test]
fn accesses_stop_exactly_at_the_ends_of_a_region() {
    for xlen in BOTH {
        for len in [1_u64, 3, 7, 8, 9, 600] {
            let sizes = [(0, 1), (1, 2), (2, 4), (3, 8)];
            for (funct3, size) in sizes.into_iter().take(if xlen == Xlen::Rv32 { 3 } else { 4 }) {
                for offset in -9..=len as i32 + 9 {
                    let inside = offset >= 0 && offset as u64 + size <= len;
                    for (word, cause) in [
                        (load(funct3, 5, 6, offset), Cause::LoadAccessFault),
                        (store(funct3, 5, 6, offset), Cause::StoreAccessFault),
                    ] {
                        // The first two make the region the one that is tried first.
                        let words = [load(0, 0, 6, 0), store(0, 5, 6, 0), word];
                        let mut sim = machine(config(xlen), &words);
                        let rw = Access::READ | Access::WRITE;
                        sim.mem_mut().map(0x2_0123, len, rw).expect("free");
                        sim.set_x(5, 0x5a);
                        sim.set_x(6, 0x2_0123);
                        assert_eq!(sim.run(2), Stop::Limit);
                        if inside {
                            sim.step().expect("inside");
                        } else {
                            let at = 0x2_0123_u64.wrapping_add_signed(i64::from(offset));
                            assert_eq!(trap_of(&mut sim), (cause, CODE + 8, at));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn rights_are_kept_apart() {
    let all = [Access::NONE, Access::READ, Access::WRITE, Access::READ | Access::WRITE];
    for access in all {
        let mut sim = machine(config(Xlen::Rv64), &[load(3, 5, 6, 0), store(3, 5, 6, 0)]);
        sim.mem_mut().map(0x2_0000, 64, access).expect("free");
        sim.set_x(6, 0x2_0000);
        let loaded = sim.step().map_err(|t| t.cause);
        sim.set_pc(CODE + 4);
        let stored = sim.step().map_err(|t| t.cause);
        let expect = |right, cause| if access.allows(right) { Ok(()) } else { Err(cause) };
        assert_eq!(loaded, expect(Access::READ, Cause::LoadAccessFault));
        assert_eq!(stored, expect(Access::WRITE, Cause::StoreAccessFault));
        for right in [Access::READ, Access::WRITE, Access::EXEC] {
            assert_eq!(sim.mem().allows(0x2_0000, 64, right), access.allows(right));
            assert!(!sim.mem().allows(0x2_0000, 65, right));
        }
    }
}

#[test]
fn mapping_refuses_what_makes_no_sense() {
    let mut sim = Sim::new(config(Xlen::Rv32));
    let mem = sim.mem_mut();
    mem.map(0x1000, 0x100, Access::READ).expect("free");
    let limit = Memory::LIMIT;
    let overlap = |addr, len| MemoryError::Overlap { addr, len, other: 0x1000, other_len: 0x100 };
    let beyond = |addr, len| MemoryError::OutOfSpace { addr, len, last: 0xffff_ffff };
    for (addr, len, error) in [
        (5, 0, MemoryError::Empty { addr: 5 }),
        (0x10ff, 1, overlap(0x10ff, 1)),
        (0xfff, 2, overlap(0xfff, 2)),
        (0, 0x10_0000, overlap(0, 0x10_0000)),
        (0x1000, 0x100, overlap(0x1000, 0x100)),
        (0xffff_ffff, 2, beyond(0xffff_ffff, 2)),
        (0x1_0000_0000, 1, beyond(0x1_0000_0000, 1)),
        (0, u64::MAX, beyond(0, u64::MAX)),
        (0x1_0000, limit, MemoryError::TooLarge { len: limit, limit }),
    ] {
        assert_eq!(mem.map(addr, len, Access::READ), Err(error), "{addr:#x} {len:#x}");
    }
    mem.map(0x1100, 1, Access::READ).expect("next to it");
    mem.map(0xfff, 1, Access::READ).expect("before it");
    mem.map(0xffff_ffff, 1, Access::READ).expect("the last byte");
    let mut wide = Sim::new(config(Xlen::Rv64));
    wide.mem_mut().map(u64::MAX, 1, Access::READ).expect("the last byte");
    let last = MemoryError::OutOfSpace { addr: u64::MAX, len: 2, last: u64::MAX };
    assert_eq!(wide.mem_mut().map(u64::MAX, 2, Access::READ), Err(last));
}

#[test]
fn host_accesses_ignore_rights_and_know_bounds() {
    let mut sim = Sim::new(config(Xlen::Rv64));
    let mem = sim.mem_mut();
    mem.map(0x1003, 9, Access::NONE).expect("free");
    mem.write_bytes(0x1003, &[1, 2, 3, 4, 5, 6, 7, 8, 9]).expect("mapped");
    assert_eq!(mem.read_u64(0x1003), Ok(0x0807_0605_0403_0201));
    assert_eq!(mem.read_u32(0x1008), Ok(0x0908_0706));
    assert_eq!(mem.read_u32(0x1009), Err(MemoryError::Unmapped { addr: 0x1009, len: 4 }));
    assert_eq!(mem.write_bytes(0x1002, &[0]), Err(MemoryError::Unmapped { addr: 0x1002, len: 1 }));
    assert_eq!(
        mem.read_bytes(0x1003, u64::MAX),
        Err(MemoryError::Unmapped { addr: 0x1003, len: u64::MAX })
    );
}
