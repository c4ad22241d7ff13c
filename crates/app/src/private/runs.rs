//! Runs: who does which step, told from one branch's work log or from all of this clone, and how an
//! agent takes the next step that is free.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::settle::settle;
use crate::private::summary::{label, seconds};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, clean};
use git_memory_model::private::entry::{Seconds, key};
use git_memory_model::private::order::{Node, in_order};
use git_memory_model::private::runs::{Run, State, Step, runs};
use git_memory_model::private::{EntryKind, Status};
use git_memory_store::Logged;
use git_memory_text::visible_line;

/// How long an agent has a step that it took, if it does not say.
pub const LEASE: &str = "1h";

/// Runs, and the moment at which their state was told.
#[derive(Clone, Debug)]
pub struct Runs {
    /// The runs by name, the one with the newest entry first.
    pub runs: Vec<(String, Run)>,
    /// In seconds since 1970: a step whose agent's time has run out is free again.
    pub now: i64,
}

/// The runs to tell about.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunsQuestion {
    /// Only this run.
    pub run: Option<String>,
    /// The steps of every branch and work tree of this clone, not only of the current branch.
    pub all_branches: bool,
}

/// Tells what the agents of runs do, did, and what waits.
pub fn told(workspace: &Workspace, question: &RunsQuestion) -> Result<Runs, Error> {
    let private = workspace.private()?;
    let tips = if question.all_branches {
        tips_of_all(workspace)?
    } else {
        let tip = private.tip(&private.current()?)?;
        tip.into_iter().collect()
    };
    let mut runs = read(workspace, &tips)?;
    if let Some(wanted) = &question.run {
        runs.retain(|(name, _)| name == wanted);
    }
    let now = workspace.now();
    Ok(Runs { runs, now })
}

/// Answers with the state of runs.
pub fn answer(call: &Call, question: &RunsQuestion) -> Result<Runs, Error> {
    settle(call.workspace)?;
    told(call.workspace, question)
}

fn tips_of_all(workspace: &Workspace) -> Result<Vec<ObjectId>, Error> {
    let chains = workspace.private()?.chains()?;
    Ok(chains.into_iter().map(|(_, tip)| tip).collect())
}

/// The runs of all entries that some commits reach.
fn read(workspace: &Workspace, tips: &[ObjectId]) -> Result<Vec<(String, Run)>, Error> {
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

/// What an agent asks for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NextQuestion {
    /// The run.
    pub run: String,
    /// The agent that takes the step.
    pub agent: String,
    /// How long it may take (90m, 12h, 3d); then the step is free again. An entry of the agent about
    /// the step lets the time begin anew.
    #[serde(default)]
    pub lease: Option<String>,
}

/// A step that an agent took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The name of its run.
    pub run: String,
    /// The step as it is now.
    pub step: Step,
    /// The steps that had to be done before.
    pub before: Vec<Step>,
}

/// The answer for an agent.
#[derive(Clone, Debug)]
pub enum Next {
    /// The step that it has now.
    Taken(Box<Taken>),
    /// The clone has no such run.
    NoRun,
    /// Every step of the run has its end.
    Done,
    /// No step is free: how many are in each state.
    Nothing(Vec<(State, usize)>),
}

/// Gives an agent the next step of a run: the one that it has already, else one that is assigned to
/// it, else the first one that is free. No two agents of a clone ever get the same one, as long as
/// the first one's time has not run out.
///
/// # Errors
/// [`Error::BadValue`] for a name or a time that is none; as for appending an entry.
pub fn next(workspace: &Workspace, question: &NextQuestion) -> Result<Next, Error> {
    let lease = question.lease.as_deref().unwrap_or(LEASE);
    let Some(lease) = seconds(lease).filter(|lease| *lease > 0) else {
        let given = visible_line(lease);
        return Err(Error::BadValue(format!(
            "invalid time '{given}': give 90m, 12h, 3d or 2w"
        )));
    };
    let mut redaction = Redaction::begin(workspace)?;
    let name = redaction.part(label(&question.run)?.as_str())?;
    let agent = redaction.part(label(&question.agent)?.as_str())?;
    let private = workspace.private()?;
    let chain = private.begin(&private.current()?)?;
    // What is read under the lock is true until the step is taken: every process of this clone
    // writes under it.
    let lock = private.lock()?;
    let runs = read(workspace, &tips_of_all(workspace)?)?;
    let Some((_, run)) = runs.iter().find(|(known, _)| *known == *name) else {
        return Ok(Next::NoRun);
    };
    let now = workspace.now();
    let Some(step) = run.next(&agent, now) else {
        return Ok(none(run, now));
    };
    let status = match step.failures.as_slice() {
        [] => Status::Started,
        _ => Status::Retry,
    };
    let state = state_of(chain.tip());
    let id = workspace.new_entry_id(&format!("{name}\0{}\0{agent}", step.name), state);
    let mut trailers = trailers(workspace, &id, EntryKind::Summary)?;
    trailers.extend([
        (key::RUN, name.clone()),
        (key::STEP, redaction.part(&step.name)?),
        (key::AGENT, agent.clone()),
        (key::STATUS, clean(&status)),
        (key::LEASE, clean(&Seconds(lease))),
    ]);
    trailers.extend(step.newest.clone().map(|newest| (key::FOLLOWS, newest)));
    let entry = redaction.entry(&step.title, &Clean::default(), &trailers)?;
    private.append(&lock, &chain, &entry)?;
    let before = step.after.iter().filter_map(|name| run.step(name));
    Ok(Next::Taken(Box::new(Taken {
        run: question.run.clone(),
        before: before.cloned().collect(),
        step: Step {
            status,
            agent: Some(agent),
            lease: Some(lease),
            time: now,
            ..step.clone()
        },
    })))
}

/// Why a run has no step to take.
fn none(run: &Run, now: i64) -> Next {
    let mut left = run.counts(now);
    left.retain(|(state, _)| !matches!(state, State::Done | State::Cancelled));
    if left.is_empty() {
        Next::Done
    } else {
        Next::Nothing(left)
    }
}

/// Answers an agent that asks for its next step.
pub fn take(call: &Call, question: &NextQuestion) -> Result<Next, Error> {
    next(call.workspace, question)
}
