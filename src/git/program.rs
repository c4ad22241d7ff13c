//! The back end for what libgit2 cannot open (reftable, some extensions): each answer is one call
//! of `git`.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::backend::{Backend, Entry, EntryKind, Head, Moved, ObjectKind, RefLine, TreeEdit};
use super::command::{Git, Reader};
use super::{Environment, Error, ObjectId, Settings};

pub(super) struct Program {
    folder: PathBuf,
    environment: Environment,
    /// Whether what is written has to be on the disk at once.
    is_synced: bool,
    /// git's reader of objects, started with the first commit that is asked for one by one.
    reader: RefCell<Option<Reader>>,
}

impl Program {
    pub(super) fn new(folder: PathBuf, environment: Environment) -> Self {
        Self {
            folder,
            environment,
            is_synced: false,
            reader: RefCell::default(),
        }
    }

    fn git<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Git {
        let sync: &[&str] = if self.is_synced {
            &["-c", "core.fsync=all"]
        } else {
            &[]
        };
        Git::new(
            &self.environment,
            &self.folder,
            sync.iter().copied().chain(args),
        )
    }

    /// The type and the content of an object; `None` where it is not in this clone.
    fn object(&self, id: ObjectId) -> Result<Option<(String, Vec<u8>)>, Error> {
        let mut reader = self.reader.borrow_mut();
        let reader = match reader.as_mut() {
            Some(reader) => reader,
            None => reader.insert(self.git(["cat-file", "--batch"]).reader()?),
        };
        reader.read(&id.to_string())
    }

    /// The id of what is at a path in a commit or tree, where it is of this type.
    fn at(
        &self,
        treeish: ObjectId,
        path: &str,
        object_type: &[u8],
    ) -> Result<Option<ObjectId>, Error> {
        let output = self
            .git([
                "ls-tree",
                "-z",
                "--full-tree",
                &treeish.to_string(),
                "--",
                path,
            ])
            .run()?;
        let is_of_type = output.split(|&byte| byte == b' ').nth(1) == Some(object_type);
        Ok(entries("ls-tree", &output, 2)?
            .first()
            .filter(|_| is_of_type)
            .map(|entry| entry.id))
    }
}

/// Reads the NUL-ended lines of `ls-tree -r -z` or `ls-files -s -z`: mode first, `id_at` the word
/// that is the id.
pub(super) fn entries(command: &str, output: &[u8], id_at: usize) -> Result<Vec<Entry>, Error> {
    let mut found = Vec::new();
    for line in output
        .split(|&byte| byte == 0)
        .filter(|line| !line.is_empty())
    {
        let unexpected = || Error::unexpected(command);
        let tab = line
            .iter()
            .position(|&byte| byte == b'\t')
            .ok_or_else(unexpected)?;
        let words: Vec<&str> = std::str::from_utf8(&line[..tab])
            .map_err(|_| unexpected())?
            .split(' ')
            .collect();
        let mode = words
            .first()
            .and_then(|mode| u32::from_str_radix(mode, 8).ok())
            .ok_or_else(unexpected)?;
        let id = words.get(id_at).ok_or_else(unexpected)?.parse()?;
        let is_merged = command != "ls-files" || words.get(2) == Some(&"0");
        if is_merged {
            found.push(Entry {
                path: line[tab + 1..].to_vec(),
                kind: EntryKind::of_mode(mode),
                id,
            });
        }
    }
    Ok(found)
}

/// The index below a folder, as the `git` program reads it (also for an index that libgit2 cannot
/// read).
pub(super) fn index(
    environment: &Environment,
    repo: &Path,
    index_file: Option<&Path>,
    folder: &str,
) -> Result<Vec<Entry>, Error> {
    let pathspec = format!(":(top,literal){folder}/");
    let mut call = Git::new(
        environment,
        repo,
        ["ls-files", "-s", "-z", "--full-name", "--", &pathspec],
    );
    if let Some(index_file) = index_file {
        call = call.env("GIT_INDEX_FILE", index_file);
    }
    let output = call.run()?;
    entries("ls-files", &output, 1)
}

impl Backend for Program {
    fn synced(&self) -> Result<Box<dyn Backend>, Error> {
        Ok(Box::new(Self {
            is_synced: true,
            ..Self::new(self.folder.clone(), self.environment.clone())
        }))
    }

    fn settings(&self) -> Option<Settings> {
        None
    }

