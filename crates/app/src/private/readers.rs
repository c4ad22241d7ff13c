//! The people who can read the work log on a remote, and the key that reads it here.
//!
//! The people are those of the default branch: a branch of anybody can be checked out, and must not
//! add a reader, or take away the encryption.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::synced::{Encryption, KeyHere};
use crate::records::base::default_of;
use crate::workspace::user_folders::absolute;
use crate::workspace::{Error, RecipientsFault, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_model::layout::RECIPIENTS;
use git_memory_seal::{BadIdentity, Identity, Person, Recipients, Sealer};
use git_memory_store::given::{self, Content};
use git_memory_store::{self as store, Private};
use git_memory_text::{limits, visible_line};

/// The key that is used if the settings name none, below the home folder.
const USUAL_KEY: &str = ".ssh/id_ed25519";

/// The people who can read.
#[derive(Default)]
pub(crate) struct Readers {
    pub(crate) sealer: Sealer,
    /// The file that names them; `None` if nothing is encrypted.
    pub(crate) file: Option<ObjectId>,
    pub(crate) told: Encryption,
}

/// Finds the people who can read on a remote; `noted` is the ref of the file that the last sync
/// went by.
///
/// # Errors
/// [`Error::NotEncrypted`] if it is not certain who can.
pub(crate) fn readers(
    workspace: &Workspace,
    private: &Private,
    remote: &str,
    noted: &str,
) -> Result<Readers, Error> {
    let files = workspace.store();
    let base = default_of(workspace, remote, None)?;
    let head = files.history().head_commit()?;
    let (revision, commit) = match base {
        Some(base) => (base.name, Some(base.tip)),
        None => ("HEAD".to_owned(), head),
    };
    let refuse = |fault| Error::NotEncrypted {
        file: workspace.folder().join(RECIPIENTS),
        revision: visible_line(&revision).into_owned(),
        fault,
    };
    let before = match private.reference(noted)? {
        Some(blob) => Some(Recipients::read(&files.objects().blob(blob)?).people),
        None => None,
    };
    let file = match commit {
        Some(commit) => files.committed_list(commit, RECIPIENTS)?,
        None => None,
    };
    let Some((file, content)) = file else {
        if before.is_some() {
            return Err(refuse(RecipientsFault::Gone {
                noted: noted.to_owned(),
            }));
        }
        if is_here(workspace, head)? {
            return Err(refuse(RecipientsFault::Unmerged));
        }
        let (identity, _) = identity(workspace)?;
        return Ok(Readers {
            sealer: Sealer::new(Vec::new(), identity),
            file: None,
            told: Encryption::default(),
        });
    };
    let Recipients { people, faults } = Recipients::read(&content);
    if people.is_empty() {
        return Err(refuse(RecipientsFault::Nobody));
    }
    let mut told = Encryption {
        readers: names(&people),
        faults: faults.iter().map(|it| (it.line, it.reason)).collect(),
        is_first: before.is_none(),
        ..Encryption::default()
    };
    if let Some(before) = before {
        told.added = names(&without(&people, &before));
        told.removed = names(&without(&before, &people));
    }
    let (identity, fault) = identity(workspace)?;
    let sealer = Sealer::new(people, identity);
    // The library does not tell whether a key is that of one of the people, but a trial does.
    let trial = sealer.seal(b"").map_err(store::Error::from)?;
    told.key = match fault {
        Some(fault) => KeyHere::Unusable(fault),
        None if sealer.open(&trial, 0).is_ok() => KeyHere::Reads,
        None => KeyHere::Other,
    };
    Ok(Readers {
        sealer,
        file: Some(file),
        told,
    })
}

/// True if the file is at HEAD or in the work tree.
fn is_here(workspace: &Workspace, head: Option<ObjectId>) -> Result<bool, Error> {
    let store = workspace.store();
    if let Some(head) = head
        && store.committed_list(head, RECIPIENTS)?.is_some()
    {
        return Ok(true);
    }
    if !store.has_work_tree() {
        return Ok(false);
    }
    let path = workspace.folder().join(RECIPIENTS);
    Ok(store.work_files()?.read(&path)?.is_some())
}

fn names(people: &[Person]) -> Vec<String> {
    people
        .iter()
        .map(|person| person.name().to_owned())
        .collect()
}

/// The people whose keys are not those of others.
fn without(people: &[Person], others: &[Person]) -> Vec<Person> {
    let known: BTreeSet<&str> = others.iter().map(Person::key).collect();
    let mut rest = people.to_vec();
    rest.retain(|person| !known.contains(person.key()));
    rest
}

/// The person's private key, or the reason why there is none.
fn identity(workspace: &Workspace) -> Result<(Option<Identity>, Option<String>), Error> {
    let home = absolute(workspace.invocation(), "HOME");
    let named = settings::identity(workspace)?;
    let path = match (&named, home) {
        (Some(name), home) => match (name.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => workspace.invocation().path(&PathBuf::from(name)),
        },
        (None, Some(home)) => home.join(USUAL_KEY),
        (None, None) => return Ok((None, None)),
    };
    if named.is_none() && !given::is_there(&path) {
        return Ok((None, None));
    }
    let shown = path.display();
    let content = match given::read_at_most(&path, limits::IDENTITY_BYTES as u64) {
        Ok(Content::Whole(content)) => content,
        Ok(Content::TooLarge) => {
            return Ok((None, Some(format!("'{shown}' {}", BadIdentity::NoKey))));
        }
        Err(error) => return Ok((None, Some(error.to_string()))),
    };
    Ok(match Identity::read(&content) {
        Ok(identity) => (Some(identity), None),
        Err(fault) => (None, Some(format!("'{shown}' {fault}"))),
    })
}
