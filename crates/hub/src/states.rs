//! The memory of a mirror's branch at each of its commits: the changes from one to the next,
//! in the form of the table's rows.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use git_memory_app::View;
use git_memory_app::recall::entities::{author_ties, own_ties};
use git_memory_app::workspace::Workspace;
use git_memory_git::ObjectId;
use git_memory_model::graph::Tie;
use git_memory_model::record::Record;
use git_memory_recall::{Builder, Document, Language};
use git_memory_text::limits;

use crate::Error;
use crate::left_out::LeftOut;

/// Bytes of stems that a row may have; PostgreSQL takes a mebibyte.
const WORDS: usize = 900_000;
/// Bytes of one of them; PostgreSQL takes two kibibytes.
const WORD: usize = 2_000;
/// Between two stems in one text: no stem has it.
pub const BETWEEN: char = '\u{1f}';

/// The blob of each file of memory.
pub type Blobs = BTreeMap<String, String>;

/// The changes of one commit.
#[derive(Debug)]
pub struct Change {
    /// The commit.
    pub commit: String,
    /// Its time, in seconds since 1970.
    pub time: i64,
    /// Paths of files that it removed or changed.
    pub gone: Vec<String>,
    /// Files that it added or changed, as they are then.
    pub new: Vec<Version>,
    /// Files that are no records then.
    pub left_out: LeftOut,
}

/// A file of memory as a row.
#[derive(Debug)]
pub struct Version {
    /// Its path.
    pub path: String,
    /// Its blob.
    pub blob: String,
    /// Its id, or its path.
    pub id: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// Its status.
    pub status: String,
    /// The part of the project that it is about.
    pub scope: String,
    /// Its title.
    pub title: String,
    /// Its first words.
    pub abstract_line: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The records that replaced it.
    pub superseded_by: Vec<String>,
    /// All of it, without secrets.
    pub text: String,
    /// Its stems, with [`BETWEEN`] between them.
    pub words: String,
    /// The sum of the weights of its words.
    pub length: i64,
    /// Its ties: their words, and the names of the other ends.
    pub ties: (Vec<&'static str>, Vec<String>),
    /// The number of its language.
    pub language: i16,
    /// A segment of the index that has it alone.
    pub entry: Vec<u8>,
}

/// The commits of the branch that changed memory, from the first one after `known` (or the oldest
/// that is kept) to the tip. `None` if the tip does not follow `known`.
pub fn commits(
    workspace: &Workspace,
    tip: ObjectId,
    known: Option<ObjectId>,
) -> Result<Option<Vec<ObjectId>>, Error> {
    let (store, history) = (workspace.store(), workspace.store().history());
    if let Some(known) = known
        && !(history.has_commit(known).map_err(memory)?
            && history.is_ancestor(known, tip).map_err(memory)?)
    {
        return Ok(None);
    }
    let own = match known {
        Some(known) => Some(history.between(tip, &[known]).map_err(memory)?),
        None => None,
    };
    let mut commits = Vec::new();
    history
        .walk_line(tip, &store.folders().map_err(memory)?, &mut |commit| {
            let is_new = own.as_ref().is_none_or(|own| own.contains(&commit.id));
            if !is_new || commits.len() == limits::HUB_COMMITS {
                return ControlFlow::Break(());
            }
            commits.push(commit.id);
            ControlFlow::Continue(())
        })
        .map_err(memory)?;
    commits.reverse();
    // The files may have been read before without being memory: settings name folders.
    if commits.last() != Some(&tip) {
        commits.push(tip);
    }
    Ok(Some(commits))
}

/// The changes of a commit against earlier files, which become its own.
pub fn change(workspace: &Workspace, commit: ObjectId, blobs: &mut Blobs) -> Result<Change, Error> {
    let memory_then = workspace.memory(&View::Revision(commit.to_string()))?;
    let (mut now, mut new) = (Blobs::new(), Vec::new());
    for record in memory_then.records.iter().take(limits::PARENT_FILES) {
        let Some(blob) = memory_then.blob(record) else {
            continue;
        };
        let (path, name) = (record.path.to_string(), blob.to_string());
        if blobs.get(&path) != Some(&name) {
            new.push((record, blob));
        }
        now.insert(path, name);
    }
    let mut gone = Vec::new();
    for (path, blob) in blobs.iter() {
        if now.get(path) != Some(blob) {
            gone.push(path.clone());
        }
    }
    let ids: Vec<ObjectId> = new.iter().map(|(_, blob)| *blob).collect();
    let mut versions = Vec::with_capacity(ids.len());
    let mut failed = None;
    let guard = workspace.guard()?;
    let brought = workspace.store().history().commit(commit);
    let brought = brought.map_err(memory)?;
    let author = author_ties(&brought.author, &brought.email);
    workspace
        .store()
        .objects()
        .blobs(&ids, |nth, content| {
            let (record, blob) = &new[nth];
            let text = guard.redact(&String::from_utf8_lossy(content));
            let mut ties = own_ties(record, text.as_str());
            ties.extend(author.iter().cloned());
            match version(record, *blob, text.as_str(), content, ties) {
                Ok(version) => versions.push(version),
                Err(error) => failed = Some(error),
            }
        })
        .map_err(memory)?;
    if let Some(failed) = failed {
        return Err(failed);
    }
    *blobs = now;
    Ok(Change {
        commit: commit.to_string(),
        time: brought.time,
        gone,
        new: versions,
        left_out: LeftOut::of(workspace, &memory_then)?,
    })
}

fn version(
    record: &Record,
    blob: ObjectId,
    text: &str,
    content: &[u8],
    ties: BTreeSet<(Tie, String)>,
) -> Result<Version, Error> {
    let (mut words, mut length, mut language) = (String::new(), 0, Language::ENGLISH);
    let mut builder = Builder::default();
    builder.add(&blob.to_string().into_bytes(), |lexicon| {
        let document = Document::of_file(content, Language::ENGLISH, lexicon);
        for (word, _) in document.words(lexicon) {
            // Of a word that is an ending only, no stem is left: Turkish `leri`.
            let is_stem = (1..=WORD).contains(&word.len()) && !word.contains(BETWEEN);
            if is_stem && words.len() + word.len() < WORDS {
                words.push_str(word);
                words.push(BETWEEN);
            }
        }
        (length, language) = (document.length(), document.language());
        document
    });
    words.pop();
    let header = &record.header;
    let names = |names: &[git_memory_model::record::Name]| {
        names.iter().map(|it| plain(&it.to_string())).collect()
    };
    Ok(Version {
        path: plain(record.path.as_str()),
        blob: blob.to_string(),
        id: plain(&header.id.to_string()),
        kind: record.kind_name(),
        status: plain(&header.status),
        scope: plain(header.scope.as_str()),
        title: plain(&header.title),
        abstract_line: plain(&header.abstract_line),
        tags: header.tags.iter().map(|tag| plain(tag)).collect(),
        superseded_by: names(&header.superseded_by),
        text: plain(text),
        words: plain(&words),
        length: i64::from(length),
        ties: ties
            .into_iter()
            .map(|(tie, name)| (tie.name(), plain(&name)))
            .unzip(),
        language: i16::from(language.number()),
        entry: builder
            .write(Vec::new())
            .map_err(Error::system("write an index entry"))?,
    })
}

/// A text as PostgreSQL takes it: it has no place for the character of number 0.
fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn memory(error: impl Into<git_memory_app::workspace::Error>) -> Error {
    Error::Memory(error.into())
}
