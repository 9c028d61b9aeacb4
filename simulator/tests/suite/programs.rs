//! Programs in ELF files: parsing, errors, `tohost`, signatures.

use proptest::prelude::*;
use simulator::elf::{ElfError, Image};
use simulator::{Access, MemoryError, SignatureError, Sim, Stop, Xlen, signature_text};

use super::common::{BOTH, CODE, DATA, addi, config, store};

/// An ELF file with one code and one data segment, as a linker would write it.
struct File {
    xlen: Xlen,
    code: Vec<u8>,
    data: Vec<u8>,
    data_memory: u64,
    symbols: Vec<(&'static str, u64)>,
}

impl File {
    fn new(xlen: Xlen, words: &[u32]) -> Self {
        Self {
            xlen,
            code: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            data: vec![1, 2, 3, 4],
            data_memory: 64,
            symbols: Vec::new(),
        }
    }

    /// A field as wide as an address.
    fn word(&self, value: u64) -> Vec<u8> {
        value.to_le_bytes()[..self.xlen.bits() as usize / 8].to_vec()
    }

    fn segment(&self, flags: u32, offset: u64, addr: u64, file: u64, memory: u64) -> Vec<u8> {
        let flags = flags.to_le_bytes().to_vec();
        let [early, late] = if self.xlen == Xlen::Rv64 { [flags, vec![]] } else { [vec![], flags] };
        let sizes = [offset, addr, addr, file, memory].map(|v| self.word(v)).concat();
        [1_u32.to_le_bytes().to_vec(), early, sizes, late, self.word(4)].concat()
    }

    fn section(&self, kind: u32, offset: u64, size: u64, link: u32, entry: u64) -> Vec<u8> {
        let word = |v: u32| v.to_le_bytes().to_vec();
        [
            [word(0), word(kind)].concat(),
            [0, 0, offset, size].map(|v| self.word(v)).concat(),
            [word(link), word(0)].concat(),
            [1, entry].map(|v| self.word(v)).concat(),
        ]
        .concat()
    }

