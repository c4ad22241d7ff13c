//! Status of memory: news since the last look, things to review, and next steps. People ask for it
//! often, so it reads as little as possible.

use std::collections::{BTreeMap, HashMap, HashSet};

use sha2::{Digest, Sha256};

use crate::agents::{self, AgentUse, LateHook};
use crate::call::{Call, NoQuestion};
use crate::care::check_secrets::confirmed;
use crate::care::check_settings::taking_away;
use crate::care::check_sides;
use crate::care::offers::{Offer, first_command, offers};
use crate::context::rules;
use crate::hooks;
use crate::parents;
use crate::private::settle::settle;
use crate::private::shared_refs::shared_refs;
use crate::private::{fetching, follow_ups};
use crate::recall::meaning::{Retrieval, is_only_of_meaning, retrieval};
use crate::recall::ratings;
use crate::recall::review::{count_due, count_suspects};
use crate::recall::rivals::{opposed, opposed_to_parents};
use crate::records::conflict::{Conflicts, conflicts};
use crate::workspace::{At, Error, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_model::changes::{What, between};
use git_memory_model::layout;
use git_memory_model::record::{Code, Record, Severity, check};
use git_memory_store::{AtPath, Gone, Look, Memory, View};
use git_memory_text::advice::{Advice, Wording};
use git_memory_text::hex;
use git_memory_text::path::RepoPath;

/// Maximum number of proposed commands.
const PROPOSED: usize = 1;

/// Status of memory.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Name of the folder of the work tree.
    pub project: String,
    /// The current branch; `None` where HEAD is detached.
    pub branch: Option<String>,
    /// True if there is a `memory` folder.
    pub has_memory: bool,
    /// True if `init` was run: pages are read without that, too.
    pub is_set_up: bool,
    /// Number of records of each kind, by the kind's name.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Number of rules for agents: they are no records.
    pub rules: usize,
    /// News since the last look; `None` at the first one.
    pub news: Option<News>,
    /// Number of memory's files that differ from HEAD, without conflicts.
    pub uncommitted: usize,
    /// Number of these that are records.
    uncommitted_records: usize,
    /// Number of records that may be out of date.
    pub stale: usize,
    /// Number of open questions whose day has come.
    pub due: usize,
    /// Number of open follow-ups of this branch's work log.
    pub follow_ups: usize,
    /// Reason why this branch's work log cannot be read.
    pub log_fault: Option<String>,
    /// Number of pairs of records that contradict each other, or that a merge brought together.
    pub unsettled: usize,
    /// Number of errors in memory, without conflicts.
    pub broken: usize,
    /// Lines of the team's file that keep memory from its readers, each with the reason.
    pub settings: Vec<String>,
    /// The records that a merge left to people.
    pub conflicts: Conflicts,
    /// Entries of the work log that the remote lacks; `None` if no remote is set.
    pub unsynced: Option<Unsynced>,
    /// Derived files that another program wrote: they stand still.
    pub foreign: Vec<String>,
    /// The hooks and the filter that are not installed, where memory was set up.
    pub missing_hooks: Vec<&'static str>,
    /// Advice on how to install them.
    pub hooks_advice: Option<Advice>,
    /// The remotes whose fetch lists cover private memory, or leave it out on purpose.
    pub remotes: Vec<fetching::Remote>,
    /// The means by which records are found.
    pub retrieval: Retrieval,
    /// Reason why the model cannot be used that searches are told to use.
    pub model_fault: Option<String>,
    /// The logs of private memory, and notes, whose refs are gone.
    pub gone: Vec<Gone>,
    /// The agents that are used here, with their connection.
    pub agents: Vec<AgentUse>,
    /// The hooks of agents that ran out of time.
    pub late_hooks: Vec<LateHook>,
    /// The parts of the repository that a memory without records can use.
    pub found: Vec<Offer>,
    /// Next steps, the most important first.
    pub next: Vec<Advice>,
}

impl Status {
    /// The remotes from which `git fetch` would write over private memory, or prune it.
    pub fn unguarded(&self) -> impl Iterator<Item = &fetching::Remote> {
        self.remotes.iter().filter(|remote| remote.is_unguarded())
    }
}

