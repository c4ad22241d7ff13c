//! The files that the `git` program lists with their blobs: of a tree, or of the index.

use std::path::Path;

use super::answer::words;
use super::backend::{EntryKind, TreeEntry};
use super::command::Git;
use super::{Environment, Error, ObjectId};

/// A file that git has not merged yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmerged {
    /// The path from the top of the work tree, as git's bytes.
    pub path: Vec<u8>,
    /// True if the present side has the file.
    pub is_ours: bool,
    /// True if the incoming side has the file.
    pub is_theirs: bool,
}

/// Reads `<mode> <type> <id>\t<path>` of `ls-tree -r -z`.
pub(crate) fn of_tree(answer: &[u8]) -> Result<Vec<TreeEntry>, Error> {
    let mut found = Vec::new();
    for line in words(answer, 0) {
        let line = Line::parse(line, "ls-tree")?;
        found.push(line.entry(line.words[2])?);
    }
    Ok(found)
}

/// The id of the only entry that `ls-tree -z` lists, if it is a folder (a regular file).
pub(crate) fn single(answer: &[u8], is_folder: bool) -> Result<Option<ObjectId>, Error> {
    let Some(line) = words(answer, 0).next() else {
        return Ok(None);
    };
    let line = Line::parse(line, "ls-tree")?;
    let id = line.words[2];
    let is_it = match line.words[1] {
        "tree" => is_folder,
        "blob" => !is_folder && line.entry(id)?.kind == EntryKind::File,
        _ => false,
    };
    if is_it {
        Ok(Some(id.parse()?))
    } else {
        Ok(None)
    }
}

/// The merged files below a folder in the index, as the program reads it (also an index that
/// libgit2 cannot read).
pub(crate) fn of_index(
    environment: &Environment,
    repo: &Path,
    index_file: Option<&Path>,
    folder: &str,
) -> Result<Vec<TreeEntry>, Error> {
    let pathspec = format!(":(top,literal){folder}/");
    let mut call = Git::new(
        environment,
        repo,
        ["ls-files", "-s", "-z", "--full-name", "--", &pathspec],
    );
    if let Some(index_file) = index_file {
        call = call.env("GIT_INDEX_FILE", index_file);
    }
    of_index_lines(&call.run()?)
}

/// The paths of all files below a folder in the index, in conflict or not.
pub(crate) fn paths_of_index(
    environment: &Environment,
    repo: &Path,
    folder: &str,
) -> Result<Vec<Vec<u8>>, Error> {
    let pathspec = format!(":(top,literal){folder}/");
    let args = ["ls-files", "-z", "--full-name", "--", &pathspec];
    let answer = Git::new(environment, repo, args).run()?;
    Ok(words(&answer, 0).map(<[u8]>::to_vec).collect())
}

/// Reads `<mode> <id> <stage>\t<path>` of `ls-files -s -z`.
pub(crate) fn of_index_lines(answer: &[u8]) -> Result<Vec<TreeEntry>, Error> {
    let mut found = Vec::new();
    for line in words(answer, 0) {
        let line = Line::parse(line, "ls-files")?;
        // The other stages are the sides of a conflict: none of them is the file yet.
        if line.words[2] == "0" {
            found.push(line.entry(line.words[1])?);
        }
    }
    Ok(found)
}

/// The merged files below some folders that the index has, and a sparse checkout leaves out of the
/// work tree.
pub(crate) fn not_checked_out(
    environment: &Environment,
    repo: &Path,
    folders: &[&str],
) -> Result<Vec<TreeEntry>, Error> {
    let mut arguments: Vec<String> = Vec::new();
    for argument in ["ls-files", "-t", "-s", "-z", "--full-name", "--"] {
        arguments.push(argument.to_owned());
    }
    for folder in folders {
        arguments.push(format!(":(top,literal){folder}/"));
    }
    let mut found = Vec::new();
    for line in words(&Git::new(environment, repo, &arguments).run()?, 0) {
        // `H` stands before checked-out entries, `M` before unmerged ones.
        if let Some(line) = line.strip_prefix(b"S ") {
            let line = Line::parse(line, "ls-files")?;
            found.push(line.entry(line.words[1])?);
        }
    }
    Ok(found)
}

/// The files below some folders that the index has not merged, sorted by path.
pub(crate) fn unmerged<'a>(
    environment: &Environment,
    repo: &Path,
    folders: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Unmerged>, Error> {
    let mut arguments: Vec<String> = Vec::new();
    for argument in ["ls-files", "-u", "-z", "--full-name", "--"] {
        arguments.push(argument.to_owned());
    }
    for folder in folders {
        arguments.push(format!(":(top,literal){folder}/"));
    }
    let mut found: Vec<Unmerged> = Vec::new();
    // A line for each version of a file: 1 is the common base.
    for line in words(&Git::new(environment, repo, &arguments).run()?, 0) {
        let line = Line::parse(line, "ls-files")?;
        if found.last().is_none_or(|last| last.path != line.path) {
            found.push(Unmerged {
                path: line.path.to_vec(),
                is_ours: false,
                is_theirs: false,
            });
        }
        if let Some(file) = found.last_mut() {
            file.is_ours |= line.words[2] == "2";
            file.is_theirs |= line.words[2] == "3";
        }
    }
    Ok(found)
}

/// The names of all files that the index has, each once, with its line's end `\0`.
pub(crate) fn names_in_index(environment: &Environment, repo: &Path) -> Result<Vec<u8>, Error> {
    Git::new(
        environment,
        repo,
        ["ls-files", "-z", "--full-name", "--", ":/"],
    )
    .run()
}

/// Three words and a path.
struct Line<'a> {
    words: [&'a str; 3],
    path: &'a [u8],
    command: &'static str,
}

impl<'a> Line<'a> {
    fn parse(line: &'a [u8], command: &'static str) -> Result<Self, Error> {
        let unexpected = || Error::unexpected(command);
        let tab = line
            .iter()
            .position(|byte| *byte == b'\t')
            .ok_or_else(unexpected)?;
        let (head, path) = (&line[..tab], &line[tab + 1..]);
        let Ok(head) = std::str::from_utf8(head) else {
            return Err(unexpected());
        };
        let words: Vec<&str> = head.split(' ').collect();
        match words[..] {
            [first, second, third] => Ok(Self {
                words: [first, second, third],
                path,
                command,
            }),
            _ => Err(unexpected()),
        }
    }

    fn entry(&self, id: &str) -> Result<TreeEntry, Error> {
        let Ok(mode) = u32::from_str_radix(self.words[0], 8) else {
            return Err(Error::unexpected(self.command));
        };
        Ok(TreeEntry {
            path: self.path.to_vec(),
            kind: EntryKind::of_mode(mode),
            id: id.parse()?,
        })
    }
}
