//! Checks files of records without a repository: `cargo run --example validate -- FILE...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::process::ExitCode;
use std::{env, fs, io};

use git_memory_model::record::reading;

fn main() -> io::Result<ExitCode> {
    let mut is_valid = true;
    for file in env::args().skip(1) {
        let reading = reading::read(&fs::read(&file)?);
        if let Some(header) = &reading.header {
            println!("{file}: {} {}", header.id, header.title);
        }
        for fault in &reading.faults {
            let code = fault.code.name();
            println!(
                "{file}:{}:{}: {} [{code}]",
                fault.line, fault.column, fault.message
            );
            is_valid = false;
        }
    }
    Ok(if is_valid {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
