//! Reading a repository: its mirror is brought up to date, and tells what each commit changed.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tokio::sync::mpsc::Sender;

use crate::Error;
use crate::left_out::LeftOut;
use crate::states::{Blobs, Change, change, commits};
use git_memory_app::workspace::{Invocation, Workspace};
use git_memory_git::{Environment, Mirror, ObjectId, RemoteHead};
use git_memory_text::limits;

/// Files beside memory that say where it lies, and what agents are told.
const BESIDE: [&str; 4] = ["/.gitattributes", "/AGENTS.md", "/CLAUDE.md", "/README.md"];

/// A piece of news from reading a mirror.
pub enum Read {
    /// The rows of the repository do not count any more.
    Anew,
    /// Older commits are left out.
    Cut,
    /// The changes of one commit.
    Change(Change),
    /// The end, with the files of the last commit that are no records.
    Whole(LeftOut),
}

/// The reading of a mirror, on a thread of its own.
pub struct Reading {
    /// The folder of the mirror.
    pub folder: PathBuf,
    /// The environment of git.
    pub environment: Environment,
    /// Tells the time.
    pub clock: fn() -> SystemTime,
    /// The address of the repository.
    pub url: String,
    /// The branch that is wanted.
    pub head: RemoteHead,
}

impl Reading {
    /// Tells what changed since a commit, whose files are given; all of it without one.
    ///
    /// # Errors
    /// If git, the repository or the disk fails. What was told so far does not count then.
    pub fn read(
        &self,
        from: Option<ObjectId>,
        mut blobs: Blobs,
        told: &Sender<Read>,
    ) -> Result<(), Error> {
        let _alone = alone(&self.folder)?;
        if from.is_none() {
            self.remove()?;
        }
        // A mirror that git cannot use any more is made again.
        let workspace = match self.bring(from) {
            Err(_) if !Mirror::at(&self.environment, &self.folder)?.is_sound() => {
                self.remove()?;
                self.bring(from)?
            }
            brought => brought?,
        };
        let tell = |read: Read| {
            let gone = |_| Error::BadValue("its reader went away".to_owned());
            told.blocking_send(read).map_err(gone)
        };
        let tip = self.head.tip;
        let found = match commits(&workspace, tip, from)? {
            Some(found) if from.is_some() => found,
            found => {
                blobs.clear();
                tell(Read::Anew)?;
                match found {
                    Some(found) => found,
                    None => commits(&workspace, tip, None)?.unwrap_or_default(),
                }
            }
        };
        if found.len() >= limits::HUB_COMMITS {
            tell(Read::Cut)?;
        }
        let mut left_out = LeftOut::default();
        for commit in found {
            let mut changed = change(&workspace, commit, &mut blobs)?;
            left_out = std::mem::take(&mut changed.left_out);
            if !changed.gone.is_empty() || !changed.new.is_empty() {
                tell(Read::Change(changed))?;
            }
        }
        tell(Read::Whole(left_out))
    }

    fn remove(&self) -> Result<(), Error> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(Error::system("remove a mirror")),
        }
    }

    /// Brings the mirror up to date, and opens it.
    fn bring(&self, from: Option<ObjectId>) -> Result<Workspace, Error> {
        let mirror = Mirror::at(&self.environment, &self.folder)?;
        let patterns = |folders: &[String]| {
            let folders = folders
                .iter()
                .map(|folder| format!("/{}/", escaped(folder)));
            let beside = BESIDE.into_iter().map(ToOwned::to_owned);
            beside.chain(folders).collect::<Vec<String>>()
        };
        // Files say which folders are memory: first those of the top, then those of memory.
        let mut folders = Vec::new();
        loop {
            mirror.update(&self.url, &self.head, &patterns(&folders))?;
            let workspace = self.open()?;
            let named = workspace
                .store()
                .folders()
                .map_err(|error| Error::Memory(error.into()))?;
            let named: Vec<String> = named.into_iter().map(ToOwned::to_owned).collect();
            if named == folders {
                mirror.bring_history(self.head.tip, from, &folders)?;
                return Ok(workspace);
            }
            folders = named;
        }
    }

    fn open(&self) -> Result<Workspace, Error> {
        let environment = self.environment.at(&self.folder)?;
        let invocation = Invocation::new(environment, (self.clock)())?;
        Ok(Workspace::open(&invocation)?)
    }
}

/// A folder as a pattern of `gitignore`: its characters mean themselves.
fn escaped(folder: &str) -> String {
    let mut pattern = String::with_capacity(folder.len());
    for character in folder.chars() {
        if matches!(character, '*' | '?' | '[' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// Waits until no other process works on a mirror; until the file is dropped, none does.
fn alone(mirror: &Path) -> Result<File, Error> {
    let name = mirror.with_extension("lock");
    if let Some(folder) = mirror.parent() {
        fs::create_dir_all(folder).map_err(Error::system("make the folder of mirrors"))?;
    }
    let cannot = || Error::system(format!("lock '{}'", name.display()));
    let file = File::create(&name).map_err(cannot())?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => file.lock().map_err(cannot())?,
        Err(TryLockError::Error(error)) => return Err(cannot()(error)),
    }
    Ok(file)
}
