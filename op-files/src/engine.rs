//! The script engine: its limits, and what scripts can do with bit-vectors.

use crate::{
    in_words,
    value::{Binary, Bits, Lookup, Made, Truth},
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, INT, NativeCallContext, Position};
use semantics::bits::Table;

/// What a native function gives to a script.
pub(crate) type Given<T> = Result<T, Box<EvalAltResult>>;

/// One call of a script function executes no more operations.
const MOST_OPERATIONS: u64 = 3_000_000;

/// A failure; the engine adds the place of the call.
pub(crate) fn failed(problem: impl Into<String>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(problem.into().into(), Position::NONE).into()
}

fn given<T>(made: Made<T>) -> Given<T> {
    made.map_err(failed)
}

/// The engine of op files.
pub(crate) fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_max_operations(MOST_OPERATIONS);
    engine.set_max_call_levels(32);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(1 << 14);
    engine.set_max_array_size(1 << 12);
    engine.set_max_map_size(1 << 8);
    engine.set_max_variables(1 << 10);
    engine.set_max_functions(1 << 10);
    engine.set_strict_variables(true);
    // A bit-vector is no key, so a `switch` on one would take the default branch without a word.
    engine.disable_symbol("switch");
    engine.disable_symbol("eval");
    engine.on_print(|text| eprintln!("{text}"));
    engine.on_debug(|text, _, place| eprintln!("{place}: {text}"));
    engine.register_type_with_name::<Bits>("bit-vector");
    engine.register_type_with_name::<Truth>("truth value");
    engine.register_type_with_name::<Lookup>("table");
    arithmetic(&mut engine);
    comparisons(&mut engine);
    shifts(&mut engine);
    parts(&mut engine);
    engine
}

fn both_ways(engine: &mut Engine, name: &'static str, f: Binary) {
    engine.register_fn(name, move |a: Bits, b: Bits| given(a.binary(name, &b, f)));
    engine.register_fn(name, move |a: Bits, b: INT| given(a.with(name, b, false, f)));
    engine.register_fn(name, move |a: INT, b: Bits| given(b.with(name, a, true, f)));
}

fn arithmetic(engine: &mut Engine) {
    both_ways(engine, "+", |a, b| a + b);
    both_ways(engine, "-", |a, b| a - b);
    both_ways(engine, "*", |a, b| a * b);
    both_ways(engine, "&", |a, b| a & b);
    both_ways(engine, "|", |a, b| a | b);
    both_ways(engine, "^", |a, b| a ^ b);
    both_ways(engine, "clmul", |a, b| a.clmul(b));
    both_ways(engine, "udiv", |a, b| a.udiv(b));
    both_ways(engine, "urem", |a, b| a.urem(b));
    both_ways(engine, "sdiv", |a, b| a.sdiv(b));
    both_ways(engine, "srem", |a, b| a.srem(b));
    for (name, instead) in [("/", "udiv or sdiv"), ("%", "urem or srem")] {
        unsigned_or_signed(engine, name, instead);
    }
    engine.register_fn("!", |a: Bits| given(a.not()));
    engine.register_fn("-", |a: Bits| given(a.with("-", 0, true, |zero, a| zero - a)));
}

/// An operator whose meaning depends on the sign.
fn unsigned_or_signed(engine: &mut Engine, name: &'static str, instead: &'static str) {
    let fails =
        move || -> Given<Bits> { Err(failed(format!("`{name}` of bit-vectors: say {instead}"))) };
    engine.register_fn(name, move |_: Bits, _: Bits| fails());
    engine.register_fn(name, move |_: Bits, _: INT| fails());
    engine.register_fn(name, move |_: INT, _: Bits| fails());
}

fn comparison(engine: &mut Engine, name: &'static str, f: Binary) {
    engine.register_fn(name, move |a: Bits, b: Bits| given(a.binary(name, &b, f).map(Truth)));
    engine.register_fn(name, move |a: Bits, b: INT| given(a.with(name, b, false, f).map(Truth)));
    engine.register_fn(name, move |a: INT, b: Bits| given(b.with(name, a, true, f).map(Truth)));
}

