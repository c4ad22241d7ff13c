//! How fast the secret guard is: `cargo bench --bench secret_scan -- <folder>`.
//!
//! Prints how many milliseconds the table of rules needs until it is ready, the speed of the scan
//! in MB/s, the megabytes read below the folder, and the number of findings. `benches/secrets`
//! repeats it and compares it with other scanners.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use git_memory_guard::scan;

fn main() -> io::Result<()> {
    // `cargo bench` adds an argument of its own.
    let named = env::args_os()
        .skip(1)
        .find(|argument| argument != "--bench");
    let Some(folder) = named else {
        return Err(io::Error::other(
            "usage: cargo bench --bench secret_scan -- <folder>",
        ));
    };
    let mut texts = Vec::new();
    read_below(Path::new(&folder), &mut texts)?;
    let start = time(|| scan("a").len()).0;
    let (took, findings) = time(|| texts.iter().map(|text| scan(text).len()).sum());
    #[allow(clippy::cast_precision_loss, reason = "a figure with three digits")]
    let megabytes = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    println!(
        "{:.3} {:.1} {megabytes:.1} {findings}",
        start.as_secs_f64() * 1e3,
        megabytes / took.as_secs_f64()
    );
    Ok(())
}

fn time(work: impl FnOnce() -> usize) -> (Duration, usize) {
    let begin = Instant::now();
    let count = work();
    (begin.elapsed(), count)
}

/// Reads every regular file below a folder; invalid UTF-8 is replaced.
fn read_below(folder: &Path, texts: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            read_below(&entry.path(), texts)?;
        } else if kind.is_file() {
            texts.push(String::from_utf8_lossy(&fs::read(entry.path())?).into_owned());
        }
    }
    Ok(())
}
