//! What the memory of a core holds when a case begins: a program before it that sets the registers, the case, a
//! program behind it that shows them, and a handler that shows them at every exception and goes on.

use crate::{
    case::{ProgramCase, Registers},
    layout::{CODE, CSRS, INITIAL, SCRATCH, SCRATCH_LEN},
};
use semantics::{asm, decode, isa::Isa, memory::Rights};

/// Reachable by a load or store without a register: initial values, then room to show registers.
const LOW: u64 = 0x400;
const LOW_LEN: usize = 0x400;
/// Offsets in it, of slots of eight bytes.
const VALUES: u64 = 0;
const SHOWN: u64 = 0x200;
/// Where the handler begins, from the start of the boot region on.
const HANDLER: u64 = 0x200;
const BOOT_LEN: usize = 0x400;
const CODE_LEN: usize = 0x400;

/// Bytes at an address.
pub(super) struct Part {
    pub(super) base: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) rights: Rights,
}

/// What does not depend on the case.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    xlen: u32,
    /// The boot region.
    boot_at: u64,
    boot: Vec<u8>,
    epilogue: Vec<u32>,
    /// Traps can be handled: there is Zicsr.
    pub(super) handles: bool,
    /// Where CSRs that operations read are set.
    csrs: bool,
}

/// Why a core cannot run cases from its reset address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReset {
    /// No jump gets from there to them.
    #[error(
        "cases are at {CODE:#x}: without Zicsr a core reaches them from a reset address within 512 KiB only, and not from {0:#x}"
    )]
    TooFar(u64),
    /// Something else is there, or nothing can be.
    #[error(
        "a core needs 1 KiB from its reset address on for what sets registers: {0:#x} is where cases have their code or data, or leaves no room"
    )]
    Taken(u64),
}

