//! A machine that waits for batches of cases.

use super::{
    system_driver::{self as driver, RAM, RAM_LEN, READY},
    system_records::{self as records, Fed},
};
use crate::{engine::Broken, outcome::ProgramOutcome};
use std::{
    cell::RefCell,
    fs::File,
    io::{Read, Write},
    os::unix::fs::FileExt,
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

/// A batch takes a part of a second; a machine that takes this long hangs.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Machines of a thread that are kept for their next batch.
const KEPT: usize = 6;

thread_local! {
    /// Machines without work, the one that worked last at the end.
    static IDLE: RefCell<Vec<Guest>> = const { RefCell::new(Vec::new()) };
}

/// What a machine is started with.
#[derive(Debug)]
pub(super) struct Model {
    /// QEMU.
    pub(super) program: PathBuf,
    /// The CPU and its properties.
    pub(super) cpu: String,
    /// Register width.
    pub(super) xlen: u32,
    /// Whether it has reservations.
    pub(super) reserves: bool,
}

/// A running QEMU; it ends with this value.
#[derive(Debug)]
pub(super) struct Guest {
    cpu: String,
    xlen: u32,
    process: Child,
    serial: ChildStdin,
    answers: Receiver<u8>,
    /// The machine's memory, which QEMU maps.
    memory: File,
    /// Words of the code that was loaded last.
    words: usize,
}

/// What came of a batch.
pub(super) struct Ran {
    /// Outcomes of the cases from the first one on.
    pub(super) outcomes: Vec<ProgramOutcome>,
    /// Why there are no more, unless there is one for every case; the machine is lost then.
    pub(super) lost: Option<String>,
}

impl Guest {
    /// A machine that this thread used before, or a new one.
    pub(super) fn get(model: &Model) -> Result<Guest, Broken> {
        let used = IDLE.with_borrow_mut(|idle| {
            let place = idle.iter().position(|guest| guest.cpu == model.cpu)?;
            Some(idle.remove(place))
        });
        used.map_or_else(|| Guest::start(model), Ok)
    }
    /// Keeps it for the next time, at the cost of the one that waits longest.
    pub(super) fn keep(self) {
        IDLE.with_borrow_mut(|idle| {
            idle.push(self);
            if idle.len() > KEPT {
                idle.remove(0);
            }
        });
    }
    /// Ends this thread's machines.
    pub(super) fn end_all() {
        // A thread that ends has none any more.
        let _ = IDLE.try_with(|idle| idle.borrow_mut().clear());
    }
    /// A new machine.
    pub(super) fn start(model: &Model) -> Result<Guest, Broken> {
        let Model { program, cpu, xlen, reserves } = model;
        let io = |e: std::io::Error| broken(e.to_string());
        let file = tempfile::Builder::new().prefix("machine").tempfile().map_err(io)?;
        file.as_file().set_len(RAM_LEN).map_err(io)?;
        for (addr, bytes) in driver::image(*xlen, *reserves) {
            file.as_file().write_all_at(&bytes, addr - RAM).map_err(io)?;
        }
        let memory = format!(
            "memory-backend-file,id=ram,share=on,size={RAM_LEN},mem-path={}",
            file.path().display()
        );
        let mut process = Command::new(program)
            .args(["-M", "virt,memory-backend=ram", "-m", &format!("{}M", RAM_LEN >> 20)])
            .args(["-object", &memory, "-cpu", cpu.as_str(), "-bios", "none", "-nodefaults"])
            .args(["-accel", "tcg,thread=single,tb-size=32", "-display", "none"])
            .args(["-serial", "stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(io)?;
        let (sender, answers) = channel();
        let output = process.stdout.take();
        std::thread::spawn(move || {
            // An error ends it like the end of the output: nobody answers any more.
            for byte in output.into_iter().flat_map(Read::bytes).map_while(Result::ok) {
                if sender.send(byte).is_err() {
                    break;
                }
            }
        });
        let serial = process.stdin.take().ok_or_else(|| broken("no serial port".into()))?;
        let (cpu, xlen) = (cpu.clone(), *xlen);
        let memory = file.reopen().map_err(io)?;
        let mut guest = Guest { cpu, xlen, process, serial, answers, memory, words: 0 };
        guest.answer().map_or(Ok(guest), |why| Err(broken(why)))
    }
    /// Waits until the program is ready; tells why it will not be.
    fn answer(&mut self) -> Option<String> {
        match self.answers.recv_timeout(TIME_LIMIT) {
            Ok(READY) => None,
            Ok(byte) => Some(format!("it said {byte:#04x}")),
            Err(RecvTimeoutError::Timeout) => Some("no answer in time".into()),
            Err(RecvTimeoutError::Disconnected) => {
                let mut said = String::new();
                let stderr = self.process.stderr.take();
                // What cannot be read is not told.
                let _ = stderr.map(|mut pipe| pipe.read_to_string(&mut said));
                Some(format!("it ended: {}", said.trim()))
            }
        }
    }
    /// Runs at most [`records::BATCH`] cases.
    pub(super) fn run(&mut self, cases: &[Fed]) -> Ran {
        let fail = |e: std::io::Error| Ran { outcomes: Vec::new(), lost: Some(e.to_string()) };
        for (addr, bytes) in records::batch(self.xlen, cases, &mut self.words) {
            if let Err(error) = self.memory.write_all_at(&bytes, addr - RAM) {
                return fail(error);
            }
        }
        let told = self.serial.write_all(b"g").and_then(|()| self.serial.flush());
        if let Err(error) = told {
            return fail(error);
        }
        let lost = self.answer();
        let (addr, len, read) = records::progress(self.xlen);
        let mut state = vec![0; len];
        if let Err(error) = self.memory.read_exact_at(&mut state, addr - RAM) {
            return fail(error);
        }
        let (len, done) = read(&state);
        let mut output = vec![0; len.min(RAM_LEN as usize)];
        if let Err(error) = self.memory.read_exact_at(&mut output, driver::OUTPUT - RAM) {
            return fail(error);
        }
        let done = done.min(cases.len());
        Ran { outcomes: records::outcomes(self.xlen, &output, &cases[..done]), lost }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}

pub(super) fn broken(what: String) -> Broken {
    Broken { engine: super::system::NAME.into(), what }
}
