//! One question to all repositories that a person has listed. Each answers by its own index, as it
//! would when it is asked alone; nothing but caches is written there.

mod list;
mod recall;

use std::fmt::Display;
use std::sync::Arc;

use crate::workspace::listed::{Listed, ListedRepository};
use crate::workspace::{Error, Invocation, Workspace};
use git_memory_guard::{Clean, redact};
use git_memory_store::side_by_side;

pub use list::{Listings, list};
pub(crate) use recall::checked;
pub use recall::recall;

/// Answers of the repositories.
struct Answers<T> {
    /// Sorted by folder; those without memory answer nothing.
    all: Vec<(Arc<ListedRepository>, T)>,
    /// Reasons why some repositories did not answer, one line each.
    faults: Vec<Clean>,
}

/// Asks each listed repository. `private` also asks those that have no memory but what is private.
///
/// # Errors
/// If none of those that have memory can be read.
fn ask_each<T: Send>(
    invocation: &Invocation,
    Listed { all, faults }: Listed,
    private: bool,
    progress: &dyn Fn(usize, usize),
    ask: impl Fn(&Workspace) -> Result<T, Error> + Sync,
) -> Result<Answers<T>, Error> {
    let answered = side_by_side(&all, progress, |listed| {
        let workspace = listed.open(invocation)?;
        if private || workspace.has_memory() {
            ask(&workspace).map(Some)
        } else {
            Ok(None)
        }
    });
    let mut answers = Answers {
        all: Vec::new(),
        faults: faults.iter().map(|fault| redact(fault)).collect(),
    };
    let mut first = None;
    for (listed, answered) in all.into_iter().zip(answered) {
        match answered {
            Ok(Some(answer)) => answers.all.push((Arc::new(listed), answer)),
            Ok(None) => {}
            // A question that none can answer is the person's fault.
            Err(error @ (Error::BadValue(_) | Error::Setting { .. })) => return Err(error),
            Err(error) => {
                answers.faults.push(fault_of(&listed, &error));
                first = first.or(Some(error));
            }
        }
    }
    match first {
        Some(error) if answers.all.is_empty() => Err(error),
        _ => Ok(answers),
    }
}

/// The line that says why a repository, or a part of it, did not answer.
fn fault_of(listed: &ListedRepository, fault: &dyn Display) -> Clean {
    redact(&format!("{}: {fault}", listed.name))
}
