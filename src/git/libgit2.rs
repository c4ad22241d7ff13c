//! The back end for repositories that libgit2 can open: an answer in half a millisecond, without a
//! process.

use std::collections::BTreeMap;
use std::path::Path;

use git2::{ErrorCode, ObjectType, Repository};

use super::backend::{Backend, Entry, EntryKind, Head, Moved, ObjectKind, RefLine, TreeEdit};
use super::{Environment, Error, ObjectId, Settings};

/// Folders below folders that are read.
const DEPTH_LIMIT: usize = 200;
/// How often an object is written again that could not be.
const WRITE_RETRIES: usize = 3;

/// Variables that give settings or name files of them (git-config(1), "ENVIRONMENT").
const ELSEWHERE: [&str; 4] = [
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
];
/// Where installations of git outside of `/usr` keep the settings of the machine; libgit2 reads
/// `/etc/gitconfig` alone.
const OTHER_FILES: [&str; 4] = [
    "/usr/local/etc/gitconfig",
    "/opt/homebrew/etc/gitconfig",
    "/opt/local/etc/gitconfig",
    "/usr/pkg/etc/gitconfig",
];

/// The setting with which libgit2 syncs objects and refs.
const SYNCED: &str = "[core]\n\tfsyncObjectFiles = true\n";

/// Sections of the machine's settings that nothing here asks for.
const ALIEN: [&str; 5] = ["credential.", "filter.lfs.", "gc.", "http.", "safe."];

pub(super) struct Libgit2 {
    repository: Repository,
    environment: Environment,
}

fn oid(id: ObjectId) -> Result<git2::Oid, Error> {
    oid_of(id).map_err(Error::reading(id.to_string()))
}

fn oid_of(id: ObjectId) -> Result<git2::Oid, git2::Error> {
    git2::Oid::from_bytes(id.as_bytes())
}

impl Libgit2 {
    pub(super) fn new(repository: Repository, environment: Environment) -> Self {
        Self {
            repository,
            environment,
        }
    }

    /// What stands at a path in a commit or tree.
    fn at(&self, treeish: ObjectId, path: &str) -> Result<Option<git2::TreeEntry<'static>>, Error> {
        let object = self
            .repository
            .find_object(oid(treeish)?, None)
            .map_err(Error::reading(treeish.to_string()))?;
        let tree = object
            .peel_to_tree()
            .map_err(Error::reading(treeish.to_string()))?;
        match tree.get_path(Path::new(path)) {
            Ok(entry) => Ok(Some(entry)),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(Error::reading(path)(error)),
        }
    }

    /// Stores a tree of these files and nothing else: an update of the empty tree would store that,
    /// too.
    fn new_tree(&self, files: &[(&str, git2::Oid)]) -> Result<git2::Oid, git2::Error> {
        let mut builder = self.repository.treebuilder(None)?;
        let mut folders: BTreeMap<&str, Vec<(&str, git2::Oid)>> = BTreeMap::new();
        for (path, blob) in files {
            match path.split_once('/') {
                Some((folder, below)) => folders.entry(folder).or_default().push((below, *blob)),
                None => drop(builder.insert(path, *blob, git2::FileMode::Blob.into())?),
            }
        }
        for (folder, files) in folders {
            builder.insert(folder, self.new_tree(&files)?, git2::FileMode::Tree.into())?;
        }
        builder.write()
    }

    fn walk(
        &self,
        tree: &git2::Tree<'_>,
        prefix: &[u8],
        found: &mut Vec<Entry>,
    ) -> Result<(), Error> {
        // No work tree goes so deep; a tree that somebody made does.
        if prefix.split(|byte| *byte == b'/').count() > DEPTH_LIMIT {
            return Ok(());
        }
        for entry in tree {
            let mut path = Vec::with_capacity(prefix.len() + 1 + entry.name_bytes().len());
            path.extend_from_slice(prefix);
            path.push(b'/');
            path.extend_from_slice(entry.name_bytes());
            if entry.kind() == Some(ObjectType::Tree) {
                let name = String::from_utf8_lossy(&path).into_owned();
                let tree = self
                    .repository
                    .find_tree(entry.id())
                    .map_err(Error::reading(name))?;
                self.walk(&tree, &path, found)?;
            } else {
                let mode = u32::try_from(entry.filemode_raw()).unwrap_or(0);
                found.push(Entry {
                    path,
                    kind: EntryKind::of_mode(mode),
                    id: entry.id().into(),
                });
            }
        }
        Ok(())
    }
}