/// News since the last look.
#[derive(Clone, Debug)]
pub struct News {
    /// When that was, in seconds since 1970.
    pub since: i64,
    /// The commit that HEAD was at.
    pub commit: ObjectId,
    /// The records that changed in commits since, sorted by what happened.
    pub changes: Vec<NewsItem>,
}

/// A record that changed.
#[derive(Clone, Debug)]
pub struct NewsItem {
    /// Kind of the change.
    pub what: What,
    /// The record now, or as it last was.
    pub record: Record,
}

/// Private memory that is not on the remote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsynced {
    /// The remote, as the settings name it.
    pub remote: String,
    /// Number of entries and notes.
    pub count: usize,
}

/// Answers with the status of memory, and the wording of the next steps.
pub fn answer(call: &Call, _: &NoQuestion) -> Result<(Status, Wording), Error> {
    settle(call.workspace)?;
    Ok((status(call.workspace)?, call.wording))
}

/// Looks at memory.
///
/// # Errors
/// In a bare repository, or where memory or git cannot be read.
pub fn status(workspace: &Workspace) -> Result<Status, Error> {
    let store = workspace.store();
    let head = store.history().head()?;
    let mut status = Status {
        project: workspace.project(),
        branch: head.branch,
        has_memory: workspace.has_memory(),
        unsynced: unsynced(workspace)?,
        remotes: fetching::remotes(workspace)?,
        gone: workspace.private()?.gone()?,
        ..Status::default()
    };
    // In a bare repository there is nothing to look at.
    store.work_files()?;
    status.agents = agents::in_use(At::Repository(workspace))?;
    status.late_hooks = agents::late_hooks(At::Repository(workspace));
    if !status.has_memory {
        status.found = offers(workspace)?;
        // They have a line of their own.
        status.found.retain(|it| !is_of_agents(it));
        status.next = vec![Advice::Init];
        return Ok(status);
    }
    match follow_ups::open(workspace) {
        Ok(open) => status.follow_ups = open.len(),
        Err(error) => status.log_fault = Some(error.to_string()),
    }
    let memory = workspace.memory(&View::WorkTree)?;
    for record in memory.records.iter().filter(|it| !it.is_about_folder()) {
        *status.kinds.entry(record.kind_name()).or_default() += 1;
    }
    status.rules = rules::count(workspace)?;
    status.broken = broken(workspace, &memory)?;
    status.conflicts = conflicts(workspace, &View::WorkTree, &memory)?;
    for finding in taking_away(workspace, workspace.team()?, &memory)? {
        let (path, fault) = (&finding.path, &finding.fault);
        status
            .settings
            .push(format!("{path}:{}: {}", fault.line, fault.message));
    }
    status.is_set_up = store.is_set_up()?;
    if status.is_set_up {
        status.foreign = store.foreign_derived()?;
        status.missing_hooks = hooks::missing(workspace)?;
        if !status.missing_hooks.is_empty() {
            status.hooks_advice = Some(hooks::advice(workspace)?);
        }
    }
    status.due = count_due(workspace, &memory)?;
    [status.stale, status.unsettled] = counts(workspace, &memory, head.commit)?;
    let mut uncommitted = uncommitted(workspace, &memory, head.commit, &status.conflicts)?;
    status.uncommitted_records = uncommitted.len();
    uncommitted.extend(changed_files(workspace, head.commit, &status.conflicts)?);
    status.uncommitted = uncommitted.len();
    if let (Some(look), Some(now)) = (store.last_look(), head.commit) {
        status.news = news(workspace, look, now)?;
    }
    match retrieval(workspace) {
        Ok(found) => status.retrieval = found,
        Err(error) if is_only_of_meaning(&error) => {
            status.model_fault = Some(error.to_string());
        }
        Err(error) => return Err(error),
    }
    if status.kinds.is_empty() {
        status.found = offers(workspace)?;
    }
    status.next = next(&status);
    status.found.retain(|it| !is_of_agents(it));
    Ok(status)
}

fn is_of_agents(offer: &Offer) -> bool {
    matches!(offer, Offer::Agents(_))
}

