//! No program, address or configuration makes the simulator panic, and how a run is cut into pieces never shows.

use proptest::prelude::*;
use simulator::{Access, Config, Extensions, Misaligned, Sim, Stop, Xlen};

use super::common::{CODE, DATA, config, machine};

fn configs() -> impl Strategy<Value = Config> {
    let xlen = prop_oneof![Just(Xlen::Rv32), Just(Xlen::Rv64)];
    let misaligned = prop_oneof![Just(Misaligned::Allowed), Just(Misaligned::Trap)];
    let names = prop::sample::subsequence(Extensions::NAMES, 0..=Extensions::NAMES.len());
    (xlen, misaligned, names).prop_map(|(xlen, misaligned, names)| {
        let extensions = Extensions::of(|name| names.contains(&name));
        Config { misaligned, extensions, ..config(xlen) }
    })
}

/// Any word, but mostly words with an opcode that exists.
fn words() -> impl Strategy<Value = u32> {
    const OPCODES: [u32; 13] =
        [0x03, 0x0b, 0x0f, 0x13, 0x17, 0x1b, 0x23, 0x2b, 0x33, 0x37, 0x3b, 0x63, 0x6f];
    let opcode = prop::sample::select(&OPCODES[..]);
    prop_oneof![
        1 => any::<u32>(),
        // Registers 0..8 only and small immediates, so that addresses stay near the data.
        9 => (any::<u32>(), opcode, any::<bool>()).prop_map(|(word, opcode, small)| {
            let kept = if small { 0x0f03_f3ff } else { 0xfe07_f3ff };
            word & kept & !0x7f | opcode
        }),
    ]
}

fn registers() -> impl Strategy<Value = Vec<u64>> {
    let near = prop::sample::select(vec![CODE, DATA, DATA + 0xff8, 0, u64::MAX, 1 << 31, 1 << 63]);
    prop::collection::vec(prop_oneof![any::<u64>(), near], 32)
}

fn prepared(config: Config, code: &[u32], regs: &[u64]) -> Sim {
    let mut sim = machine(config, code);
    for (r, &value) in regs.iter().enumerate() {
        sim.set_x(r as u8, value);
    }
    sim
}

fn state(sim: &Sim) -> (u64, u64, Vec<u64>, Vec<u8>) {
    let regs = (0..32).map(|r| sim.x(r)).collect();
    let data = sim.mem().read_bytes(DATA, 0x1000).expect("mapped").to_vec();
    (sim.pc(), sim.instructions(), regs, data)
}

proptest! {
    #[test]
    fn pieces_of_a_run_make_the_run(
        config in configs(),
        code in prop::collection::vec(words(), 1..60),
        regs in registers(),
        cut in 1_u64..40,
    ) {
        let mut whole = prepared(config, &code, &regs);
        whole.snapshot();
        let stop = whole.run(200);
        let mut pieces = prepared(config, &code, &regs);
        let mut left = 200;
        let in_pieces = loop {
            let stop = pieces.run(cut.min(left));
            left -= if stop == Stop::Limit { cut.min(left) } else { 0 };
            if stop != Stop::Limit || left == 0 {
                break stop;
            }
        };
        prop_assert_eq!(stop, in_pieces);
        prop_assert_eq!(state(&whole), state(&pieces));
        if let Stop::Trap(trap) = stop {
            prop_assert_eq!(trap.pc, whole.pc());
        }

        let mut commits = 0;
        let mut traced = prepared(config, &code, &regs);
        prop_assert_eq!(traced.run_traced(200, |_| commits += 1), stop);
        prop_assert_eq!(state(&traced), state(&whole));
        prop_assert_eq!(commits, whole.instructions());

        whole.reset();
        prop_assert_eq!(state(&whole), state(&prepared(config, &code, &regs)));
        prop_assert_eq!(whole.run(200), stop);
        prop_assert_eq!(state(&traced), state(&whole));
    }

    #[test]
    fn no_pc_word_or_memory_layout_panics(
        config in configs(),
        pc in any::<u64>(),
        word in any::<u32>(),
        regs in registers(),
        regions in prop::collection::vec((any::<u64>(), any::<u16>()), 0..6),
    ) {
        let mut sim = prepared(config, &[word], &regs);
        let all = Access::READ | Access::WRITE | Access::EXEC;
        for (addr, len) in regions {
            // Some do not fit; that is an error and no panic.
            let _ = sim.mem_mut().map(addr, u64::from(len), all);
            let _ = sim.mem_mut().map(regs[1].wrapping_add(addr % 64), u64::from(len), all);
            let _ = sim.mem_mut().write_bytes(addr, &word.to_le_bytes());
        }
        sim.run(3);
        sim.set_pc(pc);
        sim.set_halt(Some(pc.wrapping_add(4)));
        sim.set_tohost(Some(regs[2]));
        sim.run(3);
        sim.reset();
        let _ = sim.step();
    }
}
