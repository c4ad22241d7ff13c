//! One look at a repository, and the documents that were made of the same one before.

use super::look::look;
use super::seen::Seen;
use super::tree_top::TreeTop;
use super::work_top::WorkTop;
use crate::state::ProjectFiles;
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_policy::project::{Content, Contents, Project, TopLevel};

/// The state that was seen at the top of a repository.
pub struct Looked<'a> {
    /// The facts that the documents are made from.
    pub top: TopLevel,
    from: From<'a>,
}

enum From<'a> {
    WorkTree {
        place: Box<WorkTop<'a>>,
        files: ProjectFiles,
    },
    Tree(Contents),
}

impl<'a> Store<'a> {
    /// Looks at the work tree.
    ///
    /// # Errors
    /// In a bare repository.
    pub fn look_at_work_tree(&self) -> Result<Looked<'a>, Error> {
        let files = ProjectFiles::of(self.repo().git_dir());
        let mut place = WorkTop::new(self.repo(), Seen::read(&files.seen()))?;
        Ok(Looked {
            top: look(&mut place),
            from: From::WorkTree {
                place: Box::new(place),
                files,
            },
        })
    }

    /// Looks at the tree of a commit.
    pub fn look_at_commit(&self, commit: ObjectId) -> Result<Looked<'a>, Error> {
        let tree = self.repo().commit(commit)?.tree;
        let mut place = TreeTop::new(self.repo(), tree);
        Ok(Looked {
            top: look(&mut place),
            from: From::Tree(place.contents),
        })
    }
}

impl Looked<'_> {
    /// The documents: those that are kept, where they were made from the same; else new ones,
    /// which are kept. Where they cannot be kept, they are made each time.
    #[must_use]
    pub fn into_project(self) -> Project {
        let (mut place, files) = match self.from {
            From::Tree(contents) => return Project::of(&self.top, &contents),
            From::WorkTree { place, files } => (place, files),
        };
        let fingerprint = self.top.fingerprint();
        if let Some(project) = files.read(&place.now.documents)
            && project.index.top_level_fingerprint == fingerprint
        {
            if place.is_changed {
                place.now.write(&files.seen());
            }
            return project;
        }
        let mut read = Vec::new();
        for file in &self.top.files {
            if matches!(file.content, Content::Blob(_)) {
                read.push(file.path.clone());
            }
        }
        let mut seen = std::mem::take(&mut place.now);
        let contents = place.into_contents(&read);
        let project = Project::of(&self.top, &contents);
        seen.documents = files.write(&project);
        seen.write(&files.seen());
        Project {
            map: project.map.short(),
            ..project
        }
    }
}
