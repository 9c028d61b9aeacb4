//! Where everything is when a function is called.

use std::ops::Range;

use kernels::manifest::{Arg, Function, Upper, register_number};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use semantics::memory::Rights;
use simulator::{Access, Misaligned};

use super::writable;
use crate::subject::{Call, Plan, Subject};

/// Where `ra` points: nothing is mapped in its page.
const HALT: u64 = 0x800;
/// More than any buffer, so that regions never meet and gaps are wide.
const BUFFER_STEP: u64 = 0x40_0000;
/// What a kernel may use of the stack.
const STACK_BYTES: u64 = 0x4000;
/// A page, in which nothing else is mapped at the return's address and around buffers and stack: what runs over their
/// ends traps.
const GUARD: u64 = 0x1000;

/// Where the first buffer is: the top bit of RV32, and more than 32 bits on RV64: a pointer that is cut or extended
/// wrongly traps.
fn first_buffer(xlen: u32) -> u64 {
    if xlen == 32 { 0x9000_0000 } else { 0x12_9000_0000 }
}

/// The stack pointer at the call of a function with so many arguments.
fn stack_top(xlen: u32, args: usize) -> u64 {
    first_buffer(xlen) + BUFFER_STEP * (args as u64 + 2)
}

/// Addresses that a program must leave free, and what for.
pub(crate) fn reserved(xlen: u32, args: usize) -> [(&'static str, Range<u64>); 2] {
    let around = first_buffer(xlen) - GUARD..stack_top(xlen, args) + GUARD;
    [("the address of the return", 0..GUARD), ("buffers and stack", around)]
}

/// The variable part of a layout.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    /// By argument: bytes behind a multiple of 16.
    pub(crate) offsets: Vec<u64>,
    /// The first argument is given the buffer of the second one.
    pub(crate) alias: Option<(usize, usize)>,
    /// What a misaligned access does.
    pub(crate) misaligned: Misaligned,
    /// By length argument: what the sizes of the buffers are made of.
    pub(crate) lengths: Vec<u32>,
}

impl Placement {
    /// Apart, at multiples of 16, the strictest policy.
    pub(crate) fn strict(plan: &Plan, lengths: &[u32]) -> Self {
        Placement {
            offsets: vec![0; plan.function.args.len()],
            alias: None,
            misaligned: Misaligned::Trap,
            lengths: lengths.to_vec(),
        }
    }
}

/// A region of memory, the same on both engines.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) name: String,
    pub(crate) base: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) access: Access,
}

impl Region {
    /// What may be done with it, for the specification and for cores.
    pub(crate) fn rights(&self) -> Rights {
        let may = |access| self.access.allows(access);
        Rights { read: may(Access::READ), write: may(Access::WRITE), execute: may(Access::EXEC) }
    }
}

/// Memory and registers at the call; the contents of buffers, and numbers, come with each call.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// A buffer may be empty: then there is nothing to map.
    pub(crate) regions: Vec<Region>,
    pub(crate) registers: [u64; 32],
    /// The registers of pointers, `ra` and `sp` among them, and `gp` of a linked program that has one: what they hold
    /// is no accident.
    pub(crate) constant: Vec<usize>,
    /// By argument.
    pub(crate) addresses: Vec<u64>,
    /// By argument.
    pub(crate) sizes: Vec<usize>,
    /// By length argument.
    pub(crate) lengths: Vec<u32>,
    pub(crate) halt: u64,
}

