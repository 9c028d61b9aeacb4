//! The SHA-256 kernels against the standard's examples, under QEMU.

use crate::machine::{Call, Machine};

const VARIANTS: [&str; 4] =
    ["sha256/rv32-zbkb-zknh", "sha256/rv32i", "sha256/rv64-zbkb-zknh", "sha256/rv64i"];

/// FIPS 180-4, section 5.3.3.
const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// NIST's examples for FIPS 180-4: messages and digests.
const EXAMPLES: [(&str, [u32; 8]); 2] = [
    (
        "abc",
        [
            0xba78_16bf,
            0x8f01_cfea,
            0x4141_40de,
            0x5dae_2223,
            0xb003_61a3,
            0x9617_7a9c,
            0xb410_ff61,
            0xf200_15ad,
        ],
    ),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        [
            0x248d_6a61,
            0xd206_38b8,
            0xe5c0_2693,
            0x0c3e_6039,
            0xa33c_e459,
            0x64ff_2167,
            0xf6ec_edd4,
            0x19db_06c1,
        ],
    ),
];

/// The blocks of the padded message, section 5.1.1.
fn blocks(message: &str) -> Vec<Vec<u8>> {
    let mut padded = message.as_bytes().to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * message.len() as u64).to_be_bytes());
    padded.chunks(64).map(<[u8]>::to_vec).collect()
}

fn bytes(words: [u32; 8]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn compressions_give_the_digests_of_the_examples() {
    for id in VARIANTS {
        let machine = Machine::embedded(id);
        let function = machine.manifest().function("sha256_compress").unwrap();
        for (message, digest) in EXAMPLES {
            let mut state = bytes(INITIAL);
            for block in blocks(message) {
                let call = Call { function, buffers: vec![state, block], alias: None };
                state = machine.run(&[call])[0][0].clone();
            }
            assert_eq!(state, bytes(digest), "{id} {message}");
        }
    }
}
