//! The answer of `runs`: what each run's agents do, have done, and failed at.

use schemars::JsonSchema;
use serde::Serialize;

use git_memory_model::private::Status;
use git_memory_model::private::runs::{Agent, Run, Step};
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
    agents: Vec<AgentItem<'a>>,
}

impl<'a> From<&'a Vec<(String, Run)>> for RunsAnswer<'a> {
    fn from(runs: &'a Vec<(String, Run)>) -> Self {
        let runs = runs.iter().map(|(run, state)| RunItem::new(run, state));
        Self {
            runs: runs.collect(),
        }
    }
}

impl<'a> RunItem<'a> {
    /// The state of a run.
    fn new(run: &'a str, state: &'a Run) -> Self {
        let mut agents = Vec::with_capacity(state.agents.len());
        for (name, agent) in &state.agents {
            agents.push(AgentItem::new(name, agent));
        }
        Self { run, agents }
    }
}

#[derive(Serialize, JsonSchema)]
struct AgentItem<'a> {
    /// Null for steps that name no agent.
    agent: Option<&'a str>,
    doing: Option<StepItem<'a>>,
    done: Vec<StepItem<'a>>,
    failed: Vec<StepItem<'a>>,
    retried: Vec<StepItem<'a>>,
}

impl<'a> AgentItem<'a> {
    fn new(name: &'a str, agent: &'a Agent) -> Self {
        let retried = agent.steps.iter().filter(|step| step.is_retried());
        Self {
            agent: Some(name).filter(|name| !name.is_empty()),
            doing: agent.doing().map(Into::into),
            done: agent.steps_with(Status::Ok).map(Into::into).collect(),
            failed: agent.steps_with(Status::Failed).map(Into::into).collect(),
            retried: retried.map(Into::into).collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct StepItem<'a> {
    step: &'a str,
    title: &'a str,
    status: &'a str,
    updated: String,
    failures: usize,
}

impl<'a> From<&'a Step> for StepItem<'a> {
    fn from(step: &'a Step) -> Self {
        Self {
            step: &step.name,
            title: &step.title,
            status: step.status.name(),
            updated: rfc3339(step.time),
            failures: step.failures,
        }
    }
}