impl Layout {
    pub(crate) fn new(subject: &Subject, plan: &Plan, placement: &Placement, seed: u64) -> Self {
        let args = &plan.function.args;
        let xlen = plan.isa.xlen();
        let first = first_buffer(xlen);
        let mut addresses: Vec<u64> = (0..args.len() as u64)
            .zip(&placement.offsets)
            .map(|(number, offset)| first + BUFFER_STEP * number + offset)
            .collect();
        if let Some((arg, at)) = placement.alias {
            addresses[arg] = addresses[at];
        }
        let lengths = &placement.lengths;
        let sizes: Vec<usize> = args.iter().map(|arg| size(&plan.function, arg, lengths)).collect();
        let mut regions = Vec::new();
        for segment in &subject.linked.segments {
            // Data is read-only, too: a kernel that keeps a state between calls is none.
            let code = if segment.executable { Access::EXEC } else { Access::NONE };
            regions.push(Region {
                name: format!("section {}", segment.section),
                base: segment.address,
                bytes: segment.bytes.clone(),
                access: Access::READ | code,
            });
        }
        for (number, arg) in args.iter().enumerate() {
            if placement.alias.is_some_and(|(arg, _)| arg == number) {
                continue;
            }
            let same = |other: usize| addresses[other] == addresses[number];
            let write = (0..args.len()).any(|other| same(other) && writable(args[other].access));
            regions.push(Region {
                name: format!("buffer {}", arg.name),
                base: addresses[number],
                bytes: vec![0; sizes[number]],
                access: Access::READ | if write { Access::WRITE } else { Access::NONE },
            });
        }
        let top = stack_top(xlen, args.len());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut stack = vec![0; STACK_BYTES as usize];
        rng.fill_bytes(&mut stack);
        regions.push(Region {
            name: "stack".to_owned(),
            base: top - STACK_BYTES,
            bytes: stack,
            access: Access::READ | Access::WRITE,
        });
        let mask = if xlen == 32 { u64::from(u32::MAX) } else { u64::MAX };
        let mut registers = std::array::from_fn(|_| rng.next_u64() & mask);
        registers[0] = 0;
        registers[1] = HALT;
        registers[2] = top;
        let mut constant = vec![1, 2];
        if let Some(pointer) = subject.linked.global_pointer {
            registers[3] = pointer & mask;
            constant.push(3);
        }
        for (arg, address) in args.iter().zip(&addresses) {
            registers[arg.register_number()] = *address;
            constant.push(arg.register_number());
        }
        let lengths = lengths.clone();
        Layout { regions, registers, constant, addresses, sizes, lengths, halt: HALT }
    }

    /// The registers of a call: above a number that is narrower than a register there is what was there before.
    pub(crate) fn registers(&self, plan: &Plan, call: &Call) -> [u64; 32] {
        let xlen = plan.isa.xlen();
        let mut registers = self.registers;
        let mut set = |reg: &str, bits: u32, upper: Upper, value: u64| {
            let register = &mut registers[register_number(reg)];
            let low = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            *register = match upper {
                Upper::Any => *register & !low | value & low,
                Upper::Extended if bits == 32 && xlen == 64 => i64::from(value as i32) as u64,
                Upper::Extended => value & low,
            };
        };
        for (length, value) in plan.function.lengths.iter().zip(&call.lengths) {
            set(length.reg, length.bits, length.upper, (*value).into());
        }
        for (scalar, value) in plan.function.scalars.iter().zip(&call.scalars) {
            set(scalar.reg, scalar.bits, scalar.upper, *value);
        }
        registers
    }

    /// Arguments and their addresses, in an order in which the content of an input survives that of an output at the
    /// same place.
    pub(crate) fn writable_last(&self, args: &[Arg]) -> impl Iterator<Item = (usize, u64)> {
        let mut order: Vec<usize> = (0..args.len()).collect();
        order.sort_by_key(|at| args[*at].access != kernels::manifest::Access::Write);
        order.into_iter().map(|at| (at, self.addresses[at]))
    }

    /// The region that is nearest to an address, and how far the address is from its start.
    pub(crate) fn nearest(&self, address: u64) -> Option<(&Region, i128)> {
        let offset = |region: &Region| i128::from(address) - i128::from(region.base);
        let distance = |region: &&Region| {
            let (offset, len) = (offset(region), region.bytes.len() as i128);
            if offset < 0 { -offset } else { (offset - len + 1).max(0) }
        };
        let region = self.regions.iter().min_by_key(distance)?;
        Some((region, offset(region)))
    }
}

/// The bytes of a buffer.
fn size(function: &Function, arg: &Arg, lengths: &[u32]) -> usize {
    let value = |name: &str| {
        let at = function.lengths.iter().position(|length| length.name == name);
        lengths[at.expect("the manifest's parser has found the length")]
    };
    arg.size.bytes(value) as usize
}
