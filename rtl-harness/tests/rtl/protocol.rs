//! Both handshakes, and units that break theirs.

use rtl_harness::{Fault, Response};

use crate::support::{ADDER, ADDER_TOML, Scratch, clocked, request};

#[test]
fn combinational_units_of_every_xlen_answer_at_once() {
    let scratch = Scratch::new(ADDER_TOML, ADDER);
    for xlen in [32, 64, 128] {
        let model = scratch.build(xlen).unwrap();
        let mut unit = model.unit();
        let mask = u128::MAX >> (128 - xlen);
        for (a, b) in
            [(1, 2), (0, 1), (mask, 1), (mask, mask), (mask >> 1, 1), (1 << (xlen - 1), 3)]
        {
            let sum = Response { rd: a.wrapping_add(b) & mask, cycles: 0 };
            let difference = Response { rd: a.wrapping_sub(b) & mask, cycles: 0 };
            assert_eq!(
                unit.execute(&request(&model, "add", a, b)),
                Ok(sum),
                "{xlen}: {a:x} + {b:x}"
            );
            assert_eq!(
                unit.execute(&request(&model, "sub", a, b)),
                Ok(difference),
                "{xlen}: {a:x} - {b:x}"
            );
        }
    }
}

#[test]
fn clocked_units_answer_or_are_reported() {
    let rows = [
        (
            "in the cycle of the request",
            "assign ready = 1; assign valid = req; assign rd = ~rs1;",
            Ok(Response { rd: 0xffff_fff8, cycles: 0 }),
        ),
        (
            "accepts after two cycles, answers after one more",
            "logic [1:0] count; assign ready = count == 2;
             always_ff @(posedge clk) begin
               count <= rst || !req || ready ? 0 : count + 1;
               valid <= !rst && req && ready; rd <= rs1;
             end",
            Ok(Response { rd: 7, cycles: 3 }),
        ),
        (
            "never ready",
            "assign ready = 0; assign valid = 0; assign rd = 0;",
            Err(Fault::NotAccepted { cycles: 5 }),
        ),
        (
            "never valid",
            "assign ready = 1; assign valid = 0; assign rd = 0;",
            Err(Fault::Silent { cycles: 5 }),
        ),
        (
            "always valid",
            "assign ready = 1; assign rd = 0;
             always_ff @(posedge clk) valid <= !rst && (req || valid);",
            Err(Fault::Extra),
        ),
        (
            "stops",
            "assign ready = 1; assign valid = 0; assign rd = 0;
             always_ff @(posedge clk) if (req && rs1 == 7) $finish;",
            Err(Fault::Stopped),
        ),
    ];
    for (name, body, expected) in rows {
        let model = clocked(body).build(32).unwrap();
        let mut unit = model.unit();
        assert_eq!(unit.execute(&request(&model, "op", 7, 0)), expected, "{name}");
        if expected == Err(Fault::Stopped) {
            assert_eq!(unit.reset(), Err(Fault::Stopped));
            assert!(unit.stop_message().contains("unit.sv:"), "{}", unit.stop_message());
        } else {
            assert_eq!(unit.reset(), Ok(()));
            assert_eq!(unit.execute(&request(&model, "op", 7, 0)), expected, "{name}, after reset");
        }
    }
}

#[test]
fn a_fault_does_not_spoil_the_rest_of_a_batch() {
    let body = "assign ready = 1; assign rd = 5;
                always_ff @(posedge clk) valid <= !rst && req && rs1 != 0;";
    let model = clocked(body).build(32).unwrap();
    let requests = [1, 0, 2].map(|rs1| request(&model, "op", rs1, 0));
    let mut outcomes = Vec::new();
    model.unit().execute_all(&requests, &mut outcomes);
    let good = Ok(Response { rd: 5, cycles: 1 });
    assert_eq!(outcomes, [good, Err(Fault::Silent { cycles: 5 }), good]);
}

#[test]
fn the_raw_rate_is_measured() {
    let model = Scratch::new(ADDER_TOML, ADDER).build(64).unwrap();
    let rate = model.unit().raw_rate(std::time::Duration::from_millis(5)).unwrap();
    assert!(rate.executions_per_second > 1e4, "{rate:?}");
}
