//! Places in memory for the files of a tree of workspaces:
//! `resources/workspaces/<workspace>/<domain>/<repository>/_topic/…`.
//!
//! A workspace, a domain and a repository in it are a scope, and a folder with an underscore before
//! its name is a topic. A single workspace keeps its name, so that a second one stands beside it.

use git_memory_model::layout;
use git_memory_model::roots::end_of_scope;
use git_memory_model::scope::{BadScope, Scope};
use git_memory_text::path::MemoryFolder;

/// The path below the work tree's top of a file at `path`, whose first folder is its workspace.
///
/// # Errors
/// The reason why it has none: the folders on the way do not make a scope.
pub fn memory_path(memory: &MemoryFolder, path: &str) -> Result<String, String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    let Some(file) = parts.pop() else {
        return Err("it has no name".to_owned());
    };
    let (scope, folders) = parts.split_at(end_of_scope(&parts));
    let scope: Scope = if scope.is_empty() {
        Scope::project()
    } else {
        let parsed = scope.join("/").parse();
        parsed.map_err(|error: BadScope| error.to_string())?
    };
    let mut path = layout::scope_folder(memory, &scope);
    for (nth, folder) in folders.iter().enumerate() {
        path.push('/');
        // Only the topic's own folder has an underscore that means something.
        path += if nth == 0 {
            folder.trim_start_matches('_')
        } else {
            folder
        };
    }
    Ok(format!("{path}/{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_scopes_until_the_topic() {
        for (path, expected) in [
            ("README.md", "memory/README.md"),
            ("acme/OVERVIEW.md", "memory/scopes/acme/OVERVIEW.md"),
            ("acme/_decisions/a.md", "memory/scopes/acme/decisions/a.md"),
            ("acme/pay/OVERVIEW.md", "memory/scopes/acme/pay/OVERVIEW.md"),
            (
                "acme/pay/ledger/_lessons/2024/_a.md",
                "memory/scopes/acme/pay/ledger/lessons/2024/_a.md",
            ),
            (
                "acme/pay/ledger/notes/a.md",
                "memory/scopes/acme/pay/ledger/notes/a.md",
            ),
            ("acme/pay/notes/a.md", "memory/scopes/acme/pay/notes/a.md"),
            (
                "acme/pay/_glossary/a.md",
                "memory/scopes/acme/pay/glossary/a.md",
            ),
        ] {
            assert_eq!(
                memory_path(&MemoryFolder::default(), path).as_deref(),
                Ok(expected)
            );
        }
        assert!(memory_path(&MemoryFolder::default(), "acme/a b/_plans/a.md").is_err());
    }
}
