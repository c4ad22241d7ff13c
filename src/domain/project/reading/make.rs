//! Files of tasks: Makefile (GNU make's manual, "Rule Syntax"), justfile (the just book), Taskfile
//! (taskfile.dev, "Schema").

use super::said::{Part, Said};
use super::words::{is_plain_name, purpose_of};
use crate::domain::project::Purpose;
use crate::domain::yaml;

/// Reads the targets of a Makefile.
pub(crate) fn makefile(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    for line in text.lines() {
        // A recipe begins with a tab; what is indented by spaces is a condition's, or prose.
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
        // `name := value`; a recipe that asks for an argument cannot be called as it is.
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
