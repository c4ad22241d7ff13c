//! Encryption of the work log to the people of a team.
//!
//! [`recipients`] reads who may read, [`identity`] the private key of the person at this machine,
//! and [`sealer`] encrypts to the former and decrypts with the latter.

mod identity;
mod recipients;
mod sealer;

pub use identity::{BadIdentity, Identity};
pub use recipients::{LineFault, Person, Recipients};
pub use sealer::{CannotSeal, Sealer, Unread};
