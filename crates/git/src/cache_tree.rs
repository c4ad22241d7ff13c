//! The tree ids that git keeps in the index beside its entries: they answer "did anything below
//! this folder change?" without reading ten thousand entries: a commit that does not touch memory
//! must stay fast.
//!
//! The format is gitformat-index(5). Unknown or invalid parts give no answer; the caller then
//! compares the entries.

use std::str::FromStr;

use super::{ObjectFormat, ObjectId};

/// The id of the tree that a folder would have if the index were committed; `None` if
/// the index does not know it (or is split over two files).
pub(crate) fn folder(index: &[u8], format: ObjectFormat, folder: &str) -> Option<ObjectId> {
    let end = index.len().checked_sub(format.length())?;
    let mut cursor = Cursor {
        bytes: index.get(..end)?,
        at: 0,
    };
    if cursor.take(4)? != b"DIRC" {
        return None;
    }
    let version = cursor.number()?;
    for _ in 0..cursor.number()? {
        cursor.skip_entry(version, format)?;
    }
    let mut found = None;
    while cursor.at < end {
        let signature = cursor.take(4)?;
        let length = cursor.number()? as usize;
        let content = cursor.take(length)?;
        match signature {
            // Split: this file holds only the differences to another one.
            b"link" => return None,
            b"TREE" => found = folder_below(content, format, folder),
            _ => {}
        }
    }
    found
}

/// Looks for a folder below the first (the top) tree of a `TREE` extension: for each tree its name and NUL, its entry count (-1: invalid), the count of its subtrees, and its id
/// unless it is invalid; children follow.
fn folder_below(content: &[u8], format: ObjectFormat, folder: &str) -> Option<ObjectId> {
    let mut cursor = Cursor {
        bytes: content,
        at: 0,
    };
    let mut children = cursor.tree(format)?.subtrees;
    let mut parts = folder.split('/');
    let mut part = parts.next()?;
    while children > 0 {
        let child = cursor.tree(format)?;
        if child.name == part.as_bytes() {
            let Some(next) = parts.next() else {
                return child.id;
            };
            (part, children) = (next, child.subtrees);
            continue;
        }
        // Everything below a sibling is skipped. The numbers are the file's own: in a damaged file
        // they may be anything.
        let mut below = child.subtrees;
        while below > 0 {
            let deeper = cursor.tree(format)?.subtrees;
            below = below.checked_sub(1)?.checked_add(deeper)?;
        }
        children -= 1;
    }
    None
}

/// A tree of the extension.
struct CachedTree<'a> {
    name: &'a [u8],
    subtrees: usize,
    /// `None` if something below it has changed since it was written.
    id: Option<ObjectId>,
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let array = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(*array)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.array()?))
    }

    /// The bytes up to the next `end`, which is passed over.
    fn until(&mut self, end: u8) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|&byte| byte == end)?;
        self.at += length + 1;
        rest.get(..length)
    }

    /// Passes over an entry: 40 bytes of file data, the id, two or four bytes of flags, the name,
    /// the padding.
    fn skip_entry(&mut self, version: u32, format: ObjectFormat) -> Option<()> {
        let start = self.at;
        self.take(40 + format.length())?;
        let flags = u16::from_be_bytes(self.array()?);
        if version >= 3 && flags & 0x4000 != 0 {
            self.take(2)?;
        }
        if version == 4 {
            // The name is given as a difference to the one before: a number of bytes to cut off (in
            // groups of seven bits), the end of the name, and no padding.
            while self.take(1)?[0] & 0x80 != 0 {}
            self.until(0)?;
            return Some(());
        }
        match usize::from(flags & 0x0fff) {
            // Twelve bits have no room for a longer name's length.
            0x0fff => drop(self.until(0)?),
            length => drop(self.take(length + 1)?),
        }
        let padded = (self.at - start).next_multiple_of(8);
        self.take(padded - (self.at - start))?;
        Some(())
    }

    fn tree(&mut self, format: ObjectFormat) -> Option<CachedTree<'a>> {
        let name = self.until(0)?;
        let entries: i64 = decimal(self.until(b' ')?)?;
        let subtrees = decimal(self.until(b'\n')?)?;
        // An invalid tree has -1 entries, and no id follows.
        let id = if entries >= 0 {
            ObjectId::from_bytes(self.take(format.length())?)
        } else {
            None
        };
        Some(CachedTree { name, subtrees, id })
    }
}

/// A number in digits.
fn decimal<T: FromStr>(digits: &[u8]) -> Option<T> {
    String::from_utf8_lossy(digits).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn index(version: u32, tree: &str) -> Vec<u8> {
        let mut index = [
            b"DIRC".as_slice(),
            &version.to_be_bytes(),
            &1_u32.to_be_bytes(),
        ]
        .concat();
        index.extend([0; 60]);
        match version {
            4 => index.extend([0, 3, 0, b'a', b'b', b'c', 0]),
            _ => index.extend([0, 3, b'a', b'b', b'c', 0, 0, 0, 0, 0, 0, 0]),
        }
        let tree: Vec<u8> = tree.replace('#', &"x".repeat(20)).into_bytes();
        index.extend(b"TREE");
        index.extend(u32::try_from(tree.len()).unwrap().to_be_bytes());
        index.extend(tree);
        index.extend([0; 20]);
        index
    }

    #[test]
    fn a_folder_is_found_among_its_siblings() {
        let id = ObjectId::from_bytes(&[b'x'; 20]);
        for (tree, expected) in [
            (
                concat!(
                    "\x009 3\n#docs\x002 1\n#deep\x001 0\n#",
                    "memory\x004 1\n#decisions\x003 0\n#src\x001 0\n#"
                ),
                id,
            ),
            ("\x00-1 1\nmemory\x004 0\n#", id),
            ("\x00-1 1\nmemory\x00-1 0\n", None),
            ("\x009 1\n#src\x001 1\n#memory\x001 0\n#", None),
            ("", None),
        ] {
            for version in [2, 4] {
                assert_eq!(
                    folder(&index(version, tree), ObjectFormat::Sha1, "memory"),
                    expected,
                    "{version} {tree:?}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn damage_is_no_answer_and_no_panic(
            at in 0_usize..200,
            byte in any::<u8>(),
            cut in 0_usize..250,
        ) {
            let mut index = index(2, "\x009 1\n#memory\x004 1\n#decisions\x003 0\n#");
            if let Some(found) = index.get_mut(at) {
                *found = byte;
            }
            index.truncate(cut.min(index.len()));
            let _ = folder(&index, ObjectFormat::Sha1, "memory");
        }
    }
}
