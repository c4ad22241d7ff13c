//! What is wrong with a file, as one line of an answer.

use crate::app::workspace::sanitize;
use crate::domain::record::check::Finding;
use crate::domain::secrets::{Clean, Guard};

/// The longest line, in characters.
const LINE: usize = 500;

/// A finding as `path:line:column: message`.
pub(crate) fn fault_line(guard: &Guard, finding: &Finding) -> Clean {
    let Finding { path, fault } = finding;
    let text = format!("{path}:{}:{}: {}", fault.line, fault.column, fault.message);
    sanitize::line(guard, &text, LINE)
}
