//! Input of the project index: the names at the top of a repository, and the files that describe
//! its build.

use sha2::{Digest, Sha256};

use git_memory_text::hex;

/// The top of a work tree or of a commit, and the files that are known by their names, down to the
/// third level of folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopLevel {
    /// Sorted by name.
    pub entries: Vec<TopEntry>,
    /// Sorted by path.
    pub files: Vec<KnownFile>,
    /// Entries that could not be read, one line each.
    pub faults: Vec<String>,
}

/// A name at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopEntry {
    /// The name; bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Kind of the entry.
    pub kind: TopKind,
    /// True if git tracks the entry, or a file in it.
    pub is_tracked: bool,
    /// True if HEAD has the entry; only set for folders that agents may keep logs in.
    pub is_committed: bool,
    /// The rule by which git ignores it: `.gitignore, line 3`.
    pub ignored_by: Option<String>,
    /// True if files of source code were seen in the entry or close below.
    pub has_source: bool,
}

/// Kind of an entry at the top of a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopKind {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// A symbolic link, whatever it leads to.
    Link,
    /// A repository in the repository.
    Submodule,
    /// Something else: a pipe, a socket, a device.
    Other,
}

/// A file that the documents are made from, by its name at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFile {
    /// From the top, parts joined by slashes.
    pub path: String,
    /// Its content, as far as it is known.
    pub content: Content,
}

/// Known content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The id of its blob, in hex.
    Blob(String),
    /// Its presence is enough.
    Unread,
    /// Why it cannot be read, as the end of a sentence that begins with its path.
    Unreadable(String),
}

impl TopLevel {
    /// SHA-256, hex, over all of it: the same names, kinds and contents give the same one, wherever
    /// they are.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        // A NUL after each text, as names hold none: no two lists run together into the same bytes.
        let mut add = |text: &str| {
            hash.update(text);
            hash.update([0]);
        };
        for entry in &self.entries {
            add(&entry.name);
            add(match entry.kind {
                TopKind::Folder => "folder",
                TopKind::File => "file",
                TopKind::Link => "link",
                TopKind::Submodule => "submodule",
                TopKind::Other => "other",
            });
            add(if entry.is_tracked { "tracked" } else { "" });
            add(if entry.is_committed { "committed" } else { "" });
            add(entry.ignored_by.as_deref().unwrap_or_default());
            add(if entry.has_source { "source" } else { "" });
        }
        for file in &self.files {
            add(&file.path);
            match &file.content {
                Content::Blob(id) => add(id),
                Content::Unread => add(""),
                Content::Unreadable(why) => add(why),
            }
        }
        for fault in &self.faults {
            add(fault);
        }
        hex(&hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_gives_another_fingerprint() {
        let entry = TopEntry {
            name: "a".to_owned(),
            kind: TopKind::Folder,
            is_tracked: true,
            is_committed: false,
            ignored_by: None,
            has_source: false,
        };
        let file = KnownFile {
            path: "a/Cargo.toml".to_owned(),
            content: Content::Blob("1".to_owned()),
        };
        let top = TopLevel {
            entries: vec![entry],
            files: vec![file],
            faults: Vec::new(),
        };
        let mut others = vec![top.clone(); 9];
        others[0].entries[0].name.push('b');
        others[1].entries[0].kind = TopKind::Link;
        others[2].entries[0].is_tracked = false;
        others[3].entries[0].ignored_by = Some(".gitignore, line 1".to_owned());
        others[4].entries[0].has_source = true;
        others[5].files[0].content = Content::Unread;
        others[6].files[0].path.push('x');
        others[7].faults.push("x".to_owned());
        others[8].entries[0].is_committed = true;
        let mut seen = vec![top.fingerprint()];
        assert_eq!(seen[0].len(), 64);
        for other in others {
            seen.push(other.fingerprint());
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 10);
    }
}
