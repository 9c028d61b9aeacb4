//! The simulator.

use super::{
    Skip,
    here::Here,
    spec::{MOST_STEPS, fetch, keeps_state, stopped},
};
use crate::{
    case::{OpCase, ProgramCase, Registers, length},
    layout::{CODE, CSRS, INITIAL, MAX_WORDS, SCRATCH, SCRATCH_LEN, Scratch},
    outcome::{After, End, Outcome, ProgramOutcome, Stop, Trapped},
};
use semantics::{insns::Insn, isa::Isa, spec::Reg};
use simulator::{Access, Config, Extensions, SeededBug, Sim, Trap, Xlen};

/// The simulator, for one instruction set of 32 or 64 bits, honest or with a planted bug.
#[derive(Clone, Debug)]
pub struct Simulator {
    name: String,
    sim: Sim,
    /// As it was before the first case.
    fresh: Sim,
}

impl Simulator {
    /// A simulator for `isa`.
    pub fn new(isa: &Isa, bug: Option<SeededBug>) -> Self {
        let xlen = if isa.xlen() == 32 { Xlen::Rv32 } else { Xlen::Rv64 };
        let on = |name: &str| isa.enables(name);
        let extensions = Extensions::of(on);
        let mut sim = Sim::new(Config { extensions, bug, ..Config::new(xlen) });
        let memory = sim.mem_mut();
        memory
            .map(CODE, 4 * MAX_WORDS as u64, Access::EXEC)
            .and_then(|()| memory.map(SCRATCH, SCRATCH_LEN as u64, Access::READ | Access::WRITE))
            .and_then(|()| memory.write_bytes(SCRATCH, &INITIAL))
            .expect("two small regions that do not overlap");
        let name = bug.map_or_else(|| "sim".into(), |bug| format!("sim with {bug:?}"));
        Simulator { name, fresh: sim.clone(), sim }
    }
    fn load(&mut self, at: u64, word: u32) {
        self.sim.mem_mut().write_bytes(at, &word.to_le_bytes()).expect("code is mapped");
    }
    fn set_csrs(&mut self, values: [u128; 2]) {
        for (number, value) in CSRS.into_iter().zip(values) {
            self.sim.set_csr(number as u16, value as u64);
        }
    }
    fn registers(&self) -> Registers {
        std::array::from_fn(|r| self.sim.x(r as u8).into())
    }
    fn memory(&self) -> Scratch {
        let bytes = self.sim.mem().read_bytes(SCRATCH, SCRATCH_LEN as u64);
        bytes.ok().and_then(|b| b.try_into().ok()).expect("the memory is mapped")
    }
    /// Leaves nothing of a case behind.
    fn restore(&mut self, memory: &Scratch) {
        if self.sim.x(0) != 0 {
            // A planted bug can write what nothing else can, and what nothing else can take back.
            self.sim.clone_from(&self.fresh);
        }
        (1..32).for_each(|r| self.sim.set_x(r, 0));
        if *memory != INITIAL {
            self.sim.mem_mut().write_bytes(SCRATCH, &INITIAL).expect("the memory is mapped");
        }
    }
    fn op(&mut self, case: &OpCase) -> Outcome {
        let mut expected = [0; 32];
        for (r, v) in case.before().into_iter().filter(|&(r, _)| r != Reg(0)) {
            expected[usize::from(r.0)] = v;
            self.sim.set_x(r.0, v as u64);
        }
        if keeps_state(case.word) {
            self.sim.reset_csrs();
        }
        self.set_csrs(case.csrs);
        self.load(CODE, case.word);
        self.sim.set_pc(CODE);
        let end = match self.sim.step() {
            Ok(()) => End::Next(self.sim.pc().into()),
            Err(trap) => End::Trap(trapped(trap)),
        };
        let registers = self.registers();
        let rd = case.operands().rd.0;
        expected[usize::from(rd)] = registers[usize::from(rd)];
        let stray = (0..32).find(|&r| registers[r] != expected[r]).map(|r| (r as u8, registers[r]));
        let memory = self.memory();
        let after = After { end, rd: registers[usize::from(rd)], stray, memory };
        self.set_csrs([0; 2]);
        self.restore(&memory);
        Outcome::Hart(after)
    }
    fn program(&mut self, case: &ProgramCase) -> ProgramOutcome {
        (1..32).for_each(|r| self.sim.set_x(r, case.registers[usize::from(r)] as u64));
        let code = case.code();
        self.sim.mem_mut().write_bytes(CODE, &code).expect("programs fit their region");
        self.sim.set_pc(CODE);
        self.sim.reset_csrs();
        let mut traps = Vec::new();
        let mut stop = Stop::Limit;
        for _ in 0..MOST_STEPS {
            let pc = self.sim.pc().into();
            let Some(word) = fetch(&code, pc) else {
                stop = stopped(case, pc);
                break;
            };
            if let Err(trap) = self.sim.step() {
                traps.push(trapped(trap));
                if self.sim.has_handler() {
                    self.sim.take_trap(&trap);
                } else {
                    self.sim.cancel_reservation();
                    self.sim.set_pc(trap.pc + length(word));
                }
            }
        }
        let registers = self.registers();
        let memory = self.memory();
        self.restore(&memory);
        ProgramOutcome { stop, traps, registers, memory }
    }
}

fn trapped(trap: Trap) -> Trapped {
    // The codes are below 16.
    Trapped { cause: trap.cause.code() as u8, pc: trap.pc.into(), tval: Some(trap.tval.into()) }
}

impl Here for Simulator {
    fn name(&self) -> &str {
        &self.name
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        let own = simulator::implements(insn.spec().name);
        if own { Ok(()) } else { Err(Skip::Delegated) }
    }
    fn op(&mut self, case: &OpCase) -> Outcome {
        self.op(case)
    }
    fn program(&mut self, case: &ProgramCase) -> ProgramOutcome {
        self.program(case)
    }
}