    fn symbol(&self, name: u32, value: u64) -> Vec<u8> {
        let name = name.to_le_bytes().to_vec();
        // st_info: global, no type; st_other; st_shndx: absolute.
        let place = vec![0x10, 0, 0xf1, 0xff];
        match self.xlen {
            Xlen::Rv32 => [name, self.word(value), self.word(0), place].concat(),
            Xlen::Rv64 => [name, place, self.word(value), self.word(0)].concat(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let wide = self.xlen == Xlen::Rv64;
        let (header, program, section, symbol) =
            if wide { (64, 56, 64, 24) } else { (52, 32, 40, 16) };
        let code_at = header + 2 * program;
        let data_at = code_at + self.code.len() as u64;
        let symbols_at = data_at + self.data.len() as u64;
        let mut names = vec![0];
        let mut symbols = vec![0; symbol];
        for &(name, value) in &self.symbols {
            symbols.extend(self.symbol(names.len() as u32, value));
            names.extend(name.bytes().chain([0]));
        }
        let names_at = symbols_at + symbols.len() as u64;
        let sections_at = names_at + names.len() as u64;
        let half = |v: u16| v.to_le_bytes().to_vec();
        let (code, data) = (self.code.len() as u64, self.data.len() as u64);
        [
            vec![0x7f, b'E', b'L', b'F', 1 + u8::from(wide), 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [half(2), half(243), vec![1, 0, 0, 0]].concat(),
            [CODE, header, sections_at].map(|v| self.word(v)).concat(),
            vec![0; 4],
            [header as u16, program as u16, 2, section, 3, 2].map(half).concat(),
            self.segment(5, code_at, CODE, code, code),
            self.segment(6, data_at, DATA, data, self.data_memory),
            self.code.clone(),
            self.data.clone(),
            symbols.clone(),
            names.clone(),
            vec![0; section.into()],
            self.section(2, symbols_at, symbols.len() as u64, 2, symbol as u64),
            self.section(3, names_at, names.len() as u64, 0, 0),
        ]
        .concat()
    }
}

fn start(file: &File) -> (Sim, Image) {
    let image = Image::parse(&file.bytes()).expect("well-formed");
    let mut sim = Sim::new(config(image.xlen()));
    image.load(sim.mem_mut()).expect("fits");
    sim.set_pc(image.entry());
    sim.set_tohost(image.symbol("tohost"));
    (sim, image)
}

/// lui x6, 0x8 (the data).
const DATA_IN_X6: u32 = 0x0000_8337;

#[test]
fn a_program_is_read_whole() {
    for xlen in BOTH {
        let mut file = File::new(xlen, &[addi(5, 0, 1)]);
        file.symbols = vec![("tohost", DATA + 8), ("_start", CODE)];
        let image = Image::parse(&file.bytes()).expect("well-formed");
        assert_eq!((image.xlen(), image.entry()), (xlen, CODE));
        let [code, data] = image.segments() else { panic!("two segments") };
        assert_eq!((code.addr, &code.bytes, code.zero_fill), (CODE, &file.code, 0));
        assert_eq!((data.addr, &data.bytes, data.zero_fill), (DATA, &file.data, 60));
        assert_eq!(code.access, Access::READ | Access::EXEC);
        assert_eq!(data.access, Access::READ | Access::WRITE);
        assert_eq!(image.symbol("tohost"), Some(DATA + 8));
        assert_eq!(image.symbol("fromhost"), None);
        assert_eq!(image.symbols().count(), 2);
        let (sim, _) = start(&file);
        assert_eq!(sim.mem().read_u64(DATA), Ok(0x0403_0201));
        assert_eq!(sim.mem().read_bytes(DATA + 56, 8).expect("zero-filled"), [0; 8]);
        assert!(sim.mem().read_bytes(DATA + 57, 8).is_err());
    }
}

#[test]
fn wrong_files_are_named() {
    let good = File::new(Xlen::Rv64, &[addi(5, 0, 1)]).bytes();
    let changed = |at: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        Image::parse(&file).expect_err("damaged")
    };
    assert_eq!(Image::parse(b"int main"), Err(ElfError::NotElf));
    assert_eq!(changed(0, &[0x7e]), ElfError::NotElf);
    assert_eq!(changed(4, &[3]), ElfError::Class { found: 3 });
    assert_eq!(changed(5, &[2]), ElfError::Endianness { found: 2 });
    assert_eq!(changed(18, &[62]), ElfError::Machine { found: 62 });
    assert_eq!(changed(16, &[1]), ElfError::Type { found: 1 });
    // The data segment's header is the second of 56 bytes after 64.
    let (offset, size, memory) = (120 + 8, 120 + 32, 120 + 40);
    let len = good.len();
    let beyond = |offset, size| ElfError::SegmentBeyondFile { index: 1, offset, size, len };
    assert_eq!(changed(offset, &[0, 0, 0, 1]), beyond(0x100_0000, 4));
    assert_eq!(changed(size, &[65]), ElfError::SegmentSizes { index: 1, file: 65, memory: 64 });
    let large = ElfError::TooLarge { index: 1, limit: Image::LIMIT };
    assert_eq!(changed(memory, &[0, 0, 0, 0x10]), large);
    assert_eq!(changed(memory, &[0xff; 8]), large);
}

#[test]
fn every_truncation_is_an_error() {
    for xlen in BOTH {
        let mut file = File::new(xlen, &[addi(5, 0, 1)]);
        file.symbols = vec![("tohost", DATA + 8)];
        let bytes = file.bytes();
        for len in 0..bytes.len() {
            let error = Image::parse(&bytes[..len]).expect_err("cut");
            assert_ne!(error, ElfError::NotElf, "{len} bytes");
        }
        assert_eq!(
            Image::parse(&bytes[..30]),
            Err(ElfError::Truncated { part: "file header", len: 30 })
        );
    }
}

#[test]
fn segments_that_meet_are_refused() {
    let mut file = File::new(Xlen::Rv64, &vec![addi(5, 0, 1); 0x1c01]);
    file.symbols.clear();
    let image = Image::parse(&file.bytes()).expect("well-formed");
    let mut sim = Sim::new(config(Xlen::Rv64));
    let other_len = 0x7004;
    let error = MemoryError::Overlap { addr: DATA, len: 64, other: CODE, other_len };
    assert_eq!(image.load(sim.mem_mut()), Err(error));
}

#[test]
fn a_store_to_tohost_ends_the_run() {
    for xlen in BOTH {
        for (value, exit_code) in [(1, Some(0)), (15, Some(7)), (6, None)] {
            let words = [
                DATA_IN_X6,
                store(2, 0, 6, 8),
                addi(5, 0, value),
                store(2, 5, 6, 8),
                addi(5, 0, 0),
            ];
            let mut file = File::new(xlen, &words);
            file.symbols = vec![("tohost", DATA + 8)];
            let (mut sim, _) = start(&file);
            sim.snapshot();
            for _ in 0..2 {
                let stop = sim.run(100);
                assert_eq!(stop, Stop::Tohost(value as u64), "storing zero does not stop");
                assert_eq!(
                    (stop.exit_code(), sim.instructions(), sim.pc()),
                    (exit_code, 4, CODE + 16)
                );
                sim.reset();
            }
        }
    }
}

#[test]
fn tohost_in_the_last_four_bytes_of_memory_is_read() {
    let mut file = File::new(Xlen::Rv64, &[DATA_IN_X6, addi(5, 0, 1), store(2, 5, 6, 60)]);
    file.symbols = vec![("tohost", DATA + 60)];
    assert_eq!(start(&file).0.run(100), Stop::Tohost(1));
}

#[test]
fn signatures_are_little_endian_words() {
    let words = [DATA_IN_X6, addi(5, 0, -2), store(2, 5, 6, 4), addi(5, 0, 1), store(2, 5, 6, 32)];
    for xlen in BOTH {
        let mut file = File::new(xlen, &words);
        file.symbols =
            vec![("tohost", DATA + 32), ("begin_signature", DATA), ("end_signature", DATA + 12)];
        let (mut sim, image) = start(&file);
        assert_eq!(sim.run(100), Stop::Tohost(1));
        let signature = sim.signature(&image).expect("inside the data");
        assert_eq!(signature, [0x0403_0201, 0xffff_fffe, 0]);
        assert_eq!(signature_text(&signature), "04030201\nfffffffe\n00000000\n");
    }
}

#[test]
fn signatures_need_sensible_symbols() {
    let signature = |symbols| {
        let mut file = File::new(Xlen::Rv64, &[]);
        file.symbols = symbols;
        let (sim, image) = start(&file);
        sim.signature(&image)
    };
    let both = |begin, end| signature(vec![("begin_signature", begin), ("end_signature", end)]);
    assert_eq!(signature(vec![]), Err(SignatureError::NoSymbol { symbol: "begin_signature" }));
    let only_begin = signature(vec![("begin_signature", DATA)]);
    assert_eq!(only_begin, Err(SignatureError::NoSymbol { symbol: "end_signature" }));
    assert_eq!(both(DATA, DATA), Ok(vec![]));
    for (begin, end) in [(DATA + 4, DATA), (DATA, DATA + 6)] {
        assert_eq!(both(begin, end), Err(SignatureError::Bounds { begin, end }));
    }
    let unmapped = MemoryError::Unmapped { addr: DATA, len: 68 };
    assert_eq!(both(DATA, DATA + 68), Err(SignatureError::Memory(unmapped)));
}

proptest! {
    #[test]
    fn damaged_files_never_panic(
        wide in any::<bool>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        steps in 0_u64..50,
    ) {
        let xlen = if wide { Xlen::Rv64 } else { Xlen::Rv32 };
        let mut file = File::new(xlen, &[addi(5, 0, 1)]);
        file.symbols = vec![("tohost", DATA + 8), ("begin_signature", DATA), ("end_signature", DATA + 8)];
        let mut bytes = file.bytes();
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if steps == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(image) = Image::parse(&bytes) {
            let mut sim = Sim::new(config(image.xlen()));
            let _ = image.load(sim.mem_mut());
            sim.set_pc(image.entry());
            sim.set_tohost(image.symbol("tohost"));
            sim.run(steps);
            let _ = sim.signature(&image);
        }
    }
}
