//! `add note --commit`: a note on a commit is no file, so it is neither staged nor compared with
//! records.

use crate::commands::notes::print_noted;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::RecordQuestion;
use git_memory_app::private::notes;
use git_memory_app::workspace::Workspace;

/// Attaches a note to a commit.
pub(super) fn add(
    workspace: &Workspace,
    commit: &str,
    question: RecordQuestion,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let noted = notes::add(workspace, commit, &text(question))?;
    print_noted(&noted, printer);
    Ok(Exit::Done)
}

/// Text of a note, which has no title of its own: what was given as one begins it.
fn text(question: RecordQuestion) -> String {
    match question.body {
        Some(body) => format!("{}\n\n{body}", question.title),
        None => question.title,
    }
}
