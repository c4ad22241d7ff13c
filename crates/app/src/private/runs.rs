//! Runs: who does which step, told from one branch's work log or from all of this clone, and how an
//! agent takes the next step that is free.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::follow_ups;
use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::run_log::{RunLog, read, tips_of_all};
use crate::private::settle::settle;
use crate::private::summary::{Appended, label, seconds};
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Clean, clean};
use git_memory_model::private::entry::{Seconds, key};
use git_memory_model::private::runs::{Run, State, Step};
use git_memory_model::private::summary::Summary;
use git_memory_model::private::{EntryKind, Status};
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

/// Question of an agent for its next step.
#[derive(Clone, Debug)]
pub struct NextQuestion {
    /// The run.
    pub run: String,
    /// The agent that takes the step.
    pub agent: String,
    /// How long it may take (90m, 12h, 3d); then the step is free again. An entry of the agent about
    /// the step lets the time begin anew.
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
    // Others wait for the lock: what was there before is read without it.
    let log = RunLog::read(workspace, &tips_of_all(workspace)?)?;
    // A run that is read under the lock is true until the step is taken: every process of this clone
    // writes under it.
    let lock = private.lock()?;
    let runs = log.up_to(&tips_of_all(workspace)?)?.runs();
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
#[must_use]
pub fn none(run: &Run, now: i64) -> Next {
    let mut left = run.counts(now);
    left.retain(|(state, _)| !matches!(state, State::Done | State::Cancelled));
    if left.is_empty() {
        Next::Done
    } else {
        Next::Nothing(left)
    }
}

/// A step to report or to plan, a step to take, or nothing but the state of runs.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunQuestion {
    /// The run.
    run: Option<String>,
    /// The step to report or to plan. Left out: the state of the run in all branches is told.
    step: Option<String>,
    /// planned, assigned, started, blocked, ok, failed, retry or cancelled; ok if left out.
    status: Option<String>,
    title: Option<String>,
    /// What happened, or what is to be done, Markdown.
    body: Option<String>,
    /// The agent that did the step, or takes the next one.
    agent: Option<String>,
    /// The agent that is to do it.
    assignee: Option<String>,
    /// Steps that have to be done first.
    after: Vec<String>,
    /// Results of the step.
    outputs: Vec<String>,
    /// What is left to do.
    follow_ups: Vec<String>,
    /// Open follow-ups that the step did: the text of each, a part of it, or the id of its step.
    closes: Vec<String>,
    /// Take the next free step for the agent.
    next: bool,
    /// How long the agent may take (90m, 12h, 3d); then the step is free again.
    lease: Option<String>,
}

/// Result of a question about runs.
pub enum Ran {
    /// The state of runs.
    Told(Runs),
    /// The step that an agent takes.
    Next(Next),
    /// A step that was reported or planned.
    Reported(Appended),
}

/// Reports or plans a step, gives an agent its next one, or tells the state of runs.
///
/// # Errors
/// [`Error::BadValue`] for values that a step cannot have, and for what does not go together; as
/// for appending an entry.
pub fn run(call: &Call, question: &RunQuestion) -> Result<Ran, Error> {
    let workspace = call.workspace;
    settle(workspace)?;
    // Models that have to fill in every argument give empty ones.
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (run, step) = (given(&question.run), given(&question.step));
    let agent = given(&question.agent);
    if question.next {
        let (Some(run), Some(agent), None) = (run, agent, step) else {
            let why = "'next' goes with 'run' and 'agent', and no 'step'";
            return Err(Error::BadValue(why.to_owned()));
        };
        let lease = given(&question.lease);
        return Ok(Ran::Next(next(
            workspace,
            &NextQuestion { run, agent, lease },
        )?));
    }
    let Some(step) = step else {
        let all_branches = true;
        return Ok(Ran::Told(told(
            workspace,
            &RunsQuestion { run, all_branches },
        )?));
    };
    let Some(run) = run else {
        return Err(Error::BadValue("give the 'run' of the step".to_owned()));
    };
    let status = match given(&question.status) {
        None => Status::Ok,
        Some(name) => name.parse().map_err(|known| {
            let name = visible_line(&name);
            Error::BadValue(format!("invalid status '{name}': {known}"))
        })?,
    };
    let by = call.by().writer().map(|writer| writer.agent);
    let summary = Summary {
        agent: agent.or(by).as_deref().map(label).transpose()?,
        status,
        after: question
            .after
            .iter()
            .map(|step| label(step))
            .collect::<Result<_, _>>()?,
        assignee: given(&question.assignee)
            .as_deref()
            .map(label)
            .transpose()?,
        title: given(&question.title),
        happened: given(&question.body),
        outputs: question.outputs.clone(),
        follow_ups: question.follow_ups.clone(),
        closes: question.closes.clone(),
        ..Summary::new(label(&run)?, label(&step)?)
    };
    Ok(Ran::Reported(follow_ups::append(workspace, summary)?))
}
