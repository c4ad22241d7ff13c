//! The questions of [`Backend`], answered by one open repository of libgit2.

use git2::{ConfigLevel, ErrorClass, ObjectType, Repository};

use super::{objects, ref_list, refs, settings, trees};
use crate::backend::{Backend, Head, Moved, ObjectKind, RefLine, TreeEdit, TreeEntry};
use crate::held::TakeHeld;
use crate::program::Program;
use crate::{Environment, Error, ObjectId, Settings, temporary};

/// The setting with which libgit2 syncs objects and refs.
const SYNCED: &str = "[core]\n\tfsyncObjectFiles = true\n";

pub(crate) struct Libgit2 {
    repository: Repository,
    environment: Environment,
}

impl Libgit2 {
    pub(crate) fn new(repository: Repository, environment: Environment) -> Self {
        Self {
            repository,
            environment,
        }
    }

    /// An answer, or that of the `git` program if libgit2 refuses to read a valid object: a commit
    /// with an author or date in an unusual form, a form of revision that it lacks.
    fn or_git<T>(
        &self,
        answer: Result<T, Error>,
        ask: impl FnOnce(&Program) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match answer {
            Err(Error::Libgit2 { source, .. })
                if matches!(source.class(), ErrorClass::Invalid | ErrorClass::Object) =>
            {
                let git_dir = self.repository.path();
                let folder = self.repository.workdir().unwrap_or(git_dir).to_owned();
                ask(&Program::new(folder, self.environment.clone()))
            }
            answer => answer,
        }
    }
}

/// Makes libgit2 sync everything that it writes here, only in this process.
fn sync(repository: &Repository) -> Result<(), Error> {
    // Such settings come from files only; this one is not the user's.
    let file = temporary::file()?;
    std::fs::write(file.path(), SYNCED).map_err(Error::in_temporary_folder)?;
    set_synced(repository, file.path()).map_err(Error::reading("the repository"))
}

fn set_synced(repository: &Repository, file: &std::path::Path) -> Result<(), git2::Error> {
    let mut config = repository.config()?;
    config.add_file(file, ConfigLevel::App, true)?;
    // Read while the file is there.
    config.get_bool("core.fsyncObjectFiles")?;
    // libgit2 asks for the setting once each, when it opens its objects and its refs: both are
    // opened now.
    repository.odb()?;
    repository.find_reference("HEAD")?;
    Ok(())
}

impl Backend for Libgit2 {
    fn name(&self) -> &'static str {
        "libgit2"
    }

    fn synced(&self) -> Result<Box<dyn Backend>, Error> {
        // Syncing cannot be switched off again, so a second repository does it: most writes of a
        // command can wait.
        let repository = self
            .environment
            .open()
            .map_err(Error::reading("the repository"))?;
        sync(&repository)?;
        Ok(Box::new(Self::new(repository, self.environment.clone())))
    }

    fn settings(&self) -> Option<Settings> {
        settings::read(&self.repository, &self.environment)
    }

    fn head(&self) -> Result<Head, Error> {
        refs::head(&self.repository)
    }

    fn resolve(&self, revision: &str) -> Result<ObjectId, Error> {
        let answer = objects::resolve(&self.repository, revision);
        self.or_git(answer, |git| git.resolve(revision))
    }

    fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        trees::find(&self.repository, treeish, folder, true)
    }

    fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        trees::find(&self.repository, treeish, path, false)
    }

    fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        trees::files(&self.repository, treeish, folder)
    }

    fn index(&self, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        trees::index(&self.repository, folder)
    }

    fn held(&self, ids: &[ObjectId], limit: u64, each: &mut TakeHeld<'_>) -> Result<(), Error> {
        objects::held(&self.repository, ids, limit, each)
    }

    fn write(&self, kind: ObjectKind, content: &[u8]) -> Result<ObjectId, Error> {
        objects::write(&self.repository, kind, content)
    }

    fn write_tree(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        trees::write(&self.repository, base, edits)
    }

    fn raw_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        objects::raw(&self.repository, id, ObjectType::Commit)
    }

    fn raw_tree(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        objects::raw(&self.repository, id, ObjectType::Tree)
    }

    fn has_object(&self, id: ObjectId) -> Result<bool, Error> {
        objects::has_object(&self.repository, id)
    }

    fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        refs::find(&self.repository, name)
    }

    fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error> {
        ref_list::list(&self.repository, prefix)
    }

    fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        refs::move_one(&self.repository, name, old, new)
    }

    fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        refs::reflog(&self.repository, name)
    }

    fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let answer = objects::between(&self.repository, from, not);
        self.or_git(answer, |git| git.between(from, not))
    }

    fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        let answer = objects::is_ancestor(&self.repository, ancestor, of);
        self.or_git(answer, |git| git.is_ancestor(ancestor, of))
    }
}
