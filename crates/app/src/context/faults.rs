//! Faults in the source files of an answer.

use crate::context::records::Records;
use crate::workspace::{Error, sanitize};
use git_memory_guard::{Clean, Guard};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Fault, Severity, reading};
use git_memory_recall::DocumentRef;
use git_memory_store::TextFile;
use git_memory_text::path::RepoPath;

/// The longest line, in characters.
const LINE: usize = 500;
/// The maximum number of faults after which no other file is looked at.
const FAULTS: usize = 20;

/// A finding as `path:line:column: message`.
#[must_use]
pub fn fault_line(guard: &Guard, finding: &Finding) -> Clean {
    let Finding { path, fault } = finding;
    let text = format!("{path}:{}:{}: {}", fault.line, fault.column, fault.message);
    sanitize::line(guard, &text, LINE)
}

/// Returns the faults in files of the view that records were chosen from, without those that do not
/// keep a file from being read: `check` names them.
pub(crate) fn record_faults(records: &Records) -> Result<Vec<Finding>, Error> {
    let mut faults: Vec<Finding> = Vec::new();
    // There is one view here, to which any part leads.
    if let Some(source) = records.sources.of_part(0) {
        for path in &source.view.strays {
            // A name that is not read is reported where the view was looked at.
            if let Ok(path) = path.parse::<RepoPath>() {
                let found = stray_faults(records, &path)?;
                add_findings(&mut faults, &path, found);
            }
        }
    }
    for (nth, part) in records.sources.parts().iter().enumerate() {
        for document in part.members.iter() {
            let at = DocumentRef {
                part: nth,
                document,
            };
            if part.segment.facts(document)?.is_faulty
                && faults.len() < FAULTS
                && let Some(mut read) = records.read(at)?
            {
                // Other tools write documents, and their characters are theirs.
                let is_ours = read.record.place.is_in_memory;
                read.faults.retain(|fault| {
                    fault.code.severity() > Severity::Notice
                        && (is_ours || !fault.code.is_of_character())
                });
                add_findings(&mut faults, &read.record.path, read.faults);
            }
        }
    }
    Ok(faults)
}

/// Returns the faults of a file that is in a record's place and is not a record.
fn stray_faults(records: &Records, path: &RepoPath) -> Result<Vec<Fault>, Error> {
    // A file that is not text was reported when the view was read.
    let store = records.workspace.store();
    let TextFile::Text(text) = store.page(&records.view, path.as_str())? else {
        return Ok(Vec::new());
    };
    let mut faults = reading::read(text.as_bytes()).faults;
    faults.retain(|fault| fault.code.severity() > Severity::Notice);
    Ok(faults)
}

fn add_findings(findings: &mut Vec<Finding>, path: &RepoPath, faults: Vec<Fault>) {
    for fault in faults {
        let path = path.clone();
        findings.push(Finding { path, fault });
    }
}
