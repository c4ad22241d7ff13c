//! Symbols that files define, for searches for records about them.

use std::collections::HashSet;

use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::source_citation::is_prose;
use git_memory_policy::map::{Language, is_distinctive};
use git_memory_store::{TextFile, View};

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

/// Words that begin a block whose definitions are those of the file.
const NAMESPACES: [&str; 4] = ["mod", "module", "namespace", "package"];

/// A distinctive name that a file defines at its top.
pub(crate) struct Defined {
    pub(crate) name: String,
    pub(crate) is_type: bool,
}

/// The distinctive words of a text, each once: those of its symbols are among them.
pub(crate) fn distinctive(text: &str) -> Vec<&str> {
    let mut seen = HashSet::new();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words = words.filter(|word| is_distinctive(word) && seen.insert(*word));
    words.take(WORDS).collect()
}

/// The distinctive names that a file with this text defines at its top, or in a namespace. Methods
/// are none of them: those of an interface have one name in many files. Of a language that is not
/// built in, those are read that a line begins to declare.
pub(crate) fn defined(
    workspace: &Workspace,
    view: &View,
    path: &str,
    text: &str,
) -> Result<Vec<Defined>, Error> {
    if Language::of_path(path).is_none() {
        return Ok(declared(text));
    }
    let store = workspace.store();
    let files: Vec<_> = store.source_file(view, path)?.into_iter().collect();
    let symbols = store.symbols_of(&files, workspace.guard()?)?;
    let definitions = symbols.into_iter().flat_map(|it| it.definitions);
    let at_top = definitions.filter(|it| !it.is_member && is_distinctive(&it.name));
    let defined = at_top.map(|it| Defined {
        is_type: it.kind.is_type(),
        name: it.name.into_string(),
    });
    Ok(defined.collect())
}

/// The distinctive names that lines begin to declare at the margin, or inside of namespaces only.
fn declared(text: &str) -> Vec<Defined> {
    let mut found = Vec::new();
    // The lines around this one: how far each is indented, and whether it begins a namespace.
    let mut around: Vec<(usize, bool)> = Vec::new();
    for line in text.lines() {
        let code = line.trim_start();
        // Brackets, comments and preprocessor's lines may stand anywhere.
        if !code.starts_with(|c: char| c.is_alphanumeric() || "_@[".contains(c)) {
            continue;
        }
        let indent = line.len() - code.len();
        while around.last().is_some_and(|(outer, _)| *outer >= indent) {
            around.pop();
        }
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_at_top = around.iter().all(|(_, is_namespace)| *is_namespace);
        let is_namespace = words.clone().take(2).any(|word| NAMESPACES.contains(&word));
        around.push((indent, is_namespace));
        if is_at_top
            && words.any(|word| DECLARE.contains(&word))
            && let Some(name) = words.next().filter(|name| is_distinctive(name))
        {
            found.push(Defined {
                name: name.to_owned(),
                is_type: true,
            });
        }
    }
    found
}

/// The places where tracked source files define a name, as paths and lines, at most `most`. In
/// languages that are not built in, lines that declare it are found.
pub(crate) fn definitions(
    workspace: &Workspace,
    view: &View,
    name: &str,
    most: usize,
) -> Result<Vec<(String, u32)>, Error> {
    let mut letters = name.chars();
    let begins = letters
        .next()
        .is_some_and(|it| it.is_alphabetic() || it == '_');
    if !begins || !letters.all(|it| it.is_alphanumeric() || it == '_') {
        return Ok(Vec::new());
    }
    let store = workspace.store();
    let memory = store.folder().as_str();
    let mut paths = store.files_matching(view, name, memory, &[])?;
    paths.retain(|path| !is_prose(path));
    if paths.len() > ASKED {
        let declaring = store.files_matching(view, &declaring(name), memory, &[])?;
        let declaring: HashSet<String> = declaring.into_iter().collect();
        paths.retain(|path| declaring.contains(path));
    }
    paths.truncate(ASKED);
    let (mut files, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        match store.source_file(view, &path)? {
            Some(file) => files.push(file),
            None if Language::of_path(&path).is_none() => others.push(path),
            None => {}
        }
    }
    let mut places = Vec::new();
    let symbols = store.symbols_of(&files, workspace.guard()?)?;
    for (file, symbols) in files.iter().zip(symbols) {
        let named = symbols.definitions.iter().filter(|it| &*it.name == name);
        places.extend(named.map(|it| (file.path.clone(), it.line)));
    }
    for path in others {
        if let TextFile::Text(text) = store.page(view, &path)? {
            let lines = (1..).zip(text.lines());
            let mut declared =
                lines.filter(|(_, line)| declared(line).iter().any(|it| it.name == name));
            places.extend(declared.next().map(|(line, _)| (path, line)));
        }
    }
    places.sort_unstable();
    places.truncate(most);
    Ok(places)
}

/// Number of other files that seem to declare a symbol as well. Another type competes with a type:
/// fields and parameters are often named after theirs. Of other symbols, a line begins with words
/// before the name, or gives it a value or a type.
pub(crate) fn count_declaring(
    workspace: &Workspace,
    view: &View,
    path: &str,
    symbol: &Defined,
) -> Result<usize, Error> {
    let name = symbol.name.as_str();
    let pattern = if symbol.is_type {
        type_pattern(name)
    } else {
        declaring(name)
    };
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

/// The pattern of a line that declares or assigns a name.
fn declaring(name: &str) -> String {
    let declared = format!("^[[:space:]]*([a-z]+[[:space:]]+)+{name}([^a-z0-9_]|$)");
    format!("{declared}|^[[:space:]]*{name}[[:space:]]*[:=]")
}

/// The pattern of a line that declares a type, also within a group of Go's.
fn type_pattern(name: &str) -> String {
    let declare = DECLARE.join("|");
    let declared = format!("({declare})[[:space:]]+{name}([^a-z0-9_]|$)");
    let in_group = format!("{name}[[:space:]]+(interface|struct)");
    format!("^[[:space:]]*([a-z()]+[[:space:]]+)*({declared}|{in_group})")
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
            if definition.kind.is_type() && definition.is_member {
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
