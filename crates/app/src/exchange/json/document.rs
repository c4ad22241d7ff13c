//! Importing a document: the files of `git memory export`, and what other programs know of
//! conventions, decisions and notes. Nothing that memory has already is overwritten
//! without being asked for.

use crate::exchange::import::Outcome;
use crate::exchange::json::import::{Import, shown};
use crate::workspace::{Error, Workspace};
use git_memory_import::exchange::{LISTS, ListKey, MEMORIES, MemoryDocument, memories};
use git_memory_store::View;

/// The question to an import of a document.
#[derive(Clone, Debug)]
pub struct JsonImport {
    /// The document.
    pub text: String,
    /// Report the changes without making them.
    pub dry_run: bool,
    /// True if records with known ids get the texts of the document.
    pub is_update: bool,
}

/// Imports what a document has: first its files, then what its other lists have beyond them.
///
/// # Errors
/// [`Error::NoDocument`], or where memory cannot be read or written; then nothing was changed.
pub fn json(
    workspace: &Workspace,
    request: &JsonImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    let document = match MemoryDocument::parse(&request.text) {
        Ok(document) => document,
        Err(why) => return Err(Error::NoDocument(shown(workspace, &why)?)),
    };
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut import = Import::new(workspace, &memory.records, request.is_update);
    // Files first: they are exact, where an entry of a list is a retelling.
    for (nth, entry) in document.list(ListKey::Files).into_iter().enumerate() {
        import.pass(nth, entry)?;
    }
    let repo_hash = document.repo_hash.as_deref();
    for list in &LISTS {
        for (nth, entry) in document.list(list.key).into_iter().enumerate() {
            import.add(list, nth, entry, repo_hash)?;
        }
    }
    if !request.dry_run && !import.changes.is_empty() {
        workspace.change(&lock, &import.changes, is_staged)?;
    }
    Ok(import.outcomes)
}

/// Imports the memories of mem0 as notes, each once, whichever answer has it.
///
/// # Errors
/// [`Error::NoMemories`], or where memory cannot be read or written; then nothing was changed.
pub fn mem0(
    workspace: &Workspace,
    request: &JsonImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    let entries = match memories(&request.text) {
        Ok(entries) => entries,
        Err(why) => return Err(Error::NoMemories(shown(workspace, &why)?)),
    };
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut import = Import::new(workspace, &memory.records, request.is_update);
    for (nth, entry) in entries.into_iter().enumerate() {
        import.add(&MEMORIES, nth, entry, Some("mem0"))?;
    }
    if !request.dry_run && !import.changes.is_empty() {
        workspace.change(&lock, &import.changes, is_staged)?;
    }
    Ok(import.outcomes)
}
