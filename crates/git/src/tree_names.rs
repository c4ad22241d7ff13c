//! Reads the entries of one tree, without the contents of its folders (gitformat-pack(5) calls the
//! content of a tree a list of `<mode> SP <name> NUL <id>`).

use std::cmp::Ordering;

use super::backend::EntryKind;
use super::{Error, ObjectId, Repo};

/// A name that a tree lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeName {
    /// The name, as git's bytes.
    pub name: Vec<u8>,
    /// Kind of the entry; `None` for a folder.
    pub kind: Option<EntryKind>,
    /// The id of its tree or blob (of the commit, for a submodule).
    pub id: ObjectId,
}

impl TreeName {
    /// Git's order in a tree: a folder is compared as if its name ended in a slash.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let common = self.name.len().min(other.name.len());
        let end = |it: &Self| match it.name.get(common) {
            Some(byte) => *byte,
            None if it.kind.is_none() => b'/',
            None => 0,
        };
        let of_names = self.name[..common].cmp(&other.name[..common]);
        of_names.then_with(|| end(self).cmp(&end(other)))
    }
}

impl Repo {
    /// Returns the entries of a tree, in git's order.
    pub fn tree_names(&self, tree: ObjectId) -> Result<Vec<TreeName>, Error> {
        parse(&self.backend().raw_tree(tree)?, self.format().length())
    }
}

fn parse(mut raw: &[u8], id_length: usize) -> Result<Vec<TreeName>, Error> {
    let mut names = Vec::new();
    while !raw.is_empty() {
        match next(raw, id_length) {
            Some((name, rest)) => {
                names.push(name);
                raw = rest;
            }
            None => return Err(Error::unexpected("cat-file")),
        }
    }
    Ok(names)
}

/// The first name of a tree's bytes, and the bytes after it.
fn next(raw: &[u8], id_length: usize) -> Option<(TreeName, &[u8])> {
    let space = raw.iter().position(|byte| *byte == b' ')?;
    let mode = u32::from_str_radix(std::str::from_utf8(&raw[..space]).ok()?, 8).ok()?;
    let rest = &raw[space + 1..];
    let end = rest.iter().position(|byte| *byte == 0)?;
    let (id, after) = rest[end + 1..].split_at_checked(id_length)?;
    let name = TreeName {
        name: rest[..end].to_vec(),
        kind: (mode != 0o040_000).then(|| EntryKind::of_mode(mode)),
        id: ObjectId::from_bytes(id)?,
    };
    Some((name, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_ordered_as_if_its_name_ended_in_a_slash() {
        let named = |name: &str, kind| TreeName {
            name: name.as_bytes().to_vec(),
            kind,
            id: ObjectId::from_bytes(&[7; 20]).unwrap(),
        };
        let file = Some(EntryKind::File);
        let sorted = [
            ("a", file),
            ("a-b", None),
            ("a.b", file),
            ("a", None),
            ("a0", file),
        ];
        let sorted = sorted.map(|(name, kind)| named(name, kind));
        for (nth, one) in sorted.iter().enumerate() {
            for (other_nth, other) in sorted.iter().enumerate() {
                assert_eq!(one.order(other), nth.cmp(&other_nth), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_tree_is_a_list_of_names() {
        let mut raw = Vec::new();
        for (mode, name) in [
            ("40000", "a"),
            ("100755", "b c"),
            ("120000", "l"),
            ("160000", "s"),
        ] {
            raw.extend_from_slice(format!("{mode} {name}\0").as_bytes());
            raw.extend_from_slice(&[7; 20]);
        }
        let kinds: Vec<_> = parse(&raw, 20)
            .unwrap()
            .into_iter()
            .map(|it| it.kind)
            .collect();
        let (file, link) = (Some(EntryKind::File), Some(EntryKind::Link));
        assert_eq!(kinds, [None, file, link, Some(EntryKind::Submodule)]);
        for end in [1, 5, 8, 20, raw.len() - 1] {
            assert!(parse(&raw[..end], 20).is_err(), "{end}");
        }
        assert!(parse(b"", 20).unwrap().is_empty());
    }
}
