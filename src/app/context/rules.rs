//! Hot memory: the rules for every conversation, written into the files from which agents read
//! them.

use crate::app::context::rule_files::load;
use crate::app::context::rule_links::{Links, link, must_be_folders, to_link};
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::RepoPath;
use crate::domain::rules;
use crate::domain::rules::{AGENTS, CLAUDE, CURSOR, Finding, LINKS, MADE, Rule};
use crate::store::write::Change;
use crate::store::{Error as StoreError, TextFile};

/// An agent that reads files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// `CLAUDE.md`, which imports `AGENTS.md`.
    Claude,
    /// `.cursor/rules/<name>.mdc`.
    Cursor,
    /// `AGENTS.md` itself.
    Codex,
}

/// What `build` did.
#[derive(Debug, Default)]
pub struct Built {
    /// The files and links that were written or removed, from the top of the work tree.
    pub changed: Vec<String>,
    /// Files of somebody else in the place of ours; they were left alone.
    pub foreign: Vec<String>,
}

/// Everything that is wrong with the rules.
///
/// # Errors
/// Where a rule file cannot be read.
pub fn check(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    Ok(rules::check(&load(workspace)?))
}

/// Writes the rules where agents read them. A second run changes nothing.
///
/// # Errors
/// [`Error::OddBlock`] where the markers of our block are unbalanced, [`Error::Secret`], or where a
/// file cannot be written; then every regular file is as it was.
pub fn build(workspace: &Workspace, agents: &[Agent]) -> Result<Built, Error> {
    let rules = load(workspace)?;
    // Two builds at once would each put back what the other one took away.
    let lock = workspace.lock()?;
    let plan = plan(workspace, &rules, agents)?;
    // Inside: a link that cannot be made or removed undoes the files as well.
    workspace.change_and(&lock, &plan.changes, || match &plan.links {
        Some(links) => link(workspace, links),
        None => Ok(()),
    })?;
    Ok(Built {
        changed: plan.changed(),
        foreign: plan.foreign,
    })
}

/// The files that a build would write, remove or link, by their paths.
///
/// # Errors
/// As for [`build`].
pub(crate) fn due(
    workspace: &Workspace,
    rules: &[Rule],
    agents: &[Agent],
) -> Result<Vec<String>, Error> {
    Ok(plan(workspace, rules, agents)?.changed())
}

/// What a build does.
#[derive(Default)]
struct Plan {
    changes: Vec<Change>,
    /// `None` where rules are copied instead.
    links: Option<Links>,
    foreign: Vec<String>,
}

impl Plan {
    fn changed(&self) -> Vec<String> {
        let mut changed = Vec::new();
        for change in &self.changes {
            changed.push(change.path().to_string());
        }
        if let Some(links) = &self.links {
            changed.extend(links.paths());
        }
        changed
    }
}

fn plan(workspace: &Workspace, rules: &[Rule], agents: &[Agent]) -> Result<Plan, Error> {
    let mut plan = Plan::default();
    let changes = &mut plan.changes;
    changes.extend(with_block(workspace, AGENTS, &rules::joined(rules))?);
    if agents.contains(&Agent::Claude) {
        changes.extend(with_block(workspace, CLAUDE, &import(workspace, rules)?)?);
    }
    if agents.contains(&Agent::Cursor) {
        for rule in rules {
            let path = format!("{CURSOR}/{}.mdc", rule.name);
            plan.whole(workspace, &path, &cursor_text(rule))?;
        }
        let gone = orphans(workspace, CURSOR, ".mdc", rules)?;
        plan.changes.extend(gone);
    }
    if may_link(workspace)? {
        must_be_folders(workspace)?;
        let links = to_link(workspace, rules)?;
        plan.foreign.extend(links.foreign.iter().cloned());
        plan.links = Some(links);
    } else {
        for rule in rules {
            let path = format!("{LINKS}/{}.md", rule.name);
            let text = format!("{MADE}\n\n{}\n", rule.body());
            plan.whole(workspace, &path, &text)?;
        }
        let gone = orphans(workspace, LINKS, ".md", rules)?;
        plan.changes.extend(gone);
    }
    Ok(plan)
}

/// Whether links can be made and git would keep them as links.
fn may_link(workspace: &Workspace) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    Ok(cfg!(unix) && settings.get("core.symlinks") != Some("false"))
}

