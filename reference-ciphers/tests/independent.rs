//! Agreement with implementations of other hands, RustCrypto's, on random keys and blocks.

use camellia::{Camellia128, Camellia192, Camellia256};
use cast5::{
    Cast5,
    cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit},
};
use proptest::prelude::*;
use reference_ciphers::{camellia as our_camellia, cast128};
use semantics::domain::{Bv, Concrete};

type Value = Bv<Concrete<4>>;

/// The number whose bytes these are, the first one on top.
fn value(bytes: &[u8]) -> Value {
    Bv::join(bytes.iter().map(|byte| Bv::new(Concrete, 8, u128::from(*byte))))
}

fn bytes(value: Value) -> Vec<u8> {
    value.bytes().rev().map(|byte| byte.raw().low() as u8).collect()
}

/// Encryption and decryption of a block.
fn theirs<C>(key: &[u8], block: &[u8]) -> [Vec<u8>; 2]
where
    C: KeyInit + BlockCipherEncrypt + BlockCipherDecrypt,
{
    let cipher = C::new_from_slice(key).expect("a key of this cipher");
    let block: Array<u8, C::BlockSize> = block.try_into().expect("a block of this cipher");
    let (mut encrypted, mut decrypted) = (block.clone(), block);
    cipher.encrypt_block(&mut encrypted);
    cipher.decrypt_block(&mut decrypted);
    [encrypted.to_vec(), decrypted.to_vec()]
}

fn camellia(key: &[u8], block: &[u8]) -> [Vec<u8>; 2] {
    let keys = our_camellia::subkeys(value(key));
    let both = [keys.clone(), our_camellia::reversed(&keys)];
    both.map(|keys| bytes(our_camellia::crypt(value(block), &keys)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn camellia_blocks(key in any::<[u8; 32]>(), block in any::<[u8; 16]>()) {
        prop_assert_eq!(camellia(&key[..16], &block), theirs::<Camellia128>(&key[..16], &block));
        prop_assert_eq!(camellia(&key[..24], &block), theirs::<Camellia192>(&key[..24], &block));
        prop_assert_eq!(camellia(&key, &block), theirs::<Camellia256>(&key, &block));
    }
    #[test]
    fn cast128_blocks(key in any::<[u8; 16]>(), block in any::<[u8; 8]>()) {
        let keys = cast128::key_schedule(value(&key));
        let ours = [cast128::encrypt, cast128::decrypt].map(|f| bytes(f(value(&block), &keys)));
        prop_assert_eq!(ours, theirs::<Cast5>(&key, &block));
    }
}
