//! Files that agents' programs keep of a project: [`form`] is the table of them, [`piece`] reads a
//! file, [`becomes`] decides its result, `globs` and [`mentions`] read its references to other
//! files, and [`rule_text`] writes and reads the rule that was made of a file.

pub mod becomes;
pub mod form;
mod globs;
pub mod mentions;
pub mod piece;
pub mod rule_text;
