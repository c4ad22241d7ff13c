//! Symbols that files define, for searches for records about them.

use std::collections::HashSet;

use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::source_citation::is_prose;
use git_memory_policy::map::{Language, SymbolKind, is_distinctive};
use git_memory_store::View;

/// The maximum number of names that are looked for: each is looked up in the index.
const NAMES: usize = 256;

/// The maximum number of files whose names are looked for: each is read by a parser.
const FILES: usize = 8;

/// The maximum number of files that git is given to search, by their paths.
const ASKED: usize = 200;

/// The maximum number of words of one file that may be names.
const WORDS: usize = 512;

/// Words that declare something in the languages of which no parser is built in.
const DECLARE: [&str; 16] = [
    "class",
    "data",
    "defmodule",
    "enum",
    "interface",
    "message",
    "module",
    "newtype",
    "object",
    "protocol",
    "record",
    "resource",
    "service",
    "struct",
    "trait",
    "type",
];

/// The distinctive words of a text, each once: those of its symbols are among them.
pub(crate) fn distinctive(text: &str) -> Vec<&str> {
    let mut seen = HashSet::new();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words = words.filter(|word| is_distinctive(word) && seen.insert(*word));
    words.take(WORDS).collect()
}

/// The distinctive names that a file with this text defines at its top. Methods are none of them:
/// those of an interface have one name in many files. Of a language that is not built in,
/// those are read that a line begins to declare at its first letter.
pub(crate) fn defined(
    workspace: &Workspace,
    view: &View,
    path: &str,
    text: &str,
) -> Result<Vec<String>, Error> {
    if Language::of_path(path).is_some() {
        let files: Vec<_> = workspace
            .store()
            .source_file(view, path)?
            .into_iter()
            .collect();
        let symbols = workspace.store().symbols_of(&files, workspace.guard()?)?;
        let definitions = symbols.into_iter().flat_map(|it| it.definitions);
        let at_top = definitions.filter(|it| it.container.is_none());
        let names = at_top.map(|it| it.name.into_string());
        return Ok(names.filter(|name| is_distinctive(name)).collect());
    }
    let declared = text.lines().filter_map(|line| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_at_top = !line.starts_with(char::is_whitespace);
        words.find(|word| is_at_top && DECLARE.contains(word))?;
        words.next().filter(|name| is_distinctive(name))
    });
    Ok(declared.map(str::to_owned).collect())
}

/// Number of other files that seem to declare a name: a line begins with words before it, or gives
/// it a value or a type.
pub(crate) fn count_declaring(
    workspace: &Workspace,
    view: &View,
    path: &str,
    name: &str,
) -> Result<usize, Error> {
    let declared = format!("^[[:space:]]*([a-z]+[[:space:]]+)+{name}([^a-z0-9_]|$)");
    let pattern = format!("{declared}|^[[:space:]]*{name}[[:space:]]*[:=]");
    let store = workspace.store();
    let memory = store.folder().as_str();
    // git finds a plain word much faster than the pattern.
    let mut files = store.files_matching(view, name, memory, &[])?;
    files.retain(|file| *file != path && !is_prose(file));
    if files.is_empty() {
        return Ok(0);
    }
    if files.len() <= ASKED {
        return Ok(store.files_matching(view, &pattern, memory, &files)?.len());
    }
    let declaring = store.files_matching(view, &pattern, memory, &[])?;
    let files: HashSet<String> = files.into_iter().collect();
    Ok(declaring.iter().filter(|it| files.contains(*it)).count())
}

/// Returns the distinctive names that files define, in the order of the files. None for a file in a
/// language that is not built in, and no type inside of another one: each file may have its own.
pub(crate) fn telling(
    workspace: &Workspace,
    view: &View,
    paths: &[String],
) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    let mut files = Vec::new();
    for path in paths {
        if files.len() < FILES {
            files.extend(store.source_file(view, path)?);
        }
    }
    let mut names: Vec<String> = Vec::new();
    for symbols in store.symbols_of(&files, workspace.guard()?)? {
        for definition in symbols.definitions {
            let is_type = matches!(
                definition.kind,
                SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type
            );
            if is_type && definition.container.is_some() {
                continue;
            }
            let name = definition.name.into_string();
            if names.len() < NAMES && is_distinctive(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}