    fn head(&self) -> Result<Head, Error> {
        let branch = self.git(["symbolic-ref", "-q", "HEAD"]).line().ok();
        let branch =
            branch.map(|name| name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned());
        let commit = self
            .git(["rev-parse", "-q", "--verify", "HEAD^{commit}"])
            .line()
            .ok();
        Ok(Head {
            branch,
            commit: commit.map(|hex| hex.parse()).transpose()?,
        })
    }

    fn resolve(&self, revision: &str) -> Result<ObjectId, Error> {
        let verify = |form: &str| {
            let wanted = format!("{revision}{form}");
            self.git(["rev-parse", "-q", "--verify", "--end-of-options", &wanted])
                .line()
        };
        let found = verify("^{commit}").or_else(|_| verify("^{tree}"));
        found
            .map_err(|_| Error::UnknownRevision(revision.to_owned()))?
            .parse()
    }

    fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        self.at(treeish, folder, b"tree")
    }

    fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        self.at(treeish, path, b"blob")
    }

    fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<Entry>, Error> {
        let folder = format!("{folder}/");
        let output = self
            .git([
                "ls-tree",
                "-r",
                "-z",
                "--full-tree",
                &treeish.to_string(),
                "--",
                &folder,
            ])
            .run()?;
        let mut found = entries("ls-tree", &output, 2)?;
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn index(&self, folder: &str) -> Result<Vec<Entry>, Error> {
        index(&self.environment, &self.folder, None, folder)
    }

    fn blobs(&self, ids: &[ObjectId], each: &mut dyn FnMut(usize, &[u8])) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        let asked: String = ids.iter().map(|id| format!("{id}\n")).collect();
        let output = self
            .git(["cat-file", "--batch"])
            .run_with(asked.as_bytes())?;
        let unexpected = || Error::unexpected("cat-file");
        let mut rest = output.as_slice();
        for at in 0..ids.len() {
            // `<id> blob <size>\n<content>\n`
            let newline = rest
                .iter()
                .position(|&byte| byte == b'\n')
                .ok_or_else(unexpected)?;
            let header = std::str::from_utf8(&rest[..newline]).map_err(|_| unexpected())?;
            let size: Option<usize> = header.split(' ').nth(2).and_then(|size| size.parse().ok());
            let size = size.ok_or_else(|| Error::Failed {
                command: "cat-file".to_owned(),
                message: header.to_owned(),
            })?;
            let content = rest
                .get(newline + 1..newline + 1 + size)
                .ok_or_else(unexpected)?;
            each(at, content);
            rest = rest.get(newline + 2 + size..).unwrap_or_default();
        }
        Ok(())
    }

    fn write(&self, kind: ObjectKind, content: &[u8]) -> Result<ObjectId, Error> {
        let kind = match kind {
            ObjectKind::Blob => "blob",
            ObjectKind::Commit => "commit",
        };
        let output = self
            .git(["hash-object", "-w", "-t", kind, "--no-filters", "--stdin"])
            .run_with(content)?;
        String::from_utf8_lossy(&output).trim().parse()
    }

    fn write_tree(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        if base.is_none() && edits.is_empty() {
            // `write-tree` takes the empty tree for given, and a check of the repository then
            // misses it.
            return self
                .git(["hash-object", "-w", "-t", "tree", "--stdin"])
                .line()?
                .parse();
        }
        let folder = tempfile::tempdir().map_err(Error::in_temporary_folder)?;
        let index = folder.path().join("index");
        let git = |args: &[&str]| self.git(args.iter().copied()).env("GIT_INDEX_FILE", &index);
        match base {
            Some(base) => git(&["read-tree", &base.to_string()]).run()?,
            None => git(&["read-tree", "--empty"]).run()?,
        };
        let mut lines = Vec::new();
        for (path, blob) in edits {
            let (mode, id) = match (blob, base) {
                (Some(blob), _) => ("100644", *blob),
                (None, Some(base)) => ("0", base.zero()),
                (None, None) => continue,
            };
            lines.extend_from_slice(format!("{mode} {id}\t{path}\0").as_bytes());
        }
        if !lines.is_empty() {
            git(&["update-index", "-z", "--index-info"]).run_with(&lines)?;
        }
        git(&["write-tree"]).line()?.parse()
    }

    fn raw_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        match self.object(id)? {
            Some((kind, content)) if kind == "commit" => Ok(content),
            Some(_) => Err(Error::UnknownRevision(id.to_string())),
            None => Err(Error::Failed {
                command: "cat-file".to_owned(),
                message: format!("object {id} is missing"),
            }),
        }
    }

    fn has_object(&self, id: ObjectId) -> Result<bool, Error> {
        Ok(self.object(id)?.is_some())
    }

    fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        let line = self
            .git(["for-each-ref", "--format=%(objectname) %(symref)", name])
            .line()?;
        match line.split_once(' ') {
            Some((id, "")) => Ok(Some(id.parse()?)),
            Some(_) => Err(Error::Symbolic(name.to_owned())),
            None => Ok(None),
        }
    }

    fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error> {
        let list = self
            .git(["for-each-ref", "--format=%(objectname) %(refname)", prefix])
            .line()?;
        let pairs = list.lines().filter_map(|line| line.split_once(' '));
        pairs
            .map(|(id, name)| Ok((name.to_owned(), id.parse()?)))
            .collect()
    }

    fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        let moved = match (old, new) {
            (None, None) => return Ok(Moved::Done),
            (old, Some(new)) => {
                let old = old.unwrap_or(new.zero());
                self.git([
                    "update-ref",
                    "--no-deref",
                    name,
                    &new.to_string(),
                    &old.to_string(),
                ])
                .run()
            }
            (Some(old), None) => self
                .git(["update-ref", "--no-deref", "-d", name, &old.to_string()])
                .run(),
        };
        match moved {
            Ok(_) => Ok(Moved::Done),
            Err(Error::Failed { message, .. }) if message.contains("cannot lock ref") => {
                Ok(Moved::Contended)
            }
            Err(error) => Err(error),
        }
    }

    fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        reflog(self.git(REFLOG.into_iter().chain([name, "--"])))
    }

    fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let not: String = not.iter().map(|id| format!("^{id}\n")).collect();
        let asked = format!("{from}\n{not}");
        let output = self
            .git(["rev-list", "--stdin"])
            .run_with(asked.as_bytes())?;
        String::from_utf8_lossy(&output)
            .lines()
            .map(str::parse)
            .collect()
    }

    fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        let args = [
            "merge-base",
            "--is-ancestor",
            &ancestor.to_string(),
            &of.to_string(),
        ];
        self.git(args).says_yes()
    }
}

