//! The machine: registers and memory of terms, one path of control.

use crate::{
    address,
    event::{Access, Leak, LeakKind, Origin, Stop, Touched},
    hart::Walker,
    memory::{Memory, Overlap, Place, Region},
    tables,
    taint::Taint,
};
use proofs::forms::Forms;
use rustc_hash::FxHashMap;
use semantics::{
    dag::{Arena, Dag, Id},
    decode::Decoded,
    domain::{Bv, Domain},
    isa::{Isa, Legality},
    memory::Rights,
    spec::{Reg, Timing},
};

/// More terms than that are not made; they are a few hundred megabytes.
const MOST_TERMS: usize = 12_000_000;
/// More different terms than that are not chosen from by an address.
const MOST_CHOSEN: usize = 256;

/// A call on terms.
#[derive(Debug)]
pub struct Setup<'s> {
    /// What the code may use: RV32 or RV64.
    pub isa: &'s Isa,
    /// Memory. What is not in it cannot be accessed.
    pub regions: Vec<Region>,
    /// Registers that hold constants, by number; the others hold what nobody knows.
    pub registers: Vec<(u8, u64)>,
    /// Registers that hold terms of XLEN bits.
    pub terms: Vec<(u8, Id)>,
    /// The first instruction.
    pub entry: u64,
    /// The address to which the function returns.
    pub halt: u64,
    /// The most instructions that it may take.
    pub limit: u64,
    /// Variables that are public. All others are secrets.
    pub public: Vec<Id>,
}

/// The state of a run.
#[derive(Debug)]
pub struct Machine<'a, 's> {
    arena: &'a Arena,
    forms: Forms<'a>,
    isa: &'s Isa,
    memory: Memory<'a>,
    x: [Id; 32],
    /// The registers as they were at the call.
    before: [Id; 32],
    written: u32,
    pc: u64,
    halt: u64,
    limit: u64,
    instructions: u64,
    taint: Taint,
    leaks: Vec<Leak>,
    decoded: FxHashMap<u64, Decoded>,
}

