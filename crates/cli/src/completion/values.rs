//! Which kind of word an argument takes: its name in the help text says so.

use clap::Arg;

use git_memory_app::records::candidates::Wanted;

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// One of the repository's own words.
    Word(Wanted),
    /// Two revisions with dots between them, or one.
    Range,
    /// A file or folder.
    File,
    /// Free text.
    Text,
}

/// The names of values that stand for the same kind of word everywhere.
const NAMES: [(&str, Value); 17] = [
    ("RECORD", Value::Word(Wanted::Record)),
    ("RECORDS", Value::Word(Wanted::Record)),
    ("OLD", Value::Word(Wanted::Record)),
    ("ID", Value::Word(Wanted::Record)),
    ("ENTRY", Value::Word(Wanted::Entry)),
    ("TAG", Value::Word(Wanted::Tag)),
    ("CATEGORY", Value::Word(Wanted::Category)),
    ("SCOPE", Value::Word(Wanted::Scope)),
    ("STATUS", Value::Word(Wanted::Status)),
    ("KIND", Value::Word(Wanted::Kind)),
    ("REV", Value::Word(Wanted::Revision)),
    ("BRANCH", Value::Word(Wanted::Branch)),
    ("REMOTE", Value::Word(Wanted::Remote)),
    ("KEY=VALUE", Value::Word(Wanted::Key)),
    ("RANGE", Value::Range),
    ("REV[..REV]", Value::Range),
    ("REV|A..B", Value::Range),
];
/// Beginnings of the names of files and folders; more may follow: `FILE|-`, `PATH[:LINE]`.
const FILES: [&str; 3] = ["FILE", "FOLDER", "PATH"];

/// Returns the kind of value that an argument of a command (`topic read`) takes.
pub(crate) fn value(command: &str, arg: &Arg) -> Value {
    let names = arg.get_value_names().unwrap_or_default();
    let Some(name) = names.first() else {
        return Value::Text;
    };
    // Some commands use a name for one thing that others use for something else.
    match (command, name.as_str()) {
        ("summary publish" | "summary forget", "ID") => return Value::Word(Wanted::Entry),
        ("summary append" | "summary compact" | "summary list" | "runs", "ID") => {
            return Value::Text;
        }
        ("edit", "RECORD") => return Value::Word(Wanted::Editable),
        ("show" | "set", "RECORD") | ("related", "WHAT") => return Value::Word(Wanted::AnyRecord),
        ("topic read" | "topic write" | "topic log" | "topic restore", "NAME") => {
            return Value::Word(Wanted::Topic);
        }
        (_, name) if FILES.iter().any(|file| name.starts_with(file)) => return Value::File,
        _ => {}
    }
    let found = NAMES.iter().find(|(known, _)| name.as_str() == *known);
    found.map_or(Value::Text, |(_, value)| *value)
}
