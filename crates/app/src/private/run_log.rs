//! Runs as the entries of one chain or of several tell them.

use std::collections::HashMap;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::private::order::{Node, in_order};
use git_memory_model::private::runs::{Run, runs};
use git_memory_store::Logged;

/// The newest commit of each chain of the clone.
pub(crate) fn tips_of_all(workspace: &Workspace) -> Result<Vec<ObjectId>, Error> {
    let chains = workspace.private()?.chains()?;
    Ok(chains.into_iter().map(|(_, tip)| tip).collect())
}

/// The runs of all entries that some commits reach.
pub(crate) fn read(workspace: &Workspace, tips: &[ObjectId]) -> Result<Vec<(String, Run)>, Error> {
    let mut log = workspace.private()?.log_of(tips);
    let mut read: Vec<Logged> = Vec::new();
    for logged in log.by_ref() {
        read.push(workspace.entry_with_allowed(logged)?);
    }
    // A chain that was read later may hide entries of one that was read before.
    read.retain(|logged| !log.is_forgotten(&logged.id()));
    read.reverse();
    let ids: HashMap<&str, ObjectId> = read
        .iter()
        .filter_map(|logged| Some((logged.entry.id.as_deref()?, logged.commit.id)))
        .collect();
    let nodes: Vec<Node<ObjectId>> = read
        .iter()
        .map(|logged| {
            let follows = logged.entry.follows.as_deref();
            let follows = follows.and_then(|id| ids.get(id));
            let after = logged.commit.parents.iter().chain(follows);
            Node {
                key: logged.commit.id,
                after: after.copied().collect(),
                time: logged.commit.time,
            }
        })
        .collect();
    let sorted = in_order(&nodes).into_iter().map(|at| &read[at]);
    Ok(runs(sorted.map(|it| (&it.entry, it.commit.time))))
}

/// The id of the newest entry of this clone about a step of a whole run. An entry that changes a
/// plan names it: with equal times, the two would be in doubt.
pub(crate) fn newest(workspace: &Workspace, run: &str, step: &str) -> Result<Option<Clean>, Error> {
    let runs = read(workspace, &tips_of_all(workspace)?)?;
    let run = runs.iter().find(|(name, _)| name == run);
    let step = run.and_then(|(_, run)| run.step(step));
    Ok(step.and_then(|step| step.newest.clone()))
}
