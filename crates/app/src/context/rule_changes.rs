//! The changes of files that put rules into them.

use crate::workspace::{Error, Workspace};
use git_memory_model::rules;
use git_memory_model::rules::{AGENTS, CLAUDE, CURSOR, MADE, ScopeRules, has_block, is_ours_at};
use git_memory_store::write::Change;
use git_memory_store::{Error as StoreError, TextFile};
use git_memory_text::path::{RepoPath, folder};

/// A file before a change.
pub(crate) struct Before {
    path: RepoPath,
    /// `None` without a file.
    bytes: Option<Vec<u8>>,
}

impl Before {
    /// # Errors
    /// Where it is there, and no text.
    pub(crate) fn of(workspace: &Workspace, name: &str) -> Result<Self, Error> {
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

    /// The file's text; empty without a file.
    pub(crate) fn text(&self) -> String {
        match &self.bytes {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => String::new(),
        }
    }

    /// True if the file exists, and we did not make it as a whole.
    pub(crate) fn is_foreign(&self) -> bool {
        self.bytes.is_some() && !self.text().contains(MADE)
    }

    /// The change that makes this its text; `None` where it is already.
    pub(crate) fn changed(
        self,
        workspace: &Workspace,
        after: String,
    ) -> Result<Option<Change>, Error> {
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

/// The change that puts our block into a file, made from the rules of a folder; without `content`,
/// the one that takes it out, with the file where nothing else is in it. `None` where there is
/// nothing to do.
///
/// # Errors
/// [`Error::OddBlock`], or if the file is not text.
pub(crate) fn with_block(
    workspace: &Workspace,
    name: &str,
    rules: &str,
    content: &str,
) -> Result<Option<Change>, Error> {
    let before = Before::of(workspace, name)?;
    let Ok(after) = rules::with_block(&before.text(), rules, content) else {
        return Err(Error::OddBlock(before.path));
    };
    match before.bytes {
        Some(bytes) if after.trim().is_empty() && has_block(&String::from_utf8_lossy(&bytes)) => {
            Ok(Some(Change::Remove(before.path, bytes)))
        }
        bytes => Before { bytes, ..before }.changed(workspace, after),
    }
}

/// Returns the line with which `CLAUDE.md` imports the rules beside it; empty without rules, or if
/// the user has written that line.
///
/// # Errors
/// Where the file is there, and no text.
pub(crate) fn import(
    workspace: &Workspace,
    name: &str,
    of_scope: &ScopeRules,
) -> Result<String, Error> {
    let line = format!("@{AGENTS}");
    let before = Before::of(workspace, name)?;
    let own = rules::without_block(&before.text());
    let is_imported = own.lines().any(|own| own.trim() == line);
    Ok(if of_scope.told().is_empty() || is_imported {
        String::new()
    } else {
        line
    })
}

/// The files in folders of the work tree that have a block of this project's in them.
pub(crate) fn nested_blocks(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    let files = store.work_files()?;
    let mut found = Vec::new();
    for path in store.staging().places_of(&[AGENTS, CLAUDE])? {
        // git has the path, but a link may lead somewhere else by now.
        let is_here = files.resolved(&path).as_deref() == Some(&path);
        if is_here
            && !folder(&path).is_empty()
            && let TextFile::Text(text) = files.text(&path)?
            && is_ours_at(&path, &text)
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// The files for Cursor that were made as a whole.
pub(crate) fn made_for_cursor(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let files = workspace.store().work_files()?;
    let mut found = Vec::new();
    for path in files.files_below(CURSOR)? {
        // All files that we make are text.
        if path.strip_suffix(".mdc").is_some()
            && matches!(files.text(&path)?, TextFile::Text(text) if text.contains(MADE))
        {
            found.push(path);
        }
    }
    Ok(found)
}
