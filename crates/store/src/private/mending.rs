//! Chains that git cannot read whole: finding them, and making them whole again from what is still
//! there. Objects go missing by crashes, failing disks and copies of repositories that were not
//! finished; refs are emptied by the same, or written by other programs.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::chains::Private;
use super::tips::kept_name;
use crate::lock::Lock;
use crate::{Error, atomic};
use git_memory_git::{self as git, Commit, Moved, ObjectId, Regrafted};
use git_memory_model::private::chain::REFS;
use git_memory_model::private::{Chain, Entry, sealed};
use git_memory_text::path::MEMORY;

/// A chain that cannot be read whole.
#[derive(Clone, Debug)]
pub struct Damage {
    /// The chain.
    pub chain: Chain,
    /// Why not.
    pub what: String,
    /// Its newest commit, where that can be read.
    tip: Option<ObjectId>,
    /// The objects that cannot be read.
    unreadable: Vec<ObjectId>,
    /// Raw value of its ref, where that can be read and leads to no commit.
    odd: Option<ObjectId>,
}

impl Damage {
    /// Text for what is gone for good when the chain is mended without the objects, with the commit
    /// at which it was: a user who gets them back finds everything from there.
    #[must_use]
    pub fn gone(&self) -> String {
        if let Some(odd) = self.odd {
            let kept = kept_name(odd);
            return format!("what its ref held, which is kept as {kept}");
        }
        let objects: Vec<String> = self.unreadable.iter().map(ObjectId::to_string).collect();
        let objects = match objects.as_slice() {
            [] => "its ref".to_owned(),
            objects => objects.join(", "),
        };
        match self.tip {
            Some(tip) => format!("{objects} (it was at {tip})"),
            None => objects,
        }
    }
}

/// An object that cannot be read.
struct Fault {
    id: ObjectId,
    error: git::Error,
}

/// The commits that private memory lost sight of, the newest first.
type Lost = Vec<Commit>;

