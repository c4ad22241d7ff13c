//! Limits of a growing log: compactions, and the newest entries as one text.

use std::collections::{BTreeMap, HashSet};

use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::summary::{Appended, Filter, list};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::clean;
use git_memory_model::private;
use git_memory_model::private::compaction::{compaction, follow_ups};
use git_memory_model::private::entry::key;
use git_memory_model::private::{Entry, EntryKind};
use git_memory_store::Logged;

/// The run of an entry; entries without one belong together.
type RunName = Option<String>;

fn run_of(entry: &Entry) -> RunName {
    entry.run.as_ref().map(ToString::to_string)
}

/// The newest summaries of the current chain as one text of at most `most_chars` characters, newest
/// first. A compaction appears in the place of the entries that it covers.
pub fn latest(workspace: &Workspace, most: usize, most_chars: usize) -> Result<String, Error> {
    let entries = newest(workspace, most).whole()?;
    Ok(private::latest::latest(
        entries
            .iter()
            .map(|logged| (&logged.entry, logged.commit.time)),
        most_chars,
    ))
}

/// Steps of a chain, as far as they can be read.
pub(crate) struct Steps {
    /// The newest first.
    pub(crate) steps: Vec<Logged>,
    /// Reason why the steps before them cannot be read.
    pub(crate) fault: Option<Error>,
}

impl Steps {
    /// The steps, where all of them can be read.
    fn whole(self) -> Result<Vec<Logged>, Error> {
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.steps),
        }
    }
}

/// The newest `most` steps of the current chain, newest first. A compaction appears in the place of
/// the entries that it covers.
pub(crate) fn newest(workspace: &Workspace, most: usize) -> Steps {
    match current_tip(workspace) {
        Ok(tip) => in_short(workspace, tip, Some(most)),
        Err(fault) => Steps {
            steps: Vec::new(),
            fault: Some(fault),
        },
    }
}

fn current_tip(workspace: &Workspace) -> Result<Option<ObjectId>, Error> {
    let private = workspace.private()?;
    Ok(private.tip(&private.current()?)?)
}

/// Writes a compaction for each run (or this one) that has more entries than are kept: it covers
/// the older ones.
///
/// # Errors
/// [`Error::NoPrivate`], or where something cannot be read or written.
pub fn compact(
    workspace: &Workspace,
    run: Option<&str>,
    keep: usize,
) -> Result<Vec<Appended>, Error> {
    let private = workspace.private()?;
    // Held while it is read and written: two at once would each summarize the same entries.
    let lock = private.lock()?;
    let chain = private.begin(&private.current()?)?;
    let mut tip = chain.tip();
    let mut runs: BTreeMap<RunName, Vec<Logged>> = BTreeMap::new();
    let steps = in_short(workspace, tip, None).whole()?;
    let all: Vec<&Entry> = steps.iter().rev().map(|logged| &logged.entry).collect();
    let of_chain = follow_ups(&all);
    for logged in steps {
        let name = run_of(&logged.entry);
        if run.is_none() || run == name.as_deref() {
            runs.entry(name).or_default().push(logged);
        }
    }
    let mut written = Vec::new();
    for (run, mut entries) in runs {
        let mut summaries = entries
            .iter()
            .enumerate()
            .filter(|(_, logged)| logged.entry.kind == EntryKind::Summary);
        let kept = summaries.nth(keep).map_or(entries.len(), |(nth, _)| nth);
        let older = entries.split_off(kept);
        // One entry is as short as what would cover it.
        if older.len() < 2 {
            continue;
        }
        let mut redaction = Redaction::begin(workspace)?;
        let oldest_first: Vec<&Entry> = older.iter().rev().map(|logged| &logged.entry).collect();
        let compact = compaction(run.as_deref(), &oldest_first, &of_chain);
        let id = workspace.new_entry_id(&compact.body, state_of(tip));
        let (title, body) = (
            redaction.part(&compact.title)?,
            redaction.part(&compact.body)?,
        );
        let mut trailers = trailers(workspace, &id, EntryKind::Compaction)?;
        if let Some(run) = &run {
            trailers.push((key::RUN, redaction.part(run)?));
        }
        for newest in newest_of(workspace, &older)? {
            trailers.push((key::COMPACTS, clean(&newest)));
        }
        let entry = redaction.entry(&title, &body, &trailers)?;
        let commit = private.append(&lock, &chain, &entry)?;
        // The next run's compaction gets an id of another state.
        tip = Some(commit);
        written.push(Appended {
            id: id.to_string(),
            commit,
            chain: chain.chain().clone(),
            redacted: redaction.taken(),
        });
    }
    Ok(written)
}

