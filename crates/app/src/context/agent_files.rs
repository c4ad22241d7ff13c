//! Files that git-memory writes for agents here: which exist, and if they match the rules.

use crate::context::rule_changes::{made_for_cursor, nested_blocks};
use crate::context::rule_files::load;
use crate::context::rule_links::is_ours;
use crate::context::rules::{Agent, Built, build, due, findings};
use crate::workspace::{Error, Workspace};
use git_memory_model::rules::{AGENTS, CLAUDE, CURSOR, Finding, LINKS, MADE, has_block};
use git_memory_store::TextFile;
use git_memory_text::path::last;

/// The files of agents.
#[derive(Debug, Default)]
pub struct AgentFiles {
    /// Number of rules.
    pub rules: usize,
    /// The files and folders at the top that have something of ours.
    pub there: Vec<&'static str>,
    /// The files in folders of scopes that have.
    pub nested: Vec<String>,
    /// The files that the next build would change, of those agents whose files are there.
    pub stale: Vec<String>,
    /// Faults of the rules themselves.
    pub findings: Vec<Finding>,
}

/// Returns the existing files for agents, and their freshness.
pub fn agent_files(workspace: &Workspace) -> Result<AgentFiles, Error> {
    let rules = load(workspace)?;
    let count = rules.count();
    let there = there(workspace)?;
    let nested = nested_blocks(workspace)?;
    let stale = if there.is_empty() && nested.is_empty() {
        // No file exists, so none is out of date.
        Vec::new()
    } else {
        due(workspace, &rules, &agents(&there, &nested), &nested)?
    };
    Ok(AgentFiles {
        rules: count,
        there,
        nested,
        stale,
        findings: findings(workspace, rules)?,
    })
}

/// Writes the files of these agents, and rewrites the existing ones of others: files of an earlier
/// build would keep the rules of that time.
pub fn build_all(workspace: &Workspace, wanted: &[Agent]) -> Result<Built, Error> {
    let mut all = agents(&there(workspace)?, &nested_blocks(workspace)?);
    all.extend(wanted);
    build(workspace, &all)
}

/// The agents that have files of their own here.
fn agents(there: &[&str], nested: &[String]) -> Vec<Agent> {
    let mut agents = Vec::new();
    if there.contains(&CLAUDE) || nested.iter().any(|path| last(path) == CLAUDE) {
        agents.push(Agent::Claude);
    }
    if there.contains(&CURSOR) {
        agents.push(Agent::Cursor);
    }
    agents
}

fn there(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let files = workspace.store().work_files()?;
    let mut there = Vec::new();
    for file in [AGENTS, CLAUDE] {
        if let TextFile::Text(text) = files.text(file)?
            && has_block(&text)
        {
            there.push(file);
        }
    }
    if !made_for_cursor(workspace)?.is_empty() {
        there.push(CURSOR);
    }
    for name in files.names(LINKS)? {
        let is_link = is_ours(files, name.trim_end_matches(".md"));
        let path = format!("{LINKS}/{name}");
        if is_link || matches!(files.text(&path)?, TextFile::Text(text) if text.contains(MADE)) {
            there.push(LINKS);
            break;
        }
    }
    Ok(there)
}
