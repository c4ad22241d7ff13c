//! `git memory status`, and `git memory` alone.

use super::init::found_line;
use super::verb::{HelpPage, Verb};
use anstyle::Style;
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use git_memory_app::advice::CLI;
use git_memory_app::agents::late_sentence;
use git_memory_app::care::offers::first_command;
use git_memory_app::care::status::{self, News, Status};
use git_memory_app::wire::StatusAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::changes::What;
use git_memory_model::kind::Kind;
use git_memory_text::counted;
use git_memory_text::path::RepoPath;

/// Maximum number of news that are listed.
const NEWS: usize = 8;
/// Maximum number of files in conflict that are named.
const CONFLICTS: usize = 2;

#[derive(Args)]
pub(crate) struct StatusArgs {}

impl Verb for StatusArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It shows news since you last looked, stale and broken records, unsynced work, and \
         next steps; 'git memory' is short for it.",
        example: "status",
    };
    const ANSWERS: &[Answered] = &[answered::<StatusAnswer>("status")];
}

pub(crate) fn run(
    workspace: &Workspace,
    _args: &StatusArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let status = status::status(workspace)?;
    if printer.is_json() {
        // A program that asks is not the person who wants to know what is new.
        printer.json(StatusAnswer::new(&status, CLI));
        return Ok(Exit::Done);
    }
    let place = status.branch.as_deref().unwrap_or("HEAD detached");
    let project = &status.project;
    printer.line(format!("{project} ({place}): {}", records(&status)));
    if !status.agents.is_empty() {
        printer.line(agents(&status));
    }
    if let Some(line) = found_line(status.found.iter()) {
        printer.line(line);
    }
    if !status.has_memory {
        begin(&status, printer);
        return Ok(Exit::Done);
    }
    if let Some(news) = &status.news {
        let now = workspace.invocation().now().timestamp();
        print_news(news, now, printer);
    }
    print_open(&status, printer);
    status::remember(workspace)?;
    printer.line("");
    for advice in &status.next {
        printer.styled(&[(DIM, "next: "), (DIM, &(CLI.sentence)(advice))]);
    }
    Ok(Exit::Done)
}

/// How a memory begins here: with what was found, or with nothing.
fn begin(status: &Status, printer: &mut Printer) {
    let roots = status.found.iter().filter(|offer| offer.is_root());
    let next = first_command(roots).unwrap_or_else(|| "git memory init".to_owned());
    printer.line(format!("next: {next}"));
}

/// The agents that are used here: `agents: Claude Code connected, Codex not connected`.
fn agents(status: &Status) -> String {
    let each = status.agents.iter().map(|it| {
        let not = if it.is_connected { "" } else { "not " };
        format!("{} {not}connected", it.agent.title())
    });
    format!("agents: {}", each.collect::<Vec<_>>().join(", "))
}

/// How many records there are, by kind: those that there are most of first.
fn records(status: &Status) -> String {
    if !status.has_memory {
        return "no memory yet".to_owned();
    }
    let all: usize = status.kinds.values().sum();
    let mut kinds: Vec<(usize, &str)> = Vec::new();
    for (name, count) in &status.kinds {
        let words = Kind::by_name(name).map_or("records", Kind::plural);
        kinds.push((*count, words));
    }
    kinds.sort_by_key(|(count, words)| (usize::MAX - count, *words));
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(count, words)| format!("{words} {count}"))
        .collect();
    let records = match all {
        0 => "memory has no records yet".to_owned(),
        _ => format!("{} ({})", counted(all, "record"), kinds.join(", ")),
    };
    match status.rules {
        0 => records,
        count => format!("{records}; {}", counted(count, "rule")),
    }
}

fn print_news(news: &News, now: i64, printer: &mut Printer) {
    if news.changes.is_empty() {
        return;
    }
    let heading = format!("New since you last looked, {}:", ago(now - news.since));
    printer.line("");
    printer.styled(&[(BOLD, &heading)]);
    for item in news.changes.iter().take(NEWS) {
        let style = match item.what {
            What::Added => GOOD,
            What::Removed => BAD,
            _ => PLAIN,
        };
        let header = &item.record.header;
        printer.styled(&[
            (PLAIN, "  "),
            (style, &format!("{:<10}  ", item.what.name())),
            (ID, header.id.as_str()),
            (PLAIN, "  "),
            (PLAIN, &header.title),
        ]);
    }
    let left = news.changes.len().saturating_sub(NEWS);
    if left > 0 {
        printer.styled(&[(DIM, &format!("  … and {left} more"))]);
    }
}

