//! Bringing private memory and notes to another machine and back, only when asked: fetched beside
//! ours, joined by the commit graph, and pushed without force, again where another machine was
//! faster.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::notes;
use crate::app::hooks::pushed;
use crate::app::private::join::merged_records;
use crate::app::private::redaction::{Redaction, trailers};
use crate::app::workspace::jitter;
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::identity::normalise_remote;
use crate::domain::private::chain::{NOTES, REFS, remote_folder};
use crate::domain::private::{Chain, EntryKind};
use crate::domain::secrets::Clean;
use crate::domain::text;
use crate::domain::text::hex;
use crate::git::{ObjectId, Pushed};
use crate::store::Private;

/// How often a push is tried before another machine is said to be always faster.
const ROUNDS: u32 = 20;

/// What shall be brought where.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The remote's name or URL; `memory.remote` where none is given.
    pub remote: Option<String>,
    /// Only say what would be done.
    pub dry_run: bool,
    /// Only the notes on commits.
    pub notes_only: bool,
}

/// What `sync` did with one chain, or with the notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The branch; none for the notes.
    pub chain: Option<Chain>,
    /// How many commits came.
    pub received: usize,
    /// How many commits went.
    pub sent: usize,
    /// In a dry run, that both sides have something that the other has not, as far as is known
    /// without fetching.
    pub is_unknown: bool,
}

/// What `sync` did.
#[derive(Clone, Debug)]
pub struct Synced {
    /// The remote, without credentials.
    pub remote: String,
    /// Whatever was moved, or would be.
    pub moved: Vec<Moved>,
    /// The remote's refs that hold no commit: they were left alone.
    pub odd: Vec<String>,
}

/// A ref that is kept the same here and there.
struct Shared {
    chain: Option<Chain>,
    /// Its name, here and on the remote.
    name: String,
    /// Where the last fetch put the remote's.
    tracking: String,
}

/// Brings private memory and notes to a remote, and what is there here.
///
/// # Errors
/// [`Error::NoRemote`], [`Error::NoPrivate`], [`Error::SecretsOnTheWay`], [`Error::AlwaysBehind`],
/// or where the remote cannot be reached.
pub fn sync(workspace: &Workspace, request: &Request) -> Result<Synced, Error> {
    if !settings::allows_private(workspace)? {
        return Err(Error::NoPrivate);
    }
    let remote = request
        .remote
        .clone()
        .or(settings::remote(workspace)?)
        .ok_or(Error::NoRemote)?;
    let mut total: BTreeMap<String, Moved> = BTreeMap::new();
    let mut odd: BTreeSet<String> = BTreeSet::new();
    for round in 0..ROUNDS {
        if round > 0 {
            let most = u64::from(round.min(8)) * 50;
            thread::sleep(Duration::from_millis(jitter() % most.max(1)));
        }
        let is_done = one_round(workspace, &remote, request, &mut total, &mut odd)?;
        if is_done {
            let mut moved: Vec<Moved> = total.into_values().collect();
            moved.retain(|moved| moved.received + moved.sent > 0 || moved.is_unknown);
            return Ok(Synced {
                remote: shown(&remote),
                moved,
                odd: odd.into_iter().collect(),
            });
        }
    }
    Err(Error::AlwaysBehind {
        remote: shown(&remote),
    })
}

