//! Where the guest's registers are while a block is made: in registers of the host as far as those last.
//!
//! A value of which 32 bits matter is not extended before somebody asks for all of it, and a shift or a constant is not
//! computed before somebody asks at all: that turns two shifts and an `or` into a rotation, and lets what is
//! overwritten go without a trace. Whoever may look at the register file, after a block or when it is left in the
//! middle, finds everything there as the decoded tier would have left it.

use super::analysis::Uses;
use super::asm::{Asm, Extend, Host, Operand, Place, Shift, Width};
use super::asm::{RAX, RBP, RBX, RDI, RSI};
use super::shared;
use crate::op::SINK;

/// Host registers that hold guest registers.
const POOL: [Host; 10] =
    [RBX, RBP, Host(8), Host(9), Host(10), Host(11), Host(12), Host(13), Host(14), Host(15)];

/// The first number beyond those of guest registers and the sink: pointers into the host's memory.
pub(super) const POINTERS: u8 = SINK + 1;
/// All numbers.
pub(super) const NUMBERS: usize = POINTERS as usize + shared::SPILLS;

/// Which bits of a host register are those of the guest's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bits {
    /// All of them.
    All,
    /// The low 32, whose sign extension is the value.
    Low,
    /// All of them, and they are a sign extension of the low 32.
    Both,
}

/// A value that nobody has asked for yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lazy {
    Constant(i64),
    /// By a constant amount that is not 0, of a register that still has the value.
    Shifted {
        shift: Shift,
        width: Width,
        source: u8,
        amount: u8,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Where the register file has it.
    Home,
    Host(Host, Bits),
    Nowhere(Lazy),
}

#[derive(Clone, Copy, Debug)]
struct Value {
    at: At,
    /// The register file has another value.
    dirty: bool,
}

const HOME: Value = Value { at: At::Home, dirty: false };
const ZERO: Value = Value { at: At::Nowhere(Lazy::Constant(0)), dirty: false };

/// What must be written when the block is left: a moment's state.
#[derive(Clone, Debug)]
pub(super) struct Snapshot([Value; NUMBERS]);

pub(super) struct Values<'a> {
    pub(super) asm: Asm,
    rv32: bool,
    pool: &'static [Host],
    values: [Value; NUMBERS],
    /// By host register.
    owner: [Option<u8>; 16],
    /// Host registers that this operation needs, by bit.
    pinned: u16,
    uses: &'a Uses,
    /// The operation that is being made.
    index: usize,
}

impl<'a> Values<'a> {
    pub(super) fn new(rv32: bool, traced: bool, uses: &'a Uses) -> Self {
        let mut values = [HOME; NUMBERS];
        values[0] = ZERO;
        Self {
            asm: Asm::default(),
            rv32,
            pool: if traced { &POOL[..POOL.len() - 1] } else { &POOL },
            values,
            owner: [None; 16],
            pinned: 0,
            uses,
            index: 0,
        }
    }

    /// Begins with the operation at `index`.
    pub(super) fn begin(&mut self, index: usize) {
        self.index = index;
        self.pinned = 0;
    }

    /// Where the register file has a register.
    const fn home(number: u8) -> Place {
        if number >= POINTERS {
            let at = shared::SPILL + 8 * (number - POINTERS) as i32;
            return Place { base: RSI, at };
        }
        Place { base: RDI, at: 8 * number as i32 - shared::BIAS }
    }

    pub(super) fn lazy(&self, number: u8) -> Option<Lazy> {
        match self.values[usize::from(number)].at {
            At::Nowhere(lazy) => Some(lazy),
            At::Home | At::Host(..) => None,
        }
    }

