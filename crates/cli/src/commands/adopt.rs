//! `git memory adopt`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::WriteMany;
use crate::exit::{Exit, Failure};
use crate::output::{DIM, ID, PLAIN, Printer};
use git_memory_app::records::adopt::{AdoptReport, AdoptRequest, adopt};
use git_memory_app::records::types::add_types;
use git_memory_app::wire::AdoptAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::kind::Kind;

#[derive(Args)]
pub(crate) struct AdoptArgs {
    /// Pages, folders with pages, or derived files of another program (default: every page)
    #[arg(conflicts_with = "types")]
    paths: Vec<String>,
    /// The kind of the records, into whose folder they move (default: that of each page's folder)
    #[arg(long, conflicts_with = "types")]
    kind: Option<Kind>,
    /// Give no ids; only add a missing 'type' to each file
    #[arg(long)]
    types: bool,
    #[command(flatten)]
    common: WriteMany,
}

impl Verb for AdoptArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It only adds front matter to a page, and updates links to it. A record that was \
               moved into another kind's folder gets an id of that kind. A derived file of another \
               program, named here, becomes one of git-memory's, and its text a page.",
        example: "adopt --dry-run",
    };
    const ANSWERS: &[Answered] = &[answered::<AdoptAnswer>("adopt")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &AdoptArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let WriteMany { dry_run, stage } = &args.common;
    let report = if args.types {
        add_types(workspace, *dry_run, stage.is_staged())?
    } else {
        let request = AdoptRequest {
            paths: args.paths.clone(),
            kind: args.kind,
            is_dry_run: *dry_run,
            is_staged: stage.is_staged(),
        };
        adopt(workspace, &request)?
    };
    if printer.is_json() {
        printer.json(AdoptAnswer::from(&report));
    } else {
        print(&report, args.types, *dry_run, printer);
    }
    Ok(Exit::Done)
}

fn print(report: &AdoptReport, is_types: bool, is_dry_run: bool, printer: &mut Printer) {
    for page in &report.adopted {
        printer.styled(&[
            (ID, page.id.as_str()),
            (DIM, "  "),
            (PLAIN, page.path.as_str()),
        ]);
    }
    for path in &report.typed {
        printer.line(path.as_str());
    }
    // Ids and paths are the answer, for scripts; the rest is for the user who typed the command.
    for path in &report.mended {
        printer.note(format!("changed links to old ids in {path}"));
    }
    for page in &report.skipped {
        printer.note(format!("skipped {}: {}", page.path, page.why));
    }
    for (path, page) in &report.taken_over {
        printer.note(format!("took over {path}; its text is kept in {page}"));
    }
    for path in &report.foreign {
        printer.note(format!(
            "left {path}: git-memory did not write it; to take it over: git memory adopt {path}"
        ));
    }
    if is_types {
        let verb = if is_dry_run { "would add" } else { "added" };
        let (typed, skipped) = (report.typed.len(), report.skipped.len());
        return printer.note(format!("{verb} a type to {typed} files, skipped {skipped}"));
    }
    let verb = if is_dry_run { "would adopt" } else { "adopted" };
    let noun = if report.adopted.len() == 1 {
        "page"
    } else {
        "pages"
    };
    printer.note(format!(
        "{verb} {} {noun}, skipped {}",
        report.adopted.len(),
        report.skipped.len()
    ));
}
