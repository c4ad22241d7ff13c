//! `git memory site`.

use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "web")]
use super::advice::WORDING;
use super::exit::{Exit, Failure};
use super::output::Printer;
#[cfg(feature = "web")]
use crate::app::exchange::site::{address, folder};
use crate::app::workspace::Workspace;
#[cfg(feature = "web")]
use crate::page::{Plan, site};
#[cfg(feature = "web")]
use crate::wire::SiteAnswer;
#[cfg(feature = "web")]
use crate::wire::vocabulary::counted;

#[derive(Args)]
pub(crate) struct SiteArgs {
    /// The folder to write into: a new one, or that of an earlier site
    folder: PathBuf,
    /// Show memory as of this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// Where the site will be, for a map of its pages
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
}

#[cfg(feature = "web")]
pub(crate) fn run(
    workspace: &Workspace,
    args: &SiteArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let base = args.base_url.as_deref().map(address).transpose()?;
    let plan = Plan {
        revision: &args.rev,
        base,
        wording: WORDING,
    };
    let mut folder = folder(workspace, &args.folder)?;
    let files = site(workspace, &plan, &mut |name, text| {
        folder.put(name, text).map_err(Into::into)
    })?;
    folder.finish()?;
    if printer.is_json() {
        printer.json(SiteAnswer { files });
    } else {
        let folder = args.folder.display();
        printer.line(format!("{} in '{folder}'", counted(files, "file")));
    }
    Ok(Exit::Done)
}

#[cfg(not(feature = "web"))]
pub(crate) fn run(
    _workspace: &Workspace,
    _args: &SiteArgs,
    _printer: &mut Printer,
) -> Result<Exit, Failure> {
    Err(crate::app::workspace::Error::NotBuiltIn("site").into())
}
