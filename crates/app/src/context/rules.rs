//! Hot memory: the rules for every conversation, written into the files from which agents read
//! them.

use std::collections::BTreeSet;

use crate::context::rule_changes::{Before, import, made_for_cursor, nested_blocks, with_block};
use crate::context::rule_files::{self, Rules, load};
use crate::context::rule_links::{Links, link, must_be_folders, to_link};
use crate::context::rule_places::placed;
use crate::context::rule_targets::target;
use crate::workspace::{Error, Workspace};
use git_memory_model::layout::RULES;
use git_memory_model::rules;
use git_memory_model::rules::{
    AGENTS, CLAUDE, CURSOR, LINKS, MADE, Rule, ScopeRules, has_block, is_ours_at, made,
    without_block,
};
use git_memory_store::write::Change;
use git_memory_store::{AtPath, TextFile};
use git_memory_text::path::last;

pub use git_memory_model::rules::Finding;

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

/// Result of `build`.
#[derive(Debug, Default)]
pub struct Built {
    /// The files and links that were written or removed, from the top of the work tree.
    pub changed: Vec<String>,
    /// Foreign files in the place of ours; they stay.
    pub foreign: Vec<String>,
    /// Rules that were written nowhere, and files into which they were not.
    pub unread: Vec<Finding>,
    /// Faults of rules that were written anyway.
    pub faults: Vec<Finding>,
}

/// Number of rules: they are no records, and no search finds them.
///
/// # Errors
/// Where the file system does not answer.
pub fn count(workspace: &Workspace) -> Result<usize, Error> {
    rule_files::count(workspace)
}

/// Everything that is wrong with the rules.
pub fn check(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    findings(workspace, load(workspace)?)
}

/// Returns the faults of loaded rules.
pub(crate) fn findings(workspace: &Workspace, rules: Rules) -> Result<Vec<Finding>, Error> {
    let placed = placed(workspace, &rules.all)?;
    let mut unread = placed.unread;
    for of_scope in placed.scopes {
        if !of_scope.is_empty() {
            unread.extend(target(workspace, of_scope, AGENTS)?.err());
        }
    }
    let mut findings = rules::check(&rules.all);
    findings.extend(unread);
    findings.extend(rules.odd);
    Ok(findings)
}

/// Writes the rules where agents read them. A second run changes nothing.
///
/// # Errors
/// [`Error::OddBlock`] where the markers of our block are unbalanced, [`Error::Secret`],
/// [`Error::NotCheckedOut`] where rules are, or where a file cannot be written; then every regular
/// file is as it was.
pub fn build(workspace: &Workspace, agents: &[Agent]) -> Result<Built, Error> {
    let rules = load(workspace)?;
    // Two builds at once would each put back what the other one took away.
    let lock = workspace.lock()?;
    let plan = plan(workspace, &rules, agents, &nested_blocks(workspace)?)?;
    // Inside: a link that cannot be made or removed undoes the files as well.
    workspace.change_and(&lock, &plan.changes, || match &plan.links {
        Some(links) => link(workspace, links),
        None => Ok(()),
    })?;
    let changed = plan.changed();
    let faults = rules::check(&rules.all);
    let mut unread = plan.unread;
    unread.extend(rules.odd);
    Ok(Built {
        changed,
        foreign: plan.foreign,
        unread,
        faults,
    })
}

/// The files that a build would write, remove or link, by their paths; `nested` are the
/// [`nested_blocks`].
pub(crate) fn due(
    workspace: &Workspace,
    rules: &Rules,
    agents: &[Agent],
    nested: &[String],
) -> Result<Vec<String>, Error> {
    Ok(plan(workspace, rules, agents, nested)?.changed())
}