impl Backend for Libgit2 {
    fn synced(&self) -> Result<Box<dyn Backend>, Error> {
        // libgit2 asks its settings for this when it first opens objects and refs, and has no other
        // switch: a repository of its own, with one setting more that is in no file of the
        // user's.
        let failed = || Error::reading("the repository");
        let repository = self.environment.open().map_err(failed())?;
        let file = tempfile::NamedTempFile::new().map_err(Error::in_temporary_folder)?;
        std::fs::write(file.path(), SYNCED).map_err(Error::in_temporary_folder)?;
        let mut config = repository.config().map_err(failed())?;
        config
            .add_file(file.path(), git2::ConfigLevel::App, true)
            .map_err(failed())?;
        // Read while the file is there.
        config.get_bool("core.fsyncObjectFiles").map_err(failed())?;
        repository.odb().map_err(failed())?;
        let _ = repository.find_reference("HEAD");
        Ok(Box::new(Self::new(repository, self.environment.clone())))
    }

    fn settings(&self) -> Option<Settings> {
        // Only the program knows what the environment and its own installation add.
        let is_set = |name: &&str| self.environment.variable(name).is_some();
        let no_system = self.environment.variable("GIT_CONFIG_NOSYSTEM");
        let has_system =
            no_system.is_none_or(|value| matches!(value.to_str(), Some("" | "0" | "false")));
        let is_elsewhere = has_system && OTHER_FILES.iter().any(|file| Path::new(file).exists());
        if is_elsewhere || ELSEWHERE.iter().any(is_set) {
            return None;
        }
        let config = self.repository.config().ok()?;
        let entries = config.entries(None).ok()?;
        let mut pairs = Vec::new();
        let mut is_known = true;
        entries
            .for_each(|entry| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let key = text(entry.name_bytes());
                // The machine's file may belong to another git than the one on PATH.
                if matches!(
                    entry.level(),
                    git2::ConfigLevel::System | git2::ConfigLevel::ProgramData
                ) {
                    is_known &= !has_system || ALIEN.iter().any(|section| key.starts_with(section));
                    return;
                }
                // A condition that libgit2 does not know.
                is_known &= !key.starts_with("includeif.hasconfig:");
                let value = if entry.has_value() {
                    text(entry.value_bytes())
                } else {
                    "true".to_owned()
                };
                pairs.push((key, value));
            })
            .ok()?;
        is_known.then(|| Settings::of(pairs))
    }

    fn head(&self) -> Result<Head, Error> {
        let head = self
            .repository
            .find_reference("HEAD")
            .map_err(Error::reading("HEAD"))?;
        let branch = head.symbolic_target_bytes().map(|name| {
            let name = String::from_utf8_lossy(name);
            name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned()
        });
        let commit = match head.resolve() {
            Ok(direct) => direct.target().map(ObjectId::from),
            Err(error) if error.code() == ErrorCode::NotFound => None,
            Err(error) => return Err(Error::reading("HEAD")(error)),
        };
        Ok(Head { branch, commit })
    }

    fn resolve(&self, revision: &str) -> Result<ObjectId, Error> {
        let unknown = |_| Error::UnknownRevision(revision.to_owned());
        let object = self.repository.revparse_single(revision).map_err(unknown)?;
        let peeled = match object.kind() {
            Some(ObjectType::Tree) => object,
            _ => object.peel(ObjectType::Commit).map_err(unknown)?,
        };
        Ok(peeled.id().into())
    }

    fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        let entry = self
            .at(treeish, folder)?
            .filter(|entry| entry.kind() == Some(ObjectType::Tree));
        Ok(entry.map(|entry| entry.id().into()))
    }

    fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        let entry = self
            .at(treeish, path)?
            .filter(|entry| entry.kind() == Some(ObjectType::Blob));
        Ok(entry.map(|entry| entry.id().into()))
    }

    fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<Entry>, Error> {
        let mut found = Vec::new();
        if let Some(id) = self.folder(treeish, folder)? {
            let tree = self
                .repository
                .find_tree(oid(id)?)
                .map_err(Error::reading(folder))?;
            self.walk(&tree, folder.as_bytes(), &mut found)?;
        }
        // A tree sorts a folder as if its name ended in a slash; a walk that is not sorted by path
        // would differ from the index's order.
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn index(&self, folder: &str) -> Result<Vec<Entry>, Error> {
        let index = self
            .repository
            .index()
            .map_err(Error::reading("the index"))?;
        let prefix = format!("{folder}/");
        let Ok(start) = index.find_prefix(prefix.as_str()) else {
            return Ok(Vec::new());
        };
        let below = (start..index.len()).map_while(|at| index.get(at));
        let below = below.take_while(|entry| entry.path.starts_with(prefix.as_bytes()));
        // Bits 12 and 13 of the flags are the stage (gitformat-index(5)).
        // Bit 13 of the extended ones is `git add -N`: nothing of that gets into a commit.
        let merged =
            below.filter(|entry| entry.flags & 0x3000 == 0 && entry.flags_extended & 0x2000 == 0);
        Ok(merged
            .map(|entry| Entry {
                kind: EntryKind::of_mode(entry.mode),
                id: entry.id.into(),
                path: entry.path,
            })
            .collect())
    }

    fn blobs(&self, ids: &[ObjectId], each: &mut dyn FnMut(usize, &[u8])) -> Result<(), Error> {
        for (at, id) in ids.iter().enumerate() {
            let blob = self
                .repository
                .find_blob(oid(*id)?)
                .map_err(Error::reading(id.to_string()))?;
            each(at, blob.content());
        }
        Ok(())
    }

    fn write(&self, kind: ObjectKind, content: &[u8]) -> Result<ObjectId, Error> {
        let kind = match kind {
            ObjectKind::Blob => ObjectType::Blob,
            ObjectKind::Commit => ObjectType::Commit,
        };
        let odb = self
            .repository
            .odb()
            .map_err(Error::reading("the object database"))?;
        // `git gc` takes away folders of objects that are empty, and may do so between their making
        // and their use.
        let mut written = odb.write(kind, content);
        for _ in 0..WRITE_RETRIES {
            written = written.or_else(|_| odb.write(kind, content));
        }
        written
            .map(ObjectId::from)
            .map_err(Error::writing("an object"))
    }

    fn write_tree(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        let failed = || Error::writing("a tree");
        let Some(base) = base else {
            let mut files = Vec::new();
            for (path, blob) in edits {
                files.extend(
                    blob.map(|blob| Ok::<_, Error>((path.as_str(), oid(blob)?)))
                        .transpose()?,
                );
            }
            return self.new_tree(&files).map(ObjectId::from).map_err(failed());
        };
        if edits.is_empty() {
            return Ok(base);
        }
        let base = self
            .repository
            .find_tree(oid(base)?)
            .map_err(Error::reading("a tree"))?;
        let mut update = git2::build::TreeUpdateBuilder::new();
        for (path, blob) in edits {
            match blob {
                Some(blob) => update.upsert(path.as_str(), oid(*blob)?, git2::FileMode::Blob),
                None => update.remove(path.as_str()),
            };
        }
        update
            .create_updated(&self.repository, &base)
            .map(ObjectId::from)
            .map_err(failed())
    }

    fn raw_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        let odb = self
            .repository
            .odb()
            .map_err(Error::reading("the object database"))?;
        let object = odb.read(oid(id)?).map_err(Error::reading(id.to_string()))?;
        if object.kind() == ObjectType::Commit {
            Ok(object.data().to_vec())
        } else {
            Err(Error::UnknownRevision(id.to_string()))
        }
    }

    fn has_object(&self, id: ObjectId) -> Result<bool, Error> {
        let odb = self
            .repository
            .odb()
            .map_err(Error::reading("the object database"))?;
        Ok(odb.exists(oid(id)?))
    }

    fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        match self.repository.find_reference(name) {
            Ok(reference) => match reference.target() {
                Some(id) => Ok(Some(id.into())),
                None => Err(Error::Symbolic(name.to_owned())),
            },
            // A name that no ref can have is none's.
            Err(error) if matches!(error.code(), ErrorCode::NotFound | ErrorCode::InvalidSpec) => {
                Ok(None)
            }
            Err(error) => Err(Error::reading(name)(error)),
        }
    }

    fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error> {
        let found = self
            .repository
            .references_glob(&format!("{prefix}*"))
            .map_err(Error::reading(prefix))?;
        let mut refs = Vec::new();
        for reference in found {
            // One that is being deleted is not there.
            let Ok(reference) = reference else { continue };
            let name = String::from_utf8_lossy(reference.name_bytes()).into_owned();
            refs.extend(reference.target().map(|id| (name, ObjectId::from(id))));
        }
        refs.sort();
        Ok(refs)
    }

    fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        let done = match (old, new) {
            (old, Some(new)) => {
                // All zeros: the ref must not be there. Without it, two processes could both create
                // the ref.
                let old = oid(old.unwrap_or(new.zero()))?;
                self.repository
                    .reference_matching(name, oid(new)?, true, old, "git-memory")
                    .map(drop)
            }
            (Some(old), None) => match self.repository.find_reference(name) {
                Ok(found) if found.target().map(ObjectId::from) != Some(old) => {
                    return Ok(Moved::Contended);
                }
                Ok(mut found) => found.delete(),
                Err(error) => Err(error),
            },
            (None, None) => Ok(()),
        };
        match done {
            Ok(()) => Ok(Moved::Done),
            Err(error) => match (error.class(), error.code()) {
                // `pack-refs` takes away folders that are empty for a moment: not found.
                (
                    _,
                    ErrorCode::Locked
                    | ErrorCode::Modified
                    | ErrorCode::Exists
                    | ErrorCode::NotFound,
                ) => Ok(Moved::Contended),
                _ => Err(Error::writing(name)(error)),
            },
        }
    }

    fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        // Reading one that is not there would make it.
        if !self
            .repository
            .reference_has_log(name)
            .map_err(Error::reading(name))?
        {
            return Ok(Vec::new());
        }
        let log = self.repository.reflog(name).map_err(Error::reading(name))?;
        let line = |line: git2::ReflogEntry| RefLine {
            new: line.id_new().into(),
            time: line.committer().when().seconds(),
            message: String::from_utf8_lossy(line.message_bytes().unwrap_or_default()).into_owned(),
        };
        Ok(log.iter().map(line).collect())
    }

    fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let walk = || -> Result<Vec<ObjectId>, git2::Error> {
            let mut walk = self.repository.revwalk()?;
            walk.push(oid_of(from)?)?;
            not.iter().try_for_each(|id| walk.hide(oid_of(*id)?))?;
            walk.map(|id| id.map(ObjectId::from)).collect()
        };
        walk().map_err(Error::reading(from.to_string()))
    }

    fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        let is_below = self
            .repository
            .graph_descendant_of(oid(of)?, oid(ancestor)?);
        Ok(ancestor == of || is_below.map_err(Error::reading(of.to_string()))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::command::Git;

    #[test]
    fn libgit2_reads_the_settings_that_git_lists() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::of_process(folder.path().to_owned(), []);
        let git = |args: &[&str]| Git::new(&environment, folder.path(), args).run().unwrap();
        git(&["init", "-q", "-b", "main"]);
        let config = "[memory]\n\tflag\n\tsecretPattern = a\\\\d\n\tsecretPattern = \"two # \\n lines\"\n\
                      [remote \"A.b/C\"]\n\turl = u\n[Mixed \"Case\"]\n\tKeY =  v ; comment\n\
                      [include]\n\tpath = more\n[includeIf \"gitdir:/**\"]\n\tpath = more\n\
                      [includeIf \"onbranch:main\"]\n\tpath = main\n[includeIf \"onbranch:other\"]\n\tpath = other\n";
        let write = |name: &str, text: &str| {
            let file = folder.path().join(".git").join(name);
            let before = std::fs::read_to_string(&file).unwrap_or_default();
            std::fs::write(file, before + text).unwrap();
        };
        write("config", config);
        write("more", "[more]\n\tkey = \n");
        write("main", "[on]\n\tmain = yes\n");
        write("other", "[on]\n\tother = yes\n");
        let backend = || {
            Libgit2::new(
                Repository::open(folder.path()).unwrap(),
                environment.clone(),
            )
        };
        let Some(read) = backend().settings() else {
            return;
        };
        let listed = git(&["config", "-z", "--list", "--show-scope"]);
        let words: Vec<&[u8]> = listed.split(|byte| *byte == 0).collect();
        let ours = words
            .chunks_exact(2)
            .filter(|pair| pair[0] != b"system")
            .map(|pair| pair[1]);
        assert_eq!(read, Settings::parse(&ours.collect::<Vec<_>>().join(&0)));
        assert_eq!(read.get("more.key"), Some(""));
        write(
            "config",
            "[includeIf \"hasconfig:remote.*.url:**\"]\n\tpath = more\n",
        );
        assert_eq!(
            backend().settings(),
            None,
            "the program knows more conditions"
        );
    }
}
