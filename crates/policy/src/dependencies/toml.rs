//! Manifests in TOML: `Cargo.toml`, `pyproject.toml`, `Pipfile`.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::{Names, line_at, requirement};

/// Names of packages, each with its place in the text.
type Places = Vec<(String, usize)>;

type Value<'t> = Spanned<DeValue<'t>>;

/// The tables of dependencies in a manifest of Cargo (the Cargo book, "Specifying Dependencies").
const CARGO: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Reads `Cargo.toml`.
pub(super) fn cargo(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let table = table.get_ref();
    let mut places = Places::new();
    of_cargo(table, &mut places);
    let targets = table.get("target").and_then(table_of).into_iter().flatten();
    let workspace = table.get("workspace").and_then(table_of);
    for table in targets.filter_map(|(_, it)| table_of(it)).chain(workspace) {
        of_cargo(table, &mut places);
    }
    tell(text, places, found);
}

fn of_cargo(table: &DeTable<'_>, places: &mut Places) {
    for name in CARGO {
        for (key, value) in table.get(name).and_then(table_of).into_iter().flatten() {
            // `alias = { package = "name" }`
            let package = table_of(value).and_then(|table| table.get("package"));
            let package = package.and_then(|it| Some((text_of(it)?, it.span().start)));
            let (name, at) = package.unwrap_or((key.get_ref(), key.span().start));
            places.push((name.to_owned(), at));
        }
    }
}

/// Reads `pyproject.toml`: the standard's own keys, and those of the tools.
pub(super) fn pyproject(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let table = table.get_ref();
    let mut places = Places::new();
    for path in [
        &["project", "dependencies"][..],
        &["project", "optional-dependencies", "*"],
        &["dependency-groups", "*"],
        &["build-system", "requires"],
        &["tool", "uv", "dev-dependencies"],
        &["tool", "pdm", "dev-dependencies", "*"],
    ] {
        at(table, path, &mut |value| {
            for item in value.get_ref().as_array().into_iter().flatten() {
                if let Some(name) = text_of(item) {
                    places.push((requirement(name).to_owned(), item.span().start));
                }
            }
        });
    }
    for path in [
        &["tool", "poetry", "dependencies"][..],
        &["tool", "poetry", "dev-dependencies"],
        &["tool", "poetry", "group", "*", "dependencies"],
    ] {
        keys_at(table, path, &mut places);
    }
    tell(text, places, found);
}

/// Reads `Pipfile`.
pub(super) fn pipfile(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut places = Places::new();
    for path in [["packages"], ["dev-packages"]] {
        keys_at(table.get_ref(), &path, &mut places);
    }
    tell(text, places, found);
}

/// Hands out names with their lines. The lines are counted once, however many names there are.
fn tell(text: &str, mut places: Places, found: Names<'_>) {
    places.sort_by_key(|(_, at)| *at);
    let (mut line, mut counted) = (1, 0);
    for (name, at) in places {
        let passed = text.get(counted..at).unwrap_or_default();
        line += line_at(passed, passed.len()) - 1;
        counted = at;
        found(&name, line);
    }
}

fn keys_at(table: &DeTable<'_>, path: &[&str], places: &mut Places) {
    at(table, path, &mut |value| {
        for (key, _) in table_of(value).into_iter().flatten() {
            places.push((key.get_ref().to_string(), key.span().start));
        }
    });
}

/// Hands out the values at a path of keys; `*` stands for any key.
fn at(table: &DeTable<'_>, path: &[&str], each: &mut dyn FnMut(&Value<'_>)) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    for (key, value) in table {
        if *first != "*" && key.get_ref() != first {
            continue;
        }
        if rest.is_empty() {
            each(value);
        } else if let Some(table) = table_of(value) {
            at(table, rest, each);
        }
    }
}

fn table_of<'v, 't>(value: &'v Value<'t>) -> Option<&'v DeTable<'t>> {
    value.get_ref().as_table()
}

fn text_of<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    value.get_ref().as_str()
}
