//! Ids in comments of source files that no record has.

use crate::evidence::citing::{CitingFile, citing};
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::Citation;
use git_memory_model::evidence::source_citation::{CitedName, cited_in_source, is_prose};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Fault, Record, RecordId};
use git_memory_store::{TextFile, View};
use git_memory_text::path::RepoPath;

/// An id in a comment that no record has.
struct Unknown {
    path: RepoPath,
    line: u32,
    id: RecordId,
}

impl Unknown {
    fn into_finding(self) -> Finding {
        let message = format!("no record has the id {}", self.id);
        let fault = Fault::at(Code::UnknownCitation, (self.line, 1), message);
        Finding {
            path: self.path,
            fault,
        }
    }
}

/// A finding for each such id in the files of a view; only in those of `paths` where there are some.
pub(crate) fn unknown(
    workspace: &Workspace,
    view: &View,
    records: &[Record],
    paths: &[String],
) -> Result<Vec<Finding>, Error> {
    let found = unknown_ids(workspace, view, records, paths)?;
    Ok(found.into_iter().map(Unknown::into_finding).collect())
}

fn unknown_ids(
    workspace: &Workspace,
    view: &View,
    records: &[Record],
    paths: &[String],
) -> Result<Vec<Unknown>, Error> {
    let mut found = Vec::new();
    for CitingFile { path, citations } in citing(workspace, view, paths)? {
        // A guide may show an id as an example. With a name that is no path of ours, nothing can
        // be said about a file.
        let Ok(path) = path.parse::<RepoPath>() else {
            continue;
        };
        if is_prose(path.as_str()) {
            continue;
        }
        for cited in citations {
            let (line, is_certain) = (cited.line, cited.is_certain());
            let CitedName::Record(Citation::Id(id)) = cited.name else {
                continue;
            };
            if is_certain && !records.iter().any(|record| is_named(&id, record)) {
                let path = path.clone();
                found.push(Unknown { path, line, id });
            }
        }
    }
    Ok(found)
}

/// The findings of some changed files that these did not have before, in another view.
pub(crate) fn brought(
    workspace: &Workspace,
    before: &View,
    after: &View,
    paths: &[String],
) -> Result<Vec<Finding>, Error> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let memory = workspace.memory(after)?;
    let mut findings = Vec::new();
    for unknown in unknown_ids(workspace, after, &memory.records, paths)? {
        if !cites(workspace, before, &unknown)? {
            findings.push(unknown.into_finding());
        }
    }
    Ok(findings)
}

/// True if the file with an unknown id cites it in a view.
fn cites(workspace: &Workspace, view: &View, unknown: &Unknown) -> Result<bool, Error> {
    let path = unknown.path.as_str();
    let TextFile::Text(text) = workspace.store().page(view, path)? else {
        return Ok(false);
    };
    let wanted = CitedName::Record(Citation::Id(unknown.id.clone()));
    let mut cited = cited_in_source(path, &text).into_iter();
    Ok(cited.any(|cited| cited.name == wanted))
}

/// True if an id is that of a record, or one that it had.
fn is_named(id: &RecordId, record: &Record) -> bool {
    let mut aliases = record.header.aliases.iter();
    record.header.id.is(id) || aliases.any(|alias| alias.as_str() == id.as_str())
}
