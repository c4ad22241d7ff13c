//! The list of parents: adding one, moving its pin, fetching what is pinned, taking one out.

use std::collections::BTreeMap;

use super::address;
use super::bring::Bringer;
use crate::workspace::{Error, Parent, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::layout::CONFIG;
use git_memory_model::record::Name;
use git_memory_model::roots::{BadRoot, Root};
use git_memory_model::subscription::{
    BadSubscription, ListChange, PARENTS, ParentName, SUBSCRIPTIONS, Subscription, changed_list,
    fault_of_address, is_commit, name_of,
};
use git_memory_store::write::Change;
use git_memory_text::path::RepoPath;

/// The revision that is followed if no other one is named.
const HEAD: &str = "HEAD";

/// A new parent.
#[derive(Clone, Debug, Default)]
pub struct SubscribeRequest {
    /// Its URL, or a path from the current folder.
    pub url: String,
    /// Its name here; made of the address without one.
    pub name: Option<String>,
    /// The branch, tag or commit; its HEAD without one.
    pub rev: Option<String>,
    /// Folders of it to read beside its memory, in place of those that it names.
    pub folders: Vec<String>,
}

/// The pins to move.
#[derive(Clone, Debug, Default)]
pub struct UpdateRequest {
    /// The parent; all without one.
    pub name: Option<String>,
    /// The branch, tag or commit, whether it follows the pinned commit or not.
    pub rev: Option<String>,
    /// True if only what would be done is told.
    pub dry_run: bool,
}

/// A parent, and what this clone has of it.
#[derive(Clone, Debug)]
pub struct ParentState {
    /// Its name.
    pub name: ParentName,
    /// Its address as it is listed; empty for a parent of a parent.
    pub url: String,
    /// The pinned commit; for a parent of a parent the one that is here.
    pub commit: String,
    /// The commit that is here.
    pub here: Option<String>,
    /// Number of its records here.
    pub records: usize,
}

/// A pin that was moved, or would be.
#[derive(Clone, Debug)]
pub struct PinMove {
    /// The parent.
    pub name: ParentName,
    /// The commit before.
    pub from: String,
    /// The commit now.
    pub to: String,
    /// The records that differ, by id; none if nothing was fetched.
    pub records: Vec<ParentChange>,
}

/// A record of a parent that differs between two commits.
#[derive(Clone, Debug)]
pub struct ParentChange {
    /// Its id here.
    pub id: Name,
    /// Its title.
    pub title: Clean,
    /// `added`, `changed` or `removed`.
    pub change: &'static str,
}

/// What a command did, and how things are now.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The parents.
    pub parents: Vec<ParentState>,
    /// The pins that moved.
    pub moved: Vec<PinMove>,
    /// One line for each thing that a person should know.
    pub notes: Vec<String>,
    /// One line for each parent that could not be fetched or moved.
    pub failed: Vec<String>,
}

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
        Some(name) => name.parse().map_err(unfit)?,
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
    if listed.len() >= PARENTS {
        return bad(format!("a repository has at most {PARENTS} parents"));
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
    let (path, before) = config(workspace)?;
    // Before anything is fetched: an address may hold a password, which no message may repeat.
    let trial = text_of(before.as_ref());
    changed(workspace, &path, &trial, ListChange::Add(&wanted))?;
    wanted.commit = commit(workspace, &wanted, request.rev.as_deref())?.to_string();
    let mut bringer = Bringer::new(workspace);
    bringer.bring(&wanted)?;
    let text = changed(workspace, &path, &trial, ListChange::Add(&wanted))?;
    write(workspace, path, before, text, is_staged)?;
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
/// [`Error::UnknownParent`], or where the settings cannot be changed.
pub fn update(
    workspace: &Workspace,
    request: &UpdateRequest,
    is_staged: bool,
) -> Result<Report, Error> {
    let chosen = chosen(workspace, request.name.as_deref())?;
    let (path, before) = config(workspace)?;
    let mut text = text_of(before.as_ref());
    let mut bringer = Bringer::new(workspace);
    let (mut moved, mut failed) = (Vec::new(), Vec::new());
    for old in &chosen {
        let new = match target(workspace, old, request.rev.as_deref()) {
            Ok(Target::Same) => continue,
            Ok(Target::Moved(commit)) => commit.to_string(),
            Ok(Target::Rewound(commit)) => {
                failed.push(rewound(old, commit));
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
            let pin = ListChange::Pin(&old.name, &new);
            let pinned = changed(workspace, &path, &text, pin)?;
            if let Err(error) = bringer.bring(&wanted) {
                failed.push(format!("'{}' was not updated: {error}", old.name));
                continue;
            }
            text = pinned;
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
        write(workspace, path, before, text, is_staged)?;
    }
    Ok(Report {
        moved,
        failed,
        notes: bringer.notes,
        ..status(&workspace.again()?)?
    })
}

/// Fetches the pinned commits that this clone lacks.
///
/// # Errors
/// [`Error::UnknownParent`].
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
/// [`Error::UnknownParent`], or where the settings cannot be changed.
pub fn remove(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Report, Error> {
    let chosen = chosen(workspace, Some(name))?;
    let (path, before) = config(workspace)?;
    let mut text = text_of(before.as_ref());
    for old in &chosen {
        text = changed(workspace, &path, &text, ListChange::Remove(&old.name))?;
    }
    write(workspace, path, before, text, is_staged)?;
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

/// Where an update leads.
enum Target {
    /// The pinned commit, which is here.
    Same,
    /// Another commit.
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
    let name = &old.name;
    format!(
        "'{name}' was rewound: it is at {} now, which does not follow the pinned commit; the pin \
         stays ('git memory subscribe update {name} --rev {new}' moves it)",
        new.short()
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
            return Err(Error::UnknownParent(name.chars().take(80).collect()));
        }
    }
    Ok(chosen)
}

/// The records of a parent by their ids: titles and blobs.
type ById = BTreeMap<Name, (Clean, Option<ObjectId>)>;

fn records_of(workspace: &Workspace, name: &ParentName) -> Result<ById, Error> {
    let mut found = ById::new();
    // Opened anew: it may have been fetched since.
    let workspace = workspace.again()?;
    for parent in workspace.parents()?.iter().filter(|it| it.name == *name) {
        let memory = workspace.memory_of_parent(parent)?;
        for record in &memory.records {
            let (id, title) = (record.header.id.clone(), record.header.title.clone());
            found.insert(id, (title, memory.blob(record)));
        }
    }
    Ok(found)
}

fn differing(before: &ById, after: &ById) -> Vec<ParentChange> {
    let mut changes = Vec::new();
    for (id, (title, blob)) in after {
        let change = match before.get(id) {
            None => "added",
            Some((_, old)) if old != blob => "changed",
            Some(_) => continue,
        };
        changes.push((id, title, change));
    }
    let removed = before.iter().filter(|(id, _)| !after.contains_key(*id));
    changes.extend(removed.map(|(id, (title, _))| (id, title, "removed")));
    changes.sort_by_key(|(id, ..)| *id);
    let owned = changes.into_iter().map(|(id, title, change)| ParentChange {
        id: id.clone(),
        title: title.clone(),
        change,
    });
    owned.collect()
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

fn unfit(why: BadSubscription) -> Error {
    Error::BadValue(why.to_string())
}

/// The path of the team's settings, and what is in the file.
fn config(workspace: &Workspace) -> Result<(RepoPath, Option<Vec<u8>>), Error> {
    let path = workspace.folder().path(CONFIG)?;
    let before = workspace.store().work_files()?.read(path.as_str())?;
    Ok((path, before))
}

fn text_of(before: Option<&Vec<u8>>) -> String {
    let bytes = before.map(Vec::as_slice).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text of the settings after a change, if it has no secret.
fn changed(
    workspace: &Workspace,
    path: &RepoPath,
    text: &str,
    change: ListChange<'_>,
) -> Result<String, Error> {
    let Some(changed) = changed_list(text, change) else {
        return Err(Error::Unpatchable {
            path: path.to_string(),
            why: format!("'{SUBSCRIPTIONS}' is not a list with a line for each key"),
        });
    };
    workspace.admit(path, changed.as_str())?;
    Ok(changed)
}

fn write(
    workspace: &Workspace,
    path: RepoPath,
    before: Option<Vec<u8>>,
    text: String,
    is_staged: bool,
) -> Result<(), Error> {
    let clean = workspace.admit(&path, text)?;
    let change = match before {
        Some(before) => Change::Replace(path, before, clean),
        None => Change::Create(path, clean),
    };
    let lock = workspace.lock()?;
    workspace.change(&lock, &[change], is_staged)
}
