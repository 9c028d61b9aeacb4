//! What `prove` sees of a claim, and the goals that it states.

use crate::{
    engine::{Given, bits, failed},
    in_words, text,
    value::{Bits, Run, Truth},
};
use reference_ciphers::steps;
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, INT, Map};
use semantics::{
    bits::MAX_WIDTH,
    claim::{Goal, With},
    dag::Id,
    domain::Bv,
    encoding::Enc,
    insns::Insn,
    loaded::{Loaded, Meaning, Statement},
    program::Program,
    spec::{Operands, Reg, Slot},
};
use std::{cell::RefCell, rc::Rc};

/// An instruction of a file, as far as claims can run it.
#[derive(Debug)]
pub(crate) struct Runnable {
    pub(crate) name: String,
    pub(crate) enc: Enc,
    pub(crate) meanings: Vec<Meaning>,
}

/// A goal under construction.
#[derive(Clone, Debug)]
struct Stating(Rc<State>);

#[derive(Debug)]
struct State {
    run: Rc<Run>,
    xlen: u32,
    own: Rc<Vec<Runnable>>,
    assumed: RefCell<Vec<Id>>,
    parts: RefCell<Vec<(String, Id, Id)>>,
    ran: RefCell<Vec<Insn>>,
}

/// Lets scripts have it.
pub(crate) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Stating>("goal");
    engine.register_get("xlen", |g: &mut Stating| INT::from(g.0.xlen));
    engine.register_fn("variable", |g: &mut Stating, name: &str, width: INT| g.var(name, width));
    engine.register_fn("reg", |g: &mut Stating, name: &str| g.var(name, g.0.xlen.into()));
    engine.register_fn("lit", |g: &mut Stating, width: INT, value: INT| {
        text::constant(&g.0.run, width, value).map_err(failed)
    });
    engine.register_fn("lit", |g: &mut Stating, width: INT, value: &str| {
        text::wide_constant(&g.0.run, width, value).map_err(failed)
    });
    engine.register_fn("run", |g: &mut Stating, name: &str, operands: Map| g.run(name, &operands));
    engine.register_fn("step", |g: &mut Stating, name: &str, args: Array| g.step(name, args));
    engine.register_fn("step", |g: &mut Stating, name: &str, a: Bits| {
        g.step(name, vec![Dynamic::from(a)])
    });
    engine.register_fn("assume", |g: &mut Stating, p: Truth| g.assume(&p));
    engine.register_fn("equal", |g: &mut Stating, a: Bits, b: Bits| {
        let name = format!("equality {}", g.0.parts.borrow().len() + 1);
        g.equal(&name, &a, &b)
    });
    engine.register_fn("equal", |g: &mut Stating, name: &str, a: Bits, b: Bits| {
        g.equal(name, &a, &b)
    });
    engine.register_fn("holds", |g: &mut Stating, p: Truth| {
        let name = format!("condition {}", g.0.parts.borrow().len() + 1);
        g.holds(&name, &p)
    });
    engine.register_fn("holds", |g: &mut Stating, name: &str, p: Truth| g.holds(name, &p));
}

/// No claim has more equalities.
const MOST_PARTS: usize = 1 << 12;

