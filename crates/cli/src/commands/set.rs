//! `git memory set`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, WrittenAnswer, answered};

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::{help, written};
use git_memory_app::records::key_value::items;
use git_memory_app::records::pathspecs::from_here;
use git_memory_app::records::set;
use git_memory_app::workspace::Workspace;
use git_memory_model::keys::{self, KEYS, Key};
use git_memory_text::visible_line;

#[derive(Args)]
pub(crate) struct SetArgs {
    /// The record: an id, a unique prefix of one, or a path
    record: String,
    /// The keys to set; separate the items of a list with commas: tags=storage,events; quote an
    /// item with a comma: 'related="docs/a, b.md"'; += keeps those that it has: tags+=mail
    #[arg(required = true, value_name = "KEY=VALUE")]
    values: Vec<String>,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for SetArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The rest of the file is kept byte for byte; invalid values are refused.",
        example: "set dec-7k3m9q status=archived tags=storage,events",
    };
    const ANSWERS: &[Answered] = &[answered::<WrittenAnswer>("set")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SetArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut values = Vec::new();
    for (nth, pair) in args.values.iter().enumerate() {
        // A value may hold further equals signs.
        let Some((key, value)) = pair.split_once('=') else {
            let value = args.values.get(nth + 1).map_or("VALUE", String::as_str);
            let failure = Failure::usage(format!("'{pair}' does not have the form key=value"));
            return Err(failure.hint(format!("for example: '{pair}={value}'")));
        };
        let name = key.trim_end_matches('+');
        if let Some(meant) = meant(name) {
            let failure = Failure::usage(format!("'{key}' is not a key; nothing was changed"));
            return Err(failure
                .hint(format!("did you mean '{meant}'?"))
                .hint("'git memory edit' writes a key of your own of that name"));
        }
        values.push((key.to_owned(), value.to_owned()));
    }
    let changed = set::set(workspace, &args.record, &values, args.stage.is_staged())?;
    written::print_changed(&changed, printer);
    for (key, value) in &values {
        if key.trim_end_matches('+') == "paths" {
            written::warn_of_paths(workspace, &from_here(workspace, &items(value)?)?, printer);
        }
        if key == keys::STATUS.name
            && let Some(status) = set::status_read_as(&changed, value)?
        {
            let value = visible_line(value);
            printer.note(format!("note: '{value}' is read as '{status}'"));
        }
        if key == "alias" {
            for fault in set::alias_faults(workspace, &changed)? {
                printer.note(format!("warning: {fault}"));
            }
        }
    }
    Ok(Exit::Done)
}

/// The key that was probably meant by one that the program does not know.
fn meant(key: &str) -> Option<&'static str> {
    let is_known = |known: &&Key| known.name == key || known.aliases.contains(&key);
    if key == "kind" || KEYS.iter().any(is_known) {
        return None;
    }
    help::nearest(key, KEYS.iter().map(|known| known.name))
}
