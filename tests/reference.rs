//! `docs/reference.md` is generated in its marked parts, from the tables of commands, settings and
//! keys. After a change of these, update it with `GIT_MEMORY_UPDATE_DOCS=1 cargo test --test
//! reference`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction, Command};
use git_memory_app::KEPT;
use git_memory_app::wire::DOCUMENTS;
use git_memory_app::wire::settings::{Kind, SETTINGS, Setting, Team};
use git_memory_cli::command_line::command_line;
use git_memory_cli::commands::{Group, commands};
use git_memory_model::keys::{KEYS, Setter};
use git_memory_text::Language;

/// With this variable in the environment the file is written, not compared.
const UPDATE: &str = "GIT_MEMORY_UPDATE_DOCS";
/// The add commands share most of their options, which the page lists once.
const ADD: &str = "add-";

#[test]
fn the_reference_is_what_the_program_takes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    let before = fs::read_to_string(&file).unwrap();
    let after = with_part(&before, "commands", &command_reference());
    let after = with_part(&after, "settings", &setting_reference());
    let after = with_part(&after, "keys", &key_reference());
    let after = with_part(&after, "kept", &kept_reference());
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, after).unwrap();
    } else {
        let lines = before.lines().zip(after.lines());
        let differs = lines.clone().find(|(old, new)| old != new);
        assert_eq!(
            before, after,
            "first difference: {differs:?}; write it anew with {UPDATE}=1"
        );
    }
}

#[test]
fn the_schemas_are_those_of_the_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    for document in &DOCUMENTS {
        let name = document.name.replace(".json", ".schema.json");
        let schema = serde_json::to_string_pretty(&(document.schema)()).unwrap() + "\n";
        if std::env::var_os(UPDATE).is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(&name), schema).unwrap();
        } else {
            let before = fs::read_to_string(folder.join(&name)).unwrap();
            assert_eq!(before, schema, "{name}: write it anew with {UPDATE}=1");
        }
    }
}

/// The page with other text between the marks of a part.
fn with_part(page: &str, name: &str, text: &str) -> String {
    let begin = format!("<!-- generated: {name} -->\n");
    let (head, rest) = page.split_once(&begin).expect("the mark of the part");
    let (_, tail) = rest.split_once("<!-- end -->").expect("the mark's end");
    format!("{head}{begin}\n{text}\n<!-- end -->{tail}")
}

fn command_reference() -> String {
    let mut program = command_line();
    program.build();
    let shared = shared_by_adds(&program);
    let mut text = String::from("Every command takes:\n\n");
    text += &table(&options(&program));
    for (group, heading) in Group::SHOWN {
        write!(text, "\n### {heading}\n").unwrap();
        if group == Group::Write {
            text += "\n#### `add-…`\n\nEvery add command takes:\n\n";
            text += &table(&shared);
        }
        for row in commands().filter(|row| row.group == group) {
            let command = program.find_subcommand(row.name).expect("a command");
            text += &section(command, &row.about, &shared);
        }
    }
    text
}

/// Everything that is kept beside the records.
fn kept_reference() -> String {
    let mut text = String::from(
        "| name | content | key | one for each | if it is deleted | private text | `summary gc --expunge` |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for row in &KEPT {
        let private = if row.is_private { "yes" } else { "no" };
        let (scope, forgetting) = (row.scope.name(), row.forgetting.words());
        let (name, content, key, loss) = (row.name, row.content, row.key, row.loss);
        writeln!(
            text,
            "| `{name}` | {content} | {key} | {scope} | {loss} | {private} | {forgetting} |"
        )
        .unwrap();
    }
    text
}

/// The arguments that every add command has.
fn shared_by_adds(program: &Command) -> Vec<Arg> {
    let adds: Vec<&Command> = program
        .get_subcommands()
        .filter(|command| command.get_name().starts_with(ADD))
        .collect();
    let first = adds.first().expect("an add command");
    let mut shared = options(first);
    shared.retain(|arg| {
        let is_everywhere = adds.iter().all(|add| options(add).contains(arg));
        is_everywhere && !arg.is_global_set()
    });
    shared
}

