//! `git memory show`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::{At, TIERS, one_of};
use crate::conflict::print_conflict;
use crate::exit::{Exit, Failure};
use crate::hits::ground_words;
use crate::output::{BOLD, DIM, ID, PLAIN, Printer};
use git_memory_app::recall::following::Followed;
use git_memory_app::records::Tier;
use git_memory_app::records::covered::covered;
use git_memory_app::records::show::{self, Shown, Wanted};
use git_memory_app::records::trust::{Depth, provenance};
use git_memory_app::wire::{CoveredAnswer, ListAnswer, RecordAnswer, TrustAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The records: each an id, a unique prefix of one, a path, or a number such as 'ADR 32'
    #[arg(value_name = "RECORD", required = true)]
    record: Vec<String>,
    /// How much to show: t0 the abstract, t1 the text, t2 the whole file
    #[arg(long, default_value = "t2", value_parser = one_of(&TIERS))]
    tier: Tier,
    /// Show only the text below this heading; the beginning of its name is enough
    #[arg(long, value_name = "HEADING", conflicts_with = "tier")]
    section: Option<String>,
    /// Show only the text around these words
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["tier", "section"])]
    around: Option<String>,
    /// List the tracked files that the record's paths cover, instead of its text
    #[arg(long, conflicts_with_all = ["tier", "section", "around"])]
    files: bool,
    /// Show who added the record, by git's history and signatures, instead of its text
    #[arg(long, conflicts_with_all = ["tier", "section", "around", "files"])]
    trust: bool,
    /// Also show the commits that cite the record
    #[arg(long, conflicts_with_all = ["files", "trust"])]
    followers: bool,
    #[command(flatten)]
    at: At,
}

impl Verb for ShowArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A name is an id, a unique prefix of one, a path, or a number such as 'ADR 32', also \
         of a private record. On a terminal, Markdown is rendered; a pipe or a file gets the \
         original text.",
        example: "show dec-7k3m9q --section Decision",
    };
    const ANSWERS: &[Answered] = &[
        answered::<RecordAnswer>("show"),
        answered::<CoveredAnswer>("show --files"),
        answered::<TrustAnswer>("show --trust"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ShowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if args.files {
        return files(workspace, args, printer);
    }
    if args.trust {
        return trust(workspace, args, printer);
    }
    let wanted = match (&args.section, &args.around) {
        (Some(name), _) => Wanted::Section(name.clone()),
        (None, Some(words)) => Wanted::Around(words.clone()),
        (None, None) => Wanted::Tier(args.tier),
    };
    let view = args.at.view();
    let mut all = show::show_all(workspace, &view, &args.record, &wanted)?;
    if args.followers {
        show::add_followers(workspace, &view, &mut all)?;
    }
    if !printer.is_json() {
        printer.page();
        for (nth, shown) in all.iter().enumerate() {
            // Nothing of our own around a single one, so that `show ID > file` gives the file.
            if nth > 0 {
                printer.line("");
            }
            match &shown.conflict {
                Some(conflict) => print_conflict(conflict, &shown.text, printer),
                None => printer.markdown(&shown.text),
            }
            if let Some(followed) = &shown.followers {
                print_followers(followed, printer);
            }
            note_ground(shown, printer);
        }
        return Ok(Exit::Done);
    }
    let mut records = Vec::new();
    for shown in &all {
        records.push(RecordAnswer::from(shown));
    }
    // Who asks for one gets one.
    match <[RecordAnswer; 1]>::try_from(records) {
        Ok([record]) => printer.json(record),
        Err(records) => printer.json(ListAnswer { records }),
    }
    Ok(Exit::Done)
}

/// The commits that follow a record.
fn print_followers(followed: &Followed, printer: &mut Printer) {
    printer.line("");
    for following in &followed.commits {
        let day = following.date.get(..10).unwrap_or_default();
        printer.styled(&[
            (ID, &following.commit.short()),
            (DIM, &format!("  {day}  ")),
            (PLAIN, &following.subject),
        ]);
    }
    match (followed.commits.len(), followed.commits_left) {
        (0, _) => printer.note("no commit names it"),
        (_, 0) => {}
        (_, left) => printer.note(counted(left, "more commit")),
    }
    if followed.is_cut {
        printer.note_shallow();
    }
}

/// Says on standard error where a record's ground may not hold: what is shown can be piped.
fn note_ground(shown: &Shown, printer: &Printer) {
    let id = shown.record.header.id.as_str();
    if let Some(words) = shown.ground.as_ref().and_then(|it| ground_words(it, id)) {
        printer.note(format!("{id}: {words}"));
    }
}

/// Which files the records are about.
fn files(workspace: &Workspace, args: &ShowArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for name in &args.record {
        all.push(covered(workspace, &args.at.view(), name)?);
    }
    if printer.is_json() {
        printer.json(CoveredAnswer::from(&all));
        return Ok(Exit::Done);
    }
    printer.page();
    for record in &all {
        // Of one record there is nothing to tell apart: its files alone can be piped.
        if all.len() > 1 {
            printer.styled(&[(ID, &record.id), (PLAIN, "  "), (BOLD, &record.title)]);
        }
        for file in &record.files {
            printer.line(file);
        }
        if record.specs.is_empty() {
            printer.note(format!("{} names no paths", record.id));
        } else if record.files.is_empty() {
            printer.note(format!("the paths of {} cover no tracked file", record.id));
        }
    }
    Ok(Exit::Done)
}

/// Who brought the records in.
fn trust(workspace: &Workspace, args: &ShowArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    // Few are named here, so that a process for each is no price.
    let depth = Depth {
        by_branch: true,
        by_signature: true,
    };
    let mut all = Vec::new();
    for name in &args.record {
        all.push(provenance(workspace, &args.at.view(), name, depth)?);
    }
    if printer.is_json() {
        printer.json(TrustAnswer::from(all.as_slice()));
        return Ok(Exit::Done);
    }
    printer.page();
    for told in &all {
        let commit = match &told.commit {
            Some(id) => format!("  {} {}: {}", id.short(), told.author, told.subject),
            None => String::new(),
        };
        printer.styled(&[
            (ID, &told.id),
            (PLAIN, "  "),
            (BOLD, told.trust.name()),
            (DIM, &commit),
        ]);
    }
    Ok(Exit::Done)
}
