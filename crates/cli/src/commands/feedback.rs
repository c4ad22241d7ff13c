//! `git memory feedback`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::recall::feedback;
use git_memory_app::wire::FeedbackAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_recall::feedback::Outcome;

#[derive(Args)]
pub(crate) struct FeedbackArgs {
    /// The rating: helpful, irrelevant, missed or overloaded
    #[arg(long, value_parser = outcome)]
    outcome: Outcome,
    /// The record that the rating is about: an id, a unique prefix of one, or a path
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// The question that you asked
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
}

fn outcome(name: &str) -> Result<Outcome, String> {
    let names: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::name).collect();
    Outcome::ALL
        .into_iter()
        .find(|outcome| outcome.name() == name)
        .ok_or_else(|| format!("one of: {}", names.join(", ")))
}

impl Verb for FeedbackArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Rate questions that found nothing, too: 'review' lists them.",
        example: "feedback --outcome helpful --id dec-7k3m9q -- event store",
    };
    const ANSWERS: &[Answered] = &[answered::<FeedbackAnswer>("feedback")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &FeedbackArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let written = feedback::add(
        workspace,
        &args.query.join(" "),
        args.outcome,
        args.id.as_deref(),
        args.note.as_deref(),
    )?;
    if printer.is_json() {
        printer.json(FeedbackAnswer::from(&written));
        return Ok(Exit::Done);
    }
    let record = match &written.matched_id {
        Some(id) => format!(" {id}"),
        None => String::new(),
    };
    printer.line(format!(
        "{}{record}: {}",
        written.outcome.name(),
        written.query
    ));
    Ok(Exit::Done)
}
