//! What agents' programs keep of a project, each in files of its own: [`form`] is the table of
//! them, [`piece`] reads a file, [`becomes`] says what it becomes, `globs` and [`mentions`] what is
//! said in it of other files, and [`rule_text`] is what a rule says that was made of one.

pub mod becomes;
pub mod form;
mod globs;
pub mod mentions;
pub mod piece;
pub mod rule_text;
