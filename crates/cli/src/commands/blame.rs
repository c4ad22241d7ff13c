//! `git memory blame`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::Args;

use crate::args::At;
use crate::exit::{Exit, Failure};
use crate::input::path_from_top;
use crate::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::style::of_status;
use git_memory_app::recall::blame::{BlamedCommit, BlamedHunk, Tied, blame};
use git_memory_app::wire::BlameAnswer;
use git_memory_app::workspace::Workspace;

/// In front of what is said of a hunk.
const INDENT: &str = "    ";

#[derive(Args)]
pub(crate) struct BlameArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only these lines, as 'git blame -L' takes them (repeatable)
    #[arg(short = 'L', value_name = "FROM,TO")]
    lines: Vec<String>,
    #[command(flatten)]
    at: At,
}

impl Verb for BlameArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It lists the records that a commit's message names, and those whose paths cover the \
         file. Like 'git blame -M', it follows lines that were moved within the file; git's \
         settings for blame count.",
        example: "blame src/store.rs -L 10,20",
    };
    const ANSWERS: &[Answered] = &[answered::<BlameAnswer>("blame")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &BlameArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let path = path_from_top(workspace, &args.file)?;
    let blamed = blame(workspace, &args.at.view(), &path, &args.lines)?;
    if printer.is_json() {
        printer.json(BlameAnswer::from(&blamed));
        return Ok(Exit::Done);
    }
    printer.page();
    for hunk in &blamed.hunks {
        print_hunk(hunk, &blamed.path, printer);
    }
    for tied in &blamed.records {
        print_tied(tied, "", printer);
    }
    Ok(Exit::Done)
}

fn print_hunk(hunk: &BlamedHunk, path: &str, printer: &mut Printer) {
    let lines = if hunk.first == hunk.last {
        hunk.first.to_string()
    } else {
        format!("{}-{}", hunk.first, hunk.last)
    };
    let Some(commit) = &hunk.commit else {
        printer.styled(&[(BOLD, &lines), (DIM, "  not committed yet")]);
        return;
    };
    let day = commit.day.map_or_else(String::new, |day| format!(" {day}"));
    // As git marks it.
    let boundary = if commit.is_boundary { "^" } else { "" };
    let elsewhere = if commit.path == path {
        String::new()
    } else {
        format!("  (in {})", commit.path)
    };
    printer.styled(&[
        (BOLD, &lines),
        (PLAIN, "  "),
        (ID, &format!("{boundary}{}", commit.id.short())),
        (DIM, &format!("{day} {}  ", commit.author)),
        (PLAIN, &commit.subject),
        (DIM, &elsewhere),
    ]);
    print_decided(commit, printer);
}

/// Prints what a commit follows, and the notes on it.
fn print_decided(commit: &BlamedCommit, printer: &mut Printer) {
    for tied in &commit.records {
        print_tied(tied, INDENT, printer);
    }
    for note in &commit.notes {
        for line in note.text.lines().filter(|line| !line.trim().is_empty()) {
            printer.styled(&[(PLAIN, INDENT), (DIM, "note: "), (PLAIN, line)]);
        }
    }
}

fn print_tied(tied: &Tied, indent: &str, printer: &mut Printer) {
    let header = &tied.record.header;
    printer.styled(&[
        (PLAIN, indent),
        (ID, header.id.as_str()),
        (PLAIN, "  "),
        (BOLD, &header.title),
        (DIM, " ("),
        (
            of_status(tied.record.kind(), &header.status),
            &header.status,
        ),
        (DIM, &format!("); {}", tied.why)),
    ]);
}