/// The arguments, before a ref's name, with which git lists a reflog.
pub(super) const REFLOG: [&str; 5] = [
    "log",
    "-g",
    "--no-show-signature",
    "--date=unix",
    "--format=%H%x01%gd%x01%gs",
];

/// Runs such a call; a ref without a reflog has no lines.
pub(super) fn reflog(git: Git) -> Result<Vec<RefLine>, Error> {
    let output = git.output(&[])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = |line: &str| {
        // `<id>\x01<ref>@{<seconds>}\x01<message>`
        let mut parts = line.splitn(3, '\u{1}');
        let new = parts.next()?.parse().ok()?;
        let time = parts
            .next()?
            .rsplit_once("@{")?
            .1
            .trim_end_matches('}')
            .parse()
            .ok()?;
        Some(RefLine {
            new,
            time,
            message: parts.next()?.to_owned(),
        })
    };
    Ok(text.lines().filter_map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_no_answer_to_whether_one_commit_reaches_another() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::of_process(folder.path().to_owned(), []);
        let git = |args: &[&str]| {
            let call = Git::new(&environment, folder.path(), args);
            call.line().unwrap()
        };
        git(&["init", "-q", "-b", "main"]);
        let tree = git(&["write-tree"]);
        let person = ["-c", "user.name=A", "-c", "user.email=a@b"];
        let commit = |more: &[&str]| {
            let args = [&person, ["commit-tree", &tree, "-m", "x"].as_slice(), more].concat();
            git(&args).parse::<ObjectId>().unwrap()
        };
        let first = commit(&[]);
        let second = commit(&["-p", &first.to_string()]);
        let program = Program::new(folder.path().to_owned(), environment.clone());
        assert!(program.is_ancestor(first, second).unwrap());
        assert!(!program.is_ancestor(second, first).unwrap());
        let missing: ObjectId = "1".repeat(40).parse().unwrap();
        assert!(program.is_ancestor(missing, second).is_err());
        assert!(program.is_ancestor(first, missing).is_err());
        assert!(!program.has_object(missing).unwrap());
    }
}
