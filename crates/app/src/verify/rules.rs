//! The checks of the records in force, ready to run.

use super::found::BrokenCheck;
use crate::records::lookup;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Guard;
use git_memory_model::checks::scan::Scanner;
use git_memory_model::checks::{Check, Checks};
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Record;
use git_memory_store::Memory;

/// Maximum number of checks of a project: each is asked of every file that it is about.
const MOST: usize = 1000;

/// A check of a record, ready to run.
pub(super) struct Ruling<'m> {
    /// Its place in the list of all.
    pub(super) nth: usize,
    pub(super) record: &'m Record,
    pub(super) check: Check,
    pub(super) scanner: Scanner,
}

/// True if the checks of a record apply: a proposed or replaced one forbids nothing.
pub(super) fn is_in_force(record: &Record) -> bool {
    record.lifecycle() == Lifecycle::Current
}

/// The checks of the records in force, or of those that `names` name, and those that cannot be run.
///
/// # Errors
/// A name of no record.
pub(super) fn rulings<'m>(
    workspace: &Workspace,
    memory: &'m Memory,
    names: &[String],
) -> Result<(Vec<Ruling<'m>>, Vec<BrokenCheck>), Error> {
    let mut records: Vec<&Record> = Vec::new();
    for name in names {
        records.push(lookup::find(workspace, memory, name)?);
    }
    if names.is_empty() {
        records.extend(memory.records.iter().filter(|record| is_in_force(record)));
    }
    let (mut rulings, mut broken) = (Vec::new(), Vec::new());
    let mut left = 0;
    for record in records {
        let found = Checks::of_header(&record.header);
        for fault in found.broken {
            broken.push(broken_check(record, fault.number, &fault.reason));
        }
        for check in found.good {
            if rulings.len() == MOST {
                left += 1;
                continue;
            }
            match Scanner::new(&check.rule) {
                Ok(scanner) => rulings.push(Ruling {
                    nth: rulings.len(),
                    record,
                    check,
                    scanner,
                }),
                Err(error) => broken.push(broken_check(record, check.number, &error.to_string())),
            }
        }
        if left > 0 {
            let reason = format!("beyond {MOST} checks of the project; {left} are not run");
            broken.push(broken_check(record, 0, &reason));
            break;
        }
    }
    Ok((rulings, broken))
}

fn broken_check(record: &Record, number: usize, reason: &str) -> BrokenCheck {
    BrokenCheck {
        record: record.clone(),
        number,
        // It may quote a pattern.
        reason: Guard::new().redact(&git_memory_text::visible(reason)),
    }
}
