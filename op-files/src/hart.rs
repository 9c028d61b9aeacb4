//! What `exec` sees of the machine, and its runs on terms.

use crate::{
    engine::{Given, failed},
    value::{Bits, Run},
};
use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, INT};
use semantics::{encoding::Enc, loaded::Meaning, program::Program, spec::Slot};
use std::{cell::RefCell, rc::Rc};

/// The operands of one run.
#[derive(Clone, Debug)]
struct Hart(Rc<State>);

#[derive(Debug)]
struct State {
    run: Rc<Run>,
    enc: Enc,
    xlen: u32,
    bs: u32,
    rnum: u32,
    rd: RefCell<Option<Bits>>,
}

const REGISTERS: [(&str, Slot); 4] =
    [("rs1", Slot::Rs1), ("rs2", Slot::Rs2), ("rs3", Slot::Rs3), ("imm", Slot::Imm)];

/// Lets scripts have it.
pub(crate) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Hart>("hart");
    for (name, slot) in REGISTERS {
        engine.register_get(name, move |h: &mut Hart| h.operand(name, slot));
    }
    engine.register_get("pc", |h: &mut Hart| Bits::var(&h.0.run, h.0.xlen, "pc"));
    engine.register_get("bs", |h: &mut Hart| h.selector("bs", Slot::Bs, h.0.bs));
    engine.register_get("rnum", |h: &mut Hart| h.selector("rnum", Slot::Rnum, h.0.rnum));
    engine.register_get("xlen", |h: &mut Hart| INT::from(h.0.xlen));
    engine.register_set("rd", |h: &mut Hart, v: Bits| h.write(v));
    engine.register_fn("lit", |h: &mut Hart, width: INT, value: INT| {
        crate::text::constant(&h.0.run, width, value).map_err(failed)
    });
    engine.register_fn("lit", |h: &mut Hart, width: INT, value: &str| {
        crate::text::wide_constant(&h.0.run, width, value).map_err(failed)
    });
}

impl Hart {
    fn has(&self, name: &str, slot: Slot) -> Given<()> {
        if self.0.enc.has(slot) {
            return Ok(());
        }
        Err(failed(format!("the encoding has no field of `{name}`")))
    }
    fn operand(&self, name: &str, slot: Slot) -> Given<Bits> {
        self.has(name, slot)?;
        Ok(Bits::var(&self.0.run, self.0.xlen, name))
    }
    fn selector(&self, name: &str, slot: Slot, value: u32) -> Given<INT> {
        self.has(name, slot)?;
        Ok(value.into())
    }
    fn write(&self, value: Bits) -> Given<()> {
        let State { xlen, run, rd, .. } = &*self.0;
        value.is_of(run).map_err(failed)?;
        if value.width() != *xlen {
            let width = value.width();
            return Err(failed(format!(
                "{width} bits written to rd on RV{xlen}: use zext or sext"
            )));
        }
        match rd.replace(Some(value)) {
            None => Ok(()),
            Some(_) => Err(failed("rd is written twice")),
        }
    }
}

/// What `exec` computes for every value of the fields that shape the computation.
///
/// # Errors
/// What the script fails with.
pub(crate) fn meanings(
    engine: &Engine,
    ast: &AST,
    exec: &FnPtr,
    enc: &Enc,
    xlen: u32,
) -> Result<Vec<Meaning>, Box<EvalAltResult>> {
    let mut meanings = Vec::new();
    for bs in values(enc, Slot::Bs) {
        for rnum in values(enc, Slot::Rnum) {
            // A hart of this width computes with so many bits.
            let run = Run::new(4 * xlen);
            let rd = RefCell::default();
            let state = Rc::new(State { run: run.clone(), enc: *enc, xlen, bs, rnum, rd });
            let _ = exec.call::<Dynamic>(engine, ast, (Hart(state.clone()),))?;
            let rd = state.rd.borrow().clone().ok_or_else(|| failed("`exec` writes no rd"))?;
            meanings.push(Meaning {
                xlen,
                bs,
                rnum,
                rd: Program::of(&run.arena, &[rd.bv().raw()]),
            });
        }
    }
    Ok(meanings)
}

/// Every value of a field of the encoding; 0 where there is none.
fn values(enc: &Enc, slot: Slot) -> std::ops::Range<u32> {
    0..1 << enc.operand(slot).0.iter().map(|(hi, lo, _)| hi - lo + 1).sum::<u32>()
}
