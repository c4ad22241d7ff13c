//! Links from the folder in which agents look for rules to the rule files.

use std::path::Path;

use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::RULES;
use crate::domain::rules::Rule;
use crate::store::{AtPath, Error as StoreError, WorkFiles};

/// The folder of links to the rule files.
pub(crate) const LINKS: &str = ".agents/rules";

/// What became of the links.
#[derive(Default)]
pub(crate) struct Linked {
    /// Those that were made or removed.
    pub(crate) changed: Vec<String>,
    /// What is in the place of one of ours; it was left alone.
    pub(crate) foreign: Vec<String>,
}

/// Makes sure that links can be put where they belong: no folder on the way is a link or a file.
///
/// # Errors
/// The store's `Link` or `NotAFolder`.
pub(crate) fn must_be_folders(workspace: &Workspace) -> Result<(), Error> {
    let files = workspace.store().work_files()?;
    for folder in [".agents", LINKS] {
        match files.find(folder)? {
            AtPath::Nothing | AtPath::Folder => {}
            AtPath::Link => return Err(StoreError::Link(folder.to_owned()).into()),
            AtPath::File(_) | AtPath::Other => {
                return Err(StoreError::NotAFolder(folder.to_owned()).into());
            }
        }
    }
    Ok(())
}

/// Makes a link to each rule file, and removes those whose rule is gone.
///
/// # Errors
/// Where a link cannot be made or removed.
pub(crate) fn link(workspace: &Workspace, rules: &[Rule]) -> Result<Linked, Error> {
    let mut linked = Linked::default();
    let files = workspace.store().work_files()?;
    for file in files.names(LINKS)? {
        let rule = file.strip_suffix(".md").unwrap_or(&file);
        let path = format!("{LINKS}/{file}");
        if is_ours(files, &path, rule) && rules.iter().all(|known| known.name != rule) {
            files.unlink(&path)?;
            linked.changed.push(path);
        }
    }
    // Links follow a rule when it is edited; copies would be stale until the next build.
    for rule in rules {
        let path = format!("{LINKS}/{}.md", rule.name);
        if files.find(&path)? == AtPath::Nothing {
            files.link(&path, &target(&rule.name))?;
            linked.changed.push(path);
        } else if !is_ours(files, &path, &rule.name) {
            linked.foreign.push(path);
        }
    }
    Ok(linked)
}

/// Whether there is the link that we make for a rule.
fn is_ours(files: WorkFiles, path: &str, rule: &str) -> bool {
    files.link_target(path).as_deref() == Some(Path::new(&target(rule)))
}

fn target(rule: &str) -> String {
    format!("../../{RULES}/{rule}.md")
}
