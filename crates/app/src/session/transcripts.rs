//! Summaries of sessions that ended before git-memory was connected: `import transcripts`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::summary::{made, read, run_of, told_by_chain};
use crate::private::settle::settle;
use crate::private::summary;
use crate::workspace::{Error, Workspace, settings};
use git_memory_store::Transcript;
use git_memory_store::given::{GivenFile, is_there, texts_below};
use git_memory_text::visible_line;

/// The endings of a transcript: one of lines, and one that is a JSON object.
const LINES: &str = "jsonl";
const WHOLE: &str = "json";
/// Prefix of Gemini CLI's names for objects; other files of this ending are not transcripts.
const SESSION: &str = "session-";

/// Result for one transcript.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its path from the folder.
    pub file: String,
    /// The result.
    pub fate: Fate,
}

impl Outcome {
    /// Returns the result in one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.fate {
            Fate::Imported(..) => "imported",
            Fate::Known => "known",
            Fate::Empty => "empty",
            Fate::Elsewhere(_) => "elsewhere",
            Fate::Refused(_) => "refused",
        }
    }

    /// Reason why it was left out, if the word does not explain it.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match &self.fate {
            Fate::Imported(..) | Fate::Known => None,
            Fate::Empty => Some("nothing in it to summarize"),
            Fate::Elsewhere(folder) => Some(folder),
            Fate::Refused(why) => Some(why),
        }
    }
}

/// Results that a transcript can have.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It was summarized, or would be, under this title; with the id of the summary that was
    /// written.
    Imported(String, Option<String>),
    /// All of it was summarized before.
    Known,
    /// Nothing in it is worth a summary, or it is not a transcript.
    Empty,
    /// It is of a session in another folder.
    Elsewhere(String),
    /// It cannot be read.
    Refused(String),
}

/// Imports the transcripts in a folder and below it, the oldest session first.
///
/// # Errors
/// [`Error::NoPrivate`], or where the folder cannot be read or a summary not be written.
pub fn import(workspace: &Workspace, folder: &Path, is_dry: bool) -> Result<Vec<Outcome>, Error> {
    if !settings::allows_private(workspace)? {
        return Err(Error::NoPrivate);
    }
    settle(workspace)?;
    let folder = workspace.invocation().path(folder);
    let mut files = texts_below(&folder, &[LINES, WHOLE])?.files;
    files.retain(|given| is_transcript(&given.file));
    // The work log shows the newest step first. What cannot be read is named in its turn.
    files.sort_by_cached_key(|given| {
        let opened = Transcript::open(&given.file).map_err(Error::from);
        let read = opened.and_then(|transcript| read(workspace.folder(), transcript, 0));
        read.ok().and_then(|read| read.story.time)
    });
    let mut outcomes = Vec::new();
    let mut looked = HashMap::new();
    for GivenFile { file, shown } in files {
        let fate = one(workspace, &file, is_dry, &mut looked)?;
        outcomes.push(Outcome {
            file: visible_line(&shown).into_owned(),
            fate,
        });
    }
    outcomes.sort_by(|one: &Outcome, other| one.file.cmp(&other.file));
    Ok(outcomes)
}

/// True if a file is a transcript by its name. When Gemini CLI continues an older session, it
/// writes lines beside the object; those lines contain the object's text, so that the object does
/// not count.
fn is_transcript(file: &Path) -> bool {
    let is_whole = file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case(WHOLE));
    let name = file.file_name().unwrap_or_default();
    !is_whole
        || (name.to_string_lossy().starts_with(SESSION) && !is_there(&file.with_extension(LINES)))
}

/// Imports one. In a dry run, `looked` replaces the store: it has how much of each session was read
/// so far, as a copy of a transcript would be imported once.
fn one(
    workspace: &Workspace,
    file: &Path,
    is_dry: bool,
    looked: &mut HashMap<String, u64>,
) -> Result<Fate, Error> {
    let opened = Transcript::open(file).map_err(Error::from);
    let first = match opened.and_then(|transcript| read(workspace.folder(), transcript, 0)) {
        Ok(first) => first,
        Err(error) => return Ok(Fate::Refused(error.to_string())),
    };
    if let Some(folder) = &first.story.folder
        && !is_here(workspace, folder)?
    {
        return Ok(Fate::Elsewhere(visible_line(folder).into_owned()));
    }
    // Agents give the session's name to the file.
    let stem = || Some(file.file_stem()?.to_string_lossy().into_owned());
    let Some(id) = first.story.session.clone().or_else(stem) else {
        return Ok(Fate::Empty);
    };
    let Ok(run) = run_of(&id) else {
        return Ok(Fate::Empty);
    };
    // The store remembers nothing of what is only looked at.
    let mut known = if is_dry {
        None
    } else {
        Some(workspace.store().session(&id)?)
    };
    let seen = match &known {
        Some(known) => known.read,
        None => looked.get(&id).copied().unwrap_or(0),
    };
    let told = told_by_chain(workspace, &run)?.max(seen);
    if told >= first.end && first.end > 0 {
        return Ok(Fate::Known);
    }
    let agent = first.story.agent;
    let part = if told == 0 {
        first
    } else {
        read(workspace.folder(), Transcript::open(file)?, told)?
    };
    let Some(mut summary) = made(workspace, &run, agent, &part)? else {
        return Ok(Fate::Empty);
    };
    summary.time = part.story.time;
    let title = summary.title();
    let Some(known) = &mut known else {
        looked.insert(id, part.end);
        return Ok(Fate::Imported(title, None));
    };
    let appended = summary::append(workspace, summary)?;
    known.read = part.end;
    known.save()?;
    Ok(Fate::Imported(title, Some(appended.id)))
}

/// True if a session's folder is in this work tree.
fn is_here(workspace: &Workspace, folder: &str) -> Result<bool, Error> {
    let files = workspace.store().work_files()?;
    Ok(PathBuf::from(folder).starts_with(files.top()))
}
