//! Refusals of the argument parser, in the words of every other failure.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::words::{foreign_words, meaning, nearest, options_for};
use crate::commands::{Group, commands};
use crate::exit::{Failure, Unparsed};

/// The parser's first line is the message, and what follows down to the usage belongs to it.
impl From<Unparsed<'_>> for Failure {
    fn from(Unparsed(error): Unparsed<'_>) -> Self {
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
            && !usage(error).is_some_and(|usage| is_of_command(&usage))
        {
            return unknown_command(word);
        }
        // clap keeps its message, tips and usage in one text, and gives no access to the parts.
        let text = error.render().to_string();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let first = first.strip_prefix("error: ").unwrap_or(first);
        let mut failure = Self::usage(match extra_word(error) {
            Some(word) => format!("unexpected argument '{word}' found"),
            None => worded(first),
        });
        let usage = usage(error);
        let typed = typed(error);
        let value = match error.get(ContextKind::InvalidValue) {
            Some(ContextValue::String(value)) => Some(value.as_str()),
            _ => None,
        };
        let remedy = match (&usage, typed) {
            (Some(usage), Some(typed)) => {
                let remedy = remedy(usage, typed).map(str::to_owned);
                remedy.or_else(|| option_hint(typed, usage))
            }
            _ => None,
        };
        for line in lines {
            if line.starts_with("Usage:") || line.starts_with("For more information") {
                break;
            }
            match line.strip_prefix("tip: ") {
                // The parser finds words similar that share a few letters.
                Some(tip) if typed.is_some_and(|typed| !is_near(tip, typed)) => {}
                Some(tip) if value.is_some_and(|value| !names_near(tip, value)) => {}
                // An option that is unknown here is meant as one.
                Some(tip) if tip.starts_with("to pass '") => {}
                Some(tip) => failure = failure.hint(tip.to_owned()),
                None => failure.details.push(line.to_owned()),
            }
        }
        if let Some(remedy) = remedy {
            failure = failure.hint(remedy);
        }
        let Some(usage) = usage else {
            return failure;
        };
        for (nth, call) in usage.lines().map(str::trim).enumerate() {
            let word = if nth == 0 { "usage" } else { "or" };
            failure = failure.hint(format!("{word}: {call}"));
        }
        if usage.contains("[OPTIONS]") || usage.contains("<COMMAND>") {
            let is_name = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_lowercase());
            let called: Vec<&str> = usage.split_whitespace().take_while(is_name).collect();
            failure = failure.hint(format!("'{} -h' shows what it takes", called.join(" ")));
        }
        failure
    }
}

/// A word after a title, which the parser takes for a command.
fn extra_word(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::ArgumentConflict => {
            Some(word)
        }
        _ => None,
    }
}

/// The argument that the parser does not take, or misses.
fn typed(error: &clap::Error) -> Option<&str> {
    let places = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    places.into_iter().find_map(|place| match error.get(place) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        Some(ContextValue::Strings(words)) => words.first().map(String::as_str),
        _ => None,
    })
}

/// True unless a tip of the parser names an argument or a command that is not near the typed one.
fn is_near(tip: &str, typed: &str) -> bool {
    let kinds = ["similar argument", "similar subcommand"];
    !kinds.iter().any(|kind| tip.contains(kind)) || names_near(tip, typed)
}

/// True if a tip quotes a word that is near the typed one.
fn names_near(tip: &str, typed: &str) -> bool {
    let bare = |word: &str| word.trim_start_matches('-').to_owned();
    let typed = bare(typed);
    let mut named = tip.split('\'').skip(1).step_by(2).map(bare);
    named.any(|name| nearest(&typed, [&*name].into_iter()).is_some())
}

/// Mistakes that have a way out of their own: the command, the argument (an option, any word, or
/// `<` for a missing one) and what to do.
static REMEDIES: [(&str, &str, &str); 30] = [
    (
        "add",
        "",
        "KIND comes first, and a TITLE of several words goes between quotation marks: git memory \
         add lesson \"TITLE\"",
    ),
    (
        "add",
        "--kind",
        "the kind comes first: git memory add lesson TITLE",
    ),
    (
        "add",
        "--type",
        "the kind comes first: git memory add lesson TITLE",
    ),
    (
        "[OPTIONS]",
        "-v",
        "'git memory --version' prints the version",
    ),
    ("agents", "list", "'git memory agents status' lists them"),
    (
        "agents",
        "remove",
        "'git memory agents uninstall' removes it",
    ),
    (
        "agents",
        "",
        "'git memory agents install AGENT' connects one",
    ),
    (
        "check",
        "--fix",
        "each finding names its fix; 'git memory doctor --fix' mends hooks and settings",
    ),
    (
        "edit",
        "--",
        "'git memory edit ID --section Rationale --text TEXT' writes one section, and 'git memory \
         set ID KEY=VALUE' the front matter",
    ),
    ("hooks", "list", "'git memory hooks status' lists them"),
    (
        "hooks",
        "remove",
        "'git memory hooks uninstall' removes them",
    ),
    (
        "init",
        "",
        "'git memory init --root FOLDER' reads a folder of decision records in place, and --folder \
         keeps memory elsewhere",
    ),
    (
        "list",
        "--author",
        "'git log -- memory' lists the commits that changed records, with their authors",
    ),
    ("summary", "add", "'git memory summary append' adds a step"),
    (
        "supersede",
        "",
        "a TITLE of several words goes between quotation marks",
    ),
    ("config", "", SETTING),
    ("config", "-", SETTING),
    (
        "context",
        "",
        "--for PATH names files, and --query TEXT a task",
    ),
    ("diff", "", "two revisions are one word: REV..REV"),
    ("diff", "--stat", "'git diff --stat memory' counts lines"),
    (
        "diff",
        "--name",
        "'git diff --name-status memory' lists files",
    ),
    ("diff", "--cached", STAGED),
    ("diff", "--staged", STAGED),
    (
        "import",
        "<",
        "give a file, or a folder with files; 'git memory import adr' finds the folders of \
         decision records itself, and 'git memory init' names what else is here",
    ),
    ("log", "-s", "'git log --stat -- memory' counts lines"),
    ("status", "-s", "'git status -s memory' lists changed files"),
    (
        "status",
        "--short",
        "'git status -s memory' lists changed files",
    ),
    ("status", "--porcelain", "--json is for programs"),
    (
        "export",
        "",
        "it writes to standard output: git memory export >FILE",
    ),
    (
        "list",
        "",
        "'git memory list --kind KIND' lists one kind, --status STATUS one status, and 'git memory \
         recall WORDS' searches",
    ),
];

