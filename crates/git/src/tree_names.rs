//! Reads the entries of one tree, without the contents of its folders (gitformat-pack(5) calls the
//! content of a tree a list of `<mode> SP <name> NUL <id>`).

use std::cmp::Ordering;
use std::ops::Range;

use super::backend::EntryKind;
use super::{Error, ObjectId, Repo};

/// A name that a tree lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeName<'a> {
    /// The name, as git's bytes.
    pub name: &'a [u8],
    /// Kind of the entry; `None` for a folder.
    pub kind: Option<EntryKind>,
    /// The id of its tree or blob (of the commit, for a submodule).
    pub id: ObjectId,
}

impl<'a> TreeName<'a> {
    /// The bytes that git sorts a tree by: a folder's name ends in a slash.
    pub(super) fn sorted_by(self) -> impl Iterator<Item = u8> + 'a {
        let slash = self.kind.is_none().then_some(b'/');
        self.name.iter().copied().chain(slash)
    }
}

/// The entries of a tree, in git's order. A folder may list very many: they stay the bytes that git
/// has.
#[derive(Debug, Default)]
pub struct TreeNames {
    raw: Vec<u8>,
    /// Where each entry begins.
    starts: Vec<usize>,
    id_length: usize,
}

impl TreeNames {
    /// The entries in a tree's bytes.
    pub(super) fn of(raw: Vec<u8>, id_length: usize) -> Result<Self, Error> {
        let (mut starts, mut at) = (Vec::new(), 0);
        while at < raw.len() {
            starts.push(at);
            let Some((_, length)) = entry(&raw[at..], id_length) else {
                return Err(Error::unexpected("cat-file"));
            };
            at += length;
        }
        Ok(Self {
            raw,
            starts,
            id_length,
        })
    }

    /// Number of the entries.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = TreeName<'_>> {
        self.within(0..self.len())
    }

    /// Some of the entries.
    pub(super) fn within(&self, places: Range<usize>) -> impl Iterator<Item = TreeName<'_>> {
        let starts = self.starts[places].iter();
        starts.filter_map(|start| self.at(*start))
    }

    /// The places of the entries whose name begins with some bytes; a folder's name ends in a slash.
    pub(super) fn beginning(&self, bytes: &[u8]) -> Range<usize> {
        let order = |start: &usize| {
            let name = self.at(*start)?;
            let begin = name.sorted_by().take(bytes.len());
            Some(begin.cmp(bytes.iter().copied()))
        };
        let is_before = |start: &usize| order(start).is_some_and(Ordering::is_lt);
        let is_within = |start: &usize| order(start).is_some_and(Ordering::is_le);
        let start = self.starts.partition_point(is_before);
        start..start + self.starts[start..].partition_point(is_within)
    }

    fn at(&self, start: usize) -> Option<TreeName<'_>> {
        let (name, _) = entry(&self.raw[start..], self.id_length)?;
        Some(name)
    }
}

impl Repo {
    /// Returns the entries of a tree.
    pub fn tree_names(&self, tree: ObjectId) -> Result<TreeNames, Error> {
        TreeNames::of(self.backend().raw_tree(tree)?, self.format().length())
    }
}

/// The first entry of a tree's bytes, and its length.
fn entry(raw: &[u8], id_length: usize) -> Option<(TreeName<'_>, usize)> {
    let space = raw.iter().position(|byte| *byte == b' ')?;
    let mode = u32::from_str_radix(std::str::from_utf8(&raw[..space]).ok()?, 8).ok()?;
    let rest = &raw[space + 1..];
    let end = rest.iter().position(|byte| *byte == 0)?;
    let id = rest.get(end + 1..end + 1 + id_length)?;
    let name = TreeName {
        name: &rest[..end],
        kind: (mode != 0o040_000).then(|| EntryKind::of_mode(mode)),
        id: ObjectId::from_bytes(id)?,
    };
    Some((name, space + 1 + end + 1 + id_length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut raw = Vec::new();
        for (mode, name) in entries {
            raw.extend_from_slice(format!("{mode} {name}\0").as_bytes());
            raw.extend_from_slice(&[7; 20]);
        }
        raw
    }

    #[test]
    fn entries_are_found_by_the_beginning_of_their_names() {
        let raw = tree(&[
            ("100644", "a"),
            ("40000", "a-b"),
            ("100644", "a.b"),
            ("40000", "a"),
            ("100644", "a0"),
            ("100644", "b"),
        ]);
        let names = TreeNames::of(raw, 20).unwrap();
        for (beginning, expected) in [
            ("", 0..6),
            ("a", 0..5),
            ("a/", 3..4),
            ("a-b/", 1..2),
            ("a.", 2..3),
            ("b", 5..6),
            ("b/", 6..6),
            ("a1", 5..5),
        ] {
            assert_eq!(
                names.beginning(beginning.as_bytes()),
                expected,
                "{beginning}"
            );
        }
    }

    #[test]
    fn a_tree_is_a_list_of_names() {
        let raw = tree(&[
            ("40000", "a"),
            ("100755", "b c"),
            ("120000", "l"),
            ("160000", "s"),
        ]);
        let names = TreeNames::of(raw.clone(), 20).unwrap();
        let kinds: Vec<_> = names.iter().map(|it| it.kind).collect();
        let (file, link) = (Some(EntryKind::File), Some(EntryKind::Link));
        assert_eq!(kinds, [None, file, link, Some(EntryKind::Submodule)]);
        for end in [1, 5, 8, 20, raw.len() - 1] {
            assert!(TreeNames::of(raw[..end].to_vec(), 20).is_err(), "{end}");
        }
        assert_eq!(TreeNames::of(Vec::new(), 20).unwrap().len(), 0);
    }
}
