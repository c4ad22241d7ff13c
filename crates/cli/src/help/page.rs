//! A command's page: what clap makes of its arguments, with a second sentence, the values that there
//! are, and an example.

use clap::Arg;
use clap::builder::Styles;

use crate::args::HEADINGS;
use git_memory_model::kind::Kind;

/// Adds the second sentence and the example to a command that has its first line and its arguments,
/// and is about records of these kinds.
pub(crate) fn with_page(
    kinds: &[Kind],
    command: clap::Command,
    more: &str,
    example: &str,
) -> clap::Command {
    // clap's headings come in the order of their first option, and the program's own are there first.
    let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
    args.sort_by_key(|arg| {
        let heading = arg.get_help_heading()?;
        Some(HEADINGS.iter().position(|known| *known == heading))
    });
    let mut args = args.into_iter();
    let command = command.mut_args(|arg| with_values(args.next().unwrap_or(arg), kinds));
    let first = command.get_about().map(ToString::to_string);
    let style = *Styles::default().get_header();
    command
        .about(format!("{}\n\n{more}", first.unwrap_or_default()))
        .after_help(format!("{style}Example:{style:#}\n  git memory {example}"))
}

/// Names the values of an argument that takes one of a fixed list; `kinds` are those of the records
/// that the command is about.
fn with_values(arg: Arg, kinds: &[Kind]) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    let values: Vec<&str> = match names.first().map(clap::builder::Str::as_str) {
        Some("KIND") => Kind::shown().map(Kind::name).collect(),
        Some("STATUS") if arg.get_possible_values().is_empty() => statuses(kinds),
        _ => return arg,
    };
    let help = arg.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let all = format!("{help}: {}", values.join(", "));
    match values.get(..MET_FIRST) {
        Some(first) if values.len() > MOST => arg
            .help(format!("{help}: {}, …", first.join(", ")))
            .long_help(all),
        _ => arg.help(all),
    }
}

/// Number of values that `-h` names where there are more than [`MOST`].
const MET_FIRST: usize = 4;
/// Number of values that fit beside an option.
const MOST: usize = 5;

/// The statuses of kinds, each once; those of the first kind come first, its default before them.
fn statuses(kinds: &[Kind]) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for status in kinds.iter().flat_map(|kind| kind.statuses()) {
        if !names.contains(&status.name) {
            names.push(status.name);
        }
    }
    names
}
