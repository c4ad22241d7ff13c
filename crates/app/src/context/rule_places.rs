//! Place of a scope's rules in the work tree: its own folder, if that is part of this project.
//! Scopes may come from strangers, so nothing is written through a link, into another repository,
//! or beside records.

use crate::workspace::{Error, Workspace};
use git_memory_model::rules::{AGENTS, Finding, ScopeRules};
use git_memory_model::scope::Scope;
use git_memory_store::AtPath;
use git_memory_text::path::{RepoPath, is_below};
use git_memory_text::portable::reserved;

/// Advice for a scope whose rules no agent reads.
const MOVE: &str = "move the rules to a scope whose folder is in the work tree";

/// State of the path of a scope's folder.
enum Place {
    /// The folder.
    Folder,
    /// Nothing, as a sparse checkout leaves it out.
    LeftOut,
    /// Nothing that rules are written to, and why.
    Odd(String),
}

/// Scopes whose rules can be written, and those whose rules cannot.
#[derive(Default)]
pub(crate) struct Placed<'a> {
    /// The project and the scopes with a folder.
    pub(crate) scopes: Vec<&'a ScopeRules>,
    /// Reasons why no agent reads the rules of the other scopes.
    pub(crate) unread: Vec<Finding>,
}

/// Finds the folders of scopes.
pub(crate) fn placed<'a>(
    workspace: &Workspace,
    scopes: &'a [ScopeRules],
) -> Result<Placed<'a>, Error> {
    let mut placed = Placed::default();
    for of_scope in scopes {
        if of_scope.scope.is_project() {
            placed.scopes.push(of_scope);
            continue;
        }
        match place(workspace, &of_scope.scope)? {
            Place::Folder => placed.scopes.push(of_scope),
            Place::LeftOut => {}
            Place::Odd(why) => placed.unread.push(Finding {
                path: of_scope.folder().to_owned(),
                message: format!("{why}, so no agent reads these rules"),
                remedy: MOVE,
            }),
        }
    }
    Ok(placed)
}

fn place(workspace: &Workspace, scope: &Scope) -> Result<Place, Error> {
    let folder = scope.as_str();
    let file: RepoPath = format!("{folder}/{AGENTS}").parse()?;
    let store = workspace.store();
    if let Some((part, why)) = reserved(file.as_str()) {
        let why = format!("Windows cannot hold '{part}': {why}");
        return Ok(Place::Odd(why));
    }
    // A page there would be a record, or part of a root.
    let memory = store.folder().as_str().to_lowercase();
    let lowered = folder.to_lowercase();
    if lowered == memory || is_below(&lowered, &memory) || store.roots()?.place(&file).is_some() {
        return Ok(Place::Odd(format!("{folder}/ holds records")));
    }
    let files = store.work_files()?;
    let mut parent = "";
    let ends = folder.match_indices('/').map(|(at, _)| at);
    for end in ends.chain([folder.len()]) {
        let here = &folder[..end];
        let name = here[parent.len()..].trim_start_matches('/');
        // By its exact name: where the file system folds case, git does not.
        if !files.names(parent)?.iter().any(|known| known == name) {
            return Ok(if store.staging().has_below(folder)? {
                Place::LeftOut
            } else {
                Place::Odd(format!("there is no folder {folder}/"))
            });
        }
        match files.find(here)? {
            AtPath::Folder => {}
            AtPath::Link => return Ok(Place::Odd(format!("{here} is a symbolic link"))),
            AtPath::File(_) | AtPath::Other | AtPath::Nothing => {
                return Ok(Place::Odd(format!("{here} is not a folder")));
            }
        }
        if files.find(&format!("{here}/.git"))? != AtPath::Nothing {
            return Ok(Place::Odd(format!("{here}/ is another repository")));
        }
        parent = here;
    }
    Ok(Place::Folder)
}
