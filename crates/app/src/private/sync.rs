//! Bringing private memory and notes to another machine and back, only when asked: fetched beside
//! ours, joined by the commit graph, and pushed, again where another machine was faster. Nothing is
//! overwritten there but a chain with entries that were expunged here, or that is encrypted again.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use super::fetching::Remote;
use super::readers::{Readers, readers};
use super::{fetching, notes};
use crate::private::fold::{forgettings, merged_records};
use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::sealed_chains::SealedChains;
use crate::private::shared_refs::{Shared, recipients_ref, shared_refs};
pub use crate::private::synced::{
    Encryption, HeldBack, KeyHere, Large, Moved, Request, Synced, Unread,
};
use crate::secrets::pushed;
use crate::workspace::{Error, Report, Workspace, jitter, settings};
use git_memory_git::{ObjectId, Pushed, PushedRef};
use git_memory_guard::Clean;
use git_memory_model::identity::normalise_remote;
use git_memory_model::private::chain::NOTES;
use git_memory_model::private::{Chain, EntryKind};
use git_memory_store::{self as store, Private, TooLarge, TrackedRef};
use git_memory_text as text;

/// Number of attempts to push before the error that another machine is always faster.
const ROUNDS: u32 = 20;

/// A ref of ours that the remote has not.
struct Leaving<'a> {
    shared: &'a Shared,
    own: ObjectId,
    /// Its form for the remote.
    sent: ObjectId,
    /// The commit that the remote has.
    fetched: Option<ObjectId>,
    /// Raw value of the remote's ref if ours replaces it: it contains text that was expunged here.
    replaces: Option<ObjectId>,
}

impl Leaving<'_> {
    /// Returns the line that git passes to a pre-push hook for this ref (githooks(5)).
    fn line(&self) -> String {
        let (name, own) = (&self.shared.name, self.own.to_string());
        let old = match self.fetched {
            Some(id) => id.to_string(),
            // git's own form for what is not there yet: as many zeros as an id has digits.
            None => "0".repeat(own.len()),
        };
        format!("{name} {own} {name} {old}\n")
    }
}

/// State of one sync with one remote.
struct Session<'a> {
    workspace: &'a Workspace,
    private: Private<'a>,
    remote: &'a str,
    notes_only: bool,
    chains: SealedChains<'a>,
    /// Number of entries moved so far, by ref.
    total: BTreeMap<String, Moved>,
    /// The remote's refs that hold no commit.
    odd: BTreeSet<String>,
    /// True if a chain could not be read.
    has_unread: bool,
    /// Entries that are too large.
    large: BTreeSet<Large>,
    /// Findings in our refs that were not pushed, by ref.
    held: BTreeMap<String, Report>,
    /// The remotes whose fetch lists leave private memory out from now on.
    guarded: Vec<Remote>,
}

/// The requests of one call: with the remote that it names, or else with that of the settings and
/// the hub.
///
/// # Errors
/// [`Error::Setting`] for an address of a hub that cannot be one.
pub fn requests(workspace: &Workspace, request: Request) -> Result<Vec<Request>, Error> {
    let hub = match request.remote {
        Some(_) => None,
        None => settings::hub(workspace)?,
    };
    let Some(hub) = hub else {
        return Ok(vec![request]);
    };
    let remote = settings::remote(workspace)?;
    let with_hub = Request {
        remote: Some(hub),
        base: remote.clone(),
        ..request.clone()
    };
    let with_remote = remote.map(|_| request);
    Ok(with_remote.into_iter().chain([with_hub]).collect())
}

/// Brings private memory and notes to a remote, and what is there here.
///
/// # Errors
/// [`Error::NoRemote`], [`Error::NoPrivate`], [`Error::AlwaysBehind`], or an unreachable remote.
pub fn sync(workspace: &Workspace, request: &Request) -> Result<Synced, Error> {
    // Receiving is writing, too: commits that join, and notes.
    workspace.settings()?.must_protect()?;
    if !settings::allows_private(workspace)? {
        return Err(Error::NoPrivate);
    }
    let configured = settings::remote(workspace)?;
    let Some(remote) = request.remote.clone().or(configured) else {
        return Err(Error::NoRemote);
    };
    let private = workspace.private()?;
    let noted = recipients_ref(workspace, &remote)?;
    let readers = if request.notes_only {
        Readers::default()
    } else {
        let base = request.base.as_ref().unwrap_or(&remote);
        readers(workspace, &private, base, &noted)?
    };
    let mut session = Session {
        workspace,
        private,
        remote: &remote,
        notes_only: request.notes_only,
        chains: SealedChains::new(private, &readers, &noted, request.reencrypt),
        total: BTreeMap::new(),
        odd: BTreeSet::new(),
        has_unread: false,
        large: BTreeSet::new(),
        held: BTreeMap::new(),
        guarded: Vec::new(),
    };
    if request.dry_run {
        session.foresee()?;
        return Ok(session.end());
    }
    session.guarded = fetching::guard(workspace)?;
    // git moves the refs that remember a remote's, and fails at what a killed process left there.
    session
        .private
        .remove_stale_locks(&session.private.lock()?)?;
    session.private.follow_renames()?;
    for round in 0..ROUNDS {
        if round > 0 {
            // Machines that were refused together shall not try again together.
            let most = u64::from(round.min(8)) * 50;
            thread::sleep(Duration::from_millis(jitter() % most));
        }
        if session.one_round()? {
            session.chains.note_readers()?;
            // Nothing of ours reaches any more what was fetched and not taken.
            session.private.prune_doomed(&session.private.lock()?)?;
            return Ok(session.end());
        }
    }
    let remote = shown(&remote);
    Err(Error::AlwaysBehind { remote })
}

