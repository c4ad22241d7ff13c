//! Records as entries of a structured answer.

use std::collections::HashSet;

use crate::context::retrieval::pages::Pages;
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Clean, clean};
use git_memory_model::context::retrieval::TopicEntry;
use git_memory_model::record::{Code, Name, Record, front_matter};
use git_memory_store::Memory;

/// Makes entries from the records of a memory.
pub(crate) struct EntryWriter<'a> {
    workspace: &'a Workspace,
    memory: &'a Memory,
    pages: &'a Pages<'a>,
    /// The files in which the rules of the guard find something.
    secret: HashSet<&'a str>,
}

impl<'a> EntryWriter<'a> {
    pub(crate) fn new(workspace: &'a Workspace, memory: &'a Memory, pages: &'a Pages<'a>) -> Self {
        Self {
            workspace,
            memory,
            pages,
            secret: files_with_secrets(memory),
        }
    }

    pub fn entry(&self, record: &Record, is_full: bool) -> Result<TopicEntry, Error> {
        let header = &record.header;
        let line = |text: &Clean| self.pages.clean_again(text);
        Ok(TopicEntry {
            id: match &header.id {
                Name::Id(id) => clean(id),
                Name::Path(path) => self.pages.clean_line(path.as_str()),
            },
            kind: match record.kind() {
                Some(kind) => clean(&kind),
                None => self.pages.clean_line(record.kind_name()),
            },
            name: line(&header.title),
            description: line(&header.abstract_line),
            status: line(&header.status),
            scope: clean(&header.scope),
            category: header.category.as_ref().map(line),
            tags: header.tags.iter().map(line).collect(),
            created: header.created.as_ref().map(clean),
            updated: header.updated.as_ref().map(clean),
            body: if is_full {
                Some(self.body(record)?)
            } else {
                None
            },
            path: self.pages.clean_line(record.path.as_str()),
        })
    }

    fn body(&self, record: &Record) -> Result<Clean, Error> {
        let bytes = source::content(self.workspace, self.memory, record)?;
        let guard = self.workspace.guard()?;
        let text = String::from_utf8_lossy(&bytes);
        // The rules have passed most files at reading; only what settings add is left to look for.
        let text = if self.secret.contains(record.path.as_str()) {
            guard.redact(&text)
        } else {
            guard.redact_beyond_rules(&text)
        };
        let body = match front_matter::split(&text) {
            Ok(parts) => &text[parts.body],
            Err(_) => &text,
        };
        Ok(self.pages.working_text(body))
    }
}

/// The files in which the rules of the guard find something.
fn files_with_secrets(memory: &Memory) -> HashSet<&str> {
    let mut files = HashSet::new();
    for finding in &memory.findings {
        if finding.fault.code == Code::Secret {
            files.insert(finding.path.as_str());
        }
    }
    files
}
