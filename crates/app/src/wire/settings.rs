//! The table of settings, for doors and references that list them.

pub use crate::workspace::settings::table::Team;
pub use crate::workspace::settings::{Kind, Setting, TABLE as SETTINGS};
