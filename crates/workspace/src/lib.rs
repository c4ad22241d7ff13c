//! Start of a use case: the repository with its store, the settings, the secret guard, the clock
//! and new ids.
//!
//! A door makes an [`Invocation`] of what the process was started with, and opens a [`Workspace`]
//! there. The [`Error`] of every use case is here, too, with the way out of each.

#![warn(clippy::disallowed_methods)]

mod advice;
mod allowed;
mod at;
mod changing;
mod doubles;
mod eldest;
mod error;
mod error_code;
pub mod guard;
pub mod identity;
mod ids;
mod invocation;
mod lenient;
pub mod listed;
pub mod offers;
mod open;
mod parents;
mod private;
pub mod project_id;
mod random;
mod redaction;
mod report;
mod repositories;
pub mod sanitize;
pub mod settings;
pub mod terminal;
mod upstream;
pub mod user_folders;

pub use at::{At, open_if_any};
pub use doubles::Double;
pub use error::{Error, RecipientsFault, fingerprinted, refused_line};
pub use git_memory_git::Environment;
pub use invocation::Invocation;
pub use open::Workspace;
pub use parents::Parent;
pub use random::{jitter, secret_word};
pub use redaction::Redaction;
pub use report::{Found, Report};
pub use repositories::Repositories;
