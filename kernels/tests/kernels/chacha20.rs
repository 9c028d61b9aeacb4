//! The ChaCha20 kernels against the RFC's examples, under QEMU. It has none of the ChaCha sets: their
//! kernels run on the specification and on the simulator only, which the certifier compares.

use crate::machine::{Call, Machine};

const VARIANTS: [&str; 4] =
    ["chacha20/rv32-zbkb", "chacha20/rv32i", "chacha20/rv64-zbkb", "chacha20/rv64i"];

/// RFC 8439, section 2.3.2: the state before the rounds, and after them with the state added.
const EXAMPLE: [[u32; 16]; 2] = [
    [
        0x6170_7865,
        0x3320_646e,
        0x7962_2d32,
        0x6b20_6574,
        0x0302_0100,
        0x0706_0504,
        0x0b0a_0908,
        0x0f0e_0d0c,
        0x1312_1110,
        0x1716_1514,
        0x1b1a_1918,
        0x1f1e_1d1c,
        0x0000_0001,
        0x0900_0000,
        0x4a00_0000,
        0x0000_0000,
    ],
    [
        0xe4e7_f110,
        0x1559_3bd1,
        0x1fdd_0f50,
        0xc471_20a3,
        0xc7f4_d1c7,
        0x0368_c033,
        0x9aaa_2204,
        0x4e6c_d4c3,
        0x4664_82d2,
        0x09aa_9f07,
        0x05d7_c214,
        0xa202_8bd9,
        0xd19c_12b5,
        0xb94e_16de,
        0xe883_d0cb,
        0x4e3c_50a2,
    ],
];

fn bytes(words: [u32; 16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn blocks_are_that_of_the_example() {
    for id in VARIANTS {
        let machine = Machine::embedded(id);
        let function = machine.manifest().function("chacha20_block").unwrap();
        let [state, block] = EXAMPLE.map(bytes);
        for alias in [None, Some((0, 1))] {
            let buffers = vec![vec![0xee; 64], state.clone()];
            let results = machine.run(&[Call { function, buffers, alias }]);
            assert_eq!(results[0][0], block, "{id}");
        }
    }
}
