//! `package.json` (npm's documentation, "package.json"), `pnpm-workspace.yaml`, `deno.json`.

use serde_json::{Map, Value};

use super::said::{Part, Said};
use super::words::{is_plain_name, purpose_of};
use git_memory_text::yaml;

/// Package managers of JavaScript.
pub(crate) const MANAGERS: [&str; 4] = ["npm", "yarn", "pnpm", "bun"];
/// Programs of a script that does nothing, such as npm writes in place of a missing test.
const NOTHING: [&str; 4] = ["echo", "exit", "true", ":"];

/// Reads a package's manifest.
pub(crate) fn package(text: &str, part: &Part<'_>) -> Result<Said, String> {
    let object = object_of(text)?;
    let mut said = Said::default();
    // `pnpm@9.1.0+sha512.…`
    if let Some(named) = object.get("packageManager").and_then(Value::as_str) {
        let name = named.split('@').next();
        said.managers.extend(
            MANAGERS
                .into_iter()
                .filter(|manager| Some(*manager) == name),
        );
    }
    let manager = said.managers.first().copied().unwrap_or(part.node);
    if said.managers.is_empty() {
        // Whichever is used, a manifest has one.
        let used = MANAGERS.into_iter().find(|manager| *manager == part.node);
        said.managers.extend(used);
    }
    if let Some(scripts) = object.get("scripts").and_then(Value::as_object) {
        add_scripts(scripts, manager, &mut said);
    }
    said.members = members(object.get("workspaces"));
    let has_types = ["dependencies", "devDependencies"].iter().any(|key| {
        let packages = object.get(*key).and_then(Value::as_object);
        packages.is_some_and(|packages| packages.contains_key("typescript"))
    });
    if has_types {
        said.stacks.push("typescript");
    }
    Ok(said)
}

fn add_scripts(scripts: &Map<String, Value>, manager: &str, said: &mut Said) {
    for (name, script) in scripts {
        let is_empty = script.as_str().is_none_or(does_nothing);
        if is_empty || !is_plain_name(name) {
            continue;
        }
        let Some(purpose) = purpose_of(name) else {
            continue;
        };
        // All of them have a short form for tests; bun's runs its own.
        let line = if name == "test" && manager != "bun" {
            format!("{manager} test")
        } else {
            format!("{manager} run {name}")
        };
        said.add(purpose, line);
    }
}

/// True for a script whose commands only print something or end.
fn does_nothing(script: &str) -> bool {
    let commands = script.split(['&', '|', ';']);
    let mut programs = commands.filter_map(|command| command.split_whitespace().next());
    programs.all(|program| NOTHING.contains(&program))
}

/// A list of patterns, or an object that holds one as `packages` (Yarn).
fn members(workspaces: Option<&Value>) -> Vec<String> {
    let list = match workspaces {
        Some(Value::Object(object)) => object.get("packages"),
        other => other,
    };
    let mut members = Vec::new();
    for pattern in list.and_then(Value::as_array).into_iter().flatten() {
        members.extend(pattern.as_str().map(str::to_owned));
    }
    members
}

/// Reads the list of a workspace's packages.
pub(crate) fn pnpm_workspace(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let value: serde_yaml::Value = yaml::read(text).map_err(|_| "is not valid YAML".to_owned())?;
    let mut said = Said::default();
    if let Some(packages) = value.get("packages").and_then(|list| list.as_sequence()) {
        for pattern in packages {
            said.members.extend(pattern.as_str().map(str::to_owned));
        }
    }
    Ok(said)
}

/// Reads the tasks of Deno.
pub(crate) fn deno(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let object = object_of(text)?;
    let mut said = Said::default();
    let tasks = object.get("tasks").and_then(Value::as_object);
    for name in tasks.into_iter().flat_map(Map::keys) {
        if let Some(purpose) = purpose_of(name)
            && is_plain_name(name)
        {
            said.add(purpose, format!("deno task {name}"));
        }
    }
    Ok(said)
}

/// A text as an object of JSON; the error does not quote it.
pub(crate) fn object_of(text: &str) -> Result<Map<String, Value>, String> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).map_err(|_| "is not a valid JSON object".to_owned())
}
