//! Links from the folder in which agents look for rules to the rule files.

use std::path::Path;

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::RULES;
use git_memory_model::rules::{LINKS, Rule};
use git_memory_store::{AtPath, Error as StoreError, WorkFiles};

/// Changes to the links.
#[derive(Default)]
pub(crate) struct Links {
    /// The rules that need one, by name.
    missing: Vec<String>,
    /// The rules that are gone, by name.
    left_over: Vec<String>,
    /// Foreign files in the place of our links; they stay.
    pub(crate) foreign: Vec<String>,
}

impl Links {
    /// Returns the paths of the links to remove and to make.
    pub(crate) fn paths(&self) -> impl Iterator<Item = String> {
        let names = self.left_over.iter().chain(&self.missing);
        names.map(|rule| path(rule))
    }
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

/// The links that have to be made or removed.
pub(crate) fn to_link(workspace: &Workspace, rules: &[Rule]) -> Result<Links, Error> {
    let mut links = Links::default();
    let files = workspace.store().work_files()?;
    for file in files.names(LINKS)? {
        let rule = file.strip_suffix(".md").unwrap_or(&file);
        if is_ours(files, rule) && rules.iter().all(|known| known.name != rule) {
            links.left_over.push(rule.to_owned());
        }
    }
    for rule in rules {
        let path = path(&rule.name);
        if files.find(&path)? == AtPath::Nothing {
            links.missing.push(rule.name.clone());
        } else if !is_ours(files, &rule.name) {
            links.foreign.push(path);
        }
    }
    Ok(links)
}

/// Makes and removes links: they follow a rule when it is edited, where copies would be stale until
/// the next build. Where one fails, all are as before.
pub(crate) fn link(workspace: &Workspace, links: &Links) -> Result<(), Error> {
    let files = workspace.store().work_files()?;
    let mut made = Vec::new();
    for rule in &links.missing {
        if let Err(error) = files.link(&path(rule), &target(files, rule)) {
            unlink(files, &made);
            return Err(error.into());
        }
        made.push(path(rule));
    }
    let mut removed = Vec::new();
    for rule in &links.left_over {
        if let Err(error) = files.unlink(&path(rule)) {
            unlink(files, &made);
            for rule in removed {
                // Restores the link, unless another file has taken its place.
                let _ = files.link(&path(rule), &target(files, rule));
            }
            return Err(error.into());
        }
        removed.push(rule);
    }
    Ok(())
}

/// Takes links back that were made a moment ago; what cannot be taken back is made by the next
/// build anyway.
fn unlink(files: WorkFiles, paths: &[String]) {
    for path in paths {
        let _ = files.unlink(path);
    }
}

/// The path of a rule's link.
fn path(rule: &str) -> String {
    format!("{LINKS}/{rule}.md")
}

/// True if our link for a rule exists.
pub(crate) fn is_ours(files: WorkFiles, rule: &str) -> bool {
    files.link_target(&path(rule)).as_deref() == Some(Path::new(&target(files, rule)))
}

fn target(files: WorkFiles, rule: &str) -> String {
    let rules = files.folder().join(RULES);
    format!("../../{rules}/{rule}.md")
}
