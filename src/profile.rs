//! `profile`: where the cycles of a kernel go.

use crate::{
    cli::Profile,
    failure::{Failure, nearest},
    output::{Outcome, Output},
};
use certifier::{Subject, cost};
use serde::Serialize;

#[derive(Serialize)]
struct Counts {
    cycles: u64,
    instructions: u64,
}

pub(crate) fn run(args: &Profile, output: &mut Output) -> Result<Outcome, Failure> {
    let (subject, functions) = select(&args.kernel)?;
    let mut counts = Counts { cycles: 0, instructions: 0 };
    for function in &functions {
        let profile = cost::profile(&subject, function, args.seed).map_err(Failure::Cost)?;
        counts.cycles += profile.cycles;
        counts.instructions += profile.instructions;
        output.item(&profile, text(&profile))?;
    }
    let (cycles, instructions) = (counts.cycles, counts.instructions);
    let text =
        format!("{} functions: {cycles} cycles, {instructions} instructions", functions.len());
    output.summary(&counts, text)?;
    Ok(Outcome::Holds)
}

/// `KERNEL`, with all of its functions, or `KERNEL/FUNCTION`.
fn select(name: &str) -> Result<(Subject, Vec<String>), Failure> {
    let nothing = |among, near: Vec<&str>| {
        Err(Failure::NothingSelected { filter: name.into(), among, near: near.join(" or ") })
    };
    let whole = kernels::by_id(name).map(|kernel| (kernel, None));
    let part = || {
        let (id, function) = name.rsplit_once('/')?;
        Some((kernels::by_id(id)?, Some(function)))
    };
    let Some((kernel, wanted)) = whole.or_else(part) else {
        return nothing("kernels", nearest(name, kernels::all().iter().map(|k| k.id)));
    };
    let subject = Subject::embedded(kernel).map_err(Failure::Subject)?;
    let functions: Vec<String> =
        subject.manifest.functions.iter().map(|function| function.name.clone()).collect();
    match wanted {
        None => Ok((subject, functions)),
        Some(one) if functions.iter().any(|name| name == one) => {
            Ok((subject, vec![one.to_owned()]))
        }
        Some(one) => nothing(
            "the functions of the kernel",
            nearest(one, functions.iter().map(String::as_str)),
        ),
    }
}

fn text(profile: &cost::Profile) -> String {
    let mut text = format!(
        "{} {} ({}): {} cycles, {} instructions",
        profile.kernel, profile.function, profile.isa, profile.cycles, profile.instructions
    );
    for (name, shares) in [("class", &profile.classes), ("label", &profile.labels)] {
        text += &format!("\n    {name:<32} {:>12} {:>8}", "instructions", "cycles");
        for share in shares {
            let percent = 100.0 * share.cycles as f64 / profile.cycles as f64;
            text += &format!(
                "\n    {:<32} {:>12} {:>8} {percent:>5.1} %",
                share.name, share.instructions, share.cycles
            );
        }
    }
    text
}