/// Takes out of `CLAUDE.md` what is ours, at the top and in folders of scopes, and removes one that
/// has nothing else. `AGENTS.md` stays, because other agents read it, and so does a link.
pub fn take_out_of_claude(workspace: &Workspace) -> Result<Built, Error> {
    let mut files = nested_blocks(workspace)?;
    files.retain(|path| last(path) == CLAUDE);
    files.push(CLAUDE.to_owned());
    let mut plan = Plan::default();
    for file in files {
        // Nothing of ours is ever written through a link.
        if workspace.store().work_files()?.find(&file)? != AtPath::Link {
            plan.changes.extend(with_block(workspace, &file, "", "")?);
        }
    }
    if !plan.changes.is_empty() {
        // The block outlives memory where that was deleted.
        let lock = workspace.store().lock()?;
        workspace.change_and(&lock, &plan.changes, || Ok(()))?;
    }
    Ok(Built {
        changed: plan.changed(),
        ..Built::default()
    })
}

/// Changes of a build.
#[derive(Default)]
struct Plan {
    changes: Vec<Change>,
    /// `None` where rules are copied instead.
    links: Option<Links>,
    foreign: Vec<String>,
    unread: Vec<Finding>,
    /// The files that there have to be, whether they change or not.
    kept: BTreeSet<String>,
}

fn plan(
    workspace: &Workspace,
    rules: &Rules,
    agents: &[Agent],
    nested: &[String],
) -> Result<Plan, Error> {
    let mut plan = Plan::default();
    let placed = placed(workspace, &rules.all)?;
    for of_scope in &placed.scopes {
        plan.blocks(workspace, of_scope, agents)?;
        if of_scope.scope.is_project() {
            plan.links(workspace, &of_scope.rules)?;
        }
    }
    plan.unread.extend(placed.unread);
    if agents.contains(&Agent::Cursor) {
        for of_scope in placed.scopes {
            plan.for_cursor(workspace, of_scope)?;
        }
        plan.drop_made(workspace, made_for_cursor(workspace)?)?;
    }
    // A block whose scope has no rules any more, or another folder.
    for path in nested {
        if !plan.kept.contains(path) {
            plan.changes.extend(with_block(workspace, path, "", "")?);
        }
    }
    Ok(plan)
}

