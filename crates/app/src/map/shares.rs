//! Decision coverage of a repository: the number of its source files, and of those in its upper
//! folders, that records are about, and the number that changed since the last confirmation of such
//! a record.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{FolderShare, Share, Shares};

/// Number of levels of folders that are counted.
const LEVELS: usize = 2;
/// Maximum number of folders.
const FOLDERS: usize = 60;

/// Summary of the records about one file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said {
    pub(crate) is_decided: bool,
    pub(crate) has_moved: bool,
}

/// Counts files, each with the summary of its records.
pub fn count<'p>(files: impl Iterator<Item = (&'p str, Said)>) -> Shares {
    let mut whole = Share::default();
    let mut folders: BTreeMap<&str, Share> = BTreeMap::new();
    for (path, said) in files {
        add(&mut whole, said);
        for (end, _) in path.match_indices('/').take(LEVELS) {
            add(folders.entry(&path[..end]).or_default(), said);
        }
    }
    let mut folders: Vec<FolderShare> = folders
        .into_iter()
        .map(|(path, share)| FolderShare {
            path: path.to_owned(),
            share,
        })
        .collect();
    let folders_left = folders.len().saturating_sub(FOLDERS);
    // Of too many, show the largest; a folder is never smaller than a folder inside it.
    folders.sort_by_key(|folder| (Reverse(folder.share.files), folder.path.len()));
    folders.truncate(FOLDERS);
    folders.sort_by(|a, b| a.path.cmp(&b.path));
    Shares {
        whole,
        folders,
        folders_left,
    }
}

fn add(share: &mut Share, said: Said) {
    share.files += 1;
    share.decided += usize::from(said.is_decided);
    share.moved += usize::from(said.has_moved);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(is_decided: bool, has_moved: bool) -> Said {
        Said {
            is_decided,
            has_moved,
        }
    }

    #[test]
    fn files_count_in_their_upper_folders() {
        let files = [
            ("README.rs", said(false, false)),
            ("a/b/c/d.rs", said(true, true)),
            ("a/e.rs", said(true, false)),
            ("f/g.rs", said(false, false)),
        ];
        let shares = count(files.into_iter());
        let told = |share: Share| (share.files, share.decided, share.moved);
        assert_eq!(told(shares.whole), (4, 2, 1));
        let mut folders = Vec::new();
        for folder in &shares.folders {
            folders.push((folder.path.as_str(), told(folder.share)));
        }
        assert_eq!(
            folders,
            [("a", (2, 2, 1)), ("a/b", (1, 1, 1)), ("f", (1, 0, 0))]
        );
    }

    #[test]
    fn of_many_folders_the_largest_are_told() {
        let names: Vec<String> = (0..100).map(|nth| format!("top/{nth}/x.rs")).collect();
        let files = names.iter().map(|name| (name.as_str(), Said::default()));
        let shares = count(files.chain([("small/x.rs", Said::default())]));
        assert_eq!(shares.folders.len(), FOLDERS);
        assert_eq!(shares.folders_left, 42);
        assert_eq!(shares.folders[0].path, "small");
        assert!(shares.folders.iter().any(|folder| folder.path == "top"));
    }
}
