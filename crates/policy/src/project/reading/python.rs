//! `pyproject.toml` (Python packaging's specification "pyproject.toml", and the tools' own tables),
//! `tox.ini`, `setup.cfg`.

use toml::{Table, Value};

use super::cargo::{texts, toml_of};
use super::said::{Part, Said};
use super::words::{is_plain_name, purpose_of};
use crate::project::Purpose::{self, Build, Lint, Test};

/// Tools that manage a project: the table of each, or its lock file; the prefix that runs a command
/// in its environment, and the build command.
const MANAGERS: [(&str, &str, &str, &str); 4] = [
    ("uv", "uv.lock", "uv run ", "uv build"),
    ("poetry", "poetry.lock", "poetry run ", "poetry build"),
    ("pdm", "pdm.lock", "pdm run ", "pdm build"),
    ("hatch", "hatch.toml", "hatch run ", "hatch build"),
];

/// Tools that check code: the table of each, and its call.
const CHECKS: [(&str, &str); 5] = [
    ("ruff", "ruff check ."),
    ("mypy", "mypy ."),
    ("black", "black --check ."),
    ("pylint", "pylint ."),
    ("pyright", "pyright"),
];

/// Reads a project's manifest.
pub(crate) fn pyproject(text: &str, part: &Part<'_>) -> Result<Said, String> {
    let table = toml_of(text)?;
    let mut said = Said::default();
    let empty = Table::new();
    let tools = table
        .get("tool")
        .and_then(Value::as_table)
        .unwrap_or(&empty);
    let used = MANAGERS
        .iter()
        .find(|(name, lock, ..)| tools.contains_key(*name) || part.has(lock));
    let (prefix, build) = match used {
        Some((name, _, prefix, build)) => {
            said.managers.push(name);
            (*prefix, *build)
        }
        None => ("", "python -m build"),
    };
    if tools.contains_key("pytest") || part.has("pytest.ini") || text.contains("pytest") {
        said.add(Test, format!("{prefix}pytest"));
    }
    for (name, call) in CHECKS {
        if tools.contains_key(name) {
            said.add(Lint, format!("{prefix}{call}"));
        }
    }
    if table.contains_key("build-system") {
        said.add(Build, build);
    }
    let members = tools.get("uv").and_then(|uv| uv.get("workspace"));
    said.members = texts(members.and_then(|workspace| workspace.get("members")));
    add_tasks(tools, &mut said);
    Ok(said)
}

/// The tasks of the tools that have some.
fn add_tasks(tools: &Table, said: &mut Said) {
    for (path, call) in [
        (["poe", "tasks"], "poe "),
        (["pdm", "scripts"], "pdm run "),
        (["taskipy", "tasks"], "task "),
    ] {
        let tasks = tools.get(path[0]).and_then(|tool| tool.get(path[1]));
        add_named(tasks, call, said);
    }
    let environments = tools.get("hatch").and_then(|hatch| hatch.get("envs"));
    let Some(environments) = environments.and_then(Value::as_table) else {
        return;
    };
    for (name, environment) in environments {
        if name == "default" {
            add_named(environment.get("scripts"), "hatch run ", said);
        } else if is_plain_name(name) {
            add_named(
                environment.get("scripts"),
                &format!("hatch run {name}:"),
                said,
            );
        }
    }
}

fn add_named(tasks: Option<&Value>, call: &str, said: &mut Said) {
    for name in tasks
        .and_then(Value::as_table)
        .into_iter()
        .flat_map(Table::keys)
    {
        if let Some(purpose) = purpose_of(name)
            && is_plain_name(name)
        {
            said.add(purpose, format!("{call}{name}"));
        }
    }
}

/// Reads the environments of tox.
pub(crate) fn tox(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    said.add(Test, "tox");
    for name in ["lint", "mypy", "style", "typing"] {
        if text.contains(&format!("[testenv:{name}]")) {
            said.add(Lint, format!("tox -e {name}"));
        }
    }
    said
}

/// Reads the sections of tools in `setup.cfg`.
pub(crate) fn setup(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    let sections: [(&str, Purpose, &str); 3] = [
        ("[tool:pytest]", Test, "pytest"),
        ("[flake8]", Lint, "flake8"),
        ("[mypy]", Lint, "mypy ."),
    ];
    for (section, purpose, call) in sections {
        if text.lines().any(|line| line.trim_end() == section) {
            said.add(purpose, call);
        }
    }
    said
}
