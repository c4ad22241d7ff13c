//! Manifests in TOML: `Cargo.toml`, `pyproject.toml`, `Pipfile`.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::{Names, line_at, requirement};

type Value<'t> = Spanned<DeValue<'t>>;

/// The tables of dependencies in a manifest of Cargo (the Cargo book, "Specifying Dependencies").
const CARGO: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Reads `Cargo.toml`.
pub(super) fn cargo(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    of_cargo(table.get_ref(), text, found);
    let tables = |value: Option<&Value<'_>>, found: Names<'_>| {
        for (_, value) in value.and_then(table_of).into_iter().flatten() {
            if let Some(table) = table_of(value) {
                of_cargo(table, text, found);
            }
        }
    };
    tables(table.get_ref().get("target"), found);
    if let Some(workspace) = table.get_ref().get("workspace").and_then(table_of) {
        of_cargo(workspace, text, found);
    }
}

fn of_cargo(table: &DeTable<'_>, text: &str, found: Names<'_>) {
    for name in CARGO {
        for (key, value) in table.get(name).and_then(table_of).into_iter().flatten() {
            // `alias = { package = "name" }`
            let package = table_of(value).and_then(|table| table.get("package"));
            match package.and_then(|it| Some((text_of(it)?, it.span().start))) {
                Some((name, at)) => found(name, line_at(text, at)),
                None => found(key.get_ref(), line_at(text, key.span().start)),
            }
        }
    }
}

/// Reads `pyproject.toml`: the standard's own keys, and those of the tools.
pub(super) fn pyproject(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let table = table.get_ref();
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
                    found(requirement(name), line_at(text, item.span().start));
                }
            }
        });
    }
    for path in [
        &["tool", "poetry", "dependencies"][..],
        &["tool", "poetry", "dev-dependencies"],
        &["tool", "poetry", "group", "*", "dependencies"],
    ] {
        keys_at(table, path, text, found);
    }
}

/// Reads `Pipfile`.
pub(super) fn pipfile(text: &str, found: Names<'_>) {
    let (table, _) = DeTable::parse_recoverable(text);
    for path in [["packages"], ["dev-packages"]] {
        keys_at(table.get_ref(), &path, text, found);
    }
}

fn keys_at(table: &DeTable<'_>, path: &[&str], text: &str, found: Names<'_>) {
    at(table, path, &mut |value| {
        for (key, _) in table_of(value).into_iter().flatten() {
            found(key.get_ref(), line_at(text, key.span().start));
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