/// Fetches, joins and pushes once; says whether everything is the same on both sides now.
fn one_round(
    workspace: &Workspace,
    remote: &str,
    request: &Request,
    total: &mut BTreeMap<String, Moved>,
    odd: &mut BTreeSet<String>,
) -> Result<bool, Error> {
    let private = workspace.private()?;
    let patterns: &[&str] = if request.notes_only {
        &[NOTES]
    } else {
        &["refs/memory/*", NOTES]
    };
    let theirs = workspace.repo.remote_refs(remote, patterns)?;
    let shared = shared(workspace, &private, remote, &theirs, request.notes_only)?;
    if request.dry_run {
        return foresee(workspace, &shared, &theirs, total).map(|()| true);
    }
    fetch(workspace, remote, &shared, &theirs)?;
    let mut leaving = Vec::new();
    for one in &shared {
        let fetched = theirs
            .get(&one.name)
            .and_then(|_| workspace.repo.reference(&one.tracking).ok().flatten());
        if let Some(fetched) = fetched
            && workspace.repo.commit(fetched).is_err()
        {
            // Nothing is built on it, and nothing else has to wait for it.
            private.forget(&one.tracking, fetched)?;
            odd.insert(one.name.clone());
            continue;
        }
        let moved = total.entry(one.name.clone()).or_default();
        moved.chain.clone_from(&one.chain);
        if let Some(fetched) = fetched {
            moved.received += receive(workspace, &private, one, fetched, remote)?;
        }
        let Some(own) = own_tip(workspace, &private, one)? else {
            continue;
        };
        if Some(own) != fetched {
            moved.sent = moved
                .sent
                .max(workspace.repo.between(own, fetched.as_slice())?.len());
            leaving.push((one, own, fetched));
        }
    }
    push(workspace, &private, remote, &leaving)
}

/// Fetches those of the shared refs that the remote has moved since the last time.
fn fetch(
    workspace: &Workspace,
    remote: &str,
    shared: &[Shared],
    theirs: &BTreeMap<String, ObjectId>,
) -> Result<(), Error> {
    let mut wanted = Vec::new();
    for one in shared {
        let known = workspace.repo.reference(&one.tracking)?;
        let is_new = theirs.get(&one.name).is_some_and(|id| known != Some(*id));
        wanted.extend(is_new.then(|| (one.name.clone(), one.tracking.clone())));
    }
    Ok(workspace.repo.fetch_refs(remote, &wanted)?)
}

/// Pushes refs of ours (each with its commit, and the one that the remote has); says whether the
/// remote took them all.
fn push(
    workspace: &Workspace,
    private: &Private,
    remote: &str,
    leaving: &[(&Shared, ObjectId, Option<ObjectId>)],
) -> Result<bool, Error> {
    if leaving.is_empty() {
        return Ok(true);
    }
    let line = |(one, own, fetched): &(&Shared, ObjectId, Option<ObjectId>)| {
        let old = fetched.map_or_else(|| "0".repeat(own.to_string().len()), |id| id.to_string());
        format!("{} {own} {} {old}\n", one.name, one.name)
    };
    // What other programs wrote there has seen no guard.
    let report = pushed(
        workspace,
        remote,
        &leaving.iter().map(line).collect::<String>(),
    )?;
    if !report.found.is_empty() {
        return Err(Error::SecretsOnTheWay(report));
    }
    let refs: Vec<(ObjectId, String)> = leaving
        .iter()
        .map(|(one, own, _)| (*own, one.name.clone()))
        .collect();
    let answers = workspace.repo.push_refs(remote, &refs)?;
    let mut is_done = true;
    for (one, own, _) in leaving {
        if answers.get(&one.name) == Some(&Pushed::Done) {
            private.remember(
                &one.tracking,
                workspace.repo.reference(&one.tracking)?,
                *own,
            )?;
        } else {
            is_done = false;
        }
    }
    Ok(is_done)
}

/// The newest commit of ours; a chain whose branch was never looked at begins now.
fn own_tip(
    workspace: &Workspace,
    private: &Private,
    one: &Shared,
) -> Result<Option<ObjectId>, Error> {
    Ok(match &one.chain {
        Some(chain) => private.tip(chain)?,
        None => workspace.repo.reference(&one.name)?,
    })
}

/// The refs that both sides have to share: the notes, every chain that is here, and those of the
/// remote whose branch is here. Of a remote with a thousand chains, nothing else is needed.
fn shared(
    workspace: &Workspace,
    private: &Private,
    remote: &str,
    theirs: &BTreeMap<String, ObjectId>,
    notes_only: bool,
) -> Result<Vec<Shared>, Error> {
    let folder = remote_folder(&key(workspace, remote)?);
    let mut shared = vec![Shared {
        chain: None,
        name: NOTES.to_owned(),
        tracking: format!("{folder}notes"),
    }];
    if notes_only {
        return Ok(shared);
    }
    let branches = workspace.repo.references("refs/heads/")?;
    let here: BTreeSet<&str> = branches
        .iter()
        .filter_map(|(name, _)| name.strip_prefix("refs/heads/"))
        .collect();
    let mut chains: BTreeSet<Chain> = private
        .chains()?
        .into_iter()
        .map(|(chain, _)| chain)
        .collect();
    let current = private.current()?;
    for name in theirs.keys().filter(|name| name.starts_with(REFS)) {
        let Some(chain) = Chain::of_ref(name) else {
            continue;
        };
        if chain == current || chain.branch().is_some_and(|branch| here.contains(branch)) {
            chains.insert(chain);
        }
    }
    let remote = key(workspace, remote)?;
    shared.extend(chains.into_iter().map(|chain| Shared {
        name: chain.ref_name(),
        tracking: chain.remote_ref_name(&remote),
        chain: Some(chain),
    }));
    Ok(shared)
}

