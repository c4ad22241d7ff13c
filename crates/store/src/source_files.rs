//! The source files of a view with their blob ids: all that git tracks, as the work tree has it.

use std::collections::HashSet;

use crate::tracked::{Plain, id_of, plain};
use crate::{Error, Store, View};
use git_memory_git::{EntryKind, Held, ObjectId};
use git_memory_policy::map::{Language, is_foreign_folder, is_generated};
use git_memory_text::limits;
use git_memory_text::path::folder;

/// A tracked file of a view.
#[derive(Clone, Debug)]
pub struct ViewFile {
    /// From the top of the work tree.
    pub path: String,
    /// The id of its content.
    pub id: ObjectId,
    /// True if git has that content; else only the work tree does.
    pub(crate) is_stored: bool,
}

/// A source file in a language whose symbols can be read.
#[derive(Clone)]
pub struct SourceFile {
    /// From the top of the work tree.
    pub path: String,
    /// The id of its content.
    pub id: ObjectId,
    /// True if git has that content; else only the work tree does.
    pub(crate) is_stored: bool,
    pub(crate) language: &'static Language,
}

impl Store<'_> {
    /// The tracked files of a view whose paths are wanted, sorted by path, each as the work tree has
    /// it where that is the view. Links, submodules and paths that are not UTF-8 are left out.
    pub fn files_of_view(
        &self,
        view: &View,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<ViewFile>, Error> {
        let repo = self.repo();
        let entries = match view {
            View::WorkTree | View::Index => repo.all_in_index()?,
            View::Revision(revision) => repo.all_at(revision)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            if entry.kind == EntryKind::File
                && let Ok(path) = String::from_utf8(entry.path)
                && is_wanted(&path)
            {
                files.push(ViewFile {
                    path,
                    id: entry.id,
                    is_stored: true,
                });
            }
        }
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        if *view == View::WorkTree {
            files = self.with_touched(files, is_wanted)?;
            files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        }
        Ok(files)
    }

    /// The contents of some files; `each` gets the position of a file, and `None` where its content
    /// is too large, is not in this clone, or has changed in the meantime.
    pub fn contents_of(
        &self,
        files: &[&ViewFile],
        mut each: impl FnMut(usize, Option<&[u8]>),
    ) -> Result<(), Error> {
        let stored = |is: bool| move |nth: &usize| files[*nth].is_stored == is;
        for nth in (0..files.len()).filter(stored(false)) {
            let file = files[nth];
            let content = self
                .source_in_work_tree(&file.path)?
                .filter(|it| it.len() <= limits::SOURCE_BYTES);
            let is_same = match &content {
                Some(content) => self.id_in_work_tree_of(content)? == file.id,
                None => false,
            };
            each(nth, content.as_deref().filter(|_| is_same));
        }
        let places: Vec<usize> = (0..files.len()).filter(stored(true)).collect();
        let ids: Vec<ObjectId> = places.iter().map(|&nth| files[nth].id).collect();
        let limit = limits::SOURCE_BYTES as u64;
        Ok(self.repo().held(&ids, limit, |nth, held| {
            each(
                places[nth],
                match held {
                    Held::Blob(content) => Some(content),
                    Held::TooLarge | Held::Other | Held::Missing => None,
                },
            );
        })?)
    }

    /// The source files of a view, sorted by path, without what others wrote.
    pub fn source_files(&self, view: &View) -> Result<Vec<SourceFile>, Error> {
        let files = self.files_of_view(view, &|path| Language::of_path(path).is_some())?;
        let mut files: Vec<SourceFile> = files.into_iter().filter_map(source_file).collect();
        retain_own(&mut files);
        Ok(files)
    }

    /// One file as a view has it; `None` where it has none, or none in a language that can be read.
    pub fn source_file(&self, view: &View, path: &str) -> Result<Option<SourceFile>, Error> {
        if Language::of_path(path).is_none() {
            return Ok(None);
        }
        let id = match view.revision() {
            None => self.id_in_work_tree(path)?,
            Some(revision) => self.repo().file(self.repo().resolve(revision)?, path)?,
        };
        let Some(id) = id else {
            return Ok(None);
        };
        Ok(source_file(ViewFile {
            path: path.to_owned(),
            id,
            is_stored: view.revision().is_some(),
        }))
    }

    /// The files, sorted by path, each as the work tree has it: with other contents, or gone.
    fn with_touched(
        &self,
        mut files: Vec<ViewFile>,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<ViewFile>, Error> {
        let (mut gone, mut more) = (HashSet::new(), Vec::new());
        for path in self.repo().touched_files(None)? {
            let Ok(path) = String::from_utf8(path) else {
                continue;
            };
            if !is_wanted(&path) {
                continue;
            }
            let known = files.binary_search_by(|file| file.path.cmp(&path));
            match (known, self.id_in_work_tree(&path)?) {
                (Ok(nth), Some(id)) => {
                    let file = &mut files[nth];
                    // One that was only touched is as git has it.
                    (file.is_stored, file.id) = (file.id == id, id);
                }
                (Ok(_), None) => drop(gone.insert(path)),
                // It was a link.
                (Err(_), Some(id)) => more.push(ViewFile {
                    path,
                    id,
                    is_stored: false,
                }),
                (Err(_), None) => {}
            }
        }
        files.retain(|file| !gone.contains(&file.path));
        files.extend(more);
        Ok(files)
    }

    /// The id of a file's content; `None` where there is no regular file.
    fn id_in_work_tree(&self, path: &str) -> Result<Option<ObjectId>, Error> {
        let content = self.source_in_work_tree(path)?;
        content
            .map(|content| self.id_in_work_tree_of(&content))
            .transpose()
    }

    /// The id that a content of the work tree has in git.
    fn id_in_work_tree_of(&self, content: &[u8]) -> Result<ObjectId, Error> {
        id_of(content, self.repo().format(), self.is_folding()?)
    }

    /// The content of a file of the work tree; of one that is too large, as much as shows that.
    pub(crate) fn source_in_work_tree(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(
            match plain(self.repo().work_tree()?, path, limits::SOURCE_BYTES as u64)? {
                Plain::File(content) => Some(content),
                // Neither read nor hashed: a file of gigabytes would be waited for.
                Plain::TooLarge => Some(vec![b'\n'; limits::SOURCE_BYTES + 1]),
                Plain::Unreadable(_) | Plain::Missing => None,
            },
        )
    }
}

/// Leaves out what is in folders that others wrote. The files are sorted by path.
fn retain_own(files: &mut Vec<SourceFile>) {
    // Most files lie beside the one before, and a folder's name is looked up in long tables.
    let (mut last, mut is_foreign) = (String::new(), false);
    files.retain(|file| {
        let folder = folder(&file.path);
        if folder != last {
            is_foreign = is_foreign_folder(folder);
            folder.clone_into(&mut last);
        }
        !is_foreign
    });
}

/// A file, where it is a source of this project that can be read.
fn source_file(file: ViewFile) -> Option<SourceFile> {
    let language = Language::of_path(&file.path)?;
    if is_generated(&file.path) {
        return None;
    }
    Some(SourceFile {
        path: file.path,
        id: file.id,
        is_stored: file.is_stored,
        language,
    })
}
