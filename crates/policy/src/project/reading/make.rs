//! Files of tasks: Makefile (GNU make's manual, "Rule Syntax"), justfile (the just book), Taskfile
//! (taskfile.dev, "Schema"), Rakefile (Rake's "Rakefile Format").

use super::said::{Part, Said};
use super::words::{is_plain_name, purpose_of};
use crate::project::Purpose;
use git_memory_text::yaml;

/// Reads the targets of a Makefile.
pub(crate) fn makefile(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    for line in text.lines() {
        // A recipe begins with a tab; a line indented by spaces belongs to a condition, or is
        // prose.
        if line.starts_with(['\t', ' ', '#', '.']) {
            continue;
        }
        let Some((targets, rest)) = line.split_once(':') else {
            continue;
        };
        // `name := value`, `name ::= value`
        if rest.trim_start_matches(':').starts_with('=') || targets.contains('=') {
            continue;
        }
        for target in targets.split_ascii_whitespace() {
            add(target, "make", &mut said);
        }
    }
    said
}

/// Reads the recipes of a justfile.
pub(crate) fn justfile(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    for line in text.lines() {
        if line.starts_with(['\t', ' ', '#', '[']) {
            continue;
        }
        let Some((head, rest)) = line.split_once(':') else {
            continue;
        };
        // `name := value`; a recipe with a required argument cannot be called without it.
        let mut words = head.split_ascii_whitespace();
        let name = words.next().unwrap_or_default().trim_start_matches('@');
        let asks = words.any(|word| !word.contains('=') && !word.starts_with('*'));
        if !rest.starts_with('=') && !asks {
            add(name, "just", &mut said);
        }
    }
    said
}

/// Reads the tasks of a Taskfile.
pub(crate) fn taskfile(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let value: serde_yaml::Value = yaml::read(text).map_err(|_| "is not valid YAML".to_owned())?;
    let mut said = Said::default();
    let tasks = value.get("tasks").and_then(|tasks| tasks.as_mapping());
    for name in tasks.into_iter().flat_map(|tasks| tasks.keys()) {
        if let Some(name) = name.as_str() {
            add(name, "task", &mut said);
        }
    }
    Ok(said)
}

/// Reads the tasks of a Rakefile.
pub(crate) fn rakefile(text: &str, part: &Part<'_>) -> Said {
    let mut said = Said::default();
    let call = if part.has("Gemfile") {
        "bundle exec rake"
    } else {
        "rake"
    };
    for (mark, name) in [
        ("Rake::TestTask", "test"),
        ("RSpec::Core::RakeTask", "spec"),
    ] {
        if text.contains(mark) {
            add(name, call, &mut said);
        }
    }
    if text.contains("RuboCop::RakeTask") {
        said.add(Purpose::Lint, format!("{call} rubocop"));
    }
    let mut usual = None;
    for (name, rest) in text.lines().filter_map(rake_task) {
        if name == "default" {
            let mut words = rest.split(|letter: char| !letter.is_ascii_alphanumeric());
            usual = words.find_map(purpose_of).or(usual);
        }
        add(name, call, &mut said);
    }
    // The commands of an unnamed run serve the purpose of the first task that it needs.
    if let Some(purpose) = usual
        && !said.commands.iter().any(|line| line.purpose == purpose)
    {
        said.add(purpose, call);
    }
    said
}

/// The name of the task that a line defines, and the rest of the line: `task :a`, `task a: [:b]`,
/// `task "a" => "b"`. An indented line belongs to a namespace, or to a condition.
fn rake_task(line: &str) -> Option<(&str, &str)> {
    let mut calls = ["task", "multitask"].iter();
    let rest = calls.find_map(|call| line.strip_prefix(call))?;
    let rest = rest.strip_prefix([' ', '(', '\t'])?.trim_start();
    let named = rest.strip_prefix(':').unwrap_or(rest);
    for quote in ['"', '\''] {
        if let Some(text) = named.strip_prefix(quote) {
            return text.split_once(quote);
        }
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let end = named.find(|letter| !is_part(letter));
    let (name, rest_of_line) = named.split_at(end.unwrap_or(named.len()));
    // Any other word is a variable.
    let is_name = rest.starts_with(':') || rest_of_line.starts_with(':');
    is_name.then_some((name, rest_of_line))
}

fn add(name: &str, program: &str, said: &mut Said) {
    if !is_plain_name(name) || name.contains(['/', '.']) {
        return;
    }
    let purpose = match name {
        // The GNU coding standards' name for running the tests.
        "check" if program == "make" => Some(Purpose::Test),
        name => purpose_of(name),
    };
    let line = format!("{program} {name}");
    if let Some(purpose) = purpose
        && !said.commands.iter().any(|known| known.line == line)
    {
        said.add(purpose, line);
    }
}