impl Stating {
    fn var(&self, name: &str, width: INT) -> Given<Bits> {
        let width = u32::try_from(width).ok().filter(|w| (1..=MAX_WIDTH).contains(w));
        let width = width.ok_or_else(|| failed(format!("a variable of 1 to {MAX_WIDTH} bits")))?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let numbered =
            name.strip_prefix('x').is_some_and(|k| k.chars().all(|c| c.is_ascii_digit()));
        let taken =
            numbered || ["pc", "memory", "reserved"].contains(&name) || name.starts_with("csr_");
        if taken || name.is_empty() || name.len() > 64 || !name.chars().all(is_name) {
            return Err(failed(format!(
                "`{name}` is no name of a variable: letters, digits and `_`, and not that of a \
                 register, of pc, memory, reserved or csr_..."
            )));
        }
        let known = self.0.run.arena.vars().into_iter().find(|v| v.0 == name && v.1 != width);
        if let Some((_, known)) = known {
            return Err(failed(format!("`{name}` of {known} and of {width} bits")));
        }
        Ok(Bits::var(&self.0.run, width, name))
    }
    fn step(&self, name: &str, args: Array) -> Given<Bits> {
        let step = steps::step(name).ok_or_else(|| {
            failed(format!("there is no step `{name}`: `rvassay list steps` shows all"))
        })?;
        let args = bits(args).map_err(failed)?;
        args.iter().try_for_each(|arg| arg.is_of(&self.0.run)).map_err(failed)?;
        let args: Vec<_> = args.iter().map(Bits::bv).collect();
        let value = step.apply(&args).map_err(|error| failed(error.to_string()))?;
        Ok(Bits::of(&self.0.run, value))
    }
    fn mine<'v>(&self, value: &'v Bits) -> Given<&'v Bits> {
        value.is_of(&self.0.run).map_err(failed)?;
        Ok(value)
    }
    fn assume(&self, p: &Truth) -> Given<()> {
        self.0.assumed.borrow_mut().push(self.mine(&p.0)?.bv().raw());
        Ok(())
    }
    fn equal(&self, name: &str, a: &Bits, b: &Bits) -> Given<()> {
        let (l, r) = (self.mine(a)?.width(), self.mine(b)?.width());
        if l != r {
            return Err(failed(format!("{l} and {r} bits claimed equal")));
        }
        let mut parts = self.0.parts.borrow_mut();
        if parts.len() == MOST_PARTS {
            return Err(failed(format!("more than {MOST_PARTS} equalities")));
        }
        parts.push((name.into(), a.bv().raw(), b.bv().raw()));
        Ok(())
    }
    fn holds(&self, name: &str, p: &Truth) -> Given<()> {
        let one = text::constant(&self.0.run, 1, 1).map_err(failed)?;
        self.equal(name, &p.0, &one)
    }
    /// The value of rd after an instruction.
    fn run(&self, name: &str, given: &Map) -> Given<Bits> {
        let State { xlen, run, own, ran, .. } = &*self.0;
        let mine = own.iter().position(|op| op.name == name);
        let built_in = || Insn::BUILT_IN.iter().copied().find(|insn| insn.spec().name == name);
        let unknown = || failed(format!("there is no instruction `{name}`"));
        let insn = match mine {
            Some(k) => Insn::Loaded(Loaded::new(k)),
            None => built_in().ok_or_else(unknown)?,
        };
        let enc = match mine {
            Some(k) => Some(&own[k].enc).filter(|enc| enc.xlens & xlen != 0),
            None => insn.spec().enc(*xlen),
        };
        let enc = enc.ok_or_else(|| failed(format!("`{name}` does not exist on RV{xlen}")))?;
        let operands = self.operands(name, enc, given)?;
        let reserved = match mine {
            // Nothing is reserved in an op file.
            Some(_) => None,
            None => (insn.spec().reserved)(&operands.0),
        };
        if let Some(reason) = reserved {
            return Err(failed(format!(
                "`{name}` with these operands is no instruction: {reason}"
            )));
        }
        ran.borrow_mut().push(insn);
        let (selectors, values) = &operands;
        let value = |slot: Slot| values.iter().find(|v| v.0 == slot).map(|v| v.1.bv());
        let rd = match mine {
            Some(k) => {
                let of =
                    |m: &&Meaning| (m.xlen, m.bs, m.rnum) == (*xlen, selectors.bs, selectors.rnum);
                let meaning = own[k].meanings.iter().find(of).ok_or_else(unknown)?;
                let input = |input: &str, width: u32| {
                    let slot = VALUES.iter().find(|v| v.0 == input).map(|v| v.1);
                    slot.and_then(value).unwrap_or_else(|| run.arena.dom().var(width, input))
                };
                meaning.rd.run(run.arena.dom(), input)[0]
            }
            None => {
                let goal = Goal::new(&run.arena, *xlen);
                let zero = || Bv::new(run.arena.dom(), *xlen, 0);
                let register = |slot| value(slot).unwrap_or_else(zero);
                let with = With {
                    operands: *selectors,
                    imm: value(Slot::Imm),
                    rs3: value(Slot::Rs3),
                    ..With::default()
                };
                goal.run(insn, register(Slot::Rs1), register(Slot::Rs2), with).rd()
            }
        };
        Ok(Bits::of(run, rd))
    }
    /// The selectors, and the values of the registers and of the immediate.
    fn operands(&self, name: &str, enc: &Enc, given: &Map) -> Given<(Operands, Vec<(Slot, Bits)>)> {
        if !enc.has(Slot::Rd) {
            return Err(failed(format!("`{name}` writes no register")));
        }
        let mut selectors = Operands { rd: Reg(5), ..Operands::default() };
        let mut values = Vec::new();
        for (key, slot) in VALUES.into_iter().chain(SELECTORS) {
            let value = given.get(key);
            match (enc.has(slot), value) {
                (true, None) => return Err(failed(format!("`{name}` needs `{key}`"))),
                (false, Some(_)) => return Err(failed(format!("`{name}` has no `{key}`"))),
                (false, None) => {}
                (true, Some(value)) if SELECTORS.contains(&(key, slot)) => {
                    let most =
                        enc.operand(slot).0.iter().map(|(hi, lo, _)| hi - lo + 1).sum::<u32>();
                    let number = value.as_int().ok().filter(|v| (0..1 << most).contains(v));
                    let no_selector = || failed(format!("`{key}` is a number below {}", 1 << most));
                    selectors.set(slot, number.ok_or_else(no_selector)? as u32);
                }
                (true, Some(value)) => {
                    if let (Slot::Imm, Ok(number)) = (slot, value.as_int()) {
                        let no_immediate = || failed(format!("`{name}` has no immediate {number}"));
                        selectors.imm = immediate(enc, number).ok_or_else(no_immediate)?;
                    }
                    values.push((slot, self.value(key, value)?));
                }
            }
        }
        let known = |key: &str| VALUES.iter().chain(&SELECTORS).any(|v| v.0 == key);
        if let Some(key) = given.keys().find(|key| !known(key)) {
            return Err(failed(format!("`{key}` is no operand of `run`")));
        }
        Ok((selectors, values))
    }
    /// A value of register width: a bit-vector, or a number.
    fn value(&self, key: &str, value: &Dynamic) -> Given<Bits> {
        let State { xlen, run, .. } = &*self.0;
        if let Ok(number) = value.as_int() {
            return text::constant(run, (*xlen).into(), number).map_err(failed);
        }
        let none = || {
            let kind = in_words(value.type_name());
            failed(format!("`{key}` is a {kind} where a bit-vector is meant"))
        };
        let value = value.clone().try_cast::<Bits>().ok_or_else(none)?;
        let width = self.mine(&value)?.width();
        if width != *xlen {
            return Err(failed(format!("`{key}` has {width} bits on RV{xlen}")));
        }
        Ok(value)
    }
}

