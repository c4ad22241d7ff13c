//! Where a use case begins: the repository with its store, the settings, the secret guard, the
//! clock and fresh ids.

mod advice;
mod error;
mod error_code;
pub(crate) mod guard;
pub mod identity;
mod invocation;
mod open;
pub mod sanitize;
pub mod settings;
pub mod terminal;

pub use crate::git::Environment;
pub use error::Error;
pub use invocation::Invocation;
pub use open::Workspace;
pub(crate) use open::jitter;
