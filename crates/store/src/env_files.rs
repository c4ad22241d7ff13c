//! The `.env` files in the upper folders of a work tree: their values are what the guard watches
//! for. They are read, and never written anywhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::walk::{Next, Order, Walk, names};
use super::{Error, Store};
use crate::looks::{Looked, SharedLooks};
use crate::tracked::is_nothing;
use git_memory_guard::{dotenv, readable};
use git_memory_text::path::MemoryFolder;

/// How deep below the top files are looked for, and in how many folders at most: a hook has no time
/// for more.
const DEPTH: usize = 4;
const FOLDERS: usize = 500;
/// A larger file is no list of variables.
const SIZE_LIMIT: u64 = 256 << 10;
/// Folders of other people's code, and of what a build made.
const FOREIGN: [&str; 5] = ["node_modules", "target", "vendor", "dist", "build"];

/// The contents of the `.env` files.
#[derive(Default)]
pub struct EnvFiles {
    /// Their texts; what is not UTF-8 in them is replaced.
    pub texts: Vec<String>,
    /// The files that could not be read: nothing of theirs is watched.
    pub unreadable: Vec<PathBuf>,
}

impl Store<'_> {
    /// Reads the `.env` files; there are none in a bare repository.
    pub fn env_files(&self) -> Result<Arc<EnvFiles>, Error> {
        // A server's repository, which no values lie beside.
        if !self.has_work_tree() {
            return Ok(Arc::default());
        }
        let top = self.repo().work_tree()?;
        match self.loaded().many() {
            Some(many) => {
                let looks = many.of::<SharedLooks<(PathBuf, MemoryFolder), EnvFiles>>();
                let of = (top.to_owned(), self.folder().clone());
                looks.after_now(top, of, |_| self.read_env_files(top))
            }
            None => Ok(self.read_env_files(top)?.found),
        }
    }

    fn read_env_files(&self, top: &Path) -> Result<Looked<EnvFiles>, Error> {
        let mut found = EnvFiles::default();
        let walk = Walk {
            top,
            name: "",
            order: Order::Breadth,
            is_lenient: true,
        };
        let mut walked = vec![String::new()];
        let mut has_links = false;
        walk.run(|visited| {
            let name = visited.entry.file_name();
            let Some(name) = name.to_str() else {
                return Ok(Next::Pass);
            };
            // A link too: it often leads to the one file that several clones share.
            let may_be_file = visited.kind.is_file() || visited.kind.is_symlink();
            if may_be_file && dotenv::is_file_name(name) {
                has_links |= visited.kind.is_symlink();
                found.read(visited.entry.path());
            }
            // Upper folders first, and not too many: this runs in every hook.
            let is_ours = !name.starts_with('.') && !FOREIGN.contains(&name);
            if visited.kind.is_dir() && is_ours && visited.depth < DEPTH && walked.len() < FOLDERS {
                let path = visited.path().trim_start_matches('/').to_owned();
                // Records are no lists of variables.
                if path != self.folder().as_str() {
                    walked.push(path);
                    return Ok(Next::Enter);
                }
            }
            Ok(Next::Pass)
        })?;
        // A linked work tree has no file of its own, but runs with that of the main one.
        let main = self.repo().main_work_tree();
        if let Some(main) = &main {
            for name in names(main)? {
                if dotenv::is_file_name(&name) {
                    found.read(main.join(name));
                }
            }
        }
        Ok(Looked {
            // Files outside of the watched folders change unseen.
            is_settled: main.is_none() && !has_links && found.unreadable.is_empty(),
            found: Arc::new(found),
            walked,
        })
    }
}

impl EnvFiles {
    fn read(&mut self, file: PathBuf) {
        match read_small(&file) {
            Ok(Some(bytes)) => self.texts.push(readable(&bytes).into_owned()),
            Ok(None) => {}
            // It went away since it was listed, or is a link into nothing: there is no value.
            Err(error) if is_nothing(&error) => {}
            Err(_) => self.unreadable.push(file),
        }
    }
}

/// The bytes of a file, links followed; `None` for what is no list of variables.
fn read_small(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let meta = fs::metadata(file)?;
    // A folder of this name is a Python environment; a pipe would be waited for.
    if !meta.is_file() || meta.len() > SIZE_LIMIT {
        return Ok(None);
    }
    Ok(Some(fs::read(file)?))
}