/// The commits from which all of some entries (newest first) are reached, and no other entry of the
/// run. An earlier compaction lies on top of what was kept beside it, so what it covers counts in
/// its place.
fn newest_of(workspace: &Workspace, entries: &[Logged]) -> Result<Vec<ObjectId>, Error> {
    let mut newest: Vec<ObjectId> = Vec::new();
    let mut reached: HashSet<ObjectId> = HashSet::new();
    let covered = |logged: &Logged| match logged.entry.kind {
        EntryKind::Compaction => compacts(&logged.entry),
        _ => vec![logged.commit.id],
    };
    for id in entries.iter().flat_map(covered) {
        if !reached.contains(&id) {
            reached.extend(workspace.store().history().between(id, &newest)?);
            newest.push(id);
        }
    }
    Ok(newest)
}

/// The commits that a compaction names.
fn compacts(entry: &Entry) -> Vec<ObjectId> {
    let mut ids = Vec::new();
    for hex in &entry.compacts {
        // Any program may write trailers: an invalid id names no commit.
        if let Ok(id) = hex.parse() {
            ids.push(id);
        }
    }
    ids
}

/// The summaries of the current chain, newest first, without those that a compaction covers; each
/// compaction appears where the first of them was. At most `most`.
fn in_short(workspace: &Workspace, tip: Option<ObjectId>, most: Option<usize>) -> Steps {
    let mut short = InShort::default();
    let fault = short.read(workspace, tip, most).err();
    let mut steps = short.found;
    for run in short.newest.into_values() {
        steps.extend(run.compaction);
    }
    if let Some(most) = most {
        steps.truncate(most);
    }
    Steps { steps, fault }
}

/// A chain in short, while it is read.
#[derive(Default)]
struct InShort {
    /// The newest compaction of each run.
    newest: BTreeMap<RunName, NewestCompaction>,
    found: Vec<Logged>,
}

impl InShort {
    fn read(
        &mut self,
        workspace: &Workspace,
        tip: Option<ObjectId>,
        most: Option<usize>,
    ) -> Result<(), Error> {
        for logged in workspace.private()?.log(tip) {
            if most.is_some_and(|most| self.found.len() >= most) {
                return Ok(());
            }
            let logged = workspace.entry_with_allowed(logged)?;
            self.add(workspace, tip, logged)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        workspace: &Workspace,
        tip: Option<ObjectId>,
        logged: Logged,
    ) -> Result<(), Error> {
        let Self { newest, found } = self;
        let run = run_of(&logged.entry);
        match (logged.entry.kind, newest.get_mut(&run)) {
            (
                EntryKind::Join | EntryKind::Forgetting | EntryKind::Record(_) | EntryKind::Sealed,
                _,
            ) => {}
            (EntryKind::Compaction, None) => {
                let covered = compacts(&logged.entry);
                // One whose entries are not here (any more) covers nothing.
                match not_covered(workspace, tip, &covered)? {
                    Some(own) => {
                        let compaction = Some(logged);
                        newest.insert(run, NewestCompaction { compaction, own });
                    }
                    None => found.push(logged),
                }
            }
            // The newer compaction includes this one.
            (EntryKind::Compaction, Some(newest))
                if compacts(&logged.entry)
                    .iter()
                    .all(|id| !newest.own.contains(id)) => {}
            // The first entry that it covers; for those that follow nothing is left to take.
            (_, Some(newest)) if !newest.own.contains(&logged.commit.id) => {
                found.extend(newest.compaction.take());
            }
            _ => found.push(logged),
        }
        Ok(())
    }
}

/// The entries that a compaction of `covered` does not cover; `None` where those are not here (any
/// more).
fn not_covered(
    workspace: &Workspace,
    tip: Option<ObjectId>,
    covered: &[ObjectId],
) -> Result<Option<HashSet<ObjectId>>, Error> {
    let history = workspace.store().history();
    for id in covered {
        if !history.has_commit(*id)? {
            return Ok(None);
        }
    }
    let Some(tip) = tip else { return Ok(None) };
    let own = history.between(tip, covered)?;
    Ok(Some(own.into_iter().collect()))
}

/// The newest compaction of a run.
struct NewestCompaction {
    /// It, until it has taken its place.
    compaction: Option<Logged>,
    /// The entries that it does not cover.
    own: HashSet<ObjectId>,
}

/// Every summary and compaction of the current chain, the oldest first.
pub fn export(workspace: &Workspace) -> Result<Vec<Logged>, Error> {
    let mut entries = list(workspace, &Filter::default())?;
    entries.retain(|logged| {
        matches!(
            logged.entry.kind,
            EntryKind::Summary | EntryKind::Compaction
        )
    });
    entries.reverse();
    Ok(entries)
}
