//! A commit as bytes, with its trees and files and without its parents; and the same commit made
//! of them again.
//!
//! The bytes are objects one after the other, each as `<type> <length>\n<content>`: the commit
//! first, then everything that its tree reaches, each once.

use std::collections::{HashMap, HashSet};

use super::backend::{EntryKind, ObjectKind};
use super::tree_names::TreeNames;
use super::{Error, ObjectId, Repo};
use crate::durability::Durability;

const PARENT: &[u8] = b"parent ";
const KINDS: [(&str, ObjectKind); 3] = [
    ("commit", ObjectKind::Commit),
    ("tree", ObjectKind::Tree),
    ("blob", ObjectKind::Blob),
];

impl Repo {
    /// Returns a commit without its parents, with all that its tree holds; submodules are left out.
    pub fn whole_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        push(
            &mut bytes,
            "commit",
            &without_parents(&self.backend().raw_commit(id)?),
        );
        let mut pending = vec![self.commit(id)?.tree];
        let mut met = HashSet::new();
        while let Some(tree) = pending.pop() {
            if !met.insert(tree) {
                continue;
            }
            // git does not always store it.
            let raw = if tree == ObjectId::of_empty_tree(self.format())? {
                Vec::new()
            } else {
                self.backend().raw_tree(tree)?
            };
            push(&mut bytes, "tree", &raw);
            for name in TreeNames::of(raw, self.format().length())?.iter() {
                match name.kind {
                    None => pending.push(name.id),
                    Some(EntryKind::Submodule) => {}
                    Some(_) if met.insert(name.id) => {
                        push(&mut bytes, "blob", &self.blob(name.id)?);
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(bytes)
    }

    /// Stores the commit that [`Repo::whole_commit`] returned as bytes, with these parents. `None`
    /// if the bytes are others, or lack an object of the commit's tree: they may come from anybody.
    ///
    /// # Errors
    /// If an object cannot be written.
    pub fn write_whole_commit(
        &self,
        bytes: &[u8],
        parents: &[ObjectId],
        durability: Durability,
    ) -> Result<Option<ObjectId>, Error> {
        let Some(objects) = objects(bytes) else {
            return Ok(None);
        };
        let Some(((ObjectKind::Commit, commit), rest)) = objects.split_first() else {
            return Ok(None);
        };
        let Some((tree, raw)) = with_parents(commit, parents) else {
            return Ok(None);
        };
        let writer = self.writer(durability)?;
        let mut children: HashMap<ObjectId, Vec<ObjectId>> = HashMap::new();
        for (kind, content) in rest {
            let names = match kind {
                ObjectKind::Commit => return Ok(None),
                ObjectKind::Blob => TreeNames::default(),
                ObjectKind::Tree => match TreeNames::of(content.to_vec(), self.format().length()) {
                    Ok(names) => names,
                    Err(_) => return Ok(None),
                },
            };
            let held = names
                .iter()
                .filter(|it| it.kind != Some(EntryKind::Submodule));
            let held = held.map(|it| it.id).collect();
            children.insert(writer.write(*kind, content)?, held);
        }
        let is_whole = children.contains_key(&tree)
            && children
                .values()
                .flatten()
                .all(|id| children.contains_key(id));
        if is_whole {
            writer.write(ObjectKind::Commit, &raw).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Stores encrypted bytes as a blob. No guard has to see them: they were made from what it saw.
    pub fn write_encrypted(
        &self,
        content: &[u8],
        durability: Durability,
    ) -> Result<ObjectId, Error> {
        self.writer(durability)?.write(ObjectKind::Blob, content)
    }
}

fn push(bytes: &mut Vec<u8>, kind: &str, content: &[u8]) {
    bytes.extend_from_slice(format!("{kind} {}\n", content.len()).as_bytes());
    bytes.extend_from_slice(content);
}

fn objects(mut bytes: &[u8]) -> Option<Vec<(ObjectKind, &[u8])>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let (name, length) = std::str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
        let (_, kind) = KINDS.into_iter().find(|(known, _)| *known == name)?;
        let (content, rest) = bytes[end + 1..].split_at_checked(length.parse().ok()?)?;
        found.push((kind, content));
        bytes = rest;
    }
    Some(found)
}

/// Number of bytes of a commit's header lines.
fn head_length(raw: &[u8]) -> usize {
    let end = raw.windows(2).position(|pair| pair == b"\n\n");
    end.map_or(raw.len(), |at| at + 1)
}

fn without_parents(raw: &[u8]) -> Vec<u8> {
    let (head, message) = raw.split_at(head_length(raw));
    let lines = head.split_inclusive(|byte| *byte == b'\n');
    let mut out = lines
        .filter(|line| !line.starts_with(PARENT))
        .collect::<Vec<_>>()
        .concat();
    out.extend_from_slice(message);
    out
}

/// The tree of a commit without parents, and the commit's bytes with some. `None` if it has other
/// header lines than git begins with.
fn with_parents(raw: &[u8], parents: &[ObjectId]) -> Option<(ObjectId, Vec<u8>)> {
    let head = &raw[..head_length(raw)];
    let mut lines = head.split_inclusive(|byte| *byte == b'\n');
    let tree = lines.next()?;
    let id = tree.strip_prefix(b"tree ")?.strip_suffix(b"\n")?;
    let id = std::str::from_utf8(id).ok()?.parse().ok()?;
    if !lines.next()?.starts_with(b"author ") || !lines.next()?.starts_with(b"committer ") {
        return None;
    }
    if lines.any(|line| line.starts_with(PARENT)) {
        return None;
    }
    let mut out = tree.to_vec();
    for parent in parents {
        out.extend_from_slice(format!("parent {parent}\n").as_bytes());
    }
    out.extend_from_slice(&raw[tree.len()..]);
    Some((id, out))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";
    const REST: &str = "author A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nparent of all\n";

    #[test]
    fn parents_are_taken_out_and_put_in_again() {
        let parent = "1".repeat(40);
        let raw = format!("{HEAD}parent {parent}\n{REST}");
        let bare = without_parents(raw.as_bytes());
        assert_eq!(bare, format!("{HEAD}{REST}").as_bytes());
        let (_, again) = with_parents(&bare, &[parent.parse().unwrap()]).unwrap();
        assert_eq!(again, raw.as_bytes());
        assert_eq!(with_parents(raw.as_bytes(), &[]), None);
        assert_eq!(with_parents(b"tree x\n", &[]), None);
    }

    #[test]
    fn objects_follow_each_other() {
        let mut bytes = Vec::new();
        push(&mut bytes, "commit", b"a\n\nb");
        push(&mut bytes, "blob", b"");
        let found = objects(&bytes).unwrap();
        let expected: [(ObjectKind, &[u8]); 2] =
            [(ObjectKind::Commit, b"a\n\nb"), (ObjectKind::Blob, b"")];
        assert_eq!(found, expected);
        for bad in ["commit", "commit 1\n", "tag 0\n", "blob -1\n", "blob 9\nx"] {
            assert_eq!(objects(bad.as_bytes()), None, "{bad}");
        }
    }
}