/// Stores the current commit and time as the last look.
pub fn remember(workspace: &Workspace) -> Result<(), Error> {
    let store = workspace.store();
    // Before the first commit, everything is uncommitted and nothing is news.
    if let Some(commit) = store.history().head_commit()? {
        let time = workspace.now();
        store.remember_look(Look { commit, time });
    }
    Ok(())
}

fn news(workspace: &Workspace, look: Look, now: ObjectId) -> Result<Option<News>, Error> {
    let store = workspace.store();
    // After a rebase, git may have cleaned up the commit. The file of the last look may also be
    // damaged, which must not cause a failure.
    if !matches!(store.history().has_commit(look.commit), Ok(true)) {
        return Ok(None);
    }
    let mut news = News {
        since: look.time,
        commit: look.commit,
        changes: Vec::new(),
    };
    let objects = store.objects();
    // Folders outside of memory have trees of their own, and are few.
    let is_alone = store.roots()?.is_empty();
    if look.commit == now
        || is_alone && objects.memory_tree(look.commit)? == objects.memory_tree(now)?
    {
        return Ok(Some(news));
    }
    let before = workspace.memory(&View::Revision(look.commit.to_string()))?;
    let after = workspace.memory(&View::Revision(now.to_string()))?;
    let is_same = |a: &Record, b: &Record| before.blob(a) == after.blob(b);
    for change in between(&before.records, &after.records, is_same) {
        if let Some(record) = change.record() {
            news.changes.push(NewsItem {
                what: change.what,
                record: record.clone(),
            });
        }
    }
    Ok(Some(news))
}

/// Number of errors in the files and in the links between them.
fn broken(workspace: &Workspace, memory: &Memory) -> Result<usize, Error> {
    let between = check::between(&memory.records);
    let mut errors = 0;
    for finding in memory.findings.iter().chain(&between) {
        // Findings from reading follow only the rules and ignore allowances; conflicts have their
        // own count.
        let is_counted = matches!(
            finding.fault.code,
            Code::Secret | Code::InConflict | Code::TwoRecords
        );
        errors += usize::from(finding.severity() == Severity::Error && !is_counted);
    }
    Ok(errors + confirmed(workspace, memory)?)
}

/// Number of records that may be out of date, and of pairs to settle. The evidence is in the
/// history, so the result is cached until any of it changes.
fn counts(
    workspace: &Workspace,
    memory: &Memory,
    head: Option<ObjectId>,
) -> Result<[usize; 2], Error> {
    let mut digest = Sha256::new();
    let mut add = |part: &str| digest.update(format!("{part}\0"));
    add(&workspace.today().to_string());
    if let Some(head) = head {
        add(&head.to_string());
    }
    for record in &memory.records {
        add(record.path.as_str());
        if let Some(blob) = memory.blob(record) {
            add(&blob.to_string());
        }
    }
    add(&ratings::lines(workspace, &View::WorkTree)?);
    for parent in parents::reading::state(workspace)? {
        add(&parent);
    }
    let key = hex(&digest.finalize());
    if let Some(counts) = workspace.store().kept_counts(&key) {
        return Ok(counts);
    }
    let stale = count_suspects(workspace, &View::WorkTree)?;
    let opposed = opposed(workspace, memory)?;
    let brought = check_sides::at_view(workspace, &View::WorkTree, memory, Some(&opposed))?;
    let to_parents = opposed_to_parents(workspace, memory)?.map_or(0, |(_, found)| found.len());
    let unsettled = opposed.len() + brought.len() + to_parents;
    workspace.store().keep_counts(&key, [stale, unsettled]);
    Ok([stale, unsettled])
}

