//! `git memory get-context`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, answered};

use crate::args::{At, WHERE, WHICH};
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::context::{WorkspaceQuestion, retrieve, workspace_named};
use git_memory_app::wire::RetrievalAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::scope::Scope;

#[derive(Args)]
pub(crate) struct GetContextArgs {
    /// The part of the project that the answer is about (default: all of it)
    #[arg(long, conflicts_with_all = ["workspace", "domain", "repository"])]
    scope: Option<Scope>,
    /// A workspace, the first part of the scope, or its folder
    #[arg(long, value_name = "NAME", help_heading = WHERE)]
    workspace: Option<String>,
    /// The part of the scope after the workspace
    #[arg(long, value_name = "NAME", help_heading = WHERE)]
    domain: Option<String>,
    /// The part of the scope after the domain
    #[arg(long, value_name = "NAME", help_heading = WHERE)]
    repository: Option<String>,
    /// What else to include: 'overview', kinds, folders
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    topics: Vec<String>,
    /// Include only the topics
    #[arg(long)]
    no_defaults: bool,
    /// Only records with one of these statuses, instead of the current ones
    #[arg(
        long = "status",
        visible_alias = "filter-status",
        value_name = "STATUS",
        value_delimiter = ','
    )]
    statuses: Vec<String>,
    /// Only records with all of these tags
    #[arg(
        long = "tag",
        visible_alias = "filter-tags",
        help_heading = WHICH,
        value_name = "TAG",
        value_delimiter = ','
    )]
    tags: Vec<String>,
    /// Only records in one of these categories
    #[arg(
        long = "category",
        visible_alias = "filter-category",
        help_heading = WHICH,
        value_name = "CATEGORY",
        value_delimiter = ','
    )]
    categories: Vec<String>,
    /// Output format; --json implies json
    #[arg(long, default_value = "yaml")]
    format: Format,
    #[command(flatten, next_help_heading = WHERE)]
    at: At,
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
    let question = WorkspaceQuestion {
        workspace: match &args.workspace {
            Some(given) => workspace_named(workspace, given)?,
            None => None,
        },
        domain: args.domain.clone(),
        repository: args.repository.clone(),
        rev: args.at.view().revision().map(str::to_owned),
        scope: args.scope.as_ref().map(Scope::to_string),
        topics: args.topics.clone(),
        include_defaults: Some(!args.no_defaults),
        filter_status: args.statuses.clone(),
        filter_tags: args.tags.clone(),
        filter_category: args.categories.clone(),
    };
    let request = question.request()?;
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
