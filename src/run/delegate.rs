//! Instructions that the simulator lacks, executed by the specification on the simulator's state.

use semantics::{
    isa::Isa,
    machine::{self, Machine},
    memory::{Bus, Denied},
    spec::Reg,
};
use simulator::{Access, Memory, Misaligned, Sim, Xlen};

/// Executes the word at the program counter and retires it in the simulator.
///
/// # Errors
/// The trap that it raises; nothing has changed then.
pub(super) fn execute(
    sim: &mut Sim,
    word: u32,
    isa: &Isa,
) -> Result<machine::Commit, machine::Trap> {
    match sim.config().xlen {
        Xlen::Rv32 => execute_on::<32, 2>(sim, word, isa),
        Xlen::Rv64 => execute_on::<64, 4>(sim, word, isa),
    }
}

fn execute_on<const XLEN: u32, const L: usize>(
    sim: &mut Sim,
    word: u32,
    isa: &Isa,
) -> Result<machine::Commit, machine::Trap> {
    let pc = sim.pc();
    let x: [u64; 32] = std::array::from_fn(|r| sim.x(r as u8));
    let misaligned = match sim.config().misaligned {
        Misaligned::Allowed => machine::Misaligned::Allowed,
        Misaligned::Trap => machine::Misaligned::Trap,
    };
    let mut machine = Machine::<XLEN, L, _>::new(pc.into(), Shared(sim.mem_mut()));
    machine.misaligned = misaligned;
    for (r, value) in (0..).zip(x) {
        machine.set_reg(Reg(r), value.into());
    }
    let commit = machine.execute(word, isa)?;
    let next = machine.pc as u64;
    if let Some((Reg(r), value)) = commit.rd {
        sim.set_x(r, value as u64);
    }
    sim.retire_for_host(next);
    Ok(commit)
}

/// The simulator's memory as the specification sees it.
struct Shared<'a>(&'a mut Memory);

impl Shared<'_> {
    /// A region's rights are those of the program, which the host's own accesses ignore.
    fn require(&self, addr: u128, len: usize, access: Access) -> Result<(), Denied> {
        if self.0.allows(addr as u64, len as u64, access) { Ok(()) } else { Err(Denied) }
    }
}

impl Bus for Shared<'_> {
    fn read(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        self.require(addr, out.len(), Access::READ)?;
        let bytes = self.0.read_bytes(addr as u64, out.len() as u64).map_err(|_| Denied)?;
        out.copy_from_slice(bytes);
        Ok(())
    }
    fn write(&mut self, addr: u128, bytes: &[u8]) -> Result<(), Denied> {
        self.require(addr, bytes.len(), Access::WRITE)?;
        self.0.write_bytes(addr as u64, bytes).map_err(|_| Denied)
    }
    fn fetch(&mut self, addr: u128, out: &mut [u8]) -> Result<(), Denied> {
        self.require(addr, out.len(), Access::EXEC)?;
        let bytes = self.0.read_bytes(addr as u64, out.len() as u64).map_err(|_| Denied)?;
        out.copy_from_slice(bytes);
        Ok(())
    }
}
