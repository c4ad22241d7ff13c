//! Records whose text names a folder of a file, by its path or as a module, and the files that git
//! tracks: how many a folder has, and how many have one name.

use std::collections::HashSet;

use super::{Applier, Tie, Tied};
use crate::workspace::Error;
use git_memory_model::evidence::applying::{MAYBE, of_folder};
use git_memory_model::evidence::naming::{names_folder, names_module};
use git_memory_recall::DocumentRef;

/// Number of records that can name a folder, or files in it, on purpose.
const NAMING: usize = 16;
/// Between the parts of a module's name.
pub(super) const MARKS: [&str; 2] = [".", "::"];
/// At most one path of so many is few of them.
const PATHS_OF_FEW: usize = 8;

/// A record whose text names a folder.
struct FolderName {
    at: DocumentRef,
    /// How it does: `src/store/`, `store::index`.
    name: String,
    /// The end of the path that a module's name stands for.
    module: Option<String>,
}

impl Applier<'_> {
    /// Adds the records whose text names a folder of the file, the nearest ones first: those above
    /// have more files.
    pub(super) fn add_folders(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut known: HashSet<DocumentRef> = HashSet::new();
        for (end, _) in path.rmatch_indices('/') {
            let folder = &path[..end];
            let mut naming = self.naming_folder(folder)?;
            naming.retain(|it| known.insert(it.at));
            if naming.is_empty() {
                continue;
            }
            let (files, all) = self.count_below(folder)?;
            let weight = of_folder(files, all, naming.len());
            if weight < MAYBE {
                break;
            }
            let sharing = naming.len();
            for FolderName { at, name, module } in naming {
                let weight = match module {
                    None => weight,
                    Some(end) => of_folder(self.count_in_any(&end)?, all, sharing),
                };
                if weight >= MAYBE {
                    tied.entry(at).or_default().push((weight, Tie::Names(name)));
                }
            }
        }
        Ok(())
    }

    /// The records whose text names a folder, each with how it does.
    fn naming_folder(&self, folder: &str) -> Result<Vec<FolderName>, Error> {
        let mut naming = Vec::new();
        let parts: Vec<&str> = folder.split('/').collect();
        for first in 0..parts.len() {
            let is_whole = first == 0;
            // A module of one part is a word.
            if !is_whole && parts.len() - first < 2 {
                break;
            }
            let end = parts[first..].join("/");
            let found = self.holding(&end)?;
            // Some name only files in it; where so many do, it is no rare folder.
            if found.len() > NAMING {
                continue;
            }
            for at in found.iter().copied() {
                if is_whole && self.says(at, folder, names_folder)? {
                    naming.push(FolderName {
                        at,
                        name: format!("{folder}/"),
                        module: None,
                    });
                    continue;
                }
                for mark in MARKS.iter().filter(|_| parts.len() - first > 1) {
                    let module = parts[first..].join(mark);
                    if self.says(at, &module, names_module)? {
                        naming.push(FolderName {
                            at,
                            name: module,
                            module: Some(end.clone()),
                        });
                    }
                }
            }
        }
        Ok(naming)
    }

    /// Number of files below all folders whose path ends so: the modules of a project may have one
    /// name in common, `org.example`.
    fn count_in_any(&self, end: &str) -> Result<usize, Error> {
        let inside = format!("/{end}/");
        let paths = self.names()?.split(|byte| *byte == 0);
        let paths = paths.filter(|path| {
            path.starts_with(&inside.as_bytes()[1..])
                || path.windows(inside.len()).any(|it| it == inside.as_bytes())
        });
        Ok(paths.count())
    }

    /// Number of files with this name, in any folder.
    pub(super) fn count_named(&self, name: &str) -> Result<usize, Error> {
        let paths = self.names()?.split(|byte| *byte == 0);
        let named = paths.filter(|path| {
            let rest = path.strip_suffix(name.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(b"/"))
        });
        Ok(named.count())
    }

    /// True if there is a file with this path.
    pub(super) fn has_file(&self, path: &str) -> Result<bool, Error> {
        let rest = from(self.names()?, path.as_bytes());
        let is_it = rest.strip_prefix(path.as_bytes());
        Ok(is_it.is_some_and(|rest| rest.starts_with(b"\0")))
    }

    /// Number of files in a folder, and of all files, outside of memory.
    pub(super) fn count_below(&self, folder: &str) -> Result<(usize, usize), Error> {
        let mut known = self.below.borrow_mut();
        let mut count = |folder: &str| -> Result<usize, Error> {
            if let Some(count) = known.get(folder) {
                return Ok(*count);
            }
            let memory = self.workspace.folder().as_str();
            let begin = if folder.is_empty() {
                String::new()
            } else {
                format!("{folder}/")
            };
            let paths = from(self.names()?, begin.as_bytes()).split(|byte| *byte == 0);
            let inside = paths.take_while(|path| path.starts_with(begin.as_bytes()));
            let work = inside.filter(|path| !path.is_empty() && !is_in(path, memory));
            let count = work.count();
            known.insert(folder.to_owned(), count);
            Ok(count)
        };
        Ok((count(folder)?, count("")?))
    }

    /// True if few paths, of all outside of memory, contain a text in small letters.
    pub(super) fn is_in_few(&self, part: &str) -> Result<bool, Error> {
        if let Some(known) = self.in_few.borrow().get(part) {
            return Ok(*known);
        }
        let paths = self.paths()?;
        let most = (paths.matches('\0').count() / PATHS_OF_FEW).max(1);
        let mut rest = paths;
        let mut is_few = false;
        for _ in 0..=most {
            let Some(at) = rest.find(part) else {
                is_few = true;
                break;
            };
            let (_, after) = rest[at..].split_once('\0').unwrap_or_default();
            rest = after;
        }
        self.in_few.borrow_mut().insert(part.to_owned(), is_few);
        Ok(is_few)
    }

    /// The paths of all files outside of memory in small letters, each with a NUL after it.
    fn paths(&self) -> Result<&str, Error> {
        if let Some(paths) = self.paths.get() {
            return Ok(paths);
        }
        let memory = self.workspace.folder().as_str();
        let mut paths = String::new();
        for path in self.names()?.split(|byte| *byte == 0) {
            if !path.is_empty() && !is_in(path, memory) {
                paths.push_str(&String::from_utf8_lossy(path).to_lowercase());
                paths.push('\0');
            }
        }
        Ok(self.paths.get_or_init(|| paths))
    }

    /// The paths of all files, each with a NUL after it; git lists them once for several questions.
    fn names(&self) -> Result<&[u8], Error> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let store = self.workspace.store();
        let names = match self.files.revision() {
            None => store.staging().names()?,
            Some(revision) => {
                let paths = store.objects().paths(store.history().resolve(revision)?)?;
                paths
                    .into_iter()
                    .flat_map(|path| (path + "\0").into_bytes())
                    .collect()
            }
        };
        Ok(self.names.get_or_init(|| names))
    }
}

