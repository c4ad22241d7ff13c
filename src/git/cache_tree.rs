//! The tree ids that git keeps in the index beside its entries: they answer "did anything below
//! this folder change?" without reading ten thousand entries, which is what a commit that does not
//! touch memory can afford.
//!
//! The format is gitformat-index(5). Whatever is not understood, or marked invalid there, is no
//! answer; the caller then compares the entries themselves.

use super::{ObjectFormat, ObjectId};

/// The id of the tree that a folder at the top would have if the index were committed; `None` where
/// the index does not know it (or is split over two files).
pub(super) fn folder(index: &[u8], format: ObjectFormat, folder: &str) -> Option<ObjectId> {
    let end = index.len().checked_sub(format.length())?;
    let mut reader = Reader {
        bytes: index.get(..end)?,
        at: 0,
    };
    (reader.take(4)? == b"DIRC").then_some(())?;
    let version = reader.number()?;
    for _ in 0..reader.number()? {
        reader.skip_entry(version, format)?;
    }
    let mut found = None;
    while reader.at < end {
        let signature = reader.take(4)?;
        let length = usize::try_from(reader.number()?).ok()?;
        let content = reader.take(length)?;
        match signature {
            b"link" => return None,
            b"TREE" => found = top_folder(content, format, folder),
            _ => {}
        }
    }
    found
}

/// Looks for a folder among the children of the first (the top) tree of a `TREE` extension: for
/// each tree its name and NUL, its entry count (-1: invalid), the count of its subtrees, and its id
/// unless it is invalid; children follow.
fn top_folder(content: &[u8], format: ObjectFormat, folder: &str) -> Option<ObjectId> {
    let mut reader = Reader {
        bytes: content,
        at: 0,
    };
    let (_, mut children, _) = reader.tree(format)?;
    while children > 0 {
        let (name, mut below, id) = reader.tree(format)?;
        if name == folder.as_bytes() {
            return id;
        }
        // Everything below a sibling is passed over.
        while below > 0 {
            let (_, deeper, _) = reader.tree(format)?;
            below = below.checked_sub(1)?.checked_add(deeper)?;
        }
        children -= 1;
    }
    None
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
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
        let flags = u16::from_be_bytes(self.take(2)?.try_into().ok()?);
        if version >= 3 && flags & 0x4000 != 0 {
            self.take(2)?;
        }
        if version == 4 {
            while self.take(1)?[0] & 0x80 != 0 {}
            self.until(0)?;
            return Some(());
        }
        match usize::from(flags & 0x0fff) {
            0x0fff => drop(self.until(0)?),
            length => drop(self.take(length + 1)?),
        }
        let padded = (self.at - start).next_multiple_of(8);
        self.take(padded - (self.at - start))?;
        Some(())
    }

    /// A tree's name, the number of its subtrees, and its id where it is valid.
    fn tree(&mut self, format: ObjectFormat) -> Option<(&'a [u8], usize, Option<ObjectId>)> {
        let text = |bytes: &'a [u8]| std::str::from_utf8(bytes).ok();
        let name = self.until(0)?;
        let entries: i64 = text(self.until(b' ')?)?.parse().ok()?;
        let children = text(self.until(b'\n')?)?.parse().ok()?;
        let id = if entries >= 0 {
            ObjectId::from_bytes(self.take(format.length())?)
        } else {
            None
        };
        Some((name, children, id))
    }
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
                "\x009 3\n#docs\x002 1\n#deep\x001 0\n#memory\x004 1\n#decisions\x003 0\n#src\x001 0\n#",
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
        fn damage_is_no_answer_and_no_panic(at in 0_usize..200, byte in any::<u8>(), cut in 0_usize..250) {
            let mut index = index(2, "\x009 1\n#memory\x004 1\n#decisions\x003 0\n#");
            if let Some(found) = index.get_mut(at) {
                *found = byte;
            }
            index.truncate(cut.min(index.len()));
            let _ = folder(&index, ObjectFormat::Sha1, "memory");
        }
    }
}
