//! `git memory subscribe`.

use super::verb::{HelpPage, Verb};
use clap::{Args, Subcommand};
use git_memory_app::wire::{Answered, answered};

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, ID, PLAIN, Printer};
use git_memory_app::parents::{
    self, ParentState, PinMove, Report, SubscribeRequest, UpdateRequest,
};
use git_memory_app::wire::ParentsAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct SubscribeArgs {
    #[command(subcommand)]
    command: Option<Command>,
    /// The parent: a URL, or a path; without one, the parents are listed
    url: Option<String>,
    /// Name of the parent here, which its records' ids begin with
    #[arg(long = "as", value_name = "NAME", requires = "url")]
    name: Option<String>,
    /// The branch or tag to follow, or a whole commit id (default: its HEAD)
    #[arg(long, value_name = "REV", requires = "url")]
    rev: Option<String>,
    /// A folder of it to read beside its memory, in place of those that its settings name
    /// (repeatable)
    #[arg(long = "path", value_name = "FOLDER", requires = "url")]
    folders: Vec<String>,
    #[command(flatten)]
    stage: Stage,
}

#[derive(Subcommand)]
enum Command {
    /// Move the pins to what the parents have now, and fetch that
    Update {
        /// The parent (default: all)
        name: Option<String>,
        /// Pin this branch, tag or commit, even if it does not follow the pinned commit
        #[arg(long, value_name = "REV", requires = "name")]
        rev: Option<String>,
        /// Only show what would be done
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        stage: Stage,
    },
    /// Fetch the pinned commits into this clone
    Fetch {
        /// The parent (default: all that are missing)
        name: Option<String>,
    },
    /// List the parents, and what this clone has of them
    Status {
        /// Ask this parent what it has now
        name: Option<String>,
    },
    /// Remove a parent
    Remove {
        /// The parent
        name: String,
        #[command(flatten)]
        stage: Stage,
    },
}

impl Verb for SubscribeArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A parent is a repository whose memory is read with this one's, such as an \
         organisation's decisions. Its ids begin with its name here (org:dec-7k3m9q), and its \
         records are only read. config.yaml below memory/ pins a commit of it, so that pull \
         requests show what changes. Only this command fetches.",
        example: "subscribe https://example.com/org/decisions.git --as org",
    };
    const ANSWERS: &[Answered] = &[answered::<ParentsAnswer>("subscribe")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SubscribeArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let report = match (&args.command, &args.url) {
        (None, Some(url)) => {
            let request = SubscribeRequest {
                url: url.clone(),
                name: args.name.clone(),
                rev: args.rev.clone(),
                folders: args.folders.clone(),
            };
            parents::subscribe(workspace, &request, args.stage.is_staged())?
        }
        (None | Some(Command::Status { name: None }), _) => parents::status(workspace)?,
        (Some(Command::Status { name: Some(name) }), _) => parents::status_of(workspace, name)?,
        (Some(Command::Fetch { name }), _) => parents::fetch(workspace, name.as_deref())?,
        (Some(Command::Remove { name, stage }), _) => {
            parents::remove(workspace, name, stage.is_staged())?
        }
        (
            Some(Command::Update {
                name,
                rev,
                dry_run,
                stage,
            }),
            _,
        ) => {
            let request = UpdateRequest {
                name: name.clone(),
                rev: rev.clone(),
                dry_run: *dry_run,
            };
            parents::update(workspace, &request, stage.is_staged())?
        }
    };
    for note in &report.notes {
        printer.note(format!("note: {note}"));
    }
    for failed in &report.failed {
        printer.note(format!("warning: {failed}"));
    }
    if report.is_ahead {
        printer.note("hint: 'git memory subscribe update NAME' moves the pin to it");
    }
    if report.is_rewound {
        printer
            .note("hint: 'git memory subscribe update NAME --rev REV' moves the pin all the same");
    }
    if printer.is_json() {
        printer.json(ParentsAnswer::from(&report));
    } else {
        print(&report, printer);
    }
    // The rest is done, but a script has to learn that something is not.
    let is_whole = report.failed.is_empty();
    Ok(if is_whole { Exit::Done } else { Exit::No })
}

fn print(report: &Report, printer: &mut Printer) {
    for moved in &report.moved {
        print_move(moved, printer);
    }
    let names = report.parents.iter().map(|it| it.name.as_str().len());
    let width = names.max().unwrap_or_default();
    for parent in &report.parents {
        print_parent(parent, width, printer);
    }
    if report.parents.is_empty() {
        printer.note("no parents: 'git memory subscribe URL' adds one");
    }
    if report.parents.iter().any(|it| !is_here(it)) {
        printer.note("hint: 'git memory subscribe fetch' fetches what is pinned");
    }
}

fn print_parent(parent: &ParentState, width: usize, printer: &mut Printer) {
    let name = format!("{:width$}  ", parent.name.as_str());
    let commit = format!("{:.12}  ", parent.commit);
    let records = counted(parent.records, "record");
    let (style, state) = match &parent.here {
        None => (BAD, "not fetched".to_owned()),
        Some(_) if is_here(parent) => (PLAIN, records),
        Some(here) => (BAD, format!("{records} of {here:.12}")),
    };
    let url = format!("  {}", parent.url);
    printer.styled(&[(ID, &name), (DIM, &commit), (style, &state), (DIM, &url)]);
}

fn print_move(moved: &PinMove, printer: &mut Printer) {
    let pins = format!("{:.12} -> {:.12}", moved.from, moved.to);
    printer.styled(&[(BOLD, moved.name.as_str()), (PLAIN, "  "), (DIM, &pins)]);
    for record in &moved.records {
        let change = format!("  {:7}  ", record.change);
        let id = format!("{}  ", record.id);
        printer.styled(&[(DIM, &change), (ID, &id), (PLAIN, &record.title)]);
    }
}

/// True if this clone has the pinned commit.
fn is_here(parent: &ParentState) -> bool {
    parent.here.as_ref() == Some(&parent.commit)
}
