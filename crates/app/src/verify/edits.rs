//! Edits that an agent is about to make: lines that break a check, and that the file does not have yet.
//!
//! Only regular expressions of forbidden lines are asked: they are right about a text alone, and cost
//! nothing. A record that is about to be enforced must be so in HEAD: an agent may write records, too.

use super::LINE;
use super::accepted::version;
use super::rules::is_in_force;
use crate::project::{Edited, Touched};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::checks::old::{Known, Moves};
use git_memory_model::checks::scan::{Hit, Scanner};
use git_memory_model::checks::{Check, Checks, Rule};
use git_memory_model::evidence::citations;
use git_memory_model::record::Record;
use git_memory_policy::project::policy::{Denial, Note, of_check};
use git_memory_store::View;

/// Finds the lines of edits that break checks newly: the answer is a denial for the first one that a
/// record enforces; the others become notes of their repositories.
///
/// # Errors
/// Where memory cannot be read.
pub fn judge(edits: &[Edited<'_>], touched: &mut [Touched<'_>]) -> Result<Option<Denial>, Error> {
    for edit in edits {
        let workspace = edit.workspace;
        if !workspace.has_memory() || workspace.folder().holds(&edit.path) {
            continue;
        }
        let memory = workspace.memory(&View::WorkTree)?;
        let mut records = memory.records.iter();
        if records.any(|record| record.path.as_str() == edit.path) {
            continue;
        }
        for record in memory.records.iter().filter(|it| is_in_force(it)) {
            for check in Checks::of_header(&record.header).good {
                let Some(line) = first_new(&check, record, edit) else {
                    continue;
                };
                let text = reason(workspace, record, &check, &edit.path, line)?;
                if is_enforced(workspace, record, &check)? {
                    return Ok(Some(of_check(text)));
                }
                let mut touched = touched.iter_mut();
                if let Some(part) = touched.find(|it| std::ptr::eq(it.workspace, workspace)) {
                    let advice = Vec::new();
                    part.notes.push(Note { text, advice });
                }
            }
        }
    }
    Ok(None)
}

/// The first line of an edited file that a check forbids, and that was not there before.
fn first_new(check: &Check, record: &Record, edit: &Edited<'_>) -> Option<u32> {
    if !matches!(check.rule, Rule::Forbid(_)) || !check.coverage().covers(&edit.path) {
        return None;
    }
    // A pattern that cannot be compiled is not among the good checks.
    let scanner = Scanner::new(&check.rule).ok()?;
    let after = scanner.hits(edit.after.as_bytes());
    if after.is_empty() {
        return None;
    }
    let mut known = Known::default();
    known.add(&edit.path, &scanner.hits(edit.before.as_bytes()));
    let ages = known.among(&[(&edit.path, &after)], Moves::Old);
    let is_exempt = |hit: &Hit| {
        let name = hit.exempt.as_deref().unwrap_or_default();
        citations(name).iter().any(|it| it.names(record))
    };
    let mut new = after.iter().zip(ages.into_iter().flatten());
    let new = new.find(|(hit, is_old)| !is_old && !is_exempt(hit));
    new.map(|(hit, _)| hit.line)
}

/// The decision, in one line.
fn reason(
    workspace: &Workspace,
    record: &Record,
    check: &Check,
    path: &str,
    line: u32,
) -> Result<String, Error> {
    let (id, title) = (record.header.id.as_str(), &record.header.title);
    let (pattern, why) = (check.rule.pattern(), &record.header.abstract_line);
    let text = format!(
        "line {line} of '{path}' would break {id} ({title}), which forbids '{pattern}': {why}; to \
         except the line, write 'git-memory: {id} except REASON' in a comment on it"
    );
    Ok(sanitize::line(workspace.guard()?, &text, 3 * LINE).into_string())
}

/// True if HEAD has the record in force with the check, and there it says to enforce it.
fn is_enforced(workspace: &Workspace, record: &Record, check: &Check) -> Result<bool, Error> {
    let Some(head) = workspace.store().history().head_commit()? else {
        return Ok(false);
    };
    let path = record.path.as_str();
    let blob = workspace.store().objects().file(head, path)?;
    let Some(version) = version(workspace, record, blob)? else {
        return Ok(false);
    };
    let checks = Checks::of_header(&version.header);
    let mut rules = checks.good.iter().map(|it| &it.rule);
    Ok(is_in_force(&version) && checks.is_enforced && rules.any(|it| *it == check.rule))
}
