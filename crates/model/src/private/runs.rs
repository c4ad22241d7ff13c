//! The state that several workers share: the steps of each run, who does them, and what each of
//! them waits for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Entry, EntryKind, Status};
use git_memory_guard::Clean;

/// One step of a run, as its entries tell it.
///
/// A step that an entry plans (by [`Status::Planned`], [`Status::Assigned`], steps to wait for, or
/// an assignee) is one step of the run, whoever does it. Any other step is its agent's own: workers
/// may number their steps alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name; empty if its entries have none.
    pub name: String,
    /// True if it is a step of the whole run.
    pub is_planned: bool,
    /// The title of its newest entry.
    pub title: Clean,
    /// Status of its newest entry.
    pub status: Status,
    /// The agent that does it, or did it last.
    pub agent: Option<Clean>,
    /// The agent that is to do it.
    pub assignee: Option<Clean>,
    /// The steps of the run that have to be done first.
    pub after: Vec<Clean>,
    /// The text of the entry that planned it, Markdown.
    pub plan: Option<Clean>,
    /// How long its agent has it, counted from `time`, in seconds; `None` without an end.
    pub lease: Option<i64>,
    /// When its newest entry was written, in seconds since 1970.
    pub time: i64,
    /// The id of its newest entry, if that has one.
    pub newest: Option<Clean>,
    /// The title of each entry that says it failed.
    pub failures: Vec<Clean>,
}

/// What can happen with a step now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// An agent works on it.
    Doing,
    /// It came to a wrong end.
    Failed,
    /// Its agent cannot go on.
    Blocked,
    /// Anybody can take it.
    Ready,
    /// Its assignee can take it.
    Assigned,
    /// Other steps have to be done first.
    Waiting,
    /// It is done.
    Done,
    /// It is not to be done any more.
    Cancelled,
}

impl State {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Doing => "doing",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
            Self::Ready => "ready",
            Self::Assigned => "assigned",
            Self::Waiting => "waiting",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
        }
    }

    /// True if no agent has begun.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Ready | Self::Assigned | Self::Waiting)
    }
}

/// How many steps are in each state, in words: `1 doing, 2 waiting`.
#[must_use]
pub fn in_words(counts: &[(State, usize)]) -> String {
    let told = counts
        .iter()
        .map(|(state, count)| format!("{count} {}", state.name()));
    told.collect::<Vec<_>>().join(", ")
}

impl Step {
    fn new(name: String, entry: &Entry, time: i64) -> Self {
        Self {
            name,
            is_planned: is_plan(entry),
            title: entry.title.clone(),
            status: Status::Planned,
            agent: None,
            assignee: None,
            after: Vec::new(),
            plan: None,
            lease: None,
            time,
            newest: None,
            failures: Vec::new(),
        }
    }

    /// True while an agent has it.
    fn is_held(&self) -> bool {
        matches!(
            self.status,
            Status::Started | Status::Retry | Status::Blocked
        )
    }

    fn is_leased(&self) -> bool {
        self.is_held() && self.lease.is_some()
    }

    /// When its agent loses it, in seconds since 1970; `None` if it never does.
    #[must_use]
    pub fn until(&self) -> Option<i64> {
        match self.lease {
            Some(lease) if self.is_held() => Some(self.time.saturating_add(lease)),
            _ => None,
        }
    }

    /// True if its agent has had it for too long.
    #[must_use]
    pub fn is_given_back(&self, now: i64) -> bool {
        self.until().is_some_and(|until| until < now)
    }

    /// Takes in what its next entry says.
    fn note(&mut self, entry: &Entry, time: i64) {
        let status = match entry.status {
            Some(status) => status,
            // A step without a recorded outcome counts as done.
            None => Status::Ok,
        };
        if status == Status::Failed {
            self.failures.push(entry.title.clone());
        }
        let is_by_another = entry.agent.is_some() && entry.agent != self.agent;
        match status {
            Status::Planned | Status::Assigned => {
                (self.agent, self.lease) = (None, None);
                self.assignee.clone_from(&entry.assignee);
                self.plan = Some(entry.body.clone());
            }
            // Whoever lost the step to another agent may still finish it, but not take it away.
            Status::Started | Status::Retry | Status::Blocked | Status::Failed
                if is_by_another && self.is_leased() && entry.lease.is_none() =>
            {
                return;
            }
            Status::Cancelled => {}
            _ => {
                // A report of the same agent lets its time begin anew.
                if is_by_another || entry.lease.is_some() {
                    self.lease = entry.lease;
                }
                if entry.agent.is_some() {
                    self.agent.clone_from(&entry.agent);
                }
            }
        }
        if !entry.after.is_empty() {
            self.after.clone_from(&entry.after);
        }
        self.status = status;
        self.title = entry.title.clone();
        self.time = time;
        self.newest.clone_from(&entry.id);
    }
}