/// True if links can be made, and git keeps them as links.
fn may_link(workspace: &Workspace) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    Ok(cfg!(unix) && settings.get("core.symlinks") != Some("false"))
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

    /// Puts the rules of a scope into the files that agents read in its folder.
    fn blocks(
        &mut self,
        workspace: &Workspace,
        of_scope: &ScopeRules,
        agents: &[Agent],
    ) -> Result<(), Error> {
        let Some(file) = self.target(workspace, of_scope, AGENTS)? else {
            return Ok(());
        };
        let own = Before::of(workspace, &file)?.text();
        let told = of_scope.told_beside(&without_block(&own));
        self.block(workspace, file.clone(), of_scope, &told)?;
        if agents.contains(&Agent::Claude) {
            // A name that is a link to the other one already has the rules.
            if let Some(claude) = self.target(workspace, of_scope, CLAUDE)?
                && claude != file
            {
                let line = import(workspace, &claude, of_scope)?;
                self.block(workspace, claude, of_scope, &line)?;
            }
        } else if !of_scope.is_empty() {
            // This build is not for Claude Code, so the import in its file stays.
            self.kept.extend(target(workspace, of_scope, CLAUDE)?);
        }
        Ok(())
    }

    /// The file that is written for a name; none where that is a link to something else.
    fn target(
        &mut self,
        workspace: &Workspace,
        of_scope: &ScopeRules,
        name: &str,
    ) -> Result<Option<String>, Error> {
        match target(workspace, of_scope, name)? {
            Ok(file) => Ok(Some(file)),
            Err(why) => {
                if !of_scope.is_empty() {
                    self.unread.push(why);
                }
                Ok(None)
            }
        }
    }

    fn block(
        &mut self,
        workspace: &Workspace,
        path: String,
        of_scope: &ScopeRules,
        content: &str,
    ) -> Result<(), Error> {
        let before = Before::of(workspace, &path)?.text();
        // Another project lies in this folder, with its own rules.
        if has_block(&before) && !is_ours_at(&path, &before) {
            self.foreign.push(path);
            return Ok(());
        }
        let change = with_block(workspace, &path, of_scope.folder(), content)?;
        self.changes.extend(change);
        self.kept.insert(path);
        Ok(())
    }

    /// Makes a file of each rule of a scope, as Cursor reads them.
    fn for_cursor(&mut self, workspace: &Workspace, of_scope: &ScopeRules) -> Result<(), Error> {
        let folder = if of_scope.scope.is_project() {
            CURSOR.to_owned()
        } else {
            format!("{CURSOR}/{}", of_scope.scope)
        };
        let always = of_scope.rules.iter().map(|rule| (rule, true));
        let at_need = of_scope.left_out.iter().map(|rule| (rule, false));
        for (rule, is_always) in always.chain(at_need) {
            let path = format!("{folder}/{}.mdc", rule.name);
            self.whole(workspace, path, cursor_text(of_scope, rule, is_always))?;
        }
        Ok(())
    }

    /// Plans a whole file of ours, unless it is current or foreign.
    fn whole(&mut self, workspace: &Workspace, path: String, text: String) -> Result<(), Error> {
        if workspace.store().work_files()?.find(&path)? == AtPath::Link {
            self.foreign.push(path);
            return Ok(());
        }
        let before = Before::of(workspace, &path)?;
        // A file of this name may have been written by hand before there was a rule.
        if before.is_foreign() {
            self.foreign.push(path);
            return Ok(());
        }
        self.changes.extend(before.changed(workspace, text)?);
        self.kept.insert(path);
        Ok(())
    }

    /// Removes those of some files of ours whose rules are gone.
    fn drop_made(&mut self, workspace: &Workspace, made: Vec<String>) -> Result<(), Error> {
        let files = workspace.store().work_files()?;
        for path in made {
            if !self.kept.contains(&path)
                && let TextFile::Text(text) = files.text(&path)?
                // We never give any other kind of name.
                && let Ok(path) = path.parse()
            {
                self.changes.push(Change::Remove(path, text.into_bytes()));
            }
        }
        Ok(())
    }

    /// Links the rules for every conversation from the folder in which agents look for them, or
    /// copies them there.
    fn links(&mut self, workspace: &Workspace, rules: &[Rule]) -> Result<(), Error> {
        if may_link(workspace)? {
            must_be_folders(workspace)?;
            let links = to_link(workspace, rules)?;
            self.foreign.extend(links.foreign.iter().cloned());
            self.links = Some(links);
            return Ok(());
        }
        for rule in rules {
            let path = format!("{LINKS}/{}.md", rule.name);
            let text = format!(
                "{}\n\n{}\n",
                made(&workspace.folder().join(RULES)),
                rule.body()
            );
            self.whole(workspace, path, text)?;
        }
        let files = workspace.store().work_files()?;
        let mut copies = Vec::new();
        for name in files.names(LINKS)? {
            let path = format!("{LINKS}/{name}");
            if name.strip_suffix(".md").is_some()
                && matches!(files.text(&path)?, TextFile::Text(text) if text.contains(MADE))
            {
                copies.push(path);
            }
        }
        self.drop_made(workspace, copies)
    }
}

/// A rule as Cursor reads it; its first heading becomes the description. Rules of a scope apply
/// when files of its folder are open; a rule that does not always apply is read when the model asks
/// for it by its description.
fn cursor_text(of_scope: &ScopeRules, rule: &Rule, is_always: bool) -> String {
    let body = rule.body();
    let first = body.lines().next().unwrap_or_default();
    let title = first.trim_start_matches('#').trim();
    // JSON's strings are YAML's double-quoted ones.
    let title = serde_json::Value::from(title);
    let applies = if !is_always {
        "alwaysApply: false".to_owned()
    } else if of_scope.scope.is_project() {
        "alwaysApply: true".to_owned()
    } else {
        // A scope has no sign that means something to a pattern, or to YAML.
        format!("globs: {}/**\nalwaysApply: false", of_scope.scope)
    };
    let mark = made(of_scope.folder());
    format!("---\ndescription: {title}\n{applies}\n---\n{mark}\n\n{body}\n")
}
