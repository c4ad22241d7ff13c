//! Candidates for a word of the command line: ids with their titles, tags, scopes, revisions. It
//! reads only what the word needs.

use crate::private::summary;
use crate::records::in_use::{Counts, in_use};
use crate::records::source::private_records;
use crate::records::topic;
use crate::user;
use crate::workspace::{At, Error, Workspace};
use git_memory_model::keys::{self, KEYS, Setter};
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};

/// Kinds of words to complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A record's id.
    Record,
    /// The id of a record, tracked or private.
    AnyRecord,
    /// The id of a record, tracked or private, or a file of user memory.
    Editable,
    /// An entry of private memory.
    Entry,
    /// A tag.
    Tag,
    /// A category.
    Category,
    /// A scope.
    Scope,
    /// A status.
    Status,
    /// A kind of record.
    Kind,
    /// A branch, a tag of git's, or HEAD.
    Revision,
    /// A branch of this repository.
    Branch,
    /// A remote.
    Remote,
    /// A topic.
    Topic,
    /// A key of the front matter, with `=` after it.
    Key,
}

/// A word and its description; empty for a word that needs none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The word.
    pub word: String,
    /// Description of the candidate.
    pub about: String,
}

impl Candidate {
    fn plain(word: impl Into<String>) -> Self {
        Self::new(word, "")
    }

    fn new(word: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            word: word.into(),
            about: about.into(),
        }
    }
}

/// The words that begin with what was typed. A record is also found by a part of its title, where
/// no other one has it.
pub fn candidates(
    workspace: &Workspace,
    wanted: Wanted,
    typed: &str,
) -> Result<Vec<Candidate>, Error> {
    let mut found = match wanted {
        Wanted::Record => return Ok(records(&tracked(workspace)?.records, typed)),
        Wanted::AnyRecord => return any_record(workspace, typed),
        Wanted::Editable => {
            let mut found = any_record(workspace, typed)?;
            found.extend(user_files(workspace, typed)?);
            return Ok(found);
        }
        Wanted::Entry => entries(workspace)?,
        Wanted::Tag => counted(&in_use(&tracked(workspace)?.records).tags),
        Wanted::Category => counted(&in_use(&tracked(workspace)?.records).categories),
        Wanted::Scope => counted(&in_use(&tracked(workspace)?.records).scopes),
        Wanted::Status => statuses(),
        Wanted::Kind => Kind::all()
            .map(|kind| Candidate::plain(kind.name()))
            .collect(),
        Wanted::Revision => revisions(workspace)?,
        Wanted::Branch => branches(workspace)?,
        Wanted::Remote => remotes(workspace)?,
        Wanted::Topic => topics(workspace)?,
        Wanted::Key => keys(typed),
    };
    found.retain(|candidate| candidate.word.starts_with(typed));
    Ok(found)
}

fn tracked(workspace: &Workspace) -> Result<Memory, Error> {
    let view = if workspace.store().has_work_tree() {
        View::WorkTree
    } else {
        View::Revision("HEAD".to_owned())
    };
    workspace.memory(&view)
}

/// Records of tracked memory, and the private ones of this branch.
fn any_record(workspace: &Workspace, typed: &str) -> Result<Vec<Candidate>, Error> {
    let mut all = tracked(workspace)?.records.into_vec();
    all.extend(private_records(workspace)?.records.into_vec());
    Ok(records(&all, typed))
}

fn user_files(workspace: &Workspace, typed: &str) -> Result<Vec<Candidate>, Error> {
    let listed = match user::list(At::Repository(workspace)) {
        Ok(listed) => listed,
        // Without a home there are no files, but there are records.
        Err(Error::NoHome) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for file in listed.files {
        if file.path.to_string().starts_with(typed) {
            found.push(Candidate::new(
                file.path.to_string(),
                file.title.to_string(),
            ));
        }
    }
    Ok(found)
}

fn records(records: &[Record], typed: &str) -> Vec<Candidate> {
    let of = |record: &Record| Candidate::new(record.header.id.as_str(), &*record.header.title);
    let mut found = Vec::new();
    for record in records {
        if record.header.id.as_str().starts_with(typed) {
            found.push(of(record));
        }
    }
    if !found.is_empty() || typed.is_empty() {
        return found;
    }
    let typed = typed.to_lowercase();
    let has_it = |record: &&Record| record.header.title.to_lowercase().contains(&typed);
    found.extend(records.iter().filter(has_it).map(of));
    // A shell would put what several have in common in place of what was typed.
    if found.len() > 1 {
        found.clear();
    }
    found
}

fn entries(workspace: &Workspace) -> Result<Vec<Candidate>, Error> {
    let entries = summary::list(workspace, &summary::Filter::default())?;
    let mut found = Vec::new();
    for logged in entries {
        found.push(Candidate::new(logged.id(), logged.entry.title.to_string()));
    }
    Ok(found)
}

fn counted(counts: &Counts) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (word, count) in counts {
        let records = if *count == 1 { "record" } else { "records" };
        found.push(Candidate::new(word, format!("{count} {records}")));
    }
    found
}

/// The statuses of all kinds, each once.
fn statuses() -> Vec<Candidate> {
    let mut names: Vec<&str> = Vec::new();
    for kind in Kind::all() {
        names.extend(kind.statuses().iter().map(|status| status.name));
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(Candidate::plain).collect()
}

fn revisions(workspace: &Workspace) -> Result<Vec<Candidate>, Error> {
    let history = workspace.store().history();
    let mut found = vec![Candidate::plain("HEAD")];
    for branch in history.branches()? {
        found.push(Candidate::new(branch.name, "branch"));
    }
    for tag in history.tags()? {
        found.push(Candidate::new(tag, "tag"));
    }
    for branch in history.remote_branches()? {
        found.push(Candidate::new(branch.name, "remote branch"));
    }
    Ok(found)
}

fn branches(workspace: &Workspace) -> Result<Vec<Candidate>, Error> {
    let branches = workspace.store().history().branches()?;
    Ok(branches
        .into_iter()
        .map(|branch| Candidate::plain(branch.name))
        .collect())
}

fn remotes(workspace: &Workspace) -> Result<Vec<Candidate>, Error> {
    let settings = workspace.store().configuration().settings()?;
    let names = settings.subsections("remote", "url");
    Ok(names.into_iter().map(Candidate::plain).collect())
}

fn topics(workspace: &Workspace) -> Result<Vec<Candidate>, Error> {
    let topics = topic::list(&tracked(workspace)?);
    Ok(topics
        .into_iter()
        .map(|topic| Candidate::plain(topic.name))
        .collect())
}

/// The keys of the front matter; after `status=`, the statuses.
fn keys(typed: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let status = format!("{}=", keys::STATUS.name);
    if typed.starts_with(&status) {
        for candidate in statuses() {
            found.push(Candidate::plain(format!("{status}{}", candidate.word)));
        }
        return found;
    }
    for key in KEYS {
        if matches!(key.setter, Setter::Anyone) {
            found.push(Candidate::new(format!("{}=", key.name), key.about));
        }
    }
    found
}
