//! Completion: where the cursor is in a command line ([`position`]), and which kind of word each
//! argument takes ([`values`]). Only the command that was typed is looked at: a shell asks for each
//! Tab, and people wait.

pub(crate) mod position;
pub(crate) mod values;
