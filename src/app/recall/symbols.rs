//! What files define, for those who look for records about it.

use crate::app::workspace::{Error, Workspace};
use crate::store::View;

/// The maximum number of names of a file that are looked for: each is looked up in the index.
#[cfg(feature = "map")]
const NAMES: usize = 256;

/// The names that a file defines, and that nobody uses by chance, in the order of the file. None
/// for a file in a language that is not built in.
///
/// # Errors
/// Where the file cannot be read.
#[cfg(feature = "map")]
pub(crate) fn telling(
    workspace: &Workspace,
    view: &View,
    path: &str,
) -> Result<Vec<String>, Error> {
    use crate::domain::map::is_distinctive;

    let store = workspace.store();
    let Some(file) = store.source_file(view, path)? else {
        return Ok(Vec::new());
    };
    let mut names: Vec<String> = Vec::new();
    for definition in store.symbols_of(&file)?.definitions {
        let name = definition.name.into_string();
        if names.len() < NAMES && is_distinctive(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// The same without a grammar: nothing is known of any file.
///
/// # Errors
/// None.
#[cfg(not(feature = "map"))]
#[expect(clippy::unnecessary_wraps, reason = "as with grammars")]
pub(crate) fn telling(_: &Workspace, _: &View, _: &str) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}