/// The name under which a remote's refs are kept: its own, or for a URL a hash of it, as a URL may
/// hold a password.
fn key(workspace: &Workspace, remote: &str) -> Result<String, Error> {
    if workspace
        .repo
        .settings()?
        .subsections("remote", "url")
        .contains(&remote)
    {
        return Ok(remote.to_owned());
    }
    let digest = Sha256::digest(normalise_remote(remote).as_bytes());
    Ok(format!("url-{}", hex(&digest[..8])))
}

/// A remote as it may be shown.
fn shown(remote: &str) -> String {
    let is_url = remote.contains(':') || remote.contains('/');
    text::visible_line(&if is_url {
        normalise_remote(remote)
    } else {
        remote.to_owned()
    })
    .into_owned()
}

/// Makes ours reach what was fetched; says how many commits came.
fn receive(
    workspace: &Workspace,
    private: &Private,
    one: &Shared,
    fetched: ObjectId,
    remote: &str,
) -> Result<usize, Error> {
    let missing = |before: Option<ObjectId>| -> Result<usize, Error> {
        Ok(match before {
            Some(before) if workspace.repo.is_ancestor(fetched, before)? => 0,
            _ => workspace.repo.between(fetched, before.as_slice())?.len(),
        })
    };
    let mut came = missing(own_tip(workspace, private, one)?)?;
    match &one.chain {
        _ if came == 0 => {}
        None => notes::receive(workspace, fetched)?,
        Some(chain) => {
            let lock = private.lock()?;
            let before = private.tip(chain)?;
            came = missing(before)?;
            let mut redaction = Redaction::begin(workspace)?;
            let title = redaction.part(&format!(
                "Join private memory of '{chain}' from {}",
                shown(remote)
            ))?;
            let id = workspace.new_entry_id(&title, u64::from(crc32fast::hash(fetched.as_bytes())));
            let mut entry = redaction.entry(
                &title,
                &Clean::default(),
                &trailers(workspace, &id, EntryKind::Join)?,
            )?;
            if let Some(ours) =
                before.filter(|ours| !workspace.repo.is_ancestor(*ours, fetched).unwrap_or(false))
            {
                entry.files = merged_records(workspace, &mut redaction, ours, fetched)?;
            }
            private.receive(&lock, chain, fetched, &entry)?;
        }
    }
    Ok(came)
}

/// Says what would be moved, without fetching.
fn foresee(
    workspace: &Workspace,
    shared: &[Shared],
    theirs: &BTreeMap<String, ObjectId>,
    total: &mut BTreeMap<String, Moved>,
) -> Result<(), Error> {
    for one in shared {
        let (own, their) = (
            workspace.repo.reference(&one.name)?,
            theirs.get(&one.name).copied(),
        );
        let is_here = their.is_some_and(|id| workspace.repo.commit(id).is_ok());
        let mut moved = Moved {
            chain: one.chain.clone(),
            ..Moved::default()
        };
        match (own, their) {
            (Some(own), None) => moved.sent = workspace.repo.between(own, &[])?.len(),
            (Some(own), Some(their)) if is_here => {
                moved.sent = workspace.repo.between(own, &[their])?.len();
                moved.received = workspace.repo.between(their, &[own])?.len();
            }
            (_, Some(_)) => moved.is_unknown = true,
            (None, None) => {}
        }
        total.insert(one.name.clone(), moved);
    }
    Ok(())
}