    pub(super) fn constant(&self, number: u8) -> Option<i64> {
        match self.lazy(number) {
            Some(Lazy::Constant(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether the register is known to be the sign extension of its low 32 bits.
    pub(super) fn is_low(&self, number: u8) -> bool {
        let known = match self.values[usize::from(number)].at {
            At::Home => false,
            At::Host(_, bits) => bits != Bits::All,
            At::Nowhere(Lazy::Constant(value)) => i32::try_from(value).is_ok(),
            At::Nowhere(Lazy::Shifted { width, .. }) => width == Width::W32,
        };
        self.rv32 || known
    }

    /// The register as an operand of an instruction of this width.
    pub(super) fn operand(&mut self, number: u8, width: Width) -> Operand {
        match self.values[usize::from(number)].at {
            At::Home if self.is_worth_a_host(number) => self.host(number, width).into(),
            At::Home => Self::home(number).into(),
            At::Host(host, bits) => {
                self.pinned |= 1 << host.0;
                if width == Width::W64 && bits == Bits::Low {
                    self.asm.extend(Extend::Sign32, host, host);
                    self.values[usize::from(number)].at = At::Host(host, Bits::Both);
                }
                host.into()
            }
            At::Nowhere(lazy) => {
                self.compute(number, lazy);
                self.operand(number, width)
            }
        }
    }

    /// The register in a register of the host.
    pub(super) fn host(&mut self, number: u8, width: Width) -> Host {
        if self.values[usize::from(number)].at == At::Home {
            let host = self.take();
            self.asm.mov(Width::W64, host, Self::home(number));
            // The register file has sign extensions on RV32.
            let bits = if self.rv32 && number < POINTERS { Bits::Both } else { Bits::All };
            self.bind(number, host, bits, false);
            return host;
        }
        match self.operand(number, width) {
            Operand::Host(host) => host,
            Operand::Place(_) => unreachable!("it is not at home"),
        }
    }

    /// Whether the register is read again before what a host register holds now.
    fn is_worth_a_host(&self, number: u8) -> bool {
        let next = self.uses.next_read(number, self.index);
        self.pool.iter().copied().filter(|host| self.pinned >> host.0 & 1 == 0).any(|host| {
            let held = self.owner[usize::from(host.0)];
            next < held.map_or(usize::MAX, |held| self.needed_at(held))
        })
    }

    /// The operation that needs the value that a host register holds which is not pinned: the present one, where it is
    /// an operand that is not known yet.
    fn needed_at(&self, number: u8) -> usize {
        if self.uses.reads(number, self.index) {
            self.index
        } else {
            self.uses.next_read(number, self.index)
        }
    }

    fn bind(&mut self, number: u8, host: Host, bits: Bits, dirty: bool) {
        self.release(number);
        self.values[usize::from(number)] = Value { at: At::Host(host, bits), dirty };
        self.owner[usize::from(host.0)] = Some(number);
        self.pinned |= 1 << host.0;
    }

    fn release(&mut self, number: u8) {
        if let At::Host(host, _) = self.values[usize::from(number)].at {
            self.owner[usize::from(host.0)] = None;
        }
        self.values[usize::from(number)] = if number == 0 { ZERO } else { HOME };
    }

    fn compute(&mut self, number: u8, lazy: Lazy) {
        let dirty = self.values[usize::from(number)].dirty;
        match lazy {
            Lazy::Constant(value) => {
                let host = self.take();
                self.asm.constant(host, value);
                let bits = if i32::try_from(value).is_ok() { Bits::Both } else { Bits::All };
                self.bind(number, host, bits, dirty);
            }
            Lazy::Shifted { shift, width, source, amount } => {
                let from = self.operand(source, width);
                let host = self.take();
                self.asm.mov(width, host, from);
                self.asm.shift(shift, width, host, amount);
                let bits = if width == Width::W32 { Bits::Low } else { Bits::All };
                self.bind(number, host, bits, dirty);
            }
        }
    }

    /// A host register that nobody owns, for this operation.
    pub(super) fn take(&mut self) -> Host {
        let free = self.pool.iter().copied().find(|host| {
            self.owner[usize::from(host.0)].is_none() && self.pinned >> host.0 & 1 == 0
        });
        let host = free.unwrap_or_else(|| self.evict());
        self.pinned |= 1 << host.0;
        host
    }

    /// Empties the host register whose value is needed last.
    fn evict(&mut self) -> Host {
        let candidates = self.pool.iter().copied().filter(|host| self.pinned >> host.0 & 1 == 0);
        let distance = |host: &Host| {
            self.owner[usize::from(host.0)].map_or(0, |number| self.needed_at(number))
        };
        // An operation pins three at most.
        let Some(host) = candidates.max_by_key(distance) else { unreachable!("all pinned") };
        if let Some(number) = self.owner[usize::from(host.0)] {
            let all = self.values;
            let value = all[usize::from(number)];
            // An operand of this operation that is not known yet is dead only after it.
            let waited_for = self.uses.reads(number, self.index)
                || (1..SINK).any(|other| self.waits_for(other, number));
            if value.dirty && (waited_for || !self.uses.is_dead(number, self.index)) {
                self.write(number, value, &all);
            }
            self.release(number);
        }
        host
    }

    /// Whether somebody's lazy value is made of the register.
    fn waits_for(&self, other: u8, number: u8) -> bool {
        let lazy = self.values[usize::from(other)].at;
        matches!(lazy, At::Nowhere(Lazy::Shifted { source, .. }) if source == number)
    }

    /// To be called when the operands are known, before any code changes the old value of `number`.
    fn before_write(&mut self, number: u8) {
        for other in 1..SINK {
            if other != number
                && self.waits_for(other, number)
                && let Some(lazy) = self.lazy(other)
            {
                if self.uses.is_dead(other, self.index) {
                    self.values[usize::from(other)] = HOME;
                } else {
                    let pinned = self.pinned;
                    self.compute(other, lazy);
                    self.pinned = pinned;
                }
            }
        }
    }

    /// A host register for a new value of `number`, with the value of `source` in it to begin with.
    pub(super) fn copy(&mut self, number: u8, source: u8, width: Width) -> Host {
        let from = self.operand(source, width);
        self.before_write(number);
        if number == source
            && let Operand::Host(host) = from
        {
            return host;
        }
        let host = self.take();
        self.asm.mov(width, host, from);
        host
    }

    /// The host register for a new value that has nothing to do with the old one.
    ///
    /// It is none of those that the operation's operands are in.
    pub(super) fn fresh(&mut self, number: u8) -> Host {
        self.before_write(number);
        self.take()
    }

    /// `host` holds the new value of the register.
    pub(super) fn define(&mut self, number: u8, host: Host, bits: Bits) {
        if self.owner[usize::from(host.0)] == Some(number) {
            self.values[usize::from(number)] = Value { at: At::Host(host, bits), dirty: true };
        } else {
            self.bind(number, host, bits, true);
        }
    }

    /// The register has a value that is not computed yet.
    pub(super) fn define_lazily(&mut self, number: u8, lazy: Lazy) {
        self.before_write(number);
        self.release(number);
        self.values[usize::from(number)] = Value { at: At::Nowhere(lazy), dirty: true };
    }

    /// Writes everything that the register file lacks; what is in host registers stays there.
    pub(super) fn write_back(&mut self) {
        let values = self.values;
        for number in 1..SINK {
            let value = values[usize::from(number)];
            if value.dirty {
                self.write(number, value, &values);
                self.values[usize::from(number)].dirty = false;
                if let At::Nowhere(Lazy::Shifted { .. }) = value.at {
                    self.values[usize::from(number)] = HOME;
                }
            }
        }
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot(self.values)
    }

    /// Code that leaves with the state of that moment.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) {
        for number in 1..SINK {
            let value = snapshot.0[usize::from(number)];
            if value.dirty {
                self.write(number, value, &snapshot.0);
            }
        }
    }

    /// Writes one value to the register file; changes no host register but `rax`.
    fn write(&mut self, number: u8, value: Value, all: &[Value; NUMBERS]) {
        let home = Self::home(number);
        match value.at {
            At::Home => {}
            At::Host(host, Bits::All | Bits::Both) => self.asm.store(8, home, host),
            At::Host(host, Bits::Low) => {
                self.asm.extend(Extend::Sign32, RAX, host);
                self.asm.store(8, home, RAX);
            }
            At::Nowhere(Lazy::Constant(value)) => match i32::try_from(value) {
                Ok(value) => self.asm.store_constant(home, value),
                Err(_) => {
                    self.asm.constant(RAX, value);
                    self.asm.store(8, home, RAX);
                }
            },
            At::Nowhere(Lazy::Shifted { shift, width, source, amount }) => {
                match all[usize::from(source)].at {
                    At::Host(host, bits) => {
                        self.asm.mov(width, RAX, host);
                        if width == Width::W64 && bits == Bits::Low {
                            self.asm.extend(Extend::Sign32, RAX, host);
                        }
                    }
                    // A source is never lazy itself.
                    At::Home | At::Nowhere(_) => self.asm.mov(width, RAX, Self::home(source)),
                }
                self.asm.shift(shift, width, RAX, amount);
                if width == Width::W32 {
                    self.asm.extend(Extend::Sign32, RAX, RAX);
                }
                self.asm.store(8, home, RAX);
            }
        }
    }
}