/// True if a path is below a folder.
fn is_in(path: &[u8], folder: &str) -> bool {
    let rest = path.strip_prefix(folder.as_bytes());
    rest.is_some_and(|rest| rest.starts_with(b"/"))
}

/// The names from the first one on that is not before `name`, of sorted ones with a NUL after each.
fn from<'n>(names: &'n [u8], name: &[u8]) -> &'n [u8] {
    let (mut start, mut end) = (0, names.len());
    while start < end {
        let middle = start + (end - start) / 2;
        let before = names[start..middle].iter().rposition(|byte| *byte == 0);
        let first = before.map_or(start, |at| start + at + 1);
        let rest = &names[first..];
        let length = rest
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(rest.len());
        if &rest[..length] < name {
            start = (first + length + 1).min(end);
        } else {
            end = first;
        }
    }
    &names[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_names_are_found_by_halves() {
        let names = b"a\0b/c\0b/d\0bb\0";
        for (name, expected) in [
            ("", &names[..]),
            ("a", &names[..]),
            ("b/", &names[2..]),
            ("b/d", &names[6..]),
            ("b0", &names[10..]),
            ("c", b""),
        ] {
            assert_eq!(from(names, name.as_bytes()), expected, "{name}");
        }
        assert_eq!(from(b"", b"a"), b"");
    }
}
