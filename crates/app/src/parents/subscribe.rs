//! The list of parents: adding one, moving its pin, fetching what is pinned, taking one out.

use super::address;
use super::bring::Bringer;
use super::differing::{differing, records_of};
use super::list_file::ListFile;
use super::report::{ParentState, PinMove, Report, SubscribeRequest, UpdateRequest};
use crate::workspace::{Error, Parent, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::roots::{BadRoot, Root};
use git_memory_model::subscription::{
    BadSubscription, ListChange, Subscription, fault_of_address, is_commit, name_of,
};
use git_memory_text::limits;
use git_memory_text::one_line;

/// The revision that is followed if no other one is named.
const HEAD: &str = "HEAD";

/// Adds a parent: fetches its memory, and pins its commit in the team's settings.
///
/// # Errors
/// For an address or name that cannot be used, where the parent does not answer, or the settings
/// cannot be changed.
pub fn subscribe(
    workspace: &Workspace,
    request: &SubscribeRequest,
    is_staged: bool,
) -> Result<Report, Error> {
    workspace.must_have_memory()?;
    let bad = |why: String| Err(Error::BadValue(why));
    if let Some(why) = fault_of_address(&request.url) {
        return bad(format!("the address of the parent {why}"));
    }
    let name = match &request.name {
        Some(name) => name
            .parse()
            .map_err(|why: BadSubscription| Error::BadValue(why.to_string()))?,
        None => match name_of(&request.url) {
            Some(name) => name,
            None => return bad("give the parent a name: --as NAME".to_owned()),
        },
    };
    let listed = workspace.team()?.subscriptions();
    if listed.iter().any(|it| it.name == name) {
        return bad(format!(
            "'{name}' is subscribed to already; choose another name: --as NAME"
        ));
    }
    if listed.len() >= limits::PARENTS {
        return bad(format!(
            "a repository has at most {} parents",
            limits::PARENTS
        ));
    }
    let mut wanted = Subscription {
        url: address::typed(workspace, &request.url)?,
        name,
        commit: "0".repeat(40),
        rev: request.rev.clone().filter(|rev| !is_commit(rev)),
        folders: folders(&request.folders)?,
    };
    if let Some(why) = wanted.rev.as_deref().and_then(fault_of_address) {
        return bad(format!("the revision {why}"));
    }
    let mut file = ListFile::open(workspace)?;
    // Before anything is fetched: an address may hold a password, which no message may repeat.
    file.changed(ListChange::Add(&wanted))?;
    wanted.commit = commit(workspace, &wanted, request.rev.as_deref())?.to_string();
    let mut bringer = Bringer::new(workspace);
    bringer.bring(&wanted)?;
    file.set(file.changed(ListChange::Add(&wanted))?);
    file.write(is_staged)?;
    let mut report = status(&workspace.again()?)?;
    report
        .parents
        .retain(|it| it.name.first() == wanted.name.as_str());
    report.notes.extend(bringer.notes);
    Ok(report)
}

/// Moves pins to what the parents have now. A pin stays if the new commit does not follow it, unless
/// the revision is named.
///
/// # Errors
/// [`Error::NothingReadable`], or where the settings cannot be changed.
pub fn update(
    workspace: &Workspace,
    request: &UpdateRequest,
    is_staged: bool,
) -> Result<Report, Error> {
    let chosen = chosen(workspace, request.name.as_deref())?;
    let mut file = ListFile::open(workspace)?;
    let mut bringer = Bringer::new(workspace);
    let (mut moved, mut failed, mut is_rewound) = (Vec::new(), Vec::new(), false);
    for old in &chosen {
        let new = match target(workspace, old, request.rev.as_deref()) {
            Ok(Target::Same) => continue,
            Ok(Target::Moved(commit)) => commit.to_string(),
            Ok(Target::Rewound(commit)) => {
                failed.push(rewound(old, commit));
                is_rewound = true;
                continue;
            }
            Err(error) => {
                failed.push(format!("'{}' was not updated: {error}", old.name));
                continue;
            }
        };
        let mut records = Vec::new();
        if !request.dry_run {
            let earlier = records_of(workspace, &old.name)?;
            let wanted = Subscription {
                commit: new.clone(),
                ..old.clone()
            };
            let pinned = file.changed(ListChange::Pin(&old.name, &new))?;
            if let Err(error) = bringer.bring(&wanted) {
                failed.push(format!("'{}' was not updated: {error}", old.name));
                continue;
            }
            file.set(pinned);
            records = differing(&earlier, &records_of(workspace, &old.name)?);
        }
        moved.push(PinMove {
            name: old.name.clone(),
            from: old.commit.clone(),
            to: new,
            records,
        });
    }
    if !moved.is_empty() && !request.dry_run {
        file.write(is_staged)?;
    }
    Ok(Report {
        moved,
        failed,
        is_rewound,
        notes: bringer.notes,
        ..status(&workspace.again()?)?
    })
}

/// Fetches the pinned commits that this clone lacks.
///
/// # Errors
/// [`Error::NothingReadable`].
pub fn fetch(workspace: &Workspace, name: Option<&str>) -> Result<Report, Error> {
    let mut bringer = Bringer::new(workspace);
    let mut failed = Vec::new();
    for wanted in &chosen(workspace, name)? {
        let is_here = |it: &Parent| it.name == wanted.name && it.kept.commit == wanted.commit;
        if name.is_none() && workspace.parents()?.iter().any(is_here) {
            continue;
        }
        if let Err(error) = bringer.bring(wanted) {
            failed.push(format!("'{}' was not fetched: {error}", wanted.name));
        }
    }
    Ok(Report {
        failed,
        notes: bringer.notes,
        ..status(&workspace.again()?)?
    })
}

/// Takes a parent out of the list, and forgets what was fetched of it.
///
/// # Errors
/// [`Error::NothingReadable`], or where the settings cannot be changed.
pub fn remove(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Report, Error> {
    let chosen = chosen(workspace, Some(name))?;
    let mut file = ListFile::open(workspace)?;
    for old in &chosen {
        file.set(file.changed(ListChange::Remove(&old.name))?);
    }
    file.write(is_staged)?;
    for old in &chosen {
        workspace.store().forget_parent(&old.name)?;
    }
    status(&workspace.again()?)
}

/// The parents, and what this clone has of them. Nothing is fetched.
pub fn status(workspace: &Workspace) -> Result<Report, Error> {
    let parents = workspace.parents()?;
    let mut report = Report::default();
    for listed in workspace.team()?.subscriptions() {
        let mut state = ParentState {
            name: listed.name.clone(),
            url: listed.url.clone(),
            commit: listed.commit.clone(),
            here: None,
            records: 0,
        };
        if let Some(parent) = parents.iter().find(|it| it.name == listed.name) {
            state.here = Some(parent.kept.commit.clone());
            state.records = workspace.memory_of_parent(parent)?.records.len();
        }
        report.parents.push(state);
        for parent in parents {
            if parent.name.first() == listed.name.as_str() && parent.name != listed.name {
                report.parents.push(ParentState {
                    name: parent.name.clone(),
                    url: String::new(),
                    commit: parent.kept.commit.clone(),
                    here: Some(parent.kept.commit.clone()),
                    records: workspace.memory_of_parent(parent)?.records.len(),
                });
            }
        }
    }
    Ok(report)
}

/// Asks one parent what it has now, and tells how things are. Nothing is fetched.
///
/// # Errors
/// [`Error::NothingReadable`] for a parent that is not listed.
pub fn status_of(workspace: &Workspace, name: &str) -> Result<Report, Error> {
    let mut report = status(workspace)?;
    report.parents.retain(|it| it.name.first() == name);
    for listed in &chosen(workspace, Some(name))? {
        match target(workspace, listed, None) {
            Ok(Target::Moved(new)) if new.to_string() != listed.commit => {
                let note = format!("'{}' is at {new} now", listed.name);
                report.notes.push(note);
                report.is_ahead = true;
            }
            Ok(Target::Same | Target::Moved(_)) => {}
            Ok(Target::Rewound(new)) => {
                report.failed.push(rewound(listed, new));
                report.is_rewound = true;
            }
            Err(error) => {
                let name = &listed.name;
                report
                    .failed
                    .push(format!("'{name}' does not answer: {error}"));
            }
        }
    }
    Ok(report)
}

/// Target of an update.
enum Target {
    /// The pinned commit, which is here.
    Same,
    /// Another commit, or the pinned one, which is not here.
    Moved(ObjectId),
    /// A commit that does not follow the pinned one.
    Rewound(ObjectId),
}

fn target(
    workspace: &Workspace,
    old: &Subscription,
    revision: Option<&str>,
) -> Result<Target, Error> {
    let new = commit(workspace, old, revision)?;
    let pinned: ObjectId = old.commit.parse()?;
    if new == pinned {
        let here = workspace.parents()?.iter().find(|it| it.name == old.name);
        let is_here = here.is_some_and(|it| it.kept.commit == old.commit);
        return Ok(if is_here {
            Target::Same
        } else {
            Target::Moved(new)
        });
    }
    let address = address::own(workspace, &old.url);
    let store = workspace.store();
    // A person who names the revision means it.
    if revision.is_some() || store.parent_follows(&address, pinned, new)? {
        Ok(Target::Moved(new))
    } else {
        Ok(Target::Rewound(new))
    }
}

fn rewound(old: &Subscription, new: ObjectId) -> String {
    format!(
        "'{}' was rewound: it is at {new} now, which does not follow the pinned commit; the pin \
         stays",
        old.name
    )
}

/// The commit of a parent that is to be read.
fn commit(
    workspace: &Workspace,
    wanted: &Subscription,
    revision: Option<&str>,
) -> Result<ObjectId, Error> {
    let revision = revision.or(wanted.rev.as_deref()).unwrap_or(HEAD);
    let address = address::own(workspace, &wanted.url);
    let found = workspace.store().commit_of_parent(&address, revision)?;
    found.ok_or_else(|| Error::NothingReadable {
        what: format!("'{}' has no branch or tag '{revision}'", wanted.url),
        remedy: "name a branch, a tag, or a whole commit id with --rev",
    })
}

/// The listed parents of a name, or all.
fn chosen(workspace: &Workspace, name: Option<&str>) -> Result<Vec<Subscription>, Error> {
    let mut chosen = workspace.team()?.subscriptions().to_vec();
    if let Some(name) = name {
        chosen.retain(|it| it.name.as_str() == name);
        if chosen.is_empty() {
            return Err(Error::NothingReadable {
                what: format!("no parent '{}'", one_line(name, 80)),
                remedy: "'subscriptions' in the team's settings names the parents",
            });
        }
    }
    Ok(chosen)
}

/// Folders of a parent: paths in it, which have nothing to do with those of this work tree.
fn folders(given: &[String]) -> Result<Vec<Root>, Error> {
    let mut folders = Vec::new();
    for folder in given {
        let root: Result<Root, BadRoot> = folder.parse();
        folders.push(root.map_err(|why| Error::BadValue(why.to_string()))?);
    }
    Ok(folders)
}