impl Session<'_> {
    fn end(self) -> Synced {
        let mut moved: Vec<Moved> = self.total.into_values().collect();
        moved.retain(|moved| moved.received + moved.sent > 0 || moved.is_unknown);
        let held = self.held.into_iter();
        Synced {
            remote: shown(self.remote),
            moved,
            odd: self.odd.into_iter().collect(),
            has_unread: self.has_unread,
            large: self.large.into_iter().collect(),
            held: held
                .map(|(name, report)| HeldBack { name, report })
                .collect(),
            guarded: self.guarded,
            encryption: self.chains.end(),
        }
    }

    /// The refs of the remote that this is about, by name.
    fn theirs(&self) -> Result<BTreeMap<String, ObjectId>, Error> {
        let patterns: &[&str] = if self.notes_only {
            &[NOTES]
        } else {
            &["refs/memory/*", NOTES]
        };
        let remote = self.workspace.store().remote(self.remote);
        Ok(remote.refs(patterns)?)
    }

    /// Fetches, joins and pushes once; returns true if both sides are equal now.
    fn one_round(&mut self) -> Result<bool, Error> {
        let theirs = self.theirs()?;
        let shared = self.shared(&theirs)?;
        self.has_unread = false;
        self.chains.begin_round(&shared, &theirs)?;
        self.fetch(&shared, &theirs)?;
        let mut leaving = Vec::new();
        for one in &shared {
            match self.exchange(one, &theirs) {
                Ok(own) => leaving.extend(own),
                Err(error) => self.pass_over(one, error)?,
            }
        }
        let leaving = self.hold_back(leaving)?;
        self.push(&leaving)
    }

    /// Goes on without a chain that git cannot read: it hinders no other one.
    fn pass_over(&mut self, one: &Shared, error: Error) -> Result<(), Error> {
        match (error, &one.chain) {
            (Error::Store(store::Error::Git(error)), Some(chain)) => {
                self.private.note_fault(chain, &error);
                self.has_unread = true;
                Ok(())
            }
            (error, _) => Err(error),
        }
    }

    /// Takes in what was fetched of a ref; gives what of ours the remote has not.
    fn exchange<'s>(
        &mut self,
        one: &'s Shared,
        theirs: &BTreeMap<String, ObjectId>,
    ) -> Result<Option<Leaving<'s>>, Error> {
        let history = self.workspace.store().history();
        let held = if theirs.contains_key(&one.name) {
            self.private.reference(self.chains.fetched_into(one)?)?
        } else {
            None
        };
        let mut fetched = self.private.commit_of(held)?;
        if let (Some(held), None) = (held, fetched) {
            // Nothing is built on it, and nothing else has to wait for it.
            self.private.forget(self.chains.fetched_into(one)?, held)?;
            self.odd.insert(one.name.clone());
            return Ok(None);
        }
        if let (Some(held), Some(commit)) = (held, fetched) {
            let own = self.own_tip(one)?;
            fetched = Some(self.chains.open(one, held, commit, own)?);
        }
        let wanted = match (fetched, &one.chain) {
            // It would come back with every sync.
            (Some(fetched), Some(_)) => self.private.without_expunged(fetched)?,
            _ => fetched,
        };
        let (mut received, mut is_whole) = (0, true);
        if let Some(all) = wanted {
            let small = self.without_large(one, all)?;
            is_whole = small == Some(all);
            if let Some(small) = small {
                received = self.receive(one, small)?;
            }
        }
        let own = self.own_tip(one)?;
        let is_anew = self.chains.is_anew(one);
        let base = if is_anew { None } else { fetched };
        // Without what was left out, ours could only be put in place of theirs.
        let leaving = match own {
            Some(own) if is_whole && Some(own) != base => {
                (!self.is_too_large(one, own, base)?).then_some(own)
            }
            _ => None,
        };
        let moved = self.total.entry(one.name.clone()).or_default();
        moved.chain.clone_from(&one.chain);
        moved.received += received;
        // Nothing was ever written to it here, or nothing of it goes.
        let Some(own) = leaving else { return Ok(None) };
        let sent = match self.chains.seal(one, own)? {
            Ok(Some(sent)) => sent,
            Ok(None) => return Ok(None),
            Err(TooLarge { id, bytes }) => {
                self.large.insert(Large {
                    chain: one.chain.clone(),
                    entry: Some(id),
                    bytes,
                    is_ours: true,
                    with_files: true,
                });
                return Ok(None);
            }
        };
        let moved = self.total.entry(one.name.clone()).or_default();
        let missing = history.between(own, base.as_slice())?.len();
        // A round that was refused is counted again by the next one.
        moved.sent = moved.sent.max(missing);
        Ok(Some(Leaving {
            shared: one,
            own,
            sent,
            fetched,
            replaces: held.filter(|_| is_anew || wanted != fetched),
        }))
    }

    /// Returns the received chain without entries that are too large; `None` if nothing remains, or
    /// if the chain cannot be taken apart.
    fn without_large(&mut self, one: &Shared, tip: ObjectId) -> Result<Option<ObjectId>, Error> {
        let own = self.own_tip(one)?;
        if self.missing(own, tip)? == 0 {
            return Ok(Some(tip));
        }
        let Some(chain) = &one.chain else {
            let bytes = self.private.large_note(tip, own)?;
            self.note_large(None, None, bytes, false);
            return Ok(bytes.is_none().then_some(tip));
        };
        let large = self.private.large_entries(tip, own)?;
        for entry in &large {
            self.note_large(Some(chain), Some(&entry.id), Some(entry.bytes), false);
        }
        if large.is_empty() {
            Ok(Some(tip))
        } else if large.iter().any(|entry| entry.is_join) {
            Ok(None)
        } else {
            Ok(self.private.without_entries(tip, &large)?)
        }
    }

    /// True if an entry that the remote lacks is too large to send.
    fn is_too_large(
        &mut self,
        one: &Shared,
        own: ObjectId,
        fetched: Option<ObjectId>,
    ) -> Result<bool, Error> {
        let Some(chain) = &one.chain else {
            let bytes = self.private.large_note(own, fetched)?;
            self.note_large(None, None, bytes, true);
            return Ok(bytes.is_some());
        };
        let large = self.private.large_entries(own, fetched)?;
        for entry in &large {
            self.note_large(Some(chain), Some(&entry.id), Some(entry.bytes), true);
        }
        Ok(!large.is_empty())
    }

    fn note_large(
        &mut self,
        chain: Option<&Chain>,
        entry: Option<&str>,
        bytes: Option<u64>,
        is_ours: bool,
    ) {
        if let Some(bytes) = bytes {
            self.large.insert(Large {
                chain: chain.cloned(),
                entry: entry.map(str::to_owned),
                bytes,
                is_ours,
                with_files: false,
            });
        }
    }

    /// Fetches those of the shared refs that the remote has moved since the last time.
    fn fetch(&self, shared: &[Shared], theirs: &BTreeMap<String, ObjectId>) -> Result<(), Error> {
        let mut wanted = Vec::new();
        for one in shared {
            let Some(there) = theirs.get(&one.name) else {
                continue;
            };
            let ours = self.chains.fetched_into(one)?;
            if self.private.reference(ours)? != Some(*there) {
                wanted.push(TrackedRef {
                    theirs: one.name.clone(),
                    ours: ours.to_owned(),
                });
            }
        }
        Ok(self.workspace.store().remote(self.remote).fetch(&wanted)?)
    }

    /// Leaves out refs that would carry a secret: no guard has checked the entries of other
    /// programs, or names. As with `git push`, one refused ref does not stop the others.
    fn hold_back<'s>(&mut self, leaving: Vec<Leaving<'s>>) -> Result<Vec<Leaving<'s>>, Error> {
        let lines: Vec<String> = leaving.iter().map(Leaving::line).collect();
        // Mostly nothing is found, and one walk is enough.
        let report = pushed(self.workspace, self.remote, &lines.concat())?;
        if report.found.is_empty() {
            return Ok(leaving);
        }
        let mut clean = Vec::new();
        for (one, line) in leaving.into_iter().zip(&lines) {
            let report = pushed(self.workspace, self.remote, line)?;
            if report.found.is_empty() {
                clean.push(one);
                continue;
            }
            let name = &one.shared.name;
            if let Some(moved) = self.total.get_mut(name) {
                moved.sent = 0;
            }
            self.held.insert(name.clone(), report);
        }
        Ok(clean)
    }

    /// Pushes refs of ours; returns true if the remote took them all.
    fn push(&mut self, leaving: &[Leaving]) -> Result<bool, Error> {
        if leaving.is_empty() {
            return Ok(true);
        }
        let mut refs = Vec::new();
        for one in leaving {
            refs.push(PushedRef {
                commit: one.sent,
                name: one.shared.name.clone(),
                replaces: one.replaces,
            });
        }
        let answers = self.workspace.store().remote(self.remote).push(&refs)?;
        let mut is_done = true;
        for one in leaving {
            if answers.get(&one.shared.name) == Some(&Pushed::Done) {
                // git moves tracking refs by the remote's refspec, which does not name ours.
                let tracking = &one.shared.tracking;
                let before = self.private.reference(tracking)?;
                self.private.remember(tracking, before, one.own)?;
                self.chains.note_sent(one.shared, one.sent)?;
            } else {
                // Another machine was faster: the next round fetches what it wrote.
                is_done = false;
            }
        }
        Ok(is_done)
    }

    /// The newest commit of ours; a chain whose branch was never looked at begins now.
    fn own_tip(&self, one: &Shared) -> Result<Option<ObjectId>, Error> {
        Ok(match &one.chain {
            Some(chain) => self.private.begin(chain)?.tip(),
            None => self.private.tip_of(&one.name)?,
        })
    }

    fn shared(&self, theirs: &BTreeMap<String, ObjectId>) -> Result<Vec<Shared>, Error> {
        shared_refs(self.workspace, self.remote, self.notes_only, theirs)
    }

    /// Joins the fetched entries into ours; returns the number of new commits.
    fn receive(&self, one: &Shared, fetched: ObjectId) -> Result<usize, Error> {
        let came = self.missing(self.own_tip(one)?, fetched)?;
        if came == 0 {
            return Ok(0);
        }
        let Some(chain) = &one.chain else {
            // Notes are joined line by line, without the chains of branches.
            notes::receive(self.workspace, fetched)?;
            return Ok(came);
        };
        let mut redaction = Redaction::begin(self.workspace)?;
        // The title will be pushed to other people, so a URL must lose its password.
        let remote = shown(self.remote);
        let title = format!("Join the work log of '{chain}' from {remote}");
        let title = redaction.part(&title)?;
        let state = state_of(Some(fetched));
        let id = self.workspace.new_entry_id(&title, state);
        let mut trailers = trailers(self.workspace, &id, EntryKind::Join)?;
        let lock = self.private.lock()?;
        // Another process may have received it since.
        let chain = self.private.begin(chain)?;
        let came = self.missing(chain.tip(), fetched)?;
        trailers.extend(forgettings(&self.private, &chain, fetched)?);
        let mut entry = redaction.entry(&title, &Clean::default(), &trailers)?;
        entry.files = merged_records(&self.private, &mut redaction, &chain, fetched)?;
        self.private
            .receive(&lock, chain.chain(), fetched, &entry)?;
        Ok(came)
    }

    /// Number of fetched commits that are not here.
    fn missing(&self, own: Option<ObjectId>, fetched: ObjectId) -> Result<usize, Error> {
        let history = self.workspace.store().history();
        if let Some(own) = own
            && history.is_ancestor(fetched, own)?
        {
            return Ok(0);
        }
        Ok(history.between(fetched, own.as_slice())?.len())
    }

    /// Finds out what would be moved, without fetching.
    fn foresee(&mut self) -> Result<(), Error> {
        let history = self.workspace.store().history();
        let theirs = self.theirs()?;
        for one in self.shared(&theirs)? {
            let own = self.private.tip_of(&one.name)?;
            let mut moved = Moved {
                chain: one.chain.clone(),
                ..Moved::default()
            };
            let held = theirs.get(&one.name).copied();
            let their = self.private.commit_of(self.chains.plain_of(&one, held)?)?;
            match (own, their) {
                (None, None) if held.is_none() => {}
                (Some(own), None) if held.is_none() => {
                    moved.sent = history.between(own, &[])?.len();
                }
                (Some(own), Some(their)) => {
                    moved.sent = history.between(own, &[their])?.len();
                    moved.received = history.between(their, &[own])?.len();
                }
                // The number is unknown before its commits are here.
                _ => moved.is_unknown = true,
            }
            self.total.insert(one.name, moved);
        }
        Ok(())
    }
}

/// A remote as it may be shown.
fn shown(remote: &str) -> String {
    let is_url = remote.contains(':') || remote.contains('/');
    let name = if is_url {
        normalise_remote(remote)
    } else {
        remote.to_owned()
    };
    text::visible_line(&name).into_owned()
}