impl Layout {
    /// For a core of this instruction set, which starts at `reset`.
    pub(super) fn new(isa: &Isa, reset: u64) -> Result<Layout, BadReset> {
        let xlen = isa.xlen();
        let handles = isa.enables("zicsr");
        let csrs = isa.csrs().any(|number| number == CSRS[0]);
        let boot_at = reset & !0xff;
        let taken = [(CODE, CODE_LEN), (LOW, LOW_LEN), (SCRATCH, SCRATCH_LEN)];
        let last = u64::MAX >> (64 - xlen);
        let apart = |(base, len): (u64, usize)| {
            boot_at + BOOT_LEN as u64 <= base || base + len as u64 <= boot_at
        };
        if boot_at > last - BOOT_LEN as u64 || !taken.into_iter().all(apart) {
            return Err(BadReset::Taken(reset));
        }
        let words = |lines: &[String]| assembled(lines, xlen);
        let (load, store) = if xlen == 32 { ("lw", "sw") } else { ("ld", "sd") };
        let slot = |area: u64, r: u64| LOW + area + 8 * r;
        let loads =
            |from: u64| (from..32).map(move |r| format!("{load} x{r}, {}(x0)", slot(VALUES, r)));
        let stores: Vec<_> =
            (1..32).map(|r| format!("{store} x{r}, {}(x0)", slot(SHOWN, r))).collect();

        let mut before = Vec::new();
        if csrs {
            for (k, number) in CSRS.into_iter().enumerate() {
                before.push(format!("{load} x1, {}(x0)", slot(VALUES, 40 + k as u64)));
                before.push(format!("csrrw x0, {number}, x1"));
            }
        }
        if handles {
            before.push(format!("{load} x1, {}(x0)", slot(VALUES, 32)));
            before.push("csrrw x0, mtvec, x1".into());
            before.push(format!("{load} x1, {}(x0)", slot(VALUES, 0)));
            before.push("csrrw x0, mepc, x1".into());
            // Where there is user mode, the return at the end must not go there.
            before.push(format!("{load} x1, {}(x0)", slot(VALUES, 34)));
            before.push("csrrs x0, mstatus, x1".into());
        }
        before.extend(loads(1));
        if handles {
            before.push("mret".into());
        } else {
            let here = reset + 4 * before.len() as u64;
            let offset = CODE.wrapping_sub(here) as i64;
            if !(-0x8_0000..0x8_0000).contains(&offset) {
                return Err(BadReset::TooFar(reset));
            }
            before.push(format!("jal x0, {offset}"));
        }
        let mut boot = vec![0; BOOT_LEN];
        put(&mut boot, (reset - boot_at) as usize, &words(&before));
        if handles {
            // What could not be fetched ends the program; otherwise the next instruction follows, 4 bytes
            // behind when the low two bits of this one are ones.
            let done = format!("{load} x31, {}(x0)", slot(VALUES, 33));
            let go_on = [
                "csrrs x28, mstatus, x0",
                "csrrs x29, mtval, x0",
                "csrrs x30, mcause, x0",
                "csrrs x31, mepc, x0",
                "addi x30, x30, -1",
                "bne x30, x0, 12",
                &done,
                "beq x0, x0, 32",
                "lhu x30, 0(x31)",
                "andi x30, x30, 3",
                "addi x30, x30, -3",
                "sltiu x30, x30, 1",
                "slli x30, x30, 1",
                "addi x30, x30, 2",
                "add x31, x31, x30",
                "csrrw x0, mepc, x31",
            ];
            let mut handler = stores.clone();
            handler.extend(go_on.map(|line: &str| line.to_owned()));
            handler
                .extend([28, 29, 30, 31].map(|r| format!("{load} x{r}, {}(x0)", slot(SHOWN, r))));
            handler.push("mret".into());
            put(&mut boot, HANDLER as usize, &words(&handler));
        }
        let mut epilogue = stores;
        epilogue.push("jal x0, 0".into());
        let epilogue = words(&epilogue);
        Ok(Layout { xlen, boot_at, boot, epilogue, handles, csrs })
    }
    /// The memory before a case.
    pub(super) fn parts(&self, case: &ProgramCase, csrs: [u128; 2]) -> [Part; 4] {
        let mut low = vec![0; LOW_LEN];
        let mut set = |k: usize, v: u128| {
            let at = VALUES as usize + 8 * k;
            low[at..at + 8].copy_from_slice(&(v as u64).to_le_bytes());
        };
        set(0, CODE.into());
        (1..32).for_each(|r| set(r, case.registers[r]));
        set(32, (self.boot_at + HANDLER).into());
        set(33, self.done(case).into());
        set(34, 3 << 11);
        if self.csrs {
            set(40, csrs[0]);
            set(41, csrs[1]);
        }
        let mut code = vec![0; CODE_LEN];
        let bytes = case.code();
        code[..bytes.len()].copy_from_slice(&bytes);
        // Where a fetch of four bytes may end.
        put(&mut code, bytes.len(), &self.epilogue);
        let data = Rights { read: true, write: true, execute: false };
        let fixed = Rights { read: true, write: false, execute: true };
        let part = |base, bytes, rights| Part { base, bytes, rights };
        [
            part(CODE, code, fixed),
            part(self.boot_at, self.boot.clone(), fixed),
            part(LOW, low, data),
            part(SCRATCH, INITIAL.to_vec(), data),
        ]
    }
    /// The address at which a case is over: everything was shown.
    pub(super) fn done(&self, case: &ProgramCase) -> u64 {
        case.end() as u64 + 4 * (self.epilogue.len() as u64 - 1)
    }
    /// Where the handler is.
    pub(super) fn handler(&self) -> u64 {
        self.boot_at + HANDLER
    }
    /// Where the registers are shown, and how long the area is.
    pub(super) fn shown() -> (u64, usize) {
        (LOW + SHOWN, 8 * 32)
    }
    /// Where the memory of cases is, and how long it is.
    pub(super) fn scratch() -> (u64, usize) {
        (SCRATCH, SCRATCH_LEN)
    }
    /// The registers that were shown, from the bytes of that area.
    pub(super) fn registers(&self, shown: &[u8]) -> Registers {
        let mask = u64::MAX >> (64 - self.xlen);
        std::array::from_fn(|r| match shown.get(8 * r..8 * r + 8) {
            Some(bytes) if r > 0 => {
                (u64::from_le_bytes(bytes.try_into().unwrap_or_default()) & mask).into()
            }
            _ => 0,
        })
    }
}

fn put(bytes: &mut [u8], at: usize, words: &[u32]) {
    for (k, word) in words.iter().enumerate() {
        bytes[at + 4 * k..at + 4 * k + 4].copy_from_slice(&word.to_le_bytes());
    }
}

fn assembled(lines: &[String], xlen: u32) -> Vec<u32> {
    let word = |line: &String| {
        let decoded = asm::assemble(line, xlen).expect("a line of this file");
        decode::encode(decoded.insn, &decoded.operands, xlen).expect("a line of this file")
    };
    lines.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_address_leaves_room_for_what_cases_use() {
        let isa = |text| Isa::parse(text).unwrap();
        let (plain, traps) = (isa("rv32imc"), isa("rv64imc_zicsr"));
        for reset in [CODE, CODE - 4, CODE + 0x3fc, LOW, SCRATCH - 0x100, u64::MAX - 3] {
            assert_eq!(Layout::new(&traps, reset).unwrap_err(), BadReset::Taken(reset));
        }
        for reset in [0x1_8041_0000, 0xffff_ff00] {
            assert_eq!(Layout::new(&plain, reset).unwrap_err(), BadReset::Taken(reset));
        }
        assert_eq!(Layout::new(&plain, 0x1000).unwrap_err(), BadReset::TooFar(0x1000));
        assert!(Layout::new(&traps, 0x1000).is_ok() && Layout::new(&plain, 0x8041_0000).is_ok());
    }
}
