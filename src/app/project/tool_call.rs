//! Calls of agents' tools: what each of them wants, and whether it may.

use std::path::PathBuf;

use super::judge::Judge;
use super::policy::must_be_readable;
use super::tools::{BadCall, wanted};
use super::wanted::{Wanted, WantedEdit};
use crate::app::workspace::{Error, Invocation, Workspace};
use crate::domain::path::RepoPath;
use crate::domain::project::Edit;
use crate::domain::project::policy::{Access, Denial, Rule, is_glob, of_rules};
use crate::domain::rules::{may_be_ours, spoiled};
use crate::store::TextFile;

/// A call of a tool, as an agent is about to make it.
#[derive(Clone, Debug)]
pub struct ToolCall {
    /// Where relative paths begin; without it, where the command runs.
    pub folder: Option<PathBuf>,
    /// What it wants.
    pub wanted: Wanted,
}

/// Whether a tool may be called.
pub enum Judgement {
    /// It may not.
    Denied(Denial),
    /// It may; with what it touches, where that is something in a repository.
    Allowed(Option<Allowed>),
}

/// What a call that is allowed touches.
pub struct Allowed {
    /// The repository.
    pub workspace: &'static Workspace,
    /// The files that it is about to read or write, by their paths from the top.
    pub files: Vec<String>,
}

impl ToolCall {
    /// A call of a tool that is known by name, with its arguments.
    ///
    /// # Errors
    /// An argument that such a tool has to have is missing, or is no text.
    pub fn of_tool(
        tool: &str,
        input: &serde_json::Value,
        folder: Option<PathBuf>,
    ) -> Result<Self, BadCall> {
        let wanted = wanted(tool, input)?;
        Ok(Self { folder, wanted })
    }

    /// Whether the tool may be called.
    ///
    /// # Errors
    /// Where there is no repository, or its settings or what the policy is made from cannot be
    /// read.
    pub fn judge(&self, invocation: &Invocation) -> Result<Judgement, Error> {
        // Most calls want nothing of any file, and wait for no repository.
        if self.wanted.paths.is_empty() && self.wanted.texts.is_empty() {
            return Ok(Judgement::Allowed(None));
        }
        let moved;
        let invocation = match &self.folder {
            Some(folder) => {
                moved = invocation.at(folder)?;
                &moved
            }
            None => invocation,
        };
        // The process ends with its answer: giving memory back would only take time.
        let workspace: &'static Workspace = Box::leak(Box::new(Workspace::open(invocation)?));
        let mut paths = self.wanted.paths.iter();
        let searches = paths.any(|path| path.access == Access::Search);
        // What is blocked is so before anybody has looked at the top of the project.
        let mut judge = Judge::open_readable(workspace)?;
        let mut denial = self.judge_paths(&judge);
        if denial.is_none()
            && let Some(more) = judge.with_lifted_blocks()?
        {
            judge = more;
            denial = self.judge_paths(&judge);
        }
        if denial.is_none() && searches {
            judge = judge.for_searches()?;
            denial = self.judge_paths(&judge);
        }
        if denial.is_none() {
            denial = self.judge_texts(&judge)?;
        }
        if denial.is_none() {
            denial = self.judge_edited_texts(&judge)?;
        }
        if denial.is_none() {
            denial = self.judge_edits(&judge)?;
        }
        if let Some(denial) = denial {
            return Ok(Judgement::Denied(denial));
        }
        // What cannot be read may have been meant to block this.
        must_be_readable(workspace)?;
        workspace.team()?.must_protect()?;
        let files = self.wanted.files.iter();
        Ok(Judgement::Allowed(Some(Allowed {
            workspace,
            files: files.flat_map(|file| judge.places(file)).collect(),
        })))
    }

    fn judge_paths(&self, judge: &Judge) -> Option<Denial> {
        // What is plainly named first: what a glob meets takes longer, and time is short.
        let (globs, plain): (Vec<_>, Vec<_>) = self
            .wanted
            .paths
            .iter()
            .partition(|path| is_glob(&path.text));
        for path in plain.into_iter().chain(globs) {
            let mut denial = if path.is_rooted {
                judge.path(&path.text, path.access)
            } else {
                judge.rootless(&path.text, path.access)
            };
            if denial.is_none() && path.is_whole && path.is_rooted {
                denial = judge.whole(&path.text);
            }
            if denial.is_some() {
                return denial;
            }
        }
        None
    }

    /// Looks for secrets in what is to be written into memory.
    fn judge_texts(&self, judge: &Judge) -> Result<Option<Denial>, Error> {
        for text in &self.wanted.texts {
            for place in judge.memory_places(&text.path) {
                let denial = secret(judge, &place, &text.text)?;
                if denial.is_some() {
                    return Ok(denial);
                }
            }
        }
        Ok(None)
    }

    /// Looks for secrets that edits put together in memory with what is there.
    fn judge_edited_texts(&self, judge: &Judge) -> Result<Option<Denial>, Error> {
        for WantedEdit { path, edit } in &self.wanted.edits {
            // Of the others all that is known was looked through.
            if !matches!(edit, Edit::Pieces(_)) {
                continue;
            }
            for place in judge.memory_places(path) {
                let files = judge.workspace().store().work_files()?;
                let TextFile::Text(before) = files.text(place.as_str())? else {
                    continue;
                };
                let denial = secret(judge, &place, &edit.applied(&before))?;
                // One that is there already is not this edit's work.
                if denial.is_some() && secret(judge, &place, &before)?.is_none() {
                    return Ok(denial);
                }
            }
        }
        Ok(None)
    }

    /// Looks for edits of what is made from the rules.
    fn judge_edits(&self, judge: &Judge) -> Result<Option<Denial>, Error> {
        for WantedEdit { path, edit } in &self.wanted.edits {
            for place in judge.places(path) {
                if !may_be_ours(&place) {
                    continue;
                }
                let files = judge.workspace().store().work_files()?;
                // What is no text is nothing that was made from the rules.
                if let TextFile::Text(before) = files.text(&place)?
                    && let Some(rules) = spoiled(&place, &before, &edit.applied(&before))
                {
                    return Ok(Some(of_rules(&place, &rules)));
                }
            }
        }
        Ok(None)
    }
}

/// Why a text may not go into a file of memory: it has a secret.
fn secret(judge: &Judge, place: &RepoPath, text: &str) -> Result<Option<Denial>, Error> {
    match judge.workspace().admit(place, text) {
        Ok(_) => Ok(None),
        Err(error @ Error::Secret { .. }) => Ok(Some(Denial {
            rule: Rule::Secret,
            reason: error.to_string().replace('\n', "; "),
            advice: error.advice(),
        })),
        Err(error) => Err(error),
    }
}
