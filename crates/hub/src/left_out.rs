//! Files of memory that the hub has no record of, and why: the first of them are named, and all are
//! counted.

use std::collections::BTreeSet;

use git_memory_app::context::fault_line;
use git_memory_app::workspace::Workspace;
use git_memory_model::record::{Code, Severity};
use git_memory_store::Memory;
use git_memory_text::limits;
use serde::Serialize;

use crate::Error;

/// Number of files that are named.
const NAMED: usize = 5;

/// Files that are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Their number.
    pub files: usize,
    /// Lines with the path and the reason of the first.
    pub first: Vec<String>,
}

impl LeftOut {
    /// Files of a memory that cannot be read as records, and those beyond the limit.
    pub(crate) fn of(workspace: &Workspace, memory: &Memory) -> Result<Self, Error> {
        let guard = workspace.guard()?;
        let records: BTreeSet<&str> = memory.records.iter().map(|it| it.path.as_str()).collect();
        let (mut paths, mut left) = (BTreeSet::new(), Self::default());
        for finding in &memory.findings {
            let is_left = finding.severity() == Severity::Error
                && finding.fault.code != Code::Secret
                && !records.contains(finding.path.as_str());
            // A file may have several faults.
            if is_left && paths.insert(finding.path.as_str()) && left.first.len() < NAMED {
                left.first.push(fault_line(guard, finding).into_string());
            }
        }
        let beyond = memory.records.len().saturating_sub(limits::PARENT_FILES);
        if beyond > 0 {
            let records = limits::PARENT_FILES;
            left.first
                .push(format!("records beyond the first {records}: {beyond}"));
        }
        left.files = paths.len() + beyond;
        Ok(left)
    }

    /// The lines for a person, for the repository with this name.
    #[must_use]
    pub fn lines(&self, name: &str) -> Vec<String> {
        if self.files == 0 {
            return Vec::new();
        }
        let mut lines = vec![format!("{name}: files that are no records: {}", self.files)];
        lines.extend(self.first.iter().map(|line| format!("{name}: {line}")));
        lines
    }
}
