//! XKyber, Xascon and the ChaCha sets: custom sets of others, from the papers that define them (Gewehr, PUCRS 2024; Marshall, Page and Pham,
//! ASAP 2021).

use super::{CUSTOM_0, CUSTOM_1, Format, Needs, Row, register, unary};
use crate::op::Id;

const fn kyber(mnemonic: &'static str, funct7: u32, id: Id) -> Row {
    register(mnemonic, funct7, 6, CUSTOM_1).needs(Needs::Xkyber).rv32(id)
}

const fn cbd(mnemonic: &'static str, eta: u32, id: Id) -> Row {
    unary(mnemonic, 4 << 5 | eta, 6, CUSTOM_1).needs(Needs::Xkyber).rv32(id)
}

const fn ascon(mnemonic: &'static str, funct7: u32, id: Id) -> Row {
    register(mnemonic, funct7, 7, CUSTOM_1).needs(Needs::Xascon).rv32(id).format(Format::Selector)
}

const fn chacha(mnemonic: &'static str, funct7: u32, needs: Needs, id: Id) -> Row {
    register(mnemonic, funct7, 7, CUSTOM_0).needs(needs).rv64(id)
}

/// One line of a quarter round: its number is in funct7.
const fn line(mnemonic: &'static str, funct7: u32, id: Id) -> Row {
    chacha(mnemonic, funct7, Needs::Xchacha2, id).format(Format::Selector)
}

/// Which rotation is in funct7, from 1.
const fn xor(funct7: u32) -> Row {
    chacha("chacha.xor", funct7, Needs::Xchacha3, Id::ChachaXor).format(Format::Selector)
}

pub(super) const ROWS: &[Row] = &[
    kyber("kyberadd", 0, Id::Kyberadd),
    kyber("kybersub", 1, Id::Kybersub),
    kyber("kybermul", 2, Id::Kybermul),
    kyber("kybercompress", 3, Id::Kybercompress),
    cbd("kybercbd2", 2, Id::Kybercbd2),
    cbd("kybercbd3", 3, Id::Kybercbd3),
    ascon("asconsigma0l", 0x00, Id::AsconsigmaLow),
    ascon("asconsigma1l", 0x01, Id::AsconsigmaLow),
    ascon("asconsigma2l", 0x02, Id::AsconsigmaLow),
    ascon("asconsigma3l", 0x03, Id::AsconsigmaLow),
    ascon("asconsigma4l", 0x04, Id::AsconsigmaLow),
    ascon("asconsigma0h", 0x20, Id::AsconsigmaHigh),
    ascon("asconsigma1h", 0x21, Id::AsconsigmaHigh),
    ascon("asconsigma2h", 0x22, Id::AsconsigmaHigh),
    ascon("asconsigma3h", 0x23, Id::AsconsigmaHigh),
    ascon("asconsigma4h", 0x24, Id::AsconsigmaHigh),
    chacha("chacha.ad", 0x00, Needs::Xchacha1, Id::ChachaAd),
    chacha("chacha.bc", 0x01, Needs::Xchacha1, Id::ChachaBc),
    // Of two words in registers of 64 bits, this is what `pack` does.
    chacha("chacha.packll", 0x04, Needs::Xchacha3, Id::Pack),
    chacha("chacha.packhh", 0x05, Needs::Xchacha3, Id::ChachaPackhh),
    chacha("chacha.packhl", 0x06, Needs::Xchacha3, Id::ChachaPackhl),
    chacha("chacha.packlh", 0x07, Needs::Xchacha3, Id::ChachaPacklh),
    line("chacha.ad0", 0x10, Id::ChachaAdLine),
    line("chacha.bc0", 0x11, Id::ChachaBcLine),
    line("chacha.ad1", 0x12, Id::ChachaAdLine),
    line("chacha.bc1", 0x13, Id::ChachaBcLine),
    chacha("chacha.add", 0x18, Needs::Xchacha3, Id::ChachaAdd),
    xor(0x19),
    xor(0x1a),
    xor(0x1b),
    xor(0x1c),
];
