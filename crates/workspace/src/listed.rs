//! The repositories that a person has listed, for questions to all of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::settings::table::REPOSITORIES;
use super::{Error, Invocation, Workspace, open_if_any};
use git_memory_git::own_paths;
use git_memory_store::places::{Places, repositories_below};
use git_memory_text::visible_line;

/// The repositories of a person.
#[derive(Debug, Default)]
pub struct Listed {
    /// Sorted by folder.
    pub all: Vec<ListedRepository>,
    /// Reasons why some were not looked for, one line each.
    pub faults: Vec<String>,
}

/// A repository of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRepository {
    /// The name of its folder, with that of the folder above where several have the same; unique.
    pub name: String,
    /// Its work tree, or its git folder if it is bare.
    pub folder: PathBuf,
}

/// True if the person's own settings list folders; what is in them is not looked for.
///
/// # Errors
/// If git cannot read its settings.
pub fn has_listed(invocation: &Invocation) -> Result<bool, Error> {
    Ok(!places(invocation)?.is_empty())
}

/// The folders that the person's own settings list.
fn places(invocation: &Invocation) -> Result<Vec<PathBuf>, Error> {
    let (key, variable) = (REPOSITORIES.key(), REPOSITORIES.variable());
    let mut places = own_paths(invocation.environment(), &key)?;
    let variable = invocation.environment().variable(&variable);
    let variable = variable.filter(|value| !value.is_empty());
    places.extend(variable.map(|value| invocation.path(Path::new(value))));
    Ok(places)
}

impl Listed {
    /// Finds the repositories that the person's own settings list, not those of a repository.
    ///
    /// # Errors
    /// [`Error::Setting`] if they list none; if git cannot read its settings.
    pub fn of(invocation: &Invocation) -> Result<Self, Error> {
        let (key, places) = (REPOSITORIES.key(), places(invocation)?);
        if places.is_empty() {
            return Err(Error::Setting {
                key,
                why: "it lists no folders yet: git config --global --add memory.repositories \
                      '~/src/*'"
                    .to_owned(),
            });
        }
        let Places { folders, faults } = repositories_below(&places);
        let faults = faults.into_iter().map(|fault| format!("{key}: {fault}"));
        Ok(Self {
            all: named(folders),
            faults: faults.collect(),
        })
    }

    /// The repository from which those that are listed are asked outside of any; the first that can
    /// be opened.
    ///
    /// # Errors
    /// As [`Listed::of`]; if none can be opened.
    pub fn first(invocation: &Invocation) -> Result<Workspace, Error> {
        let mut fault = None;
        for listed in Self::of(invocation)?.all {
            match listed.open(invocation) {
                Ok(workspace) => return Ok(workspace),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        Err(fault.unwrap_or_else(|| {
            git_memory_git::Error::NoRepository(invocation.environment().folder().to_owned()).into()
        }))
    }

    /// The repository around an invocation's folder; outside of any, the first that is listed, where
    /// a name may be that of a record in one (`NAME:RECORD`).
    ///
    /// # Errors
    /// If there is none, or it cannot be opened.
    pub fn around<'n>(
        invocation: &Invocation,
        names: impl IntoIterator<Item = &'n String>,
    ) -> Result<Workspace, Error> {
        let is_elsewhere = names.into_iter().any(|name| name.contains(':'));
        if is_elsewhere && open_if_any(invocation)?.is_none() && has_listed(invocation)? {
            return Self::first(invocation);
        }
        Workspace::open(invocation)
    }

    /// The repository and the record that `NAME:RECORD` means; `None` for any other name.
    #[must_use]
    pub fn record<'n>(&self, name: &'n str) -> Option<(&ListedRepository, &'n str)> {
        // A folder's name may have a colon.
        let parts = name
            .match_indices(':')
            .map(|(at, _)| (&name[..at], &name[at + 1..]));
        let mut found = parts.filter_map(|(name, record)| {
            let listed = self.all.iter().find(|listed| listed.name == name)?;
            Some((listed, record)).filter(|_| !record.is_empty())
        });
        found.next()
    }
}

impl ListedRepository {
    /// Opens it.
    ///
    /// # Errors
    /// If it cannot be opened: it is damaged, or belongs to somebody else.
    pub fn open(&self, invocation: &Invocation) -> Result<Workspace, Error> {
        let workspace = Workspace::open(&invocation.at(&self.folder)?)?;
        // A damaged repository inside of another one must not answer with what that one knows.
        let folder = git_memory_store::given::real(&self.folder)?;
        if workspace.store().root() != folder {
            return Err(git_memory_git::Error::NoRepository(self.folder.clone()).into());
        }
        Ok(workspace)
    }
}

/// Repositories with a name for each: as much of the end of its path as makes it unique.
fn named(folders: Vec<PathBuf>) -> Vec<ListedRepository> {
    let mut all: Vec<ListedRepository> = Vec::new();
    let mut parts = 1;
    let mut open = folders;
    while !open.is_empty() {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for folder in &open {
            *uses.entry(name(folder, parts)).or_default() += 1;
        }
        let is_last = open
            .iter()
            .all(|folder| folder.components().count() <= parts);
        let (unique, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|folder| {
            let name = name(folder, parts);
            is_last || uses[&name] == 1 && all.iter().all(|known| known.name != name)
        });
        for folder in unique {
            let name = name(&folder, parts);
            all.push(ListedRepository { name, folder });
        }
        open = rest;
        parts += 1;
    }
    all.sort_by(|one, other| one.folder.cmp(&other.folder));
    all
}

/// The last parts of a path; a single one is without the ending that a bare repository has by
/// custom.
fn name(folder: &Path, parts: usize) -> String {
    let names: Vec<_> = folder.components().collect();
    let end = &names[names.len().saturating_sub(parts)..];
    let end: Vec<_> = end
        .iter()
        .map(|it| it.as_os_str().to_string_lossy())
        .collect();
    let end = end.join("/");
    let short = end
        .strip_suffix(".git")
        .filter(|short| parts == 1 && !short.is_empty());
    visible_line(short.unwrap_or(&end)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folders: &[&str]) -> Vec<String> {
        let all = named(folders.iter().map(PathBuf::from).collect());
        all.into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn names_are_folders_and_unique() {
        assert_eq!(names(&["/src/a", "/src/b.git"]), ["a", "b"]);
        assert_eq!(
            names(&["/one/api", "/src/web", "/two/api"]),
            ["one/api", "web", "two/api"]
        );
        assert_eq!(names(&["/src/a", "/src/a.git"]), ["src/a", "src/a.git"]);
    }

    #[test]
    fn a_record_is_named_with_its_repository() {
        let all = named(["/src/a", "/src/b:c"].map(PathBuf::from).to_vec());
        let listed = Listed {
            all,
            faults: Vec::new(),
        };
        let found = |name| {
            listed
                .record(name)
                .map(|(it, record)| (it.name.as_str(), record))
        };
        assert_eq!(found("a:dec-x"), Some(("a", "dec-x")));
        assert_eq!(found("b:c:ADR 3"), Some(("b:c", "ADR 3")));
        for other in ["dec-x", "c:dec-x", "a:", ":dec-x"] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
