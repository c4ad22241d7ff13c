//! Runs as the entries of one chain or of several tell them.

use std::collections::{HashMap, HashSet};

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::private::order::{Node, in_order};
use git_memory_model::private::runs::{Run, runs};
use git_memory_store::{Log, Logged};

/// The newest commit of each chain of the clone.
pub(crate) fn tips_of_all(workspace: &Workspace) -> Result<Vec<ObjectId>, Error> {
    let chains = workspace.private()?.chains()?;
    Ok(chains.into_iter().map(|(_, tip)| tip).collect())
}

/// The runs of all entries that some commits reach.
pub(crate) fn read(workspace: &Workspace, tips: &[ObjectId]) -> Result<Vec<(String, Run)>, Error> {
    Ok(RunLog::read(workspace, tips)?.runs())
}

/// The entries of some chains, which can be brought up to date.
pub(crate) struct RunLog<'a> {
    workspace: &'a Workspace,
    log: Log<'a>,
    tips: Vec<ObjectId>,
    /// The newest first.
    entries: Vec<Logged>,
}

impl<'a> RunLog<'a> {
    /// Reads all entries that some commits reach.
    pub(crate) fn read(workspace: &'a Workspace, tips: &[ObjectId]) -> Result<Self, Error> {
        let mut read = Self {
            workspace,
            log: workspace.private()?.log_of(tips),
            tips: tips.to_vec(),
            entries: Vec::new(),
        };
        read.entries = read.rest()?;
        Ok(read)
    }

    /// The log with what the chains have got since; `tips` are their newest commits now. Only the
    /// new part is read.
    pub(crate) fn up_to(mut self, tips: &[ObjectId]) -> Result<Self, Error> {
        self.log.go_on(tips);
        let new = self.rest()?;
        let parents = new.iter().flat_map(|logged| &logged.commit.parents);
        let known: HashSet<ObjectId> = parents.chain(tips).copied().collect();
        // A chain that was made anew may lack what it had.
        if !self.tips.iter().all(|tip| known.contains(tip)) {
            return Self::read(self.workspace, tips);
        }
        self.tips = tips.to_vec();
        self.entries.splice(0..0, new);
        Ok(self)
    }

    /// The entries that were not read yet.
    fn rest(&mut self) -> Result<Vec<Logged>, Error> {
        let mut read = Vec::new();
        for logged in self.log.by_ref() {
            read.push(self.workspace.entry_with_allowed(logged)?);
        }
        Ok(read)
    }

    /// The runs.
    pub(crate) fn runs(&self) -> Vec<(String, Run)> {
        // A chain that was read later may hide entries of one that was read before.
        let shown = self.entries.iter().rev();
        let shown: Vec<&Logged> = shown
            .filter(|logged| !self.log.is_forgotten(&logged.id()))
            .collect();
        let ids: HashMap<&str, ObjectId> = shown
            .iter()
            .filter_map(|logged| Some((logged.entry.id.as_deref()?, logged.commit.id)))
            .collect();
        let nodes: Vec<Node<ObjectId>> = shown
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
        let sorted = in_order(&nodes).into_iter().map(|at| shown[at]);
        runs(sorted.map(|it| (&it.entry, it.commit.time)))
    }
}

/// The id of the newest entry of this clone about a step of a whole run. An entry that changes a
/// plan names it: with equal times, the two would be in doubt.
pub(crate) fn newest(workspace: &Workspace, run: &str, step: &str) -> Result<Option<Clean>, Error> {
    let runs = read(workspace, &tips_of_all(workspace)?)?;
    let run = runs.iter().find(|(name, _)| name == run);
    let step = run.and_then(|(_, run)| run.step(step));
    Ok(step.and_then(|step| step.newest.clone()))
}