/// The records' files that differ from HEAD: new, changed or deleted. Conflicts have their own count.
fn uncommitted(
    workspace: &Workspace,
    memory: &Memory,
    head: Option<ObjectId>,
    conflicts: &Conflicts,
) -> Result<HashSet<String>, Error> {
    let store = workspace.store();
    let committed = match head {
        Some(head) => store.objects().memory_files(head)?,
        None => Vec::new(),
    };
    let mut blobs: HashMap<&[u8], ObjectId> = HashMap::new();
    for entry in &committed {
        blobs.insert(&entry.path, entry.id);
    }
    let mut found = HashSet::new();
    for path in conflicts.files.keys() {
        blobs.remove(path.as_str().as_bytes());
    }
    for record in &memory.records {
        // A file in a root is not part of memory's own commits.
        if !record.place.is_in_memory || conflicts.files.contains_key(&record.path) {
            continue;
        }
        let before = blobs.remove(record.path.as_str().as_bytes());
        if before.is_none() || before != memory.blob(record) {
            found.insert(record.path.to_string());
        }
    }
    let files = store.work_files()?;
    for path in blobs.into_keys() {
        // The remaining paths are not current records: settings, attachments, broken files. Only
        // deleted records count.
        let path: Option<RepoPath> = str::from_utf8(path).ok().and_then(|path| path.parse().ok());
        let Some(path) = path.filter(|path| layout::place(store.folder(), path).is_some()) else {
            continue;
        };
        if files.find(path.as_str())? == AtPath::Nothing && !store.leaves_out(&path)? {
            found.insert(path.to_string());
        }
    }
    Ok(found)
}

/// The files of memory that git tracks and that differ from HEAD, whatever they are.
fn changed_files(
    workspace: &Workspace,
    head: Option<ObjectId>,
    conflicts: &Conflicts,
) -> Result<Vec<String>, Error> {
    let (staging, folder) = (workspace.store().staging(), workspace.folder());
    let mut changed = match head {
        Some(_) => staging.uncommitted_at(&[folder.as_str()])?,
        None => staging.tracked_files()?,
    };
    let in_conflict = |path: &str| conflicts.files.keys().any(|it| it.as_str() == path);
    changed.retain(|path| folder.holds(path) && !in_conflict(path));
    Ok(changed)
}

/// Number of private entries that the remote lacks, as of the last sync.
fn unsynced(workspace: &Workspace) -> Result<Option<Unsynced>, Error> {
    // Without a remote of its own, private memory is meant to stay here.
    let Some(remote) = settings::remote(workspace)? else {
        return Ok(None);
    };
    let private = workspace.private()?;
    let history = workspace.store().history();
    let mut count = 0;
    for shared in shared_refs(workspace, &remote, false, &BTreeMap::new())? {
        let own = private.tip_of(&shared.name)?;
        let there = private.commit_of(private.reference(&shared.tracking)?)?;
        if let Some(own) = own
            && there != Some(own)
        {
            count += history.between(own, there.as_slice())?.len();
        }
    }
    Ok(Some(Unsynced { remote, count }))
}

/// Advice to use what `init` names first; with records, to connect agents, if none is.
fn offered(status: &Status) -> Option<Advice> {
    let agents = || {
        let is_any = status.agents.iter().any(|it| it.is_connected);
        let agents = status.agents.iter().map(|it| it.agent).collect();
        (!is_any && !status.agents.is_empty()).then_some(Offer::Agents(agents))
    };
    let found = first_command(status.found.iter());
    let command = found.or_else(|| agents().map(|it| it.command()))?;
    Some(Advice::in_words(command))
}

/// The commands that fit best: what is wrong before what is open, and what one does every day last.
fn next(status: &Status) -> Vec<Advice> {
    let has_news = status.news.as_ref().filter(|it| !it.changes.is_empty());
    let is_unsynced = status.unsynced.as_ref().is_some_and(|it| it.count > 0);
    let mut next = Vec::new();
    if !status.conflicts.files.is_empty() {
        next.push(Advice::ResolveConflict);
    }
    if status.broken > 0 || status.unsettled > 0 {
        next.push(Advice::Check);
    }
    if !status.is_set_up {
        next.push(Advice::Init);
    }
    next.extend(status.hooks_advice.clone());
    // Adding a file in conflict would commit its conflict markers.
    if status.uncommitted_records > 0 && status.conflicts.files.is_empty() {
        next.push(Advice::Commit);
    }
    if let Some(news) = has_news {
        next.push(Advice::ShowChanges {
            revision: news.commit.to_string(),
        });
    }
    if status.stale > 0 {
        next.push(Advice::Review);
    }
    if is_unsynced {
        next.push(Advice::Sync);
    }
    if status.retrieval.missing() > 0 {
        next.push(Advice::Index);
    }
    next.extend(offered(status));
    next.extend([Advice::AddRecord, Advice::Recall]);
    next.truncate(PROPOSED);
    next
}
