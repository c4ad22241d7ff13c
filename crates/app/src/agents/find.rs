//! Agents of this project or its user, found by their files and folders, and by their programs.

use std::path::PathBuf;

use super::places::{Scope, base, spots, top};
use crate::workspace::At;
use git_memory_agents::agent::Agent;
use git_memory_agents::agent::row::Row;
use git_memory_agents::agent_setup::PROGRAM;
use git_memory_store::setup_files::{is_there, on_path};

/// The signs of an agent, in words: a path of the project, a path of the user's, its program.
pub(crate) fn signs(at: At, row: &'static Row) -> Vec<String> {
    let mut signs = Vec::new();
    // Outside of a repository no project can have signs.
    if let (Ok(top), Ok(spots)) = (top(at), spots(at, row, Scope::Project)) {
        for sign in row.project_signs {
            if is_there(&top.join(sign)) {
                signs.push((*sign).to_owned());
            }
        }
        for spot in spots {
            if is_there(&spot.path) {
                signs.push(spot.shown);
            }
        }
    }
    for (begin, sign) in row.user_signs {
        // Without a home, there is nothing of a user's.
        if let Ok(folder) = base(at.invocation(), *begin)
            && is_there(&folder.join(sign))
        {
            signs.push(folder.join(sign).display().to_string());
        }
    }
    if let Some(name) = row.program
        && let Some(file) = on_path(at.invocation().environment(), name)
    {
        signs.push(file.display().to_string());
    }
    signs.dedup();
    signs
}

/// The agents that are used here.
pub(crate) fn found(at: At) -> Vec<Agent> {
    let agents = Agent::all().filter(|agent| !signs(at, agent.row()).is_empty());
    agents.collect()
}

/// Path of the program that agents start, if it is on PATH.
#[must_use]
pub fn program(at: At) -> Option<PathBuf> {
    on_path(at.invocation().environment(), PROGRAM)
}
