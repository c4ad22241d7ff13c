//! Whether a pack tells what was decided: the share of decision records, each asked for by its own
//! title, of which the decisive section begins in the pack.
//!
//! Usage: `cargo bench --bench decisive -- <folder of decision records>...`. Each folder is imported
//! into a repository of its own, and each record that has a decisive section is asked for with
//! 500, 1,000 and 2,000 tokens. With `MISSES=1` in the environment it also prints those that are
//! missed.
#![allow(clippy::print_stdout, reason = "this program is its output")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use git_memory_app::{Environment, get_repo_memory};
use git_memory_model::record::working_text::decisive_sections;

const TOKENS: [&str; 3] = ["500", "1000", "2000"];
/// How many characters of a section have to be there for it to begin.
const BEGINNING: usize = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Environment::of_process(std::env::current_dir()?, std::env::vars_os());
    println!("| collection | records | 500 tokens | 1,000 | 2,000 |\n|---|---|---|---|---|");
    // `cargo bench` adds an argument of its own.
    let folders = std::env::args().skip(1);
    for folder in folders.filter(|argument| argument != "--bench") {
        let folder = here.folder().join(folder);
        let work = tempfile::tempdir()?;
        let top = work.path();
        run(Command::new("git").args(["init", "-q"]).arg(top))?;
        run(memory(top).args(["init", "--no-hooks"]))?;
        run(memory(top).args(["import", "adr"]).arg(&folder))?;
        let (mut records, mut told) = (0, [0; 3]);
        for record in get_repo_memory(here.at(top)?, SystemTime::now)?.records(None)? {
            let text = fs::read_to_string(top.join(record.path.as_str()))?;
            let sections = decisive_sections(record.kind(), &text);
            let Some(beginning) = sections.iter().find_map(|section| beginning(section)) else {
                continue;
            };
            records += 1;
            for (nth, tokens) in TOKENS.into_iter().enumerate() {
                let title: &str = &record.header.title;
                let asked = ["context", "--max-tokens", tokens, "--query", title];
                let pack = memory(top).args(asked).output()?.stdout;
                let pack = folded(&String::from_utf8_lossy(&pack));
                if pack.contains(&beginning) {
                    told[nth] += 1;
                } else if std::env::var_os("MISSES").is_some() {
                    println!("{tokens}: {title}: {beginning}");
                }
            }
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let [few, more, most] = told.map(|told| f64::from(told) / f64::from(records.max(1)));
        println!("| {name} | {records} | {few:.3} | {more:.3} | {most:.3} |");
    }
    Ok(())
}

fn memory(top: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_git-memory"));
    command.current_dir(top);
    command
}

/// Runs a command that may say what it left out, and must not fail.
fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into())
}

/// The first characters of what a section says below its headings; `None` where it says little.
fn beginning(section: &str) -> Option<String> {
    let lines = section.lines().filter(|line| !line.starts_with('#'));
    let said = folded(&lines.collect::<Vec<_>>().join("\n"));
    let beginning: String = said.chars().take(BEGINNING).collect();
    (beginning.chars().count() == BEGINNING).then_some(beginning)
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
