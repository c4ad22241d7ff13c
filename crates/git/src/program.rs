//! The back end for repositories that libgit2 cannot open (reftable, some extensions): each answer
//! is one call of `git`.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::answer::lines;
use super::backend::{Backend, Head, Moved, ObjectKind, RefLine, TreeEdit, TreeEntry, branch_of};
use super::command::{Git, ObjectReader};
use super::held::TakeHeld;
use super::{Environment, Error, ObjectId, Settings, entries, reflog_list, temporary};

pub(crate) struct Program {
    folder: PathBuf,
    environment: Environment,
    /// True if everything that is written must be on the disk at once.
    is_synced: bool,
    /// git's reader of objects, started with the first commit that is asked for one by one.
    reader: RefCell<Option<ObjectReader>>,
}

impl Program {
    pub(crate) fn new(folder: PathBuf, environment: Environment) -> Self {
        Self {
            folder,
            environment,
            is_synced: false,
            reader: RefCell::default(),
        }
    }

    fn git<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Git {
        // git's default syncs only packs: a loose object or a ref may be lost with the power.
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

    /// The type and the content of an object; `None` if it is not in this clone.
    fn object(&self, id: ObjectId) -> Result<Option<(String, Vec<u8>)>, Error> {
        let mut reader = self.reader.borrow_mut();
        let reader = match reader.as_mut() {
            Some(reader) => reader,
            None => reader.insert(self.git(["cat-file", "--batch"]).reader()?),
        };
        reader.read(&id.to_string())
    }

    /// The content of an object, which has to be of this type.
    fn raw(&self, id: ObjectId, wanted: &str) -> Result<Vec<u8>, Error> {
        match self.object(id)? {
            Some((kind, content)) if kind == wanted => Ok(content),
            Some(_) => Err(Error::UnknownRevision(id.to_string())),
            None => Err(Error::Failed {
                command: "cat-file".to_owned(),
                message: format!("object {id} is missing"),
            }),
        }
    }

    /// The id of the object at a path in a commit or tree, if it is a folder (a regular file).
    fn at(
        &self,
        treeish: ObjectId,
        path: &str,
        is_folder: bool,
    ) -> Result<Option<ObjectId>, Error> {
        let treeish = treeish.to_string();
        let answer = self
            .git(["ls-tree", "-z", "--full-tree", &treeish, "--", path])
            .run()?;
        entries::single(&answer, is_folder)
    }

    /// The commit or tree that an expression names; `None` if it names none.
    fn verify(&self, revision: &str, form: &str) -> Result<Option<ObjectId>, Error> {
        let wanted = format!("{revision}{form}");
        let answer = self
            .git(["rev-parse", "-q", "--verify", "--end-of-options", &wanted])
            .line();
        match answer {
            Ok(id) => Ok(Some(id.parse()?)),
            // Some mistyped names end with 1, some with 128.
            Err(Error::Failed { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A call that works on an index of its own.
    fn in_index<'a>(&self, index: &Path, args: impl IntoIterator<Item = &'a str>) -> Git {
        self.git(args).env("GIT_INDEX_FILE", index)
    }
}

impl Backend for Program {
    fn name(&self) -> &'static str {
        "git"
    }

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
        let name = self.git(["symbolic-ref", "-q", "HEAD"]).line_or_no()?;
        // With `-q`, an unborn branch is the answer 1; a broken HEAD is a failure.
        let commit = self
            .git(["rev-parse", "-q", "--verify", "HEAD^{commit}"])
            .line_or_no()?;
        Ok(Head {
            branch: name.map(|name| branch_of(&name).to_owned()),
            commit: match commit {
                Some(id) => Some(id.parse()?),
                None => None,
            },
        })
    }

    fn resolve(&self, revision: &str) -> Result<ObjectId, Error> {
        // The commit first: every commit leads to a tree, too.
        for form in ["^{commit}", "^{tree}"] {
            if let Some(id) = self.verify(revision, form)? {
                return Ok(id);
            }
        }
        Err(Error::UnknownRevision(revision.to_owned()))
    }

    fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        self.at(treeish, folder, true)
    }

    fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        self.at(treeish, path, false)
    }

    fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<TreeEntry>, Error> {
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
        let mut found = entries::of_tree(&output)?;
        // git sorts a folder as if its name ended in a slash.
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn index(&self, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        entries::of_index(&self.environment, &self.folder, None, folder)
    }

    fn held(&self, ids: &[ObjectId], limit: u64, each: &mut TakeHeld<'_>) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        // A process of its own: the reader answers one question at a time, which is slower for
        // thousands of them.
        let call = self.git(["cat-file", "--batch"]);
        call.objects(ObjectId::lines(ids).as_bytes(), limit, each)
    }

    fn write(&self, kind: ObjectKind, content: &[u8]) -> Result<ObjectId, Error> {
        let kind = match kind {
            ObjectKind::Blob => "blob",
            ObjectKind::Commit => "commit",
            ObjectKind::Tree => "tree",
        };
        let output = self
            .git(["hash-object", "-w", "-t", kind, "--no-filters", "--stdin"])
            .run_with(content)?;
        String::from_utf8_lossy(&output).trim().parse()
    }

    fn write_tree(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        if base.is_none() && edits.is_empty() {
            // `write-tree` takes the empty tree for granted and does not store it; `git fsck` then
            // reports it as missing.
            return self
                .git(["hash-object", "-w", "-t", "tree", "--stdin"])
                .line()?
                .parse();
        }
        let folder = temporary::folder()?;
        let index = folder.path().join("index");
        let start = match base {
            Some(base) => base.to_string(),
            None => "--empty".to_owned(),
        };
        self.in_index(&index, ["read-tree", &start]).run()?;
        let mut lines = Vec::new();
        for (path, blob) in edits {
            let (mode, id) = match (blob, base) {
                (Some(blob), _) => ("100644", *blob),
                (None, Some(base)) => ("0", base.zero()),
                // There is nothing that could be taken out.
                (None, None) => continue,
            };
            lines.extend_from_slice(format!("{mode} {id}\t{path}\0").as_bytes());
        }
        if !lines.is_empty() {
            self.in_index(&index, ["update-index", "-z", "--index-info"])
                .run_with(&lines)?;
        }
        self.in_index(&index, ["write-tree"]).line()?.parse()
    }

    fn raw_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        self.raw(id, "commit")
    }

    fn raw_tree(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        self.raw(id, "tree")
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
        let mut refs = Vec::new();
        for line in list.lines() {
            let Some((id, name)) = line.split_once(' ') else {
                return Err(Error::unexpected("for-each-ref"));
            };
            refs.push((name.to_owned(), id.parse()?));
        }
        Ok(refs)
    }

    fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        let move_to = |old: ObjectId, new: ObjectId| {
            let (old, new) = (old.to_string(), new.to_string());
            self.git(["update-ref", "--no-deref", name, &new, &old])
        };
        let call = match (old, new) {
            (None, None) => return Ok(Moved::Done),
            (Some(old), Some(new)) => move_to(old, new),
            // All zeros: the ref must not be there yet.
            (None, Some(new)) => move_to(new.zero(), new),
            (Some(old), None) => {
                self.git(["update-ref", "--no-deref", "-d", name, &old.to_string()])
            }
        };
        match call.run() {
            Ok(_) => Ok(Moved::Done),
            // git has one exit status for all failures, so its words have to tell this one.
            Err(Error::Failed { message, .. }) if message.contains("cannot lock ref") => {
                Ok(Moved::Contended)
            }
            Err(error) => Err(error),
        }
    }

    fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        reflog_list::list(&self.environment, &self.folder, name)
    }

    fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let mut asked = format!("{from}\n");
        for id in not {
            asked.extend(["^", &id.to_string(), "\n"]);
        }
        let output = self
            .git(["rev-list", "--stdin"])
            .run_with(asked.as_bytes())?;
        lines(&output)
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
