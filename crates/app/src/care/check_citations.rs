//! Ids in comments of source files that no record has.

use crate::evidence::citing::{CitingFile, citing};
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::Citation;
use git_memory_model::evidence::source_citation::{CitedName, cited_in_source, is_prose};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Fault, Record, RecordId};
use git_memory_store::{TextFile, View};

/// Every such id in the files of a view; only in those of `paths` where there are some.
pub(crate) fn unknown(
    workspace: &Workspace,
    view: &View,
    records: &[Record],
    paths: &[String],
) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    for CitingFile { path, citations } in citing(workspace, view, paths)? {
        // A guide may show an id as an example.
        if is_prose(&path) {
            continue;
        }
        for cited in citations {
            let CitedName::Record(Citation::Id(id)) = &cited.name else {
                continue;
            };
            if cited.is_certain() && !records.iter().any(|record| is_named(id, record)) {
                let message = format!("no record has the id {id}");
                // No path of ours: nothing can be said about a file with such a name.
                if let Ok(path) = path.parse() {
                    let fault = Fault::at(Code::UnknownCitation, (cited.line, 1), message);
                    findings.push(Finding { path, fault });
                }
            }
        }
    }
    Ok(findings)
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
    let mut findings = unknown(workspace, after, &memory.records, paths)?;
    let mut known = Vec::new();
    for finding in &findings {
        let path = finding.path.as_str();
        if let TextFile::Text(text) = workspace.store().page(before, path)? {
            for cited in cited_in_source(path, &text) {
                if let CitedName::Record(Citation::Id(id)) = cited.name {
                    known.push((path.to_owned(), id.to_string()));
                }
            }
        }
    }
    findings.retain(|finding| {
        let (path, message) = (finding.path.as_str(), finding.fault.message.as_str());
        !known
            .iter()
            .any(|(file, id)| file == path && message.ends_with(id.as_str()))
    });
    Ok(findings)
}

/// True if an id is that of a record, or one that it had.
fn is_named(id: &RecordId, record: &Record) -> bool {
    let mut aliases = record.header.aliases.iter();
    record.header.id.is(id) || aliases.any(|alias| alias.as_str() == id.as_str())
}
