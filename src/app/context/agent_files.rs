//! What agents read here of what git-memory writes for them: which files are there, and whether they
//! say what the rules say.

use crate::app::context::rule_files::load;
use crate::app::context::rule_links::is_ours;
use crate::app::context::rules::{Agent, build, check, due};
use crate::app::workspace::{Error, Workspace};
use crate::domain::rules::{AGENTS, CLAUDE, CURSOR, Finding, LINKS, MADE, has_block};
use crate::store::TextFile;

/// The files of agents.
#[derive(Debug, Default)]
pub struct AgentFiles {
    /// How many rules there are.
    pub rules: usize,
    /// The files and folders that have something of ours.
    pub there: Vec<&'static str>,
    /// The files that the next build would change, of those agents whose files are there.
    pub stale: Vec<String>,
    /// What is wrong with the rules themselves.
    pub findings: Vec<Finding>,
}

/// What is there, and how fresh it is.
///
/// # Errors
/// Where a rule or a file cannot be read, or the marks of our block are unbalanced.
pub fn agent_files(workspace: &Workspace) -> Result<AgentFiles, Error> {
    let rules = load(workspace)?;
    let there = there(workspace)?;
    let stale = if there.is_empty() {
        // Nobody has asked for them yet.
        Vec::new()
    } else {
        due(workspace, &rules, &agents(&there))?
    };
    Ok(AgentFiles {
        rules: rules.len(),
        there,
        stale,
        findings: check(workspace)?,
    })
}

/// Writes the files that are there anew.
///
/// # Errors
/// As for [`build`].
pub fn rebuild(workspace: &Workspace) -> Result<(), Error> {
    build(workspace, &agents(&there(workspace)?))?;
    Ok(())
}

/// The agents that have files of their own here.
fn agents(there: &[&str]) -> Vec<Agent> {
    let mut agents = Vec::new();
    for (file, agent) in [(CLAUDE, Agent::Claude), (CURSOR, Agent::Cursor)] {
        if there.contains(&file) {
            agents.push(agent);
        }
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
    for folder in [CURSOR, LINKS] {
        for name in files.names(folder)? {
            let is_link = folder == LINKS && is_ours(files, name.trim_end_matches(".md"));
            let path = format!("{folder}/{name}");
            if is_link || matches!(files.text(&path)?, TextFile::Text(text) if text.contains(MADE))
            {
                there.push(folder);
                break;
            }
        }
    }
    Ok(there)
}
