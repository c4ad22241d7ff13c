//! The bytes of git's index file: the paths of its entries, and the tree ids that git keeps beside
//! them. Commands that only ask "which files are tracked?" or "did anything below this folder
//! change?" need no checksum over all of it and no value for each of ten thousand entries.
//!
//! The format is gitformat-index(5). Unknown or invalid parts give no answer; the caller then asks
//! git.

use std::str::FromStr;

use super::{ObjectFormat, ObjectId};

/// The id of the tree that a folder would have if the index were committed; `None` if
/// the index does not know it (or is split over two files).
pub(crate) fn folder(index: &[u8], format: ObjectFormat, folder: &str) -> Option<ObjectId> {
    let mut found = None;
    for extension in read(index, format, |_| ())? {
        match extension.signature {
            // Split: this file holds only the differences to another one.
            b"link" => return None,
            b"TREE" => found = folder_below(extension.content, format, folder),
            _ => {}
        }
    }
    found
}

/// The paths of the entries below a folder, sorted; of one in conflict, once for each side. `None`
/// if the index is split over two files, or has folders as entries.
pub(crate) fn paths_below(
    index: &[u8],
    format: ObjectFormat,
    folder: &str,
) -> Option<Vec<Vec<u8>>> {
    let prefix = format!("{folder}/");
    let mut found = Vec::new();
    let extensions = read(index, format, |path| {
        if path.starts_with(prefix.as_bytes()) {
            found.push(path.to_vec());
        }
    })?;
    // Extensions that change the meaning of the entries have a small letter.
    let is_optional = |it: &Extension<'_>| it.signature[0].is_ascii_uppercase();
    extensions.iter().all(is_optional).then_some(found)
}

/// A part of the index behind its entries.
struct Extension<'a> {
    signature: &'a [u8; 4],
    content: &'a [u8],
}

/// Reads an index; `each` gets the path of each entry. Returns its extensions.
fn read(
    index: &[u8],
    format: ObjectFormat,
    mut each: impl FnMut(&[u8]),
) -> Option<Vec<Extension<'_>>> {
    let end = index.len().checked_sub(format.length())?;
    let mut cursor = Cursor {
        bytes: index.get(..end)?,
        at: 0,
    };
    if cursor.take(4)? != b"DIRC" {
        return None;
    }
    let version = cursor.number()?;
    let mut path = Vec::new();
    for _ in 0..cursor.number()? {
        cursor.entry(version, format, &mut path)?;
        each(&path);
    }
    let mut extensions = Vec::new();
    while cursor.at < end {
        let signature = cursor.take(4)?.first_chunk()?;
        let length = cursor.number()? as usize;
        let content = cursor.take(length)?;
        extensions.push(Extension { signature, content });
    }
    Some(extensions)
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

    /// Reads the path of an entry, which comes after 40 bytes of file data, the id, and two or four
    /// bytes of flags; `path` has the one before.
    fn entry(&mut self, version: u32, format: ObjectFormat, path: &mut Vec<u8>) -> Option<()> {
        let start = self.at;
        self.take(40 + format.length())?;
        let flags = u16::from_be_bytes(self.array()?);
        if version >= 3 && flags & 0x4000 != 0 {
            self.take(2)?;
        }
        if version == 4 {
            // The path is given as a difference to the one before: a number of bytes to cut off,
            // the end of the path, and no padding.
            let cut = self.offset()?;
            path.truncate(path.len().checked_sub(cut)?);
            path.extend_from_slice(self.until(0)?);
            return Some(());
        }
        let whole = match usize::from(flags & 0x0fff) {
            // Twelve bits have no room for a longer path's length.
            0x0fff => self.until(0)?,
            length => &self.take(length + 1)?[..length],
        };
        path.clear();
        path.extend_from_slice(whole);
        let padded = (self.at - start).next_multiple_of(8);
        self.take(padded - (self.at - start))?;
        Some(())
    }

    /// A number in groups of seven bits, as packs write an offset.
    fn offset(&mut self) -> Option<usize> {
        let mut number = 0_usize;
        loop {
            let [byte] = self.array()?;
            number = number.checked_add(usize::from(byte & 0x7f))?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            number = number.checked_add(1)?.checked_mul(0x80)?;
        }
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
            4 => index.extend([0, 3, 0, b'a', b'/', b'c', 0]),
            _ => index.extend([0, 3, b'a', b'/', b'c', 0, 0, 0, 0, 0, 0, 0]),
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

    #[test]
    fn paths_are_those_of_the_entries() {
        for version in [2, 4] {
            let below = |folder, index: &[u8]| paths_below(index, ObjectFormat::Sha1, folder);
            let index = index(version, "");
            assert_eq!(below("a", &index), Some(vec![b"a/c".to_vec()]), "{version}");
            assert_eq!(below("a/c", &index), Some(Vec::new()), "{version}");
            let end = index.len() - 20;
            for (signature, is_read) in [(b"link", false), (b"sdir", false), (b"ABCD", true)] {
                let more = [signature.as_slice(), &[0; 4]].concat();
                let index = [&index[..end], &more, &index[end..]].concat();
                assert_eq!(below("a", &index).is_some(), is_read, "{version}");
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
            let _ = paths_below(&index, ObjectFormat::Sha1, "a");
        }
    }
}
