//! Calls of agents' tools: what each of them wants, and whether it may.

use std::path::PathBuf;

use super::judge::{Judge, Parts, Touched};
use super::tools::{BadCall, wanted};
use super::wanted::{Wanted, WantedEdit};
use crate::workspace::{Error, Invocation, Workspace};
use git_memory_model::rules::{may_be_ours, spoiled};
use git_memory_policy::project::Edit;
use git_memory_policy::project::policy::{Access, Denial, Rule, of_rules};
use git_memory_store::TextFile;
use git_memory_text::glob::is_glob;
use git_memory_text::path::RepoPath;

/// A call of a tool, as an agent is about to make it.
#[derive(Clone, Debug)]
pub struct ToolCall {
    /// Start of relative paths; the default is the working folder of the command.
    pub folder: Option<PathBuf>,
    /// The wanted files.
    pub wanted: Wanted,
}

/// Judgement on a tool call.
pub enum Judgement {
    /// It may not.
    Denied(Denial),
    /// It may, as far as git-memory goes.
    Allowed(Allowed),
}

/// Files that an allowed call touches.
#[derive(Default)]
pub struct Allowed {
    /// Its parts, by repository.
    pub touched: Vec<Touched<'static>>,
    /// The files whose next text the call states.
    pub edited: Vec<Edited<'static>>,
    /// Reason why the call may want more, if a part of it was not checked.
    pub unclear: Option<&'static str>,
}

/// A file with its text before and after an edit.
pub struct Edited<'w> {
    /// The repository.
    pub workspace: &'w Workspace,
    /// The file, from the top.
    pub path: String,
    /// Its present text; empty for a new file.
    pub before: String,
    /// Its text after the edit.
    pub after: String,
}

impl ToolCall {
    /// A call of a tool that is known by name, with its arguments.
    ///
    /// # Errors
    /// A required argument of the tool is missing, or is not text.
    pub fn of_tool(
        tool: &str,
        input: &serde_json::Value,
        folder: Option<PathBuf>,
    ) -> Result<Self, BadCall> {
        let wanted = wanted(tool, input)?;
        Ok(Self { folder, wanted })
    }

