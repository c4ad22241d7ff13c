//! A command's page: what clap makes of its arguments, with a second sentence, the values that there
//! are, and an example.

use clap::Arg;
use clap::builder::Styles;

use git_memory_model::kind::Kind;

/// Adds the second sentence and the example to a command that has its first line and its arguments.
pub(crate) fn with_page(command: clap::Command, more: &str, example: &str) -> clap::Command {
    let name = command.get_name();
    let kind = Kind::all().find(|kind| kind.add_command() == Some(name));
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

/// The second sentence and the example of the command that adds a record of a kind.
pub(crate) fn of_add(kind: Kind) -> (String, String) {
    let more = format!(
        "It writes one file below memory/{}/ and stages it for the next commit; the id never \
         changes.",
        kind.folder()
    );
    let (title, option) = match kind.name() {
        "decision" => (
            "Use Postgres for the event store",
            " --rationale \"It is there, and we know it.\" --path 'src/store/**'",
        ),
        "convention" => (
            "Errors are lower case, without a full stop",
            " --path 'src/**'",
        ),
        "lesson" => ("Warm the cache before a deployment", " --edit"),
        "open-loop" => ("Who owns the queue", " --tag mail"),
        "plan" => ("Move the queue to its own service", " --status in_progress"),
        "recipe" => ("Rebuild the search index", " --command \"make index\""),
        "event" => ("Version 2.0 was released", ""),
        "context" => (
            "The billing service is audited each March",
            " --scope services/billing",
        ),
        _ => ("It was the cache after all", " --commit HEAD"),
    };
    let command = kind.add_command().unwrap_or_default();
    (more, format!("{command} \"{title}\"{option}"))
}
