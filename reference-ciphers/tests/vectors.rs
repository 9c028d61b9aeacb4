//! Published vectors.

use reference_ciphers::{
    camellia, cast128, chacha20, des, hight, keccak, misty1, present, seed, sha2, sm3, sm4,
};
use semantics::domain::{Bv, Concrete};

type Value = Bv<Concrete<2>>;

fn value(width: u32, value: u128) -> Value {
    Bv::new(Concrete, width, value)
}

fn number(v: Value) -> u128 {
    v.raw().low()
}

fn words<const N: usize>(width: u32, words: [u64; N]) -> [Value; N] {
    words.map(|w| value(width, w.into()))
}

/// FIPS 180-4 points to the examples of NIST's "Cryptographic Standards and Guidelines": "abc".
#[test]
fn sha_256_and_sha_512_of_abc() {
    let mut block = [0; 16];
    (block[0], block[15]) = (0x6162_6380, 24);
    let iv = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    let hash = sha2::SHA_256.compress(words(32, iv), &words(32, block)).map(number);
    let expected = [
        0xba78_16bf,
        0x8f01_cfea,
        0x4141_40de,
        0x5dae_2223,
        0xb003_61a3,
        0x9617_7a9c,
        0xb410_ff61,
        0xf200_15ad,
    ];
    assert_eq!(hash, expected);

    let mut block = [0; 16];
    (block[0], block[15]) = (0x6162_6380_0000_0000, 24);
    let iv = [
        0x6a09_e667_f3bc_c908,
        0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1,
        0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b,
        0x5be0_cd19_137e_2179,
    ];
    let hash = sha2::SHA_512.compress(words(64, iv), &words(64, block)).map(number);
    let expected = [
        0xddaf_35a1_9361_7aba,
        0xcc41_7349_ae20_4131,
        0x12e6_fa4e_89a9_7ea2,
        0x0a9e_eee6_4b55_d39a,
        0x2192_992a_274f_c1a8,
        0x36ba_3c23_a3fe_ebbd,
        0x454d_4423_643c_e80e,
        0x2a9a_c94f_a54c_a49f,
    ];
    assert_eq!(hash, expected);
}

/// GB/T 32905-2016, appendix A.1: "abc".
#[test]
fn sm3_of_abc() {
    let mut block = [0; 16];
    (block[0], block[15]) = (0x6162_6380, 24);
    let hash = sm3::compress(words(32, sm3::IV.map(u64::from)), &words(32, block)).map(number);
    let expected = [
        0x66c7_f0f4,
        0x62ee_edd9,
        0xd1f2_d46b,
        0xdc10_e4e2,
        0x4167_c487,
        0x5cf2_f7a2,
        0x297d_a02b,
        0x8f4b_a8e0,
    ];
    assert_eq!(hash, expected);
}

/// GB/T 32907-2016, appendix A.1.
#[test]
fn sm4_encrypts_and_decrypts_the_example() {
    let key = words(32, [0x0123_4567, 0x89ab_cdef, 0xfedc_ba98, 0x7654_3210]);
    let keys = sm4::key_schedule(&key);
    let cipher = sm4::crypt(&key, keys);
    assert_eq!(cipher.map(number), [0x681e_df34, 0xd206_965e, 0x86b3_e94f, 0x536e_4246]);
    assert_eq!(sm4::crypt(&cipher, keys.into_iter().rev()).map(number), key.map(number));
}

/// The state after Keccak-f[1600] of zeros: Keccak team, "KeccakF-1600-IntermediateValues", first and
/// last lane.
#[test]
fn keccak_of_zeros() {
    let state = keccak::keccak_f(&[value(64, 0); 25]).map(number);
    assert_eq!((state[0], state[24]), (0xf125_8f79_40e1_dde7, 0xeaf1_ff7b_5cec_a249));
}

/// Bogdanov et al., CHES 2007, appendix I.
#[test]
fn present_80_has_the_four_vectors_of_its_paper() {
    let ones = u128::MAX;
    for (block, key, expected) in [
        (0, 0, 0x5579_c138_7b22_8445),
        (0, ones, 0xe72c_46c0_f594_5049),
        (ones, 0, 0xa112_ffc7_2f68_417b),
        (ones, ones, 0x3333_dcd3_2132_10d2),
    ] {
        let keys = present::round_keys(value(80, key));
        assert_eq!(number(present::encrypt(value(64, block), &keys)), expected);
    }
}

/// SP 800-67, appendix B.1: three keys; and SP 500-20's first "variable plaintext" vector for one key.
#[test]
fn des_and_tdea() {
    let key = value(64, 0x0101_0101_0101_0101);
    let keys = des::key_schedule(key);
    let cipher = des::crypt(value(64, 0x8000_0000_0000_0000), keys);
    assert_eq!(number(cipher), 0x95f8_a5e5_dd31_d900);
    assert_eq!(number(des::crypt(cipher, keys.into_iter().rev())), 0x8000_0000_0000_0000);

    let keys = words(64, [0x0123_4567_89ab_cdef, 0x2345_6789_abcd_ef01, 0x4567_89ab_cdef_0123]);
    for (block, expected) in [
        (0x5468_6520_7175_6663, 0xa826_fd8c_e53b_855f),
        (0x6b20_6272_6f77_6e20, 0xcce2_1c81_1225_6fe6),
        (0x666f_7820_6a75_6d70, 0x68d5_c05d_d9b6_b900),
    ] {
        let cipher = des::tdea_encrypt(value(64, block), keys);
        assert_eq!(number(cipher), expected);
        assert_eq!(number(des::tdea_decrypt(cipher, keys)), block);
    }
}

