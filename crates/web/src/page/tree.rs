//! Source files as a tree of folders, each with its decision coverage, and how much of it is shown.

use git_memory_app::map::{CoveredFile, Share};

/// Maximum numbers of folders, of files, and of their records that are shown at once: together they
/// are a page of at most 110 KB.
const FOLDERS: usize = 120;
const FILES: usize = 100;
const RECORDS: usize = 120;
/// Maximum number of source files that are all shown, with and without decisions.
const ALL: usize = 100;
/// Maximum number of folders at the top that are open from the start.
const OPEN: usize = 12;

/// A folder of source files.
#[derive(Debug, Default)]
pub(super) struct Folder<'f> {
    /// From the top of the work tree.
    pub(super) path: String,
    /// How much of its path is that of the folder around it, in bytes.
    above: usize,
    /// True for the folder that is shown.
    pub(super) is_top: bool,
    pub(super) share: Share,
    pub(super) folders: Vec<Folder<'f>>,
    /// The files that are in none of these.
    pub(super) files: Vec<&'f CoveredFile>,
}

impl Folder<'_> {
    /// Its path from the folder around it.
    pub(super) fn name(&self) -> &str {
        self.path.get(self.above..).unwrap_or(&self.path)
    }
}

/// How much of a tree is shown.
pub(super) struct Limits {
    /// Maximum number of levels of folders.
    pub(super) depth: usize,
    /// Maximum number of folders, and of files, of one folder.
    pub(super) folders: usize,
    pub(super) files: usize,
    /// Maximum number of records of one file.
    pub(super) records: usize,
    /// True if files without decisions are shown, too.
    pub(super) shows_all: bool,
    /// True if the folders at the top are open from the start.
    pub(super) opens: bool,
}

impl Limits {
    /// The limits for a tree; `is_part` where one of its folders was asked for.
    pub(super) fn of(tree: &Folder, is_part: bool) -> Self {
        let shows_all = is_part || tree.share.files <= ALL;
        let mut levels = Vec::new();
        let mut shown = Vec::new();
        measure(tree, 0, shows_all, &mut levels, &mut shown);
        let mut sum = 0;
        let depth = levels.iter().take_while(|count| {
            sum += **count;
            sum <= FOLDERS
        });
        let depth = depth.count().max(1);
        let counts: Vec<usize> = shown.iter().map(Vec::len).collect();
        let files = largest([FILES, 50, 20, 10, 5, 2, 1], FILES, &counts);
        let first = shown
            .iter()
            .flat_map(|of_folder| of_folder.iter().take(files));
        let counts: Vec<usize> = first.copied().collect();
        Self {
            depth,
            folders: FOLDERS,
            files,
            records: largest([5, 3, 2, 1], RECORDS, &counts),
            shows_all,
            opens: tree.folders.len() <= OPEN,
        }
    }
}

/// The first of these limits by which the items of all lists are at most `most`.
fn largest<const N: usize>(limits: [usize; N], most: usize, counts: &[usize]) -> usize {
    let fits = |limit: &usize| {
        let shown = counts.iter().map(|count| *count.min(limit));
        shown.sum::<usize>() <= most
    };
    limits.into_iter().find(fits).unwrap_or_default()
}

/// Counts the folders of each level, and the records of each file that may be shown, by folders.
fn measure(
    folder: &Folder,
    level: usize,
    shows_all: bool,
    levels: &mut Vec<usize>,
    shown: &mut Vec<Vec<usize>>,
) {
    let records = folder.files.iter().map(|it| it.records.len());
    shown.push(records.filter(|count| shows_all || *count > 0).collect());
    if levels.len() == level && !folder.folders.is_empty() {
        levels.push(0);
    }
    for inner in &folder.folders {
        levels[level] += 1;
        measure(inner, level + 1, shows_all, levels, shown);
    }
}

/// The tree below the folder `top` of files that are sorted by path. A folder that only holds
/// another one is one with it.
pub(super) fn tree<'f>(files: &'f [CoveredFile], top: &str) -> Folder<'f> {
    let start = match top.len() {
        0 => 0,
        length => length + 1,
    };
    let files: Vec<&CoveredFile> = files.iter().collect();
    Folder {
        is_top: true,
        ..folder(&files, start, start)
    }
}

/// The folder whose path, with its slash, has `start` bytes in each of its files.
fn folder<'f>(files: &[&'f CoveredFile], start: usize, above: usize) -> Folder<'f> {
    let inner = |file: &CoveredFile| -> Option<usize> {
        let rest = file.path.get(start..)?;
        rest.find('/').map(|end| start + end + 1)
    };
    let mut made = Folder {
        above,
        ..Folder::default()
    };
    if let Some(first) = files.first() {
        first.path[..start.saturating_sub(1)].clone_into(&mut made.path);
    }
    for group in files.chunk_by(|a, b| {
        let ends = (inner(a), inner(b));
        matches!(ends, (Some(one), Some(other)) if a.path[..one] == b.path[..other])
    }) {
        match inner(group[0]) {
            Some(end) if group.len() == files.len() && start != above => {
                return folder(group, end, above);
            }
            Some(end) => made.folders.push(folder(group, end, start)),
            None => made.files.extend(group),
        }
    }
    for file in files {
        made.share.files += 1;
        made.share.decided += usize::from(!file.records.is_empty());
        made.share.moved += usize::from(file.has_changed);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Vec<CoveredFile> {
        let file = |path: &&str| CoveredFile {
            path: (*path).to_owned(),
            records: Vec::new(),
            has_changed: false,
        };
        paths.iter().map(file).collect()
    }

    #[test]
    fn a_folder_that_only_holds_another_is_one_with_it() {
        let files = files(&["a/b/c/x.rs", "a/b/c/y.rs", "d/e.rs", "f.rs"]);
        let tree = tree(&files, "");
        let names: Vec<(&str, &str)> = tree
            .folders
            .iter()
            .map(|it| (it.name(), it.path.as_str()))
            .collect();
        assert_eq!(names, [("a/b/c", "a/b/c"), ("d", "d")]);
        assert_eq!(tree.folders[0].files.len(), 2);
        assert_eq!((tree.share.files, tree.files.len()), (4, 1));
    }

    #[test]
    fn the_tree_of_a_part_names_its_folders_from_there() {
        let files = files(&["a/b/x.rs", "a/y.rs"]);
        let tree = tree(&files, "a");
        assert_eq!(tree.folders[0].name(), "b");
        assert_eq!(tree.folders[0].path, "a/b");
        assert_eq!(tree.files[0].path, "a/y.rs");
    }

    #[test]
    fn a_large_tree_is_cut_where_it_grows_wide() {
        let paths: Vec<String> = (0..900)
            .map(|nth| format!("a{}/{nth:03}/x.rs", nth / 300))
            .collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let files = files(&paths);
        let limits = Limits::of(&tree(&files, ""), false);
        assert_eq!((limits.depth, limits.shows_all), (1, false));
        assert_eq!(Limits::of(&tree(&files[..10], ""), false).depth, 2);
    }
}
