//! The answers of `runs`: the steps of each run, who does them and what they wait for, and the step
//! that an agent takes.

use schemars::JsonSchema;
use serde::Serialize;

use super::entries::AppendedAnswer;
use crate::private::runs::{Next, Ran, Runs};
use git_memory_guard::Clean;
use git_memory_model::private::runs::{Run, State, Step};
use git_memory_text::date::rfc3339;

/// The answer of `runs`.
#[derive(Serialize, JsonSchema)]
pub struct RunsAnswer<'a> {
    /// The runs, the one with the newest entry first.
    runs: Vec<RunItem<'a>>,
}

/// One run.
#[derive(Serialize, JsonSchema)]
struct RunItem<'a> {
    run: &'a str,
    /// In the order in which they were first named.
    steps: Vec<StepItem<'a>>,
}

impl<'a> From<&'a Runs> for RunsAnswer<'a> {
    fn from(told: &'a Runs) -> Self {
        let runs = told.runs.iter().map(|(name, run)| RunItem {
            run: name,
            steps: run
                .steps
                .iter()
                .map(|step| StepItem::new(run, step, told.now))
                .collect(),
        });
        Self {
            runs: runs.collect(),
        }
    }
}

/// One step.
#[derive(Serialize, JsonSchema)]
struct StepItem<'a> {
    step: &'a str,
    title: &'a str,
    /// What can happen with it now: doing, failed, blocked, ready, assigned, waiting, done or
    /// cancelled.
    state: &'a str,
    /// Status of its newest entry.
    status: &'a str,
    /// The agent that does it, or did it last.
    agent: Option<&'a str>,
    /// The agent that is to do it.
    assignee: Option<&'a str>,
    /// The steps that have to be done first.
    after: Vec<&'a str>,
    /// Those of them that are not done.
    waits_for: Vec<&'a str>,
    /// When its agent loses it.
    until: Option<String>,
    updated: String,
    /// What each of its failures says.
    failures: Vec<&'a str>,
}

impl<'a> StepItem<'a> {
    fn new(run: &'a Run, step: &'a Step, now: i64) -> Self {
        Self {
            step: &step.name,
            title: &step.title,
            state: run.state(step, now).name(),
            status: step.status.name(),
            agent: step.agent.as_deref(),
            assignee: step.assignee.as_deref(),
            after: texts(&step.after),
            waits_for: run.waits_for(step).map(Clean::as_str).collect(),
            until: step.until().map(rfc3339),
            updated: rfc3339(step.time),
            failures: texts(&step.failures),
        }
    }
}

fn texts(clean: &[Clean]) -> Vec<&str> {
    clean.iter().map(Clean::as_str).collect()
}

/// The answer about runs and their steps.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RanAnswer<'a> {
    /// The state of runs.
    Told(RunsAnswer<'a>),
    /// The step that an agent takes.
    Next(NextAnswer<'a>),
    /// The entry of a step that was reported or planned.
    Reported(AppendedAnswer<'a>),
}

impl<'a> From<&'a Ran> for RanAnswer<'a> {
    fn from(ran: &'a Ran) -> Self {
        match ran {
            Ran::Told(told) => Self::Told(told.into()),
            Ran::Next(next) => Self::Next(next.into()),
            Ran::Reported(appended) => Self::Reported(appended.into()),
        }
    }
}

/// The answer of `runs next`.
#[derive(Serialize, JsonSchema)]
pub struct NextAnswer<'a> {
    /// The step that the agent has now; null if none is free.
    next: Option<NextItem<'a>>,
    /// True if every step of the run has its end.
    done: bool,
    /// How many of the other steps are in each state, if none is free.
    left: Vec<LeftItem>,
}

/// A step that an agent took.
#[derive(Serialize, JsonSchema)]
struct NextItem<'a> {
    run: &'a str,
    step: &'a str,
    title: &'a str,
    /// What its plan says, Markdown.
    plan: &'a str,
    /// When the agent loses it.
    until: Option<String>,
    /// What each earlier failure says.
    failures: Vec<&'a str>,
    /// The steps that were done before.
    before: Vec<BeforeItem<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct BeforeItem<'a> {
    step: &'a str,
    title: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct LeftItem {
    state: &'static str,
    steps: usize,
}

impl<'a> From<&'a Next> for NextAnswer<'a> {
    fn from(next: &'a Next) -> Self {
        let mut answer = Self {
            next: None,
            done: matches!(next, Next::Done),
            left: Vec::new(),
        };
        match next {
            Next::Taken(taken) => {
                let step = &taken.step;
                let before = taken.before.iter().map(|before| BeforeItem {
                    step: &before.name,
                    title: &before.title,
                });
                answer.next = Some(NextItem {
                    run: &taken.run,
                    step: &step.name,
                    title: &step.title,
                    plan: step.plan.as_deref().unwrap_or_default(),
                    until: step.until().map(rfc3339),
                    failures: texts(&step.failures),
                    before: before.collect(),
                });
            }
            Next::Nothing(left) => {
                let item = |(state, steps): &(State, usize)| LeftItem {
                    state: state.name(),
                    steps: *steps,
                };
                answer.left = left.iter().map(item).collect();
            }
            Next::NoRun | Next::Done => {}
        }
        answer
    }
}
