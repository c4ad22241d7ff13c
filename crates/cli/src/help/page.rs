//! A command's page: what clap makes of its arguments, with a second sentence, the values that there
//! are, and an example.

use clap::Arg;
use clap::builder::Styles;

use git_memory_model::kind::Kind;

/// Adds the second sentence and the example to a command that has its first line and its arguments.
pub(crate) fn with_page(command: clap::Command, more: &str, example: &str) -> clap::Command {
    with_page_of(None, command, more, example)
}

/// Does the same for a command about records of one kind.
pub(crate) fn with_page_of(
    kind: Option<Kind>,
    command: clap::Command,
    more: &str,
    example: &str,
) -> clap::Command {
    let command = command.mut_args(|arg| with_values(arg, kind));
    let first = command.get_about().map(ToString::to_string);
    let style = *Styles::default().get_header();
    command
        .about(format!("{}\n\n{more}", first.unwrap_or_default()))
        .after_help(format!("{style}Example:{style:#}\n  git memory {example}"))
}

/// Names the values of an argument that takes one of a fixed list; `kind` is the kind of record
/// that the command is about, where it is about one.
fn with_values(arg: Arg, kind: Option<Kind>) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    let values = match names.first().map(clap::builder::Str::as_str) {
        Some("KIND") => Kind::all().map(Kind::name).collect(),
        Some("STATUS") if arg.get_possible_values().is_empty() => statuses(kind),
        _ => return arg,
    };
    let help = arg.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    arg.help(format!("{help}: {}", values.join(", ")))
}

/// The statuses of a kind, its default first; without one, those of all kinds.
fn statuses(kind: Option<Kind>) -> Vec<&'static str> {
    let kinds = Kind::all().filter(|other| kind.is_none_or(|kind| kind == *other));
    let mut names: Vec<&str> = Vec::new();
    for status in kinds.flat_map(Kind::statuses) {
        if !names.contains(&status.name) {
            names.push(status.name);
        }
    }
    names
}
