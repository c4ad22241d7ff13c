//! Objects of a repository: read, written, and walked from one commit to another.

use git2::{ErrorCode, ObjectType, Odb, Repository};

use crate::backend::ObjectKind;
use crate::held::{Held, TakeHeld};
use crate::{Error, ObjectFormat, ObjectId};

/// Maximum number of retries after an object could not be written.
const WRITE_RETRIES: usize = 3;
/// The longest name of a file, in bytes, on known systems: a longer revision cannot be the name of
/// a ref, and looking for it fails.
const NAME: usize = 255;

/// An id in libgit2's form. An id with the length of another object format names nothing here.
pub(crate) fn oid(repository: &Repository, id: ObjectId) -> Result<git2::Oid, Error> {
    // Ids come from notes, refs and files of strangers, and libgit2 writes past the end of its
    // buffers if it is asked for a longer id than its repository's.
    let length = match repository.object_format() {
        git2::ObjectFormat::Sha256 => ObjectFormat::Sha256.length(),
        git2::ObjectFormat::Sha1 => ObjectFormat::Sha1.length(),
    };
    if id.as_bytes().len() != length {
        return Err(Error::UnknownRevision(id.to_string()));
    }
    git2::Oid::from_bytes(id.as_bytes()).map_err(Error::reading(id.to_string()))
}

/// The tree of a commit, or of another object that leads to one, by its id.
pub(crate) fn tree_of(repository: &Repository, treeish: ObjectId) -> Result<git2::Oid, Error> {
    let failed = |error: git2::Error| Error::reading(treeish.to_string())(error);
    let id = oid(repository, treeish)?;
    let odb = database(repository)?;
    let object = odb.read(id).map_err(failed)?;
    match object.kind() {
        ObjectType::Tree => Ok(id),
        // Read here, as libgit2 refuses a commit with an author or date that is not as git writes
        // them: imported histories have such ones.
        ObjectType::Commit => {
            let first = object.data().split(|byte| *byte == b'\n').next();
            let id = first.and_then(|line| line.strip_prefix(b"tree "));
            let id = id.ok_or_else(|| Error::unexpected("cat-file"))?;
            oid(repository, String::from_utf8_lossy(id).parse()?)
        }
        _ => {
            let object = repository.find_object(id, None).map_err(failed)?;
            Ok(object.peel_to_tree().map_err(failed)?.id())
        }
    }
}

fn database(repository: &Repository) -> Result<Odb<'_>, Error> {
    repository
        .odb()
        .map_err(Error::reading("the object database"))
}

pub(crate) fn resolve(repository: &Repository, revision: &str) -> Result<ObjectId, Error> {
    match find(repository, revision) {
        Ok(id) => Ok(id),
        Err(error) => match error.code() {
            // A mistyped name: one that does not exist, is not a name at all, is the start of two
            // ids, or leads to no commit (a blob, say).
            ErrorCode::NotFound
            | ErrorCode::InvalidSpec
            | ErrorCode::Ambiguous
            | ErrorCode::Peel => Err(Error::UnknownRevision(revision.to_owned())),
            // A name too long for a file.
            _ if revision.len() > NAME => Err(Error::UnknownRevision(revision.to_owned())),
            _ => Err(Error::reading(revision)(error)),
        },
    }
}

fn find(repository: &Repository, revision: &str) -> Result<ObjectId, git2::Error> {
    let object = repository.revparse_single(revision)?;
    // A tree is a view of memory, too: a hook may be given one that has no commit yet.
    if object.kind() == Some(ObjectType::Tree) {
        return Ok(object.id().into());
    }
    Ok(object.peel(ObjectType::Commit)?.id().into())
}

pub(crate) fn held(
    repository: &Repository,
    ids: &[ObjectId],
    limit: u64,
    each: &mut TakeHeld<'_>,
) -> Result<(), Error> {
    let odb = database(repository)?;
    for (at, id) in ids.iter().enumerate() {
        // An id with the length of another object format names nothing here.
        let Ok(oid) = oid(repository, *id) else {
            each(at, Held::Missing);
            continue;
        };
        let failed = |error: git2::Error| Error::reading(id.to_string())(error);
        // The header first: all of the object would be in memory before it could be refused.
        match odb.read_header(oid) {
            Ok((_, kind)) if kind != ObjectType::Blob => each(at, Held::Other),
            Ok((size, _)) if size as u64 > limit => each(at, Held::TooLarge),
            Ok(_) => each(at, Held::Blob(odb.read(oid).map_err(failed)?.data())),
            Err(error) if error.code() == ErrorCode::NotFound => each(at, Held::Missing),
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(())
}

pub(crate) fn write(
    repository: &Repository,
    kind: ObjectKind,
    content: &[u8],
) -> Result<ObjectId, Error> {
    let kind = match kind {
        ObjectKind::Blob => ObjectType::Blob,
        ObjectKind::Commit => ObjectType::Commit,
        ObjectKind::Tree => ObjectType::Tree,
    };
    let odb = database(repository)?;
    // `git gc` takes away folders of objects that are empty, and may do so between their making
    // and their use.
    let mut written = odb.write(kind, content);
    for _ in 0..WRITE_RETRIES {
        if written.is_ok() {
            break;
        }
        written = odb.write(kind, content);
    }
    let id = written.map_err(Error::writing("an object"))?;
    Ok(id.into())
}

pub(crate) fn raw(
    repository: &Repository,
    id: ObjectId,
    wanted: ObjectType,
) -> Result<Vec<u8>, Error> {
    let odb = database(repository)?;
    let object = odb
        .read(oid(repository, id)?)
        .map_err(Error::reading(id.to_string()))?;
    if object.kind() == wanted {
        Ok(object.data().to_vec())
    } else {
        Err(Error::UnknownRevision(id.to_string()))
    }
}

pub(crate) fn has_object(repository: &Repository, id: ObjectId) -> Result<bool, Error> {
    match oid(repository, id) {
        Ok(id) => Ok(database(repository)?.exists(id)),
        Err(Error::UnknownRevision(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

pub(crate) fn between(
    repository: &Repository,
    from: ObjectId,
    not: &[ObjectId],
) -> Result<Vec<ObjectId>, Error> {
    let start = oid(repository, from)?;
    let mut ends = Vec::new();
    for id in not {
        ends.push(oid(repository, *id)?);
    }
    walk_between(repository, start, &ends).map_err(Error::reading(from.to_string()))
}

fn walk_between(
    repository: &Repository,
    start: git2::Oid,
    ends: &[git2::Oid],
) -> Result<Vec<ObjectId>, git2::Error> {
    let mut walk = repository.revwalk()?;
    walk.push(start)?;
    for end in ends {
        walk.hide(*end)?;
    }
    let mut found = Vec::new();
    for id in walk {
        found.push(id?.into());
    }
    Ok(found)
}

pub(crate) fn is_ancestor(
    repository: &Repository,
    ancestor: ObjectId,
    of: ObjectId,
) -> Result<bool, Error> {
    // Asked before the ids are compared: libgit2 then reports if one of them is missing.
    let is_below = repository
        .graph_descendant_of(oid(repository, of)?, oid(repository, ancestor)?)
        .map_err(Error::reading(of.to_string()))?;
    // To libgit2 a commit is not below itself; to git it is.
    Ok(is_below || ancestor == of)
}
