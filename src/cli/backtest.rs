//! `git memory backtest`.

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::{BOLD, DIM, PLAIN, Printer};
use super::progress::Progress;
use crate::app::recall::backtest::{Backtest, Placed, backtest};
use crate::app::workspace::Workspace;
use crate::wire::BacktestAnswer;
use crate::wire::vocabulary::counted;

#[derive(Args)]
pub(crate) struct BacktestArgs {
    /// Ask only about commits that this revision does not have
    #[arg(long, value_name = "REV")]
    since: Option<String>,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &BacktestArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let progress = Progress::new(printer);
    let done = backtest(workspace, args.since.as_deref(), &|done, all| {
        progress.tell("Asking about commits", done, all);
    });
    progress.end();
    let done = done?;
    if printer.is_json() {
        printer.json(BacktestAnswer::from(&done));
        return Ok(Exit::Done);
    }
    let citing = counted(done.citing, "commit");
    printer.line(format!(
        "{citing} that name records, {} asked about",
        done.asked
    ));
    if done.asked > 0 {
        print(&done, printer);
    }
    // On stderr: they say what the figures are not about.
    for (count, what) in [
        (
            done.too_early,
            "name records that did not exist before them",
        ),
        (done.unknown, "name none that memory has"),
        (done.without_before, "are merges, or begin a history"),
    ] {
        if count > 0 {
            printer.note(format!("not asked about: {count} {what}"));
        }
    }
    if done.citing == 0 {
        printer.note(
            "hint: a commit names a record by its id or number, as in 'Decision: dec-7k3m9q'",
        );
    }
    Ok(Exit::Done)
}

fn print(done: &Backtest, printer: &mut Printer) {
    printer.styled(&[(DIM, "                   first  first five  in 300 tokens")]);
    for (name, placed) in [("words", done.words), ("words and files", done.files)] {
        let Placed {
            first,
            five,
            tokens,
        } = placed;
        let shares = [first, five, tokens].map(|count| percent(count, done.asked));
        let [first, five, tokens] = shares;
        let row = format!("{first:>5} %{five:>10} %{tokens:>13} %");
        printer.styled(&[(BOLD, &format!("{name:<17}")), (PLAIN, &row)]);
    }
    // What spoke most often first; of two that spoke as often, the earlier in the alphabet.
    let mut evidence: Vec<(&str, usize)> = Vec::new();
    for (name, count) in &done.evidence {
        evidence.push((name, *count));
    }
    evidence.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut told = Vec::new();
    for (name, count) in evidence {
        told.push(format!("{name} {count}"));
    }
    if !told.is_empty() {
        printer.line(format!("found by: {}", told.join(", ")));
    }
}

/// How many hundredths some are of all, rounded.
fn percent(some: usize, all: usize) -> usize {
    (some * 200 + all) / (all * 2)
}
