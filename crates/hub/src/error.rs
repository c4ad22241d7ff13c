//! The errors of the hub.

use git_memory_app::workspace;

/// Reason why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database refused, or is not there.
    #[error("the database: {}", whole(.0))]
    Database(#[from] tokio_postgres::Error),
    /// No connection could be had.
    #[error("the database gives no connection: {}", whole(.0))]
    Pool(#[from] deadpool_postgres::PoolError),
    /// The tables could not be made, or are those of another version.
    #[error("the tables of the hub: {}", whole(.0))]
    Tables(#[from] refinery::Error),
    /// The tables are not there, or older than this program.
    #[error("the database has no tables of this version")]
    NotMade,
    /// git failed, or is not there.
    #[error(transparent)]
    Git(#[from] git_memory_git::Error),
    /// A repository's memory could not be read.
    #[error(transparent)]
    Memory(#[from] workspace::Error),
    /// The index entry of a text is damaged.
    #[error("the index entry of a version is damaged: fill the repository again")]
    Damaged(#[from] git_memory_recall::Damaged),
    /// The sentence model could not be read.
    #[error("the model: {0}")]
    Model(#[from] git_memory_meaning::Error),
    /// Something was asked for that is not there, or cannot be understood.
    #[error("{0}")]
    BadValue(String),
    /// A file or process of this machine.
    #[error("cannot {what}: {source}")]
    System {
        /// The action, after "cannot".
        what: String,
        /// The reason of the system.
        source: std::io::Error,
    },
}

impl Error {
    /// A failure of the system in doing something.
    pub fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::System { what, source }
    }

    /// The way out, where there is one.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NotMade => Some("git-memory-hub init"),
            Self::Damaged(_) => Some("git-memory-hub reindex NAME"),
            _ => None,
        }
    }
}

/// The innermost reason, which is the server's own: those around it only say where it came from.
fn whole(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