fn comparisons(engine: &mut Engine) {
    comparison(engine, "==", |a, b| a.equals(b).bv());
    comparison(engine, "!=", |a, b| !a.equals(b).bv());
    comparison(engine, "ult", |a, b| a.ult(b).bv());
    comparison(engine, "slt", |a, b| a.slt(b).bv());
    for name in ["<", "<=", ">", ">="] {
        unsigned_or_signed(engine, name, "ult or slt");
    }
    engine.register_fn("select", |p: Truth, a: Bits, b: Bits| given(p.select(&a, &b)));
    engine.register_fn("bv", |p: Truth| p.0);
    engine.register_fn("!", |p: Truth| given(p.not()));
    let logic: [(&'static str, Binary); 3] =
        [("&", |a, b| a & b), ("|", |a, b| a | b), ("^", |a, b| a ^ b)];
    for (name, f) in logic {
        engine.register_fn(name, move |a: Truth, b: Truth| given(a.binary(name, &b, f)));
    }
}

fn shifts(engine: &mut Engine) {
    let all: [(&'static str, Binary); 3] =
        [("<<", |a, b| a << b), (">>", |a, b| a >> b), ("sra", |a, b| a.sra(b))];
    for (name, f) in all {
        engine.register_fn(name, move |a: Bits, by: Bits| given(a.moved(name, &by, f)));
        engine.register_fn(name, move |a: Bits, by: INT| given(a.moved_by(name, by, f)));
    }
    for (name, left) in [("rotl", true), ("rotr", false)] {
        engine.register_fn(name, move |a: Bits, by: INT| given(a.rotated(left, by)));
    }
    let by_value: [(&'static str, Binary); 2] =
        [("rol", |a, b| a.rol(b)), ("ror", |a, b| a.ror(b))];
    for (name, f) in by_value {
        engine.register_fn(name, move |a: Bits, by: Bits| given(a.moved(name, &by, f)));
    }
}

fn parts(engine: &mut Engine) {
    engine.register_get("width", |a: &mut Bits| INT::from(a.width()));
    engine.register_fn("bits", |a: Bits, hi: INT, lo: INT| given(a.slice(hi, lo)));
    engine.register_fn("lo", |a: Bits, n: INT| given(a.low(n)));
    engine.register_fn("hi", |a: Bits, n: INT| given(a.high(n)));
    engine.register_fn("byte", |a: Bits, k: INT| given(a.byte(k)));
    engine.register_fn("bit", |a: Bits, k: INT| given(a.bit(k)));
    engine.register_fn("zext", |a: Bits, width: INT| given(a.extended(false, width)));
    engine.register_fn("sext", |a: Bits, width: INT| given(a.extended(true, width)));
    engine.register_fn("concat", |a: Bits, low: Bits| given(a.concat(&low)));
    engine.register_fn("join", |parts: Array| given(bits(parts).and_then(|p| Bits::join(&p))));
    engine.register_fn("bytes", |a: Bits| -> Given<Array> {
        Ok(given(a.bytes())?.into_iter().map(Dynamic::from).collect())
    });
    engine.register_fn("map_bytes", |context: NativeCallContext<'_>, a: Bits, f: FnPtr| {
        map_bytes(&context, &a, &f)
    });
    engine.register_fn("reverse_bytes", |a: Bits| {
        given(a.bytes().and_then(|bytes| Bits::join(&bytes)))
    });
    engine.register_fn("table", |name: &str, data: Array| given(table(name, &data)));
    engine.register_fn("lookup", |a: Bits, table: Lookup| given(a.lookup(table)));
}

fn map_bytes(context: &NativeCallContext<'_>, a: &Bits, f: &FnPtr) -> Given<Bits> {
    let mut bytes = Vec::new();
    for byte in given(a.bytes())?.into_iter().rev() {
        let byte: Bits = f.call_within_context(context, (byte,))?;
        if byte.width() != 8 {
            return Err(failed(format!(
                "`map_bytes` with a function that gives {} bits",
                byte.width()
            )));
        }
        bytes.push(byte);
    }
    given(Bits::join(&bytes))
}

/// The bit-vectors of an array.
pub(crate) fn bits(values: Array) -> Made<Vec<Bits>> {
    let of = |value: Dynamic| {
        value.try_cast_result::<Bits>().map_err(|value| {
            format!("a {} where a bit-vector is meant", in_words(value.type_name()))
        })
    };
    values.into_iter().map(of).collect()
}

fn table(name: &str, data: &Array) -> Made<Lookup> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(format!("`{name}` is no name of a table: letters, digits and `_`"));
    }
    let count = data.len();
    let bytes: Option<Vec<u8>> =
        data.iter().map(|v| v.as_int().ok().and_then(|v| u8::try_from(v).ok())).collect();
    let bytes = bytes.ok_or("a table has numbers from 0 to 255")?;
    let data: [u8; 256] =
        bytes.try_into().map_err(|_| format!("a table has 256 entries, not {count}"))?;
    // Printers know a table by its name alone, so two of one name are one table. What is loaded stays: it is
    // part of the table of instructions.
    let name = format!("op_file_{name}_{:08x}", checksum(&data)).leak();
    Ok(Lookup(Box::leak(Box::new(Table { name, data }))))
}

/// FNV-1a.
fn checksum(data: &[u8]) -> u32 {
    data.iter().fold(0x811c_9dc5, |sum, b| (sum ^ u32::from(*b)).wrapping_mul(0x0100_0193))
}