/// A rule as Cursor reads it; its first heading becomes the description.
fn cursor_text(rule: &Rule) -> String {
    let body = rule.body();
    let first = body.lines().next().unwrap_or_default();
    let title = first.trim_start_matches('#').trim();
    // JSON's strings are YAML's double-quoted ones.
    let title = serde_json::Value::from(title);
    format!("---\ndescription: {title}\nalwaysApply: true\n---\n{MADE}\n\n{body}\n")
}

/// The line with which `CLAUDE.md` imports the rules; empty where somebody wrote it there already.
fn import(workspace: &Workspace, rules: &[Rule]) -> Result<String, Error> {
    let line = format!("@{AGENTS}");
    let before = Before::of(workspace, CLAUDE)?;
    let is_imported = match rules::with_block(&before.text(), "") {
        Ok(without_ours) => without_ours.lines().any(|own| own.trim() == line),
        // Putting in the block reports the unbalanced markers.
        Err(_) => false,
    };
    Ok(if rules.is_empty() || is_imported {
        String::new()
    } else {
        line
    })
}

/// A file before a change.
struct Before {
    path: RepoPath,
    /// `None` where there is no file.
    bytes: Option<Vec<u8>>,
}

impl Before {
    fn of(workspace: &Workspace, name: &str) -> Result<Self, Error> {
        let path: RepoPath = name.parse()?;
        let bytes = match workspace.store().work_files()?.text(name)? {
            TextFile::Text(text) => Some(text.into_bytes()),
            TextFile::Missing => None,
            TextFile::Unreadable(why) => {
                let what = why.strip_prefix("it ").unwrap_or(why);
                let path = workspace.store().work_files()?.top().join(name);
                return Err(StoreError::Unreadable { path, what }.into());
            }
        };
        Ok(Self { path, bytes })
    }

    /// The file's text; empty where there is no file.
    fn text(&self) -> String {
        match &self.bytes {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => String::new(),
        }
    }

    /// The change that makes this its text; `None` where it is already.
    fn changed(self, workspace: &Workspace, after: String) -> Result<Option<Change>, Error> {
        // Read from UTF-8, so it is the same text byte for byte.
        if self.text() == after {
            return Ok(None);
        }
        let clean = workspace.admit(&self.path, after)?;
        Ok(Some(match self.bytes {
            Some(before) => Change::Replace(self.path, before, clean),
            None => Change::Create(self.path, clean),
        }))
    }
}

/// The change that puts our block into a file; `None` where it has it already.
fn with_block(workspace: &Workspace, name: &str, content: &str) -> Result<Option<Change>, Error> {
    let before = Before::of(workspace, name)?;
    match rules::with_block(&before.text(), content) {
        Ok(after) => before.changed(workspace, after),
        Err(_) => Err(Error::OddBlock(before.path)),
    }
}

impl Plan {
    /// Makes a whole file ours, unless it is already, or somebody else's.
    fn whole(&mut self, workspace: &Workspace, name: &str, text: &str) -> Result<(), Error> {
        let before = Before::of(workspace, name)?;
        // A file of this name may have been written by hand before there was a rule.
        if before.bytes.is_some() && !before.text().contains(MADE) {
            self.foreign.push(name.to_owned());
            return Ok(());
        }
        let change = before.changed(workspace, text.to_owned())?;
        self.changes.extend(change);
        Ok(())
    }
}

/// The changes that remove the files of ours in a folder whose rules are gone.
fn orphans(
    workspace: &Workspace,
    folder: &str,
    end: &str,
    rules: &[Rule],
) -> Result<Vec<Change>, Error> {
    let files = workspace.store().work_files()?;
    let mut changes = Vec::new();
    for name in files.names(folder)? {
        let Some(rule) = name.strip_suffix(end) else {
            continue;
        };
        if rules.iter().any(|known| known.name == rule) {
            continue;
        }
        let path = format!("{folder}/{name}");
        // What is not a text, or has a name that we never give, was not made by us.
        if let TextFile::Text(text) = files.text(&path)?
            && let Ok(path) = path.parse()
            && text.contains(MADE)
        {
            changes.push(Change::Remove(path, text.into_bytes()));
        }
    }
    Ok(changes)
}
