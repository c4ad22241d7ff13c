//! The policy in effect here.

use std::path::PathBuf;

use super::index::load;
use crate::call::{Call, NoQuestion};
use crate::workspace::settings::{
    NamedPath, closes_outside, opened_logs, policy_paths, table, team_policy_paths,
};
use crate::workspace::{Error, Workspace};
use git_memory_git::{ObjectId, Settings};
use git_memory_model::layout::{ATTRIBUTES, CONFIG, DERIVED};
use git_memory_policy::project::policy::{
    COMMITTED_LOGS, Folding, Named, OpenLog, Pattern, Policy, Sources,
};
use git_memory_store::{AtPath, Store};

/// The policy with all that it is made from.
pub struct WholePolicy {
    /// The policy.
    pub policy: Policy,
    /// True if tools may write nothing outside of the work tree.
    pub closes_outside: bool,
    /// Faults of the project index, and unknown keys in git's settings, one line each.
    pub faults: Vec<String>,
}

/// Returns the policy of this work tree, with the faults of its sources.
pub fn whole(workspace: &Workspace) -> Result<WholePolicy, Error> {
    let policy = policy(workspace)?;
    let mut project = load(workspace)?;
    let mut faults = std::mem::take(&mut project.profile.faults);
    // A block that is misspelt blocks nothing.
    faults.extend(workspace.settings()?.misspelt());
    let policy = policy.with_index(project.index, project.map);
    let closes_outside = closes_outside(workspace)?;
    Ok(WholePolicy {
        policy,
        closes_outside,
        faults,
    })
}

/// The policy of this work tree, without the project index's rules for searches.
///
/// # Errors
/// A setting of the user's own that cannot be read, or where git or the top of the work tree cannot
/// be read.
pub fn policy(workspace: &Workspace) -> Result<Policy, Error> {
    match readable(workspace)? {
        (policy, None) => Ok(policy),
        (_, Some(fault)) => Err(fault),
    }
}

/// The policy without its unreadable parts, and the first of their errors: one unreadable setting
/// must not open the paths that all others block. It does not include the project index's rules for
/// searches.
pub(crate) fn readable(workspace: &Workspace) -> Result<(Policy, Option<Error>), Error> {
    let store = workspace.store();
    let mut sources = Sources {
        block: named(policy_paths(workspace, &table::POLICY_BLOCK)?),
        ignore: named(policy_paths(workspace, &table::POLICY_IGNORE)?),
        focus: named(policy_paths(workspace, &table::POLICY_FOCUS)?),
        folding: folding(store)?,
        ..Sources::default()
    };
    if store.has_work_tree()
        && let AtPath::File(_) = store.work_files()?.find(&store.folder().join(ATTRIBUTES))?
    {
        // A write there looks for whose file it is.
        for name in DERIVED {
            let path = store.folder().join(name);
            sources
                .derived
                .push(sources.folding.fold(&path).into_owned());
        }
        sources.has_memory = true;
    } else {
        sources.has_memory = workspace.has_memory();
    }
    for name in opened_logs(workspace)? {
        let why = "memory.policy.open in the person's settings";
        sources.open.push(OpenLog { name, why });
    }
    let of_head = add_of_head(workspace, &mut sources);
    let fault = of_head.and_then(|()| must_be_readable(workspace)).err();
    Ok((Policy::new(sources), fault))
}

/// Makes sure that the user's own settings of the policy can be read.
fn must_be_readable(workspace: &Workspace) -> Result<(), Error> {
    let settings = workspace.settings()?;
    for setting in [
        &table::POLICY_BLOCK,
        &table::POLICY_IGNORE,
        &table::POLICY_FOCUS,
        &table::POLICY_OPEN,
        &table::POLICY_OUTSIDE,
    ] {
        settings.effective(setting)?;
    }
    Ok(())
}

/// The policy of a revision: the team's settings and the top level there, without data of this
/// machine.
///
/// # Errors
/// An unknown revision, or where the team's file cannot be read.
pub(crate) fn of_team(workspace: &Workspace, revision: &str) -> Result<Policy, Error> {
    let config = workspace.folder().join(CONFIG);
    let named = |setting| -> Result<Vec<Named>, Error> {
        let patterns = team_policy_paths(workspace, revision, setting)?;
        Ok(from(patterns, &config))
    };
    let mut sources = Sources {
        block: named(&table::POLICY_BLOCK)?,
        ignore: named(&table::POLICY_IGNORE)?,
        focus: named(&table::POLICY_FOCUS)?,
        ..Sources::default()
    };
    let store = workspace.store();
    let commit = store.history().resolve(revision)?;
    sources.has_memory = store.objects().memory_tree(commit)?.is_some();
    add_committed_logs(workspace, commit, &mut sources)?;
    Ok(Policy::new(sources))
}

fn from(patterns: Vec<Pattern>, source: &str) -> Vec<Named> {
    let named = patterns.into_iter().map(|pattern| Named {
        pattern,
        source: source.to_owned(),
    });
    named.collect()
}

/// Adds what counts as HEAD has it: what any tool may change in the work tree or in the index, such
/// as by an edit of the team's file or `git add -A`, opens nothing before it is committed. What
/// cannot be understood of the file there blocks nothing: that was so when it was committed.
fn add_of_head(workspace: &Workspace, sources: &mut Sources) -> Result<(), Error> {
    let store = workspace.store();
    let Some(head) = store.history().head_commit()? else {
        return Ok(());
    };
    add_committed_logs(workspace, head, sources)?;
    // In a bare repository HEAD's is the file that counts already.
    if store.has_work_tree() {
        let mut lifted = team_policy_paths(workspace, &head.to_string(), &table::POLICY_BLOCK)?;
        lifted.retain(|pattern| sources.block.iter().all(|kept| kept.pattern != *pattern));
        let source = format!("HEAD:{}", store.folder().join(CONFIG));
        sources.block.extend(from(lifted, &source));
    }
    Ok(())
}

/// Adds the folders named like logs that a commit has: they are the project's own source.
fn add_committed_logs(
    workspace: &Workspace,
    commit: ObjectId,
    sources: &mut Sources,
) -> Result<(), Error> {
    for name in workspace
        .store()
        .objects()
        .at_top(commit, &COMMITTED_LOGS)?
    {
        if sources.open.iter().all(|open| open.name != name) {
            let why = "HEAD tracks it: the project's own source";
            sources.open.push(OpenLog { name, why });
        }
    }
    Ok(())
}

fn named(settings: Vec<NamedPath>) -> Vec<Named> {
    let mut named = Vec::new();
    for NamedPath { pattern, origin } in settings {
        let source = origin.name().to_owned();
        named.push(Named { pattern, source });
    }
    named
}

/// Returns git's findings about the file system, from when it created the repository.
pub(crate) fn folding(store: Store) -> Result<Folding, Error> {
    let settings = store.configuration().settings()?;
    let is_on = |key| settings.get(key).and_then(Settings::is_true) == Some(true);
    Ok(Folding {
        case: is_on("core.ignorecase"),
        unicode: is_on("core.precomposeunicode"),
    })
}

/// The folder in which this work tree's project index is kept, brought up to date.
pub fn folder(workspace: &Workspace) -> Result<PathBuf, Error> {
    load(workspace)?;
    Ok(workspace.store().project_folder())
}

/// Answers with the paths that tools may not touch, and those that they should leave alone.
pub fn answer(call: &Call, _: &NoQuestion) -> Result<WholePolicy, Error> {
    whole(call.workspace)
}