/// RFC 8439, section 2.3.2.
#[test]
fn chacha20_block_of_the_rfc() {
    let key = words(32, std::array::from_fn(|k| 0x0302_0100 + 0x0404_0404 * k as u64));
    let nonce = words(32, [0x0900_0000, 0x4a00_0000, 0]);
    let block = chacha20::block(key, value(32, 1), nonce).map(number);
    let expected = [
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
    ];
    assert_eq!(block, expected);
}

/// KISA's vectors of HIGHT, as in Hong et al., CHES 2006, appendix A, and ISO/IEC 18033-3:2010.
#[test]
fn hight_encrypts_and_decrypts_the_examples() {
    for (key, block, expected) in [
        (0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 0, 0x00f4_18ae_d94f_03f2),
        (0xffee_ddcc_bbaa_9988_7766_5544_3322_1100, 0x0011_2233_4455_6677, 0x23ce_9f72_e543_e6d8),
        (0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f, 0x0123_4567_89ab_cdef, 0x7a6f_b2a2_8d23_f466),
        (0x28db_c3bc_49ff_d87d_cfa5_09b1_1d42_2be7, 0xb41e_6be2_eba8_4a14, 0xcc04_7a75_209c_1fc6),
    ] {
        let key = value(128, key);
        let cipher = hight::encrypt(value(64, block), key);
        assert_eq!(number(cipher), expected);
        assert_eq!(number(hight::decrypt(cipher, key)), block);
    }
}

fn four_words(v: u128) -> [Value; 4] {
    [3, 2, 1, 0].map(|k| value(32, v >> (32 * k)))
}

/// RFC 4269, appendix B.
#[test]
fn seed_encrypts_and_decrypts_the_examples() {
    let counting = 0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f;
    for (key, block, expected) in [
        (0, counting, 0x5eba_c6e0_054e_1668_19af_f1cc_6d34_6cdb_u128),
        (counting, 0, 0xc11f_22f2_0140_5050_8448_3597_e437_0f43),
        (
            0x4706_4808_51e6_1be8_5d74_bfb3_fd95_6185,
            0x83a2_f8a2_8864_1fb9_a4e9_a5cc_2f13_1c7d,
            0xee54_d13e_bcae_706d_226b_c314_2cd4_0d4a,
        ),
        (
            0x28db_c3bc_49ff_d87d_cfa5_09b1_1d42_2be7,
            0xb41e_6be2_eba8_4a14_8e2e_ed84_593c_5ec7,
            0x9b9b_7bfc_d181_3cb9_5d0b_3618_f40f_5122,
        ),
    ] {
        let keys = seed::key_schedule(&four_words(key));
        let cipher = seed::crypt(&four_words(block), keys);
        assert_eq!(cipher.map(number), four_words(expected).map(number));
        let plain = seed::crypt(&cipher, keys.into_iter().rev());
        assert_eq!(plain.map(number), four_words(block).map(number));
    }
}

/// RFC 3713, appendix A.
#[test]
fn camellia_encrypts_and_decrypts_the_examples() {
    let wide = |width, v: u128| Bv::new(Concrete::<4>, width, v);
    let block = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
    let more = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff;
    for (key, expected) in [
        (wide(128, block), 0x6767_3138_5496_6973_0857_0656_48ea_be43_u128),
        (wide(128, block).concat(wide(64, more >> 64)), 0xb499_3401_b3e9_96f8_4ee5_cee7_d79b_09b9),
        (wide(128, block).concat(wide(128, more)), 0x9acc_237d_ff16_d76c_20ef_7c91_9e3a_7509),
    ] {
        let keys = camellia::subkeys(key);
        let cipher = camellia::crypt(wide(128, block), &keys);
        assert_eq!(cipher.raw().low(), expected);
        let plain = camellia::crypt(cipher, &camellia::reversed(&keys));
        assert_eq!(plain.raw().low(), block);
    }
}

/// RFC 2144, appendix B.1.
#[test]
fn cast128_encrypts_and_decrypts_the_example() {
    let keys = cast128::key_schedule(value(128, 0x0123_4567_1234_5678_2345_6789_3456_789a));
    let cipher = cast128::encrypt(value(64, 0x0123_4567_89ab_cdef), &keys);
    assert_eq!(number(cipher), 0x238b_4fe5_847e_44b2);
    assert_eq!(number(cast128::decrypt(cipher, &keys)), 0x0123_4567_89ab_cdef);
}

/// RFC 2994, appendix A.
#[test]
fn misty1_encrypts_and_decrypts_the_example() {
    let ek = misty1::expand(value(128, 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff));
    let made = [0xcf51, 0x8e7f, 0x5e29, 0x673a, 0xcdbc, 0x07d6, 0xbf35, 0x5e11];
    assert_eq!(ek[8..].iter().map(|k| number(*k)).collect::<Vec<_>>(), made);
    for (block, expected) in [
        (0x0123_4567_89ab_cdef, 0x8b1d_a5f5_6ab3_d07c),
        (0xfedc_ba98_7654_3210, 0x04b6_8240_b13b_e95d),
    ] {
        let cipher = misty1::encrypt(value(64, block), &ek);
        assert_eq!(number(cipher), expected);
        assert_eq!(number(misty1::decrypt(cipher, &ek)), block);
    }
}
