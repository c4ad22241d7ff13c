//! Help that helps: the overview of commands, each command's page, and the answer to anything else
//! that was typed.

mod manual;
mod overview;
mod page;
mod refusal;
mod words;

pub(crate) use manual::{ManualPage, manual};
pub(crate) use overview::{full_template, template};
pub(crate) use page::with_page;
pub(crate) use words::{found_by, nearest};
