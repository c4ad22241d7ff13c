//! The answer of `status`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::agents::LateHookItem;
use super::care::RemoteItem;
use super::error::HintItem;
use super::text::Text;
use crate::care::status::{News, Status, Unsynced};
use git_memory_store::Gone;
use git_memory_text::advice::Wording;
use git_memory_text::date::rfc3339;

/// The answer of `status`.
#[derive(Serialize, JsonSchema)]
pub struct StatusAnswer<'a> {
    /// Name of the folder of the work tree.
    project: &'a str,
    /// The current branch; null where HEAD is detached.
    branch: Option<&'a str>,
    has_memory: bool,
    /// True if `init` was run.
    is_set_up: bool,
    /// Number of records of each kind.
    kinds: &'a BTreeMap<&'a str, usize>,
    /// Number of rules for agents, which are no records.
    rules: usize,
    /// News since the last look; null at the first one.
    news: Option<NewsAnswer<'a>>,
    /// Number of memory's files that differ from HEAD, without conflicts.
    uncommitted: usize,
    /// Number of records that may be out of date.
    stale: usize,
    /// Number of open questions whose day has come.
    due: usize,
    /// Number of open follow-ups of this branch's work log.
    follow_ups: usize,
    /// Why this branch's work log cannot be read; null if it can.
    log_fault: Option<&'a str>,
    /// Number of pairs of records that contradict each other, or that a merge brought together.
    unsettled: usize,
    /// Number of errors in memory, without conflicts.
    broken: usize,
    /// Lines of the team's file that keep memory from its readers, each with the reason.
    settings: &'a [String],
    /// Number of records in conflict after a merge.
    in_conflict: usize,
    /// Private memory that the remote has not; null where no remote is set.
    unsynced: Option<UnsyncedItem<'a>>,
    /// Derived files that another program wrote: they stand still.
    foreign: &'a [String],
    /// The hooks and the filter that are not installed.
    missing_hooks: &'a [&'a str],
    /// The remotes whose fetch lists cover private memory, with what these lack.
    unguarded: Vec<RemoteItem>,
    /// The means by which records are found, as of `recall`.
    retrieval: String,
    /// Why the model cannot be used that searches are told to use; null if nothing is wrong.
    model_fault: Option<&'a str>,
    /// The refs of private memory and notes that are gone.
    gone: Vec<GoneItem<'a>>,
    /// The agents that are used here.
    agents: Vec<AgentUseItem>,
    /// The hooks of agents that ran out of time.
    late_hooks: Vec<LateHookItem>,
    /// The parts of the repository that a memory without records can use.
    found: Vec<FoundItem>,
    /// Next steps.
    next: Vec<HintItem<'a>>,
}

/// An agent that is used here.
#[derive(Serialize, JsonSchema)]
struct AgentUseItem {
    /// Its name, as commands take it.
    agent: &'static str,
    is_connected: bool,
}

/// A part of a repository that memory can use.
#[derive(Serialize, JsonSchema)]
struct FoundItem {
    /// The part, in words.
    found: String,
    /// The command that uses it.
    command: String,
}

/// Changes in commits since the last look.
#[derive(Serialize, JsonSchema)]
struct NewsAnswer<'a> {
    /// When that was.
    since: String,
    /// The commit that HEAD was at then.
    commit: Text<'a>,
    changes: Vec<NewsItem<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct NewsItem<'a> {
    what: &'a str,
    id: &'a str,
    title: &'a str,
    status: &'a str,
    record_path: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct UnsyncedItem<'a> {
    remote: &'a str,
    count: usize,
}

/// A ref that is gone.
#[derive(Serialize, JsonSchema)]
struct GoneItem<'a> {
    r#ref: &'a str,
    /// Its newest commit.
    commit: Text<'a>,
}

impl<'a> From<&'a Gone> for GoneItem<'a> {
    fn from(gone: &'a Gone) -> Self {
        Self {
            r#ref: &gone.name,
            commit: Text(&gone.tip),
        }
    }
}

impl<'a> From<&'a (Status, Wording)> for StatusAnswer<'a> {
    fn from((status, wording): &'a (Status, Wording)) -> Self {
        Self::new(status, *wording)
    }
}

impl<'a> StatusAnswer<'a> {
    /// The answer with its advice in a door's words.
    #[must_use]
    pub fn new(status: &'a Status, wording: Wording) -> Self {
        Self {
            project: &status.project,
            branch: status.branch.as_deref(),
            has_memory: status.has_memory,
            is_set_up: status.is_set_up,
            kinds: &status.kinds,
            rules: status.rules,
            news: status.news.as_ref().map(NewsAnswer::from),
            uncommitted: status.uncommitted,
            stale: status.stale,
            due: status.due,
            follow_ups: status.follow_ups,
            log_fault: status.log_fault.as_deref(),
            unsettled: status.unsettled,
            broken: status.broken,
            settings: &status.settings,
            in_conflict: status.conflicts.files.len(),
            unsynced: status.unsynced.as_ref().map(UnsyncedItem::from),
            foreign: &status.foreign,
            missing_hooks: &status.missing_hooks,
            unguarded: status.unguarded().map(Into::into).collect(),
            retrieval: status.retrieval.to_string(),
            model_fault: status.model_fault.as_deref(),
            gone: status.gone.iter().map(GoneItem::from).collect(),
            agents: status
                .agents
                .iter()
                .map(|it| AgentUseItem {
                    agent: it.agent.name(),
                    is_connected: it.is_connected,
                })
                .collect(),
            late_hooks: status.late_hooks.iter().map(Into::into).collect(),
            found: status
                .found
                .iter()
                .map(|offer| FoundItem {
                    found: offer.found(),
                    command: offer.command(),
                })
                .collect(),
            next: HintItem::list(&status.next, wording),
        }
    }
}

impl<'a> From<&'a News> for NewsAnswer<'a> {
    fn from(news: &'a News) -> Self {
        let mut changes = Vec::new();
        for changed in &news.changes {
            let header = &changed.record.header;
            changes.push(NewsItem {
                what: changed.what.name(),
                id: header.id.as_str(),
                title: &header.title,
                status: &header.status,
                record_path: changed.record.path.as_str(),
            });
        }
        Self {
            since: rfc3339(news.since),
            commit: Text(&news.commit),
            changes,
        }
    }
}

impl<'a> From<&'a Unsynced> for UnsyncedItem<'a> {
    fn from(unsynced: &'a Unsynced) -> Self {
        Self {
            remote: &unsynced.remote,
            count: unsynced.count,
        }
    }
}
