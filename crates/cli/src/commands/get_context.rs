//! `git memory get-context`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, answered};

use crate::args::At;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::context::{RetrievalRequest, retrieve};
use git_memory_app::records::list::Filter;
use git_memory_app::records::wanted_statuses;
use git_memory_app::wire::RetrievalAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::scope::Scope;

#[derive(Args)]
pub(crate) struct GetContextArgs {
    /// The part of the project that the answer is about
    #[arg(long, default_value_t = Scope::project())]
    scope: Scope,
    /// What else to include: 'overview', kinds, folders
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    topics: Vec<String>,
    /// Include only the topics
    #[arg(long)]
    no_defaults: bool,
    /// Only records with one of these statuses, instead of the current ones
    #[arg(long = "status", value_name = "STATUS", value_delimiter = ',')]
    statuses: Vec<String>,
    /// Only records with all of these tags
    #[arg(long = "tag", value_name = "TAG", value_delimiter = ',')]
    tags: Vec<String>,
    /// Only records in one of these categories
    #[arg(long = "category", value_name = "CATEGORY", value_delimiter = ',')]
    categories: Vec<String>,
    #[command(flatten)]
    at: At,
    /// Output format; --json implies json
    #[arg(long, default_value = "yaml")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Yaml,
    Json,
}

impl Verb for GetContextArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The answer is one document with a fixed schema.",
        example: "get-context --scope services/billing --topics decisions,overview",
    };
    const ANSWERS: &[Answered] = &[answered::<RetrievalAnswer>("get-context")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &GetContextArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = RetrievalRequest {
        view: args.at.view(),
        scope: args.scope.clone(),
        topics: args.topics.clone(),
        has_defaults: !args.no_defaults,
        filter: Filter {
            statuses: wanted_statuses(args.statuses.clone()),
            tags: args.tags.clone(),
            categories: args.categories.clone(),
            ..Filter::default()
        },
    };
    let answer = retrieve(workspace, &request)?;
    let document = RetrievalAnswer::from(&answer);
    if printer.is_json() || args.format == Format::Json {
        printer.clean_json(document);
    } else {
        printer.clean_yaml(document);
    }
    printer.warn_of_faults(&answer.warnings);
    Ok(Exit::Done)
}
