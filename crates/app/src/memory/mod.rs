//! The library's own door: the memory of one repository, for a program that reads and writes it.
//!
//! [`get_repo_memory`] opens it, `examples/` shows it at work. Like every door it only passes
//! questions on to the use cases, so its answers, its files and its refusals are those of the
//! command line, MCP and REST. Questions and answers are types; [`wire`](crate::wire) has their
//! JSON.

mod policy;
mod prompts;
mod records;
mod steps;
mod topics;

use std::path::PathBuf;
use std::time::SystemTime;

use crate::private::settle::settle;
use crate::records::writer::Writer;
use crate::user;
use crate::workspace::{Error, Invocation, Repositories, Workspace};
use git_memory_git::Environment;
use git_memory_text::advice::Wording;

/// Opens the memory of the repository around a folder.
///
/// `environment` is the folder and the variables that git runs with. `clock` tells the time of each
/// call; `GIT_MEMORY_CLOCK` and `GIT_MEMORY_SEED` among the variables fix time and ids.
///
/// # Errors
/// [`Error::Git`] or [`Error::Store`] without a repository, [`Error::Setting`] for a variable that
/// cannot be read.
///
/// ```no_run
/// use git_memory_app::{Environment, Error, RecordQuestion, get_repo_memory};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let here = Environment::of_process(std::env::current_dir()?, std::env::vars_os());
/// let memory = get_repo_memory(here, std::time::SystemTime::now)?;
/// let convention = memory.upsert_convention(RecordQuestion {
///     title: "Error messages begin in lower case".to_owned(),
///     id: Some("con-errors".to_owned()),
///     paths: vec!["src/**".to_owned()],
///     ..RecordQuestion::default()
/// })?;
/// println!("{}", convention.id());
/// println!("{}", memory.build_context_from_memory(4_000)?.text);
/// # Ok(())
/// # }
/// ```
pub fn get_repo_memory(
    environment: Environment,
    clock: fn() -> SystemTime,
) -> Result<RepoMemory, Error> {
    let start = Invocation::new(environment, clock())?;
    let memory = RepoMemory {
        repositories: Repositories::new(&start, clock),
        wording: prompts::CODES,
        writer: None,
    };
    memory.ask(|_| Ok(()))?;
    Ok(memory)
}

/// The memory of one repository. Any number of threads may use it at once.
///
/// Each call is a request of its own: it sees the files, the settings, the secrets of this machine
/// and the time as they are then, and shares the parts of the caches that earlier calls have read.
/// Paths in questions are relative to the folder of the environment. What a call writes to tracked
/// memory is staged, never committed; a call that fails has changed nothing.
pub struct RepoMemory {
    repositories: Repositories,
    wording: Wording,
    writer: Option<Writer>,
}

impl RepoMemory {
    /// Names the agent that writes from now on: records get `source: agent`, its name and its
    /// session, summaries its name, unless a question names another one.
    #[must_use]
    pub fn written_by(self, writer: Writer) -> Self {
        Self {
            writer: Some(writer),
            ..self
        }
    }

    /// Words advice in contexts, such as how to see more, as calls that the reader can make. Without
    /// it, advice is its code in JSON (`list-records`). Each wording has a `door` of its own:
    /// contexts are kept by that name.
    #[must_use]
    pub fn worded(self, wording: Wording) -> Self {
        Self { wording, ..self }
    }

    /// The absolute path of memory's folder in the work tree, whether or not it is there.
    ///
    /// # Errors
    /// In a bare repository.
    pub fn memory_dir(&self) -> Result<PathBuf, Error> {
        self.ask(|workspace| {
            let files = workspace.store().work_files()?;
            Ok(files.top().join(files.folder().as_str()))
        })
    }

    /// The absolute path of the person's own memory, outside of any repository, whether or not it
    /// is there.
    ///
    /// # Errors
    /// [`Error::NoHome`].
    pub fn user_memory_path(&self) -> Result<PathBuf, Error> {
        self.ask(|workspace| Ok(user::store(workspace.invocation())?.folder().to_owned()))
    }

    /// Opens the repository for one call.
    fn ask<T>(&self, ask: impl FnOnce(&Workspace) -> Result<T, Error>) -> Result<T, Error> {
        self.repositories.ask(None, ask)
    }

    /// Opens the repository for a call that reads or writes the work log, and settles that first.
    fn settled<T>(&self, ask: impl FnOnce(&Workspace) -> Result<T, Error>) -> Result<T, Error> {
        self.ask(|workspace| {
            settle(workspace)?;
            ask(workspace)
        })
    }
}
