//! Writes the stored inputs of the libFuzzer targets: `cargo run -p fuzz --example corpus fuzz/targets/corpus`.

use fuzz::libfuzzer::{op_inputs, program_inputs};
use std::{fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("usage: corpus FOLDER"));
    };
    for (target, inputs) in
        [("spec_vs_sim_op", op_inputs()), ("spec_vs_sim_program", program_inputs())]
    {
        fs::create_dir_all(folder.join(target))?;
        for (name, bytes) in inputs {
            fs::write(folder.join(target).join(name), bytes)?;
        }
    }
    Ok(())
}