/// Returns a command's arguments, then its subcommands. Options that the add commands share are
/// listed once, with those.
fn section(command: &Command, about: &str, shared: &[Arg]) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = usage.split([' ', '\n']).filter(|word| !word.is_empty());
    let name: Vec<&str> = name
        .skip(2)
        .take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    let mut text = format!("\n#### `{}`\n\n{about}.\n", name.join(" "));
    if command.get_positionals().next().is_some() {
        let usages: Vec<&str> = usage.lines().map(str::trim).collect();
        write!(text, "\n```text\n{}\n```\n", usages.join("\n")).unwrap();
    }
    let mut own = options(command);
    own.retain(|arg| !arg.is_global_set());
    let missing: Vec<&Arg> = shared.iter().filter(|arg| !own.contains(arg)).collect();
    // A few are missing where a command takes a whole record.
    if missing.len() < shared.len() / 2 {
        own.retain(|arg| !shared.contains(arg));
        let missing: Vec<String> = missing.iter().map(|arg| format!("`{arg}`")).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            write!(
                text,
                "\nIt takes what every add command takes, except {missing}.\n"
            )
            .unwrap();
        }
    }
    if !own.is_empty() {
        write!(text, "\n{}", table(&own)).unwrap();
    }
    let is_add = |name: &str| commands().any(|row| row.name == format!("{ADD}{name}"));
    for below in command.get_subcommands() {
        // `add note` takes what `add-note` takes.
        let is_told = command.get_name() == "add" && is_add(below.get_name());
        if below.get_name() != "help" && !below.is_hide_set() && !is_told {
            let about = below.get_about().map(ToString::to_string);
            text += &section(below, &about.expect("a command has a help text"), shared);
        }
    }
    text
}

/// The arguments of a command that people see, without help and version.
fn options(command: &Command) -> Vec<Arg> {
    let shown = command.get_arguments().filter(|arg| {
        let answers_itself = matches!(
            arg.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        );
        !arg.is_hide_set() && !answers_itself
    });
    shown.cloned().collect()
}

fn table(args: &[Arg]) -> String {
    let mut text = String::from("| argument | meaning |\n|---|---|\n");
    for arg in args {
        let help = arg.get_long_help().or(arg.get_help());
        let help = help.map(ToString::to_string);
        let help = help.expect("an argument has a help text");
        let meaning = cell(&format!("{help}{}", values(arg)));
        writeln!(text, "| `{}` | {meaning} |", cell(&spelling(arg))).unwrap();
    }
    text
}

/// A text as one cell of a table, which a line break or a bar would end.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// Spelling of an argument: `-n, --max-count <NUMBER>`, or `[PATHS]...`.
fn spelling(arg: &Arg) -> String {
    let plain = arg.to_string();
    match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, {plain}"),
        _ => plain,
    }
}

/// The default and the possible values of an argument.
fn values(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let defaults: Vec<String> = arg
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    let mut notes = Vec::new();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() {
        notes.push(format!("default: {}", defaults.join(", ")));
    }
    let possible: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    // All of them, where they are no option's: a table has their files beside them.
    if arg.get_id() == "agents" && arg.is_positional() {
        notes.push("one of the table in [agents.md](agents.md)".to_owned());
    } else if !possible.is_empty() {
        notes.push(format!("one of {}", possible.join(", ")));
    }
    if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join("; "))
    }
}

fn setting_reference() -> String {
    let mut text = String::from(
        "| setting, variable | values | default | team's file | meaning |\n|---|---|---|---|---|\n",
    );
    for setting in SETTINGS {
        let values = match setting.kind {
            Kind::Choice(words) | Kind::Choices(words) => format!("`{}`", words.join("`, `")),
            Kind::Language => {
                let codes: Vec<&str> = Language::all().map(Language::code).collect();
                format!("`{}`", codes.join("`, `"))
            }
            kind => kind.name().to_owned(),
        };
        let default = match setting.default {
            "" => String::new(),
            value => format!("`{value}`"),
        };
        writeln!(
            text,
            "| `{}`, `{}` | {values} | {default} | {} | {} |",
            setting.key(),
            setting.variable(),
            of_team(setting),
            cell(setting.help),
        )
        .unwrap();
    }
    text
}

fn key_reference() -> String {
    let mut text = String::from(
        "| key | also read as | required | changed by | meaning |\n|---|---|---|---|---|\n",
    );
    for key in KEYS {
        let others: Vec<String> = key.aliases.iter().map(|it| format!("`{it}`")).collect();
        let setter = match key.setter {
            Setter::Anyone => "`set`",
            Setter::Program(_) => "the program",
            Setter::Supersession => "`supersede`",
        };
        let required = if key.is_required { "yes" } else { "" };
        writeln!(
            text,
            "| `{}` | {} | {required} | {setter} | {} |",
            key.name,
            others.join(", "),
            cell(key.about),
        )
        .unwrap();
    }
    text
}

/// Returns the rights of the team's file on a setting.
fn of_team(setting: &Setting) -> String {
    match setting.team {
        Team::Never => "no".to_owned(),
        Team::Sets => "sets it".to_owned(),
        Team::Tightens(value) => format!("only `{value}`"),
        Team::Adds => "adds values".to_owned(),
    }
}
