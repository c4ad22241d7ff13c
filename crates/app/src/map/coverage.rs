//! The source files of a view with the records whose paths name each, and what one of them defines.

use super::MappedRecord;
use super::decided::Decided;
use super::making::{present, sources};
use crate::workspace::{Error, Workspace};
use git_memory_store::View;

/// A source file.
#[derive(Clone, Debug)]
pub struct CoveredFile {
    /// From the top of the work tree.
    pub path: String,
    /// The current records whose paths name it.
    pub records: Vec<MappedRecord>,
    /// True if something in it has changed that one of them names.
    pub has_changed: bool,
}

/// A symbol that a file defines.
#[derive(Clone, Debug)]
pub struct Defined {
    /// Its name.
    pub name: String,
    /// Kind of the symbol: `class`, `function`.
    pub kind: &'static str,
    /// The enclosing symbol.
    pub container: Option<String>,
    /// From 1.
    pub line: u32,
}

/// Returns the source files of a view, sorted by path; those of HEAD in a bare repository.
pub fn coverage(workspace: &Workspace, view: &View) -> Result<Vec<CoveredFile>, Error> {
    let Some(view) = present(workspace, view)? else {
        return Ok(Vec::new());
    };
    let decided = Decided::of(workspace, &view)?;
    let sources = sources(workspace, &view)?;
    let about = decided.about(sources.iter().map(|source| source.path.as_str()));
    let changed = decided.changed();
    let mut files = Vec::with_capacity(sources.len());
    for (source, records) in sources.iter().zip(about) {
        files.push(CoveredFile {
            has_changed: !records.is_empty() && changed.contains(source.path.as_str()),
            path: source.path.clone(),
            records,
        });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Returns what a source file of a view defines, in its order; `None` for any other file.
pub fn defined(
    workspace: &Workspace,
    view: &View,
    path: &str,
) -> Result<Option<Vec<Defined>>, Error> {
    let Some(view) = present(workspace, view)? else {
        return Ok(None);
    };
    let mut sources = sources(workspace, &view)?;
    sources.retain(|source| source.path == path);
    let read = workspace.store().symbols_of(&sources, workspace.guard()?)?;
    let Some(symbols) = read.into_iter().next() else {
        return Ok(None);
    };
    let mut all = Vec::new();
    for definition in symbols.definitions {
        all.push(Defined {
            name: definition.name.into(),
            kind: definition.kind.name(),
            container: definition.container.map(Into::into),
            line: definition.line,
        });
    }
    Ok(Some(all))
}
