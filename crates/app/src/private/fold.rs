//! Joining chains: what a merged branch's private memory holds becomes the current branch's, too.

use crate::private::redaction::{Redaction, trailers};
use crate::workspace::{Error, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, clean, redact};
use git_memory_model::private::entry::key;
use git_memory_model::private::{Chain, EntryKind};
use git_memory_model::record::merge::merge;
use git_memory_store::{self as store, Begun, Depth, Private};
use git_memory_text as text;
use git_memory_text::path::RepoPath;

/// A branch whose chain was joined.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The branch.
    pub branch: String,
    /// The commit that joins.
    pub commit: ObjectId,
    /// Number of entries that came with it.
    pub entries: usize,
}

/// The branch whose chain is joined into the current one.
pub(crate) struct Branch<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The newest commit of its chain.
    pub(crate) tip: ObjectId,
    /// The last commit of its work, where that is known.
    pub(crate) work: Option<ObjectId>,
}

/// Joins the chain of every merged branch into the current one.
///
/// # Errors
/// [`Error::NoPrivate`], or where something cannot be read or written.
pub fn fold_all(workspace: &Workspace) -> Result<Vec<Folded>, Error> {
    fold_merged(workspace, Depth::Whole)
}

/// Joins the chain of every recently merged branch into the current one, without a walk through a
/// long history.
pub(crate) fn fold_recent(workspace: &Workspace) -> Result<Vec<Folded>, Error> {
    fold_merged(workspace, Depth::Recent)
}

fn fold_merged(workspace: &Workspace, depth: Depth) -> Result<Vec<Folded>, Error> {
    if !settings::allows_private(workspace)? {
        return Err(Error::NoPrivate);
    }
    let private = workspace.private()?;
    let mut folded = Vec::new();
    for merged in private.merged_branches(depth)? {
        let branch = Branch {
            name: &merged.branch,
            tip: merged.tip,
            work: Some(merged.work),
        };
        match join(workspace, &private, &branch) {
            Ok(joined) => folded.extend(joined),
            // A chain that is damaged hinders no other one.
            Err(Error::Store(store::Error::Git(error))) => {
                private.note_fault(&Chain::Branch(merged.branch), &error);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(folded)
}

/// Joins the chain of one branch into the current one, merged or not; `None` where nothing of it is
/// missing.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::UnknownChain`], or where something cannot be read or written.
pub fn fold(workspace: &Workspace, branch: &str) -> Result<Option<Folded>, Error> {
    // git and scripts often pass the full name of the ref.
    let name = branch.strip_prefix("refs/heads/").unwrap_or(branch);
    let private = workspace.private()?;
    let Some(tip) = private.tip(&Chain::Branch(name.to_owned()))? else {
        let shown = text::visible_line(name).into_owned();
        return Err(Error::UnknownChain(shown));
    };
    let work = private.reference(&format!("refs/heads/{name}"))?;
    join(workspace, &private, &Branch { name, tip, work })
}

/// Puts a commit of two parents at the end of the current chain; `None` where it reaches the
/// branch's already.
pub(crate) fn join(
    workspace: &Workspace,
    private: &Private,
    branch: &Branch,
) -> Result<Option<Folded>, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    // A branch's name can hold a secret as well as a text.
    let title = redaction.part(&format!("Join branch '{}'", branch.name))?;
    // A branch that has grown may be folded again, and then needs another id.
    let state = u64::from(crc32fast::hash(branch.tip.as_bytes()));
    let id = workspace.new_entry_id(&title, state);
    let mut trailers = trailers(workspace, &id, EntryKind::Join)?;
    trailers.push((key::FOLDED, redaction.part(branch.name)?));
    if let Some(work) = &branch.work {
        trailers.push((key::MERGED, clean(work)));
    }
    let lock = private.lock()?;
    // Under the lock, so that the merged records are those of the chain when it is joined.
    let chain = private.begin(&private.current()?)?;
    trailers.extend(forgettings(private, &chain, branch.tip)?);
    let mut entry = redaction.entry(&title, &Clean::default(), &trailers)?;
    entry.files = merged_records(private, &mut redaction, &chain, branch.tip)?;
    let joined = private.join(&lock, chain.chain(), branch.tip, &entry)?;
    let Some(commit) = joined else {
        return Ok(None);
    };
    // Counted from the tip before the join, as the new one reaches all of them.
    let history = workspace.store().history();
    Ok(Some(Folded {
        branch: branch.name.to_owned(),
        commit,
        entries: history.between(branch.tip, chain.tip().as_slice())?.len(),
    }))
}

/// The trailers that make what either side has forgotten hidden on both: the other side may have
/// other versions of it, which no forgetting of its own hides.
pub(crate) fn forgettings(
    private: &Private,
    chain: &Begun,
    theirs: ObjectId,
) -> Result<Vec<(&'static str, Clean)>, Error> {
    let mut trailers = Vec::new();
    let Some(ours) = chain.tip() else {
        return Ok(trailers);
    };
    for id in private.forgotten_since(ours, theirs)? {
        trailers.push((key::FORGETS, redact(&id)));
    }
    Ok(trailers)
}

/// The private records that changed on both sides since they parted, merged three-way: what a
/// commit that joins two chains has to hold itself.
pub(crate) fn merged_records(
    private: &Private,
    redaction: &mut Redaction,
    chain: &Begun,
    theirs: ObjectId,
) -> Result<Vec<(RepoPath, Clean)>, Error> {
    // An empty chain takes theirs over as it is.
    let Some(ours) = chain.tip() else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for conflict in private.conflicts(ours, theirs)? {
        // Each side has been redacted; lines of both may make a secret together.
        let merged = merge(conflict.base.as_deref(), &conflict.ours, &conflict.theirs);
        files.push((conflict.path, redaction.part(&merged)?));
    }
    Ok(files)
}