const VALUES: [(&str, Slot); 4] =
    [("rs1", Slot::Rs1), ("rs2", Slot::Rs2), ("rs3", Slot::Rs3), ("imm", Slot::Imm)];
const SELECTORS: [(&str, Slot); 2] = [("bs", Slot::Bs), ("rnum", Slot::Rnum)];

/// The immediate, when the fields of the encoding can hold it.
fn immediate(enc: &Enc, number: INT) -> Option<i32> {
    let value = i32::try_from(number).ok()?;
    let (parts, signed) = enc.operand(Slot::Imm);
    let bits = parts.iter().map(|(hi, lo, at)| (u32::MAX >> (31 - (hi - lo))) << at);
    let held = bits.fold(0, |held, part| held | part);
    let read = value as u32 & held;
    // As the decoder extends it.
    let read = match signed {
        0 => read as i32,
        _ => (read << (32 - signed)) as i32 >> (32 - signed),
    };
    (read == value).then_some(value)
}

/// The goal of a claim on one register width.
///
/// # Errors
/// What the script fails with.
pub(crate) fn state(
    engine: &Engine,
    ast: &AST,
    prove: &FnPtr,
    claim: &'static str,
    xlen: u32,
    own: &Rc<Vec<Runnable>>,
) -> Result<Statement, Box<EvalAltResult>> {
    let state = Rc::new(State {
        run: Run::new(MAX_WIDTH),
        xlen,
        own: own.clone(),
        assumed: RefCell::default(),
        parts: RefCell::default(),
        ran: RefCell::default(),
    });
    let _ = prove.call::<Dynamic>(engine, ast, (Stating(state.clone()),))?;
    let State { run, assumed, parts, ran, .. } = &*state;
    let (assumed, parts) = (assumed.borrow(), parts.borrow());
    if parts.is_empty() {
        return Err(failed("the claim says nothing: call `equal` or `holds`"));
    }
    let sides = parts.iter().flat_map(|(_, left, right)| [*left, *right]);
    let terms: Vec<Id> = assumed.iter().copied().chain(sides).collect();
    Ok(Statement {
        claim,
        xlen,
        terms: Program::of(&run.arena, &terms),
        assumed: assumed.len(),
        parts: parts.iter().map(|part| part.0.clone()).collect(),
        ran: ran.borrow().clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_immediate_is_one_that_a_word_can_have() {
        let of = |name: &str, xlen: u32| {
            let insn = Insn::BUILT_IN.iter().find(|insn| insn.spec().name == name).unwrap();
            *insn.spec().enc(xlen).unwrap()
        };
        let cases: [(&str, u32, &[INT], &[INT]); 5] = [
            ("addi", 32, &[0, 2047, -1, -2048], &[2048, -2049, 1 << 40]),
            ("rori", 32, &[0, 31], &[32, -1]),
            ("rori", 64, &[32, 63], &[64]),
            ("lui", 64, &[0x1000, -4096], &[1, 0x8000_0000, 0xfff]),
            ("jal", 32, &[0, 2, -2, 0xffffe], &[1, 0x100000]),
        ];
        for (name, xlen, good, bad) in cases {
            let held = |number: &INT| immediate(&of(name, xlen), *number).map(INT::from);
            assert!(good.iter().all(|n| held(n) == Some(*n)), "{name} on RV{xlen}");
            assert!(bad.iter().all(|n| held(n).is_none()), "{name} on RV{xlen}");
        }
    }
}
