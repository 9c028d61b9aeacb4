//! The AES unit against FIPS-197.

use crate::{
    fips197::Tables,
    support::{Stream, cache},
};
use rtl_harness::{BuildOptions, Model, OpIndex, Request, Response, Unit};

fn model(xlen: u32) -> Model {
    let description = rtl_harness::units()[0].description().unwrap();
    Model::build(&description, xlen, &BuildOptions::new(cache())).unwrap()
}

fn check(unit: &mut Unit, op: (OpIndex, &str), rs1: u64, rs2: u64, field: u32, tables: &Tables) {
    let (op, name) = op;
    let request = Request {
        op,
        rs1: rs1.into(),
        rs2: rs2.into(),
        fields: [field, 0, 0, 0],
        ..Request::default()
    };
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

/// XLEN, op, bs or rnum, rs1, rs2, rd: as two independent simulators, which agreed, gave them.
const RECORDED: &[(u32, &str, u32, u64, u64, u64)] = &[
    (32, "aes32esi", 0, 0xcafe_f00d, 0x7fff_ffff, 0xcafe_f01b),
    (32, "aes32esi", 1, 0x0302_0100, 0x0000_0002, 0x0302_6200),
    (32, "aes32esi", 2, 0x89ab_cdef, 0x8000_0000, 0x89c8_cdef),
    (32, "aes32esi", 3, 0xa059_1e54, 0xa059_1e54, 0x4059_1e54),
    (32, "aes32esmi", 1, 0x89ab_cdef, 0x0302_0100, 0xf5d7_356b),
    (32, "aes32esmi", 2, 0x0c2f_89ac, 0x0c2f_89ac, 0x1905_b6b9),
    (32, "aes32dsi", 0, 0x5908_4399, 0x8666_1847, 0x5908_438f),
    (32, "aes32dsi", 3, 0x0000_0003, 0x7fff_ffff, 0x6b00_0003),
    (32, "aes32dsmi", 1, 0x0000_0000, 0x0000_0000, 0xa7f4_5150),
    (32, "aes32dsmi", 3, 0x294f_e356, 0xce15_05c5, 0x5641_b39b),
    (64, "aes64es", 0, 0x96f2_2997_04cf_0124, 0x8669_f5bf_04c9_273f, 0xf2f9_cc88_44dd_a536),
    (64, "aes64esm", 0, 0x0000_0000_0000_0080, 0x0000_0000_0000_0003, 0x6363_6363_8acd_cd24),
    (64, "aes64ds", 0, 0x5595_291c_0959_51a3, 0x0833_de3f_136c_ee1a, 0x8266_70c4_edb8_9c71),
    (64, "aes64dsm", 0, 0x1c9e_2799_e2d7_f8cc, 0xc300_0c24_b1ac_860f, 0x053c_8aaf_c4a6_0aa0),
    (64, "aes64ks2", 0, 0xc2bf_6826_501b_bd3c, 0x5789_cbdb_35a9_f2a9, 0xa09f_5154_f716_9a8f),
    (64, "aes64im", 0, 0xe4bc_4a37_bfb3_31cb, 0x7864_8fc4_faf9_3e11, 0xc100_25c1_5e57_27d8),
    (64, "aes64ks1i", 2, 0x2c9c_e256_a13e_838b, 0x9939_300a_4b84_3205, 0xb171_de9c_b171_de9c),
    (64, "aes64ks1i", 7, 0x1533_4fdc_c0a9_0129, 0x0105_73b6_7244_415d, 0x8659_c304_8659_c304),
];

#[test]
fn recorded_values_are_reproduced() {
    for xlen in [32, 64] {
        let model = model(xlen);
        let mut unit = model.unit();
        for &(_, name, field, rs1, rs2, rd) in RECORDED.iter().filter(|row| row.0 == xlen) {
            let op = model.op(name).unwrap();
            let request = Request {
                op,
                rs1: rs1.into(),
                rs2: rs2.into(),
                fields: [field, 0, 0, 0],
                ..Request::default()
            };
            assert_eq!(unit.execute(&request).map(|got| got.rd), Ok(rd.into()), "{name} {rs1:#x}");
        }
    }
}
