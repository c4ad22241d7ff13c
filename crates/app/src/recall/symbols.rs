//! Symbols that files define, for searches for records about them.

use crate::workspace::{Error, Workspace};
use git_memory_store::View;

/// The maximum number of names that are looked for: each is looked up in the index.
const NAMES: usize = 256;

/// The maximum number of files whose names are looked for: each is read by a parser.
const FILES: usize = 8;

/// Returns the distinctive names that files define, in the order of the files. None for a file in a
/// language that is not built in.
pub(crate) fn telling(
    workspace: &Workspace,
    view: &View,
    paths: &[String],
) -> Result<Vec<String>, Error> {
    use git_memory_policy::map::is_distinctive;

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
            let name = definition.name.into_string();
            if names.len() < NAMES && is_distinctive(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}
