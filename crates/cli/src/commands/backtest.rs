//! `git memory backtest`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, PLAIN, Printer};
use crate::progress::Progress;
use git_memory_app::recall::backtest::{Backtest, Placed, backtest};
use git_memory_app::recall::tuning::{Half, Tuning, tune};
use git_memory_app::wire::BacktestAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_recall::Weights;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct BacktestArgs {
    /// Only commits that this revision does not have
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    /// Search for better weights with the older half of the commits, and test them on the newer
    /// half
    #[arg(long)]
    tune: bool,
}

impl Verb for BacktestArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Each commit is a question to memory as it was before: first its message without the \
         record's name, then also its files.",
        example: "backtest --since v1.0",
    };
    const ANSWERS: &[Answered] = &[answered::<BacktestAnswer>("backtest")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &BacktestArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let progress = Progress::new(printer);
    let done = backtest(workspace, args.since.as_deref(), &|done, all| {
        progress.tell("Searching for each commit's record", done, all);
    });
    progress.end();
    let done = done?;
    let tuning = if args.tune {
        let progress = Progress::new(printer);
        let tuned = tune(workspace, args.since.as_deref(), &|done, all| {
            progress.tell("Trying weights", done, all);
        });
        progress.end();
        tuned?
    } else {
        None
    };
    if printer.is_json() {
        printer.json(BacktestAnswer::new(&done, tuning.as_ref()));
        return Ok(Exit::Done);
    }
    let citing = counted(done.citing, "commit");
    printer.line(format!("{citing} that cite records; {} used", done.asked));
    if done.asked > 0 {
        print(&done, printer);
    }
    // On stderr: they say what the figures are not about.
    for (count, what) in [
        (
            done.too_early,
            "cite records that did not exist before them",
        ),
        (done.unknown, "cite none that memory has"),
        (done.without_before, "are merges, or begin a history"),
    ] {
        if count > 0 {
            printer.note(format!("not used: {count} {what}"));
        }
    }
    if done.is_cut {
        printer.note_shallow();
    }
    if let Some(tuning) = &tuning {
        print_tuning(tuning, printer);
    }
    if done.citing == 0 {
        printer.note(
            "hint: a commit cites a record by its id or number, as in 'Decision: dec-7k3m9q'",
        );
    }
    Ok(Exit::Done)
}

/// The columns of the tables.
const HEAD: &str = "                   first  first five  in 300 tokens";

fn print(done: &Backtest, printer: &mut Printer) {
    printer.styled(&[(DIM, HEAD)]);
    print_row("words", done.words, done.asked, printer);
    print_row("words and files", done.files, done.asked, printer);
    // The most frequent evidence comes first; the sort keeps equal counts in alphabetical order.
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

fn print_row(name: &str, placed: Placed, asked: usize, printer: &mut Printer) {
    let Placed {
        first,
        five,
        tokens,
    } = placed;
    let [first, five, tokens] = [first, five, tokens].map(|count| percent(count, asked));
    let row = format!("{first:>5} %{five:>10} %{tokens:>13} %");
    printer.styled(&[(BOLD, &format!("{name:<17}")), (PLAIN, &row)]);
}

fn print_tuning(tuning: &Tuning, printer: &mut Printer) {
    if tuning.is_too_little() {
        printer.note("too few commits to tune weights");
        return;
    }
    if tuning.proposed == tuning.current {
        printer.line("no other weights are better for the older half of the commits");
        return;
    }
    let (current, proposed) = (shown(tuning.current), shown(tuning.proposed));
    printer.line(format!("weights: {current}; tried: {proposed}"));
    printer.styled(&[(DIM, HEAD)]);
    for (name, half) in [("older half", tuning.older), ("newer half", tuning.newer)] {
        let Half {
            asked,
            before,
            after,
        } = half;
        print_row(name, before, asked, printer);
        print_row("  tried", after, asked, printer);
    }
    if tuning.is_accepted() {
        printer.line("they are better for the newer half, too");
        let proposed = &tuning.proposed;
        printer.note(format!(
            "hint: to use them: git config memory.weights '{proposed}'"
        ));
    } else {
        printer.line("they are not better for the newer half: keep the current weights");
    }
}

fn shown(weights: Weights) -> String {
    let text = weights.to_string();
    if text.is_empty() {
        "as usual".to_owned()
    } else {
        text
    }
}

/// How many hundredths some are of all, rounded.
fn percent(some: usize, all: usize) -> usize {
    (some * 200 + all) / (all * 2)
}
