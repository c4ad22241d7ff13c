//! The rule files of memory's `rules/`, and those of the scopes.

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::{Part, RULES, SCOPES, is_record_name, scope_of_rules};
use git_memory_model::rules::{Finding, Rule, ScopeRules, within_budget};
use git_memory_model::scope::Scope;
use git_memory_store::{AtPath, Error as StoreError};
use git_memory_text as text;
use git_memory_text::limits;

/// The rules of a project, within the budget of what is read at one place.
pub(crate) struct Rules {
    /// Rules for every conversation, then the rules of scopes, from the top.
    pub(crate) all: Vec<ScopeRules>,
    /// Folders of rules that belong to no scope.
    pub(crate) odd: Vec<Finding>,
}

impl Rules {
    /// Number of rules.
    pub fn count(&self) -> usize {
        self.all.iter().map(|of_scope| of_scope.all().count()).sum()
    }
}

/// Number of rule files of the work tree, by their names; none without a work tree.
pub(crate) fn count(workspace: &Workspace) -> Result<usize, Error> {
    let (store, memory) = (workspace.store(), workspace.folder());
    if !store.has_work_tree() || store.work_files()?.find(memory.as_str())? != AtPath::Folder {
        return Ok(0);
    }
    let files = store.work_files()?;
    let mut folders = files.folders_named(&memory.join(SCOPES), RULES)?;
    folders.push(memory.join(RULES));
    let mut count = 0;
    for folder in folders {
        if files.find(&folder)? == AtPath::Folder {
            let names = files.names(&folder)?;
            count += names.iter().filter(|name| is_record_name(name)).count();
        }
    }
    Ok(count)
}

/// The rules, without secrets.
///
/// # Errors
/// [`Error::NotCheckedOut`] if a sparse checkout leaves some of them out; if a file has a name that
/// links and imports cannot contain, is not a regular file, is too large, or cannot be read.
pub(crate) fn load(workspace: &Workspace) -> Result<Rules, Error> {
    // Agents' files would lose the rules that are not checked out.
    if workspace.store().leaves_out_part(Part::Rule)? {
        return Err(Error::NotCheckedOut(workspace.folder().clone()));
    }
    let memory = workspace.folder();
    let own = memory.join(RULES);
    let mut rules = Rules {
        all: vec![ScopeRules::new(
            memory,
            Scope::project(),
            in_folder(workspace, &own)?,
        )],
        odd: Vec::new(),
    };
    let files = workspace.store().work_files()?;
    if files.find(memory.as_str())? != AtPath::Folder {
        return Ok(rules);
    }
    for folder in files.folders_named(&memory.join(SCOPES), RULES)? {
        match scope_of_rules(memory, &folder) {
            Ok(Some(scope)) if !scope.is_project() => {
                let found = in_folder(workspace, &folder)?;
                if !found.is_empty() {
                    rules.all.push(ScopeRules::new(memory, scope, found));
                }
            }
            Ok(Some(_)) => rules.odd.push(Finding {
                path: folder,
                message: format!("the rules of the whole project belong into {own}"),
                remedy: "move them there",
            }),
            // A folder of records that is called so.
            Ok(None) => {}
            // The name may contain a pasted secret; the message has it redacted.
            Err(error) => rules.odd.push(Finding {
                path: memory.join(SCOPES),
                message: error.to_string(),
                remedy: "rename the folder",
            }),
        }
    }
    rules.all = within_budget(rules.all);
    Ok(rules)
}

/// The rule files in a folder, by name.
fn in_folder(workspace: &Workspace, folder: &str) -> Result<Vec<Rule>, Error> {
    let files = workspace.store().work_files()?;
    // A link in its place would lead out of what the team reviews.
    if !matches!(files.find(folder)?, AtPath::Folder) {
        return Ok(Vec::new());
    }
    let mut rules = Vec::new();
    for file in files.names(folder)? {
        let Some(name) = file.strip_suffix(".md") else {
            continue;
        };
        let path = format!("{folder}/{file}");
        let odd = match files.find(&path)? {
            // The name becomes part of links, imports and other files.
            _ if !is_name(name) => {
                Some("is not a name for a rule file: use letters, digits, '-', '_' and '.'")
            }
            AtPath::File(bytes) if bytes > limits::RULE_BYTES => {
                Some("is larger than 256 KiB, too large for a rule")
            }
            AtPath::File(_) => None,
            _ => Some("is not a regular file, so it is not a rule"),
        };
        if let Some(what) = odd {
            let path = files.top().join(path);
            return Err(StoreError::Unreadable { path, what }.into());
        }
        let Some(bytes) = files.read_regular(&path)? else {
            continue;
        };
        // Invisible text must not give orders to an agent.
        let plain = text::plain(&String::from_utf8_lossy(&bytes));
        rules.push(Rule {
            name: name.to_owned(),
            text: workspace.guard()?.redact(&plain).into_string(),
        });
    }
    // By name without the ending: "a-b.md" sorts before "a.md", "a" before "a-b".
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rules)
}

fn is_name(name: &str) -> bool {
    !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}
