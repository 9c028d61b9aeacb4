//! The AES unit against FIPS-197.

mod common;

use common::{Stream, Tables, cache};
use rtl_harness::{BuildOptions, Model, OpIndex, Request, Response, Unit};

fn model(xlen: u32) -> Model {
    let description = rtl_harness::units()[0].description().unwrap();
    Model::build(&description, xlen, &BuildOptions::new(cache())).unwrap()
}

fn check(unit: &mut Unit, op: (OpIndex, &str), rs1: u64, rs2: u64, field: u32, tables: &Tables) {
    let (op, name) = op;
    let request = Request { op, rs1: rs1.into(), rs2: rs2.into(), fields: [field, 0, 0, 0] };
    let rd = tables.expect(name, rs1, rs2, field).into();
    let got = unit.execute(&request);
    assert_eq!(got, Ok(Response { rd, cycles: 1 }), "{name} {rs1:#x} {rs2:#x} {field}");
}

/// The values that a field of an op can have in a legal word.
fn field_values(name: &str) -> std::ops::Range<u32> {
    match name {
        name if name.starts_with("aes32") => 0..4,
        "aes64ks1i" => 0..11,
        _ => 0..1,
    }
}

#[test]
fn every_op_agrees_with_fips_197_in_one_cycle() {
    let tables = Tables::new();
    let mut stream = Stream(0x1234_5678_9abc_def1);
    for xlen in [32, 64] {
        let model = model(xlen);
        assert_eq!(model.ops().len(), if xlen == 32 { 4 } else { 7 });
        let mut unit = model.unit();
        let mask = u64::MAX >> (64 - xlen);
        for info in model.ops() {
            let op = model.op(&info.name).unwrap();
            for field in field_values(&info.name) {
                // Every byte value in every lane, and random operands.
                for byte in 0..=255 {
                    let all = u64::from_le_bytes([byte; 8]) & mask;
                    check(&mut unit, (op, &info.name), all, all, field, &tables);
                    let (a, b) = (stream.next() & mask, stream.next() & mask);
                    check(&mut unit, (op, &info.name), a, b, field, &tables);
                }
            }
        }
    }
}
