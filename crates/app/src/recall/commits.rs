//! Commits as texts that `recall` searches: their messages, the records that they name, and the
//! files that commits with such names changed.

use std::collections::BTreeSet;

use crate::workspace::{Error, Workspace, settings};
use git_memory_git::{Commit, ObjectId};
use git_memory_guard::redact;
use git_memory_model::evidence::{Citation, citations, following, shortened};
use git_memory_model::kind::Lifecycle;
use git_memory_model::private::message::Message;
use git_memory_recall::{Attribute, Document, Facts, Field, Lexicon, Source};
use git_memory_store::index::{DocumentSource, Index, IndexView};
use git_memory_store::{Error as StoreError, Store};
use git_memory_text::Language;
use git_memory_text::date::Date;

/// Number of commits with names of records in one call of git.
const BATCH: usize = 1000;
/// Maximum number of files of a commit that counts for them: one that changes more has changed
/// everything, and is evidence of nothing.
const FILES: usize = 100;
/// Separator of the parts of a commit's bytes. It is removed from all texts.
const PART: char = '\0';

/// The view of the newest commits that a tip reaches.
///
/// # Errors
/// A value of `memory.commits` that cannot be read, or where git cannot walk the history.
pub(crate) fn view(
    workspace: &Workspace,
    index: &Index,
    tip: ObjectId,
) -> Result<IndexView, Error> {
    let store = workspace.store();
    let limit = settings::commits(workspace)?;
    let list = || {
        let mut sources = Vec::new();
        for id in store.history().newest(tip, limit)? {
            let path = id.to_string().into();
            sources.push(DocumentSource { path, id });
        }
        Ok(sources)
    };
    let contents = |missing: &[&DocumentSource], each: &mut dyn FnMut(usize, &[u8])| {
        read_commits(store, missing, each)
    };
    Ok(index.view(
        &format!("commits-{tip}-{limit}"),
        list,
        contents,
        read_commit,
    )?)
}

/// Reads commits: those that name no record at once, then the others with the files that they
/// changed.
fn read_commits(
    store: Store,
    missing: &[&DocumentSource],
    each: &mut dyn FnMut(usize, &[u8]),
) -> Result<(), StoreError> {
    let memory = store.folder().join("");
    let mut citing = Vec::new();
    for (nth, listed) in missing.iter().enumerate() {
        let commit = store.history().commit(listed.id)?;
        let bytes = packed(&commit);
        if citations(&commit.message).is_empty() {
            each(nth, bytes.as_bytes());
        } else {
            citing.push((nth, listed.id, bytes));
        }
    }
    for batch in citing.chunks(BATCH) {
        let ids: Vec<ObjectId> = batch.iter().map(|(_, id, _)| *id).collect();
        let changes = match store.history().changes_to_all(&ids) {
            // A partial clone lacks the trees: the messages are known nevertheless.
            Err(error) if error.is_missing() => Vec::new(),
            changes => changes?,
        };
        let mut changes = changes.into_iter().peekable();
        // Both are in the order of the batch; commits without changes are left out.
        for (nth, id, bytes) in batch {
            let mut bytes = bytes.clone();
            if let Some(commit) = changes.next_if(|commit| commit.id == *id) {
                // Records are what it names, and no work on them.
                let is_work = |path: &[u8]| !path.starts_with(memory.as_bytes());
                let files = commit.files.iter().map(|file| file.path.as_slice());
                let files: Vec<&[u8]> = files.filter(|path| is_work(path)).collect();
                for path in files.iter().filter(|_| files.len() <= FILES) {
                    bytes.push(PART);
                    bytes.push_str(&String::from_utf8_lossy(path));
                }
            }
            each(*nth, bytes.as_bytes());
        }
    }
    Ok(())
}

/// The bytes that [`read_commit`] reads: the day, the message, then each file.
fn packed(commit: &Commit) -> String {
    let message = commit.message.replace(PART, " ");
    let message = shortened(&message);
    format!("{}{PART}{message}", commit.time)
}

/// The document of a commit.
fn read_commit(bytes: &[u8], usual: Language, lexicon: &mut Lexicon) -> Document {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split(PART);
    // Both are always there: `packed` writes them.
    let time = parts.next().unwrap_or_default();
    let message = redact(parts.next().unwrap_or_default());
    let Message { subject, body, .. } = Message::parse(&message);
    let keys: Vec<String> = citations(&message).iter().map(Citation::key).collect();
    let cites = keys.iter().map(|key| (Attribute::Cites, key.as_str()));
    let (mut places, mut files) = (BTreeSet::new(), 0_usize);
    for path in parts {
        places.extend(following::places(path));
        files += 1;
    }
    let touches = places.into_iter().map(|it| (Attribute::Touches, it));
    let files = files.to_string();
    let size = [(Attribute::Size, files.as_str())];
    let source = Source {
        fields: vec![(Field::Title, &subject), (Field::Body, &body)],
        attributes: cites.chain(touches).chain(size).collect(),
    };
    let day = time.parse().ok().and_then(Date::of_seconds);
    let facts = Facts {
        kind: None,
        // Nothing replaces a commit.
        lifecycle: Some(Lifecycle::Current),
        created: day,
        updated: day,
        is_faulty: false,
    };
    Document::new(&source, facts, usual, lexicon)
}