const STAGED: &str = "commands stage what they write, so it has that, too; 'git diff --staged \
                      memory' shows lines";
const SETTING: &str = "to change a setting: git config memory.NAME VALUE";

/// The way out of a mistake with the command of this usage.
fn remedy(usage: &str, typed: &str) -> Option<&'static str> {
    let mut words = usage.trim_start_matches("git memory").split_whitespace();
    // `add-lesson` is `add lesson`.
    let name = words.next()?.split('-').next()?;
    let is_it = |(command, argument, _): &&(&str, &str, &str)| {
        let fits = match *argument {
            "" => !typed.starts_with(['-', '<']),
            option => typed.starts_with(option),
        };
        *command == name && fits
    };
    REMEDIES.iter().find(is_it).map(|(.., remedy)| *remedy)
}

/// The parser's message, with what the standard library says about numbers in plain words.
fn worded(message: &str) -> String {
    match message.rsplit_once(": ") {
        Some((
            what,
            "invalid digit found in string" | "cannot parse integer from empty string",
        )) => {
            format!("{what}: not a whole number")
        }
        Some((what, "number too large to fit in target type")) => {
            format!("{what}: the number is too large")
        }
        _ => message.to_owned(),
    }
}

/// How the command that was typed is called, without the word before it.
fn usage(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else {
        return None;
    };
    let usage = usage.to_string();
    let usage = usage.trim().trim_start_matches("Usage:").trim_start();
    Some(usage.to_owned())
}

/// Hint at the options that take what an option of another program would.
fn option_hint(typed: &str, usage: &str) -> Option<String> {
    let foreign = typed.trim_start_matches('-').split('=').next()?;
    let mut words = usage.trim_start_matches("git memory").split_whitespace();
    let name = words.next()?;
    let command = commands().find(|command| command.name == name)?;
    let mut command = (command.arguments)(clap::Command::new(command.name));
    if let Some(inner) = words.next().and_then(|word| command.find_subcommand(word)) {
        command = inner.clone();
    }
    // Some commands make their options only when they are called.
    command.build();
    // As git takes it: `-3`.
    let is_number = !foreign.is_empty() && foreign.bytes().all(|sign| sign.is_ascii_digit());
    if is_number && command.get_arguments().any(|it| is_letter(it, "n")) {
        return Some(format!("a maximum is given as -n {foreign}"));
    }
    let (said, ours) = options_for(foreign)?;
    let has = |name: &&&str| {
        let mut options = command.get_arguments();
        options.any(|it| it.get_long() == Some(name) || is_letter(it, name))
    };
    let fitting = ours.iter().filter(has).take(2);
    let fitting: Vec<String> = fitting.map(|name| dashed(name)).collect();
    (!fitting.is_empty()).then(|| format!("{said} {}", fitting.join(" or ")))
}

fn is_letter(argument: &clap::Arg, name: &str) -> bool {
    name.len() == 1 && argument.get_short() == name.chars().next()
}

fn dashed(name: &str) -> String {
    let dashes = if name.len() == 1 { "-" } else { "--" };
    format!("{dashes}{name}")
}

/// True if a usage is that of one command, and not of the program.
fn is_of_command(usage: &str) -> bool {
    let rest = usage.trim_start_matches("git memory").trim_start();
    rest.starts_with(|sign: char| sign.is_ascii_lowercase())
}

fn unknown_command(word: &str) -> Failure {
    let failure = Failure::usage(format!("'{word}' is not a git memory command"));
    let failure = match hint(word) {
        Some(hint) => failure.hint(hint),
        None => failure,
    };
    failure.hint("'git memory -h' lists the commands")
}

/// Hint at the meaning: a word of another program, a mistyped command, or a mistyped word of those.
fn hint(word: &str) -> Option<String> {
    if let Some(meaning) = meaning(word) {
        return Some(meaning);
    }
    let shown = commands().filter(|command| command.group != Group::Plumbing);
    match nearest(word, shown.map(|command| command.name)) {
        Some(name) => Some(format!("did you mean 'git memory {name}'?")),
        None => meaning(nearest(word, foreign_words())?),
    }
}
