//! `git memory map`.

use std::path::PathBuf;

use clap::Args;

use super::args::At;
use super::exit::{Exit, Failure};
use super::input::path_from_top;
use super::output::Printer;
use super::progress::Progress;
use crate::app::map;
use crate::app::map::MapRequest;
use crate::app::workspace::Workspace;
use crate::wire::MapAnswer;

#[derive(Args)]
pub(crate) struct MapArgs {
    /// Maximum number of tokens, as estimated
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    max_tokens: usize,
    /// The files that the task touches: they, and what is tied to them, come first
    #[arg(long = "for", value_name = "PATH", num_args = 1..)]
    paths: Vec<PathBuf>,
    /// What the task is about: files whose names or symbols have these words come first
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    query: String,
    /// Mark files with the records about them
    #[arg(long)]
    decisions: bool,
    #[command(flatten)]
    at: At,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &MapArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut paths = Vec::new();
    for path in &args.paths {
        let path = path_from_top(workspace, path)?;
        // The top holds everything, so it prefers nothing.
        if !path.is_empty() {
            paths.push(path);
        }
    }
    let request = MapRequest {
        view: args.at.view(),
        paths,
        query: args.query.clone(),
        tokens: args.max_tokens,
        has_decisions: args.decisions,
    };
    let progress = Progress::new(printer);
    let made = map::make(workspace, &request, &|done, all| {
        progress.tell("Reading sources", done, all);
    });
    progress.end();
    let map = made?;
    if printer.is_json() {
        printer.json(MapAnswer::from(&map));
    } else {
        printer.page();
        printer.clean(&map.text);
    }
    if map.text.is_empty() {
        printer.note(if map.files_left > 0 {
            "the map is empty: no room for it"
        } else {
            "the map is empty: no source files in a language that it knows"
        });
    }
    Ok(Exit::Done)
}