    /// Judges the call and finds its context, each if wanted.
    ///
    /// # Errors
    /// Where a repository or its settings cannot be read.
    pub fn judge(
        &self,
        invocation: &Invocation,
        is_judged: bool,
        is_told: bool,
    ) -> Result<Judgement, Error> {
        let wanted = &self.wanted;
        // Most calls want nothing of any file, and wait for no repository.
        if wanted.paths.is_empty() && wanted.texts.is_empty() && wanted.unclear.is_none() {
            return Ok(Judgement::Allowed(Allowed::default()));
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
        let judge: &'static mut Judge<'static> = Box::leak(Box::new(Judge::of_call(invocation)?));
        let mut allowed = Allowed::default();
        let mut searches: Vec<&str> = Vec::new();
        if is_judged {
            if let Some(denial) = self.denial(judge)? {
                return Ok(Judgement::Denied(denial));
            }
            // An unread setting may have been meant to block this.
            if let Some(fault) = judge.take_fault() {
                return Err(fault);
            }
            allowed.unclear = judge.unclear(wanted.unclear);
            let paths = wanted.paths.iter().filter(|path| path.is_rooted);
            let paths = paths.filter(|path| path.access == Access::Search);
            searches.extend(paths.map(|path| path.text.as_str()));
        }
        let parts = if is_told {
            judge.divided(wanted, &searches)?
        } else {
            Parts::new()
        };
        let edits = if is_judged {
            self.edits(judge)
        } else {
            Vec::new()
        };
        let judge: &'static Judge<'static> = judge;
        allowed.touched = judge.touched(parts);
        allowed.edited = edited(judge, edits)?;
        Ok(Judgement::Allowed(allowed))
    }

    /// The edits whose result is known, each with the number of its repository and its path there.
    fn edits(&self, judge: &mut Judge) -> Vec<(usize, String, &Edit)> {
        let mut edits = Vec::new();
        for WantedEdit { path, edit } in &self.wanted.edits {
            // A command line only contains the text.
            let mut paths = self.wanted.paths.iter();
            if *edit == Edit::More || paths.any(|it| it.is_by_shell && it.text == *path) {
                continue;
            }
            let place = judge.innermost(path);
            edits.extend(place.map(|(nth, path)| (nth, path, edit)));
        }
        edits
    }

    fn denial(&self, judge: &mut Judge) -> Result<Option<Denial>, Error> {
        if let Some(denial) = self.judge_paths(judge) {
            return Ok(Some(denial));
        }
        if let Some(denial) = self.judge_texts(judge)? {
            return Ok(Some(denial));
        }
        if let Some(denial) = self.judge_edited_texts(judge)? {
            return Ok(Some(denial));
        }
        self.judge_edits(judge)
    }

    fn judge_paths(&self, judge: &mut Judge) -> Option<Denial> {
        // A path that begins in an unknown folder is not guessed at.
        let rooted = self.wanted.paths.iter().filter(|path| path.is_rooted);
        // Plain names first: globs take longer, and time is short.
        let (globs, plain): (Vec<_>, Vec<_>) = rooted.partition(|path| is_glob(&path.text));
        for path in plain.into_iter().chain(globs) {
            let mut denial = judge.path(&path.text, path.touch());
            if denial.is_none() && path.is_whole {
                denial = judge.whole(&path.text);
            }
            if denial.is_some() {
                return denial;
            }
        }
        None
    }

    /// Looks for secrets in what is to be written into memory.
    fn judge_texts(&self, judge: &mut Judge) -> Result<Option<Denial>, Error> {
        for text in &self.wanted.texts {
            for (workspace, place) in judge.memory_places(&text.path) {
                let denial = secret(workspace, &place, &text.text)?;
                if denial.is_some() {
                    return Ok(denial);
                }
            }
        }
        Ok(None)
    }

    /// Looks for secrets that edits put together in memory with what is there.
    fn judge_edited_texts(&self, judge: &mut Judge) -> Result<Option<Denial>, Error> {
        for WantedEdit { path, edit } in &self.wanted.edits {
            // The known text of all other edits was searched.
            if !matches!(edit, Edit::Pieces(_) | Edit::Hunks(_)) {
                continue;
            }
            for (workspace, place) in judge.memory_places(path) {
                let files = workspace.store().work_files()?;
                let TextFile::Text(before) = files.text(place.as_str())? else {
                    continue;
                };
                let denial = secret(workspace, &place, &edit.applied(&before))?;
                // One that is there already is not this edit's work.
                if denial.is_some() && secret(workspace, &place, &before)?.is_none() {
                    return Ok(denial);
                }
            }
        }
        Ok(None)
    }

    /// Looks for edits of what is made from the rules.
    fn judge_edits(&self, judge: &mut Judge) -> Result<Option<Denial>, Error> {
        for WantedEdit { path, edit } in &self.wanted.edits {
            for (workspace, place) in judge.places_in(path) {
                if !may_be_ours(&place) {
                    continue;
                }
                let files = workspace.store().work_files()?;
                // A file that is not text was not made from the rules.
                if let TextFile::Text(before) = files.text(&place)?
                    && let Some(rules) =
                        spoiled(workspace.folder(), &place, &before, &edit.applied(&before))
                {
                    return Ok(Some(of_rules(&place, &rules)));
                }
            }
        }
        Ok(None)
    }
}

/// The files of edits, with their texts.
fn edited<'w>(
    judge: &'w Judge<'_>,
    edits: Vec<(usize, String, &Edit)>,
) -> Result<Vec<Edited<'w>>, Error> {
    let mut edited = Vec::with_capacity(edits.len());
    for (nth, path, edit) in edits {
        let workspace = judge.workspace(nth);
        let before = match workspace.store().work_files()?.text(&path)? {
            TextFile::Text(before) => before,
            TextFile::Missing => String::new(),
            TextFile::Unreadable(_) => continue,
        };
        edited.push(Edited {
            workspace,
            after: edit.applied(&before),
            path,
            before,
        });
    }
    Ok(edited)
}

/// Reason why a text may not go into a file of memory: it has a secret.
fn secret(workspace: &Workspace, place: &RepoPath, text: &str) -> Result<Option<Denial>, Error> {
    match workspace.admit(place, text) {
        Ok(_) => Ok(None),
        Err(error @ Error::Secret { .. }) => Ok(Some(Denial {
            rule: Rule::Secret,
            reason: error.to_string().replace('\n', "; "),
            advice: error.advice(),
        })),
        Err(error) => Err(error),
    }
}
