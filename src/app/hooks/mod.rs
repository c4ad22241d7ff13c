//! Hooks: the [`table`] of them, putting them in and out ([`install`](mod@install)), and what they
//! do at a commit ([`guard`](mod@guard)) and after a checkout ([`after_checkout`]). What stops
//! secrets on their way out is in [`secrets`](crate::app::secrets).

mod after_checkout;
mod guard;
mod help_viewer;
mod install;
mod missing;
mod table;

pub use crate::git::filter::{Operation, serve as serve_filter};
pub use after_checkout::follow;
pub use guard::guard;
pub(crate) use install::settings;
pub use install::{Installed, InstalledAt, install, status, uninstall};
pub use missing::{missing, outdated, reminder};
pub use table::{Duty, HOOKS, Hook};
