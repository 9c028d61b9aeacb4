//! The linear layer of Ascon (SP 800-232, section 3.4).

/// By the word of the state.
const ROTATIONS: [[u32; 2]; 5] = [[19, 28], [61, 39], [1, 6], [10, 17], [7, 41]];

/// Sigma of word `index`, 0 to 4, which consists of these halves.
#[inline(always)]
pub(crate) fn sigma(index: usize, high: u32, low: u32) -> u64 {
    let x = u64::from(high) << 32 | u64::from(low);
    // The index comes out of a row of the table.
    let [a, b] = ROTATIONS[index % ROTATIONS.len()];
    x ^ (x ^ x.rotate_right(b.wrapping_sub(a) & 63)).rotate_right(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_goes_to_three_places() {
        for (index, [a, b]) in ROTATIONS.into_iter().enumerate() {
            for bit in 0..64 {
                let x = 1_u64 << bit;
                let places = [0, a, b].map(|by| 1_u64 << ((bit + 64 - by) % 64));
                let sum = places[0] | places[1] | places[2];
                assert_eq!(sigma(index, (x >> 32) as u32, x as u32), sum, "{index} {bit}");
            }
        }
    }
}
