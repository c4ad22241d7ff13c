//! `git memory merge-driver`: what git runs to merge a file below `memory/`.

use super::verb::{HelpPage, Verb};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::hooks::{DriverRequest, merge_for_git};
use git_memory_app::workspace::Invocation;

#[derive(Args)]
pub(crate) struct MergeDriverArgs {
    /// The file with what both sides come from (%O)
    base: PathBuf,
    /// The file of this side, over which the merge is written (%A)
    ours: PathBuf,
    /// The file of the other side (%B)
    theirs: PathBuf,
    /// The length of conflict markers (%L)
    size: usize,
    /// The path of the file in the repository (%P)
    path: OsString,
    /// What conflict markers call the base, this side and the other side (%S %X %Y)
    #[arg(value_name = "NAME", allow_hyphen_values = true, num_args = 0..=3)]
    names: Vec<OsString>,
}

impl Verb for MergeDriverArgs {
    const PAGE: HelpPage = HelpPage {
        more: "git starts it as 'merge.git-memory.driver', for files that both sides changed.",
        example: "merge-driver base.md ours.md theirs.md 7 memory/notes/cache.md",
    };
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &MergeDriverArgs,
    _printer: &Printer,
) -> Result<Exit, Failure> {
    let name = |nth: usize, usual: &str| name(args.names.get(nth), usual);
    let request = DriverRequest {
        base: args.base.clone(),
        ours: args.ours.clone(),
        theirs: args.theirs.clone(),
        size: args.size,
        path: args.path.to_string_lossy().into_owned(),
        names: [name(1, "ours"), name(0, "base"), name(2, "theirs")],
    };
    let is_clean = merge_for_git(invocation, &request)?;
    Ok(if is_clean { Exit::Done } else { Exit::No })
}

/// Name of a side. A git before 2.44 passes the placeholder in the command as it is.
fn name(given: Option<&OsString>, usual: &str) -> String {
    match given.map(OsString::as_os_str).map(OsStr::to_string_lossy) {
        // An empty one stays: git has no name for the side.
        Some(name) if !is_place(&name) => name.into_owned(),
        _ => usual.to_owned(),
    }
}

/// True if git has not put in a name.
fn is_place(name: &str) -> bool {
    name.starts_with('%') && name.len() == 2
}
