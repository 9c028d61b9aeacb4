//! A little assembler with labels, on top of the specification's encoder.

use semantics::{asm, decode};
use std::collections::HashMap;

/// Code that grows from a start address.
#[derive(Debug)]
pub(super) struct Assembler {
    xlen: u32,
    start: u64,
    words: Vec<u32>,
    labels: HashMap<&'static str, usize>,
    /// Branches whose target is not known yet: where, the instruction without its target, the label.
    open: Vec<(usize, String, &'static str)>,
}

impl Assembler {
    pub(super) fn new(xlen: u32, start: u64) -> Self {
        Assembler { xlen, start, words: Vec::new(), labels: HashMap::new(), open: Vec::new() }
    }
    /// An instruction; `L`, `S` and `W` stand for the load, the store and the size of a register.
    pub(super) fn op(&mut self, text: &str) {
        let (load, store, size) = match self.xlen {
            32 => ("lw", "sw", 4),
            64 => ("ld", "sd", 8),
            _ => ("lq", "sq", 16),
        };
        let text = text.replace("L ", &format!("{load} ")).replace("S ", &format!("{store} "));
        let text = match text.split_once("*W") {
            Some((before, after)) => {
                let at = before.rfind([' ', ',']).map_or(0, |k| k + 1);
                let count: i32 = before[at..].parse().expect("a number before *W");
                format!("{}{}{after}", &before[..at], count * size)
            }
            None => text,
        };
        let word = self.encode(&text);
        self.words.push(word);
    }
    pub(super) fn ops(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.op(line));
    }
    pub(super) fn word(&mut self, word: u32) {
        self.words.push(word);
    }
    /// Loads a number below 2^32.
    pub(super) fn li(&mut self, register: &str, value: u64) {
        let upper = (value + 0x800) >> 12;
        let lower = value as i64 - ((upper << 12) as i64);
        self.op(&format!("lui {register}, {}", upper & 0xf_ffff));
        self.op(&format!("addi {register}, {register}, {lower}"));
        if self.xlen > 32 && value >> 31 != 0 {
            let rest = self.xlen - 32;
            self.op(&format!("slli {register}, {register}, {rest}"));
            self.op(&format!("srli {register}, {register}, {rest}"));
        }
    }
    /// A CSR instruction: `funct3` is 1 for `csrrw`, 2 for `csrrs`.
    pub(super) fn csr(&mut self, funct3: u32, rd: u32, number: u32, rs1: u32) {
        self.word(number << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x73);
    }
    pub(super) fn label(&mut self, name: &'static str) {
        self.labels.insert(name, self.words.len());
    }
    /// A branch or jump: the instruction without its target, and the target.
    pub(super) fn to(&mut self, instruction: &str, label: &'static str) {
        self.open.push((self.words.len(), instruction.into(), label));
        self.words.push(0);
    }
    /// A jump to an address.
    pub(super) fn jump(&mut self, to: u64) {
        let from = self.start + 4 * self.words.len() as u64;
        self.op(&format!("jal x0, {}", to as i64 - from as i64));
    }
    pub(super) fn address(&self, label: &str) -> u64 {
        self.start + 4 * self.labels[label] as u64
    }
    pub(super) fn finish(mut self) -> Vec<u8> {
        for (at, instruction, label) in std::mem::take(&mut self.open) {
            let offset = 4 * (self.labels[label] as i64 - at as i64);
            self.words[at] = self.encode(&format!("{instruction}, {offset}"));
        }
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
    fn encode(&self, text: &str) -> u32 {
        // The driver is fixed text: a test assembles it on both widths.
        let decoded = asm::assemble(text, self.xlen).unwrap_or_else(|e| panic!("{text}: {e}"));
        decode::encode(decoded.insn, &decoded.operands, self.xlen).expect("it was assembled")
    }
}