/// One run: its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Its steps, in the order in which they were first named.
    pub steps: Vec<Step>,
    /// The place of the step that a name means: the planned one, else the last one that was named.
    named: HashMap<String, usize>,
    /// The places of the agents' own steps, by agent and name.
    own: HashMap<(String, String), usize>,
    /// The place of its newest entry, counted from the oldest.
    newest: usize,
}

impl Run {
    /// The step of this name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&Step> {
        self.named.get(name).map(|at| &self.steps[*at])
    }

    /// The names of the steps that have to be done before this one, and are not.
    pub fn waits_for<'a>(&'a self, step: &'a Step) -> impl Iterator<Item = &'a Clean> {
        step.after.iter().filter(|name| {
            let before = self.step(name);
            before.is_none_or(|before| before.status != Status::Ok)
        })
    }

    /// What can happen with a step now (`now` in seconds since 1970).
    #[must_use]
    pub fn state(&self, step: &Step, now: i64) -> State {
        match step.status {
            Status::Ok => State::Done,
            Status::Failed => State::Failed,
            Status::Cancelled => State::Cancelled,
            Status::Blocked if !step.is_given_back(now) => State::Blocked,
            Status::Started | Status::Retry if !step.is_given_back(now) => State::Doing,
            _ if self.waits_for(step).next().is_some() => State::Waiting,
            _ if step.assignee.is_some() => State::Assigned,
            _ => State::Ready,
        }
    }

    /// The step that an agent should do next: the one that it has, else one that is assigned to it,
    /// else one that anybody may take, in the order in which they were planned.
    #[must_use]
    pub fn next(&self, agent: &str, now: i64) -> Option<&Step> {
        let is = |name: &Option<Clean>| name.as_ref().is_some_and(|name| name.as_str() == agent);
        let mut found = None;
        for step in self.steps.iter().filter(|step| step.is_planned) {
            let is_open = matches!(step.status, Status::Started | Status::Retry);
            let rank = match self.state(step, now) {
                _ if is_open && is(&step.agent) => 0,
                State::Assigned if is(&step.assignee) => 1,
                State::Ready => 2,
                _ => continue,
            };
            if found.is_none_or(|(best, _)| rank < best) {
                found = Some((rank, step));
            }
        }
        found.map(|(_, step)| step)
    }

    /// Every step with its depth, the longest way of steps that have to be done before it; it comes
    /// after them. Those that wait for each other in a circle come last, without a depth.
    #[must_use]
    pub fn graph(&self) -> Vec<(&Step, Option<usize>)> {
        let mut waits = vec![0; self.steps.len()];
        let mut followers = vec![Vec::new(); self.steps.len()];
        for (at, step) in self.steps.iter().enumerate() {
            for before in &step.after {
                if let Some(before) = self.named.get(before.as_str()) {
                    followers[*before].push(at);
                    waits[at] += 1;
                }
            }
        }
        let mut depths = vec![0; self.steps.len()];
        let mut free: BTreeSet<usize> = (0..waits.len()).filter(|at| waits[*at] == 0).collect();
        let mut sorted = Vec::with_capacity(self.steps.len());
        while let Some(at) = free.pop_first() {
            sorted.push((&self.steps[at], Some(depths[at])));
            for follower in &followers[at] {
                depths[*follower] = depths[*follower].max(depths[at] + 1);
                waits[*follower] -= 1;
                if waits[*follower] == 0 {
                    free.insert(*follower);
                }
            }
        }
        let in_circles = (0..waits.len()).filter(|at| waits[*at] > 0);
        sorted.extend(in_circles.map(|at| (&self.steps[at], None)));
        sorted
    }

    /// How many steps are in each state, in the order of [`State`].
    #[must_use]
    pub fn counts(&self, now: i64) -> Vec<(State, usize)> {
        let mut counts: BTreeMap<State, usize> = BTreeMap::new();
        for step in &self.steps {
            *counts.entry(self.state(step, now)).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    fn note(&mut self, entry: &Entry, time: i64) {
        let name = text(entry.step.as_ref());
        let named = self.named.get(&name).copied();
        let named = named.filter(|at| self.steps[*at].is_planned);
        let at = match named {
            Some(at) => at,
            None if is_plan(entry) => self.steps.len(),
            None => {
                let own = (text(entry.agent.as_ref()), name.clone());
                *self.own.entry(own).or_insert(self.steps.len())
            }
        };
        if at == self.steps.len() {
            self.steps.push(Step::new(name.clone(), entry, time));
        }
        self.steps[at].note(entry, time);
        self.named.insert(name, at);
    }
}

/// True if an entry makes its step one of the whole run.
fn is_plan(entry: &Entry) -> bool {
    matches!(entry.status, Some(Status::Planned | Status::Assigned))
        || !entry.after.is_empty()
        || entry.assignee.is_some()
}

/// The runs that entries belong to (the oldest entry first, each with its time), the one with the
/// newest entry first.
#[must_use]
pub fn runs<'a>(entries: impl IntoIterator<Item = (&'a Entry, i64)>) -> Vec<(String, Run)> {
    let mut runs: HashMap<String, Run> = HashMap::new();
    for (nth, (entry, time)) in entries.into_iter().enumerate() {
        // A compaction only repeats its entries, and would count their steps twice.
        let (Some(run), EntryKind::Summary) = (&entry.run, entry.kind) else {
            continue;
        };
        let run = runs.entry(run.to_string()).or_default();
        run.newest = nth;
        run.note(entry, time);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(step: &str, trailers: &[&str]) -> Entry {
        let trailers = trailers.join("\n");
        Entry::parse(
            &format!("{step}\n\nRun-Id: r\nStep-Id: {step}\n{trailers}\n"),
            1,
        )
    }

    /// The run of entries that are a second apart.
    fn run(entries: &[Entry]) -> Run {
        let mut runs = runs(entries.iter().zip(0..));
        assert_eq!(runs.len(), 1);
        runs.remove(0).1
    }

    fn states(run: &Run, now: i64) -> Vec<&'static str> {
        let states = run.steps.iter().map(|step| run.state(step, now).name());
        states.collect()
    }

    #[test]
    fn workers_may_number_their_own_steps_alike() {
        let run = run(&[
            entry("1", &["Agent: a", "Status: started"]),
            entry("1", &["Agent: b", "Status: failed"]),
            entry("1", &["Agent: a", "Status: ok"]),
            entry("1", &["Agent: b", "Status: retry"]),
        ]);
        assert_eq!(states(&run, 9), ["done", "doing"]);
        assert_eq!(run.steps[1].failures.len(), 1);
    }

    #[test]
    fn a_planned_step_is_one_whoever_does_it() {
        let run = run(&[
            entry("1", &["Agent: lead", "Status: planned"]),
            entry("2", &["Agent: lead", "Status: planned", "After: 1"]),
            entry("3", &["Status: assigned", "Assignee: b"]),
            entry("1", &["Agent: a", "Status: started", "Lease: 5"]),
            entry("4", &["Status: cancelled", "After: 9"]),
        ]);
        assert_eq!(
            states(&run, 5),
            ["doing", "waiting", "assigned", "cancelled"]
        );
        let next = |agent, now| run.next(agent, now).map(|step| step.name.as_str());
        assert_eq!(
            (next("a", 5), next("b", 5), next("c", 5)),
            (Some("1"), Some("3"), None)
        );
        // The lease of the first step ran out.
        assert_eq!((next("a", 9), next("c", 9)), (Some("1"), Some("1")));
    }

    #[test]
    fn who_lost_a_step_may_finish_it_but_not_take_it_away() {
        let mut entries = vec![
            entry("1", &["Status: planned"]),
            entry("1", &["Agent: a", "Status: started", "Lease: 1"]),
            entry("1", &["Agent: b", "Status: started", "Lease: 9"]),
            entry("1", &["Agent: a", "Status: failed"]),
        ];
        let taken = run(&entries);
        let step = &taken.steps[0];
        assert_eq!((states(&taken, 5), step.failures.len()), (vec!["doing"], 1));
        assert_eq!(step.agent.as_deref(), Some("b"));
        entries.push(entry("1", &["Agent: a", "Status: ok"]));
        assert_eq!(states(&run(&entries), 5), ["done"]);
    }

    #[test]
    fn steps_come_after_those_that_they_wait_for() {
        let run = run(&[
            entry("ship", &["Status: planned", "After: test", "After: docs"]),
            entry("test", &["Status: planned", "After: build"]),
            entry("build", &["Status: planned", "After: gone"]),
            entry("docs", &["Status: planned"]),
            entry("x", &["Status: planned", "After: y"]),
            entry("y", &["Status: planned", "After: x"]),
        ]);
        let graph = run.graph();
        let graph: Vec<_> = graph
            .iter()
            .map(|(step, depth)| (&*step.name, *depth))
            .collect();
        let sorted = [("build", Some(0)), ("test", Some(1)), ("docs", Some(0))];
        assert_eq!(graph[..3], sorted);
        assert_eq!(graph[3..], [("ship", Some(2)), ("x", None), ("y", None)]);
    }

    #[test]
    fn the_run_with_the_newest_entry_comes_first() {
        let of = |run: &str| Entry::parse(&format!("t\n\nRun-Id: {run}\n"), 1);
        let entries = [of("b"), of("a"), of("b"), Entry::parse("no run", 1)];
        let runs = runs(entries.iter().map(|entry| (entry, 0)));
        let names: Vec<String> = runs.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["b", "a"]);
    }
}
