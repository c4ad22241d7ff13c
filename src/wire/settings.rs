//! The table of settings, for doors and references that list them.

pub use crate::app::workspace::settings::table::Team;
pub use crate::app::workspace::settings::{Kind, Setting, TABLE as SETTINGS};
