//! Records that replace or name records of parents: what they replace is told, with a reason.

use crate::parents::reading;
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_model::record::check::Finding;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::{Code, Name, Record, RecordId};
use git_memory_store::{Memory, View};
use git_memory_text::markdown;

/// Headings below which a record says why.
const REASONS: [&str; 3] = ["Rationale", "Reason", "Why"];

/// The findings about a view's links to records of parents.
pub(crate) fn of_parents(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    let is_linked = |record: &&Record| record.header.linked().any(is_of_parent);
    let linked: Vec<&Record> = memory.records.iter().filter(is_linked).collect();
    let mut findings = Vec::new();
    if linked.is_empty() {
        return Ok(findings);
    }
    // The parents' records in this clone are those of now.
    let parents = if *view == View::WorkTree {
        Some(Known::of(workspace)?)
    } else {
        None
    };
    for record in linked {
        let mut report = |code, message: String| {
            findings.push(Finding::of_file(&record.path, code, message));
        };
        let (supersedes, related) = (&record.header.supersedes, &record.header.related);
        for id in supersedes.iter().filter(|id| is_of_parent(id)) {
            let title = parents.as_ref().and_then(|known| known.title(id));
            let title = title.map_or_else(String::new, |title| format!(": {title}"));
            report(
                Code::ReplacesParent,
                format!("it replaces {id}, a record of a parent{title}"),
            );
            if record.is_current() && !has_reason(workspace, memory, record)? {
                let message = format!("it replaces {id}, and does not say why");
                report(Code::NoReason, message);
            }
        }
        for (ids, code) in [(supersedes, Code::MissingEnd), (related, Code::Dangling)] {
            let mut missing = ids.iter().filter(|id| is_of_parent(id));
            if let Some(known) = &parents
                && let Some(id) = missing.find(|id| known.lacks(id))
            {
                report(
                    code,
                    format!("it names {id}, which the parent does not have"),
                );
            }
        }
    }
    Ok(findings)
}

/// True if a record has a text below a heading that says why.
fn has_reason(workspace: &Workspace, memory: &Memory, record: &Record) -> Result<bool, Error> {
    let bytes = source::content(workspace, memory, record)?;
    let text = String::from_utf8_lossy(&bytes);
    let (_, body) = front_matter_and_body(&text);
    let has = |name: &&str| markdown::section(body, name).is_some_and(|text| !text.is_empty());
    Ok(REASONS.iter().any(has))
}

fn is_of_parent(name: &Name) -> bool {
    name.id().is_some_and(RecordId::is_of_parent)
}

/// The records of the parents that this clone has.
struct Known {
    records: Memory,
    names: Vec<String>,
}

impl Known {
    fn of(workspace: &Workspace) -> Result<Self, Error> {
        let parents = workspace.parents()?.iter();
        let names = parents.map(|parent| parent.name.to_string()).collect();
        Ok(Self {
            records: reading::records(workspace)?,
            names,
        })
    }

    fn title(&self, id: &Name) -> Option<&str> {
        let mut records = self.records.records.iter();
        let found = records.find(|record| record.header.id == *id)?;
        Some(found.header.title.as_str())
    }

    /// True if the parent of an id is here, and has no such record.
    fn lacks(&self, id: &Name) -> bool {
        let parent = id.as_str().rsplit_once(':').map(|(parent, _)| parent);
        let is_here = parent.is_some_and(|parent| self.names.iter().any(|name| name == parent));
        is_here && self.title(id).is_none()
    }
}
