//! The state that several workers share: current, finished and repeated steps of each run's agents.

use std::collections::BTreeMap;

use super::{Entry, EntryKind, Status};
use git_memory_guard::Clean;

/// One step of an agent, as its entries tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name; empty if its entries have none.
    pub name: String,
    /// The title of its newest entry.
    pub title: Clean,
    /// Status of the step.
    pub status: Status,
    /// When its newest entry was written, in seconds since 1970.
    pub time: i64,
    /// Number of its failures.
    pub failures: usize,
}

impl Step {
    /// True if the step failed and was tried again.
    #[must_use]
    pub fn is_retried(&self) -> bool {
        self.failures > 0 && self.status != Status::Failed
    }
}

/// One agent of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// Its steps, in the order in which they began.
    pub steps: Vec<Step>,
}

impl Agent {
    /// Current step of the agent: the last one that began, or began again, and has no end.
    #[must_use]
    pub fn doing(&self) -> Option<&Step> {
        self.steps
            .iter()
            .rfind(|step| matches!(step.status, Status::Started | Status::Retry))
    }

    /// Its steps with this status, in the order in which they began.
    pub fn steps_with(&self, status: Status) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.status == status)
    }
}

/// One run: the current and finished steps of each of its agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Its agents by name; an entry without one is of the agent with the empty name.
    pub agents: BTreeMap<String, Agent>,
    /// The place of its newest entry, counted from the oldest.
    newest: usize,
}

/// The runs that entries belong to (the oldest entry first, each with its time), the one with the
/// newest entry first.
#[must_use]
pub fn runs<'a>(entries: impl IntoIterator<Item = (&'a Entry, i64)>) -> Vec<(String, Run)> {
    let mut runs: BTreeMap<String, Run> = BTreeMap::new();
    for (nth, (entry, time)) in entries.into_iter().enumerate() {
        // A compaction only repeats its entries, and would count their steps twice.
        let (Some(run), EntryKind::Summary) = (&entry.run, entry.kind) else {
            continue;
        };
        let run = runs.entry(run.to_string()).or_default();
        run.newest = nth;
        let agent = run.agents.entry(text(entry.agent.as_ref())).or_default();
        note(agent, text(entry.step.as_ref()), entry, time);
    }
    let mut runs: Vec<(String, Run)> = runs.into_iter().collect();
    runs.sort_by_key(|(_, run)| std::cmp::Reverse(run.newest));
    runs
}

/// A name; empty if there is none.
fn text(name: Option<&Clean>) -> String {
    match name {
        Some(name) => name.to_string(),
        None => String::new(),
    }
}

fn note(agent: &mut Agent, name: String, entry: &Entry, time: i64) {
    let status = match entry.status {
        Some(status) => status,
        // A step without a recorded outcome counts as done.
        None => Status::Ok,
    };
    let known = agent.steps.iter().position(|step| step.name == name);
    let mut failures = usize::from(status == Status::Failed);
    if let Some(at) = known {
        failures += agent.steps[at].failures;
    }
    let step = Step {
        name,
        title: entry.title.clone(),
        status,
        time,
        failures,
    };
    match known {
        // A step that began again is the last one that began.
        Some(at) if matches!(status, Status::Started | Status::Retry) => {
            agent.steps.remove(at);
            agent.steps.push(step);
        }
        Some(at) => agent.steps[at] = step,
        None => agent.steps.push(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(agent: &str, step: &str, status: &str) -> Entry {
        Entry::parse(
            &format!(
                "{step} {status}\n\nRun-Id: r\nStep-Id: {step}\nAgent: {agent}\nStatus: {status}\n"
            ),
            1,
        )
    }

    #[test]
    fn each_agent_does_its_last_open_step() {
        let told = [
            ("a", "1", "started"),
            ("b", "2", "started"),
            ("a", "1", "ok"),
            ("b", "2", "failed"),
            ("a", "3", "started"),
            ("b", "2", "retry"),
            ("b", "4", "failed"),
        ];
        let entries: Vec<Entry> = told
            .iter()
            .map(|(agent, step, status)| entry(agent, step, status))
            .collect();
        let runs = runs(entries.iter().zip(0..));
        let (name, run) = &runs[0];
        assert_eq!((name.as_str(), runs.len(), run.agents.len()), ("r", 1, 2));
        let (a, b) = (&run.agents["a"], &run.agents["b"]);
        assert_eq!(a.doing().map(|step| step.name.as_str()), Some("3"));
        assert_eq!(a.steps_with(Status::Ok).count(), 1);
        let doing = b.doing().unwrap();
        assert!(doing.is_retried() && doing.failures == 1 && doing.time == 5);
        assert_eq!(
            b.steps_with(Status::Failed)
                .map(|step| step.name.as_str())
                .collect::<Vec<_>>(),
            ["4"]
        );
    }

    #[test]
    fn the_run_with_the_newest_entry_comes_first() {
        let of = |run: &str| Entry::parse(&format!("t\n\nRun-Id: {run}\n"), 1);
        let entries = [of("b"), of("a"), of("b"), Entry::parse("no run", 1)];
        let names: Vec<String> = runs(entries.iter().map(|entry| (entry, 0)))
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["b", "a"]);
    }
}