/// Says that derived files of another program are not brought up to date, and how they would be.
pub(crate) fn standing_still(foreign: &[String]) -> Option<String> {
    let (names, files) = (foreign.join(" and "), foreign.join(" "));
    let (were, stand) = match foreign {
        [] => return None,
        [_] => ("was", "stands"),
        _ => ("were", "stand"),
    };
    Some(format!(
        "{names} {were} not written by git-memory, and {stand} still: 'git memory adopt {files}' \
         keeps the text as a page"
    ))
}

/// Prints what needs attention, a line each.
fn print_open(status: &Status, printer: &mut Printer) {
    let lines = open_lines(status);
    let guarded = status.remotes.iter().filter(|it| !it.is_unguarded());
    let mut guarded = guarded.peekable();
    // Without records, no text was looked at.
    if lines.is_empty() && status.kinds.is_empty() && guarded.peek().is_none() {
        return;
    }
    printer.line("");
    for remote in guarded {
        let name = &remote.name;
        printer.line(format!("'git fetch {name}' keeps the work logs."));
    }
    if lines.is_empty() {
        printer.line("Nothing to review; 'git memory check' reads every text.");
        return;
    }
    printer.styled(&[(BOLD, "To review:")]);
    for (style, line) in lines {
        printer.styled(&[(PLAIN, "  "), (style, &line)]);
    }
}

/// The lines about what is to be reviewed.
fn open_lines(status: &Status) -> Vec<(Style, String)> {
    let mut lines = Vec::new();
    let conflicts = &status.conflicts;
    if !conflicts.files.is_empty() {
        let records = counted(conflicts.files.len(), "record");
        let files: Vec<&str> = conflicts.files.keys().map(RepoPath::as_str).collect();
        let shown = files[..files.len().min(CONFLICTS)].join(", ");
        let more = match files.len().saturating_sub(CONFLICTS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let sides = &conflicts.sides;
        lines.push((BAD, format!("{records} {sides}: {shown}{more}")));
    }
    if status.broken > 0 {
        lines.push((
            BAD,
            format!("{} in memory", counted(status.broken, "error")),
        ));
    }
    for line in &status.settings {
        lines.push((PLAIN, line.clone()));
    }
    if status.stale > 0 {
        let records = counted(status.stale, "record");
        lines.push((PLAIN, format!("{records} may be out of date")));
    }
    if status.due > 0 {
        let questions = counted(status.due, "open question");
        lines.push((PLAIN, format!("{questions} due")));
    }
    if status.follow_ups > 0 {
        let open = counted(status.follow_ups, "follow-up");
        lines.push((PLAIN, format!("{open} open in this branch's work log")));
    }
    if let Some(fault) = &status.log_fault {
        lines.push((BAD, format!("the work log cannot be read: {fault}")));
    }
    if let Some(late) = late_sentence(&status.late_hooks) {
        lines.push((BAD, late));
    }
    if status.unsettled > 0 {
        let pairs = counted(status.unsettled, "pair");
        lines.push((
            PLAIN,
            format!("{pairs} of records may contradict each other"),
        ));
    }
    if status.uncommitted > 0 {
        let files = counted(status.uncommitted, "file");
        lines.push((PLAIN, format!("{files} of memory not committed")));
    }
    if let Some(unsynced) = &status.unsynced
        && unsynced.count > 0
    {
        let commits = counted(unsynced.count, "work-log entry");
        lines.push((
            PLAIN,
            format!("{commits} not synced with {}", unsynced.remote),
        ));
    }
    let missing = status.retrieval.missing();
    if missing > 0 {
        let records = counted(missing, "record");
        lines.push((PLAIN, format!("{records} without a vector")));
    }
    if let Some(fault) = &status.model_fault {
        lines.push((BAD, fault.clone()));
    }
    for gone in &status.gone {
        let what = gone.what();
        let line = format!("{what} was deleted: 'git memory doctor --fix' restores it");
        lines.push((BAD, line));
    }
    for remote in status.unguarded() {
        let name = &remote.name;
        let line = format!("'git fetch --prune {name}' would delete work logs");
        lines.push((BAD, line));
    }
    if !status.is_set_up {
        lines.push((
            PLAIN,
            "not set up: no hooks and no derived files".to_owned(),
        ));
    }
    if let Some(line) = standing_still(&status.foreign) {
        lines.push((PLAIN, line));
    }
    if !status.missing_hooks.is_empty() {
        let names = status.missing_hooks.join(", ");
        lines.push((BAD, format!("not installed in this clone: {names}")));
    }
    lines
}

/// A number of seconds as people say it.
fn ago(seconds: i64) -> String {
    let (count, unit) = match seconds {
        ..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let count = usize::try_from(count).unwrap_or_default();
    format!("{} ago", counted(count, unit))
}
