//! Refs: reading them and their logs, and moving them without losing another process's move.

use git2::{ErrorCode, Repository};

use super::objects::oid;
use crate::backend::{Head, Moved, RefLine, branch_of};
use crate::{Error, ObjectId};

pub(crate) fn head(repository: &Repository) -> Result<Head, Error> {
    let head = repository
        .find_reference("HEAD")
        .map_err(Error::reading("HEAD"))?;
    let branch = head
        .symbolic_target_bytes()
        .map(|name| branch_of(&String::from_utf8_lossy(name)).to_owned());
    let commit = match head.resolve() {
        Ok(direct) => direct.target().map(ObjectId::from),
        // The branch has no commit yet.
        Err(error) if error.code() == ErrorCode::NotFound => None,
        Err(error) => return Err(Error::reading("HEAD")(error)),
    };
    Ok(Head { branch, commit })
}

pub(crate) fn find(repository: &Repository, name: &str) -> Result<Option<ObjectId>, Error> {
    match repository.find_reference(name) {
        Ok(reference) => match reference.target() {
            Some(id) => Ok(Some(id.into())),
            None => Err(Error::Symbolic(name.to_owned())),
        },
        // A name that no ref can have is the name of no ref.
        Err(error) if matches!(error.code(), ErrorCode::NotFound | ErrorCode::InvalidSpec) => {
            Ok(None)
        }
        Err(error) => Err(Error::reading(name)(error)),
    }
}

pub(crate) fn move_one(
    repository: &Repository,
    name: &str,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
) -> Result<Moved, Error> {
    let done = match (old, new) {
        (None, None) => Ok(Moved::Done),
        (Some(old), Some(new)) => put(
            repository,
            name,
            oid(repository, old)?,
            oid(repository, new)?,
        ),
        // All zeros: the ref must not be there. Without it, two processes could both create the
        // ref, and one's commit would be lost.
        (None, Some(new)) => put(
            repository,
            name,
            oid(repository, new.zero())?,
            oid(repository, new)?,
        ),
        (Some(old), None) => delete(repository, name, old),
    };
    match done {
        Ok(moved) => Ok(moved),
        Err(error) => match error.code() {
            // Not found: `git pack-refs` takes away folders that are empty for a moment.
            ErrorCode::Locked | ErrorCode::Modified | ErrorCode::Exists | ErrorCode::NotFound => {
                Ok(Moved::Contended)
            }
            _ => Err(Error::writing(name)(error)),
        },
    }
}

fn put(
    repository: &Repository,
    name: &str,
    old: git2::Oid,
    new: git2::Oid,
) -> Result<Moved, git2::Error> {
    // With only `force`, it would overwrite the ref; with `old`, only if the ref still has that
    // value.
    repository.reference_matching(name, new, true, old, "git-memory")?;
    Ok(Moved::Done)
}

fn delete(repository: &Repository, name: &str, old: ObjectId) -> Result<Moved, git2::Error> {
    let mut found = repository.find_reference(name)?;
    // libgit2 compares again under the ref's lock: it deletes the value that was found here, or
    // nothing.
    if found.target().map(ObjectId::from) != Some(old) {
        return Ok(Moved::Contended);
    }
    found.delete()?;
    Ok(Moved::Done)
}

pub(crate) fn reflog(repository: &Repository, name: &str) -> Result<Vec<RefLine>, Error> {
    let has_log = repository
        .reference_has_log(name)
        .map_err(Error::reading(name))?;
    // libgit2 would create a missing log when it is asked to read it.
    if !has_log {
        return Ok(Vec::new());
    }
    let log = repository.reflog(name).map_err(Error::reading(name))?;
    let mut lines = Vec::with_capacity(log.len());
    for line in log.iter() {
        lines.push(RefLine {
            new: line.id_new().into(),
            time: line.committer().when().seconds(),
            message: match line.message_bytes() {
                Some(message) => String::from_utf8_lossy(message).into_owned(),
                None => String::new(),
            },
        });
    }
    Ok(lines)
}
