//! Lines of the team's file that keep memory from its readers. It comes with any pull request,
//! so `check` and `status` name such a line, though nothing is wrong with it.

use crate::workspace::settings::TeamFile;
use crate::workspace::{Error, Workspace};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Fault};
use git_memory_store::Memory;
use git_memory_text::path::RepoPath;

/// Names the lines of a view's file that take memory out of prompts, or text out of its records.
pub(crate) fn taking_away(
    workspace: &Workspace,
    team: &TeamFile,
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    let config: RepoPath = team.path().parse()?;
    let mut findings = Vec::new();
    let mut tell = |line: u32, message: &str| {
        findings.push(Finding {
            path: config.clone(),
            fault: Fault::at(Code::TeamSetting, (line, 1), message),
        });
    };
    if let Some(line) = team.silencing() {
        tell(line, "'auto' is false: agents get memory only if they ask");
    }
    for (line, pattern) in team.secret_patterns() {
        let mut hidden = Vec::new();
        for record in &memory.records {
            let Some(blob) = memory.blob(record) else {
                continue;
            };
            let content = workspace.store().content(record.path.as_str(), blob)?;
            if pattern.is_match(&String::from_utf8_lossy(&content)) {
                hidden.push(&record.path);
            }
        }
        let Some(first) = hidden.first() else {
            continue;
        };
        let more = match hidden.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        // Without the pattern, which mostly matches itself.
        tell(
            line,
            &format!("a pattern of 'secretPattern' hides text in {first}{more}"),
        );
    }
    Ok(findings)
}
