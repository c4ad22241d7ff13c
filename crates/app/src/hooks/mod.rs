//! Hooks: the [`table`] of them, putting them in and out ([`install`](mod@install)), and what they
//! do at a commit ([`guard`](mod@guard)) and after a checkout ([`after_checkout`]). What stops
//! secrets on their way out is in [`secrets`](crate::secrets).

mod after_checkout;
mod guard;
mod help_viewer;
mod install;
mod lost;
mod managed;
mod merge_driver;
mod message;
mod missing;
mod place;
mod settings;
mod table;

pub use after_checkout::follow;
pub use git_memory_git::filter::{Operation, serve_git as serve_filter};
pub use guard::guard;
pub use install::{Allowed, carries_notes, install, uninstall, waiting};
pub use lost::lost;
pub use managed::tell_waiting;
pub use merge_driver::{DriverRequest, merge_for_git};
pub use message::{Offer, prepare};
pub use missing::{Idle, advice, idle, missing, outdated, reminder};
pub use place::{Installed, InstalledAt, Obstacle, ToAdd, carried, status, tried};
pub(crate) use place::{beside, script_with_section};
pub(crate) use settings::settings;
pub use table::{Duty, HOOKS, Hook};