impl<'a, 's> Machine<'a, 's> {
    /// The machine at the call. The reference is in the forms already.
    ///
    /// # Errors
    /// [`Overlap`] of two regions.
    pub fn new(arena: &'a Arena, forms: Forms<'a>, setup: Setup<'s>) -> Result<Self, Overlap> {
        let (dom, xlen) = (arena.dom(), setup.isa.xlen());
        let mut taint = Taint::default();
        for variable in setup.public {
            taint.declare(arena, variable, Origin::Public);
        }
        let x = std::array::from_fn(|number| {
            let number = number as u8;
            let constant = setup.registers.iter().find(|register| register.0 == number);
            let term = setup.terms.iter().find(|register| register.0 == number);
            match (number, constant, term) {
                (0, ..) => Bv::new(dom, xlen, 0).raw(),
                (_, Some(&(_, value)), _) => Bv::new(dom, xlen, value.into()).raw(),
                (_, _, Some(&(_, id))) => id,
                _ => {
                    let id = dom.var(xlen, &format!("x{number} at the call")).raw();
                    taint.declare(arena, id, Origin::Garbage);
                    id
                }
            }
        });
        Ok(Machine {
            arena,
            forms,
            isa: setup.isa,
            memory: Memory::new(dom, xlen, setup.regions)?,
            x,
            before: x,
            written: 0,
            pc: setup.entry,
            halt: setup.halt,
            limit: setup.limit,
            instructions: 0,
            taint,
            leaks: Vec::new(),
            decoded: FxHashMap::default(),
        })
    }
    /// Runs until something ends it.
    pub fn run(&mut self) -> Stop {
        loop {
            if let Err(stop) = self.step() {
                return stop;
            }
        }
    }
    /// Instructions that were executed.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }
    /// The sites that leak, by address.
    pub fn leaks(&self) -> &[Leak] {
        &self.leaks
    }
    /// What was done with each region.
    pub fn touched(&self) -> Vec<Touched> {
        self.memory.touched()
    }
    /// Registers that were written, by number.
    pub fn written(&self) -> impl Iterator<Item = u8> + use<> {
        let written = self.written;
        (1..32).filter(move |number| written >> number & 1 == 1)
    }
    /// A register now, and at the call.
    pub fn register(&self, number: u8) -> (Id, Id) {
        let number = usize::from(number & 31);
        (self.x[number], self.before[number])
    }
    /// The byte at an address, when a region has it.
    pub fn byte(&mut self, address: u64) -> Option<Id> {
        let place = self.memory.find(address, 1, |_| true).ok()?;
        Some(self.memory.load(place, 1).raw())
    }
    /// The normal form, for comparisons.
    pub fn forms(&mut self) -> &mut Forms<'a> {
        &mut self.forms
    }
    /// On what a term depends, by the variables that are written in it.
    pub fn origin(&mut self, id: Id) -> Origin {
        for variable in self.memory.take_garbage() {
            self.taint.declare(self.arena, variable, Origin::Garbage);
        }
        self.taint.of(self.arena, id)
    }

    fn step(&mut self) -> Result<(), Stop> {
        let pc = self.pc;
        if pc == self.halt {
            return Err(Stop::Returned);
        }
        if self.instructions == self.limit {
            return Err(Stop::Limit { pc, instructions: self.limit });
        }
        if self.forms.exhausted() || self.arena.size() > MOST_TERMS {
            return Err(Stop::TooLarge { pc });
        }
        let decoded = self.decode(pc)?;
        if decoded.insn.spec().timing == Timing::Operands {
            self.check_operands(&decoded);
        }
        match self.isa.xlen() {
            32 => self.execute::<32>(&decoded)?,
            _ => self.execute::<64>(&decoded)?,
        }
        self.instructions += 1;
        Ok(())
    }
    fn execute<const XLEN: u32>(&mut self, decoded: &Decoded) -> Result<(), Stop> {
        let mut walker = Walker::<XLEN>::new(self, decoded.length);
        decoded.insn.exec(&mut walker, &decoded.operands);
        self.pc = walker.finish()?;
        Ok(())
    }
    fn decode(&mut self, pc: u64) -> Result<Decoded, Stop> {
        if let Some(decoded) = self.decoded.get(&pc) {
            return Ok(*decoded);
        }
        let word = self.memory.fetch(pc).ok_or(Stop::Fetch { pc })?;
        match self.isa.legality(word) {
            Legality::Legal(decoded) => {
                self.decoded.insert(pc, decoded);
                Ok(decoded)
            }
            _ => Err(Stop::Illegal { pc, word, isa: self.isa.text().to_owned() }),
        }
    }
    /// The time of this instruction depends on its operands: they must be constants.
    fn check_operands(&mut self, decoded: &Decoded) {
        let xlen = self.isa.xlen();
        for register in [decoded.operands.rs1, decoded.operands.rs2] {
            let value = self.value(register, xlen);
            if address::constant(self.arena.dom(), &mut self.forms, value).is_none() {
                let on = self.origin(value.raw());
                self.leak(LeakKind::Operand, on, None);
                return;
            }
        }
    }
    fn leak(&mut self, kind: LeakKind, on: Origin, range: Option<(u64, u64, String)>) {
        let pc = self.pc;
        match self.leaks.iter_mut().find(|leak| (leak.pc, leak.kind) == (pc, kind)) {
            None => self.leaks.push(Leak { pc, kind, on, range, times: 1 }),
            Some(leak) => {
                leak.times += 1;
                leak.on = leak.on.min(on);
                if let (Some(known), Some(new)) = (&mut leak.range, range) {
                    (known.0, known.1) = (known.0.min(new.0), known.1.max(new.1));
                }
            }
        }
    }
}