impl Private<'_> {
    /// The chains that cannot be read whole: every object of each is looked at.
    pub fn damage(&self) -> Result<Vec<Damage>, Error> {
        let mut damage = Vec::new();
        for name in self.ref_names()? {
            let Some(chain) = Chain::of_ref(&name) else {
                continue;
            };
            let mut odd = None;
            let (tip, what, unreadable) = match self.commit_at(&chain) {
                Ok(None) => continue,
                Ok(Some(tip)) => {
                    let faults = self.faults_below(tip);
                    let Some(first) = faults.first() else {
                        continue;
                    };
                    let what = first.error.to_string();
                    let ids = faults.iter().map(|fault| fault.id);
                    (Some(tip), what, ids.collect())
                }
                Err(error) => {
                    // A value that is no ref names no object.
                    let id = self.repo.reference(&name).ok().flatten();
                    if matches!(error, Error::Git(git::Error::NoCommit(_))) {
                        odd = id;
                    }
                    (None, error.to_string(), id.into_iter().collect())
                }
            };
            damage.push(Damage {
                chain,
                what,
                tip,
                unreadable,
                odd,
            });
        }
        Ok(damage)
    }

    /// Makes chains whole again: without the objects that cannot be read, and with the entries
    /// before them. What else is found that no chain has any more gets a chain of its own, with a
    /// name that begins with one of these.
    ///
    /// # Errors
    /// Where git or a file fails; a chain is mended or as it was.
    pub fn mend(&self, _lock: &Lock, damage: &[Damage]) -> Result<(), Error> {
        for damaged in damage {
            // git stops at a damaged file, and would not look for what is lost.
            self.repo.set_damaged_aside(&damaged.unreadable)?;
        }
        let mut lost = self.lost()?;
        for damaged in damage {
            let name = damaged.chain.ref_name();
            if let Some(tip) = damaged.tip {
                let new = self.rebuilt(&damaged.chain, tip, &mut lost)?;
                self.put(&name, Some(tip), new)?;
                continue;
            }
            match damaged.odd {
                Some(odd) => self.set_odd_aside(&name, odd)?,
                // It leads nowhere, so nothing is lost with it.
                None => self.remove_unreadable(&name)?,
            }
            let mut newest = self.take_last(&name, &mut lost);
            if newest.is_none() {
                newest = self.take_newest(&damaged.chain, &mut lost)?;
            }
            if newest.is_none() {
                newest = self.newest_elsewhere(&damaged.chain)?;
            }
            if let Some(newest) = newest {
                // A fetch that was killed may have left it without what it follows.
                let newest = self.rebuilt(&damaged.chain, newest, &mut lost)?;
                self.put(&name, None, newest)?;
            }
        }
        if let Some(first) = damage.first() {
            self.keep(&first.chain, &lost)?;
        }
        Ok(())
    }

    /// The names of all refs of private memory, also of those that git cannot read.
    fn ref_names(&self) -> Result<BTreeSet<String>, Error> {
        let mut names = BTreeSet::new();
        for (name, _) in self.repo.references(REFS)? {
            names.insert(name);
        }
        names.extend(self.ref_files(REFS)?.into_iter().map(|file| file.shown));
        Ok(names)
    }

    /// The faults in what a commit reaches.
    fn faults_below(&self, tip: ObjectId) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![tip];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.repo.commit(id) {
                Ok(commit) => {
                    faults.extend(self.fault_of_files(&commit));
                    pending.extend(commit.parents);
                }
                Err(error) => faults.push(Fault { id, error }),
            }
        }
        faults
    }

    /// The first fault in the files of a commit.
    fn fault_of_files(&self, commit: &Commit) -> Option<Fault> {
        let id = commit.tree;
        if ObjectId::of_empty_tree(self.repo.format()).is_ok_and(|empty| id == empty) {
            return None;
        }
        let files = match self.repo.tree(id, MEMORY) {
            Ok(files) => files,
            Err(error) => return Some(Fault { id, error }),
        };
        for file in files {
            if let Err(error) = self.repo.blob(file.id) {
                return Some(Fault { id: file.id, error });
            }
        }
        None
    }

    /// The ends of what no ref reaches any more: entries that were written, and not taken out.
    fn lost(&self) -> Result<Lost, Error> {
        let mut known = self.expunged()?;
        for (_, tip) in self.chains()? {
            for logged in self.log(Some(tip)) {
                known.insert(logged.id());
            }
        }
        let mut lost = Vec::new();
        for id in self.repo.dangling_commits()? {
            // A commit that cannot be read cannot be kept, and one without an id is no entry of
            // ours.
            let Ok(commit) = self.repo.commit(id) else {
                continue;
            };
            // The form for a remote of what is here, or was fetched from there.
            if sealed::is_sealed(&commit.message) {
                continue;
            }
            let entry = entry_of(&commit).id;
            // An entry that another process was faster to write is in a chain under the same id.
            if entry.is_some_and(|id| !known.contains(id.as_str())) {
                lost.push(commit);
            }
        }
        lost.sort_by_key(|commit| (Reverse(commit.time), commit.id));
        Ok(lost)
    }

    /// Takes the commit where a ref is known to have been, where everything below it can be read.
    fn take_last(&self, name: &str, lost: &mut Lost) -> Option<ObjectId> {
        let tip = self.last_commit(name)?;
        if !self.faults_below(tip).is_empty() {
            return None;
        }
        lost.retain(|commit| commit.id != tip);
        Some(tip)
    }

    /// Takes the newest of what was lost that may have been written on a chain's branch.
    fn take_newest(&self, chain: &Chain, lost: &mut Lost) -> Result<Option<ObjectId>, Error> {
        for nth in 0..lost.len() {
            if self.may_belong(chain, &lost[nth])? {
                return Ok(Some(lost.remove(nth).id));
            }
        }
        Ok(None)
    }

    /// The newest entry of a chain that only other chains have any more: what the last sync
    /// fetched of it, else what a branch took along that was made from it.
    fn newest_elsewhere(&self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        let own = format!("/{}", chain.file_name());
        let mut newest: Option<Commit> = None;
        for (name, tip) in self.remote_chains()? {
            if name.ends_with(&own)
                && let Ok(commit) = self.repo.commit(tip)
            {
                newest = Some(later(newest, commit));
            }
        }
        if newest.is_none() {
            for (_, tip) in self.chains()? {
                for logged in self.log(Some(tip)) {
                    // An entry does not say on which branch it was written. One too many is better
                    // than none.
                    if self.may_belong(chain, &logged.commit)? {
                        newest = Some(later(newest, logged.commit));
                        break;
                    }
                }
            }
        }
        Ok(newest.map(|commit| commit.id))
    }

    /// True if the branch of a chain reaches the commit at which an entry was written, as far as
    /// this clone knows.
    fn may_belong(&self, chain: &Chain, commit: &Commit) -> Result<bool, Error> {
        let Some(branch) = chain.branch() else {
            return Ok(true);
        };
        let tip = self.repo.reference(&format!("refs/heads/{branch}"))?;
        let head = match entry_of(commit).head {
            // A text that is no id was written by hand, and says nothing.
            Some(head) => head.parse().ok(),
            None => None,
        };
        match (tip, head) {
            (Some(tip), Some(head)) if self.repo.has_commit(head)? => {
                Ok(self.repo.is_ancestor(head, tip)?)
            }
            _ => Ok(true),
        }
    }

    /// Rewrites a commit without the objects that cannot be read: the newest entry that was lost
    /// takes the place of the first parent that is missing.
    fn rebuilt(&self, chain: &Chain, tip: ObjectId, lost: &mut Lost) -> Result<ObjectId, Error> {
        let mut becomes: HashMap<ObjectId, Option<ObjectId>> = HashMap::new();
        let mut renamed = HashMap::new();
        let mut pending = vec![tip];
        while let Some(id) = pending.last().copied() {
            if becomes.contains_key(&id) {
                pending.pop();
                continue;
            }
            let Ok(commit) = self.repo.commit(id) else {
                becomes.insert(id, None);
                continue;
            };
            // Parents first: what they become is in the commit.
            let done = pending.len();
            for parent in &commit.parents {
                if !becomes.contains_key(parent) {
                    pending.push(*parent);
                }
            }
            if pending.len() > done {
                continue;
            }
            let mut parents = Vec::new();
            for parent in &commit.parents {
                match becomes[parent] {
                    Some(parent) => parents.push(parent),
                    None => parents.extend(self.take_newest(chain, lost)?),
                }
            }
            let new = self.regrafted(&commit, &parents, &renamed)?;
            if new != id {
                renamed.insert(id, new);
            }
            becomes.insert(id, Some(new));
        }
        match becomes[&tip] {
            Some(new) => Ok(new),
            // It was read before this began, and has gone since.
            None => Err(git::Error::UnknownRevision(tip.to_string()).into()),
        }
    }

    /// A commit with these parents, and without files that cannot be read.
    fn regrafted(
        &self,
        commit: &Commit,
        parents: &[ObjectId],
        renamed: &HashMap<ObjectId, ObjectId>,
    ) -> Result<ObjectId, Error> {
        let tree = match self.fault_of_files(commit) {
            None => commit.tree,
            Some(_) => self.edited(None, &[])?,
        };
        if tree == commit.tree && *parents == *commit.parents {
            return Ok(commit.id);
        }
        let new = Regrafted {
            commit: commit.id,
            tree,
            parents,
            renamed,
        };
        Ok(self.repo.regraft(&new, self.durability)?)
    }

    fn put(&self, name: &str, old: Option<ObjectId>, new: ObjectId) -> Result<(), Error> {
        match self.move_ref(name, old, Some(new))? {
            Moved::Done => Ok(()),
            Moved::Contended => Err(Error::Contended {
                name: name.to_owned(),
            }),
        }
    }

    /// Removes a ref that does not lead to a commit.
    pub(super) fn remove_unreadable(&self, name: &str) -> Result<(), Error> {
        if self.repo.remove_reference(name).is_ok() {
            return Ok(());
        }
        // git does not touch a file that is no ref.
        let file = self.repo.common_dir().join(name);
        atomic::remove_if_there(&file)
    }

    /// Gives what was lost chains of their own, so that git keeps it.
    fn keep(&self, beside: &Chain, lost: &Lost) -> Result<(), Error> {
        for commit in lost {
            let number = crc32fast::hash(commit.id.as_bytes());
            let kept = Chain::former(&beside.to_string(), number);
            let whole = self.rebuilt(beside, commit.id, &mut Lost::new())?;
            // A chain of that name means that it was kept before.
            self.move_ref(&kept.ref_name(), None, Some(whole))?;
        }
        Ok(())
    }
}

fn entry_of(commit: &Commit) -> Entry {
    Entry::parse(&commit.message, commit.parents.len())
}

/// The later one of two commits, by the time of writing.
fn later(known: Option<Commit>, other: Commit) -> Commit {
    match known {
        Some(known) if known.time >= other.time => known,
        _ => other,
    }
}
