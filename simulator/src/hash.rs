//! The linear functions of SHA-2 (FIPS 180-4, sections 4.1.2 and 4.1.3) and SM3 (GB/T 32905, section 4.4).

macro_rules! rotations {
    ($($name:ident: $type:ty = $($rotate:literal)* $(, shift $shift:literal)?;)*) => {
        $(#[inline(always)]
        pub(crate) const fn $name(x: $type) -> $type {
            $(x.rotate_right($rotate) ^)* 0 $(^ x >> $shift)?
        })*
    };
}

rotations! {
    sha256_sum0: u32 = 2 13 22;
    sha256_sum1: u32 = 6 11 25;
    sha256_sig0: u32 = 7 18, shift 3;
    sha256_sig1: u32 = 17 19, shift 10;
    sha512_sum0: u64 = 28 34 39;
    sha512_sum1: u64 = 14 18 41;
    sha512_sig0: u64 = 1 8, shift 7;
    sha512_sig1: u64 = 19 61, shift 6;
    // SM3 rotates to the left: by 9 and 17, by 15 and 23.
    sm3_p0: u32 = 0 23 15;
    sm3_p1: u32 = 0 17 9;
}