/// What the hart of one instruction asks.
impl<'a> Machine<'a, '_> {
    pub(crate) fn dom(&self) -> Dag<'a> {
        self.arena.dom()
    }
    pub(crate) fn pc(&self) -> u64 {
        self.pc
    }
    pub(crate) fn ialign(&self) -> u64 {
        self.isa.ialign().into()
    }
    pub(crate) fn value(&self, register: Reg, xlen: u32) -> Bv<Dag<'a>> {
        Bv::from_raw(self.dom(), xlen, self.x[usize::from(register.0 & 31)])
    }
    pub(crate) fn set(&mut self, register: Reg, value: Id) {
        if register != Reg(0) {
            self.x[usize::from(register.0 & 31)] = value;
            self.written |= 1 << (register.0 & 31);
        }
    }
    /// Whether a branch is taken, by every input.
    pub(crate) fn decide(&mut self, taken: Bv<Dag<'a>>) -> Result<bool, Stop> {
        match address::constant(self.arena.dom(), &mut self.forms, taken) {
            Some(value) => Ok(value == 1),
            None => Err(Stop::Branch { pc: self.pc, on: self.origin(taken.raw()) }),
        }
    }
    /// The target of a jump, for every input.
    pub(crate) fn target(&mut self, target: Bv<Dag<'a>>) -> Result<u64, Stop> {
        match address::constant(self.arena.dom(), &mut self.forms, target) {
            Some(target) => Ok(target),
            None => Err(Stop::Jump { pc: self.pc, on: self.origin(target.raw()) }),
        }
    }
    fn place(&self, access: Access, address: u64, bytes: u32) -> Result<Place, Stop> {
        let allowed = |rights: Rights| rights.read;
        let store = |rights: Rights| rights.write;
        let found =
            self.memory.find(address, bytes, if access == Access::Load { allowed } else { store });
        found.map_err(|why| Stop::Denied { pc: self.pc, access, address, bytes, why })
    }
    pub(crate) fn store(&mut self, address: Bv<Dag<'a>>, value: Bv<Dag<'a>>) -> Result<(), Stop> {
        let Some(at) = address::constant(self.arena.dom(), &mut self.forms, address) else {
            return Err(Stop::StoreAddress { pc: self.pc, on: self.origin(address.raw()) });
        };
        let bytes = value.width() / 8;
        let place = self.place(Access::Store, at, bytes)?;
        self.memory.touch(place, bytes, true);
        self.memory.store(place, value);
        Ok(())
    }
    pub(crate) fn load(&mut self, address: Bv<Dag<'a>>, width: u32) -> Result<Bv<Dag<'a>>, Stop> {
        let bytes = width / 8;
        if let Some(at) = address::constant(self.arena.dom(), &mut self.forms, address) {
            let place = self.place(Access::Load, at, bytes)?;
            self.memory.touch(place, bytes, false);
            return Ok(self.memory.load(place, bytes));
        }
        let on = self.origin(address.raw());
        let open = Stop::LoadAddress { pc: self.pc, on };
        let Some(choice) = address::choice(self.arena, &mut self.forms, address) else {
            return Err(open);
        };
        let mut entries = Vec::with_capacity(choice.addresses.len());
        let mut range: Option<(u64, u64, String)> = None;
        for (&at, &(way, _)) in choice.addresses.iter().zip(&choice.choices.ways) {
            let place = self.place(Access::Load, at, bytes)?;
            self.memory.touch(place, bytes, false);
            let (low, high, name) =
                range.take().unwrap_or_else(|| (at, at, self.memory.name(place).to_owned()));
            range = Some((low.min(at), high.max(at), name));
            entries.push((way, self.memory.load(place, bytes).raw()));
        }
        self.leak(LeakKind::Address, on, range);
        let dom = self.dom();
        let constant = |entry: &tables::Entry| dom.known(entry.1).is_some();
        if entries.len() > MOST_CHOSEN && !entries.iter().all(constant) {
            return Err(open);
        }
        Ok(tables::chosen(dom, &choice.words, &choice.choices, &entries, width))
    }
}
