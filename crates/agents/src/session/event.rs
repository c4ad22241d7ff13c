//! Events that a line of a transcript tells, whichever agent wrote it.

use git_memory_policy::apply_patch::patched;

/// Something that happened in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The transcript is of the agent of this name.
    By(&'static str),
    /// The session has this id.
    Named(String),
    /// The agent works in this folder.
    At(String),
    /// A person asked for something.
    Asked(String),
    /// The agent said something to the person.
    Said(String),
    /// The line is of this time, in seconds since 1970.
    Dated(i64),
    /// The agent called a tool.
    Called {
        /// The call's id; empty where its result is never told.
        id: String,
        /// The act of the call.
        act: Act,
    },
    /// A call came back.
    Returned {
        /// The call's id.
        id: String,
        /// True if the call failed.
        has_failed: bool,
        /// True if the call was never made: a person or a policy did not allow it.
        is_refused: bool,
        /// The text that the tool gave back.
        output: String,
    },
}

/// The act of a tool's call, as far as a summary tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Writes these files.
    Changes(Vec<String>),
    /// Runs a command line.
    Runs(String),
    /// Writes records of memory, whose paths the result names.
    Records,
    /// Says what is to be done, in place of what was said before.
    Plans(Vec<Task>),
    /// Changes the tasks with these ids.
    Updates(Vec<Task>),
    /// Adds a task, which is known by its number from then on.
    Adds(String),
}

/// The most files that one call names, and the most tasks of one plan.
pub(crate) const MOST: usize = 200;

impl Act {
    /// Writes the files of a patch; `None` where it names none.
    pub(crate) fn of_patch(patch: &str) -> Option<Self> {
        let files = patched(patch).take(MOST);
        let files: Vec<String> = files.map(|file| file.path.to_owned()).collect();
        (!files.is_empty()).then_some(Self::Changes(files))
    }
}

/// Something that is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name of the task in later calls; empty where there is no such name.
    pub id: String,
    /// The work to be done; empty where that stays as it is.
    pub text: String,
    /// How far it is; `None` where that stays as it is.
    pub state: Option<TaskState>,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It is not done yet.
    Open,
    /// It is done.
    Done,
    /// It is not to be done any more.
    Dropped,
}

impl TaskState {
    /// The state of a name, as the agents write it; what is not known to be over is open.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "completed" | "done" => Self::Done,
            "cancelled" | "canceled" | "deleted" => Self::Dropped,
            _ => Self::Open,
        }
    }
}
