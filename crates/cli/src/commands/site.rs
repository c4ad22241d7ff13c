//! `git memory site`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::View;
use git_memory_app::exchange::site::{Plan, address, folder};
use git_memory_app::wire::SiteAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct SiteArgs {
    /// The folder to write into: a new one, or that of an earlier site
    folder: PathBuf,
    /// Show memory as of this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// The address of the site, for its sitemap
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
}

impl Verb for SiteArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Only committed records are published. Output is reproducible; other files in the \
         folder are kept.",
        example: "site public --base-url https://example.org/memory/",
    };
    const ANSWERS: &[Answered] = &[answered::<SiteAnswer>("site")];
}

pub(crate) fn run(
    workspace: &Workspace,
    program: &Program,
    args: &SiteArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let base = args.base_url.as_deref().map(address).transpose()?;
    let revision = &args.rev;
    let plan = Plan { revision, base };
    let mut folder = folder(workspace, &args.folder)?;
    let files = (program.site)(workspace, &plan, &mut |name, text| {
        folder.put(name, text).map_err(Into::into)
    })?;
    folder.finish()?;
    if workspace
        .memory(&View::at(Some(revision)))?
        .records
        .is_empty()
    {
        printer.note(format!(
            "note: {revision} has no records; commit them, and run it again"
        ));
    }
    if printer.is_json() {
        printer.json(SiteAnswer { files });
    } else {
        let folder = args.folder.display();
        printer.line(format!("{} in '{folder}'", counted(files, "file")));
    }
    Ok(Exit::Done)
}
