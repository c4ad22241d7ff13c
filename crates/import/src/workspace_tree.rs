//! Places in memory for the files of a tree of workspaces:
//! `resources/workspaces/<workspace>/<domain>/<repository>/_topic/…`.
//!
//! A workspace is the project, a domain and a repository in it are a scope, and a folder with an
//! underscore before its name is a topic. If a tree has several workspaces, each is a scope of its
//! own.

use git_memory_model::layout;
use git_memory_model::scope::{BadScope, Scope};

/// Folders that hold the workspaces of a tree.
pub const ROOTS: [&str; 2] = ["resources/workspaces", "workspaces"];
/// Number of folders below a workspace that tell the subject of a file: its domain and its
/// repository.
const LEVELS: usize = 2;

/// The path below the work tree's top of a file at `path` (from the workspace's own folder);
/// `workspace` is its name if the tree has several.
///
/// # Errors
/// The reason why it has none: the folders on the way do not make a scope.
pub fn memory_path(workspace: Option<&str>, path: &str) -> Result<String, String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    let Some(file) = parts.pop() else {
        return Err("it has no name".to_owned());
    };
    let mut scope: Vec<&str> = workspace.into_iter().collect();
    let mut folders = parts.as_slice();
    let mut levels = 0;
    while let [first, rest @ ..] = folders {
        // A deeper folder without an underscore is a topic, too: scopes have no third level there.
        if levels == LEVELS || first.starts_with('_') {
            break;
        }
        scope.push(first);
        folders = rest;
        levels += 1;
    }
    let scope: Scope = if scope.is_empty() {
        Scope::project()
    } else {
        let parsed = scope.join("/").parse();
        parsed.map_err(|error: BadScope| error.to_string())?
    };
    let mut path = layout::scope_folder(&scope);
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
        for (workspace, path, expected) in [
            (None, "OVERVIEW.md", "memory/OVERVIEW.md"),
            (None, "_decisions/a.md", "memory/decisions/a.md"),
            (None, "pay/OVERVIEW.md", "memory/scopes/pay/OVERVIEW.md"),
            (
                None,
                "pay/ledger/_lessons/2024/_a.md",
                "memory/scopes/pay/ledger/lessons/2024/_a.md",
            ),
            (
                None,
                "pay/ledger/notes/a.md",
                "memory/scopes/pay/ledger/notes/a.md",
            ),
            (Some("acme"), "_plans/a.md", "memory/scopes/acme/plans/a.md"),
            (
                Some("acme"),
                "pay/_glossary/a.md",
                "memory/scopes/acme/pay/glossary/a.md",
            ),
        ] {
            assert_eq!(memory_path(workspace, path).as_deref(), Ok(expected));
        }
        assert!(memory_path(None, "a b/_plans/a.md").is_err());
    }
}
