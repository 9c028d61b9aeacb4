//! Every planted bug shows, on the widths it claims, and nothing else changes.

use simulator::{Config, Extensions, SeededBug, Xlen};

use super::common::{BOTH, CODE, DATA, addi, config, i_type, jalr, load, machine, r_type};

/// A case that tells the bug from the honest simulator: words, x6, x7, extensions.
fn case(bug: SeededBug, xlen: Xlen) -> (Vec<u32>, u64, u64, Extensions) {
    let op = |funct3, funct7| r_type(0x33, funct3, funct7, 5, 6, 7);
    let lowest = 1 << (xlen.bits() - 1);
    let (words, x6, x7) = match bug {
        SeededBug::MulwZeroExtended => (vec![r_type(0x3b, 0, 1, 5, 6, 7)], 0x8000_0000, 1),
        // The sum is negative, so less than x0.
        SeededBug::Rv32AddNotCanonical => {
            (vec![op(0, 0), r_type(0x33, 2, 0, 5, 5, 0)], 0x7fff_ffff, 1)
        }
        SeededBug::Aes64ks2WrongHalf => (vec![op(0, 0x3f)], 0, 1),
        SeededBug::Aes32OperandsSwapped => (vec![op(0, 0x11)], 1, 2),
        SeededBug::JalrLinkFirst => (vec![jalr(6, 6, 0)], CODE + 0x100, 0),
        SeededBug::MulhsuSameRegister => (vec![r_type(0x33, 2, 1, 6, 6, 7)], u64::MAX, 2),
        SeededBug::DivByZeroUnwritten => (vec![addi(5, 0, 0x5a), op(4, 1)], 1, 0),
        SeededBug::RemOverflow => (vec![op(6, 1)], lowest, u64::MAX),
        SeededBug::SraiByMaximum => {
            (vec![i_type(0x13, 5, 5, 6, 0x400 | (xlen.bits() as i32 - 1))], lowest, 0)
        }
        SeededBug::Rv32WordsOnRv64 => (vec![op(0, 0x13)], 1, 2),
        SeededBug::Rv64WordsOnRv32 => (vec![0x3103_1293], 1, 2),
        SeededBug::ReservedRoundNumber => (vec![0x31b3_1293], 1, 2),
        SeededBug::JunkInFixedField => (vec![i_type(0x13, 1, 5, 6, 0x301)], 1, 2),
        // rev8 of RV64, which is no instruction of RV32.
        SeededBug::CatchAllShift => (vec![0x6b83_5293], 1, 2),
        SeededBug::KeyScheduleNeedsZkne => (vec![op(0, 0x3f)], 1, 2),
        SeededBug::Xperm8TopLane => (vec![op(4, 0x14)], 0x8877_6655_4433_2211, 0),
        SeededBug::ClmulrTopBit => (vec![op(2, 0x05)], 1, lowest),
        SeededBug::Brev8Whole => (vec![i_type(0x13, 5, 5, 6, 0x687)], 0x0102, 0),
        SeededBug::ZipUnzipExchanged => (vec![i_type(0x13, 1, 5, 6, 0x08f)], 0x0003, 0),
        SeededBug::Sha512HalvesExchanged => (vec![op(0, 0x2e)], 1, 2),
        SeededBug::TrappingLoadWrites => (vec![addi(5, 0, 1), load(2, 5, 7, 0)], 1, DATA - 4),
        SeededBug::ReservedCompressed => (vec![0], 1, 2),
        // c.jalr x6, to the word after it, which copies the link.
        SeededBug::CompressedLinkByFour => (vec![0x0001_9302, addi(5, 1, 0)], CODE + 4, 0),
    };
    let extensions = if bug == SeededBug::KeyScheduleNeedsZkne {
        Extensions { zkne: false, ..Extensions::ALL }
    } else {
        Extensions::ALL
    };
    (words, x6, x7, extensions)
}

#[test]
fn each_shows_where_it_says() {
    for bug in SeededBug::ALL {
        for xlen in BOTH {
            let (words, x6, x7, extensions) = case(bug, xlen);
            let run = |bug| {
                let mut sim = machine(Config { bug, extensions, ..config(xlen) }, &words);
                sim.set_x(6, x6);
                sim.set_x(7, x7);
                let stop = sim.run(words.len() as u64);
                (stop, sim.pc(), sim.x(5), sim.x(6))
            };
            assert_eq!(run(None) != run(Some(bug)), bug.shows_on(xlen), "{bug:?} {xlen:?}");
        }
    }
}
